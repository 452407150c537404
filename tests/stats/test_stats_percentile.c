/* Nearest-rank percentiles, medians and the MAD of plain observations. */
#include "tests/stats/values.h"

#include "tests/support.h"

#include <math.h>

enum { PERCENT = 1000000 };

static void assert_int(bd_number got, int64_t want)
{
    assert_int_equal(got.kind, BD_NUMBER_INT);
    assert_int_equal(got.as.i, want);
}

static void assert_double(bd_number got, double want)
{
    assert_int_equal(got.kind, BD_NUMBER_DOUBLE);
    assert_true(got.as.d == want);
}

static void ranks_are_exact(void **state)
{
    (void)state;
    static const struct {
        uint32_t p_micro;
        size_t n, rank;
    } cases[] = {
        { 7 * PERCENT, 100, 7 }, /* 0.07 * 100 > 7 in doubles */
        { 0, 100, 1 },
        { 1, 100, 1 },
        { 100 * PERCENT, 100, 100 },
        { 95 * PERCENT, 10, 10 },
        { 95 * PERCENT, 20, 19 },
        { 95 * PERCENT, 21, 20 },
        { 99900000, 1000, 999 },
        { 99900000, 1001, 1000 },
        { 50 * PERCENT, 1, 1 },
        { 50 * PERCENT, SIZE_MAX, SIZE_MAX / 2 + 1 },
        { 100 * PERCENT, SIZE_MAX, SIZE_MAX },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        assert_int_equal(bd_percentile_rank(cases[i].p_micro, cases[i].n), cases[i].rank);
}

static void every_rank_is_the_smallest_that_covers_its_share(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 250; n++)
        for (uint32_t percent = 1; percent <= 100; percent++) {
            uint64_t rank = bd_percentile_rank(percent * PERCENT, n);
            assert_true(rank * 100 >= (uint64_t)percent * n);
            assert_true((rank - 1) * 100 < (uint64_t)percent * n);
        }
}

/* The worked examples of Wikipedia, "Percentile", "The nearest-rank method". */
static void published_examples_come_out(void **state)
{
    (void)state;
    bd_series_values five = INTS(15, 20, 35, 40, 50);
    assert_int(bd_percentile(five, 5 * PERCENT), 15);
    assert_int(bd_percentile(five, 30 * PERCENT), 20);
    assert_int(bd_percentile(five, 40 * PERCENT), 20);
    assert_int(bd_percentile(five, 50 * PERCENT), 35);
    assert_int(bd_percentile(five, 100 * PERCENT), 50);
    bd_series_values ten = INTS(3, 6, 7, 8, 8, 10, 13, 15, 16, 20);
    assert_int(bd_percentile(ten, 25 * PERCENT), 7);
    assert_int(bd_percentile(ten, 50 * PERCENT), 8);
    assert_int(bd_percentile(ten, 75 * PERCENT), 15);
    assert_int(bd_percentile(ten, 100 * PERCENT), 20);
    bd_series_values eleven = INTS(16, 3, 6, 20, 7, 8, 8, 9, 10, 13, 15); /* any order */
    assert_int(bd_percentile(eleven, 25 * PERCENT), 7);
    assert_int(bd_percentile(eleven, 50 * PERCENT), 9);
    assert_int(bd_percentile(eleven, 75 * PERCENT), 15);
}

/* python3: v = [x % 1000003 for x in lcg(1000, 1)];
 * [sorted(v)[max(1, math.ceil(Fraction(p) * len(v) / 100)) - 1] for p in …],
 * statistics.median(v), statistics.median([abs(x - median) for x in v]) */
static void a_thousand_integers_agree_with_python(void **state)
{
    (void)state;
    enum { N = 1000 };
    int64_t values[N];
    uint32_t x = 1;
    for (size_t i = 0; i < N; i++)
        values[i] = next_value(&x) % 1000003;
    bd_series_values all = ints_of(values, N);
    assert_int(bd_percentile(all, 0), 795);
    assert_int(bd_percentile(all, 1 * PERCENT), 6518);
    assert_int(bd_percentile(all, 7 * PERCENT), 66867);
    assert_int(bd_percentile(all, 50 * PERCENT), 512992);
    assert_int(bd_percentile(all, 95 * PERCENT), 962405);
    assert_int(bd_percentile(all, 99900000), 999692);
    assert_int(bd_percentile(all, 100 * PERCENT), 999800);
    assert_int(bd_median(all), 513846);
    assert_int(bd_mad(all), 258168);
    assert_int(bd_minimum(all), 795);
    assert_int(bd_maximum(all), 999800);
    x = 1; /* nothing was sorted in place */
    for (size_t i = 0; i < N; i++)
        assert_int_equal(values[i], next_value(&x) % 1000003);
}

/* python3: as above with v = [x / 1000.0 for x in lcg(777, 7)] */
static void doubles_agree_with_python(void **state)
{
    (void)state;
    enum { N = 777 };
    double values[N];
    uint32_t x = 7;
    for (size_t i = 0; i < N; i++)
        values[i] = next_value(&x) / 1000.0;
    bd_series_values all = doubles_of(values, N);
    assert_double(bd_percentile(all, 0), 3430.101);
    assert_double(bd_percentile(all, 1 * PERCENT), 21166.327);
    assert_double(bd_percentile(all, 7 * PERCENT), 159954.532);
    assert_double(bd_percentile(all, 50 * PERCENT), 1074661.596);
    assert_double(bd_percentile(all, 95 * PERCENT), 2036628.91);
    assert_double(bd_percentile(all, 99900000), 2146329.84);
    assert_double(bd_median(all), 1074661.596);
    assert_double(bd_mad(all), 527964.0229999999);
    assert_double(bd_minimum(all), 3430.101);
    assert_double(bd_maximum(all), 2146329.84);
}

static void medians_of_integers_are_truncated_and_never_overflow(void **state)
{
    (void)state;
    assert_int(bd_median(INTS(78302884, 78302883)), 78302883);
    assert_int(bd_median(INTS(-3, -4)), -3);
    assert_int(bd_median(INTS(-1, 0)), 0);
    assert_int(bd_median(INTS(-3, 2)), 0);
    assert_int(bd_median(INTS(-4, 1)), -1);
    assert_int(bd_median(INTS(5)), 5);
    assert_int(bd_median(INTS(9, 1, 5)), 5);
    assert_int(bd_median(INTS(INT64_MAX, INT64_MAX - 1)), INT64_MAX - 1);
    assert_int(bd_median(INTS(INT64_MAX, INT64_MAX)), INT64_MAX);
    assert_int(bd_median(INTS(INT64_MIN, INT64_MIN)), INT64_MIN);
    assert_int(bd_median(INTS(INT64_MIN, INT64_MIN + 1)), INT64_MIN + 1);
    assert_int(bd_median(INTS(INT64_MIN, INT64_MAX)), 0);
    /* beyond 2^53, where a double would lose the last digit */
    assert_int(bd_median(INTS(9007199254740993, 9007199254740993)), 9007199254740993);
}

static void medians_of_doubles_do_not_overflow(void **state)
{
    (void)state;
    assert_double(bd_median(DOUBLES(1.5e308, 1.7e308)), 1.6e308);
    assert_double(bd_median(DOUBLES(0.25, 0.5)), 0.375);
    assert_double(bd_median(DOUBLES(1e300)), 1e300);
}

static void the_published_mad_comes_out(void **state)
{
    (void)state;
    /* Wikipedia, "Median absolute deviation", "Example" */
    assert_int(bd_mad(INTS(1, 1, 2, 2, 4, 6, 9)), 1);
    assert_double(bd_mad(DOUBLES(1, 1, 2, 2, 4, 6, 9)), 1);
    /* python3: median 78302883 (truncated), distances 0 1 17486176 24884115 78302833 78302834 */
    assert_int(bd_mad(INTS(78302884, 78302883, 103186998, 95789059, 50, 49)), 21185145);
    /* a distance that no int64 holds */
    assert_double(bd_mad(INTS(INT64_MIN, INT64_MAX, INT64_MAX)), 0);
    assert_double(bd_mad(INTS(INT64_MIN, INT64_MIN, INT64_MAX, INT64_MAX)), 9223372036854775808.0);
}

static void a_percentile_says_when_it_rests_on_the_maximum(void **state)
{
    (void)state;
    static const struct {
        uint32_t p_micro;
        int64_t n;
        bool rests;
    } cases[] = {
        { 95 * PERCENT, 10, true },         { 95 * PERCENT, 19, true },
        { 95 * PERCENT, 20, false },        { 99 * PERCENT, 99, true },
        { 99 * PERCENT, 100, false },       { 99900000, 999, true },
        { 99900000, 1000, false },          { 50 * PERCENT, 1, true },
        { 50 * PERCENT, 2, false },         { 100 * PERCENT, 1, false },
        { 99999999, 99999999, true },       { 99999999, 100000000, false },
        { 99 * PERCENT, INT64_MAX, false }, { 99 * PERCENT, 0, false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        assert_int_equal(bd_percentile_rests_on_maximum(cases[i].p_micro, cases[i].n),
                         cases[i].rests);
}

static void no_observations_give_no_number(void **state)
{
    (void)state;
    bd_series_values none = { 0 };
    assert_int_equal(bd_percentile(none, 50 * PERCENT).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_median(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_mad(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_minimum(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_maximum(none).kind, BD_NUMBER_NONE);
}

static void minus_zero_stands_before_zero(void **state)
{
    (void)state;
    assert_true(signbit(bd_minimum(DOUBLES(0.0, -0.0)).as.d) != 0);
    assert_false(signbit(bd_maximum(DOUBLES(-0.0, 0.0)).as.d) != 0);
    assert_true(signbit(bd_percentile(DOUBLES(0.0, -0.0), 0).as.d) != 0);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_exact),
        cmocka_unit_test(every_rank_is_the_smallest_that_covers_its_share),
        cmocka_unit_test(published_examples_come_out),
        cmocka_unit_test(a_thousand_integers_agree_with_python),
        cmocka_unit_test(doubles_agree_with_python),
        cmocka_unit_test(medians_of_integers_are_truncated_and_never_overflow),
        cmocka_unit_test(medians_of_doubles_do_not_overflow),
        cmocka_unit_test(the_published_mad_comes_out),
        cmocka_unit_test(a_percentile_says_when_it_rests_on_the_maximum),
        cmocka_unit_test(no_observations_give_no_number),
        cmocka_unit_test(minus_zero_stands_before_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
