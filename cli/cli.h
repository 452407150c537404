/* cli/cli.h: what every command is given. Only cli/ prints, reads the environment
 * and ends the process; main.c alone chooses the exit code. */
#ifndef BD_CLI_CLI_H
#define BD_CLI_CLI_H

#include "cli/opt.h"
#include "core/base/env.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/config/config.h"
#include "core/model/model.h"

#include <stdio.h>

#define BD_VERSION_TEXT "0.1.0"

typedef struct bd_global_options { /* before or after the command */
    const char *directory; /* -C; main has gone there already */
    const char *config;    /* --config FILE */
    const char *store;     /* --store URL */
    const char *color;     /* --color auto|always|never */
    bool        quiet, help, version;
} bd_global_options;

typedef struct bd_ctx {
    FILE                    *out, *diag; /* standard output and error, or a test's memory streams */
    FILE                    *in;         /* standard input */
    const bd_env            *env;
    const bd_global_options *global;
    bool                     colour;      /* on out */
    bool                     diag_colour; /* on diag */
    bool                     out_is_terminal, diag_is_terminal;
    int                      exit_code;   /* of a success: 0, or 1 = a difference was found */
    bd_diagnostics           found;       /* what a command has to say; main prints it */
    bool                     pipe_closed; /* the reader of standard output has gone: end quietly */
} bd_ctx;

typedef struct bd_cmd {
    const char   *name, *summary;
    const char   *arguments; /* "FILE… [QUERY]"; "" = none */
    const char   *help;      /* paragraphs and examples for `benchdoc help NAME` and the manual */
    const bd_opt *options;
    size_t        option_count;
    size_t        options_size; /* of the option struct; main zeroes one */
    int           arguments_min, arguments_max; /* max -1 = any number */
    bool          takes_command; /* what stands behind "--" is a program's command line */
    /* @return false with *err, or with errors in ctx->found */
    bool (*run)(bd_ctx *ctx, const void *options, const bd_arguments *arguments, bd_error *err);
} bd_cmd;

const bd_cmd *const *bd_commands(size_t *count);

/* ---- printing (print.c) ---- */

/* "benchdoc: file:line:column: $.path: message" and the hint on the next line. */
void bd_print_error(const bd_ctx *ctx, bd_severity severity, const bd_error *err);
void bd_print_diagnostics(const bd_ctx *ctx, const bd_diagnostics *found);
/* On diag, unless quiet. */
void bd_note(const bd_ctx *ctx, const char *format, ...) BD_PRINTF(2, 3);
#define BD_CPU_UNKNOWN \
    "the CPU is not known; `benchdoc record -- COMMAND` notes machine and commit beside results"
bool bd_print(bd_ctx *ctx, bd_str text, bd_error *err); /* on out; a full disk is BD_ERR_OUTPUT */
/* The same to a file, whole or not at all. @param path  NULL = on out */
bool bd_print_or_write(bd_ctx *ctx, const char *path, bd_str text, bd_error *err);
/* Appends a line made safe for a terminal: tabs, line ends and controls made visible. */
void bd_terminal_line(bd_str text, bd_buf *out);
size_t bd_columns(const bd_ctx *ctx); /* of the terminal: COLUMNS, or what it says, or 80 */
bool bd_print_end(bd_ctx *ctx, bd_error *err); /* everything put has been written */

/* ---- the project (project.c) ---- */

typedef struct bd_project {
    bd_config  *config; /* owned */
    const char *root;   /* directory of benchdoc.yml, or "." */
    bool        configured; /* there is a benchdoc.yml */
    bd_arena    arena;
} bd_project;

/* Finds benchdoc.yml from here upwards (or --config).
 * @param required  without one: an error that shows `benchdoc init` */
bool bd_project_open(bd_ctx *ctx, bool required, bd_project *out, bd_error *err);
void bd_project_close(bd_project *project);
char *bd_project_path(bd_project *project, const char *relative);
/* A path of the command line, which starts where benchdoc runs, as one that starts at
 * the root; as given when it lies elsewhere or is not there. In the arena. */
const char *bd_project_relative(bd_project *project, const char *path);
/* Reads a file of the project, and nothing that a link leads out to. */
bool bd_project_read(bd_project *project, const char *relative, size_t max_bytes, bd_buf *out,
                     bd_error *err);
/* --store, BENCHDOC_STORE, `store:` of the configuration, then sqlite:.benchdoc/history.db
 * in the project's root. In the project's arena. */
const char *bd_project_store(bd_ctx *ctx, bd_project *project);

/* ---- result files (inputs.c) ---- */

enum { BD_RESULT_BYTES_MAX = 1 << 30 };

typedef struct bd_read_options {
    const char     *shown_path; /* NULL = as opened */
    const char     *root;       /* what is read must lie in it; NULL = anywhere */
    const char     *format, *suite, *direction;
    const bd_pairs *environment, *facts;
    const bd_commit *commit; /* NULL = not stated */
    int64_t          measured_at_ns; /* 0 = not stated */
} bd_read_options;

/* Reads one result file with what lies beside it. "-" is standard input. */
bool bd_read_results(bd_ctx *ctx, const char *path, const bd_read_options *options, bd_runs *runs);
/* Reads one file of an input, given relative to the root. */
bool bd_read_input_file(bd_ctx *ctx, bd_project *project, const bd_input *input, const char *path,
                        const bd_pairs *holes, bd_runs *runs);
/* The facts that the configuration states; texts in the arena. */
void bd_input_environment(const bd_input *input, bd_arena *arena, bd_pairs *out);
/* Is (some of) it read from git ("gh-pages:dev/bench/{cpu}/data.js")? */
bool bd_input_is_ref(const bd_input *input);

#endif
