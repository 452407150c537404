/* The PostgreSQL store: rows in. A small run is sent without waiting in between, a large one
 * goes through COPY. */
#include "store/postgresql.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- months ---- */

int32_t bd_pg_month_of(int64_t unix_ns)
{
    enum { NS = 1000000000 };
    struct tm parts;
    if (unix_ns == BD_TIME_UNKNOWN)
        return 0;
    time_t seconds = (time_t)(unix_ns / NS - (unix_ns % NS < 0));
    return gmtime_r(&seconds, &parts) ? (parts.tm_year + 1900) * 12 + parts.tm_mon : 0;
}

bool bd_pg_make_room(void *db, int64_t measured_at_ns, bd_error *err)
{
    bd_pg *pg = db;
    int32_t month = bd_pg_month_of(measured_at_ns);
    bd_pg_values v = { 0 };
    for (size_t i = 0; i < pg->month_count; i++)
        if (pg->months[i] == month)
            return true;
    bd_pg_int4(&v, month);
    if (!bd_pg_ready(pg, err)
        || !bd_pg_do(pg, "SELECT benchdoc.add_month($1)", &v, "make room for a month", err))
        return false;
    pg->months = bd_grow(pg->months, pg->month_count, &pg->month_capacity, sizeof *pg->months);
    pg->months[pg->month_count++] = month;
    return true;
}

/* ---- runs ---- */

/* While writing, whoever wants the same run waits; and a number is laid by for one that is
 * not there. */
static const char find_sql[] = "SELECT complete FROM benchdoc.run WHERE id = $1";
static const char find_to_write_sql[] =
    "WITH found AS (SELECT number, complete FROM benchdoc.run WHERE id = $1 FOR UPDATE)"
    " SELECT found.complete, CASE WHEN found.number IS NULL"
    " THEN pg_catalog.nextval('benchdoc.run_number') END"
    " FROM (SELECT 1) AS one LEFT JOIN found ON true";

bool bd_pg_find_run(void *db, const char *id, bd_run_state *out, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    bd_pg_text(&v, id);
    if (!pg->writing && !bd_pg_ready(pg, err))
        return false;
    PGresult *rows = bd_pg_ask(pg, pg->writing ? find_to_write_sql : find_sql, &v, "look a run up",
                               err);
    if (!rows)
        return false;
    if (pg->pq.PQntuples(rows) == 0 || pg->pq.PQgetisnull(rows, 0, 0))
        *out = BD_RUN_ABSENT;
    else
        *out = bd_pg_column_int(pg, rows, 0, 0) ? BD_RUN_COMPLETE : BD_RUN_LEFTOVER;
    pg->number = pg->writing ? (int32_t)bd_pg_column_int(pg, rows, 0, 1) : 0;
    pg->pq.PQclear(rows);
    return true;
}

static bool remove_by(bd_pg *pg, const char *id, const char *sql, const char *doing, bd_error *err)
{
    bd_pg_values by_id = { 0 }, by_place = { 0 }, by_number = { 0 };
    bd_pg_text(&by_id, id);
    PGresult *rows = bd_pg_ask(pg, "SELECT month, number FROM benchdoc.run WHERE id = $1", &by_id,
                               doing, err);
    bool ok = rows != NULL;
    if (ok && pg->pq.PQntuples(rows) == 1) {
        bd_pg_int4(&by_place, (int32_t)bd_pg_column_int(pg, rows, 0, 0));
        bd_pg_int4(&by_place, (int32_t)bd_pg_column_int(pg, rows, 0, 1));
        bd_pg_int4(&by_number, (int32_t)bd_pg_column_int(pg, rows, 0, 1));
        ok = bd_pg_send(pg, "DELETE FROM benchdoc.point WHERE month = $1 AND run = $2", &by_place,
                        doing, err)
             && bd_pg_send(pg, sql, &by_number, doing, err) && bd_pg_settle(pg, NULL, err);
    }
    pg->pq.PQclear(rows);
    return ok;
}

bool bd_pg_remove_run(void *db, const char *id, bd_error *err)
{
    return remove_by(db, id, "DELETE FROM benchdoc.run WHERE number = $1 AND NOT complete",
                     "remove an unfinished run", err);
}

bool bd_pg_drop_run(void *db, const char *id, bd_error *err)
{
    return remove_by(db, id, "DELETE FROM benchdoc.run WHERE number = $1 AND complete",
                     "drop a run", err);
}

/* Only where a leftover stood in the way. */
static bool take_number(bd_pg *pg, bd_error *err)
{
    PGresult *rows = bd_pg_ask(pg, "SELECT pg_catalog.nextval('benchdoc.run_number')", NULL,
                               "store a run", err);
    if (rows)
        pg->number = (int32_t)bd_pg_column_int(pg, rows, 0, 0);
    pg->pq.PQclear(rows);
    return rows != NULL;
}

void bd_pg_put_head(const bd_run_row *row, bd_pg_values *v)
{
    const bd_run_head *head = &row->head;
    bd_pg_text(v, head->id);
    bd_pg_text(v, head->suite);
    bd_pg_text(v, head->format);
    bd_pg_text(v, head->commit);
    bd_pg_text(v, head->branch);
    bd_pg_text(v, head->cpu);
    bd_pg_text(v, row->cpu_slug);
    bd_pg_text(v, head->backend);
    bd_pg_text(v, head->file);
    bd_pg_time(v, head->measured_at_ns);
    bd_pg_time(v, head->commit_time_ns);
    bd_pg_int4(v, (int32_t)head->dirty);
    bd_pg_int4(v, (int32_t)head->outcome);
    bd_pg_int4(v, (int32_t)head->point_count);
    bd_pg_bytes(v, BD_PG_BYTEA, row->body);
}

bool bd_pg_put_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    if (row->head.point_count > INT32_MAX)
        return bd_fail(err, BD_ERR_STORE, "a run of more than 2^31 points");
    if (pg->number == 0 && !take_number(pg, err))
        return false;
    pg->month = bd_pg_month_of(row->head.measured_at_ns);
    pg->points = row->head.point_count;
    *number = pg->number;
    bd_pg_int4(&v, pg->number);
    bd_pg_int4(&v, pg->month);
    bd_pg_put_head(row, &v);
    return bd_pg_send(pg,
                      "INSERT INTO benchdoc.run (number, month, id, suite, format, commit_id,"
                      " branch, cpu, cpu_slug, backend, file, measured_at_ns, commit_time_ns,"
                      " dirty, outcome, points, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,"
                      " $10, $11, $12, $13, $14, $15, $16, $17)",
                      &v, "store a run", err);
}

bool bd_pg_complete_run(void *db, int64_t run, const bd_digest *digest, bd_error *err)
{
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    if (pg->copying && !bd_pg_end_copy(pg, err))
        return false;
    bd_pg_int4(&v, (int32_t)run);
    bd_pg_text(&v, digest->hex);
    return bd_pg_send(pg, "UPDATE benchdoc.run SET digest = $2, complete = true WHERE number = $1",
                      &v, "store a run", err);
}
