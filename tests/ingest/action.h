/* tests/ingest/action.h: the compatibility view beside what github-action-benchmark really
 * took from the same file. */
#ifndef BD_TESTS_INGEST_ACTION_H
#define BD_TESTS_INGEST_ACTION_H

#include "tests/ingest/read.h"

/* Reads an input of the action's own tests, by content and by the action's name of the
 * tool, and compares name, value (as JavaScript prints it), unit, range and extra of every
 * entry, in order. */
void test_as_the_action(const char *file, const char *tool);
/* "name = value unit [range] {extra}" of each entry, a line each. Appends. */
void test_put_compat(const bd_run *run, bd_buf *out);

#endif
