/* core/model/model.h: what a run and a point are.
 *
 * A run is one execution of one suite at one commit; a point is one benchmark's
 * one metric in it. Everything a run points at lives in its arena and dies with
 * bd_run_free(). A finished run is not changed any more. All texts are valid
 * UTF-8 without NUL; an absent text is NULL unless said otherwise. */
#ifndef BD_MODEL_MODEL_H
#define BD_MODEL_MODEL_H

#include "core/base/buf.h"
#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/time.h"
#include "core/model/stat.h"
#include "core/model/unit.h"

typedef struct bd_pair {
    const char *key, *value;
} bd_pair;

typedef struct bd_pairs { /* in the order of the file */
    bd_pair *items; /* arena */
    size_t   count, capacity;
} bd_pairs;

const char *bd_pairs_get(const bd_pairs *pairs, const char *key); /* borrowed; NULL = absent */
const char *bd_pairs_find(const bd_pairs *pairs, bd_str key);
/* Adds or replaces. Key and value are copied into the arena. */
void bd_pairs_set(bd_pairs *pairs, bd_arena *arena, bd_str key, bd_str value);

/* Where in which file a number stands. */
typedef struct bd_source {
    uint32_t    file;         /* index into the run's files */
    int         line, column; /* 1-based; 0 = unknown */
    const char *path;         /* JSON path; NULL for formats without one */
} bd_source;

/* Raw observations in the order they were made: integers as int64, else doubles. */
typedef struct bd_samples {
    const int64_t  *ints;    /* one of the two is set when count > 0 */
    const double   *doubles;
    size_t          count;
    const uint32_t *groups;  /* how many belong to each fork, in order; NULL = all to one */
    size_t          group_count;
} bd_samples;

/* Observations as (value, count) pairs: fork → iteration → pairs, flattened. */
typedef struct bd_histogram {
    const double   *values;
    const int64_t  *counts; /* each > 0 */
    size_t          count;
    const uint32_t *iterations; /* how many pairs each iteration has */
    size_t          iteration_count;
    const uint32_t *forks; /* how many iterations each fork has */
    size_t          fork_count;
} bd_histogram;

typedef enum bd_outcome {
    BD_OUTCOME_OK,
    BD_OUTCOME_REFUSED, /* the program under test declined, as it should ("over the limit") */
    BD_OUTCOME_SKIPPED, /* not run */
    BD_OUTCOME_FAILED,
    BD_OUTCOME_INCOMPLETE,
} bd_outcome;

const char *bd_outcome_name(bd_outcome outcome); /* "ok", "refused", … */
bool        bd_outcome_find(bd_str name, bd_outcome *out);

/* What github-action-benchmark would have written for the point: mostly one entry. */
typedef struct bd_compat {
    const char *name;
    const char *unit;
    const char *range, *extra; /* NULL = key left out */
    bd_number   value;
    size_t      place; /* in its list, counted from 0 */
    const struct bd_compat *next; /* a further entry of the same point, as it writes for each
                                   * repeated line of Go; NULL = none */
} bd_compat;

typedef struct bd_point {
    const char *benchmark; /* the whole name as the file has it, without params, mode, metric */
    const char *metric;    /* "score", "gc.alloc.rate.norm", "wallNs"; "value" where there is one */
    const char *mode;      /* JMH: "thrpt", "avgt", "sample", "ss" */
    int64_t     threads;   /* 0 = not said */
    bd_pairs    params;    /* structure that the file itself gives: JMH @Param, kind, rows, … */

    const char  *unit;      /* as written; "" = none */
    bd_direction direction; /* what the file says itself; else unknown, see bd_meaning_of() */
    bd_number    value;     /* NONE: only samples, or no result */
    bd_number    error;     /* half width of the reported confidence interval */
    bd_number    low, high; /* its ends */
    double       confidence; /* its level, 0.999 for JMH; 0 = none reported */

    int64_t              n; /* observations behind it; 0 = not said */
    bd_samples           samples, warmups;
    bd_histogram         histogram;
    const bd_stat_value *reported; /* statistics as the file reports them */
    size_t               reported_count;

    bd_outcome  outcome;
    const char *reason; /* of an outcome that is not ok */

    bd_source        source; /* of the value; where there is none, of what the point is read from */
    bd_spot          error_at, low_at, high_at;
    bd_spot          observed_at; /* of samples or histogram (the array, or the first of them),
                                   * else of n */
    const bd_compat *compat; /* NULL: the action would not have taken it */
    const char      *rest;   /* whatever the reader does not map, as JSON text */
} bd_point;

/* The place of one number of a point, to the byte.
 *
 * @param computed  benchdoc computed it: then it is that of the observations
 * @param arena     gets the path where it is not the point's own
 * @return the point's own place where nothing nearer is known */
bd_source bd_point_source(const bd_point *point, bd_stat stat, bool computed, bd_arena *arena);
/* The same of a spot, which may be one of no point yet.
 * @param own  the place of the point's value */
bd_source bd_spot_source(const bd_spot *spot, const bd_source *own, bd_arena *arena);
/* The way back: `at` as seen from `own`, in the shortest form; none when they are one
 * place. Borrows the path of `at`. */
bd_spot bd_spot_beside(const bd_source *at, const bd_source *own);
/* The same place in its shortest form, of which there is only one. */
bd_spot bd_spot_shortest(bd_spot spot, const bd_source *own);

typedef struct bd_file_fact {
    const char *path; /* as shown: relative to the project, or as the user gave it */
    bd_digest   digest;
    uint64_t    bytes;
} bd_file_fact;

typedef struct bd_person {
    const char *name, *email, *username;
} bd_person;

typedef enum bd_dirty { BD_DIRTY_UNKNOWN, BD_CLEAN, BD_DIRTY } bd_dirty;

typedef struct bd_commit {
    const char *id; /* as given, possibly short; NULL = unknown */
    const char *message, *branch, *url;
    bd_person   author, committer;
    int64_t     time_ns; /* BD_TIME_UNKNOWN */
    bd_dirty    dirty;
} bd_commit;

#define BD_COMMIT_INIT { .time_ns = BD_TIME_UNKNOWN }

typedef struct bd_run {
    const char *id;     /* 64 hex digits, see bd_run_seal(); NULL until then */
    const char *suite;  /* the input's name in the configuration, or the reader's own */
    const char *format; /* reader: "jmh", "pipeline", … */
    const char *tool;   /* "JMH 1.37"; NULL = not said */

    bd_file_fact *files; /* arena; the result file first, then those that belong to it */
    size_t        file_count, file_capacity;

    bd_commit   commit;
    bd_pairs    environment; /* key/value facts; a file's own value before the configuration's */
    bd_pairs    facts;       /* holes of the path: facts of the run, never identity */
    int64_t     measured_at_ns;  /* BD_TIME_UNKNOWN; never the clock */
    const char *measured_from;   /* static: "file", "environment", "path", "option", "event",
                                  * "commit"; NULL = unknown */

    bd_outcome  outcome; /* ok or incomplete */
    const char *reason;

    bd_point *points; /* heap, grown; everything in them is in the arena */
    size_t    point_count, point_capacity;
    size_t    point_max; /* of a file that is being read; 0 = none. See bd_run_add_point() */

    const char *rest; /* what the reader does not map, as JSON text */
    bd_arena    arena;
} bd_run;

bd_run *bd_run_new(void);           /* owned */
void    bd_run_free(bd_run *run);   /* NULL is fine */

typedef struct bd_runs {
    bd_run **items; /* owned, with the runs */
    size_t   count, capacity;
} bd_runs;

#define BD_RUNS_INIT { 0 }
void bd_runs_add(bd_runs *runs, bd_run *run); /* takes the run */
void bd_runs_release(bd_runs *runs);

/* A new point at the end, zeroed: metric "value", unit "", no number. The pointer
 * is good until the next call. With a `point_max`, points[point_max] is the first one too
 * many, and all behind it are written over each other: the file is to be refused. */
bd_point *bd_run_add_point(bd_run *run);
/* Room for so many points more. */
void bd_run_reserve(bd_run *run, size_t count);
/* Moves all points of `from` to the end, and what they borrow from its arena. */
void bd_run_take_points(bd_run *run, bd_run *from);

/* @param bytes  hashed, not kept
 * @return its index, for bd_source.file */
uint32_t bd_run_add_file(bd_run *run, const char *path, bd_str bytes);

/* Finishes a run.
 *
 * - Commit, branch and dirty come from the environment where they are still unknown;
 *   "commit=76dcc7e-dirty" is a dirty 76dcc7e. ("commit", "Commit", "WorkingTreeDirty",
 *   … : the table in seal.c.)
 * - measured_at: the strongest that is known of file, environment ("measured_at",
 *   "RecordedAtUtc", …), path (holes "measured_at", "timestamp", "time", also in the form
 *   "2026-06-27T22.14.05.123"), option, event and commit; the clock never. What the
 *   caller found it sets beforehand, with measured_from.
 * - id, unless there is one: SHA-256 over the digests of the files in their order,
 *   suite, commit, measured_at when the file says it, and environment (order-free).
 *   Paths and the rest do not count: the same files elsewhere are the same run.
 *   Several runs of one file that agree in all of these must bring ids of their own.
 *
 * @param found  two points of one key are an error that names both places; a time
 *               in the environment that is none is a warning
 * @return false when an error was added */
bool bd_run_seal(bd_run *run, bd_diagnostics *found);
/* The id that a sealed run would have been given in another suite. In the arena. */
const char *bd_run_id_in(const bd_run *run, const char *suite, bd_arena *arena);

/* The key of a point within a suite: benchmark, metric (without JMH's leading U+00B7),
 * mode, threads, params in the order of their names. For comparing, not for reading.
 * Appends. */
void bd_point_key(const bd_point *point, bd_buf *out);

/* A fact of the run by name: path holes, then "commit", "branch", "message", "dirty",
 * "date" (of measured_at), "measured_at", "commit_date", "tool", "format", "file" (the
 * first), "suite", then the environment ("environment.KEY" names it alone). "cpu" is
 * the environment's. `dirty` is "true" or "false".
 * @return borrowed from the run, or in `scratch` (emptied then); NULL = not known */
const char *bd_run_fact(const bd_run *run, bd_str name, bd_buf *scratch);

/* "AMD EPYC 7763 64-Core Processor" → "amd-epyc-7763-64-core-processor": (R), (TM), (C)
 * dropped, lower case, other runs than a-z 0-9 become one '-', trimmed, at most 64
 * characters, trimmed again; nothing left gives "unknown". Appends. */
void bd_slug(bd_str text, bd_buf *out);
/* "AMD EPYC 9V74 80-Core Processor" → "EPYC 9V74", "INTEL(R) XEON(R) PLATINUM 8573C" →
 * "XEON 8573C", "AMD Ryzen 5 5600X 6-Core Processor" → "Ryzen 5 5600X", "Apple M1" stays.
 * Dropped are (R) (TM) (C), everything from "@", "(", " with " or " w/ " on, and the words
 * AMD, Intel, CPU, Processor, "13th Gen", "80-Core", Platinum, Gold, Silver, Bronze. Appends. */
void bd_cpu_short(bd_str cpu, bd_buf *out);

#endif
