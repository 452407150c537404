/* Mean and standard deviation of plain observations, summed with compensation. */
#include "stats/internal.h"

#include <math.h>

void bd_sum_add(bd_sum *sum, double x)
{
    double next = sum->sum + x;
    if (fabs(sum->sum) >= fabs(x))
        sum->lost += (sum->sum - next) + x;
    else
        sum->lost += (x - next) + sum->sum;
    sum->sum = next;
}

double bd_sum_total(bd_sum sum)
{
    return sum.sum + sum.lost;
}

static double value_at(bd_series_values values, size_t i)
{
    return values.ints ? (double)values.ints[i] : values.doubles[i];
}

/* An int64 as two doubles that hold it exactly. */
static void add_int(bd_sum *sum, int64_t value)
{
    int64_t low = value % 4294967296;
    bd_sum_add(sum, (double)(value - low));
    bd_sum_add(sum, (double)low);
}

static double mean_of(bd_series_values values)
{
    bd_sum sum = { 0, 0 };
    double n = (double)values.count;
    for (size_t i = 0; i < values.count; i++) {
        if (values.ints)
            add_int(&sum, values.ints[i]);
        else
            bd_sum_add(&sum, values.doubles[i]);
    }
    double mean = bd_sum_total(sum) / n;
    if (isfinite(mean))
        return mean;
    sum = (bd_sum){ 0, 0 }; /* the sum overflowed, the mean cannot */
    for (size_t i = 0; i < values.count; i++)
        bd_sum_add(&sum, value_at(values, i) / n);
    return bd_sum_total(sum);
}

bd_number bd_mean(bd_series_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    return bd_double(mean_of(values));
}

bd_number bd_standard_deviation(bd_series_values values)
{
    if (values.count < 2)
        return (bd_number)BD_NUMBER_NOTHING;
    double mean = mean_of(values), largest = 0;
    for (size_t i = 0; i < values.count; i++)
        largest = fmax(largest, fabs(value_at(values, i) - mean));
    if (largest == 0)
        return bd_double(0);
    /* In units of the largest deviation, so that no square overflows or vanishes. */
    bd_sum squares = { 0, 0 };
    for (size_t i = 0; i < values.count; i++) {
        double deviation = (value_at(values, i) - mean) / largest;
        bd_sum_add(&squares, deviation * deviation);
    }
    return bd_double(largest * sqrt(bd_sum_total(squares) / (double)(values.count - 1)));
}
