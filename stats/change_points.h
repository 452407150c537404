/* stats/change_points.h: where a series of measurements changed and stayed changed.
 *
 * E-divisive (Matteson & James 2014, "A Nonparametric Approach for Multiple Change Point
 * Analysis of Multivariate Data", J. Am. Stat. Assoc. 109, 334–345; alpha = 1) finds the best
 * split; Student's t-test in sliding windows, then a merge of what is weak (Fleming et al.
 * 2023, "Hunter: Using Change Point Detection to Hunt for Performance Regressions", ICPE),
 * decide which splits count. The rules, their defaults and their names are those of Apache
 * Otava, and so are the points found. */
#ifndef BD_STATS_CHANGE_POINTS_H
#define BD_STATS_CHANGE_POINTS_H

#include "core/base/buf.h"

typedef struct bd_change_options {
    size_t window_len;    /* values looked at together, ≥ 2; windows overlap by half */
    double max_pvalue;    /* a point's p-value is below this … */
    double min_magnitude; /* … and its magnitude above this: 0.05 is 5 % */
    const size_t *breaks; /* borrowed, ascending: indexes where the numbers begin to mean something
                           * else. The parts between them are looked at each by itself */
    size_t        break_count;
    const size_t *known;  /* borrowed: indexes of points found when the series was shorter; they are
                           * judged again although the windows may no longer show them */
    size_t        known_count;
} bd_change_options;

#define BD_CHANGE_OPTIONS_INIT { .window_len = 50, .max_pvalue = 0.001 }

/* What stands on one side of a point: up to the next one, a break, or the end. */
typedef struct bd_change_side {
    size_t count;
    double mean;
    double standard_deviation; /* n - 1; 0 for one value */
} bd_change_side;

typedef struct bd_change_point {
    size_t         index; /* of the first value after the change, ≥ 1 */
    bd_change_side before, after;
    double         p_value;   /* of the t-test between the two sides */
    double         relative;  /* (after - before) / |before|; NaN when before is 0 */
    double         magnitude; /* the larger of both ways: halving and doubling are both 1 */
} bd_change_point;

typedef struct bd_change_points {
    bd_change_point *items; /* owned, by index; NULL when nothing was looked at */
    size_t           count;
} bd_change_points;

#define BD_CHANGE_POINTS_INIT { 0 }

/* Deterministic. Time grows with count · window_len (100 000 values: 0.1 s), memory with count.
 *
 * Two of Otava's rules are kept because the points depend on them. The t-test (pooled variance)
 * takes each side's variance over n, not n - 1, which is too small where a side has few values.
 * And when a point is removed, the one before it keeps the p-value and magnitude it had with
 * its old neighbour, so what is reported here for a point may lie beyond the limits given.
 * A p-value is of a split that was searched for, hence too small; over a series that never
 * changed some points are found (docs/change-points.md has the rates).
 *
 * @param values   in the order of the commits; finite, gaps left out by the caller
 * @param options  borrowed; NULL = the defaults
 * @return owned, end with bd_change_points_release(); none for fewer than two values, or
 *         options that allow none (window_len < 2, max_pvalue not > 0) */
bd_change_points bd_change_points_find(const double *values, size_t count,
                                       const bd_change_options *options);
void             bd_change_points_release(bd_change_points *points); /* empty, twice: fine */

/* A point as a range of commits: the change came after the last commit measured before it,
 * and with or before the first one measured after it. */
typedef struct bd_change_range {
    size_t last_before, first_after; /* positions in the list of all commits */
    size_t unmeasured;               /* commits between the two */
} bd_change_range;

/* @param positions  of the measured commits in the list of all, strictly ascending; as
 *                   many as there were values
 * @param index      of a point: ≥ 1 */
bd_change_range bd_change_range_of(const size_t *positions, size_t index);

#endif
