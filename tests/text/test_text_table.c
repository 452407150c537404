/* Markdown tables read back from documents: what was written, and the seeds' own. */
#include "tests/text/text_support.h"

#include <stdlib.h>

static void check(const char *bytes, const char *want)
{
    bd_text_table table;
    bd_buf got = BD_BUF_INIT;
    bool ok = bd_text_table_read(bd_str_of(bytes), &table);
    assert_int_equal(ok, want[0] != '\0');
    for (size_t i = 0; i < table.row_count * table.column_count; i++) {
        bd_buf_put_str(&got, table.cells[i]);
        bd_buf_puts(&got, (i + 1) % table.column_count == 0 ? "\n" : ";");
    }
    assert_str(bd_buf_str(&got), want);
    bd_text_table_release(&table);
    bd_text_table_release(&table);
    bd_buf_release(&got);
}

static void a_table_is_read_as_it_stands(void **state)
{
    (void)state;
    check("| a | b |\n| --- | ---: |\n| 1 | 2 |\n", "a;b\n1;2\n");
    check("\n\nText\n\n| a | b |\n|-|:-:|\n| x |\n| 1 | 2 | 3 |\n\n| not | this |\n",
          "a;b\nx;\n1;2\n");
    check("> | a |\r\n> |---|\r\n> | 1 |\r\n>\r\n", "a\n1\n");
    check("  a | b\n  - | -\n  1 | 2\n", "a;b\n1;2\n");
    check("| a \\| b | `c\\\\|d` |\n| - | - |\n", "a \\| b;`c\\\\|d`\n");
    check("", "");
    check("text\n---\n", "");
    check("| a | b |\n| - |\n| 1 | 2 |\n", "");
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    static const char *const cells[] = { "后端",
                                         "\x02"
                                         "a|b\\|c\x03",
                                         "`\x02x|y\x03`", "", NULL };
    bd_table table = text_table(&arena, "lr", cells);
    bd_markdown_table(&table, &out);
    check(bd_buf_text(&out), "后端;a\\|b\\\\\\|c\n`x\\|y`;\n");
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

static void the_seed_documents_are_read(void **state)
{
    (void)state;
    bd_buf bytes = test_read(test_shared("seeds/skript-orm/run-4/expected/zh-table-3.md"));
    bd_text_table table;
    assert_true(bd_text_table_read(bd_buf_str(&bytes), &table));
    assert_int_equal(table.column_count, 5);
    assert_int_equal(table.row_count, 6);
    assert_str(table.cells[0], "后端");
    assert_str(table.cells[5 * 5 + 2], "不适用（不支持 SQL）");
    bd_text_table_release(&table);
    bd_buf_release(&bytes);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_read_as_it_stands),
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(the_seed_documents_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
