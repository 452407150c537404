/* Google Benchmark's JSON of several versions: names, repetitions, aggregates, counters,
 * and what github-action-benchmark takes of it. */
#include "tests/ingest/action.h"
#include "tests/ingest/broken.h"

#include <string.h>

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    test_as_the_action("googlecpp_output.json", "googlecpp");
}

/* A point for each metric of each benchmark, whatever its rows; a row without a figure is a
 * point, too. Counted by:
 *
 * python3 -c 'import json,sys
 * S={"family_index","per_family_instance_index","repetitions","repetition_index","iterations",
 *    "threads"}
 * p={}
 * for r in json.load(open(sys.argv[1]))["benchmarks"]:
 *   a=r.get("aggregate_name","aggregate" if r.get("run_type")=="aggregate" else "")
 *   k=p.setdefault(r.get("run_name",r["name"].removesuffix("_"+a)),set())
 *   k|={(m,"" if a in("mean","median","stddev","BigO","RMS") else a) for m,v in r.items()
 *       if type(v) in(int,float) and m not in S}
 * print(sum(max(1,len(k)) for k in p.values()))' FILE */
static void every_real_file_gives_its_points(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        size_t points;
    } rows[] = {
        { "duckstax__actor-zeta__bm__8254c1e", 20 }, { "google__benchmark__test1_run1", 31 },
        { "google__benchmark__test1_run2", 31 },     { "google__benchmark__test2_run", 20 },
        { "google__benchmark__test3_run0", 8 },      { "google__benchmark__test3_run1", 12 },
        { "google__benchmark__test4_run", 12 },      { "google__benchmark__test4_run0", 2 },
        { "google__benchmark__test4_run1", 2 },      { "google__benchmark__test5_run0", 2 },
        { "google__benchmark__test5_run1", 2 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf path = BD_BUF_INIT;
        bd_buf_printf(&path, "%s/%s.json", test_shared("real/googlebench"), rows[i].file);
        reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, "googlecpp");
        if (r.run->point_count != rows[i].points)
            fail_msg("%s: %zu points", rows[i].file, r.run->point_count);
        test_ingest_drop(&r);
        bd_buf_release(&path);
    }
}

static reading_result real(const char *name)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/%s", test_shared("real/googlebench"), name);
    reading_result r = test_ingest_path(bd_buf_text(&path), "google-benchmark");
    assert_read(&r);
    bd_buf_release(&path);
    return r;
}

static void the_context_is_the_environment_but_for_what_changes_each_run(void **state)
{
    (void)state;
    reading_result r = real("duckstax__actor-zeta__bm__8254c1e.json");
    assert_string_equal(bd_pairs_get(&r.run->environment, "num_cpus"), "2");
    assert_string_equal(bd_pairs_get(&r.run->environment, "library_build_type"), "debug");
    assert_null(bd_pairs_get(&r.run->environment, "load_avg"));
    assert_non_null(strstr(r.run->rest, "\"load_avg\":[1.74,1.17,0.52]"));
    assert_int_equal(r.run->measured_at_ns, INT64_C(1692028488000000000)); /* date -d … +%s */
    test_ingest_drop(&r);
}

static void a_file_without_context_and_rows_without_figures_are_read(void **state)
{
    (void)state;
    reading_result r = real("google__benchmark__test4_run.json");
    const bd_point *p = &r.run->points[0];
    assert_string_equal(p->benchmark, "99 family 0 instance 0 repetition 0");
    assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
    assert_null(p->compat);
    test_ingest_drop(&r);
}

static void rows_of_old_files_without_run_type_are_repetitions(void **state)
{
    (void)state;
    reading_result r = real("google__benchmark__test3_run0.json");
    const bd_point *p = test_find_point(r.run, "BM_Two", "real_time", "");
    assert_int_equal(p->samples.count, 2);
    assert_string_equal(test_number(p->value), "9"); /* of 9 and 8 the upper one */
    assert_string_equal(p->source.path, "$.benchmarks[1].real_time");
    assert_int_equal(p->compat->place, 1);
    assert_int_equal(p->compat->next->place, 2);
    p = test_find_point(r.run, "BM_One", "real_time_aggregate", ""); /* of no kind that is said */
    assert_string_equal(test_number(p->value), "10");
    test_ingest_drop(&r);
}

static void units_differ_from_row_to_row(void **state)
{
    (void)state;
    reading_result r = real("google__benchmark__test1_run1.json");
    assert_string_equal(test_find_point(r.run, "BM_NotBadTimeUnit", "real_time", "")->unit, "s");
    assert_string_equal(test_find_point(r.run, "BM_SameTimes", "cpu_time", "")->unit, "ns");
    assert_non_null(strstr(test_find_point(r.run, "BM_hasLabel", "real_time", "")->rest,
                           "\"label\":\"a label\""));
    test_ingest_drop(&r);
}

/* Old versions write 1.0000000000000000e+01, new ones 10: an integer stays one. */
static void times_are_written_with_an_exponent_or_as_integers(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "{\"context\": {}, \"benchmarks\": [{\"name\": \"BM\", \"iterations\": 1,"
        " \"real_time\": 1.0000000000000000e+01, \"cpu_time\": 10, \"time_unit\": \"ns\","
        " \"family_index\": 3, \"per_family_instance_index\": 1}]}",
        NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 2); /* the new members are no counters */
    const bd_point *p = test_find_point(r.run, "BM", "real_time", "");
    assert_int_equal(p->value.kind, BD_NUMBER_DOUBLE);
    assert_string_equal(test_number(p->value), "10");
    assert_int_equal(test_find_point(r.run, "BM", "cpu_time", "")->value.kind, BD_NUMBER_INT);
    test_ingest_drop(&r);
}

static void complexity_is_a_coefficient_of_its_kind_and_an_rms(void **state)
{
    (void)state;
    reading_result r = real("google__benchmark__test1_run1.json");
    const bd_point *p = test_find_point(r.run, "MyComplexityTest", "real_coefficient", "big_o=N");
    assert_string_equal(test_number(p->value), "6.478927528978978");
    assert_string_equal(p->unit, "ns");
    assert_null(p->compat);
    p = test_find_point(r.run, "MyComplexityTest", "rms", "big_o=N");
    assert_string_equal(test_number(p->value), "0.004509780251247287");
    assert_string_equal(p->unit, "x");
    test_ingest_drop(&r);
}

static void an_aggregate_that_is_a_share_has_no_time_unit(void **state)
{
    (void)state;
    reading_result r = real("google__benchmark__test4_run0.json");
    const bd_point *p = test_find_point(r.run, "whocares", "real_time_zz", "");
    assert_string_equal(p->unit, "x");
    assert_string_equal(test_number(p->value), "0.01");
    assert_string_equal(p->compat->unit, "ns/iter");
    test_ingest_drop(&r);
}

static const char repeated[] =
    "{\"context\": {\"date\": \"2026-01-02T03:04:05+01:00\", \"library_version\": \"v1.9.1\",\n"
    "  \"host_name\": \"h\", \"mhz_per_cpu\": 2800},\n"
    " \"benchmarks\": [\n"
    "  {\"name\": \"BM_Copy/n:8/threads:4\", \"run_name\": \"BM_Copy/n:8/threads:4\",\n"
    "   \"run_type\": \"iteration\", \"threads\": 4, \"iterations\": 100, \"real_time\": 12.5,\n"
    "   \"cpu_time\": 50, \"time_unit\": \"us\", \"bytes_per_second\": 8.5e8, \"hits\": 3},\n"
    "  {\"name\": \"BM_Copy/n:8/threads:4\", \"run_name\": \"BM_Copy/n:8/threads:4\",\n"
    "   \"run_type\": \"iteration\", \"threads\": 4, \"iterations\": 100, \"real_time\": 13.5,\n"
    "   \"cpu_time\": 54, \"time_unit\": \"us\", \"bytes_per_second\": 8.1e8, \"hits\": 3},\n"
    "  {\"name\": \"BM_Copy/n:8/threads:4_mean\", \"run_name\": \"BM_Copy/n:8/threads:4\",\n"
    "   \"run_type\": \"aggregate\", \"aggregate_name\": \"mean\", \"threads\": 4,\n"
    "   \"iterations\": 2, \"real_time\": 13.0, \"cpu_time\": 52, \"time_unit\": \"us\",\n"
    "   \"bytes_per_second\": 8.3e8, \"hits\": 3},\n"
    "  {\"name\": \"BM_Copy/n:8/threads:4_cv\", \"run_name\": \"BM_Copy/n:8/threads:4\",\n"
    "   \"run_type\": \"aggregate\", \"aggregate_name\": \"cv\",\n"
    "   \"aggregate_unit\": \"percentage\", \"iterations\": 2, \"real_time\": 0.05,\n"
    "   \"cpu_time\": 0.06, \"time_unit\": \"us\"},\n"
    "  {\"name\": \"BM_Bad\", \"run_name\": \"BM_Bad\", \"run_type\": \"iteration\",\n"
    "   \"error_occurred\": true, \"error_message\": \"no file\", \"iterations\": 0,\n"
    "   \"real_time\": 0, \"cpu_time\": 0, \"time_unit\": \"ns\"},\n"
    "  {\"name\": \"BM_Old_mean\", \"run_name\": \"BM_Old\", \"run_type\": \"aggregate\",\n"
    "   \"aggregate_name\": \"mean\", \"repetitions\": 5, \"iterations\": 5, \"real_time\": 7,\n"
    "   \"cpu_time\": 7, \"time_unit\": \"ns\"},\n"
    "  {\"name\": \"BM_Old_stddev\", \"run_name\": \"BM_Old\", \"run_type\": \"aggregate\",\n"
    "   \"aggregate_name\": \"stddev\", \"repetitions\": 5, \"iterations\": 5, \"real_time\": "
    "1.5,\n"
    "   \"cpu_time\": 1, \"time_unit\": \"ns\"}]}\n";

static void repetitions_are_samples_and_their_mean_is_the_value(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(repeated, NULL);
    assert_read(&r);
    assert_string_equal(r.run->tool, "Google Benchmark v1.9.1");
    const bd_point *p = test_find_point(r.run, "BM_Copy", "real_time", "n=8");
    assert_int_equal(p->threads, 4);
    assert_string_equal(test_number(p->value), "13");
    assert_int_equal(p->samples.count, 2);
    assert_true(p->samples.doubles[1] == 13.5);
    assert_string_equal(p->unit, "us");
    assert_string_equal(p->source.path, "$.benchmarks[2].real_time");
    p = test_find_point(r.run, "BM_Copy", "real_time_cv", "n=8");
    assert_string_equal(p->unit, "x");
    test_ingest_drop(&r);
}

/* Every row keeps the series that the action would have drawn of it. */
static void each_row_is_an_entry_of_the_action(void **state)
{
    (void)state;
    bd_buf got = BD_BUF_INIT;
    reading_result r = test_ingest_text(repeated, NULL);
    assert_read(&r);
    for (size_t i = 0; i < r.run->point_count; i++)
        for (const bd_compat *c = r.run->points[i].compat; c; c = c->next)
            bd_buf_printf(&got, "%zu %s %s %s\n", c->place, c->name, test_number(c->value),
                          c->unit);
    assert_string_equal(bd_buf_text(&got), "0 BM_Copy/n:8/threads:4 12.5 us/iter\n"
                                           "1 BM_Copy/n:8/threads:4 13.5 us/iter\n"
                                           "2 BM_Copy/n:8/threads:4_mean 13 us/iter\n"
                                           "3 BM_Copy/n:8/threads:4_cv 0.05 us/iter\n"
                                           "5 BM_Old_mean 7 ns/iter\n"
                                           "6 BM_Old_stddev 1.5 ns/iter\n");
    bd_buf_release(&got);
    test_ingest_drop(&r);
}

static void counters_are_metrics_of_their_own(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(repeated, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "BM_Copy", "bytes_per_second", "n=8");
    assert_string_equal(p->unit, "B/s");
    assert_int_equal(p->direction, BD_BIGGER_IS_BETTER);
    p = test_find_point(r.run, "BM_Copy", "hits", "n=8");
    assert_string_equal(test_number(p->value), "3");
    assert_string_equal(p->unit, "");
    test_ingest_drop(&r);
}

static void an_error_of_the_benchmark_is_a_failed_point_with_its_words(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(repeated, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "BM_Bad", "real_time", "");
    assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
    assert_string_equal(p->reason, "no file");
    assert_int_equal(p->value.kind, BD_NUMBER_NONE);
    test_ingest_drop(&r);
}

static void a_file_of_aggregates_alone_says_n_and_reports_the_deviation(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(repeated, NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "BM_Old", "real_time", "");
    assert_int_equal(p->n, 5);
    assert_int_equal(p->samples.count, 0);
    assert_int_equal(p->reported_count, 2);
    assert_int_equal(p->reported[1].stat.kind, BD_STAT_SD);
    assert_string_equal(test_number(p->reported[1].number), "1.5");
    test_ingest_drop(&r);
}

static void arguments_of_a_name_become_params(void **state)
{
    (void)state;
    static const struct {
        const char *name, *benchmark, *params;
        int64_t threads;
    } rows[] = {
        { "BM_x", "BM_x", "", 0 },
        { "BM_x/8", "BM_x", "arg=8", 0 },
        { "BM_x/8/-512", "BM_x", "arg=8 arg2=-512", 0 },
        { "BM_x/name/8", "BM_x/name", "arg=8", 0 },
        { "BM_x/8/name", "BM_x/8/name", "", 0 },
        { "BM_x<int, 4>/size:16", "BM_x<int, 4>", "size=16", 0 },
        { "BM_x<a/4>", "BM_x<a/4>", "", 0 },
        { "ns::BM_x/4", "ns::BM_x", "arg=4", 0 },
        { "Fixture/ns::x", "Fixture/ns::x", "", 0 },
        { "BM_x/1/min_time:0.500/process_time/real_time/threads:2", "BM_x",
          "arg=1 min_time=0.500 clock=process_time clock2=real_time", 2 },
        { "BM_x/iterations:1/repeats:3", "BM_x", "iterations=1 repeats=3", 0 },
        { "/8", "/8", "", 0 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "{\"benchmarks\": [{\"name\": \"%s\", \"real_time\": 1}]}",
                      rows[i].name);
        reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
        assert_read(&r);
        const bd_point *p = test_find_point(r.run, rows[i].benchmark, "real_time", rows[i].params);
        assert_int_equal(p->threads, rows[i].threads);
        assert_string_equal(p->compat->name, rows[i].name);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "{\"name\": \"BM_Bad\", \"run_name\": \"BM_Bad\", \"run_type\": \"iteration\",", "{",
          "{\n   \"error_occurred\"", "$.benchmarks[4]",
          "expected the member \"name\", which is not there", 0 },
        { "\"threads\": 4,", "\"threads\": \"4\",", "\"4\",", "$.benchmarks[0].threads",
          "expected an integer, found the string \"4\"", 0 },
        { "\"time_unit\": \"us\"", "\"time_unit\": 5", "5, \"bytes", "$.benchmarks[0].time_unit",
          "expected a string, found 5", 0 },
        { "\"time_unit\": \"us\"", "\"time_unit\": \"ms\"", "\"us\", \"bytes",
          "$.benchmarks[1].time_unit", "a repetition in us, where the first is in ms", 0 },
        { "{\"date\"", "7, \"c\": {\"date\"", "7, \"c\"", "$.context",
          "expected an object, found 7", 0 },
    };
    test_all_broken("results.json", repeated, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_those_that_the_action_takes),
        cmocka_unit_test(every_real_file_gives_its_points),
        cmocka_unit_test(the_context_is_the_environment_but_for_what_changes_each_run),
        cmocka_unit_test(a_file_without_context_and_rows_without_figures_are_read),
        cmocka_unit_test(rows_of_old_files_without_run_type_are_repetitions),
        cmocka_unit_test(units_differ_from_row_to_row),
        cmocka_unit_test(times_are_written_with_an_exponent_or_as_integers),
        cmocka_unit_test(complexity_is_a_coefficient_of_its_kind_and_an_rms),
        cmocka_unit_test(an_aggregate_that_is_a_share_has_no_time_unit),
        cmocka_unit_test(repetitions_are_samples_and_their_mean_is_the_value),
        cmocka_unit_test(each_row_is_an_entry_of_the_action),
        cmocka_unit_test(counters_are_metrics_of_their_own),
        cmocka_unit_test(an_error_of_the_benchmark_is_a_failed_point_with_its_words),
        cmocka_unit_test(a_file_of_aggregates_alone_says_n_and_reports_the_deviation),
        cmocka_unit_test(arguments_of_a_name_become_params),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
