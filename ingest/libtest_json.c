/* Lines of `cargo bench -- -Z unstable-options --format json`: an object each, and which
 * lines of JSON are whose. */
#include "ingest/cargo.h"
#include "ingest/figures.h"

static bool says(const bd_json *object, const char *name, const char *text)
{
    bd_json member;
    if (!bd_json_member(object, name, &member) || bd_json_typeof(&member) != BD_JSON_STRING)
        return false;
    bd_str raw = bd_json_raw(&member);
    return bd_str_is(bd_str_sub(raw, 1, raw.len - 1), text);
}

bool bd_is_libtest_json(bd_str line)
{
    return bd_str_starts(line, "{") && bd_find(line, "\"type\"") && bd_find(line, "\"bench\"")
           && bd_find(line, "\"median\"");
}

bool bd_is_libtest_suite(bd_str line)
{
    return bd_str_starts(line, "{") && bd_find(line, "\"suite\"") && bd_find(line, "\"started\"")
           && bd_find(line, "\"test_count\"");
}

/* A point where that number of the line stands. */
static bool begin_point(bd_cargo *cargo, bd_line *line, const bd_json *object, const char *value,
                        bd_point *out, bd_error *err)
{
    bd_json name, at;
    if (!bd_json_need(object, "name", &name, err) || !bd_json_need(object, value, &at, err))
        return false;
    *out = bd_point_at(line, bd_json_raw(&at).ptr);
    return bd_json_text(&name, &cargo->log.repeats.run->arena, &out->benchmark, err);
}

static bool read_rate(bd_cargo *cargo, bd_line *line, const bd_json *object, bd_error *err)
{
    bd_json at;
    bd_point point;
    if (!bd_json_member(object, "mib_per_second", &at))
        return true;
    if (!begin_point(cargo, line, object, "mib_per_second", &point, err)
        || !bd_figure_number(&at, &point.value, err))
        return false;
    point.metric = "throughput";
    point.unit = "MiB/s";
    bd_cargo_add(cargo, bd_str_of(point.benchmark), &point, NULL);
    return true;
}

/* The action does not read this form; the entry is the one it has of the same benchmark's
 * text, so that a history goes on. */
static bool read_bench(bd_cargo *cargo, bd_line *line, const bd_json *object, bd_error *err)
{
    bd_json median, deviation;
    bd_point point;
    bd_compat compat = { 0 };
    if (!begin_point(cargo, line, object, "median", &point, err)
        || !bd_json_need(object, "median", &median, err)
        || !bd_figure_number(&median, &point.value, err))
        return false;
    point.metric = "time";
    point.unit = "ns/iter";
    compat.name = point.benchmark;
    compat.unit = point.unit;
    compat.value = bd_js_number(point.value);
    if (bd_json_member(object, "deviation", &deviation)) {
        if (!bd_figure_number(&deviation, &point.error, err))
            return false;
        bd_buf_clear(&cargo->number);
        bd_buf_puts(&cargo->number, "\xC2\xB1 ");
        bd_number_text(point.error, &cargo->number);
        compat.range = bd_arena_text(&cargo->log.repeats.run->arena, bd_buf_str(&cargo->number));
        point.error_at = bd_spot_at(line, bd_json_raw(&deviation).ptr);
    }
    bd_cargo_add(cargo, bd_str_of(point.benchmark), &point,
                 bd_number_finite(point.value) ? &compat : NULL);
    return read_rate(cargo, line, object, err);
}

static bool read_failed(bd_cargo *cargo, bd_line *line, const bd_json *object, bd_error *err)
{
    bd_point point;
    if (!begin_point(cargo, line, object, "name", &point, err))
        return false;
    point.metric = "time";
    point.unit = "ns/iter";
    point.outcome = BD_OUTCOME_FAILED;
    point.reason = "FAILED";
    bd_cargo_add(cargo, bd_str_of(point.benchmark), &point, NULL);
    return true;
}

/* Does the line sound like one of the two? Cargo itself writes JSON, too. */
static bool may_be_result(bd_str line)
{
    return bd_find(line, "\"type\"") || bd_is_criterion_message(line);
}

static bool read_object(bd_cargo *cargo, bd_line *line, const bd_json *object, bd_error *err)
{
    if (says(object, "type", "bench"))
        return read_bench(cargo, line, object, err);
    if (says(object, "type", "test") && says(object, "event", "failed"))
        return read_failed(cargo, line, object, err);
    return !says(object, "reason", "benchmark-complete")
           || bd_criterion_message_read(cargo, line, object, err);
}

bool bd_cargo_json_read(bd_cargo *cargo, bd_line *line, bd_error *err)
{
    bd_json_doc *doc = NULL;
    bool ok = true;
    if (!may_be_result(line->text))
        return true; /* another program's line */
    if (!bd_line_check(line, err))
        return false;
    if (bd_json_parse(line->text, NULL, &doc, err)) {
        bd_json root = bd_json_root(doc);
        ok = read_object(cargo, line, &root, err);
    } else {
        ok = false;
        bd_hint(err, "each result is one JSON object on a line: was the file cut?");
    }
    if (!ok)
        err->line = line->number; /* the document was a line */
    bd_json_free(doc);
    return ok;
}
