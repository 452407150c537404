/* store/sqlite.h: private to the SQLite backend: its handle and its tools. */
#ifndef BD_STORE_SQLITE_H
#define BD_STORE_SQLITE_H

#include "core/base/file.h"
#include "store/internal.h"

#include <sqlite3.h>

/* Statements that are prepared once and used often. */
typedef enum bd_sqlite_use {
    BD_SQL_BEGIN_WRITE,
    BD_SQL_BEGIN_READ,
    BD_SQL_COMMIT,
    BD_SQL_ROLLBACK,
    BD_SQL_FIND_RUN,
    BD_SQL_REMOVE_POINTS,
    BD_SQL_REMOVE_RUN,
    BD_SQL_DROP_RUN,
    BD_SQL_LOWER_FIRST_RUNS,
    BD_SQL_DIGEST,
    BD_SQL_REPLACE_RUN,
    BD_SQL_PUT_ALIAS,
    BD_SQL_FIND_ALIAS,
    BD_SQL_PUT_RUN,
    BD_SQL_FIND_SUITE,
    BD_SQL_FIND_SERIES,
    BD_SQL_LOWER_FIRST_RUN,
    BD_SQL_PUT_SERIES,
    BD_SQL_PUT_POINT,
    BD_SQL_PUT_POINTS, /* BD_SQL_ROWS of them */
    BD_SQL_COMPLETE_RUN,
    BD_SQL_LIST,
    BD_SQL_LOAD_RUN,
    BD_SQL_COUNT_POINTS,
    BD_SQL_LOAD_POINTS,
    BD_SQL_USE_COUNT,
} bd_sqlite_use;

enum { BD_SQL_ROWS = 32 };

typedef struct bd_sqlite {
    sqlite3      *db;   /* owned; NULL after publishing: opened again when it is needed */
    bd_new_file  *late; /* owned; the store that has no place yet */
    char         *path; /* owned; for messages */
    bool          read_only;
    bool          in_memory;
    int           timeout_ms;
    sqlite3_stmt *statements[BD_SQL_USE_COUNT]; /* owned; NULL = not used yet */
} bd_sqlite;

/* Turns SQLite's last error into words: what happened, to which file, what to do. */
bool bd_sqlite_fail(const bd_sqlite *s, const char *doing, bd_error *err);
/* The same for a result code that is at hand. */
bool bd_sqlite_fail_code(const bd_sqlite *s, int code, const char *doing, bd_error *err);

/* @return borrowed, reset; give it back with bd_sqlite_done(). NULL with BD_ERR_STORE */
sqlite3_stmt *bd_sqlite_statement(bd_sqlite *s, bd_sqlite_use use, bd_error *err);
/* Resets and forgets what was bound. NULL is fine. */
void bd_sqlite_done(sqlite3_stmt *statement);
/* Runs a statement that has been bound and gives no rows, and gives it back. */
bool bd_sqlite_run(bd_sqlite *s, sqlite3_stmt *statement, const char *doing, bd_error *err);
/* One integer that static SQL asks for. */
bool bd_sqlite_ask(bd_sqlite *s, const char *sql, int64_t *out, bd_error *err);

/* Binding: an absent text or an empty optional blob is NULL. Borrowed until done. */
int bd_bind_text(sqlite3_stmt *statement, int at, const char *text);
int bd_bind_str(sqlite3_stmt *statement, int at, bd_str text);
int bd_bind_blob(sqlite3_stmt *statement, int at, bd_str bytes);
int bd_bind_time(sqlite3_stmt *statement, int at, int64_t unix_ns);

/* ---- schema ---- */

typedef struct bd_migration {
    int         version; /* of the schema once it has run; its SQL sets user_version */
    const char *sql;     /* static */
    bool        only_writers; /* who only reads does well without it */
} bd_migration;

/* Brings the database from its version to the last one of `steps` (ascending),
 * each step in its own transaction; nothing to do when it is there already.
 * Refuses what is not a store, and a newer version.
 * @param may_create   a database without any content becomes a store
 * @param may_migrate  an older one is changed */
bool bd_sqlite_migrate(bd_sqlite *s, const bd_migration *steps, size_t count, bool may_create,
                       bool may_migrate, bd_error *err);

#define BD_SQLITE_WRITER_SETTINGS \
    "PRAGMA trusted_schema = OFF; PRAGMA page_size = 16384; PRAGMA cache_size = -65536"

enum { BD_SQLITE_APPLICATION_ID = 0x62446f63 }; /* "bDoc" */

int  bd_sqlite_newest_version(void);
bool bd_sqlite_set_up_schema(bd_sqlite *s, bool may_create, bool may_migrate, bd_error *err);

/* ---- opening ---- */

bool bd_sqlite_connect(bd_sqlite *s, const bd_store_options *options, bd_error *err);
void bd_sqlite_disconnect(bd_sqlite *s); /* and forgets the statements */

/* Begins a store beside its place. @return false when that does not work here */
bool bd_sqlite_begin_late(bd_sqlite *s);
/* Opens a store that was published, once it is needed again. */
bool bd_sqlite_reopen(bd_sqlite *s, bd_error *err);
bool bd_sqlite_publish(void *db, bool *again, bd_error *err);
bool bd_sqlite_begin_many(void *db, bd_error *err);
bool bd_sqlite_end_many(void *db, bd_error *err);

/* ---- parts of the backend ---- */

bool bd_sqlite_find_run(void *db, const char *id, bd_run_state *out, bd_error *err);
bool bd_sqlite_remove_run(void *db, const char *id, bd_error *err);
bool bd_sqlite_drop_run(void *db, const char *id, bd_error *err);
bool bd_sqlite_digest(void *db, const char *id, bd_digest *out, bd_error *err);
bool bd_sqlite_replace_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
bool bd_sqlite_put_alias(void *db, const char *id, const char *of, bd_error *err);
bool bd_sqlite_find_alias(void *db, const char *id, bool *known, bd_error *err);
bool bd_sqlite_put_run(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
bool bd_sqlite_put_series(void *db, bd_series_batch *batch, bd_error *err);
bool bd_sqlite_put_points(void *db, int64_t run, const bd_point_row *rows, size_t count,
                          bd_error *err);
bool bd_sqlite_complete_run(void *db, int64_t run, const bd_digest *digest, bd_error *err);
bool bd_sqlite_list(void *db, const bd_run_filter *filter, bd_run_heads *out, bd_error *err);
bool bd_sqlite_load(void *db, const char *id, bool points, bd_stored_run *out, bd_error *err);
bool bd_sqlite_describe(void *db, bd_store_info *out, bd_error *err);
bool bd_sqlite_check(void *db, bd_diagnostics *found, bd_error *err);
bool bd_sqlite_repair(void *db, bd_store_repaired *out, bd_error *err);
bool bd_sqlite_vacuum(void *db, bd_error *err);
bool bd_sqlite_list_aliases(void *db, bd_aliases *out, bd_error *err);

#endif
