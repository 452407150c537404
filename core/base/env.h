/* core/base/env.h: everything that is not a function of the input: clock, sleep,
 * chance, other programs. cli fills it in; tests fake it. */
#ifndef BD_BASE_ENV_H
#define BD_BASE_ENV_H

#include "core/base/buf.h"
#include "core/base/error.h"

typedef struct bd_process {
    const char *const *argv;      /* NULL-terminated, borrowed */
    const char *const *extra_env; /* "NAME=value", or "NAME" to take it away; NULL-terminated,
                                   * borrowed; NULL = none */
    const char        *directory; /* borrowed; NULL = here */
    bd_str             input;     /* for its standard input; empty = none */
    bool               inherit;   /* true: standard input and output stay those of this program */
    int64_t            limit_ns;  /* when it takes longer it is ended, by SIGTERM, then SIGKILL;
                                   * 0 = never; not with `inherit` */
} bd_process;

typedef struct bd_process_result {
    int    exit_status; /* 0..255, or 128 + signal */
    bd_buf out, diag;   /* owned; empty when inherited */
} bd_process_result;

typedef struct bd_env {
    void *state; /* for the functions below; borrowed */
    int64_t (*now_unix_ns)(void *state);
    void (*sleep_ns)(void *state, int64_t ns); /* may end early where `interrupted` says so */
    /* Did somebody ask this program to end? Looked at between steps and after waits.
     * NULL = nobody can. */
    bool (*interrupted)(void *state);
    uint64_t (*random_u64)(void *state);
    const char *(*variable)(void *state, const char *name); /* borrowed; NULL = not set */
    /* Runs a program and waits. @return false when it could not be started */
    bool (*run)(void *state, const bd_process *process, bd_process_result *out, bd_error *err);
} bd_env;

#endif
