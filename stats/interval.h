/* stats/interval.h: how sure a median, a mean or a ratio is.
 *
 * Everything here takes finite values. What cannot be said is an interval without
 * bounds or a `false`, never NaN. Example:
 *
 *     bd_sorted base = bd_sort(values, room);
 *     bd_interval sure = bd_median_interval(base, 0.95);
 *     if (!sure.bounded)
 *         ... "needs %zu samples", bd_median_interval_needs(0.95) ... */
#ifndef BD_STATS_INTERVAL_H
#define BD_STATS_INTERVAL_H

#include "stats/stats.h"

/* Observations in ascending order, as doubles: an int64 beyond 2^53 is rounded. */
typedef struct bd_sorted {
    const double *values; /* borrowed */
    size_t        count;
} bd_sorted;

/* Sorts `values` into `room`, which has room for values.count doubles; O(n log n). */
bd_sorted bd_sort(bd_series_values values, double *room);
/* The middle value or the mean of the two middle ones; 0 of no observations. */
double bd_sorted_median(bd_sorted sample);

/* Low and high end, both included. */
typedef struct bd_interval {
    bool   bounded; /* both ends are finite */
    double low, high; /* -INFINITY and INFINITY where nothing bounds them */
    double confidence; /* what it really covers, at least what was asked; 1 when unbounded */
} bd_interval;

bool bd_interval_contains(bd_interval interval, double x);
/* Do two intervals share a value? An unbounded end overlaps everything on its side. */
bool bd_intervals_overlap(bd_interval a, bd_interval b);

/* Interval of the median between two order statistics, without any assumption on the
 * distribution (Thompson 1936; David & Nagaraja 2003, section 7.1). Buckets of the
 * binomial distribution (n, 1/2) are collected from the middle outwards, the lower
 * one first of two equal ones, until they hold `confidence`: what benchstat prints as
 * "± x%". The binomial is exact for every n (benchstat turns normal above 30).
 * @param confidence  0 … 1, exclusive; ≥ 1 gives no bounds
 * @return without bounds for n = 0 and as long as n is below bd_median_interval_needs() */
bd_interval bd_median_interval(bd_sorted sample, double confidence);
/* The smallest n with a bounded interval: 6 at 0.95, 8 at 0.99. 0: none up to 50. */
size_t bd_median_interval_needs(double confidence);

typedef enum bd_spread_kind {
    BD_SPREAD_PERCENT,
    BD_SPREAD_UNBOUNDED, /* benchstat's ∞ */
    BD_SPREAD_SIGNS,     /* centre and ends differ in sign: benchstat's ? */
} bd_spread_kind;

/* The further end's distance from the centre in percent of the centre: "± 3%".
 * A centre of 0 has 0 % when both ends are 0.
 * @param percent  set for BD_SPREAD_PERCENT, otherwise 0 */
bd_spread_kind bd_interval_spread(bd_interval interval, double center, double *percent);

/* A sample of which only mean and spread are known. */
typedef struct bd_mean_summary {
    double mean;
    double sd; /* sample standard deviation (n - 1), >= 0 */
    size_t n;
} bd_mean_summary;

/* The summary behind "mean ± error", where error = t(1 - (1 - confidence) / 2, n - 1) sd / sqrt(n):
 * JMH's scoreError with confidence = 0.999.
 * @return false when nothing follows: n < 2, error negative or not finite */
bool bd_mean_summary_of_error(bd_mean_summary *summary, double error, double confidence);
/* mean ± t sd / sqrt(n) (Student 1908). Without bounds for n < 2; a point for sd = 0. */
bd_interval bd_mean_interval(bd_mean_summary summary, double confidence);

enum {
    BD_BOOTSTRAP_ROUNDS = 1999,
    BD_BOOTSTRAP_MINIMUM = 6, /* observations on each side; fewer repeat themselves too often */
};

/* Interval of median(head) / median(base): percentile bootstrap (Efron 1979; ranks of
 * Davison & Hinkley 1997, 5.3), 1999 rounds, the samples drawn independently. The
 * percentile form, not BCa: its acceleration needs the jackknife, which is inconsistent
 * for a median (Efron 1982, section 3.4).
 * A round does not draw n values: the ranks of the middle of n uniform numbers are found
 * by halving (Devroye 1986, V.3), with n / 32 words of randomness; the words are those of
 * splitmix64 (Steele, Lea & Flood 2014) from `seed`. Whole numbers only: every machine
 * finds the same interval.
 * @param confidence  0 … 0.999
 * @return without bounds for fewer than 6 observations on a side, base not all > 0, or a
 *         negative head */
bd_interval bd_bootstrap_ratio(bd_sorted base, bd_sorted head, double confidence, uint64_t seed);

#endif
