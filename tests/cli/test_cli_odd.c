/* Comparisons in repositories and with files that are not as one expects: an earlier commit
 * checked out, results kept before they are compared, a history in place of one run. */
#include "tests/cli/cli_support.h"

#include <string.h>

#define CPU "AMD EPYC 7763 64-Core Processor"
#define GIT "git -c user.name=a -c user.email=a@example.org "

/* One array of custom results: "write" of so many milliseconds, and "old". */
static void write_results(const char *path, double ms)
{
    bd_buf out = BD_BUF_INIT;
    bd_buf_printf(&out,
                  "[{\"name\":\"write\",\"value\":%g,\"unit\":\"ms\"},"
                  "{\"name\":\"read\",\"value\":2,\"unit\":\"ms\"}]\n",
                  ms);
    test_write(path, out.data, out.len);
    bd_buf_release(&out);
}

static void make_commit(desk *d, const char *message)
{
    desk_shell(d, bd_arena_printf(&d->arena, GIT "commit -q --allow-empty -m %s", message));
}

/* A commit, measured at so many milliseconds; its results stay in out/r.json. */
static void measure_on(desk *d, const char *branch, const char *message, double ms)
{
    make_commit(d, message);
    write_results("out/r.json", ms);
    const char *id = desk_shell(d, "git rev-parse HEAD");
    const char *words = bd_arena_printf(&d->arena,
                                        "ingest out/r.json --suite bench --commit %s "
                                        "--branch %s -e 'cpu=" CPU "'",
                                        id, branch);
    desk_expect(d, words, 0);
}

static void measure(desk *d, const char *message, double ms)
{
    measure_on(d, "main", message, ms);
}

static desk open_project(void)
{
    desk d = desk_open();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  bench:\n    files: \"out/*.json\"\n"
                                    "    environment: { cpu: \"" CPU "\" }\n"
                                    "publish:\n  to: { bench: \"dev/bench/{cpu}/data.js\" }\n");
    desk_shell(&d,
               "git init -q -b main . && printf 'out\\n.benchdoc\\norigin.git\\n' > .gitignore && "
               "git add benchdoc.yml .gitignore && " GIT "commit -qm zero");
    return d;
}

static void what_became_of_a_commit_is_no_baseline_of_it(void **state)
{
    (void)state;
    desk d = open_project();
    measure(&d, "one", 10);
    measure(&d, "two", 20);
    measure(&d, "three", 30);
    write_results("out/r.json", 15);
    desk_shell(&d, "git checkout -q main~1"); /* two: three was built upon it */
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .rows[0].base.value"), "commit\n20");
    desk_shell(&d, "git checkout -q main~2");
    write_results("out/r.json", 12); /* one, measured again */
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .rows[0].base.value"), "commit\n10");
    desk_shell(&d, "git checkout -q main~3"); /* zero: all of the history came later */
    desk_expect(&d, "compare", 0);
    desk_says(&d, "no baseline on this CPU yet");
    desk_says(&d, "2 without a baseline");
    desk_close(&d);
}

static void a_merge_and_a_rewritten_branch_have_the_nearest_commit_that_is_left(void **state)
{
    (void)state;
    desk d = open_project();
    measure(&d, "one", 10);
    measure(&d, "two", 20);
    desk_shell(&d, "git reset -q --hard main~1"); /* two is gone from the branch */
    make_commit(&d, "other");
    write_results("out/r.json", 30);
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .commits_back, .rows[0].base.value"),
                        "ancestor\n1\n10");
    desk_shell(&d, "git checkout -q -b side main~1");
    make_commit(&d, "side");
    desk_shell(&d, "git checkout -q main && " GIT "merge -q --no-ff -m merge side");
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .rows[0].base.value"),
                        "ancestor\n10");
    desk_shell(&d, "git checkout -q --orphan alone"); /* built upon nothing that was measured */
    make_commit(&d, "alone");
    desk_expect(&d, "compare", 0);
    desk_says(&d, "the latest earlier run of main");
    desk_close(&d);
}

static void what_is_kept_already_is_compared_with_what_was_before_it(void **state)
{
    (void)state;
    desk d = open_project();
    measure(&d, "one", 10);
    desk_expect(&d, "compare", 0); /* and nothing was */
    desk_says(&d, "no baseline on this CPU yet");
    measure(&d, "two", 20);
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .commits_back, .rows[0].percent"),
                        "ancestor\n1\n100");
    desk_expect(&d, "gate --compat-alerts 150% --json", 1);
    write_results("out/r.json", 25); /* the same commit again */
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .rows[0].percent"), "commit\n25");
    desk_close(&d);
}

static void what_is_published_already_is_compared_with_what_was_before_it(void **state)
{
    (void)state;
    desk d = open_project();
    desk_shell(&d, "git init -q --bare origin.git && git remote add origin "
                   "\"$PWD/origin.git\"");
    for (int i = 1; i <= 2; i++) {
        make_commit(&d, "next");
        write_results("out/r.json", 10 * i);
        desk_expect(&d, "publish", 0);
    }
    desk_expect(&d, "compare --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0] | .baseline, .commits_back, .rows[0].percent"),
                        "ancestor\n1\n100");
    desk_close(&d);
}

/* The nearest of the branch that it is about, whatever the job runs on. */
static void each_event_has_the_branch_that_its_baselines_are_of(void **state)
{
    (void)state;
#define REPOSITORY "\"repository\": {\"default_branch\": \"main\"}"
#define PULL(into)                                                               \
    "{\"pull_request\": {\"head\": {\"ref\": \"fix\", \"sha\": "                 \
    "\"0123456789abcdef0123456789abcdef01234567\"}, \"base\": {\"ref\": \"" into \
    "\"}}, " REPOSITORY "}"
    static const struct {
        const char *event, *payload, *value;
    } rows[] = {
        { "pull_request", PULL("release"), "20" },
        { "pull_request", PULL("main"), "10" },
        { "pull_request", PULL("nobody-measured"), "10" },
        { "schedule", "{\"schedule\": \"0 3 * * *\", " REPOSITORY "}", "10" },
        { "workflow_dispatch", "{\"ref\": \"refs/heads/fix\", " REPOSITORY "}", "10" },
    };
    desk d = open_project();
    measure(&d, "one", 10);
    desk_shell(&d, "git checkout -q -b release");
    measure_on(&d, "release", "two", 20);
    desk_shell(&d, "git checkout -q -b fix");
    measure_on(&d, "fix", "three", 30);
    make_commit(&d, "four");
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        test_write_text("event.json", rows[i].payload);
        desk_set(&d, "GITHUB_EVENT_NAME", rows[i].event);
        desk_expect(&d, "compare --json benchmark=write", 0);
        assert_string_equal(desk_json(&d, ".groups[0].rows[0].base.value"), rows[i].value);
    }
    desk_expect(&d, "compare --branch release --json benchmark=write", 0);
    assert_string_equal(desk_json(&d, ".groups[0].rows[0].base.value"), "20");
    desk_close(&d);
}

/* ---- sides ---- */

static void a_base_that_came_after_the_head_and_one_run_twice_are_told(void **state)
{
    (void)state;
    desk d = open_project();
    measure(&d, "one", 10);
    measure(&d, "two", 20);
    desk_expect(&d, "compare main main~1", 0);
    desk_says(&d, "was built upon the head: what changed is told backwards");
    desk_expect(&d, "compare main~1 main --json", 0);
    assert_string_equal(desk_json(&d, ".notes"), "[]");
    desk_expect(&d, "compare main main", 0);
    desk_says(&d, "note: both sides have the same run, out/r.json: it cannot differ from itself");
    desk_expect(&d, "compare main", 0); /* out/r.json is what was kept for it */
    desk_says(&d, "it cannot differ from itself");
    write_results("copy.json", 20);
    desk_expect(&d, "gate --base copy.json --head out/r.json", 0);
    desk_tells(&d, "it cannot differ from itself");
    desk_close(&d);
}

/* Two entries of one list, of two commits. */
static const char history[] =
    "window.BENCHMARK_DATA = {\"lastUpdate\":2,\"repoUrl\":\"\",\"entries\":{\"Benchmark\":["
    "{\"commit\":{\"id\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"},\"date\":1700000000000,"
    "\"tool\":\"customSmallerIsBetter\",\"benches\":[{\"name\":\"write\",\"value\":40,"
    "\"unit\":\"ms\"}]},"
    "{\"commit\":{\"id\":\"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\"},\"date\":1700100000000,"
    "\"tool\":\"customSmallerIsBetter\",\"benches\":[{\"name\":\"write\",\"value\":10,"
    "\"unit\":\"ms\"}]}]}}\n";

static void of_a_history_as_a_side_the_latest_run_counts(void **state)
{
    (void)state;
    desk d = open_project();
    test_write_text("data.js", history);
    write_results("out/r.json", 15);
    static const char *const words[] = { "compare --baseline data.js --json",
                                         "compare data.js out/r.json --json" };
    for (size_t i = 0; i < BD_COUNT(words); i++) {
        desk_expect(&d, words[i], 0);
        assert_string_equal(desk_json(&d, ".groups[0] | (.base | length), "
                                          "(.rows[] | select(.series == \"write\").percent)"),
                            "1\n50");
        assert_string_equal(desk_json(&d, ".notes | map(select(startswith(\"data.js\")))[]"),
                            "data.js has 2 runs: the latest is taken, bbbbbbbb of 2023-11-16");
    }
    /* without a configuration the list has another name than the file */
    desk_shell(&d, "rm benchdoc.yml");
    desk_expect(&d, "compare data.js out/r.json", 0);
    desk_says(&d, "write       10 ms  15 ms  +50.0 % slower");
    desk_says(&d, "note: data.js is of suite 'Benchmark', out/r.json of 'custom': they are "
                  "compared as one");
    desk_expect(&d, "compare out/r.json data.js --json", 0);
    assert_string_equal(desk_json(&d, "[.groups[].suite, .counts.unconfirmed]"),
                        "[\"Benchmark\",1]");
    desk_close(&d);
}

static void a_base_without_the_suite_of_the_head_is_told_so(void **state)
{
    (void)state;
    desk d = open_project();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  one: { files: \"one/*.json\" }\n"
                                    "  two: { files: \"two/*.json\" }\n");
    write_results("one/r.json", 10);
    write_results("two/r.json", 10);
    desk_expect(&d, "compare one/r.json two/r.json", 0);
    desk_says(&d, "no baseline: the base has no results of this suite and backend");
    desk_says(&d, "one/r.json alone: the head has no results here");
    desk_expect(&d, "compare --suite one one/r.json two/r.json --json", 0);
    assert_string_equal(desk_json(&d, ".counts.same"), "2");
    desk_close(&d);
}

static void another_name_of_a_series_comes_with_the_command_that_keeps_its_past(void **state)
{
    (void)state;
    desk d = open_project();
    measure(&d, "one", 10);
    make_commit(&d, "two");
    test_write_text("out/r.json", "[{\"name\":\"write (all)\",\"value\":10,\"unit\":\"ms\"},"
                                  "{\"name\":\"read\",\"value\":2,\"unit\":\"ms\"}]");
    desk_expect(&d, "compare", 0);
    desk_says(&d, "1 same, 1 new, 1 gone");
    desk_says(&d, "note: bench: 1 benchmark is gone, 1 new; what only has another name goes on "
                  "under it: benchdoc history rename series write 'write (all)'");
    desk_expect(&d, "history rename series write 'write (all)'", 0);
    desk_expect(&d, "compare --json", 0);
    assert_string_equal(desk_json(&d, ".counts.same, .notes"), "2\n[]");
    /* nothing is gone that another name could stand for */
    test_write_text("out/r.json", "[{\"name\":\"write (all)\",\"value\":10,\"unit\":\"ms\"},"
                                  "{\"name\":\"read\",\"value\":2,\"unit\":\"ms\"},"
                                  "{\"name\":\"more\",\"value\":2,\"unit\":\"ms\"}]");
    desk_expect(&d, "compare --json", 0);
    assert_string_equal(desk_json(&d, ".counts.new, .notes"), "1\n[]");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_became_of_a_commit_is_no_baseline_of_it),
        cmocka_unit_test(a_merge_and_a_rewritten_branch_have_the_nearest_commit_that_is_left),
        cmocka_unit_test(what_is_kept_already_is_compared_with_what_was_before_it),
        cmocka_unit_test(what_is_published_already_is_compared_with_what_was_before_it),
        cmocka_unit_test(each_event_has_the_branch_that_its_baselines_are_of),
        cmocka_unit_test(a_base_that_came_after_the_head_and_one_run_twice_are_told),
        cmocka_unit_test(of_a_history_as_a_side_the_latest_run_counts),
        cmocka_unit_test(a_base_without_the_suite_of_the_head_is_told_so),
        cmocka_unit_test(another_name_of_a_series_comes_with_the_command_that_keeps_its_past),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
