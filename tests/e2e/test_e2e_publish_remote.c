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

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_publish_through_git),
        cmocka_unit_test(many_publish_over_http_with_a_password),
        cmocka_unit_test(many_publish_over_http_without_git),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
