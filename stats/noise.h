/* stats/noise.h: what is normal for a series and for a run.
 *
 * A new value against the series' own history, a series with two modes, and the factor by
 * which a whole run moved. Finite values in; an answer, or a plain "not known", out. Example:
 *
 *     bd_noise noise = bd_noise_of(history, 5, 0.002 * bd_sorted_median(history));
 *     if (noise.kind == BD_NOISE_KNOWN)
 *         ... p-value of the new value: bd_noise_p(&noise, value) ... */
#ifndef BD_STATS_NOISE_H
#define BD_STATS_NOISE_H

#include "stats/interval.h"

typedef enum bd_noise_kind {
    BD_NOISE_NONE, /* too few values */
    BD_NOISE_FLAT, /* all values are equal and there is no floor: nothing to measure by */
    BD_NOISE_KNOWN,
} bd_noise_kind;

/* The centre and the spread of a series' history, in the unit of its values. */
typedef struct bd_noise {
    bd_noise_kind kind;
    double center; /* median; 0 for BD_NOISE_NONE */
    double below, above; /* scales, as standard deviations, on either side; > 0 when known */
    bool   floored; /* the history varies less than the caller's floor */
    size_t count;
} bd_noise;

enum { BD_NOISE_MINIMUM = 4 }; /* values; fewer have no middle to deviate from */

/* Each side's scale is the largest of
 * - 1.4826 MAD (Hampel 1974); where that is 0, half of the values being equal and so in
 *   steps: 1.2533 times the mean absolute deviation (Iglewicz & Hoaglin 1993, section 4) or
 *   the smallest step between values, whichever is larger;
 * - the distance of the outermost value on that side, a tenth of the values (rounded, one
 *   at least) left out as outliers, divided by 1.2816, the normal distribution's decile: a
 *   skewed history, or one with two modes, is not narrow where it reaches out;
 * - `floor`.
 * No allocation; O(n).
 * @param minimum  values needed, at least BD_NOISE_MINIMUM
 * @param floor    the least scale worth believing, >= 0: resolution or a share of the centre */
bd_noise bd_noise_of(bd_sorted history, size_t minimum, double floor);
/* Robust z: (x - center) / the scale on its side; 0 unless known. */
double bd_noise_z(const bd_noise *noise, double x);
/* Chance of a value at least as far out, two-sided; 1 unless known. Student's t of
 * z / sqrt(1 + pi / (2 n)), since the median varies as well, with 0.3675 (n - 1) degrees of
 * freedom, since a MAD is worth that share of a standard deviation (Rousseeuw & Croux
 * 1993), but 4 at most: timings have heavy tails. How often it is wrong, by the kind of
 * noise: docs/comparison.md. Values are assumed to be independent. */
double bd_noise_p(const bd_noise *noise, double x);

/* Two modes of one series: half of the runs fast, half slow. */
typedef struct bd_modes {
    bool   two;       /* otherwise all else is 0 */
    double low, high; /* medians of the modes */
    double between;   /* middle of the gap: values above it belong to the high mode */
    double low_share; /* of the values, above 0.2 and below 0.8 */
} bd_modes;

enum { BD_MODES_MINIMUM = 5 };

/* Is the middle of the sample empty? The largest gap between neighbours (Wainer & Schacht
 * 1978, "Gapping") with more than a fifth of the values on either side, less the
 * smallest step between values, as a share of the range without a tenth of the values at
 * each end. Two modes when it is above 3.8 ln(n) / (n + 2), found by simulation such
 * that of normal, lognormal (sigma 0.25 and 1), uniform, exponential and Laplace samples
 * of n = 5 … 1000 at most 1 % are above. Power: docs/comparison.md.
 * Two different values alone may be two steps of a clock: then `least` must be above 0,
 * and decides.
 * @param least  smallest distance of the modes' medians that counts, >= 0 */
bd_modes bd_modes_of(bd_sorted sample, double least);

/* The factor by which the series of a run moved together. */
typedef struct bd_common_factor {
    bool   common; /* report it; the numbers below are set from BD_COMMON_MINIMUM series on */
    size_t count;
    double center;         /* median log ratio: exp(center) is the factor */
    bd_interval interval;  /* of the center, at 99 % */
    double scale;          /* 1.4826 MAD of the log ratios */
    double same_direction; /* share of the series on the centre's side of 0 */
    double moved;          /* … and further from 0 than a quarter of the centre */
    double explained;      /* share of the series within `reach` of the centre */
    double reach;          /* max(3 scale, |center| / 4) */
} bd_common_factor;

enum { BD_COMMON_MINIMUM = 8 };

/* A slow host moves all series alike; a change of the code moves some. Common when, of at
 * least 8 series, three quarters moved with the centre, three quarters lie within reach of
 * it, the spread is not larger than the shift, the order-statistics interval of the median
 * excludes 0, and the shift is at least `least`. Series that did not move break the rule:
 * a regression of one in fifty, of half or of 60 % is no common factor. A change that
 * slows three quarters of all benchmarks by one factor looks the same: the caller names
 * it and rescales nothing. How often it is found and missed: docs/comparison.md.
 * @param log_ratios  ln(head / base), one per series, of one direction of "better"
 * @param least       smallest |center| that counts, >= 0 */
bd_common_factor bd_common_factor_of(bd_sorted log_ratios, double least);
/* Does the common factor alone account for this series' change? false without one. */
bool bd_common_factor_explains(const bd_common_factor *factor, double log_ratio);

#endif
