/* The message of a chart in words and numbers, for those who cannot see it. */
#include "render/view/chart_builder.h"

#include "stats/stats.h"

#include <math.h>
#include <string.h>

enum { SAID = 5 }; /* series; the rest is counted */

/* "p99.9", "10,000", "MariaDB" */
static const char *place_text(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    bd_arena *arena = b->view->arena;
    if (b->kind == BD_CHART_PERCENTILES)
        return bd_arena_printf(arena, "p%s", bd_chart_axis_text(&b->out->x, cell->x, arena));
    if (b->numeric)
        return bd_chart_axis_text(&b->out->x, bd_chart_place_number(b, cell->place), arena);
    return b->places.names > 0 ? b->places.label[cell->place] : "";
}

/* "rows 5000": a number alone would be misread beside the value. */
static const char *named_place(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    const char *text = place_text(b, cell), *title = b->out->x.title;
    bool bare = text[0] && strspn(text, "0123456789.,' ") == strlen(text);
    return bare && title && title[0] ? bd_arena_printf(b->view->arena, "%s %s", title, text) : text;
}

/* "write / MariaDB / rows 5000"; parts that are empty are left out. */
static const char *cell_name(const bd_chart_builder *b, const bd_chart_cell *cell, bool place)
{
    bd_buf out = BD_BUF_INIT;
    const char *parts[] = { b->panels.names > 0 ? b->panels.label[cell->panel] : "",
                            b->series.count * b->y_count > 1
                                ? bd_chart_series_name(b, cell->series, true)
                                : "",
                            place && b->places.names > 0 ? named_place(b, cell) : "" };
    for (size_t i = 0; i < BD_COUNT(parts); i++)
        if (parts[i][0])
            bd_buf_printf(&out, "%s%s", out.len > 0 ? " / " : "", parts[i]);
    const char *text = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* "50.4 ms (MySQL)" */
static const char *joined(const bd_chart_builder *b, const char *name, const char *number)
{
    const char *const parts[][2] = { { "{number}", number }, { "{name}", name } };
    return name[0] ? bd_say_with(b->view, "{number} ({name})", parts, BD_COUNT(parts)) : number;
}

/* Tables have their units in titles; a sentence needs them. */
static const char *with_unit(const bd_chart_builder *b, const char *number)
{
    const bd_unit *unit = bd_unit_find(bd_str_of(b->unit));
    bool truth = unit && unit->dimension == BD_DIMENSION_TRUTH;
    if (!b->unit[0] || truth || bd_str_ends(bd_str_of(number), b->unit))
        return number;
    return bd_arena_printf(b->view->arena, "%s %s", number, b->unit);
}

static const char *own_or(const bd_chart_builder *b, const char *text)
{
    const char *said = bd_own_words(b->out->language, text);
    return said ? said : text;
}

void bd_chart_put_more(const bd_chart_builder *b, size_t count, bd_buf *out)
{
    const char *const names[][2] = { { "{n}", bd_arena_printf(b->view->arena, "%zu", count) } };
    bd_buf_printf(out, "%s%s", own_or(b, "; "),
                  bd_say_with(b->view, "and {n} more", names, BD_COUNT(names)));
}

/* ---- bars: the ends ---- */

typedef struct total { /* of a bar */
    const bd_chart_cell *cell;
    double value;
    size_t parts;
} total;

/* Bars that stand upon each other are one. */
static size_t collect_totals(const bd_chart_builder *b, total *out)
{
    size_t count = 0;
    bool stacked = b->kind == BD_CHART_STACKED_BARS;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_chart_cell *cell = &b->cells[i];
        size_t at = stacked ? 0 : count;
        if (cell->gap || !isfinite(cell->value))
            continue;
        while (at < count
               && (out[at].cell->panel != cell->panel || out[at].cell->place != cell->place))
            at++;
        if (at == count)
            out[count++] = (total){ .cell = cell };
        out[at].value += cell->value;
        out[at].parts++;
    }
    return count;
}

static const char *say_total(const bd_chart_builder *b, const total *t)
{
    const bd_chart_cell *cell = t->cell;
    bool stacked = b->kind == BD_CHART_STACKED_BARS;
    bd_chart_cell whole = *cell;
    if (stacked && b->places.names > 0)
        return joined(b, named_place(b, &whole),
                      with_unit(b, t->parts > 1 ? bd_chart_print(b, t->value) : cell->source.text));
    return joined(b, cell_name(b, cell, true), with_unit(b, cell->source.text));
}

static const char *say_ends(const bd_chart_builder *b)
{
    const bd_view *view = b->view;
    total *totals = bd_arena_alloc(view->arena, (b->cell_count + 1) * sizeof *totals);
    size_t count = collect_totals(b, totals), low = 0, high = 0;
    for (size_t i = 1; i < count; i++) {
        low = totals[i].value < totals[low].value ? i : low;
        high = totals[i].value > totals[high].value ? i : high;
    }
    if (count == 0)
        return "";
    if (count == 1)
        return say_total(b, &totals[0]);
    const char *value = totals[low].parts > 1 ? with_unit(b, bd_chart_print(b, totals[low].value))
                                              : with_unit(b, totals[low].cell->source.text);
    const char *const names[][2] = { { "{low}", say_total(b, &totals[low]) },
                                     { "{high}", say_total(b, &totals[high]) },
                                     { "{value}", value } };
    bool same = !(totals[low].value < totals[high].value);
    return bd_say_with(view, same ? "{value} everywhere" : "lowest {low}, highest {high}", names,
                       BD_COUNT(names));
}

/* ---- lines: from where to where ---- */

static const char *say_course(const bd_chart_builder *b, const bd_chart_cell *first,
                              const bd_chart_cell *last)
{
    const char *const names[][2] = { { "{series}", cell_name(b, first, false) },
                                     { "{first}", with_unit(b, first->source.text) },
                                     { "{last}", with_unit(b, last->source.text) },
                                     { "{from}", place_text(b, first) },
                                     { "{to}", place_text(b, last) } };
    bool one = first == last;
    return bd_say_with(b->view,
                       one ? "{series} {first} at {from}"
                           : "{series} {first} at {from} to {last} at {to}",
                       names, BD_COUNT(names));
}

static const char *say_samples(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    size_t count;
    bd_arena *arena = b->view->arena;
    const double *sorted = bd_chart_sorted(cell->samples, cell->sample_count, arena, &count);
    size_t rank = count > 0 ? bd_percentile_rank(95 * 1000000U, count) : 0;
    const char *const names[][2] = {
        { "{series}", cell_name(b, cell, true) },
        { "{median}", with_unit(b, cell->source.text) },
        { "{p95}", rank > 0 ? with_unit(b, bd_chart_print(b, sorted[rank - 1])) : "" },
        { "{n}", bd_arena_printf(arena, "%zu", cell->sample_count) },
    };
    return bd_say_with(b->view, "{series} median {median}, p95 {p95}, n = {n}", names,
                       BD_COUNT(names));
}

static void add_part(const bd_chart_builder *b, bd_buf *out, size_t index, const char *text)
{
    if (index >= SAID)
        return;
    bd_buf_puts(out, index > 0 ? own_or(b, "; ") : "");
    bd_buf_put_str(out, bd_str_trim(bd_str_of(text)));
}

/* A part for each series, or for each mark that holds samples. */
static const char *say_parts(const bd_chart_builder *b)
{
    bd_buf out = BD_BUF_INIT;
    size_t count = 0;
    for (size_t i = 0, next; i < b->cell_count; i = next) {
        const bd_chart_cell *first = NULL, *last = NULL;
        for (next = i; next < b->cell_count && b->cells[next].panel == b->cells[i].panel
                       && b->cells[next].series == b->cells[i].series;
             next++) {
            const bd_chart_cell *cell = &b->cells[next];
            if (!cell->gap && cell->sample_count > 0 && count++ < SAID)
                add_part(b, &out, count - 1, say_samples(b, cell));
            if (cell->gap || cell->sample_count > 0 || !isfinite(cell->value))
                continue;
            first = first ? first : cell;
            last = cell;
        }
        if (first && count++ < SAID)
            add_part(b, &out, count - 1, say_course(b, first, last));
    }
    if (count > SAID)
        bd_chart_put_more(b, count - SAID, &out);
    const char *text = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* "change points: +4.8 % at 6476c9b; -12 % at 8c1f0ab" */
static const char *say_changes(const bd_chart_builder *b)
{
    const bd_chart *out = b->out;
    bd_buf list = BD_BUF_INIT;
    if (out->change_count == 0)
        return bd_say(b->view, "no change points");
    for (size_t i = 0; i < out->change_count && i < SAID; i++) {
        const bd_chart_change *change = &out->changes[i];
        const char *panel = b->panels.names > 0 ? b->panels.label[change->panel] : "";
        const char *text = panel[0]
                               ? bd_arena_printf(b->view->arena, "%s / %s", panel, change->text)
                               : change->text;
        const char *const names[][2] = { { "{change}", text },
                                         { "{place}", b->places.label[(size_t)change->place] } };
        add_part(b, &list, i, bd_say_with(b->view, "{change} at {place}", names, BD_COUNT(names)));
    }
    if (out->change_count > SAID)
        bd_chart_put_more(b, out->change_count - SAID, &list);
    const char *const whole[][2] = { { "{list}", bd_buf_text(&list) } };
    const char *text = bd_say_with(b->view, "change points: {list}", whole, BD_COUNT(whole));
    bd_buf_release(&list);
    return text;
}

void bd_chart_alt(bd_chart_builder *b)
{
    const bd_view *view = b->view;
    bd_chart *out = b->out;
    bool bars = b->kind == BD_CHART_BARS || b->kind == BD_CHART_STACKED_BARS;
    if (out->alt[0])
        return;
    const char *text = bars ? say_ends(b) : say_parts(b);
    const char *const body[][2] = { { "{title}", out->title }, { "{text}", text } };
    if (out->title[0])
        text = bd_say_with(view, "{title}: {text}", body, BD_COUNT(body));
    if (out->changes_sought)
        text = bd_arena_printf(view->arena, "%s%s%s", text, own_or(b, "; "), say_changes(b));
    const char *const whole[][2] = { { "{text}", text }, { "{better}", out->better } };
    out->alt = bd_say_with(view, out->better[0] ? "{text}; {better}." : "{text}.", whole,
                           BD_COUNT(whole));
}
