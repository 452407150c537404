/* Numbers by example: reading how a number shall look, and making it look so. */
#include "core/model/internal.h"

#include <string.h>

enum { DECIMALS_MAX = 30, DIGITS_MAX = 17, PARTS_MAX = 12 };

static const char *const blanks[] = { " ", "\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x89" };
static const char *const others[] = { ",", ".", "'", "\xE2\x80\x99", "_" }; /* U+2019 */

static void copy_mark(char out[8], const char *mark) /* at most 3 bytes long */
{
    memcpy(out, mark, strlen(mark) + 1);
}

/* Which of `marks` stands at the front of `text`; NULL = none. */
static const char *front(bd_str text, const char *const *marks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bd_str_starts(text, marks[i]))
            return marks[i];
    return NULL;
}

/* The number of an example, taken apart at its separators. */
typedef struct example {
    size_t digits[PARTS_MAX];
    const char *marks[PARTS_MAX]; /* marks[i] stands before digits[i]; static */
    size_t parts;
    bool zero_first; /* the first digit is 0 */
} example;

static size_t count_digits(bd_str text)
{
    size_t n = 0;
    while (n < text.len && bd_is_digit(text.ptr[n]))
        n++;
    return n;
}

/* Takes the number off the front of `*text`. @return false when there is none, or
 * more separators than any number has */
static bool take_apart(bd_str *text, example *e)
{
    const char *mark = NULL;
    *e = (example){ .zero_first = text->len > 0 && text->ptr[0] == '0' };
    for (;;) {
        size_t skip = mark ? strlen(mark) : 0;
        bd_str rest = bd_str_sub(*text, skip, text->len);
        size_t n = count_digits(rest);
        if (n == 0)
            return e->parts > 0 && (!mark || front(*text, blanks, BD_COUNT(blanks)));
        if (e->parts == PARTS_MAX)
            return false;
        e->digits[e->parts] = n;
        e->marks[e->parts++] = mark;
        *text = bd_str_sub(rest, n, rest.len);
        mark = front(*text, blanks, BD_COUNT(blanks));
        if (!mark)
            mark = front(*text, others, BD_COUNT(others));
        if (!mark)
            return true;
    }
}

static bool can_be_point(const char *mark)
{
    return mark[0] == ',' || mark[0] == '.';
}

static bool fail_example(bd_error *err, bd_str shown, const char *why)
{
    bd_fail(err, BD_ERR_CONFIG, "\"%.*s\" is not a number by example: %s",
            shown.len < 60 ? (int)shown.len : 60, shown.ptr, why);
    return bd_hint(err, "write the number as it shall look: \"0.000 ms\", \"1,000\" or \"10 000\"");
}

/* Are the marks 1 … last all one and the same, each followed by three digits? */
static bool is_grouped(const example *e, size_t last)
{
    for (size_t i = 1; i <= last; i++)
        if (strcmp(e->marks[i], e->marks[1]) != 0 || e->digits[i] != 3)
            return false;
    return e->digits[0] <= 3;
}

/* See bd_number_style_parse() for the rules. @return NULL, or what is wrong */
static const char *understand(const example *e, bd_number_style *style)
{
    size_t last = e->parts - 1;
    if (last == 0)
        return NULL;
    const char *mark = e->marks[last], *point = NULL;
    bool all_grouped = is_grouped(e, last);
    if (last == 1 && can_be_point(mark)) {
        if (!all_grouped || e->zero_first)
            point = mark;
        else if (mark[0] == '.')
            return "it reads two ways; write \"0.000\" for three decimals, \"1.000.000\" for "
                   "thousands parted by \".\"";
    } else if (!all_grouped) {
        if (!can_be_point(mark) || strcmp(mark, e->marks[1]) == 0 || !is_grouped(e, last - 1))
            return "thousands have three digits each, parted by one and the same separator";
        point = mark;
    }
    if (!point || last > 1)
        copy_mark(style->group, e->marks[1]);
    if (point) {
        copy_mark(style->point, point);
        style->decimals = (unsigned)e->digits[last];
    } else if (style->group[0] == '.') {
        copy_mark(style->point, ",");
    }
    return style->decimals > DECIMALS_MAX ? "at most 30 decimals can be shown" : NULL;
}

/* The blanks in front of the unit, and the unit. @return NULL, or what is wrong */
static const char *understand_unit(bd_str rest, bd_number_style *style)
{
    size_t gap = 0;
    const char *blank = front(rest, blanks, BD_COUNT(blanks));
    while (blank) {
        gap += strlen(blank);
        blank = front(bd_str_sub(rest, gap, rest.len), blanks, BD_COUNT(blanks));
    }
    if (gap >= sizeof style->gap)
        return "too many blanks before the unit";
    bd_str unit = bd_str_sub(rest, gap, rest.len);
    if (unit.len >= sizeof style->unit)
        return "the unit is longer than 31 bytes";
    if (unit.len == 0)
        return gap > 0 ? "a blank stands at its end" : NULL;
    if (bd_is_digit(unit.ptr[0]) || front(unit, others, BD_COUNT(others)))
        return "a unit cannot begin with this character";
    for (size_t i = 0; i < unit.len; i++)
        if ((unsigned char)unit.ptr[i] < ' ' || unit.ptr[i] == '\x7f')
            return "a unit cannot hold this character";
    memcpy(style->gap, rest.ptr, gap);
    memcpy(style->unit, unit.ptr, unit.len);
    return NULL;
}

/* Takes "4 digits" off the front. @return false when something else stands there */
static bool take_digits(bd_str *text, unsigned *digits)
{
    size_t n = count_digits(*text);
    bd_str rest = bd_str_sub(*text, n, text->len);
    const char *blank = front(rest, blanks, BD_COUNT(blanks));
    if (n == 0 || n > 2 || !blank)
        return false;
    rest = bd_str_sub(rest, strlen(blank), rest.len);
    if (!bd_str_starts(rest, "digit"))
        return false;
    rest = bd_str_sub(rest, strlen("digit"), rest.len);
    if (bd_str_starts(rest, "s"))
        rest = bd_str_sub(rest, 1, rest.len);
    if (rest.len > 0 && !front(rest, blanks, BD_COUNT(blanks)))
        return false; /* a unit of its own */
    *digits = 0;
    for (size_t i = 0; i < n; i++)
        *digits = *digits * 10 + (unsigned)(text->ptr[i] - '0');
    *text = rest;
    return true;
}

bool bd_number_style_is_digits(bd_str text)
{
    unsigned digits;
    bd_str rest = bd_str_trim(text);
    return take_digits(&rest, &digits);
}

bool bd_number_style_parse(bd_str text, bd_number_style *out, bd_error *err)
{
    bd_str shown = bd_str_trim(text), rest = shown;
    example e;
    *out = (bd_number_style){ .point = "." };
    if (shown.len == 0)
        return fail_example(err, shown, "it is empty");
    if (take_digits(&rest, &out->digits)) {
        const char *bad = out->digits == 0 || out->digits > DIGITS_MAX
                              ? "a number has 1 to 17 significant digits"
                              : understand_unit(rest, out);
        return !bad || fail_example(err, shown, bad);
    }
    if (!take_apart(&rest, &e))
        return fail_example(err, shown, "it must begin with digits");
    const char *wrong = understand(&e, out);
    if (!wrong)
        wrong = understand_unit(rest, out);
    return !wrong || fail_example(err, shown, wrong);
}

static bool is_truth(const char *unit)
{
    const bd_unit *known = bd_unit_find(bd_str_of(unit));
    return known && known->dimension == BD_DIMENSION_TRUTH;
}

/* How many decimals leave `digits` significant digits, none of them invented. */
static unsigned decimals_for(unsigned digits, const bd_decimal *d)
{
    int64_t own = d->exponent < 0 ? -(int64_t)d->exponent : 0;
    int64_t wanted = (int64_t)digits - ((int64_t)d->exponent + d->digit_count);
    bool carries = true; /* 9.9996 becomes 10.00 */
    if (d->digit_count == 0 || own == 0 || wanted <= 0)
        return 0;
    if (wanted >= own)
        return (unsigned)own;
    for (unsigned i = 0; i < digits && carries; i++)
        carries = d->digits[i] == 9;
    carries = carries && d->digits[digits] >= 5;
    return (unsigned)(wanted - (carries ? 1 : 0));
}

void bd_number_style_put(const bd_number_style *style, const bd_decimal *d, bd_buf *out)
{
    if (style->as_few_decimals)
        bd_decimal_plain(d, style->group, style->point, out);
    else
        bd_decimal_format(d, style->digits > 0 ? decimals_for(style->digits, d) : style->decimals,
                          style->group, style->point, out);
}

bool bd_number_print(bd_number n, const char *unit, const bd_number_style *style, bd_buf *out,
                     bd_error *err)
{
    bd_decimal d;
    const char *from = unit ? unit : "";
    if (!bd_number_finite(n))
        return bd_fail(err, BD_ERR_INPUT, "there is no number to show");
    if (style->unit[0] == '\0') {
        if (is_truth(from)) {
            bd_buf_puts(out, bd_number_as_double(n) != 0 ? "true" : "false");
            return true;
        }
        bd_decimal_of(n, &d);
    } else if (!bd_convert(n, from, style->unit, &d, NULL, err)) {
        return false;
    }
    bd_number_style_put(style, &d, out);
    if (style->unit[0] != '\0') {
        bd_buf_puts(out, style->gap);
        bd_buf_puts(out, style->unit);
    }
    return true;
}
