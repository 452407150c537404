/* Change points and declared breaks of lines over commits. */
#include "tests/view/chart_world.h"
#include "tests/view/lock.h"

#include <string.h>

#define INPUT "inputs: { s: { files: x } }\n"
#define C     "{ from: s, x: commit, y: \"{wall}\", change points: yes "

enum { RUNS = 16 };

/* 10.0 to 10.2 ms before commit `step`, 50 % more from it on: of benchmark `name`. */
static void add_course(view_world *w, const char *name, size_t step, const char *const *cpus)
{
    for (size_t i = 0; i < RUNS; i++) {
        double value = (10 + (double)(i % 3) / 10) * (i < step ? 1 : 1.5);
        const char *cpu = cpus ? cpus[i % 2] : "cpu=X";
        bd_run *run = view_run(w, "s", bd_arena_printf(&w->arena, "%s%zu.json", name, i),
                               bd_arena_printf(&w->arena,
                                               "%s commit=c0ffee%02zu00 "
                                               "measured_at=2026-01-01T00:%02zu:00Z",
                                               cpu, i, i + 1));
        view_point(run, name, "wall", "", bd_arena_printf(&w->arena, "%.2f", value), "ms");
    }
}

static void open_course(view_world *w, const char *yaml, size_t step, const char *const *cpus)
{
    view_open(w, yaml);
    add_course(w, "b", step, cpus);
    view_observe(w);
}

static void a_step_is_a_line_a_text_and_a_range_of_commits(void **state)
{
    (void)state;
    view_world w;
    open_course(&w, INPUT "charts: { c: " C "} }\n", 8, NULL);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.change_count, 1);
    assert_string_equal(chart.changes[0].last, "c0ffee0700");
    assert_string_equal(chart.changes[0].first, "c0ffee0800");
    assert_int_equal(chart.changes[0].n_before, 8);
    assert_int_equal(chart.changes[0].n_after, 8);
    assert_close(chart.changes[0].mean_before, 10.0875, 1e-12);
    assert_true(chart.changes[0].p_value < 1e-9);
    assert_int_equal(chart.line_count, 1);
    assert_true(chart.lines[0].at_place && chart.lines[0].value == 8);
    assert_string_equal(chart.lines[0].text, "+50.2 %");
    assert_int_equal(chart.lines[0].panel, 0);
    assert_string_equal(chart.notes[0], "Change points, with their percentage: where a line "
                                        "changed and stayed changed (p < 0.001).");
    assert_string_equal(chart.alt, "wall by Commit: 10 ms at c0ffee0 to 15 ms at c0ffee1; change "
                                   "points: +50.2 % at c0ffee0; lower is better.");
    view_close(&w);
}

static void without_a_change_or_without_being_asked_there_is_none(void **state)
{
    (void)state;
    static const struct {
        const char *chart;
        size_t step;
        bool sought;
    } cases[] = {
        { C "}", RUNS, true },
        { "{ from: s, x: commit, y: \"{wall}\" }", 8, false },
        { "{ from: s, x: commit, y: \"{wall}\", change points: 60% }", 8, true },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        view_world w;
        bd_arena arena = BD_ARENA_INIT;
        open_course(&w, bd_arena_printf(&arena, INPUT "charts: { c: %s }\n", cases[i].chart),
                    cases[i].step, NULL);
        bd_chart chart = view_chart_of(&w, "c");
        assert_int_equal(chart.change_count, 0);
        assert_int_equal(chart.line_count, 0);
        assert_int_equal(chart.note_count, 0);
        assert_true(chart.changes_sought == cases[i].sought);
        bool said = strstr(chart.alt, "no change points") != NULL;
        assert_true(said == cases[i].sought);
        view_close(&w);
        bd_arena_release(&arena);
    }
}

static void series_are_named_and_meet_at_one_line(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, INPUT "charts: { c: " C ", series: benchmark } }\n");
    add_course(&w, "a", 8, NULL);
    add_course(&w, "b", 8, NULL);
    add_course(&w, "d", 4, NULL);
    view_observe(&w);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.change_count, 3);
    assert_int_equal(chart.line_count, 2);
    assert_string_equal(chart.lines[0].text, "a +50.2 %, b +50.2 %");
    assert_string_equal(chart.lines[1].text, "d +50.4 %");
    view_close(&w);
}

static void a_small_chart_has_its_own_lines(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, INPUT "charts: { c: " C ", grid: benchmark } }\n");
    add_course(&w, "a", 8, NULL);
    add_course(&w, "b", RUNS, NULL);
    add_course(&w, "d", 8, NULL);
    view_observe(&w);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.line_count, 2);
    assert_int_equal(chart.lines[0].panel, 1);
    assert_int_equal(chart.lines[1].panel, 3);
    assert_non_null(strstr(chart.alt, "a / +50.2 % at "));
    view_close(&w);
}

/* Two machines by turns, one half as fast: what alternates is no change. */
static void numbers_of_each_machine_are_looked_at_by_themselves(void **state)
{
    (void)state;
    static const char *const cpus[] = { "cpu=X1", "cpu=X2" };
    view_world w;
    view_open(&w, INPUT "charts: { c: " C "} }\n");
    for (size_t i = 0; i < 2 * RUNS; i++) {
        double value = (10 + (double)(i % 5) / 10) * (i % 2 ? 2 : 1)
                       * (i % 2 && i > RUNS ? 1.5 : 1);
        bd_run *run = view_run(&w, "s", bd_arena_printf(&w.arena, "%zu.json", i),
                               bd_arena_printf(&w.arena,
                                               "%s commit=c0ffee%02zu00 "
                                               "measured_at=2026-01-01T00:%02zu:00Z",
                                               cpus[i % 2], i, i + 1));
        view_point(run, "b", "wall", "", bd_arena_printf(&w.arena, "%.2f", value), "ms");
    }
    view_observe(&w);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.change_count, 1);
    assert_string_equal(chart.changes[0].first, "c0ffee1700");
    assert_string_equal(chart.changes[0].last, "c0ffee1500"); /* of the same machine */
    assert_non_null(strstr(chart.lines[0].text, "(X2)"));
    view_close(&w);
}

static void an_unknown_machine_equals_none_unless_machines_do_not_matter(void **state)
{
    (void)state;
    static const char *const none[] = { "", "" };
    view_world w;
    open_course(&w, INPUT "charts:\n  c: " C "}\n  any: " C ", one machine: no }\n", 8, none);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.change_count, 0);
    const char *said = view_findings(&w);
    assert_non_null(strstr(said, "chart 'c': change points: 16 results do not say on which CPU"));
    assert_non_null(strstr(said, "`one machine: no`"));
    chart = view_chart_of(&w, "any");
    assert_int_equal(chart.change_count, 1);
    assert_text(view_findings(&w), "");
    view_close(&w);
}

static size_t apart(const bd_chart *chart)
{
    const bd_chart_series *line = &chart->panels[0].series[0];
    size_t found = 0;
    for (size_t m = 0; m < line->mark_count; m++)
        found = line->marks[m].apart ? found * 100 + m : found;
    return found;
}

static void no_line_and_no_change_goes_across_a_break(void **state)
{
    (void)state;
    static const struct {
        const char *breaks;
        size_t apart, changes, lines;
    } cases[] = {
        { "{ suite: s, at: c0ffee08, why: other clock }", 8, 0, 1 },
        { "{ suite: s, at: c0ffee12, why: other clock }", 12, 1, 2 },
        { "{ suite: s, at: c0ffee00, why: from the start }", 0, 1, 1 },
        { "{ suite: t, at: c0ffee08, why: of another suite }", 0, 1, 1 },
        { "{ suite: s, at: c0ffee05, why: x }, { suite: s, at: c0ffee08, why: y }", 508, 0, 2 },
        { "{ suite: s, at: d0d0d0d, why: of a run that is not drawn }", 8, 0, 1 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        view_world w;
        bd_arena arena = BD_ARENA_INIT;
        view_open(&w, bd_arena_printf(&arena,
                                      "inputs: { s: { files: x }, t: { files: y } }\n"
                                      "breaks: [ %s ]\ncharts: { c: " C "} }\n",
                                      cases[i].breaks));
        add_course(&w, "b", 8, NULL);
        bd_run *other = view_run(&w, "s", "other.json",
                                 "cpu=Y commit=d0d0d0d0d0 measured_at=2026-01-01T00:08:30Z");
        view_point(other, "b", "memory", "", "1", "B");
        view_observe(&w);
        bd_chart chart = view_chart_of(&w, "c");
        assert_int_equal(apart(&chart), cases[i].apart);
        assert_int_equal(chart.change_count, cases[i].changes);
        assert_int_equal(chart.line_count, cases[i].lines);
        assert_text(view_findings(&w), "");
        view_close(&w);
        bd_arena_release(&arena);
    }
}

/* Counts that never vary: 8 bytes of 30000 are a change, and so is the first one of all. */
static void small_changes_and_those_from_nothing_have_their_text(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *text;
    } cases[] = {
        { "30000", "30008", "+0.03 %" }, { "30008", "30000", "-0.03 %" },
        { "1000", "1001", "+0.1 %" },    { "1000", "1010.4", "+1.0 %" },
        { "0", "12", "0 → 12" },         { "12", "0", "-100.0 %" },
        { "-10", "-5", "+50.0 %" },      { "1", "2501", "+250,000.0 %" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        view_world w;
        view_open(&w, INPUT "charts: { c: " C "} }\n");
        for (size_t k = 0; k < RUNS; k++) {
            bd_run *run = view_run(&w, "s", bd_arena_printf(&w.arena, "%zu.json", k),
                                   bd_arena_printf(&w.arena,
                                                   "cpu=X commit=c0ffee%02zu00 "
                                                   "measured_at=2026-01-01T00:%02zu:00Z",
                                                   k, k));
            view_point(run, "b", "wall", "", k < 7 ? cases[i].before : cases[i].after, "");
        }
        view_observe(&w);
        bd_chart chart = view_chart_of(&w, "c");
        assert_int_equal(chart.change_count, 1);
        assert_string_equal(chart.changes[0].text, cases[i].text);
        view_close(&w);
    }
}

static void a_break_that_nobody_measured_is_told(void **state)
{
    (void)state;
    view_world w;
    open_course(&w,
                INPUT "breaks: [ { suite: s, at: d0d0d0d, why: other clock } ]\n"
                      "charts: { c: " C "} }\n",
                8, NULL);
    assert_int_equal(view_chart_of(&w, "c").change_count, 1);
    assert_text(
        view_findings(&w),
        "warning: 3:27: chart 'c': no result of s is of the commit d0d0d0d, so that its break is "
        "not shown (at: the first measured commit with the new meaning)\n");
    view_close(&w);
    open_course(&w,
                INPUT "breaks: [ { suite: s, at: c0ffe, why: too short } ]\n"
                      "charts: { c: " C "} }\n",
                8, NULL);
    assert_int_equal(view_chart_of(&w, "c").change_count, 1);
    assert_non_null(strstr(view_findings(&w), "(at: the first seven characters of the commit"));
    view_close(&w);
}

/* What is written into documents is a function of benchdoc.lock. */
static void the_lock_gives_the_same_chart(void **state)
{
    (void)state;
    static const char yaml[] = INPUT "breaks: [ { suite: s, at: d0d0d0d, why: other clock } ]\n"
                                     "charts: { c: " C ", series: benchmark } }\n";
    view_world w, again;
    bd_buf lock = BD_BUF_INIT, first = BD_BUF_INIT, second = BD_BUF_INIT;
    view_open(&w, yaml);
    add_course(&w, "a", 5, NULL);
    add_course(&w, "b", 11, NULL);
    view_point(
        view_run(&w, "s", "other.json", "cpu=Y commit=d0d0d0d0d0 measured_at=2026-01-01T00:08:30Z"),
        "a", "memory", "", "1", "B");
    view_observe(&w);
    bd_chart chart = view_chart_of(&w, "c");
    assert_int_equal(chart.change_count, 2);
    assert_int_equal(chart.line_count, 3);
    bd_chart_canonical(&chart, &first);
    lock_write(&w, &lock);
    lock_open(&again, yaml, &lock, true);
    chart = view_chart_of(&again, "c");
    bd_chart_canonical(&chart, &second);
    lock_assert_same("chart", "c", &first, &second);
    view_close(&w);
    view_close(&again);
    bd_buf_release(&lock);
    bd_buf_release(&first);
    bd_buf_release(&second);
}

static void bars_that_a_query_makes_have_no_change_points(void **state)
{
    (void)state;
    view_world w;
    bd_chart_config wishes = { .change_points = { .text = "yes" } };
    open_course(&w, INPUT, 8, NULL);
    assert_non_null(strstr(view_query_chart(&w, "s", &wishes), "change points"));
    view_close(&w);
    static const char *const rows[] = { "1", "2" };
    view_open(&w, INPUT);
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        view_point(run, "b", "wall", bd_arena_printf(&w.arena, "rows=%s", rows[i]), "1", "ms");
    view_observe(&w);
    assert_non_null(strstr(view_query_chart(&w, "s", &wishes),
                           "change points belong to lines over commits (kind: lines, x: commit)"));
    view_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_a_line_a_text_and_a_range_of_commits),
        cmocka_unit_test(without_a_change_or_without_being_asked_there_is_none),
        cmocka_unit_test(series_are_named_and_meet_at_one_line),
        cmocka_unit_test(a_small_chart_has_its_own_lines),
        cmocka_unit_test(numbers_of_each_machine_are_looked_at_by_themselves),
        cmocka_unit_test(an_unknown_machine_equals_none_unless_machines_do_not_matter),
        cmocka_unit_test(no_line_and_no_change_goes_across_a_break),
        cmocka_unit_test(small_changes_and_those_from_nothing_have_their_text),
        cmocka_unit_test(a_break_that_nobody_measured_is_told),
        cmocka_unit_test(the_lock_gives_the_same_chart),
        cmocka_unit_test(bars_that_a_query_makes_have_no_change_points),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
