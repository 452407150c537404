/* The front of the readers: detection, names of formats, bytes that are no results. */
#include "tests/ingest/read.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

static void every_format_is_described_and_named_once(void **state)
{
    (void)state;
    bd_map seen = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    assert_true(bd_format_count() >= 6);
    for (size_t i = 0; i < bd_format_count(); i++) {
        bd_format format = bd_format_at(i);
        bd_buf words = BD_BUF_INIT;
        bd_str rest, word;
        bool added;
        bd_buf_printf(&words, "%s %s", format.name, format.aliases);
        rest = (bd_str){ bd_arena_text(&arena, bd_buf_str(&words)), words.len };
        while (bd_str_split(&rest, ' ', &word)) {
            if (word.len == 0)
                continue;
            bd_map_put(&seen, word, i, &added);
            assert_true(added);
        }
        assert_true(strlen(format.summary) > 10);
        assert_null(strchr(format.summary, '\n'));
        const char *second = strchr(format.example, '\n');
        assert_non_null(second);
        assert_null(strchr(second + 1, '\n'));
        bd_buf_release(&words);
    }
    bd_map_release(&seen);
    bd_arena_release(&arena);
}

static void the_format_is_detected_by_content(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format; /* NULL: unknown */
    } rows[] = {
        { "[{\"benchmark\": \"b\", \"mode\": \"ss\", \"primaryMetric\": {}}]", "jmh" },
        { " \n[{\"benchmark\": \"b\", \"mode\": \"ss\"}]", "jmh" },
        { "\xEF\xBB\xBF[{\"name\": \"n\", \"value\": 1}]", "custom" },
        { "[{\"value\": NaN, \"name\": \"n\"}]", "custom" },
        { "[{\"name\": \"n\", \"value\": 1, \"primaryMetric\": {}}]", "jmh" },
        { "{\"runs\": [{\"points\": []}]}", "benchdoc" },
        { "{\"benchdoc.lock\": 1, \"runs\": []}", "benchdoc" },
        { "{\"runs\": [{\"results\": []}]}", NULL },
        { "[]", NULL },
        { "[1, 2]", NULL },
        { "[[\"BenchmarkGroup\", {}]]", NULL },
        { "{\"name\": \"n\", \"value\": 1}", NULL },
        { "hello", NULL },
        { "", NULL },
        { "[{\"name\": \"n\", \"value\": 1}", NULL },
        { "null", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const char *got = bd_format_detect(bd_str_of(rows[i].text));
        if (rows[i].format)
            assert_string_equal(got ? got : "(none)", rows[i].format);
        else
            assert_null(got);
    }
}

static void a_file_of_a_tool_that_is_not_read_names_the_tool(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tool;
    } rows[] = {
        { "{\"files\": [{\"filepath\": \"a.ts\", \"groups\": []}]}", "vitest bench" },
        { "{\"metrics\": {\"http_req_duration\": {\"values\": {}}}}", "k6" },
    };
    for (size_t r = 0; r < BD_COUNT(rows); r++) {
        reading_result got = test_ingest_text(rows[r].text, NULL);
        assert_false(got.ok);
        if (!strstr(got.error.message, rows[r].tool)
            || !strstr(got.error.hint, "a custom array, which is read"))
            fail_msg("%s: %s (%s)", rows[r].tool, got.error.message, got.error.hint);
        test_ingest_drop(&got);
    }
}

static void a_log_of_two_tools_is_refused_and_read_when_one_is_named(void **state)
{
    (void)state;
    static const char text[] = "BenchmarkX-8 100 12 ns/op\ntest a ... bench: 5 ns/iter (+/- 1)\n";
    static const char *const formats[] = { "go", "cargo" };
    reading_result got = test_ingest_text(text, NULL);
    assert_false(got.ok);
    assert_string_equal(got.error.message, "results of two formats: go and cargo");
    assert_string_equal(got.error.hint, "name the one to be read: --format go; as two inputs, one "
                                        "of each format, both are read");
    test_ingest_drop(&got);
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        got = test_ingest_text(text, formats[i]);
        assert_read(&got);
        assert_string_equal(got.run->format, formats[i]);
        assert_int_equal(got.run->point_count, 1);
        test_ingest_drop(&got);
    }
}

static void seeds_are_detected_as_what_they_are(void **state)
{
    (void)state;
    static const struct {
        const char *file, *format;
    } rows[] = {
        { "skript-orm/jmh/results.json", "jmh" },
        { "skript-orm/run-4/tick-report-MySQL/tick-results.json", "custom" },
        { "skript-orm/run-7/tick-report-MySQL/tick-results.json", "custom" },
        { "skript-orm/run-7/tick-report-MySQL/pipeline-results.json", "pipeline" },
        { "skript-orm/server-log/latest.log", "skriptorm-log" },
        { "skript-orm/statement-counts/MySQL-8.0/counts.json", "custom" },
        { "moongate/persistence-stress/report.json", "stress" },
        { "bluetape4k/reports/benchmarks/postgresR2dbc/2026-06-27T22.14.05.123456/benchmark.json",
          "jmh" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf path = BD_BUF_INIT;
        bd_buf_printf(&path, "%s/%s", test_shared("seeds"), rows[i].file);
        bd_buf bytes = test_read(bd_buf_text(&path));
        const char *got = bd_format_detect(bd_buf_str(&bytes));
        assert_string_equal(got ? got : "(none)", rows[i].format);
        bd_buf_release(&bytes);
        bd_buf_release(&path);
    }
}

/* Files of other formats: no reader may take them for its own. */
static void files_of_other_tools_are_not_taken_for_ours(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *ending;
    } rows[] = {
        { "real/benchmarkdotnet", ".json" }, { "real/googlebench", ".json" },
        { "real/pytest", ".json" },          { "real/hyperfine", ".json" },
        { "real/otava", ".json" },           { "real/cargo", ".txt" },
        { "real/catch2", ".txt" },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_names files = { 0 };
        test_shared_files(rows[i].folder, rows[i].ending, &arena, &files);
        for (size_t k = 0; k < files.count; k++) {
            static const char *const ours[] = {
                "jmh",           "custom",   "pipeline", "stress",
                "skriptorm-log", "benchdoc", "data.js",  "data.json"
            };
            bd_buf bytes = test_read(files.items[k]);
            const char *got = bd_format_detect(bd_buf_str(&bytes));
            for (size_t o = 0; got && o < BD_COUNT(ours); o++)
                assert_string_not_equal(got, ours[o]);
            bd_buf_release(&bytes);
        }
        bd_names_release(&files);
    }
    bd_arena_release(&arena);
}

static void bytes_that_are_no_results_are_named_with_the_remedy(void **state)
{
    (void)state;
    static const struct {
        bd_str bytes;
        const char *format, *message, *hint;
        bd_code code;
    } rows[] = {
        { { "", 0 }, NULL, "the file is empty", "benchmark", BD_ERR_INPUT },
        { { "\xEF\xBB\xBF \n", 5 }, NULL, "the file is empty", "benchmark", BD_ERR_INPUT },
        { { "\xFF\xFE[\0", 4 }, NULL, "UTF-16", "UTF-8", BD_ERR_INPUT },
        { { "\x1F\x8B\x08\0", 4 }, NULL, "gzip", "gunzip", BD_ERR_INPUT },
        { { "PK\x03\x04", 4 }, NULL, "ZIP", "unzip", BD_ERR_INPUT },
        { { "// x\nvar a = [];", 15 }, NULL, "JavaScript", "array", BD_ERR_INPUT },
        { { "export default [];", 18 }, "jmh", "JavaScript", "array", BD_ERR_INPUT },
        { { "[\n]", 3 }, NULL, "empty array", "--format jmh", BD_ERR_INPUT },
        { { "{\"a\": 1}", 8 }, NULL, "JSON, but not of a", "--format NAME", BD_ERR_INPUT },
        { { "plain words", 11 }, NULL, "not of a", "jmh, custom", BD_ERR_INPUT },
        { { "[1, 2", 5 }, NULL, "ends", "disk", BD_ERR_INPUT },
        { { "[{\"name\": \"a\", \"name\": \"b\"}]", 28 }, NULL, "name", "", BD_ERR_INPUT },
        { { "[]", 2 }, "custm", "unknown format \"custm\"", "did you mean custom?", BD_ERR_USAGE },
        { { "[]", 2 }, "xyz", "unknown format", "known: jmh", BD_ERR_USAGE },
        { { "{}", 2 }, "jmh", "array", "", BD_ERR_INPUT },
        { { "[]", 2 }, "benchdoc", "expected an object", "", BD_ERR_INPUT },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_bytes("r.json", rows[i].bytes, rows[i].format);
        assert_false(r.ok);
        assert_int_equal(r.error.code, rows[i].code);
        assert_string_equal(r.error.file, "r.json");
        if (!strstr(r.error.message, rows[i].message) || !strstr(r.error.hint, rows[i].hint))
            fail_msg("row %zu: %s [%s]", i, r.error.message, r.error.hint);
        if (rows[i].code == BD_ERR_INPUT)
            assert_true(r.error.line > 0 && r.error.column > 0);
        test_ingest_drop(&r);
    }
}

static void a_file_beyond_the_limit_is_refused_unread(void **state)
{
    (void)state;
    reading_result r = test_ingest_bytes("r.json", (bd_str){ "[1, 2, 3]", ((size_t)1 << 30) + 1 },
                                         NULL);
    assert_false(r.ok);
    assert_non_null(strstr(r.error.message, "larger than 1 GiB"));
    test_ingest_drop(&r);
}

static void an_empty_array_is_read_when_the_format_is_named(void **state)
{
    (void)state;
    static const char *const formats[] = { "jmh", "JMH", "kotlinx", "custom",
                                           "customSmallerIsBetter" };
    for (size_t i = 0; i < BD_COUNT(formats); i++) {
        reading_result r = test_ingest_text("[\n]\n", formats[i]);
        assert_read(&r);
        assert_int_equal(r.runs.count, 1);
        assert_int_equal(r.run->point_count, 0);
        test_ingest_drop(&r);
    }
}

static void a_log_whose_lines_begin_with_a_bracket_is_no_broken_json(void **state)
{
    (void)state;
    assert_string_equal(bd_format_detect(BD_STR("[12:00:00] [Server thread/INFO]: SKRIPTORM_BENCH "
                                                "write: rows=1\n")),
                        "skriptorm-log");
}

static void findings_of_others_and_runs_of_others_are_left_alone(void **state)
{
    (void)state;
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_ingest_file good = { .path = "g.json",
                            .bytes = BD_STR("[{\"name\": \"a\", \"value\": 1}]") };
    bd_ingest_file bad = { .path = "b.json",
                           .bytes = BD_STR("[{\"name\": \"a\", \"value\": 1}, 2]") };
    bd_ingest_input in = { .file = &bad };
    assert_false(bd_ingest(&in, &runs, &found));
    assert_int_equal(runs.count, 0);
    in.file = &good;
    assert_true(bd_ingest(&in, &runs, &found));
    assert_true(bd_ingest(&in, &runs, &found));
    assert_int_equal(runs.count, 2);
    assert_string_equal(runs.items[0]->id, runs.items[1]->id);
    in.file = &bad;
    assert_false(bd_ingest(&in, &runs, &found));
    assert_int_equal(runs.count, 2);
    assert_int_equal(found.errors, 2);
    bd_runs_release(&runs);
    bd_diagnostics_release(&found);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_described_and_named_once),
        cmocka_unit_test(the_format_is_detected_by_content),
        cmocka_unit_test(a_file_of_a_tool_that_is_not_read_names_the_tool),
        cmocka_unit_test(a_log_of_two_tools_is_refused_and_read_when_one_is_named),
        cmocka_unit_test(seeds_are_detected_as_what_they_are),
        cmocka_unit_test(files_of_other_tools_are_not_taken_for_ours),
        cmocka_unit_test(bytes_that_are_no_results_are_named_with_the_remedy),
        cmocka_unit_test(a_file_beyond_the_limit_is_refused_unread),
        cmocka_unit_test(an_empty_array_is_read_when_the_format_is_named),
        cmocka_unit_test(a_log_whose_lines_begin_with_a_bracket_is_no_broken_json),
        cmocka_unit_test(findings_of_others_and_runs_of_others_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
