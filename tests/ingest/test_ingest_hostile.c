/* Files as they really break: cut, saved as something else, mixed with bytes that are no
 * text, full of numbers that no clock shows. Every one is read or refused with its place. */
#include "tests/ingest/read.h"

#include <math.h>
#include <string.h>

/* A file of each kind with its value as 5.5. */
static const struct {
    const char *format, *text;
} files[] = {
    { "go", "BenchmarkA-8 100 5.5 ns/op\nBenchmarkB/k=1-8 9 7 ns/op 3 B/op\nPASS\n" },
    { "go", "{\"Action\":\"output\",\"Package\":\"m\",\"Output\":\"BenchmarkA-8 9 5.5 ns/op\\n\"}\n"
            "{\"Action\":\"output\",\"Package\":\"m\",\"Output\":\"PASS\\n\"}\n" },
    { "cargo", "test a ... bench: 5.5 ns/iter (+/- 1)\ntest b ... FAILED\n" },
    { "cargo",
      "{\"type\":\"bench\",\"name\":\"a\",\"median\":5.5,\"deviation\":1}\n{\"type\":\"x\"}\n" },
    { "criterion", "a/1  time:   [1.5 ns 5.5 ns 6.5 ns]\n   thrpt:  [1 MB/s 2 MB/s 3 MB/s]\n" },
    { "criterion", "{\"reason\":\"benchmark-complete\",\"id\":\"a\",\"unit\":\"ns\","
                   "\"mean\":{\"estimate\":5.5}}\n{\"reason\":\"x\"}\n" },
    { "benchmarkjs", "a x 5.5 ops/sec \xC2\xB1"
                     "1.00% (9 runs sampled)\nend\n" },
    { "benchmarkluau", "SUCCESS: a : 5.5ms +/- 1.0% on luau\nend\n" },
    { "catch2", "benchmark name  samples  iterations  est run time\n"
                "   mean   low mean   high mean\n   std dev   low std dev   high std dev\n"
                "--------------------------------\na  100  1  5 ms \n"
                "   5.5 ns   5.4 ns   5.6 ns \n   1 ns   1 ns   1 ns \n" },
    { "csv", "name,value,unit\na,5.5,ms\nb,6,ms\n" },
    { "custom",
      "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":5.5},\n{\"name\":\"b\",\"value\":1}]\n" },
    { "hyperfine", "{\"results\":[{\"command\":\"a\",\"mean\":5.5,\n\"user\":1,\"system\":1,"
                   "\"times\":[5,6]}]}\n" },
    { "pytest", "{\"benchmarks\":[{\"fullname\":\"a\",\"name\":\"a\",\"stats\":{\"mean\":5.5,"
                "\n\"rounds\":2}}]}\n" },
    { "googlecpp", "{\"context\":{},\n\"benchmarks\":[{\"name\":\"BM\",\"iterations\":1,"
                   "\"real_time\":5.5,\"cpu_time\":9,\"time_unit\":\"ns\"}]}\n" },
};

/* Read whole, or refused with file, place, words and nothing handed on. */
static void check(size_t file, const char *what, bd_str bytes, const char *format)
{
    reading_result r = test_ingest_bytes("results", bytes, format);
    bool told = r.error.line > 0 && r.error.message[0] && strcmp(r.error.file, "results") == 0
                && r.error.code == BD_ERR_INPUT;
    if (r.ok ? r.found.errors > 0 || r.runs.count == 0 : !told || r.runs.count > 0)
        fail_msg("%s %s: ok %d, %d:%d %s", files[file].format, what, r.ok, r.error.line,
                 r.error.column, r.error.message);
    test_ingest_drop(&r);
}

static void check_both(size_t file, const char *what, const bd_buf *bytes)
{
    check(file, what, bd_buf_str(bytes), NULL);
    check(file, what, bd_buf_str(bytes), files[file].format);
}

static void a_file_is_known_whole_and_survives_being_cut_anywhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(files); i++) {
        bd_str text = bd_str_of(files[i].text);
        const char *found = bd_format_detect(text);
        if (!found || strcmp(found, files[i].format) != 0)
            fail_msg("%s is taken for %s", files[i].format, found ? found : "nothing");
        reading_result whole = test_ingest_bytes("results", text, NULL);
        assert_read(&whole);
        test_ingest_drop(&whole);
        for (size_t cut = 0; cut < text.len; cut++) {
            check(i, "cut", bd_str_sub(text, 0, cut), NULL);
            check(i, "cut", bd_str_sub(text, 0, cut), files[i].format);
        }
    }
}

static void bytes_that_are_no_text_are_told(void **state)
{
    (void)state;
    static const char bytes[] = { '\0', '\x80', '\xFF', '\x1B', '\r' };
    for (size_t i = 0; i < BD_COUNT(files); i++)
        for (size_t b = 0; b < sizeof bytes; b++)
            for (size_t at = 0; files[i].text[at]; at++) {
                bd_buf text = BD_BUF_INIT;
                bd_buf_puts(&text, files[i].text);
                text.data[at] = bytes[b];
                check_both(i, "byte", &text);
                bd_buf_release(&text);
            }
}

static void another_encoding_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(files); i++)
        for (int mark = 0; mark < 2; mark++) {
            bd_buf wide = BD_BUF_INIT;
            if (mark)
                bd_buf_add(&wide, "\xFF\xFE", 2);
            for (const char *c = files[i].text; *c; c++) {
                bd_buf_putc(&wide, *c);
                bd_buf_putc(&wide, '\0');
            }
            reading_result r = test_ingest_bytes("results", bd_buf_str(&wide), NULL);
            assert_false(r.ok);
            if (!strstr(r.error.message, "UTF-16") && !strstr(r.error.hint, "UTF-16"))
                fail_msg("%s: %s (%s)", files[i].format, r.error.message, r.error.hint);
            test_ingest_drop(&r);
            bd_buf_release(&wide);
        }
}

/* Colours, a progress bar, CRLF: only of formats that a terminal shows. */
static void what_a_terminal_adds_changes_no_point(void **state)
{
    (void)state;
    static const char *const frames[][2] = { { "\x1b[1;32m", "\x1b[0m" },
                                             { "10%\r99%\r", "" },
                                             { "2026-11-30T23:01:02.1234567Z ", "\r" } };
    for (size_t i = 0; i < 9; i++)
        for (size_t f = 0; f < BD_COUNT(frames); f++) {
            bd_buf framed = BD_BUF_INIT;
            bd_str rest = bd_str_of(files[i].text), line;
            while (bd_str_split(&rest, '\n', &line) && rest.ptr)
                bd_buf_printf(&framed, "%s%.*s%s\n", frames[f][0], (int)line.len, line.ptr,
                              frames[f][1]);
            reading_result r = test_ingest_bytes("results", bd_buf_str(&framed), NULL);
            assert_read(&r);
            assert_string_equal(r.run->format, files[i].format);
            assert_true(bd_number_as_double(r.run->points[0].value) == 5.5);
            test_ingest_drop(&r);
            bd_buf_release(&framed);
        }
}

static void numbers_are_exact_or_told_and_never_others(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } rows[] = { { "1e999", INFINITY },
                 { "-0", 0 },
                 { "9007199254740993", 9007199254740992.0 },
                 { "1e-400", 0 },
                 { "NaN", NAN },
                 { "Infinity", INFINITY },
                 { "0x10", NAN },
                 { "1e", NAN },
                 { "--5", NAN },
                 { "99999999999999999999", 1e20 } };
    for (size_t i = 0; i < BD_COUNT(files); i++)
        for (size_t k = 0; k < BD_COUNT(rows); k++) {
            const char *at = strstr(files[i].text, "5.5");
            bd_buf text = BD_BUF_INIT;
            bd_buf_add(&text, files[i].text, (size_t)(at - files[i].text));
            bd_buf_printf(&text, "%s%s", rows[k].text, at + 3);
            check_both(i, rows[k].text, &text);
            reading_result r = test_ingest_bytes("results", bd_buf_str(&text), files[i].format);
            const bd_point *p = r.ok ? &r.run->points[0] : NULL;
            double got = p && p->value.kind != BD_NUMBER_NONE ? bd_number_as_double(p->value) : NAN;
            bool other = p && p->source.column == 1; /* it was passed over */
            if (!isnan(got) && got != rows[k].value && !(isnan(rows[k].value) || other))
                fail_msg("%s: %s is read as %g", files[i].format, rows[k].text, got);
            test_ingest_drop(&r);
            bd_buf_release(&text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_known_whole_and_survives_being_cut_anywhere),
        cmocka_unit_test(bytes_that_are_no_text_are_told),
        cmocka_unit_test(another_encoding_is_named),
        cmocka_unit_test(what_a_terminal_adds_changes_no_point),
        cmocka_unit_test(numbers_are_exact_or_told_and_never_others),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
