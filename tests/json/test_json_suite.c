/* The JSON test suite (Nicolas Seriot, "Parsing JSON is a minefield"): y_ must be
 * accepted, n_ refused; what the standard leaves open (i_) is decided here and told
 * in docs/json.md. */
#include "core/json/json.h"
#include "tests/json/agree.h"
#include "tests/support.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char folder[] = "json-test-suite/y_array_empty.json";

/* Calls `visit` with each file of the suite whose name starts with `prefix`. */
static size_t each_file(const char *prefix, void (*visit)(const char *name, bd_str bytes))
{
    char directory[1024];
    snprintf(directory, sizeof directory, "%s", test_shared(folder));
    *strrchr(directory, '/') = '\0';
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char path[2048];
        if (entry->d_name[0] == '.' || !bd_str_starts(bd_str_of(entry->d_name), prefix))
            continue;
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        bd_buf bytes = test_read(path);
        visit(entry->d_name, bd_buf_str(&bytes));
        bd_buf_release(&bytes);
        count++;
    }
    closedir(dir);
    return count;
}

static bool accepted(bd_str bytes, bd_json_options options)
{
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    bool ok = bd_json_parse(bytes, &options, &doc, &err);
    assert_true(ok == (doc != NULL));
    assert_true(ok == (err.code == BD_OK));
    bd_json_free(doc);
    return ok;
}

/* The two duplicate-key files are well-formed; refusing them is the default here. */
static void visit_valid(const char *name, bd_str bytes)
{
    if (!accepted(bytes, (bd_json_options){ .keep_duplicate_keys = true }))
        fail_msg("%s is refused", name);
    bool duplicates = strstr(name, "duplicated_key") != NULL;
    if (accepted(bytes, (bd_json_options){ 0 }) == duplicates)
        fail_msg("%s: %s", name, duplicates ? "a repeated key is accepted" : "refused");
}

static void valid_texts_are_accepted(void **state)
{
    (void)state;
    assert_int_equal(each_file("y_", visit_valid), 95);
}

static void visit_invalid(const char *name, bd_str bytes)
{
    bd_error err = BD_ERROR_INIT;
    bd_json_doc *doc = NULL;
    if (bd_json_parse(bytes, NULL, &doc, &err))
        fail_msg("%s is accepted", name);
    if (err.code != BD_ERR_INPUT || err.line < 1 || err.column < 1 || err.message[0] == '\0')
        fail_msg("%s: %d:%d: '%s'", name, err.line, err.column, err.message);
}

static void invalid_texts_are_refused_with_a_place(void **state)
{
    (void)state;
    assert_int_equal(each_file("n_", visit_invalid), 188);
}

/* ---- the open ones ---- */

static const struct {
    const char *name;
    bool accepted;
} decisions[] = {
    /* numbers outside the range round as IEEE 754 says, to infinity or zero */
    { "i_number_double_huge_neg_exp.json", true },
    { "i_number_huge_exp.json", true },
    { "i_number_neg_int_huge_exp.json", true },
    { "i_number_pos_double_huge_exp.json", true },
    { "i_number_real_neg_overflow.json", true },
    { "i_number_real_pos_overflow.json", true },
    { "i_number_real_underflow.json", true },
    /* integers outside int64 are the nearest double */
    { "i_number_too_big_neg_int.json", true },
    { "i_number_too_big_pos_int.json", true },
    { "i_number_very_big_negative_int.json", true },
    /* half of a surrogate pair is no character */
    { "i_object_key_lone_2nd_surrogate.json", false },
    { "i_string_1st_surrogate_but_2nd_missing.json", false },
    { "i_string_1st_valid_surrogate_2nd_invalid.json", false },
    { "i_string_incomplete_surrogate_and_escape_valid.json", false },
    { "i_string_incomplete_surrogate_pair.json", false },
    { "i_string_incomplete_surrogates_escape_valid.json", false },
    { "i_string_invalid_lonely_surrogate.json", false },
    { "i_string_invalid_surrogate.json", false },
    { "i_string_inverted_surrogates_U+1D11E.json", false },
    { "i_string_lone_second_surrogate.json", false },
    /* bytes that are not UTF-8 */
    { "i_string_UTF-8_invalid_sequence.json", false },
    { "i_string_UTF8_surrogate_U+D800.json", false },
    { "i_string_invalid_utf-8.json", false },
    { "i_string_iso_latin_1.json", false },
    { "i_string_lone_utf8_continuation_byte.json", false },
    { "i_string_not_in_unicode_range.json", false },
    { "i_string_overlong_sequence_2_bytes.json", false },
    { "i_string_overlong_sequence_6_bytes.json", false },
    { "i_string_overlong_sequence_6_bytes_null.json", false },
    { "i_string_truncated-utf-8.json", false },
    /* UTF-16 */
    { "i_string_UTF-16LE_with_BOM.json", false },
    { "i_string_utf16BE_no_BOM.json", false },
    { "i_string_utf16LE_no_BOM.json", false },
    /* depth 500 is within the limit of 512 */
    { "i_structure_500_nested_arrays.json", true },
    /* a BOM only with options.lenient, as ingest asks */
    { "i_structure_UTF-8_BOM_empty_object.json", false },
};

static void visit_open(const char *name, bd_str bytes)
{
    for (size_t i = 0; i < BD_COUNT(decisions); i++) {
        if (strcmp(name, decisions[i].name) != 0)
            continue;
        if (accepted(bytes, (bd_json_options){ 0 }) != decisions[i].accepted)
            fail_msg("%s is %s", name, decisions[i].accepted ? "refused" : "accepted");
        return;
    }
    fail_msg("%s: no decision", name);
}

static void open_questions_are_decided_as_documented(void **state)
{
    (void)state;
    assert_int_equal(each_file("i_", visit_open), BD_COUNT(decisions));
}

static void lenient_reading_adds_the_byte_order_mark_and_bare_nan(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool accepted;
    } rows[] = {
        { "i_structure_UTF-8_BOM_empty_object.json", true },
        { "n_number_NaN.json", true },
        { "n_number_infinity.json", true },
        { "n_number_Inf.json", false },
        { "n_number_minus_infinity.json", true },
        { "n_number_-NaN.json", false },
        { "n_number_+Inf.json", false },
        { "n_structure_UTF8_BOM_no_data.json", false },
        { "n_structure_incomplete_UTF8_BOM.json", false },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        char path[256];
        snprintf(path, sizeof path, "json-test-suite/%s", rows[i].name);
        bd_buf bytes = test_read(test_shared(path));
        if (accepted(bd_buf_str(&bytes), (bd_json_options){ .lenient = true }) != rows[i].accepted)
            fail_msg("%s", rows[i].name);
        bd_buf_release(&bytes);
    }
}

static void visit_agreement(const char *name, bd_str bytes)
{
    bd_buf why = BD_BUF_INIT;
    if (!agrees_with_jansson(bytes, &why) || !agrees_with_itself(bytes, &why))
        fail_msg("%s: %s", name, bd_buf_text(&why));
    bd_buf_release(&why);
}

static void jansson_agrees_on_the_whole_suite(void **state)
{
    (void)state;
    assert_int_equal(each_file("", visit_agreement), 95 + 188 + BD_COUNT(decisions));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_texts_are_accepted),
        cmocka_unit_test(invalid_texts_are_refused_with_a_place),
        cmocka_unit_test(open_questions_are_decided_as_documented),
        cmocka_unit_test(lenient_reading_adds_the_byte_order_mark_and_bare_nan),
        cmocka_unit_test(jansson_agrees_on_the_whole_suite),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
