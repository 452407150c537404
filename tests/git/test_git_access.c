/* URLs, and which secret goes where: to the right server, and never into a message,
 * an argument or an object. */
#include "core/git/internal.h"
#include "tests/git/remotes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- URLs ---- */

static void a_url_is_told_from_a_path_and_loses_its_secrets(void **state)
{
    static const struct {
        const char *text, *shown, *server, *path, *user, *password, *web;
    } cases[] = {
        { "https://github.com/acme/widgets.git", "https://github.com/acme/widgets.git",
          "https://github.com", NULL, NULL, NULL, "https://github.com/acme/widgets" },
        { "HTTPS://u:p%40ss%2f@Example.org:8443/a/b/", "https://example.org:8443/a/b/",
          "https://example.org:8443", NULL, "u", "p@ss/", "https://example.org:8443/a/b" },
        { "https://token@github.com/a/b", "https://github.com/a/b", "https://github.com", NULL,
          "token", NULL, "https://github.com/a/b" },
        { "http://x:@h/a", "http://h/a", "http://h", NULL, "x", "", "http://h/a" },
        { "http://h?a@b", "http://h?a@b", "http://h", NULL, NULL, NULL, "http://h?a@b" },
        { "http://u:100%@h/", "http://h/", "http://h", NULL, "u", "100%", "http://h" },
        { "git@github.com:acme/widgets.git", "git@github.com:acme/widgets.git", NULL, NULL, NULL,
          NULL, "https://github.com/acme/widgets" },
        { "ssh://git@host:2222/a/b.git", "ssh://git@host:2222/a/b.git", NULL, NULL, NULL, NULL,
          "https://host/a/b" },
        { "file:///srv/a%20b.git", "file:///srv/a%20b.git", NULL, "/srv/a b.git", NULL, NULL,
          NULL },
        { "/srv/a.git", "/srv/a.git", NULL, "/srv/a.git", NULL, NULL, NULL },
        { "../a.git", "base/../a.git", NULL, "base/../a.git", NULL, NULL, NULL },
        { "./a:b", "base/./a:b", NULL, "base/./a:b", NULL, NULL, NULL },
        { "a", "base/a", NULL, "base/a", NULL, NULL, NULL },
    };
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_git_url url;
        bd_git_url_read(cases[i].text, "base", &arena, &url);
        const char *web = bd_git_url_web(cases[i].text, &arena);
        const char *got[] = { url.shown, url.server, url.path, url.user, url.password, web };
        const char *want[] = { cases[i].shown, cases[i].server,   cases[i].path,
                               cases[i].user,  cases[i].password, cases[i].web };
        for (size_t k = 0; k < BD_COUNT(got); k++)
            if ((got[k] == NULL) != (want[k] == NULL) || (got[k] && strcmp(got[k], want[k]) != 0))
                fail_msg("%s [%zu]: %s, not %s", cases[i].text, k, got[k] ? got[k] : "-",
                         want[k] ? want[k] : "-");
    }
    bd_arena_release(&arena);
}

/* RFC 7617's own example, and those of RFC 4648. */
static void basic_credentials_are_as_the_standard_shows_them(void **state)
{
    static const char *const cases[][3] = {
        { "Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==" },
        { "test", "123\xC2\xA3", "Basic dGVzdDoxMjPCow==" },
        { "f", "", "Basic Zjo=" },
        { "fo", "", "Basic Zm86" },
        { "", "", "Basic Og==" },
    };
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        assert_string_equal(bd_git_basic(cases[i][0], cases[i][1], &arena), cases[i][2]);
    bd_arena_release(&arena);
}

/* ---- who gets which secret ---- */

#define GITHUB "https://github.com/acme/widgets.git"
#define OTHER  "https://git.example.org/acme/widgets.git"
#define CHECKOUT \
    "git -C work config 'http.https://github.com/.extraheader' 'AUTHORIZATION: basic eDpj'"

static const struct {
    const char *configure, *url, *variables[2];
    const char *headers[2]; /* what the server would get */
} servers[] = {
    { "true", GITHUB, { NULL }, { NULL } },
    { "true",
      GITHUB,
      { "GITHUB_TOKEN=ghtok" },
      { "Authorization: Basic eC1hY2Nlc3MtdG9rZW46Z2h0b2s=" } },
    { "true", OTHER, { "GITHUB_TOKEN=ghtok" }, { NULL } },
    { "true", "https://github.com.example.org/a", { "GITHUB_TOKEN=ghtok" }, { NULL } },
    { "true", "http://github.com/a", { "GITHUB_TOKEN=ghtok" }, { NULL } },
    { "true",
      OTHER,
      { "GITHUB_TOKEN=ghtok", "GITHUB_SERVER_URL=https://git.example.org" },
      { "Authorization: Basic eC1hY2Nlc3MtdG9rZW46Z2h0b2s=" } },
    { "true", OTHER, { "BENCHDOC_TOKEN=me:pw" }, { "Authorization: Basic bWU6cHc=" } },
    { "true",
      "https://u:p@git.example.org/a",
      { "GITHUB_TOKEN=ghtok" },
      { "Authorization: Basic dTpw" } },
    { "true",
      "https://u:p@git.example.org/a",
      { "BENCHDOC_TOKEN=me:pw" },
      { "Authorization: Basic bWU6cHc=" } },
    { CHECKOUT, GITHUB, { "GITHUB_TOKEN=ghtok" }, { "AUTHORIZATION: basic eDpj" } },
    { CHECKOUT, GITHUB, { "BENCHDOC_TOKEN=me:pw" }, { "Authorization: Basic bWU6cHc=" } },
    { CHECKOUT, OTHER, { NULL }, { NULL } },
    { "git -C work config http.extraheader 'X-A: 1' && " CHECKOUT,
      GITHUB,
      { NULL },
      { "X-A: 1", "AUTHORIZATION: basic eDpj" } },
    { "git config -f work/.git/more 'http.https://github.com/.extraheader' "
      "'AUTHORIZATION: basic eDpj' && git -C work config "
      "\"includeIf.gitdir:$PWD/work/.git.path\" ../more",
      GITHUB,
      { NULL },
      { "AUTHORIZATION: basic eDpj" } },
};

static void assert_headers(remotes *r, size_t row)
{
    bd_git_url url;
    bd_git_access found = { 0 };
    git_repository *work = NULL;
    git_config *config = NULL;
    remotes_variables(r, servers[row].variables[0], servers[row].variables[1]);
    git_libgit2_init();
    assert_int_equal(git_repository_open(&work, bd_path_join(&r->arena, r->directory, "work")), 0);
    assert_int_equal(git_repository_config(&config, work), 0);
    bd_git_url_read(servers[row].url, ".", &r->arena, &url);
    bd_git_access_find(config, &url, &r->env, &r->arena, &found);
    for (size_t k = 0; k < 2; k++) {
        const char *got = k < found.headers.count ? found.headers.items[k] : "-";
        const char *want = servers[row].headers[k] ? servers[row].headers[k] : "-";
        if (strcmp(got, want) != 0)
            fail_msg("row %zu, header %zu: %s, not %s", row, k, got, want);
    }
    bd_git_access_release(&found);
    git_config_free(config);
    git_repository_free(work);
    git_libgit2_shutdown();
}

static void a_secret_goes_to_its_own_server_only(void **state)
{
    remotes *r = *state;
    for (size_t i = 0; i < BD_COUNT(servers); i++) {
        remotes_way(r, WAY_LOCAL);
        remotes_sh(r, "cp work/.git/config kept && %s", servers[i].configure);
        if (strstr(servers[i].configure, "includeIf"))
            remotes_sh(r, "sed -i 's/\\.git\\.path/.git/; s#\\.\\./more#more#' work/.git/config");
        assert_headers(r, i);
        remotes_sh(r, "cp kept work/.git/config");
    }
}

static void secrets_are_taken_out_of_what_is_shown(void **state)
{
    (void)state;
    const char *secrets[] = { "abcd", "abcdefgh", "c2VjcmV0" };
    bd_git_access access = { .secrets = { secrets, BD_COUNT(secrets), 0 } };
    bd_buf out = BD_BUF_INIT;
    bd_git_scrub(&access, BD_STR("abcdefghi abcd abc c2VjcmV0c2VjcmV0"), &out);
    assert_str(bd_buf_str(&out), "***i *** abc ******");
    bd_buf_release(&out);
}

/* ---- over the wire ---- */

/* A git that notes its own arguments, those of the programs that it runs, and those of
 * every process that is there meanwhile. */
static void write_spy(remotes *r)
{
    test_write_text(bd_path_join(&r->arena, r->directory, "spy"),
                    "#!/bin/sh\n"
                    "here=$(dirname \"$0\")\n"
                    "printf '%s\\n' \"$*\" >>\"$here/arguments\"\n"
                    "GIT_TRACE=\"$here/trace\" git \"$@\" & child=$!\n"
                    "while kill -0 $child 2>/dev/null; do\n"
                    "  for p in /proc/[0-9]*; do tr '\\0' ' ' <$p/cmdline; echo; done "
                    ">>\"$here/processes\" 2>/dev/null\n"
                    "done\n"
                    "wait $child\n");
    remotes_sh(r, "chmod +x spy");
}

static void no_argument_message_or_object_holds_the_token(void **state)
{
    remotes *r = *state;
    bd_error err = BD_ERROR_INIT, denied = BD_ERROR_INIT;
    const char *base64 = bd_git_basic("u", REMOTE_PASSWORD, &r->arena) + strlen("Basic ");
    const char *url = remotes_way(r, WAY_HTTP);
    write_spy(r);
    const char *spy = bd_arena_printf(&r->arena, "BENCHDOC_GIT=%s/spy", r->directory);
    static const char *const ways[] = { "BENCHDOC_TOKEN=u:" REMOTE_PASSWORD, "X=1" };
    for (size_t i = 0; i < BD_COUNT(ways); i++) {
        const char *secret_url = bd_arena_printf(&r->arena, "http://u:%s@%s", REMOTE_PASSWORD,
                                                 url + strlen("http://"));
        remotes_variables(r, ways[i], spy);
        bd_branch *b = remotes_open_at(r, i == 0 ? url : secret_url, "gh-pages");
        assert_string_equal(bd_branch_where(b), url);
        assert_int_equal(remotes_put(b, "x", i == 0 ? "1" : "2", &err), BD_REPLY_DONE);
        bd_branch_close(b);
    }
    remotes_variables(r, "BENCHDOC_TOKEN=u:wrong-s3cr3t", spy);
    bd_branch *b = remotes_open_at(r, url, "gh-pages");
    assert_int_equal(bd_branch_fetch(b, &denied), BD_REPLY_REFUSED);
    assert_non_null(strstr(denied.message, "does not accept who is asking"));
    assert_null(strstr(denied.message, "wrong-s3cr3t"));
    bd_branch_close(b);
    remotes_sh(r, "grep -q 'push --porcelain' arguments && grep -q 'remote-http' trace "
                  "&& grep -q 'sh .*spy' processes");
    test_write_text(bd_path_join(&r->arena, r->directory, "secrets"),
                    bd_arena_printf(&r->arena, "%s\n%s\n", REMOTE_PASSWORD, base64));
    remotes_sh(r, "! grep -r -f secrets arguments trace processes log work tmp");
    remotes_sh(r, "! git -C remote.git log -p --format=raw gh-pages | grep -f secrets");
}

static void the_header_that_checkout_leaves_opens_the_way(void **state)
{
    remotes *r = *state;
    const char *base64 = bd_git_basic("u", REMOTE_PASSWORD, &r->arena);
    for (int library = 0; library < 2; library++) {
        bd_error err = BD_ERROR_INIT;
        const char *url = remotes_way(r, WAY_HTTP);
        remotes_sh(r, "git -C work config http.%s/.extraheader 'AUTHORIZATION: %s'",
                   bd_arena_printf(&r->arena, "http://127.0.0.1:%d", r->port), base64);
        remotes_variables(r, library ? "BENCHDOC_GIT=libgit2" : NULL, NULL);
        bd_branch *b = remotes_open_at(r, url, "gh-pages");
        bd_reply reply = remotes_put(b, "x", library ? "1" : "2", &err);
        assert_ok(reply == BD_REPLY_DONE, &err);
        bd_branch_close(b);
    }
}

static void a_url_that_git_replaces_is_replaced(void **state)
{
    static const char *const cases[][2] = {
        { "https://a.example/x", "ssh://git@a.example/x" },
        { "https://a.example/deep/x", "/srv/x" },
        { "https://b.example/x", "https://push.example/x" },
        { "https://c.example/x", "https://c.example/x" },
    };
    remotes *r = *state;
    git_repository *work = NULL;
    git_config *config = NULL;
    remotes_way(r, WAY_LOCAL);
    remotes_sh(r, "cd work && git config url.ssh://git@a.example/.insteadOf https://a.example/ "
                  "&& git config url./srv/.insteadOf https://a.example/deep/ "
                  "&& git config url.https://push.example/.pushInsteadOf https://b. "
                  "&& git config --add url.https://push.example/.pushInsteadOf https://b.example/ "
                  "&& git config url.https://fetch.example/.insteadOf https://b.example/");
    git_libgit2_init();
    assert_int_equal(git_repository_open(&work, bd_path_join(&r->arena, r->directory, "work")), 0);
    assert_int_equal(git_repository_config(&config, work), 0);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        assert_string_equal(bd_git_instead_of(config, cases[i][0], &r->arena), cases[i][1]);
        assert_string_equal(remotes_sh(r,
                                       "cd work && git config remote.t.url '%s' "
                                       "&& git remote get-url --push t",
                                       cases[i][0]),
                            cases[i][1]);
    }
    git_config_free(config);
    git_repository_free(work);
    git_libgit2_shutdown();
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, remotes_make, remotes_remove)
        cmocka_unit_test(a_url_is_told_from_a_path_and_loses_its_secrets),
        cmocka_unit_test(basic_credentials_are_as_the_standard_shows_them),
        TEST(a_secret_goes_to_its_own_server_only),
        TEST(a_url_that_git_replaces_is_replaced),
        cmocka_unit_test(secrets_are_taken_out_of_what_is_shown),
        TEST(no_argument_message_or_object_holds_the_token),
        TEST(the_header_that_checkout_leaves_opens_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
