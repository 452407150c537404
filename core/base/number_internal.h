/* core/base/number_internal.h: what reading and writing of doubles share. */
#ifndef BD_BASE_NUMBER_INTERNAL_H
#define BD_BASE_NUMBER_INTERNAL_H

#include "core/base/number.h"

/* Reading needs -342..308, writing -292..324. */
enum { BD_POWER_MIN = -342, BD_POWER_MAX = 324 };

/* { high, low } of 5^q, normalised to 128 bits: written by cmake/powers_of_five.c. */
extern const uint64_t bd_powers_of_five[BD_POWER_MAX - BD_POWER_MIN + 1][2];

/* The rows of these powers are rounded up, all others cut off. */
static inline bool bd_power_rounded_up(int q)
{
    return q >= -27 && q < 0;
}

typedef struct bd_u128 {
    uint64_t high, low;
} bd_u128;

static inline bd_u128 bd_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (bd_u128){ (uint64_t)(product >> 64), (uint64_t)product };
#else
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, left = a1 * b0 + (low >> 32), right = a0 * b1 + (uint32_t)left;
    return (bd_u128){ a1 * b1 + (left >> 32) + (right >> 32), right << 32 | (uint32_t)low };
#endif
}

/* floor(log2(10^q)) for |q| <= 1233; the shift of a negative number is arithmetic
 * on every compiler this builds with. */
static inline int bd_log2_of_power(int q)
{
    return (q * 1741647) >> 19;
}

/* The shortest decimal that reads back as `value`, the nearest one among several:
 * value = *digits * 10^(returned). `value` is finite and above zero. */
int bd_shortest(double value, uint64_t *digits);

#endif
