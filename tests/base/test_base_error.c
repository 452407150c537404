/* Errors: the first one wins, texts are cut at characters, findings are bounded. */
#include "core/base/error.h"

#include "tests/support.h"

#include <string.h>

static void the_first_failure_wins(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    assert_false(bd_fail(&err, BD_ERR_INPUT, "expected %s", "a number"));
    assert_false(bd_fail(&err, BD_ERR_BUG, "something else"));
    assert_int_equal(err.code, BD_ERR_INPUT);
    assert_string_equal(err.message, "expected a number");
}

static void the_place_that_knows_first_is_kept(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_error_at(&err, "inner.json", 3, 4);
    bd_error_at(&err, "outer.json", 5, 6);
    bd_error_in_file(&err, "outer.json");
    bd_hint(&err, "first %d", 1);
    bd_hint(&err, "second");
    assert_string_equal(err.file, "inner.json");
    assert_int_equal(err.line, 3);
    assert_int_equal(err.column, 4);
    assert_string_equal(err.hint, "first 1");
}

static void a_line_is_added_by_the_one_that_names_the_file(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_error_in_file(&err, "a.json");
    bd_error_at(&err, "b.json", 5, 6); /* its line is not one of a.json */
    assert_string_equal(err.file, "a.json");
    assert_int_equal(err.line, 0);
}

static void a_long_file_name_keeps_its_tail(void **state)
{
    (void)state;
    char name[700];
    memset(name, 'd', sizeof name);
    memcpy(name + sizeof name - 12, "/result.jso", 12);
    bd_error err = BD_ERROR_INIT;
    bd_error_in_file(&err, name);
    assert_int_equal(strlen(err.file), sizeof err.file - 1);
    assert_memory_equal(err.file, "...", 3);
    assert_string_equal(err.file + strlen(err.file) - 11, "/result.jso");
}

/* "é" is two bytes and "😀" four: whatever is cut, what stays is whole. */
static void a_long_message_is_cut_between_characters(void **state)
{
    (void)state;
    static const char *const letters[] = { "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80" };
    for (size_t l = 0; l < BD_COUNT(letters); l++)
        for (size_t pad = 0; pad < 4; pad++) {
            bd_buf text = BD_BUF_INIT;
            bd_buf_repeat(&text, 'x', pad);
            while (text.len < 600)
                bd_buf_puts(&text, letters[l]);
            bd_error err = BD_ERROR_INIT;
            bd_fail(&err, BD_ERR_INPUT, "%s", bd_buf_text(&text));
            size_t n = strlen(err.message), size = strlen(letters[l]);
            assert_int_equal((n - pad) % size, 0);
            assert_true(n + size > sizeof err.message - 1);
            assert_memory_equal(err.message, text.data, n);
            bd_buf_release(&text);
        }
}

static void every_code_has_the_exit_status_of_the_manual(void **state)
{
    (void)state;
    static const struct {
        bd_code code;
        int status;
    } rows[] = {
        { BD_OK, 0 },         { BD_ERR_USAGE, 2 }, { BD_ERR_CONFIG, 2 },
        { BD_ERR_INPUT, 3 },  { BD_ERR_STORE, 4 }, { BD_ERR_GIT, 5 },
        { BD_ERR_OUTPUT, 6 }, { BD_ERR_BUG, 70 },  { BD_ERR_INTERRUPTED, 130 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_int_equal(bd_exit_code(rows[i].code), rows[i].status);
}

static void findings_keep_their_order_and_are_counted_past_the_bound(void **state)
{
    (void)state;
    bd_diagnostics list = BD_DIAGNOSTICS_INIT;
    for (int i = 0; i < 80; i++)
        bd_report(&list, i % 2 ? BD_WARNING : BD_ERROR, BD_ERR_CONFIG, "benchdoc.yml", i + 1, 2,
                  "finding %d", i);
    assert_int_equal(list.count, BD_DIAGNOSTICS_KEPT);
    assert_int_equal(list.total, 80);
    assert_int_equal(list.errors, 40);
    assert_string_equal(list.items[49].error.message, "finding 49");
    assert_string_equal(list.items[49].error.file, "benchdoc.yml");
    assert_int_equal(list.items[49].error.line, 50);
    assert_int_equal(list.items[49].severity, BD_WARNING);
    bd_diagnostics_release(&list);
    bd_diagnostics_release(&list);
    assert_int_equal(list.total, 0);
}

static void findings_that_were_kept_apart_are_added_in_their_order(void **state)
{
    (void)state;
    bd_diagnostics list = BD_DIAGNOSTICS_INIT, more = BD_DIAGNOSTICS_INIT;
    bd_report(&list, BD_ERROR, BD_ERR_INPUT, "a.json", 1, 1, "one");
    for (int i = 0; i < 80; i++)
        bd_report(&more, i < 60 ? BD_WARNING : BD_ERROR, BD_ERR_INPUT, "a.json", 2, 1, "more %d",
                  i);
    bd_diagnostics_take(&list, &more);
    assert_int_equal(list.count, BD_DIAGNOSTICS_KEPT);
    assert_int_equal(list.total, 81);
    assert_int_equal(list.errors, 21);
    assert_string_equal(list.items[0].error.message, "one");
    assert_string_equal(list.items[49].error.message, "more 48");
    assert_int_equal(more.total, 0);
    bd_diagnostics_release(&list);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_wins),
        cmocka_unit_test(the_place_that_knows_first_is_kept),
        cmocka_unit_test(a_line_is_added_by_the_one_that_names_the_file),
        cmocka_unit_test(a_long_file_name_keeps_its_tail),
        cmocka_unit_test(a_long_message_is_cut_between_characters),
        cmocka_unit_test(every_code_has_the_exit_status_of_the_manual),
        cmocka_unit_test(findings_keep_their_order_and_are_counted_past_the_bound),
        cmocka_unit_test(findings_that_were_kept_apart_are_added_in_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
