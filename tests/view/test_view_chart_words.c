/* The words of a chart: titles, alternative texts, provenance and notes, in the languages
 * that benchdoc speaks. */
#include "tests/view/chart_world.h"

#include <string.h>

#define INPUT "inputs: { s: { files: x } }\n"

static const char charts[] =
    "charts:\n"
    "  bars: { from: s rows=1, x: db, y: \"{wall}\" }\n"
    "  lines: { from: s, x: rows, y: \"{wall}\", series: db, kind: lines }\n"
    "  gaps: { from: s, x: rows, y: \"{wall}\", series: db, kind: bars, missing: gap }\n"
    "  same: { from: s db=F, x: rows, y: \"{wall}\" }\n"
    "  one: { from: s db=A rows=1, x: db, y: \"{wall}\" }\n"
    "  boxes: { from: s, kind: boxes, x: db, y: \"{t}\" }\n"
    "  titled: { from: s db=A, x: rows, y: \"{wall}\", title: \"{db} on {cpu}\", x title: size,\n"
    "    y title: time, alt: \"A takes {wall rows=1}\", kind: lines }\n"
    "  error: { from: s db=A, x: rows, y: \"{wall}\", error: confidence, kind: lines }\n"
    "  spread: { from: s, kind: distribution, y: \"{u}\", series: db }\n"
    "  alone: { from: s db=A, kind: distribution, y: \"{u}\" }\n"
    "  tail: { from: s, kind: percentiles, y: \"{u}\", series: db }\n"
    "  stack: { from: s rows=1, kind: stacked, x: db, additive: [t, u], missing: gap,\n"
    "    y: { One: \"{t.median}\", Two: \"{u.median}\" } }\n"
    "  runs: { from: s, x: commit, y: \"{v}\" }\n"
    "  none: { from: s db=A, x: rows, y: \"{weight}\", kind: bars }\n";

static void open_world(view_world *w, const char *head, const char *language)
{
    static const char *const backends[] = { "A", "B", "C", "D", "E", "F", "G" };
    bd_arena arena = BD_ARENA_INIT;
    view_open(w, bd_arena_printf(&arena, "%s" INPUT "%s", head, charts));
    bd_arena_release(&arena);
    w->view.language = language;
    bd_run *run = view_run(w, "s", "r.json",
                           "cpu=X9 commit=0123456789 measured_at=2026-05-04T10:00:00Z");
    for (size_t i = 0; i < BD_COUNT(backends); i++)
        for (size_t rows = 1; rows <= 2; rows++) {
            bool flat = backends[i][0] == 'F', gap = backends[i][0] == 'G' && rows == 2;
            if (gap)
                continue;
            bd_point *p = view_point(
                run, "b", "wall", bd_arena_printf(&w->arena, "rows=%zu db=%s", rows, backends[i]),
                bd_arena_printf(&w->arena, "%zu", flat ? 5 : (i + 1) * 1000 * rows), "us");
            if (i == 0 && rows == 1) {
                p->low = bd_int(900);
                p->high = bd_int(1200);
            }
        }
    view_samples(run, view_point(run, "b", "t", "rows=1 db=A", "", "ms"), "1 2 3 4 5 6 7 8 9 90");
    view_samples(run, view_point(run, "b", "u", "rows=1 db=A", "", "ms"), "4 5 6");
    view_samples(run, view_point(run, "b", "u", "rows=1 db=B", "", "ms"), "7 8 9");
    view_point(run, "b", "weight", "rows=1 db=A", "3.5", "kg");
    view_point(run, "b", "weight", "rows=2 db=A", "4", "kg");
    view_point(run, "b", "v", "", "3", "x");
    run = view_run(w, "s", "q.json", "cpu=X8 commit=abcdefabcd measured_at=2026-05-05T10:00:00Z");
    view_point(run, "b", "v", "", "4", "x");
    view_observe(w);
}

static void alternative_texts_say_what_is_drawn(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "bars", "wall by db: lowest 0.005 ms (F), highest 7 ms (G); lower is better." },
        { "lines", "wall by rows: A 1 ms at 1 to 2 ms at 2; B 2 ms at 1 to 4 ms at 2; C 3 ms at 1 "
                   "to 6 ms at 2; D 4 ms at 1 to 8 ms at 2; E 5 ms at 1 to 10 ms at 2; and 2 more"
                   "; lower is better." },
        { "gaps", "wall by rows: lowest 0.005 ms (F / rows 1), highest 10 ms (E / rows 2); lower "
                  "is better." },
        { "same", "wall by rows: 5 us everywhere; lower is better." },
        { "one", "wall by db: 1 ms (A); lower is better." },
        { "boxes", "t by db: A median 5 ms, p95 90 ms, n = 10; lower is better." },
        { "titled", "A takes 1000 us" },
        { "none", "weight by rows: lowest 3.5 kg (rows 1), highest 4 kg (rows 2)." },
    };
    view_world w;
    open_world(&w, "", NULL);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_chart chart = view_chart_of(&w, rows[i][0]);
        assert_text(chart.alt, rows[i][1]);
        assert_string_equal(chart.footer, "commit 0123456 · X9 · 2026-05-04");
        assert_string_equal(chart.language, "en");
    }
    view_close(&w);
}

static void they_are_said_in_chinese(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "bars", "耗时（按后端）：最低 0.005 ms（F），最高 7 ms（G）；越低越好。" },
        { "lines", "耗时（按行数）：A 从 1 时的 1 ms 到 2 时的 2 ms；B 从 1 时的 2 ms 到 2 时的 4 "
                   "ms；C 从 1 时的 3 ms 到 2 时的 6 ms；D 从 1 时的 4 ms 到 2 时的 8 ms；E 从 1 "
                   "时的 5 ms 到 2 时的 10 ms；另有 2 项；越低越好。" },
        { "same", "耗时（按行数）：均为 5 us；越低越好。" },
        { "boxes", "t（按后端）：A 中位数 5 ms，p95 90 ms，n = 10；越低越好。" },
    };
    view_world w;
    open_world(&w,
               "languages: [en, zh]\ntitles: { db: Backend, rows: Rows }\n"
               "translations: { zh: { Backend: 后端, Rows: 行数, wall: 耗时 } }\n",
               "zh");
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_chart chart = view_chart_of(&w, rows[i][0]);
        assert_text(chart.alt, rows[i][1]);
        assert_string_equal(chart.footer, "提交 0123456 · X9 · 2026-05-04");
        assert_string_equal(chart.better, "越低越好");
        assert_string_equal(chart.language, "zh");
        assert_string_equal(chart.words.no_data, "无数据");
    }
    bd_chart gaps = view_chart_of(&w, "gaps");
    assert_int_equal(gaps.note_count, 1);
    assert_string_equal(gaps.notes[0], "没有数值：G / 2。");
    view_close(&w);
}

/* Every word of every kind of chart is there, so that nothing stays English. */
static void every_language_has_all_words(void **state)
{
    (void)state;
    static const char *const languages[] = { "en", "zh", "de", "ja", "ko", "fr", "zh-CN" };
    static const char *const names[] = { "bars", "lines", "gaps",  "same",
                                         "one",  "boxes", "error", "none" };
    for (size_t i = 0; i < BD_COUNT(languages); i++) {
        view_world w;
        bd_arena arena = BD_ARENA_INIT;
        open_world(&w, bd_arena_printf(&arena, "languages: [%s]\n", languages[i]), languages[i]);
        for (size_t k = 0; k < BD_COUNT(names); k++) {
            bd_chart chart = view_chart_of(&w, names[k]);
            assert_true(i == 0 || k == 4 || !strstr(chart.alt, "lowest"));
            assert_null(strchr(chart.alt, '{'));
            assert_null(strchr(chart.title, '{'));
            assert_null(strchr(chart.footer, '{'));
            assert_true(i == 0 || !strstr(chart.footer, "2 commits · 2 CPUs"));
            for (size_t n = 0; n < chart.note_count; n++)
                assert_null(strchr(chart.notes[n], '{'));
        }
        if (w.found.count > 0)
            fail_msg("%s: %s", languages[i], view_findings(&w));
        view_close(&w);
        bd_arena_release(&arena);
    }
}

static void titles_take_the_names_that_all_of_it_shares(void **state)
{
    (void)state;
    view_world w;
    open_world(&w, "", NULL);
    bd_chart chart = view_chart_of(&w, "titled");
    assert_string_equal(chart.title, "A on X9");
    assert_string_equal(chart.x.title, "size");
    assert_string_equal(chart.y.title, "time");
    view_close(&w);
    open_world(&w, "languages: [en, zh]\ntranslations: { zh: { size: 大小, time: 时间 } }\n", "zh");
    bd_chart said;
    assert_false(bd_view_chart(&w.view, bd_config_chart(w.config, "titled"), &said));
    const char *found = view_findings(&w);
    assert_non_null(strstr(found, "no translation into 'zh' for '{db} on {cpu}'"));
    assert_non_null(strstr(found, "no translation into 'zh' for 'A takes {wall rows=1}'"));
    assert_null(strstr(found, "'size'"));
    view_close(&w);
}

static void what_the_picture_leaves_out_is_noted(void **state)
{
    (void)state;
    view_world w;
    open_world(&w, "", NULL);
    bd_chart gaps = view_chart_of(&w, "gaps"), error = view_chart_of(&w, "error");
    assert_int_equal(gaps.note_count, 1);
    assert_string_equal(gaps.notes[0], "Without a number: G / 2.");
    assert_int_equal(error.note_count, 1);
    assert_string_equal(error.notes[0], "Results without an interval: 1.");
    const bd_chart_mark *marks = error.panels[0].series[0].marks;
    assert_true(marks[0].low == 0.9 && marks[0].high == 1.2);
    assert_true(marks[1].low != marks[1].low); /* not a number: there is none */
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alternative_texts_say_what_is_drawn),
        cmocka_unit_test(they_are_said_in_chinese),
        cmocka_unit_test(every_language_has_all_words),
        cmocka_unit_test(titles_take_the_names_that_all_of_it_shares),
        cmocka_unit_test(what_the_picture_leaves_out_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
