/* A project that publishes: see publish_project.h. */
#include "tests/cli/publish_project.h"

#include <stdlib.h>

desk publish_project(void)
{
    desk d = desk_open();
    setenv("HOME", d.directory, 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    if (test_shell("git --version", NULL, NULL) != 0) {
        desk_close(&d);
        skip();
    }
    desk_set(&d, "TMPDIR", d.directory);
    desk_shell(&d,
               "git init -q -b main . && git init -q --bare r.git && git remote add origin r.git "
               "&& git config user.name a && git config user.email a@example.org "
               "&& git commit -q --allow-empty -m 'the first\n\nof all'");
    test_write_text("r.json", RESULTS);
    return d;
}

const char *published(desk *d, const char *file, const char *query)
{
    return desk_shell(d, bd_arena_printf(&d->arena,
                                         "git -C r.git show 'gh-pages:%s' "
                                         "| sed 's/^window.BENCHMARK_DATA = //' | jq -cr '%s'",
                                         file, query));
}
