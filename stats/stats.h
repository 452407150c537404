/* stats/stats.h: numbers in, numbers out. No model, no store, no configuration, no clock. */
#ifndef BD_STATS_STATS_H
#define BD_STATS_STATS_H

#include "core/base/number.h"

/* Observations of one thing in one unit: integers stay integers. */
typedef struct bd_series_values {
    const int64_t *ints;    /* borrowed; one of the two is set when count > 0 */
    const double  *doubles; /* borrowed; finite */
    size_t         count;
} bd_series_values;

/* A histogram, flattened: value[i] was seen count[i] > 0 times; any order. */
typedef struct bd_counted_values {
    const double  *values;
    const int64_t *counts;
    size_t         count;
} bd_counted_values;

/* Nearest-rank percentile: always an observed value; the smallest one such that at
 * least p % of the observations are not above it (Hyndman & Fan 1996, definition 1):
 * rank = ceil(p n / 100), exact integer arithmetic; p = 0 is the minimum.
 * @param p_micro  percent * 10^6, 0 … 100 * 10^6
 * @return NONE when there are no observations */
bd_number bd_percentile(bd_series_values values, uint32_t p_micro);
bd_number bd_percentile_counted(bd_counted_values values, uint32_t p_micro);
/* The rank alone, 1-based, of n ≥ 1 observations. */
size_t bd_percentile_rank(uint32_t p_micro, size_t n);
/* Does the percentile rest on the maximum alone: n < 1 / (1 - p)? (p < 100 %) */
bool bd_percentile_rests_on_maximum(uint32_t p_micro, int64_t n);

/* Middle value, or the mean of the two middle ones; of integers truncated toward zero, exactly. */
bd_number bd_median(bd_series_values values);
bd_number bd_median_counted(bd_counted_values values);
/* Arithmetic mean, compensated summation (Neumaier 1974); a double. */
bd_number bd_mean(bd_series_values values);
bd_number bd_mean_counted(bd_counted_values values);
/* Sample standard deviation (n - 1), two passes; NONE for n < 2. */
bd_number bd_standard_deviation(bd_series_values values);
bd_number bd_standard_deviation_counted(bd_counted_values values);
/* Median of |x - median(x)|, unscaled (Hampel 1974). */
bd_number bd_mad(bd_series_values values);
bd_number bd_mad_counted(bd_counted_values values);
bd_number bd_minimum(bd_series_values values);
bd_number bd_maximum(bd_series_values values);
bd_number bd_minimum_counted(bd_counted_values values);
bd_number bd_maximum_counted(bd_counted_values values);
int64_t   bd_total_count(bd_counted_values values);

#endif
