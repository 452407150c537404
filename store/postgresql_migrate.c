/* From one version of the PostgreSQL schema to the next: each step in a transaction, under a
 * lock that lets one of many first starters make it. Versions mean what SQLite's mean. */
#include "store/postgresql.h"

#include <stdio.h>
#include <string.h>

extern const char bd_embedded_schema_postgresql_001_sql[];
extern const char bd_embedded_schema_postgresql_002_sql[];

typedef struct step {
    int version;       /* of the schema once it has run; its SQL writes it down */
    const char *sql;   /* static */
    bool only_writers; /* who only reads does well without it */
} step;

static const step steps[] = { { 1, bd_embedded_schema_postgresql_001_sql, false },
                              { 2, bd_embedded_schema_postgresql_002_sql, true } };

int bd_pg_newest_version(void)
{
    return steps[BD_COUNT(steps) - 1].version;
}

typedef struct state {
    bool schema, store;
    int64_t objects; /* in the schema */
    int version;     /* 0 = none */
} state;

static bool look_at_catalog(bd_pg *pg, state *out, bd_error *err)
{
    PGresult *rows = bd_pg_ask(pg,
                               "SELECT pg_catalog.count(DISTINCT n.oid), pg_catalog.count(c.oid),"
                               " pg_catalog.count(c.oid) FILTER (WHERE c.relname = 'store')"
                               " FROM pg_catalog.pg_namespace AS n"
                               " LEFT JOIN pg_catalog.pg_class AS c ON c.relnamespace = n.oid"
                               " WHERE n.nspname = 'benchdoc'",
                               NULL, "open the store", err);
    if (!rows)
        return false;
    *out = (state){ .schema = bd_pg_column_int(pg, rows, 0, 0) > 0,
                    .objects = bd_pg_column_int(pg, rows, 0, 1),
                    .store = bd_pg_column_int(pg, rows, 0, 2) > 0 };
    pg->pq.PQclear(rows);
    return true;
}

static bool look(bd_pg *pg, state *out, bd_error *err)
{
    *out = (state){ 0 };
    if (!look_at_catalog(pg, out, err))
        return false;
    if (!out->store)
        return true;
    PGresult *rows = bd_pg_ask(pg, "SELECT version FROM benchdoc.store", NULL, "open the store",
                               err);
    if (rows && pg->pq.PQntuples(rows) == 1)
        out->version = (int)bd_pg_column_int(pg, rows, 0, 0);
    pg->pq.PQclear(rows);
    return rows != NULL;
}

static bool refuse(const bd_pg *pg, const char *what, const char *hint, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE, "%s", what);
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "%s", hint);
}

static bool refuse_newer(const bd_pg *pg, int version, int known, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE,
            "the store has schema version %d, and this benchdoc knows versions up to %d only",
            version, known);
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "update benchdoc, or name another store with --store");
}

static bool refuse_older(const bd_pg *pg, int version, int known, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE,
            "the store has schema version %d, older than version %d, "
            "and is not changed while it is only read",
            version, known);
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "run `benchdoc store migrate` once, as the schema's owner");
}

static bool can_read(int version)
{
    for (size_t i = 0; i < BD_COUNT(steps); i++)
        if (steps[i].version > version && !steps[i].only_writers)
            return false;
    return true;
}

static const char making[] = "make the store";

static bool create_schema(bd_pg *pg, bd_error *err)
{
    bd_error problem = BD_ERROR_INIT;
    if (bd_pg_run(pg, "CREATE SCHEMA benchdoc", making, &problem))
        return true;
    if (strcmp(pg->state, "42501") == 0)
        snprintf(problem.hint, sizeof problem.hint,
                 "let the database's owner run: CREATE SCHEMA benchdoc AUTHORIZATION …, with this "
                 "user's name");
    *err = problem;
    return false;
}

/* Inside the transaction, alone. */
static bool take_step(bd_pg *pg, const step *to, bd_error *err)
{
    state now;
    if (!look(pg, &now, err) || now.version >= to->version)
        return err->code == BD_OK;
    if (!now.schema && !create_schema(pg, err))
        return false;
    if (!bd_pg_run(pg, to->sql, making, err) || !look(pg, &now, err))
        return false;
    return now.version == to->version
           || bd_fail(err, BD_ERR_BUG, "migration %d does not set its version", to->version);
}

static bool take_step_alone(bd_pg *pg, const step *to, bd_error *err)
{
    static const char begin[] = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;"
                                " SELECT pg_catalog.pg_advisory_xact_lock(1648652131, 1)";
    bool ok = bd_pg_run(pg, begin, making, err) && take_step(pg, to, err)
              && bd_pg_run(pg, "COMMIT", making, err);
    bd_error ignored = BD_ERROR_INIT;
    if (!ok && pg->conn)
        bd_pg_run(pg, "ROLLBACK", making, &ignored);
    return ok;
}

bool bd_pg_migrate(bd_pg *pg, bool may_create, bool may_migrate, bd_error *err)
{
    state now;
    int known = steps[BD_COUNT(steps) - 1].version;
    if (!look(pg, &now, err))
        return false;
    if (now.objects == 0 && !may_create)
        return !pg->absent_ok
               && refuse(pg, "there is no store in this database yet",
                         "run `benchdoc ingest` to make one, or name another with --store", err);
    if (now.objects > 0 && now.version == 0)
        return refuse(pg, "the schema \"benchdoc\" of this database is of another program",
                      "name another database with --store", err);
    if (now.version > known)
        return refuse_newer(pg, now.version, known, err);
    if (now.version > 0 && !may_migrate)
        return can_read(now.version) || refuse_older(pg, now.version, known, err);
    for (size_t i = 0; i < BD_COUNT(steps); i++)
        if (steps[i].version > now.version && !take_step_alone(pg, &steps[i], err))
            return false;
    return true;
}
