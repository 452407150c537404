/* hyperfine's JSON: a result's numbers, its parameters, and what is wrong with broken ones. */
#include "tests/ingest/broken.h"

#include <math.h>

static const char one[] =
    "{\"results\": [\n"
    "  {\"command\": \"sort -n 1 --threads 10 10.txt\", \"mean\": 0.25, \"stddev\": null,\n"
    "   \"median\": 0.25, \"user\": 0.1, \"system\": 0.02, \"min\": 0.2, \"max\": 0.3,\n"
    "   \"memory_usage_byte\": [3000000, 1000000, 2000000], \"times\": [0.2, 0.3, 0.25],\n"
    "   \"exit_codes\": [0, 1, null], \"parameters\": {\"threads\": \"10\"}}\n"
    "]}\n";

/* python3 -c 'import json,sys; [print(r["command"], r["mean"], r["user"], r["system"],
 * len(r["times"]), sum(r["times"])) for r in json.load(open(sys.argv[1]))["results"]]' FILE */
static void a_real_file_gives_time_user_and_system_of_each_command(void **state)
{
    (void)state;
    static const struct {
        const char *command, *metric, *value;
        size_t n;
        double sum;
    } rows[] = {
        { "sleep 0.1", "time", "0.10753446442370372", 27, 2.90343053944 },
        { "sleep 0.1", "user", "0.0007174962962962964", 0, 0 },
        { "sleep 0.1", "system", "0.0013508844444444443", 0, 0 },
        { "sleep 0.2", "time", "0.20851399910461543", 13, 2.71068198836 },
        { "sleep 0.2", "user", "0.001013969230769231", 0, 0 },
        { "sleep 0.2", "system", "0.0020861323076923075", 0, 0 },
    };
    reading_result r = test_ingest_path(
        test_shared("real/hyperfine/bencherdev__bencher__two__8d1db4f.json"), NULL);
    assert_read(&r);
    assert_string_equal(r.run->format, "hyperfine");
    assert_int_equal(r.run->point_count, BD_COUNT(rows));
    assert_int_equal(r.found.count, 0);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const bd_point *p = test_find_point(r.run, rows[i].command, rows[i].metric, "");
        double sum = 0;
        assert_string_equal(test_number(p->value), rows[i].value);
        assert_string_equal(p->unit, "s");
        assert_int_equal(p->samples.count, rows[i].n);
        for (size_t k = 0; k < p->samples.count; k++)
            sum += p->samples.doubles[k];
        assert_true(fabs(sum - rows[i].sum) < 1e-10);
    }
    test_ingest_drop(&r);
}

static void a_parameter_is_a_dimension_and_its_name_stands_in_the_command(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(one, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "sort -n 1 --threads {threads} 10.txt", "time",
                                        "threads=10"); /* "10.txt" is another word */
    assert_string_equal(test_number(p->value), "0.25");
    assert_int_equal(p->n, 3);
    assert_int_equal(p->reported_count, 3); /* median, min, max: a lone run has no stddev */
    test_ingest_drop(&r);
}

static void memory_is_the_middle_of_its_runs_with_its_place(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(one, "hyperfine");
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, r.run->points[0].benchmark, "memory", NULL);
    assert_string_equal(test_number(p->value), "2000000");
    assert_string_equal(p->unit, "B");
    assert_int_equal(p->samples.ints[0], 3000000);
    assert_string_equal(p->source.path, "$.results[0].memory_usage_byte[2]");
    assert_int_equal(p->source.line, 4);
    test_ingest_drop(&r);
}

static void a_command_that_failed_is_noted_and_counts(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(one, NULL);
    assert_read(&r);
    const bd_diagnostic *note = test_finding(&r.found, "a run of this command ended with code 1");
    assert_int_equal(note->severity, BD_NOTE);
    assert_int_equal(note->error.line, 5);
    assert_int_equal(r.run->points[0].outcome, BD_OUTCOME_OK);
    test_ingest_drop(&r);
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"mean\": 0.25", "\"mean\": \"fast\"", "\"fast\"", "$.results[0].mean",
          "expected a number, found the string \"fast\"", 0 },
        { "\"command\": \"sort -n 1 --threads 10 10.txt\"", "\"command\": 7", "7, \"mean\"",
          "$.results[0].command", "expected a string, found 7", 0 },
        { "[0.2, 0.3, 0.25]", "[0.2, null, 0.25]", "null, 0.25", "$.results[0].times[1]",
          "expected a number, found null", 0 },
        { "[3000000, 1000000, 2000000]", "[3, \"x\"]", "\"x\"", "$.results[0].memory_usage_byte[1]",
          "expected a number, found the string \"x\"", 0 },
        { "{\"threads\": \"10\"}", "[10]", "[10]", "$.results[0].parameters",
          "expected an object, found an array", 0 },
    };
    test_all_broken("results.json", one, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_real_file_gives_time_user_and_system_of_each_command),
        cmocka_unit_test(a_parameter_is_a_dimension_and_its_name_stands_in_the_command),
        cmocka_unit_test(memory_is_the_middle_of_its_runs_with_its_place),
        cmocka_unit_test(a_command_that_failed_is_noted_and_counts),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
