/* Publishing: commits, places, bundles, deadlines. Races and
 * kills are tests/e2e's. */
#include "tests/cli/publish_project.h"

#include <stdlib.h>
#include <string.h>

static void a_file_goes_to_the_actions_place_with_what_the_repository_knows(void **state)
{
    (void)state;
    desk d = publish_project();
    const char *head = desk_shell(&d, "git rev-parse HEAD");
    desk_expect(&d, "publish r.json --name Benchmark", 0);
    desk_says(&d, "new      dev/bench/data.js  +1");
    desk_says(&d, "published to gh-pages of ");
    assert_string_equal(published(&d, "dev/bench/data.js", ".entries | keys[]"), "Benchmark");
    assert_string_equal(published(&d, "dev/bench/data.js", ".entries.Benchmark[0].commit.id"),
                        head);
    assert_string_equal(
        published(&d, "dev/bench/data.js", ".entries.Benchmark[0].commit.committer.name"), "a");
    assert_string_equal(
        published(&d, "dev/bench/data.js", ".entries.Benchmark[0].commit.message | @json"),
        "\"the first\\n\\nof all\"");
    desk_expect(&d, "publish r.json --name Benchmark", 0);
    desk_says(&d, "nothing to publish: gh-pages has it already");
    desk_expect(&d, "publish r.json --json", 0);
    desk_says(&d, "\"result\": \"published\"");
    desk_says(&d, "\"added\": 1");
    assert_string_equal(desk_shell(&d, "git -C r.git rev-list --count gh-pages"), "2");
    desk_close(&d);
}

static void a_push_event_is_written_as_the_action_writes_it(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("event.json", PUSH);
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    desk_expect(&d, "publish r.json", 0);
    test_write_text("want.json", PUSH);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries[]][0][0].commit"),
                        desk_shell(&d, "jq -c .head_commit want.json"));
    assert_string_equal(published(&d, "dev/bench/data.js", ".repoUrl"), "https://github.com/a/w");
    desk_close(&d);
}

static void a_nightly_job_knows_its_commit_from_variables(void **state)
{
    (void)state;
    desk d = publish_project();
    const char *head = desk_shell(&d, "git rev-parse HEAD");
    test_write_text("event.json", "{\"schedule\": \"0 3 * * *\"}");
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    desk_set(&d, "GITHUB_SHA", head);
    desk_set(&d, "GITHUB_REF", "refs/heads/main");
    desk_set(&d, "GITHUB_SERVER_URL", "https://ghe.example");
    desk_set(&d, "GITHUB_REPOSITORY", "a/w");
    desk_expect(&d, "publish r.json", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries[]][0][0].commit.url"),
                        bd_arena_printf(&d.arena, "https://ghe.example/a/w/commit/%s", head));
    desk_set(&d, "GITHUB_EVENT_PATH", "nosuch.json");
    desk_expect(&d, "publish r.json --name again", 0);
    desk_tells(&d, "nosuch.json");
    desk_close(&d);
}

static void a_file_outside_the_project_is_read_as_the_input_that_is_named(void **state)
{
    (void)state;
    desk d = publish_project();
    char *elsewhere = test_temp_dir();
    const char *path = bd_arena_printf(&d.arena, "%s/up.json", elsewhere);
    test_write_text(path, "[{\"name\": \"hits\", \"unit\": \"things\", \"value\": 3}]");
    test_write_text("benchdoc.yml",
                    "version: 1\ninputs:\n  a:\n    files: a.json\n"
                    "    direction: bigger is better\n    environment: { cpu: AMD EPYC 7763 }\n"
                    "publish: { to: { a: \"{cpu}/data.js\" } }\n");
    desk_expect(&d, bd_arena_printf(&d.arena, "publish --suite a %s", path), 0);
    assert_string_equal(published(&d, "amd-epyc-7763/data.js", ".entries.a[0].tool"),
                        "customBiggerIsBetter");
    test_remove_tree(elsewhere);
    free(elsewhere);
    desk_close(&d);
}

static void results_that_name_their_commit_keep_it(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("event.json", PUSH);
    test_write_text("environment.txt", "commit=fedcba9876543210\ncpu=AMD EPYC 7763\n");
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    desk_expect(&d, "publish r.json --to 'dev/bench/{cpu}/data.js'", 0);
    assert_string_equal(
        published(&d, "dev/bench/amd-epyc-7763/data.js", "[.entries[]][0][0].commit.id"),
        "fedcba9876543210");
    desk_close(&d);
}

static void a_commit_that_contradicts_the_results_is_told(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("environment.txt", "commit=fedcba9876543210\n");
    desk_expect(&d, "publish r.json --commit fedcba98", 0);
    assert_null(strstr(bd_buf_text(&d.diag), "--commit says"));
    desk_expect(&d, "publish r.json --commit " ID, 0);
    desk_tells(&d, "r.json: the results say commit fedcba9, --commit says 0123456: what the "
                   "results say counts");
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries[][].commit.id] | unique[]"),
                        "fedcba9876543210");
    desk_close(&d);
}

static void dirty_runs_are_published_only_when_asked_for(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("environment.txt", "commit=fedcba9876543210\ndirty=1\n");
    desk_expect(&d, "publish r.json", 3);
    desk_tells(&d, "r.json: measured with changes that are in no commit (dirty)");
    desk_tells(&d, "--allow-dirty");
    assert_string_equal(desk_shell(&d, "git -C r.git branch --list gh-pages"), "");
    desk_expect(&d, "publish r.json --allow-dirty", 0);
    desk_tells(&d, "(dirty), published as fedcba9");
    desk_close(&d);
}

static void a_dry_run_pushes_nothing(void **state)
{
    (void)state;
    desk d = publish_project();
    desk_expect(&d, "publish r.json -n", 0);
    desk_says(&d, "new      dev/bench/data.js  +1");
    desk_says(&d, "this would be published to gh-pages of ");
    desk_expect(&d, "publish r.json --dry-run --json", 0);
    desk_says(&d, "\"result\": \"dry-run\"");
    assert_string_equal(desk_shell(&d, "git -C r.git branch --list gh-pages; ls -a"),
                        desk_shell(&d, "ls -a"));
    desk_close(&d);
}

static void inputs_go_where_the_configuration_says_in_one_commit(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("amd/r.json", RESULTS);
    test_write_text("intel/r.json", "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 2}]");
    test_write_text("benchdoc.yml",
                    "version: 1\ninputs:\n  a: { files: \"{machine}/r.json\" }\n"
                    "  b: { files: r.json }\npublish:\n  branch: results\n"
                    "  to: { a: \"bench/{machine}/data.js\" }\n"
                    "  expect: { machine: [amd, intel, arm] }\n  author: \"N <n@example.org>\"\n"
                    "  message: \"{entries} in {files}\"\n");
    desk_expect(&d, "publish", 0);
    desk_tells(&d, "arm");
    desk_says(&d, "bench/amd/data.js  +1");
    desk_says(&d, "bench/intel/data.js  +1");
    assert_string_equal(desk_shell(&d, "git -C r.git log --format='%an <%ae> %s' results"),
                        "N <n@example.org> 2 in 2");
    desk_expect(&d, "publish amd/r.json", 0);
    desk_says(&d, "nothing to publish");
    desk_expect(&d, "publish r.json", 3);
    desk_tells(&d, "does not say where 'b' goes");
    desk_close(&d);
}

static void what_is_missing_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *says;
    } cases[] = {
        { "publish", 2, "nothing says what to publish where" },
        { "publish nosuch.json", 3, "no such file" },
        { "publish r.json --branch 'a b'", 2, "cannot be the name of a branch" },
        { "publish r.json --remote nosuch", 5, "there is no git repository" },
        { "publish r.json --restore", 2, "--restore" },
        { "publish r.json --to 'dev/{cpu}/data.js'", 3, "does not say its cpu" },
        { "publish r.json --to '../data.js'", 2, "no path of a .js file on the branch" },
        { "publish r.json --deadline soon", 2, "--deadline" },
    };
    desk d = publish_project();
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk_expect(&d, cases[i].words, cases[i].code);
        desk_tells(&d, cases[i].says);
    }
    desk_shell(&d, "rm -rf .git .benchdoc");
    desk_expect(&d, "publish r.json --remote r.git", 3);
    desk_tells(&d, "nothing says which commit was measured");
    desk_expect(&d, "publish r.json --remote r.git --commit " ID, 0);
    desk_close(&d);
}

/* ---- failing, and the bundle ---- */

static void a_server_that_is_down_is_tried_until_the_deadline(void **state)
{
    (void)state;
    desk d = publish_project();
    desk_set(&d, "BENCHDOC_GIT", "libgit2");
    desk_expect(&d, "publish r.json --remote http://127.0.0.1:1/r.git --deadline 200", 5);
    desk_tells(&d, "http://127.0.0.1:1/r.git: given up after ");
    desk_tells(&d, "the server could not be reached");
    assert_true(d.slept_ns > INT64_C(100) * 1000000000);
    assert_true(d.slept_ns < INT64_C(200) * 1000000000);
    assert_in_range(d.chances, 5, 60);
    desk_tells(&d, "nothing is lost: the runs are kept in .benchdoc/publish-");
    desk_close(&d);
}

static void a_file_that_cannot_be_read_is_never_overwritten(void **state)
{
    (void)state;
    desk d = publish_project();
    desk_shell(&d,
               "git clone -q r.git pages 2>&1 && cd pages && git checkout -q -b gh-pages "
               "&& git config user.name a && git config user.email a@example.org "
               "&& mkdir -p dev/bench && echo 'window.BENCHMARK_DATA = {\"entries\": [' "
               ">dev/bench/data.js && git add . && git commit -qm x && git push -q origin HEAD");
    const char *before = desk_shell(&d, "git -C r.git rev-parse gh-pages");
    desk_expect(&d, "publish r.json", 3);
    desk_tells(&d, "dev/bench/data.js:");
    desk_tells(&d, "nothing is lost: the runs are kept in .benchdoc/publish-");
    assert_string_equal(desk_shell(&d, "git -C r.git rev-parse gh-pages"), before);
    desk_close(&d);
}

static void what_the_branch_lost_is_put_back_from_the_store(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  a: { files: r.json }\n"
                                    "publish:\n  to: { a: dev/bench/data.js }\n");
    for (int i = 1; i <= 3; i++) {
        test_write_text("r.json", bd_arena_printf(&d.arena,
                                                  "[{\"name\": \"foo\", \"unit\": \"ms\", "
                                                  "\"value\": %d}]",
                                                  i));
        test_write_text("environment.txt",
                        bd_arena_printf(&d.arena,
                                        "commit=%d%s\nmeasured_at=2026-07-0%dT00:00:00Z\n", i,
                                        "23456789abcdef", i));
        desk_expect(&d, "ingest", 0);
    }
    desk_expect(&d, "publish", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries.a[].benches[].value]"),
                        "[3]");
    desk_shell(&d, "git -C r.git update-ref -d refs/heads/gh-pages");
    desk_expect(&d, "publish --restore", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries.a[].benches[].value]"),
                        "[1,2,3]");
    desk_expect(&d, "publish --restore", 0);
    desk_says(&d, "nothing to publish");
    desk_close(&d);
}

/* An imported history that was wiped: gaps are put back as gaps, and once. */
static void gaps_of_an_imported_history_are_put_back(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  a: { files: r.json }\n"
                                    "publish:\n  to: { a: dev/bench/data.js }\n");
    test_write_text("old.js", "window.BENCHMARK_DATA = {\"entries\":{\"a\":[{\"commit\":{\"id\":"
                              "\"aaaaaaa1\"},\"date\":1780272000000,\"tool\":\"go\",\"benches\":["
                              "{\"name\":\"x\",\"value\":null,\"unit\":\"ns/op\"},"
                              "{\"name\":\"y\",\"value\":2,\"unit\":\"ns/op\"}]}]}}");
    desk_expect(&d, "history import old.js --suite a", 0);
    desk_expect(&d, "publish --restore", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries.a[].benches[].value]"),
                        "[null,2,1.5]");
    desk_expect(&d, "publish --restore", 0);
    desk_says(&d, "nothing to publish");
    desk_close(&d);
}

static void runs_that_cannot_be_put_back_are_counted(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("benchdoc.yml",
                    "version: 1\ninputs:\n  a: { files: r.json }\n  b: { files: s.json }\n"
                    "publish:\n  to: { a: dev/bench/data.js }\n");
    static const char *const environments[] = { "cpu=A\n", "cpu=B\n", "commit=abcdef01\ndirty=1\n",
                                                "commit=abcdef02\n" };
    test_write_text("s.json", RESULTS);
    for (size_t i = 0; i < BD_COUNT(environments); i++) {
        test_write_text("environment.txt", environments[i]);
        desk_expect(&d, "ingest", 0);
    }
    desk_expect(&d, "publish --restore", 0);
    desk_tells(&d, "--restore: 2 runs of the store say no commit, so that no entry can hold them");
    desk_tells(&d, "--restore: 1 dirty or incomplete run of the store stays there");
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries.a[].commit.id]"),
                        "[\"abcdef02\"]");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_goes_to_the_actions_place_with_what_the_repository_knows),
        cmocka_unit_test(a_push_event_is_written_as_the_action_writes_it),
        cmocka_unit_test(a_nightly_job_knows_its_commit_from_variables),
        cmocka_unit_test(a_file_outside_the_project_is_read_as_the_input_that_is_named),
        cmocka_unit_test(results_that_name_their_commit_keep_it),
        cmocka_unit_test(a_commit_that_contradicts_the_results_is_told),
        cmocka_unit_test(dirty_runs_are_published_only_when_asked_for),
        cmocka_unit_test(a_dry_run_pushes_nothing),
        cmocka_unit_test(inputs_go_where_the_configuration_says_in_one_commit),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(a_server_that_is_down_is_tried_until_the_deadline),
        cmocka_unit_test(a_file_that_cannot_be_read_is_never_overwritten),
        cmocka_unit_test(runs_that_cannot_be_put_back_are_counted),
        cmocka_unit_test(gaps_of_an_imported_history_are_put_back),
        cmocka_unit_test(what_the_branch_lost_is_put_back_from_the_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
