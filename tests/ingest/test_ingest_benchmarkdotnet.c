/* BenchmarkDotNet's JSON of versions 0.9 to 0.15, brief and full. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("benchmarkdotnet.json", "benchmarkdotnet");
}

static reading_result real(const char *name)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/bencherdev__bencher__%s.json", test_shared("real/benchmarkdotnet"),
                  name);
    reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
    assert_read(&r);
    assert_string_equal(r.run->format, "benchmarkdotnet");
    bd_buf_release(&path);
    return r;
}

/* python3 -c 'import json,sys; b=json.load(open(sys.argv[1]))["Benchmarks"]
 * print(sum(1+("Memory" in x)+sum(m["Descriptor"]["DisplayName"]!="Allocated"
 *   for m in x.get("Metrics",[])) for x in b),
 *   sum(len(x["Statistics"].get("OriginalValues",[])) for x in b))' FILE */
static void every_real_file_gives_its_points_and_samples(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t points, samples;
    } rows[] = { { "memory__69d76de", 75, 249 },
                 { "memory__ea1db31", 10, 6 },
                 { "null_namespace__b840c09", 1, 0 },
                 { "two__9fdf104", 2, 0 },
                 { "two_more__7af6bf1", 2, 27 } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = real(rows[i].file);
        size_t samples = 0;
        for (size_t k = 0; k < r.run->point_count; k++)
            samples += r.run->points[k].samples.count;
        if (r.run->point_count != rows[i].points || samples != rows[i].samples)
            fail_msg("%s: %zu points, %zu samples", rows[i].file, r.run->point_count, samples);
        test_ingest_drop(&r);
    }
}

static void parameters_are_dimensions_and_stand_in_no_name(void **state)
{
    (void)state;
    reading_result r = real("memory__69d76de");
    const bd_point *p = test_find_point(r.run, "StepLang.Benchmarks.ExampleFileBenchmark.Tokenize",
                                        "time", "ExampleFileName=expressions.step");
    assert_string_equal(test_number(p->value), "106.33837381998698");
    assert_string_equal(p->unit, "ns");
    assert_int_equal(p->n, 30);
    assert_string_equal(test_number(p->error), "2.1538252636226747");
    assert_true(p->confidence == 0.999);
    assert_true(p->warmups.count > 0);
    assert_string_equal(
        p->compat->name,
        "StepLang.Benchmarks.ExampleFileBenchmark.Tokenize(ExampleFileName: \"expressions.step\")");
    p = test_find_point(r.run, p->benchmark, "allocated", "ExampleFileName=expressions.step");
    assert_string_equal(test_number(p->value), "672");
    assert_string_equal(p->unit, "B");
    p = test_find_point(r.run, p->benchmark, "Gen0", "ExampleFileName=expressions.step");
    assert_string_equal(test_number(p->value), "0.0400543212890625");
    p = test_find_point(r.run, p->benchmark, "Gen1", "ExampleFileName=expressions.step");
    assert_int_equal(p->value.kind, BD_NUMBER_DOUBLE); /* "0" in the file: measured, not counted */
    test_ingest_drop(&r);
}

static void the_host_is_the_environment(void **state)
{
    (void)state;
    reading_result r = real("memory__ea1db31");
    assert_string_equal(r.run->tool, "BenchmarkDotNet 0.15.8");
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"), "AMD Ryzen 7 5800X");
    assert_string_equal(bd_pairs_get(&r.run->environment, "cores"), "8");
    assert_string_equal(bd_pairs_get(&r.run->environment, "ChronometerFrequency"), "10000000");
    assert_string_equal(bd_pairs_get(&r.run->environment, "job"),
                        "ShortRun(IterationCount=3, LaunchCount=1, WarmupCount=3)");
    test_ingest_drop(&r);
}

/* z of 95 % is 1.96: 20029.8 / 10219.3. */
static void version_0_9_holds_the_processor_as_an_object_and_has_other_levels(void **state)
{
    (void)state;
    reading_result r = real("two__9fdf104");
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"),
                        "Intel(R) Core(TM) i7-4702MQ CPU 2.20GHz");
    const bd_point *p = test_find_point(
        r.run, "BenchmarkDotNet.Samples.Intro.IntroJsonExport.Sleep10", "time", "");
    assert_true(p->confidence == 0.95);
    assert_null(p->compat); /* without a FullName */
    assert_int_equal(p->reported_count, 4 + 9);
    test_ingest_drop(&r);
}

static void a_null_namespace_and_an_empty_host_are_read(void **state)
{
    (void)state;
    reading_result r = real("null_namespace__b840c09");
    assert_string_equal(r.run->points[0].benchmark, "NullNamespaceMethod");
    assert_string_equal(test_number(r.run->points[0].value), "0");
    test_ingest_drop(&r);
}

static const char full[] =
    "\xEF\xBB\xBF{\"HostEnvironmentInfo\": {\"BenchmarkDotNetVersion\": \"0.13.1\"},\n"
    " \"Benchmarks\": [\n"
    "  {\"DisplayInfo\": \"C.M: .NET 8.0(Runtime=.NET 8.0) [A=1, B=x=y]\", \"Namespace\": \"N\",\n"
    "   \"Type\": \"C\", \"Method\": \"M\", \"Parameters\": \"A=1&B=x=y&z\",\n"
    "   \"Statistics\": {\"N\": 2, \"Mean\": 15, \"StandardDeviation\": 7.07},\n"
    "   \"Measurements\": [\n"
    "    {\"IterationMode\": \"Workload\", \"IterationStage\": \"Warmup\", \"Operations\": 2,\n"
    "     \"Nanoseconds\": 100},\n"
    "    {\"IterationMode\": \"Workload\", \"IterationStage\": \"Result\", \"Operations\": 2,\n"
    "     \"Nanoseconds\": 20},\n"
    "    {\"IterationMode\": \"Workload\", \"IterationStage\": \"Result\", \"Operations\": 2,\n"
    "     \"Nanoseconds\": 40}]},\n"
    "  {\"DisplayInfo\": \"C.M: .NET 9.0(Runtime=.NET 9.0)\", \"Type\": \"C\", \"Method\": \"M\",\n"
    "   \"Namespace\": \"N\", \"Parameters\": \"\", \"Statistics\": null}]}\n";

static void jobs_tell_benchmarks_apart_and_measurements_are_samples(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(full, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "N.C.M", "time",
                                        "A=1 B=x=y&z job=.NET 8.0(Runtime=.NET 8.0)");
    assert_int_equal(p->samples.count, 2);
    assert_true(p->samples.doubles[0] == 10 && p->samples.doubles[1] == 20);
    assert_true(p->warmups.count == 1 && p->warmups.doubles[0] == 50);
    p = test_find_point(r.run, "N.C.M", "time", "job=.NET 9.0(Runtime=.NET 9.0)");
    assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
    test_ingest_drop(&r);
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"Mean\": 15", "\"Mean\": \"15\"", "\"15\"", "$.Benchmarks[0].Statistics.Mean",
          "expected a number, found the string \"15\"", 0 },
        { "\"Operations\": 2,\n     \"Nanoseconds\": 40",
          "\"Operations\": 0,\n     \"Nanoseconds\": 40", "0,\n     \"Nanoseconds\": 40",
          "$.Benchmarks[0].Measurements[2].Operations", "expected a count above zero", 0 },
        { "\"Parameters\": \"\"", "\"Parameters\": []", "[], \"Statistics",
          "$.Benchmarks[1].Parameters", "expected a string, found an array", 0 },
        { "\"Method\": \"M\",\n   \"Namespace\"", "\"Namespace\"",
          "{\"DisplayInfo\": \"C.M: .NET 9", "$.Benchmarks[1]",
          "expected the member \"Method\", which is not there", 0 },
    };
    test_all_broken("results.json", full + 3, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(every_real_file_gives_its_points_and_samples),
        cmocka_unit_test(parameters_are_dimensions_and_stand_in_no_name),
        cmocka_unit_test(the_host_is_the_environment),
        cmocka_unit_test(version_0_9_holds_the_processor_as_an_object_and_has_other_levels),
        cmocka_unit_test(a_null_namespace_and_an_empty_host_are_read),
        cmocka_unit_test(jobs_tell_benchmarks_apart_and_measurements_are_samples),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
