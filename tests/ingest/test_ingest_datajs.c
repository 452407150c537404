/* data.js: each entry of each suite is a run; every shape of the file, its members and
 * its mistakes. */
#include "tests/ingest/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static reading_result read_entry(const char *tool, const char *bench)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text,
                  "window.BENCHMARK_DATA = {\n \"entries\": {\"Suite\": [{\"commit\": {\"id\": "
                  "\"c1\"}, \"date\": "
                  "1784541601000,\n  \"tool\": \"%s\", \"benches\": [%s]}]}}",
                  tool, bench);
    reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
    bd_buf_release(&text);
    return r;
}

static const char whole[] = "window.BENCHMARK_DATA = {\n"
                            "  \"lastUpdate\": 1784541602000,\n"
                            "  \"repoUrl\": \"https://github.com/o/r\",\n"
                            "  \"entries\": {\n"
                            "    \"ORM (JMH)\": [\n"
                            "      {\n"
                            "        \"commit\": {\n"
                            "          \"author\": {\"email\": \"a@example.org\", \"name\": "
                            "\"Ann\", \"username\": \"ann\"},\n"
                            "          \"committer\": {\"name\": \"GitHub\", \"login\": \"gh\"},\n"
                            "          \"distinct\": true,\n"
                            "          \"id\": \"6476c9b0000000000000000000000000000000aa\",\n"
                            "          \"message\": \"Use nanoTime\\r\\n\\n<b> \\u4e2d\",\n"
                            "          \"timestamp\": \"2026-07-20T12:00:00+02:00\",\n"
                            "          \"tree_id\": \"t\",\n"
                            "          \"url\": \"https://github.com/o/r/commit/6476c9b\"\n"
                            "        },\n"
                            "        \"date\": 1784541601123,\n"
                            "        \"tool\": \"jmh\",\n"
                            "        \"machine\": {\"cpu\": \"x\"},\n"
                            "        \"benches\": [\n"
                            "          {\n"
                            "            \"name\": \"io.x.Orm.insert ( "
                            "{\\\"rows\\\":\\\"5000\\\",\\\"q\\\":\\\"a ( {b} )\\\"} )\",\n"
                            "            \"value\": 9.959945099793615,\n"
                            "            \"unit\": \"ms/op\",\n"
                            "            \"extra\": \"iterations: 5\\nforks: 1\\nthreads: 4\"\n"
                            "          }\n"
                            "        ]\n"
                            "      }\n"
                            "    ]\n"
                            "  }\n"
                            "};\n";

static void an_entry_becomes_a_run_with_everything_it_says(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(whole, NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 1);
    const bd_run *run = r.run;
    assert_string_equal(run->suite, "ORM (JMH)");
    assert_string_equal(run->format, "data.js");
    assert_string_equal(run->tool, "jmh");
    assert_string_equal(bd_pairs_get(&run->environment, "benchmark_suite"), "ORM (JMH)");
    assert_string_equal(run->commit.id, "6476c9b0000000000000000000000000000000aa");
    assert_string_equal(run->commit.message, "Use nanoTime\r\n\n<b> \xE4\xB8\xAD");
    assert_string_equal(run->commit.author.name, "Ann");
    assert_string_equal(run->commit.author.email, "a@example.org");
    assert_string_equal(run->commit.author.username, "ann");
    assert_string_equal(run->commit.committer.name, "GitHub");
    assert_null(run->commit.committer.username);
    assert_string_equal(run->commit.url, "https://github.com/o/r/commit/6476c9b");
    assert_true(run->commit.time_ns == INT64_C(1784541600) * 1000000000); /* date -d … +%s */
    assert_true(run->measured_at_ns == INT64_C(1784541601123) * 1000000);
    assert_string_equal(run->measured_from, "file");
    assert_string_equal(run->rest,
                        "{\"commit\":{\"committer\":{\"name\":\"GitHub\",\"login\":\"gh\"},"
                        "\"distinct\":true,\"tree_id\":\"t\"},\"machine\":{\"cpu\":\"x\"}}");
    assert_int_equal(run->file_count, 1);
    assert_int_equal(run->files[0].bytes, sizeof whole - 1);
    assert_string_equal(run->files[0].digest.hex, bd_sha256(BD_STR(whole)).hex);
    test_ingest_drop(&r);
}

static void a_name_of_jmh_is_taken_apart_and_kept_whole(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(whole, NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    const bd_point *p = test_find_point(r.run, "io.x.Orm.insert", "score", "rows=5000 q=a ( {b} )");
    assert_non_null(p);
    assert_string_equal(test_number(p->value), "9.959945099793615");
    assert_string_equal(p->unit, "ms/op");
    assert_int_equal(p->direction, BD_SMALLER_IS_BETTER);
    assert_int_equal(p->threads, 4);
    assert_string_equal(p->compat->name,
                        "io.x.Orm.insert ( {\"rows\":\"5000\",\"q\":\"a ( {b} )\"} )");
    assert_string_equal(p->compat->extra, "iterations: 5\nforks: 1\nthreads: 4");
    assert_null(p->compat->range);
    assert_int_equal(p->source.line, 23); /* grep -n */
    assert_int_equal(p->source.column, 22);
    assert_string_equal(p->source.path, "$.entries[\"ORM (JMH)\"][0].benches[0].value");
    test_ingest_drop(&r);
}

static void names_that_only_look_like_jmhs_stay_whole(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *name, *benchmark;
    } cases[] = {
        { "jmh", "a.B.c", "a.B.c" },
        { "jmh", "a.B.c ( {\\\"p\\\":1} )", "a.B.c" },
        { "jmh", "a.B.c ( {broken} )", "a.B.c ( {broken} )" },
        { "jmh", NULL, "a.B.c ( {\"p\":\"\\u0000\"} )" },
        { "jmh", " ( {\\\"p\\\":1} )", " ( {\"p\":1} )" },
        { "cargo", "a ( {\\\"p\\\":1} )", "a ( {\"p\":1} )" },
        { "go", "BenchmarkX - ns/op", "BenchmarkX - ns/op" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        char bench[256];
        if (cases[i].name)
            snprintf(bench, sizeof bench, "{\"name\": \"%s\", \"value\": 1, \"unit\": \"ns\"}",
                     cases[i].name);
        else /* an escape inside the params own text */
            snprintf(bench, sizeof bench,
                     "{\"name\": \"a.B.c ( {\\\"p\\\":\\\"\\\\u0000\\\"} )\", \"value\": 1, "
                     "\"unit\": \"ns\"}");
        reading_result r = read_entry(cases[i].tool, bench);
        assert_read(&r);
        assert_string_equal(r.run->points[0].benchmark, cases[i].benchmark);
        test_ingest_drop(&r);
    }
}

static void the_direction_is_the_units_then_the_tools(void **state)
{
    (void)state;
    static const struct {
        const char *tool, *unit;
        bd_direction want;
    } cases[] = {
        { "jmh", "ops/s", BD_BIGGER_IS_BETTER }, /* the action says smaller for all of jmh */
        { "jmh", "us/op", BD_SMALLER_IS_BETTER },
        { "jmh", "things", BD_DIRECTION_UNKNOWN },
        { "benchmarkjs", "ops/sec", BD_BIGGER_IS_BETTER },
        { "benchmarkjs", "score", BD_BIGGER_IS_BETTER },
        { "pytest", "iter/sec", BD_BIGGER_IS_BETTER },
        { "cargo", "ns/iter", BD_SMALLER_IS_BETTER },
        { "cargo", "cycles/iter", BD_SMALLER_IS_BETTER },
        { "go", "ns/op\\t     344 B/op\\t       3 allocs/op", BD_SMALLER_IS_BETTER },
        { "go", "MB/s", BD_BIGGER_IS_BETTER },
        { "customBiggerIsBetter", "ms", BD_BIGGER_IS_BETTER },
        { "customSmallerIsBetter", "ops/s", BD_SMALLER_IS_BETTER },
        { "of tomorrow", "things", BD_DIRECTION_UNKNOWN },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        char bench[256];
        snprintf(bench, sizeof bench, "{\"name\": \"n\", \"value\": 1, \"unit\": \"%s\"}",
                 cases[i].unit);
        reading_result r = read_entry(cases[i].tool, bench);
        assert_read(&r);
        if (r.run->points[0].direction != cases[i].want)
            fail_msg("%s %s", cases[i].tool, cases[i].unit);
        test_ingest_drop(&r);
    }
}

static void ranges_and_missing_fields_are_taken_as_they_come(void **state)
{
    (void)state;
    static const struct {
        const char *bench, *range, *unit, *rest;
        bd_outcome outcome;
    } cases[] = {
        { "{\"name\": \"n\", \"value\": 1, \"unit\": \"u\", \"range\": \"\xC2\xB1 2\"}",
          "\xC2\xB1 2", "u", NULL, BD_OUTCOME_OK },
        { "{\"name\": \"n\", \"value\": 1, \"unit\": \"u\", \"range\": \"\"}", "", "u", NULL,
          BD_OUTCOME_OK },
        { "{\"range\": 0.25, \"unit\": \"u\", \"value\": 1, \"name\": \"n\"}", "0.25", "u",
          "{\"range\":0.25}", BD_OUTCOME_OK },
        { "{\"name\": \"n\", \"value\": 1, \"range\": 40}", "40", "", "{\"range\":40}",
          BD_OUTCOME_OK },
        { "{\"name\": \"n\", \"value\": 1, \"unit\": null, \"better\": \"more\"}", NULL, "",
          "{\"better\":\"more\"}", BD_OUTCOME_OK },
        { "{\"name\": \"n\", \"value\": null, \"unit\": \"u\"}", NULL, "u", NULL,
          BD_OUTCOME_FAILED },
        { "{\"name\": \"n\", \"value\": NaN, \"unit\": \"u\"}", NULL, "u", NULL,
          BD_OUTCOME_FAILED },
        { "{\"name\": \"n\", \"unit\": \"u\", \"range\": \"r\", \"extra\": \"e\"}", NULL, "u",
          "{\"range\":\"r\",\"extra\":\"e\"}", BD_OUTCOME_FAILED },
        { "{\"name\": \"n\", \"value\": \"NaN\", \"unit\": \"u\"}", NULL, "u",
          "{\"value\":\"NaN\"}", BD_OUTCOME_FAILED },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        reading_result r = read_entry("googlecpp", cases[i].bench);
        assert_read(&r);
        const bd_point *p = &r.run->points[0];
        assert_int_equal(p->outcome, cases[i].outcome);
        assert_string_equal(p->unit, cases[i].unit);
        if (cases[i].rest)
            assert_string_equal(p->rest, cases[i].rest);
        else
            assert_null(p->rest);
        if (p->outcome != BD_OUTCOME_OK)
            assert_null(p->compat);
        else if (cases[i].range)
            assert_string_equal(p->compat->range, cases[i].range);
        else
            assert_null(p->compat->range);
        test_ingest_drop(&r);
    }
}

static void appending_changes_no_older_id(void **state)
{
    (void)state;
    static const char entry[] = "{\"commit\":{\"id\":\"c\"},\"date\":5,\"tool\":\"go\",\"benches\":"
                                "[{\"name\":\"n\",\"value\":%d,\"unit\":\"ns/op\"}]}";
    bd_buf one = BD_BUF_INIT, two = BD_BUF_INIT;
    bd_buf_puts(&one, "window.BENCHMARK_DATA = {\"entries\":{\"S\":[");
    bd_buf_printf(&one, entry, 1);
    bd_buf_put_str(&two, bd_buf_str(&one));
    bd_buf_puts(&one, "]}}");
    bd_buf_puts(&two, " ,\n");
    bd_buf_printf(&two, entry, 2); /* the same commit and date: another run */
    bd_buf_putc(&two, ',');
    bd_buf_printf(&two, entry, 1); /* the same in every byte: not another one */
    bd_buf_puts(&two, "]}}");
    reading_result a = test_ingest_text(bd_buf_text(&one), NULL);
    reading_result b = test_ingest_text(bd_buf_text(&two), NULL);
    assert_read(&a);
    assert_read(&b);
    assert_int_equal(b.runs.count, 2);
    assert_string_equal(a.runs.items[0]->id, b.runs.items[0]->id);
    assert_string_not_equal(b.runs.items[0]->id, b.runs.items[1]->id);
    assert_int_equal(b.found.count, 1);
    assert_int_equal(b.found.items[0].severity, BD_NOTE);
    assert_non_null(strstr(b.found.items[0].error.message, "1 entry stands there a second time"));
    test_ingest_drop(&a);
    test_ingest_drop(&b);
    bd_buf_release(&one);
    bd_buf_release(&two);
}

static void a_configuration_names_the_suite_and_states_facts(void **state)
{
    (void)state;
    bd_pair facts[] = { { "cpu", "intel-xeon" } }, environment[] = { { "os", "linux" } };
    bd_pairs holes = { facts, 1, 1 }, stated = { environment, 1, 1 };
    bd_commit event = BD_COMMIT_INIT;
    bd_ingest_file file = { "data.js", BD_STR(whole) };
    bd_ingest_input in = { .file = &file,
                           .suite = "nightly",
                           .direction = "bigger",
                           .facts = &holes,
                           .environment = &stated,
                           .commit = &event };
    event.id = "another";
    event.branch = "main";
    reading_result r = test_ingest_input(&in);
    assert_read(&r);
    assert_string_equal(r.run->suite, "nightly");
    assert_string_equal(bd_pairs_get(&r.run->environment, "benchmark_suite"), "ORM (JMH)");
    assert_string_equal(bd_pairs_get(&r.run->environment, "os"), "linux");
    assert_string_equal(bd_pairs_get(&r.run->facts, "cpu"), "intel-xeon");
    assert_int_equal(r.run->points[0].direction, BD_BIGGER_IS_BETTER);
    assert_null(r.run->commit.branch); /* of another commit */
    test_ingest_drop(&r);
}

static void other_shapes_of_the_file_are_read(void **state)
{
    (void)state;
    bd_buf crlf = BD_BUF_INIT;
    bd_buf_puts(&crlf, "\xEF\xBB\xBF");
    for (const char *c = whole; *c; c++)
        bd_buf_printf(&crlf, "%s%c", *c == '\n' ? "\r" : "", *c);
    reading_result r = test_ingest_text(bd_buf_text(&crlf), NULL);
    assert_read(&r);
    assert_int_equal(r.run->points[0].source.line, 23);
    assert_int_equal(r.run->points[0].source.column, 22);
    test_ingest_drop(&r);
    const char *object = strchr(whole, '{'); /* external-data-json-path */
    bd_str alone = { object, strlen(object) - strlen(";\n") };
    r = test_ingest_bytes("data.json", alone, NULL);
    assert_read(&r);
    assert_int_equal(r.run->point_count, 1);
    assert_string_equal(r.run->format, "data.js");
    test_ingest_drop(&r);
    static const char *const names[] = { "data.js", "datajs", "github-action-benchmark" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        r = test_ingest_text("window.BENCHMARK_DATA = {\"entries\": {}}", names[i]);
        assert_read(&r);
        assert_int_equal(r.runs.count, 0);
        test_ingest_drop(&r);
    }
    bd_buf_release(&crlf);
}

static void what_a_site_build_has_minified_is_read_with_its_places(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "window.BENCHMARK_DATA={lastUpdate:1674101003e3,entries:{Benchmark:[{commit:{id:\"c\","
        "distinct:!0,message:'say \"hi\"'},date:1674101003e3,tool:\"go\",benches:[{name:\"a\","
        "value:.1062960007794964,unit:\"ms\",extra:void 0},{name:\"b\",value:2,unit:\"ms\"},]}]}};",
        NULL);
    assert_read(&r);
    assert_int_equal(r.runs.count, 1);
    assert_int_equal(r.run->point_count, 2);
    assert_true(r.run->measured_at_ns == INT64_C(1674101003000000000));
    assert_string_equal(r.run->commit.message, "say \"hi\"");
    assert_string_equal(test_number(r.run->points[0].value), "0.1062960007794964");
    assert_null(r.run->points[0].compat->extra);
    assert_int_equal(r.run->points[0].source.column, 169);
    assert_int_equal(r.run->points[1].source.column, 227);
    test_ingest_drop(&r);
}

static void what_benchdoc_itself_published_says_more(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "window.BENCHMARK_DATA = {\"entries\": {\"S\": [{\"commit\": {\"id\": \"c\"}, \"date\": 1, "
        "\"tool\": \"jmh\", \"benches\": [{\"name\": \"a\", \"value\": 1, \"unit\": \"x\", "
        "\"direction\": \"bigger\"}, {\"name\": \"b\", \"value\": 1, \"unit\": \"x\", "
        "\"direction\": "
        "7}], \"benchdoc\": {\"run\": \"r\", \"cpu\": \"EPYC\", \"backend\": \"MySQL\"}}]}}",
        NULL);
    assert_read(&r);
    assert_int_equal(r.run->points[0].direction, BD_BIGGER_IS_BETTER);
    assert_int_equal(r.run->points[1].direction, BD_DIRECTION_UNKNOWN);
    assert_string_equal(bd_pairs_get(&r.run->environment, "cpu"), "EPYC");
    assert_string_equal(bd_pairs_get(&r.run->environment, "backend"), "MySQL");
    assert_non_null(strstr(r.run->rest, "\"run\":\"r\""));
    test_ingest_drop(&r);
}

static void what_is_wrong_is_told_with_its_place_in_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *path, *message;
    } cases[] = {
        { "window.BENCHMARK_DATA = {\n\"entries\": {\"S\": [{\"benches\":\n [{\"name\": \"n\", "
          "\"value\": \"x\"}]}]}}",
          3, 26, "$.entries.S[0].benches[0].value", "number" },
        { "window.BENCHMARK_DATA = {\"entries\": {\"S\": [{\"benches\": [{\"value\": 1}]}]}}", 1,
          57, "$.entries.S[0].benches[0]", "\"name\"" },
        { "window.BENCHMARK_DATA = {\"entries\": {\"S\": [{}]}}", 1, 44, "$.entries.S[0]",
          "benches" },
        { "window.BENCHMARK_DATA = {\"entries\": []}", 1, 37, "$.entries", "object" },
        { "window.BENCHMARK_DATA = {}", 1, 25, "$", "entries" },
        { "window.BENCHMARK_DATA = {\"entries\": {\"S\": [{\"date\": 1e300, \"benches\": []}]}}", 1,
          53, "$.entries.S[0].date", "milliseconds" },
        { "window.BENCHMARK_DATA = {\"entries\": {},,}", 1, 40, "", "" },
        { "window.BENCHMARK_DATA = {\"entries\": {}} x", 1, 41, "", "" },
        { "window.BENCHMARK_DATA={lastUpdate:f(),entries:{}};", 1, 35, "", "a value" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        reading_result r = test_ingest_text(cases[i].text, NULL);
        assert_false(r.ok);
        assert_int_equal(r.error.code, BD_ERR_INPUT);
        if (!strstr(r.error.message, cases[i].message) || r.error.line != cases[i].line
            || r.error.column != cases[i].column || strcmp(r.error.path, cases[i].path) != 0)
            fail_msg("row %zu: %d:%d: %s: %s", i, r.error.line, r.error.column, r.error.path,
                     r.error.message);
        assert_int_equal(r.runs.count, 0);
        test_ingest_drop(&r);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_becomes_a_run_with_everything_it_says),
        cmocka_unit_test(a_name_of_jmh_is_taken_apart_and_kept_whole),
        cmocka_unit_test(names_that_only_look_like_jmhs_stay_whole),
        cmocka_unit_test(the_direction_is_the_units_then_the_tools),
        cmocka_unit_test(ranges_and_missing_fields_are_taken_as_they_come),
        cmocka_unit_test(appending_changes_no_older_id),
        cmocka_unit_test(a_configuration_names_the_suite_and_states_facts),
        cmocka_unit_test(other_shapes_of_the_file_are_read),
        cmocka_unit_test(what_a_site_build_has_minified_is_read_with_its_places),
        cmocka_unit_test(what_benchdoc_itself_published_says_more),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place_in_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
