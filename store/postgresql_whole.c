/* The PostgreSQL store as a whole: what is in it, whether it is sound, and its upkeep. */
#include "store/postgresql.h"

bool bd_pg_describe(void *db, bd_store_info *out, bd_error *err)
{
    bd_pg *pg = db;
    if (!bd_pg_ready(pg, err))
        return false;
    PGresult *rows = bd_pg_ask(
        pg,
        "SELECT (SELECT version FROM benchdoc.store),"
        " (SELECT pg_catalog.count(*) FROM benchdoc.run WHERE complete),"
        " (SELECT coalesce(pg_catalog.sum(points), 0)::bigint FROM benchdoc.run WHERE complete),"
        " (SELECT pg_catalog.sum(pg_catalog.pg_total_relation_size(c.oid))::bigint"
        " FROM pg_catalog.pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace ="
        " (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = 'benchdoc'))",
        NULL, "describe the store", err);
    if (!rows)
        return false;
    out->version = (int)bd_pg_column_int(pg, rows, 0, 0);
    out->newest = bd_pg_newest_version();
    out->runs = bd_pg_column_int(pg, rows, 0, 1);
    out->points = bd_pg_column_int(pg, rows, 0, 2);
    out->bytes = bd_pg_column_int(pg, rows, 0, 3);
    pg->pq.PQclear(rows);
    return true;
}

typedef struct findings {
    bd_diagnostics *found;
    const char *hint;
} findings;

/* One finding for each row, whose first column says it. */
static bool take_finding(bd_pg *pg, const PGresult *row, void *context, bd_error *err)
{
    const findings *to = context;
    bd_buf text = BD_BUF_INIT;
    bd_error problem = BD_ERROR_INIT;
    (void)err;
    bd_buf_put_str(&text, bd_pg_column(pg, row, 0, 0));
    bd_fail(&problem, BD_ERR_STORE, "%s", bd_buf_text(&text));
    bd_error_in_file(&problem, pg->shown);
    bd_hint(&problem, "%s", to->hint);
    bd_diagnostics_add(to->found, BD_ERROR, &problem);
    bd_buf_release(&text);
    return true;
}

bool bd_pg_check(void *db, bd_diagnostics *found, bd_error *err)
{
    static const char *const queries[] = {
        "SELECT 'run ' || left(id, 12) || ' was begun and never finished; nobody sees it'"
        " FROM benchdoc.run WHERE NOT complete",
        "SELECT pg_catalog.count(*) || ' points belong to no run' FROM benchdoc.point AS p"
        " WHERE NOT EXISTS (SELECT 1 FROM benchdoc.run AS r"
        " WHERE r.number = p.run AND r.month = p.month) HAVING pg_catalog.count(*) > 0",
    };
    findings to = { found, "`benchdoc store check --repair` takes leftovers away" };
    const bd_pg_each each = { take_finding, &to, "check the store" };
    for (size_t i = 0; i < BD_COUNT(queries); i++)
        if (!bd_pg_ask_each(db, queries[i], NULL, &each, err))
            return false;
    return true;
}

/* @return how many rows the statement that was asked deleted; -1 = it failed */
static int64_t deleted(bd_pg *pg, const char *sql, bd_error *err)
{
    PGresult *rows = bd_pg_ask(pg, sql, NULL, "repair the store", err);
    int64_t count = rows ? bd_pg_column_int(pg, rows, 0, 0) : -1;
    pg->pq.PQclear(rows);
    return count;
}

/* Who writes holds a lock on `run` from before its first point until after its commit, with
 * those parts of it that are on other servers: behind this lock nothing is under way. */
bool bd_pg_repair(void *db, bd_store_repaired *out, bd_error *err)
{
    if (!bd_pg_do(db, "LOCK TABLE benchdoc.run IN SHARE ROW EXCLUSIVE MODE", NULL,
                  "repair the store", err))
        return false;
    out->points = deleted(db,
                          "WITH gone AS (DELETE FROM benchdoc.point AS p WHERE NOT EXISTS"
                          " (SELECT 1 FROM benchdoc.run AS r WHERE r.number = p.run"
                          " AND r.month = p.month AND r.complete) RETURNING 1)"
                          " SELECT pg_catalog.count(*) FROM gone",
                          err);
    if (out->points < 0)
        return false;
    out->runs = deleted(db,
                        "WITH gone AS (DELETE FROM benchdoc.run WHERE NOT complete RETURNING 1)"
                        " SELECT pg_catalog.count(*) FROM gone",
                        err);
    return out->runs >= 0;
}

bool bd_pg_vacuum(void *db, bd_error *err)
{
    static const char *const statements[] = {
        "VACUUM (ANALYZE) benchdoc.run",
        "VACUUM (ANALYZE) benchdoc.series",
        "VACUUM (ANALYZE) benchdoc.point",
    };
    bool ok = bd_pg_ready(db, err);
    for (size_t i = 0; ok && i < BD_COUNT(statements); i++)
        ok = bd_pg_run(db, statements[i], "vacuum the store", err);
    return ok;
}

static bool take_alias(bd_pg *pg, const PGresult *row, void *context, bd_error *err)
{
    (void)err;
    bd_aliases_add(context, bd_pg_column(pg, row, 0, 0), bd_pg_column(pg, row, 0, 1));
    return true;
}

bool bd_pg_list_aliases(void *db, bd_aliases *out, bd_error *err)
{
    const bd_pg_each each = { take_alias, out, "read the store" };
    return bd_pg_ready(db, err)
           && bd_pg_ask_each(db, "SELECT id, run_id FROM benchdoc.alias ORDER BY id", NULL, &each,
                             err);
}
