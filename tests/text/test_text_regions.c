/* Regions: found where Markdown has them, refused with a way out where something is
 * wrong. */
#include "tests/text/text_support.h"

#include <stdlib.h>
#include <string.h>

#define END   "<!-- benchdoc:end -->"
#define TABLE "<!-- benchdoc:table x -->"
#define VALUE "<!-- benchdoc:value v -->"
#define BOM   "\xEF\xBB\xBF"

/* Scans and lists "kind(arguments)@line:column" for each region, then the findings. */
static void scan_to_text(const char *document, bd_buf *out)
{
    bd_regions regions;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bool ok = bd_document_scan(bd_str_of(document), "a.md", &regions, &found);
    assert_int_equal(ok, found.errors == 0);
    for (size_t i = 0; i < regions.count; i++) {
        const bd_region *r = &regions.items[i];
        bd_buf_printf(out, "%s(%s)@%d:%d\n", r->kind, r->arguments, r->line, r->column);
    }
    text_findings(&found, out);
    bd_regions_release(&regions);
    bd_diagnostics_release(&found);
}

static const struct {
    const char *document, *want;
} found_rows[] = {
    { "", "" },
    { "no region <!-- a comment --> <!-- benchdoc is good -->\n", "" },
    { TABLE "\nold\n" END "\n", "table(x)@1:1\n" },
    { TABLE "\n" END, "table(x)@1:1\n" },
    { BOM TABLE "\r\n" END "\r\n", "table(x)@1:1\n" },
    { "<!--benchdoc:table x-->\n<!--benchdoc:end-->\n", "table(x)@1:1\n" },
    { "<!--  BenchDoc:TABLE   a  b=\"c d\"  -->  \n<!-- BENCHDOC:End -->\t\n",
      "table(a  b=\"c d\")@1:1\n" },
    { "<!-- benchdoc:environment -->\n" END "\n\n<!-- benchdoc:pages database -->\n" END
      "\n<!-- benchdoc:chart c --x -->\n" END "\n",
      "environment()@1:1\npages(database)@4:1\nchart(c --x)@6:1\n" },
    { "A write took " VALUE "1 ms" END ", a read " VALUE "2 ms" END ".\n",
      "value(v)@1:14\nvalue(v)@1:73\n" },
    { "é " VALUE "1" END "\n", "value(v)@1:3\n" },
    { "# Title " VALUE "1" END "\n", "value(v)@1:9\n" },
    { "a\n* b\n  c " VALUE "1\n  ms" END "\n", "value(v)@3:5\n" },
    { "a <!-- benchdoc:value a\n   b=c --> 1" END "\n", "value(a b=c)@1:3\n" },
    /* containers */
    { "> " TABLE "\n>\n> old\n> " END "\n", "table(x)@1:3\n" },
    { "- a\n\n  " TABLE "\n  " END "\n", "table(x)@3:3\n" },
    { "- " TABLE "\n  " END "\n", "table(x)@1:3\n" },
    { "10. a\n    > " TABLE "\n    > " END "\n", "table(x)@2:7\n" },
    { "[^1]: note\n\n    " TABLE "\n    " END "\n", "table(x)@3:5\n" },
    { "-\ta\n\n\t" TABLE "\n\t" END "\n", "table(x)@3:2\n" },
    { "   " TABLE "\n   " END "\n", "table(x)@1:4\n" },
    { "text\n" TABLE "\nold\n" END "\n", "table(x)@2:1\n" },
    { "<details>\n<summary>s</summary>\n\n" TABLE "\n" END "\n\n</details>\n", "table(x)@4:1\n" },
    { "<details>\n" TABLE "\n\n| a |\n\n" END "\n</details>\n", "table(x)@2:1\n" },
    { "---\ntitle: \"<!-- benchdoc:foo -->\"\n---\n" TABLE "\n" END "\n", "table(x)@4:1\n" },
    /* cells of a table are contexts of their own */
    { "| a ` b | c ` |\n| - | - |\n| ` | " VALUE "1" END " ` |\n", "value(v)@3:7\n" },
    { "| a |\n| - |\n| " VALUE "1" END " |\n", "value(v)@3:3\n" },
    { "| a |\n| - |\n| <!-- benchdoc:value o=a\\|b -->1" END " |\n", "value(o=a|b)@3:3\n" },
    /* code is text */
    { "```\n" TABLE "\n" END "\n```\n", "" },
    { "~~~~ md\n" TABLE "\n```\n~~~\n" END "\n~~~~~\n", "" },
    { "``` x `\n" TABLE "\n" END "\n", "table(x)@2:1\n" },
    { "```\n" TABLE "\n", "" },
    { "> ```\n> " TABLE "\n> " END "\n> ```\n", "" },
    { "> ```\n" TABLE "\n" END "\n", "table(x)@2:1\n" },
    { "- ```\n  " TABLE "\n  ```\n", "" },
    { "- a\n\n      " TABLE "\n", "" },
    { "    " TABLE "\n    " END "\n", "" },
    { "\t" TABLE "\n", "" },
    { "1. a\n\n        " TABLE "\n", "" },
    { "see `" TABLE "` and ``" END " ` ``\n", "" },
    { "see `a\n"
      "b " VALUE "` c\n",
      "" },
    { "> see `a\n> b " VALUE "` c\n", "" },
    { "a `` b " VALUE "1" END " ` c\n", "value(v)@1:8\n" },
    { "\\" TABLE " and \\`" VALUE "1" END "`\n", "value(v)@1:34\n" },
    { "<pre>\n" TABLE "\n\n" END "\n</pre>\n", "" },
    { "<a title=\"" VALUE "\">x</a>\n", "" },
    { "<!-- see\n" TABLE "\n"
      "x\n",
      "" },
    { "<!-- <!-- benchdoc:value v -->\n", "" },
    { "<!-- hidden\n\n<!-- benchdoc\n:table\n-->\n", "" },
};

static void regions_are_found_where_markdown_has_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(found_rows); i++) {
        bd_buf out = BD_BUF_INIT;
        scan_to_text(found_rows[i].document, &out);
        if (!bd_str_is(bd_buf_str(&out), found_rows[i].want))
            fail_msg("in <%s>\n%s-- but wanted\n%s", found_rows[i].document, bd_buf_text(&out),
                     found_rows[i].want);
        bd_buf_release(&out);
    }
}

static const struct {
    const char *document, *want; /* of the findings: a part each, parted by "\n" */
} wrong_rows[] = {
    { TABLE "\n", "1:1: this table region is never closed" },
    { TABLE "\n```\n" END "\n```\n",
      "(the end marker in line 3 stands in code, where it is text)" },
    { "a\n" END "\n", "2:1: this end has no beginning" },
    { TABLE "\n" TABLE "\n" END "\n", "1:1: this table region is not closed before line 2" },
    { "<!-- benchdoc:tabel x -->\n",
      "1:1: unknown kind of region \"tabel\" (did you mean <!-- benchdoc:table" },
    { "<!-- benchdoc:ende -->\n", "did you mean <!-- benchdoc:end" },
    { "<!-- benchdoc:zzzzzz -->\n", "kinds are table, value" },
    { "<!-- benchdoc: table x -->\n",
      "1:1: this comment looks like a marker\n(write <!-- benchdoc:table x -->)" },
    { "<!-- benchdoc :end -->\n", "write <!-- benchdoc:end -->" },
    { "<!-- benchdoc end -->\n", "write <!-- benchdoc:end -->" },
    { "<!-- /benchdoc -->\n", "write <!-- benchdoc:end -->" },
    { "<!-- benchdoc:include a.md -->\n", "files are included in the templates of pages only" },
    { "x\n<!-- benchdoc:page a.md -->\n", "belongs into the first line" },
    { "text " TABLE "\n" END "\n",
      "1:6: the marker of table stands alone on its line (give it a line of its own)" },
    { TABLE " text\n" END "\n", "1:1: the marker of table stands alone" },
    { TABLE END "\n", "1:1: the marker of table stands alone" },
    { TABLE "\n" END " x\n", "2:1: the end of table stands alone" },
    { "text\n     " TABLE "\n" END "\n",
      "2:6: the marker of table stands alone on its line (indent it by three" },
    { "> " TABLE "\n" END "\n",
      "2:1: the end of a region stands in another list, quote or indentation than its "
      "beginning in line 1 (begin the line with \"> <!-- benchdoc:end -->\")" },
    { "- " TABLE "\n- " END "\n", "2:3: the end of a region stands in another" },
    { TABLE "\n  " END "\n",
      "2:3: the end of a region\n(begin the line with <!-- benchdoc:end -->)" },
    { TABLE "\n<!-- benchdoc:end table -->\n", "2:1: an end takes no arguments" },
    { VALUE "1" END "\n",
      "1:1: a value marker cannot begin a line: Markdown would take the line as raw HTML "
      "(put a word before it" },
    { "- " VALUE "1" END "\n", "1:3: a value marker cannot begin a line" },
    { "> " VALUE "1" END "\n", "1:3: a value marker cannot begin a line" },
    { "text\n" VALUE "1" END "\n", "2:1: a value marker cannot begin a line" },
    { "<div>x " VALUE "1" END "</div>\n", "1:8: a value marker cannot stand in raw HTML" },
    { "a " VALUE "1\n\n" END "\n",
      "1:3: this value is not closed in its paragraph\n3:1: this end has no beginning" },
    { "| a | b |\n| - | - |\n| x " VALUE "1 | " END " |\n",
      "3:5: this value is not closed in its paragraph or cell" },
    { "| a |\n| - |\n| x <!-- benchdoc:value o=a|b -->1" END " |\n",
      "3:5: this marker is not closed within its cell" },
    { "a <!-- benchdoc:value x\n", "1:3: this marker is not closed" },
    { "<!-- benchdoc:table\n x -->\n" END "\n",
      "1:1: the marker of table stands alone on its line (a marker does not" },
    { "a <!-- benchdoc:value x=--y -->1" END "\n", "1:3: warning: GitHub shows a comment" },
    { "a `x` " VALUE "1 `" END "`\n", "stands in code" },
    /* several at once */
    { END "\n<!-- benchdoc:foo -->\n" VALUE END "\n" TABLE "\n",
      "1:1: this end\n2:1: unknown kind\n3:1: a value marker\n4:1: this table region is never "
      "closed" },
};

static void a_misspelt_marker_is_one_error_not_two(void **state)
{
    (void)state;
    static const char *const documents[] = {
        "<!-- benchdoc:tabel x -->\n" END "\n",
        "<!-- benchdoc: table x -->\n" END "\n" TABLE "\n" END "\n",
        "a <!-- benchdoc:valeu v -->1" END " and " VALUE "1" END "\n",
        TABLE "\n<!-- benchdoc end -->\n" TABLE "\n" END "\n",
        TABLE "\n<!-- benchdoc:ende -->\n",
    };
    for (size_t i = 0; i < BD_COUNT(documents); i++) {
        bd_diagnostics found = BD_DIAGNOSTICS_INIT;
        bd_regions regions;
        assert_false(bd_document_scan(bd_str_of(documents[i]), "d.md", &regions, &found));
        if (found.errors != 1)
            fail_msg("%zu errors in <%s>", found.errors, documents[i]);
        bd_regions_release(&regions);
        bd_diagnostics_release(&found);
    }
}

static void what_is_wrong_is_said_with_a_way_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(wrong_rows); i++) {
        bd_buf out = BD_BUF_INIT;
        scan_to_text(wrong_rows[i].document, &out);
        bd_str rest = bd_str_of(wrong_rows[i].want);
        for (bd_str part; bd_str_split(&rest, '\n', &part);)
            if (!memmem(out.data ? out.data : "", out.len, part.ptr, part.len))
                fail_msg("in <%s>\n%s-- does not say\n%.*s", wrong_rows[i].document,
                         bd_buf_text(&out), (int)part.len, part.ptr);
        bd_buf_release(&out);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_found_where_markdown_has_them),
        cmocka_unit_test(what_is_wrong_is_said_with_a_way_out),
        cmocka_unit_test(a_misspelt_marker_is_one_error_not_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
