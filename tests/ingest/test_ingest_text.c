/* benchmark.js and Luau's bench.py. */
#include "tests/ingest/action.h"

#include <string.h>

static reading_result read_text(const char *text)
{
    return test_ingest_bytes("bench.txt", bd_str_of(text), NULL);
}

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("benchmarkjs_output.txt", "benchmarkjs");
    test_as_the_action("benchmarkluau_output.txt", "benchmarkluau");
}

static void benchmarkjs_gives_its_margin_as_half_an_interval(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name, *value, *error;
        int n;
        const char *compat;
    } cases[] = {
        { "fib(10) x 1,431,759 ops/sec \xC2\xB1"
          "0.50% (93 runs sampled)",
          "fib(10)", "1431759", "7158.795", 93,
          "fib(10) = 1431759 ops/sec [\xC2\xB1"
          "0.50%] {93 samples}\n" },
        { "a x b x 81.5 ops/sec +-2.00% (1 run sampled)", "a x b", "81.5", "1.63", 1, "" },
        { "  d x 1 ops/sec +-0.00% (69 runs sampled)", "d", "1", "0", 69,
          "  d = 1 ops/sec [+-0.00%] {69 samples}\n" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf got = BD_BUF_INIT;
        reading_result r = read_text(cases[i].line);
        assert_read(&r);
        const bd_point *p = test_find_point(r.run, cases[i].name, "value", "");
        assert_string_equal(test_number(p->value), cases[i].value);
        assert_string_equal(test_number(p->error), cases[i].error);
        assert_int_equal(p->n, cases[i].n);
        assert_true(p->confidence == 0.95);
        assert_string_equal(p->unit, "ops/sec");
        test_put_compat(r.run, &got);
        assert_string_equal(bd_buf_text(&got), cases[i].compat);
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
}

static void lines_that_only_look_like_a_result_are_none(void **state)
{
    (void)state;
    reading_result r = read_text("this x line should be ignored\n"
                                 "fib x ops/sec \xC2\xB1"
                                 "0.50% (93 runs sampled)\n"
                                 "fib x 5 ops/sec 0.50% (93 runs sampled)\n"
                                 " x 5 ops/sec \xC2\xB1"
                                 "0.50% (93 runs sampled)\n"
                                 "ok x 5 ops/sec \xC2\xB1"
                                 "0.50% (93 runs sampled)\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    assert_int_equal(r.run->points[0].source.line, 5);
    assert_int_equal(r.run->points[0].source.column, 6);
    assert_int_equal(r.run->points[0].error_at.column, 17);
    test_ingest_drop(&r);
}

/* The unit of the last one is what the action's expression leaves of it. */
static void luau_gives_time_deviation_and_driver(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name, *value, *sd, *params, *compat;
    } cases[] = {
        { "SUCCESS: base64   :   15.041ms +/-  0.500% on luau", "base64", "15.041", "0.075205",
          "driver=luau",
          "base64 = 15.041 ms [\xC2\xB1"
          "0.500%] {luau}\n" },
        { "\x1b[32mSUCCESS\x1b[0m: life : 200ms +/- 1% on ./luau-analyze\r", "life", "200", "2",
          "driver=./luau-analyze",
          "life = 200 ms [\xC2\xB1"
          "1%] {./luau-analyze}\n" },
        { "SUCCESS: a : 5.123ms +/- 10% on luau", "a", "5.123", "0.5123", "driver=luau",
          "a = 5.123 5ms [\xC2\xB1"
          "10%] {luau}\n" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf got = BD_BUF_INIT;
        reading_result r = read_text(cases[i].line);
        assert_read(&r);
        const bd_point *p = test_find_point(r.run, cases[i].name, "time", cases[i].params);
        assert_string_equal(test_number(p->value), cases[i].value);
        assert_string_equal(p->unit, "ms");
        assert_int_equal(p->reported[0].stat.kind, BD_STAT_SD);
        assert_string_equal(test_number(p->reported[0].number), cases[i].sd);
        test_put_compat(r.run, &got);
        assert_string_equal(bd_buf_text(&got), cases[i].compat);
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
}

/* The table at the end is the only one to say the least time. */
static void luau_s_table_gives_the_minimum(void **state)
{
    (void)state;
    reading_result r = read_text(
        "SUCCESS: a : 15.041ms +/- 0.6% on luau\nSUCCESS: b : 2ms +/- 1% on luau\n"
        "SUCCESS: c : 3ms +/- 1% on luau\nSUCCESS: c : 5ms +/- 1% on luau\n"
        "Test  | Min       | Average   | StdDev%  | Driver\n"
        "------+-----------+-----------+----------+-------\n"
        "a     |  14.831ms |  15.041ms |   0.600% | luau\n"
        "b     |  1.5ms    |  2ms      |   1.000% | other\n"
        "c     |  2.5ms    |  4ms      |   1.000% | luau\n"
        "Total | 168.630ms | 169.690ms |      --- | luau\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    const bd_point *p = test_find_point(r.run, "a", "time", NULL);
    assert_int_equal(p->reported_count, 2);
    assert_int_equal(p->reported[1].stat.kind, BD_STAT_MIN);
    assert_string_equal(test_number(p->reported[1].number), "14.831");
    assert_int_equal(p->reported[1].at.line, 7);
    assert_int_equal(p->reported[1].at.column, 10);
    assert_int_equal(test_find_point(r.run, "b", "time", NULL)->reported_count, 1); /* not it */
    assert_int_equal(test_find_point(r.run, "c", "time", NULL)->reported_count, 1); /* twice */
    test_ingest_drop(&r);
}

/* Tools choose the unit by the size of the number: 999.5 ns and 1.002 us are neighbours. */
static void a_benchmark_that_runs_again_in_another_unit_has_samples_in_one(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value, *unit, *samples[3];
    } rows[] = {
        { "fib    time:   [999.1 ns 999.5 ns 999.9 ns]\nfib    time:   [1.0 us 1.002 us 1.1 us]\n"
          "fib    time:   [1.0 us 1.003 us 1.1 us]\n",
          "1.002",
          "us",
          { "0.9995", "1.002", "1.003" } },
        { "fib    time:   [1.0 us 1.002 us 1.1 us]\nfib    time:   [1.0 us 1.003 us 1.1 us]\n"
          "fib    time:   [997.1 ns 998.5 ns 999.9 ns]\n",
          "1.002",
          "us",
          { "1.002", "1.003", "0.9985" } },
        { "SUCCESS: a : 2.5s +/- 1.0% on luau\nSUCCESS: a : 900ms +/- 1.0% on luau\n"
          "SUCCESS: a : 800ms +/- 1.0% on luau\n",
          "900",
          "ms",
          { "2500", "900", "800" } },
        { "test a ... bench: 5 us/iter (+/- 0)\ntest a ... bench: 4,000 ns/iter (+/- 0)\n"
          "test a ... bench: 3,999 ns/iter (+/- 0)\n",
          "4000",
          "ns/iter",
          { "5000", "4000", "3999" } },
        { "benchmark name   samples   iterations   est run time\n-----------------------------\n"
          "a  100  1  1 ms\n  1.5 ms  1 ms  2 ms\n  1 us 1 us 1 us\n\n"
          "a  100  1  1 ms\n  900 us  1 us  2 us\n  1 us 1 us 1 us\n\n"
          "a  100  1  1 ms\n  950 us  1 us  2 us\n  1 us 1 us 1 us\n\n",
          "950",
          "us",
          { "1500", "900", "950" } },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_text(rows[i].text, NULL);
        assert_read(&r);
        assert_int_equal(r.run->point_count, 1);
        const bd_point *p = &r.run->points[0];
        assert_string_equal(test_number(p->value), rows[i].value);
        assert_string_equal(p->unit, rows[i].unit);
        assert_int_equal(p->samples.count, 3);
        for (size_t k = 0; k < 3; k++)
            assert_string_equal(test_number(p->samples.ints ? bd_int(p->samples.ints[k])
                                                            : bd_double(p->samples.doubles[k])),
                                rows[i].samples[k]);
        test_ingest_drop(&r);
    }
}

/* They would be a median of nothing. */
static void a_benchmark_in_two_units_that_do_not_convert_is_refused_with_both_places(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("a x 1,000 ops/sec \xC2\xB1"
                                        "1.00% (5 runs sampled)\n"
                                        "a x 60 MB/sec \xC2\xB1"
                                        "1.00% (5 runs sampled)\n",
                                        NULL);
    assert_false(r.ok);
    assert_non_null(strstr(r.error.message, "stands twice in one run: here and at"));
    assert_int_equal(r.error.line, 2);
    test_ingest_drop(&r);
}

static void a_file_without_a_result_says_what_was_looked_for(void **state)
{
    (void)state;
    static const struct {
        const char *format, *hint;
    } cases[] = {
        { "benchmark.js", "fib(10) x 1,431,759 ops/sec" },
        { "luau", "SUCCESS: base64" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        reading_result r = test_ingest_bytes("b.txt", BD_STR("done\n"), cases[i].format);
        assert_false(r.ok);
        assert_non_null(strstr(r.error.hint, cases[i].hint));
        test_ingest_drop(&r);
    }
}

static void a_result_that_is_no_utf8_is_refused_with_its_place(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\n\xB5 x 5 ops/sec +-0.50% (93 runs sampled)\nok x 5 ops/sec +-0.50% (3 runs sampled)\n",
        "\nSUCCESS: \xB5 : 5ms +/- 1% on luau\n",
    };
    static const int columns[] = { 1, 10 };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        reading_result r = read_text(texts[i]);
        assert_false(r.ok);
        assert_string_equal(r.error.message, "a byte that is not UTF-8 in a result");
        assert_int_equal(r.error.line, 2);
        assert_int_equal(r.error.column, columns[i]);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(benchmarkjs_gives_its_margin_as_half_an_interval),
        cmocka_unit_test(lines_that_only_look_like_a_result_are_none),
        cmocka_unit_test(luau_gives_time_deviation_and_driver),
        cmocka_unit_test(luau_s_table_gives_the_minimum),
        cmocka_unit_test(a_benchmark_that_runs_again_in_another_unit_has_samples_in_one),
        cmocka_unit_test(a_benchmark_in_two_units_that_do_not_convert_is_refused_with_both_places),
        cmocka_unit_test(a_file_without_a_result_says_what_was_looked_for),
        cmocka_unit_test(a_result_that_is_no_utf8_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
