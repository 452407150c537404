/* What must hold against the baseline, and when it fails. */
#include "tests/view/gate_world.h"

#include "tests/support.h"

#include <string.h>

#define XEON "INTEL(R) XEON(R) PLATINUM 8573C"

/* ---- against the baseline ---- */

typedef struct change_row {
    const char *gate, *metric, *unit;
    double base, head;
    bool whole; /* both are integers */
    const char *state, *says;
} change_row;

static void check_changes(const change_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        gate_world g;
        const change_row *r = &rows[i];
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(&g, bd_arena_printf(&arena, GATES_V "%s%s%s", r->gate ? "gates: [ { " : "",
                                            r->gate ? r->gate : "", r->gate ? " } ]\n" : ""));
        gate_both(&g, r->metric, r->unit, r->whole ? bd_int((int64_t)r->base) : bd_double(r->base),
                  r->whole ? bd_int((int64_t)r->head) : bd_double(r->head));
        gate_now(&g);
        gate_expect(&g, r->state, r->says);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

static void without_gates_what_was_counted_must_not_get_worse(void **state)
{
    (void)state;
    static const change_row rows[] = {
        { NULL, "errors", "", 0, 0, true, "passed", "0 \xE2\x86\x92 0" },
        { NULL, "errors", "", 0, 1, true, "failed", "0 \xE2\x86\x92 1" },
        { NULL, "errors", "", 5, 4, true, "passed", "" },
        { NULL, "gc.alloc.rate.norm", "B/op", 24, 25, false, "passed", "24 \xE2\x86\x92 25 B/op" },
        { NULL, "gc.alloc.rate.norm", "B/op", 24, 32, false, "failed",
          "24 \xE2\x86\x92 32 B/op, +33.3 % more" },
        { NULL, "gc.alloc.rate.norm", "B/op", 32, 24, false, "passed", "" },
    };
    check_changes(rows, BD_COUNT(rows));
    /* which direction of `calls` is better is not known, and timings are none of its business */
    gate_world g;
    gate_world_open(&g, GATES_V);
    gate_both(&g, "calls", "", bd_int(1), bd_int(100));
    compare_point(g.w.bases.items[0], "b", "score", bd_double(1), "ms/op");
    compare_point(g.w.heads.items[0], "b", "score", bd_double(100), "ms/op");
    gate_now(&g);
    assert_int_equal(g.report.result_count, 0);
    gate_world_close(&g);
}

static void a_limit_is_kept_to_the_last_digit(void **state)
{
    (void)state;
    static const change_row rows[] = {
        { "metric: calls, grows at most: 1%", "calls", "", 100, 101, true, "passed", "" },
        { "metric: calls, grows at most: 1%", "calls", "", 100, 102, true, "failed",
          "100 \xE2\x86\x92 102, +2.0 % more" },
        { "metric: calls, grows at most: 1%", "calls", "", 100, 50, true, "passed", "" },
        { "metric: calls, grows at most: 0%", "calls", "", 1000000, 1000001, true, "failed", "" },
        { "metric: calls, grows at most: 1%", "calls", "", 0, 1, true, "failed",
          "0 \xE2\x86\x92 1" },
        { "metric: calls, shrinks at most: 5%", "calls", "", 100, 95, true, "passed", "" },
        { "metric: calls, shrinks at most: 5%", "calls", "", 100, 94, true, "failed", "-6.0 %" },
        { "metric: gc.alloc.rate.norm, grows at most: 8 B", "gc.alloc.rate.norm", "B/op", 24, 32,
          false, "passed", "" },
        { "metric: gc.alloc.rate.norm, grows at most: 8 B", "gc.alloc.rate.norm", "B/op", 24, 33,
          false, "failed", "" },
        { "metric: gc.alloc.rate.norm, grows at most: 1 KiB", "gc.alloc.rate.norm", "kB/op", 10,
          11.03, false, "failed", "" },
        /* beyond the limit, but within what the metric moves by itself */
        { "metric: gc.alloc.rate.norm, grows at most: 1%", "gc.alloc.rate.norm", "B/op", 24, 24.9,
          false, "passed", "" },
        { "metric: \"\xC2\xB7gc.alloc.rate.norm\", grows at most: 1%", "gc.alloc.rate.norm", "B/op",
          24, 32, false, "failed", "" },
        { "metric: [calls, score], grows at most: 1%", "calls", "", 100, 102, true, "failed", "" },
        { "suite: jmh, metric: calls, series: benchmark=b, grows at most: 1%", "calls", "", 100,
          102, true, "failed", "" },
    };
    check_changes(rows, BD_COUNT(rows));
}

static void timings_fail_with_evidence_only(void **state)
{
    (void)state;
    static const struct {
        const char *gate, *unit;
        double head;
        size_t samples; /* 0: one number a side */
        const char *state, *says;
    } rows[] = {
        { "slower at most: 10%", "ms/op", 112, 10, "failed", "Mann" },
        { "slower at most: 10%", "ms/op", 108, 10, "passed", "" },
        { "slower at most: 10%", "ms/op", 50, 10, "passed", "" },
        { "slower at most: 10%", "ops/s", 88, 10, "failed", "-12.0 % slower" },
        { "slower at most: 10%", "ops/s", 150, 10, "passed", "" },
        { "slower at most: 10%", "ms/op", 150, 0, "not judged", "one number a side" },
        { "slower at most: 10%", "ms/op", 150, 4, "not judged", "5 samples a side" },
        { "metric: score, grows at most: 10%", "ms/op", 112, 10, "failed", "Mann" },
        { "metric: score, shrinks at most: 10%", "ms/op", 88, 10, "failed", "faster" },
        { "metric: score, grows at most: 5 ms", "ms/op", 112, 10, "failed", "" },
        { "metric: score, grows at most: 20000 us", "ms/op", 112, 10, "passed", "" },
        /* 2 % is less than a timing must change to count at all */
        { "metric: score, grows at most: 1%", "ms/op", 102, 10, "passed", "less than 3 %" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(&g, bd_arena_printf(&arena, GATES_V "gates: [ { %s } ]\n", rows[i].gate));
        gate_both(&g, "score", rows[i].unit, bd_double(100), bd_double(rows[i].head));
        if (rows[i].samples > 0) {
            compare_samples(g.w.bases.items[0], &g.w.bases.items[0]->points[0], 100, 0.002,
                            rows[i].samples);
            compare_samples(g.w.heads.items[0], &g.w.heads.items[0]->points[0], rows[i].head, 0.002,
                            rows[i].samples);
        }
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

static void a_machine_without_a_baseline_fails_nothing(void **state)
{
    (void)state;
    gate_world g;
    gate_world_open(&g, GATES_V "gates: [ { slower at most: 1% } ]\n");
    compare_point(compare_run(&g.w.past, XEON, 1), "b", "score", bd_double(1), "ms/op");
    compare_point(compare_run(&g.w.heads, EPYC, 2), "b", "score", bd_double(1000), "ms/op");
    gate_now(&g);
    gate_expect(&g, "not judged", "no baseline on this CPU yet");
    gate_world_close(&g);
}

static void numbers_are_equal_as_long_as_a_fact_is(void **state)
{
    (void)state;
    static const struct {
        const char *gate, *before, *after;
        int64_t base, head;
        const char *state, *says;
    } rows[] = {
        { "equal while: [jdbc_driver]", "9.1", "9.1", 4, 4, "passed", "" },
        { "equal while: [jdbc_driver]", "9.1", "9.1", 4, 3, "failed", "4 \xE2\x86\x92 3" },
        { "equal while: [jdbc_driver]", "9.1", "9.2", 4, 3, "not judged",
          "jdbc_driver changed: 9.1 \xE2\x86\x92 9.2" },
        { "equal while: [jdbc_driver]", NULL, "9.2", 4, 3, "not judged",
          "jdbc_driver is not recorded by the baseline" },
        { "equal while: [cpu, jdbc_driver]", "9.1", "9.1", 4, 3, "failed", "" },
        { "metric: calls, grows at most: 1%, only while: jdbc_driver", "9.1", "9.1", 4, 5, "failed",
          "" },
        { "metric: calls, grows at most: 1%, only while: jdbc_driver", "9.1", "9.2", 4, 5,
          "not judged", "jdbc_driver changed" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(&g, bd_arena_printf(&arena, GATES_V "gates: [ { %s } ]\n", rows[i].gate));
        gate_both(&g, "calls", "", bd_int(rows[i].base), bd_int(rows[i].head));
        if (rows[i].before)
            gate_fact(&g.w.bases, "jdbc_driver", rows[i].before);
        gate_fact(&g.w.heads, "jdbc_driver", rows[i].after);
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

static void without_gates_another_jdk_is_not_held_against_the_code(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        const char *state, *says;
    } rows[] = {
        { "jdk", "not judged", "jdk changed: 1 \xE2\x86\x92 2" },
        { "kernel", "failed", "" }, /* does not change what a program counts */
        { "started_at", "failed", "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        gate_world_open(&g, GATES_V);
        gate_both(&g, "gc.alloc.rate.norm", "B/op", bd_double(24), bd_double(32));
        gate_fact(&g.w.bases, rows[i].key, "1");
        gate_fact(&g.w.heads, rows[i].key, "2");
        gate_now(&g);
        gate_expect(&g, rows[i].state, rows[i].says);
        gate_world_close(&g);
    }
}

/* ---- a ratio of the command line ---- */

static void an_alert_is_what_the_action_would_raise(void **state)
{
    (void)state;
    /* ratios of github-action-benchmark: current / previous, turned round where bigger is
     * better, 1 for 0 and 0, without bound from 0; an alert is strictly above */
    static const struct {
        const char *unit;
        double base, head, alert;
        const char *alone, *with_evidence; /* NULL: no such series */
    } rows[] = {
        { "ms", 100, 200, 2, "passed", "passed" },
        { "ms", 100, 201, 2, "failed", "not judged" },
        { "ms", 100, 10, 2, "passed", "passed" },
        { "ops/s", 100, 49, 2, "failed", "not judged" },
        { "ops/s", 100, 500, 2, "passed", "passed" },
        { "ms", 0, 0, 2, "passed", "passed" },
        { "ms", 0, 1, 2, "failed", "not judged" },
        { "ops/s", 1, 0, 2, "failed", "not judged" },
        { "ms", -1, 5, 2, "not judged", "not judged" },
        { "widgets", 1, 5, 2, NULL, NULL }, /* which direction is better is not known */
    };
    for (size_t i = 0; i < 2 * BD_COUNT(rows); i++) {
        gate_world g;
        bool alone = i % 2;
        const char *want = alone ? rows[i / 2].alone : rows[i / 2].with_evidence;
        gate_world_open(&g, GATES_V);
        gate_both(&g, "value", rows[i / 2].unit, bd_double(rows[i / 2].base),
                  bd_double(rows[i / 2].head));
        g.call.alert = rows[i / 2].alert;
        g.call.alert_alone = alone;
        gate_now(&g);
        if (want)
            gate_expect(&g, want, "");
        else
            assert_int_equal(g.report.result_count, 0);
        gate_world_close(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_gates_what_was_counted_must_not_get_worse),
        cmocka_unit_test(a_limit_is_kept_to_the_last_digit),
        cmocka_unit_test(timings_fail_with_evidence_only),
        cmocka_unit_test(a_machine_without_a_baseline_fails_nothing),
        cmocka_unit_test(numbers_are_equal_as_long_as_a_fact_is),
        cmocka_unit_test(without_gates_another_jdk_is_not_held_against_the_code),
        cmocka_unit_test(an_alert_is_what_the_action_would_raise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
