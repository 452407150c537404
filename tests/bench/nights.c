/* A history of nights: see nights.h. */
#include "tests/bench/nights.h"

#include "core/base/file.h"
#include "tests/bench/process.h"

#include <stdio.h>
#include <unistd.h>

enum { PIECE_BYTES = 1 << 16, SAMPLES = 10, STEPPED = 4, SLOWER = 100 };

/* @return 0 <= x < 1. A multiplier of L'Ecuyer's table (1999) for modulus 2^64 */
static double chance(uint64_t *state)
{
    *state = *state * UINT64_C(3935559000370003845) + UINT64_C(2691343689449507681);
    return (double)(*state >> 11) * 0x1p-53;
}

/* Around 0, of deviation 1 (Irwin–Hall of three). */
static double deviation(uint64_t *state)
{
    return 2 * (chance(state) + chance(state) + chance(state) - 1.5);
}

/* What the series takes in this run, its samples' noise apart. */
static double level_of(const nights *n, size_t series, size_t run, uint64_t *state)
{
    double level = 100 + (double)(series % 977);
    bool stepped = n->noisy && series % STEPPED == 0 && run >= n->earlier / 2;
    level *= 1 + (n->noisy ? 0.03 : 0.001) * deviation(state);
    if (run == n->earlier && series % SLOWER == SLOWER - 1)
        level *= 1.2;
    return stepped ? level * 1.15 : level;
}

static void put_point(const nights *n, size_t series, size_t run, uint64_t *state, bd_buf *out)
{
    double level = level_of(n, series, run, state), noise = n->noisy ? 0.02 : 0.001;
    bd_buf_printf(
        out,
        "{\"benchmark\": \"org.example.module%zu.ReadPathBenchmark.case%zu\", "
        "\"params\": {\"size\": \"%d\"}, \"value\": %.4f, \"unit\": \"us/op\", \"samples\": [",
        series / 200, series / 4, 16 << (2 * (series % 4)), level);
    for (int i = 0; i < SAMPLES; i++)
        bd_buf_printf(out, "%s%.4f", i > 0 ? ", " : "", level * (1 + noise * deviation(state)));
    bd_buf_puts(out, "]}");
}

static bool flush(bd_buf *text, FILE *file)
{
    bool ok = fwrite(text->data, 1, text->len, file) == text->len;
    bd_buf_clear(text);
    return ok;
}

static bool put_run(const nights *n, size_t run, uint64_t *state, bd_buf *text, FILE *file)
{
    bool ok = true;
    bd_buf_printf(text,
                  "{\"suite\": \"nights\", \"measured_at\": \"2026-%02zu-%02zuT02:00:00Z\", "
                  "\"commit\": {\"id\": \"%040zx\", \"branch\": \"main\"}, \"environment\": "
                  "{\"cpu\": \"AMD EPYC 7763 64-Core Processor\"}, \"points\": [\n",
                  1 + run / 28, 1 + run % 28, run + 1);
    for (size_t i = 0; ok && i < n->series; i++) {
        put_point(n, i, run, state, text);
        bd_buf_puts(text, i + 1 < n->series ? ",\n" : "\n]}");
        if (text->len > PIECE_BYTES)
            ok = flush(text, file);
    }
    return ok;
}

static bool put_runs(const nights *n, const char *path, size_t first, size_t count, uint64_t *state)
{
    bd_buf text = BD_BUF_INIT;
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool ok = true;
    bd_buf_puts(&text, "{\"runs\": [\n");
    for (size_t i = first; ok && i < first + count; i++) {
        bd_buf_puts(&text, i > first ? ",\n" : "");
        ok = put_run(n, i, state, &text, file);
    }
    bd_buf_puts(&text, "\n]}\n");
    ok = ok && flush(&text, file);
    bd_buf_release(&text);
    return fclose(file) == 0 && ok;
}

static bool write_config(const char *path)
{
    static const char text[] = "version: 1\ninputs:\n  nights: { files: head.json }\n";
    FILE *file = fopen(path, "wb");
    bool ok = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && ok;
}

bool nights_make(const nights *n, const char *benchdoc, const char *directory)
{
    uint64_t state = 1;
    bd_arena arena = BD_ARENA_INIT;
    const char *past = bd_path_join(&arena, directory, "past.json");
    const char *config = bd_path_join(&arena, directory, "benchdoc.yml");
    const char *const make[] = { "mkdir", directory, NULL };
    const char *const ingest[] = { benchdoc, "ingest", "-q", "past.json", NULL };
    bool there = bd_file_exists(config);
    bool ok =
        there
        || (process_measure(make, NULL).status == 0 && put_runs(n, past, 0, n->earlier, &state)
            && put_runs(n, bd_path_join(&arena, directory, "head.json"), n->earlier, 1, &state)
            && write_config(config) && process_measure(ingest, directory).status == 0);
    if (!there)
        unlink(past);
    if (!ok)
        fprintf(stderr, "benchdoc_bench: %s: its history cannot be made\n", directory);
    bd_arena_release(&arena);
    return ok;
}
