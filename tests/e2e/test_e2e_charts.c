/* Charts of documents: drawn when they would show something else, never else; what lies
 * beside the document is what the results say, or the check is red. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHART(name) "<!-- benchdoc:chart " name " -->\n<!-- benchdoc:end -->\n"

/* Two suites, so that a result can change that one chart alone shows. */
static project project_charts(void)
{
    project p = project_small();
    bd_buf other = project_jmh("org.B.baz 10 ms/op\norg.B.qux 20 ms/op");
    test_write(project_path(&p, "other.json"), other.data, other.len);
    bd_buf_release(&other);
    test_write_text(project_path(&p, "benchdoc.yml"),
                    "version: 1\ndocuments: [d.md, docs/e.md]\ninputs:\n  j: { files: r.json }\n"
                    "  o: { files: other.json }\ncharts:\n"
                    "  one: { from: j, x: method, y: \"{score:0.0 ms}\", title: One }\n"
                    "  two: { from: o, x: method, y: \"{score:0.0 ms}\", title: Two }\n");
    test_write_text(
        project_path(&p, "d.md"),
        "# d\n\n" CHART("one") "\n- two:\n\n  "
                               "<!-- benchdoc:chart two -->\n  <!-- benchdoc:end -->\n");
    test_write_text(project_path(&p, "docs/e.md"), "# e\n\n" CHART("two"));
    return p;
}

static void expect_text(const project *p, const char *relative, const char *text)
{
    bd_buf bytes = project_read(p, relative);
    if (!strstr(bd_buf_text(&bytes), text))
        fail_msg("%s has no '%s':\n%s", relative, text, bd_buf_text(&bytes));
    bd_buf_release(&bytes);
}

static bool is_there(const project *p, const char *relative)
{
    return access(project_path(p, relative), F_OK) == 0;
}

static const char *const pictures[] = { "charts/one.png",      "charts/one-dark.png",
                                        "charts/two.png",      "charts/two-dark.png",
                                        "docs/charts/two.png", "docs/charts/two-dark.png" };

static void look(const project *p, struct stat *out)
{
    for (size_t i = 0; i < BD_COUNT(pictures); i++)
        assert_int_equal(stat(project_path(p, pictures[i]), &out[i]), 0);
}

static bool is_untouched(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_mtim.tv_sec == b->st_mtim.tv_sec
           && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static void a_region_gets_both_pictures_and_links_to_them(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "d.md: text changed; 2 charts drawn"));
    for (size_t i = 0; i < BD_COUNT(pictures); i++)
        assert_true(is_there(&p, pictures[i]));
    expect_text(&p, "d.md",
                "<!-- benchdoc:chart one -->\n\n<picture>\n"
                "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"charts/one-dark.png\">\n"
                "  <img alt=\"One: ");
    expect_text(&p, "d.md", "  <picture>\n    <source media=");
    expect_text(&p, "docs/e.md", "src=\"charts/two.png\" width=\"830\">\n</picture>\n");
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void generating_again_touches_no_picture(void **state)
{
    (void)state;
    project p = project_charts();
    struct stat before[BD_COUNT(pictures)], after[BD_COUNT(pictures)];
    project_expect(&p, "generate", 0);
    look(&p, before);
    usleep(20000);
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "d.md: unchanged; 2 charts unchanged"));
    look(&p, after);
    for (size_t i = 0; i < BD_COUNT(pictures); i++)
        assert_true(is_untouched(&before[i], &after[i]));
    project_remove(&p);
}

static void a_changed_result_redraws_the_charts_that_show_it_and_no_other(void **state)
{
    (void)state;
    project p = project_charts();
    struct stat before[BD_COUNT(pictures)], after[BD_COUNT(pictures)];
    project_expect(&p, "generate", 0);
    look(&p, before);
    project_replace(&p, "r.json", "1.5", "1.75");
    REFUSES(&p, "generate --check", 1,
            "charts/one.png: the picture shows something else than the results say (d.md:3)",
            "charts/one-dark.png: the picture shows", "benchdoc.lock");
    assert_false(project_says(&p, "charts/two"));
    usleep(20000);
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "1 chart drawn, 1 unchanged"));
    look(&p, after);
    for (size_t i = 0; i < BD_COUNT(pictures); i++)
        assert_int_equal(is_untouched(&before[i], &after[i]), i >= 2);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void what_is_missing_or_damaged_is_drift_and_is_drawn_again(void **state)
{
    (void)state;
    static const struct {
        const char *command, *says;
    } cases[] = {
        { "rm charts/one.png", "charts/one.png: the picture is not there" },
        { "rm -r charts", "charts/two-dark.png: the picture is not there" },
        { "truncate -s -100 charts/one.png", "charts/one.png: the picture is damaged" },
        { "truncate -s 0 charts/one.png", "charts/one.png: the picture is damaged" },
        { "printf X | dd of=charts/one.png bs=1 seek=20 conv=notrunc 2>/dev/null",
          "charts/one.png: the picture is damaged" },
        { "cp charts/two.png charts/one.png", "charts/one.png: the picture shows something else" },
        { "cp charts/one-dark.png charts/one.png",
          "charts/one.png: the picture shows something else" },
    };
    project p = project_charts();
    project_expect(&p, "generate", 0);
    bd_buf whole = project_fingerprint(&p);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project_shell(&p, cases[i].command);
        REFUSES(&p, "generate --check", 1, cases[i].says, "files drifted");
        REFUSES(&p, "generate --dry-run", 0, "drawn");
        project_expect(&p, "generate", 0);
        bd_buf again = project_fingerprint(&p);
        assert_str(bd_buf_str(&again), bd_buf_text(&whole));
        bd_buf_release(&again);
    }
    bd_buf_release(&whole);
    project_remove(&p);
}

static void a_file_that_benchdoc_did_not_make_is_never_overwritten(void **state)
{
    (void)state;
    static const struct {
        const char *command, *says;
    } cases[] = {
        { "printf 'a photograph' >charts/one.png", "move it away" },
        { "printf 'version https://git-lfs.github.com/spec/v1\\n' >charts/one.png",
          "git lfs pull" },
        { "mkdir charts/one.png", "charts/one.png" },
        { "ln -s /etc/hostname charts/one.png", "charts/one.png" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_charts();
        project_shell(&p, "mkdir charts");
        project_shell(&p, cases[i].command);
        int status = project_run(&p, "generate");
        assert_true(status == 3 || status == 6);
        REFUSES(&p, "generate", status, "charts/one.png", cases[i].says);
        REFUSES(&p, "generate --check", status, cases[i].says);
        assert_false(is_there(&p, "benchdoc.lock"));
        project_remove(&p);
    }
}

/* Gives the picture another look, its checksum right. */
static void set_look(const project *p, const char *look)
{
    bd_buf script = BD_BUF_INIT;
    bd_buf_printf(&script,
                  "import struct, zlib\n"
                  "b = open('charts/one.png', 'rb').read()\n"
                  "i = b.index(b'tEXtbenchdoc:look\\0') - 4\n"
                  "n = struct.unpack('>I', b[i:i + 4])[0]\n"
                  "c = b'tEXtbenchdoc:look\\0' + b'%s'\n"
                  "open('charts/one.png', 'wb').write(b[:i] + struct.pack('>I', len(c) - 4) + c"
                  " + struct.pack('>I', zlib.crc32(c)) + b[i + 12 + n:])\n",
                  look);
    test_write_text(project_path(p, ".look.py"), bd_buf_text(&script));
    project_shell(p, "python3 .look.py");
    bd_buf_release(&script);
}

static void another_look_of_the_same_numbers_is_no_drift(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    bd_buf now = project_read(&p, "charts/one.png");
    set_look(&p, "0");
    REFUSES(&p, "generate --check", 0, "1 picture is of an earlier look");
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "1 chart drawn"));
    bd_buf again = project_read(&p, "charts/one.png");
    assert_true(bd_str_eq(bd_buf_str(&again), bd_buf_str(&now)));
    set_look(&p, "9000");
    REFUSES(&p, "generate --check", 0, "1 picture was drawn by a newer benchdoc");
    REFUSES(&p, "generate", 0, "2 charts unchanged");
    bd_buf_release(&now);
    bd_buf_release(&again);
    project_remove(&p);
}

static void a_picture_with_boxes_is_drawn_again_where_a_font_is(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    bd_buf now = project_read(&p, "charts/one.png");
    set_look(&p, "boxes");
    REFUSES(&p, "generate --check", 0, "1 picture has boxes in place of characters");
    project_expect(&p, "generate", 0);
    bd_buf again = project_read(&p, "charts/one.png");
    assert_true(bd_str_eq(bd_buf_str(&again), bd_buf_str(&now)));
    bd_buf_release(&now);
    bd_buf_release(&again);
    project_remove(&p);
}

static void without_any_font_nothing_is_drawn(void **state)
{
    (void)state;
    project p = project_charts();
    test_write_text(project_path(&p, "fonts.conf"), "<?xml version=\"1.0\"?>\n<fontconfig/>\n");
    setenv("FONTCONFIG_FILE", project_path(&p, "fonts.conf"), 1);
    REFUSES(&p, "generate", 6, "d.md:3:1", "no installed font has letters", "apt install fonts-");
    REFUSES(&p, "chart r.json -o x.svg", 6, "no installed font has letters");
    unsetenv("FONTCONFIG_FILE");
    assert_false(is_there(&p, "charts"));
    assert_false(is_there(&p, "x.svg"));
    project_expect(&p, "generate", 0);
    project_remove(&p);
}

static void a_clone_without_results_checks_and_draws_the_same(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    bd_buf before = project_read(&p, "charts/one.png");
    project_shell(&p, "rm r.json other.json");
    project_expect(&p, "generate --check", 0);
    project_shell(&p, "rm charts/one.png");
    project_expect(&p, "generate --check", 1);
    project_expect(&p, "generate --locked", 0);
    bd_buf after = project_read(&p, "charts/one.png");
    assert_true(bd_str_eq(bd_buf_str(&after), bd_buf_str(&before)));
    bd_buf_release(&before);
    bd_buf_release(&after);
    project_remove(&p);
}

static void a_picture_that_nothing_shows_is_told_and_pruned(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    test_write_text(project_path(&p, "charts/photo.png"), "not ours");
    test_write_text(project_path(&p, "docs/e.md"), "# e\n\n" CHART("one"));
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "docs/charts/two.png: no region shows it any more; --prune"));
    project_expect(&p, "generate --check", 0); /* it contradicts nothing */
    assert_true(project_says(&p, "docs/charts/two-dark.png: no region shows the picture"));
    project_expect(&p, "generate --prune", 0);
    assert_true(project_says(&p, "docs/charts/two.png: removed, no region shows it"));
    assert_false(is_there(&p, "docs/charts/two.png"));
    assert_true(is_there(&p, "charts/two.png"));
    assert_true(is_there(&p, "charts/photo.png"));
    project_expect(&p, "generate --check", 0);
    test_write_text(project_path(&p, "docs/e.md"), "# e\n\n<!-- benchdoc:table o -->\n"
                                                   "<!-- benchdoc:end -->\n");
    project_expect(&p, "generate --prune", 0); /* where the last chart was */
    assert_false(is_there(&p, "docs/charts/one.png"));
    project_remove(&p);
}

static void one_document_alone_draws_its_own_pictures(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    project_shell(&p, "rm -r charts docs/charts");
    project_expect(&p, "generate --only docs/e.md", 0);
    assert_true(is_there(&p, "docs/charts/two.png"));
    assert_false(is_there(&p, "charts"));
    project_expect(&p, "generate --check --only docs/e.md", 0);
    project_expect(&p, "generate --check --only d.md", 1);
    project_remove(&p);
}

static void a_mark_names_its_way_like_a_cell(void **state)
{
    (void)state;
    project p = project_charts();
    project_expect(&p, "generate", 0);
    project_expect(&p, "generate --json", 0);
    assert_true(project_says(&p, "\"path\": \"charts/one-dark.png\""));
    assert_true(project_says(&p, "\"was\": \"current\""));
    assert_true(project_says(&p, "$[1].primaryMetric.score"));
    project_expect(&p, "why d.md one score bar", 0);
    assert_true(project_says(&p, "r.json:"));
    assert_true(project_says(&p, "$[1].primaryMetric.score"));
    project_expect(&p, "why d.md one bar score", 0);
    project_expect(&p, "why d.md:3 score foo", 0);
    assert_true(project_says(&p, "$[0].primaryMetric.score"));
    REFUSES(&p, "why d.md one", 2, "a chart's mark is named by its series and its place",
            "benchdoc why d.md 'one' 'score' 'foo'");
    project_expect(&p, "why d.md one bar", 0); /* of its only series */
    assert_true(project_says(&p, "d.md, chart one, score, at bar: "));
    REFUSES(&p, "why d.md one score quux", 2, "foo, bar");
    project_remove(&p);
}

/* The break is at a commit that the chart does not show: the lock must place it, too. */
static void change_points_and_breaks_are_those_of_the_lock(void **state)
{
    (void)state;
    project p = project_empty();
    bd_buf history = BD_BUF_INIT;
    bd_buf_printf(&history, "%s/bench-data/history/data.js", test_source_dir());
    bd_buf bytes = test_read(bd_buf_text(&history));
    test_write(project_path(&p, "data.js"), bytes.data, bytes.len);
    test_write_text(project_path(&p, "benchdoc.yml"),
                    "version: 1\ndocuments: [d.md]\n"
                    "inputs: { h: { files: data.js, environment: { cpu: one } } }\n"
                    "breaks: [ { suite: h, at: 7d10f19, why: other clock } ]\n"
                    "charts:\n  c: { from: h benchmark=parse commit!=7d10f195dede5af1cf415b7c1f9a"
                    "375b28abb579,\n    x: commit, y: \"{value}\", change points: yes }\n");
    test_write_text(project_path(&p, "d.md"), "# d\n\n" CHART("c"));
    project_expect(&p, "generate", 0);
    expect_text(&p, "d.md", "; change points: -10.1 % at 783df4e; lower is better.");
    project_expect(&p, "generate --check", 0);
    project_shell(&p, "rm data.js");
    project_expect(&p, "generate --check", 0);
    project_replace(&p, "benchdoc.yml", "at: 7d10f19", "at: 783df4e");
    project_expect(&p, "generate --check", 1);
    assert_true(project_says(&p, "; change points: +7.9 % at 35c63bf; "));
    bd_buf_release(&history);
    bd_buf_release(&bytes);
    project_remove(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_region_gets_both_pictures_and_links_to_them),
        cmocka_unit_test(generating_again_touches_no_picture),
        cmocka_unit_test(a_changed_result_redraws_the_charts_that_show_it_and_no_other),
        cmocka_unit_test(what_is_missing_or_damaged_is_drift_and_is_drawn_again),
        cmocka_unit_test(a_file_that_benchdoc_did_not_make_is_never_overwritten),
        cmocka_unit_test(another_look_of_the_same_numbers_is_no_drift),
        cmocka_unit_test(a_picture_with_boxes_is_drawn_again_where_a_font_is),
        cmocka_unit_test(without_any_font_nothing_is_drawn),
        cmocka_unit_test(a_clone_without_results_checks_and_draws_the_same),
        cmocka_unit_test(a_picture_that_nothing_shows_is_told_and_pruned),
        cmocka_unit_test(one_document_alone_draws_its_own_pictures),
        cmocka_unit_test(a_mark_names_its_way_like_a_cell),
        cmocka_unit_test(change_points_and_breaks_are_those_of_the_lock),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
