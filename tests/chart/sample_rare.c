/* Sample charts that are rarer: long names, other scripts, very many marks, or one. */
#include "tests/chart/sample_charts.h"

#include <math.h>

bd_chart *sample_thousand(bd_arena *arena)
{
    enum { BARS = 1000 };
    const char *names[BARS];
    double y[BARS];
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "thousand");
    for (size_t i = 0; i < BARS; i++) {
        names[i] = bd_arena_printf(arena, "case %zu", i);
        y[i] = 1e12 * (2 + sin((double)i / 40));
    }
    chart_categories(chart, arena, names, BARS);
    chart->title = "A thousand bars";
    chart->value_labels = true;
    chart->y = (bd_chart_axis){ .title = "count" };
    chart_values(chart, arena, "", NULL, y, BARS);
    return chart;
}

bd_chart *sample_points(bd_arena *arena)
{
    static const char *const names[] = { "write", "read" };
    bd_chart *chart = chart_new(arena, BD_CHART_SCATTER, "points");
    chart->title = "Fifty thousand points";
    chart_categories(chart, arena, names, 2);
    chart->y = (bd_chart_axis){ .title = "wall time", .unit = "ms", .log = true };
    chart_samples(chart, arena, "MariaDB", 25000, 20);
    chart_samples(chart, arena, "PostgreSQL", 25000, 28);
    return chart;
}

bd_chart *sample_one_point(bd_arena *arena)
{
    static const double x[] = { 500 }, y[] = { 4.2e-7 };
    bd_chart *chart = chart_new(arena, BD_CHART_LINES, "one-point");
    chart->title = "One point";
    chart->x.title = "rows";
    chart->y = (bd_chart_axis){ .title = "time", .unit = "s" };
    chart->value_labels = true;
    chart_values(chart, arena, "", x, y, 1);
    return chart;
}

bd_chart *sample_reported(bd_arena *arena)
{
    static const double p[] = { 50, 90, 95, 99, 99.9 };
    static const double a[] = { 3.1, 8.8, 12, 41, 96 }, b[] = { 4.4, 9.9, 17, 38, 180 };
    bd_chart *chart = chart_new(arena, BD_CHART_PERCENTILES, "reported");
    chart->title = "Percentiles that a file reports";
    chart->x.title = "percentile";
    chart->y = (bd_chart_axis){ .title = "latency", .unit = "ms" };
    chart_values(chart, arena, "100 sessions", p, a, 5);
    chart_values(chart, arena, "200 sessions", p, b, 5);
    chart_line(chart, arena, 50, "one tick, 50 ms");
    return chart;
}

bd_chart *sample_long_names(bd_arena *arena)
{
    static const char *const names[] = {
        "io.bluetape4k.benchmark.BatchInsertBenchmark.insertWithCoroutinesAndVirtualThreads",
        "io.bluetape4k.benchmark.BatchInsertBenchmark.insertPlain",
        "io.bluetape4k.benchmark.BatchInsertBenchmark.insertWithStatementCacheAndRewrite",
        "io.bluetape4k.benchmark.BatchUpdateBenchmark.updateAll",
        "io.bluetape4k.benchmark.BatchUpdateBenchmark.updateEach",
    };
    static const double y[] = { 1802.2, 1420.9, 1911, 733.1, 218.77 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "long-names");
    chart->title = "All benchmarks";
    chart_categories(chart, arena, names, 5);
    chart->y = (bd_chart_axis){ .title = "throughput", .unit = "ops/s" };
    chart->better = "higher is better";
    chart->direction = BD_BIGGER_IS_BETTER;
    chart->footer = sample_footer;
    chart->value_labels = true;
    chart_values(chart, arena, "", NULL, y, 5);
    return chart;
}

bd_chart *sample_long_names_down(bd_arena *arena)
{
    bd_chart *chart = sample_long_names(arena);
    chart->name = "long-names-down";
    chart->horizontal = true;
    return chart;
}

bd_chart *sample_scripts(bd_arena *arena)
{
    static const char *const names[] = {
        "\xe5\x86\x99\xe5\x85\xa5",
        "\xec\x93\xb0\xea\xb8\xb0",
        "\xd7\x9b\xd7\xaa\xd7\x99\xd7\x91\xd7\x94",
        "\xf0\x9f\x9a\x80 turbo",
    };
    static const double y[] = { -12.5, 22.1, 9, 31 };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "scripts");
    chart->title = "Scripts, and a negative value";
    chart->language = "zh";
    chart_categories(chart, arena, names, 4);
    chart->y = (bd_chart_axis){ .title = "change", .unit = "%" };
    chart->value_labels = true;
    chart_values(chart, arena, "", NULL, y, 4);
    return chart;
}

bd_chart *sample_many_bars(bd_arena *arena)
{
    static const char *const names[] = { "write", "read", "update", "delete", "scan", "join" };
    static const char *const backends[] = { "SQLite", "MariaDB", "PostgreSQL", "CockroachDB",
                                            "H2",     "Oracle",  "SQL Server", "Firebird",
                                            "Derby",  "DuckDB" };
    bd_chart *chart = chart_new(arena, BD_CHART_BARS, "many-bars");
    chart->title = "Ten backends";
    chart_categories(chart, arena, names, 6);
    chart->y = (bd_chart_axis){ .title = "time", .unit = "ms" };
    uint64_t state = 5;
    for (size_t b = 0; b < 10; b++) {
        double y[6];
        for (size_t i = 0; i < 6; i++)
            y[i] = floor(20 + 200 * chart_random(&state));
        chart_values(chart, arena, backends[b], NULL, y, 6);
    }
    return chart;
}
