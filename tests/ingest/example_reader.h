/* tests/ingest/example_reader.h: the line that the example would add to ingest/internal.h. */
#ifndef BD_TESTS_INGEST_EXAMPLE_READER_H
#define BD_TESTS_INGEST_EXAMPLE_READER_H

#include "ingest/internal.h"

extern const bd_reader bd_reader_tally; /* example_reader.c */

#endif
