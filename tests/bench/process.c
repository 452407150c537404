/* Starting, timing and waiting: see process.h. */
#include "tests/bench/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* @param out  descriptor for standard output; -1 = none
 * @return false when it could not be started */
static bool start(const char *const *argv, const char *directory, int out, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (out < 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (directory)
        posix_spawn_file_actions_addchdir_np(&actions, directory);
    int failed = posix_spawnp(pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0;
}

static int status_of(int raw)
{
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
}

process_sample process_measure(const char *const *argv, const char *directory)
{
    process_sample sample = { .status = -1 };
    struct rusage used;
    pid_t pid;
    int raw;
    int64_t from = now_ns();
    if (!start(argv, directory, -1, &pid) || wait4(pid, &raw, 0, &used) != pid)
        return sample;
    sample.wall_ns = now_ns() - from;
    sample.peak_bytes = (int64_t)used.ru_maxrss * 1024;
    sample.status = status_of(raw);
    return sample;
}

pid_t process_start(const char *const *argv)
{
    pid_t pid;
    return start(argv, NULL, -1, &pid) ? pid : 0;
}

void process_end(pid_t pid)
{
    kill(pid, SIGTERM);
    waitpid(pid, NULL, 0);
}

bool process_first_line(const char *const *argv, bd_buf *out)
{
    int ends[2], raw;
    pid_t pid;
    char chunk[512];
    bd_buf_clear(out);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    bool ok = start(argv, NULL, ends[1], &pid);
    close(ends[1]);
    for (ssize_t n; ok && (n = read(ends[0], chunk, sizeof chunk)) > 0;)
        bd_buf_add(out, chunk, (size_t)n);
    close(ends[0]);
    if (!ok || waitpid(pid, &raw, 0) != pid || raw != 0)
        return false;
    const char *line_end = strchr(bd_buf_text(out), '\n');
    if (line_end)
        out->len = (size_t)(line_end - out->data);
    bd_buf_text(out);
    return out->len > 0;
}
