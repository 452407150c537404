/* One number, one way into another unit: exact where it can be, and said where a
 * rate and a time become each other. */
#include "core/model/unit.h"

/* The greatest common divisor of two numbers above zero. */
static int64_t divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a > 0 ? a : 1;
}

/* log10 of a power of ten; -1 for any other number */
static int power_of_ten(int64_t n)
{
    int power = 0;
    for (; n > 1 && n % 10 == 0; n /= 10)
        power++;
    return n == 1 ? power : -1;
}

static bool out_of_range(const char *from, const char *to, bd_error *err)
{
    return bd_fail(err, BD_ERR_INPUT, "out of range when \"%s\" is converted into \"%s\"", from,
                   to);
}

/* n * times / by, integers staying integers where the division leaves nothing. */
static bd_number scaled(bd_number n, int64_t times, int64_t by)
{
    int64_t product;
    if (by > 0 && n.kind == BD_NUMBER_INT && !__builtin_mul_overflow(n.as.i, times, &product)
        && product % by == 0)
        return bd_int(product / by);
    return bd_double(bd_number_as_double(n) * (double)times / (double)by);
}

/* One of `from` is times/by of `to`, lowest terms. */
static bool scale(bd_number n, const bd_unit *from, const bd_unit *to, bd_decimal *out)
{
    int64_t a = divisor(from->num, to->num), b = divisor(from->den, to->den);
    int64_t times = (from->num / a) * (to->den / b), by = (from->den / b) * (to->num / a);
    int64_t common = divisor(times, by);
    int up = power_of_ten(times / common), down = power_of_ten(by / common);
    if (up >= 0 && down >= 0) {
        if (!bd_decimal_of(n, out))
            return false;
        if (out->digit_count > 0)
            out->exponent += up - down;
        return true;
    }
    return bd_decimal_of(scaled(n, times / common, by / common), out);
}

static bool no_way(const char *from, const char *to, const bd_unit *known_from, bd_error *err)
{
    if (from[0] == '\0')
        bd_fail(err, BD_ERR_CONFIG, "a number without a unit cannot be shown in \"%s\"", to);
    else
        bd_fail(err, BD_ERR_CONFIG, "\"%s\" does not convert into \"%s\"", from, to);
    if (known_from)
        return bd_hint(err, "show it in a unit of %s, for example \"0.000 %s\"",
                       bd_dimension_name(known_from->dimension), from);
    return bd_hint(err, "show it as it is: \"1,000\"%s%s%s", from[0] ? " or \"1,000 " : "", from,
                   from[0] ? "\"" : "");
}

static bool are_reciprocal(bd_dimension a, bd_dimension b)
{
    return (a == BD_DIMENSION_TIME && b == BD_DIMENSION_RATE)
           || (a == BD_DIMENSION_RATE && b == BD_DIMENSION_TIME);
}

/* 1000 / 138.105: a rate is 1 over the mean time of an operation, and back. */
static bool reciprocal_of(bd_number n, const bd_unit *from, const bd_unit *to, double *out)
{
    double value = bd_number_as_double(n) * (double)from->num * (double)to->num;
    if (value == 0)
        return false;
    *out = (double)from->den * (double)to->den / value;
    return true;
}

bool bd_convert(bd_number n, const char *from, const char *to, bd_decimal *out, bool *reciprocal,
                bd_error *err)
{
    bd_str from_text = bd_str_trim(bd_str_of(from)), to_text = bd_str_trim(bd_str_of(to));
    if (reciprocal)
        *reciprocal = false;
    if (!bd_number_finite(n))
        return bd_fail(err, BD_ERR_INPUT, "there is no number to show");
    if (bd_str_eq(from_text, to_text))
        return bd_decimal_of(n, out);
    const bd_unit *a = bd_unit_find(from_text), *b = bd_unit_find(to_text);
    if (!a || !b)
        return no_way(from, to, a, err);
    if (a->dimension == b->dimension) {
        if (scale(n, a, b, out))
            return true;
        return out_of_range(from, to, err);
    }
    if (!are_reciprocal(a->dimension, b->dimension))
        return no_way(from, to, a, err);
    double value;
    if (!reciprocal_of(n, a, b, &value))
        return bd_fail(err, BD_ERR_INPUT, "0 %s has no value in \"%s\"", from, to);
    if (reciprocal)
        *reciprocal = true;
    return bd_decimal_of(bd_double(value), out) || out_of_range(from, to, err);
}
