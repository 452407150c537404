/* tests/cli/cli_support.h: one command line, run in this process with streams in memory,
 * a clock that only sleeping moves, and an environment of its own, in a directory of its own. */
#ifndef BD_TESTS_CLI_SUPPORT_H
#define BD_TESTS_CLI_SUPPORT_H

#include "cli/run.h"
#include "tests/support.h"

typedef struct desk {
    char *directory;    /* owned; the process works there */
    char *home;         /* owned; where it worked before */
    bd_buf out, diag;   /* of the last call */
    bd_str input;       /* for standard input of the next calls */
    bool terminal;      /* standard output is one */
    bd_pairs variables; /* the environment */
    int64_t slept_ns;   /* the clock stands still except for that */
    uint64_t chances;   /* how often chance was asked */
    bd_arena arena;
} desk;

desk desk_open(void);
void desk_close(desk *d);

/* Runs `benchdoc WORDS`, parted by blanks; a word in '…' keeps its blanks.
 * @return the exit code */
int desk_run(desk *d, const char *words);
/* Fails the test, showing both streams, unless the exit code is `code`. */
void desk_expect(desk *d, const char *words, int code);
void desk_says(const desk *d, const char *text);  /* on standard output */
void desk_tells(const desk *d, const char *text); /* on standard error */
void desk_is_silent(const desk *d);               /* nothing on standard error */
void desk_set(desk *d, const char *name, const char *value);
/* Runs a shell command in the directory and gives its output, trimmed. Borrowed. */
const char *desk_shell(desk *d, const char *command);
/* A jq query of what the last call printed, trimmed; strings bare. Borrowed. */
const char *desk_json(desk *d, const char *query);

#endif
