/* A SQLite store that comes to be with its first run. Nobody else can see it before, so
 * it needs no log, no locks and no sync but the last: the file is written once, synced,
 * and linked into its place whole. Where anything of that does not work, or another
 * process was faster, the way of every other store is taken: docs/store.md. */
#include "store/sqlite.h"

/* The journal is for taking a failed put back; nothing of it is written, as pages that
 * are new need none. */
static const char settings[] =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;" BD_SQLITE_WRITER_SETTINGS;

/* Of the database header (sqlite.org/fileformat2.html, 1.3.3): the versions for writing
 * and reading at bytes 18 and 19; 2 = a write-ahead log is used. */
enum { VERSIONS_AT = 18, VERSION_WAL = 2 };

static void give_up(bd_sqlite *s)
{
    bd_sqlite_disconnect(s);
    bd_new_file_end(s->late);
    s->late = NULL;
}

bool bd_sqlite_begin_late(bd_sqlite *s)
{
    bd_error ignored = BD_ERROR_INIT; /* the other way will tell */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    s->late = bd_new_file_begin(s->path, &ignored);
    if (s->late
        && sqlite3_open_v2(bd_new_file_name(s->late), &s->db, flags, "unix-none") == SQLITE_OK
        && sqlite3_exec(s->db, settings, NULL, NULL, NULL) == SQLITE_OK
        && bd_sqlite_set_up_schema(s, true, true, &ignored))
        return true;
    give_up(s);
    return false;
}

bool bd_sqlite_reopen(bd_sqlite *s, bd_error *err)
{
    const bd_store_options options = { .create = true, .timeout_ms = s->timeout_ms };
    if (bd_sqlite_connect(s, &options, err))
        return true;
    bd_sqlite_disconnect(s);
    return false;
}

/* What setting the journal mode would do, without a transaction of its own. */
static bool finish_file(bd_sqlite *s)
{
    static const unsigned char versions[] = { VERSION_WAL, VERSION_WAL };
    sqlite3_file *file = NULL; /* borrowed */
    return sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
           && file && file->pMethods
           && file->pMethods->xWrite(file, versions, sizeof versions, VERSIONS_AT) == SQLITE_OK
           && file->pMethods->xSync(file, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

bool bd_sqlite_publish(void *db, bool *again, bd_error *err)
{
    bd_sqlite *s = db;
    bool taken = false;
    bd_error problem = BD_ERROR_INIT;
    *again = false;
    if (!s->late)
        return true;
    bool finished = finish_file(s);
    bd_sqlite_disconnect(s);
    bool placed = finished && bd_new_file_place(s->late, &taken, &problem);
    *again = !placed && (!finished || taken || !bd_file_exists(s->path));
    if (!placed && !*again) { /* it is there, but its name may not last */
        bd_fail(err, BD_ERR_STORE, "the store's directory %s", problem.message);
        bd_error_in_file(err, s->path);
        bd_hint(err, "ingest it again: what is stored is known");
    }
    give_up(s);
    return placed || *again;
}
