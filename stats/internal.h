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

#endif
