/* JMH results of every version, and the results of kotlinx-benchmark (same shape with
 * fewer members). An array of results: names, mode, params, a primary metric and
 * secondary ones; each metric becomes a point. Settings that all results share are
 * facts of the run, others stay with the point. */
#include "ingest/jmh.h"

#include <string.h>

#define NAME(text)               \
    {                            \
        (text), sizeof(text) - 1 \
    }
/* Slices, because every member of every result is looked up here. */
static const bd_str settings[] = {
    NAME("jmhVersion"),
    NAME("jvm"),
    NAME("jvmArgs"),
    NAME("jdkVersion"),
    NAME("vmName"),
    NAME("vmVersion"),
    NAME("forks"),
    NAME("warmupIterations"),
    NAME("warmupTime"),
    NAME("warmupBatchSize"),
    NAME("measurementIterations"),
    NAME("measurementTime"),
    NAME("measurementBatchSize"),
    NAME("configurationName"),
    NAME("compilationMode"),
};
#undef NAME

/* A setting over all results. */
typedef struct setting {
    bd_buf text;    /* of the first result that has it */
    size_t results; /* that have it with this text */
} setting;

typedef struct jmh {
    bd_reading *reading;
    bd_run *run;
    setting shared[BD_COUNT(settings)];
    size_t results;
    bool is_kotlinx; /* some result has members that only kotlinx-benchmark writes */
    struct {
        const char *unit;
        bd_direction direction;
    } looked_up[4]; /* the units that were met last: few files have more */
    size_t lookups;
} jmh;

/* ---- settings ---- */

/* @param expected  where to look first: JMH writes them in one order; set to the next
 * @return its index, or the number of settings when the member is none */
static size_t setting_of(const bd_json *member, bd_buf *scratch, size_t *expected)
{
    size_t i = 0;
    bd_str key = bd_json_key(member, scratch);
    if (*expected < BD_COUNT(settings) && bd_str_eq(key, settings[*expected]))
        return (*expected)++;
    while (i < BD_COUNT(settings) && !bd_str_eq(key, settings[i]))
        i++;
    if (i < BD_COUNT(settings))
        *expected = i + 1;
    return i;
}

/* An argument that a blank or a quote could confuse keeps its JSON quotes. */
static void add_argument(const bd_json *at, bd_buf *out)
{
    bd_str raw = bd_json_raw(at), inner = bd_str_sub(raw, 1, raw.len - (raw.len > 0));
    bool plain = bd_json_typeof(at) == BD_JSON_STRING && inner.len > 0
                 && !memchr(inner.ptr, ' ', inner.len) && !memchr(inner.ptr, '\\', inner.len);
    if (plain)
        bd_buf_put_str(out, inner);
    else
        bd_json_compact(at, out);
}

/* The text of a setting: a string's own, a list's items with blanks between, else as written. */
static bool setting_text(const bd_json *at, bd_buf *scratch, bd_buf *out, bd_error *err)
{
    bd_json item;
    bd_str text;
    bd_buf_clear(out);
    switch (bd_json_typeof(at)) {
    case BD_JSON_STRING:
        if (!bd_json_string(at, scratch, &text, err))
            return false;
        bd_buf_put_str(out, text);
        return true;
    case BD_JSON_ARRAY:
        for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
            if (out->len > 0)
                bd_buf_putc(out, ' ');
            add_argument(&item, out);
        }
        return true;
    default:
        bd_json_compact(at, out);
        return true;
    }
}

static bool look_at_result(jmh *j, const bd_json *result, bd_buf *text, bd_error *err)
{
    bd_json member;
    size_t expected = 0;
    if (!bd_json_expect(result, BD_JSON_OBJECT, err))
        return false;
    for (bool more = bd_json_first(result, &member); more; more = bd_json_next(&member)) {
        size_t i = setting_of(&member, &j->reading->scratch, &expected);
        if (i == BD_COUNT(settings)) {
            j->is_kotlinx |= bd_json_key_is(&member, "advanced");
            continue;
        }
        setting *s = &j->shared[i];
        if (!setting_text(&member, &j->reading->scratch, text, err))
            return false;
        if (s->results == 0 && !s->text.data)
            bd_buf_put_str(&s->text, bd_buf_str(text));
        s->results += bd_str_eq(bd_buf_str(&s->text), bd_buf_str(text));
    }
    return true;
}

static bool is_shared(const jmh *j, size_t i)
{
    return j->results > 0 && j->shared[i].results == j->results;
}

static bool collect_settings(jmh *j, bd_error *err)
{
    bd_json result;
    bd_buf text = BD_BUF_INIT;
    bool ok = true;
    j->results = bd_json_count(j->reading->root);
    for (bool more = bd_json_first(j->reading->root, &result); more && ok;
         more = bd_json_next(&result))
        ok = look_at_result(j, &result, &text, err);
    for (size_t i = 0; ok && i < BD_COUNT(settings); i++)
        if (is_shared(j, i))
            bd_pairs_set(&j->run->environment, &j->run->arena, settings[i],
                         bd_buf_str(&j->shared[i].text));
    bd_buf_release(&text);
    return ok;
}

static const char *tool_of(jmh *j)
{
    if (is_shared(j, 0))
        return bd_arena_printf(&j->run->arena, "JMH %s", bd_buf_text(&j->shared[0].text));
    return j->is_kotlinx ? "kotlinx-benchmark" : "JMH";
}

/* ---- results ---- */

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
             && setting_text(&param, &scratch, &value, err);
        if (ok)
            bd_pairs_set(&point->params, &run->arena, name, bd_buf_str(&value));
    }
    bd_buf_release(&key);
    bd_buf_release(&value);
    bd_buf_release(&scratch);
    return ok;
}

static bd_direction direction_of(jmh *j, const char *name)
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
static void decide_direction(jmh *j, const bd_json *metric, bd_point *point)
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

static bool read_secondaries(jmh *j, const bd_json *at, size_t primary, bd_error *err)
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
        ok = name.len > 0 ? bd_jmh_read_metric(&metric, j->run, point, err)
                          : bd_json_fail(&metric, err, "expected a metric with a name");
        if (ok && strcmp(point->unit, first->unit) == 0)
            point->direction = first->direction; /* members of a @Group, percentiles */
    }
    bd_buf_release(&key);
    return ok;
}

/* Members of a result beside the metrics: names, settings, what nobody maps. */
static bool read_members(jmh *j, const bd_json *result, bd_point *point, bd_buf *rest,
                         bd_error *err)
{
    bd_json member;
    size_t expected = 0;
    bool ok = true;
    for (bool more = bd_json_first(result, &member); more && ok; more = bd_json_next(&member)) {
        size_t i = setting_of(&member, &j->reading->scratch, &expected);
        if (i < BD_COUNT(settings) && is_shared(j, i))
            continue;
        if (bd_json_key_is(&member, "benchmark"))
            ok = bd_json_text(&member, &j->run->arena, &point->benchmark, err);
        else if (bd_json_key_is(&member, "mode"))
            ok = bd_json_text(&member, &j->run->arena, &point->mode, err);
        else if (bd_json_key_is(&member, "threads"))
            ok = bd_json_int(&member, &point->threads, err);
        else if (bd_json_key_is(&member, "params") && bd_json_typeof(&member) != BD_JSON_NULL)
            ok = read_params(&member, j->run, point, err);
        else if (!bd_json_key_is(&member, "primaryMetric")
                 && !bd_json_key_is(&member, "secondaryMetrics"))
            bd_keep_rest(&member, rest);
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

static bool read_result(jmh *j, const bd_json *result, bd_error *err)
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
    ok = read_members(j, result, point, &rest, err)
         && bd_jmh_read_metric(&metric, j->run, point, err);
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

static bool read(bd_reading *reading, bd_error *err)
{
    jmh j = { .reading = reading };
    bd_json result;
    bool ok = bd_json_expect(reading->root, BD_JSON_ARRAY, err);
    if (!ok)
        return false;
    j.run = bd_reading_new_run(reading, &bd_reader_jmh);
    ok = collect_settings(&j, err);
    for (bool more = ok && bd_json_first(reading->root, &result); more && ok;
         more = bd_json_next(&result))
        ok = read_result(&j, &result, err);
    if (ok)
        j.run->tool = tool_of(&j);
    for (size_t i = 0; i < BD_COUNT(settings); i++)
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
