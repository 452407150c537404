/* Documents as people write them: markers in every wrong and every right place, line ends,
 * links, pages. What is wrong is said with line and column, and nothing is written. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLE "<!-- benchdoc:table t -->"
#define VALUE "<!-- benchdoc:value j {score:0.0} method=foo -->"
#define END   "<!-- benchdoc:end -->"

static void what_is_wrong_with_markers_is_said_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *document, *says, *hint;
    } cases[] = {
        { TABLE "\n", "d.md:1:1: this table region is never closed", END },
        { "# a\n\n" TABLE "\n" TABLE "\n" END "\n" END "\n",
          "d.md:3:1: this table region is not closed before line 4",
          "d.md:6:1: this end has no beginning" },
        { "text\n\n" END "\n", "d.md:3:1: this end has no beginning", "remove it" },
        { "<!-- benchdoc:table tt -->\n" END "\n", "d.md:1:1: no table and no input is called 'tt'",
          "did you mean <!-- benchdoc:table t -->" },
        { "<!-- benchdoc:table -->\n" END "\n", "d.md:1:1: the marker does not say which table",
          "<!-- benchdoc:table t -->" },
        { "<!-- benchdoc:tabel t -->\n" END "\n", "d.md:1:1: unknown kind of region \"tabel\"",
          "did you mean <!-- benchdoc:table" },
        { VALUE "1.5" END "\n", "d.md:1:1: a value marker cannot begin a line",
          "put a word before it" },
        { "It took " VALUE "1.5\n\nand " END "\n",
          "d.md:1:9: this value is not closed in its paragraph", "right behind the value" },
        { "A <!-- benchdoc:value j {score} -->1" END "\n",
          "d.md:1:3: value 'j {score}': 2 points fit {score}", "method is foo, bar" },
        { "see " TABLE "\n" END "\n", "d.md:1:5: the marker of table stands alone",
          "a line of its own" },
        { "1. a\n   " TABLE "\n" END "\n", "d.md:3:1: the end of a region stands in another list",
          "begin the line with \"   <!-- benchdoc:end -->\"" },
        { "<!-- benchdoc:table file=../r.json -->\n" END "\n",
          "d.md:1:1: file=../r.json would leave the project", "relative to the project's root" },
        { "<!-- benchdoc:table file=none.json -->\n" END "\n", "none.json: no such file",
          "check the path" },
        { "<!-- benchdoc:pages method -->\n" END "\n",
          "d.md:1:1: no pages are declared per 'method'", "pages:" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        test_write_text(project_path(&p, "d.md"), cases[i].document);
        int status = project_run(&p, "generate");
        if (status != 2 && status != 3)
            fail_msg("exit %d for %s", status, cases[i].document);
        REFUSES(&p, "generate", status, cases[i].says, cases[i].hint);
        REFUSES(&p, "generate --check", status, cases[i].says);
        project_remove(&p);
    }
}

static void a_region_keeps_to_the_lists_and_quotes_it_stands_in(void **state)
{
    (void)state;
    static const struct {
        const char *before, *prefix;
    } cases[] = {
        { "> quote\n>\n", "> " },    { "- item\n\n", "  " },       { "12. item\n\n", "    " },
        { "> - item\n>\n", ">   " }, { "- a\n  - b\n\n", "    " },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        bd_buf text = BD_BUF_INIT, row = BD_BUF_INIT;
        bd_buf_printf(&text, "%s%s" TABLE "\n%s" END "\n", cases[i].before, cases[i].prefix,
                      cases[i].prefix);
        test_write_text(project_path(&p, "d.md"), bd_buf_text(&text));
        project_expect(&p, "generate", 0);
        bd_buf made = project_read(&p, "d.md");
        bd_buf_printf(&row, "\n%s| foo    | 1.50 ms |\n", cases[i].prefix);
        if (!strstr(bd_buf_text(&made), bd_buf_text(&row)))
            fail_msg("no row '%s' in\n%s", bd_buf_text(&row), bd_buf_text(&made));
        REFUSES(&p, "generate --check", 0, "say what the results say");
        bd_buf_release(&text);
        bd_buf_release(&row);
        bd_buf_release(&made);
        project_remove(&p);
    }
}

static void what_is_not_a_region_stays_byte_by_byte(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "",
        "no newline",
        "```\n" TABLE "\n" END "\n```\n",
        "~~~ md\n" TABLE "\n~~~\n",
        "    " TABLE "\n    " END "\n",
        "Write `" TABLE "` and ``" END "``.\n",
        "<!-- a comment -->\n\n<!-- table t -->\n",
        "x\xff\xfe\n",
        "\xef\xbb\xbf\r\n\r\n",
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        test_write_text(project_path(&p, "d.md"), cases[i]);
        project_expect(&p, "generate", 0);
        assert_true(project_says(&p, "d.md: the document has no region"));
        bd_buf made = project_read(&p, "d.md");
        assert_str(bd_buf_str(&made), cases[i]);
        bd_buf_release(&made);
        project_expect(&p, "generate --check", 0);
        project_remove(&p);
    }
}

static void line_ends_and_marks_of_a_document_stay(void **state)
{
    (void)state;
    static const struct {
        const char *head, *eol, *tail;
    } cases[] = {
        { "", "\n", "\n" },
        { "", "\r\n", "\r\n" },
        { "\xef\xbb\xbf# x\r\n\r\n", "\r\n", "\r\n" },
        { "\xef\xbb\xbf", "\n", "" },
        { "# old\r\r", "\r", "\r" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        bd_buf text = BD_BUF_INIT, want = BD_BUF_INIT;
        const char *e = cases[i].eol;
        bd_buf_printf(&text, "%s" TABLE "%s" END "%s", cases[i].head, e, cases[i].tail);
        bd_buf_printf(&want,
                      "%s" TABLE
                      "%s%s| Method |   Score |%s| ------ | ------: |%s| foo    | 1.50 ms |%s"
                      "| bar    | 2.50 ms |%s%s" END "%s",
                      cases[i].head, e, e, e, e, e, e, e, cases[i].tail);
        test_write(project_path(&p, "d.md"), text.data, text.len);
        project_expect(&p, "generate", 0);
        bd_buf made = project_read(&p, "d.md");
        assert_str(bd_buf_str(&made), bd_buf_text(&want));
        project_expect(&p, "generate --check", 0);
        bd_buf_release(&text);
        bd_buf_release(&want);
        bd_buf_release(&made);
        project_remove(&p);
    }
}

static void a_document_that_is_no_plain_file_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *command, *says, *hint;
    } cases[] = {
        { "rm d.md", "d.md: the document is not there", "benchdoc init --into d.md" },
        { "rm d.md && mkdir d.md", "d.md: is a directory", "name a file" },
        { "rm d.md && mkfifo d.md", "d.md: is a device or a pipe", "" },
        { "rm d.md && ln -s nowhere.md d.md", "d.md: the document is not there", "it is a link" },
        { "rm d.md && ln -s d.md d.md", "d.md: the document is not there", "it is a link" },
        { "rm d.md && ln -s /dev/full d.md", "d.md: is a link that leads out", "copy the file" },
        { "mv d.md ../benchdoc-outside.md && ln -s ../benchdoc-outside.md d.md",
          "d.md: is a link that leads out", "copy the file" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        project_shell(&p, cases[i].command);
        REFUSES(&p, "generate", 3, cases[i].says, cases[i].hint);
        REFUSES(&p, "generate --check", 3, cases[i].says);
        if (access(project_path(&p, "../benchdoc-outside.md"), F_OK) == 0) {
            bd_buf outside = project_read(&p, "../benchdoc-outside.md");
            assert_str(bd_buf_str(&outside), "# t\n\n" TABLE "\n" END "\n");
            bd_buf_release(&outside);
            remove(project_path(&p, "../benchdoc-outside.md"));
        }
        project_remove(&p);
    }
}

static void a_link_inside_the_project_stays_a_link(void **state)
{
    (void)state;
    project p = project_small();
    struct stat info;
    project_shell(
        &p,
        "mkdir docs && mv d.md docs/real.md && chmod 640 docs/real.md && ln -s docs/real.md d.md");
    project_expect(&p, "generate", 0);
    assert_int_equal(lstat(project_path(&p, "d.md"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(project_path(&p, "docs/real.md"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void naming_one_document_does_not_forget_the_others(void **state)
{
    (void)state;
    project p = project_small();
    project_replace(&p, "benchdoc.yml", "documents: d.md", "documents: [d.md, docs/e.md]");
    test_write_text(project_path(&p, "docs/e.md"), "It took " VALUE "?" END ".\n");
    test_write_text(project_path(&p, "f.md"), TABLE "\n" END "\n");
    project_expect(&p, "generate", 0);
    REFUSES(&p, "generate docs/e.md", 0, "docs/e.md: unchanged");
    REFUSES(&p, "generate --check d.md", 0, "say what");
    project_shell(&p, "mv r.json r.kept");
    REFUSES(&p, "generate --check", 0, "say what");
    project_shell(&p, "mv r.kept r.json");
    REFUSES(&p, "generate f.md", 2, "f.md: no such document in benchdoc.yml", "d.md");
    project_replace(&p, "docs/e.md", ">1.5<", ">1.6<");
    REFUSES(&p, "generate d.md", 2, "docs/e.md would have to change with it", "for all documents");
    project_expect(&p, "-C docs generate e.md", 0); /* as it is called from there */
    assert_true(project_says(&p, "docs/e.md: 1 of 1 cells changed"));
    REFUSES(&p, "-C docs generate --check --only e.md", 0, "say what");
    REFUSES(&p, "-C docs why e.md 'j {score:0.0} method=foo'", 0, "r.json:2:");
    project_remove(&p);
}

/* ---- pages ---- */

static project with_pages(const char *values, const char *file)
{
    project p = project_small();
    bd_buf results = BD_BUF_INIT, config = BD_BUF_INIT;
    bd_buf_printf(
        &results,
        "import json\njson.dump([{'name': 'm ' + v, 'unit': 'ns', 'value': 1.5} for v in %s], "
        "open('r.json', 'w'))\n",
        values);
    test_write_text(project_path(&p, "make.py"), bd_buf_text(&results));
    project_shell(&p, "python3 make.py && rm make.py");
    bd_buf_printf(&config,
                  "version: 1\ndocuments: d.md\ninputs:\n  j: { files: r.json, name: \"{metric} "
                  "{db}\" }\ntables:\n"
                  "  t: { from: j, per: db, columns: { DB: \"{db}\", M: \"{m}\" } }\n"
                  "pages:\n  - { per: db, template: page.md, file: \"%s\" }\n",
                  file);
    test_write_text(project_path(&p, "benchdoc.yml"), bd_buf_text(&config));
    test_write_text(project_path(&p, "page.md"), "# {{title}}\n\n" TABLE "\n" END "\n");
    test_write_text(project_path(&p, "d.md"), "<!-- benchdoc:pages db -->\n" END "\n");
    bd_buf_release(&results);
    bd_buf_release(&config);
    return p;
}

static void a_value_names_a_page_and_not_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *value, *file, *page; /* page NULL: refused */
    } cases[] = {
        { "'../../x'", "docs/{db:slug}.md", "docs/x.md" },
        { "'/etc/x'", "docs/{db:slug}.md", "docs/etc-x.md" },
        { "'..'", "docs/{db:slug}.md", "docs/unknown.md" },
        { "'Maria DB'", "docs/{db}.md", "docs/Maria DB.md" },
        { "'..'", "docs/{db}/x.md", NULL },
        { "'../x'", "docs/{db}.md", NULL },
        { "'a/b'", "docs/{db}.md", NULL },
        { "'/etc/x'", "docs/{db}.md", NULL },
        { "'.git'", "{db}/x.md", NULL },
        { "'.GIT'", "{db}/x.md", NULL },
        { "'a\\nb'", "docs/{db}.md", NULL },
        { "'x' * 300", "docs/{db}.md", NULL },
        { "'A', 'a'", "docs/{db:slug}.md", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf values = BD_BUF_INIT;
        bd_buf_printf(&values, "[%s]", cases[i].value);
        project p = with_pages(bd_buf_text(&values), cases[i].file);
        int status = project_run(&p, "generate");
        if (cases[i].page) {
            assert_int_equal(status, 0);
            assert_int_equal(access(project_path(&p, cases[i].page), F_OK), 0);
            project_expect(&p, "generate --check", 0);
        } else {
            if (status != 2 && status != 6)
                fail_msg("%s in %s: exit %d", cases[i].value, cases[i].file, status);
            assert_int_not_equal(access(project_path(&p, "benchdoc.lock"), F_OK), 0);
            REFUSES(&p, "generate", status, "");
        }
        bd_buf_release(&values);
        project_remove(&p);
    }
}

static void a_translation_that_nothing_uses_is_told_of(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_expect(&p, "generate --check", 0);
    assert_false(project_says(&p, "warning"));
    project_replace(&p, "benchdoc.yml", "    CPU: CPU", "    Bakcend: x\n    CPU: CPU");
    project_expect(&p, "generate --check", 0);
    bd_buf yaml = project_read(&p, "benchdoc.yml"), says = BD_BUF_INIT;
    const char *at = strstr(bd_buf_text(&yaml), "Bakcend");
    int line = 1;
    for (const char *c = bd_buf_text(&yaml); c < at; c++)
        line += *c == '\n';
    bd_buf_printf(&says, "benchdoc.yml:%d:5: no document in 'zh' says 'Bakcend'", line);
    assert_true(project_says(&p, bd_buf_text(&says)));
    bd_buf_release(&yaml);
    bd_buf_release(&says);
    assert_true(project_says(&p, "to the letter"));
    project_remove(&p);
}

static void a_page_never_replaces_what_somebody_wrote(void **state)
{
    (void)state;
    project p = with_pages("['mysql']", "docs/{db}.md");
    test_write_text(project_path(&p, "docs/mysql.md"), "# mine\n");
    REFUSES(&p, "generate", 6,
            "docs/mysql.md: the page would overwrite a file that benchdoc did not make",
            "move it away");
    project_remove(&p);
    p = with_pages("['d']", "{db}.md"); /* a document of the configuration */
    REFUSES(&p, "generate", 6, "d.md: the page would overwrite");
    project_remove(&p);
    p = with_pages("['mysql']", "docs/{db}.md");
    project_shell(&p, "rm page.md && ln -s /etc/passwd page.md");
    REFUSES(&p, "generate", 3, "page.md: is a link that leads out of the project");
    assert_false(project_says(&p, "root:"));
    project_shell(&p, "rm page.md");
    REFUSES(&p, "generate", 2, "benchdoc.yml:8:", "the template 'page.md' is not there",
            "{{title}}");
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_with_markers_is_said_at_its_place),
        cmocka_unit_test(a_region_keeps_to_the_lists_and_quotes_it_stands_in),
        cmocka_unit_test(what_is_not_a_region_stays_byte_by_byte),
        cmocka_unit_test(line_ends_and_marks_of_a_document_stay),
        cmocka_unit_test(a_document_that_is_no_plain_file_is_refused),
        cmocka_unit_test(a_link_inside_the_project_stays_a_link),
        cmocka_unit_test(naming_one_document_does_not_forget_the_others),
        cmocka_unit_test(a_value_names_a_page_and_not_a_place),
        cmocka_unit_test(a_translation_that_nothing_uses_is_told_of),
        cmocka_unit_test(a_page_never_replaces_what_somebody_wrote),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
