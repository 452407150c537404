/* The SQLite store: rows out. */
#include "store/sqlite.h"

#include <stdlib.h>
#include <string.h>

/* Text of a column, in the arena; NULL stays NULL. */
static const char *column_text(sqlite3_stmt *row, int at, bd_arena *arena)
{
    const void *text = sqlite3_column_text(row, at);
    bd_str str = { text, (size_t)sqlite3_column_bytes(row, at) };
    return text ? bd_arena_text(arena, str) : NULL;
}

static bd_str column_blob(sqlite3_stmt *row, int at, bd_arena *arena)
{
    const void *bytes = sqlite3_column_blob(row, at);
    size_t len = (size_t)sqlite3_column_bytes(row, at);
    return (bd_str){ bytes ? bd_arena_copy(arena, bytes, len) : NULL, bytes ? len : 0 };
}

static int64_t column_time(sqlite3_stmt *row, int at)
{
    bool unknown = sqlite3_column_type(row, at) == SQLITE_NULL;
    return unknown ? BD_TIME_UNKNOWN : sqlite3_column_int64(row, at);
}

static void read_head(sqlite3_stmt *row, bd_run_heads *out)
{
    bd_arena *arena = &out->arena;
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_run_head){
        .id = column_text(row, 0, arena),
        .suite = column_text(row, 1, arena),
        .format = column_text(row, 2, arena),
        .commit = column_text(row, 3, arena),
        .branch = column_text(row, 4, arena),
        .cpu = column_text(row, 5, arena),
        .backend = column_text(row, 6, arena),
        .file = column_text(row, 7, arena),
        .digest = column_text(row, 8, arena),
        .measured_at_ns = column_time(row, 9),
        .commit_time_ns = column_time(row, 10),
        .dirty = (bd_dirty)sqlite3_column_int(row, 11),
        .point_count = (size_t)sqlite3_column_int64(row, 12),
        .outcome = (bd_outcome)sqlite3_column_int(row, 13),
    };
}

static bool bind_filter(sqlite3_stmt *list, const bd_run_filter *filter)
{
    int64_t limit = filter->limit == 0 || filter->limit > INT64_MAX ? -1 : (int64_t)filter->limit;
    return bd_bind_text(list, 1, filter->id_prefix) == SQLITE_OK
           && bd_bind_text(list, 2, filter->suite) == SQLITE_OK
           && bd_bind_text(list, 3, filter->commit_prefix) == SQLITE_OK
           && bd_bind_text(list, 4, filter->branch) == SQLITE_OK
           && bd_bind_text(list, 5, filter->cpu_slug) == SQLITE_OK
           && bd_bind_text(list, 6, filter->backend) == SQLITE_OK
           && sqlite3_bind_int64(list, 7, filter->since_ns) == SQLITE_OK
           && sqlite3_bind_int64(list, 8, filter->until_ns) == SQLITE_OK
           && sqlite3_bind_int64(list, 9, limit) == SQLITE_OK;
}

bool bd_sqlite_list(void *db, const bd_run_filter *filter, bd_run_heads *out, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *list = bd_sqlite_statement(s, BD_SQL_LIST, err);
    if (!list)
        return false;
    int code = bind_filter(list, filter) ? SQLITE_ROW : SQLITE_ERROR;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(list);
        if (code == SQLITE_ROW)
            read_head(list, out);
    }
    if (code != SQLITE_DONE)
        bd_sqlite_fail(s, "list the runs", err);
    bd_sqlite_done(list);
    return code == SQLITE_DONE;
}

static bool load_body(bd_sqlite *s, const char *id, int64_t *number, bd_stored_run *out,
                      bd_error *err)
{
    sqlite3_stmt *load = bd_sqlite_statement(s, BD_SQL_LOAD_RUN, err);
    if (!load)
        return false;
    bool ok = bd_bind_text(load, 1, id) == SQLITE_OK && sqlite3_step(load) == SQLITE_ROW;
    if (ok) {
        const char *hex = column_text(load, 1, &out->arena);
        *number = sqlite3_column_int64(load, 0);
        out->count = (size_t)sqlite3_column_int64(load, 2);
        out->body = column_blob(load, 3, &out->arena);
        if (hex && strlen(hex) < sizeof out->digest.hex)
            memcpy(out->digest.hex, hex, strlen(hex) + 1);
    } else {
        bd_sqlite_fail(s, "read a run", err);
    }
    bd_sqlite_done(load);
    return ok;
}

/* Rows come in the order of series; each knows its place. */
static bool take_point(bd_sqlite *s, sqlite3_stmt *row, bd_stored_run *out, bd_error *err)
{
    int64_t place = sqlite3_column_int64(row, 0);
    if (place < 0 || (size_t)place >= out->count || out->points[place].identity.ptr)
        return bd_sqlite_fail_code(s, SQLITE_CORRUPT, "read a run", err);
    out->points[place] = (bd_packed_point){
        .identity = column_blob(row, 1, &out->arena),
        .facts = column_blob(row, 2, &out->arena),
        .samples = column_blob(row, 3, &out->arena),
    };
    return true;
}

static bool load_points(bd_sqlite *s, int64_t number, bd_stored_run *out, bd_error *err)
{
    sqlite3_stmt *load = bd_sqlite_statement(s, BD_SQL_LOAD_POINTS, err);
    if (!load)
        return false;
    bool ok = sqlite3_bind_int64(load, 1, number << 32) == SQLITE_OK
              && sqlite3_bind_int64(load, 2, (number + 1) << 32) == SQLITE_OK;
    int code = SQLITE_ROW;
    while (ok && code == SQLITE_ROW) {
        code = sqlite3_step(load);
        if (code == SQLITE_ROW)
            ok = take_point(s, load, out, err);
        else if (code != SQLITE_DONE)
            ok = bd_sqlite_fail(s, "read the points of a run", err);
    }
    bd_sqlite_done(load);
    return ok;
}

/* Asked first: a damaged number must not ask for more memory than there are points. */
static bool count_points(bd_sqlite *s, const char *id, int64_t number, size_t wanted, bd_error *err)
{
    sqlite3_stmt *count = bd_sqlite_statement(s, BD_SQL_COUNT_POINTS, err);
    if (!count)
        return false;
    bool ok = sqlite3_bind_int64(count, 1, number << 32) == SQLITE_OK
              && sqlite3_bind_int64(count, 2, (number + 1) << 32) == SQLITE_OK
              && sqlite3_step(count) == SQLITE_ROW;
    int64_t there = ok ? sqlite3_column_int64(count, 0) : 0;
    if (!ok) {
        bd_sqlite_fail(s, "read the points of a run", err);
    } else if ((size_t)there != wanted) {
        ok = bd_fail(err, BD_ERR_STORE, "run %.12s is damaged: %lld of its %zu points are stored",
                     id, (long long)there, wanted);
        bd_error_in_file(err, s->path);
        bd_hint(err, "restore the store from a copy; `benchdoc store check` lists what is damaged");
    }
    bd_sqlite_done(count);
    return ok;
}

bool bd_sqlite_load(void *db, const char *id, bool points, bd_stored_run *out, bd_error *err)
{
    bd_sqlite *s = db;
    int64_t number;
    if (!load_body(s, id, &number, out, err))
        return false;
    if (!points)
        return true;
    if (!count_points(s, id, number, out->count, err))
        return false;
    out->points = bd_alloc(out->count * sizeof *out->points);
    return load_points(s, number, out, err);
}
