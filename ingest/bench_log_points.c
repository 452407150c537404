/* What a server log measured → points. A group is a kind and its rows; repeated lines give
 * their middle value, as the tick report does (of an even number the upper one of the two
 * middle ones: always a value that was measured). */
#include "ingest/bench_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define TICK_NS INT64_C(50000000)

static void put_fields(const bd_bench_line *line, bd_buf *out)
{
    bd_buf_printf(out, "%s{\"line\":%d", out->len > 0 ? "," : "", line->number);
    for (size_t i = 0; i < line->field_count; i++) {
        bd_buf_putc(out, ',');
        bd_json_quote(line->fields[i].key, out);
        bd_buf_putc(out, ':');
        if (line->fields[i].none)
            bd_buf_puts(out, "null");
        else
            bd_json_quote(line->fields[i].value, out);
    }
    bd_buf_putc(out, '}');
}

static bd_bench_group *group_of(bd_bench_log *log, const bd_bench_measurement *measured)
{
    char *key = bd_arena_printf(&log->keys, "%s %" PRId64, measured->kind, measured->rows);
    bool added;
    size_t *index = bd_map_put(&log->by_name, bd_str_of(key), log->count, &added);
    if (!added)
        return &log->groups[*index];
    log->groups = bd_grow(log->groups, log->count, &log->capacity, sizeof *log->groups);
    bd_bench_group *group = &log->groups[log->count++];
    *group = (bd_bench_group){ .kind = measured->kind,
                               .rows = measured->rows,
                               .compare = measured->compare };
    return group;
}

void bd_bench_log_add(bd_bench_log *log, const bd_bench_line *line,
                      const bd_bench_measurement *measured)
{
    bd_bench_group *group = group_of(log, measured);
    group->walls = bd_grow(group->walls, group->count, &group->capacity, sizeof *group->walls);
    group->gaps = bd_grow(group->gaps, group->count, &group->gap_capacity, sizeof *group->gaps);
    group->walls[group->count] = measured->wall;
    group->gaps[group->count++] = measured->gap;
    if (measured->refused)
        group->refused = measured->refused;
    put_fields(line, &group->lines);
}

static int by_time(const void *a, const void *b)
{
    const bd_bench_time *x = a, *y = b;
    return x->ns != y->ns ? (x->ns > y->ns) - (x->ns < y->ns)
                          : (x->line > y->line) - (x->line < y->line);
}

static bd_bench_time middle(const bd_bench_time *values, size_t n)
{
    bd_bench_time *sorted = bd_alloc(n * sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_time);
    bd_bench_time value = sorted[n / 2];
    free(sorted);
    return value;
}

static void add_point(bd_bench_log *log, const bd_bench_group *group, const char *metric,
                      bd_bench_time value, size_t *place)
{
    bd_run *run = log->run;
    bd_point *point = bd_run_add_point(run);
    char *rows = bd_arena_printf(&run->arena, "%" PRId64, group->rows);
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    point->benchmark = bd_arena_printf(&run->arena, "%s %srows", group->kind, rows);
    point->metric = metric;
    point->unit = "ns";
    point->value = bd_int(value.ns);
    point->n = (int64_t)group->count;
    bd_pairs_set(&point->params, &run->arena, BD_STR("kind"), bd_str_of(group->kind));
    bd_pairs_set(&point->params, &run->arena, BD_STR("rows"), bd_str_of(rows));
    if (group->refused) {
        point->outcome = BD_OUTCOME_REFUSED;
        point->reason = group->refused;
    }
    point->source = (bd_source){ .line = value.line, .column = value.column };
    compat->name = bd_arena_printf(&run->arena, "%s %s", point->benchmark, metric);
    compat->unit = "ns";
    compat->value = point->value;
    compat->place = (*place)++;
    point->compat = compat;
}

static void add_group(bd_bench_log *log, const bd_bench_group *group, size_t *place)
{
    add_point(log, group, "wall", middle(group->walls, group->count), place);
    log->run->points[log->run->point_count - 1].rest = bd_arena_printf(
        &log->run->arena, "{\"lines\":[%s]}", group->lines.data);
    if (group->compare)
        return;
    bd_bench_time gap = middle(group->gaps, group->count);
    add_point(log, group, "gap", gap, place);
    gap.ns = gap.ns > TICK_NS ? gap.ns - TICK_NS : 0;
    add_point(log, group, "overrun", gap, place);
}

void bd_bench_log_points(bd_bench_log *log)
{
    size_t place = 0;
    for (size_t i = 0; i < log->count; i++)
        add_group(log, &log->groups[i], &place);
    bd_sample_groups_points(&log->samples, &place);
}

/* "spin20000", or "spin20000 (2)" when it was there before. */
static const char *unique_name(bd_bench_log *log, const char *prefix, bd_str name)
{
    const char *text = bd_arena_printf(&log->run->arena, "%s%.*s", prefix, (int)name.len, name.ptr);
    bool added;
    size_t *times = bd_map_put(&log->controls, bd_str_of(text), 1, &added);
    if (added)
        return text;
    return bd_arena_printf(&log->run->arena, "%s (%zu)", text, ++*times);
}

void bd_bench_log_add_control(bd_bench_log *log, const bd_bench_line *line)
{
    bd_run *run = log->run;
    const bd_bench_field *label = bd_bench_line_field(line, "label");
    const char *name = unique_name(log, "", label ? label->value : BD_STR(""));
    for (size_t i = 0; i < line->field_count; i++) {
        const bd_bench_field *field = &line->fields[i];
        int64_t value;
        if (field->none || !bd_bench_int(field->value, &value) || bd_str_is(field->key, "label"))
            continue;
        bd_point *point = bd_run_add_point(run);
        point->benchmark = bd_arena_printf(&run->arena, "calibrate %s", name);
        point->metric = bd_arena_text(&run->arena, field->key);
        point->unit = bd_is_timer(field->key) ? "ns" : "";
        point->value = bd_int(value);
        point->n = 1;
        bd_pairs_set(&point->params, &run->arena, BD_STR("kind"), BD_STR("calibrate"));
        bd_pairs_set(&point->params, &run->arena, BD_STR("label"), bd_str_of(name));
        point->source = (bd_source){ .line = line->number,
                                     .column = bd_bench_line_column(line, field) };
    }
}

/* "compare raw SQL: MongoDB has no SQL" or "rawwrite: rows=5000 MongoDB has no SQL". */
void bd_bench_log_add_skip(bd_bench_log *log, const bd_bench_line *line)
{
    bd_run *run = log->run;
    bd_str rest = line->rest, name, rows = { "", 0 };
    bd_str_split(&rest, ':', &name);
    name = bd_str_trim(name);
    bd_str reason = rest.ptr ? bd_str_trim(rest) : line->rest;
    if (bd_str_starts(reason, "rows=")) {
        size_t end = 5;
        while (end < reason.len && reason.ptr[end] != ' ')
            end++;
        rows = bd_str_sub(reason, 5, end);
        reason = bd_str_trim(bd_str_sub(reason, end, reason.len));
    }
    if (reason.len == 0)
        reason = line->rest;
    const char *kind = rows.len > 0 ? bd_arena_text(&run->arena, name)
                                    : unique_name(log, "skip ", name) + strlen("skip ");
    bd_point *point = bd_run_add_point(run);
    point->benchmark = rows.len > 0 ? bd_arena_printf(&run->arena, "%s %.*srows", kind,
                                                      (int)rows.len, rows.ptr)
                                    : kind;
    point->metric = "wall";
    point->unit = "ns";
    point->outcome = BD_OUTCOME_SKIPPED;
    point->reason = bd_arena_text(&run->arena, reason);
    bd_pairs_set(&point->params, &run->arena, BD_STR("kind"), bd_str_of(kind));
    if (rows.len > 0)
        bd_pairs_set(&point->params, &run->arena, BD_STR("rows"), rows);
    point->source = (bd_source){ .line = line->number, .column = 1 };
}

void bd_bench_log_release(bd_bench_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        free(log->groups[i].walls);
        free(log->groups[i].gaps);
        bd_buf_release(&log->groups[i].lines);
    }
    free(log->groups);
    bd_sample_groups_release(&log->samples);
    bd_buf_release(&log->remarks);
    bd_map_release(&log->by_name);
    bd_map_release(&log->controls);
    bd_arena_release(&log->keys);
}
