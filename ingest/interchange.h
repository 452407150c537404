/* ingest/interchange.h: private to the reader of interchange JSON. An object is read by
 * a table: which member goes where, and how. */
#ifndef BD_INGEST_INTERCHANGE_H
#define BD_INGEST_INTERCHANGE_H

#include "ingest/internal.h"

typedef struct interchange {
    bd_reading *reading;
    bd_run     *run;
} interchange;

/* Reads a value into `to`, whose type the function knows. */
typedef bool bd_take(interchange *x, const bd_json *at, void *to, bd_error *err);

typedef struct bd_field {
    const char *key;
    size_t      offset; /* in the object that is filled */
    bd_take    *take;
} bd_field;

/* Every member must have its row: what is not known would be lost, and is an error
 * that names the nearest known one. */
bool bd_take_object(interchange *x, const bd_json *at, const bd_field *fields,
                    void *object, bd_error *err); /* `fields` ends with a NULL key */

bd_take bd_take_text;      /* const char *; null = absent */
bd_take bd_take_number;    /* bd_number; "NaN", "Infinity", "-Infinity"; null = none */
bd_take bd_take_count;     /* int64_t, not negative */
bd_take bd_take_place;     /* int, not negative */
bd_take bd_take_pairs;     /* bd_pairs */
bd_take bd_take_time;      /* int64_t */
bd_take bd_take_outcome;   /* bd_outcome */
bd_take bd_take_json;      /* const char *: any JSON, kept as text */
bd_take bd_take_points;    /* bd_run */
bd_take bd_take_source;    /* bd_source */

/* Numbers of an array, allocated exactly: integers when all are written so. */
bool bd_take_values(interchange *x, const bd_json *at, bd_samples *to, bd_error *err);

/* The places of a point's numbers, whose source and statistics are there already. */
bool bd_take_places(interchange *x, const bd_json *at, bd_point *point, bd_error *err);
/* A point written by hand: this file is the source of each of its numbers. */
void bd_place_by_hand(bd_run *run, const bd_json *at, bd_point *point);

#endif
