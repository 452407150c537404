/* Where ticks are and how they are written. */
#include "tests/chart/chart_support.h"

#include <string.h>

static const bd_chart_axis plain = { .numeric = true };

static char *ticks_text(bd_arena *arena, double low, double high, bool log, int most)
{
    bd_scene scene = chart_scene(arena);
    bd_scale scale = { .log = log, .low = low, .high = high, .from = 0, .to = most };
    bd_ticks *ticks = bd_arena_alloc(arena, sizeof *ticks);
    if (log)
        bd_ticks_log(&scale, 24, &plain, &scene, ticks);
    else
        bd_ticks_linear(&scale, most, &plain, &scene, ticks);
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < ticks->count; i++)
        if (ticks->items[i].label)
            bd_buf_printf(&text, "%s%s", text.len ? " " : "", ticks->items[i].label);
    char *out = bd_arena_text(arena, bd_buf_str(&text));
    bd_buf_release(&text);
    return out;
}

static void linear_ticks_step_by_one_two_or_five(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        int most;
        const char *want;
    } cases[] = {
        { 0, 10, 5, "0 2 4 6 8 10" },
        { 0, 1, 4, "0.0 0.5 1.0" },
        { 0, 0.06, 6, "0.00 0.01 0.02 0.03 0.04 0.05 0.06" },
        { -20, 40, 6,
          "\xe2\x88\x92"
          "20 \xe2\x88\x92"
          "10 0 10 20 30 40" },
        { 0, 3500, 7, "0 500 1,000 1,500 2,000 2,500 3,000 3,500" },
        { 0, 5e6, 5, "0 1M 2M 3M 4M 5M" },
        { 0, 2.5e6, 5, "0 0.5M 1.0M 1.5M 2.0M 2.5M" },
        { 0, 1e15, 2, "0 0.5P 1.0P" },
        { 0, 1e-12, 2,
          "0 0.5\xc3\x97"
          "10\xe2\x81\xbb\xc2\xb9\xc2\xb2 1.0\xc3\x97"
          "10\xe2\x81\xbb\xc2\xb9\xc2\xb2" },
        { 100000, 500000, 4, "100,000 200,000 300,000 400,000 500,000" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_arena arena = BD_ARENA_INIT;
        assert_string_equal(ticks_text(&arena, cases[i].low, cases[i].high, false, cases[i].most),
                            cases[i].want);
        bd_arena_release(&arena);
    }
}

static void log_ticks_name_decades_and_what_has_room_between(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        int length; /* px */
        const char *want;
    } cases[] = {
        { 1, 1000, 300, "1 2 5 10 20 50 100 200 500 1,000" },
        { 1, 1000, 100, "1 10 100 1,000" },
        { 20, 5000, 330, "20 50 100 200 500 1,000 2,000 5,000" },
        { 1, 1e12, 150, "1 100 10,000 1M 100M 10G 1T" },
        { 0.01, 1, 90, "0.01 0.1 1" },
        /* 5 times the double next to 1e-6 is not the double next to 5e-6 */
        { 1e-6, 1e-5, 300,
          "10\xe2\x81\xbb\xe2\x81\xb6 2\xc3\x97"
          "10\xe2\x81\xbb\xe2\x81\xb6 5\xc3\x97"
          "10\xe2\x81\xbb\xe2\x81\xb6 10\xe2\x81\xbb\xe2\x81\xb5" },
        { 1e-12, 1e-9, 80,
          "10\xe2\x81\xbb\xc2\xb9\xc2\xb2 10\xe2\x81\xbb\xc2\xb9\xc2\xb9 "
          "10\xe2\x81\xbb\xc2\xb9\xe2\x81\xb0 10\xe2\x81\xbb\xe2\x81\xb9" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_arena arena = BD_ARENA_INIT;
        assert_string_equal(ticks_text(&arena, cases[i].low, cases[i].high, true, cases[i].length),
                            cases[i].want);
        bd_arena_release(&arena);
    }
}

static void an_axis_rounds_its_ends_outwards(void **state)
{
    (void)state;
    static const struct {
        bool log;
        double low, high, want_low, want_high;
    } cases[] = {
        { false, 0, 9.3, 0, 10 },     { false, -3, 51, -10, 60 }, { false, 997, 1003, 997, 1003 },
        { true, 3.1, 1204, 2, 2000 }, { true, 1, 10, 1, 10 },     { true, 5, 5, 5, 10 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_scale scale = { .log = cases[i].log, .low = cases[i].low, .high = cases[i].high };
        bd_scale_round(&scale, 6);
        assert_close(scale.low, cases[i].want_low, 1e-12);
        assert_close(scale.high, cases[i].want_high, 1e-12);
    }
}

static void a_step_is_the_smallest_that_is_coarse_enough(void **state)
{
    (void)state;
    for (double span = 1e-12; span < 1e16; span *= 1.37)
        for (int most = 1; most <= 12; most++) {
            bd_step step = bd_step_for(span, most);
            assert_true(span / step.size <= most * (1 + 1e-6));
            assert_true(step.mantissa == 1 || step.mantissa == 2 || step.mantissa == 5);
            assert_true(span / step.size * 2.5 >= most * (1 - 1e-6));
        }
}

static void separators_are_those_of_the_axis(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_scene scene = chart_scene(&arena);
    const bd_chart_axis german = { .numeric = true, .group = ".", .point = "," };
    assert_string_equal(bd_tick_label(&scene, &german, 12345, -1, 2000), "1.234,5");
    assert_string_equal(bd_number_label(&scene, &german, 5000), "5.000");
    assert_string_equal(bd_number_label(&scene, &plain, 0.25), "0.25");
    assert_string_equal(bd_number_label(&scene, &plain, 1.5e6), "1.5M");
    assert_string_equal(bd_number_label(&scene, &plain, 0), "0");
    bd_arena_release(&arena);
}

static void names_lose_the_beginning_that_all_share(void **state)
{
    (void)state;
    const char *const classes[] = { "io.x.bench.A.insert", "io.x.bench.B.insert" };
    const char *const same[] = { "io.x.bench.", "io.x.bench.A" };
    const char *const little[] = { "a.b", "a.c" };
    const char *const words[] = { "insert", "insertAll" };
    const char *const numbers[] = { "sleep 0.1", "sleep 0.2" }; /* no "1" and "2" */
    assert_int_equal(bd_common_prefix(classes, 2), 11);
    assert_int_equal(bd_common_prefix(same, 2), 0);
    assert_int_equal(bd_common_prefix(little, 2), 0);
    assert_int_equal(bd_common_prefix(words, 2), 0);
    assert_int_equal(bd_common_prefix(numbers, 2), 6);
    assert_int_equal(bd_common_prefix(classes, 1), 0);
}

static void a_log_axis_of_many_decades_has_ticks_up_to_its_end(void **state)
{
    (void)state;
    static const struct {
        double low, high;
        size_t labels_least, all_most;
    } rows[] = {
        { 1e-12, 1e15, 10, 60 }, /* decades of 12 px: no lines between them */
        { 1e-300, 1e300, 5, 30 },
        { 1, 1000, 4, 30 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_scene scene = chart_scene(&arena);
        bd_scale scale = { .log = true, .low = rows[i].low, .high = rows[i].high, .to = 330 };
        bd_ticks ticks;
        size_t labels = 0;
        double last = 0;
        bd_ticks_log(&scale, 24, &plain, &scene, &ticks);
        for (size_t k = 0; k < ticks.count; k++) {
            labels += ticks.items[k].label != NULL;
            last = ticks.items[k].label ? ticks.items[k].value : last;
        }
        assert_true(labels >= rows[i].labels_least && ticks.count <= rows[i].all_most);
        /* less than two labels away from the end */
        assert_true(bd_scale_px(&scale, last) > 330 - 60);
        bd_arena_release(&arena);
    }
}

static void names_break_between_words_and_shorten_in_the_middle(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_scene scene = chart_scene(&arena);
    const bd_type type = { .size = 10 }; /* 6 px for each character */
    bd_wrapped lines = bd_wrap_text(&scene, type, "alpha beta gammaDelta", 66, 3);
    assert_int_equal(lines.count, 2);
    assert_true(lines.whole);
    assert_string_equal(lines.lines[0], "alpha beta");
    assert_string_equal(lines.lines[1], "gammaDelta");
    lines = bd_wrap_text(&scene, type, "benchmarkGammaDelta", 84, 3);
    assert_string_equal(lines.lines[0], "benchmarkGamma");
    lines = bd_wrap_text(&scene, type, "onewordonewordoneword", 60, 2);
    assert_int_equal(lines.count, 2);
    assert_false(lines.whole);
    assert_true(lines.width <= 60);
    assert_string_equal(bd_fit_text(&scene, type, "abcdefghij", 48), "abcd\xe2\x80\xa6hij");
    assert_string_equal(bd_fit_text(&scene, type, "abcdefghij", 60), "abcdefghij");
    assert_string_equal(bd_fit_text(&scene, type, "abcdefghij", 0), "\xe2\x80\xa6");
    /* a letter and its accent are not parted */
    const char *accents = "e\xcc\x81"
                          "e\xcc\x81"
                          "e\xcc\x81"
                          "e\xcc\x81";
    assert_non_null(strstr(bd_fit_text(&scene, type, accents, 36), "\xcc\x81"));
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_ticks_step_by_one_two_or_five),
        cmocka_unit_test(log_ticks_name_decades_and_what_has_room_between),
        cmocka_unit_test(an_axis_rounds_its_ends_outwards),
        cmocka_unit_test(a_step_is_the_smallest_that_is_coarse_enough),
        cmocka_unit_test(separators_are_those_of_the_axis),
        cmocka_unit_test(names_lose_the_beginning_that_all_share),
        cmocka_unit_test(a_log_axis_of_many_decades_has_ticks_up_to_its_end),
        cmocka_unit_test(names_break_between_words_and_shorten_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
