/* Mean and standard deviation, against NIST's certified values and python3. */
#include "tests/stats/values.h"

#include "tests/support.h"

#include <math.h>

/* python3: float(statistics.mean(map(Fraction, v))), statistics.stdev(map(Fraction, v)) */
static void small_sets_agree_with_python(void **state)
{
    (void)state;
    const struct {
        bd_series_values values;
        double mean, sd;
    } cases[] = {
        { INTS(78302884, 78302883, 103186998, 95789059, 50, 49), 59263653.833333336,
          46931225.245306656 },
        { DOUBLES(0.1, 0.2, 0.3), 0.2, 0.09999999999999999 },
        { DOUBLES(727.7, 1086.5, 1091.0, 1361.3, 1490.5, 1956.1), 1285.5166666666667,
          420.96248961952256 },
        { DOUBLES(1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16), 1000000010, 5.477225575051661 },
        { DOUBLES(1e308, 1e308, -1e308), 3.333333333333333e307, 1.1547005383792515e308 },
        { DOUBLES(1, 1e100, 1, -1e100), 0.5, 8.164965809277261e99 },
        { DOUBLES(2e-300, 4e-300), 3e-300, 1.414213562373095e-300 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        assert_close(bd_mean(cases[i].values).as.d, cases[i].mean, 1e-15);
        assert_close(bd_standard_deviation(cases[i].values).as.d, cases[i].sd, 1e-14);
    }
}

/* NIST Statistical Reference Datasets, univariate, "NumAcc1" … "NumAcc4": a first
 * value and `pairs` times the two that follow, certified mean and standard deviation. */
static void certified_values_come_out(void **state)
{
    (void)state;
    static const struct {
        double first, low, high, mean, sd;
        size_t pairs;
    } cases[] = {
        { 10000002, 10000001, 10000003, 10000002, 1, 1 },
        { 1.2, 1.1, 1.3, 1.2, 0.1, 500 },
        { 1000000.2, 1000000.1, 1000000.3, 1000000.2, 0.1, 500 },
        { 10000000.2, 10000000.1, 10000000.3, 10000000.2, 0.1, 500 },
    };
    for (size_t c = 0; c < BD_COUNT(cases); c++) {
        double values[1001] = { cases[c].first };
        size_t count = 1;
        for (size_t i = 0; i < cases[c].pairs; i++) {
            values[count++] = cases[c].low;
            values[count++] = cases[c].high;
        }
        assert_close(bd_mean(doubles_of(values, count)).as.d, cases[c].mean, 1e-15);
        /* as good as the doubles that hold 10000000.1 and 10000000.3 let it be */
        assert_close(bd_standard_deviation(doubles_of(values, count)).as.d, cases[c].sd, 1e-7);
    }
}

/* python3: v = [x % 1000003 for x in lcg(1000, 1)] */
static void a_thousand_integers_agree_with_python(void **state)
{
    (void)state;
    enum { N = 1000 };
    int64_t values[N];
    uint32_t x = 1;
    for (size_t i = 0; i < N; i++)
        values[i] = next_value(&x) % 1000003;
    bd_number mean = bd_mean(ints_of(values, N));
    assert_int_equal(mean.kind, BD_NUMBER_DOUBLE);
    assert_true(mean.as.d == 505512.615);
    assert_close(bd_standard_deviation(ints_of(values, N)).as.d, 295246.4071653147, 1e-14);
}

static void the_mean_of_large_integers_loses_nothing(void **state)
{
    (void)state;
    /* Each value alone would round to a multiple of 1024. */
    assert_true(bd_mean(INTS(INT64_MAX, 3 - INT64_MAX)).as.d == 1.5);
    assert_true(bd_mean(INTS(9007199254740993, -9007199254740990)).as.d == 1.5);
    assert_true(bd_mean(INTS(INT64_MIN, INT64_MAX)).as.d == -0.5);
    assert_true(bd_mean(INTS(INT64_MIN)).as.d == -9223372036854775808.0);
}

static void the_mean_is_in_range_when_the_sum_is_not(void **state)
{
    (void)state;
    assert_close(bd_mean(DOUBLES(1.5e308, 1.7e308)).as.d, 1.6e308, 1e-15);
    assert_true(isfinite(bd_standard_deviation(DOUBLES(1.5e308, 1.7e308, -1e308)).as.d));
}

static void too_few_observations_give_no_number(void **state)
{
    (void)state;
    bd_series_values none = { 0 };
    assert_int_equal(bd_mean(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_standard_deviation(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_standard_deviation(INTS(5)).kind, BD_NUMBER_NONE);
    assert_true(bd_standard_deviation(INTS(5, 5)).as.d == 0);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_sets_agree_with_python),
        cmocka_unit_test(certified_values_come_out),
        cmocka_unit_test(a_thousand_integers_agree_with_python),
        cmocka_unit_test(the_mean_of_large_integers_loses_nothing),
        cmocka_unit_test(the_mean_is_in_range_when_the_sum_is_not),
        cmocka_unit_test(too_few_observations_give_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
