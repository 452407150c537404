/* Order statistics of plain observations: percentile, median, minimum, maximum and
 * the median absolute deviation. Each works on a sorted private copy. */
#include "stats/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HUNDRED_PERCENT = 100000000 };

size_t bd_percentile_rank(uint32_t p_micro, size_t n)
{
    /* p n / 10^8 in two parts, so that the product cannot overflow */
    uint64_t whole = n / HUNDRED_PERCENT, rest = n % HUNDRED_PERCENT;
    uint64_t rank = whole * p_micro + (rest * p_micro + HUNDRED_PERCENT - 1) / HUNDRED_PERCENT;
    return rank > 0 ? (size_t)rank : 1;
}

bool bd_percentile_rests_on_maximum(uint32_t p_micro, int64_t n)
{
    if (p_micro >= HUNDRED_PERCENT || n < 1 || n >= HUNDRED_PERCENT)
        return false;
    return (uint64_t)n * (HUNDRED_PERCENT - p_micro) < HUNDRED_PERCENT;
}

static int int_order(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

int bd_double_order(double a, double b)
{
    if (a != b)
        return a < b ? -1 : 1;
    return (signbit(b) != 0) - (signbit(a) != 0); /* -0 before 0 */
}

static int double_order(const void *a, const void *b)
{
    return bd_double_order(*(const double *)a, *(const double *)b);
}

static int64_t *sorted_ints(const int64_t *values, size_t count)
{
    int64_t *copy = bd_alloc(count * sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, int_order);
    return copy;
}

static double *sorted_doubles(const double *values, size_t count)
{
    double *copy = bd_alloc(count * sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, double_order);
    return copy;
}

/* The observation of a rank, 1-based. */
static bd_number at_rank(bd_series_values values, size_t rank)
{
    if (values.ints) {
        int64_t *sorted = sorted_ints(values.ints, values.count);
        bd_number found = bd_int(sorted[rank - 1]);
        free(sorted);
        return found;
    }
    double *sorted = sorted_doubles(values.doubles, values.count);
    bd_number found = bd_double(sorted[rank - 1]);
    free(sorted);
    return found;
}

bd_number bd_percentile(bd_series_values values, uint32_t p_micro)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    return at_rank(values, bd_percentile_rank(p_micro, values.count));
}

/* (a + b) / 2 truncated toward zero, for a <= b. */
static int64_t middle_of_ints(int64_t a, int64_t b)
{
    if (a < 0 && b >= 0)
        return (a + b) / 2;
    /* Of one sign the difference cannot overflow; half of it is added to the end nearer to zero. */
    return a >= 0 ? a + (b - a) / 2 : b - (b - a) / 2;
}

double bd_middle_of_doubles(double a, double b)
{
    double sum = a + b;
    return isfinite(sum) ? sum / 2 : a / 2 + b / 2;
}

static int64_t median_of_ints(const int64_t *values, size_t count)
{
    int64_t *sorted = sorted_ints(values, count);
    int64_t median = middle_of_ints(sorted[(count - 1) / 2], sorted[count / 2]);
    free(sorted);
    return median;
}

static double median_of_doubles(const double *values, size_t count)
{
    double *sorted = sorted_doubles(values, count);
    double median = count % 2 == 1 ? sorted[count / 2]
                                   : bd_middle_of_doubles(sorted[count / 2 - 1], sorted[count / 2]);
    free(sorted);
    return median;
}

bd_number bd_median(bd_series_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    return values.ints ? bd_int(median_of_ints(values.ints, values.count))
                       : bd_double(median_of_doubles(values.doubles, values.count));
}

/* |x - center|, exactly. @return false when one does not fit into an int64 */
static bool int_distances(const int64_t *values, size_t count, int64_t center, int64_t *out)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t x = (uint64_t)values[i], c = (uint64_t)center;
        uint64_t distance = values[i] >= center ? x - c : c - x;
        if (distance > INT64_MAX)
            return false;
        out[i] = (int64_t)distance;
    }
    return true;
}

static bd_number mad_of_ints(const int64_t *values, size_t count)
{
    int64_t *distances = bd_alloc(count * sizeof *distances);
    int64_t center = median_of_ints(values, count);
    bd_number mad;
    if (int_distances(values, count, center, distances)) {
        mad = bd_int(median_of_ints(distances, count));
    } else {
        double *wide = bd_alloc(count * sizeof *wide);
        for (size_t i = 0; i < count; i++)
            wide[i] = fabs((double)values[i] - (double)center);
        mad = bd_double(median_of_doubles(wide, count));
        free(wide);
    }
    free(distances);
    return mad;
}

bd_number bd_mad(bd_series_values values)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    if (values.ints)
        return mad_of_ints(values.ints, values.count);
    double *distances = bd_alloc(values.count * sizeof *distances);
    double center = median_of_doubles(values.doubles, values.count);
    for (size_t i = 0; i < values.count; i++)
        distances[i] = fabs(values.doubles[i] - center);
    double mad = median_of_doubles(distances, values.count);
    free(distances);
    return bd_double(mad);
}

/* The first or last observation in ascending order: sign = 1 or -1. */
static bd_number extreme(bd_series_values values, int sign)
{
    if (values.count == 0)
        return (bd_number)BD_NUMBER_NOTHING;
    size_t best = 0;
    for (size_t i = 1; i < values.count; i++) {
        int order = values.ints ? int_order(&values.ints[i], &values.ints[best])
                                : bd_double_order(values.doubles[i], values.doubles[best]);
        if (order * sign < 0)
            best = i;
    }
    return values.ints ? bd_int(values.ints[best]) : bd_double(values.doubles[best]);
}

bd_number bd_minimum(bd_series_values values)
{
    return extreme(values, 1);
}

bd_number bd_maximum(bd_series_values values)
{
    return extreme(values, -1);
}
