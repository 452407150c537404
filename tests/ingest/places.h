/* tests/ingest/places.h: does what a run says of its numbers' places hold, byte by byte
 * and as jq reads the file? */
#ifndef BD_TESTS_INGEST_PLACES_H
#define BD_TESTS_INGEST_PLACES_H

#include "tests/ingest/read.h"

typedef struct places_seen {
    size_t numbers;  /* read again at the byte that was named */
    size_t observed; /* arrays or first samples of computed statistics */
    size_t computed; /* statistics that a lock keeps, and what they were computed from */
    size_t paths;    /* asked of jq */
} places_seen;

/* Checks every number of every point: value, ends and half width of the interval, what is
 * reported, and the place that computed statistics name. Fails the test at the first wrong
 * one.
 * @param root  where the paths of the run's files start; "" = nowhere else */
void places_check(const bd_run *run, const char *root, places_seen *seen);

#endif
