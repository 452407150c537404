/* stats/compare.h: is the head different from the base?
 *
 * Every function takes finite values and says by an outcome when it has no answer;
 * nothing returns NaN. A test without an answer has p = 1: no evidence. Nothing here
 * knows which direction is better, and nothing decides: callers combine magnitude
 * (bd_change), evidence (p, after bd_holm) and the common factor of the run. Example:
 *
 *     bd_rank_test test = bd_rank_test_of(base, head);
 *     bd_change change = bd_change_of(bd_sorted_median(base), bd_sorted_median(head));
 *     ... p of every pair of the report → bd_holm() → adjusted p < 0.05 and
 *         |change.percent| >= 2 → changed ... */
#ifndef BD_STATS_COMPARE_H
#define BD_STATS_COMPARE_H

#include "stats/interval.h"

typedef enum bd_test_outcome {
    BD_TEST_NONE,       /* too few observations; p = 1 */
    BD_TEST_ALL_EQUAL,  /* all observations are one value; p = 1 */
    BD_TEST_NO_SPREAD,  /* means differ, but neither side varies: no t; p = 1 */
    BD_TEST_EXACT,      /* exact distribution of U */
    BD_TEST_EXACT_TIES, /* exact distribution of U given the ties */
    BD_TEST_NORMAL,     /* normal approximation, corrected for ties and continuity */
    BD_TEST_STUDENT,    /* Welch's t */
} bd_test_outcome;

typedef struct bd_rank_test {
    bd_test_outcome outcome;
    double u; /* pairs in which the base is larger, an equal pair half: 0 … n1 n2 */
    double p; /* two-sided, 0 … 1; 0 only where the normal tail is below 1e-300 */
    size_t n1, n2;
} bd_rank_test;

enum {
    BD_RANK_EXACT_LIMIT = 50,      /* observations on each side, without ties */
    BD_RANK_EXACT_TIES_LIMIT = 25, /* with ties: benchstat's limits */
};

/* Mann–Whitney U test (Mann & Whitney 1947), two-sided: the probability of a U at least
 * as far from its mean n1 n2 / 2. Up to the limits above exact, by counting, given the ties
 * (Klotz 1966); beyond them normal with the correction for ties (Lehmann 1975, 1.4) and
 * continuity. p equals benchstat's whenever n1 = n2 or nothing is tied; otherwise the
 * tied distribution is not symmetric, and benchstat doubles one tail of it.
 * O(n1 + n2) beyond the limits. Allocates for exact ties only: 0.3 MB at most.
 * n = 0 on a side: BD_TEST_NONE. n = 1 on both: p = 1. */
bd_rank_test bd_rank_test_of(bd_sorted base, bd_sorted head);
/* The smallest n per side that can reach p <= alpha: 2 / C(2n, n); 4 at 0.05.
 * 0 when none up to 500 can (alpha <= 0). */
size_t bd_rank_test_needs(double alpha);

typedef struct bd_mean_test {
    bd_test_outcome outcome;
    double t, df; /* 0 unless BD_TEST_STUDENT; t > 0: head is larger */
    double p;     /* two-sided */
    bd_interval difference; /* of head.mean - base.mean, at the confidence asked for */
} bd_mean_test;

/* Welch's t test from summaries (Welch 1947; degrees of freedom of Satterthwaite 1946).
 * n < 2 on a side: BD_TEST_NONE. Both sd = 0: BD_TEST_ALL_EQUAL or BD_TEST_NO_SPREAD. */
bd_mean_test bd_mean_test_of(bd_mean_summary base, bd_mean_summary head, double confidence);

typedef enum bd_change_kind {
    BD_CHANGE_NONE,    /* base is 0 (or so small that the quotient overflows), head is not */
    BD_CHANGE_RATIO,   /* ratio and percent; equal values are 1 and 0 %, 0 and 0 too */
    BD_CHANGE_SIGNED,  /* a value is negative: percent of |base|, no ratio */
} bd_change_kind;

typedef struct bd_change {
    bd_change_kind kind;
    double ratio;   /* head / base, >= 0; 0 unless BD_CHANGE_RATIO */
    double percent; /* 100 (head - base) / |base|; > 0: head is the larger number */
} bd_change;

bd_change bd_change_of(double base, double head);

/* exp of the mean logarithm, of ratios or of values.
 * @return false for none and when one is not above 0 (no geometric mean: say so) */
bool bd_geometric_mean(const double *values, size_t count, double *mean);

/* Adjusted p-values of `count` tests: adjusted <= alpha rejects with a family-wise error
 * of at most alpha, whatever depends on what (Holm 1979). Same order as `p`, monotone in
 * it, capped at 1. `adjusted` may be `p`. O(m log m), one allocation. */
void bd_holm(const double *p, size_t count, double *adjusted);

#endif
