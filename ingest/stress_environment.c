/* environment.json of a stress run: what was planned, and on what it ran. A small document
 * that is looked things up in, so it goes through jansson. */
#include "ingest/stress.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void complain(const bd_stress *stress, const char *file, const char *path,
                     const char *message)
{
    bd_error err = BD_ERROR_INIT;
    bd_fail(&err, BD_ERR_INPUT, "%s", message);
    bd_error_in_file(&err, file);
    snprintf(err.path, sizeof err.path, "%s", path);
    bd_diagnostics_add(stress->reading->found, BD_ERROR, &err);
}

/* @return false when the value is no scalar with a text (null included) */
static bool scalar_text(const json_t *value, bd_buf *out)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        bd_buf_add(out, json_string_value(value), json_string_length(value));
        return true;
    case JSON_INTEGER:
        bd_buf_printf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        return true;
    case JSON_REAL:
        bd_number_text(bd_double(json_real_value(value)), out);
        return true;
    case JSON_TRUE:
    case JSON_FALSE:
        bd_buf_puts(out, json_is_true(value) ? "true" : "false");
        return true;
    default:
        return false;
    }
}

/* The report's own value wins over the plan's; where they differ, that is said. */
static void add_fact(bd_stress *stress, const char *file, const char *key, bd_str value)
{
    const char *own = bd_pairs_get(&stress->own, key);
    if (!own) {
        bd_pairs_set(&stress->run->environment, &stress->run->arena, bd_str_of(key), value);
        return;
    }
    if (!bd_str_is(value, own))
        bd_report(stress->reading->found, BD_WARNING, BD_ERR_INPUT, file, 0, 0,
                  "%s is %.*s here but %s in %s, which is kept", key, (int)value.len, value.ptr,
                  own, stress->reading->in->file->path);
}

static void read_plan(bd_stress *stress, const char *file, const json_t *sessions)
{
    size_t i;
    const json_t *item;
    bd_buf text = BD_BUF_INIT;
    json_array_foreach(sessions, i, item)
    {
        if (!json_is_integer(item) || i >= BD_STRESS_PHASES_MAX) {
            complain(stress, file, "$.Sessions", "expected a list of at most 1000 whole numbers");
            break;
        }
        stress->planned = bd_grow(stress->planned, stress->planned_count, &stress->planned_capacity,
                                  sizeof *stress->planned);
        stress->planned[stress->planned_count++] = json_integer_value(item);
        bd_buf_printf(&text, "%s%" JSON_INTEGER_FORMAT, i > 0 ? ", " : "",
                      json_integer_value(item));
    }
    add_fact(stress, file, "Sessions", bd_buf_str(&text));
    bd_buf_release(&text);
}

/* What has no text of its own is kept as JSON, under its key. */
static void keep(const char *key, const json_t *value, bd_buf *rest)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    bd_buf_putc(rest, rest->len > 0 ? ',' : '{');
    bd_json_quote(bd_str_of(key), rest);
    bd_buf_printf(rest, ":%s", text ? text : "null");
    free(text);
}

static void read_members(bd_stress *stress, const char *file, json_t *root)
{
    const char *key;
    json_t *value;
    bd_buf text = BD_BUF_INIT, rest = BD_BUF_INIT;
    json_object_foreach(root, key, value)
    {
        bd_buf_clear(&text);
        if (bd_str_is(bd_str_of(key), "Sessions") && json_is_array(value))
            read_plan(stress, file, value);
        else if (scalar_text(value, &text))
            add_fact(stress, file, key, bd_buf_str(&text));
        else
            keep(key, value, &rest);
    }
    if (rest.len > 0) {
        bd_buf_putc(&rest, '}');
        bd_stress_keep(stress, "environment.json", bd_buf_str(&rest));
    }
    bd_buf_release(&text);
    bd_buf_release(&rest);
}

void bd_stress_read_environment(bd_stress *stress)
{
    const bd_ingest_file *file = bd_reading_companion(stress->reading, "environment.json");
    json_error_t at;
    if (!file)
        return;
    bd_run_add_file(stress->run, file->path, file->bytes);
    bd_str text = bd_text_without_bom(file->bytes);
    json_t *root = json_loadb(text.ptr, text.len, JSON_REJECT_DUPLICATES, &at);
    if (!root)
        bd_report(stress->reading->found, BD_ERROR, BD_ERR_INPUT, file->path, at.line, at.column,
                  "is not JSON: %s", at.text);
    else if (!json_is_object(root))
        complain(stress, file->path, "$", "expected an object");
    else
        read_members(stress, file->path, root);
    json_decref(root);
}

/* ---- the plan ---- */

static size_t times_planned(const bd_stress *stress, int64_t sessions, size_t until)
{
    size_t n = 0;
    for (size_t i = 0; i < until; i++)
        n += stress->planned[i] == sessions;
    return n;
}

static size_t times_run(const bd_stress *stress, int64_t sessions, size_t until)
{
    size_t n = 0;
    for (size_t i = 0; i < until; i++)
        n += stress->phases[i].sessions == sessions;
    return n;
}

static void put_list(bd_buf *out, int64_t sessions)
{
    bd_buf_printf(out, "%s%" PRId64, out->len > 0 ? ", " : "", sessions);
}

void bd_stress_judge_plan(bd_stress *stress)
{
    bd_run *run = stress->run;
    bd_buf all = BD_BUF_INIT, missing = BD_BUF_INIT, extra = BD_BUF_INIT, reason = BD_BUF_INIT;
    size_t missing_count = 0, extra_count = 0;
    for (size_t i = 0; i < stress->planned_count; i++) {
        int64_t sessions = stress->planned[i];
        put_list(&all, sessions);
        if (times_planned(stress, sessions, i) < times_run(stress, sessions, stress->count))
            continue;
        put_list(&missing, sessions);
        missing_count++;
    }
    for (size_t i = 0; i < stress->count && stress->planned_count > 0; i++) {
        int64_t sessions = stress->phases[i].sessions;
        if (times_run(stress, sessions, i) < times_planned(stress, sessions, stress->planned_count))
            continue;
        put_list(&extra, sessions);
        extra_count++;
    }
    if (missing_count > 0)
        bd_buf_printf(&reason, "phase%s %s of %s %s missing", missing_count > 1 ? "s" : "",
                      missing.data, all.data, missing_count > 1 ? "are" : "is");
    if (extra_count > 0)
        bd_buf_printf(&reason, "%sphase%s %s %s not among the planned %s",
                      reason.len > 0 ? "; " : "", extra_count > 1 ? "s" : "", extra.data,
                      extra_count > 1 ? "are" : "is", all.data);
    if (stress->count == 0 && stress->planned_count == 0)
        bd_buf_puts(&reason, "there are no phases");
    if (reason.len > 0) {
        run->outcome = BD_OUTCOME_INCOMPLETE;
        run->reason = bd_arena_text(&run->arena, bd_buf_str(&reason));
    }
    bd_buf_release(&all);
    bd_buf_release(&missing);
    bd_buf_release(&extra);
    bd_buf_release(&reason);
}
