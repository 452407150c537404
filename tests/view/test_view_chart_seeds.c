/* Charts of the example projects: their numbers are those that the projects publish
 * (the tables beside the seeds; tests/e2e/expected). */
#include "tests/view/chart_world.h"

#include <string.h>

#define READS \
    "pipeline run=7 workload=numeric operation=read replaced=false source=local target=local"

/* expected/zh-table-4.md: the MariaDB curve; the read of 10000 rows was refused, and its
 * time is published. */
static void the_curve_of_mariadb_is_the_published_one(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(
        &w, "skript-orm",
        "charts:\n"
        "  curve: { from: tick run=4 backend=MariaDB variant=-, x: rows,\n"
        "    y: \"{wall}\", series: operation, log: [x, y], budget: { 50 ms: tick } }\n");
    assert_text(view_chart(&w, "curve"),
                "lines 'wall by Rows'\n"
                "x 'Rows' () numeric log\ny 'wall' (ms) numeric log\n"
                "Write: 100=183.01954 500=125.585622 1000=122.445042 2500=139.899172 "
                "5000=685.122311 10000=1149.905662\n"
                "Read: 100=58.978086 500=59.719091 1000=59.743 2500=79.123322 5000=95.789059 "
                "10000=59.55181\n"
                "line 50 tick\n"
                "commit 6476c9b · EPYC 7763\n"
                "wall by Rows: Write 183.019540 ms at 100 to 1149.905662 ms at 10 000; Read "
                "58.978086 ms at 100 to 59.551810 ms at 10 000; lower is better.\n");
    view_close(&w);
}

/* expected/zh-table-1.md */
static void five_thousand_rows_by_backend_are_the_published_ones(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(&w, "skript-orm",
                     "charts:\n"
                     "  five: { from: tick run=4 variant=- rows=5000, x: backend, y: \"{wall}\",\n"
                     "    series: operation }\n");
    assert_text(view_chart_as_table(&w, "five"), "Backend|Write|Read\n"
                                                 "SQLite|735.828866 ms|103.186998 ms\n"
                                                 "MySQL|462.517747 ms|78.302884 ms\n"
                                                 "MariaDB|685.122311 ms|95.789059 ms\n"
                                                 "PostgreSQL|585.103286 ms|94.172914 ms\n"
                                                 "MongoDB|717.433104 ms|78.761947 ms\n");
    view_close(&w);
}

/* run-7/expected/zh-table-1.md and zh-table-3.md: medians of ten samples. */
static void boxes_and_lines_of_samples_have_the_published_medians(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(&w, "skript-orm",
                     "charts:\n"
                     "  boxes: { kind: boxes, from: " READS " rows=5000, x: backend,\n"
                     "    y: \"{wallNs}\" }\n"
                     "  curve: { from: pipeline run=7 workload=numeric backend=MariaDB\n"
                     "      replaced=false source=local target=local, x: rows, series: operation,\n"
                     "    y: \"{wallNs.median}\", error: [\"{wallNs.p5}\", \"{wallNs.p95}\"] }\n");
    assert_text(view_chart_numbers(&w, "boxes"),
                ": SQLite=49.925225 of 10 MySQL=49.923762 of 10 MariaDB=50.005949 of 10 "
                "PostgreSQL=49.942947 of 10 MongoDB=49.950872 of 10\n");
    bd_chart curve = view_chart_of(&w, "curve");
    static const double write[] = { 50.002091, 50.003658, 50.0298, 50.02712, 50.06859 };
    static const double read[] = { 49.948891, 49.969411, 49.985885, 49.943913, 50.005949 };
    for (size_t i = 0; i < BD_COUNT(write); i++) {
        const bd_chart_mark *a = &curve.panels[0].series[0].marks[i];
        const bd_chart_mark *b = &curve.panels[0].series[1].marks[i];
        assert_true(a->y == write[i] && b->y == read[i]);
        assert_true(a->low < a->y && a->y < a->high && b->low < b->y && b->y < b->high);
    }
    view_close(&w);
}

/* expected/stress-table.md */
static void latencies_by_sessions_are_the_published_ones(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(
        &w, "moongate",
        "charts:\n"
        "  read: { from: stress operation=read, x: sessions, log: [x, y], y: {\n"
        "    P50: \"{latency.p50}\", P95: \"{latency.p95}\", P99: \"{latency.p99}\" } }\n"
        "  grid: { from: stress operation=read|commit, x: sessions, grid: operation,\n"
        "    y: \"{latency.p99}\" }\n"
        "  tail: { kind: percentiles, from: stress operation=update,\n"
        "    series: sessions, y: \"{latency}\" }\n"
        "  rate: { kind: bars, from: stress, x: sessions, y: \"{throughput}\" }\n");
    assert_text(view_chart(&w, "read"),
                "lines 'latency by sessions'\nx 'sessions' () numeric log\n"
                "y 'latency' (ms) numeric log\n"
                "P50: 100=12 500=19 1000=76\nP95: 100=36 500=430 1000=1227\n"
                "P99: 100=52 500=546 1000=5811\n"
                "note: As the results report them: p50, p95, p99.\n"
                "commit 1489e1f · Ryzen AI 9 HX 370 · 2026-07-20\n"
                "latency by sessions: P50 12 ms at 100 to 76 ms at 1,000; P95 36 ms at 100 to "
                "1227 ms at 1,000; P99 52 ms at 100 to 5811 ms at 1,000; lower is better.\n");
    assert_text(view_chart_numbers(&w, "grid"), "(Read)\n: 100=52 500=546 1000=5811\n"
                                                "(Commit)\n: 100=193 500=800 1000=7939\n");
    assert_text(view_chart_numbers(&w, "tail"), "sessions 100: 50=56 95=91 99=127\n"
                                                "sessions 500: 50=431 95=581 99=669\n"
                                                "sessions 1000: 50=1121 95=2388 99=3893\n");
    assert_text(view_chart_as_table(&w, "rate"),
                "sessions|throughput\n100|2656 ops/s\n500|2678 ops/s\n1000|1659 ops/s\n");
    view_close(&w);
}

/* expected/postgresql-tables.md: ops/sec of the seed benchmark, and its avg ms. */
static void scores_by_size_and_pool_are_the_published_ones(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(
        &w, "bluetape4k",
        "charts:\n"
        "  size: { from: batch scenario=seed poolSize=30, x: dataSize, series: driver,\n"
        "    y: \"{score}\", error: confidence, band: yes, log: [x, y] }\n"
        "  pool: { from: batch scenario=seed dataSize=1000, kind: bars, x: poolSize,\n"
        "    series: driver, y: \"{score in ms/op}\" }\n");
    assert_text(view_chart_as_table(&w, "size"), "dataSize|JDBC|R2DBC\n1000|147.629|4.084\n"
                                                 "10000|14.402|0.407\n100000|1.438|0.035\n");
    assert_text(view_chart_as_table(&w, "pool"),
                "poolSize|JDBC|R2DBC\n10|7.241|246.363\n30|6.774|244.886\n60|6.993|244.883\n");
    bd_chart size = view_chart_of(&w, "size"), pool = view_chart_of(&w, "pool");
    const bd_chart_mark *mark = &size.panels[0].series[0].marks[0];
    assert_true(size.band && mark->low < mark->y && mark->y < mark->high);
    assert_close(mark->high - mark->y, mark->y - mark->low, 1e-9); /* JMH's interval */
    assert_string_equal(size.better, "higher is better");
    assert_text(size.alt, "score by dataSize: JDBC 147.629 ops/s at 1000 to 1.438 ops/s at 100000; "
                          "R2DBC 4.084 ops/s at 1000 to 0.035 ops/s at 100000; higher is better.");
    assert_string_equal(pool.y.unit, "ms/op");
    assert_string_equal(pool.better, "lower is better"); /* a time, not a rate any more */
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_curve_of_mariadb_is_the_published_one),
        cmocka_unit_test(five_thousand_rows_by_backend_are_the_published_ones),
        cmocka_unit_test(boxes_and_lines_of_samples_have_the_published_medians),
        cmocka_unit_test(latencies_by_sessions_are_the_published_ones),
        cmocka_unit_test(scores_by_size_and_pool_are_the_published_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
