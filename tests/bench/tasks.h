/* tests/bench/tasks.h: what is measured, beside what. */
#ifndef BD_TESTS_BENCH_TASKS_H
#define BD_TESTS_BENCH_TASKS_H

#include "core/base/buf.h"

#include <sys/types.h>

typedef enum preparation {
    PREPARE_NOTHING,
    PREPARE_NO_STORE, /* the history is new */
    PREPARE_NO_PICTURES,
    PREPARE_DRIFT,    /* every document and the lock say something else */
    PREPARE_CALM,     /* a project whose store has 30 runs of very many series, */
    PREPARE_NOISY,    /* the same, noisy: both are made once */
    PREPARE_SITE,     /* nothing was published; left out where there is no site */
} preparation;

/* One program doing one task. Words that begin with '@' are places:
 * @benchdoc, @example (a project with results), @bare (without), @small, @large (JMH files),
 * @go.log (of Go's tests), @KIND.log (text_logs.h), @one (the example's JMH file), @store,
 * @pictures (a project of 50 charts), @drawn (a folder),
 * @calm, @noisy (projects of PREPARE_CALM and PREPARE_NOISY),
 * @png (a file), @charts (benchdoc_charts), @append (benchdoc_append), @data.js (a history),
 * @after.js (what becomes of it), @site (of history.sh), @url (its remote over HTTP), @python
 * (which may have matplotlib), and the scripts of rivals/: @matplotlib, @NAME.gp, @NAME.sh,
 * @rival-NAME.js. */
typedef struct task_row {
    const char *task; /* rows of one task follow each other */
    const char *tool;
    const char *in; /* where it runs; NULL = here */
    preparation prepare;
    const char *const *argv;
    const char *file;  /* that it writes, whose size is noted; or NULL */
    bool says_ns; /* it measures itself, and its first line says what it took */
} task_row;

extern const task_row task_rows[];
extern const size_t   task_row_count;

/* The places of one run of the benchmark, all in one temporary directory. */
typedef struct places {
    const char *benchdoc, *source, *directory; /* borrowed; source = benchdoc's source tree */
    const char *charts, *append, *python;
    size_t      small_bytes, large_bytes, history_bytes;
    size_t      many; /* series of @calm and @noisy */
    int         commits; /* on the branch that is published to */
    bool        has_site;
    pid_t       server;  /* 0 = none */
    const char *url;
    bd_arena    arena;
} places;

/* Makes the inputs. @return false with a line on standard error */
bool places_make(places *p);
void places_end(places *p); /* all of them go */
/* Whether the task can be measured here. */
bool places_has(const places *p, const task_row *row);
/* Before each sample, not timed. */
bool places_prepare(places *p, const task_row *row);
/* A word of a row with its place filled in; borrowed from the arena or the row. */
const char *places_word(places *p, const char *word);
/* "ingest 20 MB of JMH into SQLite" of "ingest @small-size of …" */
const char *places_task_name(places *p, const task_row *row);

#endif
