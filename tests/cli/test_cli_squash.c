/* history squash: what it says, what it leaves alone, and who is not overwritten. */
#include "tests/cli/cli_support.h"

#include <stdlib.h>
#include <string.h>

#define RESULTS "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 1.5}]"

/* A clone whose origin, r.git, has main and, after three publishes, gh-pages. */
static desk open_published(void)
{
    desk d = desk_open();
    setenv("HOME", d.directory, 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    if (test_shell("git --version && jq --version", NULL, NULL) != 0) {
        desk_close(&d);
        skip();
    }
    desk_set(&d, "TMPDIR", d.directory);
    desk_shell(&d, "git init -q -b main . && git init -q -b main --bare r.git "
                   "&& git remote add origin r.git "
                   "&& git config user.name a && git config user.email a@example.org "
                   "&& git commit -q --allow-empty -m x && git commit -q --allow-empty -m y "
                   "&& git push -q origin main");
    test_write_text("r.json", RESULTS);
    for (int i = 1; i <= 3; i++)
        desk_expect(&d, bd_arena_printf(&d.arena, "publish r.json --name N --commit %d0abcdef", i),
                    0);
    return d;
}

static const char *at_remote(desk *d, const char *words)
{
    return desk_shell(d, bd_arena_printf(&d->arena, "git -C r.git %s", words));
}

static void the_past_goes_and_how_to_keep_it_is_said(void **state)
{
    (void)state;
    desk d = open_published();
    const char *before = at_remote(&d, "rev-parse gh-pages");
    const char *tree = at_remote(&d, "rev-parse gh-pages^{tree}");
    desk_expect(&d, "history squash --dry-run", 0);
    desk_says(&d, "gh-pages of ");
    desk_says(&d, "would become one commit, with the same files");
    desk_says(&d, bd_arena_printf(&d.arena, "it is %s; to keep that:", before));
    assert_string_equal(at_remote(&d, "rev-parse gh-pages"), before);
    desk_expect(&d, "history squash", 0);
    desk_says(&d, " is one commit now, ");
    desk_says(
        &d, bd_arena_printf(&d.arena, "it was %s; to keep that, while the server has it:", before));
    assert_string_equal(at_remote(&d, "rev-list --count gh-pages"), "1");
    assert_string_equal(at_remote(&d, "rev-parse gh-pages^{tree}"), tree);
    assert_string_equal(at_remote(&d, "log --format='%an <%ae>' gh-pages"),
                        "benchdoc <benchdoc@benchdoc.invalid>");
    assert_non_null(strstr(at_remote(&d, "log --format=%B gh-pages"), before));
    /* the line that was shown works */
    desk_shell(&d, bd_arena_printf(&d.arena,
                                   "git fetch -q origin %s && "
                                   "git push -q origin %s:refs/heads/gh-pages-backup",
                                   before, before));
    assert_string_equal(at_remote(&d, "rev-parse gh-pages-backup"), before);
    desk_expect(&d, "history squash", 0);
    desk_says(&d, "nothing to squash: gh-pages of ");
    desk_expect(&d, "publish r.json --name N --commit 40abcdef", 0);
    assert_string_equal(at_remote(&d, "rev-list --count gh-pages"), "2");
    at_remote(&d, "fsck --strict");
    desk_close(&d);
}

static void json_says_what_was_and_what_is(void **state)
{
    (void)state;
    desk d = open_published();
    const char *before = at_remote(&d, "rev-parse gh-pages");
    desk_expect(&d, "history squash --dry-run --json", 0);
    assert_string_equal(desk_json(&d, "[.result, .branch, .commit]"),
                        "[\"dry-run\",\"gh-pages\",null]");
    desk_expect(&d, "history squash --json", 0);
    const char *now = at_remote(&d, "rev-parse gh-pages");
    assert_string_equal(desk_json(&d, "[.result, .before, .commit, .attempts]"),
                        bd_arena_printf(&d.arena, "[\"squashed\",\"%s\",\"%s\",1]", before, now));
    desk_expect(&d, "history squash --json", 0);
    assert_string_equal(desk_json(&d, "[.result, .before, .commit]"),
                        bd_arena_printf(&d.arena, "[\"nothing\",\"%s\",\"%s\"]", now, now));
    desk_close(&d);
}

static void branches_that_are_not_a_history_need_force(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *says;
    } rows[] = {
        { "history squash --branch main", 2, "has no data.js" },
        { "history squash --branch other", 2, "the branch 'other' of " },
        { "history squash --branch here", 2, "the branch 'here' is checked out here" },
        { "history squash --branch here", 2, "--force squashes 'here' all the same" },
        { "history squash --branch nosuch", 5, "there is no branch 'nosuch'" },
        { "history squash --branch 'a b'", 2, "cannot be the name of a branch" },
        { "history squash --remote nosuch", 5, "there is no git repository" },
        { "history squash --suite N", 2, "takes no option that chooses runs" },
        { "history squash gh-pages", 2, "benchdoc history squash --branch gh-pages" },
    };
    desk d = open_published();
    desk_shell(&d, "git fetch -q origin gh-pages && git checkout -q -b here FETCH_HEAD "
                   "&& git push -q origin here && git checkout -q -b two main "
                   "&& mkdir x && echo 'var data = 1' >x/data.js && git add x/data.js "
                   "&& git commit -qm x && git push -q origin two:other && git checkout -q here");
    const char *refs = at_remote(&d, "for-each-ref");
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        desk_expect(&d, rows[i].words, rows[i].code);
        desk_tells(&d, rows[i].says);
    }
    at_remote(&d, "symbolic-ref HEAD refs/heads/gh-pages");
    desk_expect(&d, "history squash", 2);
    desk_tells(&d, "'gh-pages' is the default branch of ");
    assert_string_equal(at_remote(&d, "for-each-ref"), refs);
    desk_expect(&d, "history squash --force", 0);
    assert_string_equal(at_remote(&d, "rev-list --count gh-pages"), "1");
    desk_close(&d);
}

static void the_configuration_names_branch_author_and_places(void **state)
{
    (void)state;
    desk d = open_published();
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  a: { files: r.json }\n"
                                    "publish:\n  branch: results\n  to: { a: bench/all.js }\n"
                                    "  author: \"N <n@example.org>\"\n");
    desk_expect(&d, "publish --commit 10abcdef", 0);
    desk_expect(&d, "publish --commit 20abcdef", 0);
    desk_expect(&d, "history squash", 0);
    desk_says(&d, "results of ");
    assert_string_equal(at_remote(&d, "log --format='%an <%ae>' results"), "N <n@example.org>");
    assert_string_equal(at_remote(&d, "rev-list --count gh-pages"), "3");
    desk_expect(&d, "history squash --branch gh-pages", 0);
    assert_string_equal(at_remote(&d, "rev-list --count gh-pages"), "1");
    desk_close(&d);
}

static void a_refusal_is_final_and_a_server_that_is_down_is_tried_again(void **state)
{
    (void)state;
    desk d = open_published();
    at_remote(&d, "config receive.denyNonFastForwards true");
    const char *before = at_remote(&d, "rev-parse gh-pages");
    desk_expect(&d, "history squash", 5);
    desk_tells(&d, "the server does not let this branch be rewritten");
    desk_tells(&d, "allow force pushes to it");
    assert_int_equal(d.slept_ns, 0);
    assert_string_equal(at_remote(&d, "rev-parse gh-pages"), before);
    desk_set(&d, "BENCHDOC_GIT", "libgit2");
    desk_expect(&d, "history squash --remote http://127.0.0.1:1/r.git --deadline 200", 5);
    desk_tells(&d, "given up after ");
    assert_true(d.slept_ns > INT64_C(100) * 1000000000);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_past_goes_and_how_to_keep_it_is_said),
        cmocka_unit_test(json_says_what_was_and_what_is),
        cmocka_unit_test(branches_that_are_not_a_history_need_force),
        cmocka_unit_test(the_configuration_names_branch_author_and_places),
        cmocka_unit_test(a_refusal_is_final_and_a_server_that_is_down_is_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
