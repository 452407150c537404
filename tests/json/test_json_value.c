/* Typed getters: numbers, strings, arrays of samples, and their errors. */
#include "core/json/json.h"
#include "tests/support.h"

#include <math.h>
#include <string.h>

/* Parses `text` leniently; the document is freed by the caller. */
static bd_json_doc *lenient(const char *text)
{
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    const bd_json_options options = { .lenient = true };
    assert_ok(bd_json_parse(bd_str_of(text), &options, &doc, &err), &err);
    return doc;
}

static void numbers_keep_their_kind(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bd_number want;
    } rows[] = {
        { "78302884", { BD_NUMBER_INT, { .i = 78302884 } } },
        { "9007199254740993", { BD_NUMBER_INT, { .i = 9007199254740993 } } },
        { "-0", { BD_NUMBER_DOUBLE, { .d = -0.0 } } },
        { "3.0", { BD_NUMBER_DOUBLE, { .d = 3 } } },
        { "3.3762388731228185E9", { BD_NUMBER_DOUBLE, { .d = 3376238873.1228185 } } },
        { "1e400", { BD_NUMBER_DOUBLE, { .d = (double)INFINITY } } },
        { "9223372036854775808", { BD_NUMBER_DOUBLE, { .d = 0x1p63 } } },
        { "NaN", { BD_NUMBER_NONE, { .i = 0 } } },
        { "Infinity", { BD_NUMBER_DOUBLE, { .d = (double)INFINITY } } },
        { "-Infinity", { BD_NUMBER_DOUBLE, { .d = -(double)INFINITY } } },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_number got;
        bd_json_doc *doc = lenient(rows[i].text);
        bd_json root = bd_json_root(doc);
        assert_ok(bd_json_number(&root, &got, &err), &err);
        if (!bd_number_same(got, rows[i].want))
            fail_msg("%s", rows[i].text);
        bd_json_free(doc);
    }
}

typedef bool getter(const bd_json *at, bd_error *err);

static bool get_number(const bd_json *at, bd_error *err)
{
    bd_number n;
    return bd_json_number(at, &n, err);
}

static bool get_int(const bd_json *at, bd_error *err)
{
    int64_t n;
    return bd_json_int(at, &n, err);
}

static bool get_double(const bd_json *at, bd_error *err)
{
    double d;
    return bd_json_double(at, &d, err);
}

static bool get_bool(const bd_json *at, bd_error *err)
{
    bool b;
    return bd_json_bool(at, &b, err);
}

static bool get_string(const bd_json *at, bd_error *err)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_str text;
    bool ok = bd_json_string(at, &scratch, &text, err);
    bd_buf_release(&scratch);
    return ok;
}

static bool get_object(const bd_json *at, bd_error *err)
{
    return bd_json_expect(at, BD_JSON_OBJECT, err);
}

static void wrong_types_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        getter *get;
        const char *message;
    } rows[] = {
        { "[\"12\"]", get_number, "expected a number, found the string \"12\"" },
        { "[null]", get_number, "expected a number, found null" },
        { "[{\"a\":1}]", get_double, "expected a number, found an object" },
        { "[1.5]", get_int, "expected an integer of 64 bits, found 1.5" },
        { "[1e3]", get_int, "expected an integer of 64 bits, found 1e3" },
        { "[9223372036854775808]", get_int,
          "expected an integer of 64 bits, found 9223372036854775808" },
        { "[true]", get_int, "expected an integer, found true" },
        { "[NaN]", get_int, "expected an integer, found NaN" },
        { "[0]", get_bool, "expected true or false, found 0" },
        { "[[1]]", get_string, "expected a string, found an array" },
        { "[false]", get_string, "expected a string, found false" },
        { "[-Infinity]", get_object, "expected an object, found -Infinity" },
        { "[\"\\u0000\"]", get_string, "a string with the character U+0000, not accepted here" },
        { "[\"0123456789012345678901234567890123456789012345678901234567890123456789\"]",
          get_number, "expected a number, found a string" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc = lenient(rows[i].text);
        bd_json root = bd_json_root(doc), item;
        assert_true(bd_json_first(&root, &item));
        assert_false(rows[i].get(&item, &err));
        assert_string_equal(err.message, rows[i].message);
        assert_string_equal(err.path, "$[0]");
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, 2);
        bd_json_free(doc);
    }
}

static void strings_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *text, *want;
    } rows[] = {
        { "\"plain\"", "plain" },
        { "\"\"", "" },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t" },
        { "\"a\\u00e9b\"", "a\xC3\xA9"
                           "b" },
        { "\"\\u20AC\"", "\xE2\x82\xAC" },
        { "\"\\ud83d\\ude00!\"", "\xF0\x9F\x98\x80!" },
        { "\"\\u007f\\u0080\"", "\x7F\xC2\x80" },
        { "\"\\u07ff\\u0800\\uffff\"", "\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF" },
        { "\"\\ud800\\udc00\\udbff\\udfff\"", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF" },
        { "\"\xC2\xB7gc.alloc\"", "\xC2\xB7gc.alloc" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_buf scratch = BD_BUF_INIT;
        bd_arena arena = BD_ARENA_INIT;
        bd_str text;
        const char *copy;
        bd_json_doc *doc = lenient(rows[i].text);
        bd_json root = bd_json_root(doc);
        assert_ok(bd_json_string(&root, &scratch, &text, &err), &err);
        assert_str(text, rows[i].want);
        assert_ok(bd_json_text(&root, &arena, &copy, &err), &err);
        assert_string_equal(copy, rows[i].want);
        bd_json_free(doc);
        bd_buf_release(&scratch);
        bd_arena_release(&arena);
    }
}

static void samples_are_read_in_one_pass(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    double got[8];
    bool all_int;
    bd_json_doc *doc = lenient("[1, 2.5, -3, 9007199254740993]");
    bd_json root = bd_json_root(doc);
    assert_int_equal(bd_json_count(&root), 4);
    assert_ok(bd_json_doubles(&root, false, got, &all_int, &err), &err);
    assert_false(all_int);
    assert_true(got[0] == 1 && got[1] == 2.5 && got[2] == -3 && got[3] == 9007199254740992.0);
    bd_json_free(doc);
    doc = lenient("[1, 2, -9223372036854775808]");
    root = bd_json_root(doc);
    assert_ok(bd_json_doubles(&root, false, got, &all_int, &err), &err);
    assert_true(all_int);
    bd_json_free(doc);
    doc = lenient("[]");
    root = bd_json_root(doc);
    assert_ok(bd_json_doubles(&root, false, got, &all_int, &err), &err);
    bd_json_free(doc);
}

static void what_stands_for_no_number_is_nan_only_where_it_is_asked_for(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    double got[8];
    bool all_int;
    bd_json_doc *doc = lenient("[\"NaN\", null, NaN, \"+INF\", \"-INF\", Infinity, -Infinity, 1]");
    bd_json root = bd_json_root(doc);
    assert_ok(bd_json_doubles(&root, true, got, &all_int, &err), &err);
    assert_false(all_int);
    assert_true(isnan(got[0]) && isnan(got[1]) && isnan(got[2]) && got[7] == 1);
    assert_true(isinf(got[3]) && got[3] > 0 && isinf(got[4]) && got[4] < 0);
    assert_true(isinf(got[5]) && got[5] > 0 && isinf(got[6]) && got[6] < 0);
    assert_false(bd_json_doubles(&root, false, got, &all_int, &err));
    assert_string_equal(err.path, "$[0]");
    bd_json_free(doc);
}

static void a_sample_of_another_type_is_an_error_at_its_place(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    double got[8];
    bool all_int;
    bd_json_doc *doc = lenient("[1,\n \"nan\"]");
    bd_json root = bd_json_root(doc);
    assert_false(bd_json_doubles(&root, true, got, &all_int, &err));
    assert_string_equal(err.message, "expected a number, found the string \"nan\"");
    assert_string_equal(err.path, "$[1]");
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 2);
    bd_json_free(doc);
}

static void a_byte_order_mark_takes_no_column(void **state)
{
    (void)state;
    bd_json_doc *doc = lenient("\xEF\xBB\xBF[7]");
    bd_json root = bd_json_root(doc), item;
    int line, column;
    assert_true(bd_json_first(&root, &item));
    bd_json_position(&item, &line, &column);
    assert_int_equal(line, 1);
    assert_int_equal(column, 2);
    bd_json_free(doc);
}

static void pairs_of_numbers_are_read_up_to_the_first_that_is_none(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t pairs;
    } rows[] = {
        { "[]", 0 },
        { "{\"a\": [1, 2]}", 0 },
        { "[[1, 2]]", 1 },
        { "[[1.5, 2], [-0.25e1, 12345678], [123456789, 9007199254740993]]", 3 },
        { "[[1, 2], [3, \"4\"], [5, 6]]", 1 },
        { "[[1, 2], [3], [5, 6]]", 1 },
        { "[[1, 2], [3, 4, 5]]", 1 },
        { "[[1, 2], [[3, 4], 5]]", 1 },
        { "[[1, 2], {\"a\": 1, \"b\": 2}]", 1 },
        { "[1, 2]", 0 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc;
        double got[3][2] = { { 0 } };
        assert_ok(bd_json_parse(bd_str_of(rows[i].text), NULL, &doc, &err), &err);
        bd_json root = bd_json_root(doc);
        assert_int_equal(bd_json_pairs(&root, got), rows[i].pairs);
        if (rows[i].pairs == 3) {
            assert_true(got[0][0] == 1.5 && got[0][1] == 2 && got[1][0] == -2.5);
            assert_true(got[1][1] == 12345678 && got[2][0] == 123456789);
            assert_true(got[2][1] == 9007199254740992.0);
        }
        bd_json_free(doc);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_keep_their_kind),
        cmocka_unit_test(wrong_types_are_named_with_their_place),
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(samples_are_read_in_one_pass),
        cmocka_unit_test(what_stands_for_no_number_is_nan_only_where_it_is_asked_for),
        cmocka_unit_test(a_sample_of_another_type_is_an_error_at_its_place),
        cmocka_unit_test(a_byte_order_mark_takes_no_column),
        cmocka_unit_test(pairs_of_numbers_are_read_up_to_the_first_that_is_none),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
