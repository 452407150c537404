/* Observations put in order once, for everything that needs ranks. */
#include "stats/interval.h"

#include "stats/internal.h"

#include <stdlib.h>
#include <string.h>

static int double_order(const void *a, const void *b)
{
    return bd_double_order(*(const double *)a, *(const double *)b);
}

/* Most samples are a handful of runs, for which qsort's calls cost more than the order. */
static void insertion_sort(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        double x = values[i];
        size_t at = i;
        for (; at > 0 && bd_double_order(x, values[at - 1]) < 0; at--)
            values[at] = values[at - 1];
        values[at] = x;
    }
}

bd_sorted bd_sort(bd_series_values values, double *room)
{
    enum { FEW = 32 };
    for (size_t i = 0; i < values.count; i++)
        room[i] = values.ints ? (double)values.ints[i] : values.doubles[i];
    if (values.count <= FEW)
        insertion_sort(room, values.count);
    else
        qsort(room, values.count, sizeof *room, double_order);
    return (bd_sorted){ room, values.count };
}

double bd_sorted_median(bd_sorted sample)
{
    if (sample.count == 0)
        return 0;
    double high = sample.values[sample.count / 2];
    if (sample.count % 2 == 1)
        return high;
    return bd_middle_of_doubles(sample.values[sample.count / 2 - 1], high);
}
