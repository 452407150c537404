/* tests/bench/go_log.h: a log of a build server that ran `go test -bench -count 10 ./...`,
 * of any size, the same bytes on every machine. */
#ifndef BD_TESTS_BENCH_GO_LOG_H
#define BD_TESTS_BENCH_GO_LOG_H

#include "core/base/common.h"

/* Packages of 20 benchmarks with two dimensions, ten lines each, in four units; about half
 * of the bytes are what else the tests print.
 * @return false when it could not be written whole */
bool go_log_write(const char *path, size_t bytes);

#endif
