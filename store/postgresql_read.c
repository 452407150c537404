/* The PostgreSQL store: rows out. */
#include "store/postgresql.h"

#include <stdlib.h>
#include <string.h>

static const char *column_text(const bd_pg *pg, const PGresult *rows, const int at[static 2],
                               bd_arena *arena)
{
    bd_str text = bd_pg_column(pg, rows, at[0], at[1]);
    return text.ptr ? bd_arena_text(arena, text) : NULL;
}

static bd_str column_bytes(const bd_pg *pg, const PGresult *row, int column, bd_arena *arena)
{
    bd_str bytes = bd_pg_column(pg, row, 0, column);
    return (bd_str){ bytes.ptr ? bd_arena_copy(arena, bytes.ptr, bytes.len) : NULL, bytes.len };
}

/* ---- the list ---- */

static bool take_head(bd_pg *pg, const PGresult *row, void *context, bd_error *err)
{
    bd_run_heads *out = context;
    const char *texts[9];
    (void)err;
    for (int i = 0; i < (int)BD_COUNT(texts); i++)
        texts[i] = column_text(pg, row, (const int[2]){ 0, i }, &out->arena);
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_run_head){
        .id = texts[0],
        .suite = texts[1],
        .format = texts[2],
        .commit = texts[3],
        .branch = texts[4],
        .cpu = texts[5],
        .backend = texts[6],
        .file = texts[7],
        .digest = texts[8],
        .measured_at_ns = bd_pg_column_time(pg, row, 0, 9),
        .commit_time_ns = bd_pg_column_time(pg, row, 0, 10),
        .dirty = (bd_dirty)bd_pg_column_int(pg, row, 0, 11),
        .point_count = (size_t)bd_pg_column_int(pg, row, 0, 12),
        .outcome = (bd_outcome)bd_pg_column_int(pg, row, 0, 13),
    };
    return true;
}

bool bd_pg_list(void *db, const bd_run_filter *filter, bd_run_heads *out, bd_error *err)
{
    static const char sql[] =
        "SELECT id, suite, format, commit_id, branch, cpu, backend, file, digest, measured_at_ns,"
        " commit_time_ns, dirty, points, outcome FROM benchdoc.run WHERE complete"
        " AND ($1 IS NULL OR left(id, length($1)) = $1) AND ($2 IS NULL OR suite = $2)"
        " AND ($3 IS NULL OR left(commit_id, length($3)) = $3)"
        " AND ($4 IS NULL OR branch = $4) AND ($5 IS NULL OR cpu_slug = $5)"
        " AND ($6 IS NULL OR backend = $6) AND ($7 = 0 OR measured_at_ns >= $7)"
        " AND ($8 = 0 OR measured_at_ns < $8)"
        " ORDER BY measured_at_ns DESC NULLS LAST, number DESC LIMIT $9";
    bd_pg *pg = db;
    bd_pg_values v = { 0 };
    size_t limit = filter->limit;
    bd_pg_text(&v, filter->id_prefix);
    bd_pg_text(&v, filter->suite);
    bd_pg_text(&v, filter->commit_prefix);
    bd_pg_text(&v, filter->branch);
    bd_pg_text(&v, filter->cpu_slug);
    bd_pg_text(&v, filter->backend);
    bd_pg_int8(&v, filter->since_ns);
    bd_pg_int8(&v, filter->until_ns);
    bd_pg_int8(&v, limit == 0 || limit > INT64_MAX ? INT64_MAX : (int64_t)limit);
    const bd_pg_each each = { take_head, out, "list the runs" };
    return bd_pg_ready(pg, err) && bd_pg_ask_each(pg, sql, &v, &each, err);
}

/* ---- a run ---- */

/* Where the points of a run lie. */
typedef struct place {
    int32_t month, number;
    int64_t points; /* that are there */
} place;

static bool load_body(bd_pg *pg, const char *id, place *at, bd_stored_run *out, bd_error *err)
{
    bd_pg_values v = { 0 };
    bd_pg_text(&v, id);
    PGresult *rows = bd_pg_ask(pg,
                               "SELECT body, digest, month, number, points FROM benchdoc.run"
                               " WHERE id = $1 AND complete",
                               &v, "read a run", err);
    bool ok = rows && pg->pq.PQntuples(rows) == 1;
    if (ok) {
        bd_str hex = bd_pg_column(pg, rows, 0, 1);
        out->body = column_bytes(pg, rows, 0, &out->arena);
        if (hex.len < sizeof out->digest.hex)
            memcpy(out->digest.hex, hex.ptr ? hex.ptr : "", hex.len);
        at->month = (int32_t)bd_pg_column_int(pg, rows, 0, 2);
        at->number = (int32_t)bd_pg_column_int(pg, rows, 0, 3);
        out->count = (size_t)bd_pg_column_int(pg, rows, 0, 4);
    } else if (rows) {
        bd_fail(err, BD_ERR_STORE, "run %.12s is gone", id);
        bd_error_in_file(err, pg->shown);
        bd_hint(err, "somebody has dropped it meanwhile: run it again");
    }
    pg->pq.PQclear(rows);
    return ok;
}

/* Asked first: a damaged number must not ask for more memory than there are points. */
static bool count_points(bd_pg *pg, const char *id, const place *at, size_t wanted, bd_error *err)
{
    bd_pg_values v = { 0 };
    bd_pg_int4(&v, at->month);
    bd_pg_int4(&v, at->number);
    PGresult *rows = bd_pg_ask(
        pg, "SELECT pg_catalog.count(*) FROM benchdoc.point WHERE month = $1 AND run = $2", &v,
        "read the points of a run", err);
    int64_t there = rows ? bd_pg_column_int(pg, rows, 0, 0) : 0;
    pg->pq.PQclear(rows);
    if (!rows || (size_t)there == wanted)
        return rows != NULL;
    bd_fail(err, BD_ERR_STORE, "run %.12s is damaged: %lld of its %zu points are stored", id,
            (long long)there, wanted);
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "restore the store from a copy; `benchdoc store check` lists what is "
                        "damaged");
}

/* Rows come in any order; each knows its place. */
static bool take_point(bd_pg *pg, const PGresult *row, void *context, bd_error *err)
{
    bd_stored_run *out = context;
    int64_t at = bd_pg_column_int(pg, row, 0, 0);
    if (at < 0 || (size_t)at >= out->count || out->points[at].identity.ptr) {
        bd_fail(err, BD_ERR_STORE, "cannot read a run: the database is damaged");
        bd_error_in_file(err, pg->shown);
        return bd_hint(err, "restore it from a copy; `benchdoc store check` lists what is damaged");
    }
    out->points[at] = (bd_packed_point){
        .identity = column_bytes(pg, row, 1, &out->arena),
        .facts = column_bytes(pg, row, 2, &out->arena),
        .samples = column_bytes(pg, row, 3, &out->arena),
    };
    return true;
}

bool bd_pg_load(void *db, const char *id, bool points, bd_stored_run *out, bd_error *err)
{
    bd_pg *pg = db;
    place at = { 0 };
    bd_pg_values v = { 0 };
    if (!load_body(pg, id, &at, out, err))
        return false;
    if (!points)
        return true;
    if (!count_points(pg, id, &at, out->count, err))
        return false;
    out->points = bd_alloc(out->count * sizeof *out->points);
    bd_pg_int4(&v, at.month);
    bd_pg_int4(&v, at.number);
    const bd_pg_each each = { take_point, out, "read the points of a run" };
    return bd_pg_ask_each(pg,
                          "SELECT p.place, coalesce(p.identity, s.identity), p.facts, p.samples"
                          " FROM benchdoc.point AS p JOIN benchdoc.series AS s"
                          " ON s.number = p.series WHERE p.month = $1 AND p.run = $2",
                          &v, &each, err);
}
