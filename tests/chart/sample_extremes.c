/* Sample charts of what goes wrong elsewhere. */
#include "tests/chart/sample_charts.h"

#include <math.h>
#include <string.h>

static bd_chart *bars(bd_arena *arena, const char *name, const char *title)
{
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, name);
    chart->title = title;
    chart->y = (bd_chart_axis){ .title = "time", .unit = "ms" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    return chart;
}

bd_chart *sample_equal(bd_arena *arena)
{
    static const char *const names[] = { "first", "second", "third" };
    static const double y[] = { 7.25, 7.25, 7.25 };
    bd_chart *chart = bars(arena, "equal", "All the same");
    chart->kind = BD_CHART_LINES;
    chart_categories(chart, arena, names, 3);
    chart_values(chart, arena, "", NULL, y, 3);
    return chart;
}

bd_chart *sample_log_zeros(bd_arena *arena)
{
    static const char *const names[] = { "zero", "one", "large", "negative", "none", "small" };
    static const double y[] = { 0, 1, 120000, -4, NAN, 0.02 };
    bd_chart *chart = bars(arena, "log-zeros", "Zeros, negatives and a gap on a log axis");
    chart_categories(chart, arena, names, 6);
    chart->y.log = true;
    chart_values(chart, arena, "", NULL, y, 6);
    chart_line(chart, arena, 50, "budget of a tick, 50 ms");
    return chart;
}

bd_chart *sample_wide_range(bd_arena *arena)
{
    static const double x[] = { 1, 10, 100, 1000, 10000 };
    static const double y[] = { 1e-12, 3e-7, 0.002, 4e6, 1e15 };
    bd_chart *chart = bars(arena, "wide-range", "From 1e-12 to 1e15");
    chart->kind = BD_CHART_LINES;
    chart->x = (bd_chart_axis){ .title = "rows", .numeric = true, .log = true };
    chart->y.log = true;
    chart_values(chart, arena, "", x, y, 5);
    return chart;
}

bd_chart *sample_endless_names(bd_arena *arena)
{
    const char *names[4];
    static const double y[] = { 3, 5, 4, 1 };
    char text[301];
    for (size_t i = 0; i < 4; i++) {
        memset(text, 'a' + (int)i, 300);
        text[300] = '\0';
        names[i] = bd_arena_strdup(arena, text);
    }
    bd_chart *chart = bars(arena, "endless-names", names[0]);
    chart_categories(chart, arena, names, 4);
    chart_values(chart, arena, names[1], NULL, y, 4);
    chart_values(chart, arena, names[2], NULL, y, 4);
    chart_line(chart, arena, 2, names[3]);
    return chart;
}

bd_chart *sample_negatives(bd_arena *arena)
{
    static const char *const names[] = { "write", "read", "update", "delete" };
    static const double y[] = { -12.5, 30, -2, 8.25 };
    bd_chart *chart = bars(arena, "negatives", "Change against the last release");
    chart->y = (bd_chart_axis){ .title = "change", .unit = "%" };
    chart->horizontal = true;
    chart_categories(chart, arena, names, 4);
    chart_values(chart, arena, "", NULL, y, 4);
    chart_line(chart, arena, 10, "limit +10 %");
    return chart;
}

bd_chart *sample_right_to_left(bd_arena *arena)
{
    static const char *const names[] = {
        "\xd9\x83\xd8\xaa\xd8\xa7\xd8\xa8\xd8\xa9 5000",
        "\xd9\x82\xd8\xb1\xd8\xa7\xd8\xa1\xd8\xa9",
        "\xd8\xaa\xd8\xad\xd8\xaf\xd9\x8a\xd8\xab",
    };
    static const double y[] = { 685.1, 512.9, 41.2 }, z[] = { 480, 371.5, 62.75 };
    bd_chart *chart = bars(arena, "right-to-left",
                           "\xd8\xb2\xd9\x85\xd9\x86 \xd8\xa7\xd9\x84\xd9\x83\xd8\xaa\xd8\xa7\xd8"
                           "\xa8\xd8\xa9 MariaDB 11.4");
    chart->language = "ar";
    chart->horizontal = true;
    chart_categories(chart, arena, names, 3);
    chart_values(chart, arena, "MariaDB", NULL, y, 3);
    chart_values(chart, arena, "\xd7\x9b\xd7\xaa\xd7\x99\xd7\x91\xd7\x94", NULL, z, 3);
    return chart;
}

bd_chart *sample_stages_across(bd_arena *arena)
{
    static const char *const names[] = { "SQLite", "MariaDB", "PostgreSQL", "H2" };
    static const double parse[] = { 12.25, 14, 13.5, 11 }, run[] = { 55, 120, NAN, 31 };
    bd_chart *chart = bars(arena, "stages-across", "Stages, and one that was not measured");
    chart->kind = BD_CHART_STACKED_BARS;
    chart->horizontal = true;
    chart_categories(chart, arena, names, 4);
    chart_values(chart, arena, "parse", NULL, parse, 4);
    chart_values(chart, arena, "execute", NULL, run, 4);
    return chart;
}

bd_chart *sample_grid_of_bars(bd_arena *arena)
{
    static const char *const names[] = { "write", "read", "update" };
    static const char *const titles[] = { "100 rows", "1,000 rows", "5,000 rows", "10,000 rows" };
    bd_chart *chart = bars(arena, "grid-of-bars", "Time by operation");
    chart_categories(chart, arena, names, 3);
    chart->panel_count = 0;
    for (size_t p = 0; p < 4; p++) {
        double f = (double)(1U << p);
        const double a[] = { 4 * f, 1.5 * f, 3.25 * f }, b[] = { 5.125 * f, 1.25 * f, 3.5 * f };
        chart_panel(chart, arena, titles[p]);
        chart_values(chart, arena, "MariaDB", NULL, a, 3);
        chart_values(chart, arena, "PostgreSQL", NULL, b, 3);
    }
    chart_line(chart, arena, 25, "half a tick, 25 ms");
    return chart;
}

bd_chart *sample_annotations(bd_arena *arena)
{
    enum { RUNS = 24 };
    static const double at[] = { 5, 6, 14, 22 };
    static const char *const what[] = { "new machine", "JDK 25", "change point", "v2.0" };
    const char *names[RUNS];
    double y[RUNS];
    uint64_t state = 11;
    bd_chart *chart = bars(arena, "annotations", "Annotations that stand close");
    chart->kind = BD_CHART_LINES;
    chart->value_labels = false;
    for (size_t i = 0; i < RUNS; i++) {
        names[i] = bd_arena_printf(arena, "run %zu", i + 100);
        y[i] = 40 + 6 * chart_random(&state) - (i > 14 ? 8 : 0);
    }
    chart_categories(chart, arena, names, RUNS);
    chart_values(chart, arena, "", NULL, y, RUNS);
    for (size_t i = 0; i < 4; i++) {
        chart_line(chart, arena, at[i], what[i]);
        chart->lines[i].at_place = true;
    }
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}
