/* A branch that loses its past, in every way there is: its files stay, whoever came before
 * is not overwritten, and who may not is told. */
#include "core/base/file.h"
#include "tests/git/remotes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* gh-pages with entries of every mode, and a past of twelve commits; made once. */
static void make_branch(remotes *r)
{
    remotes_sh(r,
               "if ! git -C remote.git rev-parse -q --verify refs/kept/pages; then "
               "git clone -q remote.git pages && cd pages "
               "&& git checkout -q --orphan gh-pages && git rm -rfq . && mkdir -p dev/bench docs "
               "&& printf run > docs/tool && chmod +x docs/tool && ln -s tool docs/link "
               "&& printf 'a\\r\\n\\377' > docs/odd && git add . && git update-index --add "
               "--cacheinfo 160000,0123456789abcdef0123456789abcdef01234567,docs/module "
               "&& git commit -qm pages && for i in 1 2 3 4 5 6 7 8 9 10 11; do "
               "echo $i >dev/bench/data.js; git add dev && git commit -qm $i; done; "
               "git push -q origin HEAD:refs/kept/pages; cd ..; fi; "
               "git -C remote.git update-ref refs/heads/gh-pages refs/kept/pages");
}

static bd_reply squash(bd_branch *b, char id[41], bd_error *err)
{
    bd_branch_plan plan = {
        .message = "squash", .name = "b", .email = "b@example.org", .without_past = true
    };
    return bd_branch_push(b, &plan, id, err);
}

static char *tree(remotes *r)
{
    return remotes_sh(r, "git -C remote.git ls-tree -r -t --full-tree gh-pages");
}

static size_t objects_of_a_clone(remotes *r)
{
    return strtoul(remotes_sh(r, "rm -rf fresh && git clone -q --bare --single-branch -b gh-pages "
                                 "file://$PWD/remote.git fresh 2>&1 && git -C fresh rev-list "
                                 "--objects --all | wc -l"),
                   NULL, 10);
}

static void the_files_stay_and_a_clone_gets_small(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        char id[41] = "";
        bool has = false;
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, way, "gh-pages");
        make_branch(r);
        char *before = tree(r);
        assert_non_null(strstr(before, "160000 commit"));
        assert_non_null(strstr(before, "120000 blob"));
        assert_true(objects_of_a_clone(r) > 40);
        assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_DONE);
        assert_ok(bd_branch_has_past(b, &has, &err), &err);
        assert_true(has);
        bd_reply reply = squash(b, id, &err);
        assert_ok(reply == BD_REPLY_DONE, &err);
        assert_string_equal(tree(r), before);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), id);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "1");
        assert_int_equal(objects_of_a_clone(r), 1 + 4 + 4); /* commit, folders, files */
        assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_DONE);
        assert_ok(bd_branch_has_past(b, &has, &err), &err);
        assert_false(has);
        bd_branch_close(b);
        remotes_sh(r, "git -C remote.git fsck --strict");
    }
}

static void who_published_meanwhile_is_not_overwritten(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        char id[41] = "";
        bd_error err = BD_ERROR_INIT, moved = BD_ERROR_INIT;
        bd_branch *slow = remotes_open(r, way, "gh-pages"),
                  *fast = remotes_open(r, way, "gh-pages");
        make_branch(r);
        assert_int_equal(bd_branch_fetch(slow, &err), BD_REPLY_DONE);
        bd_reply reply = remotes_put(fast, "new", "run", &err);
        assert_ok(reply == BD_REPLY_DONE, &err);
        char *tip = remotes_sh(r, "git -C remote.git rev-parse gh-pages");
        assert_int_equal(squash(slow, id, &moved), BD_REPLY_MOVED);
        assert_non_null(strstr(moved.message, "has moved on"));
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), tip);
        assert_int_equal(bd_branch_fetch(slow, &err), BD_REPLY_DONE);
        reply = squash(slow, id, &err);
        assert_ok(reply == BD_REPLY_DONE, &err);
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:new"), "run");
        /* and who fetched before the squash is told, too */
        assert_int_equal(remotes_push(fast, "new", "late", &moved), BD_REPLY_MOVED);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), id);
        bd_branch_close(slow);
        bd_branch_close(fast);
    }
}

static void a_branch_that_was_taken_away_is_not_made_again(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        char id[41] = "";
        bd_error err = BD_ERROR_INIT, moved = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, way, "gh-pages");
        make_branch(r);
        assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_DONE);
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        assert_int_equal(squash(b, id, &moved), BD_REPLY_MOVED);
        remotes_sh(r, "! git -C remote.git rev-parse -q --verify gh-pages");
        bd_branch_close(b);
    }
}

static void a_server_that_forbids_it_is_heard_and_is_final(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        char id[41] = "";
        bd_error err = BD_ERROR_INIT, none = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, way, "gh-pages");
        remotes_sh(r, "git -C remote.git config receive.denyNonFastForwards false");
        make_branch(r);
        remotes_sh(r, "git -C remote.git config receive.denyNonFastForwards true");
        char *tip = remotes_sh(r, "git -C remote.git rev-parse gh-pages");
        assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_DONE);
        if (squash(b, id, &err) != BD_REPLY_REFUSED
            || !strstr(err.message, "does not let this branch be rewritten")
            || !strstr(err.hint, "receive.denyNonFastForwards"))
            fail_msg("way %d: %s (%s)", (int)way, err.message, err.hint);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse gh-pages"), tip);
        bd_reply reply = remotes_put(b, "x", "1", &none); /* adding is no rewriting */
        assert_ok(reply == BD_REPLY_DONE, &none);
        bd_branch_close(b);
    }
}

static void the_default_branch_is_known(void **state)
{
    remotes *r = *state;
    remotes_way(r, WAY_LOCAL);
    make_branch(r);
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        static const char *const heads[] = { "main", "gh-pages", NULL };
        for (size_t i = 0; i < BD_COUNT(heads); i++) {
            const char *head = "";
            bd_error err = BD_ERROR_INIT;
            bd_branch *b = remotes_open(r, way, "gh-pages");
            if (heads[i])
                remotes_sh(r, "git -C remote.git symbolic-ref HEAD refs/heads/%s", heads[i]);
            else
                remotes_sh(r, "git -C remote.git update-ref --no-deref HEAD gh-pages");
            assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_DONE);
            bd_reply reply = bd_branch_default(b, &head, &err);
            assert_ok(reply == BD_REPLY_DONE, &err);
            if (heads[i])
                assert_string_equal(head, heads[i]);
            else
                assert_null(head);
            bd_branch_close(b);
            remotes_sh(r, "git -C remote.git symbolic-ref HEAD refs/heads/main");
        }
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, remotes_make, remotes_remove)
        TEST(the_files_stay_and_a_clone_gets_small),
        TEST(who_published_meanwhile_is_not_overwritten),
        TEST(a_branch_that_was_taken_away_is_not_made_again),
        TEST(a_server_that_forbids_it_is_heard_and_is_final),
        TEST(the_default_branch_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
