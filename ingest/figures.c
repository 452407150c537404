/* Numbers of a point out of JSON objects: see figures.h. */
#include "ingest/figures.h"

#include <stdlib.h>
#include <string.h>

/* Statistics of one point: adding copies, so a file cannot ask for more. */
enum { REPORTED_MAX = 200 };

bool bd_figure_number(const bd_json *at, bd_number *out, bd_error *err)
{
    bd_json_type type = bd_json_typeof(at);
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (type == BD_JSON_NULL || type == BD_JSON_NAN)
        return true;
    return bd_json_number(at, out, err);
}

bool bd_figure_value(const bd_json *at, bd_run *run, bd_point *point, bd_error *err)
{
    point->source = bd_source_of(at, run);
    return bd_figure_number(at, &point->value, err);
}

bool bd_figure_report(const bd_json *at, bd_stat stat, bd_run *run, bd_point *point, bd_error *err)
{
    bd_stat_value value = { .stat = stat };
    if (!bd_figure_number(at, &value.number, err))
        return false;
    if (value.number.kind == BD_NUMBER_NONE)
        return true;
    for (size_t i = 0; i < point->reported_count; i++)
        if (bd_stat_same(point->reported[i].stat, stat))
            return true;
    if (point->reported_count == REPORTED_MAX)
        return bd_json_fail(at, err, "more than %d statistics of one benchmark", REPORTED_MAX);
    value.at = bd_spot_of(at, &point->source, run);
    bd_stat_value *grown = bd_arena_alloc(&run->arena, (point->reported_count + 1) * sizeof *grown);
    if (point->reported_count > 0)
        memcpy(grown, point->reported, point->reported_count * sizeof *grown);
    grown[point->reported_count++] = value;
    point->reported = grown;
    return true;
}

static bool read_count(const bd_json *at, bd_point *point, bd_error *err)
{
    if (bd_json_typeof(at) == BD_JSON_NULL)
        return true;
    return bd_json_int(at, &point->n, err)
           && (point->n >= 0 || bd_json_fail(at, err, "expected a count of 0 or more"));
}

static bool read_bound(const bd_json *at, bd_stat_kind kind, bd_run *run, bd_point *point,
                       bd_error *err)
{
    bd_number *number = kind == BD_STAT_ERROR ? &point->error
                        : kind == BD_STAT_LOW ? &point->low
                                              : &point->high;
    bd_spot *spot = kind == BD_STAT_ERROR ? &point->error_at
                    : kind == BD_STAT_LOW ? &point->low_at
                                          : &point->high_at;
    if (!bd_figure_number(at, number, err))
        return false;
    if (number->kind != BD_NUMBER_NONE)
        *spot = bd_spot_of(at, &point->source, run);
    return true;
}

static bool read_figure(const bd_json *at, bd_stat stat, bd_run *run, bd_point *point,
                        bd_error *err)
{
    switch (stat.kind) {
    case BD_STAT_VALUE:
        return true;
    case BD_STAT_N:
        return read_count(at, point, err);
    case BD_STAT_ERROR:
    case BD_STAT_LOW:
    case BD_STAT_HIGH:
        return read_bound(at, stat.kind, run, point, err);
    default:
        return bd_figure_report(at, stat, run, point, err);
    }
}

bool bd_figures_read(const bd_json *object, const bd_figure *figures, size_t count, bd_run *run,
                     bd_point *point, bd_error *err)
{
    bd_json member;
    bool ok = bd_json_expect(object, BD_JSON_OBJECT, err);
    point->source = bd_source_of(object, run);
    for (size_t i = 0; i < count && ok; i++)
        if (figures[i].stat.kind == BD_STAT_VALUE
            && bd_json_member(object, figures[i].key, &member))
            ok = bd_figure_value(&member, run, point, err);
    for (size_t i = 0; i < count && ok; i++)
        if (bd_json_member(object, figures[i].key, &member))
            ok = read_figure(&member, figures[i].stat, run, point, err);
    return ok;
}

static int64_t *as_integers(const bd_json *array, bd_run *run)
{
    bd_json item;
    bd_error none = BD_ERROR_INIT;
    int64_t *ints = bd_arena_alloc(&run->arena, bd_json_count(array) * sizeof *ints);
    for (bool more = bd_json_first(array, &item); more; more = bd_json_next(&item))
        bd_json_int(&item, &ints[item.index], &none);
    return ints;
}

bool bd_figure_samples(const bd_json *array, bd_run *run, bd_point *point, bd_error *err)
{
    size_t count = bd_json_count(array);
    bool all_int;
    if (bd_json_typeof(array) == BD_JSON_NULL)
        return true;
    if (!bd_json_expect(array, BD_JSON_ARRAY, err))
        return false;
    if (count == 0)
        return true;
    double *values = bd_arena_alloc(&run->arena, count * sizeof *values);
    if (!bd_json_doubles(array, false, values, &all_int, err))
        return false;
    point->samples = (bd_samples){ .count = count };
    if (all_int)
        point->samples.ints = as_integers(array, run);
    else
        point->samples.doubles = values;
    point->observed_at = bd_spot_of(array, &point->source, run);
    if (point->n == 0)
        point->n = (int64_t)count;
    return true;
}

bool bd_figure_per_count(const bd_json *totals, const bd_json *counts, bd_run *run, bd_point *point,
                         bd_error *err)
{
    bool all_int;
    if (!bd_json_expect(counts, BD_JSON_ARRAY, err) || !bd_json_expect(totals, BD_JSON_ARRAY, err))
        return false;
    size_t n = bd_json_count(totals);
    if (bd_json_count(counts) != n)
        return bd_json_fail(counts, err, "%zu counts, where there are %zu times",
                            bd_json_count(counts), n);
    double *values = bd_arena_alloc(&run->arena, (n + 1) * sizeof *values);
    double *divisors = bd_alloc((n + 1) * sizeof *divisors);
    bool ok = bd_json_doubles(totals, false, values, &all_int, err)
              && bd_json_doubles(counts, false, divisors, &all_int, err);
    for (size_t i = 0; i < n && ok; i++) {
        ok = divisors[i] > 0 || bd_json_fail(counts, err, "expected counts above zero");
        values[i] = ok ? values[i] / divisors[i] : 0;
    }
    free(divisors);
    if (ok && n > 0)
        point->samples = (bd_samples){ .doubles = values, .count = n };
    point->n = (int64_t)point->samples.count;
    return ok;
}

typedef struct placed_number {
    bd_json at;
    double value;
} placed_number;

static int by_value(const void *a, const void *b)
{
    const placed_number *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->at.index > y->at.index) - (x->at.index < y->at.index);
}

bool bd_figure_middle(const bd_json *array, bd_run *run, bd_point *point, bd_error *err)
{
    size_t count = bd_json_count(array), i = 0;
    bd_json item;
    bool ok = true;
    point->source = bd_source_of(array, run);
    if (bd_json_typeof(array) != BD_JSON_ARRAY || count == 0)
        return true;
    placed_number *sorted = bd_alloc(count * sizeof *sorted);
    for (bool more = bd_json_first(array, &item); more && ok; more = bd_json_next(&item)) {
        sorted[i].at = item;
        ok = bd_json_double(&item, &sorted[i++].value, err);
    }
    if (ok) {
        qsort(sorted, count, sizeof *sorted, by_value);
        ok = bd_figure_value(&sorted[count / 2].at, run, point, err);
    }
    free(sorted);
    return ok;
}

bd_point *bd_figure_point(bd_run *run, size_t first, const char *metric)
{
    bd_point *point = bd_run_add_point(run);
    point->benchmark = run->points[first].benchmark;
    point->params = run->points[first].params;
    point->threads = run->points[first].threads;
    point->metric = metric;
    return point;
}

void bd_figure_judge(bd_point *point, const char *reason)
{
    if (point->value.kind != BD_NUMBER_NONE || point->outcome != BD_OUTCOME_OK)
        return;
    point->outcome = BD_OUTCOME_FAILED;
    point->reason = reason;
}
