/* The units found in the field. Factors are to the base of the dimension: second,
 * 1/second, byte, byte/second, 1. Sizes follow IEC 80000-13: kB and KB are 1000
 * bytes, KiB 1024. One exception: "MB/sec", which only JMH's gc profiler writes,
 * counts 1024 * 1024 bytes there. */
#include "core/model/internal.h"

/* What all units of a dimension have in common. */
#define TIME  BD_DIMENSION_TIME, BD_SMALLER_IS_BETTER
#define RATE  BD_DIMENSION_RATE, BD_BIGGER_IS_BETTER
#define SIZE  BD_DIMENSION_SIZE, BD_SMALLER_IS_BETTER
#define SPEED BD_DIMENSION_SPEED, BD_BIGGER_IS_BETTER
#define RATIO BD_DIMENSION_RATIO, BD_DIRECTION_UNKNOWN
#define TRUTH BD_DIMENSION_TRUTH, BD_BIGGER_IS_BETTER
#define COUNT BD_DIMENSION_COUNT /* the direction differs */

#define MICRO_SIGN "\xC2\xB5" /* U+00B5 */
#define GREEK_MU   "\xCE\xBC" /* U+03BC */
#define TIMES_SIGN "\xC3\x97" /* U+00D7 */

const bd_unit_row bd_unit_rows[] = {
    { { "ps", TIME, 1, 1000000000000 }, "psec picosecond picoseconds", false },
    { { "ns", TIME, 1, 1000000000 }, "nsec nsecs nanos nanosecond nanoseconds", false },
    { { "us", TIME, 1, 1000000 },
      MICRO_SIGN "s " GREEK_MU "s usec usecs micros microsecond microseconds",
      false },
    { { "ms", TIME, 1, 1000 }, "msec msecs millis millisecond milliseconds", false },
    { { "s", TIME, 1, 1 }, "sec secs second seconds", false },
    { { "min", TIME, 60, 1 }, "mins minute minutes", false },
    { { "h", TIME, 3600, 1 }, "hr hrs hour hours", false },
    { { "day", TIME, 86400, 1 }, "days", false },

    /* "<operation>/<time>" is found by its parts. */
    { { "ops/ns", RATE, 1000000000, 1 }, "", false },
    { { "ops/us", RATE, 1000000, 1 }, "", false },
    { { "ops/ms", RATE, 1000, 1 }, "", false },
    { { "ops/s", RATE, 1, 1 }, "hz Hz tps TPS qps QPS rps RPS", false },
    { { "ops/min", RATE, 1, 60 }, "rpm RPM", false },
    { { "ops/h", RATE, 1, 3600 }, "", false },
    { { "ops/day", RATE, 1, 86400 }, "", false },
    { { "kS/s", RATE, 1000, 1 }, "", false }, /* samples */
    { { "MS/s", RATE, 1000000, 1 }, "", false },
    { { "GS/s", RATE, 1000000000, 1 }, "", false },

    { { "B", SIZE, 1, 1 }, "byte bytes", false },
    { { "kB", SIZE, 1000, 1 }, "KB kilobyte kilobytes", false },
    { { "KiB", SIZE, 1024, 1 }, "kibibyte kibibytes", false },
    { { "MB", SIZE, 1000000, 1 }, "megabyte megabytes", false },
    { { "MiB", SIZE, 1048576, 1 }, "mebibyte mebibytes", false },
    { { "GB", SIZE, 1000000000, 1 }, "gigabyte gigabytes", false },
    { { "GiB", SIZE, 1073741824, 1 }, "gibibyte gibibytes", false },
    { { "TB", SIZE, 1000000000000, 1 }, "terabyte terabytes", false },
    { { "TiB", SIZE, 1099511627776, 1 }, "tebibyte tebibytes", false },

    { { "B/s", SPEED, 1, 1 }, "B/sec bytes/s bytes/sec", false },
    { { "kB/s", SPEED, 1000, 1 }, "KB/s kB/sec KB/sec", false },
    { { "KiB/s", SPEED, 1024, 1 }, "KiB/sec", false },
    { { "MB/s", SPEED, 1000000, 1 }, "MBps", false },
    { { "MB/sec", SPEED, 1048576, 1 }, "", false },
    { { "MiB/s", SPEED, 1048576, 1 }, "MiB/sec", false },
    { { "GB/s", SPEED, 1000000000, 1 }, "GB/sec GBps", false },
    { { "GiB/s", SPEED, 1073741824, 1 }, "GiB/sec", false },

    { { "counts", COUNT, BD_DIRECTION_UNKNOWN, 1, 1 }, "count", false },
    { { "allocs", COUNT, BD_SMALLER_IS_BETTER, 1, 1 }, "alloc allocations", false },
    /* What the processor counts varies from run to run. */
    { { "cycles", COUNT, BD_SMALLER_IS_BETTER, 1, 1 }, "", true },
    { { "instructions", COUNT, BD_SMALLER_IS_BETTER, 1, 1 }, "insns", true },
    { { "#", COUNT, BD_DIRECTION_UNKNOWN, 1, 1 }, "", true }, /* JMH's perfnorm */

    { { "%", RATIO, 1, 100 }, "percent pct", false },
    { { "x", RATIO, 1, 1 }, TIMES_SIGN, false },

    { { "bool", TRUTH, 1, 1 }, "boolean", false },
};

const size_t bd_unit_row_count = BD_COUNT(bd_unit_rows);

const char *const bd_operation_words =
    "op ops pure_ops operation operations iter iters iteration iterations call calls run runs "
    "invocation invocations execution executions req reqs request requests query queries "
    "tx txs transaction transactions item items";
