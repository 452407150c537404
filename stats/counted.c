/* The same statistics over (value, count) pairs: as if every value had been written
 * out as often as it was seen. */
#include "stats/internal.h"

#include <math.h>
#include <stdlib.h>

int64_t bd_total_count(bd_counted_values values)
{
    int64_t total = 0;
    for (size_t i = 0; i < values.count; i++)
        if (__builtin_add_overflow(total, values.counts[i], &total))
            return INT64_MAX;
    return total;
}

typedef struct counted {
    double value;
    int64_t count;
} counted;

static int by_value(const void *a, const void *b)
{
    return bd_double_order(((const counted *)a)->value, ((const counted *)b)->value);
}

static counted *sorted_pairs(bd_counted_values values)
{
    counted *pairs = bd_alloc(values.count * sizeof *pairs);
    for (size_t i = 0; i < values.count; i++)
        pairs[i] = (counted){ values.values[i], values.counts[i] };
    qsort(pairs, values.count, sizeof *pairs, by_value);
    return pairs;
}

static double at_rank(const counted *pairs, size_t count, int64_t rank)
{
    size_t i = 0;
    for (; i + 1 < count && rank > pairs[i].count; i++)
        rank -= pairs[i].count;
    return pairs[i].value;
}

static double middle_of(const counted *pairs, size_t count, int64_t total)
{
    double low = at_rank(pairs, count, (total - 1) / 2 + 1);
    if (total % 2 == 1)
        return low;
    return bd_middle_of_doubles(low, at_rank(pairs, count, total / 2 + 1));
}

bd_number bd_percentile_counted(bd_counted_values values, uint32_t p_micro)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    counted *pairs = sorted_pairs(values);
    size_t rank = bd_percentile_rank(p_micro, (size_t)bd_total_count(values));
    double found = at_rank(pairs, values.count, (int64_t)rank);
    free(pairs);
    return bd_double(found);
}

bd_number bd_median_counted(bd_counted_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    counted *pairs = sorted_pairs(values);
    double median = middle_of(pairs, values.count, bd_total_count(values));
    free(pairs);
    return bd_double(median);
}

bd_number bd_mad_counted(bd_counted_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    counted *pairs = sorted_pairs(values);
    int64_t total = bd_total_count(values);
    double center = middle_of(pairs, values.count, total);
    for (size_t i = 0; i < values.count; i++)
        pairs[i].value = fabs(pairs[i].value - center);
    qsort(pairs, values.count, sizeof *pairs, by_value);
    double mad = middle_of(pairs, values.count, total);
    free(pairs);
    return bd_double(mad);
}

static double mean_of(bd_counted_values values)
{
    bd_sum sum = { 0, 0 };
    double n = (double)bd_total_count(values);
    for (size_t i = 0; i < values.count; i++)
        bd_sum_add(&sum, values.values[i] * (double)values.counts[i]);
    double mean = bd_sum_total(sum) / n;
    if (isfinite(mean))
        return mean;
    sum = (bd_sum){ 0, 0 };
    for (size_t i = 0; i < values.count; i++)
        bd_sum_add(&sum, values.values[i] * ((double)values.counts[i] / n));
    return bd_sum_total(sum);
}

bd_number bd_mean_counted(bd_counted_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    return bd_double(mean_of(values));
}

bd_number bd_standard_deviation_counted(bd_counted_values values)
{
    int64_t total = bd_total_count(values);
    if (total < 2)
        return (bd_number)BD_NUMBER_NOTHING;
    double mean = mean_of(values), largest = 0;
    for (size_t i = 0; i < values.count; i++)
        largest = fmax(largest, fabs(values.values[i] - mean));
    if (largest == 0)
        return bd_double(0);
    bd_sum squares = { 0, 0 };
    for (size_t i = 0; i < values.count; i++) {
        double deviation = (values.values[i] - mean) / largest;
        bd_sum_add(&squares, deviation * deviation * (double)values.counts[i]);
    }
    return bd_double(largest * sqrt(bd_sum_total(squares) / (double)(total - 1)));
}

static bd_number extreme(bd_counted_values values, int sign)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    double best = values.values[0];
    for (size_t i = 1; i < values.count; i++)
        if (bd_double_order(values.values[i], best) * sign < 0)
            best = values.values[i];
    return bd_double(best);
}

bd_number bd_minimum_counted(bd_counted_values values)
{
    return extreme(values, 1);
}

bd_number bd_maximum_counted(bd_counted_values values)
{
    return extreme(values, -1);
}
