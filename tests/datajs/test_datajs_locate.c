/* The object inside a data.js, as the action, people and other programs write it. */
#include "core/datajs/datajs.h"
#include "core/json/json.h"
#include "tests/support.h"

#include <string.h>

#define BOM "\xef\xbb\xbf"

static void the_object_is_found_whatever_stands_around_it(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "window.BENCHMARK_DATA = {\"a\": 1}",
        "window.BENCHMARK_DATA={\"a\": 1}",
        "window.BENCHMARK_DATA = {\"a\": 1};\n",
        "window.BENCHMARK_DATA = {\"a\": 1}\n ; ;\r\n",
        BOM "window.BENCHMARK_DATA = {\"a\": 1}",
        "\r\n\twindow.BENCHMARK_DATA\r\n=\r\n{\"a\": 1}\r\n",
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs_place place;
        bd_str bytes = bd_str_of(texts[i]);
        assert_true(bd_datajs_looks_like(bytes));
        assert_ok(bd_datajs_locate(bytes, &place, &err), &err);
        assert_str(bd_str_sub(bytes, place.from, place.to), "{\"a\": 1}");
    }
}

static void other_texts_do_not_look_like_a_data_js(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{\"entries\": {}}",
        "window.BENCHMARK_DATABASE = {}",
        "window.OTHER = {}",
        "window.BENCHMARK_DATA",
        "// window.BENCHMARK_DATA = {}",
        "window.BENCHMARK_DAT",
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        assert_false(bd_datajs_looks_like(bd_str_of(texts[i])));
}

static void what_is_wrong_is_told_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *message;
    } cases[] = {
        { "", 1, 1, "window.BENCHMARK_DATA" },
        { "\n <html>", 2, 2, "window.BENCHMARK_DATA" },
        { "window.BENCHMARK_DATA", 1, 22, "expected '='" },
        { "window.BENCHMARK_DATABASE = {}", 1, 22, "expected '='" },
        { BOM "window.BENCHMARK_DATA : {}", 1, 23, "expected '='" },
        { "window.BENCHMARK_DATA = [1]", 1, 25, "expected an object" },
        { "window.BENCHMARK_DATA = ;", 1, 25, "expected an object" },
        { "window.BENCHMARK_DATA =\n\n", 3, 1, "expected an object" },
        { "window.BENCHMARK_DATA={lastUpdate:1674101003e3,entries:{}};", 1, 24, "minified" },
        { "window.BENCHMARK_DATA = {\n  entries: {}\n}", 2, 3, "minified" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs_place place;
        assert_false(bd_datajs_locate(bd_str_of(cases[i].text), &place, &err));
        assert_int_equal(err.code, BD_ERR_INPUT);
        assert_non_null(strstr(err.message, cases[i].message));
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.column, cases[i].column);
    }
}

static void the_text_of_json_keeps_every_place_of_the_file(void **state)
{
    (void)state;
    static const char text[] = BOM "window.BENCHMARK_DATA\r\n = {\r\n  \"a\": 7};\r\n";
    bd_error err = BD_ERROR_INIT;
    bd_buf json = BD_BUF_INIT;
    bd_json_doc *doc = NULL;
    bd_json root, a;
    int line, column;
    const bd_json_options options = { .lenient = true };
    assert_ok(bd_datajs_json(BD_STR(text), &json, &err), &err);
    assert_int_equal(json.len, sizeof text - 1);
    assert_ok(bd_json_parse(bd_buf_str(&json), &options, &doc, &err), &err);
    root = bd_json_root(doc);
    assert_true(bd_json_member(&root, "a", &a));
    bd_json_position(&a, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 8);
    bd_json_position(&root, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 4);
    bd_json_free(doc);
    bd_buf_release(&json);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_object_is_found_whatever_stands_around_it),
        cmocka_unit_test(other_texts_do_not_look_like_a_data_js),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(the_text_of_json_keeps_every_place_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
