/* The factor by which a whole run moved: a host effect, as far as numbers can tell. */
#include "stats/noise.h"

#include "stats/internal.h"

#include <math.h>

static const double most = 0.75; /* of the series: a clear majority, not the half of a change */

static size_t count_within(bd_sorted sample, double low, double high)
{
    size_t count = 0;
    for (size_t i = 0; i < sample.count; i++)
        count += sample.values[i] >= low && sample.values[i] <= high;
    return count;
}

/* On the side of `center`, further from 0 than `least`. */
static size_t count_beyond(bd_sorted sample, double center, double least)
{
    size_t count = 0;
    for (size_t i = 0; i < sample.count; i++)
        count += (center > 0 ? sample.values[i] : -sample.values[i]) > least;
    return count;
}

bd_common_factor bd_common_factor_of(bd_sorted log_ratios, double least)
{
    const double confidence = 0.99;
    bd_common_factor f = { .count = log_ratios.count };
    if (f.count < BD_COMMON_MINIMUM)
        return f;
    double n = (double)f.count;
    f.center = bd_sorted_median(log_ratios);
    f.interval = bd_median_interval(log_ratios, confidence);
    f.scale = BD_MAD_TO_SD * bd_sorted_mad(log_ratios);
    f.reach = fmax(3 * f.scale, fabs(f.center) / 4);
    f.same_direction = (double)count_beyond(log_ratios, f.center, 0) / n;
    f.moved = (double)count_beyond(log_ratios, f.center, fabs(f.center) / 4) / n;
    f.explained = (double)count_within(log_ratios, f.center - f.reach, f.center + f.reach) / n;
    f.common = f.interval.bounded && !bd_interval_contains(f.interval, 0) && f.moved >= most
               && f.explained >= most && f.scale <= fabs(f.center) && fabs(f.center) >= least;
    return f;
}

bool bd_common_factor_explains(const bd_common_factor *factor, double log_ratio)
{
    return factor->common && fabs(log_ratio - factor->center) <= factor->reach;
}
