/* Charts as text: Mermaid, and bars for a terminal. */
#include "tests/chart/sample_charts.h"
#include "tests/text/text_support.h"

#include <math.h>
#include <string.h>

/* ---- charts to render ---- */

static const char *const backends[] = { "SQLite", "Maria\"DB", "后端" };

static bd_chart *bars(bd_arena *arena)
{
    static const double write[] = { 40, 680.5, 12 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "bars");
    chart->title = "Write";
    chart_categories(chart, arena, backends, 3);
    chart->y = (bd_chart_axis){ .title = "wall", .unit = "ms" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart_values(chart, arena, "", NULL, write, 3);
    return chart;
}

static bd_chart *lines(bd_arena *arena)
{
    static const double x[] = { 10, 1000 }, jdbc[] = { 1.5, 30 }, r2dbc[] = { 2.25, 50 };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "lines");
    chart->x = (bd_chart_axis){ .title = "rows", .unit = "", .numeric = true, .log = true };
    chart->y = (bd_chart_axis){ .title = "wall", .unit = "ms" };
    chart_values(chart, arena, "JDBC", x, jdbc, 2);
    chart_values(chart, arena, "R2DBC", x, r2dbc, 2);
    return chart;
}

static void expect_mermaid(const bd_chart *chart, const char *want)
{
    bd_buf out = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_mermaid_chart(chart, &out, &err), &err);
    assert_str(bd_buf_str(&out), want);
    bd_buf_release(&out);
}

static void expect_terminal(const bd_chart *chart, size_t columns, const char *want)
{
    bd_buf out = BD_BUF_INIT;
    bd_terminal_chart(chart, columns, false, &out);
    assert_str(bd_buf_str(&out), want);
    bd_buf_release(&out);
}

/* ---- Mermaid ---- */

static void mermaid_draws_bars_from_zero_and_names_the_budget(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = bars(&arena);
    chart->horizontal = true;
    chart_line(chart, &arena, 50, "one tick");
    expect_mermaid(chart, "```mermaid\n"
                          "xychart-beta horizontal\n"
                          "  title \"Write\"\n"
                          "  x-axis [\"SQLite\", \"Maria#quot;DB\", \"后端\"]\n"
                          "  y-axis \"wall (ms)\" 0 --> 690\n"
                          "  bar [40, 680.5, 12]\n"
                          "  line [50, 50, 50]\n"
                          "```\n"
                          "\n50 ms: one tick\n"
                          "\nlower is better\n");
    bd_arena_release(&arena);
}

static void mermaid_lines_are_named_by_their_last_values_from_the_top(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    expect_mermaid(lines(&arena), "```mermaid\n"
                                  "xychart-beta\n"
                                  "  x-axis \"rows\" [\"10\", \"1,000\"]\n"
                                  "  y-axis \"wall (ms)\" 1 --> 51\n"
                                  "  line [1.5, 30]\n"
                                  "  line [2.25, 50]\n"
                                  "```\n"
                                  "\n1,000: R2DBC 50 ms, JDBC 30 ms\n");
    bd_arena_release(&arena);
}

static void mermaid_gives_each_series_of_bars_a_bar_of_its_own(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    static const double read[] = { 1, 2, 3e-7 };
    bd_chart *chart = bars(&arena);
    chart->panels[0].series[0].name = "write";
    chart_values(chart, &arena, "read", NULL, read, 3);
    chart->better = "";
    expect_mermaid(chart,
                   "```mermaid\n"
                   "xychart-beta\n"
                   "  title \"Write\"\n"
                   "  x-axis [\"SQLite · write\", \"SQLite · read\", \"Maria#quot;DB · write\", "
                   "\"Maria#quot;DB · read\", \"后端 · write\", \"后端 · read\"]\n"
                   "  y-axis \"wall (ms)\" 0 --> 690\n"
                   "  bar [40, 1, 680.5, 2, 12, 0.0000003]\n"
                   "```\n");
    bd_arena_release(&arena);
}

static void a_name_stays_in_its_quotation_marks(void **state)
{
    (void)state;
    static const struct {
        const char *title, *want;
    } rows[] = {
        { "a\"] %%{init: {}}%%", "  title \"a#quot;] #37;%{init: {}}#37;%\"\n" },
        { "`md` <b> #35;", "  title \"#96;md#96; #lt;b#gt; #35;35;\"\n" },
        { "a\nbar [1]\n```", "  title \"a bar [1] #96;#96;#96;\"\n" },
        { "5 % of \xe2\x80\xae", "  title \"5 % of \\u202E\"\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_buf out = BD_BUF_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_chart *chart = bars(&arena);
        chart->title = rows[i].title;
        assert_ok(bd_mermaid_chart(chart, &out, &err), &err);
        if (!strstr(bd_buf_text(&out), rows[i].want))
            fail_msg("want %s in %s", rows[i].want, bd_buf_text(&out));
        bd_buf_release(&out);
        bd_arena_release(&arena);
    }
}

static void make_gap(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->panels[0].series[0].marks[1].y = (double)NAN;
}

static void make_negative(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->panels[0].series[0].marks[1].y = -1;
}

static void make_spread(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->panels[0].series[0].marks[1].low = 1;
}

static void make_log(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->y.log = true;
}

static void make_stacked(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->kind = BD_CHART_STACKED_BARS;
}

static void make_boxes(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->kind = BD_CHART_BOXES;
}

static void make_annotation(bd_chart *chart, bd_arena *arena)
{
    chart_line(chart, arena, 1, "release");
    chart->lines[0].at_place = true;
}

static void make_break(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->kind = BD_CHART_LINES;
    chart->panels[0].series[0].marks[1].apart = true;
}

static void make_change(bd_chart *chart, bd_arena *arena)
{
    chart->changes = bd_arena_alloc(arena, sizeof *chart->changes);
    chart->change_count = 1;
}

static void make_empty(bd_chart *chart, bd_arena *arena)
{
    (void)arena;
    chart->panels[0].series_count = 0;
}

static void mermaid_refuses_what_it_would_draw_wrongly(void **state)
{
    (void)state;
    static const struct {
        void (*change)(bd_chart *chart, bd_arena *arena);
        const char *says;
    } rows[] = {
        { make_gap, "the gap at Maria\"DB" }, { make_negative, "negative bars" },
        { make_spread, "error bars" },        { make_log, "a logarithmic axis" },
        { make_stacked, "stacked bars" },     { make_boxes, "boxes" },
        { make_break, "the declared break" }, { make_change, "change points" },
        { make_annotation, "annotations" },   { make_empty, "a chart without a number" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_buf out = BD_BUF_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_chart *chart = bars(&arena);
        rows[i].change(chart, &arena);
        assert_false(bd_mermaid_chart(chart, &out, &err));
        assert_int_equal(err.code, BD_ERR_CONFIG);
        if (!strstr(err.message, rows[i].says) || !err.hint[0] || out.len > 0)
            fail_msg("row %zu: %s (%s)", i, err.message, err.hint);
        bd_buf_release(&out);
        bd_arena_release(&arena);
    }
}

/* ---- terminals ---- */

static void a_terminal_shows_bars_in_eighths_beside_names_of_any_script(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = bars(&arena);
    chart->footer = "commit 1";
    chart_line(chart, &arena, 500, "limit");
    /* 30 columns for 680.5: 40 is 1.76 of them, 12 is 0.53, the line stands in the 23rd */
    expect_terminal(chart, 50,
                    "Write\n"
                    "wall (ms), ↓ lower is better\n"
                    "\n"
                    "SQLite    █▊                    ┊            40 ms\n"
                    "Maria\"DB  ███████████████"
                    "███████████████  680.5 ms\n"
                    "后端      ▌                     ┊            12 ms\n"
                    "\n"
                    "┊ 500 ms: limit\n"
                    "commit 1\n");
    bd_arena_release(&arena);
}

static void below_zero_bars_run_to_the_left_and_a_gap_is_said(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    static const double change[] = { -10, 30, NAN };
    bd_chart *chart = chart_new(&arena, BD_CHART_BARS, "change");
    chart_categories(chart, &arena, backends, 3);
    chart->y.unit = "%";
    chart_values(chart, &arena, "", NULL, change, 3);
    /* 21 columns from -10 to 30: zero is at 5.25 */
    expect_terminal(chart, 40,
                    "%\n"
                    "\n"
                    "SQLite    █████│                   -10 %\n"
                    "Maria\"DB       ████████████████     30 %\n"
                    "后端           │                 no data\n");
    bd_arena_release(&arena);
}

static void a_log_axis_has_no_place_for_zero(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    static const double wall[] = { 1, 1000, 0 };
    bd_chart *chart = chart_new(&arena, BD_CHART_BARS, "log");
    chart_categories(chart, &arena, backends, 3);
    chart->y = (bd_chart_axis){ .title = "wall", .log = true };
    chart_values(chart, &arena, "", NULL, wall, 3);
    /* 26 columns for four decades, of which the smallest value has one */
    expect_terminal(chart, 42,
                    "wall, log\n"
                    "\n"
                    "SQLite    ██████▌                        1\n"
                    "Maria\"DB  █████████████"
                    "█████████████  1000\n"
                    "后端                                     0\n"
                    "\n"
                    "not on a log axis, being zero or less: 1\n");
    bd_arena_release(&arena);
}

static void samples_become_medians_percentiles_or_bins(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    static const double ten[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5 };
    static const struct {
        bd_chart_kind kind;
        const char *want[4];
    } rows[] = {
        { BD_CHART_BOXES, { "SQLite  ", "  5 ms (n 10)\n" } },
        { BD_CHART_PERCENTILES, { "p50 ", " 5 ms\np75", " 8 ms\np90", "max" } },
        { BD_CHART_DISTRIBUTION, { "≥ 0", "≥ 5", "≥ 10", " 1\n" } },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT;
        bd_chart *chart = chart_new(&arena, rows[i].kind, "samples");
        chart->y.unit = rows[i].kind == BD_CHART_DISTRIBUTION ? "" : "ms";
        if (rows[i].kind == BD_CHART_BOXES)
            chart_categories(chart, &arena, backends, 1);
        bd_chart_mark *mark = chart_series(chart, &arena, "", 1);
        mark->samples = ten;
        mark->sample_count = BD_COUNT(ten);
        bd_terminal_chart(chart, 60, false, &out);
        for (size_t k = 0; k < BD_COUNT(rows[i].want) && rows[i].want[k]; k++)
            if (!strstr(bd_buf_text(&out), rows[i].want[k]))
                fail_msg("row %zu: want '%s' in\n%s", i, rows[i].want[k], bd_buf_text(&out));
        bd_buf_release(&out);
    }
    bd_arena_release(&arena);
}

static void no_line_is_wider_than_the_terminal(void **state)
{
    (void)state;
    static const char *const names[] = { "org.example.benchmark.后端.Measure.insertAsynchron",
                                         "b" };
    static const double y[] = { 123456789.125, 5 };
    for (size_t columns = 40; columns < 200; columns += 7) {
        bd_arena arena = BD_ARENA_INIT;
        bd_buf out = BD_BUF_INIT;
        bd_chart *chart = chart_new(&arena, BD_CHART_BARS, "wide");
        chart_categories(chart, &arena, names, 2);
        chart->y.unit = "operations per second";
        chart_values(chart, &arena, "MariaDB 11.4 with a long name of its own", NULL, y, 2);
        chart_values(chart, &arena, "后端后端后端后端后端后端", NULL, y, 2);
        bd_terminal_chart(chart, columns, false, &out);
        bd_str rest = bd_buf_str(&out);
        for (bd_str line; bd_str_split(&rest, '\n', &line);)
            if (bd_display_width(line) > columns)
                fail_msg("%zu columns: %.*s", columns, (int)line.len, line.ptr);
        bd_buf_release(&out);
        bd_arena_release(&arena);
    }
}

static void colours_follow_the_series_and_names_cannot_send_them(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_chart *chart = lines(&arena);
    chart->title = "\033[31mred";
    bd_terminal_chart(chart, 60, true, &out);
    assert_true(bd_str_starts(bd_buf_str(&out), "\033[1m\\u001B[31mred\033[0m\n"));
    assert_non_null(strstr(bd_buf_text(&out), "JDBC   \033[34m"));
    assert_non_null(strstr(bd_buf_text(&out), "R2DBC  \033[33m"));
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mermaid_draws_bars_from_zero_and_names_the_budget),
        cmocka_unit_test(mermaid_lines_are_named_by_their_last_values_from_the_top),
        cmocka_unit_test(mermaid_gives_each_series_of_bars_a_bar_of_its_own),
        cmocka_unit_test(a_name_stays_in_its_quotation_marks),
        cmocka_unit_test(mermaid_refuses_what_it_would_draw_wrongly),
        cmocka_unit_test(a_terminal_shows_bars_in_eighths_beside_names_of_any_script),
        cmocka_unit_test(below_zero_bars_run_to_the_left_and_a_gap_is_said),
        cmocka_unit_test(a_log_axis_has_no_place_for_zero),
        cmocka_unit_test(samples_become_medians_percentiles_or_bins),
        cmocka_unit_test(no_line_is_wider_than_the_terminal),
        cmocka_unit_test(colours_follow_the_series_and_names_cannot_send_them),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
