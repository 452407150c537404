/* The program: the process's streams, signals and exit code. Everything else is in run.c. */
#include "cli/run.h"

#include <malloc.h>
#include <signal.h>
#include <unistd.h>

static void on_signal(int signal_number)
{
    (void)signal_number;
    bd_interrupted = 1;
}

/* The first interrupt lets the running step end, so that nothing is half-written; the
 * second one kills. A reader that goes away is seen by the write that fails. */
static void set_signals(void)
{
    struct sigaction stop = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    struct sigaction ignore = { .sa_handler = SIG_IGN };
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGINT, &stop, NULL);
    sigaction(SIGTERM, &stop, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
}

/* A megabyte or more is mapped by itself, in large pages (core/base/common.c), however much
 * was freed before, and what is freed below that is kept: it is needed again soon. */
static void set_memory(void)
{
    enum { LARGE = 1 << 20, KEPT = 64 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, KEPT);
}

int main(int argc, char **argv)
{
    (void)argc;
    bd_env env = bd_system_env();
    bd_streams streams = { stdin, stdout, stderr, isatty(STDOUT_FILENO) == 1,
                           isatty(STDERR_FILENO) == 1 };
    set_memory();
    set_signals();
    return bd_main_with((const char *const *)argv, &streams, &env);
}
