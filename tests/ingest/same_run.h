/* tests/ingest/same_run.h: are two runs the same, member by member? */
#ifndef BD_TESTS_INGEST_SAME_RUN_H
#define BD_TESTS_INGEST_SAME_RUN_H

#include "core/model/model.h"

/* Fails the test at the first difference. */
void assert_same_runs(const bd_run *a, const bd_run *b);

#endif
