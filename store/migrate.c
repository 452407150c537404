/* From one version of SQLite's schema to the next. The version is the database's
 * user_version, written in the transaction that makes it true; the application id
 * tells a store from other people's databases. */
#include "store/sqlite.h"

typedef struct state {
    int64_t application, version, objects;
} state;

static bool look(bd_sqlite *s, state *out, bd_error *err)
{
    return bd_sqlite_ask(s, "PRAGMA application_id", &out->application, err)
           && bd_sqlite_ask(s, "PRAGMA user_version", &out->version, err)
           && bd_sqlite_ask(s, "SELECT count(*) FROM sqlite_schema", &out->objects, err);
}

/* All three of one moment: another process may be creating the store just now. */
static bool look_once(bd_sqlite *s, state *out, bd_error *err)
{
    if (sqlite3_exec(s->db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
        return bd_sqlite_fail(s, "read it", err);
    bool ok = look(s, out, err);
    sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL); /* nothing was written */
    return ok;
}

static bool refuse(const bd_sqlite *s, const char *what, const char *hint, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE, "%s", what);
    bd_error_in_file(err, s->path);
    return bd_hint(err, "%s", hint);
}

static bool refuse_newer(const bd_sqlite *s, int64_t version, int known, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE,
            "the store has schema version %lld, and this benchdoc knows versions up to %d only",
            (long long)version, known);
    bd_error_in_file(err, s->path);
    return bd_hint(err, "update benchdoc, or name another store with --store");
}

static bool refuse_older(const bd_sqlite *s, int64_t version, int known, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE,
            "the store has schema version %lld, older than version %d, "
            "and is not changed while it is only read",
            (long long)version, known);
    bd_error_in_file(err, s->path);
    return bd_hint(err, "run `benchdoc store migrate` once");
}

static bool can_read(const bd_migration *steps, size_t count, int64_t version)
{
    for (size_t i = 0; i < count; i++)
        if (steps[i].version > version && !steps[i].only_writers)
            return false;
    return true;
}

static bool is_new(const state *now)
{
    return now->application == 0 && now->version == 0 && now->objects == 0;
}

/* One step, unless another process has taken it meanwhile. */
static bool take_step(bd_sqlite *s, const bd_migration *step, bd_error *err)
{
    state now = { 0 };
    sqlite3_stmt *begin = bd_sqlite_statement(s, BD_SQL_BEGIN_WRITE, err);
    if (!begin || !bd_sqlite_run(s, begin, "change its schema", err))
        return false;
    bool ok = look(s, &now, err);
    if (ok && now.version < step->version) {
        ok = sqlite3_exec(s->db, step->sql, NULL, NULL, NULL) == SQLITE_OK;
        if (!ok)
            bd_sqlite_fail(s, "change its schema", err);
        ok = ok && look(s, &now, err);
        if (ok && (now.version != step->version || now.application != BD_SQLITE_APPLICATION_ID))
            ok = bd_fail(err, BD_ERR_BUG, "migration %d does not set its version", step->version);
    }
    if (ok && sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
        ok = bd_sqlite_fail(s, "change its schema", err);
    if (!ok)
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return ok;
}

bool bd_sqlite_migrate(bd_sqlite *s, const bd_migration *steps, size_t count, bool may_create,
                       bool may_migrate, bd_error *err)
{
    state now = { 0 };
    int known = steps[count - 1].version;
    if (!look_once(s, &now, err))
        return false;
    if (is_new(&now) && !may_create)
        return refuse(s, "the store is empty: it was never written",
                      "run `benchdoc ingest` to put runs into it", err);
    if (!is_new(&now) && now.application != BD_SQLITE_APPLICATION_ID)
        return refuse(s, "this is a database of another program, not a store of benchdoc",
                      "name another file with --store", err);
    if (now.version > known)
        return refuse_newer(s, now.version, known, err);
    if (!is_new(&now) && !may_migrate)
        return can_read(steps, count, now.version) || refuse_older(s, now.version, known, err);
    for (size_t i = 0; i < count; i++)
        if (steps[i].version > now.version && !take_step(s, &steps[i], err))
            return false;
    return true;
}
