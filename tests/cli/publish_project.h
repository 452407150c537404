/* tests/cli/publish_project.h: a repository with r.json, whose origin is r.git. */
#ifndef BD_TESTS_CLI_PUBLISH_PROJECT_H
#define BD_TESTS_CLI_PUBLISH_PROJECT_H

#include "tests/cli/cli_support.h"

#define ID      "0123456789abcdef0123456789abcdef01234567"
#define RESULTS "[{\"name\": \"foo\", \"unit\": \"ms\", \"value\": 1.5}]"

#define PUSH                                                                                      \
    "{\"ref\": \"refs/heads/main\", \"repository\": {\"html_url\": \"https://github.com/a/w\"}, " \
    "\"head_commit\": {\"id\": \"" ID "\", \"tree_id\": \"x\", \"distinct\": true, "              \
    "\"message\": \"Faster\\n\\nmuch\", \"timestamp\": \"2026-07-20T12:00:00+02:00\", "           \
    "\"url\": \"https://github.com/a/w/commit/" ID "\", \"author\": {\"name\": \"A\", "           \
    "\"email\": \"a@example.org\", \"username\": \"aa\"}, \"committer\": {\"name\": \"GitHub\"}}}"

desk publish_project(void); /* skips where git is missing */
/* What a data.js on gh-pages has at a path of jq. Borrowed. */
const char *published(desk *d, const char *file, const char *query);

#endif
