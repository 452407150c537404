/* core/json against jansson and against itself: see agree.h. */
#include "tests/json/agree.h"

#include "core/json/json.h"

#include <jansson.h>
#include <string.h>

static bool differ(const bd_json *at, bd_buf *why, const char *what)
{
    bd_json_path(at, why);
    bd_buf_printf(why, ": %s", what);
    return false;
}

static bool same_number(const bd_json *at, const json_t *judge, bd_buf *why)
{
    bd_number n;
    bd_error err = BD_ERROR_INIT;
    if (!json_is_number(judge) || !bd_json_number(at, &n, &err))
        return differ(at, why, "a number on one side only");
    bool minus_zero = bd_number_same(n, bd_double(-0.0));
    if (json_is_integer(judge)) /* jansson has no -0 */
        return (minus_zero && json_integer_value(judge) == 0)
               || bd_number_same(n, bd_int(json_integer_value(judge)))
               || differ(at, why, "another integer");
    return bd_number_same(n, bd_double(json_real_value(judge)))
           || differ(at, why, "another double");
}

static bool same_string(const bd_json *at, const json_t *judge, bd_buf *why)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf scratch = BD_BUF_INIT;
    bd_str text, want = { json_string_value(judge), json_string_length(judge) };
    bool ok;
    if (want.ptr && memchr(want.ptr, '\0', want.len)) /* refused on purpose */
        ok = !bd_json_string(at, &scratch, &text, &err) || differ(at, why, "U+0000 accepted");
    else
        ok = (bd_json_string(at, &scratch, &text, &err) && want.ptr && bd_str_eq(text, want))
             || differ(at, why, "another string");
    bd_buf_release(&scratch);
    return ok;
}

static bool same_value(const bd_json *at, const json_t *judge, bd_buf *why);

static const json_t *child_of(const bd_json *item, const json_t *judge)
{
    if (!json_is_object(judge))
        return json_array_get(judge, item->index);
    bd_buf scratch = BD_BUF_INIT;
    bd_str key = bd_json_key(item, &scratch);
    const json_t *child = json_object_getn(judge, key.ptr, key.len);
    bd_buf_release(&scratch);
    return child;
}

static bool same_children(const bd_json *at, const json_t *judge, bd_buf *why)
{
    bd_json item;
    size_t count = json_is_object(judge) ? json_object_size(judge) : json_array_size(judge);
    size_t seen = 0;
    if (bd_json_count(at) != count)
        return differ(at, why, "another number of children");
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item), seen++)
        if (!same_value(&item, child_of(&item, judge), why))
            return false;
    return seen == count || differ(at, why, "the walk saw another number of children");
}

static bool same_value(const bd_json *at, const json_t *judge, bd_buf *why)
{
    bool truth = false;
    bd_error err = BD_ERROR_INIT;
    switch (bd_json_typeof(at)) {
    case BD_JSON_NUMBER:
        return same_number(at, judge, why);
    case BD_JSON_STRING:
        return same_string(at, judge, why);
    case BD_JSON_OBJECT:
        return json_is_object(judge) ? same_children(at, judge, why) : differ(at, why, "an object");
    case BD_JSON_ARRAY:
        return json_is_array(judge) ? same_children(at, judge, why) : differ(at, why, "an array");
    case BD_JSON_NULL:
        return json_is_null(judge) || differ(at, why, "null");
    case BD_JSON_TRUE:
    case BD_JSON_FALSE:
        return (json_is_boolean(judge) && bd_json_bool(at, &truth, &err)
                && truth == json_is_true(judge))
               || differ(at, why, "true or false");
    case BD_JSON_NAN:
        break;
    }
    return differ(at, why, "a bare NaN in strict mode");
}

static bool beyond_jansson(const json_error_t *error)
{
    enum json_error_code code = json_error_code(error);
    return code == json_error_numeric_overflow || code == json_error_null_byte_in_key
           || code == json_error_stack_overflow;
}

bool agrees_with_jansson(bd_str bytes, bd_buf *why)
{
    if (bytes.len > 0 && memchr(bytes.ptr, '\0', bytes.len))
        return true; /* a raw NUL byte behind a number is swallowed by jansson */
    json_error_t judge_error;
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL;
    const char *from = bytes.len > 0 ? bytes.ptr : "";
    json_t *judge = json_loadb(from, bytes.len, flags, &judge_error); /* owned */
    bd_json_doc *doc = NULL;                                          /* owned */
    bd_error err = BD_ERROR_INIT;
    const bd_json_options options = { .max_depth = 4000 };
    bool accepted = bd_json_parse(bytes, &options, &doc, &err), ok = true;
    if (accepted && judge) {
        bd_json root = bd_json_root(doc);
        ok = same_value(&root, judge, why);
    } else if (judge) {
        bd_buf_printf(why, "only jansson accepts it: %d:%d: %s", err.line, err.column, err.message);
        ok = false;
    } else if (accepted && !beyond_jansson(&judge_error)) {
        bd_buf_printf(why, "only jansson refuses it: %d: %s", judge_error.position,
                      judge_error.text);
        ok = false;
    }
    json_decref(judge);
    bd_json_free(doc);
    return ok;
}

/* ---- properties that need no judge ---- */

/* Counts on from the value before: a walk meets values in the order of the text. */
typedef struct counted {
    const char *at;
    int line, column;
    bd_json last; /* the value before; doc NULL = none */
    int last_line, last_column;
} counted;

static bool positions_are_right(const bd_json *at, counted *count, bd_buf *why)
{
    int line, column;
    bd_json item;
    for (const char *value = bd_json_raw(at).ptr; count->at < value; count->at++) {
        bool character = ((unsigned char)*count->at & 0xC0) != 0x80;
        count->column = *count->at == '\n' ? 1 : count->column + character;
        count->line += *count->at == '\n';
    }
    bd_json_position(at, &line, &column);
    if (line != count->line || column != count->column)
        return differ(at, why, "another position");
    if (count->last.doc) {
        bd_json_position_after(at, &count->last, &count->last_line, &count->last_column);
        if (line != count->last_line || column != count->last_column)
            return differ(at, why, "another position when it is counted on");
    }
    count->last = *at;
    count->last_line = line;
    count->last_column = column;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item))
        if (!positions_are_right(&item, count, why))
            return false;
    return true;
}

typedef void rewriter(const bd_json *at, bd_buf *out);

static bool survives(const bd_json *root, rewriter *rewrite, bd_buf *why)
{
    bd_buf once = BD_BUF_INIT, twice = BD_BUF_INIT;
    bd_json_doc *doc = NULL; /* owned */
    bd_error err = BD_ERROR_INIT;
    rewrite(root, &once);
    bool ok = bd_json_parse(bd_buf_str(&once), NULL, &doc, &err);
    if (ok) {
        bd_json again = bd_json_root(doc);
        rewrite(&again, &twice);
        ok = bd_str_eq(bd_buf_str(&once), bd_buf_str(&twice));
    }
    if (!ok)
        bd_buf_printf(why, "does not survive: %s, %s; %s", bd_buf_text(&once), bd_buf_text(&twice),
                      err.message);
    bd_json_free(doc);
    bd_buf_release(&once);
    bd_buf_release(&twice);
    return ok;
}

bool agrees_with_itself(bd_str bytes, bd_buf *why)
{
    bd_json_doc *doc = NULL; /* owned */
    bd_error err = BD_ERROR_INIT;
    if (!bd_json_parse(bytes, NULL, &doc, &err)) {
        bool told = err.code == BD_ERR_INPUT && err.line > 0 && err.column > 0 && err.message[0];
        if (!told)
            bd_buf_puts(why, "an error without place or message");
        return told;
    }
    bd_json root = bd_json_root(doc);
    counted count = { .at = bytes.ptr, .line = 1, .column = 1 };
    bool ok = positions_are_right(&root, &count, why) && survives(&root, bd_json_compact, why)
              && survives(&root, bd_json_stringify, why);
    bd_json_free(doc);
    return ok;
}
