/* The units found in the field. Factors are to the base of the dimension: second,
 * 1/second, byte, byte/second, 1. Sizes follow IEC 80000-13: kB and KB are 1000
 * bytes, KiB 1024. One exception: "MB/sec", which only JMH's gc profiler writes,
 * counts 1024 * 1024 bytes there. */
#include "core/model/internal.h"

#define TIME(name, num, den) { name, BD_DIMENSION_TIME, BD_SMALLER_IS_BETTER, num, den }
#define RATE(name, num, den) { name, BD_DIMENSION_RATE, BD_BIGGER_IS_BETTER, num, den }
#define SIZE(name, num)      { name, BD_DIMENSION_SIZE, BD_SMALLER_IS_BETTER, num, 1 }
#define SPEED(name, num)     { name, BD_DIMENSION_SPEED, BD_BIGGER_IS_BETTER, num, 1 }
#define COUNT(name, better)  { name, BD_DIMENSION_COUNT, better, 1, 1 }
#define RATIO(name, den)     { name, BD_DIMENSION_RATIO, BD_DIRECTION_UNKNOWN, 1, den }

#define MICRO_SIGN "\xC2\xB5" /* U+00B5 */
#define GREEK_MU   "\xCE\xBC" /* U+03BC */
#define TIMES_SIGN "\xC3\x97" /* U+00D7 */

const bd_unit_row bd_unit_rows[] = {
    { TIME("ps", 1, 1000000000000), "psec picosecond picoseconds", false },
    { TIME("ns", 1, 1000000000), "nsec nsecs nanos nanosecond nanoseconds", false },
    { TIME("us", 1, 1000000),
      MICRO_SIGN "s " GREEK_MU "s usec usecs micros microsecond microseconds", false },
    { TIME("ms", 1, 1000), "msec msecs millis millisecond milliseconds", false },
    { TIME("s", 1, 1), "sec secs second seconds", false },
    { TIME("min", 60, 1), "mins minute minutes", false },
    { TIME("h", 3600, 1), "hr hrs hour hours", false },
    { TIME("day", 86400, 1), "days", false },

    { RATE("ops/ns", 1000000000, 1), "", false }, /* "<operation>/<time>" is found by its parts */
    { RATE("ops/us", 1000000, 1), "", false },
    { RATE("ops/ms", 1000, 1), "", false },
    { RATE("ops/s", 1, 1), "hz Hz tps TPS qps QPS rps RPS", false },
    { RATE("ops/min", 1, 60), "rpm RPM", false },
    { RATE("ops/h", 1, 3600), "", false },
    { RATE("ops/day", 1, 86400), "", false },
    { RATE("kS/s", 1000, 1), "", false }, /* samples */
    { RATE("MS/s", 1000000, 1), "", false },
    { RATE("GS/s", 1000000000, 1), "", false },

    { SIZE("B", 1), "byte bytes", false },
    { SIZE("kB", 1000), "KB kilobyte kilobytes", false },
    { SIZE("KiB", 1024), "kibibyte kibibytes", false },
    { SIZE("MB", 1000000), "megabyte megabytes", false },
    { SIZE("MiB", 1048576), "mebibyte mebibytes", false },
    { SIZE("GB", 1000000000), "gigabyte gigabytes", false },
    { SIZE("GiB", 1073741824), "gibibyte gibibytes", false },
    { SIZE("TB", 1000000000000), "terabyte terabytes", false },
    { SIZE("TiB", 1099511627776), "tebibyte tebibytes", false },

    { SPEED("B/s", 1), "B/sec bytes/s bytes/sec", false },
    { SPEED("kB/s", 1000), "KB/s kB/sec KB/sec", false },
    { SPEED("KiB/s", 1024), "KiB/sec", false },
    { SPEED("MB/s", 1000000), "MBps", false },
    { SPEED("MB/sec", 1048576), "", false },
    { SPEED("MiB/s", 1048576), "MiB/sec", false },
    { SPEED("GB/s", 1000000000), "GB/sec GBps", false },
    { SPEED("GiB/s", 1073741824), "GiB/sec", false },

    { COUNT("counts", BD_DIRECTION_UNKNOWN), "count", false },
    { COUNT("allocs", BD_SMALLER_IS_BETTER), "alloc allocations", false },
    { COUNT("cycles", BD_SMALLER_IS_BETTER), "", true }, /* of the processor, like the next two */
    { COUNT("instructions", BD_SMALLER_IS_BETTER), "insns", true },
    { COUNT("#", BD_DIRECTION_UNKNOWN), "", true }, /* JMH's perfnorm */

    { RATIO("%", 100), "percent pct", false },
    { RATIO("x", 1), TIMES_SIGN, false },

    { { "bool", BD_DIMENSION_TRUTH, BD_BIGGER_IS_BETTER, 1, 1 }, "boolean", false },
};

const size_t bd_unit_row_count = BD_COUNT(bd_unit_rows);

const char *const bd_operation_words =
    "op ops pure_ops operation operations iter iters iteration iterations call calls run runs "
    "invocation invocations execution executions req reqs request requests query queries "
    "tx txs transaction transactions";
