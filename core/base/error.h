/* core/base/error.h: what went wrong, where, and what to do next.
 *
 * A bd_error is a plain value on the caller's stack. A function that can fail
 * takes `bd_error *err` last and returns false; failing is one line:
 *
 *     return bd_fail(err, BD_ERR_INPUT, "expected a number");
 *
 * The first failure wins: setting an error that is already set changes nothing,
 * so the place that knows most speaks first and callers only add what it could
 * not know (bd_error_in_file). */
#ifndef BD_BASE_ERROR_H
#define BD_BASE_ERROR_H

#include "core/base/common.h"

typedef enum bd_code {
    BD_OK = 0,
    BD_ERR_USAGE,       /* command line                               -> exit 2 */
    BD_ERR_CONFIG,      /* benchdoc.yml, a region's text              -> exit 2 */
    BD_ERR_INPUT,       /* result file unreadable, missing, wrong     -> exit 3 */
    BD_ERR_STORE,       /* SQLite or PostgreSQL refused               -> exit 4 */
    BD_ERR_GIT,         /* repository or remote refused               -> exit 5 */
    BD_ERR_OUTPUT,      /* a file could not be written                -> exit 6 */
    BD_ERR_BUG,         /* cannot happen                              -> exit 70 */
    BD_ERR_INTERRUPTED, /* a signal                                   -> exit 130 */
} bd_code;

int bd_exit_code(bd_code code);

typedef struct bd_error {
    bd_code code;
    char    file[512];    /* "" when the error is not about a file; a long name keeps its tail */
    int     line, column; /* 1-based, column in characters; 0 = unknown */
    char    path[256];    /* place in the document: "$[3].primaryMetric.score"; "" = none */
    char    message[512]; /* what is wrong: lower case, no full stop, no newline */
    char    hint[512];    /* what to do next, with the line to paste where one helps; "" = none */
} bd_error;

#define BD_ERROR_INIT { .code = BD_OK }

/* Records the first failure. @return false, always */
bool bd_fail(bd_error *err, bd_code code, const char *format, ...) BD_PRINTF(3, 4);

/* Adds the next step to take, unless one is there. @return false, always */
bool bd_hint(bd_error *err, const char *format, ...) BD_PRINTF(2, 3);

/* Names the file, or the place in it, unless one is named. @return false, always */
bool bd_error_in_file(bd_error *err, const char *file);
bool bd_error_at(bd_error *err, const char *file, int line, int column);

typedef enum bd_severity { BD_NOTE, BD_WARNING, BD_ERROR } bd_severity;

typedef struct bd_diagnostic {
    bd_severity severity;
    bd_error    error;
} bd_diagnostic;

/* Several findings about one thing (a configuration, a log): bounded, in the
 * order they were found. */
typedef struct bd_diagnostics {
    bd_diagnostic *items; /* owned */
    size_t         count, capacity;
    size_t         errors; /* how many were errors, kept or not */
    size_t         total;  /* how many were reported, kept or not */
} bd_diagnostics;

#define BD_DIAGNOSTICS_INIT { 0 }
#define BD_DIAGNOSTICS_KEPT 50 /* the rest is only counted */

void bd_diagnostics_add(bd_diagnostics *list, bd_severity severity, const bd_error *error);
/* The usual case in one call: file, place and message. */
void bd_report(bd_diagnostics *list, bd_severity severity, bd_code code, const char *file, int line,
               int column, const char *format, ...) BD_PRINTF(7, 8);
/* Adds everything that was found apart, in its order. `more` is empty then. */
void bd_diagnostics_take(bd_diagnostics *list, bd_diagnostics *more);
void bd_diagnostics_release(bd_diagnostics *list); /* safe when empty, safe twice */

#endif
