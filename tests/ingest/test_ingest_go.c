/* `go test -bench`: the files of other people, what the action takes from them, and rows of
 * every quirk that was seen. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static reading_result read_text(const char *text)
{
    return test_ingest_bytes("bench.txt", bd_str_of(text), NULL);
}

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("go_fiber_duplicate_names_output.txt", "go");
    test_as_the_action("go_fiber_output.txt", "go");
    test_as_the_action("go_output.txt", "go");
    test_as_the_action("go_single_package_output.txt", "go");
}

/* Counted by a script of its own, in Python: settings as a dict that "key: value" lines
 * change; points are distinct (settings, name, unit), values all pairs behind the count of
 * lines whose first word is "Benchmark" and no small letter behind it. */
static void every_real_file_gives_its_points(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t points, values;
    } files[] = {
        { "real/go/bencherdev__bencher__five__6472966.txt", 5, 5 },
        { "real/go/bencherdev__bencher__three__3de08c5.txt", 4, 4 },
        { "real/go/golang__perf__20200101T213604.Base.stdout.txt", 84, 2100 },
        { "real/go/golang__perf__90860e0c31-opt.20220107T213212.txt", 265, 6622 },
        { "real/go/golang__perf__benchfmt-files-a.txt", 2, 2 },
        { "real/go/golang__perf__benchfmt-files-b.txt", 1, 1 },
        { "real/go/golang__perf__suffixarray.bench.txt", 168, 1680 },
        { "real/benchstat/crc-new.txt", 72, 720 },
        { "real/benchstat/crc-old.txt", 72, 720 },
        { "real/benchstat/issue19565.txt", 4, 24 },
        { "real/benchstat/issue19634.txt", 2, 10 },
        { "real/benchstat/new.txt", 2, 20 },
        { "real/benchstat/old.txt", 2, 20 },
        { "real/benchstat/smallSample.txt", 2, 2 },
        { "real/benchstat/units.txt", 4, 8 },
        { "real/benchstat/zero.txt", 20, 20 },
    };
    for (size_t i = 0; i < BD_COUNT(files); i++) {
        reading_result r = test_ingest_path(test_shared(files[i].file), NULL);
        size_t values = 0;
        assert_read(&r);
        assert_string_equal(r.run->format, "go");
        for (size_t k = 0; k < r.run->point_count; k++)
            values += (size_t)r.run->points[k].n;
        if (r.run->point_count != files[i].points || values != files[i].values)
            fail_msg("%s: %zu points of %zu values", files[i].file, r.run->point_count, values);
        test_ingest_drop(&r);
    }
}

static const char *fact(const reading_result *r, const char *key)
{
    const char *value = bd_pairs_get(&r->run->environment, key);
    return value ? value : "";
}

static void names_are_taken_apart(void **state)
{
    (void)state;
    static const struct {
        const char *name, *benchmark, *params;
    } cases[] = {
        { "BenchmarkFib", "BenchmarkFib", "" },
        { "BenchmarkFib-8", "BenchmarkFib", "" },
        { "BenchmarkFib/my_tabled_benchmark_-_10-8", "BenchmarkFib/my_tabled_benchmark_-_10", "" },
        { "BenchmarkNew/text=opticks/size=100K/bits=32-8", "BenchmarkNew",
          "text=opticks size=100K bits=32" },
        { "BenchmarkX/fast/size=10/warm-8", "BenchmarkX/fast/warm", "size=10" },
        { "BenchmarkX/a=1/a=2", "BenchmarkX/a=2", "a=1" },
        { "BenchmarkX/=1/a=/1a=3", "BenchmarkX/=1/a=/1a=3", "" },
        { "BenchmarkX/_-_20,var1=13,var2=14", "BenchmarkX/_-_20,var1=13,var2=14", "" },
        { "BenchmarkX/run-[]string{\"a/b\",_\"c\"}-4", "BenchmarkX/run-[]string{\"a/b\",_\"c\"}",
          "" },
        { "BenchmarkX/size#01-4", "BenchmarkX/size#01", "" },
        { "Benchmark", "Benchmark", "" },
        { "Benchmark_x-2", "Benchmark_x", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "%s \t 100\t 12.5 ns/op\n", cases[i].name);
        reading_result r = read_text(bd_buf_text(&text));
        assert_read(&r);
        const bd_point *p = test_find_point(r.run, cases[i].benchmark, "ns/op", cases[i].params);
        assert_string_equal(test_number(p->value), "12.5");
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void gomaxprocs_is_a_fact_or_a_dimension(void **state)
{
    (void)state;
    reading_result r = read_text("BenchmarkA-8 1 5 ns/op\nBenchmarkB-8 1 6 ns/op\n");
    assert_read(&r);
    assert_string_equal(fact(&r, "gomaxprocs"), "8");
    test_ingest_drop(&r);
    r = read_text("BenchmarkA 1 5 ns/op\nBenchmarkA-2 1 6 ns/op\nBenchmarkA-4 1 7 ns/op\n");
    assert_read(&r);
    assert_string_equal(fact(&r, "gomaxprocs"), "");
    assert_int_equal(test_find_point(r.run, "BenchmarkA", "ns/op", "gomaxprocs=1")->source.line, 1);
    assert_int_equal(test_find_point(r.run, "BenchmarkA", "ns/op", "gomaxprocs=4")->source.line, 3);
    test_ingest_drop(&r);
}

static void settings_that_differ_are_dimensions(void **state)
{
    (void)state;
    reading_result r = read_text("goos: linux\npkg: a/b\ncpu: Ryzen 5\nBenchmarkX 1 5 ns/op\n"
                                 "goos: linux\npkg: a/c\ncpu: Ryzen 5\nBenchmarkX 1 6 ns/op\n");
    assert_read(&r);
    assert_string_equal(fact(&r, "goos"), "linux");
    assert_string_equal(fact(&r, "cpu"), "Ryzen 5");
    assert_string_equal(fact(&r, "pkg"), "");
    assert_string_equal(
        test_number(test_find_point(r.run, "BenchmarkX", "ns/op", "pkg=a/c")->value), "6");
    test_ingest_drop(&r);
    r = read_text("pkg: a/b\nBenchmarkX 1 5 ns/op\npkg: a/b\ncpu: Ryzen 5\nBenchmarkX 1 7 ns/op\n");
    assert_read(&r); /* the processor came late */
    assert_string_equal(fact(&r, "pkg"), "a/b");
    assert_string_equal(fact(&r, "cpu"), "Ryzen 5");
    assert_int_equal(r.run->point_count, 1);
    assert_int_equal(r.run->points[0].samples.count, 2);
    test_ingest_drop(&r);
}

static void metrics_come_in_any_order_and_without_ns(void **state)
{
    (void)state;
    reading_result r = read_text("BenchmarkX-8 10 3 allocs/op 16 B/op 12 ns/op\n"
                                 "BenchmarkY-8 10 7 auxMetricUnits\n"
                                 "BenchmarkX-8 10 14 ns/op 18 B/op 3 allocs/op\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 4);
    assert_int_equal(test_find_point(r.run, "BenchmarkX", "ns/op", "")->n, 2);
    assert_string_equal(test_number(test_find_point(r.run, "BenchmarkX", "B/op", "")->value), "18");
    assert_string_equal(
        test_number(test_find_point(r.run, "BenchmarkY", "auxMetricUnits", "")->value), "7");
    test_ingest_drop(&r);
}

static void what_only_looks_like_a_setting_is_none(void **state)
{
    (void)state;
    reading_result r = read_text("go: downloading golang.org/x/sys v0.1.0\nwarning: slow\n"
                                 "note: before\nBenchmarkX 1 5 ns/op\nconnected: true\n"
                                 "BenchmarkX 1 6 ns/op\nnote: after\nBenchmarkX 1 7 ns/op\n");
    assert_read(&r);
    assert_string_equal(fact(&r, "go"), "");
    assert_string_equal(fact(&r, "warning"), "");
    assert_int_equal(r.run->point_count, 2);
    assert_int_equal(test_find_point(r.run, "BenchmarkX", "ns/op", "note=before")->n, 2);
    assert_int_equal(test_find_point(r.run, "BenchmarkX", "ns/op", "note=after")->n, 1);
    test_ingest_drop(&r);
}

static void repeated_lines_are_samples_and_the_middle_one_speaks(void **state)
{
    (void)state;
    reading_result r = read_text("BenchmarkX-4   10   30 ns/op   5 B/op\n"
                                 "BenchmarkX-4   12   10 ns/op   5 B/op\n"
                                 "BenchmarkX-4   11   20 ns/op   5 B/op\n"
                                 "BenchmarkX-4   13   40 ns/op   6 B/op\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2);
    const bd_point *p = &r.run->points[0];
    static const int64_t times[] = { 30, 10, 20, 40 };
    assert_int_equal(p->n, 4);
    assert_memory_equal(p->samples.ints, times, sizeof times);
    assert_string_equal(test_number(p->value), "30");
    assert_int_equal(p->source.line, 1);
    assert_int_equal(p->source.column, 21);
    assert_int_equal(p->observed_at.line, 0); /* the first one is the point's own place */
    assert_string_equal(p->rest, "{\"iterations\":[10,12,11,13]}");
    assert_int_equal(r.run->points[1].source.line, 3);
    assert_int_equal(r.run->points[1].observed_at.line, 1);
    bd_buf got = BD_BUF_INIT;
    test_put_compat(r.run, &got);
    assert_non_null(strstr(bd_buf_text(&got),
                           "BenchmarkX = 10 ns/op   5 B/op {12 times\n4 procs}\n"
                           "BenchmarkX - ns/op = 10 ns/op {12 times\n4 procs}\n"
                           "BenchmarkX - B/op = 5 B/op {12 times\n4 procs}\n"
                           "BenchmarkX = 20 ns/op   5 B/op {11 times\n4 procs}\n"));
    bd_buf_release(&got);
    test_ingest_drop(&r);
}

static void what_a_terminal_would_not_show_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {
        { "BenchmarkX-8\t100\t12 ns/op\t3 B/op\n", 1, 18 },
        { "\xEF\xBB\xBFok\r\nBenchmarkX-8\t100\t12 ns/op\t3 B/op\r\n", 2, 18 },
        { "BenchmarkX-8\t100\t12 ns/op\t3 B/op\r\r\n", 1, 18 },
        { "\x1b[32mBenchmarkX-8\x1b[0m\t100\t\x1b[1m12 ns/op\t3 B/op\n", 1, 31 },
        { "\x1b]8;;https://x\aBenchmarkX-8\x1b]8;;\x1b\\\t100\t12 ns/op\t3 B/op\n", 1, 40 },
        { "  1%\r 50%\r\x1b[KBenchmarkX-8\t100\t12 ns/op\t3 B/op\n", 1, 31 },
        { "2026-11-30T23:01:02.1234567Z BenchmarkX-8\t100\t12 ns/op\t3 B/op\n", 1, 47 },
        { "\xB5 is no UTF-8\n\nBenchmarkX-8\t100\t12 ns/op\t3 B/op", 3, 18 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        reading_result r = read_text(cases[i].text);
        assert_read(&r);
        assert_int_equal(r.run->point_count, 2);
        const bd_point *p = test_find_point(r.run, "BenchmarkX", "ns/op", "");
        assert_string_equal(test_number(p->value), "12");
        assert_int_equal(p->source.line, cases[i].line);
        if (p->source.column != cases[i].column)
            fail_msg("text %zu: column %d, not %d", i, p->source.column, cases[i].column);
        assert_string_equal(fact(&r, "gomaxprocs"), "8");
        test_ingest_drop(&r);
    }
}

static void failed_and_skipped_benchmarks_are_points_with_their_reason(void **state)
{
    (void)state;
    reading_result r = read_text("--- FAIL: BenchmarkX/a-8\n    x_test.go:7: boom\n"
                                 "--- FAIL: BenchmarkX\n"
                                 "--- SKIP: BenchmarkS\n    x_test.go:9: no network\n"
                                 "--- FAIL: TestOther (0.00s)\n    x_test.go:3: no\n"
                                 "BenchmarkY-8\t100\t123 ns/op\nFAIL\texample.org/x\t0.1s\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    const bd_point *failed = test_find_point(r.run, "BenchmarkX/a", "ns/op", "");
    const bd_point *skipped = test_find_point(r.run, "BenchmarkS", "ns/op", "");
    assert_int_equal(failed->outcome, BD_OUTCOME_FAILED);
    assert_string_equal(failed->reason, "x_test.go:7: boom");
    assert_int_equal(failed->source.line, 1);
    assert_int_equal(skipped->outcome, BD_OUTCOME_SKIPPED);
    assert_string_equal(skipped->reason, "x_test.go:9: no network");
    assert_string_equal(r.found.items[0].error.message,
                        "tests of example.org/x failed: benchmarks of it may be missing");
    test_ingest_drop(&r);
}

static void a_result_that_the_benchmark_printed_into_is_found_again(void **state)
{
    (void)state;
    reading_result r = read_text(
        "goos: linux\nBenchmarkX-8   \thello\nworld\n     100\t   123 ns/op\n"
        "     100\t   124 ns/op\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    assert_string_equal(test_number(r.run->points[0].value), "123");
    assert_null(r.run->points[0].compat); /* the action does not see it */
    test_ingest_drop(&r);
}

static void units_say_what_is_better_and_what_they_end_in(void **state)
{
    (void)state;
    reading_result r = read_text("Unit hits better=higher assume=exact\nUnit of the day\n"
                                 "BenchmarkX 1 7 hits 9 text-bytes 1e-05 ns/op +Inf x NaN y\n");
    assert_read(&r);
    const bd_point *p = r.run->points;
    assert_int_equal(r.run->point_count, 5);
    assert_int_equal(p[0].direction, BD_BIGGER_IS_BETTER);
    assert_string_equal(p[1].metric, "text-bytes");
    assert_string_equal(p[1].unit, "bytes");
    assert_string_equal(test_number(p[2].value), "0.00001");
    assert_string_equal(test_number(p[3].value), "Infinity");
    assert_int_equal(p[4].outcome, BD_OUTCOME_FAILED);
    assert_string_equal(r.run->rest, "{\"units\":{\"hits\":\"better=higher assume=exact\"}}");
    test_ingest_drop(&r);
}

/* Entries as node gives them for the action's regular expression. */
static void names_that_the_action_does_not_take_have_no_entry(void **state)
{
    (void)state;
    static const struct {
        const char *line, *compat;
    } cases[] = {
        { "BenchmarkX-8 5 1 ns/op", "BenchmarkX = 1 ns/op {5 times\n8 procs}\n" },
        { "BenchmarkX-8-4 5 1 ns/op", "BenchmarkX-8 = 1 ns/op {5 times\n4 procs}\n" },
        { "BenchmarkX>y 5 1 ns/op", "" },
        { "Benchmark-8 5 1 ns/op", "" },
        { "Benchmark\xC3\xA4 5 1 ns/op", "" },
        { "BenchmarkX 5 1 ns/op ",
          "BenchmarkX = 1 ns/op  {5 times}\nBenchmarkX - ns/op = 1 ns/op {5 times}\n" },
        { "BenchmarkX 5 +Inf ns/op", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf got = BD_BUF_INIT;
        reading_result r = read_text(cases[i].line);
        assert_read(&r);
        test_put_compat(r.run, &got);
        assert_string_equal(bd_buf_text(&got), cases[i].compat);
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
}

static void a_package_that_the_name_says_is_not_added(void **state)
{
    (void)state;
    bd_buf got = BD_BUF_INIT;
    reading_result r = read_text("pkg: h/u/cache\nBenchmarkCache 5 1 ns/op\n"
                                 "Benchmark_u_cache_x 5 2 ns/op\nBenchmarkX/u/cache 5 3 ns/op\n"
                                 "pkg: h/u/b\nPASS\n");
    assert_read(&r);
    test_put_compat(r.run, &got);
    assert_string_equal(bd_buf_text(&got), "BenchmarkCache (h/u/cache) = 1 ns/op {5 times}\n"
                                           "Benchmark_u_cache_x = 2 ns/op {5 times}\n"
                                           "BenchmarkX/u/cache = 3 ns/op {5 times}\n");
    bd_buf_release(&got);
    test_ingest_drop(&r);
}

static void a_result_that_ends_early_is_left_out_with_a_warning(void **state)
{
    (void)state;
    reading_result r = read_text("BenchmarkX-8\t100\t12 ns/op\nBenchmarkY-8\t100\t12");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    assert_int_equal(r.found.items[0].severity, BD_WARNING);
    assert_int_equal(r.found.items[0].error.line, 2);
    test_ingest_drop(&r);
}

static void a_file_without_a_result_says_what_was_looked_for(void **state)
{
    (void)state;
    reading_result r = read_text("goos: linux\nPASS\nok  \texample.org/x\t0.1s\n");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "no result of go test -bench in it");
    assert_string_equal(r.error.hint, "looked for lines such as: "
                                      "BenchmarkFib/size=10-8   5000000   325 ns/op   16 B/op");
    test_ingest_drop(&r);
}

static void a_result_that_is_no_utf8_is_refused_with_its_place(void **state)
{
    (void)state;
    reading_result r = read_text(
        "BenchmarkX-8 100 12 ns/op\nBenchmarkX/\xC3\xA4\xB5-8 100 12 ns/op\n");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "a byte that is not UTF-8 in a result");
    assert_int_equal(r.error.line, 2);
    assert_int_equal(r.error.column, 13);
    test_ingest_drop(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(every_real_file_gives_its_points),
        cmocka_unit_test(names_are_taken_apart),
        cmocka_unit_test(gomaxprocs_is_a_fact_or_a_dimension),
        cmocka_unit_test(settings_that_differ_are_dimensions),
        cmocka_unit_test(metrics_come_in_any_order_and_without_ns),
        cmocka_unit_test(what_only_looks_like_a_setting_is_none),
        cmocka_unit_test(repeated_lines_are_samples_and_the_middle_one_speaks),
        cmocka_unit_test(what_a_terminal_would_not_show_changes_nothing),
        cmocka_unit_test(failed_and_skipped_benchmarks_are_points_with_their_reason),
        cmocka_unit_test(a_result_that_the_benchmark_printed_into_is_found_again),
        cmocka_unit_test(units_say_what_is_better_and_what_they_end_in),
        cmocka_unit_test(names_that_the_action_does_not_take_have_no_entry),
        cmocka_unit_test(a_package_that_the_name_says_is_not_added),
        cmocka_unit_test(a_result_that_ends_early_is_left_out_with_a_warning),
        cmocka_unit_test(a_file_without_a_result_says_what_was_looked_for),
        cmocka_unit_test(a_result_that_is_no_utf8_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
