/* tests/stats/benchstat.h: benchstat's input and output, as far as its published cases go. */
#ifndef BD_TESTS_STATS_BENCHSTAT_H
#define BD_TESTS_STATS_BENCHSTAT_H

#include "stats/interval.h"

#include "core/base/buf.h"

enum { SAMPLE_ROOM = 64 };

/* All values of one row, column and unit. */
typedef struct sample {
    char  *row, *column, *unit; /* owned by the arena of the samples */
    double values[SAMPLE_ROOM]; /* ascending once sealed */
    size_t count;
    bool   exact;  /* "Unit … assume=exact" */
    size_t compared; /* how often a cell of the output was this sample's */
} sample;

typedef struct samples {
    bd_arena arena;
    sample  *items; /* owned */
    size_t   count, capacity;
} samples;

/* What makes the rows and columns of a table: the options of CASES.tsv. */
typedef enum layout {
    BY_FILE,        /* row: full name; column: the file */
    BY_NOTE,        /* -col note */
    SIZE_BY_POLY,   /* -filter /align:0 -row /size -col /poly */
    NAME_BY_FILE,   /* -row .name */
} layout;

/* Reads a file of `go test -bench` lines, "note: x" and "Unit x assume=exact" included;
 * units in benchstat's form: ns/op as sec/op, MB/s as B/s. */
void samples_read(samples *all, const char *path, const char *column, layout how);
void samples_seal(samples *all);
sample *samples_find(samples *all, bd_str row, bd_str column, bd_str unit);
void samples_release(samples *all);

/* The middle that benchstat prints: the median, of exact units the most frequent value. */
double sample_center(const sample *s);
bd_sorted sample_sorted(const sample *s);

/* A line of output in characters of one byte: "|" for the bar between columns, "=" for the
 * plus-minus sign, "I" for infinity, "u" for micro, "^" for the digit of a footnote. */
char *plain_line(bd_arena *arena, bd_str line);

#endif
