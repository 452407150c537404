/* Points out of groups of pipeline samples, and the few exact statistics that a results
 * file is checked against. */
#include "ingest/sample_groups.h"

#include <stdlib.h>
#include <string.h>

int bd_exact_order(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int64_t bd_exact_median(const int64_t *sorted, size_t n)
{
    int64_t high = sorted[n / 2], low = n % 2 == 1 ? high : sorted[n / 2 - 1];
    if (low < 0 && high > 0) /* their sum cannot overflow, their difference can */
        return (low + high) / 2;
    return high <= 0 ? high - (high - low) / 2 : low + (high - low) / 2;
}

/* Hyndman and Fan 1996, definition 1, in integers so that no rank is off by rounding. */
int64_t bd_exact_percentile(const int64_t *sorted, size_t n, uint32_t p_micro)
{
    const uint64_t whole = 100u * 1000000u;
    uint64_t rank = ((uint64_t)p_micro * n + whole - 1) / whole;
    return sorted[rank > 0 ? rank - 1 : 0];
}

int64_t *bd_sample_column_sorted(const bd_sample_group *group, const bd_sample_column *column)
{
    if (group->counted == 0)
        return NULL;
    int64_t *sorted = bd_alloc(group->counted * sizeof *sorted);
    size_t n = 0;
    for (size_t i = 0; i < column->count; i++) {
        if (group->numbers[i] < 0)
            continue;
        if (column->values[i].kind != BD_NUMBER_INT) {
            free(sorted);
            return NULL;
        }
        sorted[n++] = column->values[i].as.i;
    }
    qsort(sorted, n, sizeof *sorted, bd_exact_order);
    return sorted;
}

/* The counted values or the warm-ups of a column, in the order of the file. */
static bd_samples samples_of(bd_run *run, const bd_sample_group *group,
                             const bd_sample_column *column, bool warmups)
{
    size_t n = warmups ? group->count - group->counted : group->counted, at = 0;
    if (n == 0)
        return (bd_samples){ 0 };
    int64_t *ints = bd_arena_alloc(&run->arena, n * sizeof *ints);
    double *doubles = bd_arena_alloc(&run->arena, n * sizeof *doubles);
    bool all_int = true;
    for (size_t i = 0; i < column->count && at < n; i++) {
        if ((group->numbers[i] < 0) != warmups)
            continue;
        bd_number value = column->values[i];
        ints[at] = value.kind == BD_NUMBER_INT ? value.as.i : 0;
        doubles[at++] = bd_number_as_double(value);
        all_int = all_int && value.kind == BD_NUMBER_INT;
    }
    return all_int ? (bd_samples){ .ints = ints, .count = at }
                   : (bd_samples){ .doubles = doubles, .count = at };
}

static const bd_compat *compat_of(bd_run *run, const bd_sample_group *group,
                                  const bd_sample_column *column, size_t *place)
{
    int64_t *sorted = bd_is_timer(bd_str_of(column->name)) ? bd_sample_column_sorted(group, column)
                                                           : NULL;
    if (!sorted)
        return NULL;
    bd_compat compat = {
        .name = bd_arena_printf(&run->arena, "%s %s median", group->name, column->name),
        .unit = "ns",
        .value = bd_int(bd_exact_median(sorted, group->counted)),
        .place = (*place)++,
    };
    free(sorted);
    return bd_arena_copy(&run->arena, &compat, sizeof compat);
}

static void set_params(bd_run *run, bd_pairs *params, const bd_sample_group *group)
{
    static const char *const names[BD_GROUP_TEXTS] = { "kind", "workload", "source", "target",
                                                       "replaced" };
    for (size_t i = 0; i < BD_GROUP_TEXTS; i++)
        bd_pairs_set(params, &run->arena, bd_str_of(names[i]), bd_str_of(group->texts[i]));
    bd_pairs_set(params, &run->arena, BD_STR("rows"), bd_str_of(group->rows));
}

/* The measure of the group's first counted sample. */
static bd_source source_of(bd_run *run, const bd_sample_group *group,
                           const bd_sample_column *column)
{
    bd_json at;
    if (!group->at.doc)
        return (bd_source){ .line = group->line, .column = column->column };
    return bd_source_of(bd_json_member(&group->at, column->name, &at) ? &at : &group->at, run);
}

static void add_group(const bd_sample_groups *groups, const bd_sample_group *group, size_t *place)
{
    bd_run *run = groups->run;
    for (size_t i = 0; i < group->column_count; i++) {
        const bd_sample_column *column = &group->columns[i];
        bd_point *point = bd_run_add_point(run);
        point->benchmark = group->name;
        point->metric = column->name;
        point->unit = bd_is_timer(bd_str_of(column->name)) ? "ns" : "";
        point->n = (int64_t)group->counted;
        set_params(run, &point->params, group);
        point->samples = samples_of(run, group, column, false);
        point->warmups = samples_of(run, group, column, true);
        point->reported = column->reported;
        point->reported_count = column->reported_count;
        point->compat = compat_of(run, group, column, place);
        point->source = source_of(run, group, column);
        if (group->counted == 0) {
            point->outcome = BD_OUTCOME_INCOMPLETE;
            point->reason = "there are only warm-ups";
        }
        if (i == 0 && group->rest.len > 0)
            point->rest = bd_arena_printf(&run->arena, "{\"samples\":[%s]}", group->rest.data);
    }
}

void bd_sample_groups_points(const bd_sample_groups *groups, size_t *place)
{
    for (size_t i = 0; i < groups->count; i++)
        add_group(groups, &groups->items[i], place);
}
