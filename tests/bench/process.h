/* tests/bench/process.h: one run of a whole process, with its time and its peak memory. */
#ifndef BD_TESTS_BENCH_PROCESS_H
#define BD_TESTS_BENCH_PROCESS_H

#include "core/base/buf.h"

#include <sys/types.h>

typedef struct process_sample {
    int64_t wall_ns;    /* from before it is started until it has been waited for */
    int64_t peak_bytes; /* largest resident set, as the kernel counted it */
    int     status;     /* 0..255, 128 + signal, or -1: could not be started */
} process_sample;

/* Runs a program with no input and its output thrown away.
 * The peak is never below this program's own: what measures must stay small.
 * @param argv       NULL-terminated; found along PATH
 * @param directory  where it runs; NULL = here */
process_sample process_measure(const char *const *argv, const char *directory);

/* Starts a program that goes on. @return 0 = it could not be started */
pid_t process_start(const char *const *argv);
void  process_end(pid_t pid); /* tells it to end, and waits */

/* The first line that a program prints, without its line end. */
bool process_first_line(const char *const *argv, bd_buf *out);

#endif
