/* Marks of samples and the names of budgets: seen, apart, and never upon data. */
#include "tests/chart/chart_support.h"

#include <math.h>

static bd_arena arena;

static bd_chart_mark *samples_of(bd_chart *chart, const double *samples, size_t count)
{
    static const char *const names[] = { "a", "b", "c" };
    chart_categories(chart, &arena, names, 3);
    bd_chart_mark *marks = chart_series(chart, &arena, "", 3);
    for (size_t i = 0; i < 3; i++) {
        marks[i].x = (double)i;
        marks[i].samples = samples;
        marks[i].sample_count = count;
    }
    return marks;
}

static void samples_that_are_alike_stand_beside_each_other(void **state)
{
    (void)state;
    enum { SAMPLES = 30 };
    static const size_t counts[] = { 1, 2, 10, SAMPLES };
    double samples[SAMPLES];
    for (size_t i = 0; i < SAMPLES; i++)
        samples[i] = 100 + (double)(i % 3) / 1000;
    for (size_t k = 0; k < BD_COUNT(counts); k++) {
        bd_chart *chart = chart_new(&arena, BD_CHART_SCATTER, "alike");
        samples_of(chart, samples, counts[k]);
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(chart, 830, 0, &scene);
        size_t count = chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_DISC);
        assert_int_equal(count, 3 * counts[k]);
        for (size_t a = 0; a < count; a++) {
            const bd_shape *one = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_DISC, a);
            for (size_t b = a + 1; b < count; b++) {
                const bd_shape *other = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_DISC, b);
                double apart = hypot(one->points[0].x - other->points[0].x,
                                     one->points[0].y - other->points[0].y);
                assert_true(apart > one->width);
            }
        }
        bd_scene_release(&scene);
    }
}

static void quartiles_that_are_almost_one_are_still_a_box(void **state)
{
    (void)state;
    static const double samples[] = { 1, 100, 100, 100, 100.001, 100.001, 100.001, 200 };
    bd_chart *chart = chart_new(&arena, BD_CHART_BOXES, "flat");
    samples_of(chart, samples, BD_COUNT(samples));
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_RECT), 3);
    const bd_shape *body = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 0);
    assert_true(body->points[1].y >= 6); /* px: its median, and something of it on both sides */
    bd_scene_release(&scene);
}

static void the_legend_names_a_budget_across_bars(void **state)
{
    (void)state;
    static const char *const names[] = { "a", "b" };
    static const double y[] = { 60, 80 };
    for (int kind = 0; kind < 2; kind++) {
        bd_chart *chart = chart_new(&arena, kind ? BD_CHART_LINES : BD_CHART_BARS, "budget");
        if (kind == 0)
            chart_categories(chart, &arena, names, 2);
        chart->x.numeric = kind == 1;
        chart_values(chart, &arena, "", NULL, y, 2);
        chart_line(chart, &arena, 50, "one tick");
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(chart, 830, 0, &scene);
        const bd_shape *text = chart_text(&scene, "one tick");
        assert_non_null(text);
        assert_int_equal(text->role, kind ? BD_ROLE_LIMIT : BD_ROLE_LEGEND);
        size_t keys = chart_count(&scene, BD_ROLE_KEY, BD_SHAPE_STROKE);
        assert_int_equal(keys, kind ? 0 : 1); /* the dashes beside the name */
        bd_scene_release(&scene);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_that_are_alike_stand_beside_each_other),
        cmocka_unit_test(quartiles_that_are_almost_one_are_still_a_box),
        cmocka_unit_test(the_legend_names_a_budget_across_bars),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    bd_arena_release(&arena);
    return failed;
}
