/* stats/internal.h: private to stats. */
#ifndef BD_STATS_INTERNAL_H
#define BD_STATS_INTERNAL_H

#include "stats/stats.h"

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

#endif
