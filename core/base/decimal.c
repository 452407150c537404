/* Exact decimals: rounding and layout on digits, so that no binary fraction ever
 * decides a half. See number.h. */
#include "core/base/number_internal.h"

#include <math.h>
#include <string.h>

static void set_digits(bd_decimal *d, uint64_t digits, int exponent)
{
    while (digits > 0 && digits % 10 == 0) {
        digits /= 10;
        exponent++;
    }
    d->digit_count = 0;
    for (uint64_t rest = digits; rest > 0; rest /= 10)
        d->digit_count++;
    for (unsigned i = d->digit_count; i-- > 0; digits /= 10)
        d->digits[i] = (uint8_t)(digits % 10);
    d->exponent = digits == 0 && d->digit_count == 0 ? 0 : exponent;
}

bool bd_decimal_of(bd_number n, bd_decimal *out)
{
    *out = (bd_decimal){ 0 };
    if (!bd_number_finite(n))
        return false;
    if (n.kind == BD_NUMBER_INT) {
        out->negative = n.as.i < 0;
        set_digits(out, out->negative ? 0 - (uint64_t)n.as.i : (uint64_t)n.as.i, 0);
        return true;
    }
    out->negative = signbit(n.as.d) != 0;
    if (n.as.d != 0) {
        uint64_t digits;
        int exponent = bd_shortest(fabs(n.as.d), &digits);
        set_digits(out, digits, exponent);
    }
    return true;
}

/* Drops the digits behind 10^-decimals, half away from zero. */
static bd_decimal rounded(const bd_decimal *d, unsigned decimals)
{
    bd_decimal r = *d;
    int64_t drop = -(int64_t)decimals - d->exponent;
    if (d->digit_count == 0 || drop <= 0)
        return r;
    bool up = drop <= d->digit_count && d->digits[d->digit_count - drop] >= 5;
    unsigned kept = drop < d->digit_count ? (unsigned)(d->digit_count - drop) : 0;
    while (up && kept > 0 && r.digits[kept - 1] == 9)
        kept--;
    if (up && kept > 0)
        r.digits[kept - 1]++;
    while (!up && kept > 0 && r.digits[kept - 1] == 0)
        kept--;
    r.digit_count = (uint8_t)kept;
    r.exponent = d->exponent + (int32_t)(d->digit_count - kept);
    if (up && kept == 0) { /* 0.5 -> 1, 99.9 -> 100 */
        r.digits[0] = 1;
        r.digit_count = 1;
        r.exponent = d->exponent + d->digit_count;
    }
    return r;
}

/* The digit for 10^place. */
static char digit_at(const bd_decimal *d, int64_t place)
{
    int64_t from_end = place - d->exponent;
    if (from_end < 0 || from_end >= d->digit_count)
        return '0';
    return (char)('0' + d->digits[d->digit_count - 1 - from_end]);
}

static void put_plain(const bd_decimal *d, unsigned decimals, const char *group, const char *point,
                      bd_buf *out)
{
    if (d->negative && d->digit_count > 0)
        bd_buf_putc(out, '-');
    int64_t top = d->digit_count > 0 ? (int64_t)d->exponent + d->digit_count - 1 : 0;
    for (int64_t place = top > 0 ? top : 0; place >= 0; place--) {
        bd_buf_putc(out, digit_at(d, place));
        if (place > 0 && place % 3 == 0)
            bd_buf_puts(out, group);
    }
    if (decimals > 0)
        bd_buf_puts(out, point);
    for (unsigned i = 1; i <= decimals; i++)
        bd_buf_putc(out, digit_at(d, -(int64_t)i));
}

void bd_decimal_format(const bd_decimal *d, unsigned decimals, const char *group, const char *point,
                       bd_buf *out)
{
    bd_decimal r = rounded(d, decimals);
    put_plain(&r, decimals, group, point, out);
}

void bd_decimal_plain(const bd_decimal *d, const char *group, const char *point, bd_buf *out)
{
    bool fraction = d->digit_count > 0 && d->exponent < 0;
    put_plain(d, fraction ? 0u - (unsigned)d->exponent : 0, group, point, out);
}
