/* Criterion.rs' estimates.json, with what lies beside it. */
#include "tests/ingest/broken.h"

#include <string.h>

static reading_result real(const char *path)
{
    bd_buf whole = BD_BUF_INIT;
    bd_buf_printf(&whole, "%s/%s", test_shared("real/criterion"), path);
    reading_result r = test_ingest_path(bd_buf_text(&whole), NULL);
    bd_buf_release(&whole);
    return r;
}

/* jq '(.slope // .Slope // .mean).point_estimate, (.std_dev // .StdDev).point_estimate' FILE */
static void every_real_file_is_one_benchmark_named_by_its_folders_or_benchmark_json(void **state)
{
    (void)state;
    static const struct {
        const char *path, *benchmark, *params, *value, *sd;
        size_t files;
    } rows[] = {
        { "criterion.rs-book/Fibonacci/Iterative/base/estimates.json", "Fibonacci",
          "function=Iterative", "4.708418938929127", "0.1802894617505479", 2 },
        { "criterion.rs-book/Fibonacci/Recursive/base/estimates.json", "Fibonacci",
          "function=Recursive", "19310.74450671244", "508.78945388810087", 2 },
        { "fixture-flat/core/example/q1/new/estimates.json", "core", "function=example value=q1",
          "2500000", "500000", 1 },
        { "sovereign-engine/target/criterion/end_to_end/full_round_trip_stub_zk/new/estimates.json",
          "end_to_end", "function=full_round_trip_stub_zk", "292.05549016788143",
          "24.317104055231034", 1 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = real(rows[i].path);
        assert_read(&r);
        assert_string_equal(r.run->format, "criterion-json");
        assert_int_equal(r.run->point_count, 1);
        assert_int_equal(r.run->file_count, rows[i].files);
        const bd_point *p = &r.run->points[0];
        assert_string_equal(test_number(p->value), rows[i].value);
        assert_true(p->confidence == 0.95);
        assert_int_equal(p->reported_count, 4);
        assert_string_equal(test_number(p->reported[2].number), rows[i].sd);
        assert_string_equal(p->unit, "ns");
        if (i != 2) /* whose folders lie in none that is called criterion but the shared one */
            test_find_point(r.run, rows[i].benchmark, "time", rows[i].params);
        test_ingest_drop(&r);
    }
}

static void changes_are_no_times_and_the_pattern_that_leaves_them_out_is_told(void **state)
{
    (void)state;
    const char *path = test_shared("real/criterion/criterion.rs-book/Fibonacci/Iterative/change/"
                                   "estimates.json");
    reading_result r = test_ingest_path(path, "criterion-json");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "these are changes since another run, not times");
    assert_non_null(strstr(r.error.hint, "target/criterion/**/new/estimates.json"));
    test_ingest_drop(&r);
    r = test_ingest_path(path, NULL); /* so that `init` passes them over */
    assert_false(r.ok);
    assert_non_null(strstr(r.error.message, "the times are in new/estimates.json"));
    test_ingest_drop(&r);
}

#define ESTIMATE(x)                                                                       \
    "{\"point_estimate\": " x ", \"confidence_interval\": {\"confidence_level\": 0.95,\n" \
    "  \"lower_bound\": 1, \"upper_bound\": 9}}"

static const char estimates[] = "{\"mean\": " ESTIMATE("5") ",\n \"slope\": null,\n"
                                                            " \"std_dev\": " ESTIMATE("2") "}\n";

static reading_result with(const char *benchmark, const char *sample, const char *path)
{
    bd_ingest_file file = { .path = path, .bytes = bd_str_of(estimates) };
    bd_ingest_file beside[2];
    bd_ingest_input in = { .file = &file, .companions = beside };
    if (benchmark)
        beside[in.companion_count++] = (bd_ingest_file){ .path = "x/new/benchmark.json",
                                                         .bytes = bd_str_of(benchmark) };
    if (sample)
        beside[in.companion_count++] = (bd_ingest_file){ .path = "x/new/sample.json",
                                                         .bytes = bd_str_of(sample) };
    return test_ingest_input(&in);
}

static void sample_json_gives_the_nanoseconds_of_one_iteration(void **state)
{
    (void)state;
    reading_result r = with("{\"group_id\": \"g\", \"function_id\": null, \"value_str\": \"20\","
                            " \"throughput\": {\"Bytes\": 4}}",
                            "{\"iters\": [1.0, 2.0], \"times\": [5.0, 12.0]}", "estimates.json");
    assert_read(&r);
    const bd_point *p = test_find_point(r.run, "g", "time", "value=20");
    assert_int_equal(p->n, 2);
    assert_true(p->samples.doubles[1] == 6);
    assert_string_equal(p->rest, "{\"throughput\":{\"Bytes\":4}}");
    assert_string_equal(test_number(p->value), "5"); /* flat sampling has no slope */
    assert_string_equal(test_number(p->low), "1");
    test_ingest_drop(&r);
}

static void the_folders_name_a_benchmark_without_benchmark_json(void **state)
{
    (void)state;
    static const struct {
        const char *path, *benchmark, *params;
    } rows[] = {
        { "target/criterion/g/f/20/new/estimates.json", "g", "function=f value=20" },
        { "target/criterion/g/new/estimates.json", "g", "" },
        { "a/b/new/estimates.json", "b", "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = with(NULL, NULL, rows[i].path);
        assert_read(&r);
        test_find_point(r.run, rows[i].benchmark, "time", rows[i].params);
        test_ingest_drop(&r);
    }
    reading_result r = with(NULL, NULL, "estimates.json");
    assert_false(r.ok);
    assert_string_equal(r.error.message, "nothing says which benchmark this is");
    test_ingest_drop(&r);
}

static void what_is_broken_beside_it_is_told_with_its_file(void **state)
{
    (void)state;
    static const struct {
        const char *benchmark, *sample, *file, *message;
    } rows[] = {
        { "{\"group_id\": 5}", NULL, "x/new/benchmark.json", "expected a string, found 5" },
        { "{}", NULL, "x/new/benchmark.json",
          "expected the member \"group_id\", which is not there" },
        { NULL, "{\"iters\": [1], \"times\": [1, 2]}", "x/new/sample.json",
          "1 counts, where there are 2 times" },
        { NULL, "{\"iters\": [0], \"times\": [1]}", "x/new/sample.json",
          "expected counts above zero" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = with(rows[i].benchmark, rows[i].sample, "a/b/new/estimates.json");
        assert_false(r.ok);
        assert_string_equal(r.error.file, rows[i].file);
        assert_string_equal(r.error.message, rows[i].message);
        test_ingest_drop(&r);
    }
}

static void what_is_broken_is_told_with_its_place(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"point_estimate\": 5", "\"point_estimate\": []", "[], ", "$.mean.point_estimate",
          "expected a number, found an array", 0 },
        { "\"lower_bound\": 1, ", "", "{\"confidence_level", "$.mean.confidence_interval",
          "expected the member \"lower_bound\", which is not there", 0 },
    };
    test_all_broken("a/b/new/estimates.json", estimates, cases, BD_COUNT(cases));
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_file_is_one_benchmark_named_by_its_folders_or_benchmark_json),
        cmocka_unit_test(changes_are_no_times_and_the_pattern_that_leaves_them_out_is_told),
        cmocka_unit_test(sample_json_gives_the_nanoseconds_of_one_iteration),
        cmocka_unit_test(the_folders_name_a_benchmark_without_benchmark_json),
        cmocka_unit_test(what_is_broken_beside_it_is_told_with_its_file),
        cmocka_unit_test(what_is_broken_is_told_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
