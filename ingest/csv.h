/* ingest/csv.h: what the parts of the reader of CSV share. Private to ingest/. */
#ifndef BD_INGEST_CSV_H
#define BD_INGEST_CSV_H

#include "core/base/map.h"
#include "ingest/internal.h"

enum { BD_CSV_COLUMNS_MAX = 500, BD_CSV_CELL_MAX = 16 * 1000 * 1000 };

/* ---- csv_cells.c: RFC 4180 ---- */

typedef struct bd_csv_cell {
    bd_str      text;  /* borrowed until the next row is asked for */
    const char *begin; /* in the file, quote included */
    const char *line_begin;
    int         line;
} bd_csv_cell;

/* Rows of a table; nothing is allocated per row. */
typedef struct bd_csv {
    bd_str       text; /* borrowed */
    size_t       at;
    char         separator;
    int          line;
    size_t       line_begin;
    bd_csv_cell *cells; /* of the row; owned */
    size_t       count, capacity;
    bd_buf       unquoted; /* cells with doubled quotes */
} bd_csv;

/* @param text  its separator is that of the first line: a comma, semicolon or tab */
bd_csv bd_csv_of(bd_str text);
/* Reads the next row that is not empty. Blanks around a cell without quotes are off.
 * @return false at the end, or with an error at a line and column */
bool bd_csv_next(bd_csv *csv, bd_error *err);
void bd_csv_release(bd_csv *csv);
/* Where it begins in its line, in characters from 1. */
int bd_csv_column(const bd_csv_cell *cell);
/* An error at a cell. @return false */
bool bd_csv_fail(const bd_csv_cell *cell, bd_error *err, const char *format, ...) BD_PRINTF(3, 4);

/* ---- csv_fields.c: what a column is ---- */

typedef enum bd_csv_kind {
    BD_CSV_PARAM, /* a name that is none of ours */
    BD_CSV_STAT,  /* "p99", "sd": as the file reports it */
    BD_CSV_TEXT,
    BD_CSV_NUMBER,
    BD_CSV_COUNT,
    BD_CSV_CONFIDENCE,
    BD_CSV_SAMPLES,
    BD_CSV_PARAMS,
    BD_CSV_OUTCOME,
    BD_CSV_DIRECTION,
    BD_CSV_FACT, /* from here on: of the run */
    BD_CSV_RUN,
    BD_CSV_TIME,
    BD_CSV_DIRTY,
} bd_csv_kind;

typedef struct bd_csv_field {
    bd_csv_kind kind;
    bd_str      name;   /* borrowed from the table of names or the header */
    size_t      offset; /* in the point */
    bd_stat     stat;
} bd_csv_field;

/* Is it a line of names of which some are "benchmark" and "value"? Fails without an error. */
bool bd_csv_is_header(const bd_csv *csv);
/* What the columns of a header are.
 * @param fields  filled, one for each cell of the row; names are borrowed from the file */
bool bd_csv_fields(const bd_csv *csv, bd_csv_field *fields, bd_error *err);

/* ---- csv_value.c: what a cell says ---- */

bool bd_csv_number(const bd_csv_cell *cell, bd_number *out, bd_error *err);
bool bd_csv_count(const bd_csv_cell *cell, int64_t *out, bd_error *err);
/* Numbers with blanks between, and "/" between those of two forks. */
bool bd_csv_samples(const bd_csv_cell *cell, bd_arena *arena, bd_samples *out, bd_error *err);
/* size=100, "a b"="say ""hi""": words as a query has them. */
bool bd_csv_params(const bd_csv_cell *cell, bd_arena *arena, bd_pairs *out, bd_error *err);

#endif
