/* Tables that nobody designed. */
#include "tests/view/view_support.h"

#include <math.h>
#include <string.h>

typedef struct layout_point {
    const char *benchmark, *metric, *params, *number, *unit;
} layout_point;

static void open_world(view_world *w, const layout_point *points, size_t count, const char *mode)
{
    view_open(w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(w, "a", "1", "");
    for (size_t i = 0; i < count; i++)
        view_point(run, points[i].benchmark, points[i].metric, points[i].params, points[i].number,
                   points[i].unit)
            ->mode = mode;
    view_observe(w);
}

static void methods_stand_for_benchmarks_that_they_tell_apart(void **state)
{
    (void)state;
    static const layout_point points[] = {
        { "io.x.List.add", "score", "size=10", "1.5", "ms/op" },
        { "io.x.List.add", "score", "size=100", "15.25", "ms/op" },
        { "io.x.List.get", "score", "size=10", "0.0015", "ms/op" },
        { "io.x.List.get", "score", "size=100", "", "ms/op" },
        { "io.x.List.get", "gc.count", "size=100", "3", "counts" },
    };
    view_world w;
    open_world(&w, points, BD_COUNT(points), "avgt");
    assert_text(view_query(&w, "a"), "Method|size|score (ms/op)\n"
                                     "add|10|1.5\nadd|100|15.25\nget|10|0.0015\nget|100|–\n");
    assert_text(view_query(&w, "a size=10 score method=add"), "Method|score (ms/op)\nadd|1.5\n");
    assert_text(view_query(&w, "a gc.count"), "Method|gc.count (counts)\nget|3\n");
    assert_text(view_query(&w, "a scor"),
                "7:1: 1 of 2 metrics shown; `benchdoc fields 1` lists all\n7:1: table: nothing "
                "here is called 'scor' (did you mean 'score'? there is: size, benchmark, class, "
                "method, mode, score, gc.count, commit, branch, date, unit, outcome, metric)\n");
    view_close(&w);
}

static void a_layout_can_be_written_down(void **state)
{
    (void)state;
    static const layout_point points[] = { { "io.x.List.add", "score", "", "1.5", "ms/op" },
                                           { "io.x.Set.add", "score", "", "2.5", "ms/op" } };
    view_world w;
    bd_table_config t;
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    open_world(&w, points, BD_COUNT(points), "avgt");
    assert_ok(bd_query_parse(BD_STR("a mode=avgt|\"x y\" latest"), true, &w.arena, &q, &err), &err);
    assert_true(bd_view_layout(&w.view, &q, (bd_place){ "doc.md", 1, 1 }, &t));
    assert_string_equal(t.from.text, "a mode=avgt|\"x y\" latest");
    assert_int_equal(t.per.count, 2);
    assert_string_equal(t.per.items[0].text, "class");
    assert_string_equal(t.per.items[1].text, "method");
    assert_string_equal(t.columns[0].title.text, "score (ms/op)");
    assert_string_equal(t.columns[0].cell.text, "{score}");
    assert_string_equal(t.columns[0].number.text, "4 digits");
    view_close(&w);
}

static void what_was_seen_often_gets_its_median(void **state)
{
    (void)state;
    static const layout_point points[] = { { "a", "wall", "", "", "ns" },
                                           { "b", "wall", "", "", "ns" } };
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    for (size_t i = 0; i < 2; i++)
        view_samples(run, view_point(run, points[i].benchmark, "wall", "", "", "ns"),
                     i == 0 ? "1 2 9" : "5 7");
    view_observe(&w);
    assert_text(view_query(&w, "a"), "Benchmark|wall median (ns)\na|2\nb|6\n");
    assert_text(view_query(&w, "a wall.p50"), "Benchmark|wall.p50 (ns)\na|2\nb|5\n");
    view_close(&w);
}

static void the_configuration_s_examples_hold_here_too(void **state)
{
    (void)state;
    static const char *const yaml[] = {
        "inputs: { a: { files: x } }\nnumbers: { time: \"0.0 s\" }\n",
        "inputs: { a: { files: x } }\nnumber: \"0.0\"\n"
    };
    static const char *const want[] = { "Benchmark|v|c\nx|1.5 s|3\n",
                                        "Benchmark|v (ms)|c\nx|1500.0|3.0\n" };
    for (size_t i = 0; i < 2; i++) {
        view_world w;
        view_open(&w, yaml[i]);
        bd_run *run = view_run(&w, "a", "1", "");
        view_point(run, "x", "v", "", "1500", "ms");
        view_point(run, "x", "c", "", "3", "");
        view_observe(&w);
        assert_text(view_query(&w, "a"), want[i]);
        view_close(&w);
    }
}

/* A column's unit is the file's, unless all of its values would begin with zeros. */
static void tiny_times_are_shown_in_a_smaller_unit(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *unit, *want;
    } rows[] = {
        { "0.0000002612", "0.000004", "s", "Benchmark|v\na|0.2612 us\nb|4 us\n" },
        { "0.000000012", "0", "s/op", "Benchmark|v\na|12 ns/op\nb|0 ns/op\n" },
        { "-0.0025", "0.0001", "ms", "Benchmark|v\na|-2.5 us\nb|0.1 us\n" },
        { "0.000004", "0.5", "s", "Benchmark|v (s)\na|0.000004\nb|0.5\n" },
        { "0.01", "0.001", "s", "Benchmark|v (s)\na|0.01\nb|0.001\n" },
        { "0.003", "0.004", "ns", "Benchmark|v (ns)\na|0.003\nb|0.004\n" }, /* no smaller one */
        { "0", "0", "s", "Benchmark|v (s)\na|0\nb|0\n" },
        { "0.0001", "0.0002", "MB", "Benchmark|v (MB)\na|0.0001\nb|0.0002\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const layout_point points[] = { { "a", "v", "", rows[i].first, rows[i].unit },
                                        { "b", "v", "", rows[i].second, rows[i].unit } };
        view_world w;
        open_world(&w, points, BD_COUNT(points), NULL);
        assert_text(view_query(&w, "a"), rows[i].want);
        view_close(&w);
    }
}

static void a_value_without_end_is_no_forgotten_statistic(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    view_samples(run, view_point(run, "a", "v", "", "5", "ms"), "5 5");
    view_samples(run, view_point(run, "b", "v", "", "5", "ms"), "5 7");
    run->points[1].value = bd_double(INFINITY);
    view_observe(&w);
    assert_text(view_query(&w, "a"), "Benchmark|v (ms)\na|5\nb|–\n");
    view_close(&w);
}

static void a_table_that_says_only_from_is_laid_out(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\ntables:\n  t: { from: a, missing: none }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    view_point(run, "x", "v", "", "1", "ms");
    view_point(run, "y", "v", "", "", "ms");
    view_observe(&w);
    assert_text(view_table(&w, "t"), "Benchmark|v (ms)\nx|1\ny|none\n");
    view_close(&w);
}

static void modes_with_units_of_their_own_are_columns(void **state)
{
    (void)state;
    static const layout_point points[] = {
        { "io.x.List.add", "score", "", "138.105", "ops/ms" },
        { "io.x.List.get", "score", "", "91391.7621817", "ops/ms" },
        { "io.x.List.add", "score", "", "0.0000000032322938954379196", "ms/op" },
        { "io.x.List.get", "score", "", "0.5", "ms/op" },
        { "io.x.List.get", "gc.count", "", "3", "counts" },
    };
    static const char *const modes[] = { "thrpt", "thrpt", "avgt", "avgt", "avgt" };
    view_world w;
    bd_table_config t;
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    for (size_t i = 0; i < BD_COUNT(points); i++)
        view_point(run, points[i].benchmark, points[i].metric, "", points[i].number, points[i].unit)
            ->mode = modes[i];
    view_observe(&w);
    assert_text(view_query(&w, "a"), "Method|thrpt (ops/ms)|avgt (ms/op)\nadd|138.1|"
                                     "0.000000003232\nget|91392|0.5\n");
    assert_text(view_query(&w, "a score"), "Method|thrpt (ops/ms)|avgt "
                                           "(ms/op)\nadd|138.1|0.000000003232\nget|91392|0.5\n");
    assert_ok(bd_query_parse(BD_STR("a"), true, &w.arena, &q, &err), &err);
    assert_true(bd_view_layout(&w.view, &q, (bd_place){ "doc.md", 1, 1 }, &t));
    assert_string_equal(t.columns[0].cell.text, "{score mode=thrpt}");
    assert_string_equal(t.columns[0].number.text, "4 digits");
    view_close(&w);
}

static void several_units_in_one_column_stand_in_their_cells(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    view_point(run, "x", "v", "", "1.23456", "ms");
    view_point(run, "y", "v", "", "7", "widgets");
    view_point(run, "y", "w", "", "1", "B");
    view_observe(&w);
    assert_text(view_query(&w, "a v"), "Benchmark|v\nx|1.235 ms\ny|7 widgets\n");
    view_close(&w);
}

static void the_shape_of_most_points_is_shown_and_the_rest_is_counted(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1.json", "");
    view_point(run, "calibrate", "spin", "cores=1", "1", "ms");
    view_point(run, "write", "wall", "rows=1", "2", "ms");
    view_point(run, "write", "wall", "rows=2", "3", "ms");
    view_observe(&w);
    assert_text(view_query(&w, "a"), "rows|wall (ms)\n1|2\n2|3\n");
    assert_text(view_findings(&w), "7:1: 1 of 2 metrics shown; `benchdoc fields 1.json` lists "
                                   "all\n");
    assert_text(view_query(&w, "a spin"), "Benchmark|spin (ms)\ncalibrate|1\n");
    assert_text(view_findings(&w), "");
    view_close(&w);
}

static void a_name_that_says_what_another_says_is_no_column(void **state)
{
    (void)state;
    static const struct {
        const char *params[3], *want;
    } cases[] = {
        { { "sessions=100 phase=100", "sessions=200 phase=200", "sessions=300 phase=300" },
          "sessions|v (ms)\n100|1\n200|1\n300|1\n" },
        { { "sessions=1 phase=a", "sessions=2 phase=b", "sessions=3 phase=c" },
          "sessions|v (ms)\n1|1\n2|1\n3|1\n" },
        { { "rows=1 phase=a", "rows=2 phase=b", "rows=2 phase=a" },
          "rows|phase|v (ms)\n1|a|1\n2|a|1\n2|b|1\n" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        view_world w;
        view_open(&w, "inputs: { a: { files: x } }\n");
        bd_run *run = view_run(&w, "a", "1", "");
        for (size_t k = 0; k < 3; k++)
            view_point(run, "x", "v", cases[i].params[k], "1", "ms");
        view_observe(&w);
        assert_text(view_query(&w, "a"), cases[i].want);
        view_close(&w);
    }
}

static void names_of_files_are_data_and_stay_readable(void **state)
{
    (void)state;
    view_world w;
    bd_table table;
    bd_query q;
    bd_error err = BD_ERROR_INIT;
    view_open(&w, "inputs: { a: { files: x } }\n");
    bd_run *run = view_run(&w, "a", "1", "");
    view_point(run, "x", "a<b:0|\"c\"", "p<q=1", "1", "<img src=x>");
    view_point(run, "x", "a<b:0|\"c\"", "p<q=2", "2", "<img src=x>");
    view_observe(&w);
    assert_ok(bd_query_parse(BD_STR("a"), true, &w.arena, &q, &err), &err);
    assert_true(bd_view_query_table(&w.view, &q, (bd_place){ "doc.md", 1, 1 }, &table));
    bd_buf text = BD_BUF_INIT;
    view_describe_table(&table, &text);
    assert_non_null(strstr(bd_buf_text(&text), "«p<q»"));
    assert_non_null(strstr(bd_buf_text(&text), "«a<b:0|\"c\" (<img src=x>)»"));
    bd_buf_release(&text);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_stand_for_benchmarks_that_they_tell_apart),
        cmocka_unit_test(a_layout_can_be_written_down),
        cmocka_unit_test(what_was_seen_often_gets_its_median),
        cmocka_unit_test(the_configuration_s_examples_hold_here_too),
        cmocka_unit_test(tiny_times_are_shown_in_a_smaller_unit),
        cmocka_unit_test(a_value_without_end_is_no_forgotten_statistic),
        cmocka_unit_test(a_table_that_says_only_from_is_laid_out),
        cmocka_unit_test(modes_with_units_of_their_own_are_columns),
        cmocka_unit_test(several_units_in_one_column_stand_in_their_cells),
        cmocka_unit_test(the_shape_of_most_points_is_shown_and_the_rest_is_counted),
        cmocka_unit_test(a_name_that_says_what_another_says_is_no_column),
        cmocka_unit_test(names_of_files_are_data_and_stay_readable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
