/* The object inside a data.js, as the action, people and other programs write it. */
#include "core/datajs/datajs.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

#define BOM    "\xef\xbb\xbf"
#define OBJECT "{\"entries\": {\"a\": [{\"date\": 7}]}}"

static void the_object_is_found_whatever_stands_around_it(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "window.BENCHMARK_DATA = " OBJECT,
        "window.BENCHMARK_DATA=" OBJECT,
        "window.BENCHMARK_DATA = " OBJECT ";\n",
        "window.BENCHMARK_DATA = " OBJECT "\n ; ;\r\n",
        BOM "window.BENCHMARK_DATA = " OBJECT,
        "\r\n\twindow.BENCHMARK_DATA\r\n=\r\n" OBJECT "\r\n",
        "var BENCHMARK_DATA = " OBJECT,
        "let BENCHMARK_DATA = " OBJECT,
        "const BENCHMARK_DATA = " OBJECT,
        "self . BENCHMARK_DATA = " OBJECT,
        "globalThis.BENCHMARK_DATA = " OBJECT,
        "BENCHMARK_DATA = " OBJECT,
        "// made by hand\n/* twice */ window.BENCHMARK_DATA = " OBJECT,
        "window.BENCHMARK_DATA = /* here */ " OBJECT " // and there",
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs *file;
        bd_str bytes = bd_str_of(texts[i]);
        assert_true(bd_datajs_looks_like(bytes));
        assert_ok(bd_datajs_open(bytes, &file, &err), &err);
        bd_json root = bd_datajs_root(file);
        assert_str(bd_json_raw(&root), OBJECT);
        bd_datajs_close(file);
    }
}

static void the_object_alone_is_read_and_does_not_look_like_a_data_js(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    assert_false(bd_datajs_looks_like(BD_STR(OBJECT)));
    assert_ok(bd_datajs_open(BD_STR("\n" OBJECT "\n"), &file, &err), &err);
    bd_datajs_close(file);
}

static void other_texts_do_not_look_like_a_data_js(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "{\"entries\": {}}",
        "window.BENCHMARK_DATABASE = {}",
        "windows.BENCHMARK_DATA = {}",
        "window.OTHER = {}",
        "window.BENCHMARK_DATA",
        "// window.BENCHMARK_DATA = {}",
        "/* window.BENCHMARK_DATA = {}",
        "window.BENCHMARK_DAT",
        "var window.BENCHMARK_DATA = {}",
        "windowBENCHMARK_DATA = {}",
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
        { "window.BENCHMARK_DATABASE = {}", 1, 1, "window.BENCHMARK_DATA" },
        { BOM "window.BENCHMARK_DATA : {}", 1, 23, "expected '='" },
        { "window.BENCHMARK_DATA = [1]", 1, 25, "expected an object" },
        { "window.BENCHMARK_DATA = ;", 1, 25, "expected an object" },
        { "window.BENCHMARK_DATA =\n\n", 3, 1, "expected an object" },
        { "window.BENCHMARK_DATA = {\n  \"entries\": {", 2, 15, "the text ends" },
        { "window.BENCHMARK_DATA = {\"entries\": {}} x", 1, 41, "the end" },
        { "window.BENCHMARK_DATA = {}", 1, 25, "\"entries\"" },
        { "/* \xc3\xbc */ window.BENCHMARK_DATA = {\"entries\": []}", 1, 45, "object" },
        { "window.BENCHMARK_DATA = {\"entries\": {\"a\": 1}}", 1, 43, "array" },
        { "window.BENCHMARK_DATA = {\"entries\": {\"a\": [1]}}", 1, 44, "object" },
        { "window.BENCHMARK_DATA={lastUpdate:1674101003e3,\nentries:{'\xc3\xbc':[,]}};", 2, 15,
          "expected a value" },
        { "window.BENCHMARK_DATA={entries:{A:[{date:new Date}]}};", 1, 42, "expected a value" },
        { "window.BENCHMARK_DATA={entries:{A:[!0,\n{}]}}", 1, 36, "object" },
        { "window.BENCHMARK_DATA={a:!0,entries:{A:1}}", 1, 40, "array" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs *file;
        assert_false(bd_datajs_open(bd_str_of(cases[i].text), &file, &err));
        assert_null(file);
        assert_int_equal(err.code, BD_ERR_INPUT);
        if (!strstr(err.message, cases[i].message) || err.line != cases[i].line
            || err.column != cases[i].column)
            fail_msg("%s: %d:%d: %s", cases[i].text, err.line, err.column, err.message);
    }
}

static void every_value_has_its_place_in_the_file(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, column;
    } cases[] = {
        { BOM "window.BENCHMARK_DATA\r\n = {\r\n  \"wanted\": 7, \"entries\": {}};\r\n", 3, 13 },
        { "window.BENCHMARK_DATA = {wanted:7,entries:{}}", 1, 33 },
        { "window.BENCHMARK_DATA = {a:!0,b:void 0,c:.5,d:'\"\\x41',wanted:7,entries:{}}", 1, 62 },
        { "window.BENCHMARK_DATA = {a:!0,// \xc3\xbc\n  wanted : /* \xc3\xbc */ 7,entries:{}}", 2,
          20 },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_datajs *file;
        bd_json wanted;
        int line, column;
        assert_ok(bd_datajs_open(bd_str_of(cases[i].text), &file, &err), &err);
        bd_json root = bd_datajs_root(file);
        assert_true(bd_json_member(&root, "wanted", &wanted));
        bd_json_position(&wanted, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
        bd_datajs_close(file);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_object_is_found_whatever_stands_around_it),
        cmocka_unit_test(the_object_alone_is_read_and_does_not_look_like_a_data_js),
        cmocka_unit_test(other_texts_do_not_look_like_a_data_js),
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(every_value_has_its_place_in_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
