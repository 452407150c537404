/* The SQLite store: opening, closing, transactions. Why WAL, what is synced when,
 * and how rows lie: docs/store.md. */
#include "store/sqlite.h"
#include "core/base/file.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MS = 10000, WAL_PAUSE_MS = 20 };

extern const char bd_embedded_schema_sqlite_001_sql[];
extern const char bd_embedded_schema_sqlite_002_sql[];

/* Pages: docs/store.md. The cache holds a large run, so that each page is written once;
 * page_size counts for a new file only. */
static const char writer_settings[] = "PRAGMA synchronous = NORMAL;" BD_SQLITE_WRITER_SETTINGS;
static const char reader_settings[] = "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF";

/* OR FAIL: what was put before the failure is undone with the whole run, so that the
 * statement needs no journal of its own. */
#define PUT_POINTS \
    "INSERT OR FAIL INTO point (place_id, place, value, identity, facts, samples) VALUES "
#define ROW        "(?, ?, ?, ?, ?, ?)"
#define FOUR_ROWS  ROW ", " ROW ", " ROW ", " ROW
#define EIGHT_ROWS FOUR_ROWS ", " FOUR_ROWS

static const char *const statement_sql[BD_SQL_USE_COUNT] = {
    [BD_SQL_BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [BD_SQL_BEGIN_READ] = "BEGIN",
    [BD_SQL_COMMIT] = "COMMIT",
    [BD_SQL_ROLLBACK] = "ROLLBACK",
    [BD_SQL_FIND_RUN] = "SELECT number, complete FROM run WHERE id = ?1",
    [BD_SQL_REMOVE_POINTS] = "DELETE FROM point WHERE place_id >= ?1 AND place_id < ?2",
    [BD_SQL_REMOVE_RUN] = "DELETE FROM run WHERE number = ?1 AND complete <> 1",
    [BD_SQL_DROP_RUN] = "DELETE FROM run WHERE number = ?1 AND complete = 1",
    /* The number of the newest run is given again after that. */
    [BD_SQL_LOWER_FIRST_RUNS] =
        "UPDATE series SET first_run = (SELECT coalesce(max(number), 0) + 1 FROM run)"
        " WHERE first_run > (SELECT coalesce(max(number), 0) + 1 FROM run)",
    [BD_SQL_DIGEST] = "SELECT digest FROM run WHERE id = ?1 AND complete = 1",
    [BD_SQL_REPLACE_RUN] =
        "UPDATE run SET suite = ?2, format = ?3, commit_id = ?4, branch = ?5, cpu = ?6,"
        " cpu_slug = ?7, backend = ?8, file = ?9, measured_at_ns = ?10, commit_time_ns = ?11,"
        " dirty = ?12, outcome = ?13, points = ?14, body = ?15, complete = 0, digest = NULL"
        " WHERE id = ?1 AND complete = 1",
    [BD_SQL_PUT_ALIAS] = "INSERT OR REPLACE INTO alias (id, run_id) VALUES (?1, ?2)",
    [BD_SQL_FIND_ALIAS] =
        "WITH RECURSIVE known (id) AS (SELECT run_id FROM alias WHERE id = ?1"
        " UNION SELECT alias.run_id FROM known JOIN alias ON alias.id = known.id)"
        " SELECT 1 FROM known CROSS JOIN run ON run.id = known.id WHERE run.complete = 1 LIMIT 1",
    [BD_SQL_PUT_RUN] =
        "INSERT INTO run (id, suite, format, commit_id, branch, cpu, cpu_slug, backend, file,"
        " measured_at_ns, commit_time_ns, dirty, outcome, points, body)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
    [BD_SQL_FIND_SUITE] = "SELECT 1 FROM series WHERE suite = ?1 LIMIT 1",
    [BD_SQL_FIND_SERIES] =
        "SELECT number, identity, first_run FROM series WHERE suite = ?1 AND key = ?2",
    [BD_SQL_LOWER_FIRST_RUN] = "UPDATE series SET first_run = ?2 WHERE number = ?1",
    [BD_SQL_PUT_SERIES] =
        "INSERT INTO series (suite, key, identity, first_run) VALUES (?1, ?2, ?3, ?4)",
    [BD_SQL_PUT_POINT] = PUT_POINTS ROW,
    [BD_SQL_PUT_POINTS] = PUT_POINTS EIGHT_ROWS ", " EIGHT_ROWS ", " EIGHT_ROWS ", " EIGHT_ROWS,
    [BD_SQL_COMPLETE_RUN] = "UPDATE run SET digest = ?2, complete = 1 WHERE number = ?1",
    [BD_SQL_LIST] =
        "SELECT id, suite, format, commit_id, branch, cpu, backend, file, digest, measured_at_ns,"
        " commit_time_ns, dirty, points, outcome FROM run WHERE complete = 1"
        " AND (?1 IS NULL OR substr(id, 1, length(?1)) = ?1) AND (?2 IS NULL OR suite = ?2)"
        " AND (?3 IS NULL OR substr(commit_id, 1, length(?3)) = ?3)"
        " AND (?4 IS NULL OR branch = ?4) AND (?5 IS NULL OR cpu_slug = ?5)"
        " AND (?6 IS NULL OR backend = ?6) AND (?7 = 0 OR measured_at_ns >= ?7)"
        " AND (?8 = 0 OR measured_at_ns < ?8)"
        " ORDER BY measured_at_ns IS NULL, measured_at_ns DESC, number DESC LIMIT ?9",
    [BD_SQL_LOAD_RUN] =
        "SELECT number, digest, points, body FROM run WHERE id = ?1 AND complete = 1",
    [BD_SQL_COUNT_POINTS] = "SELECT count(*) FROM point WHERE place_id >= ?1 AND place_id < ?2",
    [BD_SQL_LOAD_POINTS] =
        "SELECT p.place, coalesce(p.identity, s.identity), p.facts, p.samples"
        " FROM point AS p CROSS JOIN series AS s ON s.number = (p.place_id & 4294967295)"
        " WHERE p.place_id >= ?1 AND p.place_id < ?2",
};

sqlite3_stmt *bd_sqlite_statement(bd_sqlite *s, bd_sqlite_use use, bd_error *err)
{
    sqlite3_stmt **statement = &s->statements[use];
    if (!s->db && !bd_sqlite_reopen(s, err))
        return NULL;
    if (!*statement
        && sqlite3_prepare_v3(s->db, statement_sql[use], -1, SQLITE_PREPARE_PERSISTENT, statement,
                              NULL)
               != SQLITE_OK)
        bd_sqlite_fail(s, "use the store", err);
    return *statement;
}

/* ---- opening ---- */

/* The directory of a store that is new gets made, and kept out of version control:
 * a database is no text to review. A directory that was there is left as it is,
 * except benchdoc's own. */
static bool prepare_directory(const char *path, bd_error *err)
{
    bool ok = true;
    bd_arena arena = BD_ARENA_INIT;
    bd_error problem = BD_ERROR_INIT;
    const char *directory = bd_arena_text(&arena, bd_path_directory(path));
    const char *ignore = bd_path_join(&arena, directory, ".gitignore");
    bool own = bd_str_is(bd_path_name(directory), ".benchdoc");
    if (bd_file_exists(directory) && (!own || bd_file_exists(ignore)))
        goto done;
    bd_transaction *t = bd_transaction_begin();
    bd_transaction_unsynced(t); /* a power cut may take it: there is no run yet */
    ok = bd_transaction_put(t, NULL, ignore, BD_STR("*\n"), &problem);
    if (ok)
        ok = bd_transaction_commit(t, &problem);
    else
        bd_transaction_rollback(t);
    if (!ok) {
        bd_fail(err, BD_ERR_STORE, "cannot make the store's directory: %s", problem.message);
        bd_error_in_file(err, directory);
        bd_hint(err, "%s", problem.hint[0] ? problem.hint : "name another file with --store");
    }
done:
    bd_arena_release(&arena);
    return ok;
}

static bool is_beside(const char *path, const char *suffix)
{
    bd_buf name = BD_BUF_INIT;
    bd_buf_printf(&name, "%s%s", path, suffix);
    bool there = bd_file_exists(bd_buf_text(&name));
    bd_buf_release(&name);
    return there;
}

/* What a store that is no more has left beside would be taken for the new one's: SQLite
 * itself tells that apart while the file is empty. */
static bool may_be_late(const char *path, const bd_store_options *options)
{
    return options->late && options->create && !options->read_only && strcmp(path, ":memory:") != 0
           && !bd_file_exists(path) && !is_beside(path, "-wal") && !is_beside(path, "-journal");
}

static bool find_file(const char *path, const bd_store_options *options, bd_error *err)
{
    if (bd_file_exists(path)) {
        if (!bd_file_is_directory(path))
            return true;
        bd_fail(err, BD_ERR_STORE, "this is a directory, not a store");
        bd_error_in_file(err, path);
        return bd_hint(err, "name a file in it: sqlite:%.200s/history.db", path);
    }
    if (options->create && !options->read_only)
        return prepare_directory(path, err);
    if (options->absent_ok)
        return false;
    bd_fail(err, BD_ERR_STORE, "there is no store here yet");
    bd_error_in_file(err, path);
    return bd_hint(err, "run `benchdoc ingest` to make one, or name another with --store");
}

/* Two processes that open a new store together may meet here; SQLite does not wait then. */
static bool use_wal(bd_sqlite *s, bd_error *err)
{
    int code = SQLITE_BUSY;
    for (int waited = 0; code == SQLITE_BUSY && waited <= s->timeout_ms; waited += WAL_PAUSE_MS) {
        code = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL) & 0xff;
        if (code == SQLITE_BUSY)
            sqlite3_sleep(WAL_PAUSE_MS);
    }
    return code == SQLITE_OK || bd_sqlite_fail_code(s, code, "open the store", err);
}

/* A file without a byte is nobody's, and there is nothing in it that a journal on the
 * disk could bring back: with the log from the start it is never needed. */
static bool begin_with_wal(bd_sqlite *s, bd_error *err)
{
    int64_t pages;
    if (!bd_sqlite_ask(s, "PRAGMA page_count", &pages, err) || pages > 0)
        return err->code == BD_OK;
    sqlite3_exec(s->db, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
    return use_wal(s, err);
}

/* A schema that a power cut takes away is made again; from here on, runs are not lost. */
static bool begin_to_sync(bd_sqlite *s, bd_error *err)
{
    return sqlite3_exec(s->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL) == SQLITE_OK
           || bd_sqlite_fail(s, "open the store", err);
}

static const bd_migration steps[] = { { 1, bd_embedded_schema_sqlite_001_sql, false },
                                      { 2, bd_embedded_schema_sqlite_002_sql, true } };

int bd_sqlite_newest_version(void)
{
    return steps[BD_COUNT(steps) - 1].version;
}

bool bd_sqlite_set_up_schema(bd_sqlite *s, bool may_create, bool may_migrate, bd_error *err)
{
    return bd_sqlite_migrate(s, steps, BD_COUNT(steps), may_create, may_migrate, err);
}

static bool set_up(bd_sqlite *s, const bd_store_options *options, bd_error *err)
{
    bool may_write = !options->read_only;
    sqlite3_busy_timeout(s->db, s->timeout_ms);
    /* Foreign and damaged files are refused before anything is changed in them. */
    int64_t objects;
    if (!bd_sqlite_ask(s, "SELECT count(*) FROM sqlite_schema", &objects, err))
        return false;
    const char *settings = may_write ? writer_settings : reader_settings;
    if (sqlite3_exec(s->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return bd_sqlite_fail(s, "open the store", err);
    bool may_create = may_write && options->create;
    return (!may_create || s->in_memory || begin_with_wal(s, err))
           && bd_sqlite_set_up_schema(s, may_create, may_write, err)
           && (!may_write || s->in_memory || use_wal(s, err))
           && (!may_write || begin_to_sync(s, err));
}

void bd_sqlite_disconnect(bd_sqlite *s)
{
    for (size_t i = 0; i < BD_SQL_USE_COUNT; i++) {
        sqlite3_finalize(s->statements[i]);
        s->statements[i] = NULL;
    }
    sqlite3_close(s->db);
    s->db = NULL;
}

static void sqlite_free(bd_sqlite *s)
{
    bd_sqlite_disconnect(s);
    bd_new_file_end(s->late);
    free(s->path);
    free(s);
}

static bool connect_to(bd_sqlite *s, const char *name, int flags, const bd_store_options *options,
                       bd_error *err)
{
    flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(name, &s->db, flags, NULL) != SQLITE_OK)
        return bd_sqlite_fail(s, "open the store", err);
    return set_up(s, options, err);
}

/* Reading from a directory that cannot be written: SQLite would want to make its
 * index of the log there. Without a log there is nothing to index, and nobody who
 * could not write the directory either changes the file. */
static bool connect_unchanging(bd_sqlite *s, const bd_store_options *options, bd_error *err)
{
    bd_buf name = BD_BUF_INIT;
    bd_buf_puts(&name, "file:");
    for (const char *at = s->path; *at; at++) {
        bool special = *at == '%' || *at == '?' || *at == '#';
        if (special)
            bd_buf_printf(&name, "%%%02X", (unsigned)*at);
        else
            bd_buf_putc(&name, *at);
    }
    bd_buf_puts(&name, "?immutable=1");
    bd_sqlite_disconnect(s);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    bool ok = connect_to(s, bd_buf_text(&name), flags, options, err);
    bd_buf_release(&name);
    return ok;
}

bool bd_sqlite_connect(bd_sqlite *s, const bd_store_options *options, bd_error *err)
{
    bd_error problem = BD_ERROR_INIT;
    bool create = s->in_memory || (options->create && !options->read_only);
    int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (connect_to(s, s->path, flags, options, &problem))
        return true;
    int code = s->db ? sqlite3_errcode(s->db) & 0xff : SQLITE_NOMEM;
    if (options->read_only && (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
        && !is_beside(s->path, "-wal"))
        return connect_unchanging(s, options, err);
    if (err->code == BD_OK)
        *err = problem;
    return false;
}

static bool sqlite_open(const char *target, const bd_store_options *options, void **db,
                        bd_error *err)
{
    bool in_memory = strcmp(target, ":memory:") == 0;
    bool late = may_be_late(target, options);
    if (!in_memory && !find_file(target, options, err))
        return false;
    bd_sqlite *s = bd_alloc(sizeof *s);
    s->path = bd_strdup(target);
    s->in_memory = in_memory;
    s->read_only = options->read_only;
    s->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : TIMEOUT_MS;
    bool ok = (late && bd_sqlite_begin_late(s)) || bd_sqlite_connect(s, options, err);
    if (ok)
        *db = s;
    else
        sqlite_free(s);
    return ok;
}

/* Another process that reads or writes keeps the log; the last one moves it. */
static bool sqlite_close(void *db, bd_error *err)
{
    bd_sqlite *s = db;
    bool ok = true;
    if (s->db && !s->late && !s->read_only && !s->in_memory) {
        sqlite3_busy_timeout(s->db, 0);
        int code = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        ok = code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY
             || bd_sqlite_fail_code(s, code, "close the store", err);
    }
    sqlite_free(s);
    return ok;
}

/* ---- transactions ---- */

static bool run_plain(bd_sqlite *s, bd_sqlite_use use, const char *doing, bd_error *err)
{
    sqlite3_stmt *statement = bd_sqlite_statement(s, use, err);
    return statement && bd_sqlite_run(s, statement, doing, err);
}

static bool sqlite_begin(void *db, bool write, bd_error *err)
{
    return run_plain(db, write ? BD_SQL_BEGIN_WRITE : BD_SQL_BEGIN_READ,
                     write ? "write to the store" : "read the store", err);
}

static bool sqlite_commit(void *db, bd_error *err)
{
    bd_sqlite *s = db;
    bool ok = run_plain(s, BD_SQL_COMMIT, "finish writing to the store", err);
    if (ok && s->late)
        bd_new_file_hasten(s->late);
    return ok;
}

static void sqlite_rollback(void *db)
{
    bd_sqlite *s = db;
    bd_error ignored = BD_ERROR_INIT;
    if (s->db && !sqlite3_get_autocommit(s->db)) /* a full disk has rolled back by itself */
        run_plain(s, BD_SQL_ROLLBACK, "undo", &ignored);
}

const bd_backend bd_backend_sqlite = {
    .open = sqlite_open,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .begin_many = bd_sqlite_begin_many,
    .end_many = bd_sqlite_end_many,
    .publish = bd_sqlite_publish,
    .find_run = bd_sqlite_find_run,
    .remove_run = bd_sqlite_remove_run,
    .drop_run = bd_sqlite_drop_run,
    .digest = bd_sqlite_digest,
    .replace_run = bd_sqlite_replace_run,
    .put_alias = bd_sqlite_put_alias,
    .find_alias = bd_sqlite_find_alias,
    .put_run = bd_sqlite_put_run,
    .put_series = bd_sqlite_put_series,
    .put_points = bd_sqlite_put_points,
    .complete_run = bd_sqlite_complete_run,
    .list = bd_sqlite_list,
    .load = bd_sqlite_load,
    .describe = bd_sqlite_describe,
    .check = bd_sqlite_check,
    .repair = bd_sqlite_repair,
    .vacuum = bd_sqlite_vacuum,
    .list_aliases = bd_sqlite_list_aliases,
};
