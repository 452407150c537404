/* Charts that nobody designed: what they draw over what. */
#include "tests/view/chart_world.h"

#include <string.h>

#define CHECK(w, query, wishes, want)                                \
    do {                                                             \
        const char *got_ = view_query_chart((w), (query), (wishes)); \
        if (strncmp(got_, (want), strlen(want)) != 0)                \
            fail_msg("%s\ngot  %s\nwant %s", (query), got_, (want)); \
    } while (0)

static void the_example_projects_need_no_design(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(&w, "skript-orm", "");
    CHECK(&w, "tick run=4 wall variant=- rows=5000", NULL,
          "bars 'wall by Backend'\nx 'Backend' ()\ny 'wall' (ms) numeric\n"
          "Write: SQLite=735.828866 MySQL=462.517747 MariaDB=685.122311 PostgreSQL=585.103286 "
          "MongoDB=717.433104\nRead: SQLite=103.186998 ");
    CHECK(&w, "tick run=4 wall backend=MariaDB variant=-", NULL,
          "lines 'wall by Rows'\nx 'Rows' () numeric\ny 'wall' (ms) numeric\nWrite: 100=183.01954 "
          "500=125.585622 ");
    CHECK(&w, "jmh", NULL,
          "bars 'score by Method'\nx 'Method' ()\ny 'score' (ms) numeric\n: "
          "insertManyOf5000=9.959945099793615 rowsPerStatement=");
    CHECK(&w,
          "pipeline run=7 workload=numeric backend=MariaDB source=local target=local "
          "replaced=false",
          NULL,
          "lines 'wallNs median by rows'\nx 'rows' () numeric\ny 'wallNs median' (ms) numeric\n"
          "Write: 100=50.002091 500=50.003658 1000=50.0298 2500=50.02712 5000=50.06859\nRead: "
          "100=49.948891 ");
    view_close(&w);
    chart_world_open(&w, "moongate", "");
    CHECK(&w, "stress latency.p99", NULL,
          "lines 'latency p99 by sessions'\nx 'sessions' () numeric\n"
          "y 'latency p99' (ms) numeric\nRead: 100=52 500=546 1000=5811\nquery: ");
    CHECK(&w, "stress latency operation=read", NULL,
          "lines 'latency p50 by sessions'\nx 'sessions' () numeric\n"
          "y 'latency p50' (ms) numeric\n: 100=12 500=19 1000=76\n");
    view_close(&w);
    chart_world_open(&w, "bluetape4k", "");
    CHECK(&w, "batch scenario=seed poolSize=30", NULL,
          "lines 'score by dataSize'\nx 'dataSize' () numeric\ny 'score' (ops/s) numeric\n"
          "JDBC: 1000=147.629 ");
    CHECK(&w, "batch scenario=seed dataSize=1000|10000", NULL,
          "bars 'score by dataSize / poolSize'\n");
    view_close(&w);
}

static void what_is_wished_is_done(void **state)
{
    (void)state;
    view_world w;
    bd_scalar pool = { .text = "poolSize" }, driver = { .text = "driver" }, y = { .text = "y" };
    bd_chart_config boxes = { .kind = { .text = "boxes" } };
    bd_chart_config spread = { .kind = { .text = "distribution" }, .title = { .text = "Spread" } };
    bd_chart_config by_pool = { .x = { .items = &pool, .count = 1 }, .log = { &y, 1, 1 } };
    bd_chart_config grid = { .grid = driver, .number = { .text = "0 us/op" } };
    bd_chart_config given = { .y = { .text = "{score.n}" } };
    chart_world_open(&w, "bluetape4k", "");
    CHECK(&w, "batch scenario=seed dataSize=1000", &boxes,
          "boxes 'score by poolSize'\nx 'poolSize' ()\ny 'score' (ops/s) numeric\nJDBC: "
          "10=137.414 of 5 ");
    CHECK(&w, "batch scenario=seed dataSize=1000 poolSize=30", &spread,
          "distribution 'Spread'\nx 'score' (ops/s) numeric\ny 'share of samples' (%) numeric\n"
          "JDBC: 0=146.891 of 5\nR2DBC: 0=4.063 of 5\n");
    CHECK(&w, "batch scenario=seed dataSize=1000", &by_pool,
          "lines 'score by poolSize'\nx 'poolSize' () numeric\n"
          "y 'score' (ops/s) numeric log\nJDBC: 10=138.105 30=147.629 60=143.002\nR2DBC: 10=");
    CHECK(&w, "batch scenario=seed dataSize=1000", &grid,
          "lines 'score by poolSize'\nx 'poolSize' () numeric\ny 'score' (us/op) numeric\n"
          "(JDBC)\n: 10=7240.86745592");
    CHECK(&w, "batch scenario=seed dataSize=1000", &given,
          "lines 'score n by poolSize'\nx 'poolSize' () numeric\ny 'score n' () numeric\n"
          "JDBC: 10=5 30=5 60=5\n");
    view_close(&w);
}

/* Two benchmarks in 300 runs are two lines; twelve are too many. */
static void a_history_is_lines_over_commits(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "");
    for (size_t i = 0; i < 300; i++) {
        const char *facts = bd_arena_printf(&w.arena, "cpu=X commit=%07zx", 300 - i);
        bd_run *run = view_run(&w, "s", "data.js", facts);
        for (size_t k = 0; k < 12; k++)
            view_point(run, bd_arena_printf(&w.arena, "bench%zu", k), "value", "",
                       bd_arena_printf(&w.arena, "%zu", 100 * k + i), "ms");
    }
    view_observe(&w);
    CHECK(&w, "s benchmark=bench1|bench2", NULL,
          "lines 'value by Commit'\nx 'Commit' ()\ny 'value' (ms) numeric\n"
          "bench1: 000012c=100 000012b=101 000012a=102 ");
    CHECK(&w, "s", NULL,
          "7:1: chart: 12 series are more than can be told apart; at most 8 (leave some out: "
          "benchmark=… (12 values), commit=… (300 values); `latest` shows the last run)");
    CHECK(&w, "s latest", NULL, "bars 'value by Benchmark'\n");
    view_close(&w);
}

static void too_much_is_an_error_that_says_what_to_leave_out(void **state)
{
    (void)state;
    view_world w;
    bd_chart_config tail = { .kind = { .text = "percentiles" } };
    view_open(&w, "");
    bd_run *run = view_run(&w, "s", "r.json", "cpu=X commit=0123456789");
    for (size_t i = 0; i < 220; i++) {
        bd_point *p = view_point(
            run, "b", "t", bd_arena_printf(&w.arena, "case=c%zu kind=k%zu", i, i % 20), "5", "ms");
        view_samples(run, p, "1 2 3");
    }
    view_observe(&w);
    assert_text(view_query_chart(&w, "s", NULL),
                "7:1: chart: 220 places are more than can be told apart; at most 200 "
                "(leave some out: case=… (220 values), kind=… (20 values))\n");
    assert_text(view_query_chart(&w, "s kind=k1|k2", &tail),
                "7:1: chart: 22 series are more than can be told apart; at most 8 "
                "(leave some out: case=… (22 values), kind=… (2 values))\n");
    view_close(&w);
}

static void wrong_queries_are_told_as_for_tables(void **state)
{
    (void)state;
    view_world w;
    chart_world_open(&w, "moongate", "");
    CHECK(&w, "stress latncy", NULL,
          "7:1: chart: nothing here is called 'latncy' (did you mean "
          "'latency'?");
    CHECK(&w, "stress operation=rad", NULL,
          "7:1: chart: no result of suite 'stress' has "
          "operation=rad (did you mean 'read'?");
    CHECK(&w, "stress operation", NULL, "7:1: chart: 'operation' is no metric");
    CHECK(&w, "stres", NULL, "7:1: chart: no result of suite 'stres'");
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_projects_need_no_design),
        cmocka_unit_test(what_is_wished_is_done),
        cmocka_unit_test(a_history_is_lines_over_commits),
        cmocka_unit_test(too_much_is_an_error_that_says_what_to_leave_out),
        cmocka_unit_test(wrong_queries_are_told_as_for_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
