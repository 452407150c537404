/* tests/bench/nights.h: a history of nights with very many series, the same bytes on every
 * machine. */
#ifndef BD_TESTS_BENCH_NIGHTS_H
#define BD_TESTS_BENCH_NIGHTS_H

#include "core/base/common.h"

typedef struct nights {
    size_t series, earlier; /* of a run; earlier runs */
    bool   noisy;           /* runs differ by several percent, and steps were taken; else by less
                             * than what counts */
} nights;

/* Makes a project whose store has the earlier runs, and whose input has the last one. A point
 * has a param and ten samples; one of a hundred series takes 20 % longer in the last run.
 * @param benchdoc   the program that keeps the runs
 * @param directory  made; once it is there it is left as it is
 * @return false with a line on standard error */
bool nights_make(const nights *n, const char *benchdoc, const char *directory);

#endif
