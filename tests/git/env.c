/* Programs run for tests of core/git: see env.h. */
#include "tests/git/env.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int64_t now(void *state)
{
    return ((test_env *)state)->now_ns;
}

static void sleep_not(void *state, int64_t ns)
{
    ((test_env *)state)->now_ns += ns;
}

static uint64_t no_chance(void *state)
{
    (void)state;
    return 4;
}

static const char *variable(void *state, const char *name)
{
    const test_env *e = state;
    size_t n = strlen(name);
    for (size_t i = 0; i < BD_COUNT(e->variables) && e->variables[i]; i++)
        if (strncmp(e->variables[i], name, n) == 0 && e->variables[i][n] == '=')
            return e->variables[i] + n + 1;
    return NULL;
}

static void become(const bd_process *process, const int *out, const int *diag)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, 0);
    dup2(out[1], 1);
    dup2(diag[1], 2);
    for (size_t i = 0; process->extra_env && process->extra_env[i]; i++) {
        char *copy = strdup(process->extra_env[i]);
        if (strchr(copy, '='))
            putenv(copy);
        else
            unsetenv(copy);
    }
    execvp(process->argv[0], (char *const *)(uintptr_t)process->argv);
    _exit(127);
}

static void read_all(int fd, bd_buf *out)
{
    char chunk[4096];
    ssize_t n;
    while ((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            bd_buf_add(out, chunk, (size_t)n);
    close(fd);
}

/* What these programs print fits into a pipe. */
static bool run(void *state, const bd_process *process, bd_process_result *out, bd_error *err)
{
    int result[2], diag[2], status = 0;
    *out = (bd_process_result){ 0 };
    ((test_env *)state)->runs++;
    if (pipe2(result, O_CLOEXEC) != 0 || pipe2(diag, O_CLOEXEC) != 0)
        return bd_fail(err, BD_ERR_BUG, "no pipe");
    pid_t child = fork();
    if (child == 0)
        become(process, result, diag);
    close(result[1]);
    close(diag[1]);
    read_all(result[0], &out->out);
    read_all(diag[0], &out->diag);
    waitpid(child, &status, 0);
    out->exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return out->exit_status != 127 || bd_fail(err, BD_ERR_USAGE, "cannot be run");
}

bd_env test_env_of(test_env *state)
{
    return (bd_env){ .state = state,
                     .now_unix_ns = now,
                     .sleep_ns = sleep_not,
                     .random_u64 = no_chance,
                     .variable = variable,
                     .run = run };
}
