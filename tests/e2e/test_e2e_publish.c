/* Publishing with many at once, and being killed at any moment: what was said to be
 * published is there exactly once, and nothing else is lost. */
#include "tests/e2e/site.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void many_publish_into_a_repository_on_this_machine(void **state)
{
    (void)state;
    site s = site_make();
    site_race(&s, "remote.git");
    site_remove(&s);
}

/* ---- being killed ---- */

static useconds_t duration(const site *s, const char *remote, size_t n)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    assert_int_equal(site_wait(site_start(s, remote, n)), 0);
    clock_gettime(CLOCK_MONOTONIC, &to);
    return (useconds_t)((to.tv_sec - from.tv_sec) * 1000000 + (to.tv_nsec - from.tv_nsec) / 1000);
}

/* A git whose benchdoc was killed goes on. fsck, which it would disturb, waits for it. */
static void wait_for_orphans(void)
{
    while (waitpid(-1, NULL, 0) > 0)
        continue;
}

/* @return how many were killed before they ended */
static size_t kill_many(site *s, const char *remote, size_t rounds)
{
    size_t killed = 0;
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    site_write_result(s, 0);
    useconds_t whole = duration(s, remote, 0);
    for (size_t n = 1; n <= rounds; n++) {
        site_write_result(s, n);
        pid_t child = site_start(s, remote, n);
        usleep((useconds_t)((unsigned long)whole * 5 / 4 * n / rounds));
        kill(child, SIGKILL);
        killed += site_wait(child) == 128 + SIGKILL;
        if (n % 8 != 0)
            continue;
        wait_for_orphans();
        site_sh(s, "git -C remote.git fsck --strict");
    }
    wait_for_orphans();
    site_write_result(s, rounds + 1);
    for (size_t n = 1; n <= rounds + 1; n++)
        if (site_wait(site_start(s, remote, n)) != 0)
            fail_msg("%s", site_sh(s, "tail -n 20 publish.log"));
    assert_string_equal(site_sh(s, "find remote.git -name 'benchdoc-lock*' -o -name '*.lock'"), "");
    print_message("%zu of %zu killed\n", killed, rounds);
    return killed;
}

static void a_kill_leaves_both_repositories_whole_and_the_next_one_completes(void **state)
{
    (void)state;
    char url[1100];
    site s = site_make();
    size_t rounds = test_rounds(200);
    snprintf(url, sizeof url, "file://%s", project_path(&s.p, "remote.git"));
    size_t killed = kill_many(&s, "remote.git", rounds);
    site_assert_history(&s, rounds + 2);
    site_sh(&s, "git -C remote.git update-ref -d refs/heads/gh-pages "
                "&& git -C work push -q ../remote.git main:refs/heads/again");
    assert_true(rounds < 10 || killed > 0);
    site_remove(&s);

    s = site_make();
    snprintf(url, sizeof url, "file://%s", project_path(&s.p, "remote.git"));
    killed = kill_many(&s, url, rounds);
    site_assert_history(&s, rounds + 2);
    assert_true(rounds < 10 || killed > 0);
    assert_string_equal(site_sh(&s, "ls tmp"), ""); /* the next ones took away what they left */
    site_remove(&s);
}

/* ---- the user's own repository ---- */

static void nothing_in_the_users_repository_changes(void **state)
{
    (void)state;
    static const char fingerprint[] = "find work -printf '%p %y %m %s %T@ %l\n' | sort; "
                                      "find work -type f -print0 | sort -z | xargs -0 sha256sum";
    static const char *const shapes[] = {
        "git clone -q --depth=1 \"file://$PWD/remote.git\" work",
        "git clone -q remote.git work && git -C work checkout -q --detach",
        "git clone -q remote.git work && git -C work checkout -q gh-pages && echo y "
        ">work/index.html",
        "git clone -q remote.git work/main && git -C work/main worktree add -q ../linked -b l "
        "&& mv work/linked/.git .kept && rm -r work/linked/* && mv .kept work/linked/.git",
    };
    site s = site_make();
    for (size_t i = 0; i < BD_COUNT(shapes); i++) {
        char command[600], arguments[200];
        const char *folder = strstr(shapes[i], "linked") ? "work/linked" : "work";
        snprintf(command, sizeof command, "rm -rf work && %s", shapes[i]);
        site_sh(&s, command);
        site_write_result(&s, i);
        snprintf(command, sizeof command, "cp results/%zu.json %s/r.json", i, folder);
        site_sh(&s, command);
        bd_buf before = BD_BUF_INIT;
        bd_buf_puts(&before, site_sh(&s, fingerprint));
        snprintf(arguments, sizeof arguments, "-C %s publish r.json --name race", folder);
        project_expect(&s.p, arguments, 0);
        assert_true(project_says(&s.p, "published to gh-pages of "));
        assert_string_equal(site_sh(&s, fingerprint), bd_buf_text(&before));
        bd_buf_release(&before);
    }
    assert_int_equal(site_count(&s, ".entries.race | length"), BD_COUNT(shapes));
    site_remove(&s);
}

/* A hook, or `git rebase --exec`, runs benchdoc with these. */
static void variables_of_a_git_around_it_lead_nowhere_else(void **state)
{
    (void)state;
    static const char fingerprint[] = "find work -printf '%p %y %m %s %T@ %l\n' | sort";
    site s = site_make();
    char command[900];
    site_write_result(&s, 0);
    bd_buf before = BD_BUF_INIT;
    bd_buf_puts(&before, site_sh(&s, fingerprint));
    snprintf(command, sizeof command,
             "g=$PWD/work/.git; GIT_DIR=$g GIT_OBJECT_DIRECTORY=$g/objects GIT_WORK_TREE=$PWD/work "
             "GIT_INDEX_FILE=$g/index GIT_COMMON_DIR=$g '%s' publish results/0.json --name race "
             "--commit abcdef0 --remote \"file://$PWD/remote.git\"",
             BENCHDOC_PROGRAM);
    site_sh(&s, command);
    assert_string_equal(site_sh(&s, fingerprint), bd_buf_text(&before));
    site_assert_history(&s, 1);
    bd_buf_release(&before);
    site_remove(&s);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_the_users_repository_changes),
        cmocka_unit_test(variables_of_a_git_around_it_lead_nowhere_else),
        cmocka_unit_test(many_publish_into_a_repository_on_this_machine),
        cmocka_unit_test(a_kill_leaves_both_repositories_whole_and_the_next_one_completes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
