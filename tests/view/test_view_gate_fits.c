/* Which results a gate is about; one that is about none is a mistake. */
#include "tests/view/gate_world.h"

#include "tests/support.h"

#include <string.h>

/* ---- what fits nothing ---- */

static void a_gate_that_fits_nothing_is_an_error_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        int line, column;
        const char *message, *hint;
    } rows[] = {
        { GATES_V "gates: [ { suite: jhm, errors: 0 } ]\n", 3, 19,
          "no results here are of suite 'jhm'", "there is: jmh" },
        { GATES_V "gates: [ { suite: jmh, error: 0 } ]\n", 3, 24,
          "no result here has the metric 'error', so that this gate could never fail",
          "did you mean 'errors'?" },
        { GATES_V "gates: [ { metric: scor, grows at most: 1% } ]\n", 3, 20, "the metric 'scor'",
          "did you mean 'score'?" },
        { GATES_V "gates: [ { errors: 0, series: benchmark=c } ]\n", 3, 31,
          "no series here meets 'benchmark=c'", "benchdoc fields" },
        { GATES_V "gates: [ { errors: 0, series: \"benchmark=\" } ]\n", 3, 0, "series: ", "" },
        { GATES_V "gates: [ { errors: 0, series: read rows=5 } ]\n", 3, 31,
          "series takes conditions, key=value, and \"read\" is none", "metric: wall" },
        { GATES_V "gates: [ { metric: score, equal while: [jdbc] } ]\n", 3, 40,
          "no run here says 'jdbc', so that this gate could never fail", "did you mean 'jdbc2'?" },
        { GATES_V "gates: [ { metric: score, at most: 5 } ]\n", 3, 36,
          "the limit says no unit, and the metric has one: 'ms/op'", "for example: 5 ms/op" },
        { GATES_V "gates: [ { metric: score, at most: 5 MB } ]\n", 3, 36,
          "the limit is in 'MB', and the metric in 'ms/op', which do not convert", "same kind" },
        { GATES_V "gates: [ { metric: score, at most: 5 ops/s } ]\n", 3, 36, "which do not convert",
          "" },
        { GATES_V "gates: [ { metric: score, grows at most: 5 MB } ]\n", 3, 42,
          "which do not convert", "1%" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        gate_world_open(&g, rows[i].yaml);
        size_t warned = g.w.found.count;
        gate_both(&g, "score", "ms/op", bd_double(1), bd_double(9));
        compare_point(g.w.heads.items[0], "b", "errors", bd_int(0), "");
        gate_fact(&g.w.heads, "jdbc2", "1");
        assert_false(gate_try(&g));
        if (g.w.found.count <= warned)
            fail_msg("row %zu: nothing was found", i);
        const bd_error *err = &g.w.found.items[warned].error;
        if (!strstr(err->message, rows[i].message) || !strstr(err->hint, rows[i].hint)
            || err->line != rows[i].line || (rows[i].column && err->column != rows[i].column))
            fail_msg("row %zu: %d:%d: %s → %s", i, err->line, err->column, err->message, err->hint);
        gate_world_close(&g);
    }
}

static void of_named_results_only_some_gates_are_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *gates;
        bd_gate_scope scope;
        bool ok;
        size_t unjudged;
    } rows[] = {
        { "{ errors: 0 }, { suite: tick, verified: true }", BD_GATE_WHOLE, false, 0 },
        { "{ errors: 0 }, { suite: tick, verified: true }", BD_GATE_PART, true, 1 },
        { "{ errors: 0 }, { verified: true }", BD_GATE_PART, true, 1 },
        { "{ errors: 0 }, { suite: jmh, verified: true }", BD_GATE_PART, false, 0 },
        { "{ suite: tick, verified: true }", BD_GATE_PART, false, 0 }, /* nothing at all */
        { "{ suite: tick, verified: true }", BD_GATE_PAST, true, 0 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        gate_world g;
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(&g, bd_arena_printf(&arena, GATES_V "gates: [ %s ]\n", rows[i].gates));
        compare_point(compare_run(&g.w.heads, EPYC, 2), "b", "errors", bd_int(0), "");
        g.call.scope = rows[i].scope;
        if (gate_try(&g) != rows[i].ok)
            fail_msg("row %zu", i);
        assert_int_equal(g.report.counts[BD_GATE_NOT_JUDGED], rows[i].unjudged);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

static void numbers_that_never_gate_do_not(void **state)
{
    (void)state;
    static const char *const gates[] = { "", "gates: [ { metric: errors, grows at most: 0% }, "
                                             "{ complete: true } ]\n" };
    for (size_t i = 0; i < BD_COUNT(gates); i++) {
        gate_world g;
        bd_arena arena = BD_ARENA_INIT;
        gate_world_open(
            &g,
            bd_arena_printf(&arena, "version: 1\ninputs: { jmh: { files: r, gate: never } }\n%s",
                            gates[i]));
        gate_both(&g, "errors", "", bd_int(0), bd_int(9));
        g.call.scope = BD_GATE_PAST;
        gate_now(&g);
        assert_int_equal(g.report.result_count, 0);
        gate_world_close(&g);
        bd_arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gate_that_fits_nothing_is_an_error_at_its_place),
        cmocka_unit_test(of_named_results_only_some_gates_are_asked_for),
        cmocka_unit_test(numbers_that_never_gate_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
