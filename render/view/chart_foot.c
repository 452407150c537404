/* Below a chart: where its numbers come from, and what a reader must know that the
 * picture does not show. */
#include "render/view/chart_builder.h"
#include "render/view/table_builder.h"

#include <stdlib.h>
#include <string.h>

void bd_chart_add_note(bd_chart_builder *b, const char *note)
{
    bd_chart *out = b->out;
    const char **grown = bd_arena_alloc(b->view->arena, (out->note_count + 1) * sizeof *grown);
    if (out->note_count > 0)
        memcpy(grown, out->notes, out->note_count * sizeof *grown);
    grown[out->note_count++] = note;
    out->notes = grown;
}

/* ---- provenance ---- */

typedef enum fact { FACT_COMMIT, FACT_CPU, FACT_DATE, FACT_COUNT } fact;

static const char *const fact_names[] = { "commit", "cpu", "date" };

/* Every value of the fact among the runs that are drawn, in order of appearance. */
static void collect(const bd_chart_builder *b, fact which, bd_names *out)
{
    bd_map seen = BD_MAP_INIT;
    bd_buf scratch = BD_BUF_INIT, shown = BD_BUF_INIT;
    const bd_run *last = NULL;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_observation *o = b->cells[i].source.observation;
        if (b->cells[i].gap || o->run == last)
            continue;
        last = o->run;
        const char *value = bd_view_get(b->view, o, bd_str_of(fact_names[which]), NULL, &scratch);
        if (!value)
            continue;
        bd_buf_clear(&shown);
        if (which == FACT_CPU)
            bd_cpu_short(bd_str_of(value), &shown);
        else if (which == FACT_COMMIT)
            bd_buf_put_str(&shown, bd_str_sub(bd_str_of(value), 0, 7));
        else
            bd_buf_puts(&shown, value);
        const char *kept = bd_arena_text(b->view->arena, bd_buf_str(&shown));
        bool added;
        bd_map_put(&seen, bd_str_of(kept), 0, &added);
        if (added && kept[0])
            bd_names_add(out, kept);
    }
    bd_map_release(&seen);
    bd_buf_release(&scratch);
    bd_buf_release(&shown);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *say_fact(const bd_chart_builder *b, fact which, bd_names *values)
{
    const bd_view *view = b->view;
    const char *count = bd_arena_printf(view->arena, "%zu", values->count);
    const char *const names[][2] = { { "{n}", count },
                                     { "{id}", values->count > 0 ? values->items[0] : "" } };
    if (values->count == 0)
        return NULL;
    if (which == FACT_DATE) {
        qsort(values->items, values->count, sizeof *values->items, by_text);
        const char *first = values->items[0], *last = values->items[values->count - 1];
        return first == last ? first : bd_arena_printf(view->arena, "%s – %s", first, last);
    }
    if (values->count == 1 && which == FACT_CPU)
        return values->items[0];
    return bd_say_with(view,
                       which == FACT_CPU    ? "{n} CPUs"
                       : values->count == 1 ? "commit {id}"
                                            : "{n} commits",
                       names, BD_COUNT(names));
}

void bd_chart_footer(bd_chart_builder *b)
{
    bd_buf out = BD_BUF_INIT;
    for (int which = 0; which < FACT_COUNT; which++) {
        bd_names values = { 0 };
        collect(b, (fact)which, &values);
        const char *text = say_fact(b, (fact)which, &values);
        if (text)
            bd_buf_printf(&out, "%s%s", out.len > 0 ? " · " : "", text);
        bd_names_release(&values);
    }
    b->out->footer = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
}

/* ---- notes ---- */

/* The marks as a table: a row for each place of each panel. */
static void as_table(const bd_chart_builder *b, bd_table *out)
{
    bd_arena *arena = b->view->arena;
    size_t places = b->places.count;
    *out = (bd_table){ .name = "", .column_count = 1, .row_count = b->panels.count * places };
    out->cells = bd_arena_alloc(arena, (out->row_count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(arena, (out->row_count + 1) * sizeof *out->row_names);
    for (size_t p = 0; p < b->panels.count; p++)
        for (size_t x = 0; x < places; x++) {
            const char *place = b->places.raw[x], *panel = b->panels.raw[p];
            out->row_names[p * places + x] = panel[0] && place[0]
                                                 ? bd_arena_printf(arena, "%s / %s", panel, place)
                                             : panel[0] ? panel
                                                        : place;
        }
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_chart_cell *cell = &b->cells[i];
        if (!cell->gap)
            bd_cell_add_source(&out->cells[cell->panel * places + cell->place], arena,
                               &cell->source);
    }
}

/* Gaps are named, a few of them. */
static void note_gaps(bd_chart_builder *b)
{
    enum { NAMED = 4 };
    bd_buf list = BD_BUF_INIT;
    size_t gaps = 0;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_chart_cell *cell = &b->cells[i];
        if (!cell->gap || gaps++ >= NAMED)
            continue;
        const char *series = bd_chart_series_name(b, cell->series, true);
        const char *parts[] = { b->panels.names > 0 ? b->panels.label[cell->panel] : "", series,
                                b->places.names > 0 ? b->places.label[cell->place] : "" };
        bd_buf_puts(&list, list.len > 0 ? ", " : "");
        for (size_t k = 0, shown = 0; k < BD_COUNT(parts); k++)
            if (parts[k][0])
                bd_buf_printf(&list, "%s%s", shown++ > 0 ? " / " : "", parts[k]);
    }
    if (gaps > NAMED)
        bd_chart_put_more(b, gaps - NAMED, &list);
    const char *const names[][2] = { { "{names}", bd_buf_text(&list) } };
    if (gaps > 0)
        bd_chart_add_note(
            b, bd_say_with(b->view, "Without a number: {names}.", names, BD_COUNT(names)));
    bd_buf_release(&list);
}

static void note_medians(bd_chart_builder *b)
{
    bool medians = false;
    for (size_t i = 0; i < b->y_count; i++)
        medians = medians || b->ys[i].hole.metric.stat.kind == BD_STAT_MEDIAN;
    if (b->kind == BD_CHART_STACKED_BARS && medians && b->series.count * b->y_count > 1)
        bd_chart_add_note(
            b, bd_say(b->view, "Medians of parts need not add up to the median of the whole."));
}

/* Some marks have no interval: its absence is no precision. */
static bool note_spread(bd_chart_builder *b)
{
    size_t without = 0, drawn = 0;
    for (size_t i = 0; i < b->cell_count; i++) {
        const bd_chart_cell *cell = &b->cells[i];
        drawn += cell->gap ? 0 : 1;
        without += !cell->gap && !(cell->has_low && cell->has_high) ? 1 : 0;
    }
    if (b->config->error.count == 0 || without == 0)
        return true;
    if (without == drawn)
        return bd_chart_fail(b, b->config->error.items[0],
                             "error: [\"{METRIC.p5}\", \"{METRIC.p95}\"] takes other numbers",
                             "error: no result reports an interval");
    const char *const names[][2] = { { "{n}", bd_arena_printf(b->view->arena, "%zu", without) } };
    bd_chart_add_note(
        b, bd_say_with(b->view, "Results without an interval: {n}.", names, BD_COUNT(names)));
    return true;
}

bool bd_chart_notes(bd_chart_builder *b)
{
    bd_table table;
    as_table(b, &table);
    if (!bd_check_machine(&b->basis, &table, b->config->one_machine))
        return false;
    if (!bd_chart_kind_samples(b->kind) || b->kind == BD_CHART_PERCENTILES)
        bd_builder_notes(&b->basis, &table);
    for (size_t i = 0; i < table.note_count; i++)
        bd_chart_add_note(b, table.notes[i]);
    note_gaps(b);
    note_medians(b);
    return note_spread(b);
}
