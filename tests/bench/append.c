/* Adding a run to a data.js without git, beside rivals/append.js: a file is read and
 * written.
 *
 *     benchdoc_append make FILE BYTES     a history to add to
 *     benchdoc_append BEFORE AFTER        adds to it
 *     benchdoc_append BEFORE AFTER timed  the same, and says the nanoseconds that it took */
#include "core/base/file.h"
#include "core/datajs/datajs.h"
#include "render/pages/pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POINTS = 8, ENTRY_BYTES = 1190, BYTES_MAX = 1 << 30 };

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
static bool make_history(const char *path, size_t bytes)
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
    for (size_t i = 0; i < bytes / ENTRY_BYTES; i++) {
        bd_arena arena = BD_ARENA_INIT;
        bd_datajs_entry entry;
        char id[41];
        snprintf(id, sizeof id, "%040zu", i);
        run->commit.id = id;
        const bd_datajs_facts facts = { .date_ms = INT64_C(1700000000000) + (int64_t)i,
                                        .strict = true };
        bd_datajs_entry_of(run, points, POINTS, &facts, &arena, &entry);
        bd_datajs_add(file, "Benchmark", &entry);
        bd_arena_release(&arena);
    }
    bd_datajs_write(file, &text);
    bool ok = write_file(path, bd_buf_str(&text));
    bd_datajs_close(file);
    bd_buf_release(&text);
    bd_run_free(run);
    return ok;
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Says what it took in nanoseconds, the program's start aside, as append.js does. */
static int append_timed(const char *before, const char *after)
{
    int64_t from = now_ns();
    int status = append(before, after);
    if (status == 0)
        printf("%lld\n", (long long)(now_ns() - from));
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "make") == 0)
        return make_history(argv[2], strtoul(argv[3], NULL, 10)) ? 0 : 1;
    if (argc == 4 && strcmp(argv[3], "timed") == 0)
        return append_timed(argv[1], argv[2]);
    return argc == 3 ? append(argv[1], argv[2]) : 2;
}
