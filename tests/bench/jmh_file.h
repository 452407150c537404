/* tests/bench/jmh_file.h: a JMH result file of any size, the same bytes on every machine. */
#ifndef BD_TESTS_BENCH_JMH_FILE_H
#define BD_TESTS_BENCH_JMH_FILE_H

#include "core/base/common.h"

/* Writes what JMH 1.37 would: every member, params, its usual five forks of five
 * iterations, percentiles, numbers of 16 and 17 digits; every third result with the
 * metrics of its gc profiler, every fifth a histogram of mode "sample".
 * @param bytes  the file ends with the result that reaches it
 * @return false when it could not be written whole */
bool jmh_file_write(const char *path, size_t bytes);

#endif
