/* A job that follows another one: see foreign_project.h. */
#include "tests/cli/foreign_project.h"

#include <stdlib.h>

#define HEAD "@HEAD@" /* stands for the id of the commit that was measured */

#define PULL_EVENT                                                                        \
    "{\"number\": 7, \"repository\": {\"full_name\": \"a/w\", \"html_url\": "             \
    "\"https://github.com/a/w\"}, \"pull_request\": {\"number\": 7, \"title\": \"Try\", " \
    "\"head\": {\"ref\": \"topic\", \"sha\": \"" HEAD "\", \"user\": {\"login\": \"bob\"}}}}"
#define RUN_EVENT                                                                           \
    "{\"repository\": {\"full_name\": \"a/w\", \"html_url\": \"https://github.com/a/w\"}, " \
    "\"workflow_run\": {\"event\": \"pull_request\", \"head_sha\": \"" HEAD "\", "          \
    "\"head_branch\": \"topic\", \"head_repository\": {\"full_name\": \"bob/w\"}, "         \
    "\"pull_requests\": []}}"
#define ANSWER                                                                                 \
    "{\"number\": 7, \"state\": \"open\", \"title\": \"Try it\", \"html_url\": "               \
    "\"https://github.com/a/w/pull/7\", \"user\": {\"login\": \"bob\"}, \"base\": {\"ref\": "  \
    "\"main\", \"repo\": {\"full_name\": \"a/w\"}}, \"head\": {\"sha\": \"" HEAD "\", "        \
    "\"ref\": \"topic\", \"label\": \"bob:topic\", \"user\": {\"login\": \"bob\"}, \"repo\": " \
    "{\"full_name\": \"bob/w\"}}}"

static void put(desk *d, const char *path, const char *text)
{
    test_write_text(path, text);
    desk_shell(
        d, bd_arena_printf(&d->arena, "sed -i \"s/" HEAD "/$(git rev-parse HEAD)/g\" %s", path));
}

desk second_job(void)
{
    desk d = publish_project();
    test_write_text("bin/gh", "#!/bin/sh\necho \"$@\" >>gh.log\ntest ! -e gone || exit 1\n"
                              "cat answer.json\n");
    desk_shell(&d, "chmod +x bin/gh");
    desk_set(&d, "BENCHDOC_GH", bd_arena_printf(&d.arena, "%s/bin/gh", d.directory));
    put(&d, "pull.json", PULL_EVENT);
    put(&d, "run.json", RUN_EVENT);
    put(&d, "answer.json", ANSWER);
    desk_set(&d, "GH_TOKEN", "t");
    desk_set(&d, "GITHUB_REPOSITORY", "a/w");
    desk_set(&d, "GITHUB_EVENT_NAME", "pull_request");
    desk_set(&d, "GITHUB_EVENT_PATH", "pull.json");
    desk_expect(&d, "bundle r.json --base r.json -o b.json", 0);
    desk_tells(&d, ", 1 of the base, pull request #7");
    desk_set(&d, "GITHUB_EVENT_NAME", "workflow_run");
    desk_set(&d, "GITHUB_EVENT_PATH", "run.json");
    return d;
}

void has_branches(desk *d, const char *branches)
{
    assert_string_equal(desk_shell(d, "git -C r.git branch --format='%(refname:short)'"), branches);
}
