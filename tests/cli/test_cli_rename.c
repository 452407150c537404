/* history rename, merge and drop in the store: what changes, and that nothing else does. */
#include "tests/cli/cli_support.h"

#include <string.h>

#define RESULT(name, value) "{\"name\":\"" name "\",\"unit\":\"ms\",\"value\":" value "}"

static void take_in(desk *d, const char *points, const char *suite, int day)
{
    char *file = bd_arena_printf(&d->arena, "%s-%d.json", suite, day);
    test_write_text(file, points);
    desk_expect(d,
                bd_arena_printf(&d->arena,
                                "ingest %s --suite %s --commit %da55e7 "
                                "--measured-at 2026-07-0%dT00:00:00Z",
                                file, suite, day, day),
                0);
}

/* Two runs of tick with `read`, and one where the code calls it `readAll`. */
static desk open_store(void)
{
    desk d = desk_open();
    take_in(&d, "[" RESULT("read", "1.5") "," RESULT("write", "2.5") "]", "tick", 1);
    take_in(&d, "[" RESULT("read", "1.6") "," RESULT("write", "2.6") "]", "tick", 2);
    take_in(&d, "[" RESULT("readAll", "1.7") "," RESULT("write", "2.7") "]", "tick", 3);
    take_in(&d, "[" RESULT("read", "9") "]", "other", 3);
    return d;
}

static const char *csv(desk *d)
{
    desk_expect(d, "history export --as csv", 0);
    return bd_arena_strdup(&d->arena, bd_buf_text(&d->out));
}

static const char *json(desk *d, const char *query)
{
    test_write("out.json", d->out.data, d->out.len);
    return desk_shell(d, bd_arena_printf(&d->arena, "jq -cr '%s' out.json", query));
}

/* Every run whole, as it was but for what `sed` says. */
static void assert_only(desk *d, const char *before, const char *sed)
{
    test_write_text("before.csv", before);
    const char *want = desk_shell(d, bd_arena_printf(&d->arena, "sed -e '%s' before.csv", sed));
    test_write_text("after.csv", csv(d));
    assert_string_equal(desk_shell(d, "cat after.csv"), want);
}

static void a_benchmark_goes_on_under_its_new_name(void **state)
{
    (void)state;
    desk d = open_store();
    const char *before = csv(&d);
    desk_expect(&d, "history rename series write put", 0);
    desk_says(&d, "tick: write → put  3 runs, 3 points");
    desk_says(&d, "3 runs, 3 points renamed");
    assert_only(&d, before, "s/,write,/,put,/");
    desk_expect(&d, "history rename series read get --suite tick --until 2026-07-02", 0);
    desk_says(&d, "1 run, 1 point renamed");
    assert_only(&d, before, "s/,write,/,put,/; /2026-07-01/s/,read,/,get,/");
    desk_expect(&d, "history rename series get read", 2); /* the rest of it is called so */
    desk_expect(&d, "history merge series get read", 0);
    desk_expect(&d, "history rename series put write", 0);
    assert_string_equal(csv(&d), before);
    desk_expect(&d,
                "ingest tick-1.json --suite tick --commit 1a55e7 --measured-at "
                "2026-07-01T00:00:00Z",
                0);
    desk_says(&d, "known");
    desk_expect(&d, "history rename series 'tick benchmark=write commit=1a55e7' put --json", 0);
    assert_string_equal(json(&d, ".result, .runs, .points, .changes[0].benchmark"),
                        "renamed\n1\n1\nwrite");
    desk_expect(&d, "history export -o x.js", 0); /* what the action would have written, too */
    assert_string_equal(desk_shell(&d, "sed '1s/^[^{]*//' x.js | jq -c "
                                       "'[.entries.tick[].benches[1].name]'"),
                        "[\"put\",\"write\",\"write\"]");
    desk_close(&d);
}

static void files_are_known_under_the_old_suite_and_under_the_new(void **state)
{
    (void)state;
    static const char again[] =
        "ingest tick-1.json --suite %s --commit 1a55e7 --measured-at 2026-07-01T00:00:00Z";
    desk d = open_store();
    const char *before = csv(&d);
    static const char *const suites[] = { "tick", "tack", "tock" };
    desk_expect(&d, "history rename suite tick tack", 0);
    assert_only(&d, before, "s/,tick,/,tack,/");
    desk_expect(&d, "history rename suite tack tock", 0);
    desk_says(&d, "tack → tock  3 runs, 6 points");
    for (size_t i = 0; i < BD_COUNT(suites); i++) {
        desk_expect(&d,
                    bd_arena_printf(&d.arena, "%.*s%s%s", (int)(strstr(again, "%s") - again), again,
                                    suites[i], strstr(again, "%s") + 2),
                    0);
        desk_says(&d, "known");
    }
    assert_only(&d, before, "s/,tick,/,tock,/");
    desk_close(&d);
}

/* They are read as queries when no benchmark is called so. */
static void a_misspelt_name_with_spaces_is_told_the_nearest(void **state)
{
    (void)state;
    desk d = desk_open();
    take_in(&d, "[" RESULT("read 100rows wall", "1.5") "]", "tick", 1);
    desk_expect(&d, "history rename series 'read 100rows wal' x", 2);
    desk_tells(&d, "nothing in the store fits 'read 100rows wal'");
    desk_tells(&d, "did you mean 'read 100rows wall'?");
    desk_expect(&d, "history drop --series 'tick backend=MongoDB'", 2);
    desk_tells(&d, "the store has 1 run in all");
    desk_close(&d);
}

static void names_that_are_not_there_or_there_already_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *words, *says;
    } rows[] = {
        { "history rename series reed x", "did you mean 'read'? there is: " },
        { "history rename suite tik x", "did you mean 'tick'? there is: " },
        { "history merge suite tick othr", "did you mean 'other'?" },
        { "history merge suite tick completely-new", "history rename suite 'tick'" },
        { "history merge series read new", "history rename series 'read' 'new'" },
        { "history drop --series reed", "did you mean 'read'?" },
        { "history drop tick benchmark=reed", "nothing in the store fits" },
        { "history drop --suite tik", "did you mean 'tick'?" },
        { "history drop --suite tik --series read", "did you mean 'tick'?" },
        { "history rename suite tick x --remote r.git", "--on gh-pages" },
        { "history drop --suite tick --remote r.git", "--on gh-pages" },
        { "history drop tick", "no benchmark 'tick' is in the store" },
        { "history drop", "nothing says which runs to drop" },
        { "history drop --series read tick benchmark=read", "not both" },
        { "history rename series read write", "tick-2.json:1:" },
        { "history rename series read readAll", "history merge series 'read' 'readAll'" },
        { "history rename suite tick other", "history merge suite 'tick' 'other'" },
        { "history rename suite tick tick", "is what it is called already" },
        { "history rename suite tick tack --cpu x", "in all of its runs" },
        { "history rename suite tick", "history rename suite OLD NEW" },
        { "history rename tick tack", "takes `suite` or `series`" },
        { "history merge", "history merge suite OLD NEW" },
        { "history rename series 'tick unit=ms' x", "several benchmarks: 'readAll', 'write'" },
        { "history rename series 'tick latest' x", "does not take 'latest'" },
        { "history rename series read x --limit 1", "--limit is of" },
        { "history rename series read x --series y", "--series is of `history drop`" },
        { "history rename series read x --since 2027-01-01", "and the options" },
    };
    desk d = open_store();
    const char *before = csv(&d);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, 2);
        desk_tells(&d, rows[i].says);
    }
    assert_string_equal(csv(&d), before);
    desk_close(&d);
}

static void a_dry_run_counts_and_writes_no_byte(void **state)
{
    (void)state;
    static const char *const words[] = {
        "history rename suite tick tack --dry-run",    "history rename series write put --dry-run",
        "history merge series read readAll --dry-run", "history drop --series write --dry-run",
        "history drop --suite tick --dry-run",
    };
    desk d = open_store();
    const char *before = desk_shell(&d, "cat .benchdoc/* | sha256sum; ls .benchdoc");
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        desk_expect(&d, words[i], 0);
        assert_true(strstr(bd_buf_text(&d.out), "would be")
                    || strstr(bd_buf_text(&d.diag), "would be"));
        assert_string_equal(desk_shell(&d, "cat .benchdoc/* | sha256sum; ls .benchdoc"), before);
    }
    desk_close(&d);
}

static void equal_points_of_two_series_become_one_and_others_are_refused(void **state)
{
    (void)state;
    desk d = open_store();
    take_in(&d, "[" RESULT("read", "7") "," RESULT("readAll", "7") "]", "tick", 4);
    desk_expect(&d, "history merge series read readAll --suite tick", 0);
    desk_says(&d, "3 runs, 3 points merged");
    desk_says(&d, "1 point was there already, the same in every number");
    desk_expect(&d, "history export tick benchmark=readAll --as csv", 0);
    assert_string_equal(desk_shell(&d, "true"), "");
    test_write("all.csv", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "cut -d, -f12 all.csv | paste -sd' '"),
                        "value 1.5 1.6 1.7 7");
    take_in(&d, "[" RESULT("read", "7") "," RESULT("readAll", "8") "]", "tick", 5);
    const char *before = csv(&d);
    desk_expect(&d, "history merge series read readAll --suite tick", 2);
    desk_tells(&d, "'read' and 'readAll' are both measured there: tick-5.json:1:");
    desk_tells(&d, ", and tick-5.json:1:");
    assert_string_equal(csv(&d), before);
    desk_close(&d);
}

static void equal_runs_of_two_suites_become_one_and_others_are_refused(void **state)
{
    (void)state;
    desk d = open_store();
    take_in(&d, "[" RESULT("read", "1.5") "," RESULT("write", "2.5") "]", "tack", 1);
    take_in(&d, "[" RESULT("read", "5") "]", "tack", 5);
    desk_expect(&d, "history merge suite tack tick", 0);
    desk_says(&d, "2 runs, 3 points merged");
    desk_says(&d, "of these 1 was there already");
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(json(&d, "[.runs[].suite] | sort"),
                        "[\"other\",\"tick\",\"tick\",\"tick\",\"tick\"]");
    desk_expect(&d,
                "ingest tack-1.json --suite tack --commit 1a55e7 --measured-at "
                "2026-07-01T00:00:00Z",
                0);
    desk_says(&d, "known");
    take_in(&d, "[" RESULT("read", "1.55") "]", "tack", 2);
    const char *before = csv(&d);
    desk_expect(&d, "history merge suite tack tick", 2);
    desk_tells(&d, "are both measured there: tack-2.json:1:");
    desk_tells(&d, ", and tick-2.json:1:");
    assert_string_equal(csv(&d), before);
    take_in(&d, "[" RESULT("scan", "1") "]", "tock", 2); /* the same place, another benchmark */
    desk_expect(&d, "history merge suite tock tick", 0);
    desk_close(&d);
}

static void series_are_taken_out_and_runs_that_have_nothing_else(void **state)
{
    (void)state;
    desk d = open_store();
    const char *before = csv(&d);
    desk_expect(&d, "history drop tick benchmark=write commit=3a55e7", 0);
    desk_says(&d, "tick: write  1 run, 1 point");
    assert_only(&d, before, "/3a55e7.*,write,/d");
    desk_expect(&d, "history drop --series read", 0);
    desk_says(&d, "1 of them is taken out whole");
    assert_only(&d, before, "/3a55e7.*,write,/d; /,read,/d");
    desk_expect(&d,
                "ingest tick-1.json --suite tick --commit 1a55e7 --measured-at "
                "2026-07-01T00:00:00Z",
                0);
    desk_says(&d, "known");
    desk_expect(&d, "history drop --suite tick", 0);
    desk_tells(&d, "3 runs dropped; their files, ingested or imported again, bring them back");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_benchmark_goes_on_under_its_new_name),
        cmocka_unit_test(files_are_known_under_the_old_suite_and_under_the_new),
        cmocka_unit_test(a_misspelt_name_with_spaces_is_told_the_nearest),
        cmocka_unit_test(names_that_are_not_there_or_there_already_are_told),
        cmocka_unit_test(a_dry_run_counts_and_writes_no_byte),
        cmocka_unit_test(equal_points_of_two_series_become_one_and_others_are_refused),
        cmocka_unit_test(equal_runs_of_two_suites_become_one_and_others_are_refused),
        cmocka_unit_test(series_are_taken_out_and_runs_that_have_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
