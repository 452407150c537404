/* JMH files of many public projects: every result becomes its points, counts and values
 * as jq sees them; damaged files are errors that say where and what. */
#include "tests/ingest/read.h"

#include <stdlib.h>
#include <string.h>

/* What `jq -r FILTER FILE` prints. */
static bd_buf jq(const char *filter, const char *file)
{
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&command, "jq -r '%s' '%s'", filter, file);
    assert_int_equal(test_shell(bd_buf_text(&command), &out, NULL), 0);
    bd_buf_release(&command);
    return out;
}

static bool have_jq(void)
{
    if (test_shell("command -v jq", NULL, NULL) == 0)
        return true;
    print_message("SKIPPED: jq is not installed\n");
    skip();
    return false;
}

static void each_file_gives_a_point_for_each_metric(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_names files = { 0 };
    size_t points = 0;
    test_shared_files("real/jmh", ".json", &arena, &files);
    have_jq();
    for (size_t i = 0; i < files.count; i++) {
        bd_buf want = jq("[.[] | 1 + (.secondaryMetrics|length)] | add", files.items[i]);
        reading_result r = test_ingest_path(files.items[i], NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, "jmh");
        assert_int_equal(r.run->point_count, strtoull(bd_buf_text(&want), NULL, 10));
        for (size_t k = 0; k < r.run->point_count; k++) {
            assert_non_null(r.run->points[k].source.path);
            assert_true(r.run->points[k].source.line > 0);
        }
        points += r.run->point_count;
        test_ingest_drop(&r);
        bd_buf_release(&want);
    }
    assert_true(points > 10000);
    bd_names_release(&files);
    bd_arena_release(&arena);
}

/* One line for each point, as the filter below prints it. */
static void print_points(const bd_run *run, bd_buf *out)
{
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_point *p = &run->points[i];
        if (strcmp(p->metric, "score") != 0)
            continue;
        bd_buf_printf(out, "%s|%s|%s|%lld|", p->benchmark, p->mode, p->unit, (long long)p->n);
        for (size_t k = 0; k < p->params.count; k++)
            bd_buf_printf(out, "%s=%s,", p->params.items[k].key, p->params.items[k].value);
        double sum = 0;
        for (size_t k = 0; k < p->samples.count; k++)
            sum += p->samples.doubles[k];
        bd_buf_printf(out, "|%zu|%zu|%.17g|%.17g|%.12g\n", p->samples.group_count,
                      p->histogram.iteration_count, bd_number_as_double(p->value),
                      bd_number_as_double(p->error), sum);
    }
}

/* The same from jq's CSV-like lines: numbers go through strtod, so that jq's way of
 * printing does not matter. */
static void reprint(bd_str lines, bd_buf *out)
{
    bd_str line, field;
    while (bd_str_split(&lines, '\n', &line)) {
        for (int i = 0; line.len > 0 && bd_str_split(&line, '|', &field); i++) {
            double value = 0;
            bool is_text = i < 7;
            if (!is_text && !bd_double_parse(field, &value))
                value = bd_number_as_double((bd_number)BD_NUMBER_NOTHING);
            if (i > 0)
                bd_buf_putc(out, '|');
            if (is_text)
                bd_buf_put_str(out, field);
            else
                bd_buf_printf(out, i == 9 ? "%.12g\n" : "%.17g", value);
        }
    }
}

static void values_params_and_raw_data_are_what_jq_sees(void **state)
{
    (void)state;
    static const char filter[] =
        ".[] | . as $r | (.primaryMetric.rawData // []) as $raw |"
        "(.primaryMetric.rawDataHistogram // []) as $h |"
        "[.benchmark, .mode, .primaryMetric.scoreUnit,"
        " (if ($h|length) > 0 then ([$h[][][][1]]|add) else ([$raw[][]]|length) end),"
        " ((.params // {}) | to_entries | map(.key + \"=\" + .value + \",\") | add // \"\"),"
        " ($raw|length), ([$h[][]]|length), .primaryMetric.score, .primaryMetric.scoreError,"
        " ([$raw[][]]|add // 0)] | map(tostring) | join(\"|\")";
    bd_arena arena = BD_ARENA_INIT;
    bd_names files = { 0 };
    test_shared_files("real/jmh", ".json", &arena, &files);
    have_jq();
    for (size_t i = 0; i < files.count; i++) {
        bd_buf raw = jq(filter, files.items[i]), want = BD_BUF_INIT, got = BD_BUF_INIT;
        reading_result r = test_ingest_path(files.items[i], "jmh");
        assert_read(&r);
        reprint(bd_buf_str(&raw), &want);
        print_points(r.run, &got);
        assert_string_equal(bd_buf_text(&got), bd_buf_text(&want));
        test_ingest_drop(&r);
        bd_buf_release(&raw);
        bd_buf_release(&want);
        bd_buf_release(&got);
    }
    bd_names_release(&files);
    bd_arena_release(&arena);
}

static void damaged_files_are_errors_that_say_where_and_what(void **state)
{
    (void)state;
    static const struct {
        const char *file, *format, *says, *hint; /* says NULL: it is read */
        int line;
    } rows[] = {
        { "derived__crlf.json", NULL, NULL, NULL, 0 },
        { "derived__utf8-bom.json", NULL, NULL, NULL, 0 },
        { "derived__kotlinx-native-bare-NaN.json", NULL, NULL, NULL, 0 },
        { "derived__empty-array.json", "jmh", NULL, NULL, 0 },
        { "derived__empty-array.json", NULL, "empty array", "--format jmh", 1 },
        { "derived__cp1252-middle-dot.json", NULL, "UTF-8", "UTF-8", 70 },
        { "derived__truncated-after-comma.json", NULL, "ends", "disk full", 487 },
        { "derived__truncated-mid-number.json", NULL, "", "disk full", 0 },
        { "derived__two-files-concatenated.json", NULL, "second value", "joined", 112 },
        { "derived__utf16le-bom.json", NULL, "UTF-16", "UTF-8", 1 },
        { "jzillmann__jmh-visualizer__exampleBenchmark1__e348143.js", NULL,
          "this is JavaScript, not JSON", "array", 1 },
        { "jzillmann__jmh-visualizer__provided__1d3f53d.js", "jmh", "this is JavaScript, not JSON",
          "array", 1 },
        { "kotlinx-js__note8550897900__linux-trailing-garbage.json", NULL, "", "edited", 47 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf path = BD_BUF_INIT;
        bd_buf_printf(&path, "%s/%s", test_shared("real/jmh-bad"), rows[i].file);
        reading_result r = test_ingest_path(bd_buf_text(&path), rows[i].format);
        print_message("%s:%d:%d: %s [%s]\n", rows[i].file, r.error.line, r.error.column,
                      r.error.message, r.error.hint);
        assert_int_equal(r.ok, rows[i].says == NULL);
        if (r.ok) {
            assert_string_equal(r.run->format, "jmh");
            test_ingest_drop(&r);
            bd_buf_release(&path);
            continue;
        }
        assert_int_equal(r.error.code, BD_ERR_INPUT);
        assert_string_equal(r.error.file, bd_buf_text(&path));
        assert_non_null(strstr(r.error.message, rows[i].says));
        assert_non_null(strstr(r.error.hint, rows[i].hint));
        assert_true(r.error.line > 0 && r.error.column > 0);
        if (rows[i].line)
            assert_int_equal(r.error.line, rows[i].line);
        test_ingest_drop(&r);
        bd_buf_release(&path);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_file_gives_a_point_for_each_metric),
        cmocka_unit_test(values_params_and_raw_data_are_what_jq_sees),
        cmocka_unit_test(damaged_files_are_errors_that_say_where_and_what),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
