/* A chart in characters, for a terminal: a bar of eighth blocks for each number. */
#include "render/text/internal.h"

#include <math.h>
#include <string.h>

#define BOLD  "\033[1m"
#define DIM   "\033[2m"
#define PLAIN "\033[0m"

enum { COLUMNS_LEAST = 40, GAP = 2 };

static const char *const colours[] = { "\033[34m", "\033[33m", "\033[32m",
                                       "\033[35m", "\033[36m", "\033[31m" };

typedef struct painter {
    const bd_chart *chart;
    bool colour;
    size_t columns;
    size_t label, series, value, bar; /* widths */
    double low, high;                 /* of the bars; logarithms where the axis is */
    bd_arena arena;
    bd_buf *out;
} painter;

/* ---- texts ---- */

/* A text made harmless and at most `width` wide. */
static bd_str fitted(painter *p, const char *text, size_t width)
{
    bd_buf safe = BD_BUF_INIT, fit = BD_BUF_INIT;
    bd_terminal_text(bd_str_of(text), &safe);
    bd_put_fitted(bd_buf_str(&safe), width, &fit);
    bd_str kept = { bd_arena_text(&p->arena, bd_buf_str(&fit)), fit.len };
    bd_buf_release(&fit);
    bd_buf_release(&safe);
    return kept;
}

static void put_padded(painter *p, const char *text, size_t width, bool right)
{
    bd_str fit = fitted(p, text, width);
    size_t used = bd_display_width(fit), pad = used < width ? width - used : 0;
    bd_buf_repeat(p->out, ' ', right ? pad : 0);
    bd_buf_put_str(p->out, fit);
    bd_buf_repeat(p->out, ' ', right ? 0 : pad);
}

static void put_styled(painter *p, const char *style, const char *text)
{
    bd_buf_puts(p->out, p->colour ? style : "");
    bd_terminal_text(bd_str_of(text), p->out);
    bd_buf_puts(p->out, p->colour ? PLAIN : "");
}

static void put_note(painter *p, const char *text)
{
    if (!text || !text[0])
        return;
    put_styled(p, DIM, text);
    bd_buf_putc(p->out, '\n');
}

/* ---- the scale ---- */

static bool has_bar(const painter *p, double value)
{
    return isfinite(value) && (!p->chart->y.log || value > 0);
}

static double scaled(const painter *p, double value)
{
    return p->chart->y.log ? log10(value) : value;
}

static void widen(painter *p, double value)
{
    if (!has_bar(p, value))
        return;
    p->low = fmin(p->low, scaled(p, value));
    p->high = fmax(p->high, scaled(p, value));
}

static bool is_across(const bd_chart *chart, const bd_chart_line *line)
{
    return !line->at_place && chart->kind != BD_CHART_DISTRIBUTION;
}

static void find_scale(painter *p, const bd_places *panels)
{
    p->low = (double)INFINITY;
    p->high = -(double)INFINITY;
    for (size_t k = 0; k < p->chart->panel_count; k++)
        for (size_t i = 0; i < panels[k].count * panels[k].series; i++)
            widen(p, panels[k].values[i]);
    for (size_t i = 0; i < p->chart->line_count; i++)
        if (is_across(p->chart, &p->chart->lines[i]))
            widen(p, p->chart->lines[i].value);
    if (p->chart->y.log && p->low <= p->high)
        p->low = ceil(p->low) - 1; /* the smallest one has a bar, too */
    if (!p->chart->y.log) {
        p->low = fmin(p->low, 0);
        p->high = fmax(p->high, 0);
    }
    if (!(p->low < p->high)) {
        p->low = p->low <= p->high ? p->low : 0;
        p->high = p->low + 1;
    }
}

/* Where a value lies on the bars, in eighths of a column. */
static size_t eighths(const painter *p, double value)
{
    double share = (scaled(p, value) - p->low) / (p->high - p->low);
    return (size_t)lround(share * (double)(p->bar * 8));
}

static size_t zero_column(const painter *p)
{
    if (p->chart->y.log || p->low >= 0)
        return 0;
    double at = -p->low / (p->high - p->low) * (double)p->bar;
    return (size_t)fmin(lround(at) > 0 ? (double)lround(at) : 1, (double)p->bar - 1);
}

/* ---- a bar ---- */

static void mark_lines(const painter *p, const char **cells)
{
    for (size_t i = 0; i < p->chart->line_count; i++) {
        const bd_chart_line *line = &p->chart->lines[i];
        if (!is_across(p->chart, line) || !has_bar(p, line->value))
            continue;
        size_t at = eighths(p, line->value) / 8;
        cells[at < p->bar ? at : p->bar - 1] = "\xe2\x94\x8a";
    }
}

/* To the right of zero: whole blocks, then a part of one. Something is never nothing. */
static void fill_right(const painter *p, double value, const char **cells)
{
    static const char *const parts[] = { " ",
                                         "\xe2\x96\x8f",
                                         "\xe2\x96\x8e",
                                         "\xe2\x96\x8d",
                                         "\xe2\x96\x8c",
                                         "\xe2\x96\x8b",
                                         "\xe2\x96\x8a",
                                         "\xe2\x96\x89",
                                         "\xe2\x96\x88" };
    size_t zero = zero_column(p), end = eighths(p, value);
    size_t least = zero * 8 + (value > 0 ? 1 : 0);
    end = end < least ? least : end;
    for (size_t at = zero; at < p->bar && at * 8 < end; at++)
        cells[at] = parts[end - at * 8 < 8 ? end - at * 8 : 8];
}

/* To the left there are only halves. */
static void fill_left(const painter *p, double value, const char **cells)
{
    size_t zero = zero_column(p), begin = eighths(p, value);
    for (size_t at = zero; at-- > 0;) {
        size_t from = at * 8;
        if (begin <= from + 2 || (at + 1 == zero && begin >= zero * 8))
            cells[at] = "\xe2\x96\x88";
        else if (begin <= from + 6)
            cells[at] = "\xe2\x96\x90";
        else
            break;
    }
}

static void put_bar(painter *p, double value, size_t series)
{
    const char **cells = bd_arena_alloc(&p->arena, p->bar * sizeof *cells);
    for (size_t i = 0; i < p->bar; i++)
        cells[i] = " ";
    mark_lines(p, cells);
    if (zero_column(p) > 0)
        cells[zero_column(p)] = "\xe2\x94\x82";
    if (has_bar(p, value) && value >= 0)
        fill_right(p, value, cells);
    else if (has_bar(p, value))
        fill_left(p, value, cells);
    bd_buf_puts(p->out, p->colour ? colours[series % BD_COUNT(colours)] : "");
    for (size_t i = 0; i < p->bar; i++)
        bd_buf_puts(p->out, cells[i]);
    bd_buf_puts(p->out, p->colour ? PLAIN : "");
}

/* ---- the whole ---- */

static size_t width_of(const char *text)
{
    bd_buf safe = BD_BUF_INIT;
    bd_terminal_text(bd_str_of(text), &safe);
    size_t width = bd_display_width(bd_buf_str(&safe));
    bd_buf_release(&safe);
    return width;
}

static const char *gap_word(const painter *p)
{
    return p->chart->words.no_data ? p->chart->words.no_data : "no data";
}

static const char *text_of(const painter *p, const bd_places *places, size_t index)
{
    return isfinite(places->values[index]) ? places->texts[index] : gap_word(p);
}

static void take_larger(size_t *width, size_t other)
{
    *width = other > *width ? other : *width;
}

/* Names give way to bars, and values to nothing. */
static void find_widths(painter *p, const bd_places *panels)
{
    for (size_t k = 0; k < p->chart->panel_count; k++) {
        for (size_t i = 0; i < panels[k].count; i++)
            take_larger(&p->label, width_of(panels[k].labels[i]));
        for (size_t i = 0; i < panels[k].count * panels[k].series; i++)
            take_larger(&p->value, width_of(text_of(p, &panels[k], i)));
        for (size_t s = 0; s < panels[k].series && p->chart->legend_count > 1; s++)
            take_larger(&p->series, width_of(panels[k].names[s]));
    }
    size_t third = p->columns / 3, least = p->columns / 4;
    p->value = p->value < third ? p->value : third;
    size_t gaps = GAP * (p->series > 0 ? 3U : 2U), taken = p->value + gaps + least;
    size_t room = p->columns > taken ? p->columns - taken : 2;
    if (p->label + p->series > room) {
        size_t half = room / 2;
        p->series = p->series > half ? (p->label < half ? room - p->label : half) : p->series;
        p->label = p->label < room - p->series ? p->label : room - p->series;
    }
    taken = p->label + p->series + p->value + gaps;
    p->bar = taken + least < p->columns ? p->columns - taken : least;
}

static void put_head(painter *p)
{
    const bd_chart *c = p->chart;
    bd_buf text = BD_BUF_INIT;
    if (c->title && c->title[0]) {
        put_styled(p, BOLD, c->title);
        bd_buf_putc(p->out, '\n');
    }
    bd_buf_puts(&text, c->y.title);
    if (c->y.unit && c->y.unit[0])
        bd_buf_printf(&text, text.len > 0 ? " (%s)" : "%s", c->y.unit);
    if (c->x.title && c->x.title[0])
        bd_buf_printf(&text, "%s%s", text.len > 0 ? " / " : "", c->x.title);
    if (c->y.log)
        bd_buf_printf(&text, "%slog", text.len > 0 ? ", " : "");
    if (c->better && c->better[0])
        bd_buf_printf(&text, "%s%s%s", text.len > 0 ? ", " : "",
                      c->direction == BD_BIGGER_IS_BETTER    ? "\xe2\x86\x91 "
                      : c->direction == BD_SMALLER_IS_BETTER ? "\xe2\x86\x93 "
                                                             : "",
                      c->better);
    put_note(p, bd_buf_text(&text));
    bd_buf_release(&text);
}

/* A place between others of the axis is none of a series that was not measured there. */
static bool is_left_out(const painter *p, const bd_places *places, size_t at, size_t series)
{
    bool others = false;
    for (size_t s = 0; s < places->series; s++)
        others = others || isfinite(places->values[at * places->series + s]);
    return p->chart->x.numeric && others && !isfinite(places->values[at * places->series + series]);
}

static void put_place(painter *p, const bd_places *places, size_t at)
{
    bool first = true;
    for (size_t s = 0; s < places->series; s++) {
        size_t index = at * places->series + s;
        if (is_left_out(p, places, at, s))
            continue;
        put_padded(p, first ? places->labels[at] : "", p->label, false);
        first = false;
        bd_buf_repeat(p->out, ' ', GAP);
        if (p->series > 0) {
            put_padded(p, places->names[s], p->series, false);
            bd_buf_repeat(p->out, ' ', GAP);
        }
        put_bar(p, places->values[index], s);
        bd_buf_repeat(p->out, ' ', GAP);
        put_padded(p, text_of(p, places, index), p->value, true);
        bd_buf_putc(p->out, '\n');
    }
}

static void put_panel(painter *p, const bd_chart_panel *panel, const bd_places *places)
{
    bd_buf_putc(p->out, '\n');
    if (panel->title[0]) {
        put_styled(p, BOLD, panel->title);
        bd_buf_putc(p->out, '\n');
    }
    for (size_t i = 0; i < places->count; i++) {
        if (i > 0 && places->series > 1)
            bd_buf_putc(p->out, '\n');
        put_place(p, places, i);
    }
    if (places->count * places->series == 0)
        put_note(p, gap_word(p));
}

/* "not on a log axis, being zero or less: 3" */
static void put_off_log(painter *p, const bd_places *panels)
{
    const char *words = p->chart->words.not_on_log ? p->chart->words.not_on_log
                                                   : "not on a log axis, being zero or less: {}";
    const char *hole = strstr(words, "{}");
    size_t count = 0;
    for (size_t k = 0; k < p->chart->panel_count; k++)
        for (size_t i = 0; i < panels[k].count * panels[k].series; i++)
            count += isfinite(panels[k].values[i]) && !has_bar(p, panels[k].values[i]);
    if (count > 0 && hole)
        put_note(p, bd_arena_printf(&p->arena, "%.*s%zu%s", (int)(hole - words), words, count,
                                    hole + 2));
}

static void put_foot(painter *p, const bd_places *panels)
{
    const bd_chart *c = p->chart;
    size_t before = p->out->len;
    bd_buf_putc(p->out, '\n');
    for (size_t i = 0; i < c->line_count; i++) {
        const bd_chart_line *line = &c->lines[i];
        bool across = is_across(c, line);
        const char *panel = line->panel > 0 ? c->panels[line->panel - 1].title : "";
        put_note(p, bd_arena_printf(&p->arena, "%s%s%s%s", across ? "\xe2\x94\x8a " : "", panel,
                                    panel[0] ? ": " : "",
                                    bd_line_text(line, across ? &c->y : &c->x, &p->arena)));
    }
    put_off_log(p, panels);
    for (size_t i = 0; i < c->note_count; i++)
        put_note(p, c->notes[i]);
    put_note(p, c->footer);
    if (p->out->len == before + 1)
        p->out->len = before; /* nothing came */
}

/* Blanks at the ends of lines say nothing. */
static void put_trimmed(bd_str text, bd_buf *out)
{
    for (bd_str line; bd_str_split(&text, '\n', &line);) {
        while (line.len > 0 && line.ptr[line.len - 1] == ' ')
            line.len--;
        bd_buf_put_str(out, line);
        if (text.ptr)
            bd_buf_putc(out, '\n');
    }
}

void bd_terminal_chart(const bd_chart *chart, size_t columns, bool colour, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    painter p = { .chart = chart, .colour = colour, .out = &text, .columns = columns };
    if (p.columns < COLUMNS_LEAST)
        p.columns = COLUMNS_LEAST;
    bd_places *panels = bd_arena_alloc(&p.arena, (chart->panel_count + 1) * sizeof *panels);
    for (size_t k = 0; k < chart->panel_count; k++)
        bd_places_of(chart, &chart->panels[k], false, &p.arena, &panels[k]);
    find_scale(&p, panels);
    find_widths(&p, panels);
    put_head(&p);
    for (size_t k = 0; k < chart->panel_count; k++)
        put_panel(&p, &chart->panels[k], &panels[k]);
    put_foot(&p, panels);
    put_trimmed(bd_buf_str(&text), out);
    bd_buf_release(&text);
    bd_arena_release(&p.arena);
}
