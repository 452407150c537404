/* Talking to a forge through gh: what is asked, what is understood, and every refusal. */
#include "cli/forge.h"
#include "tests/cli/fake_gh.h"

#include <string.h>

#define A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define PULL(number, state, sha)                                                    \
    "{\"number\": " number ", \"state\": \"" state "\", \"head\": {\"sha\": \"" sha \
    "\", \"repo\": {\"full_name\": \"fork/widgets\"}}, \"base\": {\"ref\": \"main\"}}"
#define ACCEPT "--header Accept: application/vnd.github+json "

static const char *text_variable(void *state, const char *name)
{
    return bd_pairs_get(&((desk *)state)->variables, name);
}

static bool text_run(void *state, const bd_process *process, bd_process_result *out, bd_error *err)
{
    (void)state;
    bd_env system = bd_system_env();
    return system.run(NULL, process, out, err);
}

static bd_ctx context(desk *d, bd_env *env)
{
    *env = (bd_env){ .state = d, .variable = text_variable, .run = text_run };
    return (bd_ctx){ .env = env };
}

static const struct {
    const char *name, *server, *url, *repository, *host;
} places[] = {
    { "acme/widgets", NULL, NULL, "acme/widgets", NULL },
    { "acme/widgets", "https://github.com", "https://x/y/z", "acme/widgets", NULL },
    { "acme/widgets", "https://ghe.example:8443", NULL, "acme/widgets", "ghe.example:8443" },
    { NULL, NULL, "https://github.com/a/w", "a/w", NULL },
    { NULL, NULL, "https://ghe.example/a/w.x_y-z", "a/w.x_y-z", "ghe.example" },
    { "acme", NULL, NULL, NULL, NULL },
    { "acme/../x", NULL, NULL, NULL, NULL },
    { "acme/..", NULL, NULL, NULL, NULL },
    { "acme/wid gets", NULL, NULL, NULL, NULL },
    { "acme/w?x=1", NULL, NULL, NULL, NULL },
    { NULL, NULL, "https://github.com/a", NULL, NULL },
    { NULL, NULL, NULL, NULL, NULL }, /* and the directory is no repository */
};

static void the_repository_comes_from_the_job_the_event_or_origin(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(places); i++) {
        desk d = desk_open();
        bd_env env;
        bd_ctx ctx = context(&d, &env);
        bd_forge forge;
        bd_error err = BD_ERROR_INIT;
        desk_set(&d, "GITHUB_REPOSITORY", places[i].name ? places[i].name : "");
        desk_set(&d, "GITHUB_SERVER_URL", places[i].server ? places[i].server : "");
        bool ok = bd_forge_open(&ctx, places[i].url, &forge, &err);
        assert_int_equal(ok, places[i].repository != NULL);
        if (ok) {
            assert_string_equal(forge.repository, places[i].repository);
            assert_string_equal(forge.host ? forge.host : "", places[i].host ? places[i].host : "");
        } else {
            assert_int_equal(err.code, BD_ERR_USAGE);
            assert_non_null(strstr(err.hint, "GITHUB_REPOSITORY"));
        }
        bd_forge_release(&forge);
        desk_close(&d);
    }
}

static void origin_names_the_repository_by_hand(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_env env;
    bd_ctx ctx = context(&d, &env);
    bd_forge forge;
    bd_error err = BD_ERROR_INIT;
    desk_shell(&d, "git init -q . && git remote add origin git@github.com:acme/widgets.git");
    assert_ok(bd_forge_open(&ctx, NULL, &forge, &err), &err);
    assert_string_equal(forge.repository, "acme/widgets");
    assert_string_equal(forge.program, "gh");
    assert_null(forge.host);
    bd_forge_release(&forge);
    desk_close(&d);
}

static const struct {
    const char *out, *diag;
    int exit_status;
    bd_reply reply;
    const char *message, *hint;
} refusals[] = {
    { "{\"message\": \"Not Found\"}", "gh: Not Found (HTTP 404)\n", 1, BD_REPLY_REFUSED,
      "cannot read pull request 7: Not Found (HTTP 404)", "contents: read" },
    { "{}", "gh: Bad credentials (HTTP 401)\nTry authenticating with:  gh auth login\n", 1,
      BD_REPLY_REFUSED, "Bad credentials (HTTP 401)", "gh auth login" },
    { "", "To get started with GitHub CLI, please run:  gh auth login\n", 4, BD_REPLY_REFUSED,
      "is not signed in", "GH_TOKEN" },
    { "{}", "gh: Resource not accessible by integration (HTTP 403)\n", 1, BD_REPLY_REFUSED,
      "Resource not accessible by integration", "permissions: { pull-requests: read }" },
    { "{}", "gh: API rate limit exceeded for installation ID 1. (HTTP 403)\n", 1,
      BD_REPLY_UNREACHED, "rate limit", "later" },
    { "{}", "gh: You have exceeded a secondary rate limit (HTTP 429)\n", 1, BD_REPLY_UNREACHED,
      "secondary rate limit", "later" },
    { "<html>", "gh: HTTP 502\n", 1, BD_REPLY_UNREACHED, "HTTP 502", "later" },
    { "", "error connecting to api.github.com\ncheck your internet connection\n", 1,
      BD_REPLY_UNREACHED, "error connecting to api.github.com", "HTTPS_PROXY" },
    { "", "", 7, BD_REPLY_REFUSED, "it says nothing", "gh auth status" },
    { "{}", "gh: Validation Failed (HTTP 422)\n", 1, BD_REPLY_REFUSED, "Validation Failed",
      "docs/comment.md" },
    { "welcome to the hotel network", "", 0, BD_REPLY_REFUSED, "the answer is no JSON",
      "rate_limit" },
    { "", "", 0, BD_REPLY_REFUSED, "the answer is empty", "" },
    { "{\"number\": \"7\"}", "", 0, BD_REPLY_REFUSED, "expected", "" },
    { "{\"number\": 7, \"head\": {\"sha\": null}}", "", 0, BD_REPLY_REFUSED, "has no commit", "" },
};

static void every_refusal_says_what_to_do(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_env env;
    bd_ctx ctx = context(&d, &env);
    for (size_t i = 0; i < BD_COUNT(refusals); i++) {
        bd_forge forge;
        bd_pull pull;
        bd_error err = BD_ERROR_INIT;
        fake_gh_begin(&d);
        fake_gh_answer(&d, 1, refusals[i].out, refusals[i].diag, refusals[i].exit_status);
        assert_ok(bd_forge_open(&ctx, NULL, &forge, &err), &err);
        assert_int_equal(bd_forge_pull(&forge, 7, &d.arena, &pull, &err), refusals[i].reply);
        assert_int_equal(bd_exit_code(err.code), 5);
        if (!strstr(err.message, refusals[i].message) || !strstr(err.hint, refusals[i].hint))
            fail_msg("row %zu: %s\n%s", i, err.message, err.hint);
        bd_forge_release(&forge);
    }
    desk_close(&d);
}

static void without_gh_it_is_said_where_it_is(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_env env;
    bd_ctx ctx = context(&d, &env);
    bd_forge forge;
    bd_pull pull;
    bd_error err = BD_ERROR_INIT;
    fake_gh_begin(&d);
    desk_set(&d, "BENCHDOC_GH", "/nowhere/gh");
    assert_ok(bd_forge_open(&ctx, NULL, &forge, &err), &err);
    assert_int_equal(bd_forge_pull(&forge, 7, &d.arena, &pull, &err), BD_REPLY_REFUSED);
    assert_int_equal(bd_exit_code(err.code), 5);
    assert_non_null(strstr(err.message, "'/nowhere/gh' cannot be run"));
    assert_non_null(strstr(err.hint, "cli.github.com"));
    bd_forge_release(&forge);
    desk_close(&d);
}

static void a_pull_request_is_read(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_env env;
    bd_ctx ctx = context(&d, &env);
    bd_forge forge;
    bd_pull pull;
    bd_error err = BD_ERROR_INIT;
    fake_gh_begin(&d);
    desk_set(&d, "GITHUB_SERVER_URL", "https://ghe.example");
    fake_gh_answer(&d, 1, PULL("7", "open", A), "", 0);
    fake_gh_answer(&d, 2,
                   "{\"number\": 8, \"state\": \"closed\", \"head\": {\"sha\": \"" B
                   "\", \"repo\": null}}",
                   "", 0);
    assert_ok(bd_forge_open(&ctx, NULL, &forge, &err), &err);
    assert_ok(bd_forge_pull(&forge, 7, &d.arena, &pull, &err) == BD_REPLY_DONE, &err);
    assert_int_equal(pull.number, 7);
    assert_true(pull.is_open);
    assert_string_equal(pull.head, A);
    assert_string_equal(pull.head_repo, "fork/widgets");
    assert_string_equal(pull.base, "main");
    assert_string_equal(fake_gh_words(&d, 1), "api --method GET --hostname ghe.example " ACCEPT
                                              "repos/acme/widgets/pulls/7");
    assert_ok(bd_forge_pull(&forge, 8, &d.arena, &pull, &err) == BD_REPLY_DONE, &err);
    assert_false(pull.is_open);
    assert_null(pull.head_repo);
    bd_forge_release(&forge);
    desk_close(&d);
}

static void the_pull_requests_of_a_commit_are_found_on_every_page(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_env env;
    bd_ctx ctx = context(&d, &env);
    bd_forge forge;
    bd_pulls pulls = { 0 };
    bd_buf page = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    fake_gh_begin(&d);
    bd_buf_puts(&page, "[" PULL("90", "open", A));
    for (int i = 1; i < 100; i++)
        bd_buf_puts(&page, ", " PULL("12", "open", B));
    bd_buf_puts(&page, "]");
    fake_gh_answer(&d, 1, bd_buf_text(&page), "", 0);
    fake_gh_answer(&d, 2, "[" PULL("7", "open", A) ", " PULL("6", "closed", A) "]", "", 0);
    assert_ok(bd_forge_open(&ctx, NULL, &forge, &err), &err);
    assert_ok(bd_forge_pulls_of(&forge, A, &pulls, &err) == BD_REPLY_DONE, &err);
    assert_int_equal(pulls.count, 2);
    assert_int_equal(pulls.items[0].number, 7);
    assert_int_equal(pulls.items[1].number, 90);
    assert_int_equal(fake_gh_calls(), 2);
    assert_string_equal(fake_gh_words(&d, 2),
                        "api --method GET " ACCEPT
                        "repos/acme/widgets/pulls?state=open&sort=updated&direction=desc"
                        "&per_page=100&page=2");
    bd_pulls_release(&pulls);
    fake_gh_answer(&d, 3, "{}", "", 0);
    assert_int_equal(bd_forge_pulls_of(&forge, A, &pulls, &err), BD_REPLY_REFUSED);
    assert_non_null(strstr(err.message, "the answer is no list"));
    bd_pulls_release(&pulls);
    bd_buf_release(&page);
    bd_forge_release(&forge);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_repository_comes_from_the_job_the_event_or_origin),
        cmocka_unit_test(origin_names_the_repository_by_hand),
        cmocka_unit_test(every_refusal_says_what_to_do),
        cmocka_unit_test(without_gh_it_is_said_where_it_is),
        cmocka_unit_test(a_pull_request_is_read),
        cmocka_unit_test(the_pull_requests_of_a_commit_are_found_on_every_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
