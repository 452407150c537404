/* Tables that nobody designed. */
#include "tests/view/view_support.h"

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
    assert_text(view_query(&w, "a"),
                "Method|size|score "
                "(ms/op)\nadd|10|1.500000\nadd|100|15.250000\nget|10|0.001500\nget|100|–\n");
    assert_text(view_query(&w, "a size=10 score method=add"), "Method|score (ms/op)\nadd|1.500\n");
    assert_text(view_query(&w, "a gc.count"), "Method|gc.count (counts)\nget|3\n");
    assert_text(view_query(&w, "a scor"),
                "7:1: table: nothing here is called 'scor' (did you mean 'score'? there is: score, "
                "gc.count, size, benchmark, class, method, mode, commit, branch, date, unit, "
                "outcome, metric)\n");
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
    assert_string_equal(t.columns[0].number.text, "0.000");
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

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_stand_for_benchmarks_that_they_tell_apart),
        cmocka_unit_test(a_layout_can_be_written_down),
        cmocka_unit_test(what_was_seen_often_gets_its_median),
        cmocka_unit_test(the_configuration_s_examples_hold_here_too),
        cmocka_unit_test(a_table_that_says_only_from_is_laid_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
