/* stats/internal.h: private to stats. */
#ifndef BD_STATS_INTERNAL_H
#define BD_STATS_INTERNAL_H

#include "stats/interval.h"

int    bd_double_order(double a, double b); /* as qsort wants it; -0 before 0 */
double bd_middle_of_doubles(double a, double b);

/* Compensated summation (Neumaier 1974): what each addition loses is kept apart. */
typedef struct bd_sum {
    double sum, lost;
} bd_sum;

void   bd_sum_add(bd_sum *sum, double x);
double bd_sum_total(bd_sum sum);

/* P(|T| ≥ |t|) of Student's t distribution: I_x(df / 2, 1 / 2), x = df / (df + t²)
 * (Abramowitz & Stegun 26.7.1, 26.5.27); 12 digits, 9 for df > 10^5;
 * small results included.
 * @param t   ±infinity gives 0; NaN (0 / 0: nothing varies, nothing differs) gives 1
 * @param df  degrees of freedom, need not be whole; not > 0 gives 1 */
double bd_student_t_two_sided(double t, double df);
/* t with P(T <= t) = p, by false position on the above. @param p  beyond 0 … 1: ∓infinity */
double bd_student_t_quantile(double p, double df);

#define BD_MAD_TO_SD 1.482602218505602 /* of normal values: 1 / quantile(3 / 4) */
double bd_sorted_mad(bd_sorted sample);    /* median of |x - median|; O(n), no allocation */
double bd_smallest_step(bd_sorted sample); /* between different values; 0 when all are equal */

/* The share of all ways to deal first + second values to two samples in which the first
 * one's U is at most u <= first * second / 2. Up to BD_RANK_EXACT_LIMIT values each. */
double bd_u_tail(size_t first, size_t second, size_t u);
/* The same given the sizes of the groups of equal values, in ascending order. */
double bd_u_tail_of_ties(const size_t *sizes, size_t groups, size_t first, size_t twice_u);

/* The best split of values[0 … count), count ≥ 2, by E-divisive. Of equal ones the first.
 * @param scratch  room for 3 · count + 1 doubles
 * @return the index of the second part's first value, ≥ 1; `energy` says how good it is */
size_t bd_best_split(const double *values, size_t count, double *scratch, double *energy);

/* Count, mean and sum of squared deviations of some values; equal values have exactly none. */
typedef struct bd_moments {
    size_t count;
    double mean, squares;
} bd_moments;

bd_moments bd_moments_of(const double *values, size_t count);
/* Of both together (Chan, Golub & LeVeque 1979). */
bd_moments bd_moments_joined(bd_moments a, bd_moments b);
/* Student's t-test as Otava computes it; 1 for fewer than three values. */
double bd_split_p_value(bd_moments before, bd_moments after);

/* The weak points of a series: first pass of change_points.h, at a relaxed p-value.
 * @return owned, ascending, `*found` of them; NULL for none */
size_t *bd_weak_points(const double *values, size_t count, size_t window_len, double max_pvalue,
                       size_t *found);

#endif
