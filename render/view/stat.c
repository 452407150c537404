/* The statistic of a point: computed from its observations where it has any. */
#include "render/view/view.h"

#include "stats/stats.h"

#include <stdlib.h>

static bd_number from_values(bd_series_values v, bd_stat stat)
{
    switch (stat.kind) {
    case BD_STAT_N:
        return bd_int((int64_t)v.count);
    case BD_STAT_MEAN:
        return bd_mean(v);
    case BD_STAT_MEDIAN:
        return bd_median(v);
    case BD_STAT_SD:
        return bd_standard_deviation(v);
    case BD_STAT_MAD:
        return bd_mad(v);
    case BD_STAT_MIN:
        return bd_minimum(v);
    case BD_STAT_MAX:
        return bd_maximum(v);
    case BD_STAT_PERCENTILE:
        return bd_percentile(v, stat.p_micro);
    default:
        return (bd_number)BD_NUMBER_NOTHING;
    }
}

static bd_number from_counted(bd_counted_values v, bd_stat stat)
{
    switch (stat.kind) {
    case BD_STAT_N:
        return bd_int(bd_total_count(v));
    case BD_STAT_MEAN:
        return bd_mean_counted(v);
    case BD_STAT_MEDIAN:
        return bd_median_counted(v);
    case BD_STAT_SD:
        return bd_standard_deviation_counted(v);
    case BD_STAT_MAD:
        return bd_mad_counted(v);
    case BD_STAT_MIN:
        return bd_minimum_counted(v);
    case BD_STAT_MAX:
        return bd_maximum_counted(v);
    case BD_STAT_PERCENTILE:
        return bd_percentile_counted(v, stat.p_micro);
    default:
        return (bd_number)BD_NUMBER_NOTHING;
    }
}

static bd_number computed(const bd_point *p, bd_stat stat)
{
    if (p->samples.count > 0)
        return from_values(
            (bd_series_values){ p->samples.ints, p->samples.doubles, p->samples.count }, stat);
    if (p->histogram.count > 0)
        return from_counted(
            (bd_counted_values){ p->histogram.values, p->histogram.counts, p->histogram.count },
            stat);
    return (bd_number)BD_NUMBER_NOTHING;
}

static bd_number own(const bd_point *p, bd_stat stat)
{
    switch (stat.kind) {
    case BD_STAT_VALUE:
        return p->value;
    case BD_STAT_N:
        return p->n > 0 ? bd_int(p->n) : (bd_number)BD_NUMBER_NOTHING;
    case BD_STAT_ERROR:
        return p->error;
    case BD_STAT_LOW:
        return p->low;
    case BD_STAT_HIGH:
        return p->high;
    default:
        return (bd_number)BD_NUMBER_NOTHING;
    }
}

static int64_t observation_count(const bd_point *p)
{
    if (p->samples.count > 0)
        return (int64_t)p->samples.count;
    if (p->histogram.count > 0)
        return bd_total_count(
            (bd_counted_values){ p->histogram.values, p->histogram.counts, p->histogram.count });
    return p->n;
}

bool bd_point_stat(const bd_point *point, bd_stat stat, bd_number *out, bool *reported, int64_t *n)
{
    *reported = false;
    *n = observation_count(point);
    *out = computed(point, stat);
    for (size_t i = 0; out->kind == BD_NUMBER_NONE && i < point->reported_count; i++)
        if (bd_stat_same(point->reported[i].stat, stat)) {
            *out = point->reported[i].number;
            *reported = !point->reported[i].computed;
        }
    if (out->kind == BD_NUMBER_NONE) {
        *out = own(point, stat);
        *reported = stat.kind != BD_STAT_VALUE && out->kind != BD_NUMBER_NONE;
    }
    return out->kind != BD_NUMBER_NONE;
}

static int by_stat(const void *a, const void *b)
{
    return bd_stat_order(((const bd_stat_value *)a)->stat, ((const bd_stat_value *)b)->stat);
}

/* In one order, whatever the file's: benchdoc.lock has its own. */
static void add_reported(const bd_point *point, bd_arena *arena, bd_names *out)
{
    bd_buf name = BD_BUF_INIT;
    bd_stat_value *sorted = bd_alloc((point->reported_count + 1) * sizeof *sorted);
    for (size_t i = 0; i < point->reported_count; i++)
        sorted[i] = point->reported[i];
    qsort(sorted, point->reported_count, sizeof *sorted, by_stat);
    for (size_t i = 0; i < point->reported_count; i++) {
        if (sorted[i].stat.kind == BD_STAT_N)
            continue;
        bd_buf_clear(&name);
        bd_stat_name(sorted[i].stat, &name);
        bd_names_add(out, bd_arena_text(arena, bd_buf_str(&name)));
    }
    free(sorted);
    bd_buf_release(&name);
}

void bd_point_stat_names(const bd_point *point, bd_arena *arena, bd_names *out)
{
    static const char *const from_observations[] = { "n",   "mean", "median", "sd",  "mad",
                                                     "min", "max",  "p50",    "p95", "p99" };
    bool any = point->samples.count > 0 || point->histogram.count > 0;
    if (point->value.kind != BD_NUMBER_NONE)
        bd_names_add(out, "value");
    for (size_t i = 0; any && i < BD_COUNT(from_observations); i++)
        bd_names_add(out, from_observations[i]);
    if (point->error.kind != BD_NUMBER_NONE)
        bd_names_add(out, "error");
    if (point->low.kind != BD_NUMBER_NONE)
        bd_names_add(out, "low");
    if (point->high.kind != BD_NUMBER_NONE)
        bd_names_add(out, "high");
    if (!any)
        add_reported(point, arena, out);
    if (!any && point->n > 0)
        bd_names_add(out, "n");
}
