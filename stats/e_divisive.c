/* The best single split of some values by the energy statistic of E-divisive, alpha = 1.
 *
 * Matteson & James 2014, equations (5) to (7): over all ends kappa of the second part and
 * all splits tau, the largest
 *
 *     2 / kappa · between − 2 (kappa − tau) / (kappa (tau − 1)) · left
 *                         − 2 tau / (kappa (kappa − tau − 1)) · right
 *
 * where the three are sums of distances of pairs: across, within the first, within the
 * second part. The end moves on by one value at a time, so that only its distances are new. */
#include "stats/internal.h"

#include <math.h>
#include <string.h>

typedef struct pair_sums {
    double *to_later; /* [t]: distances of value t to the later ones before kappa */
    double *left;     /* [tau]: pairs within the first tau values */
    double *right;    /* [tau]: pairs within tau … kappa */
} pair_sums;

static void take_next(pair_sums *sums, const double *values, size_t next)
{
    double to_earlier = 0, right = 0;
    for (size_t t = 0; t < next; t++) {
        double distance = fabs(values[next] - values[t]);
        sums->to_later[t] += distance;
        to_earlier += distance;
    }
    sums->left[next + 1] = sums->left[next] + to_earlier;
    for (size_t t = next; t > 0; t--) {
        sums->right[t] = right;
        right += sums->to_later[t - 1];
    }
}

static double energy_of(const pair_sums *sums, double across, size_t tau, size_t kappa)
{
    double first = (double)tau, second = (double)(kappa - tau), both = (double)kappa;
    double energy = 2 / both * (across - sums->left[tau]);
    if (tau > 1)
        energy -= 2 * second / (both * (first - 1)) * sums->left[tau];
    if (kappa - tau > 1)
        energy -= 2 * first / (both * (second - 1)) * sums->right[tau];
    return energy;
}

size_t bd_best_split(const double *values, size_t count, double *scratch, double *energy)
{
    pair_sums sums = { scratch, scratch + count, scratch + 2 * count + 1 };
    size_t best = 1;
    memset(scratch, 0, (3 * count + 1) * sizeof *scratch);
    *energy = 0;
    for (size_t kappa = 2; kappa <= count; kappa++) {
        double across = 0; /* with the pairs of the first part, which energy_of() takes off */
        take_next(&sums, values, kappa - 1);
        for (size_t tau = 1; tau < kappa; tau++) {
            across += sums.to_later[tau - 1];
            double found = energy_of(&sums, across, tau, kappa);
            if (found > *energy || (found == *energy && tau < best)) {
                *energy = found;
                best = tau;
            }
        }
    }
    return best;
}
