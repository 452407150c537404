/* Change points of a history as they are read. */
#include "render/text/changes.h"

#include "tests/support.h"

#include <string.h>

/* Two changes at one place, the names with something that a terminal must not get. */
typedef struct world {
    bd_run *before, *after;
    bd_observation first, last;
    bd_series_change items[2];
    bd_changes all;
} world;

static void make(world *w)
{
    *w = (world){ .before = bd_run_new(), .after = bd_run_new() };
    w->before->id = "1111111122222222";
    w->before->commit = w->after->commit = (bd_commit)BD_COMMIT_INIT;
    w->before->measured_at_ns = w->after->measured_at_ns = BD_TIME_UNKNOWN;
    w->after->commit.id = "fd128cf000000000000000000000000000000000";
    w->first = (bd_observation){ .run = w->before };
    w->last = (bd_observation){ .run = w->after };
    w->items[0] = (bd_series_change){
        .before = &w->first,
        .after = &w->last,
        .label = "fib\x1b[31m",
        .metric = "score",
        .unit = "ns/op",
        .cpu = "EPYC 7763",
        .lane = { .suite = "jmh", .backend = "SQLite" },
        .point = { .p_value = 4e-33,
                   .before = { .count = 33, .mean = 20038.4, .standard_deviation = 3 },
                   .after = { .count = 14, .mean = 22421, .standard_deviation = 4 } },
        .verdict = BD_VERDICT_WORSE,
        .words = "+11.9 % slower",
        .between = 2
    };
    w->items[1] = w->items[0];
    w->items[1].label = "add";
    w->items[1].metric = "gc.alloc.rate.norm";
    w->items[1].words = "-5.0 % less";
    w->items[1].verdict = BD_VERDICT_BETTER;
    w->all = (bd_changes){ .items = w->items, .count = 2, .series = 7, .values = 320, .least = 3 };
}

static void release(world *w)
{
    bd_run_free(w->before);
    bd_run_free(w->after);
}

static void those_of_one_place_stand_below_one_heading(void **state)
{
    (void)state;
    world w;
    bd_buf out = BD_BUF_INIT;
    make(&w);
    bd_changes_print_text(&w.all, false, &out);
    assert_string_equal(
        bd_buf_text(&out),
        "run 1111111 \xE2\x86\x92 fd128cf, 2 commits between not measured  jmh \xC2\xB7 EPYC 7763 "
        "\xC2\xB7 SQLite\n"
        "  +11.9 % slower  fib\\u001B[31m  20038 \xE2\x86\x92 22421 ns/op  (33 and 14 runs, "
        "p = 4e-33)\n"
        "  -5.0 % less     add            gc.alloc.rate.norm  20038 \xE2\x86\x92 22421 ns/op  (33 "
        "and "
        "14 runs, p = 4e-33)\n"
        "\n2 changes of 3 % or more in 7 series, 320 values\n");
    bd_buf_release(&out);
    release(&w);
}

static void colours_are_those_of_worse_and_better(void **state)
{
    (void)state;
    world w;
    bd_buf out = BD_BUF_INIT;
    make(&w);
    bd_changes_print_text(&w.all, true, &out);
    assert_non_null(strstr(bd_buf_text(&out), "\x1b[31m+11.9 % slower\x1b[0m"));
    assert_non_null(strstr(bd_buf_text(&out), "\x1b[32m-5.0 % less   \x1b[0m"));
    bd_buf_release(&out);
    release(&w);
}

static void a_history_without_changes_says_how_much_was_looked_at(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    const bd_changes none = { .series = 1, .values = 40, .least = 5 };
    bd_changes_print_text(&none, false, &out);
    assert_string_equal(bd_buf_text(&out), "0 changes of 5 % or more in 1 series, 40 values\n");
    bd_buf_release(&out);
}

static void json_has_both_sides_and_leaves_out_what_is_not_known(void **state)
{
    (void)state;
    world w;
    bd_buf out = BD_BUF_INIT;
    make(&w);
    w.items[0].between = SIZE_MAX;
    w.all.count = 1;
    bd_changes_print_json(&w.all, &out);
    const char *text = bd_buf_text(&out);
    assert_non_null(strstr(text, "\"commit\": \"fd128cf000000000000000000000000000000000\""));
    assert_non_null(strstr(text, "\"mean\": 20038.4"));
    assert_non_null(strstr(text, "\"p\": 4e-33"));
    assert_non_null(strstr(text, "\"verdict\": \"worse\""));
    assert_null(strstr(text, "commits_not_measured"));
    bd_buf_release(&out);
    release(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_of_one_place_stand_below_one_heading),
        cmocka_unit_test(colours_are_those_of_worse_and_better),
        cmocka_unit_test(a_history_without_changes_says_how_much_was_looked_at),
        cmocka_unit_test(json_has_both_sides_and_leaves_out_what_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
