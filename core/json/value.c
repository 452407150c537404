/* Values of tokens, converted when asked for: numbers, strings, truth. See json.h. */
#include "core/json/internal.h"
#include "core/json/scan.h"

#include <math.h>

/* ---- strings ---- */

static void put_utf8(uint32_t c, bd_buf *out)
{
    char bytes[4];
    size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char lead[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };
    for (size_t i = len; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(lead[len] | c);
    bd_buf_add(out, bytes, len);
}

/* `at` is behind "\u" of a checked escape. @return behind it, the second half included */
static const char *decode_unit(const char *at, bd_buf *out)
{
    uint32_t c = (uint32_t)hex4(at, at + 4);
    at += 4;
    if (c >= 0xD800 && c <= 0xDFFF) {
        uint32_t low = (uint32_t)hex4(at + 2, at + 6);
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 6;
    }
    put_utf8(c, out);
    return at;
}

void bd_json_decode(bd_str raw, bd_buf *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *at = raw.ptr, *end = raw.ptr + raw.len;
    bd_buf_reserve(out, raw.len);
    while (at < end) {
        const char *slash = memchr(at, '\\', (size_t)(end - at));
        const char *stop = slash ? slash : end;
        bd_buf_add(out, at, (size_t)(stop - at));
        at = stop;
        if (!slash)
            break;
        at += 2;
        if (slash[1] == 'u')
            at = decode_unit(at, out);
        else
            bd_buf_putc(out, to[strchr(from, slash[1]) - from]);
    }
}

/* ---- what stands there, for messages ---- */

static const char *type_name(bd_json_type type)
{
    static const char *const names[] = {
        [BD_JSON_NULL] = "null",          [BD_JSON_FALSE] = "true or false",
        [BD_JSON_TRUE] = "true or false", [BD_JSON_NUMBER] = "a number",
        [BD_JSON_STRING] = "a string",    [BD_JSON_ARRAY] = "an array",
        [BD_JSON_OBJECT] = "an object",   [BD_JSON_NAN] = "NaN or Infinity",
    };
    return names[type];
}

/* Fails with "expected WANTED, found …": short scalars as they are written. */
static bool unexpected(const bd_json *at, const char *wanted, bd_error *err)
{
    bd_json_type type = bd_json_typeof(at);
    bd_str raw = bd_json_raw(at);
    bool shown = type != BD_JSON_ARRAY && type != BD_JSON_OBJECT && raw.len <= 60;
    const char *kind = type == BD_JSON_STRING ? "the string " : "";
    int width = (int)raw.len;
    if (shown)
        return bd_json_fail(at, err, "expected %s, found %s%.*s", wanted, kind, width, raw.ptr);
    return bd_json_fail(at, err, "expected %s, found %s", wanted, type_name(type));
}

bool bd_json_expect(const bd_json *at, bd_json_type type, bd_error *err)
{
    return type_at(at->doc, at->token) == type || unexpected(at, type_name(type), err);
}

/* ---- typed getters ---- */

/* Of a bare NaN, Infinity or -Infinity. */
static double bare_value(bd_str raw)
{
    if (raw.ptr[0] == 'N')
        return (double)NAN;
    return raw.ptr[0] == '-' ? -(double)INFINITY : (double)INFINITY;
}

bool bd_json_number(const bd_json *at, bd_number *out, bd_error *err)
{
    bd_json_type type = type_at(at->doc, at->token);
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (type == BD_JSON_NUMBER)
        *out = bd_number_parse(bd_json_raw(at));
    else if (type != BD_JSON_NAN)
        return unexpected(at, "a number", err);
    else if (!isnan(bare_value(bd_json_raw(at))))
        *out = bd_double(bare_value(bd_json_raw(at)));
    return true;
}

bool bd_json_int(const bd_json *at, int64_t *out, bd_error *err)
{
    *out = 0;
    if (bd_json_typeof(at) != BD_JSON_NUMBER)
        return unexpected(at, "an integer", err);
    bd_number n = bd_number_parse(bd_json_raw(at));
    if (n.kind != BD_NUMBER_INT)
        return unexpected(at, "an integer of 64 bits", err);
    *out = n.as.i;
    return true;
}

bool bd_json_double(const bd_json *at, double *out, bd_error *err)
{
    bd_number n;
    *out = (double)NAN;
    if (!bd_json_number(at, &n, err))
        return false;
    *out = bd_number_as_double(n);
    return true;
}

bool bd_json_bool(const bd_json *at, bool *out, bd_error *err)
{
    bd_json_type type = bd_json_typeof(at);
    *out = type == BD_JSON_TRUE;
    return *out || type == BD_JSON_FALSE || unexpected(at, type_name(BD_JSON_TRUE), err);
}

bool bd_json_string(const bd_json *at, bd_buf *scratch, bd_str *out, bd_error *err)
{
    *out = (bd_str){ "", 0 };
    if (!bd_json_expect(at, BD_JSON_STRING, err))
        return false;
    bd_str text = string_raw(at->doc, at->token);
    if (string_escaped(at->doc, at->token)) {
        bd_buf_clear(scratch);
        bd_json_decode(text, scratch);
        text = bd_buf_str(scratch);
        if (memchr(text.ptr, '\0', text.len))
            return bd_json_fail(at, err, "a string with the character U+0000, not accepted here");
    }
    *out = text;
    return true;
}

bool bd_json_text(const bd_json *at, bd_arena *arena, const char **out, bd_error *err)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_json_string(at, &scratch, &text, err);
    *out = ok ? bd_arena_text(arena, text) : NULL;
    bd_buf_release(&scratch);
    return ok;
}

const char *bd_json_text_of(const bd_json *object, const char *name, bd_arena *arena)
{
    bd_json member;
    const char *text = NULL;
    bd_error ignored = BD_ERROR_INIT;
    if (bd_json_member(object, name, &member) && bd_json_typeof(&member) == BD_JSON_STRING
        && !bd_json_text(&member, arena, &text, &ignored))
        text = NULL;
    return text;
}

bool bd_json_object_of(const bd_json *object, const char *name, bd_json *out)
{
    return bd_json_member(object, name, out) && bd_json_typeof(out) == BD_JSON_OBJECT;
}

/* The values that writers put where there is no number. */
static bool no_number(const bd_json *at, double *out)
{
    bd_str raw = bd_json_raw(at);
    bd_json_type type = bd_json_typeof(at);
    *out = (double)NAN;
    if (type == BD_JSON_NAN)
        *out = bare_value(raw);
    else if (bd_str_is(raw, "\"+INF\"") || bd_str_is(raw, "\"-INF\""))
        *out = raw.ptr[1] == '-' ? -(double)INFINITY : (double)INFINITY;
    else
        return type == BD_JSON_NULL || bd_str_is(raw, "\"NaN\"");
    return true;
}

/* Counts and other short integers need no conversion worth the name. */
static double double_at(const bd_json_doc *doc, uint32_t index, bool *all_int)
{
    enum { SHORT = 8 };
    const token *t = &doc->tokens[index];
    const char *text = doc->text + t->at;
    uint32_t value = 0, i = 0;
    for (; i < t->info && i < SHORT && is_digit(text[i]); i++)
        value = value * 10 + (uint32_t)(text[i] - '0');
    if (i == t->info)
        return value;
    bd_number n = bd_number_parse((bd_str){ text, t->info });
    *all_int &= n.kind == BD_NUMBER_INT;
    return bd_number_as_double(n);
}

bool bd_json_doubles(const bd_json *at, bool nan_ok, double *out, bool *all_int, bd_error *err)
{
    *all_int = true;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    /* Every item that passes is one token. */
    bd_json item = { .doc = at->doc, .parent = at, .token = at->token + 2 };
    for (size_t count = bd_json_count(at); item.index < count; item.index++, item.token++, out++) {
        if (type_at(at->doc, item.token) == BD_JSON_NUMBER) {
            *out = double_at(at->doc, item.token, all_int);
            continue;
        }
        *all_int = false;
        if (!nan_ok || !no_number(&item, out))
            return unexpected(&item, "a number", err);
    }
    return true;
}

size_t bd_json_pairs(const bd_json *at, double (*out)[2])
{
    const bd_json_doc *doc = at->doc;
    size_t done = 0, count = type_at(doc, at->token) == BD_JSON_ARRAY ? bd_json_count(at) : 0;
    bool ignored = true;
    /* A pair is the two tokens of its array, and one for each number. */
    for (uint32_t i = at->token + 2; done < count; i += 4, done++) {
        if (type_at(doc, i) != BD_JSON_ARRAY || doc->tokens[i + 1].at != 2
            || type_at(doc, i + 2) != BD_JSON_NUMBER || type_at(doc, i + 3) != BD_JSON_NUMBER)
            break;
        out[done][0] = double_at(doc, i + 2, &ignored);
        out[done][1] = double_at(doc, i + 3, &ignored);
    }
    return done;
}
