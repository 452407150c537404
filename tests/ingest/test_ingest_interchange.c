/* Interchange JSON: what is written reads back as the same runs; what others write by
 * hand is read, and what is wrong in it is named. */
#include "tests/ingest/read.h"

#include "tests/ingest/same_run.h"

#include <math.h>
#include <string.h>

static bd_buf written(const bd_runs *runs)
{
    bd_buf out = BD_BUF_INIT;
    bd_interchange_write((const bd_run *const *)runs->items, runs->count, NULL, &out);
    return out;
}

/* read → write → read → write: equal runs, equal bytes */
static void round_trip(const bd_runs *runs)
{
    bd_buf first = written(runs);
    reading_result again = test_ingest_bytes("export.json", bd_buf_str(&first), NULL);
    assert_read(&again);
    assert_int_equal(again.runs.count, runs->count);
    for (size_t i = 0; i < runs->count; i++)
        assert_same_runs(again.runs.items[i], runs->items[i]);
    bd_buf second = written(&again.runs);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    test_ingest_drop(&again);
    bd_buf_release(&first);
    bd_buf_release(&second);
}

static double with_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void fill_numbers(bd_run *run)
{
    static const double doubles[] = { -0.0, 0.1, 5.0, 1e21, 5e-324, 1e300, -123456789012345680.0 };
    static const int64_t ints[] = { 0, INT64_MIN, INT64_MAX, 9007199254740993 };
    static const uint32_t groups[] = { 3, 0, 4 };
    bd_point *p = bd_run_add_point(run);
    p->benchmark = "numbers \"quoted\" \xE2\x82\xAC";
    p->value = bd_double(-0.0);
    p->error = bd_double(INFINITY);
    p->low = bd_double(-INFINITY);
    p->high = bd_double(NAN);
    p->confidence = 0.95;
    p->n = INT64_MAX;
    p->samples = (bd_samples){ .doubles = doubles,
                               .count = BD_COUNT(doubles),
                               .groups = groups,
                               .group_count = BD_COUNT(groups) };
    p->warmups = (bd_samples){ .ints = ints, .count = BD_COUNT(ints) };
    p = bd_run_add_point(run);
    p->benchmark = "nan";
    p->value = bd_double(with_bits(0x7FF8000000000001));
    double *special = bd_arena_alloc(&run->arena, 3 * sizeof *special);
    special[0] = with_bits(0xFFF8000000000000);
    special[1] = -INFINITY;
    special[2] = 2.0;
    p->samples = (bd_samples){ .doubles = special, .count = 3 };
    p = bd_run_add_point(run);
    p->benchmark = "empty forks";
    p->value = bd_int(INT64_MIN);
    static const uint32_t none[] = { 0, 0 };
    p->samples = (bd_samples){ .groups = none, .group_count = 2 };
}

static void fill_rest(bd_run *run)
{
    static const double values[] = { 1.0, -0.0, 2.5 };
    static const int64_t counts[] = { 1, 4000000000, 2 };
    static const uint32_t iterations[] = { 2, 0, 1 }, forks[] = { 2, 1 };
    static const bd_stat_value stats[] = {
        { .stat = { BD_STAT_PERCENTILE, 99999900 },
          .number = { BD_NUMBER_DOUBLE, { .d = 1.0 } },
          .at = { 8, 1, 4, ".p[\"99.99\"]" } },
        { .stat = { BD_STAT_N, 0 }, .number = { BD_NUMBER_INT, { .i = 7 } } },
        { .stat = { BD_STAT_MEDIAN, 0 }, .at = { 7, 9, 0, NULL }, .computed = true },
    };
    bd_point *p = bd_run_add_point(run);
    p->benchmark = "rest";
    p->metric = "p50";
    p->mode = "sample";
    p->threads = 8;
    p->unit = "\xC2\xB5s";
    p->direction = BD_BIGGER_IS_BETTER;
    bd_pairs_set(&p->params, &run->arena, BD_STR("b"), BD_STR("2"));
    bd_pairs_set(&p->params, &run->arena, BD_STR("a \"x\""), BD_STR(""));
    p->histogram = (bd_histogram){ .values = values,
                                   .counts = counts,
                                   .count = 3,
                                   .iterations = iterations,
                                   .iteration_count = 3,
                                   .forks = forks,
                                   .fork_count = 2 };
    p->reported = stats;
    p->reported_count = BD_COUNT(stats);
    p->outcome = BD_OUTCOME_REFUSED;
    p->reason = "over the limit";
    p->source = (bd_source){ .file = 1, .line = 7, .column = 9, .path = "$[0]" };
    p->error_at = (bd_spot){ 6, 0, 4, "" };
    p->low_at = (bd_spot){ 6, 4, 0, "$.elsewhere" };
    p->high_at = (bd_spot){ 7, 9, 2, "0]" };
    p->observed_at = (bd_spot){ 9, 1, 4, ".raw" };
    p->rest = "{\"a\":[1.50,null],\"b\":\"\\u0000\"}";
    bd_compat *compat = bd_arena_alloc(&run->arena, 2 * sizeof *compat);
    compat[1] = (bd_compat){ .name = "rest (x) - B/op", .unit = "B/op", .place = 7 };
    compat[0] = (bd_compat){ .name = "rest (x)",
                             .unit = "",
                             .range = "\xC2\xB1 1",
                             .extra = "a\nb",
                             .value = bd_double(5.0),
                             .place = 3,
                             .next = &compat[1] };
    p->compat = compat;
}

static void everything_a_run_can_hold_survives(void **state)
{
    (void)state;
    bd_runs runs = BD_RUNS_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_run *run = bd_run_new();
    bd_runs_add(&runs, run);
    run->suite = "suite";
    run->format = "jmh";
    run->tool = "JMH 1.37";
    bd_run_add_file(run, "a/results.json", BD_STR("[]"));
    bd_run_add_file(run, "a/environment.txt", BD_STR("x=1"));
    run->commit = (bd_commit){ .id = "abc",
                               .message = "one\ntwo",
                               .branch = "main",
                               .url = "u",
                               .author = { "n", "e", "u" },
                               .committer = { "n2", NULL, NULL },
                               .time_ns = -1,
                               .dirty = BD_CLEAN };
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), BD_STR("Ryzen  "));
    bd_pairs_set(&run->facts, &run->arena, BD_STR("run"), BD_STR("4"));
    run->measured_at_ns = 1790000000123456789;
    run->measured_from = "file";
    run->outcome = BD_OUTCOME_INCOMPLETE;
    run->reason = "cut short";
    run->rest = "[1,2]";
    fill_numbers(run);
    fill_rest(run);
    assert_true(bd_run_seal(run, &found));
    bd_runs_add(&runs, bd_run_new());
    runs.items[1]->suite = "bare";
    runs.items[1]->format = "custom";
    bd_run_add_file(runs.items[1], "b.json", BD_STR("x"));
    assert_true(bd_run_seal(runs.items[1], &found));
    round_trip(&runs);
    bd_runs_release(&runs);
    bd_diagnostics_release(&found);
}

static void every_folder_of_results_survives(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf list = BD_BUF_INIT, command = BD_BUF_INIT;
    bd_str rest, path;
    size_t count = 0;
    const char *seeds = test_shared("seeds"), *real = test_shared("real/jmh");
    bd_buf_printf(&command,
                  "find '%s' -name '*.json' ! -name environment.json -o -name '*.log';"
                  "find '%s' '%s' -name '*.json'",
                  seeds, real, test_shared("real/custom"));
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    rest = bd_buf_str(&list);
    while (bd_str_split(&rest, '\n', &path)) {
        if (path.len == 0)
            continue;
        reading_result r = test_ingest_path(bd_arena_text(&arena, path), NULL);
        assert_read(&r);
        round_trip(&r.runs);
        test_ingest_drop(&r);
        count++;
    }
    assert_true(count > 80);
    bd_buf_release(&list);
    bd_buf_release(&command);
    bd_arena_release(&arena);
}

static void a_few_lines_by_hand_are_enough(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "{\"runs\": [{\"points\": [\n"
        "  {\"benchmark\": \"startup\", \"value\": 120, \"unit\": \"ms\", \"samples\": [119, "
        "121]},\n"
        "  {\"benchmark\": \"memory\", \"value\": 31.5, \"samples\": [1, 2.5]}]}]}",
        NULL);
    assert_read(&r);
    assert_string_equal(r.run->suite, "benchdoc");
    assert_string_equal(r.run->format, "benchdoc");
    assert_string_equal(r.run->files[0].path, "results.json");
    assert_int_equal(strlen(r.run->id), 64);
    assert_string_equal(r.run->points[0].metric, "value");
    assert_int_equal(r.run->points[0].value.kind, BD_NUMBER_INT);
    assert_int_equal(r.run->points[0].samples.ints[1], 121);
    assert_true(r.run->points[1].samples.doubles[0] == 1.0);
    assert_int_equal(r.run->points[1].source.line, 3);
    assert_string_equal(r.run->points[1].source.path, "$.runs[0].points[1].value");
    test_ingest_drop(&r);
}

static void a_header_stands_before_the_runs_and_points_have_a_line_each(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("[{\"name\": \"a\", \"value\": 1}, {\"name\": \"b\","
                                        " \"value\": 2.0}]",
                                        NULL);
    bd_buf out = BD_BUF_INIT;
    assert_read(&r);
    bd_interchange_write((const bd_run *const *)r.runs.items, 1, "\"benchdoc.lock\": 1", &out);
    assert_true(bd_str_starts(
        bd_buf_str(&out), "{\n  \"benchdoc.lock\": 1,\n  \"runs\": [\n    {\n      \"id\": \""));
    assert_non_null(
        strstr(bd_buf_text(&out),
               "\n        {\"benchmark\": \"b\", \"metric\": \"value\", \"value\": 2.0, "));
    assert_true(bd_str_ends(bd_buf_str(&out), "\n}\n"));
    reading_result again = test_ingest_bytes("benchdoc.lock", bd_buf_str(&out), NULL);
    assert_read(&again);
    assert_same_runs(again.run, r.run);
    test_ingest_drop(&again);
    test_ingest_drop(&r);
    bd_buf_clear(&out);
    bd_interchange_write(NULL, 0, NULL, &out);
    assert_str(bd_buf_str(&out), "{\n  \"runs\": []\n}\n");
    again = test_ingest_bytes("benchdoc.lock", bd_buf_str(&out), NULL);
    assert_read(&again);
    assert_int_equal(again.runs.count, 0);
    test_ingest_drop(&again);
    bd_buf_release(&out);
}

#define POINT(members) "{\"runs\": [{\"points\": [{\"benchmark\": \"b\", " members "}]}]}"
#define RUN(members)   "{\"runs\": [{" members ", \"points\": []}]}"
#define AT_POINT       "$.runs[0].points[0]"

static void wrong_members_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path, *message;
    } rows[] = {
        { POINT("\"metrics\": \"x\""), AT_POINT ".metrics", "no member" },
        { POINT("\"value\": \"fast\""), AT_POINT ".value", "number" },
        { POINT("\"value\": \"NaN:7ff0000000000000\""), AT_POINT ".value", "number" },
        { POINT("\"value\": true"), AT_POINT ".value", "number" },
        { POINT("\"threads\": -1"), AT_POINT ".threads", "negative" },
        { POINT("\"direction\": \"up\""), AT_POINT ".direction", "smaller" },
        { POINT("\"outcome\": \"bad\""), AT_POINT ".outcome", "refused" },
        { POINT("\"confidence\": 95"), AT_POINT, "between 0 and 1" },
        { POINT("\"samples\": [1, null, {}]"), AT_POINT ".samples[2]", "number" },
        { POINT("\"samples\": [1], \"sample_groups\": [2]"), AT_POINT, "groups" },
        { POINT("\"sample_groups\": [1, -1]"), AT_POINT ".sample_groups[1]", "negative" },
        { POINT("\"histogram\": {\"values\": [1]}"), AT_POINT ".histogram", "counts" },
        { POINT("\"histogram\": {\"values\": [1], \"counts\": [0]}"),
          AT_POINT ".histogram.counts[0]", "above zero" },
        { POINT("\"histogram\": {\"values\": [1], \"counts\": [1, 1]}"),
          AT_POINT ".histogram.counts", "as many" },
        { POINT("\"histogram\": {\"values\": [1], \"counts\": [1], \"iterations\": [2]}"),
          AT_POINT ".histogram", "add up" },
        { POINT("\"histogram\": {\"values\": [1], \"counts\": [1], \"iterations\": [1],"
                "\"forks\": [3]}"),
          AT_POINT ".histogram", "add up" },
        { POINT("\"reported\": {\"p101\": 5}"), AT_POINT ".reported.p101", "statistic" },
        { POINT("\"params\": {\"a\": 1}"), AT_POINT ".params.a", "string" },
        { POINT("\"compat\": {\"value\": 1}"), AT_POINT ".compat", "name" },
        { POINT("\"places\": []"), AT_POINT ".places", "object" },
        { POINT("\"places\": {\"value\": {\"line\": 1}}"), AT_POINT ".places.value", "place" },
        { POINT("\"places\": {\"low\": {\"column\": 1}}"), AT_POINT ".places.low", "line" },
        { POINT("\"places\": {\"low\": {\"line\": 1, \"file\": 0}}"), AT_POINT ".places.low.file",
          "no member" },
        { POINT("\"reported\": {\"p5\": 1}, \"places\": {\"computed\": {\"p5\": {\"line\": 1}}}"),
          AT_POINT ".places.computed.p5", "computed" },
        { POINT("\"places\": {\"reported\": {\"p5\": {\"line\": 1}, \"p1\": {\"line\": 1}}},"
                "\"reported\": {\"p1\": 1, \"p5\": 1}"),
          AT_POINT ".places.reported.p1", "reported" },
        { POINT("\"source\": {\"file\": 5}"), "$.runs[0]", "file 5" },
        { POINT("\"source\": {\"line\": 3000000000}"), AT_POINT ".source.line", "2^31" },
        { RUN("\"id\": \"abc\""), "$.runs[0].id", "64 hex" },
        { RUN("\"measured_at\": \"today\""), "$.runs[0].measured_at", "time" },
        { RUN("\"environment\": {\"\\u0000\": \"x\"}"), "$.runs[0].environment[\"\\u0000\"]",
          "U+0000" },
        { RUN("\"files\": [{\"sha256\": \"\"}]"), "$.runs[0].files[0]", "path" },
        { RUN("\"commit\": {\"hash\": \"x\"}"), "$.runs[0].commit.hash", "no member" },
        { RUN("\"commit\": {\"dirty\": 1}"), "$.runs[0].commit.dirty", "true or false" },
        { "{\"runs\": [{\"points\": [{\"value\": 1}]}]}", AT_POINT, "benchmark" },
        { "{\"runs\": {}}", "$.runs", "array" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        reading_result r = test_ingest_text(rows[i].text, "benchdoc");
        if (r.ok || !strstr(r.error.message, rows[i].message)
            || strcmp(r.error.path, rows[i].path) != 0)
            fail_msg("row %zu: %s: %s", i, r.error.path, r.error.message);
        test_ingest_drop(&r);
    }
}

static void a_slip_in_a_name_gets_the_right_one_as_hint(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(POINT("\"metrics\": \"x\""), NULL);
    assert_false(r.ok);
    assert_string_equal(r.error.hint, "did you mean \"metric\"?");
    test_ingest_drop(&r);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_a_run_can_hold_survives),
        cmocka_unit_test(every_folder_of_results_survives),
        cmocka_unit_test(a_few_lines_by_hand_are_enough),
        cmocka_unit_test(a_header_stands_before_the_runs_and_points_have_a_line_each),
        cmocka_unit_test(wrong_members_are_named),
        cmocka_unit_test(a_slip_in_a_name_gets_the_right_one_as_hint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
