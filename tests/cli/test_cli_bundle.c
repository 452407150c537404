/* Bundles: what a failed push leaves, what another job takes up, what is refused. */
#include "tests/cli/publish_project.h"

#include <stdlib.h>
#include <string.h>

static void a_refusal_is_final_and_the_bundle_goes_through_later(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("r.git/hooks/pre-receive",
                    "#!/bin/sh\necho tried >>log\necho not now\nexit 1\n");
    desk_shell(&d, "chmod +x r.git/hooks/pre-receive");
    desk_expect(&d, "publish r.json --name N", 5);
    desk_tells(&d, "a hook of the server refused the push: not now");
    assert_string_equal(desk_shell(&d, "cat r.git/log | wc -l"), "1");
    assert_int_equal(d.slept_ns, 0);
    desk_shell(&d, "rm r.git/hooks/pre-receive r.json && mv .benchdoc/publish-*.json b.json");
    desk_expect(&d, "publish --bundle b.json", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", ".entries.N | length"), "1");
    desk_expect(&d, "publish --bundle b.json", 0);
    desk_says(&d, "nothing to publish");
    desk_close(&d);
}

static void a_bundle_can_be_written_for_another_job(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("event.json", PUSH);
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    desk_expect(&d, "publish r.json --branch other --write-bundle out/b.json", 0);
    desk_set(&d, "GITHUB_EVENT_PATH", "");
    assert_string_equal(desk_shell(&d, "git -C r.git branch --list"), "");
    desk_expect(&d, "table out/b.json", 0);
    desk_expect(&d, "publish --bundle out/b.json", 0);
    desk_says(&d, "published to other of ");
    assert_string_equal(
        desk_shell(&d, "git -C r.git show other:dev/bench/data.js | grep -c '\"tree_id\"'"), "1");
    desk_close(&d);
}

static void a_damaged_bundle_is_refused_with_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *change, *says;
    } cases[] = {
        { "s/\"version\":1/\"version\":2/", "b.json:2:33: $[\"benchdoc.bundle\"].version" },
        { "s/\"version\":1/\"versions\":1/", "version" },
        { "s/\"branch\":\"gh-pages\"/\"branch\":7/", "$[\"benchdoc.bundle\"].branch" },
        { "s/\"branch\":/\"leaf\":/", "not a member of a bundle" },
        { "s/benchdoc.bundle/benchdoc.bundles/", "benchdoc.bundle" },
        { "s/\"value\": 1.5/\"valve\": 1.5/", "valve" },
        { "$d", "b.json" },
    };
    desk d = publish_project();
    desk_expect(&d, "publish r.json --write-bundle whole.json", 0);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk_shell(&d, bd_arena_printf(&d.arena,
                                       "sed '%s' whole.json >b.json && ! cmp -s b.json "
                                       "whole.json",
                                       cases[i].change));
        desk_expect(&d, "publish --bundle b.json", 3);
        desk_tells(&d, cases[i].says);
    }
    desk_close(&d);
}

/* What benchdoc left is taken away when it is published; what its user made is not. */
static void a_bundle_that_was_left_goes_when_it_is_published(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("r.git/hooks/pre-receive", "#!/bin/sh\nexit 1\n");
    desk_shell(&d, "chmod +x r.git/hooks/pre-receive");
    desk_expect(&d, "publish r.json --name N", 5);
    const char *left = desk_shell(&d, "ls .benchdoc/publish-*.json");
    desk_shell(&d, bd_arena_printf(&d.arena,
                                   "rm r.git/hooks/pre-receive && cp %s .benchdoc/mine.json "
                                   "&& cp %s .benchdoc/publish-0123456789ab.json",
                                   left, left));
    desk_expect(&d, "publish --bundle .benchdoc/mine.json", 0);
    desk_expect(&d, "publish --bundle .benchdoc/publish-0123456789ab.json", 0);
    desk_expect(&d, bd_arena_printf(&d.arena, "publish --dry-run --bundle %s", left), 0);
    desk_shell(&d, bd_arena_printf(&d.arena,
                                   "test -f %s && test -f .benchdoc/mine.json "
                                   "&& test -f .benchdoc/publish-0123456789ab.json",
                                   left));
    desk_expect(&d, bd_arena_printf(&d.arena, "publish --bundle %s", left), 0);
    desk_says(&d, "nothing to publish");
    desk_tells(&d, bd_arena_printf(&d.arena, "%s is published, and taken away", left));
    assert_string_equal(desk_shell(&d, "ls .benchdoc"), "mine.json\npublish-0123456789ab.json");
    desk_close(&d);
}

static void the_whole_command_is_told(void **state)
{
    (void)state;
    desk d = publish_project();
    desk_set(&d, "BENCHDOC_GIT", "libgit2");
    desk_expect(&d, "publish r.json --remote http://127.0.0.1:1/r.git --deadline 1", 5);
    desk_tells(&d, ".json --remote 'http://127.0.0.1:1/r.git'\n");
    desk_shell(&d, "rm -r .benchdoc && git remote remove origin");
    desk_expect(&d, "publish r.json", 5);
    desk_tells(&d, "the repository has no remote 'origin'");
    desk_tells(&d, ".json --remote URL\n");
    const char *left = desk_shell(&d, "ls .benchdoc/publish-*.json");
    desk_expect(&d, bd_arena_printf(&d.arena, "publish --bundle %s --remote r.git", left), 0);
    desk_expect(&d, "publish r.json --branch 'a b' --remote r.git", 2);
    assert_string_equal(desk_shell(&d, "ls .benchdoc"), ""); /* nothing that could not be used */
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_is_final_and_the_bundle_goes_through_later),
        cmocka_unit_test(a_bundle_can_be_written_for_another_job),
        cmocka_unit_test(a_damaged_bundle_is_refused_with_its_place),
        cmocka_unit_test(a_bundle_that_was_left_goes_when_it_is_published),
        cmocka_unit_test(the_whole_command_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
