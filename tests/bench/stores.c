/* benchdoc_stores: how fast the stores take points and give them back, in one run, beside what
 * the disk and the server allow. Writes interchange JSON, and environment.txt beside it;
 * docs/scale.md is made of it. stores.sh lends it a server.
 *
 *     benchdoc_stores --benchdoc PROGRAM --server URL -o bench-data/stores/results.json
 *
 * Making runs is never counted; packing, hashing and syncing them is. */
#include "tests/bench/stores.h"

#include "core/base/file.h"
#include "tests/bench/process.h"
#include "tests/bench/results.h"

#include <getopt.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double stores_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

const char *stores_name(bool server)
{
    return server ? "PostgreSQL" : "SQLite";
}

const char *stores_url(stores *s, bool server, const char *file)
{
    return server ? s->server : bd_arena_printf(&s->run->arena, "sqlite:%s/%s", s->directory, file);
}

bool stores_run(const stores *s, const char *sql, bd_error *err)
{
    PGconn *conn = PQconnectdb(s->server);
    PQclear(PQexec(conn, "SET client_min_messages = warning"));
    PGresult *answer = PQexec(conn, sql);
    bool ok = PQresultStatus(answer) == PGRES_COMMAND_OK
              || bd_fail(err, BD_ERR_STORE, "%s", PQerrorMessage(conn));
    PQclear(answer);
    PQfinish(conn);
    return ok;
}

bool stores_empty(stores *s, bool server, const char *file, bd_error *err)
{
    if (server)
        return stores_run(s, "DROP SCHEMA IF EXISTS benchdoc CASCADE", err)
               && stores_run(s, "CHECKPOINT", err);
    unlink(bd_path_join(&s->run->arena, s->directory, file));
    sync();
    return true;
}

/* ---- results ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void stores_add(stores *s, const measured *m)
{
    bd_arena *arena = &s->run->arena;
    bd_point *point = bd_run_add_point(s->run);
    double *sorted = bd_arena_copy(arena, m->samples, m->count * sizeof *sorted);
    qsort(sorted, m->count, sizeof *sorted, by_size);
    double value = (sorted[(m->count - 1) / 2] + sorted[m->count / 2]) / 2;
    point->benchmark = m->benchmark;
    point->metric = m->metric;
    point->unit = m->unit;
    point->direction = m->larger ? BD_BIGGER_IS_BETTER : BD_SMALLER_IS_BETTER;
    bd_pairs_set(&point->params, arena, BD_STR("store"), bd_str_of(m->store));
    if (m->task)
        bd_pairs_set(&point->params, arena, BD_STR("task"), bd_str_of(m->task));
    point->value = bd_double(value);
    point->n = (int64_t)m->count;
    point->samples.doubles = bd_arena_copy(arena, m->samples, m->count * sizeof *m->samples);
    point->samples.count = m->count;
    printf("%-10s %-11s %-58s %-8s %14.3f %s\n", m->benchmark, m->store, m->task ? m->task : "",
           m->metric, value, m->unit);
    fflush(stdout);
}

void stores_add_one(stores *s, measured m, double value)
{
    m.samples = &value;
    m.count = 1;
    stores_add(s, &m);
}

/* ---- the program ---- */

typedef struct options {
    const char *benchdoc, *server, *output;
    bool quick;
} options;

static bool read_options(int argc, char **argv, options *o)
{
    static const struct option names[] = {
        { "benchdoc", required_argument, NULL, 'b' },
        { "server", required_argument, NULL, 's' },
        { "output", required_argument, NULL, 'o' },
        { "quick", no_argument, NULL, 'q' },
        { NULL, 0, NULL, 0 },
    };
    *o = (options){ 0 };
    for (int c; (c = getopt_long(argc, argv, "o:", names, NULL)) != -1;) {
        if (c == 'b')
            o->benchdoc = optarg;
        else if (c == 's')
            o->server = optarg;
        else if (c == 'o')
            o->output = optarg;
        else if (c == 'q')
            o->quick = true;
        else
            return false;
    }
    return o->benchdoc && o->output && optind == argc;
}

static bool measure(stores *s, bd_error *err)
{
    double points = (double)s->points;
    bool ok = stores_put(s, err) && stores_look_up(s, "put.db", points * s->runs, err)
              && stores_server(s, err) && stores_fill(s, err)
              && stores_look_up(s, "fill.db", points * s->many_runs, err);
    if (ok)
        stores_extrapolate(s);
    return ok;
}

int main(int argc, char **argv)
{
    options o;
    bd_error err = BD_ERROR_INIT;
    char directory[] = "benchdoc-stores-XXXXXX"; /* here: in memory there would be no disk */
    if (!read_options(argc, argv, &o) || !mkdtemp(directory)) {
        fputs("usage: benchdoc_stores --benchdoc PROGRAM [--server URL] -o FILE [--quick]\n",
              stderr);
        return 2;
    }
    stores s = { .run = bd_run_new(),
                 .directory = directory,
                 .server = o.server,
                 .runs = o.quick ? 4 : 200,
                 .many_runs = o.quick ? 8 : 2000,
                 .points = o.quick ? 300 : 5000,
                 .fresh = o.quick ? 1000 : 200000 };
    s.run->suite = "stores";
    s.run->tool = "benchdoc_stores";
    double begun = stores_seconds();
    bool ok = measure(&s, &err) && results_write(s.run, o.benchdoc, o.output, &err);
    if (!ok)
        fprintf(stderr, "benchdoc_stores: %s: %s\n", err.file, err.message);
    process_measure((const char *const[]){ "rm", "-rf", directory, NULL }, NULL);
    bd_run_free(s.run);
    printf("%.0f s\n", stores_seconds() - begun);
    return ok ? 0 : 1;
}
