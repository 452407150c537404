/* The seeded bootstrap interval of a ratio of medians. */
#include "stats/interval.h"

#include <math.h>
#include <stdlib.h>

/* splitmix64: a counter in steps of the golden ratio, mixed. */
static uint64_t next_word(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* How many of n fair coins show heads. */
static size_t heads_of(size_t n, uint64_t *state)
{
    size_t heads = 0;
    for (; n >= 64; n -= 64)
        heads += (size_t)__builtin_popcountll(next_word(state));
    if (n > 0)
        heads += (size_t)__builtin_popcountll(next_word(state) >> (64 - n));
    return heads;
}

/* n numbers, uniform in [from, from + 2^bits): not drawn, only counted by halves. */
typedef struct uniforms {
    size_t n;
    uint64_t from;
    unsigned bits;
} uniforms;

/* Parts the numbers at the middle: `u` keeps the lower half, the upper is returned. */
static uniforms split(uniforms *u, uint64_t *state)
{
    size_t lower = heads_of(u->n, state);
    u->bits--;
    uniforms upper = { u->n - lower, u->from + (UINT64_C(1) << u->bits), u->bits };
    u->n = lower;
    return upper;
}

/* The number of a rank (from 0). */
static uint64_t number_at(uniforms u, size_t rank, uint64_t *state)
{
    while (u.bits > 0 && u.n > 1) {
        uniforms upper = split(&u, state);
        if (rank >= u.n) {
            rank -= u.n;
            u = upper;
        }
    }
    return u.bits > 0 ? u.from + (next_word(state) >> (64 - u.bits)) : u.from;
}

/* The numbers of the ranks `rank` and rank + 1: as long as both lie in one half, together. */
static void two_numbers_at(uniforms u, size_t rank, uint64_t *state, uint64_t found[2])
{
    while (u.bits > 0) {
        uniforms upper = split(&u, state);
        if (rank + 1 == u.n) {
            found[0] = number_at(u, rank, state);
            found[1] = number_at(upper, 0, state);
            return;
        }
        if (rank >= u.n) {
            rank -= u.n;
            u = upper;
        }
    }
    found[0] = found[1] = u.from;
}

enum { FRACTION_BITS = 32 };

static double value_at(bd_sorted sample, uint64_t fraction)
{
    return sample.values[(fraction * sample.count) >> FRACTION_BITS];
}

/* The median of as many values, drawn with replacement. */
static double resampled_median(bd_sorted sample, uint64_t *state)
{
    uniforms all = { sample.count, 0, FRACTION_BITS };
    if (sample.count % 2 == 1)
        return value_at(sample, number_at(all, sample.count / 2, state));
    uint64_t middle[2];
    two_numbers_at(all, sample.count / 2 - 1, state, middle);
    return value_at(sample, middle[0]) / 2 + value_at(sample, middle[1]) / 2;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bd_interval bd_bootstrap_ratio(bd_sorted base, bd_sorted head, double confidence, uint64_t seed)
{
    bd_interval nothing = { .low = -INFINITY, .high = INFINITY, .confidence = 1 };
    double outside = (BD_BOOTSTRAP_ROUNDS + 1) * (1 - confidence) / 2;
    if (base.count < BD_BOOTSTRAP_MINIMUM || head.count < BD_BOOTSTRAP_MINIMUM || outside < 1)
        return nothing;
    if (!(base.values[0] > 0) || head.values[0] < 0)
        return nothing;
    double ratios[BD_BOOTSTRAP_ROUNDS] = { 0 };
    uint64_t state = seed;
    for (size_t i = 0; i < BD_COUNT(ratios); i++) {
        double of_base = resampled_median(base, &state);
        ratios[i] = resampled_median(head, &state) / of_base;
    }
    qsort(ratios, BD_COUNT(ratios), sizeof *ratios, ascending);
    size_t rank = (size_t)outside; /* rounded down: outwards */
    double low = ratios[rank - 1], high = ratios[BD_COUNT(ratios) - rank];
    return isfinite(high) ? (bd_interval){ true, low, high, confidence } : nothing;
}
