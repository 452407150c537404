/* Custom arrays: values and texts as github-action-benchmark takes them. */
#include "core/json/json.h"
#include "tests/ingest/read.h"

#include <stdlib.h>
#include <string.h>

static void texts_and_numbers_are_taken_as_javascript_takes_them(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
        bd_number_kind kind;
        int warnings;
    } rows[] = {
        /* second column: node -e 'console.log(String(Number(JSON)))' */
        { "70", "70", BD_NUMBER_INT, 0 },
        { "70.0", "70", BD_NUMBER_DOUBLE, 0 },
        { "1e3", "1000", BD_NUMBER_DOUBLE, 0 },
        { "-0.5", "-0.5", BD_NUMBER_DOUBLE, 0 },
        { "9007199254740993", "9007199254740993", BD_NUMBER_INT, 0 },
        { "\"12\"", "12", BD_NUMBER_INT, 0 },
        { "\" 12.50 \"", "12.5", BD_NUMBER_DOUBLE, 0 },
        { "\".5\"", "0.5", BD_NUMBER_DOUBLE, 0 },
        { "\"5.\"", "5", BD_NUMBER_INT, 0 },
        { "\"+7\"", "7", BD_NUMBER_INT, 0 },
        { "\"0x1F\"", "31", BD_NUMBER_INT, 0 },
        { "\"0b101\"", "5", BD_NUMBER_INT, 0 },
        { "\"\"", "0", BD_NUMBER_INT, 1 },
        { "null", "0", BD_NUMBER_INT, 1 },
        { "true", "1", BD_NUMBER_INT, 1 },
        { "false", "0", BD_NUMBER_INT, 1 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "[{\"name\": \"n\", \"unit\": \"ms\", \"value\": %s}]", rows[i].json);
        reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, "custom");
        assert_string_equal(test_number(r.run->points[0].value), rows[i].text);
        assert_int_equal(r.run->points[0].value.kind, rows[i].kind);
        assert_int_equal(r.found.count, rows[i].warnings);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void what_is_no_number_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *item, *path;
    } rows[] = {
        { "\"value\": \"fast\"", "$[1].value" },    { "\"value\": \"1,000\"", "$[1].value" },
        { "\"value\": \"0x\"", "$[1].value" },      { "\"value\": \"Infinity\"", "$[1].value" },
        { "\"value\": \"1 ms\"", "$[1].value" },    { "\"value\": \"-0x10\"", "$[1].value" },
        { "\"value\": [1]", "$[1].value" },         { "\"value\": {}", "$[1].value" },
        { "\"value\": \"\\u0000\"", "$[1].value" }, { "\"unit\": \"ms\"", "$[1]" },
        { "\"value\": \".\"", "$[1].value" },       { "\"value\": \"+-1\"", "$[1].value" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_printf(&text, "[{\"name\": \"a\", \"value\": 1},\n {\"name\": \"b\", %s}]",
                      rows[i].item);
        reading_result r = test_ingest_text(bd_buf_text(&text), NULL);
        if (r.ok)
            fail_msg("%s was read", rows[i].item);
        assert_string_equal(r.error.path, rows[i].path);
        assert_int_equal(r.error.line, 2);
        test_ingest_drop(&r);
        bd_buf_release(&text);
    }
}

static void members_come_in_any_order_and_unknown_ones_are_kept(void **state)
{
    (void)state;
    reading_result r = test_ingest_text(
        "[{\"value\": 5, \"direction\": \"up\", \"extra\": [1, null, {\"a\": 2}], \"range\": 0.50,"
        " \"unit\": 7, \"name\": true}, {\"name\": \"b\", \"value\": 9007199254740993}]",
        NULL);
    assert_read(&r);
    const bd_point *p = &r.run->points[0];
    assert_string_equal(p->benchmark, "true");
    assert_string_equal(p->metric, "value");
    assert_string_equal(p->unit, "7");
    assert_string_equal(p->compat->range, "0.5");
    assert_string_equal(p->compat->extra, "1,,[object Object]");
    assert_string_equal(p->rest, "{\"direction\":\"up\",\"extra\":[1,null,{\"a\":2}]}");
    assert_int_equal(p->source.column, 12);
    p = &r.run->points[1];
    assert_string_equal(p->unit, "");
    assert_string_equal(p->compat->unit, "undefined");
    assert_int_equal(p->compat->place, 1);
    assert_string_equal(test_number(p->value), "9007199254740993");
    assert_string_equal(test_number(p->compat->value), "9007199254740992");
    test_ingest_drop(&r);
}

static void a_value_that_is_nan_is_a_failed_point(void **state)
{
    (void)state;
    reading_result r = test_ingest_text("[{\"name\": \"a\", \"value\": NaN},"
                                        "{\"name\": \"b\", \"value\": \"NaN\"}]",
                                        NULL);
    assert_read(&r);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(r.run->points[i].outcome, BD_OUTCOME_FAILED);
        assert_int_equal(r.run->points[i].value.kind, BD_NUMBER_NONE);
        assert_null(r.run->points[i].compat);
    }
    test_ingest_drop(&r);
}

static void the_direction_is_what_is_stated(void **state)
{
    (void)state;
    static const struct {
        const char *format, *direction;
        bd_direction want;
    } rows[] = {
        { NULL, NULL, BD_DIRECTION_UNKNOWN },
        { "custom", NULL, BD_DIRECTION_UNKNOWN },
        { "customSmallerIsBetter", NULL, BD_SMALLER_IS_BETTER },
        { "customBiggerIsBetter", NULL, BD_BIGGER_IS_BETTER },
        { "custombiggerisbetter", NULL, BD_BIGGER_IS_BETTER },
        { NULL, "bigger", BD_BIGGER_IS_BETTER },
        { "customBiggerIsBetter", "smaller", BD_SMALLER_IS_BETTER },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_ingest_file file = { .path = "a.json",
                                .bytes = BD_STR("[{\"name\": \"a\", \"value\": 1}]") };
        bd_ingest_input in = { .file = &file,
                               .format = rows[i].format,
                               .direction = rows[i].direction };
        reading_result r = test_ingest_input(&in);
        assert_read(&r);
        assert_int_equal(r.run->points[0].direction, rows[i].want);
        test_ingest_drop(&r);
    }
}

static void every_real_array_gives_a_point_for_each_item(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_names files = { 0 };
    test_shared_files("real/custom", ".json", &arena, &files);
    for (size_t i = 0; i < files.count; i++) {
        bd_buf command = BD_BUF_INIT, want = BD_BUF_INIT, got = BD_BUF_INIT;
        bd_buf_printf(&command,
                      "jq -r '.[] | .name + \"|\" + .unit + \"|\" + (.value|tostring)' '%s'",
                      files.items[i]);
        reading_result r = test_ingest_path(files.items[i], NULL);
        assert_read(&r);
        assert_string_equal(r.run->format, "custom");
        for (size_t k = 0; k < r.run->point_count; k++) {
            const bd_point *p = &r.run->points[k];
            bd_buf_printf(&got, "%s|%s|%s\n", p->benchmark, p->unit, test_number(p->value));
        }
        if (test_shell(bd_buf_text(&command), &want, NULL) == 0)
            assert_string_equal(bd_buf_text(&got), bd_buf_text(&want));
        test_ingest_drop(&r);
        bd_buf_release(&command);
        bd_buf_release(&want);
        bd_buf_release(&got);
    }
    bd_names_release(&files);
    bd_arena_release(&arena);
}

/* The list of points as JSON.stringify would print it, members in the action's order. */
static void print_compat(const bd_run *run, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 0);
    bd_json_open(&w, '[');
    for (size_t i = 0; i < run->point_count; i++) {
        const bd_compat *c = run->points[i].compat;
        if (!c)
            continue;
        bd_json_open(&w, '{');
        bd_json_put_key(&w, "name");
        bd_json_put_text(&w, c->name);
        bd_json_put_key(&w, "value");
        bd_json_put_number(&w, c->value, false);
        if (c->range) {
            bd_json_put_key(&w, "range");
            bd_json_put_text(&w, c->range);
        }
        bd_json_put_key(&w, "unit");
        bd_json_put_text(&w, c->unit);
        if (c->extra) {
            bd_json_put_key(&w, "extra");
            bd_json_put_text(&w, c->extra);
        }
        bd_json_close(&w, '}');
    }
    bd_json_close(&w, ']');
}

static void points_are_those_that_the_action_takes(void **state)
{
    (void)state;
    static const char *const files[] = {
        "customBiggerIsBetter_output.json",
        "customSmallerIsBetter_output.json",
        "customSmallerIsBetter_output2.json",
        "jmh_output.json",
        "jmh_output_2.json",
    };
    for (size_t i = 0; i < BD_COUNT(files); i++) {
        bd_buf path = BD_BUF_INIT, expected = BD_BUF_INIT, want = BD_BUF_INIT, got = BD_BUF_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc;
        bd_buf_printf(&path, "%s/inputs/%s", test_shared("github-action-benchmark"), files[i]);
        reading_result r = test_ingest_path(bd_buf_text(&path), NULL);
        assert_read(&r);
        print_compat(r.run, &got);
        bd_buf_clear(&path);
        bd_buf_printf(&path, "%s/expected/%s.json", test_shared("github-action-benchmark"),
                      files[i]);
        expected = test_read(bd_buf_text(&path));
        assert_ok(bd_json_parse(bd_buf_str(&expected), NULL, &doc, &err), &err);
        bd_json root = bd_json_root(doc);
        bd_json_stringify(&root, &want);
        assert_string_equal(bd_buf_text(&got), bd_buf_text(&want));
        bd_json_free(doc);
        test_ingest_drop(&r);
        bd_buf_release(&path);
        bd_buf_release(&expected);
        bd_buf_release(&want);
        bd_buf_release(&got);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_numbers_are_taken_as_javascript_takes_them),
        cmocka_unit_test(what_is_no_number_is_refused_with_its_place),
        cmocka_unit_test(members_come_in_any_order_and_unknown_ones_are_kept),
        cmocka_unit_test(a_value_that_is_nan_is_a_failed_point),
        cmocka_unit_test(the_direction_is_what_is_stated),
        cmocka_unit_test(every_real_array_gives_a_point_for_each_item),
        cmocka_unit_test(points_are_those_that_the_action_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
