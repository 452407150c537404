/* What the server itself allows for the points that are in the store: the same bytes by COPY
 * into tables of every kind, and by the statements that one would otherwise use. */
#include "tests/bench/stores.h"

#include "core/base/buf.h"

#include <libpq-fe.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 8, HEAD = 19, AT_ONCE = 1000, PIECE = 1 << 16 };

/* Rows of a binary COPY (PostgreSQL's manual, COPY, "File Formats"). */
typedef struct rows {
    PGconn *conn;
    bd_buf bytes;
    size_t at; /* of the next row */
    const char *values[FIELDS * AT_ONCE];
    int lengths[FIELDS * AT_ONCE], formats[FIELDS * AT_ONCE];
    size_t count;
} rows;

static bool refuse(PGconn *conn, bd_error *err)
{
    return bd_fail(err, BD_ERR_STORE, "%s", PQerrorMessage(conn));
}

static bool run(PGconn *conn, const char *sql, bd_error *err)
{
    PGresult *answer = PQexec(conn, sql);
    bool ok = PQresultStatus(answer) == PGRES_COMMAND_OK || refuse(conn, err);
    PQclear(answer);
    return ok;
}

static int32_t get(const unsigned char *at, size_t bytes)
{
    uint32_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n = n << 8 | at[i];
    return (int32_t)n;
}

static bool take_all(rows *r, bd_error *err)
{
    static const char sql[] = "COPY (SELECT month, run, series, place, value, identity, facts,"
                              " samples FROM benchdoc.point) TO STDOUT (FORMAT binary)";
    char *piece = NULL;
    PGresult *answer = PQexec(r->conn, sql);
    bool ok = PQresultStatus(answer) == PGRES_COPY_OUT || refuse(r->conn, err);
    PQclear(answer);
    for (int len; ok && (len = PQgetCopyData(r->conn, &piece, 0)) > 0;) {
        bd_buf_add(&r->bytes, piece, (size_t)len);
        PQfreemem(piece);
    }
    while ((answer = PQgetResult(r->conn)) != NULL)
        PQclear(answer);
    return ok;
}

/* The next rows, at most a statement's. @return how many */
static size_t take_rows(rows *r)
{
    size_t n = 0;
    const unsigned char *bytes = (const unsigned char *)r->bytes.data;
    for (; n < AT_ONCE && get(bytes + r->at, 2) == FIELDS; n++) {
        r->at += 2;
        for (size_t f = n * FIELDS; f < (n + 1) * FIELDS; f++) {
            int32_t len = get(bytes + r->at, 4);
            bool absent = (uint32_t)len == UINT32_MAX;
            r->at += 4;
            r->values[f] = absent ? NULL : r->bytes.data + r->at;
            r->lengths[f] = absent ? 0 : len;
            r->formats[f] = 1;
            r->at += absent ? 0 : (size_t)len;
        }
    }
    r->count += n;
    return n;
}

/* ---- ways ---- */

static bool copy(rows *r, bd_error *err)
{
    PGresult *answer = PQexec(r->conn, "COPY bench.target FROM STDIN (FORMAT binary)");
    bool ok = PQresultStatus(answer) == PGRES_COPY_IN || refuse(r->conn, err);
    PQclear(answer);
    for (size_t at = 0; ok && at < r->bytes.len; at += PIECE) {
        size_t left = r->bytes.len - at;
        ok = PQputCopyData(r->conn, r->bytes.data + at, (int)(left < PIECE ? left : PIECE)) == 1;
    }
    ok = ok && PQputCopyEnd(r->conn, NULL) == 1;
    while (ok && (answer = PQgetResult(r->conn)) != NULL) {
        ok = PQresultStatus(answer) == PGRES_COMMAND_OK || refuse(r->conn, err);
        PQclear(answer);
    }
    return ok;
}

static bool prepare(rows *r, size_t count, bd_error *err)
{
    bd_buf sql = BD_BUF_INIT;
    bd_buf_puts(&sql, "INSERT INTO bench.target VALUES ");
    for (size_t i = 0; i < count * FIELDS; i++)
        bd_buf_printf(&sql, "%s$%zu%s",
                      i % FIELDS > 0 ? ", "
                      : i > 0        ? ", ("
                                     : "(",
                      i + 1, i % FIELDS == FIELDS - 1 ? ")" : "");
    PGresult *answer = PQprepare(r->conn, "insert", bd_buf_text(&sql), 0, NULL);
    bool ok = PQresultStatus(answer) == PGRES_COMMAND_OK || refuse(r->conn, err);
    PQclear(answer);
    bd_buf_release(&sql);
    return ok;
}

static void put_literal(const rows *r, size_t field, bd_buf *out)
{
    static const char hex[] = "0123456789abcdef";
    enum { INTS = 4, VALUE = 4 };
    const unsigned char *bytes = (const unsigned char *)r->values[field];
    uint64_t bits = 0;
    double value;
    if (!bytes) {
        bd_buf_puts(out, "NULL");
    } else if (field % FIELDS < INTS) {
        bd_buf_printf(out, "%d", get(bytes, 4));
    } else if (field % FIELDS == VALUE) {
        for (size_t i = 0; i < sizeof bits; i++)
            bits = bits << 8 | bytes[i];
        memcpy(&value, &bits, sizeof value);
        bd_buf_printf(out, "%.17g", value);
    } else {
        bd_buf_puts(out, "'\\x");
        for (int i = 0; i < r->lengths[field]; i++) {
            bd_buf_putc(out, hex[bytes[i] >> 4]);
            bd_buf_putc(out, hex[bytes[i] & 15]);
        }
        bd_buf_putc(out, '\'');
    }
}

/* As text, as most programs do it. */
static bool insert_text(rows *r, bd_error *err)
{
    bool ok = true;
    bd_buf sql = BD_BUF_INIT;
    for (size_t n; ok && (n = take_rows(r)) > 0;) {
        bd_buf_clear(&sql);
        bd_buf_puts(&sql, "INSERT INTO bench.target VALUES ");
        for (size_t f = 0; f < n * FIELDS; f++) {
            bd_buf_puts(&sql, f % FIELDS > 0 ? ", " : f > 0 ? "), (" : "(");
            put_literal(r, f, &sql);
        }
        bd_buf_putc(&sql, ')');
        ok = run(r->conn, bd_buf_text(&sql), err);
    }
    bd_buf_release(&sql);
    return ok;
}

/* As many rows as make whole statements. */
static bool insert(rows *r, bd_error *err)
{
    bool ok = prepare(r, AT_ONCE, err);
    while (ok && take_rows(r) == AT_ONCE) {
        PGresult *answer = PQexecPrepared(r->conn, "insert", AT_ONCE * FIELDS, r->values,
                                          r->lengths, r->formats, 0);
        ok = PQresultStatus(answer) == PGRES_COMMAND_OK || refuse(r->conn, err);
        PQclear(answer);
    }
    return ok;
}

/* A row a statement; answers are read after every thousand. */
static bool pipeline(rows *r, bd_error *err)
{
    bool ok = prepare(r, 1, err) && PQenterPipelineMode(r->conn) == 1;
    for (size_t n; ok && (n = take_rows(r)) > 0;) {
        for (size_t i = 0; ok && i < n; i++)
            ok = PQsendQueryPrepared(r->conn, "insert", FIELDS, &r->values[i * FIELDS],
                                     &r->lengths[i * FIELDS], r->formats, 0)
                 == 1;
        ok = ok && PQpipelineSync(r->conn) == 1;
        for (bool more = ok; more;) {
            PGresult *answer = PQgetResult(r->conn);
            ExecStatusType status = answer ? PQresultStatus(answer) : PGRES_COMMAND_OK;
            ok = ok && (status == PGRES_COMMAND_OK || status == PGRES_PIPELINE_SYNC);
            more = status != PGRES_PIPELINE_SYNC && PQstatus(r->conn) == CONNECTION_OK;
            PQclear(answer);
        }
    }
    ok = PQexitPipelineMode(r->conn) == 1 && ok;
    return ok || refuse(r->conn, err);
}

/* ---- what is measured ---- */

typedef struct way {
    const char *task, *table;
    bool (*put)(rows *r, bd_error *err);
} way;

#define LIKE_POINT "TABLE bench.target (LIKE benchdoc.point INCLUDING "
#define PART(n)                                                               \
    "; CREATE TABLE bench.target_" #n " PARTITION OF bench.target FOR VALUES" \
    " WITH (MODULUS 4, REMAINDER " #n ")"
#define PARTS "CREATE " LIKE_POINT "ALL) PARTITION BY HASH (series)" PART(0) PART(1) PART(2) PART(3)

#define BARE "CREATE " LIKE_POINT "STORAGE)"

/* Each INSERT of text is what those after it are compared with. */
static const way ways[] = {
    { "INSERT of 1000 rows as text, a table without index", BARE, insert_text },
    { "INSERT of 1000 rows, prepared and binary, the same", BARE, insert },
    { "COPY, the same", BARE, copy },
    { "COPY, unlogged", "CREATE UNLOGGED " LIKE_POINT "STORAGE)", copy },
    { "INSERT of 1000 rows as text, four parts with index", PARTS, insert_text },
    { "INSERT of 1000 rows, prepared and binary, these parts", PARTS, insert },
    { "INSERT of a row each, prepared, in a pipeline, these parts", PARTS, pipeline },
    { "COPY, these parts", PARTS, copy },
};

static void report(stores *s, const char *task, double rate, double insert_rate)
{
    measured m = { .benchmark = "server",
                   .store = stores_name(true),
                   .task = task,
                   .metric = "rate",
                   .unit = "points/s",
                   .larger = true };
    stores_add_one(s, m, rate);
    m.metric = "factor";
    m.unit = "ratio";
    stores_add_one(s, m, rate / insert_rate);
}

static bool measure(rows *r, const way *w, double *rate, bd_error *err)
{
    if (!run(r->conn, "DROP SCHEMA IF EXISTS bench CASCADE; CREATE SCHEMA bench", err)
        || !run(r->conn, w->table, err) || !run(r->conn, "CHECKPOINT", err))
        return false;
    r->at = HEAD;
    r->count = 0;
    while (take_rows(r) > 0)
        continue;
    double points = (double)r->count, begun = stores_seconds();
    r->at = HEAD;
    r->count = 0;
    bool ok = run(r->conn, "BEGIN", err) && w->put(r, err) && run(r->conn, "COMMIT", err);
    points = r->count > 0 ? (double)r->count : points;
    *rate = points / (stores_seconds() - begun);
    return run(r->conn, "DEALLOCATE ALL; DROP SCHEMA bench CASCADE", err) && ok;
}

bool stores_server(stores *s, bd_error *err)
{
    double rate = 0, insert_rate = 0;
    if (!s->server)
        return true;
    rows *r = bd_alloc(sizeof *r);
    r->conn = PQconnectdb(s->server);
    PQsetErrorVerbosity(r->conn, PQERRORS_TERSE);
    bool ok = run(r->conn, "SET client_min_messages = warning", err) && take_all(r, err);
    for (size_t i = 0; ok && i < BD_COUNT(ways); i++) {
        ok = measure(r, &ways[i], &rate, err);
        insert_rate = ways[i].put == insert_text ? rate : insert_rate;
        if (ok)
            report(s, ways[i].task, rate, insert_rate);
    }
    if (ok)
        report(s, "benchdoc: a COPY and a transaction each run, these parts", s->server_rate,
               insert_rate);
    PQfinish(r->conn);
    bd_buf_release(&r->bytes);
    free(r);
    return ok;
}
