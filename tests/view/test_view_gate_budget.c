/* What must hold whatever was before, and until when not. */
#include "tests/view/gate_world.h"

#include "tests/support.h"

#include <string.h>

#define NONE BD_NUMBER_NOTHING

/* ---- whatever was before ---- */

static void a_budget_needs_no_baseline(void **state)
{
    (void)state;
    static const struct {
        const char *gate, *metric, *unit;
        bd_number head;
        const char *state, *says;
    } rows[] = {
        { "errors: 0", "errors", "", { BD_NUMBER_INT, { .i = 0 } }, "passed", "0" },
        { "errors: 0", "errors", "", { BD_NUMBER_INT, { .i = 2 } }, "failed", "2" },
        { "errors: 0, only while: [jdk]",
          "errors",
          "",
          { BD_NUMBER_INT, { .i = 2 } },
          "failed",
          "2" },
        { "committed: \">= 1\"", "committed", "", { BD_NUMBER_INT, { .i = 1 } }, "passed", "1" },
        { "committed: \"> 1\"", "committed", "", { BD_NUMBER_INT, { .i = 1 } }, "failed", "1" },
        { "verified: true", "verified", "bool", { BD_NUMBER_INT, { .i = 1 } }, "passed", "" },
        { "verified: true", "verified", "bool", { BD_NUMBER_INT, { .i = 0 } }, "failed", "" },
        { "metric: wall, at most: 50 ms",
          "wall",
          "ns",
          { BD_NUMBER_INT, { .i = 50000000 } },
          "passed",
          "50000000 ns" },
        { "metric: wall, at most: 50 ms",
          "wall",
          "ns",
          { BD_NUMBER_INT, { .i = 50000001 } },
          "failed",
          "50000001 ns" },
        { "wall: \"< 50 ms\"", "wall", "ns", { BD_NUMBER_INT, { .i = 50000000 } }, "failed", "" },
        { "metric: rate, at least: \"1,000 ops/s\"",
          "rate",
          "ops/ms",
          { BD_NUMBER_DOUBLE, { .d = 1.0 } },
          "passed",
          "" },
        { "metric: rate, at least: 1000 ops/s",
          "rate",
          "ops/ms",
          { BD_NUMBER_DOUBLE, { .d = 0.999 } },
          "failed",
          "0.999 ops/ms" },
        { "metric: wall, at most: 0", "wall", "ns", { BD_NUMBER_INT, { .i = 1 } }, "failed", "" },
        { "metric: wall, at most: 5 s", "wall", "ns", NONE, "failed", "it has no number" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(&g, bd_arena_printf(&arena, GATES_V "gates: [ { %s } ]\n", rows[i].gate));
        compare_point(compare_run(&g.w.heads, NULL, 2), "b", rows[i].metric, rows[i].head,
                      rows[i].unit);
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

static void a_budget_can_be_of_a_statistic(void **state)
{
    (void)state;
    gate_world g;
    gate_world_open(&g, GATES_V "gates:\n"
                                "  - { metric: latency.p90, at most: 9 ms }\n"
                                "  - { latency.max: \"<= 9 ms\" }\n"
                                "  - { latency.n: 10 }\n"
                                "  - { latency: \"<= 9 ms\" }\n");
    bd_run *run = compare_run(&g.w.heads, EPYC, 2);
    bd_point *p = compare_point(run, "b", "latency", (bd_number)NONE, "ms");
    int64_t *ms = bd_arena_alloc(&run->arena, 10 * sizeof *ms);
    for (int i = 0; i < 10; i++)
        ms[i] = i + 1;
    p->samples = (bd_samples){ .ints = ms, .count = 10 };
    gate_now(&g);
    assert_int_equal(g.report.result_count, 4);
    assert_int_equal(g.report.results[0].state, BD_GATE_PASSED);
    assert_string_equal(g.report.results[0].value, "9 ms");
    assert_int_equal(g.report.results[1].state, BD_GATE_FAILED);
    assert_string_equal(g.report.results[1].value, "10 ms");
    assert_int_equal(g.report.results[2].state, BD_GATE_PASSED);
    assert_int_equal(g.report.results[3].state, BD_GATE_FAILED);
    assert_non_null(strstr(g.report.results[3].why, "latency.p99"));
    gate_world_close(&g);
}

static void what_declined_as_it_should_breaks_no_budget(void **state)
{
    (void)state;
    static const struct {
        bd_outcome outcome;
        const char *state, *says;
    } rows[] = {
        { BD_OUTCOME_REFUSED, "not judged", "refused: over the limit" },
        { BD_OUTCOME_SKIPPED, "not judged", "skipped" },
        { BD_OUTCOME_FAILED, "failed", "failed: over the limit" },
        { BD_OUTCOME_INCOMPLETE, "failed", "incomplete" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        gate_world_open(&g, GATES_V "gates: [ { metric: wall, at most: 1 s } ]\n");
        bd_point *p = compare_point(compare_run(&g.w.heads, EPYC, 2), "b", "wall", (bd_number)NONE,
                                    "ns");
        p->outcome = rows[i].outcome;
        p->reason = "over the limit";
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        gate_world_close(&g);
    }
}

static void a_run_that_is_incomplete_fails_where_it_must_be_complete(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        gate_world g;
        gate_world_open(&g, GATES_V "gates: [ { suite: jmh, complete: true } ]\n");
        bd_run *run = compare_run(&g.w.heads, EPYC, 2);
        compare_point(run, "b", "score", bd_double(1), "ms/op");
        run->outcome = whole ? BD_OUTCOME_OK : BD_OUTCOME_INCOMPLETE;
        run->reason = whole ? NULL : "2 of 3 phases";
        gate_now(&g);
        gate_expect(&g, whole ? "passed" : "failed", whole ? "" : "2 of 3 phases");
        assert_string_equal(g.report.gates[0].text, "jmh: complete");
        gate_world_close(&g);
    }
}

static void of_several_runs_each_keeps_to_a_budget(void **state)
{
    (void)state;
    gate_world g;
    gate_world_open(&g, GATES_V "gates: [ { errors: 0 } ]\n");
    compare_point(compare_run(&g.w.heads, EPYC, 1), "b", "errors", bd_int(0), "");
    compare_point(compare_run(&g.w.heads, EPYC, 2), "b", "errors", bd_int(3), "");
    compare_point(compare_run(&g.w.heads, EPYC, 3), "b", "errors", bd_int(0), "");
    gate_now(&g);
    gate_expect(&g, "failed", "3");
    assert_ptr_equal(g.report.results[0].run, g.w.heads.items[1]);
    gate_world_close(&g);
}

/* ---- expiry ---- */

static void an_accepted_failure_fails_again_after_its_day(void **state)
{
    (void)state;
    static const struct {
        int64_t now;
        int64_t errors;
        const char *state, *says;
    } rows[] = {
        { 0, 1, "accepted", "1" },
        /* date -ud 2027-01-01 +%s */
        { INT64_C(1798761600) * 1000000000 - 1, 1, "accepted", "1" },
        { INT64_C(1798761600) * 1000000000, 1, "failed",
          "accepted until 2026-12-31, which is over" },
        { 0, 0, "passed", "" },
        { INT64_MAX, 0, "passed", "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        gate_world_open(&g, GATES_V
                        "gates: [ { errors: 0, accepted until: 2026-12-31, why: the driver } ]\n");
        compare_point(compare_run(&g.w.heads, EPYC, 2), "b", "errors", bd_int(rows[i].errors), "");
        g.call.now_ns = rows[i].now;
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        assert_string_equal(g.report.gates[0].why, "the driver");
        gate_world_close(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_needs_no_baseline),
        cmocka_unit_test(a_budget_can_be_of_a_statistic),
        cmocka_unit_test(what_declined_as_it_should_breaks_no_budget),
        cmocka_unit_test(a_run_that_is_incomplete_fails_where_it_must_be_complete),
        cmocka_unit_test(of_several_runs_each_keeps_to_a_budget),
        cmocka_unit_test(an_accepted_failure_fails_again_after_its_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
