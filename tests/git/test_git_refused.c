/* Pushes that servers refuse, and what stays behind: nothing. */
#include "core/base/file.h"
#include "tests/git/remotes.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void write_hook(remotes *r, const char *name, const char *script)
{
    test_write_text(bd_arena_printf(&r->arena, "%s/remote.git/hooks/%s", r->directory, name),
                    script);
    remotes_sh(r, "chmod +x remote.git/hooks/%s", name);
}

static void a_hook_is_heard_and_is_final(void **state)
{
    static const struct {
        const char *hook, *script, *says;
    } cases[] = {
        { "pre-receive", "#!/bin/sh\necho 'the night is no time to push'\nexit 1\n",
          "a hook of the server refused the push: the night is no time to push" },
        { "update", "#!/bin/sh\necho \"no $1\" >&2\nexit 1\n",
          "a hook of the server refused the push: no refs/heads/gh-pages" },
        { "pre-receive",
          "#!/bin/sh\necho 'GitLab: You are not allowed to push code to protected branches on this "
          "project.'\nexit 1\n",
          "the branch is protected: You are not allowed to push code to protected branches" },
        { "pre-receive",
          "#!/bin/sh\necho \"error: File data.js is 101 MB; this exceeds GitHub's file size limit "
          "of 100.00 MB\"\necho 'error: GH001: Large files detected.'\nexit 1\n",
          "the server refuses files or pushes of this size: " },
    };
    remotes *r = *state;
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        for (remote_way way = 0; way < WAY_COUNT; way++) {
            bd_error err = BD_ERROR_INIT;
            remotes_way(r, way);
            remotes_sh(r, "rm -rf remote.git/hooks && mkdir remote.git/hooks");
            write_hook(r, cases[i].hook, cases[i].script);
            bd_branch *b = remotes_open(r, way, "gh-pages");
            if (remotes_put(b, "x", "1", &err) != BD_REPLY_REFUSED
                || strncmp(err.message, cases[i].says, strlen(cases[i].says)) != 0)
                fail_msg("way %d, case %zu: %s", (int)way, i, err.message);
            assert_string_equal(err.file, bd_branch_where(b));
            bd_branch_close(b);
            remotes_sh(r, "! git -C remote.git rev-parse -q --verify gh-pages");
        }
    remotes_sh(r, "git -C remote.git fsck --strict");
}

static void a_hook_that_runs_after_a_push_to_a_path_runs(void **state)
{
    remotes *r = *state;
    remotes_way(r, WAY_LOCAL);
    write_hook(r, "post-receive", "#!/bin/sh\nwhile read a b c; do echo $c >>told; done\n");
    bd_error err = BD_ERROR_INIT;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    assert_int_equal(remotes_put(b, "x", "1", &err), BD_REPLY_DONE);
    bd_branch_close(b);
    assert_string_equal(remotes_sh(r, "cat remote.git/told"), "refs/heads/gh-pages");
}

static void what_a_web_server_answers_is_understood(void **state)
{
    static const struct {
        const char *path;
        bd_reply reply;
        const char *says;
    } cases[] = {
        { "status-403/remote.git", BD_REPLY_REFUSED, "signed in, but not allowed to write there" },
        { "status-401/remote.git", BD_REPLY_REFUSED, "the server does not accept who is asking" },
        { "status-413/remote.git", BD_REPLY_REFUSED, "the server refuses files or pushes of this" },
        { "status-500/remote.git", BD_REPLY_UNREACHED, "the server failed" },
        { "status-503/remote.git", BD_REPLY_UNREACHED, "the server failed" },
        { "status-404/remote.git", BD_REPLY_REFUSED, "there is no such repository" },
    };
    remotes *r = *state;
    for (remote_way way = WAY_HTTP; way <= WAY_HTTP_LIBRARY; way++)
        for (size_t i = 0; i < BD_COUNT(cases); i++) {
            bd_error err = BD_ERROR_INIT;
            remotes_way(r, way);
            const char *url = bd_arena_printf(&r->arena, "http://127.0.0.1:%d/%s", r->port,
                                              cases[i].path);
            bd_branch *b = remotes_open_at(r, url, "gh-pages");
            bd_reply reply = remotes_put(b, "x", "1", &err);
            if (reply != cases[i].reply
                || strncmp(err.message, cases[i].says, strlen(cases[i].says)) != 0)
                fail_msg("way %d, %s: %d, %s", (int)way, cases[i].path, (int)reply, err.message);
            bd_branch_close(b);
        }
}

static void who_cannot_be_reached_or_does_not_exist_is_said_at_once(void **state)
{
    static const struct {
        const char *remote;
        bd_reply reply;
    } cases[] = {
        { "http://127.0.0.1:1/x.git", BD_REPLY_UNREACHED },
        { "https://nosuch.invalid/x.git", BD_REPLY_UNREACHED },
        { "file:///nosuch/x.git", BD_REPLY_REFUSED },
    };
    remotes *r = *state;
    for (int library = 0; library < 2; library++)
        for (size_t i = 0; i < BD_COUNT(cases) - (size_t)library; i++) {
            bd_error err = BD_ERROR_INIT;
            remotes_way(r, WAY_LOCAL);
            remotes_variables(r, library ? "BENCHDOC_GIT=libgit2" : NULL, NULL);
            bd_branch *b = remotes_open_at(r, cases[i].remote, "gh-pages");
            if (bd_branch_fetch(b, &err) != cases[i].reply)
                fail_msg("%d %s: %s", library, cases[i].remote, err.message);
            assert_int_equal(err.code, BD_ERR_GIT);
            assert_true(err.hint[0] != '\0');
            bd_branch_close(b);
        }
    static const char *const none[] = { "/nosuch/x.git", "nosuch", NULL };
    for (size_t i = 0; i < BD_COUNT(none); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch_place place = { .directory = r->directory, .remote = none[i], .branch = "x" };
        assert_null(bd_branch_open(&place, &r->env, &err));
        assert_int_equal(err.code, BD_ERR_GIT);
        assert_true(err.hint[0] != '\0');
    }
}

/* Every state that a kill can leave: the next push goes through and takes it away. */
static void whenever_a_push_is_killed_the_next_one_goes_through(void **state)
{
    remotes *r = *state;
    static const char *const left[] = {
        ": > remote.git/benchdoc-lock-1-2", /* made, not held yet */
        "git -C remote.git rev-parse gh-pages > remote.git/benchdoc-lock-1-2", /* not linked yet */
        "git -C remote.git rev-parse gh-pages > remote.git/benchdoc-lock-1-2 && " /* linked */
        "ln remote.git/benchdoc-lock-1-2 remote.git/refs/heads/gh-pages.lock",
        "git -C remote.git rev-parse gh-pages > remote.git/benchdoc-lock-1-2 && " /* renamed */
        "ln -f remote.git/benchdoc-lock-1-2 remote.git/refs/heads/gh-pages",
        "git -C remote.git pack-refs --all", /* and nothing is left of the loose ref */
    };
    for (size_t i = 0; i < BD_COUNT(left); i++) {
        bd_error err = BD_ERROR_INIT;
        char text[8];
        remotes_sh(r, "%s", left[i]);
        bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
        snprintf(text, sizeof text, "%zu", i);
        if (remotes_put(b, "x", text, &err) != BD_REPLY_DONE)
            fail_msg("%s: %s", left[i], err.message);
        bd_branch_close(b);
        assert_string_equal(remotes_sh(r, "ls remote.git remote.git/refs/heads | grep -c -e "
                                          "benchdoc-lock -e lock$ || true"),
                            "0");
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:x"), text);
    }
    remotes_sh(r, "git -C remote.git fsck --strict");
}

/* git's own words: a folder cannot be a file. What empty folders are left is in nobody's way. */
static void a_branch_in_a_folder_is_made_and_one_in_the_way_of_others_is_refused(void **state)
{
    remotes *r = *state;
    static const struct {
        const char *name;
        bd_reply reply;
    } rows[] = { { "bench/pages/here", BD_REPLY_DONE },
                 { "bench/pages", BD_REPLY_REFUSED },
                 { "bench/pages/here/too", BD_REPLY_REFUSED },
                 { "bench/other", BD_REPLY_DONE } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, WAY_LOCAL, rows[i].name);
        assert_int_equal(remotes_put(b, "x", "1", &err), rows[i].reply);
        bd_branch_close(b);
    }
    remotes_sh(r, "git -C remote.git update-ref -d refs/heads/bench/pages/here && mkdir -p "
                  "remote.git/refs/heads/bench/pages");
    bd_error err = BD_ERROR_INIT;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "bench/pages");
    assert_int_equal(remotes_put(b, "x", "1", &err), BD_REPLY_DONE);
    bd_branch_close(b);
    remotes_sh(r, "git -C remote.git fsck --strict");
}

static void the_log_of_a_branch_is_kept_where_git_keeps_one(void **state)
{
    remotes *r = *state;
    static const char *const lines[] = { "0", "1" };
    static const char *const settings[] = { "git -C remote.git config core.logAllRefUpdates false",
                                            "git -C remote.git config core.logAllRefUpdates true" };
    for (size_t i = 0; i < BD_COUNT(lines); i++) {
        bd_error err = BD_ERROR_INIT;
        remotes_sh(r, "%s", settings[i]);
        bd_branch *b = remotes_open(r, WAY_LOCAL, "logged");
        assert_int_equal(remotes_put(b, "x", lines[i], &err), BD_REPLY_DONE);
        bd_branch_close(b);
        /* git's form: before, after, who, when, why */
        assert_string_equal(remotes_sh(r, "cat remote.git/logs/refs/heads/logged 2>/dev/null | "
                                          "grep -cE '^[0-9a-f]{40} [0-9a-f]{40} benchdoc "
                                          "<b@example.org> 0 .0000.benchdoc publish$' || true"),
                            lines[i]);
    }
}

/* ---- what stays behind ---- */

static char *fingerprint_of(remotes *r, const char *folder)
{
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "find %s -printf '%%p %%y %%m %%s %%T@ %%l\\n' | sort && find %s -type "
                  "f -print0 | sort -z | xargs -0 sha256sum",
                  folder, folder);
    char *all = remotes_sh(r, "%s", bd_buf_text(&command));
    bd_buf_release(&command);
    assert_true(strlen(all) > 1000);
    return all;
}

static void the_users_repository_is_the_same_before_and_after(void **state)
{
    static const char *const shapes[] = {
        "git clone -q file://$PWD/remote.git user",
        "git clone -q --depth=1 file://$PWD/remote.git user",
        "git clone -q file://$PWD/remote.git user && git -C user checkout -q --detach",
        "git clone -q file://$PWD/remote.git user/main && git -C user/main worktree add -q "
        "../linked -b linked",
        "git clone -q file://$PWD/remote.git user && git -C user fetch -q origin gh-pages "
        "&& git -C user checkout -q -b gh-pages FETCH_HEAD && echo y > user/README",
    };
    remotes *r = *state;
    remotes_way(r, WAY_LOCAL);
    remotes_sh(r, "git clone -q remote.git two && cd two && echo 2 > two && git add . && "
                  "git commit -qm two && git push -q origin HEAD HEAD:gh-pages");
    for (size_t i = 0; i < BD_COUNT(shapes); i++)
        for (remote_way way = 0; way < WAY_COUNT; way++) {
            const char *url = remotes_way(r, way);
            remotes_sh(r, "rm -rf user && %s", shapes[i]);
            const char *inside = strstr(shapes[i], "linked") ? "user/linked" : "user";
            remotes_sh(r, "git -C %s config remote.origin.url '%s'", inside, url);
            char *before = fingerprint_of(r, "user");
            bd_error err = BD_ERROR_INIT;
            bd_branch_place place = { .directory = bd_path_join(&r->arena, r->directory, inside),
                                      .branch = "gh-pages" };
            bd_branch *b = bd_branch_open(&place, &r->env, &err);
            assert_ok(b != NULL, &err);
            bd_reply reply = remotes_put(b, "x", bd_arena_printf(&r->arena, "%zu %d", i, (int)way),
                                         &err);
            assert_ok(reply == BD_REPLY_DONE, &err);
            bd_branch_close(b);
            assert_string_equal(fingerprint_of(r, "user"), before);
        }
    assert_string_equal(remotes_sh(r, "ls tmp"), "");
}

/* A hook or `git rebase --exec` runs its programs with GIT_DIR and more. */
static void variables_of_a_git_around_it_do_not_lead_astray(void **state)
{
    static const char *const names[] = { "GIT_DIR",       "GIT_OBJECT_DIRECTORY", "GIT_INDEX_FILE",
                                         "GIT_WORK_TREE", "GIT_COMMON_DIR",       "GIT_NAMESPACE" };
    remotes *r = *state;
    for (remote_way way = WAY_FILE; way <= WAY_HTTP; way++) {
        bd_error err = BD_ERROR_INIT;
        const char *url = remotes_way(r, way);
        char *before = fingerprint_of(r, "work");
        for (size_t i = 0; i < BD_COUNT(names); i++)
            setenv(names[i], bd_path_join(&r->arena, r->directory, "work/.git"), 1);
        bd_branch *b = remotes_open_at(r, url, "gh-pages");
        bd_reply reply = remotes_put(b, "x", way == WAY_FILE ? "1" : "2", &err);
        for (size_t i = 0; i < BD_COUNT(names); i++)
            unsetenv(names[i]);
        assert_ok(reply == BD_REPLY_DONE, &err);
        bd_branch_close(b);
        assert_string_equal(fingerprint_of(r, "work"), before);
    }
}

static void what_a_killed_one_left_the_next_one_takes_away(void **state)
{
    remotes *r = *state;
    remotes_way(r, WAY_FILE);
    pid_t child = fork();
    if (child == 0) {
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, WAY_FILE, "gh-pages");
        remotes_put(b, "x", "1", &err);
        raise(SIGKILL);
    }
    waitpid(child, NULL, 0);
    assert_string_equal(remotes_sh(r, "ls tmp | wc -l"), "1");
    bd_branch *b = remotes_open(r, WAY_FILE, "gh-pages");
    assert_string_equal(remotes_sh(r, "ls tmp | wc -l"), "1");
    bd_branch *other = remotes_open(r, WAY_FILE, "gh-pages"); /* nor that of a living one */
    assert_string_equal(remotes_sh(r, "ls tmp | wc -l"), "2");
    bd_branch_close(b);
    bd_branch_close(other);
    assert_string_equal(remotes_sh(r, "ls tmp | wc -l"), "0");
}

static void a_project_of_another_user_comes_with_the_line_that_trusts_it(void **state)
{
    remotes *r = *state;
    remotes_way(r, WAY_LOCAL);
    if (geteuid() != 0) {
        print_message("only root can give a repository away\n");
        skip();
    }
    remotes_sh(r, "chown -R 12345:12345 work");
    bd_error err = BD_ERROR_INIT;
    bd_branch_place place = { .directory = bd_path_join(&r->arena, r->directory, "work"),
                              .branch = "gh-pages" };
    assert_null(bd_branch_open(&place, &r->env, &err));
    assert_int_equal(err.code, BD_ERR_GIT);
    assert_non_null(strstr(err.message, "another user"));
    assert_non_null(strstr(err.hint, "safe.directory"));
    err = (bd_error)BD_ERROR_INIT;
    place.remote = bd_path_join(&r->arena, r->directory, "remote.git"); /* it needs no project */
    bd_branch *b = bd_branch_open(&place, &r->env, &err);
    assert_ok(b != NULL, &err);
    bd_branch_close(b);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, remotes_make, remotes_remove)
        TEST(a_hook_is_heard_and_is_final),
        TEST(a_hook_that_runs_after_a_push_to_a_path_runs),
        TEST(whenever_a_push_is_killed_the_next_one_goes_through),
        TEST(a_branch_in_a_folder_is_made_and_one_in_the_way_of_others_is_refused),
        TEST(the_log_of_a_branch_is_kept_where_git_keeps_one),
        TEST(what_a_web_server_answers_is_understood),
        TEST(who_cannot_be_reached_or_does_not_exist_is_said_at_once),
        TEST(the_users_repository_is_the_same_before_and_after),
        TEST(variables_of_a_git_around_it_do_not_lead_astray),
        TEST(a_project_of_another_user_comes_with_the_line_that_trusts_it),
        TEST(what_a_killed_one_left_the_next_one_takes_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
