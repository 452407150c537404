/* Putting many runs: each is committed to the log, and the log is synced once. */
#include "store/sqlite.h"

static const char doing[] = "finish writing to the store";

static bool set(bd_sqlite *s, const char *sql, bd_error *err)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK || bd_sqlite_fail(s, doing, err);
}

/* What commits do not sync is still whole or not there after a power cut: what is moved from
 * the log into the database was synced before, and frames have checksums. */
bool bd_sqlite_begin_many(void *db, bd_error *err)
{
    bd_sqlite *s = db;
    if (s->late || s->in_memory)
        return true;
    return (s->db || bd_sqlite_reopen(s, err)) && set(s, "PRAGMA synchronous = NORMAL", err);
}

/* Moving the log would sync it, too, but another process that reads may be in the way. */
static bool sync_log(bd_sqlite *s, bd_error *err)
{
    sqlite3_file *log = NULL; /* borrowed */
    int code = sqlite3_file_control(s->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (code == SQLITE_OK && log && log->pMethods)
        code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
    return code == SQLITE_OK || bd_sqlite_fail_code(s, code, doing, err);
}

bool bd_sqlite_end_many(void *db, bd_error *err)
{
    bd_sqlite *s = db;
    if (s->late || s->in_memory || !s->db)
        return true;
    bool synced = sync_log(s, err);
    return set(s, "PRAGMA synchronous = FULL", err) && synced;
}
