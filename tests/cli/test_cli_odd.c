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
static void measure(desk *d, const char *message, double ms)
{
    make_commit(d, message);
    write_results("out/r.json", ms);
    const char *id = desk_shell(d, "git rev-parse HEAD");
    const char *words = bd_arena_printf(&d->arena,
                                        "ingest out/r.json --suite bench --commit %s "
                                        "--branch main -e 'cpu=" CPU "'",
                                        id);
    desk_expect(d, words, 0);
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

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_became_of_a_commit_is_no_baseline_of_it),
        cmocka_unit_test(a_merge_and_a_rewritten_branch_have_the_nearest_commit_that_is_left),
        cmocka_unit_test(what_is_kept_already_is_compared_with_what_was_before_it),
        cmocka_unit_test(what_is_published_already_is_compared_with_what_was_before_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
