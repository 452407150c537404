/* Repositories to publish to: see remotes.h. */
#include "tests/git/remotes.h"

#include "core/base/file.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *remotes_sh(remotes *r, const char *format, ...)
{
    bd_buf command = BD_BUF_INIT, diag = BD_BUF_INIT;
    va_list args;
    bd_buf_clear(&r->text);
    bd_buf_printf(&command,
                  "cd '%s' && export HOME='%s' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a "
                  "GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a "
                  "GIT_COMMITTER_EMAIL=a@example.org && set -e && ",
                  r->directory, r->directory);
    va_start(args, format);
    bd_buf_vprintf(&command, format, args);
    va_end(args);
    if (test_shell(bd_buf_text(&command), &r->text, &diag) != 0)
        fail_msg("%s\n%s", bd_buf_text(&command), bd_buf_text(&diag));
    bd_buf_release(&command);
    bd_buf_release(&diag);
    while (r->text.len > 0 && r->text.data[r->text.len - 1] == '\n')
        r->text.data[--r->text.len] = '\0';
    return bd_arena_text(&r->arena, bd_buf_str(&r->text));
}

int remotes_make(void **state)
{
    remotes *r = bd_alloc(sizeof *r);
    r->directory = test_temp_dir();
    r->env = test_env_of(&r->state);
    *state = r;
    if (test_shell("git --version", NULL, NULL) != 0)
        return 0;
    setenv("HOME", r->directory, 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    remotes_sh(r,
               "git init -q -b main work && cd work && echo x > README && git add . "
               "&& git commit -qm one && cd .. && git clone -q --bare work remote.git "
               "&& git -C remote.git config http.receivepack true "
               "&& git -C work remote add origin '%s/remote.git' && mkdir tmp",
               r->directory);
    remotes_variables(r, NULL, NULL);
    return 0;
}

int remotes_remove(void **state)
{
    remotes *r = *state;
    if (r->server > 0) {
        kill(r->server, SIGTERM);
        waitpid(r->server, NULL, 0);
    }
    test_remove_tree(r->directory);
    bd_arena_release(&r->arena);
    bd_buf_release(&r->text);
    free(r->directory);
    free(r);
    return 0;
}

void remotes_variables(remotes *r, const char *a, const char *b)
{
    size_t n = 0;
    const char *all[] = { bd_arena_printf(&r->arena, "TMPDIR=%s/tmp", r->directory), a, b };
    memset(r->state.variables, 0, sizeof r->state.variables);
    for (size_t i = 0; i < BD_COUNT(all) && all[i]; i++)
        r->state.variables[n++] = all[i];
}

static void become_server(const remotes *r)
{
    static const char script[] =
        "cd \"$1\" && exec python3 \"$2/tests/git/http_server.py\" . port log";
    setenv("ACCOUNT", "u:" REMOTE_PASSWORD, 1); /* nobody sees it among the arguments */
    execl("/bin/sh", "sh", "-c", script, "sh", r->directory, test_source_dir(), (char *)NULL);
    _exit(127);
}

static void start_server(remotes *r)
{
    enum { STEP_US = 20000, STEPS = 500 };
    char *port = bd_path_join(&r->arena, r->directory, "port");
    if (test_shell("python3 -c 'import http.server' && git --exec-path >/dev/null "
                   "&& test -x \"$(git --exec-path)/git-http-backend\"",
                   NULL, NULL)
        != 0) {
        print_message("python3 or git's http-backend is not here\n");
        skip();
    }
    r->server = fork();
    if (r->server == 0)
        become_server(r);
    for (int i = 0; i < STEPS && access(port, R_OK) != 0; i++)
        usleep(STEP_US);
    bd_buf text = test_read(port);
    r->port = (int)strtol(bd_buf_text(&text), NULL, 10);
    bd_buf_release(&text);
}

const char *remotes_way(remotes *r, remote_way way)
{
    if (test_shell("git --version", NULL, NULL) != 0) {
        print_message("git is not here\n");
        skip();
    }
    bool is_http = way == WAY_HTTP || way == WAY_HTTP_LIBRARY;
    if (is_http && r->server == 0)
        start_server(r);
    remotes_variables(r, is_http ? "BENCHDOC_TOKEN=u:" REMOTE_PASSWORD : NULL,
                      way == WAY_HTTP_LIBRARY ? "BENCHDOC_GIT=libgit2" : NULL);
    if (is_http)
        return bd_arena_printf(&r->arena, "http://127.0.0.1:%d/remote.git", r->port);
    return bd_arena_printf(&r->arena, "%s%s/remote.git", way == WAY_FILE ? "file://" : "",
                           r->directory);
}

bd_branch *remotes_try(remotes *r, const char *remote, const char *branch, bd_error *err)
{
    bd_branch_place place = { .directory = bd_path_join(&r->arena, r->directory, "work"),
                              .remote = remote,
                              .branch = branch };
    return bd_branch_open(&place, &r->env, err);
}

bd_branch *remotes_open_at(remotes *r, const char *remote, const char *branch)
{
    bd_error err = BD_ERROR_INIT;
    bd_branch *b = remotes_try(r, remote, branch, &err);
    assert_ok(b != NULL, &err);
    return b;
}

bd_branch *remotes_open(remotes *r, remote_way way, const char *branch)
{
    return remotes_open_at(r, remotes_way(r, way), branch);
}

bd_reply remotes_push(bd_branch *b, const char *path, const char *text, bd_error *err)
{
    char id[41] = "";
    bd_branch_file file = { .path = path, .bytes = bd_str_of(text) };
    bd_branch_plan plan = { .message = "add a run",
                            .name = "benchdoc",
                            .email = "b@example.org",
                            .files = &file,
                            .file_count = 1 };
    bd_reply reply = bd_branch_push(b, &plan, id, err);
    assert_int_equal(strlen(id), reply == BD_REPLY_DONE ? 40 : 0);
    assert_int_equal(err->code, reply == BD_REPLY_DONE ? BD_OK : BD_ERR_GIT);
    return reply;
}

bd_reply remotes_put(bd_branch *b, const char *path, const char *text, bd_error *err)
{
    bd_reply reply = bd_branch_fetch(b, err);
    assert_ok(reply == BD_REPLY_DONE, err);
    return remotes_push(b, path, text, err);
}
