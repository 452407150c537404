/* Strings and numbers of JavaScript → those of JSON: see internal.h. */
#include "core/datajs/internal.h"

#include <string.h>

static int hex_digit(char c)
{
    if (bd_is_digit(c))
        return c - '0';
    char low = (char)(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/* Hex digits from `ahead` on, at most `most`. @return how many */
static size_t read_hex(const bd_literal *l, size_t ahead, size_t most, uint64_t *out)
{
    size_t count = 0;
    *out = 0;
    for (int digit; count < most && (digit = hex_digit(bd_literal_peek(l, ahead + count))) >= 0;
         count++)
        *out = *out * 16 + (uint64_t)digit;
    return count;
}

/* ---- strings ---- */

static void put_unit(bd_literal *l, unsigned unit, size_t to)
{
    static const char hex[] = "0123456789abcdef";
    char text[] = {
        '\\',           'u', hex[unit >> 12 & 15], hex[unit >> 8 & 15], hex[unit >> 4 & 15],
        hex[unit & 15], '\0'
    };
    bd_literal_put(l, text, to);
}

/* \x41 */
static bool pass_byte_escape(bd_literal *l)
{
    uint64_t value;
    if (read_hex(l, 2, 2, &value) != 2)
        return bd_literal_fail(l, l->at, "expected two hexadecimal digits after \\x");
    put_unit(l, (unsigned)value, l->at + 4);
    return true;
}

/* \u0041 stays, \u{1F600} becomes one or two of that form. */
static bool pass_unicode_escape(bd_literal *l)
{
    uint64_t value;
    if (bd_literal_peek(l, 2) != '{') {
        if (read_hex(l, 2, 4, &value) != 4)
            return bd_literal_fail(l, l->at, "expected four hexadecimal digits after \\u");
        bd_literal_copy(l, l->at + 6);
        return true;
    }
    size_t count = read_hex(l, 3, 6, &value);
    if (count == 0 || value > 0x10FFFF || bd_literal_peek(l, 3 + count) != '}')
        return bd_literal_fail(l, l->at, "expected the number of a character in \\u{…}");
    size_t end = l->at + 4 + count;
    if (value < 0x10000) {
        put_unit(l, (unsigned)value, end);
        return true;
    }
    put_unit(l, (unsigned)(0xD800 + ((value - 0x10000) >> 10)), l->at);
    put_unit(l, (unsigned)(0xDC00 + ((value - 0x10000) & 0x3FF)), end);
    return true;
}

static bool pass_escape(bd_literal *l)
{
    char c = bd_literal_peek(l, 1);
    if (c != '\0' && strchr("\"\\/bfnrt", c))
        bd_literal_copy(l, l->at + 2);
    else if (c == 'u')
        return pass_unicode_escape(l);
    else if (c == 'x')
        return pass_byte_escape(l);
    else if (c == 'v')
        put_unit(l, '\v', l->at + 2);
    else if (c == '0' && !bd_is_digit(bd_literal_peek(l, 2)))
        put_unit(l, 0, l->at + 2);
    else if (bd_is_digit(c))
        return bd_literal_fail(l, l->at, "an octal escape in a string");
    else if (c == '\n' || (c == '\r' && bd_literal_peek(l, 2) == '\n'))
        l->at += c == '\n' ? 2 : 3; /* the line goes on */
    else if (l->at + 1 < l->in.len && (unsigned char)c >= 0x20) {
        l->at++; /* the backslash says nothing: \' \- */
        bd_literal_copy(l, l->at + 1);
    } else {
        return bd_literal_fail(l, l->at, "a backslash with nothing behind it");
    }
    return true;
}

/* Characters that stand in a JSON string as they do here. */
static size_t past_plain(const bd_literal *l, char quote)
{
    size_t at = l->at;
    while (at < l->in.len) {
        char c = l->in.ptr[at];
        if (c == quote || c == '"' || c == '\\' || (unsigned char)c < 0x20
            || (quote == '`' && c == '$'))
            break;
        at++;
    }
    return at;
}

static bool pass_special(bd_literal *l, char quote)
{
    char c = bd_literal_peek(l, 0);
    if (l->at >= l->in.len)
        return bd_literal_fail(l, l->at, "the text ends inside a string");
    if (c == '\\')
        return pass_escape(l);
    if (c == '"')
        bd_literal_put(l, "\\\"", l->at + 1);
    else if (c == '$' && bd_literal_peek(l, 1) == '{')
        return bd_literal_fail(l, l->at, "a template with ${…} is no data");
    else if (c == '$')
        bd_literal_copy(l, l->at + 1);
    else if (quote != '`' && (c == '\n' || c == '\r'))
        return bd_literal_fail(l, l->at, "the line ends inside a string");
    else if (c == '\r') /* in a template, every line end is one */
        bd_literal_put(l, "\\n", l->at + (bd_literal_peek(l, 1) == '\n' ? 2 : 1));
    else
        put_unit(l, (unsigned char)c, l->at + 1);
    return true;
}

bool bd_literal_string(bd_literal *l)
{
    char quote = bd_literal_peek(l, 0);
    bd_literal_put(l, "\"", l->at + 1);
    for (;;) {
        size_t end = past_plain(l, quote);
        if (end > l->at)
            bd_literal_copy(l, end);
        if (l->at < l->in.len && l->in.ptr[l->at] == quote)
            break;
        if (!pass_special(l, quote))
            return false;
    }
    bd_literal_put(l, "\"", l->at + 1);
    return true;
}

/* ---- numbers ---- */

static size_t past_digits(const bd_literal *l, size_t at)
{
    while (at < l->in.len && bd_is_digit(l->in.ptr[at]))
        at++;
    return at;
}

/* 0x1F; beyond 2^53 JavaScript would round. */
static bool pass_hex(bd_literal *l)
{
    uint64_t value;
    bd_buf text = BD_BUF_INIT;
    size_t count = read_hex(l, 2, 13, &value);
    if (count == 0 || value > (UINT64_C(1) << 53))
        return bd_literal_fail(l, l->at, "expected a hexadecimal number of at most 2^53");
    bd_number_text(bd_int((int64_t)value), &text);
    bd_literal_put(l, bd_buf_text(&text), l->at + 2 + count);
    bd_buf_release(&text);
    return true;
}

static bool pass_exponent(bd_literal *l)
{
    size_t at = l->at;
    if (bd_literal_peek(l, 0) != 'e' && bd_literal_peek(l, 0) != 'E')
        return true;
    at += bd_literal_peek(l, 1) == '-' || bd_literal_peek(l, 1) == '+' ? 2 : 1;
    size_t end = past_digits(l, at);
    if (end == at)
        return bd_literal_fail(l, end, "expected a digit in the exponent");
    bd_literal_copy(l, end);
    return true;
}

/* "5.", ".5", "5.5": JSON wants digits on both sides of the point. */
static bool pass_decimal(bd_literal *l)
{
    size_t point = past_digits(l, l->at);
    if (point - l->at > 1 && l->in.ptr[l->at] == '0')
        return bd_literal_fail(l, l->at, "a number that begins with 0");
    bool bare = point == l->at;
    if (!bare)
        bd_literal_copy(l, point);
    if (bd_literal_peek(l, 0) != '.')
        return !bare || bd_literal_fail(l, l->at, "expected a digit");
    size_t end = past_digits(l, point + 1);
    if (bare && end == point + 1)
        return bd_literal_fail(l, end, "expected a digit");
    if (bare)
        bd_literal_put(l, "0", l->at);
    if (end > point + 1)
        bd_literal_copy(l, end);
    l->at = end;
    return true;
}

bool bd_literal_number(bd_literal *l)
{
    char c = bd_literal_peek(l, 0);
    if (c == '-')
        bd_literal_copy(l, l->at + 1);
    else if (c == '+')
        bd_literal_put(l, " ", l->at + 1);
    bool hex = bd_literal_peek(l, 0) == '0' && (bd_literal_peek(l, 1) | 0x20) == 'x';
    if (!(hex ? pass_hex(l) : pass_decimal(l) && pass_exponent(l)))
        return false;
    return !bd_is_name_char(bd_literal_peek(l, 0))
           || bd_literal_fail(l, l->at, "expected the end of the number");
}
