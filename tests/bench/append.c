/* How long adding a run to a data.js of 10 MB takes, without git, beside node doing the
 * same: reading, JSON.parse, push, JSON.stringify, writing.
 *
 *     benchdoc_append DIRECTORY     measures, in turns, as whole processes
 *     benchdoc_append BEFORE AFTER  what is measured */
#include "core/base/file.h"
#include "core/datajs/datajs.h"
#include "render/pages/pages.h"
#include "tests/bench/process.h"

#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 8, ROUNDS = 15, HISTORY_BYTES = 10 * 1000 * 1000, BYTES_MAX = 1 << 30 };

static bool read_branch(void *context, const char *path, bd_buf *out, bool *exists, bd_error *err)
{
    const char *file = context;
    (void)path;
    *exists = bd_str_ends(bd_str_of(path), "data.js");
    return !*exists || bd_file_read(file, BYTES_MAX, out, err);
}

static const char *no_hole(const void *context, bd_str name, bd_buf *scratch)
{
    (void)context;
    (void)name;
    (void)scratch;
    return NULL;
}

static bd_run *make_run(void)
{
    bd_run *run = bd_run_new();
    run->id = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    run->format = "custom";
    run->commit = (bd_commit){ .id = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e",
                               .message = "measure",
                               .time_ns = BD_TIME_UNKNOWN };
    run->measured_at_ns = BD_TIME_UNKNOWN;
    for (int i = 0; i < POINTS; i++) {
        bd_compat *compat = bd_arena_alloc(&run->arena, sizeof *compat);
        bd_point *point = bd_run_add_point(run);
        point->value = bd_double(1000.5 + i);
        *compat = (bd_compat){ .name = bd_arena_printf(&run->arena, "bench %d", i),
                               .unit = "ns",
                               .value = point->value };
        point->compat = compat;
    }
    return run;
}

static bool write_file(const char *path, bd_str bytes)
{
    FILE *file = fopen(path, "wb");
    bool ok = file && fwrite(bytes.ptr, 1, bytes.len, file) == bytes.len;
    return file && fclose(file) == 0 && ok;
}

static int append(const char *before, const char *after)
{
    bd_run *run = make_run();
    bd_publication *p = bd_publication_new();
    const bd_pages_route route = { "data.js", "Benchmark", no_hole, NULL };
    const bd_pages_options options = { .now_ms = INT64_C(1800000000000), .no_index = true };
    bd_pages_branch branch = { read_branch, (void *)(uintptr_t)before };
    bd_pages_changes changes = BD_PAGES_CHANGES_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_error err = BD_ERROR_INIT;
    bool ok = true;
    for (size_t i = 0; i < run->point_count && ok; i++)
        ok = bd_publication_add(p, run, &run->points[i], &route, &err);
    ok = ok && bd_publication_merge(p, &options, &branch, &changes, &found) && changes.count == 1
         && write_file(after, bd_buf_str(&changes.items[0].bytes));
    bd_pages_changes_release(&changes);
    bd_diagnostics_release(&found);
    bd_publication_free(p);
    bd_run_free(run);
    return ok ? 0 : 1;
}

/* A history of one suite as the action lays it out. */
static bool make_history(const char *path)
{
    bd_buf text = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_datajs *file;
    bd_run *run = make_run();
    const bd_point *points[POINTS];
    if (!bd_datajs_open(bd_str_of(bd_datajs_empty), &file, &err))
        return false;
    for (size_t i = 0; i < POINTS; i++)
        points[i] = &run->points[i];
    for (int i = 0; i < HISTORY_BYTES / 1190; i++) { /* bytes of an entry */
        bd_arena arena = BD_ARENA_INIT;
        bd_datajs_entry entry;
        char id[41];
        snprintf(id, sizeof id, "%040d", i);
        run->commit.id = id;
        const bd_datajs_facts facts = { .date_ms = INT64_C(1700000000000) + i, .strict = true };
        bd_datajs_entry_of(run, points, POINTS, &facts, &arena, &entry);
        bd_datajs_add(file, "Benchmark", &entry);
        bd_arena_release(&arena);
    }
    bd_datajs_write(file, &text);
    bool ok = write_file(path, bd_buf_str(&text));
    printf("a data.js of %.1f MB\n", (double)text.len / 1e6);
    bd_datajs_close(file);
    bd_buf_release(&text);
    bd_run_free(run);
    return ok;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int measure(const char *self, const char *directory)
{
    static const char script[] =
        "const fs = require('fs'), [from, to] = process.argv.slice(1);"
        "const data = JSON.parse(fs.readFileSync(from, 'utf8').slice(24));"
        "const benches = [...Array(8).keys()].map(i => ({name: 'bench ' + i, value: 1000.5 + i, "
        "unit: 'ns'}));"
        "data.entries.Benchmark.push({commit: {id: '5ca1ab1e'}, date: Date.now(), tool: "
        "'customSmallerIsBetter', benches});"
        "fs.writeFileSync(to, 'window.BENCHMARK_DATA = ' + JSON.stringify(data, null, 2));";
    bd_arena arena = BD_ARENA_INIT;
    const char *before = bd_path_join(&arena, directory, "before.js");
    const char *after = bd_path_join(&arena, directory, "after.js");
    const char *const ours[] = { self, before, after, NULL };
    const char *const node[] = { "node", "-e", script, before, after, NULL };
    int64_t times[2][ROUNDS];
    bool ok = make_history(before);
    for (int i = 0; i < ROUNDS && ok; i++) {
        process_sample a = process_measure(ours, NULL), b = process_measure(node, NULL);
        ok = a.status == 0 && b.status == 0;
        times[0][i] = a.wall_ns;
        times[1][i] = b.wall_ns;
    }
    if (ok) {
        qsort(times[0], ROUNDS, sizeof times[0][0], by_size);
        qsort(times[1], ROUNDS, sizeof times[1][0], by_size);
        double a = (double)times[0][ROUNDS / 2] / 1e6, b = (double)times[1][ROUNDS / 2] / 1e6;
        printf("median of %d: benchdoc %.1f ms, node %.1f ms: %.1f times\n", ROUNDS, a, b, b / a);
        a = (double)times[0][0] / 1e6;
        b = (double)times[1][0] / 1e6;
        printf("fastest: benchdoc %.1f ms, node %.1f ms: %.1f times\n", a, b, b / a);
    }
    bd_arena_release(&arena);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return append(argv[1], argv[2]);
    return argc == 2 ? measure(argv[0], argv[1]) : 2;
}
