/* ingest/ingest.h: bytes of one result file → runs. Opens nothing, prints nothing,
 * asks no clock; the same entry is the fuzz target.
 *
 *     bd_ingest_file file = { .path = "results.json", .bytes = … };
 *     bd_ingest_input in = { .file = &file };
 *     bd_runs runs = BD_RUNS_INIT;
 *     bd_diagnostics found = BD_DIAGNOSTICS_INIT;
 *     if (!bd_ingest(&in, &runs, &found)) …every error in `found` names its place…
 */
#ifndef BD_INGEST_INGEST_H
#define BD_INGEST_INGEST_H

#include "core/model/model.h"

typedef struct bd_ingest_file {
    const char *path;  /* as it shall be shown; borrowed */
    bd_str      bytes; /* borrowed during the call */
} bd_ingest_file;

typedef struct bd_ingest_input {
    const bd_ingest_file *file;
    const bd_ingest_file *companions; /* those of bd_ingest_companions() that exist */
    size_t                companion_count;

    const char       *format;      /* reader's name or alias; NULL = by content */
    const char       *suite;       /* NULL = the reader's own */
    const char       *direction;   /* "smaller" or "bigger", as stated; NULL = not stated */
    const bd_pairs   *environment; /* facts that no file carries; a file's own value wins */
    const bd_pairs   *facts;       /* holes of the path */
    const bd_commit  *commit;      /* from options or the event; a file's own value wins */
    int64_t           measured_at_ns; /* 0 = not stated */
    const char       *measured_from;  /* "option" | "event" | "path" | "commit" */
    size_t            max_points;     /* of one run's file; 0 = two million */
} bd_ingest_input;

/* The names of files beside `path` that belong to it if they exist:
 * "<stem>.environment.txt", "environment.txt", "environment.json", "postgres-stats.jsonl";
 * of Criterion's "estimates.json" also "benchmark.json" and "sample.json".
 * The first environment text that exists is used. @return how many; texts in the arena */
size_t bd_ingest_companions(const char *path, bd_arena *arena, const char *names[8]);

/* @param runs   what was read is added: one run, or several (data.js, interchange)
 * @param found  errors (each broken rule of the format is one), warnings and notes
 * @return false when there was an error; nothing is added to `runs` then */
bool bd_ingest(const bd_ingest_input *in, bd_runs *runs, bd_diagnostics *found);

typedef struct bd_format {
    const char *name;     /* "jmh"; the value of --format and `format:` */
    const char *aliases;  /* "kotlinx"; blank-separated; "" = none */
    const char *summary;  /* one line */
    const char *example;  /* two lines that show it */
} bd_format;

size_t bd_format_count(void);
bd_format bd_format_at(size_t index); /* static texts */
/* @return the reader's name (static), or NULL when `bytes` are of no known format */
const char *bd_format_detect(bd_str bytes);
/* The tool that wrote bytes which no reader reads: "hyperfine". @return static; NULL = not known */
const char *bd_format_foreign(bd_str bytes);
/* Reads "key=value" lines into the pairs (see environment.txt). Text in the arena. */
bool bd_environment_read(const bd_ingest_file *file, bd_arena *arena, bd_pairs *out,
                         bd_diagnostics *found);

/* ---- interchange JSON: {"runs": [{…, "points": [{…}]}]}, docs/interchange.schema.json ---- */

/* Appends the runs as interchange JSON, runs and points a line each (so that it
 * diffs well), ending with a newline. What is written reads back as the same runs,
 * ids included, with the reader "benchdoc": integers stay integers, -0.0 and NaN
 * what they were. benchdoc.lock is this text, too, of the points that the
 * documents show.
 * @param header  a member to stand before "runs", as JSON text (`"benchdoc.lock": 1`);
 *                NULL = none */
void bd_interchange_write(const bd_run *const *runs, size_t count, const char *header, bd_buf *out);

#endif
