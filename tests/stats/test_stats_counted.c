/* A histogram says the same as its observations written out. */
#include "tests/stats/values.h"

#include "tests/support.h"

#include <stdlib.h>

enum { PERCENT = 1000000, KINDS = 40 };

/* Observations and the same as pairs, the pairs in the order of first appearance. */
typedef struct sample {
    double *values;
    double pair_values[KINDS];
    int64_t pair_counts[KINDS];
    size_t count, pairs;
} sample;

static sample make_sample(size_t count, uint32_t seed)
{
    sample s = { .values = bd_alloc(count * sizeof(double)), .count = count };
    for (size_t i = 0; i < count; i++) {
        double value = (next_value(&seed) / 65536 % KINDS) * 0.25;
        size_t at = 0;
        while (at < s.pairs && s.pair_values[at] != value)
            at++;
        if (at == s.pairs)
            s.pair_values[s.pairs++] = value;
        s.pair_counts[at]++;
        s.values[i] = value;
    }
    return s;
}

static bd_counted_values counted_of(const sample *s)
{
    return (bd_counted_values){ s->pair_values, s->pair_counts, s->pairs };
}

static void assert_same(bd_number a, bd_number b)
{
    assert_true(bd_number_same(a, b));
}

static void pairs_equal_their_expansion(void **state)
{
    (void)state;
    static const uint32_t percentiles[] = {
        0, 1, PERCENT, 7 * PERCENT, 50 * PERCENT, 95 * PERCENT, 99900000, 100 * PERCENT
    };
    for (uint32_t seed = 1; seed <= 60; seed++) {
        sample s = make_sample(seed * 7, seed);
        bd_counted_values pairs = counted_of(&s);
        bd_series_values all = doubles_of(s.values, s.count);
        for (size_t i = 0; i < BD_COUNT(percentiles); i++)
            assert_same(bd_percentile_counted(pairs, percentiles[i]),
                        bd_percentile(all, percentiles[i]));
        assert_same(bd_median_counted(pairs), bd_median(all));
        assert_same(bd_mad_counted(pairs), bd_mad(all));
        assert_same(bd_minimum_counted(pairs), bd_minimum(all));
        assert_same(bd_maximum_counted(pairs), bd_maximum(all));
        assert_int_equal(bd_total_count(pairs), s.count);
        assert_close(bd_mean_counted(pairs).as.d, bd_mean(all).as.d, 1e-15);
        assert_close(bd_standard_deviation_counted(pairs).as.d, bd_standard_deviation(all).as.d,
                     1e-14);
        free(s.values);
    }
}

/* python3: v = [x // 65536 % 40 * 0.25 for x in lcg(5000, 3)]; statistics.fmean(v), … */
static void five_thousand_observations_agree_with_python(void **state)
{
    (void)state;
    sample s = make_sample(5000, 3);
    bd_counted_values pairs = counted_of(&s);
    assert_int_equal(s.pairs, 40);
    assert_close(bd_mean_counted(pairs).as.d, 4.85395, 1e-15);
    assert_close(bd_standard_deviation_counted(pairs).as.d, 2.894565183066328, 1e-14);
    assert_true(bd_median_counted(pairs).as.d == 5.0);
    assert_true(bd_mad_counted(pairs).as.d == 2.5);
    assert_true(bd_percentile_counted(pairs, 7 * PERCENT).as.d == 0.5);
    assert_true(bd_percentile_counted(pairs, 95 * PERCENT).as.d == 9.25);
    assert_true(bd_percentile_counted(pairs, 99900000).as.d == 9.75);
    free(s.values);
}

static void counts_beyond_memory_are_no_problem(void **state)
{
    (void)state;
    static const double values[] = { 2, 1, 3 };
    static const int64_t counts[] = { 1, 4000000000000000000, 4000000000000000000 };
    bd_counted_values pairs = { values, counts, 3 };
    assert_int_equal(bd_total_count(pairs), 8000000000000000001);
    assert_true(bd_median_counted(pairs).as.d == 2);
    assert_true(bd_percentile_counted(pairs, 50 * PERCENT).as.d == 2);
    assert_true(bd_percentile_counted(pairs, 49 * PERCENT).as.d == 1);
    assert_true(bd_percentile_counted(pairs, 51 * PERCENT).as.d == 3);
    assert_close(bd_mean_counted(pairs).as.d, 2, 1e-15);
}

static void a_total_that_overflows_stays_at_the_largest_count(void **state)
{
    (void)state;
    static const double values[] = { 1, 2 };
    static const int64_t counts[] = { INT64_MAX, INT64_MAX };
    bd_counted_values pairs = { values, counts, 2 };
    assert_int_equal(bd_total_count(pairs), INT64_MAX);
}

static void no_pairs_give_no_number(void **state)
{
    (void)state;
    static const double value = 4;
    static const int64_t one = 1;
    bd_counted_values none = { 0 }, single = { &value, &one, 1 };
    assert_int_equal(bd_percentile_counted(none, 0).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_median_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_mean_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_mad_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_minimum_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_maximum_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_standard_deviation_counted(none).kind, BD_NUMBER_NONE);
    assert_int_equal(bd_standard_deviation_counted(single).kind, BD_NUMBER_NONE);
    assert_true(bd_median_counted(single).as.d == 4);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_equal_their_expansion),
        cmocka_unit_test(five_thousand_observations_agree_with_python),
        cmocka_unit_test(counts_beyond_memory_are_no_problem),
        cmocka_unit_test(a_total_that_overflows_stays_at_the_largest_count),
        cmocka_unit_test(no_pairs_give_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
