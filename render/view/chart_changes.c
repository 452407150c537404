/* Change points of lines over commits. Numbers of one CPU and one backend are looked at
 * together, those of another by themselves; none goes across a declared break. */
#include "render/view/chart_builder.h"
#include "stats/change_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of one line, and of which machine each is. */
typedef struct course {
    const bd_chart_cell **cells; /* those with a number */
    size_t *lane;                /* of each; SIZE_MAX = nobody knows where it was measured */
    size_t count, lanes;
    bd_map names; /* of the lanes */
} course;

/* Unknown equals nothing, unless the chart says that machines do not matter. */
static size_t lane_of(const bd_chart_builder *b, course *c, const bd_observation *o)
{
    bd_buf slug = BD_BUF_INIT, scratch = BD_BUF_INIT;
    size_t lane = SIZE_MAX;
    const char *cpu = bd_view_get(b->view, o, BD_STR("cpu"), NULL, &scratch);
    if (cpu)
        bd_slug(bd_str_of(cpu), &slug);
    if (cpu || b->config->one_machine == BD_ONE_MACHINE_NO) {
        const char *backend = bd_view_get(b->view, o, BD_STR("backend"), NULL, &scratch);
        bool added;
        bd_buf_printf(&slug, "\n%s", backend ? backend : "");
        bd_str key = bd_str_of(bd_arena_text(b->view->arena, bd_buf_str(&slug)));
        lane = *bd_map_put(&c->names, key, c->names.count, &added);
    }
    bd_buf_release(&slug);
    bd_buf_release(&scratch);
    return lane;
}

static void collect(bd_chart_builder *b, const bd_chart_cell *cells, size_t count, course *out)
{
    bd_arena *arena = b->view->arena;
    *out = (course){ .names = BD_MAP_INIT };
    out->cells = bd_arena_alloc(arena, (count + 1) * sizeof(const bd_chart_cell *));
    out->lane = bd_arena_alloc(arena, (count + 1) * sizeof *out->lane);
    for (size_t i = 0; i < count; i++) {
        if (cells[i].gap || !isfinite(cells[i].value))
            continue;
        out->cells[out->count] = &cells[i];
        out->lane[out->count++] = lane_of(b, out, cells[i].source.observation);
    }
    out->lanes = out->names.count;
    bd_map_release(&out->names);
}

/* ---- in words ---- */

/* One decimal, or as many as show that it is not nothing. */
static unsigned decimals_of(double percent)
{
    unsigned decimals = 1;
    while (decimals < 9 && percent * pow(10, decimals) < 1)
        decimals++;
    return decimals;
}

/* "+4.8 %"; from nothing to something is no percentage. */
static const char *relative_text(const bd_chart_builder *b, const bd_change_point *p)
{
    bd_decimal d;
    bd_buf out = BD_BUF_INIT;
    const bd_chart_axis *y = &b->out->y;
    bd_arena *arena = b->view->arena;
    if (!bd_decimal_of(bd_double(fabs(p->relative) * 100), &d))
        return bd_arena_printf(arena, "0 → %s", bd_chart_print(b, p->after.mean));
    bd_buf_putc(&out, p->relative < 0 ? '-' : '+');
    bd_decimal_format(&d, decimals_of(fabs(p->relative) * 100), y->group ? y->group : ",",
                      y->point ? y->point : ".", &out);
    const char *text = bd_arena_printf(arena, "%s %%", bd_buf_text(&out));
    bd_buf_release(&out);
    return text;
}

/* "MariaDB +4.8 % (EPYC 7763)" */
static const char *change_text(const bd_chart_builder *b, const course *c,
                               const bd_chart_cell *cell, const bd_change_point *p)
{
    bd_arena *arena = b->view->arena;
    bd_buf cpu = BD_BUF_INIT, scratch = BD_BUF_INIT;
    const char *series = b->series.count * b->y_count > 1
                             ? bd_chart_series_name(b, cell->series, true)
                             : "";
    const char *text = relative_text(b, p);
    if (series[0])
        text = bd_arena_printf(arena, "%s %s", series, text);
    const char *name = bd_view_get(b->view, cell->source.observation, BD_STR("cpu"), NULL,
                                   &scratch);
    if (c->lanes > 1 && name) {
        bd_cpu_short(bd_str_of(name), &cpu);
        text = bd_arena_printf(arena, "%s (%s)", text, bd_buf_text(&cpu));
    }
    bd_buf_release(&cpu);
    bd_buf_release(&scratch);
    return text;
}

static const char *commit_of(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    return b->places.raw[cell->place];
}

static void add_change(bd_chart_builder *b, const bd_chart_change *change)
{
    bd_chart *out = b->out;
    bd_chart_change *grown = bd_arena_alloc(b->view->arena,
                                            (out->change_count + 1) * sizeof *grown);
    if (out->change_count > 0)
        memcpy(grown, out->changes, out->change_count * sizeof *grown);
    grown[out->change_count++] = *change;
    out->changes = grown;
}

/* ---- finding them ---- */

static void keep(bd_chart_builder *b, const course *c, const bd_chart_cell *const *lane,
                 const bd_change_point *p)
{
    const bd_chart_cell *before = lane[p->index - 1], *after = lane[p->index];
    bd_chart_change change = {
        .panel = after->panel,
        .series = b->out->legend[after->series],
        .place = (double)after->place,
        .last = commit_of(b, before),
        .first = commit_of(b, after),
        .mean_before = p->before.mean,
        .mean_after = p->after.mean,
        .deviation_before = p->before.standard_deviation,
        .deviation_after = p->after.standard_deviation,
        .n_before = p->before.count,
        .n_after = p->after.count,
        .relative = p->relative,
        .p_value = p->p_value,
        .text = change_text(b, c, after, p),
    };
    add_change(b, &change);
}

static void find_in_lane(bd_chart_builder *b, const course *c, size_t lane)
{
    bd_arena *arena = b->view->arena;
    const bd_chart_cell **cells = bd_arena_alloc(arena,
                                                 (c->count + 1) * sizeof(const bd_chart_cell *));
    double *values = bd_arena_alloc(arena, (c->count + 1) * sizeof *values);
    size_t *breaks = bd_arena_alloc(arena, (c->count + 1) * sizeof *breaks), count = 0;
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    bd_config_least_change(b->config->change_points.text, &options.min_magnitude);
    options.breaks = breaks;
    for (size_t i = 0; i < c->count; i++) {
        if (c->lane[i] != lane)
            continue;
        if (count > 0 && bd_chart_parted(b, cells[count - 1], c->cells[i]))
            breaks[options.break_count++] = count;
        cells[count] = c->cells[i];
        values[count++] = c->cells[i]->value;
    }
    bd_change_points found = bd_change_points_find(values, count, &options);
    for (size_t i = 0; i < found.count; i++)
        keep(b, c, cells, &found.items[i]);
    bd_change_points_release(&found);
}

/* A line for each place where something changed, with all that did. */
static void add_lines(bd_chart_builder *b)
{
    bd_chart *out = b->out;
    for (size_t i = 0; i < out->change_count; i++) {
        const bd_chart_change *change = &out->changes[i];
        const char *text = change->text;
        bool said = false;
        for (size_t k = 0; k < out->change_count; k++) {
            const bd_chart_change *other = &out->changes[k];
            if (k == i || other->panel != change->panel || fabs(other->place - change->place) > 0.5)
                continue;
            said = said || k < i;
            text = bd_arena_printf(b->view->arena, "%s, %s", text, other->text);
        }
        if (!said)
            bd_chart_add_line(
                b, (bd_chart_line){ .at_place = true,
                                    .value = change->place,
                                    .text = text,
                                    .panel = out->panel_count > 1 ? change->panel + 1 : 0 });
    }
}

static void note_lines(bd_chart_builder *b)
{
    const bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    const char *p = bd_arena_printf(b->view->arena, "%g", options.max_pvalue);
    const char *const names[][2] = { { "{p}", p } };
    if (b->out->change_count > 0)
        bd_chart_add_note(b,
                          bd_say_with(b->view,
                                      "Change points, with their percentage: where a line changed "
                                      "and stayed changed (p < {p}).",
                                      names, BD_COUNT(names)));
}

static void warn_unknown(const bd_chart_builder *b, size_t unknown)
{
    if (unknown == 0)
        return;
    bd_view_warn(b->view, bd_basis_place(&b->basis, b->config->change_points, 0),
                 "put environment.txt beside the results (`benchdoc record` writes it), state "
                 "`environment: { cpu: … }` on the input, or allow it: `one machine: no`",
                 "%s: change points: %zu results do not say on which CPU they were measured and "
                 "are left out",
                 b->basis.title, unknown);
}

bool bd_chart_changes(bd_chart_builder *b)
{
    const bd_chart_cell *cells = b->cells;
    size_t unknown = 0;
    if (!b->config->change_points.text)
        return true;
    if (b->kind != BD_CHART_LINES || !bd_chart_over_commits(b))
        return bd_chart_fail(b, b->config->change_points, "kind: lines, x: commit",
                             "change points belong to lines over commits");
    b->out->changes_sought = true;
    for (size_t p = 0; p < b->out->panel_count; p++)
        for (size_t s = 0; s < b->out->panels[p].series_count; s++) {
            course c;
            size_t count = b->out->panels[p].series[s].mark_count;
            collect(b, cells, count, &c);
            for (size_t lane = 0; lane < c.lanes; lane++)
                find_in_lane(b, &c, lane);
            for (size_t i = 0; i < c.count; i++)
                unknown += c.lane[i] == SIZE_MAX;
            cells += count;
        }
    add_lines(b);
    note_lines(b);
    warn_unknown(b, unknown);
    return true;
}
