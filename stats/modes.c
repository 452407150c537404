/* Does a sample have two modes? */
#include "stats/noise.h"

#include "stats/internal.h"

#include <math.h>

/* The share of the middle that may be empty by chance. */
static double critical_share(double n)
{
    return 3.8 * log(n) / (n + 2);
}

/* The last value of the lower part at the largest gap that leaves enough on both sides. */
static size_t largest_gap(bd_sorted sample)
{
    size_t n = sample.count, least = n / 5 + 1, best = 0;
    double widest = -1;
    for (size_t i = least - 1; i + least < n; i++) {
        double gap = sample.values[i + 1] - sample.values[i];
        if (gap > widest) {
            widest = gap;
            best = i;
        }
    }
    return best;
}

static bool has_two_values(bd_sorted sample, size_t last_low)
{
    return sample.values[0] == sample.values[last_low]
           && sample.values[last_low + 1] == sample.values[sample.count - 1];
}

bd_modes bd_modes_of(bd_sorted sample, double least)
{
    size_t n = sample.count, cut = n / 10;
    if (n < BD_MODES_MINIMUM)
        return (bd_modes){ 0 };
    size_t last_low = largest_gap(sample);
    double range = sample.values[n - 1 - cut] - sample.values[cut];
    double gap = sample.values[last_low + 1] - sample.values[last_low];
    bool decided = has_two_values(sample, last_low) && least > 0;
    double step = decided ? 0 : bd_smallest_step(sample);
    if (!(gap - step > critical_share((double)n) * range))
        return (bd_modes){ 0 };
    bd_sorted low = { sample.values, last_low + 1 };
    bd_sorted high = { sample.values + last_low + 1, n - last_low - 1 };
    bd_modes modes = { true, bd_sorted_median(low), bd_sorted_median(high), 0, 0 };
    if (modes.high - modes.low < least)
        return (bd_modes){ 0 };
    modes.between = bd_middle_of_doubles(sample.values[last_low], sample.values[last_low + 1]);
    modes.low_share = (double)low.count / (double)n;
    return modes;
}
