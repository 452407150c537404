/* What a hole in a cell comes to: numbers by example, words, outcomes. */
#include "tests/view/view_support.h"

#include <string.h>

static void open_world(view_world *w, const char *cell, const char *rest)
{
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml,
                  "inputs: { a: { files: \"*\" } }\nlabels: { backend: { SQLite: \"SQLite 3\" }, "
                  "os: { linux: Linux } }\n%s"
                  "tables: { t: { from: a backend=SQLite, per: backend, columns: { X: %s } } }\n",
                  rest, cell);
    view_open(w, bd_buf_text(&yaml));
    bd_buf_release(&yaml);
    bd_run *run = view_run(w, "a", "a.json", "commit=76dcc7e os=linux /run=4");
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"),
                 BD_STR("INTEL(R) XEON(R) PLATINUM 8573C"));
    view_point(run, "x", "wall", "backend=SQLite rows=5000 variant=-", "78302884", "ns");
    view_point(run, "x", "rate", "backend=SQLite rows=5000 variant=-", "250.5", "ops/s");
    view_point(run, "x", "size", "backend=SQLite rows=5000 variant=-", "2048", "B");
    view_point(run, "x", "count", "backend=SQLite rows=5000 variant=-", "9007199254740993", "");
    view_point(run, "x", "ok", "backend=SQLite rows=5000 variant=-", "1", "bool");
    view_point(run, "x", "half", "backend=SQLite rows=5000 variant=-", "0.125", "widgets");
    view_samples(run, view_point(run, "x", "many", "backend=SQLite rows=5000 variant=-", "", "us"),
                 "3000 1000 2000 4000");
    bd_point *p = view_point(run, "x", "refused", "backend=SQLite rows=5000 variant=-", "", "ns");
    p->outcome = BD_OUTCOME_REFUSED;
    view_point(run, "x", "own.p50", "backend=SQLite rows=5000 variant=-", "7", "");
    view_observe(w);
}

static const struct {
    const char *cell, *rest, *want;
} rows[] = {
    { "\"{wall}\"", "", "78302884 ns" },
    { "\"{wall:0.000000 ms}\"", "", "78.302884 ms" },
    { "\"{wall:0.000 s}\"", "", "0.078 s" },
    { "\"{wall in us:0.0}\"", "", "78302.9" },
    { "\"{wall in us:0.0 x}\"", "", "78302.9 us" }, /* the unit in words wins */
    { "\"{wall in us}\"", "", "78302.884" },
    { "\"{wall:1.000,0 us}\"", "", "78.302,9 us" },
    { "\"{wall}\"", "numbers: { time: \"0.00 ms\", count: \"10 000\" }\n", "78.30 ms" },
    { "\"{count}\"", "numbers: { time: \"0.00 ms\", count: \"10 000\" }\n",
      "9 007 199 254 740 993" },
    { "\"{rows} / {run} / {wall:0 ns}\"", "numbers: { count: \"10 000\" }\n",
      "5 000 / 4 / 78302884 ns" },
    { "\"{rate}\"", "", "250.5 ops/s" },
    { "\"{rate in ms/op:0.00}\"", "", "3.99" }, /* 1000 / 250.5 */
    { "\"{size:0.0 KiB}\"", "", "2.0 KiB" },
    { "\"{size in B}\"", "", "2048" },
    { "\"{ok}\"", "", "true" },
    { "\"{half}\"", "", "0.125 widgets" },
    { "\"{half:0.00}\"", "", "0.13" },
    { "\"{many.median} {many.p50} {many.n} {many.min:0 ms}\"", "", "2500 us 2000 us 4 1 ms" },
    { "\"{many.p99.9:0.0 ms}\"", "", "4.0 ms" },
    { "\"{own.p50}\"", "", "7" }, /* a metric's whole name before a statistic */
    { "\"{backend}\"", "", "SQLite 3" },
    { "\"{backend:slug}\"", "", "sqlite" },
    { "\"{variant}|{backend}\"", "", "|SQLite 3" },
    { "\"{cpu}, {cpu.short}, {cpu:slug}\"", "",
      "INTEL(R) XEON(R) PLATINUM 8573C, XEON 8573C, intel-xeon-platinum-8573c" },
    { "\"{os} {environment.os}\"", "", "Linux linux" },
    { "\"{commit} {suite} {series}\"", "", "76dcc7e a 9" },
    { "\"{unit metric=size}\"", "", "B" },
    { "[ { has: wall.p95, say: \"{{yes}}\" } ]", "", "{yes}" },
    { "[ { when: variant=-, say: plain } ]", "", "plain" },
    { "[ { when: nothing=-, say: plain }, { say: other } ]", "", NULL },
    { "[ { has: refused outcome=refused, say: Refused } ]", "", "Refused" },
};

static void a_hole_becomes_a_number_or_a_word(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        open_world(&w, rows[i].cell, rows[i].rest);
        bd_table t = { 0 };
        bd_buf got = BD_BUF_INIT;
        bool ok = bd_view_table(&w.view, bd_config_table(w.config, "t"), &t);
        const bd_cell *cell = ok ? &t.cells[t.column_count - 1] : NULL;
        for (size_t k = 0; ok && k < cell->span_count; k++)
            bd_buf_puts(&got, cell->spans[k].text);
        const char *text = ok ? bd_buf_text(&got) : view_findings(&w);
        if (ok != (rows[i].want != NULL) || (ok && strcmp(text, rows[i].want) != 0)) {
            print_error("%s gave %s\n", rows[i].cell, text);
            wrong++;
        }
        bd_buf_release(&got);
        view_close(&w);
    }
    assert_int_equal(wrong, 0);
}

static void a_number_knows_where_it_came_from(void **state)
{
    (void)state;
    view_world w;
    bd_table t;
    open_world(&w, "\"{wall:0.0 ms} {rate in ms/op:0.00} {many.p95}\"", "");
    assert_true(bd_view_table(&w.view, bd_config_table(w.config, "t"), &t));
    const bd_cell *cell = &t.cells[1];
    assert_int_equal(cell->source_count, 3);
    const bd_cell_source *s = cell->sources;
    assert_int_equal(s[0].number.as.i, 78302884);
    assert_string_equal(s[0].unit, "ns");
    assert_string_equal(s[0].text, "78.3 ms");
    assert_string_equal(s[0].style.unit, "ms");
    assert_false(s[0].reciprocal);
    assert_true(s[1].reciprocal);
    assert_int_equal(s[2].stat.kind, BD_STAT_PERCENTILE);
    assert_int_equal(s[2].number.as.i, 4000);
    assert_int_equal(s[2].n, 4);
    assert_false(s[2].reported);
    view_close(&w);
}

static void markup_of_the_configuration_and_data_stay_apart(void **state)
{
    (void)state;
    view_world w;
    bd_table t;
    bd_buf got = BD_BUF_INIT;
    open_world(&w, "\"**{backend}** `{wall}`\"", "");
    assert_true(bd_view_table(&w.view, bd_config_table(w.config, "t"), &t));
    view_describe_table(&t, &got);
    assert_text(bd_buf_text(&got),
                "l:X\n[SQLite]\n"
                "**«SQLite 3»** `«78302884 ns»` <a.json:1:1 computed 078302884>\n");
    bd_buf_release(&got);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hole_becomes_a_number_or_a_word),
        cmocka_unit_test(a_number_knows_where_it_came_from),
        cmocka_unit_test(markup_of_the_configuration_and_data_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
