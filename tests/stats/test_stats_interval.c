/* Intervals of medians, means and ratios: against tables of the binomial, SciPy and
 * their own promise, coverage. */
#include "stats/compare.h"

#include "stats/internal.h"

#include "tests/stats/values.h"
#include "tests/support.h"

#include <math.h>

static bd_sorted first_numbers(size_t n, double *room)
{
    for (size_t i = 0; i < n; i++)
        room[i] = (double)(i + 1);
    return (bd_sorted){ room, n };
}

static void sorting_keeps_every_value(void **state)
{
    (void)state;
    double room[100], values[100], sum = 0, sorted_sum = 0;
    uint32_t x = 5;
    for (size_t n = 0; n <= 100; n++) {
        sum = sorted_sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += values[i] = (double)(next_value(&x) % 1000) - 500;
        bd_sorted sorted = bd_sort(doubles_of(values, n), room);
        for (size_t i = 0; i < n; i++) {
            sorted_sum += sorted.values[i];
            assert_true(i == 0 || sorted.values[i - 1] <= sorted.values[i]);
        }
        assert_true(sum == sorted_sum);
        assert_true(bd_sorted_median(sorted)
                    == (n == 0 ? 0 : bd_median(doubles_of(values, n)).as.d));
    }
}

/* Order statistics of n = 6 … 20: Conover 1999, table A3, as sums of C(n, k) / 2^n. Beyond:
 * python3 with SciPy 1.10, scipy.stats.binom.cdf(high - 1, n, 0.5) - …cdf(low - 1, n, 0.5). */
static void the_median_lies_between_the_right_order_statistics(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        double asked;
        double low, high, confidence; /* 0: no bound */
    } cases[] = {
        { 1, 0.95, 0, 0, 1 },
        { 5, 0.95, 0, 5, 0.96875 },
        { 6, 0.95, 1, 6, 0.96875 },
        { 6, 0.99, 0, 0, 1 },
        { 7, 0.95, 1, 7, 0.984375 },
        { 8, 0.99, 1, 8, 0.9921875 },
        { 10, 0.95, 2, 9, 0.978515625 },
        { 20, 0.95, 6, 15, 0.9586105346679688 },
        { 30, 0.95, 10, 21, 0.9572260547429323 },
        { 51, 0.95, 19, 33, 0.9511261076817297 },
        { 100, 0.95, 40, 60, 0.9539559330706572 },
        { 1001, 0.95, 470, 532, 0.9500154764972457 },
        { 4, 0.375, 2, 3, 0.375 }, /* right on the sum */
        { 4, 0.3750001, 1, 3, 0.625 },
        { 5, 0.3125, 2, 3, 0.3125 },
        { 2, 0, 1, 2, 0.5 },
        { 9, 1, 0, 0, 1 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        double room[1001];
        bd_interval got = bd_median_interval(first_numbers(cases[i].n, room), cases[i].asked);
        assert_true(got.low == (cases[i].low > 0 ? cases[i].low : -INFINITY));
        assert_true(got.high == (cases[i].high > 0 ? cases[i].high : INFINITY));
        assert_int_equal(got.bounded, cases[i].low > 0 && cases[i].high > 0);
        assert_close(got.confidence, cases[i].confidence, 1e-13);
    }
    bd_interval nothing = bd_median_interval((bd_sorted){ 0 }, 0.95);
    assert_true(!nothing.bounded && nothing.low == -INFINITY && nothing.high == INFINITY);
}

static void the_samples_that_an_interval_needs_are_known(void **state)
{
    (void)state;
    assert_int_equal(bd_median_interval_needs(0.95), 6);
    assert_int_equal(bd_median_interval_needs(0.99), 8);
    assert_int_equal(bd_median_interval_needs(0), 2);
    assert_int_equal(bd_median_interval_needs(1), 0);
}

static void the_spread_is_a_percentage_of_the_centre(void **state)
{
    (void)state;
    double percent = -1;
    bd_interval ends = { true, 90, 105, 0.95 };
    assert_int_equal(bd_interval_spread(ends, 100, &percent), BD_SPREAD_PERCENT);
    assert_close(percent, 10, 1e-12);
    ends = (bd_interval){ true, -105, -98, 0.95 };
    assert_int_equal(bd_interval_spread(ends, -100, &percent), BD_SPREAD_PERCENT);
    assert_close(percent, 5, 1e-12);
    ends = (bd_interval){ true, 0, 0, 0.95 };
    assert_int_equal(bd_interval_spread(ends, 0, &percent), BD_SPREAD_PERCENT);
    assert_true(percent == 0);
    ends = (bd_interval){ true, -1, 3, 0.95 };
    assert_int_equal(bd_interval_spread(ends, 1, &percent), BD_SPREAD_SIGNS);
    ends = (bd_interval){ false, -INFINITY, 3, 1 };
    assert_int_equal(bd_interval_spread(ends, 1, &percent), BD_SPREAD_UNBOUNDED);
    assert_true(percent == 0);
}

static void the_t_quantile_inverts_the_distribution(void **state)
{
    (void)state;
    static const double dfs[] = { 0.3, 1, 2, 3.7, 9, 30, 99, 1e4, 1e7 };
    for (size_t i = 0; i < BD_COUNT(dfs); i++) {
        for (double p = 1e-12; p < 0.5; p *= 1.7) {
            double t = bd_student_t_quantile(p, dfs[i]);
            assert_close(bd_student_t_two_sided(t, dfs[i]) / 2, p, dfs[i] < 100 ? 1e-12 : 1e-9);
            assert_true(t < 0);
        }
        assert_true(bd_student_t_quantile(0.5, dfs[i]) == 0);
        assert_true(bd_student_t_quantile(0.75, dfs[i]) == -bd_student_t_quantile(0.25, dfs[i]));
        assert_true(bd_student_t_quantile(1, dfs[i]) == INFINITY);
    }
    /* Closed forms: df = 1 is Cauchy's, df = 2 is 2 (p - 1/2) sqrt(2 / (4 p (1 - p))). */
    assert_close(bd_student_t_quantile(0.9, 1), 3.0776835371752534, 1e-13);
    assert_close(bd_student_t_quantile(0.9, 2), 0.8 * sqrt(2 / 0.36), 1e-13);
}

/* The standard deviation and the error that JMH prints lead to each other:
 * scipy.stats.t.ppf(0.9995, 9) = 4.7809 for 10 iterations. */
static void an_error_gives_back_its_standard_deviation(void **state)
{
    (void)state;
    bd_mean_summary summary = { .mean = 100, .n = 10 };
    assert_true(bd_mean_summary_of_error(&summary, 4.780912585931073, 0.999));
    assert_close(summary.sd, sqrt(10), 1e-9);
    bd_interval ends = bd_mean_interval(summary, 0.999);
    assert_close(ends.low, 100 - 4.780912585931073, 1e-14);
    assert_close(ends.high, 100 + 4.780912585931073, 1e-14);
    assert_true(ends.bounded && ends.confidence == 0.999);
    assert_true(bd_mean_summary_of_error(&summary, 0, 0.999) && summary.sd == 0);
    assert_false(bd_mean_summary_of_error(&summary, NAN, 0.999)); /* JMH's for one iteration */
    assert_false(bd_mean_summary_of_error(&summary, -1, 0.999));
    assert_false(bd_mean_summary_of_error(&summary, 1, 1));
    summary.n = 1;
    assert_false(bd_mean_summary_of_error(&summary, 1, 0.999));
    assert_false(bd_mean_interval(summary, 0.95).bounded);
    assert_false(bd_mean_interval((bd_mean_summary){ 1, 1, 5 }, 1).bounded);
}

/* python3 with SciPy 1.10: scipy.stats.ttest_ind_from_stats(10, 1.5, 12, 11.2, 0.7, 9,
 * equal_var=False); df by the formula in floating point. */
static void welch_agrees_with_scipy(void **state)
{
    (void)state;
    bd_mean_summary base = { 10, 1.5, 12 }, head = { 11.2, 0.7, 9 };
    bd_mean_test test = bd_mean_test_of(base, head, 0.95);
    assert_int_equal(test.outcome, BD_TEST_STUDENT);
    assert_close(test.t, 2.4396269312581085, 1e-14);
    assert_close(test.p, 0.02639293300540501, 1e-12);
    assert_true(test.difference.low > 0 && test.difference.high > 1.2);
    bd_mean_test swapped = bd_mean_test_of(head, base, 0.95);
    assert_true(swapped.t == -test.t && swapped.p == test.p);
    /* the interval at 1 - p ends at 0 */
    assert_true(fabs(bd_mean_test_of(base, head, 1 - test.p).difference.low) < 1e-10);
}

static bd_mean_summary summary_of(bd_series_values values)
{
    return (bd_mean_summary){ bd_mean(values).as.d, bd_standard_deviation(values).as.d,
                              values.count };
}

/* R 4.2: a <- c(1.1, 2.2, 3.1, 4.7, 9); b <- c(2.5, 5.5, 6.1, 7, 8, 10.5)
 * t.test(b, a)$conf.int; t.test(b, a)$p.value; t.test(a)$conf.int */
static void intervals_of_means_agree_with_r(void **state)
{
    (void)state;
    bd_mean_summary a = summary_of(DOUBLES(1.1, 2.2, 3.1, 4.7, 9));
    bd_mean_summary b = summary_of(DOUBLES(2.5, 5.5, 6.1, 7, 8, 10.5));
    bd_mean_test test = bd_mean_test_of(a, b, 0.95);
    assert_close(test.difference.low, -1.46538771896082, 1e-13);
    assert_close(test.difference.high, 6.62538771896082, 1e-13);
    assert_close(test.p, 0.1797667526808099, 1e-12);
    bd_interval mean = bd_mean_interval(a, 0.95);
    assert_close(mean.low, 0.195553946146157, 1e-12);
    assert_close(mean.high, 7.84444605385384, 1e-12);
}

static void welch_without_spread_or_samples_has_no_p(void **state)
{
    (void)state;
    bd_mean_summary flat = { 10, 0, 5 }, other = { 11, 0, 5 }, alone = { 11, 0, 1 };
    assert_int_equal(bd_mean_test_of(flat, flat, 0.95).outcome, BD_TEST_ALL_EQUAL);
    bd_mean_test test = bd_mean_test_of(flat, other, 0.95);
    assert_int_equal(test.outcome, BD_TEST_NO_SPREAD);
    assert_true(test.p == 1 && test.difference.low == 1 && test.difference.high == 1);
    test = bd_mean_test_of(flat, alone, 0.95);
    assert_int_equal(test.outcome, BD_TEST_NONE);
    assert_true(test.p == 1 && !test.difference.bounded);
    /* one side varies: that is enough */
    bd_mean_summary varied = { 11, 0.5, 5 };
    test = bd_mean_test_of(flat, varied, 0.95);
    assert_int_equal(test.outcome, BD_TEST_STUDENT);
    assert_close(test.df, 4, 1e-14);
}

static void overlapping_intervals_share_a_value(void **state)
{
    (void)state;
    bd_interval a = { true, 1, 2, 0.95 }, b = { true, 2, 3, 0.95 }, c = { true, 2.5, 3, 0.95 };
    bd_interval open = { false, -INFINITY, 1.5, 1 };
    assert_true(bd_intervals_overlap(a, b) && bd_intervals_overlap(b, a));
    assert_false(bd_intervals_overlap(a, c) || bd_intervals_overlap(c, a));
    assert_true(bd_intervals_overlap(a, open));
    assert_false(bd_intervals_overlap(b, open));
    assert_true(bd_interval_contains(a, 1) && !bd_interval_contains(a, 2.1));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_keeps_every_value),
        cmocka_unit_test(the_median_lies_between_the_right_order_statistics),
        cmocka_unit_test(the_samples_that_an_interval_needs_are_known),
        cmocka_unit_test(the_spread_is_a_percentage_of_the_centre),
        cmocka_unit_test(the_t_quantile_inverts_the_distribution),
        cmocka_unit_test(an_error_gives_back_its_standard_deviation),
        cmocka_unit_test(welch_agrees_with_scipy),
        cmocka_unit_test(intervals_of_means_agree_with_r),
        cmocka_unit_test(welch_without_spread_or_samples_has_no_p),
        cmocka_unit_test(overlapping_intervals_share_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
