/* Bars, lines and boxes by numbers, without any font. */
#include "tests/chart/chart_support.h"

#include <math.h>

static bd_arena arena;

static bd_chart *bars(const double *y, size_t count)
{
    static const char *const names[] = { "a", "b", "c", "d", "e", "f" };
    bd_chart *chart = chart_new(&arena, BD_CHART_BARS, "bars");
    chart_categories(chart, &arena, names, count);
    chart_values(chart, &arena, "", NULL, y, count);
    return chart;
}

static bd_rect_px rect_of(const bd_shape *shape)
{
    return (bd_rect_px){ shape->points[0].x, shape->points[0].y, shape->points[1].x,
                         shape->points[1].y };
}

static void heights_of_bars_are_as_their_values(void **state)
{
    (void)state;
    const double y[] = { 10, 20, 40 };
    bd_chart *chart = bars(y, 3);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    bd_rect_px a = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 0));
    bd_rect_px b = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 1));
    bd_rect_px c = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 2));
    /* the axis ends at 50: a fifth, two fifths, four fifths of 330 px */
    assert_close(a.height, 66, 1e-9);
    assert_close(b.height, 132, 1e-9);
    assert_close(c.height, 264, 1e-9);
    assert_close(a.y + a.height, c.y + c.height, 1e-9);
    assert_close(b.x - a.x, c.x - b.x, 0.01);
    bd_scene_release(&scene);
}

static void negative_bars_hang_from_zero(void **state)
{
    (void)state;
    const double y[] = { -10, 20 };
    bd_chart *chart = bars(y, 2);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    bd_rect_px down = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 0));
    bd_rect_px up = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 1));
    assert_close(down.y, up.y + up.height, 1e-9);
    assert_close(up.height / down.height, 2, 0.02);
    bd_scene_release(&scene);
}

static void horizontal_bars_go_down_in_order(void **state)
{
    (void)state;
    const double y[] = { 1, 2, 3, 4 };
    bd_chart *chart = bars(y, 4);
    chart->horizontal = true;
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    for (size_t i = 1; i < 4; i++) {
        bd_rect_px before = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, i - 1));
        bd_rect_px bar = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, i));
        assert_true(bar.y > before.y + before.height);
        assert_close(bar.width / before.width, y[i] / y[i - 1], 0.02);
        assert_close(bar.x, before.x, 1e-9);
    }
    bd_scene_release(&scene);
}

static void stacks_reach_as_high_as_their_sum(void **state)
{
    (void)state;
    const double low[] = { 10, 20 }, high[] = { 30, 20 };
    bd_chart *chart = bars(low, 2);
    chart->kind = BD_CHART_STACKED_BARS;
    chart->panels[0].series[0].name = "low";
    chart->legend[0] = "low";
    chart_values(chart, &arena, "high", NULL, high, 2);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    bd_rect_px bottom = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 0));
    bd_rect_px top = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 2));
    bd_rect_px other = rect_of(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, 3));
    assert_close(top.x, bottom.x, 1e-9);
    assert_close(top.y, other.y, 1e-9); /* 10 + 30 = 20 + 20 */
    assert_true(fabs(top.y + top.height - bottom.y) <= 1);
    bd_scene_release(&scene);
}

static void a_gap_ends_a_line(void **state)
{
    (void)state;
    const double x[] = { 1, 2, 3, 4, 5 }, y[] = { 1, 2, (double)NAN, 4, 5 };
    bd_chart *chart = chart_new(&arena, BD_CHART_LINES, "gap");
    chart_values(chart, &arena, "", x, y, 5);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE), 2);
    assert_int_equal(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 0)->point_count, 2);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_DISC), 4);
    bd_scene_release(&scene);
}

static void a_declared_break_parts_line_and_band(void **state)
{
    (void)state;
    const double x[] = { 1, 2, 3, 4, 5 }, y[] = { 1, 2, 3, 4, 5 };
    bd_chart *chart = chart_new(&arena, BD_CHART_LINES, "break");
    chart_values(chart, &arena, "", x, y, 5);
    chart->band = true;
    bd_chart_mark *marks = chart->panels[0].series[0].marks;
    for (size_t i = 0; i < 5; i++) {
        marks[i].low = y[i] - 0.5;
        marks[i].high = y[i] + 0.5;
    }
    marks[2].apart = true;
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE), 2);
    assert_int_equal(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 0)->point_count, 2);
    assert_int_equal(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 1)->point_count, 3);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_FILL), 2);
    assert_int_equal(chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_FILL, 1)->point_count, 6);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_DISC), 5);
    bd_scene_release(&scene);
}

static size_t dashed(const bd_scene *scene)
{
    size_t found = 0;
    for (size_t i = 0; i < scene->count; i++)
        found += scene->shapes[i].dash == BD_DASH_LIMIT;
    return found;
}

static void a_line_of_one_panel_is_in_no_other(void **state)
{
    (void)state;
    const double y[] = { 1, 2, 3 };
    for (size_t panel = 0; panel <= 2; panel++) {
        bd_chart *chart = chart_new(&arena, BD_CHART_LINES, "grid");
        chart->panels[0].title = "first";
        chart_values(chart, &arena, "", NULL, y, 3);
        chart_panel(chart, &arena, "second");
        chart_values(chart, &arena, "", NULL, y, 3);
        chart_line(chart, &arena, 1, "what happened");
        chart->lines[0].at_place = true;
        chart->lines[0].panel = panel;
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(chart, 830, 0, &scene);
        const bd_shape *name = chart_text(&scene, "what happened");
        assert_non_null(name);
        assert_int_equal(dashed(&scene), panel == 0 ? 2 : 1);
        assert_true((name->points[0].x > 830.0 / 2) == (panel == 2));
        bd_scene_release(&scene);
    }
}

static void a_log_axis_gives_equal_ratios_equal_room(void **state)
{
    (void)state;
    const double x[] = { 10, 100, 1000 }, y[] = { 1, 10, 100 };
    bd_chart *chart = chart_new(&arena, BD_CHART_LINES, "log");
    chart->x.log = chart->y.log = true;
    chart_values(chart, &arena, "", x, y, 3);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    const bd_point_px *p = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 0)->points;
    assert_close(p[1].x - p[0].x, p[2].x - p[1].x, 1e-9);
    assert_close(p[0].y - p[1].y, p[1].y - p[2].y, 1e-9);
    bd_scene_release(&scene);
}

static void a_box_is_made_of_observed_values(void **state)
{
    (void)state;
    /* R 4.2: quantile(c(1, 2, 4, 8, 16, 32, 64, 128), c(.25, .5, .75), type = 1) */
    double samples[] = { 128, 1, 2, 64, 4, 32, 8, 16 };
    size_t count;
    double *sorted = bd_chart_sorted(samples, BD_COUNT(samples), &arena, &count);
    bd_chart_box box = bd_chart_box_of(sorted, count);
    assert_close(box.minimum, 1, 0);
    assert_close(box.lower, 2, 0);
    assert_close(box.median, 8, 0);
    assert_close(box.upper, 32, 0);
    assert_close(box.maximum, 128, 0);
}

static void bins_are_as_wide_as_freedman_and_diaconis_say(void **state)
{
    (void)state;
    /* of 1 … 1000: the quartiles by nearest rank are 250 and 750: 2 * 500 / 10 */
    double samples[1000];
    for (size_t i = 0; i < 1000; i++)
        samples[i] = (double)i + 1;
    assert_close(bd_chart_bin_width(samples, 1000), 100, 1e-12);
    const double same[] = { 5, 5, 5 };
    assert_close(bd_chart_bin_width(same, 3), 0, 0);
    /* quartiles alike: 8 values, Sturges: range 1 / (log2 8 + 1) */
    const double lonely[] = { 5, 5, 5, 5, 5, 5, 5, 6 };
    assert_close(bd_chart_bin_width(lonely, 8), 0.25, 1e-12);
}

static void the_tail_gives_each_nine_the_same_room(void **state)
{
    (void)state;
    assert_close(bd_tail_position(0), 0, 1e-12);
    assert_close(bd_tail_position(90), 1, 1e-9);
    assert_close(bd_tail_position(99), 2, 1e-9);
    assert_close(bd_tail_position(99.9), 3, 1e-9);
    assert_true(isfinite(bd_tail_position(100)));
}

static void panels_share_their_axes(void **state)
{
    (void)state;
    const double small[] = { 1, 2 }, large[] = { 100, 200 };
    bd_chart *chart = chart_new(&arena, BD_CHART_LINES, "grid");
    chart->panels[0].title = "small";
    chart_values(chart, &arena, "", NULL, small, 2);
    chart_panel(chart, &arena, "large");
    chart_values(chart, &arena, "", NULL, large, 2);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    const bd_point_px *a = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 0)->points;
    const bd_point_px *b = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_STROKE, 1)->points;
    assert_true(a[0].y > b[0].y && a[1].x < b[0].x);
    assert_int_equal(chart_count(&scene, BD_ROLE_PANEL, BD_SHAPE_TEXT), 2);
    /* one set of labels for the values */
    size_t zeros = 0;
    for (size_t i = 0; i < chart_count(&scene, BD_ROLE_TICK, BD_SHAPE_TEXT); i++)
        zeros += chart_nth(&scene, BD_ROLE_TICK, BD_SHAPE_TEXT, i)->type.anchor == BD_ANCHOR_END
                 && chart_nth(&scene, BD_ROLE_TICK, BD_SHAPE_TEXT, i)->text[0] == '0';
    assert_int_equal(zeros, 1);
    bd_scene_release(&scene);
}

static void a_height_that_is_asked_for_is_kept(void **state)
{
    (void)state;
    const double y[] = { 10, 20, 40 };
    for (double height = 300; height <= 900; height += 150) {
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(bars(y, 3), 830, height, &scene);
        assert_true(fabs(scene.height - height) <= 1);
        bd_scene_release(&scene);
    }
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(bars(y, 3), 830, 10, &scene);
    assert_true(scene.height > 60 && scene.height < 200);
    bd_scene_release(&scene);
}

static void zeros_have_no_place_on_a_log_axis_and_that_is_said(void **state)
{
    (void)state;
    const double y[] = { 0, -3, 10, 100 };
    bd_chart *chart = bars(y, 4);
    chart->y.log = true;
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_int_equal(chart_count(&scene, BD_ROLE_MARK, BD_SHAPE_RECT), 2);
    assert_non_null(chart_text(&scene, "not on a log axis, being zero or less: 2"));
    bd_scene_release(&scene);
}

static void better_points_along_the_axis_of_values(void **state)
{
    (void)state;
    const double y[] = { 1, 2 };
    bd_chart *chart = bars(y, 2);
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_non_null(chart_text(&scene, "lower is better"));
    const bd_shape *stem = chart_nth(&scene, BD_ROLE_AXIS_TITLE, BD_SHAPE_STROKE, 0);
    const bd_shape *head = chart_nth(&scene, BD_ROLE_AXIS_TITLE, BD_SHAPE_STROKE, 1);
    assert_true(head->points[1].y > stem->points[0].y); /* down the page */
    assert_close(head->points[1].x, stem->points[0].x, 1e-9);
    bd_scene_release(&scene);
}

static int release(void **state)
{
    (void)state;
    bd_arena_release(&arena);
    return 0;
}

static void a_stack_has_its_sum_beyond_its_end(void **state)
{
    (void)state;
    bd_arena own = BD_ARENA_INIT;
    bd_scene scene = chart_scene(&own);
    bd_chart_layout(sample_stages_across(&own), 830, 0, &scene);
    const bd_shape *sum = chart_text(&scene, "67.25"), *part = chart_text(&scene, "55");
    assert_non_null(sum);
    assert_true(sum->type.bold && !part->type.bold);
    assert_int_equal(sum->role, BD_ROLE_VALUE);
    assert_true(sum->points[0].x > part->points[0].x + 100);
    assert_non_null(chart_text(&scene, "134")); /* as many decimals as the parts have */
    assert_non_null(chart_text(&scene, "13.5"));
    size_t bold = 0; /* PostgreSQL's second stage is missing, so it has no sum */
    for (size_t i = 0; i < scene.count; i++)
        bold += scene.shapes[i].role == BD_ROLE_VALUE && scene.shapes[i].type.bold;
    assert_int_equal(bold, 3);
    bd_scene_release(&scene);
    bd_arena_release(&own);
}

static void labels_of_values_stay_off_those_of_the_axis(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_arena own = BD_ARENA_INIT;
        bd_scene scene = chart_scene(&own);
        bd_chart *chart = sample_chart(i, &own);
        bd_chart_layout(chart, 830, 0, &scene);
        const bd_shape *tick = chart_nth(&scene, BD_ROLE_TICK, BD_SHAPE_TEXT, 0), *value;
        bool beside = tick && tick->type.anchor == BD_ANCHOR_END;
        for (size_t k = 0; (value = chart_nth(&scene, BD_ROLE_VALUE, BD_SHAPE_TEXT, k)); k++) {
            bd_point_px corners[4];
            bd_text_corners(value, corners);
            for (size_t c = 0; beside && c < 4; c++)
                if (corners[c].x < tick->points[0].x)
                    fail_msg("%s: \"%s\" is on the labels of the axis", chart->name, value->text);
        }
        bd_scene_release(&scene);
        bd_arena_release(&own);
    }
}

static void thin_bars_leave_no_gaps(void **state)
{
    (void)state;
    bd_arena own = BD_ARENA_INIT;
    bd_scene scene = chart_scene(&own);
    bd_chart_layout(sample_thousand(&own), 830, 0, &scene);
    const bd_shape *bar;
    double end = 0;
    for (size_t i = 0; (bar = chart_nth(&scene, BD_ROLE_MARK, BD_SHAPE_RECT, i)); i++) {
        double x = bar->points[0].x, width = bar->points[1].x;
        assert_true(x == round(x) && width == round(width) && width >= 1);
        assert_true(i == 0 || x <= end);
        end = x + width;
    }
    bd_scene_release(&scene);
    bd_arena_release(&own);
}

static void shares_end_at_the_whole(void **state)
{
    (void)state;
    const double same[] = { 3, 3, 3 };
    bd_chart *chart = chart_new(&arena, BD_CHART_DISTRIBUTION, "shares");
    chart->y.unit = "%";
    bd_chart_mark *mark = chart_series(chart, &arena, "", 1);
    mark->samples = same;
    mark->sample_count = BD_COUNT(same);
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, 830, 0, &scene);
    assert_non_null(chart_text(&scene, "100"));
    assert_null(chart_text(&scene, "120"));
    bd_scene_release(&scene);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_of_bars_are_as_their_values),
        cmocka_unit_test(negative_bars_hang_from_zero),
        cmocka_unit_test(horizontal_bars_go_down_in_order),
        cmocka_unit_test(stacks_reach_as_high_as_their_sum),
        cmocka_unit_test(a_gap_ends_a_line),
        cmocka_unit_test(a_declared_break_parts_line_and_band),
        cmocka_unit_test(a_line_of_one_panel_is_in_no_other),
        cmocka_unit_test(a_log_axis_gives_equal_ratios_equal_room),
        cmocka_unit_test(a_box_is_made_of_observed_values),
        cmocka_unit_test(bins_are_as_wide_as_freedman_and_diaconis_say),
        cmocka_unit_test(the_tail_gives_each_nine_the_same_room),
        cmocka_unit_test(panels_share_their_axes),
        cmocka_unit_test(a_height_that_is_asked_for_is_kept),
        cmocka_unit_test(zeros_have_no_place_on_a_log_axis_and_that_is_said),
        cmocka_unit_test(better_points_along_the_axis_of_values),
        cmocka_unit_test(a_stack_has_its_sum_beyond_its_end),
        cmocka_unit_test(labels_of_values_stay_off_those_of_the_axis),
        cmocka_unit_test(thin_bars_leave_no_gaps),
        cmocka_unit_test(shares_end_at_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
