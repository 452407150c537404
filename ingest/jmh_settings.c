/* Settings of JMH results: those that all results share are facts of the run. */
#include "ingest/jmh.h"

#include <string.h>

#define NAME(text)               \
    {                            \
        (text), sizeof(text) - 1 \
    }
/* Slices, because every member of every result is looked up here. */
static const bd_str settings[BD_JMH_SETTINGS] = {
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

size_t bd_jmh_setting_of(bd_str key, size_t *expected)
{
    size_t i = 0;
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

bool bd_jmh_setting_text(const bd_json *at, bd_buf *scratch, bd_buf *out, bd_error *err)
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

/* Mostly a result says the same bytes as the first one. */
static bool count_setting(bd_jmh_setting *s, const bd_json *at, bd_jmh *j, bd_buf *text,
                          bd_error *err)
{
    bd_str raw = bd_json_raw(at);
    if (s->raw.len > 0 && bd_str_eq(raw, s->raw)) {
        s->results++;
        return true;
    }
    if (!bd_jmh_setting_text(at, &j->reading->scratch, text, err))
        return false;
    if (s->raw.len == 0) {
        s->raw = raw;
        bd_buf_put_str(&s->text, bd_buf_str(text));
    }
    s->results += bd_str_eq(bd_buf_str(&s->text), bd_buf_str(text));
    return true;
}

static bool look_at_result(bd_jmh *j, const bd_json *result, bd_buf *text, bd_error *err)
{
    bd_json member;
    size_t expected = 0;
    if (!bd_json_expect(result, BD_JSON_OBJECT, err))
        return false;
    for (bool more = bd_json_first(result, &member); more; more = bd_json_next(&member)) {
        bd_str key = bd_json_key(&member, &j->reading->scratch);
        size_t i = bd_jmh_setting_of(key, &expected);
        if (i == BD_JMH_SETTINGS)
            j->is_kotlinx |= bd_str_is(key, "advanced");
        else if (!count_setting(&j->shared[i], &member, j, text, err))
            return false;
    }
    return true;
}

bool bd_jmh_is_shared(const bd_jmh *j, size_t setting)
{
    return setting < BD_JMH_SETTINGS && j->results > 0 && j->shared[setting].results == j->results;
}

bool bd_jmh_collect_settings(bd_jmh *j, bd_error *err)
{
    bd_json result;
    bd_buf text = BD_BUF_INIT;
    bool ok = true;
    j->results = bd_json_count(j->reading->root);
    for (bool more = bd_json_first(j->reading->root, &result); more && ok;
         more = bd_json_next(&result))
        ok = look_at_result(j, &result, &text, err);
    for (size_t i = 0; ok && i < BD_COUNT(settings); i++)
        if (bd_jmh_is_shared(j, i))
            bd_pairs_set(&j->run->environment, &j->run->arena, settings[i],
                         bd_buf_str(&j->shared[i].text));
    bd_buf_release(&text);
    return ok;
}

const char *bd_jmh_tool(bd_jmh *j)
{
    if (bd_jmh_is_shared(j, 0))
        return bd_arena_printf(&j->run->arena, "JMH %s", bd_buf_text(&j->shared[0].text));
    return j->is_kotlinx ? "kotlinx-benchmark" : "JMH";
}
