/* What goes wrong with pictures: numbers that no axis holds, characters that no font has, files
 * of which only the beginning is left. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <string.h>

static bd_chart *three_bars(bd_arena *arena)
{
    static const char *const names[] = { "a", "b", "c" };
    static const double values[] = { 10, 20, 40 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "three");
    chart_categories(chart, arena, names, 3);
    chart_values(chart, arena, "", NULL, values, 3);
    return chart;
}

static bd_buf rendered(const bd_chart *chart, const bd_chart_options *options,
                       bd_chart_format format)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_chart_render(chart, options, format, &bytes, NULL, &err), &err);
    return bytes;
}

static void numbers_at_the_ends_of_doubles_are_an_error_and_no_empty_picture(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *says; /* NULL = is drawn */
    } cases[] = {
        { 1.7e308, "numbers as large as 1.7e+308 cannot be drawn" },
        { -1.7e308, "as large as 1.7e+308" },
        { 1e290, "as large as" },
        { 5e-324, "numbers as small as" },
        { 1e289, NULL },
        { 1e-289, NULL },
        { 0, NULL },
        { (double)NAN, NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        for (int kind = BD_CHART_BARS; kind <= BD_CHART_PERCENTILES; kind++) {
            bd_arena arena = BD_ARENA_INIT;
            bd_buf bytes = BD_BUF_INIT;
            bd_error err = BD_ERROR_INIT;
            bd_chart *chart = chart_new(&arena, (bd_chart_kind)kind, "ends");
            chart_values(chart, &arena, "", NULL, &cases[i].value, 1);
            chart->panels[0].series[0].marks[0].samples = &cases[i].value;
            chart->panels[0].series[0].marks[0].sample_count = 1;
            bool ok = bd_chart_render(chart, NULL, BD_CHART_PNG, &bytes, NULL, &err);
            assert_int_equal(ok, cases[i].says == NULL);
            if (!ok)
                assert_non_null(strstr(err.message, cases[i].says));
            bd_buf_release(&bytes);
            bd_arena_release(&arena);
        }
}

static void a_picture_with_boxes_says_so(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = three_bars(&arena);
    bd_chart_options options = { .scale = 1 };
    for (int boxes = 0; boxes < 2; boxes++) {
        chart->x.title = boxes ? "\xf3\xb0\x80\x80" : "x"; /* private use: no font has it */
        bd_buf bytes = rendered(chart, &options, BD_CHART_PNG);
        assert_int_equal(bd_chart_file_read(bd_buf_str(&bytes)).look,
                         boxes ? BD_CHART_LOOK_BOXES : BD_CHART_LOOK);
        bd_buf_release(&bytes);
        bytes = rendered(chart, &options, BD_CHART_SVG); /* its reader has other fonts */
        assert_int_equal(bd_chart_file_read(bd_buf_str(&bytes)).look, BD_CHART_LOOK);
        bd_buf_release(&bytes);
    }
    bd_arena_release(&arena);
}

/* A disk that was full, a copy that broke off: the file is still known as benchdoc's. */
static void the_first_bytes_say_whose_a_picture_is(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart_options options = { .scale = 1 };
    bd_buf bytes = rendered(three_bars(&arena), &options, BD_CHART_PNG);
    for (size_t cut = 60; cut < bytes.len; cut += 37)
        assert_true(bd_chart_file_read((bd_str){ bytes.data, cut }).ours);
    bd_buf_release(&bytes);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_at_the_ends_of_doubles_are_an_error_and_no_empty_picture),
        cmocka_unit_test(a_picture_with_boxes_says_so),
        cmocka_unit_test(the_first_bytes_say_whose_a_picture_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
