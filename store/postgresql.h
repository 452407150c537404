/* store/postgresql.h: private to the PostgreSQL backend: its handle and its tools. */
#ifndef BD_STORE_POSTGRESQL_H
#define BD_STORE_POSTGRESQL_H

#include "store/internal.h"

#include <libpq-fe.h>

/* ---- libpq, opened by name ---- */

#define BD_PQ_FUNCTIONS(NAME) \
    NAME(PQconninfoParse) \
    NAME(PQconninfo) \
    NAME(PQconninfoFree) \
    NAME(PQfreemem) \
    NAME(PQconnectStartParams) \
    NAME(PQconnectPoll) \
    NAME(PQconnectdbParams) \
    NAME(PQfinish) \
    NAME(PQstatus) \
    NAME(PQsocket) \
    NAME(PQtransactionStatus) \
    NAME(PQserverVersion) \
    NAME(PQparameterStatus) \
    NAME(PQerrorMessage) \
    NAME(PQsetErrorVerbosity) \
    NAME(PQsetNoticeProcessor) \
    NAME(PQsendQuery) \
    NAME(PQsendQueryParams) \
    NAME(PQsetSingleRowMode) \
    NAME(PQgetResult) \
    NAME(PQisBusy) \
    NAME(PQconsumeInput) \
    NAME(PQgetCancel) \
    NAME(PQcancel) \
    NAME(PQfreeCancel) \
    NAME(PQenterPipelineMode) \
    NAME(PQexitPipelineMode) \
    NAME(PQpipelineSync) \
    NAME(PQputCopyData) \
    NAME(PQputCopyEnd) \
    NAME(PQresultStatus) \
    NAME(PQresultErrorField) \
    NAME(PQntuples) \
    NAME(PQgetisnull) \
    NAME(PQgetlength) \
    NAME(PQgetvalue) \
    NAME(PQclear)

typedef struct bd_pq {
#define NAME(function) __typeof__(function) *(function);
    BD_PQ_FUNCTIONS(NAME)
#undef NAME
} bd_pq;

/* @return false with BD_ERR_STORE: not installed, or older than version 14 */
bool bd_pq_open(bd_pq *out, bd_error *err);

/* ---- the handle ---- */

enum { BD_PG_QUEUE_MAX = 8 };

typedef struct bd_pg {
    bd_pq       pq;
    PGconn     *conn;  /* owned; NULL = to be made */
    char       *url;   /* owned; may hold a password: never shown */
    char       *shown; /* owned; the same without */
    bool        read_only, absent_ok;
    int         timeout_ms;   /* for another process's lock */
    const bd_env *env;       /* borrowed; NULL = nothing interrupts */
    bool        cancelled;   /* it was interrupted, and the server was asked to stop */
    const char *queue[BD_PG_QUEUE_MAX]; /* what the statements are for that no answer was read of */
    size_t      queued;
    char        state[6];    /* SQLSTATE of the last failure; "" = none */
    bool        opened;      /* it has worked once: a server that is gone will come back */
    bool        lost;        /* the last failure was that of the connection */
    int         refused;     /* how often no server was there when it was opened */
    bool        writing;     /* in a transaction that may write */
    bool        committing;  /* COMMIT is on its way */
    /* of the run that is being put */
    int32_t     number, month;
    size_t      points;
    bool        copying;
    bd_buf      copy;        /* a piece of COPY data */
    int32_t    *months;      /* owned; that have room for points, as far as it is known */
    size_t      month_count, month_capacity;
} bd_pg;

/* ---- the URL ---- */

/* Appends the URL without its passwords. */
void bd_pg_show_url(const char *target, bd_buf *out);
/* Refuses a URL that libpq would take apart in another way than it is meant; the message
 * repeats nothing of it. */
bool bd_pg_check_url(const bd_pq *pq, const char *url, bd_error *err);
/* "***" for each of the connection's secrets in `text`; its first line only. */
void bd_pg_clean_text(bd_pg *pg, const char *text, bd_buf *out);

/* ---- connecting ---- */

/* Makes sure that there is a connection that can be used. Outside of transactions. */
bool bd_pg_ready(bd_pg *pg, bd_error *err);
void bd_pg_disconnect(bd_pg *pg);

/* ---- waiting: an interruption (bd_env) ends it ---- */

/* The next answer of what was sent, owned; NULL = there is none. Once interrupted the server is
 * asked to cancel, and bd_pg_fail() says that. */
PGresult *bd_pg_next(bd_pg *pg);
/* Static statements without values: the last answer, owned; NULL on a lost connection. */
PGresult *bd_pg_exec(bd_pg *pg, const char *sql);
/* For the socket while connecting. @return false when the time is over, or interrupted */
bool bd_pg_wait_for(bd_pg *pg, PostgresPollingStatusType what, int timeout_ms);

/* ---- failures ---- */

/* Turns what the server said into words. @param result  NULL: the connection's own failure */
bool bd_pg_fail(bd_pg *pg, const PGresult *result, const char *doing, bd_error *err);
/* Why there is no connection. */
bool bd_pg_fail_connect(bd_pg *pg, const char *text, bd_error *err);
bd_retry bd_pg_retry(void *db);

/* ---- statements ---- */

/* Values of one statement, in binary. Texts and bytes are borrowed until it is sent. */
enum { BD_PG_VALUES_MAX = 18 };
typedef struct bd_pg_values {
    int         count;
    Oid         types[BD_PG_VALUES_MAX];
    const char *values[BD_PG_VALUES_MAX];
    int         lengths[BD_PG_VALUES_MAX];
    int         formats[BD_PG_VALUES_MAX];
    char        numbers[BD_PG_VALUES_MAX][8];
    bool        too_large;
} bd_pg_values;

typedef enum bd_pg_type { /* of pg_type.dat, where they never change */
    BD_PG_BYTEA = 17,
    BD_PG_INT8 = 20,
    BD_PG_INT4 = 23,
    BD_PG_TEXT = 25,
    BD_PG_FLOAT8 = 701,
    BD_PG_BYTEA_ARRAY = 1001,
    BD_PG_INT4_ARRAY = 1007,
    BD_PG_TEXT_ARRAY = 1009,
    BD_PG_FLOAT8_ARRAY = 1022,
} bd_pg_type;

void bd_pg_int4(bd_pg_values *v, int32_t n);
void bd_pg_int8(bd_pg_values *v, int64_t n);
void bd_pg_time(bd_pg_values *v, int64_t unix_ns); /* unknown is NULL */
void bd_pg_text(bd_pg_values *v, const char *text); /* NULL is NULL */
void bd_pg_bytes(bd_pg_values *v, bd_pg_type type, bd_str bytes);

/* Sends a statement without waiting for what it answers.
 * @param doing  static: "store a run"
 * @param v      NULL = none */
bool bd_pg_send(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing,
                bd_error *err);
/* Waits for all that was sent. @param last  gets the last answer, owned; may be NULL */
bool bd_pg_settle(bd_pg *pg, PGresult **last, bd_error *err);
/* Sends it and waits. @return the rows, owned; NULL on failure */
PGresult *bd_pg_ask(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing,
                    bd_error *err);
/* The same where no rows are wanted. */
bool bd_pg_do(bd_pg *pg, const char *sql, const bd_pg_values *v, const char *doing, bd_error *err);
/* Static statements without values, several at once or such as want no transaction. */
bool bd_pg_run(bd_pg *pg, const char *sql, const char *doing, bd_error *err);
/* One row after the other, for many: each is given to `take` as a result of one row. */
typedef bool bd_pg_take(bd_pg *pg, const PGresult *row, void *context, bd_error *err);
typedef struct bd_pg_each {
    bd_pg_take *take;
    void       *context;
    const char *doing;
} bd_pg_each;
bool bd_pg_ask_each(bd_pg *pg, const char *sql, const bd_pg_values *v, const bd_pg_each *each,
                    bd_error *err);
/* Reads and forgets whatever is under way. */
void bd_pg_drain(bd_pg *pg);

/* Columns of an answer. NULL is 0, the empty slice, a time that is unknown. */
int64_t bd_pg_column_int(const bd_pg *pg, const PGresult *rows, int row, int column);
int64_t bd_pg_column_time(const bd_pg *pg, const PGresult *rows, int row, int column);
bd_str  bd_pg_column(const bd_pg *pg, const PGresult *rows, int row, int column); /* borrowed */

/* ---- binary forms ---- */

void bd_pg_put16(bd_buf *out, int n);
void bd_pg_put32(bd_buf *out, int32_t n);
void bd_pg_put64(bd_buf *out, uint64_t n);
/* A value with its length before it; without pointer NULL. */
void bd_pg_put_value(bd_buf *out, bd_str bytes);
/* The head of an array of one dimension; `count` values follow. */
void bd_pg_put_array(bd_buf *out, bd_pg_type element, size_t count);

/* ---- schema ---- */

int  bd_pg_newest_version(void);
bool bd_pg_migrate(bd_pg *pg, bool may_create, bool may_migrate, bd_error *err);

/* ---- parts of the backend ---- */

/* 12 * year + month - 1, as the points' column has it; 0 = unknown. */
int32_t bd_pg_month_of(int64_t unix_ns);
/* The columns of a run from its id on, 15 values. */
void bd_pg_put_head(const bd_run_row *row, bd_pg_values *v);

bool bd_pg_make_room(void *db, int64_t measured_at_ns, bd_error *err);
bool bd_pg_find_run(void *db, const char *id, bd_run_state *out, bd_error *err);
bool bd_pg_remove_run(void *db, const char *id, bd_error *err);
bool bd_pg_drop_run(void *db, const char *id, bd_error *err);
bool bd_pg_digest(void *db, const char *id, bd_digest *out, bd_error *err);
bool bd_pg_replace_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
bool bd_pg_put_alias(void *db, const char *id, const char *of, bd_error *err);
bool bd_pg_find_alias(void *db, const char *id, bool *known, bd_error *err);
bool bd_pg_put_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
bool bd_pg_put_series(void *db, bd_series_batch *batch, bd_error *err);
bool bd_pg_put_points(void *db, int64_t run, const bd_point_row *rows, size_t count, bd_error *err);
bool bd_pg_end_copy(bd_pg *pg, bd_error *err);
bool bd_pg_complete_run(void *db, int64_t run, const bd_digest *digest, bd_error *err);
bool bd_pg_list(void *db, const bd_run_filter *filter, bd_run_heads *out, bd_error *err);
bool bd_pg_load(void *db, const char *id, bool points, bd_stored_run *out, bd_error *err);
bool bd_pg_describe(void *db, bd_store_info *out, bd_error *err);
bool bd_pg_check(void *db, bd_diagnostics *found, bd_error *err);
bool bd_pg_repair(void *db, bd_store_repaired *out, bd_error *err);
bool bd_pg_vacuum(void *db, bd_error *err);
bool bd_pg_list_aliases(void *db, bd_aliases *out, bd_error *err);

#endif
