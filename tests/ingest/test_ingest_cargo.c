/* `cargo bench`: libtest's lines, Criterion's console, and both in one output. */
#include "tests/ingest/action.h"

#include <string.h>

static reading_result read_text(const char *text)
{
    return test_ingest_bytes("bench.txt", bd_str_of(text), NULL);
}

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("cargo_output.txt", "cargo");
    test_as_the_action("cargo_output2.txt", "cargo");
    test_as_the_action("cargo_output3.txt", "cargo");
    test_as_the_action("cargo_output_units.txt", "cargo");
    test_as_the_action("criterion_output.txt", "cargo");
}

/* Counted by:  grep -c ' \.\.\. bench:' FILE   and   grep -c ' \.\.\. FAILED' FILE */
static void every_real_file_gives_its_points(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t benches, failed;
    } files[] = {
        { "bencherdev__bencher__failed__3407b06", 2, 1 },
        { "bencherdev__bencher__ignore__0ba521f", 1, 0 },
        { "bencherdev__bencher__issue_390__a74d428", 4, 0 },
        { "bencherdev__bencher__many__7e46c06", 6, 0 },
        { "bencherdev__bencher__multi_target__dc36e3f", 2, 0 },
        { "bencherdev__bencher__one__3299d8e", 1, 0 },
        { "benchmark-action__github-action-benchmark__cargo_output__9a1a77b", 2, 0 },
        { "benchmark-action__github-action-benchmark__cargo_output2__c75146d", 4, 0 },
        { "benchmark-action__github-action-benchmark__cargo_output3__631ec60", 2, 0 },
        { "benchmark-action__github-action-benchmark__cargo_output_units__8e09831", 5, 0 },
        { "benchmark-action__github-action-benchmark__criterion_output__eb63bb6", 4, 0 },
    };
    for (size_t i = 0; i < BD_COUNT(files); i++) {
        bd_buf path = BD_BUF_INIT;
        size_t failed = 0;
        bd_buf_printf(&path, "%s/%s.txt", test_shared("real/cargo"), files[i].file);
        reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, "cargo");
        for (size_t k = 0; k < r.run->point_count; k++) {
            assert_int_equal(r.run->points[k].params.count, 0);
            failed += r.run->points[k].outcome == BD_OUTCOME_FAILED;
        }
        assert_int_equal(failed, files[i].failed);
        assert_int_equal(r.run->point_count, files[i].benches + failed);
        test_ingest_drop(&r);
        bd_buf_release(&path);
    }
}

static void values_have_commas_units_and_a_spread(void **state)
{
    (void)state;
    static const struct {
        const char *line, *name, *metric, *value, *unit, *error, *compat;
    } cases[] = {
        { "test a::b ... bench:  13,967,756.30 ns/iter (+/- 266,769.64)", "a::b", "time",
          "13967756.3", "ns/iter", "266769.64",
          "a::b = 13967756.3 ns/iter [\xC2\xB1 266769.64]\n" },
        { "test For loop (x)     ... bench:   12314 ns/iter (+/- 123)", "For loop (x)", "time",
          "12314", "ns/iter", "123", "For loop (x) = 12314 ns/iter [\xC2\xB1 123]\n" },
        { "test a ... bench:   1 \xCE\xBCs/iter (+/- 1)", "a", "time", "1", "\xCE\xBCs/iter", "1",
          "" },
        { "test a ... bench:   1911 MS/s (+/- 420)", "a", "value", "1911", "MS/s", "420",
          "a = 1911 MS/s [\xC2\xB1 420]\n" },
        { "test a ... bench:   2835 cycles/iter (+/- 14)", "a", "value", "2835", "cycles/iter",
          "14", "a = 2835 cycles/iter [\xC2\xB1 14]\n" },
        { "test a ... bench: 135 ns/iter (+/- 24) = 210 MB/s", "a", "time", "135", "ns/iter", "24",
          "" },
        { "test x ... bench: y ... bench: 135 ns/iter (+/- 24)", "x ... bench: y", "time", "135",
          "ns/iter", "24", "x ... bench: y = 135 ns/iter [\xC2\xB1 24]\n" },
        { "test a ... \x1b[36mbench\x1b[m:   135 ns/iter (+/- 24)", "a", "time", "135", "ns/iter",
          "24", "a = 135 ns/iter [\xC2\xB1 24]\n" },
        { "test a ... bench: 135 ns/iter", "a", "time", "135", "ns/iter", "NaN", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf got = BD_BUF_INIT;
        reading_result r = read_text(cases[i].line);
        assert_read(&r);
        const bd_point *p = test_find_point(r.run, cases[i].name, cases[i].metric, "");
        assert_string_equal(test_number(p->value), cases[i].value);
        assert_string_equal(p->unit, cases[i].unit);
        assert_string_equal(test_number(p->error), cases[i].error);
        assert_true(p->confidence == 0); /* fastest to slowest is no interval */
        test_put_compat(r.run, &got);
        assert_string_equal(bd_buf_text(&got), cases[i].compat);
        bd_buf_release(&got);
        test_ingest_drop(&r);
    }
}

static void what_the_line_says_per_second_is_a_point_of_its_own(void **state)
{
    (void)state;
    reading_result r = read_text("\n test b ... bench: 1 ns/iter (+/- 1)\n"
                                 "test a ... bench: 135 ns/iter (+/- 24) = 210 MB/s\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2);
    const bd_point *p = test_find_point(r.run, "a", "throughput", "");
    assert_string_equal(test_number(p->value), "210");
    assert_string_equal(p->unit, "MB/s");
    assert_int_equal(p->source.line, 3);
    assert_int_equal(p->source.column, 42);
    test_ingest_drop(&r);
}

static void a_target_is_a_dimension_of_names_that_several_have(void **state)
{
    (void)state;
    reading_result r = read_text("     Running unittests src/lib.rs (target/release/deps/a-1)\n"
                                 "test new ... bench: 1 ns/iter (+/- 1)\n"
                                 "test only ... bench: 3 ns/iter (+/- 1)\n"
                                 "     Running target/release/deps/parse-0a1b\n"
                                 "test new ... bench: 2 ns/iter (+/- 1)\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    assert_int_equal(test_find_point(r.run, "new", "time", "target=src/lib.rs")->source.line, 2);
    assert_int_equal(test_find_point(r.run, "new", "time", "target=parse")->source.line, 5);
    test_find_point(r.run, "only", "time", "");
    test_ingest_drop(&r);
}

/* Neither is another series by being of a target alone. */
static void a_name_in_two_units_that_do_not_convert_is_refused_among_targets_too(void **state)
{
    (void)state;
    reading_result r = read_text("     Running benches/a.rs (target/release/deps/a-1)\n"
                                 "test x ... bench: 1 cycles/iter (+/- 1)\n"
                                 "test x ... bench: 2 instructions/iter (+/- 1)\n"
                                 "     Running benches/b.rs (target/release/deps/b-1)\n"
                                 "test x ... bench: 3 cycles/iter (+/- 1)\n");
    assert_false(r.ok);
    assert_non_null(strstr(r.error.message, "stands twice in one run"));
    assert_int_equal(r.error.line, 3);
    test_ingest_drop(&r);
}

static void repeated_runs_are_samples(void **state)
{
    (void)state;
    reading_result r = read_text("test a ... bench: 30 ns/iter (+/- 1)\n"
                                 "test a ... bench: 10 ns/iter (+/- 2)\n"
                                 "test a ... bench: 20 ns/iter (+/- 3)\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    static const int64_t times[] = { 30, 10, 20 };
    const bd_point *p = r.run->points;
    assert_memory_equal(p->samples.ints, times, sizeof times);
    assert_string_equal(test_number(p->value), "20");
    assert_string_equal(test_number(p->error), "3");
    assert_int_equal(p->source.line, 3);
    assert_int_equal(p->observed_at.line, 1);
    assert_int_equal(p->compat->next->next->place, 2);
    test_ingest_drop(&r);
}

static const char criterion[] =
    "Benchmarking fib 20\n"
    "Benchmarking fib 20: Collecting 100 samples in estimated 5.0002 s (192k iterations)\n"
    "Benchmarking fib 20: Analyzing\n"
    "fib 20                  time:   [26.029 \xC2\xB5s 26.251 \xC2\xB5s 26.505 \xC2\xB5s]\n"
    "                        thrpt:  [37.728 Melem/s 38.093 Melem/s 38.419 Melem/s]\n"
    "                 change:\n"
    "                        time:   [-5.0000% -4.0000% -3.0000%] (p = 0.00 < 0.05)\n"
    "                        thrpt:  [+3.2000% +4.2000% +5.2000%]\n"
    "                        Performance has improved.\n"
    "Found 14 outliers among 100 measurements (14.00%)\n"
    "a very long name of a group/function/20\n"
    "                        time:   [999.10 ns 1.0021 \xC2\xB5s 1.0035 \xC2\xB5s]\n"
    "                        change: [-38.292% -37.342% -36.524%] (p = 0.00 < 0.05)\n";

static void criterion_gives_estimate_and_interval(void **state)
{
    (void)state;
    reading_result r = read_text(criterion);
    assert_read(&r);
    assert_string_equal(r.run->format, "criterion");
    assert_int_equal(r.run->point_count, 3);
    const bd_point *p = test_find_point(r.run, "fib 20", "time", "");
    assert_string_equal(test_number(p->value), "26.251");
    assert_string_equal(p->unit, "\xC2\xB5s");
    assert_string_equal(test_number(p->low), "26.029");
    assert_string_equal(test_number(p->high), "26.505");
    assert_true(p->confidence == 0.95);
    assert_int_equal(p->n, 100);
    assert_int_equal(p->source.line, 4);
    assert_int_equal(p->source.column, 44);
    assert_int_equal(p->low_at.column, 34);
    assert_null(p->compat);
    assert_string_equal(test_number(test_find_point(r.run, "fib 20", "throughput", "")->value),
                        "38.093");
    test_ingest_drop(&r);
}

static void criterions_long_names_and_mixed_units_are_read(void **state)
{
    (void)state;
    reading_result r = read_text(criterion);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "a very long name of a group/function/20", "time",
                                        "");
    assert_string_equal(test_number(p->value), "1.0021");
    assert_string_equal(test_number(p->low), "0.9991"); /* 999.10 ns */
    assert_int_equal(p->n, 0);
    test_ingest_drop(&r);
}

/* The unit tests of the same program come first, each of them ignored. */
static void criterions_units_reach_from_ps_to_s_behind_ignored_tests(void **state)
{
    (void)state;
    static const char *const units[] = { "ps", "ns", "\xC2\xB5s", "us", "ms", "s" };
    for (size_t i = 0; i < BD_COUNT(units); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text,
                      "running 2 tests\ntest a ... ignored\ntest b ... ignored\n\n"
                      "test result: ok. 0 passed; 0 failed; 2 ignored; 0 measured\n\n"
                      "fib 20   time:   [320.62 %s 323.90 %s 327.55 %s]\n",
                      units[i], units[i], units[i]);
        reading_result r = read_text(bd_buf_text(&text));
        assert_read(&r);
        assert_string_equal(r.run->format, "criterion");
        assert_int_equal(r.run->point_count, 1);
        assert_string_equal(r.run->points[0].unit, units[i]);
        assert_string_equal(test_number(r.run->points[0].high), "327.55");
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void both_kinds_in_one_output_are_read(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "test a ... bench: 30 ns/iter (+/- 1)\n%s", criterion);
    reading_result r = read_text(bd_buf_text(&text));
    assert_read(&r);
    assert_string_equal(r.run->format, "cargo");
    assert_int_equal(r.run->point_count, 4);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void a_file_without_a_result_says_what_was_looked_for(void **state)
{
    (void)state;
    static const struct {
        const char *format, *hint;
    } cases[] = {
        { "cargo", "test parse ... bench:      18,149 ns/iter (+/- 755)" },
        { "Criterion", "parse/20         time:   [26.029 us 26.251 us 26.505 us]" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        reading_result r = test_ingest_bytes("b.txt", BD_STR("running 0 tests\n"), cases[i].format);
        assert_false(r.ok);
        assert_non_null(strstr(r.error.hint, cases[i].hint));
        test_ingest_drop(&r);
    }
}

static void a_result_that_is_no_utf8_is_refused_with_its_place(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "ok\ntest \xB5 ... bench: 30 ns/iter (+/- 1)\n",
        "ok\nfib \xB5   time:   [1 ns 2 ns 3 ns]\n",
        "ok\ntest a ... bench: 1 ns/iter (+/- 1)\ntest \xB5 ... FAILED\n",
    };
    static const int lines[] = { 2, 2, 3 }, columns[] = { 6, 5, 6 };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        reading_result r = read_text(texts[i]);
        assert_false(r.ok);
        assert_int_equal(r.error.line, lines[i]);
        assert_int_equal(r.error.column, columns[i]);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(every_real_file_gives_its_points),
        cmocka_unit_test(values_have_commas_units_and_a_spread),
        cmocka_unit_test(what_the_line_says_per_second_is_a_point_of_its_own),
        cmocka_unit_test(a_target_is_a_dimension_of_names_that_several_have),
        cmocka_unit_test(a_name_in_two_units_that_do_not_convert_is_refused_among_targets_too),
        cmocka_unit_test(repeated_runs_are_samples),
        cmocka_unit_test(criterion_gives_estimate_and_interval),
        cmocka_unit_test(criterions_long_names_and_mixed_units_are_read),
        cmocka_unit_test(criterions_units_reach_from_ps_to_s_behind_ignored_tests),
        cmocka_unit_test(both_kinds_in_one_output_are_read),
        cmocka_unit_test(a_file_without_a_result_says_what_was_looked_for),
        cmocka_unit_test(a_result_that_is_no_utf8_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
