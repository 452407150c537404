/* How long the last 200 values of a series take, and what that will be with more points. */
#include "tests/bench/stores.h"

#include "core/base/file.h"

#include <fcntl.h>
#include <libpq-fe.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOKS = 300, FRESH = 21, VALUES = 200 };

/* The queries of docs/store.md and docs/scale.md. */
static const char sqlite_sql[] =
    "SELECT run.id, point.value FROM run CROSS JOIN point"
    " ON point.place_id = (run.number << 32 | ?1)"
    " WHERE run.suite = 'bulk' AND run.complete = 1 AND run.number >= 1"
    " ORDER BY run.number DESC LIMIT 200";
#define SERVER_SQL                                                               \
    "SELECT p.run, p.value FROM benchdoc.point AS p"                             \
    " WHERE p.month = $1 AND p.series = $2 AND p.run = ANY (ARRAY("              \
    "  SELECT r.number FROM benchdoc.run AS r WHERE r.complete AND r.month = $1" \
    "  ORDER BY r.measured_at_ns DESC NULLS LAST, r.number DESC LIMIT 200))"
static const char server_sql[] = SERVER_SQL, explain_sql[] = "EXPLAIN " SERVER_SQL;

/* One client of one store. */
typedef struct client {
    sqlite3 *db;
    sqlite3_stmt *query;
    PGconn *conn;
    char month[16];
    size_t rows; /* of the last look */
} client;

static bool open_file(const char *path, client *c)
{
    return sqlite3_open_v2(path, &c->db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK
           && sqlite3_exec(c->db, "PRAGMA mmap_size = 1099511627776; SELECT 1 FROM run LIMIT 1",
                           NULL, NULL, NULL)
                  == SQLITE_OK;
}

static bool open_server(const char *url, client *c)
{
    c->conn = PQconnectdb(url);
    PGresult *answer = PQexec(c->conn, "SELECT month FROM benchdoc.run LIMIT 1");
    bool ok = PQresultStatus(answer) == PGRES_TUPLES_OK && PQntuples(answer) == 1;
    if (ok)
        snprintf(c->month, sizeof c->month, "%s", PQgetvalue(answer, 0, 0));
    PQclear(answer);
    return ok;
}

static void end(client *c)
{
    sqlite3_finalize(c->query);
    sqlite3_close(c->db);
    if (c->conn)
        PQfinish(c->conn);
}

static void look_into_file(client *c, unsigned series)
{
    sqlite3_bind_int64(c->query, 1, series);
    for (c->rows = 0; sqlite3_step(c->query) == SQLITE_ROW; c->rows++)
        sqlite3_column_double(c->query, 1);
    sqlite3_reset(c->query);
}

static size_t ask_server(client *c, const char *sql, unsigned series)
{
    char number[16];
    const char *values[] = { c->month, number };
    snprintf(number, sizeof number, "%u", series);
    PGresult *answer = PQexecParams(c->conn, sql, 2, NULL, values, NULL, NULL, 0);
    size_t rows = PQresultStatus(answer) == PGRES_TUPLES_OK ? (size_t)PQntuples(answer) : 0;
    PQclear(answer);
    return rows;
}

/* @return milliseconds */
static double look(client *c, unsigned series)
{
    double begun = stores_seconds();
    if (c->db)
        look_into_file(c, series);
    else
        c->rows = ask_server(c, server_sql, series);
    return 1e3 * (stores_seconds() - begun);
}

/* What comes once for each connection: parsing and planning; the server's process learns which
 * tables there are. */
static double prepare(client *c)
{
    double begun = stores_seconds();
    if (c->db)
        sqlite3_prepare_v2(c->db, sqlite_sql, -1, &c->query, NULL);
    else
        ask_server(c, explain_sql, 1);
    return 1e3 * (stores_seconds() - begun);
}

/* So that the next look has to fetch it from the disk. */
static void forget(const char *path)
{
    int file = open(path, O_RDONLY);
    fdatasync(file);
    posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    close(file);
}

typedef struct looks {
    double connect[FRESH], prepare[FRESH], first[FRESH], again[LOOKS];
    uint32_t chance;
} looks;

static unsigned any_series(const stores *s, looks *l)
{
    l->chance = l->chance * 1664525u + 1013904223u; /* Knuth's and Lewis' generator */
    return 1 + (l->chance >> 8) % (unsigned)s->points;
}

/* @param nth  of the connections; the last one goes on to look */
static bool look_from(stores *s, const char *path, bool server, size_t nth, looks *l)
{
    client c = { 0 };
    double begun = stores_seconds();
    bool ok = server ? open_server(s->server, &c) : open_file(path, &c);
    l->connect[nth] = 1e3 * (stores_seconds() - begun);
    if (ok) {
        l->prepare[nth] = prepare(&c);
        l->first[nth] = look(&c, any_series(s, l));
        ok = c.rows > 0 && c.rows <= VALUES;
    }
    for (size_t i = 0; ok && nth == FRESH - 1 && i < LOOKS; i++)
        l->again[i] = look(&c, any_series(s, l));
    end(&c);
    return ok;
}

static void report(stores *s, bool server, const char *task, const looks *l)
{
    const struct {
        const char *metric;
        const double *samples;
        size_t count;
    } parts[] = { { "connect", l->connect, FRESH },
                  { "prepare", l->prepare, FRESH },
                  { "first", l->first, FRESH },
                  { "again", l->again, LOOKS } };
    for (size_t i = 0; i < BD_COUNT(parts); i++)
        stores_add(s, &(measured){ .benchmark = "look-up",
                                   .store = stores_name(server),
                                   .task = task,
                                   .metric = parts[i].metric,
                                   .unit = "ms",
                                   .samples = parts[i].samples,
                                   .count = parts[i].count });
}

bool stores_look_up(stores *s, const char *file, double points, bd_error *err)
{
    const char *path = bd_path_join(&s->run->arena, s->directory, file);
    const char *task = bd_arena_printf(&s->run->arena, "%g million points", points / 1e6);
    /* what the server does by itself a minute later */
    if (s->server && !stores_run(s, "VACUUM (ANALYZE) benchdoc.point", err))
        return false;
    looks l = { .chance = 1 };
    bool ok = true;
    for (int server = 0; ok && server < (s->server ? 2 : 1); server++) {
        for (size_t i = 0; ok && i < FRESH; i++)
            ok = look_from(s, path, server == 1, i, &l);
        if (ok)
            report(s, server == 1, task, &l);
    }
    forget(path);
    if (!ok || !look_from(s, path, false, 0, &l))
        return bd_fail(err, BD_ERR_STORE, "a look-up has failed");
    measured m = { .benchmark = "look-up",
                   .store = stores_name(false),
                   .task = task,
                   .metric = "cold",
                   .unit = "ms" };
    stores_add_one(s, m, l.first[0]);
    return true;
}

/* ---- more points ---- */

static const bd_point *find(const stores *s, const char *store, const char *metric, size_t nth)
{
    for (size_t i = 0; i < s->run->point_count; i++) {
        const bd_point *p = &s->run->points[i];
        const char *of = bd_pairs_get(&p->params, "store");
        if (of && strcmp(of, store) == 0 && strcmp(p->metric, metric) == 0 && nth-- == 0)
            return p;
    }
    return NULL;
}

static double value_of(const bd_point *p)
{
    return p ? bd_number_as_double(p->value) : 0;
}

/* A tenfold number of points adds what the last tenfold one has added, at least nothing;
 * a point takes what it takes in the large store. */
void stores_extrapolate(stores *s)
{
    static const unsigned per_day[] = { 5000, 50000, 500000 };
    double large = (double)s->points * s->many_runs * 10;
    for (int server = 0; server < (s->server ? 2 : 1); server++) {
        const char *store = stores_name(server);
        double few = value_of(find(s, store, "again", 0)),
               many = value_of(find(s, store, "again", 1)),
               one = value_of(find(s, store, "bytes", 1)),
               ten = value_of(find(s, store, "bytes", 0));
        measured m = { .benchmark = "extrapolation",
                       .store = store,
                       .task = bd_arena_printf(&s->run->arena, "%g million points", large / 1e6),
                       .metric = "again",
                       .unit = "ms" };
        stores_add_one(s, m, many + fmax(many - few, 0));
        m.metric = "one";
        m.unit = "bytes";
        stores_add_one(s, m, one * large);
        m.metric = "ten";
        stores_add_one(s, m, ten * large);
        for (size_t i = 0; i < BD_COUNT(per_day); i++) {
            m.benchmark = "a year";
            m.task = bd_arena_printf(&s->run->arena, "%u points a day", per_day[i]);
            m.metric = "one";
            stores_add_one(s, m, one * per_day[i] * 365);
            m.metric = "ten";
            stores_add_one(s, m, ten * per_day[i] * 365);
        }
    }
}
