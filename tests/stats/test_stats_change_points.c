/* Change points of published series, and of series that could break the arithmetic. */
#include "stats/change_points.h"

#include "tests/support.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };

static size_t numbers_of(json_t *list, double *out)
{
    size_t count = json_array_size(list);
    assert_true(count <= MOST);
    for (size_t i = 0; i < count; i++)
        out[i] = json_number_value(json_array_get(list, i));
    return count;
}

static bd_change_options options_of(json_t *test)
{
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    json_t *window = json_object_get(test, "window_len");
    json_t *p_value = json_object_get(test, "max_pvalue");
    json_t *magnitude = json_object_get(test, "min_magnitude");
    if (window)
        options.window_len = (size_t)json_integer_value(window);
    if (p_value)
        options.max_pvalue = json_number_value(p_value);
    if (magnitude)
        options.min_magnitude = json_number_value(magnitude);
    return options;
}

static void assert_points(bd_change_points found, json_t *wanted, const char *name)
{
    size_t count = json_array_size(wanted);
    if (found.count != count)
        fail_msg("%s: %zu points, not %zu", name, found.count, count);
    for (size_t i = 0; i < count; i++) {
        json_int_t index = json_integer_value(json_array_get(wanted, i));
        if ((json_int_t)found.items[i].index != index)
            fail_msg("%s: point %zu at %zu, not at %d", name, i, found.items[i].index, (int)index);
    }
}

static json_t *load(const char *file)
{
    json_t *root = json_load_file(test_shared(file), 0, NULL);
    assert_non_null(root);
    return root;
}

static void tigerbeetle_has_the_points_that_otava_finds_with_each_set_of_options(void **state)
{
    (void)state;
    json_t *root = load("real/otava/tigerbeetle_cases.json"), *test;
    double values[MOST];
    size_t count = numbers_of(json_object_get(root, "series"), values), i;
    assert_int_equal(json_array_size(json_object_get(root, "cases")), 10);
    json_array_foreach(json_object_get(root, "cases"), i, test)
    {
        bd_change_options options = options_of(test);
        bd_change_points found = bd_change_points_find(values, count, &options);
        assert_points(found, json_object_get(test, "expected_change_point_indexes"),
                      json_string_value(json_object_get(test, "name")));
        bd_change_points_release(&found);
    }
    json_decref(root);
}

/* The cases that appended to a series began with 11 values: each value after them comes
 * with the points of before, two at once where the source says so. */
static bd_change_points find_appending(const double *values, size_t count,
                                       bd_change_options options)
{
    static const size_t ends[] = { 11, 12, MOST };
    size_t known[MOST];
    bd_change_points found = BD_CHANGE_POINTS_INIT;
    for (size_t i = 0; i < BD_COUNT(ends); i++) {
        bd_change_points_release(&found);
        found = bd_change_points_find(values, ends[i] < count ? ends[i] : count, &options);
        for (size_t k = 0; k < found.count; k++)
            known[k] = found.items[k].index;
        options.known = known;
        options.known_count = found.count;
    }
    return found;
}

static void check_small(json_t *test)
{
    double values[MOST];
    const char *name = json_string_value(json_object_get(test, "name"));
    size_t count = numbers_of(json_object_get(test, "series"), values);
    bd_change_options options = options_of(test);
    bd_change_points found = strstr(name, "append")
                                 ? find_appending(values, count, options)
                                 : bd_change_points_find(values, count, &options);
    json_t *wanted = json_object_get(test, "expected_change_point_indexes");
    json_t *wanted_count = json_object_get(test, "expected_change_point_count");
    if (wanted)
        assert_points(found, wanted, name);
    if (wanted_count) {
        assert_int_equal(found.count, json_integer_value(wanted_count));
        assert_int_equal(found.items[0].index,
                         json_integer_value(json_object_get(test, "expected_first_index")));
    }
    if (json_object_get(test, "expected_change_text"))
        assert_close(round(found.items[0].relative * 1000) / 10, -12.9, 1e-12);
    bd_change_points_release(&found);
}

/* What fills gaps is not looked at: here the caller leaves them out. */
static void small_series_have_the_points_that_otava_finds(void **state)
{
    (void)state;
    json_t *root = load("real/otava/small_cases.json"), *test;
    size_t i, looked_at = 0;
    json_array_foreach(json_object_get(root, "cases"), i, test)
    {
        if (!json_object_get(test, "series"))
            continue;
        check_small(test);
        looked_at++;
    }
    assert_int_equal(looked_at, 12);
    json_decref(root);
}

static void a_point_says_what_is_on_either_side(void **state)
{
    (void)state;
    static const double values[] = { 10, 11, 9, 10, 20, 21, 19, 20, 20 };
    bd_change_points found = bd_change_points_find(values, BD_COUNT(values), NULL);
    assert_int_equal(found.count, 1);
    const bd_change_point *p = found.items;
    assert_int_equal(p->index, 4);
    assert_int_equal(p->before.count, 4);
    assert_int_equal(p->after.count, 5);
    assert_close(p->before.mean, 10, 1e-15);
    assert_close(p->after.mean, 20, 1e-15);
    assert_close(p->before.standard_deviation, sqrt(2.0 / 3), 1e-12);
    assert_close(p->after.standard_deviation, sqrt(2.0 / 4), 1e-12);
    assert_close(p->relative, 1, 1e-12);
    assert_close(p->magnitude, 1, 1e-12);
    /* python3: t = 10 / sqrt((3 * 0.5 + 4 * 0.4) / 7 * (1/4 + 1/5)); mpmath.betainc(3.5, .5,
     * 0, 7 / (7 + t**2), regularized=True), as Otava has it: variances over n */
    assert_close(p->p_value, 8.93760263197257e-8, 1e-10);
    bd_change_points_release(&found);
}

static void series_without_a_change_have_no_point(void **state)
{
    (void)state;
    static const double tenth[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
    static const double zeros[12] = { 0 };
    static const double waves[] = { 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2 };
    static const struct {
        const double *values;
        size_t count;
    } cases[] = {
        { NULL, 0 },   { tenth, 1 },  { waves, 2 },  { waves, 3 },
        { tenth, 11 }, { zeros, 12 }, { waves, 12 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_change_points found = bd_change_points_find(cases[i].values, cases[i].count, NULL);
        assert_int_equal(found.count, 0);
        bd_change_points_release(&found);
    }
}

static void options_that_allow_nothing_find_nothing(void **state)
{
    (void)state;
    static const double values[] = { 1, 1, 1, 1, 2, 2, 2, 2 };
    static const bd_change_options options[] = {
        { .window_len = 0, .max_pvalue = 0.001 },
        { .window_len = 1, .max_pvalue = 0.001 },
        { .window_len = 50, .max_pvalue = 0 },
        { .window_len = 50, .max_pvalue = NAN },
        { .window_len = 50, .max_pvalue = 0.001, .min_magnitude = 1 },
    };
    for (size_t i = 0; i < BD_COUNT(options); i++) {
        bd_change_points found = bd_change_points_find(values, BD_COUNT(values), &options[i]);
        assert_int_equal(found.count, 0);
        bd_change_points_release(&found);
    }
}

/* Counts that never vary: any step is a change, beyond doubt. */
static void a_step_of_exact_counts_is_found(void **state)
{
    (void)state;
    static const double values[] = { 1048, 1048, 1048, 1048, 1056, 1056, 1056 };
    bd_change_points found = bd_change_points_find(values, BD_COUNT(values), NULL);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].index, 4);
    assert_true(found.items[0].p_value == 0);
    bd_change_points_release(&found);
}

static void the_scale_of_the_values_does_not_matter(void **state)
{
    (void)state;
    static const double scales[] = { 1, -1, 1e-300, 1e300, 8.9e307, 3e-9 };
    static const double shape[] = { 1.02, 0.95, 0.99, 1, 1.12, 0.9, 0.5, 0.51, 0.48, 0.48, 0.55 };
    for (size_t i = 0; i < BD_COUNT(scales); i++) {
        double values[BD_COUNT(shape)];
        for (size_t k = 0; k < BD_COUNT(shape); k++)
            values[k] = shape[k] * scales[i];
        bd_change_points found = bd_change_points_find(values, BD_COUNT(shape), NULL);
        assert_int_equal(found.count, 1);
        assert_int_equal(found.items[0].index, 6);
        assert_close(found.items[0].before.mean / scales[i], 5.98 / 6, 1e-9);
        assert_close(found.items[0].relative * (scales[i] < 0 ? -1 : 1), -0.4943143812709, 1e-9);
        bd_change_points_release(&found);
    }
}

static void from_zero_there_is_no_relative_change(void **state)
{
    (void)state;
    static const double values[] = { 0, 0, 0, 0, 5, 5, 5, 5 };
    bd_change_points found = bd_change_points_find(values, BD_COUNT(values), NULL);
    assert_int_equal(found.count, 1);
    assert_true(isnan(found.items[0].relative));
    assert_true(found.items[0].magnitude == 1);
    bd_change_points_release(&found);
}

/* Two steps; a break at the first one, or one that hides the second from its left side. */
static void no_point_crosses_a_break(void **state)
{
    (void)state;
    double values[60];
    for (size_t i = 0; i < 60; i++)
        values[i] = (i < 20 ? 10 : i < 40 ? 20 : 30) + (double)(i % 3) * 0.1;
    static const struct {
        size_t breaks[3], break_count, points[2], point_count;
    } cases[] = {
        { { 0 }, 0, { 20, 40 }, 2 },      { { 20 }, 1, { 40 }, 1 }, { { 20, 40 }, 2, { 0 }, 0 },
        { { 0, 40, 99 }, 3, { 20 }, 1 },  /* before the first and after the last: no break */
        { { 40, 40, 20 }, 3, { 20 }, 1 }, /* one out of order has no effect */
        { { 30 }, 1, { 20, 40 }, 2 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_change_options options = BD_CHANGE_OPTIONS_INIT;
        options.breaks = cases[i].breaks;
        options.break_count = cases[i].break_count;
        bd_change_points found = bd_change_points_find(values, 60, &options);
        assert_int_equal(found.count, cases[i].point_count);
        for (size_t k = 0; k < found.count; k++)
            assert_int_equal(found.items[k].index, cases[i].points[k]);
        if (i == 5) {
            assert_int_equal(found.items[0].after.count, 10);
            assert_int_equal(found.items[1].before.count, 10);
        }
        bd_change_points_release(&found);
    }
}

static void known_points_that_cannot_be_are_passed_over(void **state)
{
    (void)state;
    static const double values[] = { 10, 11, 9, 10, 20, 21, 19, 20, 20 };
    static const size_t known[] = { 9, 4, 0, 4, SIZE_MAX, 2 };
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    options.known = known;
    options.known_count = BD_COUNT(known);
    bd_change_points found = bd_change_points_find(values, BD_COUNT(values), &options);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.items[0].index, 4);
    bd_change_points_release(&found);
    bd_change_points_release(&found);
}

static void a_point_becomes_a_range_of_commits(void **state)
{
    (void)state;
    static const size_t measured[] = { 2, 3, 7, 20 }; /* of commits 0 … 20 */
    static const bd_change_range ranges[] = { { 2, 3, 0 }, { 3, 7, 3 }, { 7, 20, 12 } };
    for (size_t i = 0; i < BD_COUNT(ranges); i++) {
        bd_change_range range = bd_change_range_of(measured, i + 1);
        assert_int_equal(range.last_before, ranges[i].last_before);
        assert_int_equal(range.first_after, ranges[i].first_after);
        assert_int_equal(range.unmeasured, ranges[i].unmeasured);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tigerbeetle_has_the_points_that_otava_finds_with_each_set_of_options),
        cmocka_unit_test(small_series_have_the_points_that_otava_finds),
        cmocka_unit_test(a_point_says_what_is_on_either_side),
        cmocka_unit_test(series_without_a_change_have_no_point),
        cmocka_unit_test(options_that_allow_nothing_find_nothing),
        cmocka_unit_test(a_step_of_exact_counts_is_found),
        cmocka_unit_test(the_scale_of_the_values_does_not_matter),
        cmocka_unit_test(from_zero_there_is_no_relative_change),
        cmocka_unit_test(no_point_crosses_a_break),
        cmocka_unit_test(known_points_that_cannot_be_are_passed_over),
        cmocka_unit_test(a_point_becomes_a_range_of_commits),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
