/* Publishing with many at once to remotes: through git, and without it. */
#include "tests/e2e/site.h"

#include <stdio.h>
#include <stdlib.h>

static void many_publish_through_git(void **state)
{
    (void)state;
    char url[1100];
    site s = site_make();
    snprintf(url, sizeof url, "file://%s", project_path(&s.p, "remote.git"));
    site_race(&s, url);
    site_remove(&s);
}

static void many_publish_over_http_with_a_password(void **state)
{
    (void)state;
    site s = site_make();
    setenv("BENCHDOC_TOKEN", "u:" SITE_PASSWORD, 1);
    site_race(&s, site_serve(&s));
    unsetenv("BENCHDOC_TOKEN");
    site_remove(&s);
}

static void many_publish_over_http_without_git(void **state)
{
    (void)state;
    site s = site_make();
    setenv("BENCHDOC_TOKEN", "u:" SITE_PASSWORD, 1);
    setenv("BENCHDOC_GIT", "libgit2", 1);
    site_race(&s, site_serve(&s));
    unsetenv("BENCHDOC_TOKEN");
    unsetenv("BENCHDOC_GIT");
    site_remove(&s);
}

/* ---- servers that refuse, and those that say nothing ---- */

static void a_wrong_password_is_said_once_and_shown_never(void **state)
{
    (void)state;
    /* libgit2 1.5 itself loses 54 bytes when nobody lets it in */
    static const char *const ways[] = { "BENCHDOC_GIT=git",
                                        "ASAN_OPTIONS=detect_leaks=0 BENCHDOC_GIT=libgit2" };
    site s = site_make();
    const char *url = site_serve(&s);
    site_write_result(&s, 0);
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        char command[600];
        snprintf(command, sizeof command,
                 "rm -rf .benchdoc log; %s BENCHDOC_TOKEN=u:wr0ng-secret-%zu GIT_TRACE_CURL=1 "
                 "GIT_TRACE_REDACT=0 '%s' publish results/0.json --commit abcdef0 --remote '%s' "
                 ">told 2>&1 || echo $?",
                 ways[i], i, BENCHDOC_PROGRAM, url);
        assert_string_equal(site_sh(&s, command), "5");
        site_sh(&s,
                "grep -q 'does not accept who is asking' told "
                "&& grep -q 'the runs are kept in .benchdoc/publish-' told "
                "&& ! grep -r -i -e wr0ng -e \"$(printf u:wr0ng-secret- | base64 | cut -c1-12)\" "
                "told .benchdoc remote.git work");
        assert_string_equal(site_sh(&s, "grep -c receive-pack log || true"), "0");
    }
    site_remove(&s);
}

static void a_server_that_never_answers_is_left_in_time(void **state)
{
    (void)state;
    site s = site_make();
    char command[700];
    site_write_result(&s, 0);
    snprintf(
        command, sizeof command,
        "status=0; python3 -c 'import socket, time; s = socket.create_server((\"127.0.0.1\", 0)); "
        "open(\"port\", \"w\").write(str(s.getsockname()[1])); time.sleep(60)' & listener=$!; "
        "while ! test -s port; do sleep 0.1; done; "
        "timeout 50 '%s' publish results/0.json --commit abcdef0 --deadline 2 "
        "--remote \"http://127.0.0.1:$(cat port)/x.git\" >told 2>&1 || status=$?; "
        "kill $listener; echo $status",
        BENCHDOC_PROGRAM);
    if (test_shell("python3 -c 'import socket'", NULL, NULL) != 0) {
        site_remove(&s);
        skip();
    }
    assert_string_equal(site_sh(&s, command), "5");
    site_sh(&s, "grep -q 'the time was over before the server had answered' told "
                "&& grep -q 'the runs are kept in' told");
    site_remove(&s);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_password_is_said_once_and_shown_never),
        cmocka_unit_test(a_server_that_never_answers_is_left_in_time),
        cmocka_unit_test(many_publish_through_git),
        cmocka_unit_test(many_publish_over_http_with_a_password),
        cmocka_unit_test(many_publish_over_http_without_git),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
