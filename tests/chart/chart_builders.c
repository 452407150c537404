/* Builders of charts for tests and samples. */
#include "tests/chart/sample_charts.h"

#include <math.h>
#include <string.h>

bd_chart *chart_new(bd_arena *arena, bd_chart_kind kind, const char *name)
{
    bd_chart *chart = bd_arena_alloc(arena, sizeof *chart);
    *chart = (bd_chart){ .name = name,
                         .kind = kind,
                         .title = "",
                         .better = "",
                         .footer = "",
                         .alt = "",
                         .language = "en",
                         .x = { .title = "", .unit = "", .numeric = true },
                         .y = { .title = "", .unit = "", .numeric = true } };
    chart_panel(chart, arena, "");
    return chart;
}

/* Arrays of the arena grow by being copied: charts of tests are small. */
static void *one_more(bd_arena *arena, const void *items, size_t count, size_t size)
{
    char *more = bd_arena_alloc(arena, (count + 1) * size);
    if (count > 0)
        memcpy(more, items, count * size);
    return more;
}

void chart_panel(bd_chart *chart, bd_arena *arena, const char *title)
{
    chart->panels = one_more(arena, chart->panels, chart->panel_count, sizeof *chart->panels);
    chart->panels[chart->panel_count++] = (bd_chart_panel){ .title = title };
}

void chart_categories(bd_chart *chart, bd_arena *arena, const char *const *names, size_t count)
{
    chart->x.numeric = false;
    chart->x.categories = bd_arena_copy(arena, names, count * sizeof *names);
    chart->x.category_count = count;
}

bd_chart_mark *chart_series(bd_chart *chart, bd_arena *arena, const char *name, size_t marks)
{
    bd_chart_panel *panel = &chart->panels[chart->panel_count - 1];
    size_t known = 0;
    while (known < chart->legend_count && strcmp(chart->legend[known], name) != 0)
        known++;
    if (known == chart->legend_count) {
        chart->legend = one_more(arena, chart->legend, known, sizeof *chart->legend);
        chart->legend[chart->legend_count++] = name;
    }
    panel->series = one_more(arena, panel->series, panel->series_count, sizeof *panel->series);
    bd_chart_series *series = &panel->series[panel->series_count++];
    series->name = name;
    series->marks = bd_arena_alloc(arena, (marks + 1) * sizeof *series->marks);
    series->mark_count = marks;
    for (size_t i = 0; i < marks; i++) {
        bd_chart_mark *mark = &series->marks[i];
        mark->x = (double)i;
        mark->y = mark->low = mark->high = (double)NAN;
    }
    return series->marks;
}

void chart_line(bd_chart *chart, bd_arena *arena, double value, const char *text)
{
    chart->lines = one_more(arena, chart->lines, chart->line_count, sizeof *chart->lines);
    chart->lines[chart->line_count++] = (bd_chart_line){ .value = value, .text = text };
}

void chart_values(bd_chart *chart, bd_arena *arena, const char *name, const double *x,
                  const double *y, size_t count)
{
    bd_chart_mark *marks = chart_series(chart, arena, name, count);
    for (size_t i = 0; i < count; i++) {
        marks[i].x = x ? x[i] : (double)i;
        marks[i].y = y[i];
        bd_buf text = BD_BUF_INIT;
        bd_number_text(bd_double(y[i]), &text);
        marks[i].text = bd_arena_text(arena, bd_buf_str(&text));
        bd_buf_release(&text);
    }
}

double chart_random(uint64_t *state)
{
    *state = *state * 6364136223846793005U + 1442695040888963407U;
    return (double)(*state >> 11) / 9007199254740992.0;
}

void chart_samples(bd_chart *chart, bd_arena *arena, const char *name, size_t count, double middle)
{
    double *samples = bd_arena_alloc(arena, (count + 1) * sizeof *samples);
    uint64_t state = 20260627 + (uint64_t)strlen(name);
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (int k = 0; k < 12; k++) /* nearly normal: Irwin and Hall */
            sum += chart_random(&state);
        samples[i] = middle * exp((sum - 6) * 0.18) * (chart_random(&state) > 0.97 ? 1.8 : 1);
    }
    bd_chart_panel *panel = &chart->panels[chart->panel_count - 1];
    double x = 0;
    for (size_t s = 0; s < panel->series_count; s++)
        x += strcmp(panel->series[s].name, name) == 0 ? 1 : 0;
    bd_chart_mark *mark = chart_series(chart, arena, name, 1);
    mark->x = x;
    mark->samples = samples;
    mark->sample_count = count;
}
