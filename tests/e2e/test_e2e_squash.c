/* Somebody squashes the branch again and again while others publish to it, in every way
 * there is: every run is there once, all else as it was. */
#include "tests/e2e/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PUBLISHERS = 4 };

static pid_t start_squash(const site *s, const char *remote)
{
    pid_t child = fork();
    if (child == 0) {
        int log = open(project_path(&s->p, "squash.log"), O_WRONLY | O_CREAT | O_APPEND, 0600);
        setenv("TMPDIR", project_path(&s->p, "tmp"), 1);
        dup2(log, 1);
        dup2(log, 2);
        if (chdir(s->p.directory) == 0)
            execl(BENCHDOC_PROGRAM, "benchdoc", "history", "squash", "--remote", remote,
                  "--deadline", "600", (char *)NULL);
        _exit(127);
    }
    return child;
}

static int publish_share(const site *s, const char *remote, size_t from, size_t count)
{
    int status = 0;
    for (size_t i = 0; i < count && status == 0; i++)
        status = site_wait(site_start(s, remote, from + i));
    return status;
}

static void race(site *s, const char *remote)
{
    pid_t children[PUBLISHERS];
    size_t share = (test_rounds(100) + PUBLISHERS - 1) / PUBLISHERS, runs = share * PUBLISHERS + 1;
    size_t squashes = test_rounds(40) + 2;
    for (size_t n = 0; n < runs; n++)
        site_write_result(s, n);
    assert_int_equal(site_wait(site_start(s, remote, 0)), 0);
    for (size_t i = 0; i < PUBLISHERS; i++) {
        children[i] = fork();
        if (children[i] == 0)
            _exit(publish_share(s, remote, 1 + i * share, share));
    }
    int worst = 0;
    for (size_t i = 0; i < squashes; i++) {
        int status = site_wait(start_squash(s, remote));
        worst = status > worst ? status : worst;
    }
    for (size_t i = 0; i < PUBLISHERS; i++) {
        int status = site_wait(children[i]);
        worst = status > worst ? status : worst;
    }
    if (worst != 0)
        fail_msg("exit %d\n%s", worst, site_sh(s, "tail -n 20 publish.log squash.log"));
    site_assert_history(s, runs);
    assert_int_equal(site_wait(start_squash(s, remote)), 0);
    assert_string_equal(site_sh(s, "git -C remote.git rev-list --count gh-pages"), "1");
    site_sh(s, "grep -q 'is one commit now' squash.log && ! grep -r " SITE_PASSWORD " squash.log");
    site_assert_history(s, runs);
    assert_string_equal(site_sh(s, "ls tmp"), "");
}

static void nobody_loses_a_run_to_a_squash_on_this_machine(void **state)
{
    (void)state;
    char url[1100];
    site s = site_make();
    race(&s, "remote.git");
    site_remove(&s);
    s = site_make();
    snprintf(url, sizeof url, "file://%s", project_path(&s.p, "remote.git"));
    race(&s, url);
    site_remove(&s);
}

static void nobody_loses_a_run_to_a_squash_over_http(void **state)
{
    (void)state;
    static const char *const ways[] = { "git", "libgit2" };
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        site s = site_make();
        setenv("BENCHDOC_TOKEN", "u:" SITE_PASSWORD, 1);
        setenv("BENCHDOC_GIT", ways[i], 1);
        race(&s, site_serve(&s));
        unsetenv("BENCHDOC_TOKEN");
        unsetenv("BENCHDOC_GIT");
        site_remove(&s);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_loses_a_run_to_a_squash_on_this_machine),
        cmocka_unit_test(nobody_loses_a_run_to_a_squash_over_http),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
