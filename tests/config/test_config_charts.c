/* What a chart is told whose keys do not agree with each other. */
#include "tests/config/rows.h"

#define CHART(keys) \
    V "inputs: { j: { files: r.json } }\ncharts:\n  c: { from: j, y: \"{s}\", " keys " }\n"

static void keys_of_a_chart_that_contradict_each_other_are_told(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { CHART("series: a"), 4, 3, "the chart \"c\": it needs x", "x: rows" },
        { CHART("kind: boxes"), 4, 33, "it needs x", "x: commit" },
        { CHART("kind: distribution, x: a"), 4, 50, "distribution have no x", "series:" },
        { CHART("kind: percentiles, x: a"), 4, 49, "percentiles have no x", "grid:" },
        { CHART("x: a, log: z"), 4, 38, "\"z\" is no axis", "log: [x, y]" },
        { CHART("x: a, log: [y, q]"), 4, 42, "\"q\" is no axis", "log: y" },
        { CHART("x: a, kind: stacked, log: y"), 4, 53, "do not add up on a log axis",
          "kind: bars" },
        { CHART("x: a, error: maybe"), 4, 40, "error is confidence, or", "{wall.p5}" },
        { CHART("x: a, error: [\"{a}\"]"), 4, 42, "error is confidence, or", "{wall.p95}" },
        { CHART("x: a, error: [\"{a}\", b]"), 4, 42, "error is confidence, or", "confidence" },
        { CHART("x: a, kind: boxes, error: confidence"), 4, 53, "of kind boxes has no error bars",
          "lines and bars" },
        { CHART("x: a, band: yes"), 4, 3, "there is no error", "error: confidence" },
        { CHART("x: a, kind: bars, band: yes, error: confidence"), 4, 39,
          "of kind bars has no band", "lines" },
        { CHART("x: a, kind: lines, horizontal: yes"), 4, 39, "lines cannot be horizontal",
          "bars and stacked" },
        { CHART("x: a, budget: about 50"), 4, 41, "\"about 50\" does not begin with a number",
          "50 ms" },
        { CHART("x: a, budget: { 50 ms: tick, soon: x }"), 4, 56, "\"soon\" does not begin",
          "50 ms" },
        { CHART("x: a, change points: yes"), 4, 48, "change points belong to lines over commits",
          "x: commit" },
        { CHART("x: [commit, a], change points: yes"), 4, 58, "belong to lines over commits",
          "kind: lines" },
        { CHART("x: commit, kind: bars, change points: yes"), 4, 65, "belong to lines over",
          "kind: lines" },
        { CHART("x: commit, change points: no"), 4, 53, "not \"no\"", "leave the key out" },
        { CHART("x: commit, change points: 5"), 4, 53, "not \"5\"", "change points: 5%" },
        { CHART("x: commit, change points: -1%"), 4, 53, "not \"-1%\"", "change points: yes" },
        { CHART("x: commit, change points: 5 ms"), 4, 53, "not \"5 ms\"", "change points: 5%" },
        { CHART("x: commit, change points: yes, format: mermaid"), 4, 66,
          "Mermaid cannot draw change points", "png or svg" },
        { CHART("x: a, file: c.gif"), 4, 39, "the file \"c.gif\" is no picture", ".png or a .svg" },
        { CHART("x: a, file: c.png, format: svg"), 4, 39, "contradicts format: svg",
          "remove format" },
        { CHART("x: a, file: c.png, format: mermaid"), 4, 39, "mermaid is text", "remove file" },
        { V "inputs: { j: { files: r.json } }\ncharts:\n"
            "  a: { from: j, x: a, y: \"{s}\", file: d/c.png }\n"
            "  b: { from: j, x: a, y: \"{s}\", file: ./d/c.png }\n",
          5, 39, "\"./d/c.png\" is the file of \"a\", too", "its own file" },
    };
    check_rows(rows, BD_COUNT(rows));
}

static void charts_that_agree_with_themselves_are_no_errors(void **state)
{
    (void)state;
    static const char *const rows[] = {
        CHART("x: a"),
        CHART("kind: distribution, series: a"),
        CHART("x: rows, kind: lines, error: [\"{s.p5}\", \"{s.p95}\"], band: yes, log: [x, y]"),
        CHART("x: a, kind: bars, horizontal: yes, error: confidence, budget: \"1,000.5 ops/s\""),
        CHART("x: a, budget: { 50: a, -1e3 ms: b, 95%: c }"),
        CHART("x: a, file: c.svg, format: svg"),
        CHART("x: a, format: mermaid"),
        CHART("x: commit, change points: yes"),
        CHART("x: [commit], kind: lines, change points: 2.5 %"),
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_diagnostics found = errors_of(bd_str_of(rows[i]));
        if (found.count > 0)
            fail_msg("%s: %s", rows[i], found.items[0].error.message);
        bd_diagnostics_release(&found);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_a_chart_that_contradict_each_other_are_told),
        cmocka_unit_test(charts_that_agree_with_themselves_are_no_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
