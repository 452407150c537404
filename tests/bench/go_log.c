/* A log of Go's benchmarks: see go_log.h. */
#include "tests/bench/go_log.h"

#include "core/base/buf.h"

#include <stdio.h>

enum { BENCHMARKS = 20, REPEATS = 10, OTHER_LINES = 500 };

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245U + 12345U;
    return *seed >> 8;
}

static void put_benchmark(bd_buf *out, unsigned *seed, int place)
{
    unsigned base = 5000 + next(seed) % 4000000, size = 1U << place;
    for (int i = 0; i < REPEATS; i++) {
        unsigned tenths = base + next(seed) % (base / 10 + 1);
        bd_buf_printf(out,
                      "BenchmarkEncode%d/format=%s/size=%u-4         \t%8u\t%8u.%u ns/op\t"
                      "%8u.%02u MB/s\t%8d B/op\t%8d allocs/op\n",
                      place, place % 2 ? "json" : "gob", size, 1000000000U / tenths * 10,
                      tenths / 10, tenths % 10, size * 10 / tenths, size % 100, place * 48, place);
    }
}

static void put_package(bd_buf *out, unsigned *seed, int number)
{
    bd_buf_printf(out,
                  "goos: linux\ngoarch: amd64\npkg: example.org/project/pkg%03d\n"
                  "cpu: AMD EPYC 7763 64-Core Processor\n",
                  number);
    for (int i = 0; i < BENCHMARKS; i++)
        put_benchmark(out, seed, i);
    bd_buf_printf(out, "PASS\nok  \texample.org/project/pkg%03d\t12.345s\n", number);
    for (int i = 0; i < OTHER_LINES; i++)
        if (i % 3)
            bd_buf_printf(out, "?   \texample.org/project/internal/tool%03d\t[no test files]\n", i);
        else
            bd_buf_printf(out, "    encode_test.go:%d: wrote %d bytes, warm cache, plan reused\n",
                          i, i * 17);
}

bool go_log_write(const char *path, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    unsigned seed = 1;
    size_t written = 0;
    bd_buf text = BD_BUF_INIT;
    bool ok = file != NULL;
    for (int number = 1; ok && written < bytes; number++) {
        bd_buf_clear(&text);
        put_package(&text, &seed, number);
        ok = fwrite(text.data, 1, text.len, file) == text.len;
        written += text.len;
    }
    if (file)
        ok = fclose(file) == 0 && ok;
    bd_buf_release(&text);
    return ok;
}
