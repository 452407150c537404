/* Change, geometric mean and the bootstrap interval of a ratio. */
#include "stats/compare.h"

#include "tests/stats/noise.h"
#include "tests/stats/values.h"
#include "tests/support.h"

#include <float.h>
#include <stdlib.h>

enum { MOST = 1000 };

static void a_change_is_a_ratio_and_a_signed_percentage(void **state)
{
    (void)state;
    static const struct {
        double base, head;
        bd_change_kind kind;
        double ratio, percent;
    } cases[] = {
        { 100, 125, BD_CHANGE_RATIO, 1.25, 25 },
        { 125, 100, BD_CHANGE_RATIO, 0.8, -20 },
        { 100, 0, BD_CHANGE_RATIO, 0, -100 },
        { 100, 100, BD_CHANGE_RATIO, 1, 0 },
        { 0, 0, BD_CHANGE_RATIO, 1, 0 }, /* as benchstat: nothing became nothing */
        { 0, -0.0, BD_CHANGE_RATIO, 1, 0 },
        { -5, -5, BD_CHANGE_RATIO, 1, 0 },
        { 0, 100, BD_CHANGE_NONE, 0, 0 },
        { -0.0, 100, BD_CHANGE_NONE, 0, 0 },
        { 1e-320, 1e300, BD_CHANGE_NONE, 0, 0 },
        { -100, -150, BD_CHANGE_SIGNED, 0, -50 }, /* a smaller number */
        { -100, 50, BD_CHANGE_SIGNED, 0, 150 },
        { 100, -50, BD_CHANGE_SIGNED, 0, -150 },
        { DBL_MAX, DBL_MIN, BD_CHANGE_RATIO, 0, -100 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_change change = bd_change_of(cases[i].base, cases[i].head);
        assert_int_equal(change.kind, cases[i].kind);
        assert_true(fabs(change.ratio - cases[i].ratio) < 1e-12);
        assert_true(fabs(change.percent - cases[i].percent) < 1e-12);
    }
}

static void a_geometric_mean_needs_positive_values(void **state)
{
    (void)state;
    double mean = -1;
    assert_true(bd_geometric_mean((const double[]){ 1, 100 }, 2, &mean));
    assert_close(mean, 10, 1e-15);
    assert_true(bd_geometric_mean((const double[]){ 0.5, 2 }, 2, &mean));
    assert_true(mean == 1);
    /* python3: math.exp(math.fsum(map(math.log, [1.1, 0.7, 3.3, 1e-9])) / 4) */
    assert_true(bd_geometric_mean((const double[]){ 1.1, 0.7, 3.3, 1e-9 }, 4, &mean));
    assert_close(mean, 0.007099882579628642, 1e-14);
    /* the product of these is neither 0 nor infinite */
    double wide[MOST];
    for (size_t i = 0; i < MOST; i++)
        wide[i] = i % 2 == 0 ? 1e300 : 1e-298;
    assert_true(bd_geometric_mean(wide, MOST, &mean));
    assert_close(mean, 10, 1e-12);
    mean = -1;
    assert_false(bd_geometric_mean(NULL, 0, &mean));
    assert_false(bd_geometric_mean((const double[]){ 1, 0 }, 2, &mean));
    assert_false(bd_geometric_mean((const double[]){ -1, -1 }, 2, &mean));
    assert_true(mean == -1);
}

static bd_sorted drawn(size_t n, double level, double noise, uint64_t *seed, double *room)
{
    double values[MOST];
    fill_noisy(values, n, level, noise, seed);
    return bd_sort(doubles_of(values, n), room);
}

/* The two ends come from a second implementation, in python3: splitmix64 and the halving
 * written from interval.h, medians as means of the two halves, float division. */
static void the_bootstrap_is_the_same_for_the_same_seed(void **state)
{
    (void)state;
    static const double base[] = { 100, 101, 103, 107, 111, 120 };
    static const double head[] = { 110, 112, 113, 119, 121, 128, 150 };
    bd_sorted b = { base, 6 }, h = { head, 7 };
    bd_interval one = bd_bootstrap_ratio(b, h, 0.95, 1), two = bd_bootstrap_ratio(b, h, 0.95, 2);
    bd_interval again = bd_bootstrap_ratio(b, h, 0.95, 1);
    assert_true(one.low == again.low && one.high == again.high);
    assert_true(one.bounded && one.confidence == 0.95);
    assert_true(fabs(one.low - two.low) < 0.02 && fabs(one.high - two.high) < 0.04);
    assert_true(one.low == 1.0044843049327354 && one.high == 1.2549019607843137);
}

/* Another way to the same distribution: n draws, the middle of them. */
static double plainly_resampled_median(bd_sorted sample, uint64_t *seed)
{
    double values[MOST], room[MOST];
    for (size_t i = 0; i < sample.count; i++)
        values[i] = sample.values[(size_t)(next_uniform(seed) * (double)sample.count)];
    return bd_sorted_median(bd_sort(doubles_of(values, sample.count), room));
}

static void halving_finds_what_drawing_finds(void **state)
{
    (void)state;
    enum { ROUNDS = 4000 };
    static const size_t sizes[] = { 6, 7, 10, 25, 64, 65, 130, 501 };
    uint64_t seed = 5;
    for (size_t i = 0; i < BD_COUNT(sizes); i++) {
        double base_room[MOST], head_room[MOST], ratios[ROUNDS], sorted_room[ROUNDS];
        bd_sorted base = drawn(sizes[i], 100, 0.05, &seed, base_room);
        bd_sorted head = drawn(sizes[i] + 1, 110, 0.05, &seed, head_room);
        bd_interval got = bd_bootstrap_ratio(base, head, 0.9, 7);
        for (size_t r = 0; r < ROUNDS; r++)
            ratios[r] = plainly_resampled_median(head, &seed)
                        / plainly_resampled_median(base, &seed);
        bd_sorted plain = bd_sort(doubles_of(ratios, ROUNDS), sorted_room);
        /* shares of the plain rounds at or below the ends: 5 % and 95 %, give or take */
        size_t below = 0, up_to = 0;
        for (size_t r = 0; r < ROUNDS; r++) {
            below += plain.values[r] < got.low * (1 - 1e-12);
            up_to += plain.values[r] <= got.high * (1 + 1e-12);
        }
        assert_true(below <= ROUNDS * 7 / 100 && up_to >= ROUNDS * 93 / 100);
        assert_true(got.low > plain.values[ROUNDS / 100]);
        assert_true(got.high < plain.values[ROUNDS * 99 / 100]);
    }
}

static void the_interval_covers_the_true_ratio(void **state)
{
    (void)state;
    static const size_t sizes[] = { 6, 10, 31 };
    for (size_t i = 0; i < BD_COUNT(sizes); i++) {
        uint64_t seed = sizes[i];
        size_t covered = 0, rounds = test_rounds(5000);
        for (size_t round = 0; round < rounds; round++) {
            double base_room[MOST], head_room[MOST];
            bd_sorted base = drawn(sizes[i], 100, 0.03, &seed, base_room);
            bd_sorted head = drawn(sizes[i], 120, 0.03, &seed, head_room);
            covered += bd_interval_contains(bd_bootstrap_ratio(base, head, 0.95, round), 1.2);
        }
        assert_true(covered * 100 >= rounds * 93);
    }
}

static void no_ratio_without_positive_values_or_enough_of_them(void **state)
{
    (void)state;
    static const double good[] = { 1, 2, 3, 4, 5, 6, 7 }, zero[] = { 0, 2, 3, 4, 5, 6, 7 };
    static const double negative[] = { -1, 2, 3, 4, 5, 6, 7 };
    bd_sorted g = { good, 7 }, z = { zero, 7 }, m = { negative, 7 }, few = { good, 5 };
    assert_true(bd_bootstrap_ratio(g, g, 0.95, 1).bounded);
    assert_true(bd_bootstrap_ratio(g, z, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(z, g, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(g, m, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(m, g, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(g, few, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(few, g, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio((bd_sorted){ 0 }, g, 0.95, 1).bounded);
    assert_false(bd_bootstrap_ratio(g, g, 1, 1).bounded);
    assert_true(bd_bootstrap_ratio(g, g, 0.999, 1).bounded);
}

static void a_million_values_are_resampled_quickly(void **state)
{
    (void)state;
    enum { MILLION = 1000000 };
    double *values = bd_alloc(MILLION * sizeof *values);
    for (size_t i = 0; i < MILLION; i++)
        values[i] = 1000 + (double)i / 1000;
    bd_sorted sample = { values, MILLION };
    bd_interval got = bd_bootstrap_ratio(sample, sample, 0.95, 1);
    /* sd of a median of uniform values: range / (2 sqrt n); of the ratio sqrt 2 of it */
    double expected = 1.96 * 1.4142 * 1000 / 2000 / 1500;
    assert_close(got.high - got.low, 2 * expected, 0.1);
    assert_true(bd_interval_contains(got, 1));
    free(values);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_is_a_ratio_and_a_signed_percentage),
        cmocka_unit_test(a_geometric_mean_needs_positive_values),
        cmocka_unit_test(the_bootstrap_is_the_same_for_the_same_seed),
        cmocka_unit_test(halving_finds_what_drawing_finds),
        cmocka_unit_test(the_interval_covers_the_true_ratio),
        cmocka_unit_test(no_ratio_without_positive_values_or_enough_of_them),
        cmocka_unit_test(a_million_values_are_resampled_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
