/* Numbers as values: making, comparing, converting. Reading is number_parse.c,
 * text is number_text.c: see number.h. */
#include "core/base/number.h"

#include <math.h>
#include <string.h>

bd_number bd_int(int64_t value)
{
    return (bd_number){ .kind = BD_NUMBER_INT, .as.i = value };
}

bd_number bd_double(double value)
{
    return (bd_number){ .kind = BD_NUMBER_DOUBLE, .as.d = value };
}

bool bd_number_finite(bd_number n)
{
    return n.kind == BD_NUMBER_INT || (n.kind == BD_NUMBER_DOUBLE && isfinite(n.as.d));
}

double bd_number_as_double(bd_number n)
{
    switch (n.kind) {
    case BD_NUMBER_INT:
        return (double)n.as.i;
    case BD_NUMBER_DOUBLE:
        return n.as.d;
    case BD_NUMBER_NONE:
        break;
    }
    return (double)NAN;
}

bool bd_number_same(bd_number a, bd_number b)
{
    if (a.kind != b.kind)
        return false;
    if (a.kind == BD_NUMBER_INT)
        return a.as.i == b.as.i;
    return a.kind == BD_NUMBER_NONE || memcmp(&a.as.d, &b.as.d, sizeof a.as.d) == 0;
}

/* The double is not NaN. Every double of 2^63 and more is above every int64; below
 * that its integer part is an int64, and its fraction decides between equal ones. */
static int order_int_double(int64_t i, double d)
{
    if (d >= 0x1p63)
        return -1;
    if (d < -0x1p63)
        return 1;
    double whole = trunc(d);
    int64_t j = (int64_t)whole;
    if (i != j)
        return i < j ? -1 : 1;
    return (d < whole) - (d > whole);
}

static bool orderless(bd_number n)
{
    return n.kind == BD_NUMBER_NONE || (n.kind == BD_NUMBER_DOUBLE && isnan(n.as.d));
}

int bd_number_order(bd_number a, bd_number b)
{
    if (orderless(a) || orderless(b))
        return orderless(a) - orderless(b);
    if (a.kind == BD_NUMBER_INT && b.kind == BD_NUMBER_INT)
        return (a.as.i > b.as.i) - (a.as.i < b.as.i);
    if (a.kind == BD_NUMBER_INT)
        return order_int_double(a.as.i, b.as.d);
    if (b.kind == BD_NUMBER_INT)
        return -order_int_double(b.as.i, a.as.d);
    return (a.as.d > b.as.d) - (a.as.d < b.as.d);
}
