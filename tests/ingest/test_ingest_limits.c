/* A hostile file must not take memory without end: how many results one may have. */
#include "tests/ingest/read.h"

#include <string.h>

/* More than two results each, and where the third stands. */
static const struct {
    const char *format, *text;
    int line;
} rows[] = {
    { "go", "BenchmarkA 1 1 ns/op\nBenchmarkB 1 1 ns/op\nBenchmarkB 1 2 ns/op\n", 3 },
    { "go", "BenchmarkA 1 1 ns/op 5 B/op\nBenchmarkB 1 1 ns/op\n", 2 },
    { "go", "--- SKIP: BenchmarkA\n--- SKIP: BenchmarkB\n--- SKIP: BenchmarkC\n", 3 },
    { "cargo",
      "test a ... bench: 1 ns/iter (+/- 0)\ntest b ... bench: 1 ns/iter (+/- 0)\n"
      "test a ... bench: 1 ns/iter (+/- 0)\n",
      3 },
    { "criterion",
      "a  time:   [1 ns 2 ns 3 ns]\nb  time:   [1 ns 2 ns 3 ns]\nc  time:   [1 ns 2 ns 3 ns]\n",
      3 },
    { "benchmarkjs",
      "a x 1 ops/sec \xC2\xB1"
      "1% (2 runs sampled)\nb x 1 ops/sec \xC2\xB1"
      "1% (2 runs sampled)\n"
      "c x 1 ops/sec \xC2\xB1"
      "1% (2 runs sampled)\n",
      3 },
    { "luau",
      "SUCCESS: a : 1.0ms +/- 1.0% on luau\nSUCCESS: b : 1.0ms +/- 1.0% on luau\n"
      "SUCCESS: c : 1.0ms +/- 1.0% on luau\n",
      3 },
    { "catch2",
      "<Catch2TestRun>\n<BenchmarkResults name=\"a\" samples=\"1\" iterations=\"1\"/>\n"
      "<BenchmarkResults name=\"b\" samples=\"1\" iterations=\"1\"/>\n"
      "<BenchmarkResults name=\"c\" samples=\"1\" iterations=\"1\"/>\n</Catch2TestRun>\n",
      4 },
    { "csv", "name,value\na,1\nb,2\nc,3\n", 4 },
    { "custom",
      "[{\"name\":\"a\",\"value\":1,\"unit\":\"s\"},\n{\"name\":\"b\",\"value\":1,\"unit\":\"s\"},"
      "\n"
      "{\"name\":\"c\",\"value\":1,\"unit\":\"s\"},\n{\"name\":\"d\",\"value\":1,\"unit\":\"s\"},\n"
      "{\"name\":\"e\",\"value\":1,\"unit\":\"s\"},\n{\"name\":\"f\",\"value\":1,\"unit\":\"s\"}]",
      3 },
    { "hyperfine", "{\"results\":[\n{\"command\":\"a\",\"mean\":1,\n\"user\":2,\n\"system\":3}]}",
      4 },
    { "pytest",
      "{\"benchmarks\":[\n{\"fullname\":\"a\",\"name\":\"a\",\"stats\":{\"mean\":1,\"rounds\":1}},"
      "\n"
      "{\"fullname\":\"b\",\"name\":\"b\",\"stats\":{\"mean\":1,\"rounds\":1}},\n"
      "{\"fullname\":\"c\",\"name\":\"c\",\"stats\":{\"mean\":1,\"rounds\":1}}]}",
      4 },
};

/* Nothing is read, and the third result is named. */
static void a_file_of_too_many_results_is_refused_whatever_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const bd_ingest_file file = { .path = "x", .bytes = bd_str_of(rows[i].text) };
        bd_ingest_input in = { .file = &file, .format = rows[i].format };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        test_ingest_drop(&r);
        in.max_points = 2;
        r = test_ingest_input(&in);
        assert_false(r.ok);
        assert_int_equal(r.runs.count, 0);
        if (strcmp(r.error.message, "more than 2 results in one file") != 0
            || r.error.line != rows[i].line || !strstr(r.error.hint, "split it"))
            fail_msg("%s: %d: %s", rows[i].format, r.error.line, r.error.message);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_too_many_results_is_refused_whatever_it_is),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
