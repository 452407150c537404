/* Pages from templates: placeholders for the place they stand in, notes put in, the mark. */
#include "tests/text/text_support.h"

#include <string.h>

#define MARK(eol)                                                                               \
    "<!-- benchdoc:page t.md: this page is made from that template; what is changed here gets " \
    "lost -->" eol

static bd_pair names_of_page[] = {
    { "title", "My *SQL* `x` Server" },
    { "value", "a b.c" },
    { "bad", "x --> y" },
    { "up", "../../etc" },
    { "html", "<\"&" },
    { "number", "1." },
};
static const bd_pairs names = { .items = names_of_page, .count = BD_COUNT(names_of_page) };

/* Builds the page, each include replaced by "NOTE(path)\n"; or lists the findings. */
static void build(const char *template_text, const char *note, bd_buf *out)
{
    bd_template template;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_str notes[8];
    if (bd_template_scan(bd_str_of(template_text), "t.md", &names, &template, &found)) {
        for (size_t i = 0; i < template.include_count && i < BD_COUNT(notes); i++)
            notes[i] = note ? bd_str_of(note) : (bd_str){ NULL, 0 };
        bd_template_build(bd_str_of(template_text), "t.md", &template, notes, out);
        assert_true(bd_page_is_ours(bd_buf_str(out)));
    } else {
        text_findings(&found, out);
    }
    bd_template_release(&template);
    bd_diagnostics_release(&found);
}

static void placeholders_are_escaped_for_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *template_text, *note, *want;
    } rows[] = {
        { "# {{title}}\n", NULL, MARK("\n") "# My \\*SQL\\* \\`x\\` Server\n" },
        { "", NULL, MARK("\n") },
        { "a {{ title }} b\r\n", NULL, MARK("\r\n") "a My \\*SQL\\* \\`x\\` Server b\r\n" },
        { "`{{title}}` and\n\n```\n{{title}} {{nobody}}\n```\n", NULL,
          MARK("\n") "`{{title}}` and\n\n```\n{{title}} {{nobody}}\n```\n" },
        { "\\{{title}} {x}\n", NULL, MARK("\n") "{{title}} {x}\n" },
        { "[x](docs/{{value}}.md)\n", NULL, MARK("\n") "[x](docs/a%20b.c.md)\n" },
        { "{{number}} x\n- {{number}} y\n", NULL, MARK("\n") "1\\. x\n- 1\\. y\n" },
        { "<p title=\"{{html}}\">{{html}}</p>\n", NULL,
          MARK("\n") "<p title=\"&lt;&quot;&amp;\">&lt;&quot;&amp;</p>\n" },
        { "---\ntitle: \"{{html}}\"\n---\n# x\n", NULL,
          "---\ntitle: \"<\\\"&\"\n---\n" MARK("\n") "# x\n" },
        { "---\nt: x\n...", NULL, "---\nt: x\n...\n" MARK("\n") },
        { "<!-- benchdoc:table t database={{value}} -->\n<!-- benchdoc:end -->\n", NULL,
          MARK("\n") "<!-- benchdoc:table t database=\"a b.c\" -->\n<!-- benchdoc:end -->\n" },
        { "a\n\n<!-- benchdoc:include notes/{{value}}.md -->\n\nb\n", "one\ntwo",
          MARK("\n") "a\n\none\ntwo\n\nb\n" },
        { "a\n<!-- benchdoc:include n.md -->\nb\n", NULL, MARK("\n") "a\nb\n" },
        { "a\r\n> <!-- benchdoc:include n.md -->\r\n", "\xEF\xBB\xBFone\n\ntwo\n",
          MARK("\r\n") "a\r\n> one\r\n>\r\n> two\r\n" },
        { "```\n<!-- benchdoc:include n.md -->\n```\n", "x",
          MARK("\n") "```\n<!-- benchdoc:include n.md -->\n```\n" },
        /* wrong ones */
        { "x\ny {{nam}}\n", NULL,
          "2:3: nothing is called \"nam\" here (names are {{title}}, {{value}}, {{bad}}, {{up}}, "
          "{{html}}, "
          "{{number}}; text in double braces is written \\{{)\n" },
        { "a {{title\n", NULL,
          "1:3: this placeholder has no name or no end (write {{title}}, or \\{{ for text)\n" },
        { "<!-- benchdoc:include {{up}}/x.md -->\n", NULL,
          "1:1: an include names a file inside the project (write a relative path without \"..\": "
          "<!-- benchdoc:include notes/{{value}}.md -->)\n" },
        { "a <!-- benchdoc:include x.md -->\n", NULL,
          "1:3: an include stands alone on its line (give it a line of its own)\n" },
        { "<!-- benchdoc:table t x={{bad}} -->\n", NULL,
          "1:25: this value cannot stand in a marker (it holds a quotation mark, a line end or two "
          "dashes)\n" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT;
        build(rows[i].template_text, rows[i].note, &out);
        assert_str(bd_buf_str(&out), rows[i].want);
        bd_buf_release(&out);
    }
}

static void the_mark_says_whose_a_page_is(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        bool ours;
    } rows[] = {
        { MARK("\n"), true },
        { "\xEF\xBB\xBF" MARK("\r\n") "x", true },
        { "<!-- benchdoc:page x -->", true },
        { "---\nt: x\n---\n" MARK("\n"), true },
        { "\n" MARK("\n"), false },
        { "x <!-- benchdoc:page x -->\n", false },
        { "<!-- benchdoc:table x -->\n", false },
        { "<!-- benchdoc:pages x -->\n", false },
        { "", false },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_int_equal(bd_page_is_ours(bd_str_of(rows[i].bytes)), rows[i].ours);
}

static void a_page_is_a_document_with_regions(void **state)
{
    (void)state;
    bd_regions regions;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_str page = BD_STR(MARK("\n") "<!-- benchdoc:table x -->\n<!-- benchdoc:end -->\n");
    assert_true(bd_document_scan(page, "p.md", &regions, &found));
    assert_int_equal(regions.count, 1);
    assert_int_equal(regions.items[0].line, 2);
    bd_regions_release(&regions);
    bd_diagnostics_release(&found);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placeholders_are_escaped_for_their_place),
        cmocka_unit_test(the_mark_says_whose_a_page_is),
        cmocka_unit_test(a_page_is_a_document_with_regions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
