/* The digest changes with everything that is shown, and with nothing else. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <string.h>

static bd_chart *example(bd_arena *arena, bd_chart_kind kind)
{
    static const char *const names[] = { "a", "b" };
    static const double y[] = { 1, 2 };
    bd_chart *chart = chart_new(arena, kind, "name");
    chart_categories(chart, arena, names, 2);
    chart->title = "title";
    chart->better = "better";
    chart->footer = "footer";
    chart->alt = "alt";
    chart_values(chart, arena, "series", NULL, y, 2);
    chart_line(chart, arena, 5, "line");
    static const double samples[] = { 1, 2, 3 };
    double *copy = bd_arena_copy(arena, samples, sizeof samples);
    chart->panels[0].series[0].marks[0].samples = copy;
    chart->panels[0].series[0].marks[0].sample_count = 3;
    const char *const notes[] = { "note" };
    chart->notes = bd_arena_copy(arena, notes, sizeof notes);
    chart->note_count = 1;
    return chart;
}

static bd_chart_mark *mark(bd_chart *c)
{
    return &c->panels[0].series[0].marks[0];
}

#define CHANGE(name, statement)   \
    static void name(bd_chart *c) \
    {                             \
        statement;                \
    }
CHANGE(kind, c->kind = c->kind == BD_CHART_BARS ? BD_CHART_STACKED_BARS : BD_CHART_BARS)
CHANGE(horizontal, c->horizontal = true)
CHANGE(band, c->band = true)
CHANGE(labels, c->value_labels = true)
CHANGE(title, c->title = "titles")
CHANGE(better, c->better = "")
CHANGE(direction, c->direction = BD_BIGGER_IS_BETTER)
CHANGE(footer, c->footer = "")
CHANGE(alt, c->alt = "")
CHANGE(language, c->language = "zh")
CHANGE(x_title, c->x.title = "x")
CHANGE(y_unit, c->y.unit = "ms")
CHANGE(y_log, c->y.log = true)
CHANGE(from_zero, c->y.from_zero = true)
CHANGE(group, c->y.group = "'")
CHANGE(point, c->x.point = ",")
CHANGE(category, c->x.categories[1] = "c")
CHANGE(fewer_categories, c->x.category_count = 1)
CHANGE(panel, c->panels[0].title = "p")
CHANGE(series, c->panels[0].series[0].name = "s")
CHANGE(fewer_marks, c->panels[0].series[0].mark_count = 1)
CHANGE(place, mark(c)->x = 0.5)
CHANGE(value, mark(c)->y = 1.0000000000000002)
CHANGE(gap, mark(c)->y = (double)NAN)
CHANGE(legend, c->legend[0] = "l")
CHANGE(line_value, c->lines[0].value = 6)
CHANGE(line_place, c->lines[0].at_place = true)
CHANGE(line_panel, c->lines[0].panel = 1)
CHANGE(apart, mark(c)->apart = true)
CHANGE(line_text, c->lines[0].text = "lines")
CHANGE(fewer_lines, c->line_count = 0)
CHANGE(note, c->notes[0] = "notes")
CHANGE(words, c->words.no_data = "nichts")
CHANGE(low, mark(c)->low = 0.5)
CHANGE(high, mark(c)->high = 1.5)
CHANGE(name, c->name = "other")
CHANGE(text, mark(c)->text = "1.0")
CHANGE(fewer_samples, mark(c)->sample_count = 2)

static bool changes(bd_chart_kind of, void (*change)(bd_chart *))
{
    bd_arena arena = BD_ARENA_INIT;
    bd_chart_options options = { 0 };
    bd_chart *chart = example(&arena, of);
    bd_digest before = bd_chart_digest(chart, &options, BD_CHART_PNG);
    change(chart);
    bd_digest after = bd_chart_digest(chart, &options, BD_CHART_PNG);
    bd_arena_release(&arena);
    return strcmp(before.hex, after.hex) != 0;
}

static void everything_that_is_shown_changes_it(void **state)
{
    (void)state;
    static void (*const shown[])(bd_chart *) = {
        line_place,  kind,   horizontal, band,      labels,           title,      better,
        direction,   footer, alt,        language,  x_title,          y_unit,     y_log,
        from_zero,   group,  point,      category,  fewer_categories, panel,      series,
        fewer_marks, place,  value,      gap,       legend,           note,       words,
        line_value,  low,    high,       line_text, fewer_lines,      line_panel, apart
    };
    for (size_t i = 0; i < BD_COUNT(shown); i++)
        if (!changes(BD_CHART_BARS, shown[i]))
            fail_msg("change %zu leaves the digest as it was", i);
    assert_true(changes(BD_CHART_SCATTER, fewer_samples));
    assert_true(changes(BD_CHART_BOXES, fewer_samples));
}

static void what_is_not_shown_does_not(void **state)
{
    (void)state;
    assert_false(changes(BD_CHART_BARS, name));
    assert_false(changes(BD_CHART_BARS, text)); /* without labels */
    assert_false(changes(BD_CHART_BARS, fewer_samples));
    assert_false(changes(BD_CHART_SCATTER, low));
}

static void options_and_format_are_part_of_it(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *chart = example(&arena, BD_CHART_BARS);
    const bd_chart_options options[] = {
        { 0 }, { .dark = true }, { .width_px = 600 }, { .height_px = 400 }, { .scale = 1 }
    };
    bd_digest digests[BD_COUNT(options) + 1];
    for (size_t i = 0; i < BD_COUNT(options); i++)
        digests[i] = bd_chart_digest(chart, &options[i], BD_CHART_PNG);
    digests[BD_COUNT(options)] = bd_chart_digest(chart, &options[0], BD_CHART_SVG);
    for (size_t i = 0; i < BD_COUNT(digests); i++)
        for (size_t k = i + 1; k < BD_COUNT(digests); k++)
            assert_string_not_equal(digests[i].hex, digests[k].hex);
    /* what is left out is what it stands for */
    const bd_chart_options said = { .width_px = 830, .scale = 2 };
    assert_string_equal(bd_chart_digest(chart, &said, BD_CHART_PNG).hex, digests[0].hex);
    bd_arena_release(&arena);
}

static void texts_do_not_run_into_each_other(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_chart *a = example(&arena, BD_CHART_BARS), *b = example(&arena, BD_CHART_BARS);
    a->title = "x\nbetter 1 y";
    a->better = "";
    b->title = "x";
    b->better = "y";
    bd_buf first = BD_BUF_INIT, second = BD_BUF_INIT;
    bd_chart_canonical(a, &first);
    bd_chart_canonical(b, &second);
    assert_string_not_equal(bd_buf_text(&first), bd_buf_text(&second));
    bd_buf_release(&first);
    bd_buf_release(&second);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_that_is_shown_changes_it),
        cmocka_unit_test(what_is_not_shown_does_not),
        cmocka_unit_test(options_and_format_are_part_of_it),
        cmocka_unit_test(texts_do_not_run_into_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
