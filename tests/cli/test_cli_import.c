/* history import: from files, from the repository's branch, from the remote's. */
#include "tests/cli/cli_support.h"
#include "tests/cli/history_entries.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void entries_are_imported_once_and_a_dry_run_only_counts(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    desk_expect(&d, "history import data.js --dry-run --json", 0);
    assert_string_equal(desk_json(&d, ".new, .known, .points, .without_cpu, .names_whole"),
                        "2\n0\n4\n2\n2");
    assert_int_not_equal(access(".benchdoc", F_OK), 0);
    desk_expect(&d, "history import data.js", 0);
    desk_says(&d, "1 file, 2 entries: 2 new, 0 known");
    desk_tells(&d, "--cpu SLUG says it");
    desk_expect(&d, "history import data.js data.js", 0);
    desk_says(&d, "2 files, 4 entries: 0 new, 4 known");
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(desk_json(&d, "[.runs[] | [.suite, .commit, .points]]"),
                        "[[\"Go\",\"bbbbbbb2\",2],[\"Go\",\"aaaaaaa1\",2]]");
    desk_close(&d);
}

static void a_cpu_is_stated_for_entries_before_a_date(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    desk_expect(&d, "history import data.js --cpu epyc-7763 --until 2026-06-15", 0);
    desk_tells(&d, "1 new entry does not say the CPU");
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(desk_json(&d, "[.runs[] | .cpu]"), "[null,\"epyc-7763\"]");
    desk_close(&d);
}

static void commit_branch(desk *d, const char *path)
{
    desk_shell(d, bd_arena_printf(
                      &d->arena,
                      "git init -q -b gh-pages . && mkdir -p $(dirname %s) && mv data.js %s && "
                      "git add -A && git -c user.name=a -c user.email=a@example.org commit -qm x "
                      "&& git checkout -q --orphan main && git rm -rqf . ",
                      path, path));
}

static void a_branch_says_cpu_and_backend_by_its_paths(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    commit_branch(&d, "dev/bench/epyc-7763/SQLite/data.js");
    desk_expect(&d, "history import 'gh-pages:dev/bench/{cpu}/{backend}/data.js'", 0);
    desk_expect(&d, "history list --json --cpu epyc-7763", 0);
    assert_string_equal(desk_json(&d, "[.runs[] | .backend]"), "[\"SQLite\",\"SQLite\"]");
    desk_shell(&d, "git branch results gh-pages && git branch -qD gh-pages");
    desk_expect(&d, "history import 'results:dev/bench/{cpu}/{backend}/data.js' --json", 0);
    assert_string_equal(desk_json(&d, ".known"), "2");
    desk_expect(&d, "history import --branch results", 3); /* nothing says another place */
    desk_tells(&d, "no file of results");
    desk_shell(&d, "git branch gh-pages results");
    desk_expect(&d, "history import gh-pages:none/data.js", 3);
    desk_tells(&d, "fits 'none/data.js'");
    desk_expect(&d, "history import", 3);
    desk_tells(&d, "fits 'dev/bench/data.js'");
    desk_close(&d);
}

/* Everything under .git: names, kinds, modes, times, bytes. */
static const char *fingerprint(desk *d, const char *folder)
{
    return desk_shell(d, bd_arena_printf(&d->arena,
                                         "(cd %s && find . -printf '%%p %%y %%m %%s %%T@ %%l\\n' | "
                                         "sort && find . -type f -print0 | sort -z | xargs -0 "
                                         "sha256sum) | sha256sum",
                                         folder));
}

/* A remote r.git whose gh-pages has HISTORY's first entry, then both; and three clones. */
static desk open_remote(void)
{
    desk d = desk_open();
    setenv("HOME", d.directory, 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    desk_set(&d, "TMPDIR", d.directory);
    test_write_text("old.js", "window.BENCHMARK_DATA = {\"entries\":{\"Go\":[" ENTRY(
                                  "aaaaaaa1", "1780272000000", "10") "]}}");
    test_write_text("new.js", HISTORY);
    desk_shell(&d, "git init -q --bare -b main r.git && git init -q -b main w && cd w "
                   "&& git config user.name a && git config user.email a@example.org "
                   "&& git commit -q --allow-empty -m x && git checkout -q --orphan gh-pages "
                   "&& mkdir -p dev/bench && cp ../old.js dev/bench/data.js && git add dev "
                   "&& git commit -qm y && git push -q ../r.git main gh-pages && cd .. "
                   "&& git clone -q file://$PWD/r.git stale 2>&1 "
                   "&& git -C stale branch -q gh-pages origin/gh-pages "
                   "&& git clone -q --depth 1 file://$PWD/r.git shallow 2>&1 "
                   "&& git clone -q r.git local 2>&1 && cd w && cp ../new.js dev/bench/data.js "
                   "&& git commit -qam z && git push -q ../r.git gh-pages && cd .. && rm -rf w");
    return d;
}

static void the_newest_of_the_remote_is_read_and_the_repository_stays_as_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *clone, *words, *fresh;
    } rows[] = {
        { "shallow", "history import", "2" },
        { "stale", "history import", "2" },
        { "local", "history import", "2" },
        { "shallow", "history import gh-pages:dev/bench/data.js", "2" },
        { "stale", "history import gh-pages:dev/bench/data.js", "1" }, /* as it is there */
        { "stale", "history import gh-pages:dev/bench/data.js --remote origin", "2" },
        { "stale", "history import --remote ../r.git", "2" },
    };
    static const char *const ways[] = { "git", "libgit2" };
    desk d = open_remote();
    for (size_t w = 0; w < BD_COUNT(ways); w++)
        for (size_t i = 0; i < BD_COUNT(rows); i++) {
            desk_set(&d, "BENCHDOC_GIT", ways[w]);
            const char *before = fingerprint(&d, rows[i].clone);
            assert_int_equal(chdir(rows[i].clone), 0);
            desk_expect(&d,
                        bd_arena_printf(&d.arena, "%s --json --store sqlite:../%zu-%zu.db",
                                        rows[i].words, w, i),
                        0);
            assert_int_equal(chdir(".."), 0);
            assert_string_equal(desk_json(&d, ".new"), rows[i].fresh);
            desk_tells(&d, "gh-pages at ");
            assert_string_equal(fingerprint(&d, rows[i].clone), before);
        }
    desk_expect(&d, "-C stale history import gh-pages:dev/bench/data.js", 0);
    desk_tells(&d, "as this repository has it; --remote origin reads what is there now");
    desk_expect(&d, "-C shallow history import none:dev/bench/data.js", 5);
    desk_tells(&d, "there is no branch 'none'");
    desk_expect(&d, "-C shallow history import --remote nosuch", 5);
    desk_tells(&d, "there is no git repository");
    desk_close(&d);
}

/* Entries that `keep:` has put away belong to the history. */
static void archives_are_imported_with_their_history(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_shell(&d,
               "mkdir -p archive && touch archive/notes.txt archive/25.js archive/other-2025.js");
    test_write_text("data.js", HISTORY);
    test_write_text("archive/2025.js", "window.BENCHMARK_DATA = {\"entries\":{\"Go\":[" ENTRY(
                                           "ccccccc3", "1750000000000",
                                           "7") "," ENTRY("aaaaaaa1", "1780272000000", "10") "]}}");
    desk_expect(&d, "history import data.js --dry-run", 0);
    desk_says(&d, "2 files (1 archive), 4 entries: 3 would be new, 1 known");
    desk_expect(&d, "history import data.js", 0);
    desk_expect(&d, "history list --json", 0);
    assert_string_equal(desk_json(&d, "[.runs[].commit]"),
                        "[\"bbbbbbb2\",\"aaaaaaa1\",\"ccccccc3\"]");
    desk_expect(&d, "history import archive/2025.js", 0);
    desk_says(&d, "1 file (1 archive), 2 entries: 0 new, 2 known");
    desk_shell(&d, "rm archive/*25.js && mkdir -p dev/bench/epyc && mv archive dev/bench/epyc/");
    test_write_text("dev/bench/epyc/archive/2025.js",
                    "window.BENCHMARK_DATA = {\"entries\":{\"Go\":[" ENTRY(
                        "ccccccc3", "1750000000000", "7") "]}}");
    commit_branch(&d, "dev/bench/epyc/data.js");
    test_write_text("d.md", "text\n");
    test_write_text("benchdoc.yml",
                    "version: 1\ndocuments: d.md\ninputs:\n  ticks:\n    files: r.json\n"
                    "publish:\n  to: { ticks: \"dev/bench/{cpu}/data.js\" }\n"
                    "  name: { ticks: Go }\n");
    desk_expect(&d, "history import --json --store sqlite:other.db", 0);
    assert_string_equal(desk_json(&d, "[.files, .archives, .new, .without_cpu]"), "[2,1,3,0]");
    desk_expect(&d, "history list --json --suite ticks --store sqlite:other.db", 0);
    assert_string_equal(desk_json(&d, "[.runs[].cpu] | unique"), "[\"epyc\"]");
    desk_close(&d);
}

static void a_configuration_names_suite_lanes_and_patterns(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("data.js", HISTORY);
    commit_branch(&d, "dev/bench/epyc-7763/data.js");
    test_write_text("d.md", "text\n");
    test_write_text("benchdoc.yml",
                    "version: 1\ndocuments: d.md\ninputs:\n  ticks:\n    files: r.json\n"
                    "    name: \"{operation}/{rows}rows\"\n"
                    "publish:\n  to: { ticks: \"dev/bench/{cpu}/data.js\" }\n"
                    "  name: { ticks: Go }\n");
    desk_expect(&d, "history import --dry-run --json", 0);
    desk_tells(&d, "no pattern of benchdoc.yml fits 'other, ");
    assert_string_equal(desk_json(&d, ".new, .without_cpu, .names_split, .names_whole"),
                        "2\n0\n1\n1");
    desk_expect(&d, "history import", 0);
    desk_expect(&d, "history list --json --suite ticks", 0);
    assert_string_equal(desk_json(&d, "[.runs[] | .cpu]"), "[\"epyc-7763\",\"epyc-7763\"]");
    desk_expect(&d, "history export -o x.js", 0);
    assert_string_equal(desk_shell(&d, "sed '1s/^[^{]*//' x.js | jq -c '.entries | keys'"),
                        "[\"Go\"]");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_imported_once_and_a_dry_run_only_counts),
        cmocka_unit_test(a_cpu_is_stated_for_entries_before_a_date),
        cmocka_unit_test(a_branch_says_cpu_and_backend_by_its_paths),
        cmocka_unit_test(the_newest_of_the_remote_is_read_and_the_repository_stays_as_it_is),
        cmocka_unit_test(archives_are_imported_with_their_history),
        cmocka_unit_test(a_configuration_names_suite_lanes_and_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
