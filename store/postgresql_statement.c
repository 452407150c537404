/* Statements: sent one behind the other without waiting (libpq's pipeline), answered
 * together; values in and out in PostgreSQL's binary forms. */
#include "store/postgresql.h"

#include <limits.h>
#include <string.h>

/* ---- binary forms: integers, high byte first ---- */

static void put_bytes(char *at, uint64_t n, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (char)(unsigned char)(n >> (8 * (size - 1 - i)));
}

static void add_bytes(bd_buf *out, uint64_t n, size_t size)
{
    char bytes[8];
    put_bytes(bytes, n, size);
    bd_buf_add(out, bytes, size);
}

void bd_pg_put16(bd_buf *out, int n)
{
    add_bytes(out, (uint64_t)(int64_t)n, 2);
}

void bd_pg_put32(bd_buf *out, int32_t n)
{
    add_bytes(out, (uint64_t)(int64_t)n, 4);
}

void bd_pg_put64(bd_buf *out, uint64_t n)
{
    add_bytes(out, n, 8);
}

void bd_pg_put_value(bd_buf *out, bd_str bytes)
{
    bd_pg_put32(out, bytes.ptr ? (int32_t)bytes.len : -1);
    if (bytes.ptr)
        bd_buf_put_str(out, bytes);
}

/* Dimensions, whether there may be NULLs, element type; length and first index. */
void bd_pg_put_array(bd_buf *out, bd_pg_type element, size_t count)
{
    bd_pg_put32(out, 1);
    bd_pg_put32(out, 1);
    bd_pg_put32(out, (int32_t)element);
    bd_pg_put32(out, (int32_t)count);
    bd_pg_put32(out, 1);
}

/* ---- values ---- */

void bd_pg_bytes(bd_pg_values *v, bd_pg_type type, bd_str bytes)
{
    int at = v->count++;
    v->types[at] = (Oid)type;
    v->values[at] = bytes.ptr;
    v->lengths[at] = bytes.len > INT_MAX ? 0 : (int)bytes.len;
    v->formats[at] = 1;
    v->too_large = v->too_large || bytes.len > (1U << 30) - 64;
}

void bd_pg_int4(bd_pg_values *v, int32_t n)
{
    put_bytes(v->numbers[v->count], (uint64_t)(int64_t)n, 4);
    bd_pg_bytes(v, BD_PG_INT4, (bd_str){ v->numbers[v->count], 4 });
}

void bd_pg_int8(bd_pg_values *v, int64_t n)
{
    put_bytes(v->numbers[v->count], (uint64_t)n, 8);
    bd_pg_bytes(v, BD_PG_INT8, (bd_str){ v->numbers[v->count], 8 });
}

void bd_pg_time(bd_pg_values *v, int64_t unix_ns)
{
    if (unix_ns != BD_TIME_UNKNOWN)
        bd_pg_int8(v, unix_ns);
    else
        bd_pg_bytes(v, BD_PG_INT8, (bd_str){ NULL, 0 });
}

void bd_pg_text(bd_pg_values *v, const char *text)
{
    bd_pg_bytes(v, BD_PG_TEXT, (bd_str){ text, text ? strlen(text) : 0 });
}

bd_str bd_pg_column(const bd_pg *pg, const PGresult *rows, int row, int column)
{
    if (pg->pq.PQgetisnull(rows, row, column))
        return (bd_str){ NULL, 0 };
    return (bd_str){ pg->pq.PQgetvalue(rows, row, column),
                     (size_t)pg->pq.PQgetlength(rows, row, column) };
}

/* A bool is an integer of one byte. */
int64_t bd_pg_column_int(const bd_pg *pg, const PGresult *rows, int row, int column)
{
    bd_str bytes = bd_pg_column(pg, rows, row, column);
    uint64_t n = bytes.len > 0 && (bytes.ptr[0] & 0x80) ? UINT64_MAX : 0;
    for (size_t i = 0; i < bytes.len; i++)
        n = n << 8 | (unsigned char)bytes.ptr[i];
    return (int64_t)n;
}

int64_t bd_pg_column_time(const bd_pg *pg, const PGresult *rows, int row, int column)
{
    return pg->pq.PQgetisnull(rows, row, column) ? BD_TIME_UNKNOWN
                                                 : bd_pg_column_int(pg, rows, row, column);
}

/* ---- sending ---- */

static bool fail_too_large(const bd_pg *pg, const char *doing, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE, "cannot %s: a text or a list of samples is too large for the store",
            doing);
    bd_error_in_file(err, pg->shown);
    return bd_hint(err, "leave the result file's raw data out, or split the file");
}

static bool send_one(bd_pg *pg, const char *sql, const bd_pg_values *v)
{
    static const bd_pg_values none = { 0 };
    if (!v)
        v = &none;
    return pg->conn
           && pg->pq.PQsendQueryParams(pg->conn, sql, v->count, v->types, v->values, v->lengths,
                                       v->formats, 1);
}

bool bd_pg_send(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing, bd_error *err)
{
    if (v && v->too_large)
        return fail_too_large(pg, doing, err);
    if (pg->queued == BD_PG_QUEUE_MAX && !bd_pg_settle(pg, NULL, err))
        return false;
    if (!pg->conn || !pg->pq.PQenterPipelineMode(pg->conn) || !send_one(pg, sql, v))
        return bd_pg_fail(pg, NULL, doing, err);
    pg->queue[pg->queued++] = doing;
    return true;
}

/* ---- answers ---- */

static bool is_good(ExecStatusType status)
{
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_SINGLE_TUPLE;
}

/* One answer of the statement at `at`. @return false when it is an error */
static bool take_answer(bd_pg *pg, PGresult *answer, size_t at, PGresult **last, bd_error *err)
{
    ExecStatusType status = pg->pq.PQresultStatus(answer);
    if (is_good(status)) {
        if (last && at + 1 == pg->queued) {
            pg->pq.PQclear(*last);
            *last = answer;
        } else {
            pg->pq.PQclear(answer);
        }
        return true;
    }
    if (status != PGRES_PIPELINE_ABORTED) /* those behind the one that failed */
        bd_pg_fail(pg, answer, pg->queue[at < pg->queued ? at : pg->queued - 1], err);
    pg->pq.PQclear(answer);
    return false;
}

bool bd_pg_settle(bd_pg *pg, PGresult **last, bd_error *err)
{
    bool ok = true, synced = false;
    if (pg->queued == 0)
        return true;
    if (last)
        *last = NULL;
    if (!pg->pq.PQpipelineSync(pg->conn))
        ok = bd_pg_fail(pg, NULL, pg->queue[0], err);
    for (size_t at = 0; ok && !synced && at <= pg->queued;) {
        PGresult *answer = bd_pg_next(pg);
        if (!answer)
            at++;
        else if (pg->pq.PQresultStatus(answer) == PGRES_PIPELINE_SYNC)
            synced = true;
        else if (!take_answer(pg, answer, at, last, err))
            break;
        if (synced)
            pg->pq.PQclear(answer);
    }
    ok = ok && (synced || bd_pg_fail(pg, NULL, pg->queue[pg->queued - 1], err));
    if (!ok) {
        bd_pg_drain(pg);
        if (last) {
            pg->pq.PQclear(*last);
            *last = NULL;
        }
    }
    pg->queued = 0;
    if (ok && !pg->pq.PQexitPipelineMode(pg->conn))
        ok = bd_pg_fail(pg, NULL, "use the store", err);
    return ok;
}

/* Two times nothing in a row: there is no more. */
void bd_pg_drain(bd_pg *pg)
{
    int nothing = 0;
    while (pg->conn && nothing < 2 + BD_PG_QUEUE_MAX
           && pg->pq.PQstatus(pg->conn) == CONNECTION_OK) {
        PGresult *answer = bd_pg_next(pg);
        bool synced = answer && pg->pq.PQresultStatus(answer) == PGRES_PIPELINE_SYNC;
        nothing = answer ? 0 : nothing + 1;
        pg->pq.PQclear(answer);
        if (synced)
            break;
    }
    pg->queued = 0;
    if (pg->conn)
        pg->pq.PQexitPipelineMode(pg->conn);
}

PGresult *bd_pg_ask(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing,
                    bd_error *err)
{
    PGresult *rows = NULL;
    if (bd_pg_send(pg, sql, v, doing, err))
        bd_pg_settle(pg, &rows, err);
    return rows;
}

bool bd_pg_run(bd_pg *pg, const char *sql, const char *doing, bd_error *err)
{
    PGresult *result = bd_pg_exec(pg, sql);
    bool ok = is_good(pg->pq.PQresultStatus(result)) || bd_pg_fail(pg, result, doing, err);
    pg->pq.PQclear(result);
    return ok;
}

bool bd_pg_do(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing, bd_error *err)
{
    PGresult *rows = bd_pg_ask(pg, sql, v, doing, err);
    bool ok = rows != NULL;
    pg->pq.PQclear(rows);
    return ok;
}

static bool begin_each(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing,
                       bd_error *err)
{
    if (!bd_pg_settle(pg, NULL, err) || !bd_pg_send(pg, sql, v, doing, err))
        return false;
    return (pg->pq.PQpipelineSync(pg->conn) && pg->pq.PQsetSingleRowMode(pg->conn))
           || bd_pg_fail(pg, NULL, doing, err);
}

/* In the pipeline too: outside of it libpq 15 stays in this mode for the next statement that
 * is sent inside. Without the sync at its end an answer is not whole. */
bool bd_pg_ask_each(bd_pg *pg, const char *sql, const bd_pg_values *v, const bd_pg_each *each,
                    bd_error *err)
{
    enum { NOTHINGS = 3 }; /* one behind the rows; more of them: no sync will come */
    bool ok = begin_each(pg, sql, v, each->doing, err), synced = false;
    for (int nothings = 0; ok && !synced && nothings < NOTHINGS;) {
        PGresult *answer = bd_pg_next(pg);
        ExecStatusType status = pg->pq.PQresultStatus(answer);
        if (!answer)
            nothings++;
        else if (status == PGRES_PIPELINE_SYNC)
            synced = true;
        else if (status == PGRES_SINGLE_TUPLE)
            ok = each->take(pg, answer, each->context, err);
        else if (!is_good(status))
            ok = bd_pg_fail(pg, answer, each->doing, err);
        pg->pq.PQclear(answer);
    }
    ok = ok && (synced || bd_pg_fail(pg, NULL, each->doing, err));
    if (!ok)
        bd_pg_drain(pg);
    pg->queued = 0;
    if (ok && !pg->pq.PQexitPipelineMode(pg->conn))
        ok = bd_pg_fail(pg, NULL, each->doing, err);
    return ok;
}
