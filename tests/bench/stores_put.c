/* How many points a second a store takes, and what a point takes in it. */
#include "tests/bench/stores.h"

#include "core/base/file.h"
#include "tests/store/sample.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct task {
    const char *name, *file;
    unsigned runs, first, at_once; /* 0 = one by one; numbered from `first` on */
    size_t points, samples;
    bool server;
} task;

static int64_t written(void)
{
    static const char name[] = "write_bytes: ";
    int64_t bytes = 0;
    char line[80];
    FILE *io = fopen("/proc/self/io", "r");
    while (io && fgets(line, sizeof line, io))
        if (strncmp(line, name, strlen(name)) == 0)
            bytes = strtoll(line + strlen(name), NULL, 10);
    if (io)
        fclose(io);
    return bytes;
}

/* The same bytes, in as many pieces, each synced: what the disk allows just now.
 * @return seconds */
static double plain(stores *s, int64_t bytes, unsigned pieces)
{
    enum { BLOCK = 1 << 14 };
    uint64_t block[BLOCK / 8];
    uint64_t state = 1;
    const char *path = bd_path_join(&s->run->arena, s->directory, "plain");
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int64_t blocks = bytes / BLOCK / pieces;
    for (size_t i = 0; i < BD_COUNT(block); i++) /* nothing that a disk could pack */
        block[i] = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    double begun = stores_seconds();
    for (unsigned p = 0; p < pieces; p++) {
        for (int64_t b = 0; b < blocks; b++) {
            block[0] = state++;
            if (write(file, block, BLOCK) != BLOCK)
                return 0;
        }
        fdatasync(file);
    }
    close(file);
    double spent = stores_seconds() - begun;
    unlink(path);
    return spent;
}

static bool put_runs(bd_store *store, const task *t, bd_run *const *runs, double *spent,
                     bd_error *err)
{
    const bd_run *const *all = (const bd_run *const *)runs;
    bd_put *results = bd_alloc(t->runs * sizeof *results);
    size_t stored;
    double begun = stores_seconds();
    bool ok = true;
    if (t->at_once > 0)
        ok = bd_store_put_all(store, all, t->runs, results, &stored, err);
    for (unsigned i = 0; ok && t->at_once == 0 && i < t->runs; i++)
        ok = bd_store_put(store, all[i], &results[i], err);
    *spent += stores_seconds() - begun;
    free(results);
    return ok;
}

/* Makes the runs, puts them, and closes the store; what is added is the time. */
static bool put(stores *s, const task *t, double *spent, bd_error *err)
{
    bd_store_options options = { .create = true, .late = true };
    bd_run **runs = bd_alloc(t->runs * sizeof *runs);
    for (unsigned i = 0; i < t->runs; i++)
        runs[i] = sample_bulk(t->points, t->samples, t->first + i);
    double begun = stores_seconds();
    bd_store *store = bd_store_open(stores_url(s, t->server, t->file), &options, err);
    *spent += stores_seconds() - begun;
    bool ok = store && put_runs(store, t, runs, spent, err);
    begun = stores_seconds();
    ok = bd_store_close(store, err) && ok;
    *spent += stores_seconds() - begun;
    for (unsigned i = 0; i < t->runs; i++)
        bd_run_free(runs[i]);
    free(runs);
    return ok;
}

static bool describe(stores *s, const task *t, bd_error *err)
{
    bd_store_options options = { .read_only = true };
    bd_store_info info = { 0 };
    bd_store *store = bd_store_open(stores_url(s, t->server, t->file), &options, err);
    bool ok = store && bd_store_describe(store, &info, err);
    ok = bd_store_close(store, err) && ok;
    if (ok)
        stores_add_one(s,
                       (measured){ .benchmark = "size",
                                   .store = stores_name(t->server),
                                   .task = t->samples == 1 ? "1 sample" : "10 samples",
                                   .metric = "bytes",
                                   .unit = "bytes" },
                       (double)info.bytes / (double)info.points);
    return ok;
}

static measured rate_of(const task *t)
{
    return (measured){ .benchmark = "put",
                       .store = stores_name(t->server),
                       .task = t->name,
                       .metric = "rate",
                       .unit = "points/s",
                       .larger = true };
}

/* Into a store that is not there yet. */
static bool measure(stores *s, const task *t, bd_error *err)
{
    double spent = 0, points = (double)t->runs * (double)t->points;
    if (!stores_empty(s, t->server, t->file, err))
        return false;
    int64_t before = written();
    if (!put(s, t, &spent, err))
        return false;
    int64_t bytes = written() - before;
    stores_add_one(s, rate_of(t), points / spent);
    if (t->server) {
        s->server_rate = points / spent;
        return true;
    }
    measured m = rate_of(t);
    struct stat facts = { 0 };
    stat(bd_path_join(&s->run->arena, s->directory, t->file), &facts);
    m.metric = "disk";
    stores_add_one(s, m, points / plain(s, facts.st_size, t->at_once > 0 ? 1 : t->runs));
    m.metric = "written";
    m.unit = "bytes";
    m.larger = false;
    stores_add_one(s, m, (double)bytes);
    return true;
}

bool stores_put(stores *s, bd_error *err)
{
    enum { ALL = 1 };
    bd_arena *arena = &s->run->arena;
    const char *of = bd_arena_printf(arena, "%u runs of %zu points of 10 samples", s->runs,
                                     s->points);
    const char *one = bd_arena_printf(arena, "a run of %zu new series", s->fresh);
    const task fresh = { one, "put.db", 1, 0, 0, s->fresh, 10, false };
    const task each = {
        bd_arena_printf(arena, "%s, one by one", of), "put.db", s->runs, 0, 0, s->points, 10, false
    };
    const task all = {
        bd_arena_printf(arena, "%s, together", of), "put.db", s->runs, 0, ALL, s->points, 10, false
    };
    const task tasks[] = { fresh, each, all }; /* the last one stays, to be looked up */
    bool ok = true;
    for (size_t i = 0; ok && i < BD_COUNT(tasks); i++) {
        task server = tasks[i];
        server.server = true;
        ok = measure(s, &tasks[i], err)
             && (!s->server || tasks[i].at_once > 0 || measure(s, &server, err));
    }
    task server = all;
    server.server = true;
    return ok && describe(s, &all, err) && (!s->server || describe(s, &server, err));
}

/* A hundred runs at a time, the same into both. */
bool stores_fill(stores *s, bd_error *err)
{
    enum { AT_ONCE = 100 };
    bool ok = true;
    for (int server = 0; ok && server < (s->server ? 2 : 1); server++) {
        double spent = 0, points = (double)s->many_runs * (double)s->points;
        const char *name = bd_arena_printf(&s->run->arena,
                                           "%u runs of %zu points of 1 sample, 100 together",
                                           s->many_runs, s->points);
        task t = { name, "fill.db", AT_ONCE, 0, AT_ONCE, s->points, 1, server == 1 };
        ok = stores_empty(s, t.server, t.file, err);
        for (; ok && t.first < s->many_runs; t.first += AT_ONCE) {
            t.runs = s->many_runs - t.first < AT_ONCE ? s->many_runs - t.first : AT_ONCE;
            ok = put(s, &t, &spent, err);
        }
        if (ok)
            stores_add_one(s, rate_of(&t), points / spent);
        ok = ok && describe(s, &t, err);
    }
    return ok;
}
