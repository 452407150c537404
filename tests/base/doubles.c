/* Doubles that are hard to read or to print: see doubles.h. */
#include "tests/base/doubles.h"

#include "core/base/common.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void add(doubles *list, double value)
{
    if (isnan(value))
        return;
    list->items = bd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = value;
}

static void add_around(doubles *list, double value)
{
    const double near[] = { value, nextafter(value, (double)INFINITY), nextafter(value, 0) };
    for (size_t i = 0; i < BD_COUNT(near); i++) {
        add(list, near[i]);
        add(list, -near[i]);
    }
}

static uint64_t next_random(uint64_t *state) /* xorshift64, G. Marsaglia 2003 */
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static double random_double(size_t round, uint64_t r)
{
    switch (round % 4) {
    case 0:
        return double_of_bits(r);
    case 1:
        return double_of_bits(r & 0x803FFFFFFFFFFFFF); /* subnormal or just above */
    case 2:
        return (double)(int64_t)(r % 2000000000001 - 1000000000000) / 1e6;
    default:
        return (double)(r >> (r % 64));
    }
}

doubles doubles_make(size_t random)
{
    doubles list = { 0 };
    char text[16];
    for (int e = -1074; e <= 1023; e++)
        add_around(&list, ldexp(1, e));
    for (int e = -324; e <= 308; e++) {
        snprintf(text, sizeof text, "1e%d", e);
        add_around(&list, strtod(text, NULL));
    }
    const double edges[] = {
        0,
        0x1p53,
        0x1p53 - 2,
        0x1p53 + 2,
        0x1p63,
        0x1p64,
        1e21,
        1e-6,
        1e-7,
        5e-324,
        9.5e-7,
        0.1,
        2.2250738585072014e-308,
        1.7976931348623157e308,
        123456789012345680,
        (double)INFINITY,
    };
    for (size_t i = 0; i < BD_COUNT(edges); i++)
        add_around(&list, edges[i]);
    uint64_t state = 88172645463325252u;
    for (size_t i = 0; i < random; i++)
        add(&list, random_double(i, next_random(&state)));
    return list;
}
