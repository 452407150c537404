/* Change points of all series of a history: see changes.h. */
#include "render/view/changes.h"

#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MINIMUM = 4 };

/* One lane, while its series are collected. */
typedef struct lane_runs {
    bd_lane lane;
    const bd_run **runs; /* owned; in order */
    size_t count, capacity;
} lane_runs;

typedef struct history_series {
    const bd_observation **items; /* owned; in the order of the runs */
    size_t count, capacity;
} history_series;

typedef struct looking {
    const bd_config *config;
    const bd_changes_options *options;
    bd_changes *out;
    lane_runs *lanes; /* owned */
    size_t lane_count, lane_capacity;
    bd_buf key;
} looking;

/* ---- lanes ---- */

static bool is_one_lane(const bd_lane *a, const bd_lane *b)
{
    bool cpu = a->cpu && b->cpu ? strcmp(a->cpu, b->cpu) == 0 : a->cpu == b->cpu;
    return cpu && bd_lane_same(a, b, true);
}

static lane_runs *lane_of(looking *l, const bd_lane *lane)
{
    for (size_t i = 0; i < l->lane_count; i++)
        if (is_one_lane(&l->lanes[i].lane, lane))
            return &l->lanes[i];
    l->lanes = bd_grow(l->lanes, l->lane_count, &l->lane_capacity, sizeof *l->lanes);
    l->lanes[l->lane_count] = (lane_runs){ .lane = *lane };
    return &l->lanes[l->lane_count++];
}

static void add_run(looking *l, const bd_run *run)
{
    bd_lane lane;
    if (run->commit.dirty == BD_DIRTY || run->outcome != BD_OUTCOME_OK)
        return;
    bd_lane_of(run, &l->out->arena, &lane);
    if (!lane.cpu && !l->options->accept_machine) {
        l->out->unknown_cpu++;
        return;
    }
    lane_runs *of = lane_of(l, &lane);
    of->runs = bd_grow(of->runs, of->count, &of->capacity, sizeof *of->runs);
    of->runs[of->count++] = run;
}

static int by_measuring(const void *a, const void *b)
{
    int64_t x = bd_run_time(*(const bd_run *const *)a), y = bd_run_time(*(const bd_run *const *)b);
    return (x > y) - (x < y);
}

/* Runs of one commit stay in the order of measuring. */
static int by_commit(const void *a, const void *b)
{
    int64_t x = (*(const bd_run *const *)a)->commit.time_ns;
    int64_t y = (*(const bd_run *const *)b)->commit.time_ns;
    return x != y ? (x > y) - (x < y) : by_measuring(a, b);
}

static void put_in_order(lane_runs *lane)
{
    bool all = true;
    for (size_t i = 0; i < lane->count; i++)
        all = all && lane->runs[i]->commit.time_ns != BD_TIME_UNKNOWN;
    qsort(lane->runs, lane->count, sizeof *lane->runs, all ? by_commit : by_measuring);
}

/* ---- breaks ---- */

/* Indexes of a series' values at which something new begins. @return how many */
static size_t find_breaks(const looking *l, const lane_runs *lane,
                          const bd_observation *const *items, size_t count, size_t *breaks)
{
    const bd_ancestry *ancestry = l->options->ancestry;
    size_t found = 0;
    for (size_t b = 0; b < l->config->break_count; b++) {
        const bd_break_config *at = &l->config->breaks[b];
        if (strcmp(at->suite.text, lane->lane.suite) != 0)
            continue;
        bd_border border = bd_border_of(at, ancestry, lane->runs, lane->count);
        for (size_t i = 1; i < count; i++)
            if (bd_border_parts(&border, ancestry, items[i - 1]->run, items[i]->run)) {
                breaks[found++] = i;
                break;
            }
    }
    for (size_t i = 1; i < found; i++) /* few */
        for (size_t k = i; k > 0 && breaks[k - 1] > breaks[k]; k--) {
            size_t other = breaks[k];
            breaks[k] = breaks[k - 1];
            breaks[k - 1] = other;
        }
    return found;
}

/* ---- one series ---- */

static size_t commits_between(const looking *l, const bd_run *before, const bd_run *after)
{
    size_t older = bd_ancestry_place(l->options->ancestry, before->commit.id);
    size_t newer = bd_ancestry_place(l->options->ancestry, after->commit.id);
    if (older == SIZE_MAX || newer == SIZE_MAX || older < newer)
        return SIZE_MAX;
    return older == newer ? 0 : older - newer - 1;
}

/* @param items  of the values; their numbers were taken in the unit of the last */
static void add_change(looking *l, const lane_runs *lane, const bd_observation *const *items,
                       const char *unit, bd_change_point point)
{
    bd_changes *out = l->out;
    const bd_observation *after = items[point.index];
    bd_buf text = BD_BUF_INIT;
    bd_series_change change = { .before = items[point.index - 1],
                                .after = after,
                                .metric = after->metric,
                                .unit = unit,
                                .lane = lane->lane,
                                .point = point };
    change.cpu = bd_arena_strdup(&out->arena, bd_run_fact(after->run, BD_STR("cpu"), &text));
    change.between = commits_between(l, change.before->run, after->run);
    change.label = bd_series_label(after, &out->arena);
    bd_direction direction = bd_series_direction(after);
    double percent = 100 * point.relative;
    bool more = point.after.mean > point.before.mean;
    change.verdict = direction == BD_DIRECTION_UNKNOWN            ? BD_VERDICT_CHANGED
                     : more == (direction == BD_BIGGER_IS_BETTER) ? BD_VERDICT_BETTER
                                                                  : BD_VERDICT_WORSE;
    bd_buf_clear(&text);
    if (isfinite(percent))
        bd_change_words(percent, unit, direction, &text);
    change.words = bd_arena_text(&out->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = change;
}

static void look_at(looking *l, const lane_runs *lane, const history_series *series)
{
    bd_changes *out = l->out;
    double *values = bd_alloc((series->count + 1) * sizeof *values);
    const bd_observation **items = bd_alloc((series->count + 1) * sizeof *items);
    size_t *breaks = bd_alloc((l->config->break_count + 1) * sizeof *breaks);
    size_t count = 0;
    const char *unit = series->items[series->count - 1]->point->unit;
    for (size_t i = 0; i < series->count; i++)
        if (bd_compare_values(&series->items[i], 1, unit, &values[count]) == 1)
            items[count++] = series->items[i];
    out->series++;
    out->values += count;
    out->short_series += count < VALUES_MINIMUM;
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    options.max_pvalue = l->options->max_pvalue;
    options.min_magnitude = l->options->least / 100;
    options.breaks = breaks;
    options.break_count = find_breaks(l, lane, items, count, breaks);
    bd_change_points points = bd_change_points_find(values, count, &options);
    for (size_t i = 0; i < points.count; i++)
        add_change(l, lane, items, unit, points.items[i]);
    bd_change_points_release(&points);
    free(breaks);
    free(items);
    free(values);
}

/* ---- one lane ---- */

typedef struct lane_series {
    history_series *items; /* owned, with what they own */
    size_t count, capacity;
    bd_map rows; /* identity → place in items */
} lane_series;

static void take_observation(looking *l, lane_series *all, const bd_observation *o)
{
    if (l->options->query && !bd_query_holds(l->options->query, o))
        return;
    bd_series_identity(o, &l->key);
    bd_str key = bd_buf_str(&l->key);
    const size_t *known = bd_map_get(&all->rows, key);
    size_t row = known ? *known : all->count;
    if (!known) {
        all->items = bd_grow(all->items, all->count, &all->capacity, sizeof *all->items);
        all->items[all->count++] = (history_series){ 0 };
        key.ptr = bd_arena_text(&l->out->arena, key);
        bd_map_put(&all->rows, key, row, NULL);
    }
    if (row >= all->count || !all->items)
        return; /* cannot be */
    history_series *s = &all->items[row];
    s->items = bd_grow(s->items, s->count, &s->capacity, sizeof *s->items);
    s->items[s->count++] = o;
}

static void look_at_lane(looking *l, lane_runs *lane, const bd_map *spans)
{
    const bd_observations *all = &l->out->observations;
    lane_series series = { 0 };
    put_in_order(lane);
    for (size_t i = 0; i < lane->count; i++) {
        const bd_run *const *run = &lane->runs[i];
        for (size_t k = bd_span_of(all, spans, run); k < all->count && all->items[k].run == *run;
             k++)
            take_observation(l, &series, &all->items[k]);
    }
    for (size_t i = 0; i < series.count; i++) {
        look_at(l, lane, &series.items[i]);
        free(series.items[i].items);
    }
    free(series.items);
    bd_map_release(&series.rows);
}

/* The latest first; of one place the largest first. */
static int by_time(const void *a, const void *b)
{
    const bd_series_change *x = a, *y = b;
    int64_t tx = bd_run_time(x->after->run), ty = bd_run_time(y->after->run);
    if (tx != ty)
        return tx > ty ? -1 : 1;
    if (x->after->run != y->after->run)
        return strcmp(x->after->run->id, y->after->run->id);
    if (x->before->run != y->before->run)
        return strcmp(x->before->run->id, y->before->run->id);
    double dx = x->point.magnitude, dy = y->point.magnitude;
    return dx > dy ? -1 : dx < dy ? 1 : strcmp(x->label, y->label);
}

bool bd_find_changes(const bd_config *config, const bd_runs *runs,
                     const bd_changes_options *options, bd_changes *out, bd_diagnostics *found)
{
    static const bd_changes_options defaults = BD_CHANGES_OPTIONS_INIT;
    looking l = { .config = config, .options = options ? options : &defaults, .out = out };
    bd_map spans = BD_MAP_INIT;
    *out = (bd_changes){ .least = l.options->least };
    for (size_t i = 0; i < runs->count; i++)
        add_run(&l, runs->items[i]);
    bool ok = bd_observe(config, runs, &out->observations, found);
    for (size_t i = 0; ok && i < out->observations.count; i++)
        out->asked_for += !l.options->query
                          || bd_query_holds(l.options->query, &out->observations.items[i]);
    if (ok)
        bd_find_spans(&out->observations, &out->arena, &spans);
    for (size_t i = 0; i < l.lane_count; i++) {
        if (ok)
            look_at_lane(&l, &l.lanes[i], &spans);
        free(l.lanes[i].runs);
    }
    if (out->count > 1)
        qsort(out->items, out->count, sizeof *out->items, by_time);
    free(l.lanes);
    bd_map_release(&spans);
    bd_buf_release(&l.key);
    return ok;
}

void bd_changes_release(bd_changes *changes)
{
    free(changes->items);
    bd_observations_release(&changes->observations);
    bd_arena_release(&changes->arena);
    *changes = (bd_changes){ 0 };
}
