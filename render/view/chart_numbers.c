/* Numbers that a chart derives from raw samples: the five of a box and the width of a
 * histogram's bins. */
#include "render/view/chart.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double *bd_chart_sorted(const double *samples, size_t sample_count, bd_arena *arena, size_t *count)
{
    double *sorted = bd_arena_alloc(arena, (sample_count + 1) * sizeof *sorted);
    *count = 0;
    for (size_t i = 0; i < sample_count; i++)
        if (isfinite(samples[i]))
            sorted[(*count)++] = samples[i];
    qsort(sorted, *count, sizeof *sorted, by_value);
    return sorted;
}

static double ranked(const double *sorted, size_t count, uint32_t percent)
{
    size_t rank = bd_percentile_rank(percent * 1000000U, count);
    return sorted[rank > 0 ? rank - 1 : 0];
}

bd_chart_box bd_chart_box_of(const double *sorted, size_t count)
{
    return (bd_chart_box){
        .minimum = sorted[0],
        .lower = ranked(sorted, count, 25),
        .median = ranked(sorted, count, 50),
        .upper = ranked(sorted, count, 75),
        .maximum = sorted[count - 1],
    };
}

double bd_chart_bin_width(const double *sorted, size_t count)
{
    if (count == 0 || !(sorted[count - 1] > sorted[0]))
        return 0;
    double middle = ranked(sorted, count, 75) - ranked(sorted, count, 25);
    if (middle > 0)
        return 2 * middle / cbrt((double)count);
    return (sorted[count - 1] - sorted[0]) / ceil(log2((double)count) + 1);
}
