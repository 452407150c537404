/* tests/bench/text_logs.h: logs of the text formats that github-action-benchmark reads
 * beside Go's (go_log.h), of any size, the same bytes on every machine. */
#ifndef BD_TESTS_BENCH_TEXT_LOGS_H
#define BD_TESTS_BENCH_TEXT_LOGS_H

#include "core/base/common.h"

/* Suites of 20 benchmarks, each run four times, and what else such a job prints.
 * @param kind  "cargo", "benchmarkjs", "benchmarkluau" or "catch2"
 * @return false when there is no such kind, or the file could not be written whole */
bool text_log_write(const char *kind, const char *path, size_t bytes);

#endif
