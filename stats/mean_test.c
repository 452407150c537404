/* Intervals of a mean and Welch's test: what mean, spread and count alone can say. */
#include "stats/compare.h"

#include "stats/internal.h"

#include <float.h>
#include <math.h>

/* t >= 0 with P(|T| >= t) = both, 0 < both < 1: false position on the logarithm, of which
 * an end that stays is halved (the Illinois rule; Dowell & Jarratt 1971). */
static double two_sided_quantile(double both, double df)
{
    enum { MOST_STEPS = 200 };
    double goal = log(both), low = 0, high = 1, above = -goal;
    double below = log(bd_student_t_two_sided(high, df)) - goal;
    while (below > 0 && high < DBL_MAX / 2) {
        low = high;
        above = below;
        high *= 2;
        below = log(bd_student_t_two_sided(high, df)) - goal;
    }
    double found = high, off = below;
    for (int i = 0, side = 0; i < MOST_STEPS && off != 0 && high - low > DBL_EPSILON * high; i++) {
        found = high - below * (high - low) / (below - above);
        if (!(found > low && found < high))
            found = low + (high - low) / 2;
        off = log(bd_student_t_two_sided(found, df)) - goal;
        if (off > 0) {
            low = found;
            above = off;
            below = side > 0 ? below / 2 : below;
            side = 1;
        } else {
            high = found;
            below = off;
            above = side < 0 ? above / 2 : above;
            side = -1;
        }
    }
    return found;
}

double bd_student_t_quantile(double p, double df)
{
    if (p == 0.5)
        return 0;
    if (p <= 0 || p >= 1)
        return p <= 0 ? -INFINITY : INFINITY;
    return p < 0.5 ? -two_sided_quantile(2 * p, df) : two_sided_quantile(2 * (1 - p), df);
}

bool bd_mean_summary_of_error(bd_mean_summary *summary, double error, double confidence)
{
    if (summary->n < 2 || !isfinite(error) || error < 0 || confidence <= 0 || confidence >= 1)
        return false;
    double n = (double)summary->n;
    summary->sd = error * sqrt(n) / two_sided_quantile(1 - confidence, n - 1);
    return true;
}

/* center ± t standard errors. */
static bd_interval around(double center, double standard_error, double df, double confidence)
{
    bd_interval nothing = { .low = -INFINITY, .high = INFINITY, .confidence = 1 };
    if (confidence >= 1)
        return nothing;
    double reach = 0;
    if (standard_error > 0 && confidence > 0)
        reach = two_sided_quantile(1 - confidence, df) * standard_error;
    return (bd_interval){ true, center - reach, center + reach, confidence };
}

bd_interval bd_mean_interval(bd_mean_summary summary, double confidence)
{
    double n = (double)summary.n;
    if (summary.n < 2)
        return (bd_interval){ .low = -INFINITY, .high = INFINITY, .confidence = 1 };
    return around(summary.mean, summary.sd / sqrt(n), n - 1, confidence);
}

bd_mean_test bd_mean_test_of(bd_mean_summary base, bd_mean_summary head, double confidence)
{
    bd_mean_test test = { .p = 1,
                          .difference = { .low = -INFINITY, .high = INFINITY, .confidence = 1 } };
    if (base.n < 2 || head.n < 2)
        return test;
    double from_base = base.sd / sqrt((double)base.n), from_head = head.sd / sqrt((double)head.n);
    double standard_error = hypot(from_base, from_head), difference = head.mean - base.mean;
    if (standard_error == 0) {
        test.outcome = difference == 0 ? BD_TEST_ALL_EQUAL : BD_TEST_NO_SPREAD;
        test.difference = around(difference, 0, 1, confidence);
        return test;
    }
    double b = from_base / standard_error, h = from_head / standard_error;
    test.outcome = BD_TEST_STUDENT;
    test.t = difference / standard_error;
    test.df = 1 / (pow(b, 4) / (double)(base.n - 1) + pow(h, 4) / (double)(head.n - 1));
    test.p = bd_student_t_two_sided(test.t, test.df);
    test.difference = around(difference, standard_error, test.df, confidence);
    return test;
}
