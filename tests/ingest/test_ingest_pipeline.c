/* pipeline-results.json: values against jq and against the tick report that the benchmark
 * wrote itself, and every rule broken once. */
#include "tests/ingest/broken.h"

#include <jansson.h>
#include <string.h>

static const char *const seed = "seeds/skript-orm/run-7/tick-report-MariaDB/pipeline-results.json";

#define GROUP "\"workload\": \"numeric\", \"source\": \"local\", \"target\": \"local\", "
static const char small[] =
    "{\n"
    "  \"backend\": \"MariaDB\",\n"
    "  \"samples\": [\n"
    "    {\"kind\": \"write\", " GROUP "\"replaced\": \"false\", \"wallNs\": 90, \"mainNs\": 9, "
    "\"sample\": -1, \"rows\": 100, \"ticks\": 3, \"operationId\": 1, \"affected\": 100},\n"
    "    {\"kind\": \"write\", " GROUP "\"replaced\": \"false\", \"wallNs\": 50, \"mainNs\": 5, "
    "\"sample\": 1, \"rows\": 100, \"ticks\": 1, \"operationId\": 2, \"affected\": 100},\n"
    "    {\"kind\": \"write\", " GROUP "\"replaced\": \"false\", \"wallNs\": 61, \"mainNs\": 6, "
    "\"sample\": 2, \"rows\": 100, \"ticks\": 2, \"operationId\": 3, \"affected\": 100},\n"
    "    {\"kind\": \"read\", " GROUP "\"replaced\": \"true\", \"wallNs\": 70, \"mainNs\": 7, "
    "\"sample\": 1, \"rows\": 250, \"ticks\": 1, \"operationId\": 4, \"stored\": 250}\n"
    "  ],\n"
    "  \"summaries\": [\n"
    "    {\"name\": \"write numeric local local false 100\", \"samples\": 2,\n"
    "     \"wallNs\": {\"median\": 55, \"p95\": 61, \"max\": 61},\n"
    "     \"mainNs\": {\"median\": 5, \"p95\": 6, \"max\": 6}},\n"
    "    {\"name\": \"read numeric local local true 250\", \"samples\": 1,\n"
    "     \"wallNs\": {\"median\": 70, \"p95\": 70, \"max\": 70},\n"
    "     \"mainNs\": {\"median\": 7, \"p95\": 7, \"max\": 7}}\n"
    "  ]\n"
    "}\n";
#define WRITES "write numeric local local false 100"

/* The format is told by its content, so a small text needs no name. */
static void small_results_have_a_point_per_group_and_measure(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(small, NULL);
    assert_read(&r);
    assert_int_equal(r.found.total, 0);
    assert_string_equal(r.run->format, "pipeline");
    assert_int_equal(r.run->point_count, 6);
    assert_string_equal(bd_pairs_get(&r.run->environment, "backend"), "MariaDB");
    const bd_point *wall = test_find_point(
        r.run, WRITES, "wallNs",
        "kind=write workload=numeric source=local target=local replaced=false rows=100");
    assert_string_equal(wall->unit, "ns");
    assert_int_equal(wall->value.kind, BD_NUMBER_NONE);
    assert_int_equal(wall->n, 2);
    assert_int_equal(wall->samples.count, 2);
    assert_int_equal(wall->samples.ints[0], 50);
    assert_int_equal(wall->samples.ints[1], 61);
    assert_int_equal(wall->warmups.count, 1);
    assert_int_equal(wall->warmups.ints[0], 90);
    assert_int_equal(wall->source.line, 5); /* the first sample that counts */
    assert_int_equal(wall->source.column, 115);
    assert_string_equal(wall->source.path, "$.samples[1].wallNs");
    assert_string_equal(test_find_point(r.run, WRITES, "ticks", NULL)->unit, "");
    test_ingest_drop(&r);
}

static void assert_reported(const bd_point *point, size_t index, const char *name, int64_t value)
{
    bd_buf text = BD_BUF_INIT;
    assert_true(index < point->reported_count);
    bd_stat_name(point->reported[index].stat, &text);
    assert_string_equal(bd_buf_text(&text), name);
    assert_true(bd_number_same(point->reported[index].number, bd_int(value)));
    assert_false(point->reported[index].computed);
    bd_buf_release(&text);
}

/* jq -c '[.samples[]|select(.kind=="read" and .workload=="mixed" and .source=="global" and
 *  .target=="global" and .replaced=="false" and .rows==1000)]
 *  |[map(select(.sample>0).wallNs),map(select(.sample<0).wallNs),map(select(.sample>0).ticks)]' */
static void the_seed_holds_what_jq_reads(void **state)
{
    (void)state;
    static const int64_t walls[] = { 450128871, 447140190, 447101085, 448671428, 451816725,
                                     450326608, 448211642, 448208976, 447636566, 451172328 };
    static const int64_t warmups[] = { 1345719947, 1346053059, 1346304898 };
    static const int64_t ticks[] = { 9, 8, 8, 8, 9, 9, 8, 8, 8, 9 };
    static const char group[] = "read mixed global global false 1000";
    reading_result r = test_ingest_path(test_shared(seed), NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 34 * 14);
    const bd_point *wall = test_find_point(r.run, group, "wallNs", NULL);
    assert_int_equal(wall->samples.count, BD_COUNT(walls));
    assert_memory_equal(wall->samples.ints, walls, sizeof walls);
    assert_int_equal(wall->warmups.count, BD_COUNT(warmups));
    assert_memory_equal(wall->warmups.ints, warmups, sizeof warmups);
    assert_string_equal(wall->source.path, "$.samples[406].wallNs"); /* jq: to_entries, sample 1 */
    assert_memory_equal(test_find_point(r.run, group, "ticks", NULL)->samples.ints, ticks,
                        sizeof ticks);
    assert_reported(wall, 0, "median", 448441535);
    assert_reported(wall, 1, "p95", 451816725);
    assert_reported(wall, 2, "max", 451816725);
    assert_string_equal(r.run->commit.id, "76dcc7e");
    test_ingest_drop(&r);
}

/* The benchmark's own tick report repeats the medians, in this order. */
static void the_action_would_write_what_the_tick_report_has(void **state)
{
    (void)state;
    reading_result r = test_ingest_path(test_shared(seed), NULL);
    json_t *report = json_load_file(
        test_shared("seeds/skript-orm/run-7/tick-report-MariaDB/tick-results.json"), 0, NULL);
    size_t seen = 0;
    assert_read(&r);
    for (size_t i = 0; i < r.run->point_count; i++) {
        const bd_compat *compat = r.run->points[i].compat;
        const json_t *entry = json_array_get(report, seen);
        if (!compat)
            continue;
        assert_int_equal(compat->place, seen++);
        assert_string_equal(compat->name, json_string_value(json_object_get(entry, "name")));
        assert_string_equal(compat->unit, json_string_value(json_object_get(entry, "unit")));
        assert_true(bd_number_same(compat->value,
                                   bd_int(json_integer_value(json_object_get(entry, "value")))));
    }
    assert_int_equal(seen, 34 * 12);
    assert_int_equal(seen, json_array_size(report));
    json_decref(report);
    test_ingest_drop(&r);
}

static void every_broken_sample_is_named(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"operationId\": 3, \"affected\": 100", "\"operationId\": 3, \"affected\": 99", "99}",
          "$.samples[2].affected",
          "a write of 100 rows has affected 99: the operation was not complete", 0 },
        { "\"stored\": 250", "\"stored\": 249", "249}", "$.samples[3].stored",
          "a read of 250 rows has stored 249: the operation was not complete", 0 },
        { "\"stored\": 250", "\"affected\": 250", "{\"kind\": \"read\"", "$.samples[3]",
          "the sample has no stored", 0 },
        { "\"operationId\": 3", "\"operationId\": 1",
          "1, \"affected\": 100},\n    {\"kind\": \"read", "$.samples[2].operationId",
          "operationId 1 is that of the sample at line 4, too: two samples measured one operation",
          0 },
        { "\"sample\": 2", "\"sample\": 1", "1, \"rows\": 100, \"ticks\": 2", "$.samples[2].sample",
          "sample 1 of " WRITES " is at line 5 already", 0 },
        { "\"sample\": 2", "\"sample\": 0", "0, \"rows\": 100, \"ticks\": 2", "$.samples[2].sample",
          "expected a sample number from 1, or below 0 for a warm-up", 0 },
        { "\"kind\": \"read\"", "\"kind\": \"update\"", "\"update\"", "$.samples[3].kind",
          "expected the kind write or read, not update", 0 },
        { "\"rows\": 250, ", "", "{\"kind\": \"read\"", "$.samples[3]", "the sample has no rows",
          0 },
        { "\"workload\": \"numeric\", \"source\": \"local\"", "\"source\": \"local\"",
          "{\"kind\": \"write\"", "$.samples[0]", "the sample has no workload", 0 },
        { "\"wallNs\": 61, ", "",
          "{\"kind\": \"write\", " GROUP "\"replaced\": \"false\", \"mainNs\": 6", "$.samples[2]",
          "the sample has no wallNs, as the others of its group have", 0 },
        { "\"wallNs\": 61", "\"wallNs\": -61", "-61", "$.samples[2].wallNs",
          "expected a time in whole nanoseconds, 0 or more", 0 },
        { "\"wallNs\": 61", "\"wallNs\": 61.5", "61.5", "$.samples[2].wallNs",
          "expected a time in whole nanoseconds, 0 or more", 0 },
        { "\"ticks\": 2", "\"ticks\": 2, \"extraNs\": 5", "5, \"operationId\": 3",
          "$.samples[2].extraNs", "extraNs is not in the samples of " WRITES " before this one",
          2 },
        { "\"workload\": \"numeric\"", "\"workload\": \"\"", "\"\"", "$.samples[0].workload",
          "expected a text that is not empty", 0 },
    };
    test_all_broken("pipeline-results.json", small, cases, BD_COUNT(cases));
}

static void every_broken_summary_is_named(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "\"median\": 55", "\"median\": 56", "56,", "$.summaries[0].wallNs.median",
          "the summary says median 56, its 2 samples give 55", 0 },
        { "\"p95\": 61", "\"p95\": 60", "60,", "$.summaries[0].wallNs.p95",
          "the summary says p95 60, its 2 samples give 61", 0 },
        { "\"max\": 61", "\"max\": 62", "62}", "$.summaries[0].wallNs.max",
          "the summary says max 62, its 2 samples give 61", 0 },
        { "\"samples\": 2", "\"samples\": 3", "3,\n", "$.summaries[0].samples",
          "the summary says 3 samples, the file has 2", 0 },
        { "read numeric local local true 250", "read numeric local local true 251",
          "\"read numeric", "$.summaries[1].name",
          "the summary of read numeric local local true 251 has no samples", 2 },
        { "read numeric local local true 250", "read numeric local local true 251",
          "{\"kind\": \"read\"", "$.samples[3]",
          "the samples of read numeric local local true 250 have no summary", 2 },
        { "read numeric local local true 250", WRITES, "\"" WRITES "\", \"samples\": 1",
          "$.summaries[1].name", "the summary of " WRITES " is at line 10 already", 2 },
        { ", \"max\": 61}", "}", "{\"median\": 55", "$.summaries[0].wallNs",
          "expected the member \"max\", which is not there", 0 },
        { "\"mainNs\": {\"median\": 5,", "\"otherNs\": {\"median\": 5,", "{\"median\": 5,",
          "$.summaries[0].otherNs", "the summary has otherNs, its samples have not", 2 },
        { "\"mainNs\": {\"median\": 5,", "\"other\": {\"median\": 5,", "{\"name\": \"" WRITES,
          "$.summaries[0]", "the summary has no mainNs, its samples have", 0 },
    };
    test_all_broken("pipeline-results.json", small, cases, BD_COUNT(cases));
}

static void all_findings_come_at_once_and_are_bounded(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, "{\"backend\": \"x\", \"samples\": [");
    for (int i = 0; i < 200; i++)
        bd_buf_printf(&text,
                      "%s{\"kind\": \"write\", " GROUP "\"replaced\": \"false\", \"wallNs\": 1,"
                      "\"sample\": %d, \"rows\": 2, \"operationId\": %d, \"affected\": 1}",
                      i > 0 ? ",\n" : "", i + 1, i);
    bd_buf_puts(&text, "], \"summaries\": []}");
    reading_result r = test_ingest_bytes("p.json", bd_buf_str(&text), NULL);
    assert_false(r.ok);
    assert_int_equal(r.found.errors, 201); /* 200 samples, and a group without a summary */
    assert_int_equal(r.found.count, BD_DIAGNOSTICS_KEPT);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

/* Mean of the two middle ones, truncated; python3: (a + b) // 2 for these. */
static void medians_are_truncated_and_percentiles_are_observed(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *median;
    } rows[] = {
        { "\"wallNs\": 61", "\"wallNs\": 51", "{\"median\": 50, \"p95\": 51, \"max\": 51}" },
        { "\"wallNs\": 61", "\"wallNs\": 9223372036854775807",
          "{\"median\": 4611686018427387928, \"p95\": 9223372036854775807, "
          "\"max\": 9223372036854775807, \"p50\": 50, \"min\": 50}" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf first = test_replaced(small, rows[i].from, rows[i].to);
        bd_buf both = test_replaced(bd_buf_text(&first),
                                    "{\"median\": 55, \"p95\": 61, \"max\": 61}", rows[i].median);
        reading_result r = test_ingest_bytes("p.json", bd_buf_str(&both), NULL);
        assert_read(&r);
        test_ingest_drop(&r);
        bd_buf_release(&first);
        bd_buf_release(&both);
    }
}

static reading_result read_with_environment(const char *environment)
{
    bd_ingest_file file = { "a/pipeline-results.json", bd_str_of(small) };
    bd_ingest_file beside = { "a/environment.txt", bd_str_of(environment) };
    bd_ingest_input in = { .file = &file, .companions = &beside, .companion_count = 1 };
    return test_ingest_input(&in);
}

static void a_backend_that_environment_txt_denies_is_an_error_naming_both(void **state)
{
    (void)state;
    reading_result r = read_with_environment("cpu=x\nbackend=MySQL\n");
    assert_false(r.ok);
    assert_string_equal(r.error.message,
                        "the backend is MariaDB here but MySQL at a/environment.txt:2");
    assert_string_equal(r.error.path, "$.backend");
    assert_int_equal(r.error.line, 2);
    assert_true(r.error.hint[0] != '\0');
    test_ingest_drop(&r);
    r = read_with_environment("backend=MariaDB\r\n");
    assert_read(&r);
    test_ingest_drop(&r);
}

static void the_files_backend_wins_over_a_stated_one(void **state)
{
    (void)state;
    bd_pair pair = { "backend", "stated" };
    bd_pairs stated = { .items = &pair, .count = 1 };
    bd_ingest_file file = { "pipeline-results.json", bd_str_of(small) };
    bd_ingest_input in = { .file = &file, .environment = &stated };
    reading_result r = test_ingest_input(&in);
    assert_read(&r);
    assert_string_equal(bd_pairs_get(&r.run->environment, "backend"), "MariaDB");
    test_ingest_drop(&r);
}

static void what_is_not_mapped_is_kept(void **state)
{
    (void)state;
    bd_buf one = test_replaced(small, "\"ticks\": 2", "\"ticks\": 2.5, \"note\": [1, null]");
    bd_buf two = test_replaced(bd_buf_text(&one), "\"backend\"",
                               "\"host\": {\"a\": 1}, \"backend\"");
    reading_result r = test_ingest_bytes("p.json", bd_buf_str(&two), NULL);
    assert_read(&r);
    assert_string_equal(r.run->rest, "{\"host\":{\"a\":1}}");
    assert_string_equal(test_find_point(r.run, WRITES, "wallNs", NULL)->rest,
                        "{\"samples\":[{\"sample\":2,\"note\":[1,null]}]}");
    const bd_point *ticks = test_find_point(r.run, WRITES, "ticks", NULL);
    assert_null(ticks->samples.ints);
    assert_true(ticks->samples.doubles[0] == 1.0 && ticks->samples.doubles[1] == 2.5);
    test_ingest_drop(&r);
    bd_buf_release(&one);
    bd_buf_release(&two);
}

static void a_group_of_warm_ups_alone_is_incomplete(void **state)
{
    (void)state;
    bd_buf one = test_replaced(small, "\"sample\": 1, \"rows\": 250",
                               "\"sample\": -1, \"rows\": 250");
    const char *cut = strstr(bd_buf_text(&one), ",\n    {\"name\": \"read");
    bd_buf two = BD_BUF_INIT;
    bd_buf_add(&two, one.data, (size_t)(cut - one.data));
    bd_buf_puts(&two, "]}");
    reading_result r = test_ingest_bytes("p.json", bd_buf_str(&two), NULL);
    assert_read(&r);
    const bd_point *wall = test_find_point(r.run, "read numeric local local true 250", "wallNs",
                                           NULL);
    assert_int_equal(wall->outcome, BD_OUTCOME_INCOMPLETE);
    assert_string_equal(wall->reason, "there are only warm-ups");
    assert_int_equal(wall->n, 0);
    assert_null(wall->compat);
    test_ingest_drop(&r);
    bd_buf_release(&one);
    bd_buf_release(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_results_have_a_point_per_group_and_measure),
        cmocka_unit_test(the_seed_holds_what_jq_reads),
        cmocka_unit_test(the_action_would_write_what_the_tick_report_has),
        cmocka_unit_test(every_broken_sample_is_named),
        cmocka_unit_test(every_broken_summary_is_named),
        cmocka_unit_test(all_findings_come_at_once_and_are_bounded),
        cmocka_unit_test(medians_are_truncated_and_percentiles_are_observed),
        cmocka_unit_test(a_backend_that_environment_txt_denies_is_an_error_naming_both),
        cmocka_unit_test(the_files_backend_wins_over_a_stated_one),
        cmocka_unit_test(what_is_not_mapped_is_kept),
        cmocka_unit_test(a_group_of_warm_ups_alone_is_incomplete),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
