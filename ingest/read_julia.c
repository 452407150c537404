/* Julia's BenchmarkTools: [versions, [["BenchmarkGroup", {data, tags}]]]. Groups nest; their
 * keys with slashes between are a benchmark's name. Estimates have one time, trials all. */
#include "ingest/figures.h"

#include <string.h>

enum { DEPTH_MAX = 60 };

typedef struct julia {
    bd_run *run;
    size_t place; /* in the action's list */
} julia;

/* ["Type", {…}]. @return false, without an error, for another type */
static bool is_pair(const bd_json *at, const char *type, bd_json *value)
{
    bd_json name;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bd_error none = BD_ERROR_INIT;
    bool is = bd_json_typeof(at) == BD_JSON_ARRAY && bd_json_count(at) == 2
              && bd_json_first(at, &name) && bd_json_typeof(&name) == BD_JSON_STRING
              && bd_json_string(&name, &scratch, &text, &none)
              && (bd_str_is(text, type)
                  || (bd_str_starts(text, "BenchmarkTools.")
                      && bd_str_is(bd_str_sub(text, 15, text.len), type)));
    bd_buf_release(&scratch);
    if (!is)
        return false;
    *value = name;
    bd_json_next(value);
    return bd_json_typeof(value) == BD_JSON_OBJECT;
}

/* JSON of `params`, whose second item holds them. */
static void put_params(const bd_json *estimate, bd_buf *out)
{
    bd_json params, value;
    bd_buf_puts(out, "\nparams=");
    if (bd_json_member(estimate, "params", &params) && is_pair(&params, "Parameters", &value))
        bd_json_stringify(&value, out);
    else
        bd_buf_puts(out, "undefined");
}

static void add_compat(julia *j, const bd_json *estimate, bd_point *point)
{
    bd_buf extra = BD_BUF_INIT;
    if (!bd_number_finite(point->value))
        return;
    bd_compat *compat = bd_arena_alloc(&j->run->arena, sizeof *compat);
    compat->name = point->benchmark;
    compat->unit = "ns";
    compat->value = bd_js_number(point->value);
    compat->place = j->place++;
    bd_js_line(estimate, "gctime=", "gctime", &extra);
    bd_js_line(estimate, "memory=", "memory", &extra);
    bd_js_line(estimate, "allocs=", "allocs", &extra);
    put_params(estimate, &extra);
    compat->extra = bd_arena_text(&j->run->arena, bd_buf_str(&extra));
    point->compat = compat;
    bd_buf_release(&extra);
}

/* A number, or those of a trial: the middle one is the value then. */
static bool read_measure(julia *j, const bd_json *at, bd_point *point, bd_error *err)
{
    if (bd_json_typeof(at) != BD_JSON_ARRAY)
        return bd_figure_value(at, j->run, point, err);
    return bd_figure_middle(at, j->run, point, err) && bd_figure_samples(at, j->run, point, err);
}

static bool read_result(julia *j, const bd_json *result, bd_str name, bool is_trial, bd_error *err)
{
    static const struct {
        const char *estimate, *trial, *metric, *unit;
    } measures[] = { { "time", "times", "time", "ns" },
                     { "gctime", "gctimes", "gctime", "ns" },
                     { "memory", "memory", "memory", "B" },
                     { "allocs", "allocs", "allocs", "allocs" } };
    size_t first = j->run->point_count;
    bd_buf rest = BD_BUF_INIT;
    bd_json member;
    bool ok = bd_json_need(result, is_trial ? "times" : "time", &member, err);
    bd_point *point = bd_run_add_point(j->run);
    point->benchmark = bd_arena_text(&j->run->arena, name);
    for (size_t i = 0; i < BD_COUNT(measures) && ok; i++) {
        if (!bd_json_member(result, is_trial ? measures[i].trial : measures[i].estimate, &member))
            continue;
        point = i == 0 ? &j->run->points[first]
                       : bd_figure_point(j->run, first, measures[i].metric);
        point->metric = measures[i].metric;
        point->unit = measures[i].unit;
        ok = read_measure(j, &member, point, err);
        bd_figure_judge(point, "no number");
    }
    if (ok) {
        bd_keep_unmapped(result, "time times gctime gctimes memory allocs", &rest);
        j->run->points[first].rest = bd_rest_text(&rest, &j->run->arena);
        if (!is_trial)
            add_compat(j, result, &j->run->points[first]);
    }
    bd_buf_release(&rest);
    return ok;
}

/* An array index of JavaScript, whose objects list such keys first, in ascending order. */
static bool index_key(bd_str key, int64_t *out)
{
    bd_number n = bd_number_parse(key);
    *out = n.kind == BD_NUMBER_INT ? n.as.i : -1;
    return *out >= 0 && *out < INT64_C(4294967295) && (key.len == 1 || key.ptr[0] != '0');
}

/* The member after `last` among those with such keys. @return false after the last one */
static bool next_indexed(const bd_json *data, int64_t last, bd_json *out, int64_t *key)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    int64_t n, best = INT64_MAX;
    for (bool more = bd_json_first(data, &member); more; more = bd_json_next(&member))
        if (index_key(bd_json_key(&member, &scratch), &n) && n > last && n < best) {
            best = n;
            *out = member;
        }
    bd_buf_release(&scratch);
    *key = best;
    return best != INT64_MAX;
}

static bool read_group(julia *j, const bd_json *data, bd_buf *name, int depth, bd_error *err);

static bool read_member(julia *j, const bd_json *member, bd_buf *name, int depth, bd_error *err)
{
    bd_json value, data;
    bd_buf scratch = BD_BUF_INIT;
    bd_str key;
    size_t before = name->len;
    bool ok = bd_member_name(member, &scratch, &key, err);
    if (ok && before > 0)
        bd_buf_putc(name, '/');
    if (ok)
        bd_buf_put_str(name, key);
    bd_buf_release(&scratch);
    if (!ok)
        return false;
    if (is_pair(member, "BenchmarkGroup", &value))
        ok = bd_json_need(&value, "data", &data, err) && read_group(j, &data, name, depth + 1, err);
    else if (is_pair(member, "TrialEstimate", &value))
        ok = read_result(j, &value, bd_buf_str(name), false, err);
    else if (is_pair(member, "Trial", &value))
        ok = read_result(j, &value, bd_buf_str(name), true, err);
    else
        ok = bd_json_fail(member, err, "expected a BenchmarkGroup, a TrialEstimate or a Trial");
    name->len = before;
    return ok;
}

/* In JavaScript's order, which is the action's. Beyond a thousand members the order of the
 * file must do: looking for the next number is linear. */
static bool read_group(julia *j, const bd_json *data, bd_buf *name, int depth, bd_error *err)
{
    enum { ORDERED_MAX = 1000 };
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    int64_t last = -1;
    bool ordered = bd_json_count(data) <= ORDERED_MAX;
    bool ok = bd_json_expect(data, BD_JSON_OBJECT, err)
              && (depth < DEPTH_MAX
                  || bd_json_fail(data, err, "groups nested more than %d deep", DEPTH_MAX));
    while (ok && ordered && next_indexed(data, last, &member, &last))
        ok = read_member(j, &member, name, depth, err);
    for (bool more = ok && bd_json_first(data, &member); more && ok; more = bd_json_next(&member))
        if (!ordered || !index_key(bd_json_key(&member, &scratch), &last))
            ok = read_member(j, &member, name, depth, err);
    bd_buf_release(&scratch);
    return ok;
}

static bool read_versions(const bd_json *versions, bd_run *run, bd_error *err)
{
    bd_json member;
    const char *version;
    run->tool = "BenchmarkTools.jl";
    if (bd_json_member(versions, "Julia", &member)
        && !bd_environment_fact(&member, "julia", run, err))
        return false;
    if (!bd_json_member(versions, "BenchmarkTools", &member))
        return true;
    if (!bd_json_text(&member, &run->arena, &version, err))
        return false;
    run->tool = bd_arena_printf(&run->arena, "BenchmarkTools.jl %s", version);
    return true;
}

/* A saved value of its own, or one group after the other. */
static bool read_values(julia *j, const bd_json *values, bd_error *err)
{
    bd_json item, value, data;
    bd_buf name = BD_BUF_INIT;
    bool ok = bd_json_expect(values, BD_JSON_ARRAY, err);
    for (bool more = ok && bd_json_first(values, &item); more && ok; more = bd_json_next(&item)) {
        bd_buf_clear(&name);
        if (is_pair(&item, "BenchmarkGroup", &value))
            ok = bd_json_need(&value, "data", &data, err) && read_group(j, &data, &name, 0, err);
        else if (is_pair(&item, "TrialEstimate", &value) || is_pair(&item, "Trial", &value))
            ok = read_result(j, &value, BD_STR(""), is_pair(&item, "Trial", &value), err);
        else
            ok = bd_json_fail(&item, err, "expected a BenchmarkGroup");
    }
    bd_buf_release(&name);
    return ok;
}

static bool read(bd_reading *reading, bd_error *err)
{
    bd_json versions, values;
    if (!bd_json_expect(reading->root, BD_JSON_ARRAY, err))
        return false;
    if (bd_json_count(reading->root) != 2)
        return bd_json_fail(reading->root, err, "expected the versions and a list of groups");
    julia j = { .run = bd_reading_new_run(reading, &bd_reader_julia) };
    bd_json_first(reading->root, &versions);
    values = versions;
    bd_json_next(&values);
    return read_versions(&versions, j.run, err) && read_values(&j, &values, err);
}

static bool probe(const bd_reading *reading)
{
    bd_json first, member;
    return bd_json_typeof(reading->root) == BD_JSON_ARRAY && bd_json_first(reading->root, &first)
           && bd_json_typeof(&first) == BD_JSON_OBJECT
           && bd_json_member(&first, "BenchmarkTools", &member);
}

const bd_reader bd_reader_julia = {
    .format = { .name = "julia",
                .aliases = "benchmarktools",
                .summary = "Julia's BenchmarkTools JSON: estimates and trials, in groups",
                .example =
                    "[{\"Julia\": \"1.10.4\", \"BenchmarkTools\": \"1.5.0\"}, "
                    "[[\"BenchmarkGroup\", {\"data\":\n"
                    "  {\"fib\": [\"TrialEstimate\", {\"time\": 246.0, \"memory\": 0}]}}]]]" },
    .is_json = true,
    .probe = probe,
    .read = read,
};
