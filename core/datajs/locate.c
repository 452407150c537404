/* The bytes of the object inside a data.js: see datajs.h. */
#include "core/datajs/datajs.h"

#include <string.h>

static const char variable[] = "window.BENCHMARK_DATA";
static const char byte_order_mark[] = "\xef\xbb\xbf";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static size_t skip_blanks(bd_str bytes, size_t at)
{
    while (at < bytes.len && is_blank(bytes.ptr[at]))
        at++;
    return at;
}

static size_t past_mark(bd_str bytes)
{
    return bd_str_starts(bytes, byte_order_mark) ? strlen(byte_order_mark) : 0;
}

/* Past the variable's name and the blanks behind it; 0 when it is not there. */
static size_t past_variable(bd_str bytes)
{
    size_t at = skip_blanks(bytes, past_mark(bytes));
    if (!bd_str_starts(bd_str_sub(bytes, at, bytes.len), variable))
        return 0;
    return skip_blanks(bytes, at + strlen(variable));
}

bool bd_datajs_looks_like(bd_str bytes)
{
    size_t at = past_variable(bytes);
    return at > 0 && at < bytes.len && bytes.ptr[at] == '=';
}

/* Everything before `at` is ASCII, a byte order mark aside, which takes no column. */
static bool fail_at(bd_str bytes, size_t at, bd_error *err, const char *message)
{
    int line = 1;
    size_t start = past_mark(bytes);
    for (size_t i = 0; i < at && i < bytes.len; i++)
        if (bytes.ptr[i] == '\n') {
            line++;
            start = i + 1;
        }
    bd_fail(err, BD_ERR_INPUT, "%s", message);
    return bd_error_at(err, "", line, (int)(at - start) + 1);
}

/* JSON's names have quotes; a site build that minifies takes them away. */
static bool has_quoted_names(bd_str bytes, bd_datajs_place place)
{
    size_t at = skip_blanks(bytes, place.from + 1);
    return at >= place.to || bytes.ptr[at] == '"' || bytes.ptr[at] == '}';
}

bool bd_datajs_locate(bd_str bytes, bd_datajs_place *out, bd_error *err)
{
    size_t at = past_variable(bytes);
    if (at == 0)
        return fail_at(bytes, skip_blanks(bytes, past_mark(bytes)), err,
                       "expected 'window.BENCHMARK_DATA = '");
    if (at >= bytes.len || bytes.ptr[at] != '=')
        return fail_at(bytes, at, err, "expected '=' after window.BENCHMARK_DATA");
    at = skip_blanks(bytes, at + 1);
    size_t end = bytes.len;
    while (end > at && (is_blank(bytes.ptr[end - 1]) || bytes.ptr[end - 1] == ';'))
        end--;
    if (at >= end || bytes.ptr[at] != '{')
        return fail_at(bytes, at, err, "expected an object after 'window.BENCHMARK_DATA ='");
    *out = (bd_datajs_place){ at, end };
    if (has_quoted_names(bytes, *out))
        return true;
    fail_at(bytes, skip_blanks(bytes, at + 1), err,
            "a name without quotes: this is JavaScript that a site build has minified, not JSON");
    return bd_hint(err, "read the data.js that github-action-benchmark wrote, on the branch that "
                        "the site is built from");
}

static void blank_out(char *from, const char *to)
{
    for (; from < to; from++)
        if (*from != '\n')
            *from = ' ';
}

bool bd_datajs_json(bd_str bytes, bd_buf *out, bd_error *err)
{
    bd_datajs_place place = { 0 };
    size_t mark = past_mark(bytes);
    bd_buf_clear(out);
    if (!bd_datajs_locate(bytes, &place, err))
        return false;
    bd_buf_put_str(out, bytes);
    blank_out(out->data + mark, out->data + place.from);
    blank_out(out->data + place.to, out->data + out->len);
    return true;
}
