/* The PostgreSQL store: opening, closing, transactions. Why the schema is as it is, and what
 * several writers do to each other: docs/store.md. */
#include "store/postgresql.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MS = 10000 };

static void pg_free(bd_pg *pg)
{
    bd_pg_disconnect(pg);
    bd_buf_release(&pg->copy);
    free(pg->months);
    free(pg->shown);
    free(pg->url);
    free(pg);
}

/* `target` is the URL behind its scheme. */
static bool pg_open(const char *target, const bd_store_options *options, void **db, bd_error *err)
{
    bd_pg *pg = bd_alloc(sizeof *pg);
    bd_buf url = BD_BUF_INIT, shown = BD_BUF_INIT;
    bd_buf_printf(&url, "postgresql:%s", target);
    bd_pg_show_url(bd_buf_text(&url), &shown);
    pg->url = bd_strdup(bd_buf_text(&url));
    pg->shown = bd_strdup(bd_buf_text(&shown));
    pg->read_only = options->read_only;
    pg->absent_ok = options->absent_ok;
    pg->env = options->env;
    pg->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : TIMEOUT_MS;
    bd_buf_release(&url);
    bd_buf_release(&shown);
    bool may_write = !pg->read_only;
    bd_tries tries = { .backend = &bd_backend_postgresql, .env = options->env };
    bool ok = bd_pq_open(&pg->pq, err) && bd_pg_check_url(&pg->pq, pg->url, err);
    while (ok && !pg->opened) {
        pg->opened = bd_pg_ready(pg, err)
                     && bd_pg_migrate(pg, options->create && may_write, may_write, err);
        ok = pg->opened || bd_try_again(&tries, pg, err);
    }
    if (ok)
        *db = pg;
    else
        pg_free(pg);
    return ok;
}

static bool pg_close(void *db, bd_error *err)
{
    (void)err;
    pg_free(db);
    return true;
}

/* ---- transactions ---- */

static bool pg_begin(void *db, bool write, bd_error *err)
{
    bd_pg *pg = db;
    if (!bd_pg_ready(pg, err))
        return false;
    pg->writing = write;
    pg->cancelled = false;
    return write ? bd_pg_send(pg, "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", NULL,
                              "write to the store", err)
                 : bd_pg_do(pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL,
                            "read the store", err);
}

static bool pg_commit(void *db, bd_error *err)
{
    bd_pg *pg = db;
    bool ok = bd_pg_send(pg, "COMMIT", NULL, "finish writing to the store", err);
    pg->committing = ok;
    ok = ok && bd_pg_settle(pg, NULL, err);
    if (ok)
        pg->writing = pg->committing = false;
    return ok;
}

static void pg_rollback(void *db)
{
    bd_pg *pg = db;
    bd_error ignored = BD_ERROR_INIT;
    if (pg->lost || pg->copying || !pg->conn || pg->pq.PQstatus(pg->conn) != CONNECTION_OK) {
        bd_pg_disconnect(pg); /* the server takes it back by itself */
    } else {
        bd_pg_settle(pg, NULL, &ignored); /* of what was sent before something else failed */
        if (pg->conn && pg->pq.PQtransactionStatus(pg->conn) != PQTRANS_IDLE)
            bd_pg_do(pg, "ROLLBACK", NULL, "undo", &ignored);
    }
    pg->month_count = 0; /* what was known may have been of the transaction, or be gone */
    pg->writing = pg->committing = false;
    pg->number = 0;
}

const bd_backend bd_backend_postgresql = {
    .open = pg_open,
    .close = pg_close,
    .show_url = bd_pg_show_url,
    .make_room = bd_pg_make_room,
    .retry = bd_pg_retry,
    .begin = pg_begin,
    .commit = pg_commit,
    .rollback = pg_rollback,
    .find_run = bd_pg_find_run,
    .remove_run = bd_pg_remove_run,
    .drop_run = bd_pg_drop_run,
    .digest = bd_pg_digest,
    .replace_run = bd_pg_replace_run,
    .put_alias = bd_pg_put_alias,
    .find_alias = bd_pg_find_alias,
    .put_run = bd_pg_put_run,
    .put_series = bd_pg_put_series,
    .put_points = bd_pg_put_points,
    .complete_run = bd_pg_complete_run,
    .list = bd_pg_list,
    .load = bd_pg_load,
    .describe = bd_pg_describe,
    .check = bd_pg_check,
    .repair = bd_pg_repair,
    .vacuum = bd_pg_vacuum,
    .list_aliases = bd_pg_list_aliases,
};
