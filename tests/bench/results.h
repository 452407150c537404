/* tests/bench/results.h: what was measured, as a result file with its environment beside it. */
#ifndef BD_TESTS_BENCH_RESULTS_H
#define BD_TESTS_BENCH_RESULTS_H

#include "core/model/model.h"

/* Seals the run and writes interchange JSON, and environment.txt into the same directory, as
 * `benchdoc record` knows the machine.
 * @param benchdoc  the program */
bool results_write(bd_run *run, const char *benchdoc, const char *output, bd_error *err);

#endif
