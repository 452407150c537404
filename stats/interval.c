/* Intervals of the median between order statistics, and what intervals say. */
#include "stats/interval.h"

#include <math.h>

bool bd_interval_contains(bd_interval interval, double x)
{
    return interval.low <= x && x <= interval.high;
}

bool bd_intervals_overlap(bd_interval a, bd_interval b)
{
    return a.low <= b.high && b.low <= a.high;
}

/* Buckets of the binomial distribution (n, 1/2), from the middle one outwards. Bucket k
 * is the chance that the median lies between the order statistics k and k + 1. */
typedef struct buckets {
    double n;
    double left_at, right_at; /* the next bucket on either side */
    double left, right;       /* their weights; 0 beyond the ends */
} buckets;

static double take_left(buckets *b)
{
    double taken = b->left;
    b->left = b->left * b->left_at / (b->n - b->left_at + 1);
    b->left_at--;
    return taken;
}

static double take_right(buckets *b)
{
    double taken = b->right;
    b->right = b->right * (b->n - b->right_at) / (b->right_at + 1);
    b->right_at++;
    return taken;
}

/* The middle bucket's weight: the binomial coefficient as long as doubles hold all of
 * them exactly, so that a confidence right on a sum is met; beyond, any constant will do. */
static double middle_weight(size_t n)
{
    enum { EXACT = 50 };
    size_t middle = n / 2;
    double weight = 1;
    for (size_t i = 1; n <= EXACT && i <= middle; i++)
        weight = weight * (double)(n - middle + i) / (double)i;
    return weight;
}

/* The middle bucket is taken already; of two middle ones it is the lower. */
static buckets around_middle(size_t n)
{
    size_t middle = n / 2;
    double at = (double)middle, weight = middle_weight(n);
    buckets b = { (double)n, at, at, weight, weight };
    take_left(&b);
    take_right(&b);
    return b;
}

static double total_weight(size_t n)
{
    const double nothing = 1e-20; /* of the middle; what follows is not seen in the sum */
    double middle = middle_weight(n), total = middle;
    buckets b = around_middle(n);
    while (b.left > middle * nothing)
        total += take_left(&b);
    while (b.right > middle * nothing)
        total += take_right(&b);
    return total;
}

/* Order statistics, 1-based, that hold the median; 0 and n + 1 lie outside of the sample. */
typedef struct ranks {
    size_t low, high;
    double confidence;
} ranks;

static ranks median_ranks(size_t n, double confidence)
{
    if (n == 0 || confidence >= 1)
        return (ranks){ 0, n + 1, 1 };
    double total = total_weight(n), held = middle_weight(n);
    buckets b = around_middle(n);
    while (held < confidence * total && (b.left > 0 || b.right > 0))
        held += b.left >= b.right ? take_left(&b) : take_right(&b);
    return (ranks){ (size_t)(b.left_at + 1), (size_t)b.right_at, held / total };
}

bd_interval bd_median_interval(bd_sorted sample, double confidence)
{
    size_t n = sample.count;
    ranks r = median_ranks(n, confidence);
    return (bd_interval){
        .bounded = r.low >= 1 && r.high <= n,
        .low = r.low >= 1 ? sample.values[r.low - 1] : -INFINITY,
        .high = r.high <= n ? sample.values[r.high - 1] : INFINITY,
        .confidence = r.confidence,
    };
}

size_t bd_median_interval_needs(double confidence)
{
    enum { LIMIT = 50 };
    for (size_t n = 2; n <= LIMIT; n++) {
        ranks r = median_ranks(n, confidence);
        if (r.low >= 1 && r.high <= n)
            return n;
    }
    return 0;
}

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

bd_spread_kind bd_interval_spread(bd_interval interval, double center, double *percent)
{
    *percent = 0;
    if (!interval.bounded)
        return BD_SPREAD_UNBOUNDED;
    if (sign(interval.low) != sign(center) || sign(interval.high) != sign(center))
        return BD_SPREAD_SIGNS;
    if (center != 0)
        *percent = 100 * fmax(fabs(interval.high / center - 1), fabs(1 - interval.low / center));
    return BD_SPREAD_PERCENT;
}
