/* The PostgreSQL store: runs that say something else from now on, and ids beside their own. */
#include "store/postgresql.h"

#include <string.h>

bool bd_pg_digest(void *db, const char *id, bd_digest *out, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    bd_pg_text(&v, id);
    *out = (bd_digest){ "" };
    PGresult *rows = bd_pg_ask(
        pg, "SELECT digest FROM benchdoc.run WHERE id = $1 AND complete FOR UPDATE", &v,
        "look a run up", err);
    bd_str hex = { NULL, 0 };
    if (rows && pg->pq.PQntuples(rows) == 1)
        hex = bd_pg_column(pg, rows, 0, 0);
    if (hex.ptr && hex.len < sizeof out->hex)
        memcpy(out->hex, hex.ptr, hex.len);
    pg->pq.PQclear(rows);
    return rows != NULL;
}

bool bd_pg_find_alias(void *db, const char *id, bool *known, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    bd_pg_text(&v, id);
    PGresult *rows = bd_pg_ask(
        pg,
        "WITH RECURSIVE known (id) AS (SELECT run_id FROM benchdoc.alias WHERE id = $1"
        " UNION SELECT a.run_id FROM known AS k JOIN benchdoc.alias AS a ON a.id = k.id)"
        " SELECT 1 FROM known AS k JOIN benchdoc.run AS r ON r.id = k.id WHERE r.complete LIMIT 1",
        &v, "look a run up", err);
    *known = rows && pg->pq.PQntuples(rows) > 0;
    pg->pq.PQclear(rows);
    return rows != NULL;
}

bool bd_pg_put_alias(void *db, const char *id, const char *of, bd_error *err)
{
    bd_pg_values v = { 0 };
    bd_pg_text(&v, id);
    bd_pg_text(&v, of);
    return bd_pg_do(db,
                    "INSERT INTO benchdoc.alias (id, run_id) VALUES ($1, $2)"
                    " ON CONFLICT (id) DO UPDATE SET run_id = excluded.run_id",
                    &v, "change a run", err);
}

/* The points go from where they were; the month may be another one afterwards. */
bool bd_pg_replace_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values id = { 0 }, points = { 0 }, v = { 0 };
    bd_pg_text(&id, row->head.id);
    PGresult *rows = bd_pg_ask(
        pg, "SELECT number, month FROM benchdoc.run WHERE id = $1 AND complete FOR UPDATE", &id,
        "change a run", err);
    if (!rows)
        return false;
    pg->number = (int32_t)bd_pg_column_int(pg, rows, 0, 0);
    bd_pg_int4(&points, (int32_t)bd_pg_column_int(pg, rows, 0, 1));
    bd_pg_int4(&points, pg->number);
    pg->pq.PQclear(rows);
    pg->month = bd_pg_month_of(row->head.measured_at_ns);
    pg->points = row->head.point_count;
    *number = pg->number;
    bd_pg_int4(&v, pg->month);
    bd_pg_put_head(row, &v);
    return bd_pg_send(pg, "DELETE FROM benchdoc.point WHERE month = $1 AND run = $2", &points,
                      "change a run", err)
           && bd_pg_send(pg,
                         "UPDATE benchdoc.run SET month = $1, suite = $3, format = $4,"
                         " commit_id = $5, branch = $6, cpu = $7, cpu_slug = $8, backend = $9,"
                         " file = $10, measured_at_ns = $11, commit_time_ns = $12, dirty = $13,"
                         " outcome = $14, points = $15, body = $16, complete = false,"
                         " digest = NULL WHERE id = $2 AND complete",
                         &v, "change a run", err);
}
