/* How often change points are found where there is a change, and where there is none:
 * simulated, seeded series, 60 values long. docs/change-points.md says these rates. */
#include "stats/change_points.h"

#include "tests/stats/noise.h"
#include "tests/support.h"

#include <stdlib.h>

enum { SERIES = 1000, LENGTH = 60, STEP_AT = 30 };

typedef struct counts {
    size_t near;      /* series with a point at most two places off the step */
    size_t exact;     /* … at the step */
    size_t elsewhere; /* series with a point further off */
    size_t any;
} counts;

static counts simulate(double step, double noise, double max_pvalue)
{
    counts sum = { 0 };
    uint64_t state = 20140417;
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    options.max_pvalue = max_pvalue;
    for (size_t s = 0; s < SERIES; s++) {
        double values[LENGTH];
        size_t near = 0, exact = 0, elsewhere = 0;
        fill_noisy(values, STEP_AT, 100, noise, &state);
        fill_noisy(values + STEP_AT, LENGTH - STEP_AT, 100 * (1 + step), noise, &state);
        bd_change_points found = bd_change_points_find(values, LENGTH, &options);
        for (size_t i = 0; i < found.count; i++) {
            size_t at = found.items[i].index;
            bool close = at >= STEP_AT - 2 && at <= STEP_AT + 2;
            exact += at == STEP_AT;
            near = close ? 1 : near;
            elsewhere = close ? elsewhere : 1;
        }
        sum.near += near;
        sum.exact += exact;
        sum.elsewhere += elsewhere;
        sum.any += found.count > 0;
        bd_change_points_release(&found);
    }
    return sum;
}

static void steps_of_five_and_twenty_percent_are_found(void **state)
{
    (void)state;
    static const struct {
        double step, noise;
        size_t near, exact; /* of 1000 at least */
    } cases[] = {
        { 0.05, 0.01, 990, 970 }, { 0.05, 0.02, 950, 700 },  { 0.2, 0.01, 1000, 995 },
        { 0.2, 0.02, 1000, 995 }, { -0.05, 0.01, 990, 970 }, { -0.2, 0.02, 1000, 995 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        counts found = simulate(cases[i].step, cases[i].noise, 0.001);
        print_message("%g %% in %g %%: %zu, exactly %zu, elsewhere %zu\n", cases[i].step * 100,
                      cases[i].noise * 100, found.near, found.exact, found.elsewhere);
        assert_true(found.near >= cases[i].near);
        assert_true(found.exact >= cases[i].exact);
        assert_true(found.elsewhere <= 100);
    }
}

/* It is as large as the noise: about half of them are found near the place, and more a bit
 * off it. Neither "always" nor "never" would be true. */
static void a_step_as_large_as_the_noise_is_found_about_half_the_time(void **state)
{
    (void)state;
    counts found = simulate(0.02, 0.02, 0.001);
    print_message("2 %% in 2 %%: %zu, exactly %zu, elsewhere %zu\n", found.near, found.exact,
                  found.elsewhere);
    assert_in_range(found.near, 400, 550);
    assert_in_range(found.exact, 150, 260);
}

static void series_that_never_changed_rarely_have_a_point(void **state)
{
    (void)state;
    static const struct {
        double max_pvalue;
        size_t least, most; /* of 1000 */
    } cases[] = { { 0.001, 20, 60 }, { 0.0001, 0, 10 } };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        counts found = simulate(0, 0.02, cases[i].max_pvalue);
        print_message("none, p < %g: %zu\n", cases[i].max_pvalue, found.any);
        assert_in_range(found.any, cases[i].least, cases[i].most);
    }
}

/* 100 000 values with a step every 100: no matrix of all pairs would fit into memory. */
static void a_long_series_is_no_trouble(void **state)
{
    (void)state;
    enum { LONG = 100000, EVERY = 100 };
    double *values = bd_alloc(LONG * sizeof *values);
    uint64_t seed = 7;
    size_t right = 0;
    for (size_t i = 0; i < LONG; i += EVERY)
        fill_noisy(values + i, EVERY, i / EVERY % 2 ? 130 : 100, 0.01, &seed);
    bd_change_points found = bd_change_points_find(values, LONG, NULL);
    for (size_t i = 0; i < found.count; i++)
        right += found.items[i].index % EVERY == 0;
    assert_int_equal(right, LONG / EVERY - 1);
    bd_change_points_release(&found);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_of_five_and_twenty_percent_are_found),
        cmocka_unit_test(a_step_as_large_as_the_noise_is_found_about_half_the_time),
        cmocka_unit_test(series_that_never_changed_rarely_have_a_point),
        cmocka_unit_test(a_long_series_is_no_trouble),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
