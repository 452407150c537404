/* Markdown as it is written: tables whose source lines up, cells, lists. */
#include "tests/text/text_support.h"

#include <string.h>

static void check_table(const char *aligns, const char *const *cells, const char *want)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    bd_table table = text_table(&arena, aligns, cells);
    bd_markdown_table(&table, &out);
    assert_str(bd_buf_str(&out), want);
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

static void columns_line_up_in_the_source(void **state)
{
    (void)state;
    static const char *const cells[] = {
        "Backend", "Write", "\x02MongoDB\x03", "717.433104 ms", "\x02H2\x03", "9 ms", NULL
    };
    check_table("lr", cells,
                "| Backend |         Write |\n"
                "| ------- | ------------: |\n"
                "| MongoDB | 717.433104 ms |\n"
                "| H2      |          9 ms |\n");
}

static void one_long_cell_does_not_widen_every_line(void **state)
{
    (void)state;
    enum { LONG = 10000, ROWS = 200 };
    bd_arena arena = BD_ARENA_INIT;
    bd_buf out = BD_BUF_INIT;
    char *name = bd_arena_alloc(&arena, LONG + 3);
    const char **cells = bd_arena_alloc(&arena, (2 * ROWS + 3) * sizeof *cells);
    memset(name + 1, 'x', LONG);
    name[0] = '\x02';
    name[LONG + 1] = '\x03';
    for (size_t i = 0; i < 2 * ROWS + 2; i++)
        cells[i] = i == 2 ? name : "abc";
    bd_table table = text_table(&arena, "lr", cells);
    bd_markdown_table(&table, &out);
    assert_true(out.len < LONG + ROWS * 20);
    assert_int_equal(strncmp(bd_buf_text(&out), "| abc |  abc |\n| --- | ---: |\n| xxx", 35), 0);
    assert_non_null(strstr(bd_buf_text(&out), "xxx |  abc |\n| abc |  abc |\n"));
    bd_buf_release(&out);
    bd_arena_release(&arena);
}

static void wide_characters_count_twice(void **state)
{
    (void)state;
    static const char *const cells[] = {
        "\x02后端\x03", "n", "\x02SQLite\x03", "1", "\x02数据库一\x03", "1000000", NULL
    };
    check_table("lr", cells,
                "| 后端     |       n |\n"
                "| -------- | ------: |\n"
                "| SQLite   |       1 |\n"
                "| 数据库一 | 1000000 |\n");
}

static void a_rule_has_three_dashes_at_least(void **state)
{
    (void)state;
    static const char *const cells[] = { "a", "b", "1", "2", NULL };
    check_table("lr", cells, "| a   |    b |\n| --- | ---: |\n| 1   |    2 |\n");
    static const char *const titles[] = { "a", NULL };
    check_table("l", titles, "| a   |\n| --- |\n");
}

static void no_columns_give_no_table(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    bd_table table = { .name = "empty" };
    bd_markdown_table(&table, &out);
    assert_int_equal(out.len, 0);
}

static void notes_are_paragraphs_of_data(void **state)
{
    (void)state;
    bd_buf out = BD_BUF_INIT;
    const char *notes[] = { "p99 of \"x*y\" rests on 12 values", "# two" };
    bd_table table = { .notes = notes, .note_count = 2 };
    bd_markdown_notes(&table, &out);
    assert_str(bd_buf_str(&out), "\np99 of \"x\\*y\" rests on 12 values\n\n\\# two\n");
    bd_buf_release(&out);
}

/* Data between \x02 and \x03. */
static const struct {
    const char *cell, *in_table, *in_line;
} cell_rows[] = {
    /* what reads naturally stays */
    { "\x02rows_per_statement\x03", "rows_per_statement", NULL },
    { "\x02mysql:8.4\x03", "mysql:8.4", NULL },
    { "\x02"
      "C++\x03",
      "C++", NULL },
    { "\x02"
      "1.5\x03 x",
      "1.5 x", NULL },
    { "\x02"
      "a-b #4 (x) 'y' \"z\" 5 > 4 < 6 = 6; 50 %\x03",
      "a-b #4 (x) 'y' \"z\" 5 > 4 < 6 = 6; 50 %", NULL },
    { "\x02Outer$Inner\x03", "Outer$Inner", NULL },
    { "\x02std::vector::push_back\x03", "std::vector::push_back", NULL },
    { "\x02"
      "12:30:45\x03",
      "12:30:45", NULL },
    { "\x02R&D\x03", "R&D", NULL },
    { "\x02lodash@4.17.21\x03", "lodash@4.17.21", NULL },
    { "\x02"
      "C:\\Users\x03",
      "C:\\Users", NULL },
    { "\x02jdbc:mysql://db\x03", "jdbc:mysql://db", NULL },
    { "\x02"
      "a * b\x03",
      "a * b", NULL },
    { "\x02{\"a\": 1}\x03", "{\"a\": 1}", NULL },
    { "\x02写入（重复）\x03", "写入（重复）", NULL },
    /* what is markup does not */
    { "\x02_x_\x03", "\\_x\\_", NULL },
    { "\x02**b**\x03", "\\*\\*b\\*\\*", NULL },
    { "\x02`c`\x03", "\\`c\\`", "&#96;c&#96;" },
    { "\x02<b>\x03", "\\<b>", NULL },
    { "\x02[x](y)\x03", "\\[x\\](y)", NULL },
    { "\x02"
      "a|b\x03",
      "a\\|b", NULL },
    { "\x02~~s~~\x03", "\\~\\~s\\~\\~", NULL },
    { "\x02&amp; &#65; & x\x03", "\\&amp; \\&#65; & x", NULL },
    { "\x02http://a.b\x03", "http\\://a.b", NULL },
    { "\x02www.a.b\x03", "www\\.a.b", NULL },
    { "\x02@octocat a@b.ch\x03", "@<!-- -->octocat a@<!-- -->b.ch", NULL },
    { "\x02:tada: x\x03", ":<!-- -->tada: x", NULL },
    { "\x02$x$\x03", "\\$x\\$", NULL },
    { "\x02{{x}} {% y\x03", "{<!-- -->{x}} {<!-- -->% y", NULL },
    { "\x02"
      "a\\*b\\\x03",
      "a\\\\\\*b\\\\", NULL },
    { "\x02"
      "a\nb\r\nc\x03",
      "a<br>b<br>c", NULL },
    { "\x02"
      "a\tb\x1B[31m\xE2\x80\xAE\xE2\x80\xA8\xF3\xA0\x80\x81\x03",
      "a\\tb\\u001B\\[31m\\u202E\\u2028\\U000E0001", NULL },
    /* neighbouring data is looked at as one text */
    { "\x02ww\x03\x02w.a.b\x03", "www\\.a.b", NULL },
    { "\x02@\x03\x02octocat\x03", "@<!-- -->octocat", NULL },
    /* markup of the author passes; its pipes are escaped, its line ends become blanks */
    { "**\x02x*\x03**, a|b\nc", "**x\\***, a\\|b c", NULL },
    { "a \\| b \\\\| c", "a \\| b \\\\\\| c", NULL },
    { "x\\\x02*y*\x03", "x\\\\\\*y\\*", NULL },
    { "x\\", "x\\\\", NULL },
    { "a ` b \x02`\x03", "a \\` b \\`", "a \\` b &#96;" },
    { "<!-- benchdoc:end --> <!-- x --> <!-- \x02-->\x03 --> <!--",
      "\\<!-- benchdoc:end --> <!-- x --> <!-- &#45;&#45;&gt; --> \\<!--", NULL },
    /* code */
    { "`:\x02"
      "a|b`c_d*\x03:t`",
      "`:a\\|b'c_d*:t`", "`:a|b'c_d*:t`" },
    { "`a|b\\|c`", "`a\\|b\\|c`", "`a|b\\|c`" },
    { "``\x02`x``y\x03``", "``'x''y``", NULL },
    { "`\x02\x03`", "` `", NULL },
    { "`\x02"
      "a\nb\x03`",
      "`a\\nb`", NULL },
    { "`x` \x02_y_\x03 `z`", "`x` \\_y\\_ `z`", NULL },
    /* links */
    { "[\x02"
      "a]b\x03](\x02"
      "docs/my db(1).md\x03)",
      "[a\\]b](docs/my%20db%281%29.md)", NULL },
    { "[x](\x02my%20db.md\x03)", "[x](my%20db.md)", NULL },
    { "[x](\x02javascript:alert(1)\x03)", "[x](javascript%3Aalert%281%29)", NULL },
    { "[x](\x02https://a.b/c?d=1&e=2\x03)", "[x](https://a.b/c?d=1&amp;e=2)", NULL },
    { "[x](a/\x02k:v\x03.md \"\x02\"t\x03\")", "[x](a/k%3Av.md \"&quot;t\")", NULL },
    { "[x]\x02(y)\x03", "[x]\\(y)", NULL },
    { "\x02x!\x03[y](z)", "x\\![y](z)", NULL },
    /* tags */
    { "<img alt=\"\x02\">\x03\">", "<img alt=\"&quot;&gt;\">", NULL },
    { "1 < 2 <b", "1 < 2 \\<b", NULL },
};

static void a_cell_is_escaped_for_where_it_stands(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(cell_rows); i++) {
        const char *cells[] = { "t", cell_rows[i].cell, NULL };
        bd_table table = text_table(&arena, "l", cells);
        bd_buf out = BD_BUF_INIT, line = BD_BUF_INIT;
        bd_markdown_table(&table, &out);
        bd_str last = bd_buf_str(&out), row;
        for (int k = 0; k < 3; k++)
            bd_str_split(&last, '\n', &row);
        assert_str(bd_str_trim(bd_str_sub(row, 2, row.len - 2)), cell_rows[i].in_table);
        bd_markdown_cell(&table.cells[0], &line);
        const char *want = cell_rows[i].in_line;
        assert_str(bd_buf_str(&line), want ? want : cell_rows[i].in_table);
        bd_buf_release(&out);
        bd_buf_release(&line);
    }
    bd_arena_release(&arena);
}

static void a_list_item_begins_no_other_block(void **state)
{
    (void)state;
    static const struct {
        const char *cell, *want;
    } rows[] = {
        { "[\x02x\x03](\x02y.md\x03)", "- [x](y.md)\n" },
        { "\x02# x\x03", "- \\# x\n" },
        { "\x02#x\x03", "- #x\n" },
        { "\x02> x\x03", "- \\> x\n" },
        { "\x02- x\x03", "- \\- x\n" },
        { "\x02-x\x03", "- -x\n" },
        { "\x02+ x\x03", "- \\+ x\n" },
        { "\x02+1\x03", "- +1\n" },
        { "\x02---\x03", "- \\---\n" },
        { "\x02"
          "1. x\x03",
          "- 1\\. x\n" },
        { "\x02"
          "12) x\x03",
          "- 12\\) x\n" },
        { "\x02"
          "1.5 x\x03",
          "- 1.5 x\n" },
        { "\x02     x\x03", "- x\n" },
        { "\x02[ ] x\x03", "- \\[ \\] x\n" },
        { "a \x02# x\x03", "- a # x\n" },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const char *cells[] = { "t", rows[i].cell, NULL };
        bd_table table = text_table(&arena, "l", cells);
        bd_buf out = BD_BUF_INIT;
        bd_markdown_list(&table, &out);
        assert_str(bd_buf_str(&out), rows[i].want);
        bd_buf_release(&out);
    }
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_line_up_in_the_source),
        cmocka_unit_test(one_long_cell_does_not_widen_every_line),
        cmocka_unit_test(wide_characters_count_twice),
        cmocka_unit_test(a_rule_has_three_dashes_at_least),
        cmocka_unit_test(no_columns_give_no_table),
        cmocka_unit_test(notes_are_paragraphs_of_data),
        cmocka_unit_test(a_cell_is_escaped_for_where_it_stands),
        cmocka_unit_test(a_list_item_begins_no_other_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
