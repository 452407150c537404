/* Reading a branch elsewhere and adding to it, in every way there is. */
#include "core/base/file.h"
#include "tests/git/remotes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A branch gh-pages with files of every kind. */
static void make_pages(remotes *r)
{
    remotes_sh(r, "rm -rf pages && git clone -q remote.git pages && cd pages "
                  "&& git checkout -q --orphan gh-pages && git rm -rfq . "
                  "&& mkdir -p dev/bench/a docs && printf first > dev/bench/a/data.js "
                  "&& printf run > docs/tool && chmod +x docs/tool && ln -s tool docs/link "
                  "&& printf page > index.html && git add . && git commit -qm pages "
                  "&& git push -q origin gh-pages");
}

static void assert_put(bd_branch *b, const char *path, const char *text)
{
    bd_error err = BD_ERROR_INIT;
    bd_reply reply = remotes_put(b, path, text, &err);
    assert_ok(reply == BD_REPLY_DONE, &err);
}

static void the_first_push_makes_the_branch(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        const char *name = bd_arena_printf(&r->arena, "pages/way-%d", (int)way);
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, way, name);
        r->state.now_ns = (int64_t)1784541600 * 1000000000;
        assert_ok(bd_branch_fetch(b, &err) == BD_REPLY_DONE, &err);
        assert_null(bd_branch_commit(b));
        assert_put(b, "dev/bench/data.js", "hello");
        bd_branch_close(b);
        assert_string_equal(
            remotes_sh(r, "git -C remote.git log --format='%%an <%%ae> %%at %%P %%s' '%s'", name),
            "benchdoc <b@example.org> 1784541600  add a run");
        assert_string_equal(
            remotes_sh(r, "git -C remote.git ls-tree -r --format='%%(objectmode) %%(path)' '%s'",
                       name),
            "100644 dev/bench/data.js");
        assert_string_equal(remotes_sh(r, "git -C remote.git show '%s:dev/bench/data.js'", name),
                            "hello");
    }
    remotes_sh(r, "git -C remote.git fsck --strict");
}

static void a_push_leaves_every_other_file_as_it_is(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_branch *b = remotes_open(r, way, "gh-pages");
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        make_pages(r);
        char *before = remotes_sh(r, "git -C pages ls-tree -r HEAD");
        assert_put(b, "dev/bench/b/data.js", "new");
        assert_put(b, "docs/tool", "changed");
        bd_branch_close(b);
        assert_string_equal(remotes_sh(r, "git -C remote.git ls-tree -r gh-pages "
                                          "| grep -v -e bench/b/ -e docs/tool"),
                            remotes_sh(r, "printf '%%s' '%s' | grep -v docs/tool", before));
        assert_string_equal(
            remotes_sh(r, "git -C remote.git ls-tree gh-pages docs/tool | cut -c1-6"), "100755");
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:docs/tool"), "changed");
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:dev/bench/b/data.js"),
                            "new");
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "3");
    }
    remotes_sh(r, "git -C remote.git fsck --strict");
}

static void files_are_read_as_they_are(void **state)
{
    remotes *r = *state;
    bd_buf bytes = BD_BUF_INIT;
    remotes_way(r, WAY_LOCAL);
    make_pages(r);
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_error err = BD_ERROR_INIT;
        bool exists;
        bd_branch *b = remotes_open(r, way, "gh-pages");
        assert_ok(bd_branch_fetch(b, &err) == BD_REPLY_DONE, &err);
        assert_string_equal(bd_branch_commit(b), remotes_sh(r, "git -C pages rev-parse HEAD"));
        assert_ok(bd_branch_read(b, "dev/bench/a/data.js", &bytes, &exists, &err), &err);
        assert_true(exists);
        assert_str(bd_buf_str(&bytes), "first");
        assert_ok(bd_branch_read(b, "dev/bench/c/data.js", &bytes, &exists, &err), &err);
        assert_false(exists);
        assert_int_equal(bytes.len, 0);
        assert_false(bd_branch_read(b, "docs/link", &bytes, &exists, &err));
        assert_string_equal(err.file, "docs/link");
        bd_branch_close(b);
    }
    bd_buf_release(&bytes);
}

static void who_comes_second_is_told_and_may_try_again(void **state)
{
    remotes *r = *state;
    remotes_way(r, WAY_LOCAL);
    make_pages(r);
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_error err = BD_ERROR_INIT, moved = BD_ERROR_INIT;
        bd_branch *slow = remotes_open(r, way, "gh-pages"),
                  *fast = remotes_open(r, way, "gh-pages");
        assert_int_equal(bd_branch_fetch(slow, &err), BD_REPLY_DONE);
        assert_put(fast, "fast", bd_arena_printf(&r->arena, "%d", (int)way));
        char *tip = remotes_sh(r, "git -C remote.git rev-parse gh-pages");
        assert_int_equal(remotes_push(slow, "slow", "too late", &moved), BD_REPLY_MOVED);
        assert_non_null(strstr(moved.message, "has moved on"));
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), tip);
        assert_put(slow, "slow", bd_arena_printf(&r->arena, "%d", (int)way));
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:fast"),
                            bd_arena_printf(&r->arena, "%d", (int)way));
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages~1"), tip);
        bd_branch_close(slow);
        bd_branch_close(fast);
    }
}

static void two_who_make_the_branch_do_not_overwrite_each_other(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_error err = BD_ERROR_INIT, moved = BD_ERROR_INIT;
        const char *name = bd_arena_printf(&r->arena, "new-%d", (int)way);
        bd_branch *slow = remotes_open(r, way, name), *fast = remotes_open(r, way, name);
        assert_int_equal(bd_branch_fetch(slow, &err), BD_REPLY_DONE);
        assert_put(fast, "fast", "1");
        assert_int_equal(remotes_push(slow, "slow", "too late", &moved), BD_REPLY_MOVED);
        assert_put(slow, "slow", "1");
        assert_string_equal(remotes_sh(r, "git -C remote.git ls-tree --name-only %s", name),
                            "fast\nslow");
        bd_branch_close(slow);
        bd_branch_close(fast);
    }
}

static void a_branch_that_was_taken_away_meanwhile_has_moved_on(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_error err = BD_ERROR_INIT, moved = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, way, "gh-pages");
        make_pages(r);
        assert_ok(bd_branch_fetch(b, &err) == BD_REPLY_DONE, &err);
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        assert_int_equal(remotes_push(b, "x", "1", &moved), BD_REPLY_MOVED);
        remotes_sh(r, "! git -C remote.git rev-parse -q --verify gh-pages");
        assert_put(b, "x", "1");
        assert_string_equal(remotes_sh(r, "git -C remote.git ls-tree -r --name-only gh-pages"),
                            "x");
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "1");
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        bd_branch_close(b);
    }
}

static void what_is_there_already_makes_no_commit(void **state)
{
    remotes *r = *state;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    make_pages(r);
    assert_put(b, "dev/bench/a/data.js", "first");
    assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "1");
    bd_branch_close(b);
}

static void a_branch_can_lose_its_past_but_not_its_files(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch_file file = { .path = "docs/tool", .remove = true };
        bd_branch_plan plan = { .message = "squash",
                                .name = "b",
                                .email = "b@example.org",
                                .files = &file,
                                .file_count = 1,
                                .without_past = true };
        char id[41];
        bd_branch *b = remotes_open(r, way, "gh-pages");
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        make_pages(r);
        assert_put(b, "x", "1");
        assert_ok(bd_branch_fetch(b, &err) == BD_REPLY_DONE, &err);
        bd_reply reply = bd_branch_push(b, &plan, id, &err);
        assert_ok(reply == BD_REPLY_DONE, &err);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), id);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "1");
        assert_string_equal(remotes_sh(r, "git -C remote.git ls-tree -r --name-only gh-pages"),
                            "dev/bench/a/data.js\ndocs/link\nindex.html\nx");
        bd_branch_close(b);
    }
}

static void what_stands_in_the_way_is_named(void **state)
{
    static const struct {
        const char *path, *file, *says;
    } cases[] = {
        { "docs/link", "docs/link", "a symbolic link where this file should be" },
        { "dev/bench", "dev/bench", "a folder where this file should be" },
        { "index.html/x", "index.html", "a file where this file should be" },
        { "docs/tool/a/b", "docs/tool", "a file where this file should be" },
        { "../x", "../x", "no path on a branch" },
        { "/x", "/x", "no path on a branch" },
        { ".git/config", "", "cannot write the commit's folders" },
    };
    remotes *r = *state;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    make_pages(r);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        assert_int_equal(remotes_put(b, cases[i].path, "x", &err), BD_REPLY_REFUSED);
        assert_string_equal(err.file, cases[i].file);
        assert_non_null(strstr(err.message, cases[i].says));
    }
    assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "1");
    bd_branch_close(b);
}

static void a_branch_that_is_checked_out_is_left_alone(void **state)
{
    remotes *r = *state;
    static const char *const places[] = { "other", "linked-to", "unborn" };
    remotes_way(r, WAY_LOCAL);
    make_pages(r);
    remotes_sh(r, "git clone -q -b gh-pages remote.git other "
                  "&& git clone -q remote.git linked-to "
                  "&& git -C linked-to worktree add -q -b gh-pages ../linked origin/gh-pages "
                  "&& git init -q -b gh-pages unborn");
    for (size_t i = 0; i < BD_COUNT(places); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open_at(r, bd_path_join(&r->arena, r->directory, places[i]),
                                       "gh-pages");
        assert_int_equal(remotes_put(b, "x", "1", &err), BD_REPLY_REFUSED);
        assert_non_null(strstr(err.message, "checked out there"));
        bd_branch_close(b);
    }
    bd_branch *b = remotes_open_at(r, bd_path_join(&r->arena, r->directory, "other"), "results");
    assert_put(b, "x", "1");
    bd_branch_close(b);
}

static void a_name_that_is_none_is_refused(void **state)
{
    remotes *r = *state;
    static const char *const names[] = { "", "-x", "a..b", "a b", "x.lock", "/x", "a:b", "a~1" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch_place place = { .directory = r->directory,
                                  .remote = remotes_way(r, WAY_LOCAL),
                                  .branch = names[i] };
        assert_null(bd_branch_open(&place, &r->env, &err));
        assert_int_equal(err.code, BD_ERR_USAGE);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, remotes_make, remotes_remove)
        TEST(the_first_push_makes_the_branch),
        TEST(a_push_leaves_every_other_file_as_it_is),
        TEST(files_are_read_as_they_are),
        TEST(who_comes_second_is_told_and_may_try_again),
        TEST(two_who_make_the_branch_do_not_overwrite_each_other),
        TEST(a_branch_that_was_taken_away_meanwhile_has_moved_on),
        TEST(what_is_there_already_makes_no_commit),
        TEST(a_branch_can_lose_its_past_but_not_its_files),
        TEST(what_stands_in_the_way_is_named),
        TEST(a_branch_that_is_checked_out_is_left_alone),
        TEST(a_name_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
