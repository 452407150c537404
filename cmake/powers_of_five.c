/* Host tool of the build: writes the 128 leading bits of 5^q for every q that a
 * double needs, by exact integer arithmetic.
 *
 * Each row is { high, low } of a number in [2^127, 2^128). Bits after the 128th
 * are cut off, except that for -27 <= q < 0 the row is rounded up: there w * 5^q
 * can be exact, and reading must recognise ties (Lemire, "Number parsing at a
 * gigabyte per second", 2021, section 6).
 *
 * usage: powers_of_five OUTPUT */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FIRST = -342, LAST = 324, ROUNDED_UP_FROM = -27, LIMBS = 68 };

/* Little endian, 32 bits a limb. */
typedef struct big {
    uint32_t limb[LIMBS];
} big;

static void times_five(big *n)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < LIMBS; i++) {
        carry += (uint64_t)n->limb[i] * 5;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void by_five(big *n)
{
    uint64_t rest = 0;
    for (size_t i = LIMBS; i-- > 0;) {
        rest = rest << 32 | n->limb[i];
        n->limb[i] = (uint32_t)(rest / 5);
        rest %= 5;
    }
}

static unsigned bit(const big *n, long at)
{
    return at < 0 ? 0 : n->limb[at / 32] >> (at % 32) & 1;
}

static void row(FILE *out, const big *n, bool round_up)
{
    long top = LIMBS * 32L - 1;
    while (bit(n, top) == 0)
        top--;
    uint64_t half[2] = { 0, 0 };
    for (long i = 0; i < 128; i++)
        half[i / 64] = half[i / 64] << 1 | bit(n, top - i);
    if (round_up && ++half[1] == 0)
        half[0]++;
    fprintf(out, "    { 0x%016llxu, 0x%016llxu },\n", (unsigned long long)half[0],
            (unsigned long long)half[1]);
}

static void negative_powers(FILE *out)
{
    /* floor(2^2112 / 5^n) for all n, dividing by 5 again and again, is exact. The
     * rows are wanted from the smallest power on, so each starts anew. */
    for (int q = FIRST; q < 0; q++) {
        big n = { { 0 } };
        n.limb[2112 / 32] = 1;
        for (int i = q; i < 0; i++)
            by_five(&n);
        row(out, &n, q >= ROUNDED_UP_FROM);
    }
}

int main(int argc, char **argv)
{
    FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
    if (!out) {
        fprintf(stderr, "usage: powers_of_five OUTPUT\n");
        return 2;
    }
    fprintf(out, "#include \"core/base/number_internal.h\"\n\n"
                 "const uint64_t bd_powers_of_five[BD_POWER_MAX - BD_POWER_MIN + 1][2] = {\n");
    negative_powers(out);
    big n = { { 1 } };
    for (int q = 0; q <= LAST; q++) {
        row(out, &n, false);
        times_five(&n);
    }
    fprintf(out, "};\n");
    return fclose(out) == 0 ? 0 : 1;
}
