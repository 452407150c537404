/* Tables of a configuration: rows, order, columns, titles, languages. */
#include "tests/view/view_support.h"

#include <string.h>
#include <time.h>

#define MACHINE "cpu=AMD-EPYC-7763 commit=76dcc7e "

/* Two backends, two operations, three sizes. */
static void open_tick(view_world *w, const char *rest)
{
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml,
                  "inputs:\n  tick:\n    files: \"*.json\"\n    name: \"{operation} {rows}rows "
                  "{metric}\"\n%s",
                  rest);
    view_open(w, bd_buf_text(&yaml));
    bd_buf_release(&yaml);
    bd_run *mysql = view_run(w, "tick", "a.json", MACHINE "backend=MySQL /run=4");
    view_point(mysql, "write 5000rows wall", "value", "", "78302884", "ns");
    view_point(mysql, "write 10000rows wall", "value", "", "156605768", "ns");
    view_point(mysql, "read 5000rows wall", "value", "", "2500000", "ns");
    view_point(mysql, "read 5000rows gap", "value", "", "50000000", "ns");
    bd_run *sqlite = view_run(w, "tick", "b.json", MACHINE "backend=SQLite /run=4");
    view_point(sqlite, "write 5000rows wall", "value", "", "1000000", "ns");
    view_point(sqlite, "read 5000rows wall", "value", "", "500000", "ns");
    view_observe(w);
}

static const struct {
    const char *what, *yaml, *want;
} rows[] = {
    { "a row is what per: says, numbers ascend",
      "tables:\n  t:\n    from: tick backend=MySQL operation=write\n    per: rows\n"
      "    columns: { Rows: \"{rows}\", Wall: \"{wall:0.000000 ms}\" }\n",
      "Rows|Wall\n5000|78.302884 ms\n10000|156.605768 ms\n" },
    { "a name of per: that no column shows is a column of its own",
      "tables:\n  t:\n    from: tick rows=5000\n    per: [backend, operation]\n"
      "    columns: { Wall: \"{wall:0.0 ms}\" }\n",
      "Backend|Operation|Wall\nMySQL|write|78.3 ms\nMySQL|read|2.5 ms\n"
      "SQLite|write|1.0 ms\nSQLite|read|0.5 ms\n" },
    { "order: sorts names, sort: chooses what counts first",
      "order: { operation: [read, write], backend: [SQLite, MySQL] }\ntables:\n  t:\n    from: "
      "tick rows=5000\n"
      "    per: [backend, operation]\n    sort: [operation, backend]\n    columns: { Wall: "
      "\"{wall:0.0 ms}\" }\n",
      "Backend|Operation|Wall\nSQLite|read|0.5 ms\nMySQL|read|2.5 ms\nSQLite|write|1.0 ms\n"
      "MySQL|write|78.3 ms\n" },
    { "across: one column per value, in their order",
      "order: { operation: [read, write] }\nlabels: { operation: { read: Read } }\n"
      "tables:\n  t:\n    from: tick rows=5000\n    per: backend\n    columns:\n"
      "      \"{operation} (ms)\": { across: operation, cell: \"{wall:0.0}\" , number: \"0.0 ms\" "
      "}\n",
      "Backend|Read (ms)|write (ms)\nMySQL|2500000.0|78302884.0\nSQLite|500000.0|1000000.0\n" },
    { "across: the values that are listed",
      "tables:\n  t:\n    from: tick rows=5000\n    per: backend\n    columns:\n"
      "      Time: { across: operation=write, cell: \"{wall in us}\" }\n",
      "Backend|Time write\nMySQL|78302.884\nSQLite|1000\n" },
    { "labels, titles and a translation of both",
      "languages: [en, zh]\nlabels: { operation: { write: Write } }\ntitles: { operation: Doing }\n"
      "tables:\n  t:\n    from: tick rows=5000 backend=MySQL operation=write\n    per: operation\n"
      "    titles: { operation: What }\n    columns: { Wall: \"{wall:0 ms}\" }\n",
      "What|Wall\nWrite|78 ms\n" },
    { "has: and when: choose a text, the last rule speaks always",
      "tables:\n  t:\n    from: tick\n    per: backend\n    columns:\n"
      "      Big: [ { has: wall rows>5000, say: Done }, { say: Pending } ]\n"
      "      Kind: [ { when: backend=SQLite, say: \"file, {series} points\" }, { say: server } ]\n"
      "      Empty: [ { when: backend=SQLite, say: \"\" }, { say: x } ]\n",
      "Backend|Big|Kind|Empty\nMySQL|Done|server|x\nSQLite|Pending|file, 2 points|\n" },
    { "a declared missing cell, for one row or for all",
      "tables:\n  t:\n    from: tick\n    per: backend\n    missing: { backend=SQLite: not "
      "measured }\n"
      "    columns: { Big: \"{wall rows=10000:0 ms}\" }\n",
      "Backend|Big\nMySQL|157 ms\nSQLite|not measured\n" },
    { "missing: as one text",
      "tables:\n  t:\n    from: tick\n    per: backend\n    missing: \"—\"\n"
      "    columns: { Gap: \"{gap:0 ms} / {gap rows=5000:0.00 s}\" }\n",
      "Backend|Gap\nMySQL|50 ms / 0.05 s\nSQLite|—\n" },
    { "an empty dimension shows as - when it is the whole cell",
      "tables:\n  t:\n    from: tick rows=5000 operation=read backend=MySQL\n    per: [backend, "
      "run]\n"
      "    columns: { Wall: \"{wall}\", Machine: \"{cpu.short}, {commit}, {backend:slug}\" }\n",
      "Run|Wall|Machine\n4|2500000 ns|AMD-EPYC-7763, 76dcc7e, mysql\n" },
    { "numbers of dimensions take the separator in force",
      "number: \"1,000\"\ntables:\n  t:\n    from: tick backend=MySQL\n    per: rows\n"
      "    columns: { Wall: \"{wall operation=write in us:0}\", Plain: \"{rows:10000}\" }\n",
      "Wall|Plain\n78303|5000\n156606|10000\n" },
    { "a column of its own takes it, too",
      "number: \"1,000\"\ntables:\n  t:\n    from: tick backend=MySQL operation=write\n    per: "
      "rows\n"
      "    columns: { Wall: \"{wall}\" }\n",
      "Rows|Wall\n5,000|78,302,884\n10,000|156,605,768\n" },
};

static void tables_are_built_as_configured(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        open_tick(&w, rows[i].yaml);
        const char *got = view_table(&w, "t");
        if (strcmp(got, rows[i].want) != 0)
            print_error("%s\n", rows[i].what);
        assert_text(got, rows[i].want);
        assert_text(view_findings(&w), "");
        view_close(&w);
    }
}

static void a_table_in_another_language_is_translated_or_an_error(void **state)
{
    (void)state;
    view_world w;
    open_tick(&w, "languages: [en, zh]\nlabels: { operation: { write: Write } }\ntables:\n  t:\n   "
                  " from: tick rows=5000 backend=MySQL\n"
                  "    per: operation\n    columns: { Total: \"about {wall:0 ms}\", Twice: "
                  "\"{wall:0 ms}\" }\n"
                  "translations: { zh: { Total: 总耗时, Write: 写入, "
                  "\"about {wall:0 ms}\": \"约 {wall:0} 毫秒\" } }\n"
                  "numbers: { time: \"0 ms\" }\n");
    w.view.language = "zh";
    assert_text(view_table(&w, "t"), "11:10: no translation into 'zh' for 'Operation' "
                                     "(translations: { zh: { \"Operation\": TEXT } })\n"
                                     "12:44: no translation into 'zh' for 'Twice' "
                                     "(translations: { zh: { \"Twice\": TEXT } })\n");
    view_close(&w);
}

static void latest_keeps_the_run_measured_last(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: \"*\" } }\ntables:\n  t: { from: a latest, per: "
                  "benchmark, columns: { V: \"{value}\" } }\n"
                  "  u: { from: a, per: benchmark, columns: { V: \"{value latest}\" } }\n");
    view_point(view_run(&w, "a", "1", "measured_at=2026-01-02T00:00:00Z"), "x", "value", "", "2",
               "ns");
    view_point(view_run(&w, "a", "2", "measured_at=2026-01-03T00:00:00Z"), "x", "value", "", "3",
               "ns");
    view_point(view_run(&w, "a", "3", ""), "y", "value", "", "4", "ns");
    view_observe(&w);
    assert_text(view_table(&w, "t"), "Benchmark|V\nx|3 ns\n");
    assert_text(view_table(&w, "u"), "Benchmark|V\nx|3 ns\ny|4 ns\n");
    view_close(&w);
}

static void rows_whose_names_read_alike_stay_apart(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: \"*\" } }\none machine: no\n"
                  "tables:\n  t: { from: a, per: [p, q], columns: { V: \"{value}\" } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    bd_point *one = view_point(run, "x", "value", "", "1", "");
    bd_pairs_set(&one->params, &run->arena, BD_STR("p"), BD_STR("a / b"));
    bd_pairs_set(&one->params, &run->arena, BD_STR("q"), BD_STR("c"));
    bd_point *two = view_point(run, "x", "value", "", "2", "");
    bd_pairs_set(&two->params, &run->arena, BD_STR("p"), BD_STR("a"));
    bd_pairs_set(&two->params, &run->arena, BD_STR("q"), BD_STR("b / c"));
    view_observe(&w);
    assert_text(view_table(&w, "t"), "p|q|V\na / b|c|1\na|b / c|2\n");
    view_close(&w);
}

static void notes_say_what_percentiles_are(void **state)
{
    (void)state;
    view_world w;
    view_open(&w,
              "inputs: { a: { files: \"*\" } }\ntables:\n  t: { from: a, per: benchmark, columns: "
              "{ P: \"{wall.p50} / {wall.p99}\", M: \"{wall.median}\" } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    view_samples(run, view_point(run, "x", "wall", "", "", "ns"), "5 1 4 2 3");
    bd_point *p = view_point(run, "y", "wall", "", "", "ns");
    static const bd_stat_value reported[] = {
        { .stat = { BD_STAT_PERCENTILE, 99000000 }, .number = { BD_NUMBER_INT, { 9 } } },
        { .stat = { BD_STAT_PERCENTILE, 50000000 }, .number = { BD_NUMBER_INT, { 4 } } },
        { .stat = { BD_STAT_MEDIAN, 0 }, .number = { BD_NUMBER_INT, { 4 } } },
    };
    p->reported = reported;
    p->reported_count = BD_COUNT(reported);
    view_observe(&w);
    assert_text(view_table(&w, "t"), "Benchmark|P|M\nx|3 ns / 5 ns|3 ns\ny|4 ns / 9 ns|4 ns\n"
                                     "note: p99 of 5 observations is their maximum.\n"
                                     "note: As the results report them: median, p50, p99.\n");
    view_close(&w);
}

static void a_reported_percentile_that_the_observations_do_not_give_is_said_once(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: \"*\" } }\ntables:\n  t: { from: a, per: benchmark, "
                  "columns: { P: \"{wall.p50}\" } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    static const bd_stat_value wrong[] = { { .stat = { BD_STAT_PERCENTILE, 50000000 },
                                             .number = { BD_NUMBER_DOUBLE, { .d = 3.5 } } } };
    static const bd_stat_value right[] = { { .stat = { BD_STAT_PERCENTILE, 50000000 },
                                             .number = { BD_NUMBER_DOUBLE, { .d = 3 } } } };
    static const bd_stat_value *const reported[] = { wrong, wrong, right };
    for (size_t i = 0; i < 3; i++) {
        bd_point *p = view_point(run, i == 0 ? "x" : i == 1 ? "y" : "z", "wall", "", "", "ns");
        view_samples(run, p, "1 2 3 4 5");
        p->reported = reported[i];
        p->reported_count = 1;
    }
    view_observe(&w);
    assert_text(view_table(&w, "t"), "Benchmark|P\nx|3 ns\ny|3 ns\nz|3 ns\n");
    assert_text(
        view_findings(&w),
        "warning: 4:14: table 't': 2 numbers are not what the results report: p50 is 3 by nearest "
        "rank, "
        "reported is 3.5 (1:1:1) (the table shows what follows from the observations; many tools "
        "interpolate)\n");
    view_close(&w);
}

/* 20 000 points, 1000 rows, two languages: far below a second without sanitizers. */
static void large_tables_are_built_in_time(void **state)
{
    (void)state;
    view_world w;
    view_open(
        &w,
        "inputs: { a: { files: \"*\" } }\ntables:\n"
        "  t:\n    from: a size>=0\n    per: name\n    missing: { name=n1: none }\n    columns:\n"
        "      \"{op}\": { across: op, cell: \"{wall:0.0 us}\" }\n"
        "      Said: [ { has: wall op=op3, when: name!=n7, say: \"{name} yes\" }, { say: no } ]\n"
        "  wide:\n    from: a\n    per: op\n    columns:\n      \"{name}\": { across: name, cell: "
        "\"{wall:0 ns}\" }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    for (size_t i = 0; i < 20000; i++)
        view_point(run, "b", "wall",
                   bd_arena_printf(&run->arena, "name=n%zu op=op%zu size=%zu", i / 20, i % 20, i),
                   "123456", "ns");
    view_observe(&w);
    clock_t before = clock();
    bd_table t;
    assert_true(bd_view_table(&w.view, bd_config_table(w.config, "t"), &t));
    assert_int_equal(t.row_count, 1000);
    assert_int_equal(t.column_count, 21);
    assert_true(bd_view_table(&w.view, bd_config_table(w.config, "wide"), &t));
    assert_int_equal(t.row_count * t.column_count, 20 * 1001);
    view_query(&w, "a");
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    if (seconds > 30)
        fail_msg("took %.1f s", seconds);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_built_as_configured),
        cmocka_unit_test(a_table_in_another_language_is_translated_or_an_error),
        cmocka_unit_test(latest_keeps_the_run_measured_last),
        cmocka_unit_test(rows_whose_names_read_alike_stay_apart),
        cmocka_unit_test(notes_say_what_percentiles_are),
        cmocka_unit_test(a_reported_percentile_that_the_observations_do_not_give_is_said_once),
        cmocka_unit_test(large_tables_are_built_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
