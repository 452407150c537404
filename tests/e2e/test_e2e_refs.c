/* Inputs that are named by a git ref: read when asked to, from the lock otherwise, and the
 * repository is as it was. Needs the git program to make the repository. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTEL "intel-xeon-platinum-8573c"
#define AMD   "amd-epyc-7763-64-core-processor"

/* As the sketch of skript-orm's configuration has it. */
static const char values[] =
    "values:\n"
    "  insert-intel: { from: nightly cpu=" INTEL
    " method=insertManyOf5000 latest, say: { en: \"{score:0.000 ms}\", "
    "zh: \"{score:0.000} 毫秒\" } }\n"
    "  insert-amd:   { from: nightly cpu=" AMD
    " method=insertManyOf5000 latest, say: { en: \"{score:0.000 ms}\", "
    "zh: \"{score:0.000} 毫秒\" } }\n"
    "  host-factor:  { ratio: [insert-amd, insert-intel], number: \"0.00\" }\n";

static const char document[] =
    "# Nightly\n\nIntel <!-- benchdoc:value insert-intel -->?<!-- benchdoc:end -->, AMD "
    "<!-- benchdoc:value insert-amd -->?<!-- benchdoc:end -->, factor "
    "<!-- benchdoc:value host-factor -->?<!-- benchdoc:end -->.\n";

static bd_buf sh(project *p, const char *script)
{
    bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT, diag = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "cd '%s' && export HOME='%s/.home' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
                  "GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a "
                  "GIT_COMMITTER_EMAIL=a@example.org && set -e && %s",
                  p->directory, p->directory, script);
    if (test_shell(bd_buf_text(&command), &out, &diag) != 0)
        fail_msg("%s\n%s", script, bd_buf_text(&diag));
    bd_buf_release(&command);
    bd_buf_release(&diag);
    return out;
}

static void run_script(project *p, const char *script)
{
    bd_buf out = sh(p, script);
    bd_buf_release(&out);
}

/* A data.js of one suite with an entry for each score: nights from 20 July 2026 on. */
static void write_history(project *p, const char *slug, const double *scores, size_t count)
{
    bd_buf text = BD_BUF_INIT, path = BD_BUF_INIT;
    bd_buf_puts(
        &text, "window.BENCHMARK_DATA = {\n  \"lastUpdate\": 1,\n  \"entries\": {\n    \"ORM\": [");
    for (size_t i = 0; i < count; i++)
        bd_buf_printf(
            &text,
            "%s\n      {\"commit\": {\"id\": \"%040zu\", \"message\": \"m\"}, \"date\": %lld, "
            "\"tool\": "
            "\"jmh\",\n       \"benches\": [\n        {\"name\": \"io.x.Orm.insertManyOf5000\", "
            "\"value\": %.3f, \"unit\": \"ms/op\", \"extra\": \"iterations: 5\\nforks: "
            "1\\nthreads: "
            "1\"},\n        {\"name\": \"io.x.Orm.read ( {\\\"rows\\\":\\\"5\\\"} )\", \"value\": "
            "1.5, "
            "\"unit\": \"ms/op\"}]}",
            i > 0 ? "," : "", i + 1, 1784505600000LL + 86400000LL * (long long)i, scores[i]);
    bd_buf_puts(&text, "\n    ]\n  }\n}");
    bd_buf_printf(&path, "site/dev/bench/%s/data.js", slug);
    test_write(project_path(p, bd_buf_text(&path)), text.data, text.len);
    bd_buf_release(&text);
    bd_buf_release(&path);
}

/* Commits site/ as the next state of the branch, without touching the work tree's. */
static void publish(project *p)
{
    run_script(
        p, "export GIT_INDEX_FILE=\"$PWD/.index\" && rm -f .index && git --work-tree=site add -A . "
           "&& tree=$(git write-tree) && rm -f .index && old=$(git rev-parse -q --verify gh-pages "
           "|| true) "
           "&& git update-ref refs/heads/gh-pages "
           "$(git commit-tree -m night ${old:+-p $old} $tree)");
}

static void write_configuration(project *p, const char *files, const char *more)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text,
                  "version: 1\nlanguages: [en, zh]\ndocuments: { docs/nightly.md: en, "
                  "docs/nightly.zh.md: zh }\n"
                  "inputs:\n  nightly:\n    files: %s\n%s%s",
                  files, values, more);
    test_write(project_path(p, "benchdoc.yml"), text.data, text.len);
    bd_buf_release(&text);
}

static project make(void)
{
    static const double intel[] = { 11, 10.5, 9.95 }, amd[] = { 14, 14.925 };
    if (test_shell("git --version", NULL, NULL) != 0) {
        print_message("git is not here\n");
        skip();
    }
    project p = project_empty();
    run_script(
        &p, "mkdir .home && git init -q -b main . && printf 'site\\n.home\\n' > .git/info/exclude");
    write_history(&p, INTEL, intel, BD_COUNT(intel));
    write_history(&p, AMD, amd, BD_COUNT(amd));
    test_write_text(project_path(&p, "site/index.html"), "<html>");
    publish(&p);
    write_configuration(&p, "\"gh-pages:dev/bench/{cpu}/data.js\"", "");
    test_write_text(project_path(&p, "docs/nightly.md"), document);
    test_write_text(project_path(&p, "docs/nightly.zh.md"), document);
    return p;
}

static void assert_holds(const project *p, const char *relative, const char *text)
{
    bd_buf bytes = project_read(p, relative);
    if (!strstr(bd_buf_text(&bytes), text))
        fail_msg("%s does not hold '%s':\n%s", relative, text, bd_buf_text(&bytes));
    bd_buf_release(&bytes);
}

static void assert_unchanged(project *p, const bd_buf *before)
{
    bd_buf after = project_fingerprint(p);
    assert_str(bd_buf_str(&after), before->data);
    bd_buf_release(&after);
}

static void assert_first_figures(const project *p)
{
    assert_holds(p, "docs/nightly.md", "insert-intel -->9.950 ms<!--");
    assert_holds(p, "docs/nightly.md", "insert-amd -->14.925 ms<!--");
    assert_holds(p, "docs/nightly.md", "host-factor -->1.50<!--");
    assert_holds(p, "docs/nightly.zh.md", "insert-intel -->9.950 毫秒<!--");
}

static void the_latest_night_and_the_ratio_of_two_machines_come_out(void **state)
{
    (void)state;
    project p = make();
    project_expect(&p, "generate --refresh", 0);
    assert_true(project_says(&p, "nightly: 2 files of gh-pages at "));
    assert_first_figures(&p);
    bd_buf commit = sh(&p, "git rev-parse gh-pages"), want = BD_BUF_INIT;
    assert_holds(&p, "benchdoc.lock", "gh-pages:dev/bench/" INTEL "/data.js");
    bd_buf_printf(&want, "\"ref_commit\": \"%.40s\"", bd_buf_text(&commit));
    assert_holds(&p, "benchdoc.lock", bd_buf_text(&want));
    project_expect(&p, "why docs/nightly.md insert-intel", 0);
    assert_true(project_says(&p, "gh-pages:dev/bench/" INTEL "/data.js:15:"));
    bd_buf_release(&commit);
    bd_buf_release(&want);
    project_remove(&p);
}

static void a_branch_that_moves_on_is_seen_when_somebody_asks(void **state)
{
    (void)state;
    static const double next[] = { 11, 10.5, 9.95, 5 };
    project p = make();
    project_expect(&p, "generate --refresh", 0);
    write_history(&p, INTEL, next, BD_COUNT(next));
    publish(&p);
    bd_buf before = project_fingerprint(&p);
    project_expect(&p, "generate", 0);
    project_expect(&p, "generate --check", 0);
    assert_unchanged(&p, &before);
    project_expect(&p, "generate --check --refresh", 1);
    assert_unchanged(&p, &before);
    project_expect(&p, "generate --refresh", 0);
    assert_holds(&p, "docs/nightly.md", "insert-intel -->5.000 ms<!--");
    assert_holds(&p, "docs/nightly.md", "host-factor -->2.99<!--"); /* 14.925 / 5 = 2.985 */
    project_expect(&p, "generate --check --refresh", 0);
    bd_buf_release(&before);
    project_remove(&p);
}

static void a_check_is_green_in_a_clone_without_the_branch(void **state)
{
    (void)state;
    project p = make();
    project_expect(&p, "generate --refresh", 0);
    run_script(&p, "git add -A && git commit -qm x && git clone -q --single-branch --depth=1 "
                   "\"file://$PWD\" .home/clone");
    project_expect(&p, "-C .home/clone generate --check", 0);
    project_expect(&p, "-C .home/clone generate", 0);
    project_expect(&p, "-C .home/clone generate --refresh", 5);
    assert_true(project_says(&p, "the repository has no branch, tag or commit 'gh-pages'"));
    assert_true(
        project_says(&p, "git fetch --depth=1 origin gh-pages:refs/remotes/origin/gh-pages"));
    run_script(
        &p,
        "cd .home/clone && git fetch -q --depth=1 origin gh-pages:refs/remotes/origin/gh-pages");
    project_expect(&p, "-C .home/clone generate --refresh", 0);
    project_expect(&p, "-C .home/clone generate --check", 0);
    project_remove(&p);
}

static void nothing_in_the_repository_changes(void **state)
{
    (void)state;
    static const char hash[] =
        "find .git -type f | LC_ALL=C sort | xargs sha256sum && find .git -type d | sort";
    project p = make();
    bd_buf before = sh(&p, hash);
    assert_true(before.len > 1000);
    project_expect(&p, "generate --refresh", 0);
    project_expect(&p, "generate --check --refresh", 0);
    bd_buf after = sh(&p, hash);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    bd_buf_release(&before);
    bd_buf_release(&after);
    project_remove(&p);
}

static void without_a_lock_the_error_says_refresh(void **state)
{
    (void)state;
    project p = make();
    bd_buf before = project_fingerprint(&p);
    static const char *const commands[] = { "generate", "generate --check", "generate --locked" };
    for (size_t i = 0; i < BD_COUNT(commands); i++) {
        project_expect(&p, commands[i], 3);
        assert_true(project_says(&p, "benchdoc.yml:6:"));
        assert_true(project_says(
            &p, "input 'nightly' is read from git, and benchdoc.lock holds nothing of it"));
        assert_true(project_says(&p, "benchdoc generate --refresh"));
        assert_unchanged(&p, &before);
    }
    bd_buf_release(&before);
    project_remove(&p);
}

static void a_figure_that_the_lock_does_not_hold_needs_a_refresh(void **state)
{
    (void)state;
    project p = make();
    project_expect(&p, "generate --refresh", 0);
    project_replace(&p, "docs/nightly.md", "\n\nIntel",
                    "\n\nReads <!-- benchdoc:value nightly {score} method=read "
                    "rows=5 cpu=" AMD " latest -->?<!-- benchdoc:end -->. Intel");
    assert_int_not_equal(project_run(&p, "generate"), 0);
    assert_true(project_says(&p, "`benchdoc generate --refresh` reads all of it"));
    project_expect(&p, "generate --refresh", 0);
    assert_holds(&p, "docs/nightly.md", "latest -->1.5");
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

/* The sketch's own line: what it leaves open has its name in `publish:`. */
static void a_part_of_the_path_without_a_name_has_it_from_publish(void **state)
{
    (void)state;
    project p = make();
    write_configuration(
        &p, "gh-pages:dev/bench/*/data.js",
        "publish:\n  branch: gh-pages\n  to: { jmh: \"dev/bench/{cpu}/data.js\" }\n");
    test_write_text(project_path(&p, "benchdoc.lock"), "");
    run_script(&p, "rm benchdoc.lock && sed -i 's/^inputs:/inputs:\\n  jmh: { files: no.json }/' "
                   "benchdoc.yml");
    project_expect(&p, "generate --refresh", 0);
    assert_first_figures(&p);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void several_refs_and_files_of_the_work_tree_are_one_input(void **state)
{
    (void)state;
    static const double other[] = { 1, 2 };
    project p = make();
    write_configuration(
        &p,
        "[\"gh-pages:dev/bench/{cpu}/data.js\", \"old/pages:dev/bench/{cpu}/data.js\", "
        "\"local/{cpu}/data.js\"]",
        "");
    run_script(&p, "git branch old/pages gh-pages");
    write_history(&p, "apple-m1", other, BD_COUNT(other));
    run_script(&p,
               "mkdir local && mv site/dev/bench/apple-m1 local && rm -r site/dev/bench/" INTEL);
    publish(&p); /* what gh-pages lost, the old branch has; it has AMD's nights, too */
    project_replace(&p, "docs/nightly.md", "\n\nIntel",
                    "\n\nM1 <!-- benchdoc:value nightly {score} cpu=apple-m1 "
                    "method=insertManyOf5000 latest -->?<!-- benchdoc:end -->. Intel");
    project_expect(&p, "generate --refresh", 0);
    assert_first_figures(&p);
    assert_holds(&p, "docs/nightly.md", "latest -->2");
    assert_holds(&p, "benchdoc.lock", "old/pages:dev/bench/" INTEL "/data.js");
    project_expect(&p, "generate", 0);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void what_is_wrong_with_a_ref_is_said(void **state)
{
    (void)state;
    project p = make();
    write_configuration(&p, "\"nosuch:dev/bench/{cpu}/data.js\"", "");
    project_expect(&p, "generate --refresh", 5);
    assert_true(project_says(&p, "benchdoc.yml:6:"));
    assert_true(project_says(&p, "'nosuch'"));
    write_configuration(&p, "\"gh-pages:bench/{cpu}/data.js\"", "");
    project_expect(&p, "generate --refresh", 3);
    assert_true(project_says(&p, "no file of gh-pages (commit "));
    assert_true(project_says(&p, "fits 'bench/{cpu}/data.js'"));
    assert_true(project_says(&p, "git ls-tree -r --name-only "));
    write_configuration(&p, "\"gh-pages:dev/bench/{cpu}/data.js\"", "");
    test_write_text(project_path(&p, "site/dev/bench/x/data.js"),
                    "window.BENCHMARK_DATA = {\n\"entries\": 1}");
    publish(&p);
    project_expect(&p, "generate --refresh", 3);
    assert_true(
        project_says(&p, "gh-pages:dev/bench/x/data.js:2:12: $.entries: expected an object"));
    run_script(&p, "mv .git .home/git");
    project_expect(&p, "generate --refresh", 5);
    assert_true(project_says(&p, "no git repository holds this folder"));
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_latest_night_and_the_ratio_of_two_machines_come_out),
        cmocka_unit_test(a_branch_that_moves_on_is_seen_when_somebody_asks),
        cmocka_unit_test(a_check_is_green_in_a_clone_without_the_branch),
        cmocka_unit_test(nothing_in_the_repository_changes),
        cmocka_unit_test(without_a_lock_the_error_says_refresh),
        cmocka_unit_test(a_figure_that_the_lock_does_not_hold_needs_a_refresh),
        cmocka_unit_test(a_part_of_the_path_without_a_name_has_it_from_publish),
        cmocka_unit_test(several_refs_and_files_of_the_work_tree_are_one_input),
        cmocka_unit_test(what_is_wrong_with_a_ref_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
