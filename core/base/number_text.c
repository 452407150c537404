/* Doubles to text: the shortest digits by the Schubfach method (R. Giulietti,
 * "The Schubfach way to render doubles", 2020), laid out as ECMA-262
 * Number::toString says. Neither printf nor the locale is involved. */
#include "core/base/number_internal.h"

#include <math.h>
#include <string.h>

/* power * factor / 2^128 with all that is cut off gathered in the lowest bit ("round
 * to odd"): enough to compare quarter units exactly. A power one too large can move
 * the second word by less than one, hence "> 1". */
static uint64_t scaled(bd_u128 power, uint64_t factor)
{
    uint64_t carry = bd_multiply(power.low, factor).high;
    bd_u128 product = bd_multiply(power.high, factor);
    uint64_t low = product.low + carry;
    return (product.high + (low < carry)) | (low > 1);
}

/* 10^k one above the cut-off value (g in the paper's section 9.10). */
static bd_u128 power_of_ten(int k)
{
    const uint64_t *row = bd_powers_of_five[k - BD_POWER_MIN];
    uint64_t more = bd_power_rounded_up(k) ? 0 : 1, low = row[1] + more;
    return (bd_u128){ row[0] + (low < more), low };
}

int bd_shortest(double value, uint64_t *digits)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & 0xFFFFFFFFFFFFF;
    int biased = (int)(bits >> 52 & 0x7FF);
    uint64_t c = biased == 0 ? fraction : fraction | 1ull << 52;
    int q = biased == 0 ? -1074 : biased - 1075;

    /* The neighbour below a power of two is only half as far away. k is
     * floor(log10(2^q)), there floor(log10(3/4 * 2^q)). */
    bool close_below = fraction == 0 && biased > 1;
    int k = (int)(((int64_t)q * 1262611 - (close_below ? 524031 : 0)) >> 22);
    unsigned h = (unsigned)(q + bd_log2_of_power(-k) + 1);
    bd_u128 power = power_of_ten(-k);
    uint64_t at = scaled(power, (4 * c) << h);
    uint64_t low = scaled(power, (4 * c - 2 + close_below) << h);
    uint64_t high = scaled(power, (4 * c + 2) << h);
    if (c % 2 != 0) { /* the ends of the interval round to an even neighbour */
        low++;
        high--;
    }

    /* All in quarters of 10^k: at most one multiple of 10^(k+1) lies inside. */
    uint64_t s = at / 4, tens = s / 10;
    bool down = low <= 40 * tens, up = 40 * tens + 40 <= high;
    if (s >= 10 && down != up) {
        *digits = tens + up;
        return k + 1;
    }
    down = low <= 4 * s;
    up = 4 * s + 4 <= high;
    uint64_t middle = 4 * s + 2;
    if (down != up)
        *digits = s + up;
    else
        *digits = s + (at > middle || (at == middle && s % 2 != 0));
    return k;
}

static void put_digits(const bd_decimal *d, unsigned from, unsigned to, bd_buf *out)
{
    for (unsigned i = from; i < to; i++)
        bd_buf_putc(out, (char)('0' + d->digits[i]));
}

/* ECMA-262 Number::toString: `point` is n there, the digits before the point. */
static void put_javascript(const bd_decimal *d, bd_buf *out)
{
    int count = d->digit_count, point = count + d->exponent;
    if (d->negative)
        bd_buf_putc(out, '-');
    if (count <= point && point <= 21) {
        put_digits(d, 0, d->digit_count, out);
        bd_buf_repeat(out, '0', (size_t)(point - count));
    } else if (0 < point && point <= 21) {
        put_digits(d, 0, (unsigned)point, out);
        bd_buf_putc(out, '.');
        put_digits(d, (unsigned)point, d->digit_count, out);
    } else if (-6 < point && point <= 0) {
        bd_buf_puts(out, "0.");
        bd_buf_repeat(out, '0', (size_t)-point);
        put_digits(d, 0, d->digit_count, out);
    } else {
        put_digits(d, 0, 1, out);
        if (count > 1) {
            bd_buf_putc(out, '.');
            put_digits(d, 1, d->digit_count, out);
        }
        bd_buf_printf(out, "e%c%d", point > 0 ? '+' : '-', point > 0 ? point - 1 : 1 - point);
    }
}

static void put_int(int64_t value, bd_buf *out)
{
    char text[20];
    size_t at = sizeof text;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        text[--at] = '-';
    bd_buf_add(out, text + at, sizeof text - at);
}

void bd_number_text(bd_number n, bd_buf *out)
{
    bd_decimal d;
    if (n.kind == BD_NUMBER_INT)
        put_int(n.as.i, out);
    else if (n.kind == BD_NUMBER_NONE || isnan(n.as.d))
        bd_buf_puts(out, "NaN");
    else if (!bd_decimal_of(n, &d))
        bd_buf_puts(out, n.as.d < 0 ? "-Infinity" : "Infinity");
    else if (d.digit_count == 0)
        bd_buf_putc(out, '0');
    else
        put_javascript(&d, out);
}
