/* What files of other people's tools turned out to have, beside what each reader's own test
 * names: one test for each. */
#include "tests/ingest/read.h"

#include <string.h>

static const bd_point *only(const reading_result *r, const char *file, int line)
{
    test_ingest_assert_ok(r, file, line);
    if (r->run->point_count == 0)
        fail_msg("%s:%d: no point", file, line);
    return &r->run->points[0];
}
#define first_point(r) only((r), __FILE__, __LINE__)

static void assert_value(const reading_result *r, const char *benchmark, const char *metric,
                         const char *params, const char *value)
{
    assert_string_equal(test_number(test_find_point(r->run, benchmark, metric, params)->value),
                        value);
}

/* ---- Google Benchmark ---- */

static void google_benchmark_in_a_file_named_txt_is_known_by_its_content(void **state)
{
    (void)state;
    static const char text[] =
        "{\"context\": {\"date\": \"2020-01-01\"}, \"benchmarks\": [{\"name\": \"BM_a\",\n"
        "\"iterations\": 10, \"real_time\": 5, \"cpu_time\": 4, \"time_unit\": \"ms\"}]}";
    reading_result r = test_ingest_bytes("out.txt", BD_STR(text), NULL);
    assert_string_equal(first_point(&r)->unit, "ms");
    assert_string_equal(r.run->format, "googlecpp");
    test_ingest_drop(&r);
}

static void google_benchmarks_label_and_families_are_kept_and_no_dimension(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "{\"benchmarks\": [{\"name\": \"BM_a\", \"family_index\": 3, "
        "\"per_family_instance_index\": 0,"
        "\"iterations\": 10, \"real_time\": 5, \"cpu_time\": 4, \"time_unit\": \"ms\","
        "\"label\": \"small pages\"}]}",
        NULL);
    const bd_point *p = first_point(&r);
    assert_int_equal(p->params.count, 0);
    assert_non_null(strstr(p->rest, "\"family_index\":3"));
    assert_non_null(strstr(p->rest, "\"label\":\"small pages\""));
    test_ingest_drop(&r);
}

/* ---- pytest-benchmark ---- */

static void pytests_outliers_are_a_text_and_null_groups_and_params_are_none(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "{\"machine_info\": {\"node\": \"m\"}, \"commit_info\": {\"id\": \"abc\", \"dirty\": "
        "true},\n"
        "\"version\": \"2.5.0\", \"benchmarks\": [{\"group\": null, \"name\": \"test_a\",\n"
        "\"fullname\": \"t.py::test_a\", \"params\": null, \"param\": null, \"stats\": {\"min\": "
        "1,\n"
        "\"max\": 2, \"mean\": 1.5, \"rounds\": 10, \"outliers\": \"149;2432\"}}]}",
        NULL);
    const bd_point *p = first_point(&r);
    assert_string_equal(p->unit, "s");
    assert_int_equal(p->params.count, 0);
    assert_non_null(strstr(p->rest, "\"outliers\":\"149;2432\""));
    assert_int_equal(r.run->commit.dirty, BD_DIRTY);
    test_ingest_drop(&r);
}

/* ---- BenchmarkDotNet ---- */

static const char dotnet[] =
    "{\"Title\": \"x\", \"HostEnvironmentInfo\": {}, \"Benchmarks\": [\n"
    "{\"Namespace\": \"N.S\", \"Type\": \"T\", \"Method\": \"Slow\", \"Parameters\": \"\",\n"
    " \"Statistics\": {\"N\": 1, \"Mean\": 5.5}},\n"
    "{\"Namespace\": \"N.S\", \"Type\": \"T\", \"Method\": \"Fast\", \"Parameters\": \"\",\n"
    " \"Statistics\": {\"N\": 1, \"Mean\": 2.5}, \"Memory\": {\"Gen0Collections\": 1,\n"
    " \"Gen1Collections\": 0, \"Gen2Collections\": 0, \"TotalOperations\": 100,\n"
    " \"BytesAllocatedPerOperation\": 24}}]}";

static void benchmarkdotnets_brief_form_has_no_full_name_and_memory_only_where_it_was_asked_for(
    void **state)
{
    (void)state;
    reading_result r = test_ingest_text(dotnet, NULL);
    assert_read(&r);
    assert_value(&r, "N.S.T.Slow", "time", NULL, "5.5");
    assert_value(&r, "N.S.T.Fast", "time", NULL, "2.5");
    assert_value(&r, "N.S.T.Fast", "allocated", NULL, "24");
    for (size_t i = 0; i < r.run->point_count; i++)
        if (strcmp(r.run->points[i].metric, "allocated") == 0)
            assert_string_equal(r.run->points[i].benchmark, "N.S.T.Fast");
    test_ingest_drop(&r);
}

static void a_byte_order_mark_before_benchmarkdotnets_json_changes_nothing(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "\xEF\xBB\xBF%s", dotnet);
    reading_result r = test_ingest_bytes("r.json", bd_buf_str(&text), NULL);
    assert_read(&r);
    assert_value(&r, "N.S.T.Slow", "time", NULL, "5.5");
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

/* ---- hyperfine ---- */

static void hyperfines_single_run_has_no_deviation(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "{\"results\": [{\"command\": \"sleep 1\", \"mean\": 1.5, \"stddev\": null, \"median\": "
        "1.5,\n"
        "\"user\": 0.1, \"system\": 0.2, \"min\": 1.5, \"max\": 1.5, \"times\": [1.5],\n"
        "\"exit_codes\": [0]}]}",
        NULL);
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "sleep 1", "time", NULL);
    assert_non_null(p);
    assert_int_equal(p->samples.count, 1);
    for (size_t i = 0; i < p->reported_count; i++)
        assert_int_not_equal(p->reported[i].stat.kind, BD_STAT_SD);
    test_ingest_drop(&r);
}

/* ---- Go ---- */

static void gos_names_end_in_numbers_of_their_own_before_gomaxprocs(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "BenchmarkFib/my_tabled_benchmark_-_10-8 \t 100\t 5 ns/op\n"
        "BenchmarkFib/my_tabled_benchmark_-_20-8 \t 100\t 6 ns/op\n",
        NULL);
    assert_read(&r);
    assert_value(&r, "BenchmarkFib/my_tabled_benchmark_-_10", "ns/op", NULL, "5");
    assert_value(&r, "BenchmarkFib/my_tabled_benchmark_-_20", "ns/op", NULL, "6");
    assert_string_equal(bd_pairs_get(&r.run->environment, "gomaxprocs"), "8");
    test_ingest_drop(&r);
}

static void one_name_in_two_of_gos_packages_is_two_series_among_packages_without_any(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < 300; i++)
        bd_buf_printf(&text, "?   \texample.org/p%zu\t[no test files]\n", i);
    bd_buf_puts(&text, "pkg: example.org/a\nBenchmarkX-4 10 5 ns/op 3 widgets/op\nPASS\n"
                       "ok  \texample.org/a\t1.2s\n"
                       "pkg: example.org/b\nBenchmarkX-4 10 8 build-real-ns/op\nPASS\n"
                       "ok  \texample.org/b\t1.2s\n");
    reading_result r = test_ingest_bytes("x", bd_buf_str(&text), NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    assert_value(&r, "BenchmarkX", "ns/op", "pkg=example.org/a", "5");
    assert_value(&r, "BenchmarkX", "widgets/op", "pkg=example.org/a", "3");
    assert_value(&r, "BenchmarkX", "build-real-ns/op", "pkg=example.org/b", "8");
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

/* ---- Rust ---- */

static void cargos_names_hold_blanks_and_colons_and_ignored_ones_are_none(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("running 3 tests\n"
                                        "test a::b ... ignored\n"
                                        "test c::d e f ... bench:       3,296 ns/iter (+/- 521)\n"
                                        "test g ... FAILED\n"
                                        "test h ... bench: 12 cycles/iter (+/- 1) = 12 MB/s\n",
                                        NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 4);
    assert_value(&r, "c::d e f", "time", NULL, "3296");
    assert_value(&r, "h", "value", NULL, "12");
    assert_value(&r, "h", "throughput", NULL, "12");
    assert_int_equal(test_find_point(r.run, "g", "time", NULL)->outcome, BD_OUTCOME_FAILED);
    test_ingest_drop(&r);
}

/* @param names  five, without quotes @param slope  NULL: none */
static reading_result read_estimates(const char *path, const char *const *names, const char *slope)
{
    static const char *const values[] = { "2.5", "2.25", "1", NULL, "0.5" };
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(values); i++) {
        const char *value = values[i] ? values[i] : slope;
        bd_buf_printf(&text, "%s\"%s\":", i == 0 ? "{" : ",", names[i]);
        if (value)
            bd_buf_printf(&text,
                          "{\"confidence_interval\":{\"confidence_level\":0.95,"
                          "\"lower_bound\":1.5,\"upper_bound\":3.5},"
                          "\"point_estimate\":%s,\"standard_error\":0.1}",
                          value);
        else
            bd_buf_puts(&text, "null");
    }
    bd_buf_putc(&text, '}'); /* one line without an end */
    reading_result r = test_ingest_bytes(path, bd_buf_str(&text), NULL);
    bd_buf_release(&text);
    return r;
}

static void criterions_old_estimates_have_capital_names(void **state)
{
    (void)state;
    static const char *const names[] = { "Mean", "Median", "MedianAbsDev", "Slope", "StdDev" };
    reading_result r = read_estimates("target/criterion/fib/base/estimates.json", names, "2.75");
    const bd_point *p = first_point(&r);
    assert_string_equal(p->benchmark, "fib");
    assert_string_equal(p->unit, "ns");
    assert_string_equal(test_number(p->value), "2.75"); /* the slope, as Criterion prints it */
    test_ingest_drop(&r);
}

static void criterions_flat_sampling_has_no_slope_so_the_mean_is_the_value(void **state)
{
    (void)state;
    static const char *const names[] = { "mean", "median", "median_abs_dev", "slope", "std_dev" };
    reading_result r = read_estimates("target/criterion/fib/new/estimates.json", names, NULL);
    assert_string_equal(test_number(first_point(&r)->value), "2.5");
    test_ingest_drop(&r);
}

/* ---- Catch2 ---- */

static void catch2s_headers_of_both_versions_crlf_and_trailing_blanks_are_read_alike(void **state)
{
    (void)state;
    static const char *const headers[] = { "estimated", "est run time" };
    for (size_t i = 0; i < BD_COUNT(headers); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text,
                      "benchmark name   samples   iterations   %s   \r\n"
                      "      mean   low mean   high mean   \r\n"
                      "      std dev   low std dev   high std dev   \r\n"
                      "-------------------------------------\r\n"
                      "~Foo!  100   2   1.5 ms   \r\n   1.5 us   1 us   2 us   \r\n"
                      "   1 us   1 us   1 us   \r\n             \r\n"
                      "!bar~  100   2   1.5 ms   \r\n   2.5 us   1 us   2 us   \r\n"
                      "   1 us   1 us   1 us   \r\n",
                      headers[i]);
        reading_result r = test_ingest_bytes("x", bd_buf_str(&text), NULL);
        assert_read(&r);
        assert_int_equal(r.run->point_count, 2);
        assert_value(&r, "~Foo!", "time", NULL, "1.5");
        assert_value(&r, "!bar~", "time", NULL, "2.5");
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

/* The next test case's first benchmark was given such a name in front of its own. */
static void a_name_of_catch2_whose_numbers_never_came_is_dropped(void **state)
{
    (void)state;
    static const char header[] = "benchmark name   samples   iterations   "
                                 "estimated\n-------------------------------------\n";
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text,
                  "%sa  100   2   1.5 ms\n 1.5 us 1 us 2 us\n 1 us 1 us 1 us\n\nkilled\n"
                  "-------------------------------------\nNext\n"
                  "-------------------------------------\nt.cpp:12\n.....................\n\n"
                  "%sb  100   2   1.5 ms\n 2.5 us 1 us 2 us\n 1 us 1 us 1 us\n",
                  header, header);
    reading_result r = test_ingest_bytes("x", bd_buf_str(&text), NULL);
    assert_read(&r);
    assert_value(&r, "b", "time", "test=Next", "2.5");
    assert_int_equal(r.run->point_count, 2);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

/* ---- Julia ---- */

static void julias_nested_groups_are_parts_of_the_name(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[{\"Julia\":\"1.6.0\",\"BenchmarkTools\":\"0.4.3\"},[[\"BenchmarkGroup\",{\"data\":{"
        "\"fib\":"
        "[\"BenchmarkGroup\",{\"data\":{\"10\":[\"TrialEstimate\",{\"allocs\":1,\"time\":500.5,"
        "\"memory\":32,\"gctime\":0.0,\"params\":[\"Parameters\",{\"gctrial\":true,"
        "\"time_tolerance\":0.05,\"samples\":10000,\"evals\":190,\"gcsample\":false,"
        "\"seconds\":5.0,\"overhead\":0.0,\"memory_tolerance\":0.01}]}]},\"tags\":[]}]},"
        "\"tags\":[]}]]]",
        NULL);
    assert_read(&r);
    assert_value(&r, "fib/10", "time", NULL, "500.5");
    test_ingest_drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(google_benchmark_in_a_file_named_txt_is_known_by_its_content),
        cmocka_unit_test(google_benchmarks_label_and_families_are_kept_and_no_dimension),
        cmocka_unit_test(pytests_outliers_are_a_text_and_null_groups_and_params_are_none),
        cmocka_unit_test(
            benchmarkdotnets_brief_form_has_no_full_name_and_memory_only_where_it_was_asked_for),
        cmocka_unit_test(a_byte_order_mark_before_benchmarkdotnets_json_changes_nothing),
        cmocka_unit_test(hyperfines_single_run_has_no_deviation),
        cmocka_unit_test(gos_names_end_in_numbers_of_their_own_before_gomaxprocs),
        cmocka_unit_test(one_name_in_two_of_gos_packages_is_two_series_among_packages_without_any),
        cmocka_unit_test(cargos_names_hold_blanks_and_colons_and_ignored_ones_are_none),
        cmocka_unit_test(criterions_old_estimates_have_capital_names),
        cmocka_unit_test(criterions_flat_sampling_has_no_slope_so_the_mean_is_the_value),
        cmocka_unit_test(catch2s_headers_of_both_versions_crlf_and_trailing_blanks_are_read_alike),
        cmocka_unit_test(a_name_of_catch2_whose_numbers_never_came_is_dropped),
        cmocka_unit_test(julias_nested_groups_are_parts_of_the_name),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
