/* What a chart refuses, and what it says then. */
#include "tests/view/chart_world.h"

#include <string.h>

/* Two backends by rows; B has no number at 2, C refused it. Times beside a rate, sizes,
 * and parts of the wall time. */
static void open_world(view_world *w, const char *chart)
{
    bd_arena arena = BD_ARENA_INIT;
    view_open(w, bd_arena_printf(
                     &arena, "inputs: { s: { files: x } }\ncharts:\n  c: { from: s%s }\n", chart));
    bd_arena_release(&arena);
    bd_run *run = view_run(w, "s", "r.json", "cpu=X commit=0123456789");
    view_point(run, "b", "wall", "rows=1 db=A", "10", "ms");
    view_point(run, "b", "wall", "rows=2 db=A", "20", "ms");
    view_point(run, "b", "wall", "rows=1 db=B", "30", "ms");
    view_point(run, "b", "wall", "rows=1 db=C", "40", "ms");
    bd_point *refused = view_point(run, "b", "wall", "rows=2 db=C", "", "ms");
    refused->outcome = BD_OUTCOME_REFUSED;
    refused->reason = "over the limit";
    view_point(run, "b", "rate", "rows=1 db=A", "100", "ops/s");
    view_point(run, "b", "heap", "rows=1 db=A", "2048", "B");
    static const char *const parts[] = { "queue", "execution" };
    for (size_t i = 0; i < BD_COUNT(parts); i++) {
        bd_point *p = view_point(run, "b", parts[i], "rows=1 db=A", "", "ms");
        view_samples(run, p, "3 5 9");
        p = view_point(run, "b", parts[i], "rows=2 db=A", "", "ms");
        view_samples(run, p, "4 6 11");
    }
    view_observe(w);
}

typedef struct refusal {
    const char *chart; /* behind "from: s" */
    const char *says[4];
} refusal;

static void check(const refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        view_world w;
        open_world(&w, rows[i].chart);
        const char *found = view_chart(&w, "c");
        for (size_t k = 0; k < 4 && rows[i].says[k]; k++)
            if (!strstr(found, rows[i].says[k]))
                fail_msg("%s\ngot  %s\nwant %s", rows[i].chart, found, rows[i].says[k]);
        view_close(&w);
    }
}

static void a_place_without_a_number_is_named(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { ", x: rows, y: \"{wall}\", series: db",
          { "chart 'c', series B, at 2: no point fits {wall}", "`missing: gap`",
            "chart 'c', series C, at 2: {wall} has no number, the point is refused: over the limit "
            "(r.json:5:1)" } },
        { ", x: db, y: \"{wall}\", grid: rows",
          { "chart 'c', rows 2, at B: no point fits {wall}" } },
        { " db=C, kind: lines, x: rows, y: \"{wall}\"",
          { "chart 'c', at 2: {wall} has no number, the point is refused" } },
        { ", x: db, y: { W: \"{wall rows=1}\", R: \"{rate}\" }",
          { "chart 'c', series R, at B: no point fits {rate}" } },
    };
    check(rows, BD_COUNT(rows));
}

static void several_points_of_one_mark_are_told_apart(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { ", x: rows, y: \"{wall}\"",
          { "4:30: ", "chart 'c', at 1: 3 points fit {wall}: db is A, B, C",
            "give what differs to x:, series: or grid:" } },
        { ", kind: boxes, x: db, y: \"{queue}\"",
          { "chart 'c', at A: 2 points fit {queue}: rows is 1, 2" } },
    };
    check(rows, 1);
    check(rows + 1, 1);
}

static void names_that_mean_nothing_have_the_nearest(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { ", x: rows, y: \"{wal}\"", { "chart 'c': nothing here is called 'wal'", "'wall'" } },
        { ", x: row, y: \"{wall}\"", { "chart 'c': nothing here is called 'row'", "'rows'" } },
        { ", x: rows, series: dbs, y: \"{wall}\"",
          { "chart 'c': nothing here is called 'dbs'", "'db'" } },
        { ", x: rows, grid: dbx, y: \"{wall}\"", { "nothing here is called 'dbx'" } },
        { ", x: rows, y: \"{wall dx=1}\"", { "nothing here is called 'dx'" } },
        { " db=Z, x: rows, y: \"{wall}\"", { "no result of suite 's' has db=Z", "there is A" } },
        { " wall, x: rows, y: \"{wall}\"", { "from: takes a suite and conditions, not 'wall'" } },
        { " rows=1, x: db, series: outcomes, y: \"{wall}\"", { "is called 'outcomes'" } },
        { ", x: rows, y: \"{db}\"", { "y: {db} is no number but a name of the results" } },
        { ", x: rows, y: \"{wall} ms\"", { "y: takes one number, not \"{wall} ms\"" } },
        { ", x: rows, y: wall", { "y: takes one number, not \"wall\"", "in braces" } },
        { ", x: rows, y: \"{queue}\"",
          { "chart 'c', at 1: {queue} has several observations and needs its statistic" } },
    };
    check(rows, BD_COUNT(rows));
}

static void what_has_no_samples_is_not_drawn_as_samples(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { " rows=1, kind: boxes, x: db, y: \"{wall}\"",
          { "chart 'c', at A: {wall} has neither samples nor a histogram (r.json:1:1)" } },
        { " db=A, kind: percentiles, y: \"{queue.p95}\"",
          { "chart 'c': y: percentiles draws all samples, not the statistic {queue.p95}",
            "y: \"{queue}\"" } },
        { " db=C rows=2, kind: distribution, y: \"{wall}\"",
          { "chart 'c': {wall} has no samples, the point is refused: over the limit" } },
    };
    check(rows, BD_COUNT(rows));
}

static void units_that_do_not_convert_are_both_named(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { " db=A rows=1, x: db, y: { W: \"{wall}\", H: \"{heap}\" }",
          { "chart 'c', series H, at A: {heap}: 'B' and 'ms' do not belong on one axis",
            "draw two charts, each with a condition: unit=B, unit=ms" } },
        { " db=A rows=1, x: db, y: { W: \"{wall}\", R: \"{rate}\" }",
          { "series R, at A: {rate}: 'ops/s' and 'ms' do not belong",
            "a condition such as unit=ops/s; or say the unit that all shall have, number: \"0.0 "
            "ms" } },
        { " db=A rows=1, x: db, y: \"{wall}\", number: \"0.0 MiB\"", { "MiB", "ms", "at A" } },
        { " db=A, x: rows, y: \"{wall}\", budget: 5 MiB", { "chart 'c': budget: ", "MiB", "ms" } },
    };
    check(rows, BD_COUNT(rows));
}

static void parts_are_stacked_only_when_they_add_up(void **state)
{
    (void)state;
#define PARTS(stat) \
    " db=A, kind: stacked, x: rows, y: { Q: \"{queue" stat "}\", E: \"{execution" stat "}\" }"
    static const refusal rows[] = {
        { PARTS(".median"),
          { "4:28: chart 'c': 'queue' is not declared additive", "would be counted twice",
            "additive: [queue, execution]" } },
        { PARTS(".median") ", additive: queue", { "'execution' is not declared additive" } },
        { PARTS(".p95") ", additive: [queue, execution]",
          { "the p95 of parts does not add up to that of the whole, so {queue.p95} cannot" } },
        { PARTS(".max") ", additive: [queue, execution]", { "the max of parts does not add up" } },
        { PARTS(".min"), { "the min of parts does not add up" } },
        { " rows=1, kind: stacked, x: rows, series: db, y: \"{wall}\"",
          { "'wall' is not declared additive", "additive: [wall]" } },
    };
    check(rows, BD_COUNT(rows));
}

static void declared_parts_are_stacked_and_their_total_is_said(void **state)
{
    (void)state;
    view_world w;
    open_world(&w, PARTS(".median") ", additive: [queue, execution]");
    assert_text(view_chart(&w, "c"),
                "stacked 'Q + E by rows'\nx 'rows' ()\ny '' (ms) numeric\nQ: 1=5 2=6\nE: 1=5 2=6\n"
                "note: Medians of parts need not add up to the median of the whole.\n"
                "commit 0123456 · X\n"
                "Q + E by rows: lowest 10 ms (rows 1), highest 12 ms (rows 2); lower is better.\n");
    view_close(&w);
}

static void lines_across_must_be_on_an_axis(void **state)
{
    (void)state;
    static const refusal rows[] = {
        { " rows=1, x: db, y: \"{wall}\", annotations: { AA: here }",
          { "annotations: 'AA' is no place of the x axis", "there is A, B, C" } },
        { " db=A, kind: lines, x: rows, y: \"{wall}\", annotations: { soon: here }",
          { "annotations: the x axis holds numbers, and 'soon' is none" } },
        { " rows=1, x: db, y: \"{wall}\", log: x", { "log: x needs numbers along the axis" } },
        { " rows=1, x: db, y: \"{wall}\", error: confidence",
          { "error: no result reports an interval" } },
        { " db=A, x: rows, y: { Q: \"{queue.p50}\", E: \"{execution.p50}\" }, "
          "error: [\"{queue.min}\", \"{queue.max}\"]",
          { "error: [low, high] belongs to one y:, and there are 2" } },
        { " rows=1, x: db, y: \"{wall}\", title: \"{wall}\"",
          { "title: {wall} cannot stand there" } },
        { " rows=1, x: db, y: \"{wall}\", title: \"{db}\"",
          { "chart 'c', title: {db} is not one word: A and B" } },
    };
    check(rows, BD_COUNT(rows));
}

static void two_machines_do_not_meet_at_a_place(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { s: { files: x } }\ncharts:\n"
                  "  c: { from: s, x: rows, y: \"{wall}\", series: db }\n"
                  "  grid: { from: s, x: rows, y: \"{wall}\", grid: db }\n"
                  "  table: { from: s, x: rows, y: \"{wall}\", grid: db, one machine: table }\n"
                  "  no: { from: s, x: rows, y: \"{wall}\", series: db, one machine: no }\n");
    view_point(view_run(&w, "s", "a.json", "cpu=X commit=1111111"), "b", "wall", "rows=1 db=A", "1",
               "ms");
    view_point(view_run(&w, "s", "b.json", "cpu=Y commit=1111111"), "b", "wall", "rows=1 db=B", "2",
               "ms");
    view_observe(&w);
    assert_non_null(
        strstr(view_chart(&w, "c"), "chart 'c', at 1, mixes two CPUs: x (a.json) and y (b.json)"));
    assert_non_null(strstr(view_chart(&w, "table"), "chart 'table' mixes two CPUs"));
    assert_text(view_chart_numbers(&w, "grid"), "(A)\n: 1=1\n(B)\n: 1=2\n");
    assert_text(view_chart_numbers(&w, "no"), "A: 1=1\nB: 1=2\n");
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_place_without_a_number_is_named),
        cmocka_unit_test(several_points_of_one_mark_are_told_apart),
        cmocka_unit_test(names_that_mean_nothing_have_the_nearest),
        cmocka_unit_test(what_has_no_samples_is_not_drawn_as_samples),
        cmocka_unit_test(units_that_do_not_convert_are_both_named),
        cmocka_unit_test(parts_are_stacked_only_when_they_add_up),
        cmocka_unit_test(declared_parts_are_stacked_and_their_total_is_said),
        cmocka_unit_test(lines_across_must_be_on_an_axis),
        cmocka_unit_test(two_machines_do_not_meet_at_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
