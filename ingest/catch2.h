/* ingest/catch2.h: what the two readers of Catch2 share. Private to ingest/. */
#ifndef BD_INGEST_CATCH2_H
#define BD_INGEST_CATCH2_H

#include "ingest/log.h"

/* Catch2's default, which its console does not say. */
#define BD_CATCH2_CONFIDENCE 0.95

typedef struct bd_catch2 {
    bd_log log;
    bd_buf test; /* the test case, with its sections */
    bd_buf key;  /* scratch */
} bd_catch2;

/* Adds a benchmark of the test case that is read now.
 * @param name  its name; the rest of the point is filled in */
void bd_catch2_add(bd_catch2 *catch2, bd_str name, bd_point *point, const bd_compat *compat);

/* Output of `--reporter xml`, in which <BenchmarkResults> stand (catch2_xml.c). */
bool bd_catch2_is_xml(bd_str text);
bool bd_catch2_read_xml(bd_catch2 *catch2, bd_error *err);

#endif
