/* What a history says of the series of a comparison: one number of each run, which need not
 * stay in memory. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>

static bool has(const bd_run *const *runs, size_t count, const bd_run *run)
{
    size_t at = 0;
    while (at < count && runs[at] != run)
        at++;
    return at < count;
}

/* @param identity  of the observation */
static void take(bd_comparing *c, bd_row_finder *finder, const bd_observation *o, bd_str identity,
                 bool is_base)
{
    double factor;
    bool reciprocal;
    bd_number number;
    size_t row = bd_compare_row(c, finder, identity, bd_compare_compat(o));
    if (row == SIZE_MAX || !bd_compare_number(o, &number)
        || !bd_compare_factor(o->point->unit, c->keys[row].unit, &factor, &reciprocal))
        return;
    double x = bd_compare_converted(bd_number_as_double(number), factor, reciprocal);
    if (!isfinite(x))
        return;
    c->past = bd_grow(c->past, c->past_count, &c->past_capacity, sizeof *c->past);
    c->past[c->past_count++] = (bd_past_handed){ row, x, is_base };
}

/* Into the rows of each group whose history has the run. */
static void take_all(bd_comparing *c, const bd_run *run, const bd_observations *observations)
{
    for (size_t i = 0; i < observations->count; i++) {
        const bd_observation *o = &observations->items[i];
        if (!bd_compare_asks_for(&c->options, o))
            continue;
        bd_series_identity(o, &c->scratch);
        for (size_t g = 0; g < c->out->group_count; g++) {
            const bd_baseline *base = &c->out->groups[g].baseline;
            if (has(base->history, base->history_count, run))
                take(c, &c->finders[g], o, bd_buf_str(&c->scratch),
                     has(base->runs, base->run_count, run));
        }
    }
}

bool bd_compare_take_past(bd_comparing *c, const bd_run *run, const bd_run *points,
                          bd_diagnostics *found)
{
    bd_observations observations = BD_OBSERVATIONS_INIT;
    bd_run *borrowed = (bd_run *)(size_t)points;
    const bd_runs one = { &borrowed, 1, 1 };
    bool ok = bd_observe(c->call->config, &one, &observations, found);
    if (ok)
        take_all(c, run, &observations);
    bd_observations_release(&observations);
    return ok;
}

void bd_compare_sort_past(bd_comparing *c)
{
    size_t rows = c->out->row_count;
    bd_arena *arena = &c->out->arena;
    double *all = bd_arena_alloc(arena, (c->past_count + 1) * sizeof *all);
    c->pasts = bd_arena_alloc(arena, (rows + 1) * sizeof *c->pasts);
    for (size_t i = 0; i < c->past_count; i++)
        c->pasts[c->past[i].row].count++;
    for (size_t row = 0; row < rows; row++) {
        size_t count = c->pasts[row].count;
        c->pasts[row] = (bd_row_past){ .numbers = all, .base = SIZE_MAX };
        all += count;
    }
    for (size_t i = 0; i < c->past_count; i++) {
        bd_row_past *past = &c->pasts[c->past[i].row];
        if (c->past[i].is_base)
            past->base = past->count;
        past->numbers[past->count++] = c->past[i].number;
    }
}
