/* BenchmarkTools' JSON: estimates, trials, groups in groups. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("julia_output.json", "julia"); /* in JavaScript's order of the keys */
}

static void an_estimate_gives_time_gc_memory_and_allocations(void **state)
{
    (void)state;
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/inputs/julia_output.json", test_shared("github-action-benchmark"));
    reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
    assert_read(&r);
    assert_string_equal(r.run->tool, "BenchmarkTools.jl 1.0.0");
    assert_string_equal(bd_pairs_get(&r.run->environment, "julia"), "1.7.0-rc3");
    assert_int_equal(r.run->point_count, 8); /* jq '[.. | .allocs? | numbers] | length' gives 2 */
    const bd_point *p = test_find_point(r.run, "fib/10", "time", "");
    assert_string_equal(test_number(p->value), "246.03846153846155");
    assert_string_equal(p->unit, "ns");
    assert_string_equal(p->source.path, "$[1][0][1].data.fib[1].data[\"10\"][1].time");
    assert_string_equal(test_find_point(r.run, "fib/20", "memory", "")->unit, "B");
    assert_string_equal(test_find_point(r.run, "fib/20", "allocs", "")->unit, "allocs");
    bd_buf_release(&path);
    test_ingest_drop(&r);
}

static const char trial[] =
    "[{\"Julia\": \"1.10.4\", \"BenchmarkTools\": \"1.5.0\"},\n"
    " [[\"BenchmarkGroup\", {\"tags\": [], \"data\": {\"b\": [\"BenchmarkGroup\", {\"data\": {\n"
    "   \"sum\": [\"BenchmarkTools.Trial\", {\"allocs\": 2, \"memory\": 160,\n"
    "     \"times\": [30.0, 10.0, 20.0], \"gctimes\": [0.0, 0.0, 1.0]}]}}]}}]]]\n";

static void a_trial_gives_its_samples_which_the_action_does_not_read(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(trial, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "b/sum", "time", "");
    assert_int_equal(p->samples.count, 3);
    assert_string_equal(test_number(p->value), "20");
    assert_int_equal(p->source.line, 4);
    assert_null(p->compat);
    assert_int_equal(test_find_point(r.run, "b/sum", "gctime", "")->n, 3);
    assert_string_equal(test_number(test_find_point(r.run, "b/sum", "allocs", "")->value), "2");
    test_ingest_drop(&r);
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "BenchmarkTools.Trial", "TrialRatio", "[\"TrialRatio", "$[1][0][1].data.b[1].data.sum",
          "expected a BenchmarkGroup, a TrialEstimate or a Trial", 0 },
        { "\"times\"", "\"times2\"", "{\"allocs", "$[1][0][1].data.b[1].data.sum[1]",
          "expected the member \"times\", which is not there", 0 },
        { "20.0]", "\"x\"]", "\"x\"]", "$[1][0][1].data.b[1].data.sum[1].times[2]",
          "expected a number, found the string \"x\"", 0 },
    };
    test_all_broken("results.json", trial, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(an_estimate_gives_time_gc_memory_and_allocations),
        cmocka_unit_test(a_trial_gives_its_samples_which_the_action_does_not_read),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
