/* Many who add to one branch at once: whoever is told "done" is on it, whoever is told
 * "moved" is not, and nothing else is lost. */
#include "tests/git/remotes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 16, REMOTE_PROCESSES = 4 }; /* the e2e tests race remotes with all */

/* Appends its line to one file and adds another, until both are on the branch. */
static bool add(bd_branch *b, const char *line, bd_buf *text)
{
    for (;;) {
        bd_error err = BD_ERROR_INIT;
        bool exists;
        char id[41];
        bd_reply reply = bd_branch_fetch(b, &err);
        if (reply == BD_REPLY_DONE && bd_branch_read(b, "all", text, &exists, &err)) {
            bd_buf_printf(text, "%s\n", line);
            bd_branch_file files[] = { { .path = "all", .bytes = bd_buf_str(text) },
                                       { .path = line, .bytes = BD_STR("mine") } };
            bd_branch_plan plan = { "add", "b", "b@example.org", files, 2, false };
            reply = bd_branch_push(b, &plan, id, &err);
        }
        if (reply == BD_REPLY_DONE)
            return true;
        if (reply != BD_REPLY_MOVED) {
            print_error("%s\n", err.message);
            return false;
        }
    }
}

/* In a process of its own, where no assertion may fail. @return its exit status */
static int add_all(remotes *r, const char *remote, size_t who, size_t rounds)
{
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_branch *b = remotes_try(r, remote, "gh-pages", &err);
    bool ok = b != NULL;
    if (!ok)
        print_error("%s: %s\n", err.file, err.message);
    for (size_t i = 0; i < rounds && ok; i++)
        ok = add(b, bd_arena_printf(&r->arena, "line-%zu-%zu", who, i), &text);
    bd_branch_close(b);
    bd_buf_release(&text);
    return ok ? 0 : 1;
}

static void nobody_loses_what_was_said_to_be_done(void **state)
{
    remotes *r = *state;
    for (remote_way way = 0; way < WAY_COUNT; way++) {
        size_t processes = way == WAY_LOCAL ? PROCESSES : REMOTE_PROCESSES;
        size_t rounds = (test_rounds(processes * 13) + processes - 1) / processes;
        pid_t children[PROCESSES];
        const char *remote = remotes_way(r, way);
        remotes_sh(r, "git -C remote.git update-ref -d refs/heads/gh-pages");
        for (size_t i = 0; i < processes; i++) {
            children[i] = fork();
            if (children[i] == 0)
                _exit(add_all(r, remote, i, rounds));
        }
        for (size_t i = 0; i < processes; i++) {
            int status = -1;
            waitpid(children[i], &status, 0);
            assert_int_equal(status, 0);
        }
        const char *count = bd_arena_printf(&r->arena, "%zu", rounds * processes);
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:all | sort -u | wc -l"),
                            count);
        assert_string_equal(remotes_sh(r, "git -C remote.git show gh-pages:all | wc -l"), count);
        assert_string_equal(
            remotes_sh(r, "git -C remote.git ls-tree --name-only gh-pages | grep -c line-"), count);
        assert_string_equal(remotes_sh(r, "git -C remote.git rev-list --count gh-pages"), count);
        remotes_sh(r, "git -C remote.git fsck --strict");
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nobody_loses_what_was_said_to_be_done, remotes_make,
                                        remotes_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
