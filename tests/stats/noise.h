/* tests/stats/noise.h: seeded noise for simulations. */
#ifndef BD_TESTS_STATS_NOISE_H
#define BD_TESTS_STATS_NOISE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* SplitMix64 (Steele, Lea & Flood 2014); 0 < u < 1 */
static inline double next_uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) / 9007199254740992.0;
}

/* Box & Muller 1958. */
static inline double next_normal(uint64_t *state)
{
    double radius = sqrt(-2 * log(next_uniform(state)));
    return radius * cos(6.283185307179586 * next_uniform(state));
}

/* values[i] = level · (1 + noise · N(0, 1)) */
static inline void fill_noisy(double *values, size_t count, double level, double noise,
                              uint64_t *state)
{
    for (size_t i = 0; i < count; i++)
        values[i] = level * (1 + noise * next_normal(state));
}

#endif
