/* Which kind a chart becomes, what stands along its axis, and what each kind draws. */
#include "tests/view/chart_world.h"

#include <string.h>

#define INPUT "inputs: { s: { files: x } }\n"
#define A     "{ from: s, x: rows, y: \"{wall}\" "

/* wall of two backends by rows, in ms, with the rows in an order of no meaning. */
static void open_rows(view_world *w, const char *yaml, const char *const *rows, size_t count)
{
    view_open(w, yaml);
    bd_run *run = view_run(w, "s", "r.json", "cpu=X9 commit=0123456789abcdef");
    for (size_t i = 0; i < count; i++) {
        view_point(run, "b", "wall", bd_arena_printf(&w->arena, "rows=%s db=A", rows[i]),
                   bd_arena_printf(&w->arena, "%zu", 10 * (i + 1)), "ms");
        view_point(run, "b", "wall", bd_arena_printf(&w->arena, "rows=%s db=B", rows[i]),
                   bd_arena_printf(&w->arena, "%zu", 10 * (i + 1) + 5), "ms");
    }
    view_observe(w);
}

static bd_chart_kind kind_of(const char *keys, const char *const *rows, size_t count, bool *numeric)
{
    view_world w;
    bd_arena arena = BD_ARENA_INIT;
    open_rows(&w, bd_arena_printf(&arena, INPUT "charts: { c: " A "%s } }\n", keys), rows, count);
    bd_chart chart = view_chart_of(&w, "c");
    *numeric = chart.x.numeric;
    view_close(&w);
    bd_arena_release(&arena);
    return chart.kind;
}

static void three_numbers_are_a_line_and_names_are_bars(void **state)
{
    (void)state;
    static const char *const three[] = { "5", "100", "20" }, *const words[] = { "5", "100",
                                                                                "many" };
    static const struct {
        const char *keys;
        const char *const *rows;
        size_t count;
        bd_chart_kind kind;
        bool numeric;
    } cases[] = {
        { ", series: db", three, 3, BD_CHART_LINES, true },
        { ", series: db", three, 2, BD_CHART_BARS, false },
        { ", series: db", words, 3, BD_CHART_BARS, false },
        { ", series: db, kind: lines", words, 3, BD_CHART_LINES, false },
        { ", series: db, kind: lines", three, 1, BD_CHART_LINES, true },
        { ", series: db, kind: bars", three, 3, BD_CHART_BARS, false },
        { ", series: db, horizontal: yes", three, 3, BD_CHART_BARS, false },
        { ", series: db, kind: stacked, additive: wall", three, 3, BD_CHART_STACKED_BARS, false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bool numeric;
        bd_chart_kind kind = kind_of(cases[i].keys, cases[i].rows, cases[i].count, &numeric);
        if (kind != cases[i].kind || numeric != cases[i].numeric)
            fail_msg("%s: kind %d, %s", cases[i].keys, (int)kind, numeric ? "numeric" : "names");
    }
}

static void numbers_stand_by_size_and_names_as_the_configuration_orders_them(void **state)
{
    (void)state;
    static const char *const rows[] = { "5", "100", "20" };
    view_world w;
    open_rows(&w,
              INPUT "order: { db: [B, A], rows: [100] }\n"
                    "labels: { db: { A: Alpha }, rows: { 5: five } }\n"
                    "charts:\n  lines: " A ", series: db }\n"
                    "  bars: " A ", series: db, kind: bars }\n"
                    "  two: { from: s, x: [db, rows], y: \"{wall}\" }\n"
                    "  grid: { from: s, x: rows, y: \"{wall}\", grid: db }\n",
              rows, 3);
    assert_text(view_chart_numbers(&w, "lines"), "B: 100=25 5=15 20=35\n"
                                                 "Alpha: 100=20 5=10 20=30\n");
    assert_text(view_chart_numbers(&w, "bars"), "B: 100=25 five=15 20=35\n"
                                                "Alpha: 100=20 five=10 20=30\n");
    assert_text(
        view_chart_numbers(&w, "two"),
        ": B / 100=25 B / five=15 B / 20=35 Alpha / 100=20 Alpha / five=10 Alpha / 20=30\n");
    assert_text(view_chart_numbers(&w, "grid"), "(B)\n: 100=25 5=15 20=35\n"
                                                "(Alpha)\n: 100=20 5=10 20=30\n");
    view_close(&w);
}

static void commits_stand_in_the_order_they_were_measured(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, INPUT "charts:\n  c: { from: s, x: commit, y: \"{wall}\",\n"
                        "    annotations: { 2222222: faster } }\n");
    view_point(
        view_run(&w, "s", "a.json", "cpu=X commit=3333333333 measured_at=2026-03-03T00:00:00Z"),
        "b", "wall", "", "3", "ms");
    view_point(view_run(&w, "s", "b.json", "cpu=Y commit=9999999999"), "b", "wall", "", "9", "ms");
    view_point(
        view_run(&w, "s", "c.json", "cpu=X commit=1111111111 measured_at=2026-01-01T00:00:00Z"),
        "b", "wall", "", "1", "ms");
    view_point(
        view_run(&w, "s", "d.json", "cpu=X commit=2222222222 measured_at=2026-02-02T00:00:00Z"),
        "b", "wall", "", "2", "ms");
    view_observe(&w);
    assert_text(view_chart(&w, "c"),
                "lines 'wall by Commit'\nx 'Commit' ()\ny 'wall' (ms) numeric\n"
                ": 1111111=1 2222222=2 3333333=3 9999999=9\n"
                "place 1 faster\n"
                "4 commits · 2 CPUs · 2026-01-01 – 2026-03-03\n"
                "wall by Commit: 1 ms at 1111111 to 9 ms at 9999999; lower is better.\n");
    view_close(&w);
}

static void names_of_y_are_series_beside_those_of_dimensions(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, INPUT "charts:\n"
                        "  c: { from: s, x: rows, series: db, y: { Half: \"{t.p50}\", Most: "
                        "\"{t.p95}\" } }\n"
                        "  d: { from: s, x: db, y: { One: \"{t.median rows=1}\", Two: "
                        "\"{t.median rows=2}\" } }\n");
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    static const char *const samples[] = { "1 2 3 4", "10 20 30 40", "5 6 7 8", "50 60 70 80" };
    for (size_t i = 0; i < 4; i++)
        view_samples(
            run,
            view_point(run, "b", "t",
                       bd_arena_printf(&w.arena, "rows=%zu db=%c", 1 + i / 2, i % 2 ? 'B' : 'A'),
                       "", "ms"),
            samples[i]);
    view_observe(&w);
    assert_text(view_chart_numbers(&w, "c"), "A / Half: 1=2 2=6\nA / Most: 1=4 2=8\n"
                                             "B / Half: 1=20 2=60\nB / Most: 1=40 2=80\n");
    assert_text(view_chart_numbers(&w, "d"), "One: A=2 B=25\nTwo: A=6 B=65\n");
    view_close(&w);
}

static void many_gaps_are_counted_and_numbers_beside_a_colour_have_a_name(void **state)
{
    (void)state;
    view_world w;
    view_open(&w,
              INPUT "labels: { case: { 1: first } }\n"
                    "charts: { c: { from: s, x: db, y: \"{t}\", series: case, missing: gap } }\n");
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    view_point(run, "b", "t", "case=1 db=A", "1", "ms");
    view_point(run, "b", "t", "case=2 db=B", "2", "ms");
    view_point(run, "b", "t", "case=3 db=C", "3", "ms");
    view_observe(&w);
    assert_text(
        view_chart(&w, "c"),
        "bars 't by db'\nx 'db' ()\ny 't' (ms) numeric\n"
        "first: A=1 B=– C=–\ncase 2: A=– B=2 C=–\ncase 3: A=– B=– C=3\n"
        "note: Without a number: first / B, first / C, case 2 / A, case 2 / C; and 2 more.\n"
        "commit 0123456 · X\n"
        "t by db: lowest 1 ms (first / A), highest 3 ms (case 3 / C); lower is better.\n");
    view_close(&w);
}

/* ---- samples ---- */

static void open_samples(view_world *w)
{
    view_open(w, INPUT "charts:\n"
                       "  boxes: { kind: boxes, from: s, x: db, y: \"{t}\" }\n"
                       "  dots: { kind: scatter, from: s, x: rows, y: \"{t}\", series: db }\n"
                       "  one: { kind: distribution, from: s db=A, y: \"{t}\", budget: 2 us }\n"
                       "  two: { kind: distribution, from: s, y: \"{t}\", series: db }\n"
                       "  tail: { kind: percentiles, from: s, y: \"{t}\", series: db }\n"
                       "  points: { kind: scatter, from: s, x: db, y: \"{t.max}\" }\n");
    bd_run *run = view_run(w, "s", "r.json", "cpu=X commit=0123456789");
    bd_point *a = view_point(run, "b", "t", "rows=1 db=A", "", "ns");
    view_samples(run, a, "3000 1000 2000 4000");
    bd_point *b = view_point(run, "b", "t", "rows=2 db=B", "7000", "ns");
    static const double values[] = { 5000, 9000 };
    static const int64_t counts[] = { 3, 1 };
    b->histogram = (bd_histogram){ .values = values, .counts = counts, .count = 2 };
    view_observe(w);
}

static void samples_and_histograms_are_drawn_whole(void **state)
{
    (void)state;
    static const double a[] = { 3, 1, 2, 4 }, b[] = { 5, 5, 5, 9 };
    static const char *const names[] = { "boxes", "dots", "two", "tail" };
    view_world w;
    open_samples(&w);
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_chart chart = view_chart_of(&w, names[i]);
        bool bare = strcmp(names[i], "boxes") == 0; /* one series with two places */
        const bd_chart_series *series = chart.panels[0].series;
        const bd_chart_mark *first = &series[0].marks[0];
        const bd_chart_mark *second = bare ? &series[0].marks[1] : &series[1].marks[0];
        assert_int_equal(first->sample_count, 4);
        assert_int_equal(second->sample_count, 4);
        assert_memory_equal(first->samples, a, sizeof a); /* us, in the order they were made */
        assert_memory_equal(second->samples, b, sizeof b);
        assert_string_equal(first->text, "2.5");
        assert_string_equal(second->text, "5");
        assert_int_equal(first->source->number.as.i, 2500);
    }
    view_close(&w);
}

static void each_kind_of_samples_has_its_axes(void **state)
{
    (void)state;
    view_world w;
    open_samples(&w);
    assert_text(view_chart(&w, "one"),
                "distribution 't'\nx 't' (us) numeric\ny 'samples' () numeric\n"
                ": 0=2.5 of 4\nline 2 2 us\ncommit 0123456 · X\n"
                "t: median 2.5 us, p95 4 us, n = 4; lower is better.\n");
    assert_text(view_chart(&w, "two"),
                "distribution 't'\nx 't' (us) numeric\ny 'share of samples' (%) numeric\n"
                "A: 0=2.5 of 4\nB: 0=5 of 4\ncommit 0123456 · X\n"
                "t: A median 2.5 us, p95 4 us, n = 4; B median 5 us, p95 9 us, n = 4"
                "; lower is better.\n");
    assert_text(view_chart_numbers(&w, "dots"), "A: 1=2.5 of 4\nB: 2=5 of 4\n");
    assert_text(view_chart_numbers(&w, "points"), ": A=4 B=9\n");
    assert_text(view_chart_as_table(&w, "two"), "A|B\nmedian 2.5 us, n = 4|median 5 us, n = 4\n");
    assert_text(view_chart_as_table(&w, "dots"),
                "rows|A|B\n1|median 2.5 us, n = 4|–\n2|–|median 5 us, n = 4\n");
    view_close(&w);
}

static void percentiles_that_a_point_reports_are_marks(void **state)
{
    (void)state;
    static const bd_stat_value reported[] = {
        { .stat = { BD_STAT_PERCENTILE, 99900000 }, .number = { BD_NUMBER_INT, { .i = 300 } } },
        { .stat = { BD_STAT_MAX, 0 }, .number = { BD_NUMBER_INT, { .i = 900 } } },
        { .stat = { BD_STAT_PERCENTILE, 50000000 }, .number = { BD_NUMBER_INT, { .i = 20 } } },
    };
    view_world w;
    view_open(&w, INPUT "charts: { c: { kind: percentiles, from: s, y: \"{t}\" } }\n");
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    bd_point *p = view_point(run, "b", "t", "", "", "ms");
    p->reported = reported;
    p->reported_count = BD_COUNT(reported);
    view_observe(&w);
    assert_text(view_chart(&w, "c"),
                "percentiles 't'\nx 'percentile' () numeric\ny 't' (ms) numeric\n"
                ": 50=20 99.9=300\nnote: As the results report them: p50, p99.9.\n"
                "commit 0123456 · X\n"
                "t: 20 ms at p50 to 300 ms at p99.9; lower is better.\n");
    assert_text(view_chart_as_table(&w, "c"), "percentile|t\np50|20 ms\np99.9|300 ms\n");
    view_close(&w);
}

static void more_observations_than_can_be_drawn_are_drawn_as_percentiles(void **state)
{
    (void)state;
    static const double values[] = { 1, 2, 3 };
    static const int64_t counts[] = { 500000, 499000, 1000 };
    view_world w;
    view_open(&w, INPUT "charts:\n  tail: { kind: percentiles, from: s, y: \"{t}\" }\n"
                        "  spread: { kind: distribution, from: s, y: \"{t}\" }\n");
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    bd_point *p = view_point(run, "b", "t", "", "1.5", "ms");
    p->histogram = (bd_histogram){ .values = values, .counts = counts, .count = 3 };
    view_observe(&w);
    assert_text(view_chart_numbers(&w, "tail"),
                ": 0=1 25=1 50=1 75=2 90=2 95=2 99=2 99.9=2 99.99=3\n");
    assert_non_null(strstr(view_chart(&w, "spread"),
                           "chart 'spread': {t} has 1000000 observations; at most 200000 are drawn "
                           "(draw its percentiles: "));
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_numbers_are_a_line_and_names_are_bars),
        cmocka_unit_test(numbers_stand_by_size_and_names_as_the_configuration_orders_them),
        cmocka_unit_test(commits_stand_in_the_order_they_were_measured),
        cmocka_unit_test(names_of_y_are_series_beside_those_of_dimensions),
        cmocka_unit_test(many_gaps_are_counted_and_numbers_beside_a_colour_have_a_name),
        cmocka_unit_test(samples_and_histograms_are_drawn_whole),
        cmocka_unit_test(each_kind_of_samples_has_its_axes),
        cmocka_unit_test(percentiles_that_a_point_reports_are_marks),
        cmocka_unit_test(more_observations_than_can_be_drawn_are_drawn_as_percentiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
