/* A value against its history, two modes, a run's common factor: by hand and by simulation. */
#include "stats/noise.h"

#include "stats/internal.h"
#include "tests/stats/noise.h"
#include "tests/stats/values.h"
#include "tests/support.h"

#include <float.h>

enum { MOST = 1000 };

static bd_sorted sorted(bd_series_values values)
{
    static double room[MOST];
    return bd_sort(values, room);
}

static void the_mad_of_a_sorted_sample_is_the_mad(void **state)
{
    (void)state;
    uint32_t x = 9;
    for (size_t n = 1; n <= 200; n++) {
        double values[200];
        for (size_t i = 0; i < n; i++)
            values[i] = (double)((next_value(&x) >> 16) % (n + 3));
        bd_sorted sample = sorted(doubles_of(values, n));
        assert_true(bd_sorted_mad(sample) == bd_mad(doubles_of(values, n)).as.d);
    }
    assert_true(bd_sorted_mad((bd_sorted){ 0 }) == 0);
}

static void noise_is_the_scaled_mad_around_the_median(void **state)
{
    (void)state;
    /* distances from 12: 2 1 0 1 88, MAD 1 */
    bd_noise noise = bd_noise_of(sorted(INTS(10, 11, 12, 13, 100)), 5, 0);
    assert_int_equal(noise.kind, BD_NOISE_KNOWN);
    assert_true(noise.center == 12 && noise.count == 5 && !noise.floored);
    assert_close(noise.above, 1.482602218505602, 1e-15);
    assert_true(noise.below == noise.above);
    assert_close(bd_noise_z(&noise, 15), 3 / 1.482602218505602, 1e-15);
    assert_true(bd_noise_z(&noise, 9) == -bd_noise_z(&noise, 15));
    assert_true(bd_noise_p(&noise, 12) == 1);
    assert_true(bd_noise_p(&noise, 9) == bd_noise_p(&noise, 15));
    assert_true(bd_noise_p(&noise, 1e9) < 1e-6 && bd_noise_p(&noise, 1e9) > 0);
}

static void noise_needs_values_and_something_that_varies(void **state)
{
    (void)state;
    bd_noise few = bd_noise_of(sorted(INTS(1, 2, 3)), 0, 1);
    bd_noise fewer = bd_noise_of(sorted(INTS(1, 2, 3, 4)), 5, 1);
    bd_noise none = bd_noise_of((bd_sorted){ 0 }, 0, 1);
    bd_noise flat = bd_noise_of(sorted(INTS(7, 7, 7, 7, 7)), 5, 0);
    assert_int_equal(few.kind, BD_NOISE_NONE);
    assert_int_equal(fewer.kind, BD_NOISE_NONE);
    assert_int_equal(none.kind, BD_NOISE_NONE);
    assert_int_equal(flat.kind, BD_NOISE_FLAT);
    assert_true(bd_noise_p(&few, 1000) == 1 && bd_noise_p(&flat, 1000) == 1);
    assert_true(bd_noise_z(&few, 1000) == 0 && bd_noise_z(&flat, 1000) == 0);
    bd_noise floored = bd_noise_of(sorted(INTS(7, 7, 7, 7, 7)), 5, 0.5);
    assert_int_equal(floored.kind, BD_NOISE_KNOWN);
    assert_true(floored.floored && floored.above == 0.5 && bd_noise_z(&floored, 8) == 2);
}

/* More than half are equal, so the MAD is 0: a value one step away is nothing new. */
static void a_step_of_quantised_values_is_no_outlier(void **state)
{
    (void)state;
    bd_noise noise = bd_noise_of(sorted(INTS(20, 20, 20, 20, 20, 20, 20, 20, 21)), 5, 0);
    assert_true(noise.above == 1 && bd_noise_z(&noise, 21) == 1);
    assert_true(bd_noise_p(&noise, 21) > 0.3);
    /* Far values weigh in: mean distance 4, times 1.2533 */
    noise = bd_noise_of(sorted(INTS(20, 20, 20, 21, 39)), 5, 0);
    assert_close(noise.above, 4 * sqrt(2 * atan(1)), 1e-14);
}

/* Two of 20 values may be outliers; the third reaches out to 30. */
static void a_side_that_reaches_out_is_wider(void **state)
{
    (void)state;
    bd_noise noise = bd_noise_of(
        sorted(INTS(9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 30, 70, 80)), 5,
        0);
    assert_close(noise.above, 20 / 1.2815515655446004, 1e-15);
    assert_close(noise.below, 1.482602218505602, 1e-15);
    assert_true(bd_noise_z(&noise, 30) < 1.3 && bd_noise_z(&noise, 5) < -3);
}

typedef double generator(uint64_t *state);

static double uniform(uint64_t *state)
{
    return next_uniform(state);
}

static double normal(uint64_t *state)
{
    return next_normal(state);
}

static double exponential(uint64_t *state)
{
    return -log(next_uniform(state));
}

static double lognormal(uint64_t *state)
{
    return exp(next_normal(state));
}

static double weak_lognormal(uint64_t *state)
{
    return exp(0.25 * next_normal(state));
}

static double laplace(uint64_t *state)
{
    double u = next_uniform(state);
    return u < 0.5 ? log(2 * u) : -log(2 * (1 - u));
}

/* Three runs of ten are slow by twenty standard deviations. */
static double in_two_modes(uint64_t *state)
{
    return next_normal(state) + (next_uniform(state) < 0.3 ? 20 : 0);
}

static double in_few_steps(uint64_t *state)
{
    return rint(0.7 * next_normal(state));
}

static bd_sorted drawn(generator *draw, size_t n, uint64_t *state)
{
    double values[MOST];
    for (size_t i = 0; i < n; i++)
        values[i] = draw(state);
    return sorted(doubles_of(values, n));
}

/* How often a value of the same distribution has p <= alpha. */
static double share_at(generator *draw, size_t n, double alpha, size_t rounds)
{
    uint64_t state = n;
    size_t found = 0;
    for (size_t round = 0; round < rounds; round++) {
        bd_noise noise = bd_noise_of(drawn(draw, n, &state), 4, 0);
        found += bd_noise_p(&noise, draw(&state)) <= alpha;
    }
    return (double)found / (double)rounds;
}

static void noise_is_rarely_called_a_change(void **state)
{
    (void)state;
    size_t rounds = test_rounds(100000);
    static const size_t sizes[] = { 4, 5, 8, 10, 15, 30, 100 };
    for (size_t i = 0; i < BD_COUNT(sizes); i++) {
        assert_true(share_at(normal, sizes[i], 0.01, rounds) <= 0.01);
        assert_true(share_at(normal, sizes[i], 0.05, rounds) <= 0.05);
        assert_true(share_at(exponential, sizes[i], 0.01, rounds) <= 0.02);
        assert_true(share_at(exponential, sizes[i], 0.001, rounds) <= 0.004);
        assert_true(share_at(in_few_steps, sizes[i], 0.01, rounds) <= 0.005);
    }
    assert_true(share_at(in_two_modes, 30, 0.01, rounds) <= 0.02);
    assert_true(share_at(in_two_modes, 100, 0.01, rounds) <= 0.001);
}

static void a_fifth_more_is_seen_in_the_noise_of_a_hundredth(void **state)
{
    (void)state;
    uint64_t seed = 1;
    size_t found = 0, rounds = test_rounds(10000);
    for (size_t round = 0; round < rounds; round++) {
        double values[30];
        fill_noisy(values, 30, 100, 0.01, &seed);
        bd_noise noise = bd_noise_of(sorted(doubles_of(values, 30)), 5, 0);
        found += bd_noise_p(&noise, 120 * (1 + 0.01 * next_normal(&seed))) <= 0.001;
    }
    assert_true(found >= rounds * 99 / 100);
}

static void one_mode_is_rarely_called_two(void **state)
{
    (void)state;
    static generator *const draws[] = { normal,         uniform, exponential, lognormal,
                                        weak_lognormal, laplace, in_few_steps };
    static const size_t sizes[] = { 5, 6, 7, 9, 10, 12, 14, 15, 20, 24, 29, 50, 100, 300, 1000 };
    for (size_t d = 0; d < BD_COUNT(draws); d++)
        for (size_t s = 0; s < BD_COUNT(sizes); s++) {
            uint64_t seed = s;
            size_t found = 0, rounds = test_rounds(10000 + 2000000 / sizes[s]);
            for (size_t round = 0; round < rounds; round++)
                found += bd_modes_of(drawn(draws[d], sizes[s], &seed), 0).two;
            assert_true(found * 100 <= rounds);
        }
}

/* Two normal modes `apart` standard deviations apart, `share` of the values in the upper. */
static double share_of_modes_found(size_t n, double apart, double share)
{
    uint64_t seed = n;
    size_t found = 0, rounds = test_rounds(5000), upper = (size_t)rint(share * (double)n);
    for (size_t round = 0; round < rounds; round++) {
        double values[MOST];
        for (size_t i = 0; i < n; i++)
            values[i] = next_normal(&seed) + (i < upper ? apart : 0);
        bd_modes modes = bd_modes_of(sorted(doubles_of(values, n)), 0);
        found += modes.two;
        if (modes.two && apart >= 20)
            assert_true(modes.high - modes.low > apart - 5 && modes.between > 2);
    }
    return (double)found / (double)rounds;
}

static void separated_modes_are_found(void **state)
{
    (void)state;
    static const struct {
        size_t n;
        double apart, at_least;
    } cases[] = {
        { 6, 30, 0.7 },   { 10, 20, 0.9 },  { 15, 12, 0.8 },  { 30, 8, 0.7 },
        { 30, 12, 0.99 }, { 100, 6, 0.55 }, { 100, 8, 0.95 }, { 1000, 6, 0.98 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        assert_true(share_of_modes_found(cases[i].n, cases[i].apart, 0.5) > cases[i].at_least);
        assert_true(share_of_modes_found(cases[i].n, cases[i].apart, 0.35) > cases[i].at_least);
    }
}

static void the_two_modes_are_named(void **state)
{
    (void)state;
    bd_modes modes = bd_modes_of(sorted(INTS(150, 100, 101, 152, 99, 100, 151, 103)), 5);
    assert_true(modes.two && modes.low == 100 && modes.high == 151);
    assert_true(modes.low_share == 0.625 && modes.between == 126.5);
    /* an outlier is no mode, one value of five neither */
    assert_false(bd_modes_of(sorted(INTS(100, 101, 102, 99, 100, 101, 900)), 0).two);
    assert_false(bd_modes_of(sorted(INTS(100, 101, 102, 99, 900)), 0).two);
    /* modes nearer than what counts */
    assert_false(bd_modes_of(sorted(INTS(150, 100, 101, 152, 99, 100, 151, 103)), 60).two);
}

static void samples_without_modes_say_so(void **state)
{
    (void)state;
    assert_false(bd_modes_of((bd_sorted){ 0 }, 0).two);
    assert_false(bd_modes_of(sorted(INTS(1, 1, 9, 9)), 0).two);
    assert_false(bd_modes_of(sorted(INTS(5, 5, 5, 5, 5, 5)), 0).two);
    /* two values alone: `least` decides */
    assert_false(bd_modes_of(sorted(INTS(20, 20, 20, 21, 21, 21)), 0).two);
    assert_false(bd_modes_of(sorted(INTS(20, 20, 20, 21, 21, 21)), 2).two);
    assert_true(bd_modes_of(sorted(INTS(96, 96, 96, 104, 104, 104)), 2).two);
}

/* A run of n series with `noise` (ln), of which the first `moved` have `shift` in addition. */
static double share_called_common(size_t n, size_t moved, double shift, double noise)
{
    uint64_t seed = n + moved;
    size_t found = 0, rounds = test_rounds(20000);
    for (size_t round = 0; round < rounds; round++) {
        double ratios[200];
        for (size_t i = 0; i < n; i++)
            ratios[i] = noise * next_normal(&seed) + (i < moved ? shift : 0);
        found += bd_common_factor_of(sorted(doubles_of(ratios, n)), 0).common;
    }
    return (double)found / (double)rounds;
}

static void a_slow_host_is_a_common_factor(void **state)
{
    (void)state;
    double slow = log(1.12);
    assert_true(share_called_common(8, 8, slow, 0.03) > 0.98);
    assert_true(share_called_common(50, 50, slow, 0.03) > 0.999);
    assert_true(share_called_common(50, 50, slow, 0.06) > 0.99);
    assert_true(share_called_common(200, 200, -slow, 0.05) > 0.999);
}

static void a_change_of_some_series_is_no_common_factor(void **state)
{
    (void)state;
    double slower = log(1.2);
    static const double noises[] = { 0, 0.001, 0.01, 0.03, 0.1 };
    for (size_t i = 0; i < BD_COUNT(noises); i++) {
        assert_true(share_called_common(50, 1, slower, noises[i]) <= 0.002);
        assert_true(share_called_common(50, 10, slower, noises[i]) <= 0.002);
        assert_true(share_called_common(50, 25, slower, noises[i]) <= 0.02);
        assert_true(share_called_common(50, 0, 0, noises[i]) <= 0.002);
        assert_true(share_called_common(8, 1, slower, noises[i]) <= 0.02);
        assert_true(share_called_common(8, 0, 0, noises[i]) <= 0.02);
    }
    assert_true(share_called_common(50, 30, slower, 0.03) <= 0.02);
}

static void a_common_factor_says_what_it_explains(void **state)
{
    (void)state;
    double ratios[20];
    for (size_t i = 0; i < 20; i++)
        ratios[i] = log(1.12) + 0.001 * (double)i;
    ratios[19] = log(1.5);
    bd_common_factor factor = bd_common_factor_of(sorted(doubles_of(ratios, 20)), log(1.02));
    assert_true(factor.common && factor.count == 20);
    assert_true(factor.same_direction == 1 && factor.moved == 1 && factor.explained == 0.95);
    assert_true(bd_interval_contains(factor.interval, factor.center));
    assert_true(bd_common_factor_explains(&factor, log(1.13)));
    assert_false(bd_common_factor_explains(&factor, log(1.5)));
    assert_false(bd_common_factor_explains(&factor, 0));
    /* below what counts, too few series, none: nothing is explained */
    factor = bd_common_factor_of(sorted(doubles_of(ratios, 20)), log(1.2));
    assert_false(factor.common || bd_common_factor_explains(&factor, log(1.13)));
    assert_false(bd_common_factor_of(sorted(doubles_of(ratios, 7)), 0).common);
    assert_false(bd_common_factor_of((bd_sorted){ 0 }, 0).common);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mad_of_a_sorted_sample_is_the_mad),
        cmocka_unit_test(noise_is_the_scaled_mad_around_the_median),
        cmocka_unit_test(noise_needs_values_and_something_that_varies),
        cmocka_unit_test(a_step_of_quantised_values_is_no_outlier),
        cmocka_unit_test(a_side_that_reaches_out_is_wider),
        cmocka_unit_test(noise_is_rarely_called_a_change),
        cmocka_unit_test(a_fifth_more_is_seen_in_the_noise_of_a_hundredth),
        cmocka_unit_test(one_mode_is_rarely_called_two),
        cmocka_unit_test(separated_modes_are_found),
        cmocka_unit_test(the_two_modes_are_named),
        cmocka_unit_test(samples_without_modes_say_so),
        cmocka_unit_test(a_slow_host_is_a_common_factor),
        cmocka_unit_test(a_change_of_some_series_is_no_common_factor),
        cmocka_unit_test(a_common_factor_says_what_it_explains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
