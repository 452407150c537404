/* What a forge's event payload says of the commit. */
#include "cli/event.h"
#include "tests/support.h"

#include <string.h>

#define ID "0123456789abcdef0123456789abcdef01234567"
#define PUSH                                                                                      \
    "{\"ref\": \"refs/heads/main\", \"repository\": {\"html_url\": \"https://github.com/a/w\"}, " \
    "\"head_commit\": {\"id\": \"" ID "\", \"tree_id\": \"x\", \"distinct\": true, "              \
    "\"message\": \"Faster\\n\\nmuch\", \"timestamp\": \"2026-07-20T12:00:00+02:00\", "           \
    "\"url\": \"https://github.com/a/w/commit/" ID "\", \"author\": {\"name\": \"A\", "           \
    "\"email\": \"a@example.org\", \"username\": \"aa\"}, \"committer\": {\"name\": \"GitHub\"}}}"
#define PULL(repo)                                                                          \
    "{\"action\": \"opened\", \"pull_request\": {\"html_url\": "                            \
    "\"https://github.com/a/w/pull/7\", "                                                   \
    "\"title\": \"Try it\", \"head\": {\"ref\": \"topic\", \"sha\": \"" ID "\", \"user\": " \
    "{\"login\": \"bob\"}, \"repo\": " repo "}}, \"repository\": {\"html_url\": "           \
    "\"https://github.com/a/w\"}}"

static const struct {
    const char *payload;
    const char *id, *message, *url, *branch, *author, *username, *repo;
    int64_t time_s; /* 0 = unknown */
    bool has_head;
} events[] = {
    { PUSH, ID, "Faster\n\nmuch", "https://github.com/a/w/commit/" ID, "main", "A", "aa",
      "https://github.com/a/w", 1784541600, true },
    { PULL("{\"updated_at\": \"2026-01-01T00:00:00Z\"}"), ID, "Try it",
      "https://github.com/a/w/pull/7/commits/" ID, "topic", "bob", "bob", "https://github.com/a/w",
      0, false },
    { PULL("null"), ID, "Try it", "https://github.com/a/w/pull/7/commits/" ID, "topic", "bob",
      "bob", "https://github.com/a/w", 0, false }, /* the fork was deleted */
    { "{\"schedule\": \"0 3 * * *\", \"repository\": {\"html_url\": \"https://ghe.example/a/w\"}}",
      NULL, NULL, NULL, NULL, NULL, NULL, "https://ghe.example/a/w", 0, false },
    { "{\"inputs\": null, \"ref\": \"refs/heads/main\"}", NULL, NULL, NULL, NULL, NULL, NULL, NULL,
      0, false },
    { "{\"deleted\": true, \"head_commit\": null}", NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0,
      false },
    { "{\"head_commit\": {\"id\": \"$(rm -rf)\", \"message\": \"x\"}}", NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, 0, false },
    { "{\"head_commit\": {\"id\": 7}, \"repository\": []}", NULL, NULL, NULL, NULL, NULL, NULL,
      NULL, 0, false },
    { "{}", NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, false },
};

static void assert_text(size_t row, const char *got, const char *want)
{
    if ((got == NULL) != (want == NULL) || (got && strcmp(got, want) != 0))
        fail_msg("row %zu: %s, not %s", row, got ? got : "nothing", want ? want : "nothing");
}

static void every_kind_of_event_is_understood(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(events); i++) {
        bd_event e = { .commit = BD_COMMIT_INIT };
        bd_error err = BD_ERROR_INIT;
        assert_ok(bd_event_parse(bd_str_of(events[i].payload), &e, &err), &err);
        assert_text(i, e.commit.id, events[i].id);
        assert_text(i, e.commit.message, events[i].message);
        assert_text(i, e.commit.url, events[i].url);
        assert_text(i, e.commit.branch, events[i].branch);
        assert_text(i, e.commit.author.name, events[i].author);
        assert_text(i, e.commit.author.username, events[i].username);
        assert_text(i, e.repo_url, events[i].repo);
        assert_int_equal(e.commit.time_ns,
                         events[i].time_s ? events[i].time_s * 1000000000 : BD_TIME_UNKNOWN);
        assert_int_equal(e.head_commit != NULL, events[i].has_head);
        bd_event_release(&e);
    }
    static const char *const broken[] = { "", "[]", "{\"a\": ", "7" };
    for (size_t i = 0; i < BD_COUNT(broken); i++) {
        bd_event e = { .commit = BD_COMMIT_INIT };
        bd_error err = BD_ERROR_INIT;
        assert_false(bd_event_parse(bd_str_of(broken[i]), &e, &err));
        assert_true(err.message[0] != '\0');
        bd_event_release(&e);
    }
}

/* The keys and their types are those of GitHub's documentation of webhook events. */
static void numbers_and_other_workflows_are_read(void **state)
{
    (void)state;
    bd_event e = { .commit = BD_COMMIT_INIT };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_event_parse(BD_STR("{\"number\": 7, \"pull_request\": {\"number\": 7, \"head\": "
                                    "{\"sha\": \"" ID "\"}, \"base\": {\"ref\": \"release\"}}, "
                                    "\"repository\": {\"full_name\": \"a/w\"}}"),
                             &e, &err),
              &err);
    assert_int_equal(e.pull_request, 7);
    assert_text(0, e.pull_head, ID);
    assert_text(0, e.pull_into, "release");
    assert_text(0, e.repository, "a/w");
    assert_null(e.finished.event);
    bd_event_release(&e);
    e = (bd_event){ .commit = BD_COMMIT_INIT };
    assert_ok(
        bd_event_parse(BD_STR("{\"workflow_run\": {\"event\": \"pull_request\", \"head_sha\": \"" ID
                              "\", \"head_branch\": \"topic\", \"pull_requests\": [], "
                              "\"head_repository\": {\"full_name\": \"bob/w\"}}}"),
                       &e, &err),
        &err);
    assert_int_equal(e.pull_request, 0);
    assert_text(1, e.finished.event, "pull_request");
    assert_text(1, e.finished.head_sha, ID);
    assert_text(1, e.finished.head_branch, "topic");
    assert_text(1, e.finished.head_repository, "bob/w");
    bd_event_release(&e);
    e = (bd_event){ .commit = BD_COMMIT_INIT };
    assert_ok(bd_event_parse(BD_STR("{\"issue\": {\"number\": 8, \"pull_request\": {}}, "
                                    "\"comment\": {\"body\": \"/benchmark\"}}"),
                             &e, &err),
              &err);
    assert_int_equal(e.pull_request, 8);
    assert_null(e.pull_head);
    bd_event_release(&e);
    e = (bd_event){ .commit = BD_COMMIT_INIT };
    assert_ok(bd_event_parse(BD_STR("{\"pull_request\": {\"number\": -7, \"head\": {\"sha\": \"" ID
                                    "\"}}, \"workflow_run\": {\"head_sha\": \"--upload-pack=x\", "
                                    "\"event\": 5, \"head_repository\": null}}"),
                             &e, &err),
              &err);
    assert_int_equal(e.pull_request, 0);
    assert_null(e.finished.head_sha);
    assert_null(e.finished.event);
    bd_event_release(&e);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_event_is_understood),
        cmocka_unit_test(numbers_and_other_workflows_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
