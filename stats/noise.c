/* A new value against its series' history. */
#include "stats/noise.h"

#include "stats/internal.h"

#include <math.h>

/* Distances from the centre in ascending order, without sorting: on a sorted sample they
 * grow to both sides. */
typedef struct distances {
    bd_sorted sample;
    double center;
    size_t below, above; /* values before `below` and from `above` on are still to come */
} distances;

static double next_distance(distances *d)
{
    double below = INFINITY, above = INFINITY;
    if (d->below > 0)
        below = d->center - d->sample.values[d->below - 1];
    if (d->above < d->sample.count)
        above = d->sample.values[d->above] - d->center;
    if (below <= above) {
        d->below--;
        return below;
    }
    d->above++;
    return above;
}

static distances distances_from(bd_sorted sample, double center)
{
    size_t at = 0;
    while (at < sample.count && sample.values[at] < center)
        at++;
    return (distances){ sample, center, at, at };
}

double bd_sorted_mad(bd_sorted sample)
{
    distances d = distances_from(sample, bd_sorted_median(sample));
    double low = 0, high = 0;
    for (size_t i = 0; i <= sample.count / 2 && i < sample.count; i++) {
        low = high;
        high = next_distance(&d);
    }
    return sample.count % 2 == 1 ? high : bd_middle_of_doubles(low, high);
}

double bd_smallest_step(bd_sorted sample)
{
    double smallest = 0;
    for (size_t i = 1; i < sample.count; i++) {
        double step = sample.values[i] - sample.values[i - 1];
        if (step > 0 && (smallest == 0 || step < smallest))
            smallest = step;
    }
    return smallest;
}

static double mean_distance(bd_sorted sample, double center)
{
    bd_sum sum = { 0, 0 };
    for (size_t i = 0; i < sample.count; i++)
        bd_sum_add(&sum, fabs(sample.values[i] - center) / (double)sample.count);
    return bd_sum_total(sum);
}

/* The spread of all values alike. */
static double common_scale(bd_sorted history, double center)
{
    const double normal_mean_distance = 1.2533141373155003; /* sqrt(pi / 2) */
    double scale = BD_MAD_TO_SD * bd_sorted_mad(history);
    if (scale > 0)
        return scale;
    return fmax(normal_mean_distance * mean_distance(history, center), bd_smallest_step(history));
}

bd_noise bd_noise_of(bd_sorted history, size_t minimum, double floor)
{
    const double normal_decile = 1.2815515655446004; /* quantile(9 / 10) */
    size_t n = history.count, outliers = n < 15 ? 1 : (n + 5) / 10;
    bd_noise noise = { .count = n };
    if (n < BD_NOISE_MINIMUM || n < minimum)
        return noise;
    noise.center = bd_sorted_median(history);
    double scale = common_scale(history, noise.center);
    double lowest = history.values[outliers], highest = history.values[n - 1 - outliers];
    noise.floored = scale < floor;
    scale = fmax(scale, floor);
    noise.below = fmax(scale, (noise.center - lowest) / normal_decile);
    noise.above = fmax(scale, (highest - noise.center) / normal_decile);
    noise.kind = scale > 0 ? BD_NOISE_KNOWN : BD_NOISE_FLAT;
    return noise;
}

double bd_noise_z(const bd_noise *noise, double x)
{
    if (noise->kind != BD_NOISE_KNOWN)
        return 0;
    return (x - noise->center) / (x < noise->center ? noise->below : noise->above);
}

double bd_noise_p(const bd_noise *noise, double x)
{
    const double worth_of_mad = 0.3675, heavy_tails = 4, half_pi = 1.5707963267948966;
    if (noise->kind != BD_NOISE_KNOWN)
        return 1;
    double n = (double)noise->count;
    double t = bd_noise_z(noise, x) / sqrt(1 + half_pi / n);
    return bd_student_t_two_sided(t, fmin(heavy_tails, worth_of_mad * (n - 1)));
}
