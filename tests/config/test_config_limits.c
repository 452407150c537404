/* Several errors at once, and files that want to cost time or memory. */
#include "tests/config/rows.h"

#include "core/base/file.h"

#include <string.h>
#include <time.h>

static void several_errors_come_at_once_in_the_order_of_the_file(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(BD_STR("tables:\n"
                                            "  t:\n"
                                            "    form: jmh\n"
                                            "    per: { a: b }\n"
                                            "  t: { from: x }\n"
                                            "project: [x]\n"
                                            "documents: [a.md, a.md]\n"
                                            "one machine: yes\n"));
    static const struct {
        int line, column;
        const char *path, *message;
    } want[] = {
        { 1, 1, "", "\"version\" is missing" },
        { 2, 3, "tables.t", "\"from\" is missing in this table" },
        { 3, 5, "tables.t", "unknown key \"form\"" },
        { 4, 10, "tables.t.per", "\"per\" must be a text or a list of texts, not a map" },
        { 5, 3, "", "the key \"t\" stands here a second time" },
        { 6, 10, "project", "\"project\" must be a text, not a list" },
        { 7, 19, "", "the document \"a.md\" is listed twice" },
        { 8, 14, "one machine", "\"one machine\" must be row, table or no, not \"yes\"" },
    };
    assert_int_equal(found.errors, BD_COUNT(want));
    for (size_t i = 0; i < BD_COUNT(want); i++) {
        const bd_error *e = &found.items[i].error;
        assert_string_equal(e->message, want[i].message);
        assert_int_equal(e->line, want[i].line);
        assert_int_equal(e->column, want[i].column);
        assert_string_equal(e->path, want[i].path);
    }
    bd_diagnostics_release(&found);
}

static void an_error_in_what_an_alias_repeats_is_said_once(void **state)
{
    (void)state;
    bd_diagnostics found = errors_of(BD_STR(V
                                            "inputs: { j: { files: x } }\ntables:\n"
                                            "  a: { from: j, columns: &c { A: [x], B: \"{y\" } }\n"
                                            "  b: { from: j, columns: *c }\n"));
    assert_int_equal(found.errors, 2);
    assert_int_equal(found.total, 2);
    assert_int_equal(found.items[0].error.line, 4);
    assert_int_equal(found.items[1].error.line, 4);
    bd_diagnostics_release(&found);
}

static void more_errors_than_are_kept_are_counted(void **state)
{
    (void)state;
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_puts(&yaml, V);
    for (int i = 0; i < 200; i++)
        bd_buf_printf(&yaml, "unknown%d: x\n", i);
    bd_diagnostics found = errors_of(bd_buf_str(&yaml));
    assert_int_equal(found.errors, 200);
    assert_int_equal(found.total, 200);
    assert_int_equal(found.count, BD_DIAGNOSTICS_KEPT);
    bd_diagnostics_release(&found);
    bd_buf_release(&yaml);
}

static void line_ends_of_windows_and_a_byte_order_mark_do_not_move_places(void **state)
{
    (void)state;
    static const wrong rows[] = {
        { "\xEF\xBB\xBF"
          "version: 1\r\n\r\nprojekt: x\r\n",
          3, 1, "unknown key \"projekt\"", "project" },
        { "\xEF\xBB\xBF"
          "verson: 1\r\nversion: 1",
          1, 1, "unknown key \"verson\"", "version" },
        { "version: 1\rprojekt: x\r", 2, 1, "unknown key \"projekt\"", "project" },
    };
    check_rows(rows, BD_COUNT(rows));
}

/* ---- hostile files ---- */

static bd_str repeated(bd_buf *out, const char *begin, const char *unit, size_t times)
{
    bd_buf_clear(out);
    bd_buf_puts(out, begin);
    for (size_t i = 0; i < times; i++)
        bd_buf_puts(out, unit);
    return bd_buf_str(out);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void deep_and_repeating_files_end_quickly(void **state)
{
    (void)state;
    static const struct {
        const char *begin, *unit;
        size_t times;
        const char *message;
    } cases[] = {
        { "", "[", 1000000, "inside each other" },
        { "", "{", 1000000, "inside each other" },
        { "", "[\n", 500000, "inside each other" },
        { "", "- ", 500000, "inside each other" },
        { "", "? ", 500000, "inside each other" },
        { "a: ", "{a: ", 250000, "inside each other" },
        { "[", "a,", 500000, "more than 20000 values" },
        { "", "- &x a\n- *x\n", 80000, "more than 20000 values" },
        { "{", "a: b, ", 150000, "a second time" },
        { V, "a: b\n", 9000, "a second time" },
        { "", "%TAG !a! tag:x\n", 60000, "directives" },
        { "", "&a ", 300000, "not YAML" },
        { "", "#", 1048577, "larger than 1 MiB" },
        { "", "\n", 1048576, "empty" },
    };
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        double before = seconds();
        bd_diagnostics found = errors_of(
            repeated(&text, cases[i].begin, cases[i].unit, cases[i].times));
        bool said = false;
        for (size_t j = 0; j < found.count; j++)
            said = said || strstr(found.items[j].error.message, cases[i].message);
        if (!said)
            fail_msg("%s%s…: %s", cases[i].begin, cases[i].unit, found.items[0].error.message);
        assert_true(seconds() - before < 5); /* sanitizers included; unbounded it was minutes */
        bd_diagnostics_release(&found);
    }
    bd_buf_release(&text);
}

static void aliases_of_aliases_do_not_multiply(void **state)
{
    (void)state;
    bd_buf text = BD_BUF_INIT;
    bd_buf_puts(&text, V "order:\n  a: &a [x, x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c <= 'j'; c++)
        bd_buf_printf(&text, "  %c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c - 1,
                      c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
    bd_diagnostics found = errors_of(bd_buf_str(&text));
    assert_int_equal(found.errors, 1);
    assert_non_null(
        strstr(found.items[0].error.message, "more than 20000 values, aliases written out"));
    bd_diagnostics_release(&found);

    bd_buf_clear(&text); /* each alias one level deeper: 1 + 2 + … */
    bd_buf_puts(&text, "- &a0 x\n");
    for (int i = 1; i <= 40; i++)
        bd_buf_printf(&text, "- &a%d [*a%d]\n", i, i - 1);
    found = errors_of(bd_buf_str(&text));
    assert_int_equal(found.errors, 1);
    assert_non_null(
        strstr(found.items[0].error.message, "more than 32 lists and maps inside each other"));
    assert_int_equal(found.items[0].error.line, 33);
    bd_diagnostics_release(&found);
    bd_buf_release(&text);
}

static void thirty_two_levels_are_allowed(void **state)
{
    (void)state;
    for (int depth = 32; depth <= 33; depth++) {
        bd_buf text = BD_BUF_INIT;
        bd_buf_puts(&text, V "project: ");
        for (int i = 1; i < depth; i++)
            bd_buf_putc(&text, '[');
        for (int i = 1; i < depth; i++)
            bd_buf_putc(&text, ']');
        bd_diagnostics found = errors_of(bd_buf_str(&text));
        assert_int_equal(found.errors, 1);
        assert_non_null(strstr(found.items[0].error.message,
                               depth == 32 ? "must be a text" : "inside each other"));
        bd_diagnostics_release(&found);
        bd_buf_release(&text);
    }
}

static void a_directory_is_no_configuration(void **state)
{
    (void)state;
    bd_buf bytes = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    assert_false(bd_file_read(test_source_dir(), 1 << 20, &bytes, &err));
    assert_non_null(strstr(err.message, "directory"));
    bd_buf_release(&bytes);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_errors_come_at_once_in_the_order_of_the_file),
        cmocka_unit_test(an_error_in_what_an_alias_repeats_is_said_once),
        cmocka_unit_test(more_errors_than_are_kept_are_counted),
        cmocka_unit_test(line_ends_of_windows_and_a_byte_order_mark_do_not_move_places),
        cmocka_unit_test(deep_and_repeating_files_end_quickly),
        cmocka_unit_test(aliases_of_aliases_do_not_multiply),
        cmocka_unit_test(thirty_two_levels_are_allowed),
        cmocka_unit_test(a_directory_is_no_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
