/* store/store.h: runs in, runs out. No caller sees sqlite3 or libpq.
 *
 * A run becomes visible by one last update in its transaction: readers see whole
 * runs only. Putting the same run again changes nothing. */
#ifndef BD_STORE_STORE_H
#define BD_STORE_STORE_H

#include "core/base/env.h"
#include "core/model/model.h"

typedef struct bd_store bd_store;

typedef struct bd_store_options {
    bool read_only; /* do not create, do not migrate */
    bool create;    /* create the database (and for sqlite its directory) when it is not there */
    bool late;   /* a store that is to be created comes to be with its first run: written once,
                  * synced once. Until then nobody else sees it, and closing leaves nothing */
    bool absent_ok; /* where there is no store, opening gives NULL without an error */
    int  timeout_ms; /* how long to wait for another process; 0 = 10 seconds */
    const bd_env *env; /* borrowed: waits before what a server failed at is tried again;
                        * NULL = nothing is tried again */
} bd_store_options;

/* @param url  "sqlite:PATH", "sqlite::memory:", ":memory:" or "postgresql://…" (libpq's URLs:
 *             what is not in it comes from the environment, a service, the password file);
 *             copied, and shown to nobody with its password
 * @return owned by the caller, end with bd_store_close(); NULL with BD_ERR_STORE:
 *         not a database, of a newer version, read-only, locked, no server, … */
bd_store *bd_store_open(const char *url, const bd_store_options *options, bd_error *err);
/* Closes; moves the write-ahead log into the database, so that one file stays, unless
 * another process has it open (then the last one does). NULL is fine.
 * @return false when that failed; closed it is either way */
bool bd_store_close(bd_store *store, bd_error *err);

typedef enum bd_put { BD_PUT_NEW, BD_PUT_KNOWN } bd_put;
/* One transaction per run. Texts must be UTF-8. With PostgreSQL, what a lost connection, a
 * restarted server or another process broke is tried again for about half a minute.
 * @param run  sealed; only borrowed
 * @return false with BD_ERR_STORE: nothing of the run is stored */
bool bd_store_put(bd_store *store, const bd_run *run, bd_put *what, bd_error *err);

/* Puts many, each in its transaction, for less than putting one by one: they are brought to
 * the disk together, at the end; until then a power cut may take some of them, each whole, and
 * of a `late` store nothing is there. A failure or an interruption (bd_env) ends it, and what
 * was put before lasts.
 * @param results  one for each that is stored
 * @param stored   how many are: the first ones */
bool bd_store_put_all(bd_store *store, const bd_run *const *runs, size_t count, bd_put *results,
                      size_t *stored, bd_error *err);

/* Takes complete runs away, all of them or, on failure, none. Ids that are not there are
 * passed over: somebody else was faster. Their series stay known.
 * @param dropped  set to how many went */
bool bd_store_drop(bd_store *store, const char *const *ids, size_t count, size_t *dropped,
                   bd_error *err);

/* What becomes of a complete run. */
typedef struct bd_run_change {
    const bd_run *before; /* as it was loaded; where it is not so any more, nothing is changed */
    const bd_run *after;  /* of the same id and place in the order of arrival; NULL = it goes */
    const char   *also;   /* an id by which `after` is known, too; NULL = none */
    const char   *into;   /* id of the run that stands for one that goes: putting that one again
                           * changes nothing; NULL = it may be put again */
} bd_run_change;

/* Changes runs in one transaction, all of them or, on failure, none.
 * @return false with BD_ERR_STORE */
bool bd_store_change(bd_store *store, const bd_run_change *changes, size_t count, bd_error *err);

typedef struct bd_run_filter { /* every field optional */
    const char *id_prefix; /* at least 4 hex digits */
    const char *suite, *commit_prefix, *branch, *cpu_slug, *backend;
    int64_t     since_ns, until_ns; /* of measured_at, since <= it < until; 0 = open */
    size_t      limit;              /* newest first kept; 0 = all */
} bd_run_filter;

/* What `history list` shows of a run, without its points. */
typedef struct bd_run_head {
    /* arena; NULL = unknown */
    const char *id, *suite, *format, *commit, *branch, *cpu, *backend, *file;
    const char *digest; /* of all that is stored of it, 64 hex digits; the same in every store */
    int64_t     measured_at_ns, commit_time_ns;
    bd_dirty    dirty;
    size_t      point_count;
    bd_outcome  outcome;
} bd_run_head;

typedef struct bd_run_heads {
    bd_run_head *items; /* newest first: measured_at, unknown last, then the later arrival */
    size_t       count, capacity;
    bd_arena     arena;
} bd_run_heads;

/* @param filter  NULL = all
 * @param out     empty, and empty again on failure
 * @return false with BD_ERR_STORE, or BD_ERR_USAGE for an id prefix that is none */
bool bd_store_list(bd_store *store, const bd_run_filter *filter, bd_run_heads *out, bd_error *err);
void bd_run_heads_release(bd_run_heads *heads);
/* Whole runs, exactly as they were put, in the order of bd_store_list() and from one
 * unchanging view of the store. Every run's digest is checked on the way.
 * @param out  runs are added; emptied on failure */
bool bd_store_load(bd_store *store, const bd_run_filter *filter, bd_runs *out, bd_error *err);
/* The same without their points, which are not read: whoever chooses among runs needs none.
 * A digest is of both, so none is checked. */
bool bd_store_load_facts(bd_store *store, const bd_run_filter *filter, bd_runs *out, bd_error *err);

/* One run as it is stored, its digest checked: one thread reads the next while another opens
 * the last. */
typedef struct bd_packed_run bd_packed_run;

/* @param id  whole
 * @return owned; NULL with BD_ERR_STORE, also where the run has been dropped meanwhile */
bd_packed_run *bd_store_fetch(bd_store *store, const char *id, bd_error *err);
/* The store must still be open, and is not used. @return owned; NULL with BD_ERR_STORE */
bd_run *bd_packed_run_open(const bd_packed_run *packed, bd_error *err);
void    bd_packed_run_free(bd_packed_run *packed); /* NULL is fine */

typedef struct bd_store_info {
    char    url[512]; /* without password */
    int     version;  /* of the schema */
    int     newest;   /* version that this benchdoc makes */
    int64_t runs, points, bytes;
} bd_store_info;
bool bd_store_describe(bd_store *store, bd_store_info *out, bd_error *err);
/* Reads everything back, recomputes digests, finds leftovers.
 * @return false when the check itself could not be made; what it found is in `found` */
bool bd_store_check(bd_store *store, bd_diagnostics *found, bd_error *err);

typedef struct bd_store_repaired {
    int64_t runs, points; /* leftovers that were taken away: nobody had seen them */
} bd_store_repaired;
/* Takes away what interrupted programs left, in one transaction that waits for those at work. */
bool bd_store_repair(bd_store *store, bd_store_repaired *out, bd_error *err);
/* Gives space back that dropped runs have left, and tells the planner what there is. */
bool bd_store_vacuum(bd_store *store, bd_error *err);

/* An id that is known beside a run's own: see bd_run_change. */
typedef struct bd_alias {
    const char *id, *of; /* arena */
} bd_alias;
typedef struct bd_aliases {
    bd_alias *items; /* owned; by id */
    size_t    count, capacity;
    bd_arena  arena;
} bd_aliases;
/* @param out  empty, and empty again on failure */
bool bd_store_aliases(bd_store *store, bd_aliases *out, bd_error *err);
void bd_aliases_release(bd_aliases *aliases);
/* In one transaction. */
bool bd_store_put_aliases(bd_store *store, const bd_alias *aliases, size_t count, bd_error *err);

#endif
