/* tests/stats/values.h: made-up observations that another program can make as well.
 *
 *     python3 -c '
 *     def lcg(n, x):
 *         for _ in range(n):
 *             x = (x * 1103515245 + 12345) % 2**31
 *             yield x'
 */
#ifndef BD_TESTS_STATS_VALUES_H
#define BD_TESTS_STATS_VALUES_H

#include "stats/stats.h"

static inline uint32_t next_value(uint32_t *x)
{
    *x = (*x * 1103515245u + 12345u) & 0x7FFFFFFFu;
    return *x;
}

static inline bd_series_values ints_of(const int64_t *values, size_t count)
{
    return (bd_series_values){ .ints = values, .count = count };
}

static inline bd_series_values doubles_of(const double *values, size_t count)
{
    return (bd_series_values){ .doubles = values, .count = count };
}

#define INTS(...) \
    ints_of((const int64_t[]){ __VA_ARGS__ }, sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t))
#define DOUBLES(...) \
    doubles_of((const double[]){ __VA_ARGS__ }, sizeof((double[]){ __VA_ARGS__ }) / sizeof(double))

#endif
