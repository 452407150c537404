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
        { "s/\"version\":2/\"version\":3/", "b.json:2:33: $[\"benchdoc.bundle\"].version" },
        { "s/\"version\":2/\"version\":0/", "this benchdoc reads 1 to 2" },
        { "s/\"version\":2/\"versions\":2/", "version" },
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

/* As benchdoc 0.1.0 wrote it before there were pull requests in it. */
static void a_bundle_of_version_1_is_read(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("b.json",
                    "{\n  \"benchdoc.bundle\": {\"version\":1,\"branch\":\"other\",\"repo_url\":"
                    "\"https://github.com/a/w\",\"to\":{\"custom\": \"x/data.js\"},"
                    "\"name\":{\"custom\": \"N\"}},\n  \"runs\": [{\"suite\": \"custom\", "
                    "\"commit\": {\"id\": \"" ID "\"}, \"points\": [{\"benchmark\": \"foo\", "
                    "\"value\": 1.5, \"unit\": \"ms\", \"compat\": {\"name\": \"foo\", "
                    "\"value\": 1.5, \"unit\": \"ms\"}}]}]\n}\n");
    desk_expect(&d, "publish --bundle b.json", 0);
    assert_string_equal(desk_shell(&d, "git -C r.git show other:x/data.js | grep -c '\"N\"'"), "1");
    desk_close(&d);
}

static void a_bundle_holds_head_and_base(void **state)
{
    (void)state;
    desk d = publish_project();
    test_write_text("old.json", "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 2.5}]");
    desk_expect(&d, "bundle --base old.json --head r.json -o b.json", 0);
    desk_tells(&d, "b.json: 1 run of ");
    desk_tells(&d, ", 1 of the base");
    desk_expect(&d, "table b.json --json", 0); /* the head alone */
    assert_string_equal(desk_shell(&d, "jq -c '[.\"benchdoc.bundle\".base.runs[].points[].value, "
                                       ".runs[].points[].value]' b.json"),
                        "[2.5,1.5]");
    desk_expect(&d, "bundle r.json", 0);
    assert_string_equal(desk_json(&d, ".\"benchdoc.bundle\" | has(\"base\")"), "false");
    desk_expect(&d, "publish --bundle b.json", 0);
    assert_string_equal(published(&d, "dev/bench/data.js", "[.entries[][].benches[].value]"),
                        "[1.5]");
    desk_close(&d);
}

static void what_cannot_be_bundled_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int code;
        const char *says;
    } cases[] = {
        { "bundle", 2, "no file is named, and there is no benchdoc.yml with inputs" },
        { "bundle nope.json", 3, "nope.json: no such file" },
        { "bundle empty.json", 3, "empty.json" },
        { "bundle r.json --commit 0badc0d", 3, "does not say the id of its commit" },
        { "bundle r.json --commit --upload-pack=x", 3, "does not say the id of its commit" },
        { "bundle lines.json", 3, "a line end in a text of a bundle" },
        { "bundle r.json -o /proc/b.json", 6, "/proc/b.json" },
    };
    desk d = publish_project();
    test_write_text("empty.json", "");
    test_write_text("lines.json", "[{\"name\": \"a\\nb\", \"unit\": \"ms\", \"value\": 1}]");
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk_expect(&d, cases[i].words, cases[i].code);
        desk_tells(&d, cases[i].says);
        assert_int_equal(d.out.len, 0);
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
    setenv("GIT_COMMITTER_DATE", "2026-07-20T09:00:00Z", 1); /* the desk's clock is an hour later */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_refusal_is_final_and_the_bundle_goes_through_later),
        cmocka_unit_test(a_bundle_can_be_written_for_another_job),
        cmocka_unit_test(a_damaged_bundle_is_refused_with_its_place),
        cmocka_unit_test(a_bundle_of_version_1_is_read),
        cmocka_unit_test(a_bundle_holds_head_and_base),
        cmocka_unit_test(what_cannot_be_bundled_is_told),
        cmocka_unit_test(a_bundle_that_was_left_goes_when_it_is_published),
        cmocka_unit_test(the_whole_command_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
