/* SQLite's result codes in words, and the small tools around its statements. */
#include "store/sqlite.h"

#include <string.h>

static const struct {
    int code; /* primary result code */
    const char *what, *hint;
} meanings[] = {
    { SQLITE_NOTADB, "it is not a database",
      "name another file with --store, or move this one away" },
    { SQLITE_CORRUPT, "the database is damaged",
      "restore it from a copy; `benchdoc store check` lists what is damaged" },
    { SQLITE_READONLY, "the file or its directory cannot be written",
      "give yourself write permission to both, or name another file with --store" },
    { SQLITE_PERM, "the file or its directory cannot be written",
      "give yourself write permission to both, or name another file with --store" },
    { SQLITE_CANTOPEN, "it cannot be opened, or its directory cannot be written",
      "check that the path is right and that you may write its directory; "
      "or name another file with --store" },
    { SQLITE_FULL, "the disk is full",
      "free some space and run it again; nothing was stored by half" },
    { SQLITE_TOOBIG, "a text or a list of samples is too large for the store",
      "leave the result file's raw data out, or split the file" },
};

static bool fail_busy(const bd_sqlite *s, const char *doing, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE,
            "cannot %s: another process has kept the store locked for more than %d ms", doing,
            s->timeout_ms);
    return bd_hint(err,
                   "wait until the other benchdoc has finished and run it again; "
                   "`fuser %.200s` names it",
                   s->path);
}

bool bd_sqlite_fail_code(const bd_sqlite *s, int code, const char *doing, bd_error *err)
{
    int primary = code & 0xff;
    if (err->code != BD_OK)
        return false;
    bd_error_in_file(err, s->path);
    if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED)
        return fail_busy(s, doing, err);
    for (size_t i = 0; i < BD_COUNT(meanings); i++)
        if (meanings[i].code == primary) {
            bd_fail(err, BD_ERR_STORE, "cannot %s: %s", doing, meanings[i].what);
            return bd_hint(err, "%s", meanings[i].hint);
        }
    bd_fail(err, BD_ERR_STORE, "cannot %s: %s", doing,
            s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(code));
    return bd_hint(err, "`benchdoc store check` says whether the store is sound");
}

bool bd_sqlite_fail(const bd_sqlite *s, const char *doing, bd_error *err)
{
    int code = s->db ? sqlite3_extended_errcode(s->db) : SQLITE_NOMEM;
    return bd_sqlite_fail_code(s, code, doing, err);
}

void bd_sqlite_done(sqlite3_stmt *statement)
{
    if (!statement)
        return;
    sqlite3_reset(statement); /* repeats the error of the step, which has been told */
    sqlite3_clear_bindings(statement);
}

bool bd_sqlite_run(bd_sqlite *s, sqlite3_stmt *statement, const char *doing, bd_error *err)
{
    bool ok = sqlite3_step(statement) == SQLITE_DONE;
    if (!ok)
        bd_sqlite_fail(s, doing, err);
    bd_sqlite_done(statement);
    return ok;
}

bool bd_sqlite_ask(bd_sqlite *s, const char *sql, int64_t *out, bd_error *err)
{
    sqlite3_stmt *statement = NULL; /* owned */
    if (!s->db && !bd_sqlite_reopen(s, err))
        return false;
    bool ok = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) == SQLITE_OK
              && sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *out = sqlite3_column_int64(statement, 0);
    else
        bd_sqlite_fail(s, "read it", err);
    sqlite3_finalize(statement);
    return ok;
}

int bd_bind_str(sqlite3_stmt *statement, int at, bd_str text)
{
    return sqlite3_bind_text64(statement, at, text.ptr, text.len, SQLITE_STATIC, SQLITE_UTF8);
}

int bd_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    return text ? bd_bind_str(statement, at, bd_str_of(text)) : sqlite3_bind_null(statement, at);
}

int bd_bind_blob(sqlite3_stmt *statement, int at, bd_str bytes)
{
    return bytes.len > 0 ? sqlite3_bind_blob64(statement, at, bytes.ptr, bytes.len, SQLITE_STATIC)
                         : sqlite3_bind_null(statement, at);
}

int bd_bind_time(sqlite3_stmt *statement, int at, int64_t unix_ns)
{
    return unix_ns == BD_TIME_UNKNOWN ? sqlite3_bind_null(statement, at)
                                      : sqlite3_bind_int64(statement, at, unix_ns);
}
