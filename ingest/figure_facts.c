/* Params, facts of the environment and what nobody maps: see figures.h. */
#include "ingest/figures.h"

#include <string.h>

void bd_param_add(bd_run *run, bd_point *point, bd_str key, bd_str value)
{
    bd_buf name = BD_BUF_INIT;
    bd_buf_put_str(&name, key);
    for (int n = 2; bd_pairs_find(&point->params, bd_buf_str(&name)) && n <= BD_PAIRS_MAX; n++) {
        bd_buf_clear(&name);
        bd_buf_put_str(&name, key);
        bd_buf_printf(&name, "%d", n);
    }
    bd_pairs_set(&point->params, &run->arena, bd_buf_str(&name), value);
    bd_buf_release(&name);
}

bool bd_scalar_text(const bd_json *at, bd_buf *scratch, bd_str *out, bd_error *err)
{
    bd_json_type type = bd_json_typeof(at);
    if (type == BD_JSON_STRING)
        return bd_json_string(at, scratch, out, err);
    *out = bd_json_raw(at);
    if (type == BD_JSON_ARRAY || type == BD_JSON_OBJECT) {
        bd_buf_clear(scratch);
        bd_keep_value(at, scratch);
        *out = bd_buf_str(scratch);
    }
    return true;
}

bool bd_params_read(const bd_json *object, bd_run *run, bd_point *point, bd_error *err)
{
    bd_json member;
    bd_buf key = BD_BUF_INIT, scratch = BD_BUF_INIT;
    bool ok = bd_json_expect(object, BD_JSON_OBJECT, err);
    if (ok && bd_json_count(object) > BD_PAIRS_MAX)
        ok = bd_json_fail(object, err, "more than %d params", BD_PAIRS_MAX);
    for (bool more = ok && bd_json_first(object, &member); more && ok;
         more = bd_json_next(&member)) {
        bd_str name, text;
        ok = bd_member_name(&member, &key, &name, err)
             && bd_scalar_text(&member, &scratch, &text, err);
        if (ok)
            bd_pairs_set(&point->params, &run->arena, name, text);
    }
    bd_buf_release(&key);
    bd_buf_release(&scratch);
    return ok;
}

bool bd_environment_fact(const bd_json *at, const char *key, bd_run *run, bd_error *err)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_scalar_text(at, &scratch, &text, err);
    if (ok && bd_json_typeof(at) != BD_JSON_NULL && text.len > 0)
        bd_pairs_set(&run->environment, &run->arena, bd_str_of(key), text);
    bd_buf_release(&scratch);
    return ok;
}

void bd_own_commit(bd_reading *reading, bd_run *run, const bd_commit *own)
{
    const bd_commit whole = *own;
    if (!own->id || bd_pairs_get(&run->environment, "commit"))
        return; /* environment.txt speaks of the commit that was measured */
    run->commit = whole;
    bd_reading_apply_stated(reading, run);
}

void bd_own_time(const bd_json *at, bd_run *run)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    bd_str text;
    int64_t time;
    if (bd_json_typeof(at) == BD_JSON_STRING && bd_json_string(at, &scratch, &text, &none)
        && bd_time_parse(text, &time)) {
        run->measured_at_ns = time;
        run->measured_from = "file";
    }
    bd_buf_release(&scratch);
}

void bd_keep_unmapped(const bd_json *object, const char *mapped, bd_buf *rest)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    for (bool more = bd_json_first(object, &member); more; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &scratch), names = bd_str_of(mapped), name;
        bool known = false;
        while (!known && bd_str_split(&names, ' ', &name))
            known = bd_str_eq(name, key);
        if (!known)
            bd_keep_rest(&member, rest);
    }
    bd_buf_release(&scratch);
}
