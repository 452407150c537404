/* Decimal text to numbers, correctly rounded and without the locale: Clinger's
 * exact cases first, then D. Lemire's method ("Number parsing at a gigabyte per
 * second", 2021; that it needs no fallback: Mushtak and Lemire 2023), and exact
 * integer arithmetic for texts of more than 19 digits that stay undecided. */
#include "core/base/number_internal.h"

#include <float.h>
#include <string.h>

enum {
    DIGITS_KEPT = 19,   /* always fit 64 bits */
    DIGITS_EXACT = 800, /* a midpoint of two doubles has at most 767 */
    LIMBS = 128,        /* 800 digits, and 54 bits times 5^1124 */
};

/* What stands in a number text. */
typedef struct parts {
    const char *digits, *end; /* of the digits with their point, exponent apart */
    uint64_t mantissa;        /* the first 19 significant digits */
    int64_t exponent;         /* of ten, of the mantissa's last digit */
    bool negative;
    bool integral; /* no point, no exponent */
    bool cut;      /* there are digits behind the mantissa that are not zeros */
} parts;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Eight digits at once: pairs, fours, all (multiply and shift inside one word). */
static bool eight_digits(const char *at, uint64_t *value)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t v;
    memcpy(&v, at, sizeof v);
    if (((v & 0xF0F0F0F0F0F0F0F0) | (((v + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) >> 4))
        != 0x3333333333333333)
        return false;
    v -= 0x3030303030303030;
    v = v * 10 + (v >> 8);
    v = (((v & 0x000000FF000000FF) * 0x000F424000000064)
         + ((v >> 16 & 0x000000FF000000FF) * 0x0000271000000001))
        >> 32;
    *value = *value * 100000000 + (uint32_t)v;
    return true;
#else
    (void)at, (void)value;
    return false;
#endif
}

/* The same for four: the rest of a fraction of sixteen digits is rarely eight. */
static bool four_digits(const char *at, uint64_t *value)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t v;
    memcpy(&v, at, sizeof v);
    if (((v & 0xF0F0F0F0) | (((v + 0x06060606) & 0xF0F0F0F0) >> 4)) != 0x33333333)
        return false;
    v -= 0x30303030;
    v = v * 10 + (v >> 8);
    *value = *value * 10000 + (v & 0xFF) * 100 + (v >> 16 & 0xFF);
    return true;
#else
    (void)at, (void)value;
    return false;
#endif
}

static const char *read_digits(const char *at, const char *end, uint64_t *value)
{
    while (end - at >= 8 && eight_digits(at, value))
        at += 8;
    if (end - at >= 4 && four_digits(at, value))
        at += 4;
    for (; at < end && is_digit(*at); at++)
        *value = *value * 10 + (uint64_t)(*at - '0'); /* wraps for long texts: redone then */
    return at;
}

static bool read_exponent(const char *at, const char *end, int64_t *exponent)
{
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end)
        return false;
    int64_t value = 0;
    for (; at < end && is_digit(*at); at++)
        if (value < INT64_C(1) << 50)
            value = value * 10 + (*at - '0');
    *exponent += negative ? -value : value;
    return at == end;
}

/* Over 19 digits: takes the first 19 that count again. */
static void cut_mantissa(parts *p)
{
    const char *point = memchr(p->digits, '.', (size_t)(p->end - p->digits));
    if (point) /* back to the exponent as it is written */
        p->exponent += p->end - point - 1;
    unsigned taken = 0;
    p->mantissa = 0;
    for (const char *at = p->digits; at < p->end; at++) {
        if (at == point)
            continue;
        bool fraction = point && at > point;
        if (taken < DIGITS_KEPT) {
            p->mantissa = p->mantissa * 10 + (uint64_t)(*at - '0');
            taken += p->mantissa > 0;
            p->exponent -= fraction;
        } else {
            p->cut |= *at != '0';
            p->exponent += !fraction;
        }
    }
}

/* @return false when the text is not a number, whole. Leading zeros and missing
 * digits on one side of the point pass: the JSON grammar is checked elsewhere. */
static bool take_apart(bd_str text, parts *p)
{
    const char *at = text.ptr, *end = text.ptr + text.len;
    *p = (parts){ .negative = at < end && *at == '-' };
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    p->digits = at;
    at = read_digits(at, end, &p->mantissa);
    ptrdiff_t count = at - p->digits;
    p->integral = at == end;
    if (at < end && *at == '.') {
        const char *fraction = at + 1;
        at = read_digits(fraction, end, &p->mantissa);
        p->exponent = -(int64_t)(at - fraction);
        count += at - fraction;
    }
    p->end = at;
    if (count == 0)
        return false;
    if (at < end && ((*at != 'e' && *at != 'E') || !read_exponent(at + 1, end, &p->exponent)))
        return false;
    if (count > DIGITS_KEPT)
        cut_mantissa(p);
    return true;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

enum { INFINITE_EXPONENT = 0x7FF };

/* The bits of the double nearest to w * 10^q; ties to even. */
static uint64_t nearest_bits(uint64_t w, int64_t q)
{
    if (w == 0 || q < BD_POWER_MIN)
        return 0;
    if (q > 308)
        return (uint64_t)INFINITE_EXPONENT << 52;
    const uint64_t *row = bd_powers_of_five[q - BD_POWER_MIN];
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    bd_u128 product = bd_multiply(w, row[0]);
    if ((product.high & 0x1FF) == 0x1FF) { /* the low word of the power may carry in */
        uint64_t carry = bd_multiply(w, row[1]).high;
        product.low += carry;
        product.high += product.low < carry;
    }
    int top = (int)(product.high >> 63), shift = top + 9; /* keeps 53 bits and one to round */
    uint64_t mantissa = product.high >> shift;
    int exponent = bd_log2_of_power((int)q) + 63 + top - zeros + 1023;
    if (exponent <= 0) { /* subnormal: the bits cut off below are never a tie */
        if (exponent <= -63)
            return 0;
        mantissa >>= 1 - exponent;
        mantissa += mantissa & 1;
        return mantissa >> 1; /* 2^52 here is the smallest normal one, as it should */
    }
    bool tie = product.low <= 1 && q >= -4 && q <= 23 && (mantissa & 3) == 1
               && mantissa << shift == product.high;
    if (tie)
        mantissa--;
    mantissa += mantissa & 1;
    mantissa >>= 1;
    if (mantissa >> 53 != 0) {
        mantissa >>= 1;
        exponent++;
    }
    if (exponent >= INFINITE_EXPONENT)
        return (uint64_t)INFINITE_EXPONENT << 52;
    return (uint64_t)exponent << 52 | (mantissa & 0xFFFFFFFFFFFFF);
}

/* ---- exact comparison with the midpoint of two neighbours ---- */

typedef struct big {
    size_t count;
    uint32_t limb[LIMBS]; /* little endian */
} big;

static void multiply_add(big *n, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry > 0 && n->count < LIMBS)
        n->limb[n->count++] = (uint32_t)carry;
}

static void multiply_power_of_five(big *n, int64_t times)
{
    for (; times >= 13; times -= 13)
        multiply_add(n, 1220703125, 0); /* 5^13 */
    for (; times > 0; times--)
        multiply_add(n, 5, 0);
}

static void shift_left(big *n, int64_t bits)
{
    size_t limbs = (size_t)bits / 32;
    multiply_add(n, 1u << bits % 32, 0);
    if (n->count + limbs > LIMBS)
        return; /* cannot be: both sides are near each other, below 2^4096 */
    memmove(n->limb + limbs, n->limb, n->count * sizeof n->limb[0]);
    memset(n->limb, 0, limbs * sizeof n->limb[0]);
    n->count += limbs;
}

static int compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (size_t i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

/* Reads the digits after the sign. @return the exponent of ten of the last digit taken */
static int64_t read_big(const parts *p, big *n, bool *more)
{
    unsigned taken = 0, kept = 0;
    int64_t behind = 0, dropped = 0;
    for (const char *at = p->digits; at < p->end; at++) {
        if (*at == '.')
            continue;
        kept += kept > 0 || *at != '0';
        if (kept <= DIGITS_KEPT)
            continue; /* they are the mantissa */
        behind++;
        if (taken < DIGITS_EXACT - DIGITS_KEPT) {
            multiply_add(n, 10, (uint32_t)(*at - '0'));
            taken++;
        } else {
            *more |= *at != '0';
            dropped++;
        }
    }
    return p->exponent - behind + dropped;
}

/* How the number stands to the middle between the double of `bits` and the next. */
static int order_to_midpoint(const parts *p, uint64_t bits)
{
    big text = { .count = 2, .limb = { (uint32_t)p->mantissa, (uint32_t)(p->mantissa >> 32) } };
    bool more = false;
    int64_t q = read_big(p, &text, &more);

    int biased = (int)(bits >> 52);
    uint64_t c = (bits & 0xFFFFFFFFFFFFF) | (biased > 0 ? 1ull << 52 : 0);
    uint64_t middle = 2 * c + 1;
    int64_t binary = (biased > 0 ? biased : 1) - 1076;
    big half = { .count = 2, .limb = { (uint32_t)middle, (uint32_t)(middle >> 32) } };
    while (half.count > 0 && half.limb[half.count - 1] == 0)
        half.count--;

    /* text * 10^q against middle * 2^binary, negative powers moved across. */
    multiply_power_of_five(q < 0 ? &half : &text, q < 0 ? -q : q);
    int64_t shift = binary - q;
    shift_left(shift < 0 ? &text : &half, shift < 0 ? -shift : shift);
    int order = compare(&text, &half);
    return order == 0 && more ? 1 : order;
}

static double to_double(const parts *p)
{
    uint64_t sign = (uint64_t)p->negative << 63;
#if FLT_EVAL_METHOD == 0
    static const double tens[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    if (p->mantissa <= 1ull << 53 && p->exponent >= -22 && p->exponent <= 22 && !p->cut) {
        double exact = (double)p->mantissa; /* one rounding, of the last operation */
        exact = p->exponent < 0 ? exact / tens[-p->exponent] : exact * tens[p->exponent];
        return p->negative ? -exact : exact;
    }
#endif
    uint64_t bits = nearest_bits(p->mantissa, p->exponent);
    if (p->cut && nearest_bits(p->mantissa + 1, p->exponent) != bits) {
        int order = order_to_midpoint(p, bits);
        bits += order > 0 || (order == 0 && (bits & 1) != 0);
    }
    return from_bits(bits | sign);
}

double bd_double_nearest(uint64_t mantissa, int exponent)
{
    const parts p = { .mantissa = mantissa, .exponent = exponent };
    return to_double(&p);
}

bd_number bd_number_parse(bd_str text)
{
    parts p;
    if (!take_apart(text, &p))
        return (bd_number)BD_NUMBER_NOTHING;
    uint64_t limit = (uint64_t)INT64_MAX + p.negative;
    bool minus_zero = p.negative && p.mantissa == 0;
    if (p.integral && p.exponent == 0 && !p.cut && p.mantissa <= limit && !minus_zero)
        return bd_int(p.negative ? (int64_t)(0 - p.mantissa) : (int64_t)p.mantissa);
    return bd_double(to_double(&p));
}

bool bd_double_parse(bd_str text, double *out)
{
    parts p;
    if (!take_apart(text, &p))
        return false;
    *out = to_double(&p);
    return true;
}
