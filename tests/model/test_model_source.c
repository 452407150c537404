/* Places beside a point's own. */
#include "core/model/model.h"

#include "tests/support.h"

#include <string.h>

static const bd_source own = { .file = 2, .line = 7, .column = 3, .path = "$[0].m.score" };

static void a_place_is_kept_as_seen_from_the_point_and_found_again(void **state)
{
    (void)state;
    static const struct {
        bd_source at;
        unsigned shared;
        const char *rest;
    } cases[] = {
        { { 2, 8, 3, "$[0].m.scoreError" }, 12, "Error" },
        { { 2, 8, 3, "$[0].m.scores" }, 12, "s" },
        { { 2, 9, 1, "$[0].m.raw" }, 7, "raw" },
        { { 2, 9, 1, "$.other" }, 1, ".other" },
        { { 2, 7, 4, "$[0].m.score" }, 12, "" },
        { { 2, 8, 1, NULL }, 0, NULL },
        { { 2, 9, 1, "" }, 0, "" },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_spot spot = bd_spot_beside(&cases[i].at, &own);
        assert_int_equal(spot.shared, cases[i].shared);
        if (cases[i].rest)
            assert_string_equal(spot.rest, cases[i].rest);
        else
            assert_null(spot.rest);
        bd_source back = bd_spot_source(&spot, &own, &arena);
        assert_int_equal(back.file, 2);
        assert_int_equal(back.line, cases[i].at.line);
        assert_int_equal(back.column, cases[i].at.column);
        if (cases[i].at.path)
            assert_string_equal(back.path, cases[i].at.path);
        else
            assert_null(back.path);
    }
    bd_arena_release(&arena);
}

static void the_point_s_own_place_needs_nothing(void **state)
{
    (void)state;
    static const bd_source log = { .line = 4, .column = 9 };
    bd_spot spot = bd_spot_beside(&own, &own);
    assert_int_equal(spot.line, 0);
    assert_null(spot.rest);
    assert_int_equal(bd_spot_beside(&log, &log).line, 0);
    assert_ptr_equal(bd_spot_source(&spot, &own, NULL).path, own.path);
}

/* However much of the path a reader took, the shortest form is one; a character of several
 * bytes is in the rest as a whole. */
static void there_is_one_shortest_form(void **state)
{
    (void)state;
    static const bd_source accented = { .line = 1, .column = 1, .path = "$.\xC3\xA9" };
    for (uint32_t shared = 0; shared <= 7; shared++) {
        const char *path = "$[0].m.scoreError";
        bd_spot spot = bd_spot_shortest((bd_spot){ 8, 3, shared, path + shared }, &own);
        assert_int_equal(spot.shared, 12);
        assert_string_equal(spot.rest, "Error");
    }
    bd_spot spot = bd_spot_shortest((bd_spot){ 2, 2, 0, "$.\xC3\xA8" }, &accented);
    assert_int_equal(spot.shared, 2);
    assert_string_equal(spot.rest, "\xC3\xA8");
}

static void each_statistic_has_its_place(void **state)
{
    (void)state;
    static const double values[] = { 1, 2 };
    static const bd_stat_value reported[] = {
        { .stat = { BD_STAT_PERCENTILE, 99000000 }, .at = { 20, 1, 7, "p99" } },
        { .stat = { BD_STAT_MEDIAN, 0 }, .at = { 21, 1, 7, "raw[0]" }, .computed = true },
    };
    bd_point point = { .source = own,
                       .error_at = { 11, 1, 7, "e" },
                       .low_at = { 12, 1, 7, "l" },
                       .high_at = { 13, 1, 7, "h" },
                       .observed_at = { 14, 1, 7, "raw" },
                       .reported = reported,
                       .reported_count = BD_COUNT(reported) };
    static const struct {
        bd_stat stat;
        bool computed, observed;
        int line;
    } cases[] = {
        { { BD_STAT_VALUE, 0 }, false, true, 7 },
        { { BD_STAT_ERROR, 0 }, false, true, 11 },
        { { BD_STAT_LOW, 0 }, false, true, 12 },
        { { BD_STAT_HIGH, 0 }, false, true, 13 },
        { { BD_STAT_N, 0 }, false, false, 14 },
        { { BD_STAT_N, 0 }, true, true, 14 },
        { { BD_STAT_PERCENTILE, 99000000 }, true, true, 14 },
        { { BD_STAT_PERCENTILE, 99000000 }, false, true, 20 },
        { { BD_STAT_PERCENTILE, 99000000 }, false, false, 20 },
        { { BD_STAT_MEDIAN, 0 }, true, true, 14 },
        { { BD_STAT_MEDIAN, 0 }, true, false, 21 }, /* a lock: computed from what it has not */
        { { BD_STAT_MAX, 0 }, false, false, 7 },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        point.samples = cases[i].observed ? (bd_samples){ .doubles = values, .count = 2 }
                                          : (bd_samples){ 0 };
        bd_source at = bd_point_source(&point, cases[i].stat, cases[i].computed, &arena);
        assert_int_equal(at.line, cases[i].line);
        assert_int_equal(at.file, 2);
    }
    bd_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_is_kept_as_seen_from_the_point_and_found_again),
        cmocka_unit_test(the_point_s_own_place_needs_nothing),
        cmocka_unit_test(there_is_one_shortest_form),
        cmocka_unit_test(each_statistic_has_its_place),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
