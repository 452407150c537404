/* Google Benchmark's names and context: see googlecpp.h. */
#include "ingest/googlecpp.h"

#include <string.h>

enum { ARGUMENTS_MAX = 32 };

static bool is_number(bd_str text)
{
    size_t i = text.len > 1 && text.ptr[0] == '-' ? 1 : 0;
    for (; i < text.len; i++)
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
    return text.len > 0;
}

static bool is_clock(bd_str text)
{
    return bd_str_is(text, "real_time") || bd_str_is(text, "process_time")
           || bd_str_is(text, "manual_time");
}

/* "n:8": a name, one colon, a value. "a::b" is none. */
static bool split_named(bd_str text, bd_str *key, bd_str *value)
{
    const char *colon = memchr(text.ptr, ':', text.len);
    size_t at = colon ? (size_t)(colon - text.ptr) : text.len;
    *key = bd_str_sub(text, 0, at);
    *value = bd_str_sub(text, at + 1, text.len);
    return key->len > 0 && value->len > 0 && !memchr(value->ptr, ':', value->len)
           && !memchr(text.ptr, '>', text.len) && !memchr(text.ptr, '(', text.len);
}

/* The slash before the last part; one inside <…> or (…) parts nothing. */
static size_t last_slash(bd_str name)
{
    int depth = 0;
    for (size_t i = name.len; i-- > 0;) {
        char c = name.ptr[i];
        depth += (c == '>' || c == ')') - (c == '<' || c == '(');
        if (c == '/' && depth == 0)
            return i;
    }
    return 0;
}

static void add_argument(bd_run *run, bd_point *point, bd_str part)
{
    bd_str key, value;
    if (is_number(part)) {
        bd_param_add(run, point, BD_STR("arg"), part);
    } else if (is_clock(part)) {
        bd_param_add(run, point, BD_STR("clock"), part);
    } else if (split_named(part, &key, &value)) {
        bd_number threads = bd_number_parse(value);
        if (bd_str_is(key, "threads") && threads.kind == BD_NUMBER_INT)
            point->threads = threads.as.i;
        else
            bd_param_add(run, point, key, value);
    }
}

void bd_googlecpp_name(bd_str name, bd_run *run, bd_point *point)
{
    bd_str parts[ARGUMENTS_MAX], key, value;
    size_t count = 0;
    for (size_t slash = last_slash(name); slash > 0 && count < ARGUMENTS_MAX;
         slash = last_slash(name)) {
        bd_str part = bd_str_sub(name, slash + 1, name.len);
        if (!is_number(part) && !is_clock(part) && !split_named(part, &key, &value))
            break;
        parts[count++] = part;
        name = bd_str_sub(name, 0, slash);
    }
    point->benchmark = bd_arena_text(&run->arena, name);
    while (count-- > 0)
        add_argument(run, point, parts[count]);
}

bd_str bd_googlecpp_aggregate(const bd_json *row, bd_buf *scratch)
{
    bd_json member;
    bd_str text;
    bd_error none = BD_ERROR_INIT;
    if (bd_json_member(row, "aggregate_name", &member)
        && bd_json_string(&member, scratch, &text, &none) && text.len > 0)
        return text;
    if (bd_json_member(row, "run_type", &member) && bd_json_string(&member, scratch, &text, &none)
        && bd_str_is(text, "aggregate"))
        return BD_STR("aggregate");
    return BD_STR("");
}

static bool read_version(const bd_json *at, bd_run *run, bd_error *err)
{
    const char *version;
    if (!bd_json_text(at, &run->arena, &version, err))
        return false;
    run->tool = bd_arena_printf(&run->arena, "Google Benchmark %s", version);
    return true;
}

/* The load differs from run to run: it is no fact that tells machines apart. */
bool bd_googlecpp_context(const bd_json *context, bd_run *run, bd_error *err)
{
    bd_json member;
    bd_buf rest = BD_BUF_INIT, key = BD_BUF_INIT;
    bool ok = bd_json_expect(context, BD_JSON_OBJECT, err);
    if (ok && bd_json_count(context) > BD_PAIRS_MAX)
        ok = bd_json_fail(context, err, "more than %d facts", BD_PAIRS_MAX);
    for (bool more = ok && bd_json_first(context, &member); more && ok;
         more = bd_json_next(&member)) {
        bd_json_type type = bd_json_typeof(&member);
        bd_str name;
        ok = bd_member_name(&member, &key, &name, err);
        if (!ok)
            break;
        if (bd_str_is(name, "date"))
            bd_own_time(&member, run);
        else if (bd_str_is(name, "library_version"))
            ok = read_version(&member, run, err);
        else if (type == BD_JSON_ARRAY || type == BD_JSON_OBJECT)
            bd_keep_rest(&member, &rest);
        else
            ok = bd_environment_fact(&member, bd_arena_text(&run->arena, name), run, err);
    }
    run->rest = bd_rest_text(&rest, &run->arena);
    bd_buf_release(&rest);
    bd_buf_release(&key);
    return ok;
}

bd_compat *bd_googlecpp_compat(const bd_json *row, const bd_json *real_time, bd_run *run)
{
    bd_buf text = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    bd_number value;
    bd_json name;
    if (!bd_json_member(row, "name", &name) || !bd_figure_number(real_time, &value, &none)
        || !bd_number_finite(value))
        return NULL;
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    compat->value = bd_js_number(value);
    compat->place = row->index;
    bd_js_text(&name, &text, &none);
    compat->name = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    bd_js_member(row, "time_unit", &text);
    bd_buf_puts(&text, "/iter");
    compat->unit = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_clear(&text);
    bd_js_line(row, "iterations: ", "iterations", &text);
    bd_js_line(row, "cpu: ", "cpu_time", &text);
    bd_buf_putc(&text, ' ');
    bd_js_member(row, "time_unit", &text);
    bd_js_line(row, "threads: ", "threads", &text);
    compat->extra = bd_arena_text(&run->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return compat;
}
