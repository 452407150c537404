/* JMH results: what each member becomes, and what is said of wrong ones. */
#include "tests/ingest/read.h"

#include <math.h>
#include <string.h>

/* One result; what stands in its head, its primary metric and its secondary ones. */
#define RESULT(head, metric, tail)                                         \
    "{\"benchmark\": \"org.example.Reads.one\", \"mode\": \"avgt\", " head \
    "\"primaryMetric\": {" metric "\"scoreUnit\": \"ms/op\"}, \"secondaryMetrics\": {" tail "}}"

static void the_reference_file_is_read_member_by_member(void **state)
{
    (void)state;
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/tests/ingest/fixtures/jmh.json", test_source_dir());
    reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 1);
    assert_string_equal(r.run->format, "jmh");
    assert_string_equal(r.run->suite, "jmh");
    assert_string_equal(r.run->tool, "JMH 1.37");
    assert_int_equal(r.run->file_count, 2);
    assert_string_equal(r.run->commit.id, "86eed09");
    assert_int_equal(r.run->commit.dirty, BD_CLEAN);
    const bd_point *p = test_find_point(
        r.run, "io.github.heyhey123.skriptorm.benchmarks.InsertManyBenchmark.insertManyOf5000",
        "score", "");
    assert_string_equal(p->mode, "avgt");
    assert_int_equal(p->threads, 1);
    assert_string_equal(p->unit, "ms/op");
    assert_int_equal(p->direction, BD_SMALLER_IS_BETTER);
    assert_string_equal(test_number(p->value), "9.959945099793615");
    assert_string_equal(test_number(p->error), "0.3838220520886414");
    assert_string_equal(test_number(p->low), "9.576123047704973");
    assert_string_equal(test_number(p->high), "10.343767151882256");
    assert_true(p->confidence == 0.999);
    assert_int_equal(p->n, 3);
    assert_int_equal(p->samples.count, 3);
    assert_true(p->samples.doubles[1] == 9.948193030794165);
    assert_int_equal(p->samples.group_count, 1);
    assert_int_equal(p->samples.groups[0], 3);
    assert_int_equal(p->reported_count, 10);
    assert_int_equal(p->reported[8].stat.p_micro, 99999900);
    assert_false(p->reported[8].computed);
    assert_string_equal(test_number(p->reported[1].number), "9.948193030794165");
    assert_int_equal(p->outcome, BD_OUTCOME_OK);
    assert_int_equal(p->source.line, 26); /* grep -n '"score" : 9.95' */
    assert_int_equal(p->source.column, 23);
    assert_string_equal(p->source.path, "$[0].primaryMetric.score");
    test_ingest_drop(&r);
    bd_buf_release(&path);
}

static void settings_of_all_results_are_facts_and_others_stay_with_the_point(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT(
            "\"forks\": 2, \"jvmArgs\": [\"-Xmx1g\", \"-Da=b c\"], \"warmupTime\": \"1 s\",",
            "\"score\": 1.5,",
            "") ", {\"benchmark\": \"b\", \"mode\": \"thrpt\", \"forks\": 2, \"jvmArgs\": "
                "[\"-Xmx1g\","
                "\"-Da=b c\"], \"warmupTime\": \"2 s\", \"primaryMetric\": {\"score\": 2.5, "
                "\"scoreUnit\":"
                "\"ops/s\", \"note\": [1, NaN]}, \"secondaryMetrics\": {}, \"mood\": \"good\"}]",
        NULL);
    assert_read(&r);
    assert_string_equal(bd_pairs_get(&r.run->environment, "forks"), "2");
    assert_string_equal(bd_pairs_get(&r.run->environment, "jvmArgs"), "-Xmx1g \"-Da=b c\"");
    assert_null(bd_pairs_get(&r.run->environment, "warmupTime"));
    assert_string_equal(r.run->points[0].rest, "{\"warmupTime\":\"1 s\"}");
    assert_string_equal(r.run->points[1].rest, "{\"warmupTime\":\"2 s\",\"mood\":\"good\","
                                               "\"primaryMetric\":{\"note\":[1,\"NaN\"]}}");
    assert_string_equal(r.run->tool, "JMH");
    assert_int_equal(r.run->points[1].direction, BD_BIGGER_IS_BETTER);
    test_ingest_drop(&r);
}

static void a_score_that_is_no_number_is_a_failed_point(void **state)
{
    (void)state;
    static const char *const ways[] = { "\"NaN\"", "NaN", "null" };
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text,
                      "[{\"benchmark\": \"b\", \"mode\": \"ss\", \"primaryMetric\": {\"score\": %s,"
                      "\"scoreError\": %s, \"scoreConfidence\": [%s, %s], \"scoreUnit\": \"s/op\","
                      "\"scorePercentiles\": {\"50.0\": %s}}}]",
                      ways[i], ways[i], ways[i], ways[i], ways[i]);
        reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
        assert_read(&r);
        const bd_point *p = &r.run->points[0];
        assert_int_equal(p->value.kind, BD_NUMBER_NONE);
        assert_int_equal(p->error.kind, BD_NUMBER_NONE);
        assert_true(p->confidence == 0);
        assert_int_equal(p->reported_count, 0);
        assert_int_equal(p->outcome, BD_OUTCOME_FAILED);
        assert_string_equal(p->reason, "the score is NaN");
        assert_null(p->compat);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void one_iteration_has_no_error_and_infinities_are_numbers(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT("",
                   "\"score\": 1.5, \"scoreError\": \"NaN\", \"scoreConfidence\": [\"-INF\", "
                   "\"+INF\"], ",
                   "") "]",
        NULL);
    assert_read(&r);
    const bd_point *p = &r.run->points[0];
    assert_int_equal(p->outcome, BD_OUTCOME_OK);
    assert_int_equal(p->error.kind, BD_NUMBER_NONE);
    assert_true(isinf(p->low.as.d) && p->low.as.d < 0);
    assert_true(isinf(p->high.as.d) && p->high.as.d > 0);
    test_ingest_drop(&r);
}

static void secondary_metrics_are_points_of_the_same_benchmark(void **state)
{
    (void)state;
#define SECONDARY(name, value, unit) \
    "\"" name "\": {\"score\": " value ", \"scoreUnit\": \"" unit "\"}"
    /* clang-format off */
    static const char secondaries[] = SECONDARY("\xC2\xB7gc.alloc.rate.norm", "24.5", "B/op") ", "
        SECONDARY("gc.count", "3", "counts") ", "
        SECONDARY("one\xC2\xB7p0.99", "7.5", "ms/op") ", "
        SECONDARY("two\xC2\xB7p0.99", "8.5", "ms/op") ", "
        SECONDARY("p1.00", "9.5", "ms/op") ", "
        SECONDARY("member", "2.5", "ms/op") ", "
        SECONDARY("asm", "\"NaN\"", "---");
    /* clang-format on */
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text,
                  "[{\"benchmark\": \"org.example.Reads.one\", \"mode\": \"avgt\", \"params\": "
                  "{\"size\": \"10\", \"kind\": \"a\"}, \"threads\": 4, \"primaryMetric\": "
                  "{\"score\": 1.5, \"scoreUnit\": \"ms/op\"}, \"secondaryMetrics\": {%s}}]",
                  secondaries);
    reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
    static const struct {
        const char *metric, *value;
        bd_direction direction;
    } rows[] = {
        { "score", "1.5", BD_SMALLER_IS_BETTER },
        { "gc.alloc.rate.norm", "24.5", BD_DIRECTION_UNKNOWN }, /* its name says it */
        { "gc.count", "3", BD_DIRECTION_UNKNOWN },
        { "p0.99", "7.5", BD_SMALLER_IS_BETTER },
        { "two\xC2\xB7p0.99", "8.5", BD_SMALLER_IS_BETTER }, /* of another method */
        { "p1.00", "9.5", BD_SMALLER_IS_BETTER },
        { "member", "2.5", BD_SMALLER_IS_BETTER },
    };
    assert_read(&r);
    assert_int_equal(r.run->point_count, 8);
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const bd_point *p = test_find_point(r.run, "org.example.Reads.one", rows[i].metric,
                                            "size=10 kind=a");
        assert_string_equal(test_number(p->value), rows[i].value);
        assert_int_equal(p->direction, rows[i].direction);
        assert_string_equal(p->mode, "avgt");
        assert_int_equal(p->threads, 4);
        assert_true((p->compat != NULL) == (i == 0));
    }
    assert_string_equal(r.run->points[1].source.path,
                        "$[0].secondaryMetrics[\"\xC2\xB7gc.alloc.rate.norm\"].score");
    assert_int_equal(r.run->points[7].outcome, BD_OUTCOME_SKIPPED);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void forks_are_groups_and_may_be_empty(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT("", "\"score\": 2, \"rawData\": [[1.5, 2], [], [\"NaN\"]], ",
                   "\"x\": {\"score\": 1.0, \"scoreUnit\": \"B\", \"rawData\": [[], []]}") "]",
        NULL);
    assert_read(&r);
    const bd_samples *s = &r.run->points[0].samples;
    assert_int_equal(r.run->points[0].value.kind, BD_NUMBER_INT);
    assert_int_equal(s->count, 3);
    assert_int_equal(s->group_count, 3);
    assert_int_equal(s->groups[0], 2);
    assert_int_equal(s->groups[1], 0);
    assert_int_equal(s->groups[2], 1);
    assert_true(s->doubles[1] == 2.0 && isnan(s->doubles[2]));
    assert_int_equal(r.run->points[1].samples.count, 0);
    assert_int_equal(r.run->points[1].samples.group_count, 2);
    test_ingest_drop(&r);
}

static void a_histogram_keeps_forks_iterations_and_counts(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT("",
                   "\"score\": 2.5, \"rawDataHistogram\": [[[[1.5, 3], [2.5, 1]], []],"
                   "[[[3.5, 4000000000]]]], ",
                   "") "]",
        NULL);
    assert_read(&r);
    const bd_histogram *h = &r.run->points[0].histogram;
    assert_int_equal(r.run->points[0].n, 4000000004);
    assert_int_equal(h->count, 3);
    assert_int_equal(h->counts[2], 4000000000);
    assert_true(h->values[1] == 2.5);
    assert_int_equal(h->iteration_count, 3);
    assert_int_equal(h->iterations[0], 2);
    assert_int_equal(h->iterations[1], 0);
    assert_int_equal(h->fork_count, 2);
    assert_int_equal(h->forks[0], 2);
    test_ingest_drop(&r);
}

static void the_unit_is_believed_where_the_mode_says_otherwise(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[{\"benchmark\": \"b\", \"mode\": \"thrpt\","
        " \"primaryMetric\": {\"score\": 1.5, \"scoreUnit\": \"s/op\"}}]",
        NULL);
    assert_read(&r);
    assert_int_equal(r.run->points[0].direction, BD_SMALLER_IS_BETTER);
    assert_int_equal(r.found.count, 1);
    assert_int_equal(r.found.items[0].severity, BD_WARNING);
    assert_string_equal(r.found.items[0].error.path, "$[0].primaryMetric.scoreUnit");
    assert_string_equal(r.found.items[0].error.file, "results.json");
    test_ingest_drop(&r);
}

static void wrong_members_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path, *message;
        int line, column;
    } rows[] = {
        { "[{\"benchmark\": \"b\",\n \"primaryMetric\": {\"score\": 1}}]", "$[0]", "mode", 1, 2 },
        { "[{\"benchmark\": 7, \"mode\": \"ss\", \"primaryMetric\": {\"score\": 1}}]",
          "$[0].benchmark", "string", 1, 16 },
        { "[" RESULT("", "", "") "]", "$[0].primaryMetric", "score", 1, 0 },
        { "[" RESULT("", "\"score\": \"fast\", ", "") "]", "$[0].primaryMetric.score", "NaN", 1,
          0 },
        { "[" RESULT("", "\"score\": 1, \"rawData\": [[1, \"x\"]], ", "") "]",
          "$[0].primaryMetric.rawData[0][1]", "number", 1, 0 },
        { "[" RESULT("", "\"score\": 1, \"rawData\": [1, 2], ", "") "]",
          "$[0].primaryMetric.rawData[0]", "array", 1, 0 },
        { "[" RESULT("", "\"score\": 1, \"scoreConfidence\": [1], ", "") "]",
          "$[0].primaryMetric.scoreConfidence", "two ends", 1, 0 },
        { "[" RESULT("", "\"score\": 1, \"scorePercentiles\": {\"101\": 5}, ", "") "]",
          "$[0].primaryMetric.scorePercentiles[\"101\"]", "percentile", 1, 0 },
        { "[" RESULT("", "\"score\": 1, \"rawDataHistogram\": [[[[1.5, 0]]]], ", "") "]",
          "$[0].primaryMetric.rawDataHistogram[0][0][0]", "count above zero", 1, 0 },
        { "[" RESULT("", "\"score\": 1, ", "\"\": {\"score\": 1}") "]",
          "$[0].secondaryMetrics[\"\"]", "name", 1, 0 },
        { "[" RESULT("", "\"score\": 1, ", "") ", 5]", "$[1]", "object", 1, 0 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_text(rows[i].text, "jmh");
        assert_false(r.ok);
        assert_int_equal(r.error.code, BD_ERR_INPUT);
        assert_string_equal(r.error.file, "results.json");
        assert_string_equal(r.error.path, rows[i].path);
        assert_non_null(strstr(r.error.message, rows[i].message));
        assert_int_equal(r.error.line, rows[i].line);
        assert_true(r.error.column > 0);
        if (rows[i].column)
            assert_int_equal(r.error.column, rows[i].column);
        test_ingest_drop(&r);
    }
}

static void the_same_result_twice_names_both_places(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT("\"params\": {\"a\": \"1\", \"b\": \"2\"}, ", "\"score\": 1.5, ",
                   "") ",\n" RESULT("\"params\": {\"b\": \"2\", \"a\": \"1\"}, ",
                                    "\"score\": 1.5, ", "") "]",
        NULL);
    assert_false(r.ok);
    assert_int_equal(r.error.line, 2);
    assert_non_null(strstr(r.error.message, "results.json:1:"));
    assert_non_null(strstr(r.error.hint, "file of its own"));
    test_ingest_drop(&r);
}

static void params_may_be_missing_empty_or_no_texts(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[" RESULT("\"params\": {  }, ", "\"score\": 1.5, ",
                   "") ", "
                       "{\"benchmark\": \"b\", \"mode\": \"ss\", \"params\": "
                       "{\"n\": 5, \"f\": true, \"s\": \"1:50\"},"
                       "\"measurementIterations\": 3, \"primaryMetric\": "
                       "{\"score\": 1.0, \"scoreUnit\": \"s/op\"}}]",
        NULL);
    assert_read(&r);
    test_find_point(r.run, "b", "score", "n=5 f=true s=1:50");
    assert_string_equal(r.run->points[0].compat->name, "org.example.Reads.one ( {} )");
    assert_string_equal(r.run->points[1].compat->name, "b ( {\"n\":5,\"f\":true,\"s\":\"1:50\"} )");
    assert_string_equal(r.run->points[1].compat->extra,
                        "iterations: 3\nforks: undefined\nthreads: undefined");
    assert_int_equal(r.run->points[1].compat->place, 1);
    assert_null(r.run->points[1].compat->range);
    test_ingest_drop(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reference_file_is_read_member_by_member),
        cmocka_unit_test(settings_of_all_results_are_facts_and_others_stay_with_the_point),
        cmocka_unit_test(a_score_that_is_no_number_is_a_failed_point),
        cmocka_unit_test(one_iteration_has_no_error_and_infinities_are_numbers),
        cmocka_unit_test(secondary_metrics_are_points_of_the_same_benchmark),
        cmocka_unit_test(forks_are_groups_and_may_be_empty),
        cmocka_unit_test(a_histogram_keeps_forks_iterations_and_counts),
        cmocka_unit_test(the_unit_is_believed_where_the_mode_says_otherwise),
        cmocka_unit_test(wrong_members_are_named_with_their_place),
        cmocka_unit_test(the_same_result_twice_names_both_places),
        cmocka_unit_test(params_may_be_missing_empty_or_no_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
