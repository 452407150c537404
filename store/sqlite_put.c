/* The SQLite store: rows in. */
#include "store/sqlite.h"

#include <string.h>

#define SERIES_MAX ((int64_t)UINT32_MAX) /* half of a point's place_id */

bool bd_sqlite_find_run(void *db, const char *id, bd_run_state *out, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_FIND_RUN, err);
    if (!find)
        return false;
    int code = bd_bind_text(find, 1, id);
    code = code == SQLITE_OK ? sqlite3_step(find) : code;
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE;
    if (code == SQLITE_DONE)
        *out = BD_RUN_ABSENT;
    else if (code == SQLITE_ROW)
        *out = sqlite3_column_int(find, 1) == 1 ? BD_RUN_COMPLETE : BD_RUN_LEFTOVER;
    else
        bd_sqlite_fail(s, "look a run up", err);
    bd_sqlite_done(find);
    return ok;
}

bool bd_sqlite_digest(void *db, const char *id, bd_digest *out, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_DIGEST, err);
    if (!find)
        return false;
    *out = (bd_digest){ "" };
    int code = bd_bind_text(find, 1, id);
    code = code == SQLITE_OK ? sqlite3_step(find) : code;
    const char *hex = code == SQLITE_ROW ? (const char *)sqlite3_column_text(find, 0) : NULL;
    if (hex && strlen(hex) < sizeof out->hex)
        memcpy(out->hex, hex, strlen(hex) + 1);
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || bd_sqlite_fail(s, "look a run up", err);
    bd_sqlite_done(find);
    return ok;
}

bool bd_sqlite_find_alias(void *db, const char *id, bool *known, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_FIND_ALIAS, err);
    if (!find)
        return false;
    int code = bd_bind_text(find, 1, id);
    code = code == SQLITE_OK ? sqlite3_step(find) : code;
    *known = code == SQLITE_ROW;
    bool ok = code == SQLITE_ROW || code == SQLITE_DONE || bd_sqlite_fail(s, "look a run up", err);
    bd_sqlite_done(find);
    return ok;
}

/* The number of a run that is there. */
static bool number_of(bd_sqlite *s, const char *id, int64_t *number, bd_error *err)
{
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_FIND_RUN, err);
    if (!find)
        return false;
    bool ok = bd_bind_text(find, 1, id) == SQLITE_OK && sqlite3_step(find) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int64(find, 0);
    else
        bd_sqlite_fail(s, "look a run up", err);
    bd_sqlite_done(find);
    return ok;
}

static bool remove_by(bd_sqlite *s, const char *id, bd_sqlite_use use, const char *doing,
                      bd_error *err)
{
    int64_t number;
    sqlite3_stmt *points = bd_sqlite_statement(s, BD_SQL_REMOVE_POINTS, err);
    sqlite3_stmt *run = bd_sqlite_statement(s, use, err);
    if (!points || !run || !number_of(s, id, &number, err))
        return false;
    sqlite3_bind_int64(points, 1, number << 32);
    sqlite3_bind_int64(points, 2, (number + 1) << 32);
    sqlite3_bind_int64(run, 1, number);
    return bd_sqlite_run(s, points, doing, err) && bd_sqlite_run(s, run, doing, err);
}

bool bd_sqlite_remove_run(void *db, const char *id, bd_error *err)
{
    return remove_by(db, id, BD_SQL_REMOVE_RUN, "remove an unfinished run", err);
}

bool bd_sqlite_drop_run(void *db, const char *id, bd_error *err)
{
    bd_sqlite *s = db;
    if (!remove_by(s, id, BD_SQL_DROP_RUN, "drop a run", err))
        return false;
    sqlite3_stmt *lower = bd_sqlite_statement(s, BD_SQL_LOWER_FIRST_RUNS, err);
    return lower && bd_sqlite_run(s, lower, "drop a run", err);
}

static bool bind_head(sqlite3_stmt *put, const bd_run_row *row)
{
    const bd_run_head *head = &row->head;
    return bd_bind_text(put, 1, head->id) == SQLITE_OK
           && bd_bind_text(put, 2, head->suite) == SQLITE_OK
           && bd_bind_text(put, 3, head->format) == SQLITE_OK
           && bd_bind_text(put, 4, head->commit) == SQLITE_OK
           && bd_bind_text(put, 5, head->branch) == SQLITE_OK
           && bd_bind_text(put, 6, head->cpu) == SQLITE_OK
           && bd_bind_text(put, 7, row->cpu_slug) == SQLITE_OK
           && bd_bind_text(put, 8, head->backend) == SQLITE_OK
           && bd_bind_text(put, 9, head->file) == SQLITE_OK
           && bd_bind_time(put, 10, head->measured_at_ns) == SQLITE_OK
           && bd_bind_time(put, 11, head->commit_time_ns) == SQLITE_OK
           && sqlite3_bind_int(put, 12, (int)head->dirty) == SQLITE_OK
           && sqlite3_bind_int(put, 13, (int)head->outcome) == SQLITE_OK
           && sqlite3_bind_int64(put, 14, (int64_t)head->point_count) == SQLITE_OK
           && bd_bind_blob(put, 15, row->body) == SQLITE_OK;
}

/* Runs `statement` when binding went well; tells what failed otherwise. */
static bool run_bound(bd_sqlite *s, sqlite3_stmt *statement, bool bound, const char *doing,
                      bd_error *err)
{
    if (bound)
        return bd_sqlite_run(s, statement, doing, err);
    bd_sqlite_fail(s, doing, err);
    bd_sqlite_done(statement);
    return false;
}

bool bd_sqlite_put_alias(void *db, const char *id, const char *of, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *put = bd_sqlite_statement(s, BD_SQL_PUT_ALIAS, err);
    return put
           && run_bound(s, put,
                        bd_bind_text(put, 1, id) == SQLITE_OK
                            && bd_bind_text(put, 2, of) == SQLITE_OK,
                        "change a run", err);
}

bool bd_sqlite_replace_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err)
{
    static const char doing[] = "change a run";
    bd_sqlite *s = db;
    sqlite3_stmt *points = bd_sqlite_statement(s, BD_SQL_REMOVE_POINTS, err);
    sqlite3_stmt *replace = bd_sqlite_statement(s, BD_SQL_REPLACE_RUN, err);
    if (!points || !replace || !number_of(s, row->head.id, number, err))
        return false;
    sqlite3_bind_int64(points, 1, *number << 32);
    sqlite3_bind_int64(points, 2, (*number + 1) << 32);
    return bd_sqlite_run(s, points, doing, err)
           && run_bound(s, replace, bind_head(replace, row), doing, err);
}

bool bd_sqlite_put_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *put = bd_sqlite_statement(s, BD_SQL_PUT_RUN, err);
    if (!put || !run_bound(s, put, bind_head(put, row), "store a run", err))
        return false;
    *number = sqlite3_last_insert_rowid(s->db);
    return *number <= INT32_MAX
           || bd_fail(err, BD_ERR_STORE, "the store is full: it has 2^31 runs");
}

static bool lower_first_run(bd_sqlite *s, int64_t series, int64_t run, bd_error *err)
{
    sqlite3_stmt *lower = bd_sqlite_statement(s, BD_SQL_LOWER_FIRST_RUN, err);
    return lower
           && run_bound(s, lower,
                        sqlite3_bind_int64(lower, 1, series) == SQLITE_OK
                            && sqlite3_bind_int64(lower, 2, run) == SQLITE_OK,
                        "store a series", err);
}

/* @return false when it is not there, or on failure (then `err` is set) */
static bool find_series(bd_sqlite *s, const bd_series_batch *batch, bd_series_row *row,
                        bd_error *err)
{
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_FIND_SERIES, err);
    if (!find)
        return false;
    int code = bd_bind_text(find, 1, batch->suite);
    code = code == SQLITE_OK ? bd_bind_str(find, 2, row->key) : code;
    code = code == SQLITE_OK ? sqlite3_step(find) : code;
    int64_t first_run = 0;
    if (code == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(find, 1);
        size_t len = (size_t)sqlite3_column_bytes(find, 1);
        row->number = sqlite3_column_int64(find, 0);
        first_run = sqlite3_column_int64(find, 2);
        row->stored = (bd_str){ bd_arena_copy(batch->arena, bytes, len), len };
    } else if (code != SQLITE_DONE) {
        bd_sqlite_fail(s, "look a series up", err);
    }
    bd_sqlite_done(find);
    return code == SQLITE_ROW
           && (first_run <= batch->run || lower_first_run(s, row->number, batch->run, err));
}

static bool add_series(bd_sqlite *s, const bd_series_batch *batch, bd_series_row *row,
                       bd_error *err)
{
    sqlite3_stmt *put = bd_sqlite_statement(s, BD_SQL_PUT_SERIES, err);
    if (!put)
        return false;
    bool bound = bd_bind_text(put, 1, batch->suite) == SQLITE_OK
                 && bd_bind_str(put, 2, row->key) == SQLITE_OK
                 && bd_bind_blob(put, 3, row->identity) == SQLITE_OK
                 && sqlite3_bind_int64(put, 4, batch->run) == SQLITE_OK;
    if (!run_bound(s, put, bound, "store a series", err))
        return false;
    row->number = sqlite3_last_insert_rowid(s->db);
    row->stored = row->identity;
    return row->number <= SERIES_MAX
           || bd_fail(err, BD_ERR_STORE, "the store is full: it has 2^32 series");
}

/* A suite's first run has nothing to find: it is the one that adds most series. */
static bool find_suite(bd_sqlite *s, const char *suite, bool *known, bd_error *err)
{
    sqlite3_stmt *find = bd_sqlite_statement(s, BD_SQL_FIND_SUITE, err);
    if (!find)
        return false;
    int code = bd_bind_text(find, 1, suite);
    code = code == SQLITE_OK ? sqlite3_step(find) : code;
    *known = code == SQLITE_ROW;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        bd_sqlite_fail(s, "look a suite up", err);
    bd_sqlite_done(find);
    return err->code == BD_OK;
}

bool bd_sqlite_put_series(void *db, bd_series_batch *batch, bd_error *err)
{
    bool known;
    if (!find_suite(db, batch->suite, &known, err))
        return false;
    for (size_t i = 0; i < batch->count; i++) {
        bd_series_row *row = &batch->rows[i];
        if (known && find_series(db, batch, row, err))
            continue;
        if (err->code != BD_OK || !add_series(db, batch, row, err))
            return false;
    }
    return true;
}

static int bind_value(sqlite3_stmt *put, int at, bd_number value)
{
    return value.kind == BD_NUMBER_NONE ? sqlite3_bind_null(put, at)
                                        : sqlite3_bind_double(put, at, bd_number_as_double(value));
}

static bool bind_point(sqlite3_stmt *put, int at, int64_t run, const bd_point_row *row)
{
    const bd_str shared = { NULL, 0 };
    return sqlite3_bind_int64(put, at, run << 32 | row->series) == SQLITE_OK
           && sqlite3_bind_int64(put, at + 1, (int64_t)row->place) == SQLITE_OK
           && bind_value(put, at + 2, row->value) == SQLITE_OK
           && bd_bind_blob(put, at + 3, row->own_identity ? row->packed.identity : shared)
                  == SQLITE_OK
           && bd_bind_blob(put, at + 4, row->packed.facts) == SQLITE_OK
           && bd_bind_blob(put, at + 5, row->packed.samples) == SQLITE_OK;
}

/* @param count  rows of the statement */
static bool put_rows(bd_sqlite *s, bd_sqlite_use use, int64_t run, const bd_point_row *rows,
                     size_t count, bd_error *err)
{
    enum { COLUMNS = 6 };
    sqlite3_stmt *put = bd_sqlite_statement(s, use, err);
    bool ok = put != NULL;
    for (size_t i = 0; ok && i < count; i++)
        ok = bind_point(put, 1 + COLUMNS * (int)i, run, &rows[i]);
    return put && run_bound(s, put, ok, "store a point", err);
}

/* Many rows a statement: to begin and to end one costs as much as to add a row. */
bool bd_sqlite_put_points(void *db, int64_t run, const bd_point_row *rows, size_t count,
                          bd_error *err)
{
    bool ok = true;
    size_t i = 0;
    for (; ok && count - i >= BD_SQL_ROWS; i += BD_SQL_ROWS)
        ok = put_rows(db, BD_SQL_PUT_POINTS, run, &rows[i], BD_SQL_ROWS, err);
    for (; ok && i < count; i++)
        ok = put_rows(db, BD_SQL_PUT_POINT, run, &rows[i], 1, err);
    return ok;
}

bool bd_sqlite_complete_run(void *db, int64_t run, const bd_digest *digest, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *update = bd_sqlite_statement(s, BD_SQL_COMPLETE_RUN, err);
    if (!update)
        return false;
    bool bound = sqlite3_bind_int64(update, 1, run) == SQLITE_OK
                 && bd_bind_text(update, 2, digest->hex) == SQLITE_OK;
    return run_bound(s, update, bound, "store a run", err);
}
