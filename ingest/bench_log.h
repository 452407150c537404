/* ingest/bench_log.h: what the parts of the server log's reader share. Private to ingest/. */
#ifndef BD_INGEST_BENCH_LOG_H
#define BD_INGEST_BENCH_LOG_H

#include "ingest/sample_groups.h"

typedef enum bd_bench_line_kind {
    BD_BENCH_FOREIGN,     /* somebody else's */
    BD_BENCH_ENABLED,     /* "Enabling skript-orm v1.4.0"; rest = what follows "Enabling " */
    BD_BENCH_MEASUREMENT, /* what = "write", … */
    BD_BENCH_COMPARE,     /* what = "rawwrite", … */
    BD_BENCH_SAMPLE,      /* what = "write" or "read" */
    BD_BENCH_CALIBRATE,
    BD_BENCH_SKIP, /* rest = the remark, as with the next two */
    BD_BENCH_DIAG,
    BD_BENCH_FAIL,
    BD_BENCH_DONE,
    BD_BENCH_UNKNOWN, /* a marker with a word that is not known */
} bd_bench_line_kind;

typedef struct bd_bench_field {
    bd_str key, value; /* borrowed from the line; "<none>" is the empty value */
    bool none;
} bd_bench_field;

enum { BD_BENCH_FIELDS = 64 };

typedef struct bd_bench_line {
    bd_bench_line_kind kind;
    int number;  /* 1-based */
    bd_str what; /* borrowed from the text, or from `clean` */
    bd_str rest;
    bd_bench_field fields[BD_BENCH_FIELDS];
    size_t field_count;
    const char *problem; /* static: what is wrong with its fields; NULL = nothing */
    bd_str problem_at;
    bd_str raw;   /* borrowed from the text: the line as the file has it */
    size_t marked; /* bytes of it before what `clean` is made of */
    bd_buf clean; /* owned: the line without colours, as UTF-8 */
} bd_bench_line;

/* Reads one line of the log (without its end). `line->clean` is used again and again;
 * release it at the end.
 * @return the kind */
bd_bench_line_kind bd_bench_line_read(bd_str text, int number, bd_bench_line *line);
const bd_bench_field *bd_bench_line_field(const bd_bench_line *line, const char *key);
/* Where the number of a field stands in the file's line (its digits, not the bracket),
 * counted in characters from 1. */
int bd_bench_line_column(const bd_bench_line *line, const bd_bench_field *field);
/* A whole number, with or without brackets and thousands commas: "[183,019,540]".
 * @return false when it is none */
bool bd_bench_int(bd_str text, int64_t *out);

/* ---- measurements → points ---- */

typedef struct bd_bench_time {
    int64_t ns;
    int line, column;
} bd_bench_time;

typedef struct bd_bench_group {
    const char *kind;
    int64_t rows;
    bool compare;             /* wall only */
    bd_bench_time *walls, *gaps; /* owned */
    size_t count, capacity, gap_capacity;
    const char *refused; /* the log's reason */
    bd_buf lines;        /* its lines' fields as JSON objects, with commas between */
} bd_bench_group;

typedef struct bd_bench_log {
    bd_reading *reading;    /* borrowed */
    bd_run *run;            /* borrowed */
    bd_bench_group *groups; /* owned, in order of first appearance */
    size_t count, capacity;
    bd_sample_groups samples;
    size_t sample_lines;
    int64_t total, compared; /* rows in the two tables so far; -1 = not known */
    int64_t right_total;     /* what the total should have been */
    bool enabled, done;
    int last_line;
    bd_buf remarks;  /* =DIAG texts as JSON, with commas between */
    bd_map by_name;  /* groups */
    bd_map controls; /* calibrate labels; =SKIP names */
    bd_arena keys;
} bd_bench_log;

typedef struct bd_bench_measurement {
    const char *kind;
    int64_t rows;
    bd_bench_time wall, gap;
    bool compare;
    const char *refused; /* in the run's arena; NULL = not */
} bd_bench_measurement;

/* Adds an error at a line. @return false */
bool bd_bench_complain(const bd_bench_log *log, int line, const char *format, ...) BD_PRINTF(3, 4);

void bd_bench_log_add(bd_bench_log *log, const bd_bench_line *line,
                      const bd_bench_measurement *measured);
void bd_bench_log_add_control(bd_bench_log *log, const bd_bench_line *line);
void bd_bench_log_add_skip(bd_bench_log *log, const bd_bench_line *line);
/* Points of the measurements and then of the samples, as the tick report orders them. */
void bd_bench_log_points(bd_bench_log *log);
void bd_bench_log_release(bd_bench_log *log);

#endif
