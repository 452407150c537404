/* Inputs that break other programs' charts: each has a defined picture. And labels, which
 * never meet, over charts made at random. */
#include "tests/chart/chart_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bd_chart_kind kinds[] = { BD_CHART_BARS,       BD_CHART_STACKED_BARS,
                                       BD_CHART_LINES,      BD_CHART_SCATTER,
                                       BD_CHART_BOXES,      BD_CHART_DISTRIBUTION,
                                       BD_CHART_PERCENTILES };

static void lay_out(bd_chart *chart, double width, const char *what)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_scene scene = chart_scene(&arena);
    bd_chart_layout(chart, width, 0, &scene);
    assert_true(isfinite(scene.height) && scene.height > 50);
    chart_check_scene(&scene, what);
    chart_check_labels(&scene, what);
    bd_scene_release(&scene);
    bd_arena_release(&arena);
}

/* A chart of a kind, of the same values for all: as marks and as samples. */
static bd_chart *of_kind(bd_arena *arena, bd_chart_kind kind, const double *values, size_t count)
{
    bd_chart *chart = chart_new(arena, kind, "extreme");
    bool categories = kind != BD_CHART_LINES && kind != BD_CHART_DISTRIBUTION
                      && kind != BD_CHART_PERCENTILES;
    chart->title = "extreme";
    chart->value_labels = true;
    const char **names = bd_arena_alloc(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = bd_arena_printf(arena, "category %zu", i);
    if (categories)
        chart_categories(chart, arena, names, count);
    bool raw = kind == BD_CHART_DISTRIBUTION || kind == BD_CHART_PERCENTILES;
    chart_values(chart, arena, "values", NULL, values, count);
    chart_values(chart, arena, "again", NULL, values, count);
    for (size_t s = 0; s < 2; s++)
        for (size_t m = 0; m < count; m++) {
            bd_chart_mark *mark = &chart->panels[0].series[s].marks[m];
            bool first = raw && m == 0;
            mark->samples = first ? values : &values[m];
            mark->sample_count = kind == BD_CHART_LINES ? 0 : first ? count : raw ? 0 : 1;
            mark->low = values[m] - 1;
            mark->high = values[m] + 1;
        }
    return chart;
}

static void every_kind_survives_every_kind_of_number(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double values[6];
        size_t count;
    } cases[] = {
        { "one", { 42 }, 1 },
        { "none", { 0 }, 0 },
        { "equal", { 7, 7, 7, 7, 7, 7 }, 6 },
        { "zeros", { 0, 0, 0 }, 3 },
        { "negative", { -1, -20, -3.5 }, 3 },
        { "tiny", { 1e-12, 2e-12, 5e-13 }, 3 },
        { "huge", { 1e15, 2e15, 9.007e15 }, 3 },
        { "both", { 1e-12, 1e15 }, 2 },
        { "close", { 1e15, 1e15 + 0.125, 1e15 + 0.25 }, 3 },
        { "gaps", { (double)NAN, 1, (double)NAN, (double)INFINITY, -(double)INFINITY, 2 }, 6 },
        { "only gaps", { (double)NAN, (double)NAN }, 2 },
        { "limits", { 1.7e308, -1.7e308, 5e-324, 2.3e-308 }, 4 },
        { "mixed", { -5, 0, 5, 1e-9, 1e9 }, 5 },
    };
    for (size_t c = 0; c < BD_COUNT(cases); c++)
        for (size_t k = 0; k < BD_COUNT(kinds); k++)
            for (int log = 0; log < 2; log++)
                for (int horizontal = 0; horizontal < 2; horizontal++) {
                    bd_arena arena = BD_ARENA_INIT;
                    bd_chart *chart = of_kind(&arena, kinds[k], cases[c].values, cases[c].count);
                    chart->y.log = log;
                    chart->x.log = log && chart->x.numeric;
                    chart->horizontal = horizontal && k < 2;
                    lay_out(chart, 830,
                            bd_arena_printf(&arena, "%s, kind %zu, log %d", cases[c].name, k, log));
                    bd_arena_release(&arena);
                }
}

static void a_thousand_bars_fit(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    double *values = bd_arena_alloc(&arena, 1000 * sizeof *values);
    for (size_t i = 0; i < 1000; i++)
        values[i] = (double)(i % 37);
    for (int horizontal = 0; horizontal < 2; horizontal++) {
        bd_chart *chart = of_kind(&arena, BD_CHART_BARS, values, 1000);
        chart->horizontal = horizontal;
        lay_out(chart, 830, "1000 bars");
    }
    bd_arena_release(&arena);
}

static void fifty_thousand_points_are_cut_down_to_what_is_seen(void **state)
{
    (void)state;
    enum { POINTS = 50000 };
    bd_arena arena = BD_ARENA_INIT;
    double *values = bd_arena_alloc(&arena, POINTS * sizeof *values);
    uint64_t random = 3;
    for (size_t i = 0; i < POINTS; i++)
        values[i] = 100 + 20 * chart_random(&random) + (i % 5000 == 0 ? 200 : 0);
    for (size_t k = 0; k < 3; k++) {
        static const bd_chart_kind raw[] = { BD_CHART_SCATTER, BD_CHART_PERCENTILES,
                                             BD_CHART_LINES };
        bd_chart *chart = chart_new(&arena, raw[k], "points");
        if (raw[k] == BD_CHART_LINES) {
            chart_values(chart, &arena, "", NULL, values, POINTS);
        } else {
            bd_chart_mark *mark = chart_series(chart, &arena, "", 1);
            mark->samples = values;
            mark->sample_count = POINTS;
        }
        const char *const name[] = { "all" };
        if (raw[k] == BD_CHART_SCATTER)
            chart_categories(chart, &arena, name, 1);
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(chart, 830, 0, &scene);
        size_t points = 0;
        double highest = INFINITY;
        for (size_t i = 0; i < scene.count; i++)
            for (size_t p = 0;
                 scene.shapes[i].role == BD_ROLE_MARK && p < scene.shapes[i].point_count; p++) {
                points++;
                highest = fmin(highest, scene.shapes[i].points[p].y);
            }
        assert_in_range(points, 100, 26000);
        /* the outliers are still there: near the top of the plot */
        assert_true(highest < scene.height / 2);
        bd_scene_release(&scene);
    }
    bd_arena_release(&arena);
}

static void names_of_three_hundred_characters_are_set(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char long_name[301], wide[301];
    memset(long_name, 'm', 300);
    long_name[300] = '\0';
    for (size_t i = 0; i < 300; i += 3)
        memcpy(wide + i, "\xe5\x86\x99", 3);
    wide[300] = '\0';
    const char *const names[] = { long_name, wide, "short", "", "a b c d e f g h i j k l m n o p" };
    const double values[] = { 1, 2, 3, 4, 5 };
    for (int horizontal = 0; horizontal < 2; horizontal++) {
        bd_chart *chart = of_kind(&arena, BD_CHART_BARS, values, 5);
        chart_categories(chart, &arena, names, 5);
        chart->horizontal = horizontal;
        chart->title = long_name;
        chart->better = long_name;
        chart->footer = wide;
        chart->x.title = chart->y.title = long_name;
        chart->legend[0] = long_name;
        chart->panels[0].series[0].name = long_name;
        chart->panels[0].title = long_name;
        chart->panels[0].series[0].marks[2].text = long_name;
        chart_line(chart, &arena, 3, long_name);
        lay_out(chart, 830, "300 characters");
        lay_out(chart, 240, "300 characters, narrow");
    }
    bd_arena_release(&arena);
}

static void an_empty_panel_says_so(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t k = 0; k < BD_COUNT(kinds); k++) {
        const double values[] = { 1, 2 };
        bd_chart *chart = of_kind(&arena, kinds[k], values, 2);
        chart_panel(chart, &arena, "empty");
        bd_scene scene = chart_scene(&arena);
        bd_chart_layout(chart, 830, 0, &scene);
        assert_non_null(chart_text(&scene, "no data"));
        chart_check_labels(&scene, "empty panel");
        bd_scene_release(&scene);
        chart->panel_count = 0;
        lay_out(chart, 830, "no panel");
    }
    bd_arena_release(&arena);
}

static char *random_text(bd_arena *arena, uint64_t *random, size_t most)
{
    static const char letters[] = "abcdefgh IJK.mno/pq-rstuvw";
    size_t length = (size_t)(chart_random(random) * (double)most) + 1;
    char *text = bd_arena_alloc(arena, length + 1);
    for (size_t i = 0; i < length; i++)
        text[i] = letters[(size_t)(chart_random(random) * (sizeof letters - 1))];
    return text;
}

static bd_chart *random_chart(bd_arena *arena, uint64_t *random)
{
    bd_chart_kind kind = kinds[(size_t)(chart_random(random) * BD_COUNT(kinds))];
    size_t count = (size_t)(exp(chart_random(random) * 4.5));
    size_t panels = chart_random(random) < 0.6 ? 1 : (size_t)(chart_random(random) * 7) + 1;
    bd_chart *chart = chart_new(arena, kind, "random");
    const char **names = bd_arena_alloc(arena, (count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = random_text(arena, random, chart_random(random) < 0.5 ? 8 : 50);
    if (chart_random(random) < 0.7 && kind != BD_CHART_DISTRIBUTION)
        chart_categories(chart, arena, names, count);
    chart->horizontal = chart_random(random) < 0.5 && kind <= BD_CHART_STACKED_BARS;
    chart->y.log = chart_random(random) < 0.3;
    chart->value_labels = chart_random(random) < 0.7;
    chart->title = random_text(arena, random, 90);
    chart->x.title = random_text(arena, random, 40);
    chart->y.title = random_text(arena, random, 40);
    chart->better = random_text(arena, random, 20);
    chart->direction = BD_BIGGER_IS_BETTER;
    chart->footer = random_text(arena, random, 200);
    size_t series = (size_t)(chart_random(random) * 5) + 1;
    double size = pow(10, chart_random(random) * 12 - 6);
    for (size_t p = 0; p < panels; p++) {
        if (p > 0)
            chart_panel(chart, arena, random_text(arena, random, 40));
        for (size_t s = 0; s < series; s++) {
            double *values = bd_arena_alloc(arena, (count + 1) * sizeof *values);
            for (size_t i = 0; i < count; i++)
                values[i] = size * exp(4 * chart_random(random))
                            * (chart_random(random) < 0.05 ? -1 : 1);
            chart_values(chart, arena, bd_arena_printf(arena, "series %zu", s), NULL, values,
                         count);
            for (size_t i = 0; i < count; i++) {
                bd_chart_mark *mark = &chart->panels[p].series[s].marks[i];
                mark->samples = values;
                mark->sample_count = kind > BD_CHART_LINES ? count : 0;
            }
        }
    }
    for (double i = 0; i < 3 * chart_random(random); i++)
        chart_line(chart, arena, size * 20 * chart_random(random), random_text(arena, random, 30));
    if (chart->line_count > 0 && chart_random(random) < 0.4) {
        chart->lines[0].at_place = true;
        chart->lines[0].value = floor(chart_random(random) * (double)count);
    }
    return chart;
}

static void labels_never_meet(void **state)
{
    (void)state;
    uint64_t random = 20261130;
    size_t rounds = test_rounds(2000);
    for (size_t i = 0; i < rounds; i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_chart *chart = random_chart(&arena, &random);
        double width = 300 + 1000 * chart_random(&random);
        const char *what = bd_arena_printf(&arena, "round %zu, kind %d, width %g", i,
                                           (int)chart->kind, width);
        lay_out(chart, width, what);
        bd_arena_release(&arena);
    }
}

static void labels_of_the_sample_charts_do_not_meet(void **state)
{
    (void)state;
    for (size_t i = 0; i < sample_chart_count(); i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_chart *chart = sample_chart(i, &arena);
        lay_out(chart, 830, chart->name);
        bd_arena_release(&arena);
    }
}

static void characters_that_nobody_sees_are_drawn_as_their_code(void **state)
{
    (void)state;
    static const struct {
        const char *name, *drawn;
    } cases[] = {
        { "a\x01\x1b[31m", "a\\u0001\\u001B[31m" },
        { "rtl\xe2\x80\xaeover", "rtl\\u202Eover" },
        { "zero\xe2\x80\x8bwidth", "zero\\u200Bwidth" },
        { "\xef\xbb\xbfmark", "\\uFEFFmark" },
        { "tag\xf3\xa0\x80\x81", "tag\\U000E0001" },
        { "two\nlines", "two lines" },
        { "tab\there", "tab here" },
        /* joiners of emoji and of Indic scripts, and whatever else has ink */
        { "\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9", NULL },
        { "\xe6\x80\xa7\xe8\x83\xbd", NULL },
        { "\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", NULL },
        { "back\\slash", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_arena arena = BD_ARENA_INIT;
        const char *name = cases[i].name, *drawn = cases[i].drawn ? cases[i].drawn : name;
        const double values[] = { 1 };
        bd_scene scene = chart_scene(&arena);
        for (int place = 0; place < 6; place++) { /* each text that can come from a file */
            bd_chart *chart = chart_new(&arena, BD_CHART_BARS, "hidden");
            const char *const names[] = { place == 0 ? name : "x" };
            chart_categories(chart, &arena, names, 1);
            chart_values(chart, &arena, place == 1 ? name : "", NULL, values, 1);
            chart_values(chart, &arena, "other", NULL, values, 1);
            chart->title = place == 2 ? name : "t";
            chart->panels[0].title = place == 3 ? name : "";
            chart->y.title = place == 4 ? name : "";
            chart->x.title = place == 5 ? name : "";
            bd_chart_layout(chart, 830, 0, &scene);
            if (!chart_text(&scene, drawn))
                fail_msg("case %zu, place %d: '%s' is not drawn", i, place, drawn);
        }
        bd_scene_release(&scene);
        bd_arena_release(&arena);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_survives_every_kind_of_number),
        cmocka_unit_test(a_thousand_bars_fit),
        cmocka_unit_test(fifty_thousand_points_are_cut_down_to_what_is_seen),
        cmocka_unit_test(names_of_three_hundred_characters_are_set),
        cmocka_unit_test(an_empty_panel_says_so),
        cmocka_unit_test(labels_of_the_sample_charts_do_not_meet),
        cmocka_unit_test(labels_never_meet),
        cmocka_unit_test(characters_that_nobody_sees_are_drawn_as_their_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
