/* Catch2's benchmarks: the console of versions 2 and 3, and the XML reporter. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static reading_result read_text(const char *text)
{
    return test_ingest_bytes("bench.txt", bd_str_of(text), NULL);
}

#define RULE "-------------------------------------------------------------------------------\n"
#define HEAD                                                                          \
    "benchmark name                       samples       iterations    est run time\n" \
    "                                     mean          low mean      high mean\n"    \
    "                                     std dev       low std dev   high std dev\n" RULE
#define CASE(name) RULE name "\n" RULE "a.cpp:5\n..........\n\n"

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("catch2_output_v2.txt", "catch2");
    test_as_the_action("catch2_output_v3.txt", "catch2");
    test_as_the_action("issue16_output.txt", "catch2");
}

/* grep -c '^Fibonacci.* ms' in the file: 4 */
static void the_real_file_gives_its_points(void **state)
{
    (void)state;
    reading_result r = test_ingest_path(
        test_shared(
            "real/catch2/benchmark-action__github-action-benchmark__catch2_output_v3__5f05be7.txt"),
        NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 4);
    const bd_point *p = test_find_point(r.run, "Fibonacci-15_bench", "time", "test=More Fibonacci");
    assert_string_equal(test_number(p->value), "3.789");
    assert_string_equal(p->unit, "us");
    assert_string_equal(test_number(p->low), "3.734");
    assert_string_equal(test_number(p->high), "3.888");
    assert_string_equal(test_number(p->reported[0].number), "0.362"); /* 362 ns */
    assert_int_equal(p->n, 100);
    assert_string_equal(p->rest, "{\"iterations\":20}");
    assert_int_equal(p->source.line, 40);
    assert_int_equal(p->source.column, 54);
    assert_int_equal(p->reported[0].at.line, 41);
    test_ingest_drop(&r);
}

static void names_that_wrap_are_put_together(void **state)
{
    (void)state;
    bd_buf got = BD_BUF_INIT;
    reading_result r = read_text(CASE("T\n  section") HEAD
                                 "a                      100     2     8 ms \n"
                                 "                      41 us 40 us 42 us \n"
                                 "                       3 us  2 us  5 us \n\n"
                                 "a name that is too                          \n"
                                 "long                   100     2     8 ms \n"
                                 "                      51 us 50 us 52 us \n"
                                 "                       3 us  2 us  5 us \n\n"
                                 "b                      100     2     8 ms \n"
                                 "                      61 us 60 us 62 us \n"
                                 "                       3 us  2 us  5 us \n\n");
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    test_find_point(r.run, "a name that is too long", "time", "test=T / section");
    test_find_point(r.run, "b", "time", NULL);
    test_put_compat(r.run, &got); /* behind such a name the action loses track */
    assert_string_equal(bd_buf_text(&got), "a = 41 us [\xC2\xB1 3] {100 samples\n2 iterations}\n");
    bd_buf_release(&got);
    test_ingest_drop(&r);
}

static void a_failed_benchmark_is_a_point_with_its_reason(void **state)
{
    (void)state;
    reading_result r = read_text(CASE("T") HEAD "a        Benchmark failed (boom)\n"
                                                "b                      100     2     8 ms \n"
                                                "                      61 us 60 us 62 us \n"
                                                "                       3 us  2 us  5 us \n\n");
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "a", "time", "test=T");
    assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
    assert_string_equal(p->reason, "Benchmark failed (boom)");
    assert_int_equal(test_find_point(r.run, "b", "time", "test=T")->outcome, BD_OUTCOME_OK);
    test_ingest_drop(&r);
}

static void one_name_in_two_test_cases_is_two_series(void **state)
{
    (void)state;
#define ROW "b     100     2     8 ms\n   61 us 60 us 62 us\n    3 us  2 us  5 us\n\n"
    reading_result r = read_text(CASE("T") HEAD ROW "\n" CASE("U") HEAD ROW);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2);
    test_find_point(r.run, "b", "time", "test=T");
    test_find_point(r.run, "b", "time", "test=U");
    test_ingest_drop(&r);
}

static void a_benchmark_that_ends_early_is_refused(void **state)
{
    (void)state;
    static const char text[] = CASE("T") HEAD "b     100     2     8 ms\n   61 us 60 us 62 us\n"
                                              "    3 us  2 us  5 us\n\n";
    static const broken_case cases[] = {
        { "   61 us 60", "   x 60", "   x 60", NULL,
          "expected the mean of a benchmark with its low and high mean", 0 },
        { "b     100", "      100", "      100", NULL,
          "expected the name of a benchmark before its samples", 0 },
        { "    3 us", "    3 apples", "    3 apples", NULL,
          "expected the standard deviation of a benchmark with its ends", 0 },
        { "   61 us 60 us 62 us\n    3 us  2 us  5 us\n\n", "", "b     100", NULL,
          "expected two more lines of this benchmark: the file ends", 0 },
    };
    test_all_broken("bench.txt", text, cases, BD_COUNT(cases));
}

static const char xml[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<Catch2TestRun name=\"bench\" rng-seed=\"1\" catch2-version=\"3.4.0\">\n"
    "  <TestCase name=\"Fibonacci\" tags=\"[!benchmark]\" filename=\"a.cpp\" line=\"5\">\n"
    "    <Section name=\"small\">\n"
    "      <BenchmarkResults name=\"Fibonacci &lt;20>\" samples=\"100\" resamples=\"100000\" "
    "iterations=\"2\" clockResolution=\"26.8\" estimatedDuration=\"8.37e+06\">\n"
    "        <!--All values in nano seconds-->\n"
    "        <mean value=\"41731.5\" lowerBound=\"41250\" upperBound=\"42622\" ci=\"0.9\"/>\n"
    "        <standardDeviation value=\"3256\" lowerBound=\"2163\" upperBound=\"5353\" "
    "ci=\"0.9\"/>\n"
    "        <outliers variance=\"0.5\" lowMild=\"0\" highMild=\"3\"/>\n"
    "      </BenchmarkResults>\n"
    "    </Section>\n"
    "    <BenchmarkResults name=\"b\" samples=\"10\" resamples=\"1\" iterations=\"1\">\n"
    "      <failed message=\"boom\"/>\n"
    "    </BenchmarkResults>\n"
    "  </TestCase>\n"
    "</Catch2TestRun>\n";

static void the_xml_report_gives_the_same(void **state)
{
    (void)state;
    reading_result r = read_text(xml);
    assert_read(&r);
    assert_string_equal(r.run->format, "catch2");
    assert_int_equal(r.run->point_count, 2);
    const bd_point *p = test_find_point(r.run, "Fibonacci <20>", "time", "test=Fibonacci / small");
    assert_string_equal(test_number(p->value), "41731.5");
    assert_string_equal(p->unit, "ns");
    assert_string_equal(test_number(p->low), "41250");
    assert_true(p->confidence == 0.9);
    assert_int_equal(p->n, 100);
    assert_string_equal(test_number(p->reported[0].number), "3256");
    assert_int_equal(p->source.line, 7);
    assert_int_equal(p->source.column, 9);
    p = test_find_point(r.run, "b", "time", "test=Fibonacci");
    assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
    assert_string_equal(p->reason, "boom");
    test_ingest_drop(&r);
}

static void a_broken_report_is_refused_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "samples=\"100\"", "samples=\"many\"", "<BenchmarkResults name=\"Fib", NULL,
          "expected a number as samples of a benchmark", 0 },
        { "name=\"b\"", "name=\" \"", "<BenchmarkResults name=\" ", NULL,
          "a benchmark without a name", 0 },
        { "<mean value=\"41731.5\" ", "<mean ", "<mean ", NULL,
          "expected a number as value of a benchmark", 0 },
        { "    </Section>\n", "", "TestCase>\n</Catch2", NULL, "no well-formed XML: mismatched tag",
          0 },
        { "<Catch2TestRun ", "<!DOCTYPE a [<!ENTITY b \"c\">]>\n<Catch2TestRun ", "[<!ENTITY", NULL,
          "a document type in XML", 0 },
    };
    test_all_broken("report.xml", xml, cases, BD_COUNT(cases));
}

static void a_report_that_is_nested_too_deeply_is_refused(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, "<Catch2TestRun>");
    for (int i = 0; i < 300; i++)
        bd_buf_puts(&text, "<Section name=\"s\">");
    reading_result r = test_ingest_bytes("r.xml", bd_buf_str(&text), NULL);
    assert_false(r.ok);
    assert_string_equal(r.error.message, "nested more deeply than any report");
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void a_file_without_a_result_says_what_was_looked_for(void **state)
{
    (void)state;
    static const char *const texts[] = { "test cases: 1 | 1 passed\n", "<Catch2TestRun/>" };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        reading_result r = test_ingest_bytes("b.txt", bd_str_of(texts[i]), "catch2");
        assert_false(r.ok);
        assert_string_equal(r.error.message, "no result of a Catch2 BENCHMARK in it");
        test_ingest_drop(&r);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(the_real_file_gives_its_points),
        cmocka_unit_test(names_that_wrap_are_put_together),
        cmocka_unit_test(a_failed_benchmark_is_a_point_with_its_reason),
        cmocka_unit_test(one_name_in_two_test_cases_is_two_series),
        cmocka_unit_test(a_benchmark_that_ends_early_is_refused),
        cmocka_unit_test(the_xml_report_gives_the_same),
        cmocka_unit_test(a_broken_report_is_refused_with_its_place),
        cmocka_unit_test(a_report_that_is_nested_too_deeply_is_refused),
        cmocka_unit_test(a_file_without_a_result_says_what_was_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
