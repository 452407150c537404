/* One bench of a data.js: {name, value, unit, range?, extra?} becomes a point. JMH's
 * names are taken apart again; what the action wrote stays in the compatibility view. */
#include "ingest/datajs_bench.h"

#include <stdlib.h>
#include <string.h>

static bool is_tool(const bd_run *run, const char *name)
{
    return run->tool && strcmp(run->tool, name) == 0;
}

bool bd_datajs_text(const bd_json *member, bd_arena *arena, const char **out, bd_buf *rest,
                    bd_error *err)
{
    switch (bd_json_typeof(member)) {
    case BD_JSON_STRING:
        return bd_json_text(member, arena, out, err);
    case BD_JSON_NULL:
        return true;
    default:
        bd_keep_rest(member, rest);
        return true;
    }
}

/* ---- JMH: "a.b.C.m ( {"rows":"5000"} )" ---- */

static bool read_params(const bd_json *params, bd_run *run, bd_point *point)
{
    bd_json param;
    bd_buf key = BD_BUF_INIT, value = BD_BUF_INIT;
    bd_error ignored = BD_ERROR_INIT;
    bool ok = bd_json_typeof(params) == BD_JSON_OBJECT && bd_json_count(params) <= BD_PAIRS_MAX;
    for (bool more = ok && bd_json_first(params, &param); more && ok; more = bd_json_next(&param)) {
        bd_str name, text = bd_json_raw(&param);
        ok = bd_member_name(&param, &key, &name, &ignored);
        if (ok && bd_json_typeof(&param) == BD_JSON_STRING)
            ok = bd_json_string(&param, &value, &text, &ignored);
        if (ok)
            bd_pairs_set(&point->params, &run->arena, name, text);
    }
    bd_buf_release(&key);
    bd_buf_release(&value);
    return ok;
}

/* The action writes the params behind the name; they are structure, not name. A name
 * that only looks so stays whole. */
static void split_jmh_name(bd_run *run, bd_point *point)
{
    bd_str name = bd_str_of(point->benchmark);
    const char *open = strstr(name.ptr, " ( {");
    bd_json_doc *doc = NULL;
    bd_error ignored = BD_ERROR_INIT;
    if (!open || open == name.ptr || !bd_str_ends(name, "} )"))
        return;
    size_t at = (size_t)(open - name.ptr);
    bd_str json = bd_str_sub(name, at + strlen(" ( "), name.len - strlen(" )"));
    bd_point parts = { 0 };
    if (bd_json_parse(json, NULL, &doc, &ignored)) {
        bd_json root = bd_json_root(doc);
        if (read_params(&root, run, &parts)) {
            point->params = parts.params;
            point->benchmark = bd_arena_text(&run->arena, bd_str_sub(name, 0, at));
        }
    }
    bd_json_free(doc);
}

/* "iterations: 5\nforks: 1\nthreads: 4"; "undefined" is not said. */
static int64_t threads_of(const char *extra)
{
    bd_str rest = bd_str_of(extra), line;
    static const char label[] = "threads: ";
    while (bd_str_split(&rest, '\n', &line)) {
        if (!bd_str_starts(line, label))
            continue;
        bd_str digits = bd_str_trim(bd_str_sub(line, strlen(label), line.len));
        bd_number n = { .kind = BD_NUMBER_NONE };
        if (digits.len > 0 && digits.len <= 9 && digits.ptr[0] > '0' && digits.ptr[0] <= '9'
            && strspn(digits.ptr, "0123456789") >= digits.len)
            n = bd_number_parse(digits);
        return n.kind == BD_NUMBER_INT ? n.as.i : 0;
    }
    return 0;
}

/* ---- direction ---- */

/* benchmark-action/github-action-benchmark v1, biggerIsBetter(); its list has jmh among
 * the smaller ones, which is wrong for throughput: JMH's unit decides alone. */
static const struct {
    const char *tool;
    bd_direction direction;
    bool is_stated; /* the user chose the tool's name by it */
} tools[] = {
    { "customBiggerIsBetter", BD_BIGGER_IS_BETTER, true },
    { "customSmallerIsBetter", BD_SMALLER_IS_BETTER, true },
    { "benchmarkjs", BD_BIGGER_IS_BETTER, false },
    { "benchmarkluau", BD_SMALLER_IS_BETTER, false },
    { "pytest", BD_BIGGER_IS_BETTER, false },
    { "cargo", BD_SMALLER_IS_BETTER, false },
    { "go", BD_SMALLER_IS_BETTER, false },
    { "googlecpp", BD_SMALLER_IS_BETTER, false },
    { "catch2", BD_SMALLER_IS_BETTER, false },
    { "julia", BD_SMALLER_IS_BETTER, false },
    { "benchmarkdotnet", BD_SMALLER_IS_BETTER, false },
};

/* What is stated, then what the unit says ("MB/s" of a Go benchmark is no time), then
 * what the action takes for its tool. */
static bd_direction direction_of(const bd_run *run, const char *unit, bd_direction stated)
{
    const bd_unit *known = bd_unit_find(bd_str_of(unit));
    bd_direction by_unit = known ? known->direction : BD_DIRECTION_UNKNOWN;
    if (stated != BD_DIRECTION_UNKNOWN)
        return stated;
    for (size_t i = 0; i < BD_COUNT(tools); i++)
        if (is_tool(run, tools[i].tool))
            return tools[i].is_stated || by_unit == BD_DIRECTION_UNKNOWN ? tools[i].direction
                                                                         : by_unit;
    return by_unit;
}

/* ---- the point ---- */

/* A bench while it is read. */
typedef struct bench {
    bd_run *run;
    bd_point *point;
    bd_compat *compat;
    bd_buf rest;
    bd_direction own; /* as the bench says it */
} bench;

/* JMH's "NaN", which the action copies. */
static bool is_no_number(const bd_json *at)
{
    static const char *const words[] = { "\"NaN\"", "\"Infinity\"", "\"-Infinity\"" };
    bool is = bd_json_typeof(at) == BD_JSON_NULL;
    for (size_t i = 0; i < BD_COUNT(words); i++)
        is = is || bd_str_is(bd_json_raw(at), words[i]);
    return is;
}

static void fail_value(bench *b, const bd_json *at, const char *reason)
{
    b->point->source = bd_source_of(at, b->run);
    b->point->outcome = BD_OUTCOME_FAILED;
    b->point->reason = reason;
}

static bool read_value(bench *b, const bd_json *at, bd_error *err)
{
    bd_point *point = b->point;
    point->source = bd_source_of(at, b->run);
    if (!is_no_number(at) && !bd_json_number(at, &point->value, err))
        return false;
    if (!bd_number_finite(point->value))
        fail_value(b, at, "the value is no number");
    return true;
}

/* moobench and custom arrays of old have numbers as range. */
static bool read_range(bench *b, const bd_json *at, bd_error *err)
{
    bd_number number;
    bd_buf text = BD_BUF_INIT;
    if (bd_json_typeof(at) != BD_JSON_NUMBER)
        return bd_datajs_text(at, &b->run->arena, &b->compat->range, &b->rest, err);
    if (!bd_json_number(at, &number, err))
        return false;
    bd_number_text(bd_double(bd_number_as_double(number)), &text);
    b->compat->range = bd_arena_text(&b->run->arena, bd_buf_str(&text));
    bd_keep_rest(at, &b->rest); /* that it was a number */
    bd_buf_release(&text);
    return true;
}

/* Said by `benchdoc publish` where the action takes its tool the other way. */
static void read_direction(bench *b, const bd_json *at)
{
    bd_str raw = bd_json_raw(at);
    b->own = bd_str_is(raw, "\"smaller\"")  ? BD_SMALLER_IS_BETTER
             : bd_str_is(raw, "\"bigger\"") ? BD_BIGGER_IS_BETTER
                                            : BD_DIRECTION_UNKNOWN;
    if (b->own == BD_DIRECTION_UNKNOWN)
        bd_keep_rest(at, &b->rest);
}

static bool read_member(bench *b, const bd_json *member, bd_error *err)
{
    bd_arena *arena = &b->run->arena;
    if (bd_json_key_is(member, "name"))
        return bd_json_text(member, arena, &b->compat->name, err);
    if (bd_json_key_is(member, "value"))
        return read_value(b, member, err);
    if (bd_json_key_is(member, "unit"))
        return bd_datajs_text(member, arena, &b->compat->unit, &b->rest, err);
    if (bd_json_key_is(member, "range"))
        return read_range(b, member, err);
    if (bd_json_key_is(member, "extra"))
        return bd_datajs_text(member, arena, &b->compat->extra, &b->rest, err);
    if (bd_json_key_is(member, "direction"))
        read_direction(b, member);
    else
        bd_keep_rest(member, &b->rest);
    return true;
}

/* What the compatibility view of a number would hold, so that it can be written again. */
static void keep_view(bench *b, const bd_json *at)
{
    static const char *const names[] = { "range", "extra" };
    bd_json member;
    for (size_t i = 0; i < BD_COUNT(names); i++)
        if (bd_json_member(at, names[i], &member) && bd_json_typeof(&member) == BD_JSON_STRING)
            bd_keep_rest(&member, &b->rest);
    if (b->point->benchmark != b->compat->name && bd_json_member(at, "name", &member))
        bd_keep_rest(&member, &b->rest);
    if (bd_json_member(at, "value", &member) && bd_json_typeof(&member) == BD_JSON_STRING)
        bd_keep_rest(&member, &b->rest);
}

static void finish(bench *b, const bd_json *at, bd_direction stated)
{
    bd_point *point = b->point;
    bd_compat *compat = b->compat;
    if (!compat->unit)
        compat->unit = "";
    compat->value = point->value;
    compat->place = at->index;
    point->benchmark = compat->name;
    point->unit = compat->unit;
    if (stated == BD_DIRECTION_UNKNOWN)
        stated = b->own;
    point->direction = direction_of(b->run, compat->unit, stated);
    if (is_tool(b->run, "jmh")) {
        point->metric = "score";
        point->threads = threads_of(compat->extra);
        split_jmh_name(b->run, point);
    }
    point->compat = point->outcome == BD_OUTCOME_OK ? compat : NULL;
    if (!point->compat)
        keep_view(b, at);
    point->rest = bd_rest_text(&b->rest, &b->run->arena);
}

bool bd_datajs_read_bench(const bd_json *at, bd_direction stated, bd_run *run, bd_error *err)
{
    bd_json member;
    bench b = { .run = run };
    bool ok = bd_json_need(at, "name", &member, err);
    if (!ok)
        return false;
    b.point = bd_run_add_point(run);
    if (!bd_json_member(at, "value", &member))
        fail_value(&b, at, "there is no value");
    b.compat = bd_arena_alloc(&run->arena, sizeof *b.compat);
    for (bool more = bd_json_first(at, &member); more && ok; more = bd_json_next(&member))
        ok = read_member(&b, &member, err);
    if (ok)
        finish(&b, at, stated);
    bd_buf_release(&b.rest);
    return ok;
}
