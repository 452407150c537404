/* What is wrong with a text, where, and what to do: messages of the parser. */
#include "core/json/json.h"
#include "tests/support.h"

#include <string.h>

typedef struct row {
    const char *text;
    int line, column;
    const char *message;
} row;

static void assert_refused(bd_str text, const bd_json_options *options, const row *want)
{
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    assert_false(bd_json_parse(text, options, &doc, &err));
    assert_null(doc);
    assert_int_equal(err.code, BD_ERR_INPUT);
    if (strcmp(err.message, want->message) != 0 || err.line != want->line
        || err.column != want->column)
        fail_msg("%.*s\ngot  %d:%d: %s\nwant %d:%d: %s", (int)text.len, text.ptr, err.line,
                 err.column, err.message, want->line, want->column, want->message);
    assert_string_equal(err.path, "");
}

static void assert_rows(const row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_refused(bd_str_of(rows[i].text), NULL, &rows[i]);
}

static void separators_are_asked_for(void **state)
{
    (void)state;
    static const row rows[] = {
        { "[1 2]", 1, 4, "expected ',' or ']' after a value, found '2'" },
        { "[\n  1\n  \"a\"]", 3, 3, "expected ',' or ']' after a value, found '\"'" },
        { "{\"a\": 1 \"b\": 2}", 1, 9, "expected ',' or '}' after a member, found '\"'" },
        { "{\"a\" 1}", 1, 6, "expected ':' after a key, found '1'" },
        { "[1}", 1, 3, "expected ',' or ']' after a value, found '}'" },
        { "{\"a\":1]", 1, 7, "expected ',' or '}' after a member, found ']'" },
        { "[1,]", 1, 4, "a comma before ']'" },
        { "{\"a\":1, }", 1, 9, "a comma before '}'" },
        { "{a: 1}", 1, 2, "expected a key in double quotes or '}', found 'a'" },
        { "{\"a\":1,b:2}", 1, 8, "expected a key in double quotes, found 'b'" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void values_are_asked_for(void **state)
{
    (void)state;
    static const row rows[] = {
        { "[1, x]", 1, 5, "expected a value, found 'x'" },
        { "[NaN]", 1, 2, "expected a value, found 'N'" },
        { "[tru]", 1, 2, "expected a value, found 't'" },
        { "['a']", 1, 2, "expected a value, found '''" },
        { "[\xC3\xA9]", 1, 2, "expected a value, found '\xC3\xA9'" },
        { "[\x01]", 1, 2, "expected a value, found byte 0x01" },
        { "[01]", 1, 3, "a number with a leading zero" },
        { "-012", 1, 3, "a number with a leading zero" },
        { "[1.]", 1, 4, "expected a digit, found ']'" },
        { "[1e+]", 1, 5, "expected a digit, found ']'" },
        { "[-]", 1, 3, "expected a digit, found ']'" },
        { "[.5]", 1, 2, "expected a value, found '.'" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void strings_are_checked(void **state)
{
    (void)state;
    static const row rows[] = {
        { "[\"a\tb\"]", 1, 4, "a control character in a string, found byte 0x09" },
        { "[\"a\nb\"]", 1, 4, "a control character in a string, found byte 0x0A" },
        { "[\"\\x\"]", 1, 3, "an unknown escape in a string" },
        { "[\"\\u12G4\"]", 1, 3, "an unknown escape in a string" },
        { "[\"\xB7gc\"]", 1, 3, "invalid UTF-8, found byte 0xB7" },
        { "[\"\xC3\xA9\xE2\x82\"]", 1, 4, "invalid UTF-8, found byte 0xE2" },
        { "[\"\xED\xA0\x80\"]", 1, 3, "invalid UTF-8, found byte 0xED" },
        { "[\"\xF4\x90\x80\x80\"]", 1, 3, "invalid UTF-8, found byte 0xF4" },
        { "[\"\xC0\x80\"]", 1, 3, "invalid UTF-8, found byte 0xC0" },
        { "[\"\\ud83d\"]", 1, 3, "half of a surrogate pair in a string: \\ud83d" },
        { "[\"\\ude00\"]", 1, 3, "half of a surrogate pair in a string: \\ude00" },
        { "[\"\\ud83d\\ud83d\"]", 1, 3, "half of a surrogate pair in a string: \\ud83d" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void early_ends_name_what_is_open(void **state)
{
    (void)state;
    static const row rows[] = {
        { "", 1, 1, "the file is empty" },
        { " \n ", 2, 2, "the file holds nothing but white space" },
        { "[1,\n 2", 2, 3, "the text ends inside the array that begins at 1:1" },
        { "[{\"a\":", 1, 7, "the text ends inside the object that begins at 1:2" },
        { "{\"a\"", 1, 5, "the text ends inside the object that begins at 1:1" },
        { "[\n  {\"a\": 12.", 2, 12, "the text ends inside the object that begins at 2:3" },
        { "[true, fal", 1, 11, "the text ends inside the array that begins at 1:1" },
        { "-", 1, 2, "the text ends inside a value" },
        { "nul", 1, 4, "the text ends inside a value" },
        { "[\"abc", 1, 2, "the text ends inside a string" },
        { "[\"abc\\", 1, 6, "the text ends inside a string" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void what_follows_the_document_is_refused(void **state)
{
    (void)state;
    static const row rows[] = {
        { "[1]\n[2]", 2, 1,
          "a second value after the end of the document (two files concatenated?)" },
        { "{}{}", 1, 3, "a second value after the end of the document (two files concatenated?)" },
        { "[]]", 1, 3, "a ']' too many after the end of the document" },
        { "[] // done", 1, 4, "expected the end of the document, found '/'" },
        { "1,", 1, 2, "expected the end of the document, found ','" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void other_encodings_are_recognised(void **state)
{
    (void)state;
    static const row utf16 = { NULL, 1, 1, "not UTF-8 but UTF-16: save the file as UTF-8" };
    static const row bom = { NULL, 1, 1, "a byte order mark before the document" };
    static const row packed = { NULL, 1, 1, "not JSON but a compressed file" };
    static const row plain16 = { NULL, 1, 2, "not UTF-8 but UTF-16: save the file as UTF-8" };
    assert_refused(BD_STR("\xFF\xFE[\0]\0"), NULL, &utf16);
    assert_refused(BD_STR("\xFE\xFF\0[\0]"), NULL, &utf16);
    assert_refused(BD_STR("[\0]\0"), NULL, &plain16);
    assert_refused(BD_STR("\0[\0]"), NULL, &utf16);
    assert_refused(BD_STR("\xEF\xBB\xBF[]"), NULL, &bom);
    assert_refused(BD_STR("\x1F\x8B\x08\x00"), NULL, &packed);
}

static void repeated_keys_name_both_places(void **state)
{
    (void)state;
    static const row rows[] = {
        { "{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", 3, 2,
          "the key \"a\" stands twice in one object, first at 1:2" },
        { "{\"a\":{\"x\":1,\"x\":2}}", 1, 13,
          "the key \"x\" stands twice in one object, first at 1:7" },
        { "{\"a\":1,\"\\u0061\":2}", 1, 8,
          "the key \"a\" stands twice in one object, first at 1:2" },
        { "{\"\":1,\"\":2}", 1, 7, "the key \"\" stands twice in one object, first at 1:2" },
        { "{\"long-key-name\":1,\"long-key-nome\":2,\"long-key-name\":3}", 1, 38,
          "the key \"long-key-name\" stands twice in one object, first at 1:2" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void limits_are_kept(void **state)
{
    (void)state;
    static const struct {
        bd_json_options options;
        const char *text;
        bool accepted;
        row want;
    } rows[] = {
        { { .max_depth = 2 }, "[[1],{}]", true, { NULL, 0, 0, NULL } },
        { { .max_depth = 2 }, "[[[1]]]", false, { NULL, 1, 3, "nested deeper than 2 levels" } },
        { { .max_depth = 2 },
          "[{\"a\":{}}]",
          false,
          { NULL, 1, 7, "nested deeper than 2 levels" } },
        { { .max_tokens = 8 }, "[1,2,3]", true, { NULL, 0, 0, NULL } },
        { { .max_tokens = 8 },
          "[1,2,3,4,5,6,7,8]",
          false,
          { NULL, 1, 12, "more than 8 values and keys" } },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_json_doc *doc = NULL;
        if (rows[i].accepted)
            assert_ok(bd_json_parse(bd_str_of(rows[i].text), &rows[i].options, &doc, &err), &err);
        else
            assert_refused(bd_str_of(rows[i].text), &rows[i].options, &rows[i].want);
        bd_json_free(doc);
    }
}

static void columns_count_characters(void **state)
{
    (void)state;
    static const row rows[] = {
        { "[\"\xC2\xB7gc\", x]", 1, 9, "expected a value, found 'x'" },
        { "[\"\xF0\x9F\x98\x80\xE2\x82\xAC\"\r\n,x]", 2, 2, "expected a value, found 'x'" },
    };
    assert_rows(rows, BD_COUNT(rows));
}

static void the_first_failure_stays(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bd_fail(&err, BD_ERR_CONFIG, "earlier");
    assert_false(bd_json_parse(BD_STR("["), NULL, &doc, &err));
    assert_string_equal(err.message, "earlier");
    assert_int_equal(err.line, 0);
    assert_string_equal(err.hint, "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(separators_are_asked_for),
        cmocka_unit_test(values_are_asked_for),
        cmocka_unit_test(strings_are_checked),
        cmocka_unit_test(early_ends_name_what_is_open),
        cmocka_unit_test(what_follows_the_document_is_refused),
        cmocka_unit_test(other_encodings_are_recognised),
        cmocka_unit_test(repeated_keys_name_both_places),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(the_first_failure_stays),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
