/* benchdoc_charts: draws charts for the benchmark, and nothing else, beside rivals/ that draw
 * the same ones.
 * usage: benchdoc_charts bars|lines FILE        one picture
 *        benchdoc_charts again FILE             the bars again and again: ns of the median
 *        benchdoc_charts hundred FOLDER         50 charts, each light and dark */
#include "core/base/file.h"
#include "tests/chart/sample_charts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHARTS = 50, AGAIN = 15, WARM_UP = 3, GROUPS = 4, SIZES = 6 };

static bd_chart *bars(bd_arena *arena, const char *title)
{
    static const char *const pools[GROUPS] = { "10", "30", "50", "100" };
    static const double y[2][GROUPS] = { { 2210, 2894, 3001, 2950 }, { 1805, 2512, 2710, 2698 } };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "bars");
    chart->title = title;
    chart_categories(chart, arena, pools, GROUPS);
    chart->x.title = "poolSize (connections)";
    chart->y = (bd_chart_axis){ .title = "throughput", .unit = "ops/s" };
    chart->better = "higher is better";
    chart->direction = BD_BIGGER_IS_BETTER;
    chart->footer = "commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27";
    chart->value_labels = true;
    chart_values(chart, arena, "JDBC", NULL, y[0], GROUPS);
    chart_values(chart, arena, "R2DBC", NULL, y[1], GROUPS);
    for (size_t s = 0; s < 2; s++)
        for (size_t m = 0; m < GROUPS; m++) {
            bd_chart_mark *mark = &chart->panels[0].series[s].marks[m];
            mark->low = mark->y - 120;
            mark->high = mark->y + 120;
        }
    return chart;
}

static bd_chart *lines(bd_arena *arena)
{
    static const double x[SIZES] = { 50, 100, 200, 500, 1000, 2000 };
    static const double y[3][SIZES] = { { 3.1, 3.4, 4.2, 6.8, 14.2, 41.7 },
                                        { 9.2, 11.3, 14.9, 31.2, 88.4, 312 },
                                        { 21.4, 26.1, 44.8, 97.5, 280.3, 1204.8 } };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "lines");
    chart->title = "Login latency stays within a tick up to 200 sessions";
    chart->x = (bd_chart_axis){ .title = "sessions", .numeric = true, .log = true };
    chart->y = (bd_chart_axis){ .title = "login latency", .unit = "ms", .log = true };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = "commit 4f2a91c, AMD EPYC 7763 64-Core Processor, 2026-06-27";
    chart_values(chart, arena, "p50", x, y[0], SIZES);
    chart_values(chart, arena, "p95", x, y[1], SIZES);
    chart_values(chart, arena, "p99", x, y[2], SIZES);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bool draw(bd_chart_studio *studio, const bd_chart *chart, bool dark, const char *path)
{
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    const bd_chart_options options = { .dark = dark };
    const bd_chart_picture picture = { chart, &options, BD_CHART_PNG };
    bool ok = bd_chart_studio_draw(studio, &picture, &bytes, NULL, &err);
    FILE *file = ok ? fopen(path, "wb") : NULL;
    ok = file && fwrite(bytes.data, 1, bytes.len, file) == bytes.len;
    ok = file && fclose(file) == 0 && ok;
    bd_buf_release(&bytes);
    return ok;
}

static bool hundred(bd_chart_studio *studio, const char *folder)
{
    bool ok = true;
    for (size_t i = 0; ok && i < CHARTS; i++) {
        bd_arena arena = BD_ARENA_INIT;
        /* the usual kinds in turn, each time with another title */
        bd_chart *chart = sample_chart(i % sample_chart_usual(), &arena);
        chart->title = bd_arena_printf(&arena, "%zu. %s", i + 1, chart->title);
        for (int dark = 0; ok && dark < 2; dark++)
            ok = draw(studio, chart, dark,
                      bd_arena_printf(&arena, "%s/%02zu%s.png", folder, i, dark ? "-dark" : ""));
        bd_arena_release(&arena);
    }
    return ok;
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Another title each time, so that the geometry is never the one that is there already. */
static bool again(bd_chart_studio *studio, const char *path)
{
    int64_t ns[AGAIN] = { 0 };
    bool ok = true;
    for (int i = -WARM_UP; ok && i < AGAIN; i++) {
        bd_arena arena = BD_ARENA_INIT;
        const char *title = bd_arena_printf(&arena, "Batch insert by pool size, run %d", i + 9);
        int64_t from = now_ns();
        ok = draw(studio, bars(&arena, title), false, path);
        if (i >= 0)
            ns[i] = now_ns() - from;
        bd_arena_release(&arena);
    }
    qsort(ns, AGAIN, sizeof *ns, by_size);
    printf("%lld\n", (long long)ns[AGAIN / 2]);
    return ok;
}

int main(int argc, char **argv)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_chart_studio *studio = bd_chart_studio_new();
    bool ok = false;
    if (argc == 3 && strcmp(argv[1], "bars") == 0)
        ok = draw(studio, bars(&arena, "Batch insert by pool size"), false, argv[2]);
    else if (argc == 3 && strcmp(argv[1], "lines") == 0)
        ok = draw(studio, lines(&arena), false, argv[2]);
    else if (argc == 3 && strcmp(argv[1], "again") == 0)
        ok = again(studio, argv[2]);
    else if (argc == 3 && strcmp(argv[1], "hundred") == 0)
        ok = hundred(studio, argv[2]);
    bd_chart_studio_free(studio);
    bd_arena_release(&arena);
    return ok ? 0 : 1;
}
