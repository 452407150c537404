/* The SQLite store as a whole: what is in it, whether it is sound, and its upkeep. */
#include "store/sqlite.h"

#include <string.h>

bool bd_sqlite_describe(void *db, bd_store_info *out, bd_error *err)
{
    bd_sqlite *s = db;
    int64_t version, page_count, page_size;
    if (!bd_sqlite_ask(s, "PRAGMA user_version", &version, err)
        || !bd_sqlite_ask(s, "SELECT count(*) FROM run WHERE complete = 1", &out->runs, err)
        || !bd_sqlite_ask(s, "SELECT total(points) FROM run WHERE complete = 1", &out->points, err)
        || !bd_sqlite_ask(s, "PRAGMA page_count", &page_count, err)
        || !bd_sqlite_ask(s, "PRAGMA page_size", &page_size, err))
        return false;
    out->version = (int)version;
    out->newest = bd_sqlite_newest_version();
    out->bytes = page_count * page_size;
    return true;
}

static void report(const bd_sqlite *s, bd_diagnostics *found, const char *what, const char *hint)
{
    bd_error problem = BD_ERROR_INIT;
    bd_fail(&problem, BD_ERR_STORE, "%s", what);
    bd_error_in_file(&problem, s->path);
    bd_hint(&problem, "%s", hint);
    bd_diagnostics_add(found, BD_ERROR, &problem);
}

/* One finding for each row of a query whose first column says it. */
static bool report_rows(bd_sqlite *s, const char *sql, const char *hint, bd_diagnostics *found,
                        bd_error *err)
{
    sqlite3_stmt *query = NULL; /* owned */
    int code = sqlite3_prepare_v2(s->db, sql, -1, &query, NULL);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(query);
        const char *text = code == SQLITE_ROW ? (const char *)sqlite3_column_text(query, 0) : NULL;
        if (text && strcmp(text, "ok") != 0)
            report(s, found, text, hint);
    }
    bool ok = code == SQLITE_DONE;
    if (!ok)
        bd_sqlite_fail(s, "check the store", err);
    sqlite3_finalize(query);
    return ok;
}

bool bd_sqlite_check(void *db, bd_diagnostics *found, bd_error *err)
{
    static const char leftover[] = "`benchdoc store check --repair` takes leftovers away";
    return report_rows(db, "PRAGMA integrity_check", "restore the store from a copy", found, err)
           && report_rows(db,
                          "SELECT 'run ' || substr(id, 1, 12) || ' was begun and never finished;"
                          " nobody sees it' FROM run WHERE complete <> 1",
                          leftover, found, err)
           && report_rows(db,
                          "SELECT count(*) || ' points belong to no run' FROM point"
                          " WHERE (place_id >> 32) NOT IN (SELECT number FROM run)"
                          " HAVING count(*) > 0",
                          leftover, found, err);
}

/* @param changed  set to how many rows it was */
static bool run_static(bd_sqlite *s, const char *sql, const char *doing, int64_t *changed,
                       bd_error *err)
{
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return bd_sqlite_fail(s, doing, err);
    *changed = sqlite3_changes64(s->db);
    return true;
}

bool bd_sqlite_repair(void *db, bd_store_repaired *out, bd_error *err)
{
    static const char doing[] = "repair the store";
    return run_static(db,
                      "DELETE FROM point WHERE (place_id >> 32) NOT IN"
                      " (SELECT number FROM run WHERE complete = 1)",
                      doing, &out->points, err)
           && run_static(db, "DELETE FROM run WHERE complete <> 1", doing, &out->runs, err);
}

bool bd_sqlite_vacuum(void *db, bd_error *err)
{
    int64_t ignored;
    return run_static(db, "VACUUM", "vacuum the store", &ignored, err)
           && run_static(db, "PRAGMA optimize", "vacuum the store", &ignored, err);
}

static bd_str column(sqlite3_stmt *row, int at)
{
    const void *text = sqlite3_column_text(row, at);
    return (bd_str){ text, (size_t)sqlite3_column_bytes(row, at) };
}

/* A store of version 1 that is only read has none. */
static bool has_aliases(bd_sqlite *s, bool *has, bd_error *err)
{
    int64_t version = 0;
    bool ok = bd_sqlite_ask(s, "PRAGMA user_version", &version, err);
    *has = version >= 2;
    return ok;
}

bool bd_sqlite_list_aliases(void *db, bd_aliases *out, bd_error *err)
{
    bd_sqlite *s = db;
    sqlite3_stmt *list = NULL; /* owned */
    bool has;
    if (!has_aliases(s, &has, err) || !has)
        return err->code == BD_OK;
    int code = sqlite3_prepare_v2(s->db, "SELECT id, run_id FROM alias ORDER BY id", -1, &list,
                                  NULL);
    code = code == SQLITE_OK ? SQLITE_ROW : code;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(list);
        if (code == SQLITE_ROW)
            bd_aliases_add(out, column(list, 0), column(list, 1));
    }
    bool ok = code == SQLITE_DONE || bd_sqlite_fail(s, "read the store", err);
    sqlite3_finalize(list);
    return ok;
}
