/* Bundles of pull requests: what a stranger may say, and what only event and forge may. */
#include "tests/cli/foreign_project.h"

#include <stdlib.h>
#include <string.h>

#define OTHER "89abcdef89abcdef89abcdef89abcdef89abcdef"

static void change(desk *d, const char *file, const char *filter)
{
    if (filter[0])
        desk_shell(d,
                   bd_arena_printf(&d->arena, "cp %s kept && jq '%s' kept >%s && ! cmp -s kept %s",
                                   file, filter, file, file));
}

static void a_pull_request_is_published_under_what_the_forge_says_of_it(void **state)
{
    (void)state;
    desk d = second_job();
    change(&d, "b.json",
           ".runs[0].commit |= . + {branch: \"main\", message: \"Mine\", "
           "url: \"javascript:alert(1)\", author: {name: \"Torvalds\"}}");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 0);
    has_branches(&d, "pulls");
    assert_string_equal(
        desk_shell(&d,
                   "git -C r.git show pulls:dev/bench/data.js | tail -n +1 | sed "
                   "'s/^window.BENCHMARK_DATA = //' | jq -cr '[.repoUrl, .entries.custom[0].commit"
                   " | if type == \"object\" then .message, .url, .author.name, .committer.name "
                   "else . end]'"),
        bd_arena_printf(&d.arena,
                        "[\"https://github.com/a/w\",\"Try it\","
                        "\"https://github.com/a/w/pull/7/commits/%s\",\"bob\",\"bob\"]",
                        desk_shell(&d, "git rev-parse HEAD")));
    assert_string_equal(desk_shell(&d,
                                   "git -C r.git show pulls:dev/bench/data.js | grep -c -e main "
                                   "-e javascript -e Mine -e Torvalds || true"),
                        "0");
    desk_close(&d);
}

/* gh that has the pull request, no comments yet, and takes one. */
static void let_gh_take_comments(desk *d)
{
    test_write_text("bin/gh", "#!/bin/sh\necho \"$@\" >>gh.log\n"
                              "case \"$*\" in\n"
                              "*GET*/comments*) echo '[]' ;;\n"
                              "*POST*) cat >posted; echo '{\"id\": 5}' ;;\n"
                              "*) cat answer.json ;;\nesac\n");
    desk_shell(d, "chmod +x bin/gh");
}

static void what_a_stranger_measured_is_commented_on_their_pull_request(void **state)
{
    (void)state;
    desk d = second_job();
    let_gh_take_comments(&d);
    change(&d, "b.json", ".benchdoc.bundle.base[0].points[0].value = 1e6");
    desk_expect(&d, "comment --bundle b.json", 0);
    assert_string_equal(desk_shell(&d, "grep -c 'POST.* repos/a/w/issues/7/comments' gh.log"), "1");
    assert_string_equal(desk_shell(&d, "jq -r .body posted | sed -n 4p"),
                        bd_arena_printf(&d.arena, "[`%.7s`](https://github.com/a/w/commit/%s)",
                                        desk_shell(&d, "git rev-parse HEAD"),
                                        desk_shell(&d, "git rev-parse HEAD")));
    desk_shell(&d, "rm posted gh.log");
    change(&d, "answer.json", ".head.sha = \"" OTHER "\"");
    desk_expect(&d, "comment --bundle b.json", 3);
    desk_shell(&d, "test ! -e posted && ! grep -q POST gh.log");
    desk_close(&d);
}

static void a_branch_for_strangers_has_to_be_named(void **state)
{
    (void)state;
    desk d = second_job();
    test_write_text("benchdoc.yml",
                    "version: 1\n"
                    "publish: { to: { custom: \"bench/data.js\" }, branch: gh-pages }\n"
                    "inputs: { custom: { files: r.json } }\n");
    desk_expect(&d, "publish --bundle b.json", 2);
    desk_tells(&d, "published apart from the history");
    desk_tells(&d, "--branch gh-pages-pull-requests");
    has_branches(&d, "");
    desk_close(&d);
}

/* ---- refused ---- */

typedef struct refusal {
    const char *file, *change, *says;
} refusal;

/* All changes of one file by one call of jq, a line each. */
static void refuse_changed(desk *d, const refusal *cases, size_t count, const char *file)
{
    bd_buf filter = BD_BUF_INIT;
    bd_str part, whole = bd_str_of(desk_shell(d, bd_arena_printf(&d->arena, "cat %s", file)));
    for (size_t i = 0; i < count; i++)
        if (strcmp(cases[i].file, file) == 0)
            bd_buf_printf(&filter, "%s(%s)", filter.len > 0 ? "," : "", cases[i].change);
    test_write("filter.jq", bd_buf_text(&filter), filter.len);
    bd_str rest = bd_str_of(
        desk_shell(d, bd_arena_printf(&d->arena, "jq -c -f filter.jq %s", file)));
    for (size_t i = 0; i < count; i++) {
        if (strcmp(cases[i].file, file) != 0)
            continue;
        assert_true(bd_str_split(&rest, '\n', &part) && part.len > 0);
        test_write(file, part.ptr, part.len);
        desk_expect(d, "publish --bundle b.json --branch pulls", 3);
        desk_tells(d, cases[i].says);
    }
    test_write(file, whole.ptr, whole.len);
    bd_buf_release(&filter);
}

static void refuse(desk *d, const refusal *cases, size_t count)
{
    static const char *const files[] = { "answer.json", "run.json", "b.json" };
    for (size_t i = 0; i < BD_COUNT(files); i++)
        refuse_changed(d, cases, count, files[i]);
    has_branches(d, "");
}

static void what_is_not_the_head_of_an_open_pull_request_is_refused(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "answer.json", ".state = \"closed\"", "pull request #7 is not open any more" },
        { "answer.json", ".head.sha = \"" OTHER "\"",
          ", and the head of pull request #7 is now 89abcde" },
        { "answer.json", ".head.repo.full_name = \"eve/w\"",
          "pull request #7 is of eve/w:topic, and the run that this job follows of bob/w:topic" },
        { "answer.json", ".head.repo = null", "pull request #7 is of (gone):topic" },
        { "answer.json", ".head.ref = \"other\"", "bob/w:other" },
        { "run.json", ".workflow_run.head_sha = \"" OTHER "\"", ", and the event of 89abcde" },
        { "run.json", "del(.workflow_run)", "does not say which run the bundle is of" },
        { "run.json", ".workflow_run.head_sha = \"main\"",
          "does not say which run the bundle is of" },
        { "run.json", "del(.workflow_run.event)", "does not say which run the bundle is of" },
        { "run.json",
          ".workflow_run.event = \"push\" | .workflow_run.head_repository.full_name = \"eve/w\"",
          "the run that this job follows is of eve/w, and this is a/w" },
        { "run.json", ".workflow_run.head_branch = \"main\"", "of bob/w:main" },
        { "run.json", "7 | tostring + \"{\"", "does not say which run the bundle is of" },
        { "b.json", ".\"benchdoc.bundle\".repository = \"eve/w\"",
          "the bundle is of eve/w, and this is a/w" },
        { "b.json", ".\"benchdoc.bundle\".commit = \"" OTHER "\"",
          "runs of two commits, 89abcde and " },
        { "b.json", ".\"benchdoc.bundle\".pull_request = 0",
          "expected the number of a pull request" },
        { "b.json", ".\"benchdoc.bundle\".pull_request = \"7 --repo x\"", "pull_request" },
    };
    desk d = second_job();
    refuse(&d, cases, BD_COUNT(cases));
    desk_close(&d);
}

static void contents_that_no_bundle_has_are_refused(void **state)
{
    (void)state;
    static const refusal cases[] = {
        { "b.json", ".runs = []", "there is no run in the bundle" },
        { "b.json", ".runs[0].suite = \"a\\nb\"", "$.runs[0].suite: a line end in a text" },
        { "b.json", ".runs[0].suite = (\"a\" * 1025)", "longer than the 1024 bytes" },
        { "b.json", ".runs[0].points[0].benchmark = \"\\u001b[2Jx\"",
          "points[0].benchmark: a control character" },
        { "b.json", ".runs[0].points[0].unit = \"\\u009bms\"", "a control character" },
        { "b.json", ".runs[0].points[0].metric = \"\\u202ex\"",
          "a control of the order of letters" },
        { "b.json", ".runs[0].points[0].params = {\"a\\u2028b\": \"1\"}", "a line end" },
        { "b.json", ".runs[0].environment = {cpu: \"x\\u2066\"}",
          "a control of the order of letters" },
        { "b.json", ".runs[0].environment = {cpu: (\"a\" * 20000)}",
          "longer than the 16384 bytes" },
        { "b.json", ".runs[0].rest = {a: \"\\u0007\"}", "a control character" },
        { "b.json", ".runs[0].commit.id = \"main\"", "does not say the id of its commit" },
        { "b.json", ".runs[0].commit.id = \"--upload-pack=touch x\"",
          "does not say the id of its commit" },
        { "b.json", "del(.runs[0].commit.id)", "does not say the id of its commit" },
        { "b.json", ".runs[0].commit.id |= .[0:12]", "does not say the id of its commit" },
        { "b.json", ".\"benchdoc.bundle\".commit = \"HEAD\"", "which is no id" },
        { "b.json", ".\"benchdoc.bundle\".base.runs[0].commit.id = \"--output=x\"",
          "a run of the base says" },
        { "b.json", ".\"benchdoc.bundle\".base.runs[0].points[0].value = []",
          "$[\"benchdoc.bundle\"].base.runs[0].points[0].value" },
        { "b.json", ".\"benchdoc.bundle\".base = []", "base" },
        { "b.json", ".runs[0].commit.dirty = true", "is dirty" },
        { "b.json", ".runs[0].outcome = \"incomplete\"", "is incomplete" },
        { "b.json", ".runs[0].measured_at = \"2031-01-01T00:00:00Z\"",
          "before 2000 or in the future" },
        { "b.json", ".runs[0].commit.time = \"1970-01-01T00:00:00Z\"",
          "before 2000 or in the future" },
        { "b.json", ".runs = [range(1001) as $i | .runs[0]]", "a bundle has at most 1000" },
        { "b.json", ".runs[0].points = [range(500001) | 0]",
          "500002 points; a bundle has at most" },
        { "b.json", ".runs[0].rest = reduce range(80) as $i (1; [.])", "deep" },
        { "b.json", ".runs[0].commit.exec = \"x\"", "no member of interchange JSON" },
        { "b.json", ".\"benchdoc.bundle\".exec = \"x\"", "not a member of a bundle" },
    };
    desk d = second_job();
    refuse(&d, cases, BD_COUNT(cases));
    assert_string_equal(desk_shell(&d, "cat gh.log 2>/dev/null || true"), ""); /* nobody is asked */
    desk_close(&d);
}

static void nobody_to_ask_is_no_yes(void **state)
{
    (void)state;
    desk d = second_job();
    desk_shell(&d, "touch gone");
    assert_int_not_equal(desk_run(&d, "publish --bundle b.json --branch pulls"), 0);
    desk_shell(&d, "rm gone && echo 'not json' >answer.json");
    assert_int_not_equal(desk_run(&d, "publish --bundle b.json --branch pulls"), 0);
    desk_shell(&d, "echo '{}' >answer.json");
    assert_int_not_equal(desk_run(&d, "publish --bundle b.json --branch pulls"), 0);
    desk_set(&d, "GITHUB_EVENT_PATH", "nowhere.json");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 3);
    desk_tells(&d, "does not say which run the bundle is of");
    has_branches(&d, "");
    desk_close(&d);
}

/* ---- what a bundle says of itself ---- */

static void a_bundle_cannot_free_itself_of_questions_and_says_no_place(void **state)
{
    (void)state;
    desk d = second_job();
    test_write_text("benchdoc.yml", "version: 1\n"
                                    "publish: { to: { custom: \"bench/data.js\" } }\n"
                                    "inputs: { custom: { files: r.json } }\n");
    change(&d, "b.json",
           ".\"benchdoc.bundle\" |= (del(.pull_request, .repository, .commit) | "
           ".version = 1 | .branch = \"main\" | .to = {custom: \"../../x.js\"} | "
           ".name = {custom: \"taken\"} | .repo_url = \"https://evil.example\" | "
           ".head_commit = {id: \"0\", evil: true})");
    desk_shell(&d, "jq '[.]' answer.json >many && mv answer.json one && mv many answer.json");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 0);
    assert_string_equal(desk_shell(&d, "cat gh.log | wc -l"), "1");
    has_branches(&d, "pulls");
    assert_string_equal(desk_shell(&d, "git -C r.git ls-tree -r --name-only pulls"),
                        "bench/data.js\nbench/index.html");
    assert_string_equal(
        desk_shell(&d, "git -C r.git show pulls:bench/data.js | grep -c -e evil -e taken "
                       "|| true"),
        "0");
    desk_close(&d);
}

/* By hand there is no event: the bundle's number is what is asked for. */
static void by_hand_the_forge_alone_decides(void **state)
{
    (void)state;
    desk d = second_job();
    desk_set(&d, "GITHUB_EVENT_NAME", "");
    desk_set(&d, "GITHUB_EVENT_PATH", "");
    change(&d, "answer.json", ".state = \"closed\"");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 3);
    desk_tells(&d, "is not open any more");
    change(&d, "answer.json", ".state = \"open\"");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 0);
    desk_close(&d);
}

static void a_run_of_our_own_needs_no_pull_request(void **state)
{
    (void)state;
    desk d = second_job();
    change(&d, "run.json",
           ".workflow_run.event = \"schedule\" | .workflow_run.head_branch = \"main\" | "
           ".workflow_run.head_repository.full_name = \"a/w\"");
    change(&d, "b.json", "del(.\"benchdoc.bundle\".pull_request)");
    desk_expect(&d, "publish --bundle b.json", 0);
    has_branches(&d, "gh-pages");
    assert_string_equal(desk_shell(&d, "cat gh.log 2>/dev/null || true"), "");
    desk_close(&d);
}

static void markdown_and_mentions_are_only_names(void **state)
{
    (void)state;
    desk d = second_job();
    change(&d, "b.json",
           ".runs[0].points[0] |= (.benchmark = \"@all [x](https://evil.example) "
           "<img src=x> | </script>\" | .compat.name = .benchmark)");
    desk_expect(&d, "publish --bundle b.json --branch pulls", 0);
    assert_string_equal(desk_shell(&d, "git -C r.git show pulls:dev/bench/data.js | sed "
                                       "'s/^window.BENCHMARK_DATA = //' | jq -r "
                                       "'.entries.custom[0].benches[0].name'"),
                        "@all [x](https://evil.example) <img src=x> | </script>");
    desk_close(&d);
}

/* ---- compared ---- */

static void both_sides_of_a_bundle_are_compared(void **state)
{
    (void)state;
    desk d = second_job();
    change(&d, "b.json", ".\"benchdoc.bundle\".base.runs[0].points[0].value = 2.5");
    desk_expect(&d, "compare --bundle b.json --all --json", 0);
    assert_string_equal(desk_json(&d, "[.groups[].rows[] | .base.value, .head.value] | tostring"),
                        "[2.5,1.5]");
    change(&d, "answer.json", ".state = \"closed\"");
    desk_expect(&d, "compare --bundle b.json", 3);
    desk_tells(&d, "is not open any more");
    desk_expect(&d, "compare r.json --bundle b.json", 2);
    desk_tells(&d, "a side is named beside the bundle");
    desk_close(&d);
}

/* Where the bundle has no base, the history has; a head that says it is of main is none of it. */
static void a_bundle_without_a_base_is_compared_with_the_history(void **state)
{
    (void)state;
    desk d = second_job();
    change(&d, "b.json",
           "del(.\"benchdoc.bundle\".base) | .runs[0].commit.branch = \"main\" | "
           ".runs[0].environment.cpu = \"A\"");
    desk_expect(&d, "compare --bundle b.json --all --json", 0);
    assert_string_equal(desk_json(&d, "[.groups[].rows[].base] | tostring"), "[null]");
    test_write_text("old.json", "{\"runs\": [{\"suite\": \"custom\", \"commit\": {\"id\": \"" OTHER
                                "\", \"branch\": \"main\"}, \"environment\": {\"cpu\": \"A\"}, "
                                "\"measured_at\": \"2026-07-01T00:00:00Z\", \"points\": "
                                "[{\"benchmark\": \"foo\", \"value\": 4.5, \"unit\": \"ms\"}]}]}");
    desk_expect(&d, "ingest old.json", 0);
    desk_expect(&d, "compare --bundle b.json --all --json --branch main", 0);
    assert_string_equal(desk_json(&d, "[.groups[].rows[].base.value] | tostring"), "[4.5]");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    setenv("GIT_COMMITTER_DATE", "2026-07-20T09:00:00Z", 1); /* the desk's clock is an hour later */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pull_request_is_published_under_what_the_forge_says_of_it),
        cmocka_unit_test(what_a_stranger_measured_is_commented_on_their_pull_request),
        cmocka_unit_test(a_branch_for_strangers_has_to_be_named),
        cmocka_unit_test(what_is_not_the_head_of_an_open_pull_request_is_refused),
        cmocka_unit_test(contents_that_no_bundle_has_are_refused),
        cmocka_unit_test(nobody_to_ask_is_no_yes),
        cmocka_unit_test(a_bundle_cannot_free_itself_of_questions_and_says_no_place),
        cmocka_unit_test(by_hand_the_forge_alone_decides),
        cmocka_unit_test(a_run_of_our_own_needs_no_pull_request),
        cmocka_unit_test(markdown_and_mentions_are_only_names),
        cmocka_unit_test(both_sides_of_a_bundle_are_compared),
        cmocka_unit_test(a_bundle_without_a_base_is_compared_with_the_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
