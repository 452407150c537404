/* cli/run.h: one run of the program, for main.c and for tests. */
#ifndef BD_CLI_RUN_H
#define BD_CLI_RUN_H

#include "cli/cli.h"
#include "cli/reference.h"

#include <stdatomic.h>

/* Streams and what they are; main.c gives the process's own. */
typedef struct bd_streams {
    FILE *in, *out, *diag;
    bool out_is_terminal, diag_is_terminal;
} bd_streams;

/* Runs one command line. Changes directory only while it runs, keeps nothing
 * between calls.
 * @param argv  NULL-terminated; argv[0] is the program
 * @return the exit code: 0 done, 1 a difference, 2 usage, 3 input, 4 store, 5 git,
 *         6 output, 70 a bug, 130 interrupted */
int bd_main_with(const char *const *argv, const bd_streams *streams, const bd_env *env);

/* Clock, chance, environment and child processes of this process. */
bd_env bd_system_env(void);

/* Set by main's signal handler, on whichever thread it runs; commands look between steps. */
extern atomic_int bd_interrupted;
/* @return false with BD_ERR_INTERRUPTED when a signal came */
bool bd_go_on(bd_error *err);

/* Commands and options as completions and manual need them. Static. */
bd_reference bd_reference_of_program(void);
const bd_cmd *bd_find_command(const char *name); /* NULL = there is none */

/* ---- cmd_help.c ---- */
void bd_help_overview(bd_buf *out);
void bd_help_command(const bd_cmd *command, bd_buf *out);
bool bd_fail_unknown_command(const char *name, bd_error *err);
const char *bd_help_topic(const char *name); /* static; NULL = there is none */

#endif
