/* Change of one value and mean change of many. */
#include "stats/compare.h"

#include "stats/internal.h"

#include <math.h>

bd_change bd_change_of(double base, double head)
{
    if (base == head)
        return (bd_change){ BD_CHANGE_RATIO, 1, 0 };
    double ratio = head / base;
    if (base == 0 || !isfinite(ratio))
        return (bd_change){ .kind = BD_CHANGE_NONE };
    if (base > 0 && head >= 0)
        return (bd_change){ BD_CHANGE_RATIO, ratio, 100 * (ratio - 1) };
    double percent = 100 * (base > 0 ? ratio - 1 : 1 - ratio);
    return (bd_change){ .kind = BD_CHANGE_SIGNED, .percent = percent };
}

bool bd_geometric_mean(const double *values, size_t count, double *mean)
{
    bd_sum logarithms = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        if (!(values[i] > 0))
            return false;
        bd_sum_add(&logarithms, log(values[i]));
    }
    if (count > 0)
        *mean = exp(bd_sum_total(logarithms) / (double)count);
    return count > 0;
}
