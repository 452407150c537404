/* The sample charts: what the documents of the example projects describe. */
#include "tests/chart/sample_charts.h"

#include <math.h>

const char sample_footer[] = "commit 4f2a91c \xc2\xb7 AMD EPYC 7763 64-Core Processor "
                             "\xc2\xb7 2026-06-27";

static bd_chart *jdbc_by_rows(bd_arena *arena)
{
    static const double x[] = { 10, 100, 1000, 5000 };
    static const double jdbc[] = { 1843.2, 1120.7, 301.44, 68.1 };
    static const double r2dbc[] = { 1311.9, 903.2, 188.9, 41.27 };
    static const double exposed[] = { 1702, 1004.5, 244.3, 55.9 };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "bluetape4k-rows");
    chart->title = "Batch insert on PostgreSQL: JDBC stays ahead at every size";
    chart->x = (bd_chart_axis){ .title = "dataSize", .unit = "rows", .numeric = true, .log = true };
    chart->y = (bd_chart_axis){ .title = "throughput", .unit = "ops/s", .log = true };
    chart->better = "higher is better";
    chart->direction = BD_BIGGER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    chart->alt = "JDBC inserts 1,843.2 batches of 10 rows a second, R2DBC 1,311.9.";
    chart_values(chart, arena, "JDBC", x, jdbc, 4);
    chart_values(chart, arena, "R2DBC", x, r2dbc, 4);
    chart_values(chart, arena, "Exposed", x, exposed, 4);
    chart->panels[0].series[0].marks[1].low = 1000;
    chart->panels[0].series[0].marks[1].high = 1260;
    for (size_t s = 0; s < 3; s++)
        for (size_t m = 0; m < 4; m++) {
            bd_chart_mark *mark = &chart->panels[0].series[s].marks[m];
            mark->low = mark->y * 0.9;
            mark->high = mark->y * 1.1;
        }
    return chart;
}

static bd_chart *pool_bars(bd_arena *arena)
{
    static const char *const pools[] = { "10", "30", "50", "100" };
    static const double jdbc[] = { 2210, 2894, 3001, 2950 };
    static const double r2dbc[] = { 1805, 2512, 2710, 2698 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "bluetape4k-pool");
    chart->title = "Batch insert by pool size";
    chart_categories(chart, arena, pools, 4);
    chart->x.title = "poolSize";
    chart->x.unit = "connections";
    chart->y = (bd_chart_axis){ .title = "throughput", .unit = "ops/s" };
    chart->better = "higher is better";
    chart->direction = BD_BIGGER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    chart_values(chart, arena, "JDBC", NULL, jdbc, 4);
    chart_values(chart, arena, "R2DBC", NULL, r2dbc, 4);
    for (size_t s = 0; s < 2; s++)
        for (size_t m = 0; m < 4; m++) {
            bd_chart_mark *mark = &chart->panels[0].series[s].marks[m];
            mark->low = mark->y - 120;
            mark->high = mark->y + 120;
        }
    return chart;
}

static bd_chart *latency(bd_arena *arena)
{
    static const double x[] = { 50, 100, 200, 500, 1000, 2000 };
    static const double p50[] = { 3.1, 3.4, 4.2, 6.8, 14.2, 41.7 };
    static const double p95[] = { 9.2, 11.3, 14.9, 31.2, 88.4, 312 };
    static const double p99[] = { 21.4, 26.1, 44.8, 97.5, 280.3, 1204.8 };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "moongate-latency");
    chart->title = "Login latency stays within a tick up to 200 sessions";
    chart->x = (bd_chart_axis){ .title = "sessions", .numeric = true, .log = true };
    chart->y = (bd_chart_axis){ .title = "login latency", .unit = "ms", .log = true };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart_values(chart, arena, "p50", x, p50, 6);
    chart_values(chart, arena, "p95", x, p95, 6);
    chart_values(chart, arena, "p99", x, p99, 6);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bd_chart *tick_gap(bd_arena *arena)
{
    static const char *const backends[] = { "SQLite", "MariaDB 11.4", "PostgreSQL 16",
                                            "CockroachDB 24.1", "H2 (in memory)" };
    static const double wall[] = { 41.2, 685.1, 512.9, 902.4, 12.6 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "skript-tick");
    chart->title = "Writing 5,000 rows: longest tick by backend";
    chart_categories(chart, arena, backends, 5);
    chart->horizontal = true;
    chart->y = (bd_chart_axis){ .title = "tick gap, p99", .unit = "ms" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    chart_values(chart, arena, "", NULL, wall, 5);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bd_chart *distribution(bd_arena *arena)
{
    bd_chart *chart = chart_new(arena, BD_CHART_DISTRIBUTION, "pipeline-distribution");
    chart->title = "Pipeline execution time, 600 samples each";
    chart->x = (bd_chart_axis){ .title = "execution", .unit = "ms", .numeric = true };
    chart->y = (bd_chart_axis){ .title = "share of samples", .unit = "%" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart_samples(chart, arena, "buffered", 600, 31);
    chart_samples(chart, arena, "unbuffered", 600, 43);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bd_chart *one_distribution(bd_arena *arena)
{
    bd_chart *chart = chart_new(arena, BD_CHART_DISTRIBUTION, "pipeline-one");
    chart->title = "Pipeline execution time";
    chart->x = (bd_chart_axis){ .title = "execution", .unit = "ms", .numeric = true };
    chart->y = (bd_chart_axis){ .title = "samples", .unit = "" };
    chart->footer = sample_footer;
    chart_samples(chart, arena, "", 1000, 31);
    return chart;
}

static bd_chart *tail(bd_arena *arena)
{
    bd_chart *chart = chart_new(arena, BD_CHART_PERCENTILES, "tail");
    chart->title = "Read latency by percentile";
    chart->x = (bd_chart_axis){ .title = "percentile", .numeric = true };
    chart->y = (bd_chart_axis){ .title = "read", .unit = "ms" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart_samples(chart, arena, "SQLite", 12000, 11);
    chart_samples(chart, arena, "MariaDB", 8000, 17);
    chart_samples(chart, arena, "PostgreSQL", 9000, 14);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bd_chart *boxes(bd_arena *arena)
{
    static const char *const names[] = { "write", "read", "update", "delete" };
    bd_chart *chart = chart_new(arena, BD_CHART_BOXES, "boxes");
    chart->title = "Operations, minimum to maximum";
    chart_categories(chart, arena, names, 4);
    chart->y = (bd_chart_axis){ .title = "wall time", .unit = "ms" };
    chart->footer = sample_footer;
    for (size_t i = 0; i < 4; i++) {
        chart_samples(chart, arena, "MariaDB", 60 + 40 * i, 20 + 6.0 * (double)i);
        chart_samples(chart, arena, "PostgreSQL", 80, 18 + 5.0 * (double)i);
    }
    return chart;
}

static bd_chart *scatter(bd_arena *arena)
{
    static const char *const names[] = { "write", "read", "update" };
    bd_chart *chart = chart_new(arena, BD_CHART_SCATTER, "scatter");
    chart->title = "Every sample";
    chart_categories(chart, arena, names, 3);
    chart->y = (bd_chart_axis){ .title = "wall time", .unit = "ms" };
    chart->footer = sample_footer;
    for (size_t i = 0; i < 3; i++) {
        chart_samples(chart, arena, "MariaDB", 90, 20 + 6.0 * (double)i);
        chart_samples(chart, arena, "PostgreSQL", 90, 18 + 5.0 * (double)i);
    }
    return chart;
}

static bd_chart *stages(bd_arena *arena)
{
    static const char *const names[] = { "SQLite", "MariaDB", "PostgreSQL", "CockroachDB", "H2" };
    static const double parse[] = { 12, 14, 13, 18, 11 };
    static const double execute[] = { 55, 120, 96, 180, 31 };
    static const double commit[] = { 22, 61, 44, 92, 6 };
    bd_chart *chart = chart_new(arena, BD_CHART_STACKED_BARS, "stages");
    chart->title = "Where the time of a write goes";
    chart_categories(chart, arena, names, 5);
    chart->y = (bd_chart_axis){ .title = "time", .unit = "ms" };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    chart_values(chart, arena, "parse", NULL, parse, 5);
    chart_values(chart, arena, "execute", NULL, execute, 5);
    chart_values(chart, arena, "commit", NULL, commit, 5);
    return chart;
}

static bd_chart *grid(bd_arena *arena)
{
    static const char *const titles[] = { "SQLite", "MariaDB", "PostgreSQL", "CockroachDB", "H2" };
    static const double x[] = { 100, 1000, 5000 };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "grid");
    chart->title = "Time by rows, one plot for each backend";
    chart->x = (bd_chart_axis){ .title = "rows", .numeric = true, .log = true };
    chart->y = (bd_chart_axis){ .title = "wall time", .unit = "ms", .log = true };
    chart->better = "lower is better";
    chart->direction = BD_SMALLER_IS_BETTER;
    chart->footer = sample_footer;
    chart->panel_count = 0;
    for (size_t p = 0; p < 5; p++) {
        double f = 1 + 1.7 * (double)p;
        const double write[] = { 4 * f, 31 * f, 150 * f }, read[] = { 1.5 * f, 8 * f, 38 * f };
        chart_panel(chart, arena, titles[p]);
        chart_values(chart, arena, "write", x, write, 3);
        chart_values(chart, arena, "read", x, read, 3);
    }
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

static bd_chart *history(bd_arena *arena)
{
    enum { RUNS = 60 };
    const char *commits[RUNS];
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "history");
    uint64_t state = 7;
    for (size_t i = 0; i < RUNS; i++)
        commits[i] = bd_arena_printf(arena, "%07x", (unsigned)(chart_random(&state) * 268435455.0));
    chart_categories(chart, arena, commits, RUNS);
    chart->title = "skript-orm: write of 5,000 rows by commit";
    chart->y = (bd_chart_axis){ .title = "wall time", .unit = "ms" };
    chart->band = true;
    chart->footer = sample_footer;
    for (size_t s = 0; s < 2; s++) {
        bd_chart_mark *marks = chart_series(chart, arena, s ? "PostgreSQL" : "MariaDB", RUNS);
        for (size_t i = 0; i < RUNS; i++) {
            double level = (s ? 480.0 : 690.0) * (i > 36 ? 0.82 : 1);
            marks[i].y = level * (0.97 + 0.06 * chart_random(&state));
            marks[i].low = marks[i].y * 0.93;
            marks[i].high = marks[i].y * 1.09;
            if (i == 20 || i == 21)
                marks[i].y = (double)NAN;
        }
    }
    chart_line(chart, arena, 37, "change point");
    chart->lines[0].at_place = true;
    return chart;
}

static bd_chart *(*const samples[])(bd_arena *) = {
    jdbc_by_rows,
    pool_bars,
    latency,
    tick_gap,
    distribution,
    one_distribution,
    tail,
    boxes,
    scatter,
    stages,
    grid,
    history,
    sample_long_names,
    sample_scripts,
    sample_reported,
    sample_long_names_down,
    /* what is rarer */
    sample_many_bars,
    sample_one_point,
    sample_thousand,
    sample_points,
    sample_equal,
    sample_log_zeros,
    sample_wide_range,
    sample_endless_names,
    sample_negatives,
    sample_right_to_left,
    sample_stages_across,
    sample_grid_of_bars,
    sample_annotations,
};
enum { USUAL = 16 };

size_t sample_chart_count(void)
{
    return BD_COUNT(samples);
}

size_t sample_chart_usual(void)
{
    return USUAL;
}

bd_chart *sample_chart(size_t index, bd_arena *arena)
{
    return samples[index](arena);
}
