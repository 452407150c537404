/* The bytes of the object inside a data.js: see datajs.h. */
#include "core/datajs/datajs.h"

#include <string.h>

static const char variable[] = "window.BENCHMARK_DATA";

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

/* Past a byte order mark, blanks and the variable's name; 0 when it is not there. */
static size_t past_variable(bd_str bytes)
{
    size_t at = bd_str_starts(bytes, "\xef\xbb\xbf") ? 3 : 0;
    at = skip_blanks(bytes, at);
    bd_str rest = bd_str_sub(bytes, at, bytes.len);
    return bd_str_starts(rest, variable) ? at + strlen(variable) : 0;
}

bool bd_datajs_looks_like(bd_str bytes)
{
    return past_variable(bytes) > 0;
}

static bool fail_at(bd_str bytes, size_t at, bd_error *err, const char *message)
{
    int line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at && i < bytes.len; i++)
        if (bytes.ptr[i] == '\n') {
            line++;
            start = i + 1;
        }
    if (err->code == BD_OK) {
        err->line = line;
        err->column = (int)(at - start) + 1;
    }
    return bd_fail(err, BD_ERR_INPUT, "%s", message);
}

bool bd_datajs_locate(bd_str bytes, bd_datajs_place *out, bd_error *err)
{
    size_t at = past_variable(bytes);
    if (at == 0)
        return fail_at(bytes, 0, err, "expected 'window.BENCHMARK_DATA = '");
    at = skip_blanks(bytes, at);
    if (at >= bytes.len || bytes.ptr[at] != '=')
        return fail_at(bytes, at, err, "expected '=' after window.BENCHMARK_DATA");
    at = skip_blanks(bytes, at + 1);
    size_t end = bytes.len;
    while (end > at && (is_blank(bytes.ptr[end - 1]) || bytes.ptr[end - 1] == ';'))
        end--;
    if (at >= end || bytes.ptr[at] != '{')
        return fail_at(bytes, at, err, "expected an object after window.BENCHMARK_DATA =");
    *out = (bd_datajs_place){ at, end };
    return true;
}
