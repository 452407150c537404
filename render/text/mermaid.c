/* Charts as Mermaid's xychart-beta (https://mermaid.js.org/syntax/xyChart), as far as every
 * version of it draws what is meant.
 *
 * A text between quotation marks holds anything but those and line ends; "#word;" is an
 * entity, "%%{" a directive. Numbers have no exponent. An axis of numbers spreads its
 * values evenly, whatever they are, so numbers stand on it as categories. */
#include "render/text/internal.h"

#include <math.h>
#include <string.h>

enum { TEXT_MOST = 45000 }; /* Mermaid refuses more than 50,000 characters */

static const char *entity_of(bd_str s, size_t i)
{
    switch (s.ptr[i]) {
    case '"':
        return "#quot;";
    case '<':
        return "#lt;";
    case '>':
        return "#gt;";
    case '#':
        return "#35;";
    case '`': /* begins Markdown behind the quotation mark */
        return "#96;";
    case '%':
        return i + 1 < s.len && s.ptr[i + 1] == '%' ? "#37;" : NULL;
    case '\n':
    case '\r':
    case '\t':
        return " ";
    default:
        return NULL;
    }
}

static void put_string(const char *text, bd_buf *out)
{
    bd_str s = bd_str_of(text);
    bd_buf_putc(out, '"');
    for (size_t i = 0; i < s.len;) {
        int32_t c;
        size_t n = bd_utf8_at(s, i, &c);
        const char *entity = n == 1 ? entity_of(s, i) : NULL;
        if (entity)
            bd_buf_puts(out, entity);
        else if (c < 0 || bd_is_hidden(c))
            bd_put_visible(c, (unsigned char)s.ptr[i], out);
        else
            bd_buf_add(out, s.ptr + i, n);
        i += n;
    }
    bd_buf_putc(out, '"');
}

static void put_number(double value, bd_buf *out)
{
    bd_decimal d;
    if (bd_decimal_of(bd_double(value), &d))
        bd_decimal_plain(&d, "", ".", out);
}

/* ---- what it cannot draw ---- */

static bool refuse(bd_error *err, const char *what)
{
    bd_hint(err, "leave out `format: mermaid`: pictures can show it");
    return bd_fail(err, BD_ERR_CONFIG, "Mermaid cannot draw %s", what);
}

static bool has_spread(const bd_chart *chart)
{
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            for (size_t m = 0; m < chart->panels[p].series[s].mark_count; m++) {
                const bd_chart_mark *mark = &chart->panels[p].series[s].marks[m];
                if (isfinite(mark->low) || isfinite(mark->high))
                    return true;
            }
    return false;
}

static bool is_parted(const bd_chart *chart)
{
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            for (size_t m = 0; m < chart->panels[p].series[s].mark_count; m++)
                if (chart->panels[p].series[s].marks[m].apart)
                    return true;
    return false;
}

static bool check_chart(const bd_chart *chart, bd_error *err)
{
    static const char *const names[] = {
        [BD_CHART_STACKED_BARS] = "stacked bars",
        [BD_CHART_SCATTER] = "scattered samples",
        [BD_CHART_BOXES] = "boxes",
        [BD_CHART_DISTRIBUTION] = "distributions",
        [BD_CHART_PERCENTILES] = "percentile curves",
    };
    if (chart->kind != BD_CHART_BARS && chart->kind != BD_CHART_LINES)
        return refuse(err, names[chart->kind]);
    if (chart->y.log)
        return refuse(err, "a logarithmic axis");
    if (has_spread(chart))
        return refuse(err, "error bars");
    if (is_parted(chart))
        return refuse(err, "the declared break in a line");
    if (chart->change_count > 0)
        return refuse(err, "change points");
    for (size_t i = 0; i < chart->line_count; i++)
        if (chart->lines[i].at_place)
            return refuse(err, "annotations");
    return true;
}

static bool check_places(const bd_chart *chart, const bd_places *p, bd_error *err)
{
    if (p->count == 0 || p->series == 0)
        return refuse(err, "a chart without a number");
    for (size_t i = 0; i < p->count * p->series; i++) {
        if (!isfinite(p->values[i])) {
            const char *place = p->labels[i / p->series];
            bd_hint(err, "leave out `format: mermaid`, or choose what has numbers everywhere");
            return bd_fail(err, BD_ERR_CONFIG, "Mermaid cannot draw the gap at %.100s", place);
        }
        if (chart->kind == BD_CHART_BARS && p->values[i] < 0)
            return refuse(err, "negative bars");
    }
    return true;
}

/* ---- the block ---- */

typedef struct range {
    double low, high;
} range;

static void widen(range *r, double value)
{
    r->low = fmin(r->low, value);
    r->high = fmax(r->high, value);
}

/* Two significant digits further out, so that a frame stands around the data. */
static double outwards(double value, double size, bool up)
{
    if (!(size > 0))
        return value;
    double step = pow(10, floor(log10(size)) - 1);
    return (up ? ceil(value / step + 1e-9) : floor(value / step - 1e-9)) * step;
}

static range range_of(const bd_chart *chart, const bd_places *panels)
{
    range r = { (double)INFINITY, -(double)INFINITY };
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t i = 0; i < panels[p].count * panels[p].series; i++)
            widen(&r, panels[p].values[i]);
    for (size_t i = 0; i < chart->line_count; i++)
        widen(&r, chart->lines[i].value);
    bool zero = chart->kind == BD_CHART_BARS || chart->y.from_zero;
    if (zero)
        widen(&r, 0);
    double size = r.high - r.low;
    if (!(size > 0))
        size = r.high != 0 ? fabs(r.high) : 1;
    r.high = r.high > 0 || !zero || r.low == r.high ? outwards(r.high, size, true) : r.high;
    r.low = zero && r.low >= 0 ? 0 : outwards(r.low, size, false);
    return r;
}

static void put_title(const char *keyword, const char *title, const char *unit, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, title ? title : "");
    if (unit && unit[0])
        bd_buf_printf(&text, text.len > 0 ? " (%s)" : "%s", unit);
    bd_buf_printf(out, "  %s", keyword);
    if (text.len > 0) {
        bd_buf_putc(out, ' ');
        put_string(bd_buf_text(&text), out);
    }
    bd_buf_release(&text);
}

/* "MariaDB · write" where bars of several series stand side by side. */
static void put_categories(const bd_chart *chart, const bd_places *p, bool each, bd_buf *out)
{
    bd_buf name = BD_BUF_INIT;
    put_title("x-axis", chart->x.title, chart->x.numeric ? "" : chart->x.unit, out);
    bd_buf_puts(out, " [");
    for (size_t i = 0; i < p->count; i++)
        for (size_t s = 0; s < (each ? p->series : 1); s++) {
            bd_buf_clear(&name);
            bd_buf_puts(&name, p->labels[i]);
            if (each)
                bd_buf_printf(&name, " \xc2\xb7 %s", p->names[s]);
            bd_buf_puts(out, i + s > 0 ? ", " : "");
            put_string(bd_buf_text(&name), out);
        }
    bd_buf_puts(out, "]\n");
    bd_buf_release(&name);
}

static void put_line(const bd_places *p, size_t series, bd_buf *out)
{
    for (size_t i = 0; i < p->count; i++) {
        bd_buf_puts(out, i > 0 ? ", " : "");
        put_number(p->values[i * p->series + series], out);
    }
}

static void put_data(const bd_chart *chart, const bd_places *p, bd_buf *out)
{
    bool bars = chart->kind == BD_CHART_BARS;
    for (size_t s = 0; s < (bars ? 1 : p->series); s++) {
        bd_buf_puts(out, bars ? "  bar [" : "  line [");
        for (size_t i = 0; bars && i < p->count * p->series; i++) {
            bd_buf_puts(out, i > 0 ? ", " : "");
            put_number(p->values[i], out);
        }
        if (!bars)
            put_line(p, s, out);
        bd_buf_puts(out, "]\n");
    }
    size_t width = bars ? p->count * p->series : p->count;
    for (size_t k = 0; k < chart->line_count; k++) {
        bd_buf_puts(out, "  line [");
        for (size_t i = 0; i < width; i++) {
            bd_buf_puts(out, i > 0 ? ", " : "");
            put_number(chart->lines[k].value, out);
        }
        bd_buf_puts(out, "]\n");
    }
}

static void put_panel(const bd_chart *chart, size_t panel, const bd_places *p, range r, bd_buf *out)
{
    const bd_chart_panel *of = &chart->panels[panel];
    bool bars = chart->kind == BD_CHART_BARS;
    bd_buf title = BD_BUF_INIT;
    bd_buf_puts(&title, chart->title);
    if (of->title[0])
        bd_buf_printf(&title, "%s%s", title.len > 0 ? ": " : "", of->title);
    bd_buf_printf(out, "```mermaid\nxychart-beta%s\n",
                  bars && chart->horizontal ? " horizontal" : "");
    if (title.len > 0) {
        put_title("title", bd_buf_text(&title), "", out);
        bd_buf_putc(out, '\n');
    }
    put_categories(chart, p, bars && p->series > 1, out);
    put_title("y-axis", chart->y.title, chart->y.unit, out);
    bd_buf_putc(out, ' ');
    put_number(r.low, out);
    bd_buf_puts(out, " --> ");
    put_number(r.high, out);
    bd_buf_putc(out, '\n');
    put_data(chart, p, out);
    bd_buf_puts(out, "```\n");
    bd_buf_release(&title);
}

/* ---- what stands below ---- */

static void put_paragraph(const char *text, bd_buf *out)
{
    bd_data data = { .text = bd_str_of(text), .starts_line = true };
    if (!text || !text[0])
        return;
    bd_buf_putc(out, '\n');
    bd_escape_text(&data, out);
    bd_buf_putc(out, '\n');
}

/* "5,000: p99 1,204.8 ms, p95 312 ms, p50 41.7 ms", from the highest to the lowest. */
static void put_names(const bd_chart *chart, const bd_places *p, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf text = BD_BUF_INIT;
    bool *done = bd_arena_alloc(&arena, (p->series + 1) * sizeof *done);
    const size_t last = (p->count - 1) * p->series;
    bd_buf_printf(&text, "%s: ", p->labels[p->count - 1]);
    for (size_t n = 0; n < p->series; n++) {
        size_t top = SIZE_MAX;
        for (size_t s = 0; s < p->series; s++)
            if (!done[s] && (top == SIZE_MAX || p->values[last + s] > p->values[last + top]))
                top = s;
        done[top] = true;
        bd_buf_printf(&text, "%s%s %s", n > 0 ? ", " : "", p->names[top], p->texts[last + top]);
    }
    if (chart->kind == BD_CHART_LINES && p->series > 1)
        put_paragraph(bd_buf_text(&text), out);
    bd_buf_release(&text);
    bd_arena_release(&arena);
}

static void put_rest(const bd_chart *chart, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < chart->line_count; i++)
        put_paragraph(bd_line_text(&chart->lines[i], &chart->y, &arena), out);
    put_paragraph(chart->better, out);
    for (size_t i = 0; i < chart->note_count; i++)
        put_paragraph(chart->notes[i], out);
    put_paragraph(chart->footer, out);
    bd_arena_release(&arena);
}

bool bd_mermaid_chart(const bd_chart *chart, bd_buf *out, bd_error *err)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf text = BD_BUF_INIT;
    bd_places *panels = bd_arena_alloc(&arena, (chart->panel_count + 1) * sizeof *panels);
    bool ok = check_chart(chart, err);
    for (size_t p = 0; p < chart->panel_count && ok; p++) {
        bd_places_of(chart, &chart->panels[p], true, &arena, &panels[p]);
        ok = check_places(chart, &panels[p], err);
    }
    for (size_t p = 0; p < chart->panel_count && ok; p++) {
        size_t from = text.len;
        bd_buf_puts(&text, p > 0 ? "\n" : "");
        put_panel(chart, p, &panels[p], range_of(chart, panels), &text);
        ok = text.len - from <= TEXT_MOST || refuse(err, "so many numbers");
        put_names(chart, &panels[p], &text);
    }
    if (ok) {
        put_rest(chart, &text);
        bd_buf_put_str(out, bd_buf_str(&text));
    }
    bd_buf_release(&text);
    bd_arena_release(&arena);
    return ok;
}
