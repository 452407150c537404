/* `go test -json`: events of several packages, results in pieces, and what goes wrong. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

#define EVENT(package, output)                                                        \
    "{\"Time\":\"2026-11-30T10:00:00Z\",\"Action\":\"output\",\"Package\":\"" package \
    "\",\"Output\":\"" output "\"}\n"

/* Two packages at once, names apart from their results, Go's own escapes in a name. */
static const char events[] =
    "{\"Time\":\"2026-11-30T10:00:00Z\",\"Action\":\"start\",\"Package\":\"m/a\"}\n" EVENT(
        "m/a", "goos: linux\\n") EVENT("m/a", "pkg: m/a\\n") EVENT("m/b", "goos: linux\\n")
        EVENT("m/b", "pkg: m/b\\n") EVENT("m/a", "BenchmarkFib/size=10-8   \\t")
            EVENT("m/b", "BenchmarkFib/size=10-8   \\t")
                EVENT("m/a", "    1000\\t       325.5 ns/op\\t      16 B/op\\n")
                    EVENT("m/b", "    2000\\t       111 ns/op\\n") EVENT(
                        "m/a", "BenchmarkSet/kind=Pair\\u003cint\\u003e-8 \\t 10\\t 7 ns/op\\n")
                        EVENT("m/b", "PASS\\n") "{\"Time\":\"2026-11-30T10:00:02Z\",\"Action\":"
                                                "\"pass\",\"Package\":\"m/b\",\"Elapsed\":1.5}\n";

/* What `go test` prints without -json, of the same run. */
static const char plain[] =
    "goos: linux\n"
    "pkg: m/a\n"
    "BenchmarkFib/size=10-8   \t    1000\t       325.5 ns/op\t      16 B/op\n"
    "BenchmarkSet/kind=Pair<int>-8 \t 10\t 7 ns/op\n"
    "goos: linux\n"
    "pkg: m/b\n"
    "BenchmarkFib/size=10-8   \t    2000\t       111 ns/op\n"
    "PASS\n";

static void put_points(const bd_run *run, bd_buf *out)
{
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *p = &run->points[i];
        bd_buf_printf(out, "%s %s %s %s", p->benchmark, p->metric, test_number(p->value), p->unit);
        for (size_t k = 0; k < p->params.count; k++)
            bd_buf_printf(out, " %s=%s", p->params.items[k].key, p->params.items[k].value);
        bd_buf_putc(out, '\n');
    }
    for (size_t i = 0; i < run->environment.count; i++)
        bd_buf_printf(out, "%s=%s\n", run->environment.items[i].key,
                      run->environment.items[i].value);
    test_put_compat(run, out);
}

static void events_say_what_the_plain_output_says(void **state)
{
    (void)state;
    static const char *const formats[] = { NULL, "go", "go-test" };
    bd_buf expected = BD_BUF_INIT;
    reading_result r = test_ingest_text(plain, "go");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 4);
    put_points(r.run, &expected);
    test_ingest_drop(&r);
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        bd_buf got = BD_BUF_INIT;
        r = test_ingest_text(events, formats[i]);
        assert_read(&r);
        assert_string_equal(r.run->format, "go");
        put_points(r.run, &got);
        assert_string_equal(bd_buf_text(&got), bd_buf_text(&expected));
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
    bd_buf_release(&expected);
}

static void a_value_stands_where_it_stands_in_the_event(void **state)
{
    (void)state;
    static const struct {
        const char *benchmark, *metric, *params, *text;
    } rows[] = {
        { "BenchmarkFib", "ns/op", "size=10 pkg=m/a", "325.5 ns" },
        { "BenchmarkFib", "B/op", "size=10 pkg=m/a", "16 B/op" },
        { "BenchmarkFib", "ns/op", "size=10 pkg=m/b", "111 ns" },
        { "BenchmarkSet", "ns/op", "kind=Pair<int> pkg=m/a", "7 ns" }, /* behind \u003c */
    };
    reading_result r = test_ingest_text(events, NULL);
    assert_read(&r);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        int line, column;
        const bd_point *p = test_find_point(r.run, rows[i].benchmark, rows[i].metric,
                                            rows[i].params);
        assert_non_null(p);
        test_place(events, rows[i].text, &line, &column);
        assert_int_equal(p->source.line, line);
        assert_int_equal(p->source.column, column);
    }
    test_ingest_drop(&r);
}

/* A log of GitHub's has a time before each line; lines of other programs stand between. */
static void events_are_found_in_a_log(void **state)
{
    (void)state;
    static const char text[] =
        "go: downloading example.org/x v1.2.3\n"
        "2026-11-30T23:01:02.1234567Z " EVENT(
            "m", "BenchmarkX-4 \\t 5\\t 12 ns/op\\n") "{\"level\":\"info\",\"message\":"
                                                      "\"BenchmarkY-4 5 13 ns/op\"}\n"
                                                      "\x1b[32m" EVENT(
                                                          "m", "BenchmarkZ-4 \\t 5\\t 14 ns/op\\n");
    reading_result r = test_ingest_text(text, NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2);
    int line, column;
    test_place(text, "12 ns", &line, &column);
    assert_int_equal(r.run->points[0].source.line, line);
    assert_int_equal(r.run->points[0].source.column, column);
    assert_int_equal(r.run->points[1].source.line, 4); /* its line, at least */
    test_ingest_drop(&r);
}

static void one_event_alone_is_known_by_its_content(void **state)
{
    (void)state;
    static const char text[] = EVENT("m", "BenchmarkX-4 \\t 5\\t 12 ns/op\\n");
    assert_string_equal(bd_format_detect(bd_str_of(text)), "go");
    reading_result r = test_ingest_text(text, NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    test_ingest_drop(&r);
}

static void failed_and_skipped_benchmarks_are_outcomes(void **state)
{
    (void)state;
    static const char text[] = EVENT("m", "--- FAIL: BenchmarkBad\\n")
        EVENT("m", "    x_test.go:9: no luck\\n") EVENT("m", "--- SKIP: BenchmarkNot\\n")
            EVENT("m", "FAIL\\tm\\t0.1s\\n");
    reading_result r = test_ingest_text(text, NULL);
    assert_read(&r);
    const bd_point *bad = test_find_point(r.run, "BenchmarkBad", "ns/op", NULL);
    assert_int_equal(bad->outcome, BD_OUTCOME_FAILED);
    assert_string_equal(bad->reason, "x_test.go:9: no luck");
    assert_int_equal(test_find_point(r.run, "BenchmarkNot", "ns/op", NULL)->outcome,
                     BD_OUTCOME_SKIPPED);
    const bd_diagnostic *warning = test_finding(
        &r.found, "tests of m failed: benchmarks of it may be missing");
    assert_int_equal(warning->error.line, 4);
    test_ingest_drop(&r);
}

static void a_log_that_was_cut_keeps_what_is_whole(void **state)
{
    (void)state;
    static const char whole[] = EVENT("m", "BenchmarkX-4 \\t 5\\t 12 ns/op\\n");
    for (size_t cut = 60; cut + 1 < sizeof whole; cut++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_puts(&text, whole);
        bd_buf_add(&text, whole, cut);
        reading_result r = test_ingest_bytes("log", bd_buf_str(&text), NULL);
        assert_read(&r);
        if (r.run->points[0].n != (cut + 2 == sizeof whole ? 2 : 1))
            fail_msg("cut at %zu: %d", cut, (int)r.run->points[0].n);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void what_is_wrong_is_told_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message, *hint;
        int line;
    } rows[] = {
        { EVENT("m", "PASS\\n"), "no result of go test -bench in it",
          "looked for lines such as: BenchmarkFib/size=10-8", 1 },
        { EVENT("m", "BenchmarkX-4 \\t 5\\t 12 ns/op\\n") "{\"Action\":\"output\",\"Package\":"
                                                          "\"m\",\"Output\":\"a\"\n\n",
          "the text ends inside the object", "", 2 },
        { EVENT("m", "BenchmarkX-4 \\t 5\\t 12 ns/op\\n") "{\"Action\":\"output\",\"Package\":"
                                                          "\"m\",\"Output\":5}\n",
          "expected a string, found 5", "", 2 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_text(rows[i].text, "go");
        assert_false(r.ok);
        if (!strstr(r.error.message, rows[i].message) || r.error.line != rows[i].line
            || !strstr(r.error.hint, rows[i].hint))
            fail_msg("%d: %s (%s)", r.error.line, r.error.message, r.error.hint);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_say_what_the_plain_output_says),
        cmocka_unit_test(a_value_stands_where_it_stands_in_the_event),
        cmocka_unit_test(events_are_found_in_a_log),
        cmocka_unit_test(one_event_alone_is_known_by_its_content),
        cmocka_unit_test(failed_and_skipped_benchmarks_are_outcomes),
        cmocka_unit_test(a_log_that_was_cut_keeps_what_is_whole),
        cmocka_unit_test(what_is_wrong_is_told_with_its_line),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
