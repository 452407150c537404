/* The lock of a branch on this machine: every state in which a killed publish leaves it,
 * git at work at the same time, and what git does with refs that benchdoc does as well. */
#include "core/base/file.h"
#include "tests/git/remotes.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define REF  "remote.git/refs/heads/gh-pages"
#define MARK "remote.git/benchdoc-lock-1-2"

static void assert_nothing_left(remotes *r)
{
    assert_string_equal(remotes_sh(r, "ls remote.git | grep -c benchdoc-lock || true"), "0");
    assert_string_equal(remotes_sh(r, "find remote.git -name '*.lock' | wc -l"), "0");
    remotes_sh(r, "git -C remote.git fsck --strict");
}

static void publish(bd_branch *b, const char *path)
{
    bd_error err = BD_ERROR_INIT;
    bd_reply reply = remotes_put(b, path, "1", &err);
    assert_ok(reply == BD_REPLY_DONE, &err);
}

/* A lock of benchdoc's whose process is dead goes; git's, and one that is held, stay. */
static void a_dead_lock_of_our_own_is_taken_away(void **state)
{
    remotes *r = *state;
    static const struct {
        const char *make;
        bool held;
        bd_reply reply;
    } cases[] = {
        { "touch " REF ".lock", false, BD_REPLY_MOVED },
        { "touch " REF ".lock && ln " REF ".lock remote.git/other", false, BD_REPLY_MOVED },
        { "touch " REF ".lock " MARK, false, BD_REPLY_MOVED },
        { "touch " REF ".lock && ln " REF ".lock " MARK, true, BD_REPLY_MOVED },
        { "touch " REF ".lock && ln " REF ".lock " MARK, false, BD_REPLY_DONE },
        { "git -C remote.git rev-parse main >" MARK " && ln " MARK " " REF ".lock", false,
          BD_REPLY_DONE },
    };
    char *path = bd_arena_printf(&r->arena, "%s/" REF ".lock", r->directory);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
        remotes_sh(r, "rm -f " REF ".lock remote.git/benchdoc-lock-* && %s", cases[i].make);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        assert_int_equal(cases[i].held ? flock(fd, LOCK_EX) : 0, 0);
        assert_int_equal(remotes_put(b, "x", bd_arena_printf(&r->arena, "%zu", i), &err),
                         cases[i].reply);
        if (cases[i].reply == BD_REPLY_MOVED)
            assert_non_null(strstr(err.message, "is locked by another program"));
        assert_int_equal(access(path, F_OK) == 0, cases[i].reply == BD_REPLY_MOVED);
        close(fd);
        bd_branch_close(b);
    }
    assert_nothing_left(r);
}

/* Killed before the lock was there, and after it had become the branch. */
static void a_name_that_a_killed_one_left_goes_with_the_next(void **state)
{
    remotes *r = *state;
    static const char *const states[] = {
        "touch " MARK,                                 /* made */
        "printf 0123 >" MARK,                          /* being written */
        "git -C remote.git rev-parse gh-pages >" MARK, /* written */
        "ln " REF " " MARK,                            /* the branch, and its mark */
        "ln " REF " " MARK " && git -C remote.git pack-refs --all --prune",
        "ln " REF " " MARK " && git -C remote.git update-ref refs/heads/gh-pages main",
        "ln " REF " " MARK " && git -C remote.git update-ref -d refs/heads/gh-pages",
        "touch " MARK " " MARK "3 && ln " REF " " MARK "4", /* several */
    };
    for (size_t i = 0; i < BD_COUNT(states); i++) {
        bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
        publish(b, bd_arena_printf(&r->arena, "before-%zu", i));
        remotes_sh(r, "%s", states[i]);
        char *tip = remotes_sh(r, "git -C remote.git rev-parse -q --verify gh-pages || true");
        publish(b, bd_arena_printf(&r->arena, "after-%zu", i));
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-parse -q --verify gh-pages~ || "
                                          "true"),
                            tip);
        assert_nothing_left(r);
        bd_branch_close(b);
    }
}

/* Somebody who is about to lock the branch is not disturbed. */
static void a_mark_that_is_held_stays(void **state)
{
    remotes *r = *state;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    remotes_sh(r, "touch " MARK);
    int fd = open(bd_arena_printf(&r->arena, "%s/" MARK, r->directory), O_RDWR | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    publish(b, "x");
    remotes_sh(r, "test -e " MARK);
    close(fd);
    publish(b, "y");
    assert_nothing_left(r);
    bd_branch_close(b);
}

/* ---- several at once ---- */

/* In a process of its own. @return its exit status */
static int publish_all(remotes *r, size_t who, size_t count)
{
    bd_error opened = BD_ERROR_INIT;
    char *remote = bd_arena_printf(&r->arena, "%s/remote.git", r->directory);
    bd_branch *b = remotes_try(r, remote, "gh-pages", &opened);
    bd_reply reply = b ? BD_REPLY_DONE : BD_REPLY_REFUSED;
    for (size_t i = 0; i < count && reply == BD_REPLY_DONE; i++)
        do {
            bd_error err = BD_ERROR_INIT;
            reply = remotes_put(b, bd_arena_printf(&r->arena, "file-%zu-%zu", who, i), "1", &err);
            if (reply == BD_REPLY_REFUSED)
                print_error("%s\n", err.message);
        } while (reply == BD_REPLY_MOVED);
    bd_branch_close(b);
    return reply == BD_REPLY_DONE ? 0 : 1;
}

static void start_all(remotes *r, pid_t *children, size_t processes, size_t count)
{
    for (size_t i = 0; i < processes; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(publish_all(r, i, count));
    }
}

static void assert_all_there(remotes *r, const pid_t *children, size_t processes, size_t count)
{
    for (size_t i = 0; i < processes; i++) {
        int status = -1;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    const char *all = bd_arena_printf(&r->arena, "%zu", processes * count);
    assert_string_equal(remotes_sh(r, "git -C remote.git ls-tree --name-only gh-pages | wc -l"),
                        all);
    assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), all);
    assert_nothing_left(r);
}

static void many_who_meet_one_dead_lock_take_no_live_one_away(void **state)
{
    enum { PROCESSES = 6, EACH = 3 };
    remotes *r = *state;
    for (size_t i = 0, rounds = test_rounds(100); i < rounds; i++) {
        pid_t children[PROCESSES];
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages && touch " MARK
                      " && ln " MARK " " REF ".lock");
        start_all(r, children, PROCESSES, EACH);
        assert_all_there(r, children, PROCESSES, EACH);
    }
}

static void git_may_pack_and_update_refs_meanwhile(void **state)
{
    enum { PROCESSES = 4 };
    remotes *r = *state;
    pid_t children[PROCESSES];
    size_t each = test_rounds(50) + 4;
    start_all(r, children, PROCESSES, each);
    for (size_t i = 0; i < each; i++)
        remotes_sh(r,
                   "cd remote.git && git pack-refs --all --prune && git update-ref "
                   "refs/heads/side main && git update-ref -d refs/heads/side "
                   "&& if [ %zu = 2 ]; then git gc -q; fi",
                   i % 8);
    assert_all_there(r, children, PROCESSES, each);
}

/* ---- what git does with refs ---- */

static void a_branch_that_is_packed_is_followed(void **state)
{
    remotes *r = *state;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "pages/of/all");
    publish(b, "x");
    remotes_sh(r, "git -C remote.git pack-refs --all --prune && test ! -e "
                  "remote.git/refs/heads/pages");
    publish(b, "y");
    assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count pages/of/all"), "2");
    bd_branch_close(b);
    assert_nothing_left(r);
}

/* As git does it: the one that it stands for moves, is there or not; the link stays. */
static void a_branch_that_stands_for_another_moves_that(void **state)
{
    static const char *const makes[] = { "update-ref refs/heads/site main",
                                         "update-ref -d refs/heads/site" };
    remotes *r = *state;
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    bd_error err = BD_ERROR_INIT;
    remotes_sh(r, "git -C remote.git symbolic-ref refs/heads/gh-pages refs/heads/site");
    for (size_t i = 0; i < BD_COUNT(makes); i++) {
        remotes_sh(r, "git -C remote.git %s", makes[i]);
        publish(b, "x");
        assert_string_equal(remotes_sh(r, "git -C remote.git show site:x"), "1");
        assert_string_equal(remotes_sh(r, "git -C remote.git symbolic-ref refs/heads/gh-pages"),
                            "refs/heads/site");
    }
    remotes_sh(r, "git -C remote.git symbolic-ref refs/heads/gh-pages refs/tags/v1");
    assert_int_equal(bd_branch_fetch(b, &err), BD_REPLY_REFUSED);
    assert_non_null(strstr(err.message, "it stands for what is no branch"));
    bd_branch_close(b);
    remotes_sh(r, "git -C remote.git symbolic-ref -d refs/heads/gh-pages");
    assert_nothing_left(r);
}

static void a_branch_that_leaves_no_room_for_the_name_is_named(void **state)
{
    static const struct {
        const char *there, *name;
    } cases[] = { { "pages", "pages/of/all" },
                  { "pages/of", "pages/of/all" },
                  { "pages/of/all", "pages" },
                  { "pages/of/all", "pages/of" } };
    remotes *r = *state;
    for (size_t i = 0; i < BD_COUNT(cases) * 2; i++) {
        const char *there = cases[i / 2].there;
        bd_error err = BD_ERROR_INIT;
        bd_branch *b = remotes_open(r, WAY_LOCAL, cases[i / 2].name);
        remotes_sh(r, "git -C remote.git update-ref 'refs/heads/%s' main", there);
        if (i % 2 == 1)
            remotes_sh(r, "git -C remote.git pack-refs --all --prune");
        assert_int_equal(remotes_put(b, "x", "1", &err), BD_REPLY_REFUSED);
        assert_non_null(strstr(err.message, "a branch of another name is in the way: "));
        assert_non_null(strstr(err.message, bd_arena_printf(&r->arena, "'refs/heads/%s'", there)));
        remotes_sh(r, "git -C remote.git update-ref -d 'refs/heads/%s'", there);
        publish(b, "x"); /* folders that it left are in nobody's way */
        remotes_sh(r, "git -C remote.git update-ref -d 'refs/heads/%s'", cases[i / 2].name);
        bd_branch_close(b);
    }
    bd_branch *b = remotes_open(r, WAY_LOCAL, "pages");
    remotes_sh(r, "mkdir -p remote.git/refs/heads/pages/of/all");
    publish(b, "x");
    bd_branch_close(b);
    assert_nothing_left(r);
}

static void the_branch_has_a_log_where_git_would_write_one(void **state)
{
    static const struct {
        const char *set;   /* in a repository without a branch of that name */
        const char *names; /* that have a log then */
    } cases[] = {
        { "true", "" },
        { "git config core.logAllRefUpdates true", "refs/heads/a/b" },
        { "git config core.logAllRefUpdates always", "refs/heads/a/b" },
        { "git config core.logAllRefUpdates false && git config core.bare false", "" },
        { "git config core.bare false", "refs/heads/a/b" },
        { "mkdir -p logs/refs/heads/a && touch logs/refs/heads/a/b", "refs/heads/a/b" },
        { "git config core.logAllRefUpdates true && mkdir -p logs/refs/heads/a/b/c",
          "refs/heads/a/b" },
        { "git symbolic-ref HEAD refs/heads/a/b && git config core.logAllRefUpdates true",
          "HEAD refs/heads/a/b" },
    };
    remotes *r = *state;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        char *place = bd_arena_printf(&r->arena, "%s/log-%zu.git", r->directory, i);
        remotes_sh(r, "git init -q --bare '%s' && cd '%s' && %s", place, place, cases[i].set);
        bd_branch *b = remotes_open_at(r, place, "a/b");
        r->state.now_ns = (int64_t)1784541600 * 1000000000;
        publish(b, "x");
        publish(b, "y");
        bd_branch_close(b);
        assert_string_equal(
            remotes_sh(r,
                       "cd '%s' && if [ -e logs ]; then cd logs && echo $(find * -type f | "
                       "sort); fi",
                       place),
            cases[i].names);
        if (cases[i].names[0] == '\0')
            continue;
        assert_string_equal(remotes_sh(r,
                                       "cd '%s' && git log -g --format='%%H %%gn <%%ge> %%gs' "
                                       "--date=unix a/b | cut -c 42-; "
                                       "git log -g --format=%%H a/b",
                                       place),
                            remotes_sh(r,
                                       "cd '%s'; for i in 1 2; do echo 'benchdoc "
                                       "<b@example.org> benchdoc publish'; done; "
                                       "git log --format=%%H a/b",
                                       place));
        assert_string_equal(remotes_sh(r, "cd '%s' && git rev-parse a/b@{1}", place),
                            remotes_sh(r, "cd '%s' && git rev-parse a/b~1", place));
        assert_string_equal(
            remotes_sh(r, "head -n 1 '%s/logs/refs/heads/a/b' | cut -c 1-40", place),
            "0000000000000000000000000000000000000000");
        remotes_sh(r, "git -C '%s' fsck --strict", place);
    }
}

static void the_ref_gets_the_rights_that_git_gives(void **state)
{
    static const struct {
        const char *shared, *mode;
        mode_t mask;
        bool by_git;
    } cases[] = { { "umask", "644", 022, false }, { "false", "600", 077, false },
                  { "group", "664", 022, true },  { "all", "664", 027, true },
                  { "0660", "660", 022, true },   { "umask", "640", 027, false } };
    remotes *r = *state;
    mode_t before = umask(022);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        remotes_sh(r, "git -C remote.git config core.sharedRepository %s", cases[i].shared);
        size_t runs = r->state.runs;
        umask(cases[i].mask);
        bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
        publish(b, bd_arena_printf(&r->arena, "x%zu", i));
        bd_branch_close(b);
        umask(022);
        assert_string_equal(remotes_sh(r, "stat -c %%a " REF), cases[i].mode);
        assert_int_equal(r->state.runs > runs, cases[i].by_git);
    }
    umask(before);
    assert_nothing_left(r);
}

/* Where the lock can have no second name: refs on another file system. */
static void without_second_names_the_lock_is_one_like_any_other(void **state)
{
    remotes *r = *state;
    struct stat here, there;
    if (stat(r->directory, &here) != 0 || stat("/dev/shm", &there) != 0
        || here.st_dev == there.st_dev || access("/dev/shm", W_OK) != 0)
        skip();
    char *shm = remotes_sh(r, "mktemp -d /dev/shm/benchdoc-test-XXXXXX");
    remotes_sh(r, "mv remote.git/refs/heads '%s/heads' && ln -s '%s/heads' remote.git/refs/heads",
               shm, shm);
    bd_branch *b = remotes_open(r, WAY_LOCAL, "gh-pages");
    bd_error err = BD_ERROR_INIT;
    publish(b, "x");
    publish(b, "y");
    assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), "2");
    remotes_sh(r, "touch " REF ".lock");
    assert_int_equal(remotes_put(b, "z", "1", &err), BD_REPLY_MOVED);
    assert_non_null(strstr(err.message, "is locked by another program"));
    remotes_sh(r, "rm " REF ".lock");
    publish(b, "z");
    bd_branch_close(b);
    assert_nothing_left(r);
    remotes_sh(r, "rm -r '%s'", shm);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, remotes_make, remotes_remove)
        TEST(a_dead_lock_of_our_own_is_taken_away),
        TEST(a_name_that_a_killed_one_left_goes_with_the_next),
        TEST(a_mark_that_is_held_stays),
        TEST(many_who_meet_one_dead_lock_take_no_live_one_away),
        TEST(git_may_pack_and_update_refs_meanwhile),
        TEST(a_branch_that_is_packed_is_followed),
        TEST(a_branch_that_stands_for_another_moves_that),
        TEST(a_branch_that_leaves_no_room_for_the_name_is_named),
        TEST(the_branch_has_a_log_where_git_would_write_one),
        TEST(the_ref_gets_the_rights_that_git_gives),
        TEST(without_second_names_the_lock_is_one_like_any_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
