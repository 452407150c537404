/* docs/interchange.schema.json says what is written and what is read: Python's
 * jsonschema judges exports of real files, and texts that the reader accepts or refuses. */
#include "tests/ingest/read.h"

#include <stdlib.h>
#include <string.h>

static const char *python(void)
{
    static const char *const names[] = { "/usr/bin/python3", "python3" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_buf command = BD_BUF_INIT;
        bd_buf_printf(&command, "%s -c 'import jsonschema; jsonschema.Draft202012Validator'",
                      names[i]);
        int status = test_shell(bd_buf_text(&command), NULL, NULL);
        bd_buf_release(&command);
        if (status == 0)
            return names[i];
    }
    print_message("SKIPPED: Python's jsonschema (with draft 2020-12) is not installed\n");
    skip();
    return NULL;
}

/* Every file must be valid (`want` 0) or none (`want` 1). */
static void judge(const char *directory, int want)
{
    static const char script[] = "import json, jsonschema, pathlib, sys\n"
                                 "schema = json.load(open(sys.argv[1]))\n"
                                 "jsonschema.Draft202012Validator.check_schema(schema)\n"
                                 "judge = jsonschema.Draft202012Validator(schema)\n"
                                 "files = sorted(pathlib.Path(sys.argv[2]).iterdir())\n"
                                 "assert files\n"
                                 "for f in files:\n"
                                 "    errors = list(judge.iter_errors(json.load(open(f))))\n"
                                 "    if (len(errors) > 0) != (sys.argv[3] == '1'):\n"
                                 "        sys.exit(f'{f.name}: {errors[:1]}')\n";
    const char *program = python();
    bd_buf command = BD_BUF_INIT, diag = BD_BUF_INIT;
    char *temp = test_temp_dir();
    bd_buf file = BD_BUF_INIT;
    bd_buf_printf(&file, "%s/judge.py", temp);
    test_write_text(bd_buf_text(&file), script);
    bd_buf_printf(&command, "%s '%s' '%s/docs/interchange.schema.json' '%s' %d", program,
                  bd_buf_text(&file), test_source_dir(), directory, want);
    if (test_shell(bd_buf_text(&command), NULL, &diag) != 0)
        fail_msg("%s", bd_buf_text(&diag));
    test_remove_tree(temp);
    free(temp);
    bd_buf_release(&file);
    bd_buf_release(&command);
    bd_buf_release(&diag);
}

static void what_is_written_of_real_files_is_valid(void **state)
{
    (void)state;
    static const char *const files[] = {
        "seeds/skript-orm/jmh/results.json",
        "seeds/skript-orm/run-7/tick-report-MySQL/pipeline-results.json",
        "seeds/skript-orm/server-log/latest.log",
        "seeds/moongate/persistence-stress/report.json",
        "seeds/skript-orm/statement-counts/MySQL-8.0/counts.json",
        "real/jmh/kamilkloch__fs2-benchmark__jmh-result__84ac73d.json",
        "real/jmh/vietj__pg-client-concurrency-benchmark__jmh-result__dfeecbe.json",
        "real/jmh/kotlinx-js__note8550897900__windows.json",
        "real/jmh-bad/derived__kotlinx-native-bare-NaN.json",
        "real/custom/derived__shinhyungyang-moobench-Kieker-java.json",
    };
    python();
    test_shared("seeds");
    char *temp = test_temp_dir();
    for (size_t i = 0; i < BD_COUNT(files); i++) {
        bd_buf path = BD_BUF_INIT, out = BD_BUF_INIT;
        reading_result r = test_ingest_path(test_shared(files[i]), NULL);
        assert_read(&r);
        bd_interchange_write((const bd_run *const *)r.runs.items, r.runs.count, NULL, &out);
        bd_buf_printf(&path, "%s/%zu.json", temp, i);
        test_write(bd_buf_text(&path), out.data, out.len);
        test_ingest_drop(&r);
        bd_buf_release(&path);
        bd_buf_release(&out);
    }
    judge(temp, 0);
    test_remove_tree(temp);
    free(temp);
}

#define POINT(members) "{\"runs\": [{\"points\": [{\"benchmark\": \"b\", " members "}]}]}"
#define RUN(members)   "{\"runs\": [{" members ", \"points\": []}]}"

/* Reader and schema must say the same. */
static void judge_rows(const char *const *rows, size_t count, bool good)
{
    char *temp = test_temp_dir();
    for (size_t i = 0; i < count; i++) {
        bd_buf path = BD_BUF_INIT;
        reading_result r = test_ingest_text(rows[i], "benchdoc");
        if (r.ok != good)
            fail_msg("%s: %s", rows[i], r.error.message);
        bd_buf_printf(&path, "%s/%zu.json", temp, i);
        test_write_text(bd_buf_text(&path), rows[i]);
        test_ingest_drop(&r);
        bd_buf_release(&path);
    }
    judge(temp, !good);
    test_remove_tree(temp);
    free(temp);
}

static void reader_and_schema_accept_the_same(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "{\"runs\": []}",
        "{\"benchdoc.lock\": 1, \"runs\": [{}]}",
        POINT("\"value\": -0.0, \"error\": null, \"low\": \"-Infinity\", \"high\": \"NaN\""),
        POINT("\"value\": \"NaN:7ff8000000000001\", \"n\": 9223372036854775807"),
        POINT("\"samples\": [1, 2.5, \"Infinity\"], \"sample_groups\": [3, 0]"),
        POINT("\"histogram\": {\"values\": [1], \"counts\": [2], \"iterations\": [1], \"forks\": "
              "[1]}"),
        POINT("\"reported\": {\"p99.9\": 1, \"n\": 3}, \"computed\": {\"median\": null}"),
        POINT("\"source\": {\"line\": 2147483647}, \"rest\": [1], \"mode\": null"),
        RUN("\"id\": null, \"measured_at\": \"2026-07-20T10:00:01.123456789+02:00\""),
        RUN("\"files\": [{\"path\": \"a\", \"sha256\": \"\", \"bytes\": 0}]"),
        RUN("\"environment\": {\"cpu\": \"x\"}, \"commit\": {\"author\": {}, \"dirty\": true}"),
    };
    python();
    judge_rows(rows, BD_COUNT(rows), true);
}

static void reader_and_schema_refuse_the_same(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "{\"runs\": {}}",
        "{\"run\": []}",
        "{\"runs\": [{\"points\": [{\"value\": 1}]}]}",
        POINT("\"metrics\": \"x\""),
        POINT("\"value\": \"fast\""),
        POINT("\"value\": true"),
        POINT("\"threads\": -1"),
        POINT("\"threads\": 1.5"),
        POINT("\"n\": 9223372036854775808"),
        POINT("\"direction\": \"up\""),
        POINT("\"outcome\": \"bad\""),
        POINT("\"confidence\": 95"),
        POINT("\"samples\": [{}]"),
        POINT("\"sample_groups\": [-1]"),
        POINT("\"histogram\": {\"values\": [1]}"),
        POINT("\"histogram\": {\"values\": [1], \"counts\": [0]}"),
        POINT("\"reported\": {\"p1x\": 5}"),
        POINT("\"params\": {\"a\": 1}"),
        POINT("\"compat\": {\"value\": 1}"),
        POINT("\"source\": {\"line\": 2147483648}"),
        RUN("\"id\": \"abc\""),
        RUN("\"measured_at\": \"today\""),
        RUN("\"files\": [{\"sha256\": \"\"}]"),
        RUN("\"commit\": {\"hash\": \"x\"}"),
        RUN("\"commit\": {\"dirty\": 1}"),
        RUN("\"environment\": {\"a\": null}"),
    };
    python();
    judge_rows(rows, BD_COUNT(rows), false);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_of_real_files_is_valid),
        cmocka_unit_test(reader_and_schema_accept_the_same),
        cmocka_unit_test(reader_and_schema_refuse_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
