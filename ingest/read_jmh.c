/* JMH results of every version, and the results of kotlinx-benchmark (same shape with
 * fewer members). An array of results: names, mode, params, a primary metric and
 * secondary ones; each metric becomes a point. Settings that all results share are
 * facts of the run, others stay with the point. */
#include "core/base/task.h"
#include "ingest/jmh.h"

#include <string.h>

static bool read_params(const bd_json *at, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json param;
    bd_buf key = BD_BUF_INIT, value = BD_BUF_INIT, scratch = BD_BUF_INIT;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    if (ok && bd_json_count(at) > BD_PAIRS_MAX)
        ok = bd_json_fail(at, err, "more than %d params", BD_PAIRS_MAX);
    for (bool more = ok && bd_json_first(at, &param); more && ok; more = bd_json_next(&param)) {
        bd_str name;
        ok = bd_member_name(&param, &key, &name, err)
             && bd_jmh_setting_text(&param, &scratch, &value, err);
        if (ok)
            bd_pairs_set(&point->params, &run->arena, name, bd_buf_str(&value));
    }
    bd_buf_release(&key);
    bd_buf_release(&value);
    bd_buf_release(&scratch);
    return ok;
}

static bd_direction direction_of(bd_jmh *j, const char *name)
{
    size_t kept = BD_COUNT(j->looked_up);
    for (size_t i = 0; i < kept && i < j->lookups; i++)
        if (strcmp(j->looked_up[i].unit, name) == 0)
            return j->looked_up[i].direction;
    const bd_unit *unit = bd_unit_find(bd_str_of(name));
    bd_direction direction = unit ? unit->direction : BD_DIRECTION_UNKNOWN;
    j->looked_up[j->lookups % kept].unit = name;
    j->looked_up[j->lookups++ % kept].direction = direction;
    return direction;
}

/* The unit speaks before the mode (a hand-made "thrpt" in s/op exists); a unit that
 * says nothing leaves it to the mode. */
static void decide_direction(bd_jmh *j, const bd_json *metric, bd_point *point)
{
    bd_direction by_unit = direction_of(j, point->unit), by_mode = BD_DIRECTION_UNKNOWN;
    if (strcmp(point->mode, "thrpt") == 0)
        by_mode = BD_BIGGER_IS_BETTER;
    else if (strcmp(point->mode, "avgt") == 0 || strcmp(point->mode, "sample") == 0
             || strcmp(point->mode, "ss") == 0)
        by_mode = BD_SMALLER_IS_BETTER;
    point->direction = by_unit ? by_unit : by_mode;
    if (!by_unit || !by_mode || by_unit == by_mode)
        return;
    bd_error warning = BD_ERROR_INIT;
    bd_json at = *metric;
    bd_json_member(metric, "scoreUnit", &at);
    bd_json_fail(&at, &warning, "mode \"%s\" and unit \"%s\" disagree on what is better",
                 point->mode, point->unit);
    bd_hint(&warning, "the unit is believed; was the file edited by hand? JMH writes %s here",
            by_mode == BD_BIGGER_IS_BETTER ? "operations per time" : "time per operation");
    bd_error_in_file(&warning, j->reading->in->file->path);
    bd_diagnostics_add(j->reading->found, BD_WARNING, &warning);
}

/* "·gc.count" is "gc.count" since JMH 1.37; "get·p0.99" of method get is its "p0.99". */
static bd_str metric_name(const char *benchmark, bd_str name)
{
    static const char dot[] = "\xC2\xB7";
    if (bd_str_starts(name, dot))
        return bd_str_sub(name, 2, name.len);
    const char *method = strrchr(benchmark, '.');
    method = method ? method + 1 : benchmark;
    size_t len = strlen(method);
    if (len == 0 || name.len <= len || !bd_str_starts(name, method))
        return name;
    bd_str rest = bd_str_sub(name, len, name.len);
    if (bd_str_starts(rest, "\xC2\xB7p"))
        return bd_str_sub(rest, 2, rest.len);
    return bd_str_starts(rest, ":p") ? bd_str_sub(rest, 1, rest.len) : name;
}

static bool read_secondaries(bd_jmh *j, const bd_json *at, size_t primary, bd_error *err)
{
    bd_json metric;
    bd_buf key = BD_BUF_INIT;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    for (bool more = ok && bd_json_first(at, &metric); more && ok; more = bd_json_next(&metric)) {
        bd_point *point = bd_run_add_point(j->run);
        const bd_point *first = &j->run->points[primary];
        bd_str name;
        if (!bd_member_name(&metric, &key, &name, err)) {
            ok = false;
            break;
        }
        name = metric_name(first->benchmark, name);
        point->benchmark = first->benchmark;
        point->mode = first->mode;
        point->threads = first->threads;
        point->params = first->params;
        point->metric = bd_arena_text(&j->run->arena, name);
        ok = name.len > 0 ? bd_jmh_read_metric(j, &metric, point, err)
                          : bd_json_fail(&metric, err, "expected a metric with a name");
        if (ok && strcmp(point->unit, first->unit) == 0)
            point->direction = first->direction; /* members of a @Group, percentiles */
    }
    bd_buf_release(&key);
    return ok;
}

static bool read_named_member(bd_jmh *j, const bd_json *member, bd_str key, bd_point *point,
                              bd_buf *rest, bd_error *err)
{
    if (bd_str_is(key, "benchmark"))
        return bd_json_text(member, &j->run->arena, &point->benchmark, err);
    if (bd_str_is(key, "mode"))
        return bd_json_text(member, &j->run->arena, &point->mode, err);
    if (bd_str_is(key, "threads"))
        return bd_json_int(member, &point->threads, err);
    if (bd_str_is(key, "params") && bd_json_typeof(member) != BD_JSON_NULL)
        return read_params(member, j->run, point, err);
    if (!bd_str_is(key, "primaryMetric") && !bd_str_is(key, "secondaryMetrics"))
        bd_keep_rest(member, rest);
    return true;
}

/* Members of a result beside the metrics: names, settings, what nobody maps. */
static bool read_members(bd_jmh *j, const bd_json *result, bd_point *point, bd_buf *rest,
                         bd_error *err)
{
    bd_json member;
    size_t expected = 0;
    bool ok = true;
    for (bool more = bd_json_first(result, &member); more && ok; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &j->reading->scratch);
        if (!bd_jmh_is_shared(j, bd_jmh_setting_of(key, &expected)))
            ok = read_named_member(j, &member, key, point, rest, err);
    }
    return ok;
}

/* The rest of the result and that of its primary metric are one object. */
static void add_rest(bd_run *run, bd_point *point, bd_buf *rest)
{
    if (point->rest && rest->len > 0) {
        rest->len--;
        bd_buf_puts(rest, ",\"primaryMetric\":");
        bd_buf_puts(rest, point->rest);
        bd_buf_putc(rest, '}');
    } else if (point->rest) {
        bd_buf_printf(rest, "{\"primaryMetric\":%s}", point->rest);
    }
    point->rest = bd_rest_text(rest, &run->arena);
}

static bool read_result(bd_jmh *j, const bd_json *result, bd_error *err)
{
    bd_json needed, metric, secondary;
    bd_buf rest = BD_BUF_INIT;
    size_t place = j->run->point_count;
    bool ok = bd_json_need(result, "benchmark", &needed, err)
              && bd_json_need(result, "mode", &needed, err)
              && bd_json_need(result, "primaryMetric", &metric, err);
    if (!ok)
        goto done;
    bd_point *point = bd_run_add_point(j->run);
    point->metric = "score";
    ok = read_members(j, result, point, &rest, err) && bd_jmh_read_metric(j, &metric, point, err);
    if (!ok)
        goto done;
    decide_direction(j, &metric, point);
    bd_jmh_add_compat(result, j->run, point);
    add_rest(j->run, point, &rest);
    if (bd_json_member(result, "secondaryMetrics", &secondary)
        && bd_json_typeof(&secondary) != BD_JSON_NULL)
        ok = read_secondaries(j, &secondary, place, err);
done:
    bd_buf_release(&rest);
    return ok;
}

/* Results that follow each other, and what becomes of them. */
typedef struct part {
    bd_jmh jmh;
    bd_json result; /* the next */
    size_t count;   /* that are left */
    bd_error err;
} part;

static void read_part(void *context)
{
    enum { TOKENS = 1 << 20 };
    part *p = context;
    bool ok = true;
    bd_json first = p->result, forgotten = first;
    for (; p->count > 0 && ok; p->count--) {
        ok = read_result(&p->jmh, &p->result, &p->err);
        if (!bd_json_next(&p->result) || p->result.token - forgotten.token < TOKENS)
            continue;
        forgotten = p->result;
        bd_json_forget(&first, &forgotten);
    }
}

/* A file of a megabyte or more is read in halves, the second one beside the first: into
 * a run and findings of its own, which are added when the first is well. */
enum { MUCH = 1000 * 1000 };

static bool read_halves(part *first, bd_error *err)
{
    bd_run *run = bd_run_new();
    bd_reading reading = *first->jmh.reading;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    part second = *first;
    reading.scratch = (bd_buf)BD_BUF_INIT;
    reading.found = &found;
    second.jmh.reading = &reading;
    second.jmh.run = run;
    first->count /= 2;
    second.count -= first->count;
    for (size_t i = 0; i < first->count; i++)
        bd_json_next(&second.result);
    bd_task *task = bd_task_begin(true, read_part, &second);
    read_part(first);
    bd_task_end(task);
    *err = first->err.code != BD_OK ? first->err : second.err;
    if (first->err.code == BD_OK) {
        bd_diagnostics_take(first->jmh.reading->found, &found);
        bd_run_take_points(first->jmh.run, run);
    }
    bd_diagnostics_release(&found);
    bd_buf_release(&reading.scratch);
    bd_run_free(run);
    return err->code == BD_OK;
}

static bool read_results(const bd_jmh *j, bd_error *err)
{
    part all = { .jmh = *j, .count = j->results };
    if (!bd_json_first(j->reading->root, &all.result))
        return true;
    if (j->reading->text.len >= MUCH)
        return read_halves(&all, err);
    read_part(&all);
    *err = all.err;
    return err->code == BD_OK;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_jmh j = { .reading = reading };
    bool ok = bd_json_expect(reading->root, BD_JSON_ARRAY, err);
    if (!ok)
        return false;
    j.run = bd_reading_new_run(reading, &bd_reader_jmh);
    ok = bd_jmh_collect_settings(&j, err) && read_results(&j, err);
    if (ok)
        j.run->tool = bd_jmh_tool(&j);
    for (size_t i = 0; i < BD_JMH_SETTINGS; i++)
        bd_buf_release(&j.shared[i].text);
    return ok;
}

static bool probe(const bd_reading *reading)
{
    bd_json first, member;
    return bd_json_typeof(reading->root) == BD_JSON_ARRAY && bd_json_first(reading->root, &first)
           && (bd_json_member(&first, "primaryMetric", &member)
               || (bd_json_member(&first, "benchmark", &member)
                   && bd_json_member(&first, "mode", &member)));
}

const bd_reader bd_reader_jmh = {
    .format = { .name = "jmh",
                .aliases = "kotlinx kotlinx-benchmark",
                .summary = "JMH results of every version, and kotlinx-benchmark's",
                .example = "[{\"benchmark\": \"org.example.Reads.one\", \"mode\": \"avgt\",\n"
                           "  \"primaryMetric\": {\"score\": 1.5, \"scoreUnit\": \"ms/op\"}}]" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
