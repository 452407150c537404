/* Stress reports: the published table, the plan, and every rule broken once. */
#include "tests/ingest/broken.h"
#include "tests/ingest/stress_case.h"

#include <stdio.h>
#include <string.h>

static void assert_value(const reading_result *r, const char *metric, const char *params,
                         const char *value, const char *unit)
{
    const bd_point *point = test_find_point(r->run, "stress", metric, params);
    assert_string_equal(test_number(point->value), value);
    assert_string_equal(point->unit, unit);
}

static void a_phase_has_a_point_for_each_figure(void **state)
{
    (void)state;
    reading_result r = test_read_stress(test_stress_report, NULL, NULL);
    assert_read(&r);
    assert_int_equal(r.found.total, 0);
    assert_string_equal(r.run->format, "stress");
    assert_int_equal(r.run->outcome, BD_OUTCOME_OK);
    assert_int_equal(r.run->point_count, 9);
    assert_value(&r, "throughput", "sessions=100 phase=100", "2655", "ops/s");
    assert_int_equal(test_find_point(r.run, "stress", "throughput", NULL)->value.kind,
                     BD_NUMBER_DOUBLE);
    assert_value(&r, "elapsed", NULL, "30", "s");
    assert_value(&r, "verified", NULL, "1", "bool");
    assert_value(&r, "errors", "sessions=100 phase=100", "5", "");
    assert_value(&r, "error", "sessions=100 phase=100 error=Timeout", "2", "");
    assert_value(&r, "error", "sessions=100 phase=100 error=Deadlock", "3", "");
    const bd_point *read = test_find_point(r.run, "stress", "latency",
                                           "sessions=100 phase=100 operation=read");
    assert_string_equal(read->unit, "ms");
    assert_int_equal(read->value.kind, BD_NUMBER_NONE);
    assert_int_equal(read->n, 40102);
    assert_int_equal(read->source.line, 14);
    assert_string_equal(read->source.path, "$.Phases[0].Operations.read");
    assert_int_equal(test_find_point(r.run, "stress", "admissionWait", NULL)->n, 9);
    test_ingest_drop(&r);
}

static void the_reports_facts_are_the_environment_and_its_time_the_runs(void **state)
{
    (void)state;
    reading_result r = test_read_stress(test_stress_report, NULL, NULL);
    int64_t when;
    assert_read(&r);
    assert_string_equal(bd_pairs_get(&r.run->environment, "Runtime"), ".NET 10.0.12");
    assert_string_equal(bd_pairs_get(&r.run->environment, "ThinkMilliseconds"), "10");
    assert_null(bd_pairs_get(&r.run->environment, "RecordedAtUtc"));
    assert_true(bd_time_parse(BD_STR("2026-07-20T10:09:59.5Z"), &when));
    assert_true(r.run->measured_at_ns == when);
    assert_string_equal(r.run->measured_from, "file");
    test_ingest_drop(&r);
}

/* seeds/moongate/expected/stress-table.md, as published */
static void the_seed_says_what_the_published_table_says(void **state)
{
    (void)state;
    static const struct {
        const char *sessions, *throughput, *percentiles[3];
    } rows[] = {
        { "100", "2655.8271", { "12/36/52", "56/91/127", "66/105/193" } },
        { "500", "2678.2544", { "19/430/546", "431/581/669", "538/733/800" } },
        { "1000", "1659.3391", { "76/1227/5811", "1121/2388/3893", "1556/7661/7939" } },
    };
    static const char *const operations[] = { "read", "update", "commit" };
    reading_result r = test_ingest_path(test_shared(TEST_STRESS_SEED), NULL);
    assert_read(&r);
    for (size_t i = 0; i < BD_COUNT(rows) * 3; i++) {
        char params[128], text[128] = "";
        snprintf(params, sizeof params, "sessions=%s phase=%s operation=%s", rows[i / 3].sessions,
                 rows[i / 3].sessions, operations[i % 3]);
        const bd_point *point = test_find_point(r.run, "stress", "latency", params);
        assert_int_equal(point->reported_count, 3);
        for (size_t j = 0; j < 3; j++) {
            size_t used = strlen(text);
            assert_int_equal(point->reported[j].stat.kind, BD_STAT_PERCENTILE);
            snprintf(text + used, sizeof text - used, "%s%s", j > 0 ? "/" : "",
                     test_number(point->reported[j].number));
        }
        assert_string_equal(text, rows[i / 3].percentiles[i % 3]);
        assert_int_equal(point->reported[2].stat.p_micro, 99000000);
        params[strlen(params) - strlen(operations[i % 3]) - strlen(" operation=")] = '\0';
        assert_value(&r, "throughput", params, rows[i / 3].throughput, "ops/s");
        assert_value(&r, "verified", params, "1", "bool");
        assert_value(&r, "errors", params, "0", "");
    }
    assert_string_equal(r.run->commit.id, "1489e1f7");
    assert_int_equal(r.run->commit.dirty, BD_CLEAN);
    assert_int_equal(r.run->outcome, BD_OUTCOME_OK);
    assert_string_equal(bd_pairs_get(&r.run->environment, "PostgresCpuLimit"), "2");
    assert_string_equal(bd_pairs_get(&r.run->environment, "Sessions"), "100, 500, 1000");
    test_ingest_drop(&r);
}

static void a_plan_that_is_not_kept_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *reason;
    } rows[] = {
        { "{\"Sessions\": [100]}", NULL },
        { "{\"Sessions\": []}", NULL },
        { "{\"Sessions\": [100, 500]}", "phase 500 of 100, 500 is missing" },
        { "{\"Sessions\": [100, 500, 1000]}", "phases 500, 1000 of 100, 500, 1000 are missing" },
        { "{\"Sessions\": [100, 100]}", "phase 100 of 100, 100 is missing" },
        { "{\"Sessions\": [500]}",
          "phase 500 of 500 is missing; phase 100 is not among the planned 500" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_read_stress(test_stress_report, rows[i].plan, NULL);
        assert_read(&r);
        assert_int_equal(r.run->outcome, rows[i].reason ? BD_OUTCOME_INCOMPLETE : BD_OUTCOME_OK);
        if (rows[i].reason)
            assert_string_equal(r.run->reason, rows[i].reason);
        else
            assert_null(r.run->reason);
        test_ingest_drop(&r);
    }
}

static void a_repeated_phase_has_a_name_of_its_own(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    const char *from = strstr(test_stress_report, "    {\n"),
               *to = strstr(test_stress_report, "\n  ]");
    bd_buf_add(&text, test_stress_report, (size_t)(to - test_stress_report));
    bd_buf_puts(&text, ",\n");
    bd_buf_add(&text, from, (size_t)(to - from));
    bd_buf_puts(&text, to);
    reading_result r = test_read_stress(bd_buf_text(&text), "{\"Sessions\": [100, 100]}", NULL);
    assert_read(&r);
    assert_int_equal(r.run->outcome, BD_OUTCOME_OK);
    test_find_point(r.run, "stress", "throughput", "sessions=100 phase=100 (2)");
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void every_broken_report_is_named(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"P95Milliseconds\": 36", "\"P95Milliseconds\": 11", "11,",
          "$.Phases[0].Operations.read.P95Milliseconds", "p95 is 11, below p50, which is 12", 0 },
        { "\"P99Milliseconds\": 52", "\"P99Milliseconds\": 35.5", "35.5}",
          "$.Phases[0].Operations.read.P99Milliseconds", "p99 is 35.5, below p95, which is 36", 0 },
        { "\"P95Milliseconds\": 12", "\"P95Milliseconds\": 26", "25},",
          "$.Phases[0].AdmissionWait.P99Milliseconds", "p99 is 25, below p95, which is 26", 0 },
        { "\"P95Milliseconds\": 36,", "", "{\"Successes\": 40102", "$.Phases[0].Operations.read",
          "expected the member \"P95Milliseconds\", which is not there", 0 },
        { "T10:00:31.5", "T10:00:01.4", "\"2026-07-20T10:00:01.4", "$.Phases[0].FinishedAtUtc",
          "the phase finished before it started", 0 },
        { "2026-07-20T10:00:31.5", "yesterday", "\"yesterday", "$.Phases[0].FinishedAtUtc",
          "expected a time like \"2026-07-20T10:00:01.5+00:00\"", 0 },
        { "2026-07-20T10:09:59.5", "now", "\"now", "$.RecordedAtUtc",
          "expected a time like \"2026-07-20T10:00:01.5+00:00\"", 0 },
        { "\"Successes\": 7", "\"Successes\": -7", "-7", "$.Phases[0].Operations.commit.Successes",
          "expected a count, 0 or more", 0 },
        { "\"Timeout\": 2", "\"Timeout\": -2", "-2, \"Deadlock", "$.Phases[0].Errors.Timeout",
          "expected a count, 0 or more", 0 },
        { "\"Sessions\": 100,", "", "{\n      \"StartedAtUtc\"", "$.Phases[0]",
          "expected the member \"Sessions\", which is not there", 0 },
        { "\"Verified\": true,", "", "{\n      \"StartedAtUtc\"", "$.Phases[0]",
          "expected the member \"Verified\", which is not there", 0 },
        { "\"Errors\"", "\"Faults\"", "{\n      \"StartedAtUtc\"", "$.Phases[0]",
          "expected the member \"Errors\", which is not there", 0 },
        { "\"AdmissionWait\"", "\"Wait\"", "{\n      \"StartedAtUtc\"", "$.Phases[0]",
          "expected the member \"AdmissionWait\", which is not there", 0 },
    };
    test_all_broken("report.json", test_stress_report, cases, BD_COUNT(cases));
}

static void newer_fields_become_metrics_or_are_kept(void **state)
{
    (void)state;
    bd_buf one = test_replaced(test_stress_report, "\"Verified\"",
                               "\"PeakHeapBytes\": 5, \"Notes\": [\"a\"], \"QueueDepth\": 3, "
                               "\"Verified\"");
    bd_buf two = test_replaced(bd_buf_text(&one), "\"P50Milliseconds\": 12,",
                               "\"P50Milliseconds\": 12, \"P999Milliseconds\": 60, "
                               "\"MaxMilliseconds\": 99, \"Overflow\": 1,");
    reading_result r = test_read_stress(bd_buf_text(&two), NULL, NULL);
    assert_read(&r);
    assert_value(&r, "peakHeapBytes", NULL, "5", "B");
    assert_value(&r, "queueDepth", NULL, "3", "");
    const bd_point *read = test_find_point(r.run, "stress", "latency", NULL);
    assert_int_equal(read->reported_count, 5);
    assert_int_equal(read->reported[1].stat.p_micro, 99900000);
    assert_int_equal(read->reported[2].stat.kind, BD_STAT_MAX);
    assert_string_equal(read->rest, "{\"Overflow\":1}");
    assert_string_equal(r.run->points[0].rest,
                        "{\"StartedAtUtc\":\"2026-07-20T10:00:01.5+00:00\","
                        "\"FinishedAtUtc\":\"2026-07-20T10:00:31.5+00:00\",\"Notes\":[\"a\"]}");
    test_ingest_drop(&r);
    bd_buf_release(&one);
    bd_buf_release(&two);
}

static void the_report_wins_over_its_plan_and_the_plan_over_what_is_stated(void **state)
{
    (void)state;
    bd_pair pair = { "PostgresImage", "stated" };
    bd_pairs stated = { .items = &pair, .count = 1 };
    bd_commit commit = { .id = "ffff000",
                         .message = "of another commit",
                         .time_ns = BD_TIME_UNKNOWN };
    bd_ingest_file file = { "report.json", bd_str_of(test_stress_report) };
    bd_ingest_file plan = { "environment.json",
                            BD_STR("{\"PostgresImage\": \"postgres:16\", \"ThinkMilliseconds\": 20,"
                                   " \"Ratio\": 0.5, \"Commit\": \"1489e1f7\","
                                   " \"WorkingTreeDirty\": true, \"Extra\": {\"a\": [1]}}") };
    bd_ingest_input in = { .file = &file,
                           .companions = &plan,
                           .companion_count = 1,
                           .environment = &stated,
                           .commit = &commit };
    reading_result r = test_ingest_input(&in);
    assert_read(&r);
    assert_string_equal(bd_pairs_get(&r.run->environment, "PostgresImage"), "postgres:16");
    assert_string_equal(bd_pairs_get(&r.run->environment, "ThinkMilliseconds"), "10");
    assert_string_equal(bd_pairs_get(&r.run->environment, "Ratio"), "0.5");
    assert_string_equal(r.run->rest, "{\"environment.json\":{\"Extra\":{\"a\":[1]}}}");
    assert_string_equal(r.run->commit.id, "1489e1f7");
    assert_null(r.run->commit.message);
    assert_int_equal(r.run->commit.dirty, BD_DIRTY);
    const bd_diagnostic *said = test_finding(
        &r.found, "ThinkMilliseconds is 20 here but 10 in report.json, which is kept");
    assert_int_equal(said->severity, BD_WARNING);
    assert_string_equal(said->error.file, "environment.json");
    test_ingest_drop(&r);
}

static void a_broken_plan_names_its_file(void **state)
{
    (void)state;
    reading_result r = test_read_stress(test_stress_report, "{\n  \"Sessions\": [1,}\n", NULL);
    assert_false(r.ok);
    assert_string_equal(r.error.file, "s/environment.json");
    assert_int_equal(r.error.line, 2);
    test_ingest_drop(&r);
    r = test_read_stress(test_stress_report, "{\"Sessions\": [\"a\"]}", NULL);
    assert_false(r.ok);
    assert_string_equal(r.error.path, "$.Sessions");
    test_ingest_drop(&r);
    r = test_read_stress(test_stress_report, "[]", NULL);
    assert_false(r.ok);
    assert_string_equal(r.error.message, "expected an object");
    test_ingest_drop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_phase_has_a_point_for_each_figure),
        cmocka_unit_test(the_reports_facts_are_the_environment_and_its_time_the_runs),
        cmocka_unit_test(the_seed_says_what_the_published_table_says),
        cmocka_unit_test(a_plan_that_is_not_kept_is_said),
        cmocka_unit_test(a_repeated_phase_has_a_name_of_its_own),
        cmocka_unit_test(every_broken_report_is_named),
        cmocka_unit_test(newer_fields_become_metrics_or_are_kept),
        cmocka_unit_test(the_report_wins_over_its_plan_and_the_plan_over_what_is_stated),
        cmocka_unit_test(a_broken_plan_names_its_file),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
