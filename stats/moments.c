/* Mean and spread of stretches of a series, joined without looking at the values again, and
 * the t-test between two of them. */
#include "stats/internal.h"

#include <math.h>

bd_moments bd_moments_of(const double *values, size_t count)
{
    bd_moments of = { .count = count };
    double sum = 0, off = 0, n = (double)count;
    if (count == 0)
        return of;
    for (size_t i = 0; i < count; i++) /* from the first value: no rounding where all are equal */
        sum += values[i] - values[0];
    of.mean = values[0] + sum / n;
    for (size_t i = 0; i < count; i++) {
        double deviation = values[i] - of.mean;
        of.squares += deviation * deviation;
        off += deviation;
    }
    of.squares = fmax(0, of.squares - off * off / n); /* what rounding the mean added */
    return of;
}

bd_moments bd_moments_joined(bd_moments a, bd_moments b)
{
    double n = (double)(a.count + b.count), apart = b.mean - a.mean;
    double share = n > 0 ? (double)b.count / n : 0;
    return (bd_moments){ .count = a.count + b.count,
                         .mean = a.mean + apart * share,
                         .squares = a.squares + b.squares
                                    + apart * apart * (double)a.count * share };
}

double bd_split_p_value(bd_moments before, bd_moments after)
{
    double n1 = (double)before.count, n2 = (double)after.count, df = n1 + n2 - 2;
    if (df <= 0)
        return 1;
    double pooled = ((n1 - 1) * before.squares / n1 + (n2 - 1) * after.squares / n2) / df;
    double t = (before.mean - after.mean) / sqrt(pooled * (1 / n1 + 1 / n2));
    return bd_student_t_two_sided(t, df);
}
