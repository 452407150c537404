/* Many runs into many files: where they go, what was there, what falls out. */
#include "core/datajs/datajs.h"
#include "tests/pages/branch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t day_ms = 86400000;
static const int64_t now_ms = INT64_C(1790000000000);

/* A run of one point, or of none. */
static bd_run *make_run(bd_runs *runs, const char *id, const char *backend, double value)
{
    bd_run *run = bd_run_new();
    run->id = bd_arena_strdup(&run->arena, id);
    run->format = "custom";
    run->suite = "tick";
    run->commit.id = "5ca1ab1e";
    run->commit.time_ns = BD_TIME_UNKNOWN;
    run->measured_at_ns = BD_TIME_UNKNOWN;
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), BD_STR("AMD EPYC 7763"));
    if (backend)
        bd_pairs_set(&run->environment, &run->arena, BD_STR("backend"), bd_str_of(backend));
    bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
    *compat = (bd_compat){ .name = "wall", .unit = "ns", .value = bd_double(value) };
    bd_point *point = bd_run_add_point(run);
    point->benchmark = "wall";
    point->unit = "ns";
    point->value = compat->value;
    point->compat = compat;
    bd_runs_add(runs, run);
    return run;
}

static void add_at(bd_run *run, int64_t ms)
{
    run->measured_at_ns = ms * 1000000;
    run->measured_from = "file";
}

static const bd_pages_options plain = { .now_ms = INT64_C(1790000000000) };

static void one_publication_goes_into_many_files(void **state)
{
    (void)state;
    static const char *const backends[] = { "SQLite", "MySQL", "MariaDB", "PostgreSQL", "MongoDB" };
    test_branch branch = { 0 };
    bd_runs jmh = BD_RUNS_INIT, tick = BD_RUNS_INIT;
    bd_publication *p = bd_publication_new();
    make_run(&jmh, "j", NULL, 1);
    for (size_t i = 0; i < BD_COUNT(backends); i++)
        make_run(&tick, backends[i], backends[i], (double)i);
    test_publish_all(p, &jmh, "dev/bench/{cpu}/data.js", "JMH Benchmark");
    test_publish_all(p, &tick, "dev/bench/{cpu:slug}/tick-ns/{backend}/data.js", "tick");
    assert_int_equal(bd_publication_files(p), 6);
    assert_int_equal(bd_publication_entries(p), 6);
    assert_string_equal(bd_publication_path(p, 0), "dev/bench/amd-epyc-7763/data.js");
    assert_string_equal(bd_publication_path(p, 4),
                        "dev/bench/amd-epyc-7763/tick-ns/postgresql/data.js");
    assert_int_equal(test_merge(p, &plain, &branch), 6);
    assert_int_equal(branch.count, 12); /* a page beside each */
    assert_int_equal(test_merge(p, &plain, &branch), 0);
    assert_non_null(test_branch_file(&branch, "dev/bench/amd-epyc-7763/tick-ns/mysql/index.html"));
    bd_publication_free(p);
    bd_runs_release(&jmh);
    bd_runs_release(&tick);
    test_branch_drop(&branch);
}

static const char *fact_of(const void *context, bd_str name, bd_buf *scratch)
{
    return bd_run_fact(context, name, scratch);
}

/* As the action writes the repeated lines of Go: name and unit of a point's, then of the
 * other's, then again. */
static void points_with_several_entries_are_mixed_as_in_the_file(void **state)
{
    (void)state;
    test_branch branch = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_publication *p = bd_publication_new();
    bd_run *run = make_run(&runs, "go", NULL, 1);
    bd_point *other = bd_run_add_point(run);
    bd_compat *times = bd_arena_alloc(&run->arena, 2 * sizeof *times);
    bd_compat *sizes = bd_arena_alloc(&run->arena, 2 * sizeof *sizes);
    times[0] = (bd_compat){ "X", "ns/op", NULL, NULL, bd_int(11), 0, &times[1] };
    sizes[0] = (bd_compat){ "X - B/op", "B/op", NULL, NULL, bd_int(21), 1, &sizes[1] };
    times[1] = (bd_compat){ "X", "ns/op", NULL, NULL, bd_int(12), 2, NULL };
    sizes[1] = (bd_compat){ "X - B/op", "B/op", NULL, NULL, bd_int(22), 3, NULL };
    run->points[0].compat = times;
    other->benchmark = "X";
    other->metric = "B/op";
    other->compat = sizes;
    test_publish_all(p, &runs, "data.js", "Go");
    assert_int_equal(test_merge(p, &plain, &branch), 1);
    const char *at = test_branch_file(&branch, "data.js")->data;
    static const char *const values[] = { "\"value\": 11,", "\"value\": 21,", "\"value\": 12,",
                                          "\"value\": 22," };
    for (size_t i = 0; i < BD_COUNT(values); i++) {
        at = strstr(at, values[i]);
        assert_non_null(at);
    }
    bd_publication_free(p);
    bd_runs_release(&runs);
    test_branch_drop(&branch);
}

static void a_path_that_cannot_be_made_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *message;
        bd_code code;
    } cases[] = {
        { "dev/{backend}/data.js", "does not say its backend", BD_ERR_INPUT },
        { "dev/{cpu/data.js", "not closed", BD_ERR_CONFIG },
        { "../{cpu}/data.js", "no path", BD_ERR_CONFIG },
        { "/{cpu}/data.js", "no path", BD_ERR_CONFIG },
        { "dev/{cpu}", "no path", BD_ERR_CONFIG },
        { "", "no path", BD_ERR_CONFIG },
    };
    bd_runs runs = BD_RUNS_INIT;
    bd_run *run = make_run(&runs, "r", NULL, 1);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_publication *p = bd_publication_new();
        const bd_pages_route route = { cases[i].pattern, "s", fact_of, run };
        assert_false(bd_publication_add(p, run, &run->points[0], &route, &err));
        assert_int_equal(err.code, cases[i].code);
        assert_non_null(strstr(err.message, cases[i].message));
        assert_true(err.hint[0] != '\0' || cases[i].code == BD_ERR_CONFIG);
        assert_int_equal(bd_publication_entries(p), 0);
        bd_publication_free(p);
    }
    bd_error err = BD_ERROR_INIT;
    bd_publication *p = bd_publication_new();
    const bd_pages_route route = { "data.js", "s", fact_of, run };
    run->commit.id = NULL;
    assert_false(bd_publication_add(p, run, &run->points[0], &route, &err));
    assert_non_null(strstr(err.message, "no commit"));
    bd_publication_free(p);
    bd_runs_release(&runs);
}

static void what_was_expected_and_did_not_come_is_told(void **state)
{
    (void)state;
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_publication *p = bd_publication_new();
    bd_publication_expect(p, "backend", "SQLite|MySQL|MongoDB");
    make_run(&runs, "1", "MySQL", 1);
    test_publish_all(p, &runs, "data.js", "tick");
    assert_int_equal(bd_publication_missing(p, &found), 2);
    assert_int_equal(found.errors, 0);
    assert_non_null(strstr(found.items[0].error.message, "backend=SQLite"));
    assert_non_null(strstr(found.items[1].error.message, "backend=MongoDB"));
    bd_diagnostics_release(&found);
    bd_publication_free(p);
    bd_runs_release(&runs);
}

static void the_message_says_what_came(void **state)
{
    (void)state;
    bd_runs one = BD_RUNS_INIT, two = BD_RUNS_INIT;
    bd_publication *p = bd_publication_new();
    bd_buf text = BD_BUF_INIT;
    make_run(&one, "1", NULL, 1);
    make_run(&two, "2", "MySQL", 1);
    test_publish_all(p, &one, "a/data.js", "First");
    bd_publication_message(p, NULL, &text);
    assert_string_equal(bd_buf_text(&text),
                        "add First (customSmallerIsBetter) benchmark result for 5ca1ab1e");
    test_publish_all(p, &two, "b/data.js", "Second");
    bd_buf_clear(&text);
    bd_publication_message(p, NULL, &text);
    assert_string_equal(bd_buf_text(&text), "add 2 benchmark results for 5ca1ab1e\n\n"
                                            "First (customSmallerIsBetter): a/data.js\n"
                                            "Second (customSmallerIsBetter): b/data.js");
    bd_buf_clear(&text);
    bd_publication_message(p, "{name}|{tool}|{commit}|{entries}|{files}|{x}|{", &text);
    assert_string_equal(bd_buf_text(&text),
                        "First, Second|customSmallerIsBetter|5ca1ab1e|2|2|{x}|{");
    bd_buf_release(&text);
    bd_publication_free(p);
    bd_runs_release(&one);
    bd_runs_release(&two);
}

static bool merge_fails(const bd_publication *p, const bd_pages_options *options,
                        test_branch *branch, bd_diagnostics *found)
{
    bd_pages_changes changes = BD_PAGES_CHANGES_INIT;
    bd_pages_branch reader = test_branch_reader(branch);
    bool ok = bd_publication_merge(p, options, &reader, &changes, found);
    if (!ok)
        assert_int_equal(changes.count, 0);
    bd_pages_changes_release(&changes);
    return !ok;
}

static void a_file_that_cannot_be_read_is_never_written(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",
        "<!DOCTYPE html><title>404</title>",
        "window.BENCHMARK_DATA = {\"entries\": {\"tick\": [{\"commit\"",
        "window.BENCHMARK_DATA = {\"entries\": {}}}",
        "window.BENCHMARK_DATA = {\"entries\": {\"tick\": {}}}",
        "window.BENCHMARK_DATA = {\"runs\": {}}",
        "<<<<<<< HEAD\nwindow.BENCHMARK_DATA = {\"entries\": {}}",
    };
    for (size_t i = 0; i < BD_COUNT(damaged); i++) {
        test_branch branch = { 0 };
        bd_runs runs = BD_RUNS_INIT;
        bd_diagnostics found = BD_DIAGNOSTICS_INIT;
        bd_publication *p = bd_publication_new();
        make_run(&runs, "1", NULL, 1);
        test_publish_all(p, &runs, "a/data.js", "tick");
        test_publish_all(p, &runs, "b/data.js", "tick");
        test_branch_put(&branch, "b/data.js", bd_str_of(damaged[i]));
        assert_true(merge_fails(p, &plain, &branch, &found));
        assert_string_equal(found.items[0].error.file, "b/data.js");
        assert_true(found.items[0].error.line > 0 && found.items[0].error.hint[0] != '\0');
        bd_diagnostics_release(&found);
        bd_publication_free(p);
        bd_runs_release(&runs);
        test_branch_drop(&branch);
    }
}

/* How many entries the file has, and how many of a text. */
static size_t count_in(const test_branch *branch, const char *path, const char *text)
{
    const bd_buf *file = test_branch_file(branch, path);
    size_t count = 0;
    for (const char *at = file ? file->data : NULL; at && (at = strstr(at, text)); at++)
        count++;
    return count;
}

static void old_entries_go_to_the_archive_of_their_year_and_come_back_never(void **state)
{
    (void)state;
    test_branch branch = { 0 };
    bd_runs runs = BD_RUNS_INIT, last = BD_RUNS_INIT;
    bd_pages_options options = plain;
    char id[32];
    options.keep.entries = 3;
    for (int i = 0; i < 10; i++) { /* the clock stands in September 2026 */
        snprintf(id, sizeof id, "run-%d", i);
        add_at(make_run(&runs, id, NULL, i), now_ms - (10 - i) * 60 * day_ms);
    }
    add_at(make_run(&last, "run-last", NULL, 11), now_ms - day_ms);
    bd_publication *p = bd_publication_new();
    test_publish_all(p, &runs, "d/data.js", "tick");
    assert_int_equal(test_merge(p, &options, &branch), 10);
    assert_int_equal(count_in(&branch, "d/data.js", "\"run\""), 10); /* nothing was there to go */
    bd_publication_free(p);
    p = bd_publication_new();
    test_publish_all(p, &last, "d/data.js", "tick");
    assert_int_equal(test_merge(p, &options, &branch), 1);
    assert_int_equal(count_in(&branch, "d/data.js", "\"run\""), 3);
    assert_int_equal(count_in(&branch, "d/archive/2025.js", "\"run\""), 6);
    assert_int_equal(count_in(&branch, "d/archive/2026.js", "\"run\""), 2);
    bd_publication_free(p);
    p = bd_publication_new(); /* all of them once more: each is here or there */
    test_publish_all(p, &runs, "d/data.js", "tick");
    test_publish_all(p, &last, "d/data.js", "tick");
    assert_int_equal(test_merge(p, &options, &branch), 0);
    bd_publication_free(p);
    bd_runs_release(&runs);
    bd_runs_release(&last);
    test_branch_drop(&branch);
}

static void a_large_file_is_told_of_and_a_larger_one_refused(void **state)
{
    (void)state;
    test_branch branch = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_publication *p = bd_publication_new();
    bd_pages_options options = plain;
    make_run(&runs, "1", NULL, 1);
    test_publish_all(p, &runs, "data.js", "tick");
    options.warn_bytes = 100;
    assert_false(merge_fails(p, &options, &branch, &found));
    assert_int_equal(found.total, 1);
    assert_int_equal(found.items[0].severity, BD_WARNING);
    options.limit_bytes = 100;
    assert_true(merge_fails(p, &options, &branch, &found));
    assert_int_equal(found.errors, 1);
    assert_non_null(strstr(found.items[1].error.hint, "keep"));
    bd_diagnostics_release(&found);
    bd_publication_free(p);
    bd_runs_release(&runs);
    test_branch_drop(&branch);
}

static void only_a_page_of_ones_own_is_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *before; /* NULL = none */
        bool replaced;
    } cases[] = {
        { NULL, true },
        { "<!DOCTYPE html>\n<title>mine</title>", false },
        { "", false },
        { "<!DOCTYPE html>\n<!-- benchdoc:dashboard an old one -->", true },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        test_branch branch = { 0 };
        bd_runs runs = BD_RUNS_INIT;
        bd_publication *p = bd_publication_new();
        make_run(&runs, "1", NULL, 1);
        test_publish_all(p, &runs, "data.js", "tick");
        if (cases[i].before)
            test_branch_put(&branch, "index.html", bd_str_of(cases[i].before));
        test_merge(p, &plain, &branch);
        const char *after = test_branch_file(&branch, "index.html")->data;
        bool ours = after && strstr(after, "window.BENCHMARK_DATA") != NULL;
        assert_int_equal(ours, cases[i].replaced);
        if (!ours)
            assert_string_equal(after ? after : "", cases[i].before);
        bd_publication_free(p);
        bd_runs_release(&runs);
        test_branch_drop(&branch);
    }
}

static void the_date_is_when_it_was_measured_else_now_else_the_commits(void **state)
{
    (void)state;
    static const struct {
        int64_t measured, commit;
        const char *from;
        bool backfill;
        const char *date;
    } cases[] = {
        { 5000, 3000, "file", false, "\"date\": 5000," },
        { 3000, 3000, "commit", false, "\"date\": 1790000000000," },
        { 3000, 3000, "commit", true, "\"date\": 3000," },
        { 0, 3000, NULL, true, "\"date\": 3000," },
        { 0, 3000, NULL, false, "\"date\": 1790000000000," },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        test_branch branch = { 0 };
        bd_runs runs = BD_RUNS_INIT;
        bd_publication *p = bd_publication_new();
        bd_pages_options options = plain;
        bd_run *run = make_run(&runs, "1", NULL, 1);
        options.backfill = cases[i].backfill;
        run->commit.time_ns = cases[i].commit * 1000000;
        if (cases[i].from)
            add_at(run, cases[i].measured);
        run->measured_from = cases[i].from;
        test_publish_all(p, &runs, "data.js", "tick");
        test_merge(p, &options, &branch);
        assert_int_equal(count_in(&branch, "data.js", cases[i].date), 1);
        bd_publication_free(p);
        bd_runs_release(&runs);
        test_branch_drop(&branch);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_publication_goes_into_many_files),
        cmocka_unit_test(points_with_several_entries_are_mixed_as_in_the_file),
        cmocka_unit_test(a_path_that_cannot_be_made_is_told),
        cmocka_unit_test(what_was_expected_and_did_not_come_is_told),
        cmocka_unit_test(the_message_says_what_came),
        cmocka_unit_test(a_file_that_cannot_be_read_is_never_written),
        cmocka_unit_test(old_entries_go_to_the_archive_of_their_year_and_come_back_never),
        cmocka_unit_test(a_large_file_is_told_of_and_a_larger_one_refused),
        cmocka_unit_test(only_a_page_of_ones_own_is_replaced),
        cmocka_unit_test(the_date_is_when_it_was_measured_else_now_else_the_commits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
