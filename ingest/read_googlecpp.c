/* Google Benchmark's JSON: rows in an array. Rows of one benchmark are repetitions and
 * aggregates over them: they become one point for each of its metrics. */
#include "ingest/googlecpp.h"

#include "core/base/map.h"

#include <stdlib.h>

typedef struct grouping {
    bd_run *run;
    bd_json *rows;
    size_t *next; /* of each row, the next one of its group; count = none */
    size_t count;
    bd_map first;  /* group → its first row */
    size_t *last;  /* of a first row: the last one of its group so far */
    size_t *sizes; /* of a first row: how many */
} grouping;

/* "BM_x_mean" of an aggregate without run_name is "BM_x". */
static bool group_name(const bd_json *row, bd_buf *name, bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool has_run_name = bd_json_member(row, "run_name", &member);
    bool ok = (has_run_name || bd_json_need(row, "name", &member, err))
              && bd_json_string(&member, &scratch, &text, err);
    bd_buf_clear(name);
    if (ok)
        bd_buf_put_str(name, text);
    if (ok && !has_run_name) {
        bd_str aggregate = bd_googlecpp_aggregate(row, &scratch), whole = bd_buf_str(name);
        size_t end = whole.len - aggregate.len;
        if (aggregate.len > 0 && whole.len > aggregate.len + 1 && whole.ptr[end - 1] == '_'
            && bd_str_eq(bd_str_sub(whole, end, whole.len), aggregate))
            name->len = end - 1;
    }
    bd_buf_release(&scratch);
    return ok;
}

static bool group_rows(grouping *g, bd_error *err)
{
    bd_buf name = BD_BUF_INIT;
    bool ok = true;
    for (size_t i = 0; i < g->count && ok; i++) {
        bool added;
        ok = bd_json_expect(&g->rows[i], BD_JSON_OBJECT, err)
             && group_name(&g->rows[i], &name, err);
        if (!ok)
            break;
        bd_str kept = { bd_arena_text(&g->run->arena, bd_buf_str(&name)), name.len };
        size_t first = *bd_map_put(&g->first, kept, i, &added);
        if (!added)
            g->next[g->last[first]] = i;
        g->last[first] = i;
        g->next[i] = g->count;
        g->sizes[first]++;
    }
    bd_buf_release(&name);
    return ok;
}

static bool read_groups(grouping *g, bd_error *err)
{
    bool ok = true;
    for (size_t i = 0; i < g->first.count && ok; i++) {
        size_t first = g->first.entries[i].value, count = 0;
        size_t *members = bd_alloc(g->sizes[first] * sizeof *members);
        for (size_t row = first; row < g->count; row = g->next[row])
            members[count++] = row;
        bd_googlecpp_group group = {
            .name = g->first.entries[i].key, .rows = g->rows, .members = members, .count = count
        };
        ok = bd_googlecpp_points(&group, g->run, err);
        free(members);
    }
    return ok;
}

static bool read_rows(bd_run *run, const bd_json *list, bd_error *err)
{
    grouping g = { .run = run, .count = bd_json_count(list), .first = BD_MAP_INIT };
    bd_json row;
    if (!bd_json_expect(list, BD_JSON_ARRAY, err))
        return false;
    g.rows = bd_alloc((g.count + 1) * sizeof *g.rows);
    g.next = bd_alloc((g.count + 1) * sizeof *g.next);
    g.last = bd_alloc((g.count + 1) * sizeof *g.last);
    g.sizes = bd_alloc((g.count + 1) * sizeof *g.sizes);
    for (size_t i = 0; i < g.count; i++)
        g.sizes[i] = 0;
    for (bool more = bd_json_first(list, &row); more; more = bd_json_next(&row))
        g.rows[row.index] = row;
    bool ok = group_rows(&g, err) && read_groups(&g, err);
    bd_map_release(&g.first);
    free(g.rows);
    free(g.next);
    free(g.last);
    free(g.sizes);
    return ok;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json list, context;
    if (!bd_json_need(reading->root, "benchmarks", &list, err))
        return false;
    bd_run *run = bd_reading_new_run(reading, &bd_reader_googlecpp);
    run->tool = "Google Benchmark";
    return (!bd_json_member(reading->root, "context", &context)
            || bd_googlecpp_context(&context, run, err))
           && read_rows(run, &list, err);
}

static bool probe(const bd_reading *reading)
{
    bd_json list, first, member;
    if (!bd_json_member(reading->root, "benchmarks", &list)
        || bd_json_typeof(&list) != BD_JSON_ARRAY)
        return false;
    if (!bd_json_first(&list, &first))
        return bd_json_member(reading->root, "context", &member);
    return bd_json_member(&first, "name", &member) && !bd_json_member(&first, "stats", &member)
           && (bd_json_member(&first, "real_time", &member)
               || bd_json_member(&first, "run_type", &member)
               || bd_json_member(&first, "run_name", &member));
}

const bd_reader bd_reader_googlecpp = {
    .format = { .name = "googlecpp",
                .aliases = "google-benchmark googlebenchmark",
                .summary = "Google Benchmark's JSON: repetitions, aggregates, counters, arguments",
                .example = "{\"context\": {\"num_cpus\": 4}, \"benchmarks\": [{\"name\": "
                           "\"BM_Copy/n:8\",\n"
                           "  \"real_time\": 12.5, \"cpu_time\": 12.4, \"time_unit\": \"ns\"}]}" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
