/* pipeline-results.json: {backend, samples[], summaries[]}. Every sample is kept, warm-ups
 * apart; what the summaries say is computed again from the samples and must agree. All
 * broken rules are collected, so that one reading shows the whole damage. */
#include "ingest/sample_groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct pipeline {
    bd_reading *reading;
    bd_run *run;
    bd_sample_groups groups;
    bd_map summary_lines; /* name → line */
    bd_json samples, summaries;
} pipeline;

static bool probe(const bd_reading *reading)
{
    bd_json samples, summaries;
    return reading->root && bd_json_member(reading->root, "samples", &samples)
           && bd_json_typeof(&samples) == BD_JSON_ARRAY
           && bd_json_member(reading->root, "summaries", &summaries)
           && bd_json_typeof(&summaries) == BD_JSON_ARRAY;
}

/* Puts a cursor's error among the findings, so that reading can go on. */
static void keep_error(const pipeline *p, bd_error *err)
{
    bd_error_in_file(err, p->reading->in->file->path);
    bd_diagnostics_add(p->reading->found, BD_ERROR, err);
    *err = (bd_error)BD_ERROR_INIT;
}

/* ---- backend ---- */

/* Where "backend=…" stands in environment.txt. @return its line; 0 = nowhere */
static int backend_line(bd_str text, bd_str *value)
{
    bd_str line;
    for (int number = 1; bd_str_split(&text, '\n', &line); number++) {
        bd_str rest = bd_str_trim(line), key;
        if (!bd_str_split(&rest, '=', &key) || !bd_str_is(bd_str_trim(key), "backend") || !rest.ptr)
            continue;
        *value = bd_str_trim(rest);
        return number;
    }
    return 0;
}

static bool read_backend(pipeline *p, bd_error *err)
{
    bd_json at;
    const char *backend;
    if (!bd_json_need(p->reading->root, "backend", &at, err)
        || !bd_json_text(&at, &p->run->arena, &backend, err))
        return false;
    const bd_ingest_file *file = bd_reading_environment(p->reading);
    bd_str said = { 0 };
    int line = file ? backend_line(file->bytes, &said) : 0;
    if (line > 0 && !bd_str_is(said, backend)) {
        bd_json_fail(&at, err, "the backend is %s here but %.*s at %s:%d", backend, (int)said.len,
                     said.ptr, file->path, line);
        return bd_hint(err, "are the two files of one run? correct the one that is wrong");
    }
    bd_pairs_set(&p->run->environment, &p->run->arena, BD_STR("backend"), bd_str_of(backend));
    return true;
}

/* ---- samples ---- */

static bool read_text(const pipeline *p, const bd_json *member, const char **out, bd_error *err)
{
    bd_json_type type = bd_json_typeof(member);
    if (type == BD_JSON_TRUE || type == BD_JSON_FALSE) /* `replaced` without its quotes */
        *out = type == BD_JSON_TRUE ? "true" : "false";
    else if (!bd_json_text(member, &p->run->arena, out, err))
        return false;
    if ((*out)[0] == '\0')
        return bd_json_fail(member, err, "expected a text that is not empty");
    return true;
}

static bool read_measure(const pipeline *p, const bd_json *member, bd_str key, bd_sample *sample,
                         bd_error *err)
{
    bd_number value = BD_NUMBER_NOTHING;
    if (bd_json_typeof(member) != BD_JSON_NUMBER && !bd_is_timer(key)) {
        bd_keep_rest(member, &sample->rest);
        return true;
    }
    if (!bd_json_number(member, &value, err))
        return false;
    if (!bd_sample_measure(sample, p->run, key, value))
        return bd_json_fail(member, err,
                            bd_is_timer(key) ? "expected a time in whole nanoseconds, 0 or more"
                                             : "expected a finite number");
    return true;
}

static bool read_member(const pipeline *p, const bd_json *member, bd_sample *sample, bd_error *err)
{
    bd_str key;
    if (!bd_member_name(member, &p->reading->scratch, &key, err))
        return false;
    size_t text = bd_sample_text_find(key), number = bd_sample_int_find(key);
    if (text != SIZE_MAX)
        return read_text(p, member, &sample->texts[text], err);
    if (number == SIZE_MAX)
        return read_measure(p, member, key, sample, err);
    sample->has[number] = bd_json_int(member, &sample->ints[number], err);
    return sample->has[number];
}

/* A sample with a member of the wrong type is reported once, for that, and left out. */
static void read_sample(pipeline *p, const bd_json *item)
{
    bd_error err = BD_ERROR_INIT;
    bd_sample sample = { .at = *item };
    bd_json member;
    bool whole = bd_json_expect(item, BD_JSON_OBJECT, &err);
    if (!whole)
        keep_error(p, &err);
    for (bool more = whole && bd_json_first(item, &member); more; more = bd_json_next(&member)) {
        if (read_member(p, &member, &sample, &err))
            continue;
        keep_error(p, &err);
        whole = false;
    }
    if (whole)
        bd_sample_groups_add(&p->groups, &sample);
    else
        bd_sample_groups_reject(&p->groups, &sample);
    bd_sample_release(&sample);
}

/* ---- summaries ---- */

static bool stat_from(const int64_t *sorted, size_t n, bd_stat stat, int64_t *out)
{
    switch (stat.kind) {
    case BD_STAT_MEDIAN:
        *out = bd_exact_median(sorted, n);
        return true;
    case BD_STAT_MIN:
    case BD_STAT_MAX:
        *out = sorted[stat.kind == BD_STAT_MIN ? 0 : n - 1];
        return true;
    case BD_STAT_PERCENTILE:
        *out = bd_exact_percentile(sorted, n, stat.p_micro);
        return true;
    default:
        return false;
    }
}

/* Compares one statistic with what the samples give. */
static bool check_stat(const bd_json *at, bd_stat stat, const int64_t *sorted, size_t n,
                       bd_number *said, bd_error *err)
{
    int64_t computed = 0;
    if (!bd_json_number(at, said, err))
        return false;
    if (!stat_from(sorted, n, stat, &computed) || bd_number_order(*said, bd_int(computed)) == 0)
        return true;
    bd_buf name = BD_BUF_INIT, text = BD_BUF_INIT;
    bd_stat_name(stat, &name);
    bd_number_text(*said, &text);
    bd_json_fail(at, err, "the summary says %s %s, its %zu samples give %" PRId64,
                 bd_buf_text(&name), bd_buf_text(&text), n, computed);
    bd_buf_release(&name);
    bd_buf_release(&text);
    return false;
}

static void check_timer_stats(const pipeline *p, const bd_json *timer, const int64_t *sorted,
                              size_t n, bd_sample_column *column)
{
    static const char *const needed[] = { "median", "p95", "max" };
    bd_error err = BD_ERROR_INIT;
    bd_json member;
    bd_stat_value *values = bd_arena_alloc(&p->run->arena,
                                           (bd_json_count(timer) + 1) * sizeof *values);
    for (size_t i = 0; i < BD_COUNT(needed); i++)
        if (!bd_json_need(timer, needed[i], &member, &err))
            keep_error(p, &err);
    for (bool more = bd_json_first(timer, &member); more; more = bd_json_next(&member)) {
        bd_stat stat;
        if (!bd_stat_parse(bd_json_key(&member, &p->reading->scratch), &stat))
            continue;
        bd_stat_value value = { .stat = stat,
                                .at = bd_spot_of(&member, &(bd_source){ 0 }, p->run) };
        if (!check_stat(&member, stat, sorted, n, &value.number, &err))
            keep_error(p, &err);
        values[column->reported_count++] = value;
    }
    column->reported = values;
}

static void check_timer(const pipeline *p, const bd_json *timer, bd_sample_group *group)
{
    bd_error err = BD_ERROR_INIT;
    bd_str key = bd_json_key(timer, &p->reading->scratch);
    bd_sample_column *column = bd_sample_column_find(group, key);
    int64_t *sorted = column ? bd_sample_column_sorted(group, column) : NULL;
    if (!column)
        bd_json_fail(timer, &err, "the summary has %.*s, its samples have not", (int)key.len,
                     key.ptr);
    else if (bd_json_expect(timer, BD_JSON_OBJECT, &err) && sorted)
        check_timer_stats(p, timer, sorted, group->counted, column);
    if (err.code != BD_OK)
        keep_error(p, &err);
    free(sorted);
}

static void check_count(const pipeline *p, const bd_json *summary, const bd_sample_group *group)
{
    bd_error err = BD_ERROR_INIT;
    bd_json at;
    int64_t count;
    if (bd_json_need(summary, "samples", &at, &err) && bd_json_int(&at, &count, &err)
        && count != (int64_t)group->counted)
        bd_json_fail(&at, &err, "the summary says %" PRId64 " samples, the file has %zu", count,
                     group->counted);
    if (err.code != BD_OK)
        keep_error(p, &err);
}

static void check_members(const pipeline *p, const bd_json *summary, bd_sample_group *group)
{
    bd_json member;
    bd_buf rest = BD_BUF_INIT;
    for (bool more = bd_json_first(summary, &member); more; more = bd_json_next(&member)) {
        if (bd_json_key_is(&member, "name") || bd_json_key_is(&member, "samples"))
            continue;
        bd_str key = bd_json_key(&member, &p->reading->scratch);
        if (bd_is_timer(key) || bd_sample_column_find(group, key))
            check_timer(p, &member, group);
        else
            bd_keep_rest(&member, &rest);
    }
    if (rest.len > 0)
        bd_buf_printf(&group->rest, "%s{\"summary\":true,%s", group->rest.len > 0 ? "," : "",
                      rest.data + 1);
    bd_buf_release(&rest);
}

static void check_timers_there(const pipeline *p, const bd_json *summary,
                               const bd_sample_group *group)
{
    bd_json timer;
    for (size_t i = 0; i < group->column_count; i++) {
        const char *name = group->columns[i].name;
        bd_error err = BD_ERROR_INIT;
        if (!bd_is_timer(bd_str_of(name)) || bd_json_member(summary, name, &timer))
            continue;
        bd_json_fail(summary, &err, "the summary has no %s, its samples have", name);
        keep_error(p, &err);
    }
}

static bool find_group(pipeline *p, const bd_json *summary, bd_sample_group **out, bd_error *err)
{
    bd_json at;
    const char *name;
    int line, column;
    bool added;
    if (!bd_json_expect(summary, BD_JSON_OBJECT, err) || !bd_json_need(summary, "name", &at, err)
        || !bd_json_text(&at, &p->run->arena, &name, err))
        return false;
    bd_json_position(&at, &line, &column);
    size_t first = *bd_map_put(&p->summary_lines, bd_str_of(name), (size_t)line, &added);
    if (!added)
        return bd_json_fail(&at, err, "the summary of %s is at line %zu already", name, first);
    *out = bd_sample_groups_find(&p->groups, bd_str_of(name));
    if (*out)
        (*out)->summarized = true;
    if ((*out && (*out)->counted > 0) || bd_sample_group_is_damaged(&p->groups, *out))
        return true;
    return bd_json_fail(&at, err, "the summary of %s has no samples", name);
}

static void check_summary(pipeline *p, const bd_json *summary)
{
    bd_error err = BD_ERROR_INIT;
    bd_sample_group *group = NULL;
    if (!find_group(p, summary, &group, &err)) {
        keep_error(p, &err);
        return;
    }
    if (!group || bd_sample_group_is_damaged(&p->groups, group))
        return; /* a comparison would only tell again what has been reported */
    check_count(p, summary, group);
    check_members(p, summary, group);
    check_timers_there(p, summary, group);
}

static void check_all_summarized(const pipeline *p)
{
    for (size_t i = 0; i < p->groups.count; i++) {
        const bd_sample_group *group = &p->groups.items[i];
        bd_error err = BD_ERROR_INIT;
        if (group->counted == 0 || group->summarized)
            continue;
        bd_json_fail(&group->at, &err, "the samples of %s have no summary", group->name);
        keep_error(p, &err);
    }
}

/* ---- the file ---- */

static void keep_unknown(pipeline *p)
{
    bd_json member;
    bd_buf rest = BD_BUF_INIT;
    for (bool more = bd_json_first(p->reading->root, &member); more; more = bd_json_next(&member))
        if (!bd_json_key_is(&member, "backend") && !bd_json_key_is(&member, "samples")
            && !bd_json_key_is(&member, "summaries"))
            bd_keep_rest(&member, &rest);
    p->run->rest = bd_rest_text(&rest, &p->run->arena);
    bd_buf_release(&rest);
}

static bool read_lists(pipeline *p, bd_error *err)
{
    bd_json item;
    size_t place = 0;
    if (!bd_json_need(p->reading->root, "samples", &p->samples, err)
        || !bd_json_expect(&p->samples, BD_JSON_ARRAY, err)
        || !bd_json_need(p->reading->root, "summaries", &p->summaries, err)
        || !bd_json_expect(&p->summaries, BD_JSON_ARRAY, err))
        return false;
    if (bd_json_count(&p->samples) == 0) {
        bd_json_fail(&p->samples, err, "there are no samples");
        return bd_hint(err, "run the benchmark again; this run measured nothing");
    }
    for (bool more = bd_json_first(&p->samples, &item); more; more = bd_json_next(&item))
        read_sample(p, &item);
    for (bool more = bd_json_first(&p->summaries, &item); more; more = bd_json_next(&item))
        check_summary(p, &item);
    check_all_summarized(p);
    bd_sample_groups_points(&p->groups, &place);
    keep_unknown(p);
    return true;
}

static bool read_file(bd_reading *reading, bd_error *err)
{
    bd_run *run = bd_reading_new_run(reading, &bd_reader_pipeline);
    pipeline p = { .reading = reading, .run = run, .groups = { .run = run, .reading = reading } };
    bool backend = read_backend(&p, err); /* the first error; the lists are read all the same */
    bool lists = read_lists(&p, err);
    bd_map_release(&p.summary_lines);
    bd_sample_groups_release(&p.groups);
    return backend && lists;
}

const bd_reader bd_reader_pipeline = {
    .format = {
        .name = "pipeline",
        .aliases = "pipeline-results",
        .summary = "skript-orm's pipeline-results.json: samples of timers, with their summaries",
        .example = "{\"backend\": \"MariaDB\", \"samples\": [{\"kind\": \"write\", …}],\n"
                   " \"summaries\": [{\"name\": \"write numeric local local false 100\", …}]}",
    },
    .is_json = true,
    .probe = probe,
    .read = read_file,
};
