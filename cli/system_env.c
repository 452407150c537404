/* Clock, chance, environment and child processes of this process: the real bd_env. */
#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILD_OUTPUT_MAX = 64 << 20 };

static int64_t now_unix_ns(void *state)
{
    (void)state;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* In slices: the signal may have come to another thread. */
static void sleep_ns(void *state, int64_t ns)
{
    (void)state;
    const int64_t slice = 50000000, end = monotonic_ns() + ns;
    for (int64_t left = ns; left > 0 && !bd_interrupted; left = end - monotonic_ns()) {
        int64_t now = left < slice ? left : slice;
        nanosleep(&(struct timespec){ .tv_nsec = (long)now }, NULL);
    }
}

static bool is_interrupted(void *state)
{
    (void)state;
    return bd_interrupted != 0;
}

static uint64_t random_u64(void *state)
{
    (void)state;
    uint64_t value = 0;
    if (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value)
        value = (uint64_t)now_unix_ns(NULL) ^ (uint64_t)getpid() << 32;
    return value;
}

static const char *variable(void *state, const char *name)
{
    (void)state;
    return getenv(name);
}

/* ---- child processes ---- */

/* Our ends of the child's standard streams; -1 = closed or inherited. */
typedef struct child {
    pid_t pid;
    int to, from, from_diag;
} child;

static bool is_replaced(const char *variable_text, const char *const *extra)
{
    size_t name = strcspn(variable_text, "=");
    for (; *extra; extra++)
        if (strncmp(*extra, variable_text, name) == 0
            && ((*extra)[name] == '=' || (*extra)[name] == '\0'))
            return true;
    return false;
}

/* @return an owned array of borrowed texts */
static char **merged_environment(const char *const *extra)
{
    char **all = NULL;
    size_t count = 0, capacity = 0;
    for (char **v = environ; *v; v++)
        if (!extra || !is_replaced(*v, extra)) {
            all = bd_grow(all, count, &capacity, sizeof *all);
            all[count++] = *v;
        }
    for (; extra && *extra; extra++) {
        if (!strchr(*extra, '='))
            continue;
        all = bd_grow(all, count, &capacity, sizeof *all);
        all[count++] = (char *)(uintptr_t)*extra;
    }
    all = bd_grow(all, count, &capacity, sizeof *all);
    all[count] = NULL;
    return all;
}

/* Joins the child's stream `fd` to a new pipe. @return our end, -1 on failure */
static int join(posix_spawn_file_actions_t *actions, int fd, int *theirs)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    *theirs = ends[fd == 0 ? 0 : 1];
    posix_spawn_file_actions_adddup2(actions, *theirs, fd);
    return ends[fd == 0 ? 1 : 0];
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

/* @return 0, or errno */
static int spawn(const bd_process *process, child *c)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    sigset_t usual;
    int theirs[3] = { -1, -1, -1 };
    char **environment = merged_environment(process->extra_env);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&how);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawnattr_setsigdefault(&how, &usual);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
    if (!process->inherit) {
        c->to = join(&actions, 0, &theirs[0]);
        c->from = join(&actions, 1, &theirs[1]);
        c->from_diag = join(&actions, 2, &theirs[2]);
    }
    if (process->directory)
        posix_spawn_file_actions_addchdir_np(&actions, process->directory);
    int failed = posix_spawnp(&c->pid, process->argv[0], &actions, &how,
                              (char *const *)(uintptr_t)process->argv, environment);
    close_all(theirs, BD_COUNT(theirs));
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return failed;
}

/* One step of reading. @return false at the end */
static bool pump_out(int fd, bd_buf *out)
{
    char chunk[1 << 14];
    ssize_t n = read(fd, chunk, sizeof chunk);
    if (n > 0 && out->len + (size_t)n <= CHILD_OUTPUT_MAX)
        bd_buf_add(out, chunk, (size_t)n);
    return n > 0 || (n < 0 && errno == EINTR);
}

/* One step of writing. @return false when everything is written, or nobody reads */
static bool pump_in(int fd, bd_str *input)
{
    ssize_t n = write(fd, input->ptr, input->len < 4096 ? input->len : 4096);
    if (n > 0)
        *input = bd_str_sub(*input, (size_t)n, input->len);
    return (n > 0 && input->len > 0) || (n < 0 && errno == EINTR);
}

static void end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* When a child has had its time. */
typedef struct limit {
    int64_t end_ns; /* 0 = never */
    bool told;      /* it was asked to end */
} limit;

/* Milliseconds for poll(); the child is ended when they are over. @return false: give up */
static bool time_left(limit *l, pid_t pid, int *ms)
{
    enum { GRACE_S = 5 };
    int64_t left = l->end_ns - monotonic_ns();
    *ms = -1;
    if (l->end_ns == 0)
        return true;
    if (left <= 0) {
        kill(pid, l->told ? SIGKILL : SIGTERM);
        if (l->told)
            return false;
        l->told = true;
        left = (int64_t)GRACE_S * 1000000000;
        l->end_ns = monotonic_ns() + left;
    }
    *ms = left < (int64_t)INT32_MAX * 1000000 ? (int)(left / 1000000) + 1 : INT32_MAX;
    return true;
}

static void talk(child *c, bd_str input, limit *l, bd_process_result *out)
{
    int ms;
    if (input.len == 0)
        end(&c->to);
    while ((c->to >= 0 || c->from >= 0 || c->from_diag >= 0) && time_left(l, c->pid, &ms)) {
        struct pollfd fds[3] = { { c->to, POLLOUT, 0 },
                                 { c->from, POLLIN, 0 },
                                 { c->from_diag, POLLIN, 0 } };
        if (poll(fds, 3, ms) < 0 && errno != EINTR)
            break;
        if (fds[0].revents != 0 && !pump_in(c->to, &input))
            end(&c->to);
        if (fds[1].revents != 0 && !pump_out(c->from, &out->out))
            end(&c->from);
        if (fds[2].revents != 0 && !pump_out(c->from_diag, &out->diag))
            end(&c->from_diag);
    }
    end(&c->to);
    end(&c->from);
    end(&c->from_diag);
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool run(void *state, const bd_process *process, bd_process_result *out, bd_error *err)
{
    (void)state;
    child c = { .to = -1, .from = -1, .from_diag = -1 };
    *out = (bd_process_result){ 0 };
    int failed = spawn(process, &c);
    if (failed != 0) {
        end(&c.to);
        end(&c.from);
        end(&c.from_diag);
        if (failed == ENOENT && strchr(process->argv[0], '/'))
            bd_hint(err, "check the path");
        else if (failed == ENOENT)
            bd_hint(err, "is it installed, and in PATH? a file of this directory is ./%s",
                    process->argv[0]);
        return bd_fail(err, BD_ERR_USAGE, "'%s' cannot be run: %s", process->argv[0],
                       strerror(failed));
    }
    limit time = { process->limit_ns > 0 ? monotonic_ns() + process->limit_ns : 0, false };
    talk(&c, process->input, &time, out);
    out->exit_status = wait_for(c.pid);
    return true;
}

bd_env bd_system_env(void)
{
    return (bd_env){ .now_unix_ns = now_unix_ns,
                     .sleep_ns = sleep_ns,
                     .interrupted = is_interrupted,
                     .random_u64 = random_u64,
                     .variable = variable,
                     .run = run };
}
