/* The PostgreSQL store: points in, by COPY or, where they are few, by one statement that is
 * sent along with the run's others. */
#include "store/postgresql.h"

#include <string.h>

static bd_str value_bytes(bd_number value, char bytes[static 8])
{
    double d = bd_number_as_double(value);
    uint64_t bits;
    if (value.kind == BD_NUMBER_NONE)
        return (bd_str){ NULL, 0 };
    memcpy(&bits, &d, sizeof bits);
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (char)(unsigned char)(bits >> (56 - 8 * i));
    return (bd_str){ bytes, 8 };
}

static void put_value(bd_buf *out, bd_number value)
{
    char bytes[8];
    bd_pg_put_value(out, value_bytes(value, bytes));
}

static bd_str or_null(bd_str bytes)
{
    return bytes.len > 0 ? bytes : (bd_str){ NULL, 0 };
}

static bd_str own_identity(const bd_point_row *row)
{
    return row->own_identity ? row->packed.identity : (bd_str){ NULL, 0 };
}

static void put_int(bd_buf *out, int64_t n)
{
    bd_pg_put32(out, 4);
    bd_pg_put32(out, (int32_t)n);
}

static bool too_large(const bd_pg *pg, const bd_point_row *row, bd_error *err)
{
    enum { MOST = 1 << 30 };
    if (row->packed.facts.len < MOST && row->packed.samples.len < MOST
        && row->packed.identity.len < MOST)
        return false;
    bd_fail(err, BD_ERR_STORE,
            "cannot store a point: a text or a list of samples is too large for the store");
    bd_error_in_file(err, pg->shown);
    bd_hint(err, "leave the result file's raw data out, or split the file");
    return true;
}

/* ---- a few: arrays, of which the server makes rows ---- */

static bool insert_points(bd_pg *pg, const bd_point_row *rows, size_t count, bd_error *err)
{
    enum { SERIES, PLACE, VALUE, IDENTITY, FACTS, SAMPLES, ARRAYS };
    static const bd_pg_type types[][2] = {
        { BD_PG_INT4, BD_PG_INT4_ARRAY },     { BD_PG_INT4, BD_PG_INT4_ARRAY },
        { BD_PG_FLOAT8, BD_PG_FLOAT8_ARRAY }, { BD_PG_BYTEA, BD_PG_BYTEA_ARRAY },
        { BD_PG_BYTEA, BD_PG_BYTEA_ARRAY },   { BD_PG_BYTEA, BD_PG_BYTEA_ARRAY },
    };
    bd_buf arrays[ARRAYS] = { 0 };
    bd_pg_values v = { 0 };
    for (size_t a = 0; a < ARRAYS; a++)
        bd_pg_put_array(&arrays[a], types[a][0], count);
    for (size_t i = 0; i < count; i++) {
        put_int(&arrays[SERIES], rows[i].series);
        put_int(&arrays[PLACE], (int64_t)rows[i].place);
        put_value(&arrays[VALUE], rows[i].value);
        bd_pg_put_value(&arrays[IDENTITY], own_identity(&rows[i]));
        bd_pg_put_value(&arrays[FACTS], rows[i].packed.facts);
        bd_pg_put_value(&arrays[SAMPLES], or_null(rows[i].packed.samples));
    }
    bd_pg_int4(&v, pg->month);
    bd_pg_int4(&v, pg->number);
    for (size_t a = 0; a < ARRAYS; a++)
        bd_pg_bytes(&v, types[a][1], bd_buf_str(&arrays[a]));
    bool ok = bd_pg_send(pg,
                         "INSERT INTO benchdoc.point (month, run, series, place, value, identity,"
                         " facts, samples) SELECT $1, $2, p.series, p.place, p.value, p.identity,"
                         " p.facts, p.samples FROM unnest($3, $4, $5, $6, $7, $8)"
                         " AS p (series, place, value, identity, facts, samples)",
                         &v, "store the points of a run", err);
    for (size_t a = 0; a < ARRAYS; a++)
        bd_buf_release(&arrays[a]);
    return ok;
}

/* ---- many: COPY ---- */

enum { FIELDS = 8, PIECE = 1 << 16 };

static bool send_copy(bd_pg *pg, bd_error *err)
{
    size_t len = pg->copy.len;
    if (len > 0 && pg->pq.PQputCopyData(pg->conn, pg->copy.data, (int)len) != 1)
        return bd_pg_fail(pg, NULL, "store the points of a run", err);
    bd_buf_clear(&pg->copy);
    return true;
}

static bool begin_copy(bd_pg *pg, bd_error *err)
{
    static const char sql[] = "COPY benchdoc.point (month, run, series, place, value, identity,"
                              " facts, samples) FROM STDIN (FORMAT binary)";
    static const char head[] =
        "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0"; /* with the final NUL: 19 bytes */
    if (!bd_pg_settle(pg, NULL, err))
        return false;
    PGresult *answer = bd_pg_exec(pg, sql);
    pg->copying = pg->pq.PQresultStatus(answer) == PGRES_COPY_IN;
    if (!pg->copying)
        bd_pg_fail(pg, answer, "store the points of a run", err);
    pg->pq.PQclear(answer);
    bd_buf_clear(&pg->copy);
    bd_buf_add(&pg->copy, head, sizeof head);
    return pg->copying;
}

static void add_row(bd_pg *pg, const bd_point_row *row)
{
    bd_buf *out = &pg->copy;
    bd_pg_put16(out, FIELDS);
    put_int(out, pg->month);
    put_int(out, pg->number);
    put_int(out, row->series);
    put_int(out, (int64_t)row->place);
    put_value(out, row->value);
    bd_pg_put_value(out, own_identity(row));
    bd_pg_put_value(out, row->packed.facts);
    bd_pg_put_value(out, or_null(row->packed.samples));
}

static bool copy_points(bd_pg *pg, const bd_point_row *rows, size_t count, bd_error *err)
{
    if (!pg->copying && !begin_copy(pg, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        add_row(pg, &rows[i]);
        if (pg->copy.len >= PIECE && !send_copy(pg, err))
            return false;
    }
    return true;
}

bool bd_pg_end_copy(bd_pg *pg, bd_error *err)
{
    PGresult *answer;
    bool ok = true;
    bd_pg_put16(&pg->copy, -1);
    if (!send_copy(pg, err))
        return false;
    if (pg->pq.PQputCopyEnd(pg->conn, NULL) != 1)
        return bd_pg_fail(pg, NULL, "store the points of a run", err);
    pg->copying = false;
    while ((answer = bd_pg_next(pg)) != NULL) {
        if (pg->pq.PQresultStatus(answer) != PGRES_COMMAND_OK)
            ok = bd_pg_fail(pg, answer, "store the points of a run", err);
        pg->pq.PQclear(answer);
    }
    return ok;
}

bool bd_pg_put_points(void *db, int64_t run, const bd_point_row *rows, size_t count, bd_error *err)
{
    bd_pg *pg = db;
    (void)run;
    for (size_t i = 0; i < count; i++)
        if (too_large(pg, &rows[i], err))
            return false;
    return pg->points <= BD_POINT_GROUP ? insert_points(pg, rows, count, err)
                                        : copy_points(pg, rows, count, err);
}
