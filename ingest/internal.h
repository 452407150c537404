/* ingest/internal.h: private to ingest/. One constant descriptor per file format. */
#ifndef BD_INGEST_INTERNAL_H
#define BD_INGEST_INTERNAL_H

#include "core/json/json.h"
#include "ingest/ingest.h"

/* What a reader works on. */
typedef struct bd_reading {
    const bd_ingest_input *in;
    bd_str                 text; /* the file's bytes without a BOM */
    const bd_json         *root; /* of a JSON format; NULL for text formats */
    bd_runs               *runs; /* what has been read; emptied by the front on failure */
    bd_diagnostics        *found;
    bd_buf                 scratch;
} bd_reading;

typedef struct bd_reader {
    bd_format format;
    bool      is_json;
    /* Does the content look like this format? Must not fail and must not guess: two
     * readers never both say yes to the same file. */
    bool (*probe)(const bd_reading *reading);
    /* Adds runs to reading->runs. A wrong value sets *err (file and place included
     * by the cursor); several findings go to reading->found. The front seals the runs. */
    bool (*read)(bd_reading *reading, bd_error *err);
} bd_reader;

extern const bd_reader bd_reader_jmh;         /* read_jmh.c */
extern const bd_reader bd_reader_custom;      /* read_custom.c */
extern const bd_reader bd_reader_pipeline;    /* read_pipeline.c */
extern const bd_reader bd_reader_stress;      /* read_stress.c */
extern const bd_reader bd_reader_bench_log;   /* read_bench_log.c: SKRIPTORM_BENCH lines */
extern const bd_reader bd_reader_interchange; /* read_interchange.c */

/* A fresh run with file, suite, format, facts and stated environment filled in, and
 * the environment.txt that belongs to it. Added to reading->runs; borrowed. */
bd_run *bd_reading_new_run(bd_reading *reading, const bd_reader *reader);
const bd_ingest_file *bd_reading_companion(const bd_reading *reading, const char *name);
/* The source of a value: file 0, its line and column, its path (in the run's arena). */
bd_source bd_source_of(const bd_json *at, bd_run *run);
/* Appends a member that the reader does not map to a JSON object text that is
 * being built: `"key": value`. */
void bd_keep_rest(const bd_json *member, bd_buf *rest);

#endif
