/* Server logs: the tick report of the same run judges the points; every rule is broken once. */
#include "tests/ingest/broken.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

static const char *const seed = "seeds/skript-orm/server-log/latest.log";
static const char *const report = "seeds/skript-orm/run-4/tick-report-MariaDB/tick-results.json";

static const char small[] =
    "[09:14:02 INFO]: Done (23.517s)! For help, type \"help\"\n"
    "[09:13:58 INFO]: [skript-orm] Enabling skript-orm v1.4.0\n"
    "[09:15:02 INFO]: SKRIPTORM_BENCH calibrate: label=idle spinNs=<none> gapNs=50412345\n"
    "[09:15:06 INFO]: SKRIPTORM_BENCH=DIAG first row is [100001]\n"
    "[09:15:08 INFO]: SKRIPTORM_BENCH write: rows=100 ticks=3 wallNs=[1,183,019,540] "
    "gapNs=77813136 affected=100 total=100\n"
    "[09:15:10 INFO]: SKRIPTORM_BENCH read: rows=100 ticks=1 wallNs=58978086 gapNs=44904413 "
    "stored=100 total=100 error=<none>\n"
    "[09:15:28 INFO]: SKRIPTORM_BENCH write: rows=6000 ticks=22 wallNs=114990566 gapNs=60000000 "
    "affected=6000 total=6100\n"
    "[09:15:30 INFO]: SKRIPTORM_BENCH read: rows=6000 ticks=1 wallNs=59551810 gapNs=59517446 "
    "stored=0 total=6100 error=select many read more than 5000 rows; raise the limit\n"
    "[09:15:36 INFO]: SKRIPTORM_BENCH=COMPARE pluginwrite: rows=50 ticks=12 wallNs=628867037 "
    "gapNs=78867037 affected=50 total=50\n"
    "[09:15:40 INFO]: SKRIPTORM_BENCH=COMPARE pluginread: rows=50 ticks=1 wallNs=91608649 "
    "gapNs=61608649 stored=50 error=<none>\n"
    "[09:15:41 INFO]: SKRIPTORM_BENCH=SKIP compare raw SQL: MongoDB has no SQL statements\n"
    "[09:15:44 INFO]: SKRIPTORM_BENCH=DONE\n";

static reading_result read_log(const char *text)
{
    return test_ingest_bytes("latest.log", bd_str_of(text), NULL);
}

/* "write 100rows wall" → the point that the log gave for it */
static const bd_point *point_of_entry(const bd_run *run, const char *name)
{
    char benchmark[128];
    const char *metric = strrchr(name, ' ');
    snprintf(benchmark, sizeof benchmark, "%.*s", (int)(metric - name), name);
    return test_find_point(run, benchmark, metric + 1, NULL);
}

static void the_log_gives_the_tick_report_value_for_value(void **state)
{
    (void)state;
    reading_result r = test_ingest_path(test_shared(seed), NULL);
    json_t *entries = json_load_file(test_shared(report), 0, NULL), *entry;
    size_t i, compared = 0;
    assert_read(&r);
    assert_int_equal(r.found.total, 0);
    json_array_foreach(entries, i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "name"));
        bd_number value = bd_int(json_integer_value(json_object_get(entry, "value")));
        const bd_point *point = point_of_entry(r.run, name);
        assert_true(bd_number_same(point->value, value));
        assert_string_equal(point->unit, json_string_value(json_object_get(entry, "unit")));
        assert_string_equal(point->compat->name, name);
        assert_true(bd_number_same(point->compat->value, value));
        assert_int_equal(point->compat->place, i); /* the same order */
        compared++;
    }
    assert_int_equal(compared, 46); /* jq length */
    for (i = 0; i < r.run->point_count; i++)
        compared -= r.run->points[i].compat != NULL;
    assert_int_equal(compared, 0); /* and nothing beside it */
    json_decref(entries);
    test_ingest_drop(&r);
}

static void a_measurement_says_its_kind_rows_and_line(void **state)
{
    (void)state;
    reading_result r = read_log(small);
    assert_read(&r);
    assert_string_equal(r.run->format, "skriptorm-log");
    assert_string_equal(r.run->tool, "skript-orm v1.4.0");
    const bd_point *wall = test_find_point(r.run, "write 100rows", "wall", "kind=write rows=100");
    assert_true(bd_number_same(wall->value, bd_int(1183019540)));
    assert_int_equal(wall->source.line, 5);
    assert_int_equal(wall->n, 1);
    assert_true(bd_number_same(test_find_point(r.run, "write 100rows", "overrun", NULL)->value,
                               bd_int(27813136)));
    assert_true(bd_number_same(test_find_point(r.run, "read 100rows", "overrun", NULL)->value,
                               bd_int(0))); /* 44904413 is below a tick */
    assert_string_equal(r.run->rest, "{\"DIAG\":[\"first row is [100001]\"]}");
    assert_true(bd_number_same(
        test_find_point(r.run, "calibrate idle", "gapNs", "kind=calibrate label=idle")->value,
        bd_int(50412345)));
    for (size_t i = 0; i < r.run->point_count; i++) /* <none> is no point; COMPARE has no gap */
        assert_true(strcmp(r.run->points[i].metric, "spinNs") != 0
                    && (strcmp(r.run->points[i].benchmark, "pluginwrite 50rows") != 0
                        || strcmp(r.run->points[i].metric, "wall") == 0));
    test_ingest_drop(&r);
}

static void refusals_and_skips_are_outcomes(void **state)
{
    (void)state;
    reading_result r = read_log(small);
    assert_read(&r);
    const bd_point *refused = test_find_point(r.run, "read 6000rows", "wall", NULL);
    assert_int_equal(refused->outcome, BD_OUTCOME_REFUSED);
    assert_string_equal(refused->reason, "select many read more than 5000 rows; raise the limit");
    assert_true(bd_number_same(refused->value, bd_int(59551810)));
    const bd_point *skipped = test_find_point(r.run, "compare raw SQL", "wall", NULL);
    assert_int_equal(skipped->outcome, BD_OUTCOME_SKIPPED);
    assert_string_equal(skipped->reason, "MongoDB has no SQL statements");
    assert_int_equal(skipped->value.kind, BD_NUMBER_NONE);
    assert_int_equal(test_find_point(r.run, "read 100rows", "wall", NULL)->outcome, BD_OUTCOME_OK);
    test_ingest_drop(&r);
}

#define READ6000 "stored=0 total=6100 error=select many read more than 5000 rows; raise the limit"

static void every_broken_rule_is_named_with_its_line(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "affected=100", "affected=99", "[09:15:08", NULL, "a write of 100 rows affected 99", 0 },
        { "affected=100 ", "", "[09:15:08", NULL, "the write has no affected", 0 },
        { "stored=100", "stored=7", "[09:15:10", NULL, "a read of 100 rows stored 7", 0 },
        { "error=<none>", "error=timed out = bad", "[09:15:10", NULL,
          "a read of 100 rows failed: timed out = bad", 0 },
        { READ6000, "stored=0 total=6100 error=gone", "[09:15:30", NULL,
          "a read of 6000 rows stored nothing, and its error is not the limit's: \"gone\"", 0 },
        { READ6000, "stored=5 total=6100 error=<none>", "[09:15:30", NULL,
          "a read of 6000 rows stored 5", 0 },
        { "total=6100", "total=6200", "[09:15:28", NULL,
          "the table's total went from 100 to 6200, which is not the 6000 rows of this write", 0 },
        { "affected=100 total=100", "affected=100 total=101", "[09:15:08", NULL,
          "the table's total went from 0 to 101, which is not the 100 rows of this write", 0 },
        { "affected=50 total=50", "affected=50 total=51", "[09:15:36", NULL,
          "the comparison's table went from 0 to 51, which is not the 50 rows of this write", 0 },
        { "stored=50", "stored=49", "[09:15:40", NULL, "a read of 50 rows stored 49", 0 },
        { "SKRIPTORM_BENCH=DONE", "SKRIPTORM_BENCH=FAIL the benchmark did not finish", "[09:15:44",
          NULL, "the benchmark failed: the benchmark did not finish", 2 },
        { "SKRIPTORM_BENCH=DONE", "bye", "[09:15:44", NULL,
          "no SKRIPTORM_BENCH=DONE up to the end: the benchmark did not finish", 0 },
        { "Enabling skript-orm", "Loading skript-orm", "[09:14:02", NULL,
          "no line says \"Enabling skript-orm\": the server ran without the plugin", 0 },
        { "wallNs=58978086", "wallNs=0.05", "[09:15:10", NULL,
          "expected a whole number, 0 or more, for wallNs, not \"0.05\"", 0 },
        { "wallNs=58978086", "wallNs=[58,97,086]", "[09:15:10", NULL,
          "expected a whole number, 0 or more, for wallNs, not \"[58,97,086]\"", 0 },
        { "wallNs=58978086", "wallNs=<none>", "[09:15:10", NULL, "the read has no wallNs", 0 },
        { "wallNs=58978086", "wallNs=[58978086", "[09:15:10", NULL,
          "\"wallNs\" has a bracket that does not end", 0 },
        { "gapNs=44904413 ", "", "[09:15:10", NULL, "the read has no gapNs", 0 },
        { "ticks=1 ", "ticks=1 rows=7 ", "[09:15:10", NULL, "\"rows\" stands twice in the line",
          0 },
        { "ticks=1 ", "ticks 1 ", "[09:15:10", NULL, "\"ticks\" is not key=value", 0 },
        { "=COMPARE pluginread:", "=COMPARE", "[09:15:40", NULL,
          "\"COMPARE\" is not followed by a kind and a colon", 0 },
    };
    test_all_broken("latest.log", small, cases, BD_COUNT(cases));
}

/* A broken line must not let the next ones look broken, too. */
static void one_fault_is_told_once(void **state)
{
    (void)state;
    static const char from[] = "affected=6000 total=6100";
    bd_buf text = test_replaced(small, from, "affected=6000 total=6100 x=[");
    reading_result r = test_ingest_bytes("latest.log", bd_buf_str(&text), NULL);
    assert_int_equal(r.found.errors, 1); /* the bracket, not the total behind it */
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void repeated_lines_give_their_middle_value(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    static const int walls[] = { 300, 100, 200 }, gaps[] = { 60000001, 70000000, 60000002 };
    bd_buf_puts(&text, "Enabling skript-orm\n");
    for (int i = 0; i < 3; i++)
        bd_buf_printf(&text,
                      "SKRIPTORM_BENCH write: rows=5 wallNs=%d gapNs=%d affected=5 total=%d\n",
                      walls[i], gaps[i], 5 * (i + 1));
    bd_buf_puts(&text, "SKRIPTORM_BENCH=DONE");
    reading_result r = read_log(bd_buf_text(&text));
    assert_read(&r);
    assert_int_equal(r.run->point_count, 3);
    const bd_point *wall = test_find_point(r.run, "write 5rows", "wall", NULL);
    assert_string_equal(test_number(wall->value), "200");
    assert_int_equal(wall->n, 3);
    assert_string_equal(
        wall->rest,
        "{\"lines\":[{\"line\":2,\"rows\":\"5\",\"wallNs\":\"300\",\"gapNs\":\"60000001\","
        "\"affected\":\"5\",\"total\":\"5\"},"
        "{\"line\":3,\"rows\":\"5\",\"wallNs\":\"100\",\"gapNs\":\"70000000\",\"affected\":\"5\","
        "\"total\":\"10\"},"
        "{\"line\":4,\"rows\":\"5\",\"wallNs\":\"200\",\"gapNs\":\"60000002\",\"affected\":\"5\","
        "\"total\":\"15\"}]}");
    assert_string_equal(test_number(test_find_point(r.run, "write 5rows", "gap", NULL)->value),
                        "60000002");
    assert_string_equal(test_number(test_find_point(r.run, "write 5rows", "overrun", NULL)->value),
                        "10000002");
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

static void prefixes_colours_line_ends_and_foreign_bytes_do_not_matter(void **state)
{
    (void)state;
    static const char log[] =
        "\xC3\x28 some other plugin's bytes \xC3\r\n"
        "2026-07-20T10:00:01Z server[12]: \x1b[32mEnabling skript-orm v2\x1b[0m\r\n"
        "\x1b[0;33m[x] \x1b[1mSKRIPTORM_BENCH write: rows=\x1b[36m7\x1b[0m wallNs=[1,000] gapNs=9 "
        "affected=7 total=7\x1b[m\r\n"
        "SKRIPTORM_BENCH read: rows=7 wallNs=0010 gapNs=9 stored=7 total=7 error=<none>\x1b[0m\r\n"
        "SKRIPTORM_BENCH=SKIP raw: no \xB2\xBB SQL\r\n"
        "SKRIPTORM_BENCHMARKS are not ours\r\n"
        "SKRIPTORM_BENCH=DONE\r\n\r\n";
    reading_result r = read_log(log);
    assert_read(&r);
    assert_string_equal(r.run->tool, "skript-orm v2");
    assert_string_equal(test_number(test_find_point(r.run, "write 7rows", "wall", NULL)->value),
                        "1000");
    assert_string_equal(test_number(test_find_point(r.run, "read 7rows", "wall", NULL)->value),
                        "10");
    assert_string_equal(test_find_point(r.run, "raw", "wall", NULL)->reason,
                        "no \xEF\xBF\xBD\xEF\xBF\xBD SQL");
    test_ingest_drop(&r);
}

/* Real comparisons share one table, the seed's have one each. */
static void a_comparisons_table_may_be_shared_or_fresh(void **state)
{
    (void)state;
    static const char *const totals[] = { "50", "100" };
    for (size_t i = 0; i < BD_COUNT(totals); i++) {
        char line[256];
        snprintf(line, sizeof line,
                 "SKRIPTORM_BENCH=COMPARE rawwrite: rows=50 wallNs=1 affected=50 total=%s\n"
                 "SKRIPTORM_BENCH=DONE",
                 totals[i]);
        bd_buf text = test_replaced(small, "SKRIPTORM_BENCH=DONE", line);
        reading_result r = read_log(bd_buf_text(&text));
        assert_read(&r);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void an_unknown_line_is_a_warning(void **state)
{
    (void)state;
    bd_buf text = test_replaced(small, "SKRIPTORM_BENCH=DONE",
                                "SKRIPTORM_BENCH update: rows=5 wallNs=5\nSKRIPTORM_BENCH=NEW x\n"
                                "SKRIPTORM_BENCH=DONE");
    reading_result r = read_log(bd_buf_text(&text));
    assert_read(&r);
    assert_int_equal(test_finding(&r.found, "unknown measurement \"update\", left out")->error.line,
                     12);
    assert_int_equal(test_finding(&r.found, "unknown SKRIPTORM_BENCH line, left out")->severity,
                     BD_WARNING);
    test_ingest_drop(&r);
    bd_buf_release(&text);
}

#define SAMPLE     "SKRIPTORM_BENCH=SAMPLE "
#define DIMENSIONS "workload=mixed source=local target=global replaced=false rows=9 "
static const char sampled[] = "Enabling skript-orm v1\n" SAMPLE "write: " DIMENSIONS
                              "sample=-1 ticks=4 wallNs=[9,999] affected=9 operationId=1\n" SAMPLE
                              "write: " DIMENSIONS
                              "sample=1 ticks=1 wallNs=[1,100] affected=9 operationId=2\n" SAMPLE
                              "write: " DIMENSIONS
                              "sample=2 ticks=1 wallNs=1203 affected=9 operationId=3\n" SAMPLE
                              "read: " DIMENSIONS
                              "sample=1 ticks=1 wallNs=77 stored=9 operationId=4 error=<none>\n"
                              "SKRIPTORM_BENCH=DONE\n";

static void samples_give_the_points_of_the_results_file(void **state)
{
    (void)state;
    reading_result r = read_log(sampled);
    assert_read(&r);
    const bd_point *wall = test_find_point(
        r.run, "write mixed local global false 9", "wallNs",
        "kind=write workload=mixed source=local target=global replaced=false rows=9");
    assert_int_equal(wall->samples.count, 2);
    assert_int_equal(wall->samples.ints[0], 1100);
    assert_int_equal(wall->samples.ints[1], 1203);
    assert_int_equal(wall->warmups.ints[0], 9999);
    assert_int_equal(wall->source.line, 3);
    assert_string_equal(wall->compat->name, "write mixed local global false 9 wallNs median");
    assert_true(bd_number_same(wall->compat->value, bd_int(1151))); /* 1151.5, truncated */
    assert_int_equal(r.run->point_count, 4);
    test_ingest_drop(&r);
}

static void every_broken_sample_is_named_with_its_line(void **state)
{
    (void)state;
    static const broken_case cases[] = {
        { "stored=9", "stored=8", SAMPLE "read", NULL,
          "a read of 9 rows has stored 8: the operation was not complete", 0 },
        { "operationId=4", "operationId=2", SAMPLE "read", NULL,
          "operationId 2 is that of the sample at line 3, too: two samples measured one operation",
          0 },
        { "sample=-1", "sample=1", SAMPLE "write: " DIMENSIONS "sample=1 ticks=1", NULL,
          "sample 1 of write mixed local global false 9 is at line 2 already", 0 },
        { "wallNs=77", "wallNs=<none>", SAMPLE "read", NULL,
          "expected a whole number for wallNs, not \"\"", 0 },
        { "workload=mixed ", "", SAMPLE "write", NULL, "the sample has no workload", 0 },
        { SAMPLE "read", SAMPLE "scan", SAMPLE "scan", NULL,
          "expected the kind write or read, not scan", 0 },
        { "error=<none>", "error=lost", SAMPLE "read", NULL, "the sample failed: lost", 0 },
    };
    test_all_broken("latest.log", sampled, cases, BD_COUNT(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_log_gives_the_tick_report_value_for_value),
        cmocka_unit_test(a_measurement_says_its_kind_rows_and_line),
        cmocka_unit_test(refusals_and_skips_are_outcomes),
        cmocka_unit_test(every_broken_rule_is_named_with_its_line),
        cmocka_unit_test(one_fault_is_told_once),
        cmocka_unit_test(repeated_lines_give_their_middle_value),
        cmocka_unit_test(prefixes_colours_line_ends_and_foreign_bytes_do_not_matter),
        cmocka_unit_test(a_comparisons_table_may_be_shared_or_fresh),
        cmocka_unit_test(an_unknown_line_is_a_warning),
        cmocka_unit_test(samples_give_the_points_of_the_results_file),
        cmocka_unit_test(every_broken_sample_is_named_with_its_line),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
