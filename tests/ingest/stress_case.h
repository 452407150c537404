/* tests/ingest/stress_case.h: a small stress report, and what may lie beside it. */
#ifndef BD_TESTS_INGEST_STRESS_CASE_H
#define BD_TESTS_INGEST_STRESS_CASE_H

#include "tests/ingest/read.h"

#define TEST_STRESS_SEED "seeds/moongate/persistence-stress/report.json"

extern const char test_stress_report[];

/* The report as s/report.json with its companions; NULL = not there. */
reading_result test_read_stress(const char *report, const char *plan, const char *stats);

#endif
