/* Where the object inside a data.js begins: see datajs.h. */
#include "core/datajs/internal.h"

#include <string.h>

static const char variable[] = "BENCHMARK_DATA";
static const char byte_order_mark[] = "\xef\xbb\xbf";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t past_mark(bd_str bytes)
{
    return bd_str_starts(bytes, byte_order_mark) ? strlen(byte_order_mark) : 0;
}

bool bd_datajs_fail(bd_str bytes, size_t at, bd_error *err, const char *message, const char *hint)
{
    int line = 1, column = 1;
    if (err->code != BD_OK)
        return false;
    for (size_t i = past_mark(bytes); i < at && i < bytes.len; i++) {
        column += ((unsigned char)bytes.ptr[i] & 0xC0) != 0x80;
        if (bytes.ptr[i] == '\n') {
            line++;
            column = 1;
        }
    }
    bd_fail(err, BD_ERR_INPUT, "%s", message);
    if (hint)
        bd_hint(err, "%s", hint);
    return bd_error_at(err, "", line, column);
}

/* Past the comment that begins at `at`; `at` itself when there is none. */
static size_t past_comment(bd_str bytes, size_t at)
{
    bd_str rest = bd_str_sub(bytes, at, bytes.len);
    if (bd_str_starts(rest, "//")) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        return end ? (size_t)(end - bytes.ptr) : bytes.len;
    }
    if (!bd_str_starts(rest, "/*"))
        return at;
    const char *end = memmem(rest.ptr + 2, rest.len - 2, "*/", 2);
    return end ? (size_t)(end - bytes.ptr) + 2 : at;
}

size_t bd_datajs_past_blanks(bd_str bytes, size_t at)
{
    for (;;) {
        size_t from = at;
        while (at < bytes.len && is_blank(bytes.ptr[at]))
            at++;
        at = past_comment(bytes, at);
        if (at == from)
            return at;
    }
}

/* Past `word` and the blanks behind it; 0 when it does not stand there, whole. */
static size_t past_word(bd_str bytes, size_t at, const char *word)
{
    size_t end = at + strlen(word);
    if (!bd_str_starts(bd_str_sub(bytes, at, bytes.len), word)
        || (end < bytes.len && bd_is_name_char(bytes.ptr[end])))
        return 0;
    return bd_datajs_past_blanks(bytes, end);
}

/* Past the variable, `var`, `window.` and the like before it, and the blanks behind it;
 * 0 when it is not there. */
static size_t past_variable(bd_str bytes)
{
    static const char *const declarations[] = { "var", "let", "const" };
    static const char *const objects[] = { "window", "self", "globalThis", "this" };
    size_t at = bd_datajs_past_blanks(bytes, past_mark(bytes)), past;
    for (size_t i = 0; i < BD_COUNT(declarations); i++)
        if ((past = past_word(bytes, at, declarations[i])) > 0)
            return past_word(bytes, past, variable);
    for (size_t i = 0; i < BD_COUNT(objects); i++)
        if ((past = past_word(bytes, at, objects[i])) > 0 && past < bytes.len
            && bytes.ptr[past] == '.')
            return past_word(bytes, bd_datajs_past_blanks(bytes, past + 1), variable);
    return past_word(bytes, at, variable);
}

bool bd_datajs_looks_like(bd_str bytes)
{
    size_t at = past_variable(bytes);
    return at > 0 && at < bytes.len && bytes.ptr[at] == '=';
}

bool bd_datajs_find_object(bd_str bytes, size_t *from, bd_error *err)
{
    static const char *const hint = "a data.js begins with: window.BENCHMARK_DATA = {";
    size_t start = bd_datajs_past_blanks(bytes, past_mark(bytes));
    size_t at = past_variable(bytes);
    if (at == 0 && start < bytes.len && bytes.ptr[start] == '{')
        at = start; /* the object alone, as external-data-json-path writes it */
    else if (at == 0)
        return bd_datajs_fail(bytes, start, err, "expected 'window.BENCHMARK_DATA = '", hint);
    else if (at >= bytes.len || bytes.ptr[at] != '=')
        return bd_datajs_fail(bytes, at, err, "expected '=' after window.BENCHMARK_DATA", hint);
    else
        at = bd_datajs_past_blanks(bytes, at + 1);
    if (at >= bytes.len || bytes.ptr[at] != '{')
        return bd_datajs_fail(bytes, at, err, "expected an object after 'window.BENCHMARK_DATA ='",
                              hint);
    *from = at;
    return true;
}
