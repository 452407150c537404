/* Words and numbers of a line: see lines.h. */
#include "ingest/lines.h"

#include "core/model/unit.h"

#include <math.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bd_str bd_next_word(bd_str *rest)
{
    size_t from = 0;
    while (from < rest->len && is_blank(rest->ptr[from]))
        from++;
    size_t end = from;
    while (end < rest->len && !is_blank(rest->ptr[end]))
        end++;
    bd_str word = bd_str_sub(*rest, from, end);
    *rest = bd_str_sub(*rest, end, rest->len);
    return word;
}

size_t bd_split_words(bd_str line, bd_str *words, size_t max)
{
    const char *at = line.ptr, *end = line.ptr + line.len;
    size_t count = 0;
    while (count < max) {
        while (at < end && is_blank(*at))
            at++;
        if (at == end)
            break;
        const char *begin = at;
        while (at < end && !is_blank(*at))
            at++;
        words[count++] = (bd_str){ begin, (size_t)(at - begin) };
    }
    return count;
}

const char *bd_find(bd_str text, const char *what)
{
    return text.len > 0 ? memmem(text.ptr, text.len, what, strlen(what)) : NULL;
}

/* A sign that most logs do not have at all is looked for first: that takes a tenth of the time. */
static bool has_sign_of(bd_str text, const char *what)
{
    const char *sign = strpbrk(what, "\"[({<");
    return !sign || memchr(text.ptr, *sign, text.len);
}

bool bd_may_have(bd_str text, const char *what)
{
    return text.len > 0
           && ((has_sign_of(text, what) && bd_find(text, what)) || bd_find(text, "\x1b"));
}

bd_str bd_without(bd_str text, char what, bd_buf *out)
{
    bd_buf_clear(out);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != what)
            bd_buf_putc(out, text.ptr[i]);
    return bd_buf_str(out);
}

/* Digits without a leading zero that cannot overflow: most numbers. */
static bool short_integer(bd_str text, int64_t *out)
{
    int64_t value = 0;
    if (text.len == 0 || text.len > 18 || (text.ptr[0] == '0' && text.len > 1))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_digit(text.ptr[i]))
            return false;
        value = value * 10 + (text.ptr[i] - '0');
    }
    *out = value;
    return true;
}

/* Three digits stand behind each comma. */
static bool commas_are_thousands(bd_str text)
{
    const char *comma = memchr(text.ptr, ',', text.len);
    size_t i = (size_t)(comma - text.ptr);
    if (i == 0 || !is_digit(text.ptr[i - 1]))
        return false;
    for (; i < text.len && text.ptr[i] == ','; i += 4)
        if (i + 4 > text.len || !is_digit(text.ptr[i + 1]) || !is_digit(text.ptr[i + 2])
            || !is_digit(text.ptr[i + 3]))
            return false;
    return !memchr(text.ptr + i, ',', text.len - i);
}

static bool plain_number(bd_str text, bd_number *out)
{
    double value;
    size_t sign = text.len > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+');
    bd_str digits = bd_str_sub(text, sign, text.len);
    size_t whole = 0;
    while (whole < digits.len && is_digit(digits.ptr[whole]))
        whole++;
    if (whole > 0 && whole == digits.len && (whole == 1 || digits.ptr[0] != '0')
        && text.ptr[0] != '+') {
        *out = bd_number_parse(text);
        return true;
    }
    if (bd_str_is(digits, "Inf") || bd_str_is(digits, "Infinity")) {
        *out = bd_double(text.ptr[0] == '-' ? -INFINITY : INFINITY);
        return true;
    }
    if (digits.len == 0 || !(is_digit(digits.ptr[0]) || digits.ptr[0] == '.')
        || !bd_double_parse(text, &value))
        return false;
    *out = bd_double(value);
    return true;
}

bool bd_text_number(bd_str text, bd_number *out)
{
    char digits[64];
    size_t n = 0;
    int64_t integer;
    *out = (bd_number)BD_NUMBER_NOTHING;
    if (short_integer(text, &integer)) {
        *out = bd_int(integer);
        return true;
    }
    if (bd_str_is(text, "NaN"))
        return true;
    if (text.len == 0 || !memchr(text.ptr, ',', text.len))
        return plain_number(text, out);
    if (text.len > sizeof digits || !commas_are_thousands(text))
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != ',')
            digits[n++] = text.ptr[i];
    return plain_number((bd_str){ digits, n }, out);
}

bool bd_number_in_unit(bd_number number, bd_str from, bd_str to, bd_number *out)
{
    bd_error none = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_decimal decimal;
    bd_buf text = BD_BUF_INIT;
    *out = number;
    bool ok = bd_str_eq(from, to);
    if (!ok
        && bd_convert(number, bd_arena_text(&arena, from), bd_arena_text(&arena, to), &decimal,
                      NULL, &none)) {
        bd_decimal_plain(&decimal, "", ".", &text);
        ok = bd_text_number(bd_buf_str(&text), out);
    }
    bd_buf_release(&text);
    bd_arena_release(&arena);
    return ok;
}

/* A decimal as its digits and their exponent of ten: "1,431.25" is 143125 and -2.
 * @return how many digits, without zeros in front; 0 = more than eighteen, or something else */
static int take_digits(bd_str text, uint64_t *digits, int *exponent)
{
    enum { MOST = 18 };
    int count = 0;
    bool point = false;
    *digits = 0;
    *exponent = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '.' && !point)
            point = true;
        else if (c != ',' && !is_digit(c))
            return 0;
        if (!is_digit(c))
            continue;
        *digits = *digits * 10 + (uint64_t)(c - '0');
        *exponent -= point;
        count += *digits > 0;
        if (count > MOST)
            return 0;
    }
    return count > 0 ? count : 1;
}

bd_number bd_percent_of(bd_str whole, bd_str percent)
{
    enum { DIGITS_EXACT = 19 };
    uint64_t a, b;
    int a_exponent, b_exponent;
    int a_count = take_digits(whole, &a, &a_exponent);
    int b_count = take_digits(percent, &b, &b_exponent);
    if (a_count > 0 && b_count > 0 && a_count + b_count <= DIGITS_EXACT)
        return bd_double(bd_double_nearest(a * b, a_exponent + b_exponent - 2));
    bd_number x, y;
    if (!bd_text_number(whole, &x) || !bd_text_number(percent, &y))
        return (bd_number)BD_NUMBER_NOTHING;
    return bd_double(bd_number_as_double(x) * bd_number_as_double(y) / 100);
}

static size_t skip_digits(bd_str text, size_t i)
{
    while (i < text.len && is_digit(text.ptr[i]))
        i++;
    return i;
}

bd_number bd_parse_float(bd_str text)
{
    int64_t integer;
    double value;
    if (text.len <= 15 && short_integer(text, &integer))
        return bd_int(integer);
    size_t sign = text.len > 0 && (text.ptr[0] == '-' || text.ptr[0] == '+');
    if (bd_str_starts(bd_str_sub(text, sign, text.len), "Infinity"))
        return bd_double(text.ptr[0] == '-' ? -INFINITY : INFINITY);
    size_t end = skip_digits(text, sign);
    if (end + 1 < text.len && text.ptr[end] == '.' && is_digit(text.ptr[end + 1]))
        end = skip_digits(text, end + 1);
    if (end == sign)
        return (bd_number)BD_NUMBER_NOTHING;
    if (end < text.len && (text.ptr[end] == 'e' || text.ptr[end] == 'E')) {
        size_t power = end + 1;
        power += power < text.len && (text.ptr[power] == '-' || text.ptr[power] == '+');
        end = skip_digits(text, power) > power ? skip_digits(text, power) : end;
    }
    return bd_double_parse(bd_str_sub(text, 0, end), &value) ? bd_double(value)
                                                             : (bd_number)BD_NUMBER_NOTHING;
}

/* Up to fifteen digits are one number to both. */
bd_number bd_text_parse_float(bd_str text, bd_number number, bd_buf *scratch)
{
    static const int64_t exact = INT64_C(1000000000000000);
    bool same = number.kind == BD_NUMBER_INT && number.as.i >= 0 && number.as.i < exact;
    return same ? number : bd_parse_float(bd_without(text, ',', scratch));
}
