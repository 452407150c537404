/* Logs of text formats: see text_logs.h. */
#include "tests/bench/text_logs.h"

#include "core/base/buf.h"

#include <stdio.h>
#include <string.h>

enum { BENCHMARKS = 20, RUNS = 4 };

typedef struct maker {
    bd_buf text;
    unsigned seed;
    int suite;
} maker;

static unsigned next(maker *m, unsigned below)
{
    m->seed = m->seed * 1103515245U + 12345U;
    return (m->seed >> 8) % below;
}

/* "1,234,567" */
static void put_grouped(bd_buf *out, unsigned value)
{
    if (value >= 1000000)
        bd_buf_printf(out, "%u,%03u,%03u", value / 1000000, value / 1000 % 1000, value % 1000);
    else if (value >= 1000)
        bd_buf_printf(out, "%u,%03u", value / 1000, value % 1000);
    else
        bd_buf_printf(out, "%u", value);
}

static void put_cargo(maker *m)
{
    for (int i = 0; i < BENCHMARKS * 2; i++)
        bd_buf_printf(&m->text, "   Compiling example-part%02d v0.%d.%u (/project/part%02d)\n", i,
                      m->suite % 50, next(m, 20), i);
    for (int run = 0; run < RUNS; run++) {
        bd_buf_printf(&m->text,
                      "     Running benches/suite%04d.rs (target/release/deps/suite%04d-%08x)\n\n"
                      "running %d tests\n",
                      m->suite, m->suite, next(m, 1U << 24), BENCHMARKS);
        for (int i = 0; i < BENCHMARKS; i++) {
            bd_buf_printf(&m->text, "test codec::suite%04d::decode_%02d ... bench:   ", m->suite,
                          i);
            put_grouped(&m->text, 100 + next(m, 1U << (4 + i)));
            bd_buf_printf(&m->text, ".%02u ns/iter (+/- ", next(m, 100));
            put_grouped(&m->text, next(m, 2000));
            bd_buf_printf(&m->text, ".%02u)\n", next(m, 100));
        }
        bd_buf_printf(&m->text,
                      "\ntest result: ok. 0 passed; 0 failed; 0 ignored; %d measured; "
                      "0 filtered out\n\n",
                      BENCHMARKS);
    }
}

static void put_benchmarkjs(maker *m)
{
    for (int run = 0; run < RUNS; run++) {
        bd_buf_printf(&m->text, "> node benchmarks/suite%04d.js\n\n", m->suite);
        for (int i = 0; i < BENCHMARKS; i++) {
            bd_buf_printf(&m->text, "suite%04d parse of %d records x ", m->suite, 1 << i);
            put_grouped(&m->text, 100 + next(m, 1U << (23 - i)));
            bd_buf_printf(&m->text, " ops/sec \xC2\xB1%u.%02u%% (%u runs sampled)\n", next(m, 4),
                          next(m, 100), 60 + next(m, 40));
            if (i % 4 == 3)
                bd_buf_printf(&m->text, "  warmed up: %u calls, cache of %u entries kept\n",
                              next(m, 100000), next(m, 1000));
        }
        bd_buf_printf(&m->text, "Fastest is suite%04d parse of 1 records\n\n", m->suite);
    }
}

static void put_benchmarkluau(maker *m)
{
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i < BENCHMARKS; i++)
            bd_buf_printf(&m->text,
                          "SUCCESS: suite%04d-case%02d%25s: %4u.%03ums +/-  0.%03u%% on luau\n",
                          m->suite, i, "", 1 + next(m, 900), next(m, 1000), next(m, 1000));
        bd_buf_puts(&m->text, "\n==================RESULTS==================\n"
                              "Test                   | Min         | Average     | StdDev%    | "
                              "Driver \n");
        for (int i = 0; i < BENCHMARKS; i++)
            bd_buf_printf(&m->text,
                          "suite%04d-case%02d       | %4u.%03ums   | %4u.%03ums   |    0.%03u%%  | "
                          "luau   \n",
                          m->suite, i, next(m, 900), next(m, 1000), next(m, 900), next(m, 1000),
                          next(m, 1000));
        bd_buf_puts(&m->text, "---\n");
    }
}

static void put_rule(bd_buf *out, char c)
{
    bd_buf_repeat(out, c, 79);
    bd_buf_putc(out, '\n');
}

/* "    41.731 us      41.25 us     42.622 us " in the columns of Catch2. */
static void put_times(maker *m, unsigned around)
{
    bd_buf_printf(&m->text, "%49s%3u.%03u us %6u.%02u us %6u.%03u us \n", "", around, next(m, 1000),
                  around, next(m, 100), around + 1, next(m, 1000));
}

static void put_catch2(maker *m)
{
    for (int run = 0; run < RUNS; run++) {
        put_rule(&m->text, '-');
        bd_buf_printf(&m->text, "Suite %04d\n", m->suite);
        put_rule(&m->text, '-');
        bd_buf_printf(&m->text, "/project/tests/suite%04d.cpp:%u\n", m->suite, 1 + next(m, 400));
        put_rule(&m->text, '.');
        bd_buf_puts(&m->text,
                    "\nbenchmark name                                  samples       iterations    "
                    "est run time\n"
                    "                                                mean          low mean      "
                    "high mean\n"
                    "                                                std dev       low std dev   "
                    "high std dev\n");
        put_rule(&m->text, '-');
        for (int i = 0; i < BENCHMARKS; i++) {
            bd_buf_printf(&m->text, "Suite %04d decode %2d%30s100 %13u %6u.%04u ms \n", m->suite, i,
                          "", 1 + next(m, 400), 1 + next(m, 90), next(m, 10000));
            put_times(m, 10 + next(m, 900));
            put_times(m, 1 + next(m, 9));
            bd_buf_printf(&m->text, "%90s\n", "");
        }
        bd_buf_putc(&m->text, '\n');
    }
}

static const struct {
    const char *kind;
    void (*put)(maker *m);
} kinds[] = {
    { "cargo", put_cargo },
    { "benchmarkjs", put_benchmarkjs },
    { "benchmarkluau", put_benchmarkluau },
    { "catch2", put_catch2 },
};

static bool write_suites(void (*put)(maker *m), FILE *file, size_t bytes)
{
    maker m = { .seed = 1 };
    size_t written = 0;
    bool ok = true;
    while (ok && written < bytes) {
        bd_buf_clear(&m.text);
        m.suite++;
        put(&m);
        ok = fwrite(m.text.data, 1, m.text.len, file) == m.text.len;
        written += m.text.len;
    }
    bd_buf_release(&m.text);
    return ok;
}

bool text_log_write(const char *kind, const char *path, size_t bytes)
{
    size_t i = 0;
    while (i < BD_COUNT(kinds) && strcmp(kinds[i].kind, kind) != 0)
        i++;
    FILE *file = i < BD_COUNT(kinds) ? fopen(path, "wb") : NULL;
    bool ok = file && write_suites(kinds[i].put, file, bytes);
    return file && fclose(file) == 0 && ok;
}
