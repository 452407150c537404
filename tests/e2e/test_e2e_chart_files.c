/* Where the pictures of charts go: names, formats, pages, languages; and what happens when
 * they cannot go there. */
#include "tests/e2e/project.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#define CHART(name) "<!-- benchdoc:chart " name " -->\n<!-- benchdoc:end -->\n"
#define HEAD        "version: 1\ndocuments: d.md\ninputs:\n  j: { files: r.json }\ncharts:\n"
#define ONE         "from: j, x: method, y: \"{score:0.0 ms}\""

static project project_of(const char *yml, const char *document)
{
    project p = project_small();
    test_write_text(project_path(&p, "benchdoc.yml"), yml);
    test_write_text(project_path(&p, "d.md"), document);
    return p;
}

static void expect_files(const project *p, const char *list)
{
    bd_buf line = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&line, "cd '%s' && find . -name '*.png' -o -name '*.svg' | sort | tr '\\n' ' '",
                  p->directory);
    assert_int_equal(test_shell(bd_buf_text(&line), &out, NULL), 0);
    assert_str(bd_str_trim(bd_buf_str(&out)), list);
    bd_buf_release(&line);
    bd_buf_release(&out);
}

static void names_and_formats_say_where_a_picture_goes(void **state)
{
    (void)state;
    static const struct {
        const char *chart, *document, *files;
    } cases[] = {
        { "  a: { " ONE " }\n", CHART("a"), "./charts/a-dark.png ./charts/a.png" },
        { "  a: { " ONE ", format: svg }\n", CHART("a"), "./charts/a-dark.svg ./charts/a.svg" },
        { "  a: { " ONE ", file: img/x.svg }\n", CHART("a"), "./img/x-dark.svg ./img/x.svg" },
        { "  a: { " ONE ", format: mermaid }\n", CHART("a"), "" },
        { "  a/b: { " ONE " }\n", CHART("a/b"), "./charts/a-b-dark.png ./charts/a-b.png" },
        { "  后端: { " ONE " }\n", CHART("后端"), "./charts/后端-dark.png ./charts/后端.png" },
        { "  a: { " ONE " }\n", CHART("j score method=foo|bar"),
          "./charts/j-score-method-foo-bar-dark.png ./charts/j-score-method-foo-bar.png" },
        { "  a: { " ONE " }\n",
          CHART("j score method=foo|bar|"
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
          "./charts/j-score-method-foo-bar-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-2f910c7d-dark.png "
          "./charts/j-score-method-foo-bar-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-2f910c7d.png" },
        { "  a: { " ONE " }\n", CHART("file=r.json"),
          "./charts/file-r-json-dark.png ./charts/file-r-json.png" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf yml = BD_BUF_INIT;
        bd_buf_printf(&yml, "%s%s", HEAD, cases[i].chart);
        project p = project_of(bd_buf_text(&yml), cases[i].document);
        project_expect(&p, "generate", 0);
        expect_files(&p, cases[i].files);
        project_expect(&p, "generate --check", 0);
        bd_buf_release(&yml);
        project_remove(&p);
    }
}

static void what_is_wrong_with_a_chart_is_said_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *charts, *document, *says, *hint;
    } cases[] = {
        { "  rows: { " ONE " }\n", CHART("row"), "d.md:1:1: no chart and no input is called 'row'",
          "did you mean <!-- benchdoc:chart rows -->" },
        { "  rows: { " ONE " }\n", CHART(""), "the marker does not say which chart",
          "<!-- benchdoc:chart rows -->" },
        { "  a: { " ONE " }\n", CHART("j score method=foo") CHART("j score method!=foo"),
          "d.md:3:1: this chart and another one, of d.md:1 (j score method=foo), would both be the "
          "file charts/j-score-method-foo.png",
          "a name of its own under `charts:`" },
        { "  a: { " ONE ", file: ../x.png }\n", CHART("a"), "leaves the project", "" },
        { "  a: { " ONE ", format: mermaid, log: y }\n", CHART("a"),
          "Mermaid cannot draw a logarithmic axis", "leave out `format: mermaid`" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_buf yml = BD_BUF_INIT;
        bd_buf_printf(&yml, "%s%s", HEAD, cases[i].charts);
        project p = project_of(bd_buf_text(&yml), cases[i].document);
        REFUSES(&p, "generate", 2, cases[i].says, cases[i].hint);
        REFUSES(&p, "generate --check", 2, cases[i].says);
        bd_buf_release(&yml);
        project_remove(&p);
    }
}

static void two_regions_of_one_content_share_their_files(void **state)
{
    (void)state;
    project p = project_of(HEAD "  a: { " ONE ", file: x.png }\n", CHART("a") "\n" CHART("a"));
    project_expect(&p, "generate", 0);
    expect_files(&p, "./x-dark.png ./x.png");
    project_remove(&p);
}

/* Charts a1 … aN of one benchmark, each with another title; two of them of something else. */
static project project_of_many(int count, const char *extra, const int with_extra[2])
{
    bd_buf yml = BD_BUF_INIT, document = BD_BUF_INIT;
    bd_buf_puts(&yml, HEAD);
    for (int i = 1; i <= count; i++) {
        bool has = i == with_extra[0] || i == with_extra[1];
        bd_buf_printf(&yml, "  a%d: { %s, y: \"{score:0.0 ms}\", title: \"Chart %d\" }\n", i,
                      has ? extra : "from: j method=foo, x: method", i);
        bd_buf_printf(&document, "<!-- benchdoc:chart a%d -->\n<!-- benchdoc:end -->\n", i);
    }
    project p = project_of(bd_buf_text(&yml), bd_buf_text(&document));
    bd_buf_release(&yml);
    bd_buf_release(&document);
    return p;
}

static void two_threads_draw_what_one_draws(void **state)
{
    (void)state;
    static const int none[2] = { 0, 0 };
    project p = project_of_many(6, "", none);
    project_expect(&p, "generate", 0); /* a dozen pictures */
    bd_buf together = project_fingerprint(&p);
    for (int i = 1; i <= 6; i++) {
        bd_buf command = BD_BUF_INIT;
        bd_buf_printf(&command, "rm charts/a%d.png charts/a%d-dark.png", i, i);
        project_shell(&p, bd_buf_text(&command));
        project_expect(&p, "generate", 0); /* a pair of them: not worth a thread */
        bd_buf alone = project_fingerprint(&p);
        assert_int_equal(alone.len, together.len);
        assert_memory_equal(alone.data, together.data, alone.len);
        bd_buf_release(&alone);
        bd_buf_release(&command);
    }
    bd_buf_release(&together);
    project_remove(&p);
}

/* Whichever thread comes upon it first. */
static void of_several_charts_that_cannot_be_drawn_the_first_is_named(void **state)
{
    (void)state;
    static const int wrong[2] = { 4, 5 };
    project p = project_of_many(8, "from: j, x: class, series: method", wrong);
    bd_buf lines = BD_BUF_INIT;
    bd_buf_puts(&lines, "org.A.foo 1.5 ms/op");
    for (int i = 0; i < 100; i++)
        bd_buf_printf(&lines, "\norg.A.m%d 2.5 ms/op", i);
    bd_buf results = project_jmh(bd_buf_text(&lines));
    test_write(project_path(&p, "r.json"), results.data, results.len);
    for (int i = 0; i < 4; i++)
        REFUSES(&p, "generate", 3, "d.md:7:1", "a chart of 101 series cannot be drawn");
    bd_buf_release(&lines);
    bd_buf_release(&results);
    project_remove(&p);
}

static void mermaid_stands_in_the_document(void **state)
{
    (void)state;
    project p = project_of(HEAD "  a: { " ONE ", format: mermaid }\n", "> " CHART("a"));
    test_write_text(project_path(&p, "d.md"),
                    "> <!-- benchdoc:chart a -->\n> <!-- benchdoc:end -->\n");
    project_expect(&p, "generate", 0);
    bd_buf text = project_read(&p, "d.md");
    assert_non_null(strstr(bd_buf_text(&text), "> ```mermaid\n> xychart-beta\n"));
    assert_non_null(strstr(bd_buf_text(&text), ">   bar [1.5, 2.5]\n> ```\n"));
    bd_buf_release(&text);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void pages_and_languages_have_pictures_of_their_own(void **state)
{
    (void)state;
    project p = project_of(
        "version: 1\nlanguages: [en, zh]\ndocuments: { d.md: en, d.zh.md: zh }\n"
        "inputs:\n  j: { files: r.json }\n"
        "pages:\n  - { per: method, template: t.md, file: \"pages/{method:slug}.md\" }\n"
        "charts:\n  a: { " ONE ", title: Speed }\n"
        "translations:\n  zh: { Speed: 速度, Method: 方法, score: 得分 }\n",
        CHART("a"));
    test_write_text(project_path(&p, "d.zh.md"), CHART("a"));
    test_write_text(project_path(&p, "t.md"), "# {{title}}\n\n" CHART("a"));
    project_expect(&p, "generate", 0);
    expect_files(&p, "./charts/a-dark.png ./charts/a-dark.zh.png ./charts/a.png ./charts/a.zh.png "
                     "./pages/charts/a-bar-dark.png ./pages/charts/a-bar.png "
                     "./pages/charts/a-foo-dark.png ./pages/charts/a-foo.png");
    bd_buf text = project_read(&p, "d.zh.md");
    assert_non_null(strstr(bd_buf_text(&text), "src=\"charts/a.zh.png\""));
    bd_buf_release(&text);
    project_expect(&p, "generate --check", 0);
    bd_buf fewer = project_jmh("org.A.foo 1.5 ms/op");
    test_write(project_path(&p, "r.json"), fewer.data, fewer.len);
    bd_buf_release(&fewer);
    project_expect(&p, "generate --prune", 0); /* the page goes, and so do its pictures */
    expect_files(&p, "./charts/a-dark.png ./charts/a-dark.zh.png ./charts/a.png ./charts/a.zh.png "
                     "./pages/charts/a-foo-dark.png ./pages/charts/a-foo.png");
    project_remove(&p);
}

/* ---- disks and rights ---- */

static void a_full_disk_under_the_pictures_leaves_everything_as_it_was(void **state)
{
    (void)state;
    project p = project_of(HEAD "  a: { " ONE " }\n", CHART("a"));
    char *disk = bd_strdup(project_path(&p, "charts"));
    project_shell(&p, "mkdir charts");
    if (mount("tmpfs", disk, "tmpfs", 0, "size=16k") != 0) {
        print_message("SKIPPED: no file system may be mounted here (%s)\n", strerror(errno));
        free(disk);
        project_remove(&p);
        skip();
    }
    bd_buf before = project_fingerprint(&p);
    int status = project_run(&p, "generate");
    bd_buf after = project_fingerprint(&p);
    umount(disk);
    assert_int_equal(status, 6);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    bd_buf_release(&before);
    bd_buf_release(&after);
    free(disk);
    project_remove(&p);
}

static void a_read_only_directory_of_pictures_leaves_everything_as_it_was(void **state)
{
    (void)state;
    project p = project_of(HEAD "  a: { " ONE " }\n", CHART("a"));
    bd_buf line = BD_BUF_INIT;
    project_shell(&p,
                  "mkdir charts && chown -R 65534 . 2>/dev/null; chmod 755 .; chmod 555 charts");
    bd_buf before = project_fingerprint(&p);
    bd_buf_printf(&line, "cd '%s' && %s'%s' generate", p.directory,
                  geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "",
                  BENCHDOC_PROGRAM);
    int status = test_shell(bd_buf_text(&line), &p.out, &p.diag);
    bd_buf after = project_fingerprint(&p);
    assert_int_equal(status, 6);
    assert_true(project_says(&p, "cannot be written: Permission denied"));
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    project_shell(&p, "chmod 755 charts");
    bd_buf_release(&before);
    bd_buf_release(&after);
    bd_buf_release(&line);
    project_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_formats_say_where_a_picture_goes),
        cmocka_unit_test(what_is_wrong_with_a_chart_is_said_at_its_place),
        cmocka_unit_test(two_regions_of_one_content_share_their_files),
        cmocka_unit_test(two_threads_draw_what_one_draws),
        cmocka_unit_test(of_several_charts_that_cannot_be_drawn_the_first_is_named),
        cmocka_unit_test(mermaid_stands_in_the_document),
        cmocka_unit_test(pages_and_languages_have_pictures_of_their_own),
        cmocka_unit_test(a_full_disk_under_the_pictures_leaves_everything_as_it_was),
        cmocka_unit_test(a_read_only_directory_of_pictures_leaves_everything_as_it_was),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
