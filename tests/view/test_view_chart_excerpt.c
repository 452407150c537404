/* A chart that is built from benchdoc.lock is the chart that was built from the results:
 * the same picture to the last character, and the same sources. */
#include "tests/view/chart_world.h"
#include "tests/view/lock.h"

#include <stdlib.h>
#include <string.h>

static void describe(view_world *w, bool ok, const bd_chart *chart, bd_buf *out)
{
    bd_table table = { 0 };
    if (!ok)
        fail_msg("%s", view_findings(w));
    bd_chart_canonical(chart, out);
    bd_view_chart_table(&w->view, chart, &table);
    view_describe_table(&table, out);
    bd_diagnostics_release(&w->found);
}

static void describe_chart(view_world *w, const char *name, bd_buf *out)
{
    bd_chart chart = { 0 };
    bool ok = bd_view_chart(&w->view, bd_config_chart(w->config, name), &chart);
    describe(w, ok, &chart, out);
}

static void describe_query(view_world *w, const char *query, const bd_chart_config *wishes,
                           bd_buf *out)
{
    bd_chart chart = { 0 };
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_query_parse(bd_str_of(query), true, &w->arena, &q, &err), &err);
    bool ok = bd_view_query_chart(&w->view, &q, (bd_place){ "doc.md", 7, 1 }, wishes, &chart);
    describe(w, ok, &chart, out);
}

/* Everything by itself, so that nothing of another chart is in the lock. */
static void check(view_world *w, const char *yaml, const char *name, const char *query,
                  const char *kind)
{
    bd_buf lock = BD_BUF_INIT, before = BD_BUF_INIT, after = BD_BUF_INIT;
    bd_chart_config wishes = { .kind = { .text = kind } };
    view_world locked;
    bd_shown_release(&w->shown);
    if (query)
        describe_query(w, query, &wishes, &before);
    else
        describe_chart(w, name, &before);
    lock_write(w, &lock);
    lock_open(&locked, yaml, &lock, true);
    locked.view.language = w->view.language;
    locked.view.page_dimension = w->view.page_dimension;
    locked.view.page_value = w->view.page_value;
    if (query)
        describe_query(&locked, query, &wishes, &after);
    else
        describe_chart(&locked, name, &after);
    lock_assert_same(query ? query : name, kind ? kind : "", &before, &after);
    view_close(&locked);
    bd_buf_release(&lock);
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void check_all(const char *project, const char *charts, const char *const *queries)
{
    static const char *const kinds[] = { NULL, "bars", "lines" };
    view_world w;
    bd_buf yaml = chart_world_yaml(project, charts);
    chart_world_open(&w, project, charts);
    for (size_t i = 0; i < w.config->chart_count; i++)
        check(&w, bd_buf_text(&yaml), w.config->charts[i].name.text, NULL, NULL);
    for (size_t i = 0; queries[i]; i++)
        for (size_t k = 0; k < BD_COUNT(kinds); k++)
            check(&w, bd_buf_text(&yaml), NULL, queries[i], kinds[k]);
    view_close(&w);
    bd_buf_release(&yaml);
}

#define READS \
    "pipeline run=7 workload=numeric operation=read replaced=false source=local target=local"

static void charts_of_skript_orm_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char charts[] =
        "charts:\n"
        "  curve: { from: tick run=4 backend=MariaDB variant=-, x: rows, y: \"{wall}\",\n"
        "    series: operation }\n"
        "  five: { from: tick run=4 variant=- rows=5000, x: backend, y: \"{wall}\",\n"
        "    series: operation, budget: { 50 ms: tick }, value labels: yes, horizontal: yes }\n"
        "  grid: { from: tick run=4 variant=-, x: backend, y: { Total: \"{wall}\",\n"
        "    Gap: \"{gap}\" }, grid: operation, series: rows, missing: gap, log: y,\n"
        "    annotations: { MariaDB: here } }\n"
        "  gaps: { from: tick run=4, x: [backend, rows], y: \"{wall}\", series: [operation,\n"
        "    variant], missing: gap, one machine: no }\n"
        "  boxes: { kind: boxes, from: " READS " rows=5000, x: backend, y: \"{wallNs}\" }\n"
        "  spread: { kind: distribution, from: " READS " rows=5000 backend=MariaDB|MySQL,\n"
        "    series: backend, y: \"{wallNs}\", budget: 50 ms, one machine: no }\n"
        "  one: { kind: distribution, from: " READS " rows=5000 backend=MariaDB,\n"
        "    y: \"{wallNs}\", number: \"0.0 us\" }\n"
        "  tail: { kind: percentiles, from: " READS " rows=5000, series: backend,\n"
        "    y: \"{wallNs}\", one machine: no, annotations: { 95: tail } }\n"
        "  dots: { kind: scatter, from: " READS " backend=MariaDB, x: rows, y: \"{wallNs}\",\n"
        "    log: [x, y] }\n"
        "  band: { from: " READS " backend=MariaDB, x: rows, y: \"{wallNs.median}\", band: yes,\n"
        "    error: [\"{wallNs.p5}\", \"{wallNs.p95}\"] }\n"
        "  stage: { kind: stacked, from: " READS " rows=5000, x: backend, y: { Q:\n"
        "    \"{queueWaitNs.median}\", E: \"{executionNs.median}\" },\n"
        "    additive: [queueWaitNs, executionNs] }\n"
        "  words: { from: tick run=4 backend=MariaDB variant=-, x: rows, y: \"{wall}\", series:\n"
        "    operation, title: \"{backend} on {cpu.short}\",\n"
        "    alt: \"{wall operation=write rows=5000} a write\" }\n";
    static const char *const queries[] = { "tick run=4 wall variant=- rows=5000",
                                           "tick run=4 wall backend=MariaDB",
                                           "pipeline run=7 backend=MariaDB workload=numeric",
                                           "jmh",
                                           "jmh score.error",
                                           "counts",
                                           NULL };
    check_all("skript-orm", charts, queries);
}

static void charts_of_moongate_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char charts[] =
        "charts:\n"
        "  latency: { from: stress, x: sessions, y: { P50: \"{latency.p50 operation=read}\",\n"
        "    P99: \"{latency.p99 operation=read}\" }, log: [x, y], budget: 50 ms }\n"
        "  curve: { kind: percentiles, from: stress operation=read, series: sessions,\n"
        "    y: \"{latency}\" }\n"
        "  rate: { kind: bars, from: stress, x: sessions, y: \"{throughput}\" }\n"
        "  cpu: { kind: boxes, from: stress, x: phase, y: \"{cpu}\" }\n"
        "  memory: { kind: scatter, from: stress, x: phase, y: \"{memory}\" }\n";
    static const char *const queries[] = { "stress", "stress latency.p99", "stress latency",
                                           "stress cpu", NULL };
    check_all("moongate", charts, queries);
}

static void charts_of_bluetape4k_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char charts[] =
        "charts:\n"
        "  size: { from: batch scenario=seed poolSize=30, x: dataSize, y: \"{score}\",\n"
        "    series: driver, error: confidence, log: [x, y] }\n"
        "  pool: { kind: bars, from: batch scenario=seed dataSize=1000, x: poolSize,\n"
        "    y: \"{score in ms/op}\", series: driver, error: confidence }\n"
        "  raw: { kind: scatter, from: batch scenario=seed poolSize=30, x: dataSize,\n"
        "    y: \"{score}\", series: driver }\n"
        "  grid: { from: batch scenario=endToEndBatchJob, x: parallelism, y: \"{score}\",\n"
        "    series: [driver, poolSize], grid: dataSize }\n";
    static const char *const queries[] = { "batch scenario=seed",
                                           "batch scenario=seed dataSize=1000", "batch", NULL };
    check_all("bluetape4k", charts, queries);
}

/* Commits in order, a histogram, a machine per place, Chinese, a page. */
static void open_mixed(view_world *w, const char *yaml)
{
    static const double values[] = { 1500, 2500, 9000 };
    static const int64_t counts[] = { 2, 5, 1 };
    static const char *const facts[] = { "cpu=X commit=aaaaaaaaaa measured_at=2026-02-01T00:00:00Z",
                                         "cpu=X commit=bbbbbbbbbb measured_at=2026-01-01T00:00:00Z",
                                         "cpu=Y commit=cccccccccc" };
    view_open(w, yaml);
    for (size_t i = 0; i < BD_COUNT(facts); i++) {
        const char *path = bd_arena_printf(&w->arena, "r%zu.json", i);
        bd_run *run = view_run(w, "s", path, facts[i]);
        for (size_t k = 0; k < 3; k++) {
            const char *params = bd_arena_printf(&w->arena, "db=%c", (char)('A' + k));
            if (i == 1 && k == 2)
                continue;
            bd_point *p = view_point(run, "b", "t", params, i == 0 && k == 1 ? "" : "1234", "us");
            p->low = bd_int(1200);
            p->high = bd_int(1300 + (int64_t)k);
            p->histogram = (bd_histogram){ .values = values, .counts = counts, .count = 3 };
            view_point(run, "b", "other", params, "77", "B");
        }
    }
    view_observe(w);
}

static void charts_in_memory_are_the_same_from_their_lock(void **state)
{
    (void)state;
    static const char yaml[] =
        "inputs: { s: { files: x } }\nlanguages: [en, zh]\ntitles: { db: Backend }\n"
        "translations: { zh: { Backend: 后端, t: 耗时 } }\ncharts:\n"
        "  commits: { from: s, x: commit, y: \"{t.p50}\", series: db, missing: gap,\n"
        "    error: [\"{t.min}\", \"{t.max}\"], annotations: { bbbbbbb: \"1\" } }\n"
        "  spread: { from: s commit=aaaaaaaaaa, kind: boxes, x: db, y: \"{t}\" }\n"
        "  curve: { from: s commit!=bbbbbbbbbb db=A, kind: percentiles, series: commit,\n"
        "    y: \"{t}\", one machine: no }\n"
        "  between: { from: s commit=cccccccccc, x: db, y: \"{t}\", error: confidence }\n"
        "  grid: { from: s, kind: distribution, grid: db, y: \"{t}\", series: commit,\n"
        "    missing: gap, one machine: no, number: \"0.00 ms\" }\n"
        "  cpus: { from: s, x: [cpu, commit], y: \"{other}\", series: db, missing: gap }\n";
    static const char *const languages[] = { NULL, "en", "zh" };
    view_world w;
    open_mixed(&w, yaml);
    for (size_t l = 0; l < BD_COUNT(languages); l++) {
        w.view.language = languages[l];
        for (size_t i = 0; i < w.config->chart_count; i++)
            check(&w, yaml, w.config->charts[i].name.text, NULL, NULL);
        check(&w, yaml, NULL, "s other", NULL);
        check(&w, yaml, NULL, "s t.p50 commit=aaaaaaaaaa", "bars");
        check(&w, yaml, NULL, "s latest", "boxes");
    }
    w.view.page_dimension = "db";
    w.view.page_value = "B";
    w.view.language = "zh";
    for (size_t i = 0; i < w.config->chart_count; i++)
        if (i != 2) /* of A alone */
            check(&w, yaml, w.config->charts[i].name.text, NULL, NULL);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charts_of_skript_orm_are_the_same_from_their_lock),
        cmocka_unit_test(charts_of_moongate_are_the_same_from_their_lock),
        cmocka_unit_test(charts_of_bluetape4k_are_the_same_from_their_lock),
        cmocka_unit_test(charts_in_memory_are_the_same_from_their_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
