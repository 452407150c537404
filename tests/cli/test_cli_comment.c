/* comment: what is written where, what is changed in its place, and when nobody is told. */
#include "tests/cli/fake_gh.h"
#include "tests/cli/report_project.h"

#include <stdio.h>
#include <string.h>

#define ID     "89abcdef89abcdef89abcdef89abcdef89abcdef"
#define MARK   "<!-- benchdoc comment -->"
#define ACCEPT "--header Accept: application/vnd.github+json "
#define POSTED \
    "{\"id\": 31, \"html_url\": \"https://github.com/acme/widgets/pull/7#issuecomment-31\"}"
#define COMMENT(id, body, login, type)                                       \
    "{\"id\": " id ", \"html_url\": \"https://x/" id "\", \"body\": \"" body \
    "\", \"user\": {\"login\": \"" login "\", \"type\": \"" type "\"}}"
#define NO_PERSON "gh: Resource not accessible by integration (HTTP 403)\n"

/* A job of pull request 7, with the results of both sides. */
static desk pull_job(const char *head_repository)
{
    desk d = desk_open();
    fake_gh_begin(&d);
    write_series("old.json", "s", 4, 0, 1);
    write_series("new.json", "s", 4, 1, 1.5);
    write_series("fast.json", "s", 4, 1, 0.5);
    test_write_text("event.json",
                    bd_arena_printf(&d.arena,
                                    "{\"repository\": {\"full_name\": \"acme/widgets\", "
                                    "\"html_url\": \"https://github.com/acme/widgets\"}, "
                                    "\"pull_request\": {\"number\": 7, \"head\": "
                                    "{\"sha\": \"" ID "\", \"repo\": {\"full_name\": "
                                    "\"%s\"}}}}",
                                    head_repository));
    desk_set(&d, "GITHUB_EVENT_NAME", "pull_request");
    desk_set(&d, "GITHUB_EVENT_PATH", "event.json");
    desk_set(&d, "GITHUB_RUN_ID", "99");
    return d;
}

static const char *body_of(desk *d, int call)
{
    return desk_shell(d, bd_arena_printf(&d->arena, "jq -r .body fake/input.%d", call));
}

static void expect_calls(desk *d, int first, const char *const *words, int count)
{
    assert_int_equal(fake_gh_calls(), first + count - 1);
    for (int i = 0; i < count; i++)
        assert_string_equal(fake_gh_words(d, first + i), words[i]);
}

static void the_first_one_is_written_on_the_pull_request_of_the_event(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    fake_gh_answer(&d, 1, "[]", "", 0);
    fake_gh_answer(&d, 2, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json --mention '@one, @acme/two'", 0);
    desk_tells(&d, "commented: https://github.com/acme/widgets/pull/7#issuecomment-31");
    static const char *const words[] = {
        "api --method GET " ACCEPT "repos/acme/widgets/issues/7/comments?per_page=100&page=1",
        "api --method POST " ACCEPT "repos/acme/widgets/issues/7/comments --input -",
    };
    expect_calls(&d, 1, words, 2);
    const char *head = MARK "\n### Benchmarks\n\n"
                            "[`89abcde`](https://github.com/acme/widgets/commit/" ID
                            ") · [job](https://github.com/acme/widgets/actions/runs/99) · "
                            "cc @one @acme/two\n\n**1 slower, 3 same**";
    const char *body = body_of(&d, 2);
    if (strncmp(body, head, strlen(head)) != 0)
        fail_msg("the comment begins otherwise:\n%.400s", body);
    assert_null(strstr(body, "Gates")); /* nobody asked for any */
    assert_string_equal(desk_shell(&d, "jq -r keys[] fake/input.2"), "body");
    desk_close(&d);
}

static const struct {
    const char *comments;
    const char *person; /* who is signed in; "" = an app; NULL: nobody asks, as none has the mark */
    const char *path;   /* of what is changed; NULL = a new one is written */
} before[] = {
    { COMMENT("5", "Nice", "eve", "User") ", " COMMENT("12", MARK "\\n### Benchmarks", "a[bot]",
                                                       "Bot"),
      "", "issues/comments/12" },
    { COMMENT("12", MARK "\\r\\nold", "a[bot]", "Bot"), "", "issues/comments/12" },
    { COMMENT("12", MARK, "a[bot]", "Bot") ", " COMMENT("13", MARK, "a[bot]", "Bot"), "",
      "issues/comments/12" },
    /* a person's, and what quotes it or is of another name */
    { COMMENT("5", MARK "\\nmine", "eve", "User"), "", NULL },
    { COMMENT("5", "> " MARK "\\nsee", "a[bot]", "Bot"), NULL, NULL },
    { COMMENT("5", MARK " and more", "a[bot]", "Bot"), NULL, NULL },
    { COMMENT("5", "<!-- benchdoc comment: other -->\\nsee", "a[bot]", "Bot"), NULL, NULL },
    /* a person is signed in */
    { COMMENT("5", MARK "\\nmine", "eve", "User"), "eve", "issues/comments/5" },
    { COMMENT("5", MARK "\\nmine", "eve", "User"), "bob", NULL },
    { COMMENT("5", MARK "\\nmine", "a[bot]", "Bot"), "bob", NULL },
    /* whose account is gone */
    { "{\"id\": 5, \"body\": \"" MARK "\", \"user\": null}", "", NULL },
    { "{\"id\": 5, \"body\": null, \"user\": null}", NULL, NULL },
};

static void only_its_own_is_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(before); i++) {
        desk d = pull_job("acme/widgets");
        const char *person = before[i].person, *path = before[i].path;
        int last = person ? 3 : 2;
        fake_gh_answer(&d, 1, bd_arena_printf(&d.arena, "[%s]", before[i].comments), "", 0);
        if (person && person[0])
            fake_gh_answer(&d, 2, bd_arena_printf(&d.arena, "{\"login\": \"%s\"}", person), "", 0);
        else if (person)
            fake_gh_answer(&d, 2, "", NO_PERSON, 1);
        fake_gh_answer(&d, last, POSTED, "", 0);
        desk_expect(&d, "comment old.json new.json", 0);
        assert_int_equal(fake_gh_calls(), last);
        assert_string_equal(
            fake_gh_words(&d, last),
            bd_arena_printf(&d.arena, "api --method %s " ACCEPT "repos/acme/widgets/%s --input -",
                            path ? "PATCH" : "POST", path ? path : "issues/7/comments"));
        desk_tells(&d, path ? "changed the comment: " : "commented: ");
        desk_close(&d);
    }
}

/* Between reading and changing it. */
static void one_that_somebody_deleted_meanwhile_is_written_anew(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    fake_gh_answer(&d, 1, "[" COMMENT("12", MARK "\\nold", "a[bot]", "Bot") "]", "", 0);
    fake_gh_answer(&d, 2, "", NO_PERSON, 1);
    fake_gh_answer(&d, 3, "{\"message\": \"Not Found\"}", "gh: Not Found (HTTP 404)", 1);
    fake_gh_answer(&d, 4, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json", 0);
    static const char *const words[] = {
        "api --method PATCH " ACCEPT "repos/acme/widgets/issues/comments/12 --input -",
        "api --method POST " ACCEPT "repos/acme/widgets/issues/7/comments --input -",
    };
    assert_int_equal(fake_gh_calls(), 4);
    assert_string_equal(fake_gh_words(&d, 3), words[0]);
    assert_string_equal(fake_gh_words(&d, 4), words[1]);
    desk_tells(&d, "commented: ");
    desk_close(&d);
}

static void one_behind_the_first_hundred_is_found(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    bd_buf page = BD_BUF_INIT;
    for (int i = 0; i < 100; i++)
        bd_buf_printf(&page, "%s" COMMENT("5", "x", "eve", "User"), i > 0 ? "," : "[");
    bd_buf_puts(&page, "]");
    fake_gh_answer(&d, 1, bd_buf_text(&page), "", 0);
    fake_gh_answer(&d, 2, "[" COMMENT("12", MARK, "actions[bot]", "Bot") "]", "", 0);
    fake_gh_answer(&d, 3, "", NO_PERSON, 1);
    fake_gh_answer(&d, 4, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json", 0);
    assert_non_null(strstr(fake_gh_words(&d, 4), "issues/comments/12"));
    bd_buf_release(&page);
    desk_close(&d);
}

static const struct {
    const char *head, *when;
    bool writes;
} moments[] = {
    { "old.json", "always", true },
    { "old.json", "changed", false },
    { "old.json", "worse", false },
    { "fast.json", "always", true },
    { "fast.json", "changed", true },
    { "fast.json", "worse", false },
    { "new.json", "failed", false },
    { "new.json", "failed --alert 2", false },
    { "new.json", "failed --alert 1.2", true },
    { "new.json", "changed", true },
    { "new.json", "worse", true },
};

static void a_first_one_waits_for_something_to_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(moments); i++) {
        desk d = pull_job("acme/widgets");
        const char *words = bd_arena_printf(&d.arena, "comment old.json %s --when %s",
                                            moments[i].head, moments[i].when);
        fake_gh_answer(&d, 1, "[]", "", 0);
        fake_gh_answer(&d, 2, POSTED, "", 0);
        desk_expect(&d, words, 0);
        assert_int_equal(fake_gh_calls(), moments[i].writes ? 2 : 1);
        if (!moments[i].writes)
            desk_tells(&d, "no comment: ");
        fake_gh_begin(&d); /* one that says what was */
        fake_gh_answer(&d, 1, "[" COMMENT("12", MARK, "actions[bot]", "Bot") "]", "", 0);
        fake_gh_answer(&d, 2, "", NO_PERSON, 1);
        fake_gh_answer(&d, 3, POSTED, "", 0);
        desk_expect(&d, words, 0);
        assert_int_equal(fake_gh_calls(), 3);
        assert_non_null(strstr(fake_gh_words(&d, 3), "PATCH"));
        desk_close(&d);
    }
}

static void a_failed_gate_is_something_worse(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    test_write_text("benchdoc.yml", "version: 1\ninputs: { jmh: { files: old.json } }\n"
                                    "gates: [{ metric: score, at most: 5 ms }]\n");
    fake_gh_answer(&d, 1, "[]", "", 0);
    fake_gh_answer(&d, 2, POSTED, "", 0);
    desk_expect(&d, "comment old.json old.json --when worse --mention @one", 0);
    const char *body = body_of(&d, 2);
    assert_non_null(strstr(body, "**Gates: 4 failed"));
    assert_non_null(strstr(body, " · cc @one\n"));
    desk_close(&d);
}

static void nobody_is_mentioned_without_need(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    desk_expect(&d, "comment old.json fast.json --mention @one --dry-run", 0);
    assert_null(strstr(bd_buf_text(&d.out), "@one"));
    desk_expect(&d, "comment old.json new.json --mention @one --dry-run", 0);
    desk_says(&d, " · cc @one\n");
    desk_expect(&d, "comment old.json new.json --mention @one --dry-run --alert 200%", 0);
    assert_null(strstr(bd_buf_text(&d.out), "@one"));
    desk_expect(&d, "comment old.json new.json --mention @one --dry-run --alert 120%", 0);
    desk_says(&d, " · cc @one\n");
    assert_int_equal(fake_gh_calls(), 0);
    desk_close(&d);
}

static void a_push_is_commented_on_at_its_commit(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    test_write_text("event.json", "{\"ref\": \"refs/heads/main\", \"repository\": {\"html_url\": "
                                  "\"https://github.com/acme/widgets\"}, \"head_commit\": {\"id\": "
                                  "\"" ID "\"}}");
    desk_set(&d, "GITHUB_EVENT_NAME", "push");
    fake_gh_answer(&d, 1, "[" COMMENT("12", MARK, "actions[bot]", "Bot") "]", "", 0);
    fake_gh_answer(&d, 2, "", NO_PERSON, 1);
    fake_gh_answer(&d, 3, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json", 0);
    static const char *const words[] = {
        "api --method GET " ACCEPT "repos/acme/widgets/commits/" ID "/comments?per_page=100&page=1",
        "api --method GET " ACCEPT "user",
        "api --method PATCH " ACCEPT "repos/acme/widgets/comments/12 --input -",
    };
    expect_calls(&d, 1, words, 3);
    fake_gh_begin(&d);
    fake_gh_answer(&d, 1, "[]", "", 0);
    fake_gh_answer(&d, 2, "", "gh: Resource not accessible by integration (HTTP 403)\n", 1);
    desk_expect(&d, "comment old.json new.json", 5);
    desk_tells(&d, "cannot comment on commit 89abcde: Resource not accessible");
    desk_tells(&d, "permissions: { contents: write }");
    desk_close(&d);
}

static void a_fork_that_may_only_read_fails_no_job(void **state)
{
    (void)state;
    static const struct {
        const char *repository;
        int code;
    } heads[] = { { "eve/widgets", 0 }, { "acme/widgets", 5 } };
    for (size_t i = 0; i < BD_COUNT(heads); i++) {
        desk d = pull_job(heads[i].repository);
        fake_gh_answer(&d, 1, "[]", "", 0);
        fake_gh_answer(&d, 2, "", NO_PERSON, 1);
        desk_expect(&d, "comment old.json new.json -o report.md", heads[i].code);
        desk_tells(&d, "cannot comment on pull request 7: Resource not accessible by integration");
        desk_tells(&d, heads[i].code == 0 ? "the token of a fork's pull request can only read"
                                          : "permissions: { pull-requests: write }");
        desk_shell(&d, "grep -q '1 slower, 3 same' report.md");
        desk_close(&d);
    }
}

static void names_have_comments_of_their_own(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    fake_gh_answer(&d, 1,
                   "[" COMMENT("12", MARK, "actions[bot]", "Bot") ", " COMMENT(
                       "13", "<!-- benchdoc comment: on #3 -->\\n", "actions[bot]", "Bot") "]",
                   "", 0);
    fake_gh_answer(&d, 2, "", NO_PERSON, 1);
    fake_gh_answer(&d, 3, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json --name 'on #3'", 0);
    assert_non_null(strstr(fake_gh_words(&d, 3), "issues/comments/13"));
    const char *head = "<!-- benchdoc comment: on #3 -->\n### on #<!-- -->3\n\n";
    assert_int_equal(strncmp(body_of(&d, 3), head, strlen(head)), 0);
    desk_close(&d);
}

static void no_comment_is_longer_than_the_forge_takes(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    write_series("old.json", "a rather long name of a benchmark, of which there are many", 1500, 0,
                 1);
    write_series("new.json", "a rather long name of a benchmark, of which there are many", 1500,
                 400, 3);
    fake_gh_answer(&d, 1, "[]", "", 0);
    fake_gh_answer(&d, 2, POSTED, "", 0);
    desk_expect(&d, "comment old.json new.json --compat-alerts 200%", 0);
    assert_string_equal(
        desk_shell(&d, "jq '.body | length | . > 30000 and . <= 65536' fake/input.2"), "true");
    desk_shell(&d, "jq -r .body fake/input.2 | grep -q 'Gates: 400 failed'");
    desk_shell(&d, "jq -r .body fake/input.2 | grep -q '^| \\*\\*slower\\*\\*'");
    desk_shell(&d, "jq -r .body fake/input.2 | grep -q 'not shown'");
    desk_close(&d);
}

static const struct {
    const char *words;
    int code;
    const char *says;
} refusals[] = {
    { "--when sometimes", 2, "--when takes always, changed, worse or failed, not 'sometimes'" },
    { "--mention one", 2, "not 'one'" },
    { "--mention '@a b'", 2, "not '@a b'" },
    { "--mention '@a,@-'", 2, "not '@-'" },
    { "--mention '@a <!--'", 2, "not '@a <!--'" },
    { "--name 'a --> b'", 2, "--name takes one line" },
    { "--name ''", 2, "--name takes one line" },
    { "--pull 7 --commit " ID, 2, "--pull and --commit exclude each other" },
    { "--commit 89abcde", 2, "all digits of a commit's id" },
    { "--alert 1.5 --compat-alerts 1.5", 2, "exclude each other" },
    { "s=nosuch", 2, "nosuch" },
};

static void what_is_wrong_is_said_before_anybody_is_asked(void **state)
{
    (void)state;
    desk d = pull_job("acme/widgets");
    for (size_t i = 0; i < BD_COUNT(refusals); i++) {
        desk_expect(&d,
                    bd_arena_printf(&d.arena, "comment old.json new.json %s", refusals[i].words),
                    refusals[i].code);
        desk_tells(&d, refusals[i].says);
    }
    desk_set(&d, "GITHUB_EVENT_NAME", "");
    desk_set(&d, "GITHUB_EVENT_PATH", "");
    desk_expect(&d, "comment old.json new.json", 2);
    desk_tells(&d, "it is not known which pull request or commit to comment on");
    assert_int_equal(fake_gh_calls(), 0);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_one_is_written_on_the_pull_request_of_the_event),
        cmocka_unit_test(only_its_own_is_changed),
        cmocka_unit_test(one_that_somebody_deleted_meanwhile_is_written_anew),
        cmocka_unit_test(one_behind_the_first_hundred_is_found),
        cmocka_unit_test(a_first_one_waits_for_something_to_say),
        cmocka_unit_test(a_failed_gate_is_something_worse),
        cmocka_unit_test(nobody_is_mentioned_without_need),
        cmocka_unit_test(a_push_is_commented_on_at_its_commit),
        cmocka_unit_test(a_fork_that_may_only_read_fails_no_job),
        cmocka_unit_test(names_have_comments_of_their_own),
        cmocka_unit_test(no_comment_is_longer_than_the_forge_takes),
        cmocka_unit_test(what_is_wrong_is_said_before_anybody_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
