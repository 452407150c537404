/* Logs of chance-made results: see long_logs.h. */
#include "tests/ingest/long_logs.h"

#include "tests/support.h"

enum { LINES = 1600 };

static uint32_t chance(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

static const char *unit_of(uint32_t *seed, const char *usual, const char *other)
{
    return chance(seed, 20) == 0 ? other : usual;
}

static const char *end_of(uint32_t part)
{
    return part % 3 == 1 ? "\r\n" : "\n";
}

static void put_noise(bd_buf *out, uint32_t *seed, const char *end)
{
    static const char *const lines[] = { "", "warming up \xE2\x80\xA6", "\x1b[32mdone\x1b[0m",
                                         "\xFF\xFE not UTF-8", "{ \"a\": 1 }" };
    bd_buf_printf(out, "%s%s", lines[chance(seed, BD_COUNT(lines))], end);
}

static void put_benchmarkjs(bd_buf *out, uint32_t part, uint32_t *seed)
{
    for (size_t i = 0; i < LINES; i++) {
        bd_buf_printf(out,
                      "%sparse of %u r\xC3\xA9"
                      "cords x %u,%03u %s \xC2\xB1%u.%02u%% (%u runs sampled)%s",
                      chance(seed, 9) == 0 ? "\x1b[1m" : "", chance(seed, 4000),
                      1 + chance(seed, 900), chance(seed, 1000),
                      unit_of(seed, "ops/sec", "ops/min"), chance(seed, 5), chance(seed, 100),
                      60 + chance(seed, 40), end_of(part));
        if (chance(seed, 7) == 0)
            put_noise(out, seed, end_of(part));
    }
}

static void put_luau(bd_buf *out, uint32_t part, uint32_t *seed)
{
    for (size_t i = 0; i < LINES; i++) {
        bd_buf_printf(out, "SUCCESS: case%-30u : %8u.%03u%s +/- %u.%03u%% on %s%s",
                      chance(seed, 4000), chance(seed, 900), chance(seed, 1000),
                      unit_of(seed, "ms", "us"), chance(seed, 3), chance(seed, 1000),
                      chance(seed, 3) == 0 ? "luau-codegen" : "luau", end_of(part));
        if (chance(seed, 7) == 0)
            put_noise(out, seed, end_of(part));
    }
}

static void put_libtest(bd_buf *out, uint32_t part, uint32_t *seed)
{
    uint32_t target = part % 4;
    bd_buf_printf(out, "     Running benches/target%u.rs (target/release/deps/target%u-%08x)%s",
                  target, target, chance(seed, 1u << 20), end_of(part));
    for (size_t i = 0; i < LINES; i++) {
        if (chance(seed, 50) == 0)
            bd_buf_printf(out, "test target%u::broken%u ... FAILED%s", target, chance(seed, 9),
                          end_of(part));
        bd_buf_printf(out, "test target%u::case%u%*s ... bench: %3u,%03u %s (+/- %u)%s%s", target,
                      chance(seed, 2000), 20, "", 1 + chance(seed, 900), chance(seed, 1000),
                      unit_of(seed, "ns/iter", "us/iter"), chance(seed, 900),
                      chance(seed, 5) == 0 ? " = 210 MB/s" : "", end_of(part));
    }
}

static void put_criterion(bd_buf *out, uint32_t part, uint32_t *seed)
{
    uint32_t target = part % 4;
    bd_buf_printf(out, "     Running benches/target%u.rs (target/release/deps/target%u-%08x)%s",
                  target, target, chance(seed, 1u << 20), end_of(part));
    for (size_t i = 0; i < LINES; i++) {
        uint32_t name = chance(seed, 2000), low = 1 + chance(seed, 500);
        const char *unit = unit_of(seed, "ms", "us");
        if (chance(seed, 2) == 0)
            bd_buf_printf(out, "Benchmarking target%u/%u: Collecting %u samples in estimated 5 s%s",
                          target, name, 50 + chance(seed, 50), end_of(part));
        bd_buf_printf(out, "target%u/%u%stime:   [%u.5 %s %u.5 %s %u.5 %s]%s", target, name,
                      chance(seed, 2) == 0 ? "      " : end_of(part), low, unit, low + 1, unit,
                      low + 3, unit, end_of(part));
        if (chance(seed, 3) == 0)
            bd_buf_printf(out, "%16s thrpt:  [%u.5 MiB/s %u.5 MiB/s %u.5 MiB/s]%s", "", low,
                          low + 1, low + 3, end_of(part));
    }
}

void long_log_put_case(bd_buf *out, uint32_t part, uint32_t *seed, int dots)
{
    static const char rule[] =
        "-------------------------------------------------------------------------------";
    const char *end = end_of(part);
    bd_buf_printf(out, "%s%sCase %u%s", rule, end, chance(seed, 40), end);
    for (uint32_t i = chance(seed, 3); i > 0; i--)
        bd_buf_printf(out, "  section %u%s", chance(seed, 3), end);
    bd_buf_printf(out, "%s%stests/case.cpp:12%s%.*s%s%s", rule, end, end, dots,
                  "..................................................", end, end);
    bd_buf_printf(out,
                  "benchmark name                       samples       iterations    est run time"
                  "%s   mean   low mean   high mean%s   std dev   low std dev   high std dev"
                  "%s%s%s",
                  end, end, end, rule, end);
    for (uint32_t i = chance(seed, 30); i > 0; i--) {
        if (chance(seed, 30) == 0)
            bd_buf_printf(out, "broken %u   benchmark failed (it threw)%s", chance(seed, 9), end);
        if (chance(seed, 20) == 0)
            bd_buf_printf(out, "a name that goes on for%s", end);
        bd_buf_printf(out, "decode %-30u %u  %u  3.2832 ms %s%30s%u.046 %s  %u.01 us %u.9 us %s",
                      chance(seed, 30), 100 + 100 * chance(seed, 2), chance(seed, 900), end, "",
                      10 + chance(seed, 900), unit_of(seed, "us", "ms"), 9u, 999u, end);
        bd_buf_printf(out, "%32s%u.596 us  8.94 us  9.229 us %s%s%s", "", chance(seed, 9), end,
                      chance(seed, 9) == 0 ? "" : "          ", end);
    }
    if (chance(seed, 4) == 0)
        bd_buf_printf(out, "a name without numbers%s", end);
}

static void put_catch2(bd_buf *out, uint32_t part, uint32_t *seed)
{
    for (size_t i = 0; i < LINES / 20; i++)
        long_log_put_case(out, part, seed, 50);
}

const long_log long_logs[LONG_LOGS] = {
    { "benchmarkjs", put_benchmarkjs }, { "benchmarkluau", put_luau }, { "cargo", put_libtest },
    { "criterion", put_criterion },     { "catch2", put_catch2 },
};
