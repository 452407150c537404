/* store/internal.h: private to store/ and its tests.
 *
 * The front (store.c, read.c) checks arguments, packs, owns transactions and
 * digests; a backend only translates. Packing knows no backend, so a run has the
 * same bytes and the same digest in every store. */
#ifndef BD_STORE_INTERNAL_H
#define BD_STORE_INTERNAL_H

#include "core/base/map.h"
#include "core/base/task.h"
#include "store/store.h"

/* ---- packed forms ---- */

#define BD_PACK_VERSION 2   /* first byte of a run's body: how it and its points are packed */
#define BD_POINT_GROUP  256 /* points hashed, and handed to a backend, together */

/* A point in three parts, so that each can be read without the others. */
typedef struct bd_packed_point {
    bd_str identity; /* benchmark, metric, mode, threads, params in their order */
    bd_str facts;    /* value, unit, outcome, source, … */
    bd_str samples;  /* raw samples, warm-ups, histogram; empty = none */
} bd_packed_point;

void bd_pack_run(const bd_run *run, bd_buf *out); /* without points; appends, like all of these */
void bd_pack_identity(const bd_point *point, bd_buf *out);
void bd_pack_facts(const bd_point *point, bd_buf *out);
void bd_pack_samples(const bd_point *point, bd_buf *out); /* nothing when there are none */

/* Copied into the arena of `run`. @return false when the bytes are not what packing makes */
bool bd_unpack_run(bd_str body, bd_run *run);
bool bd_unpack_point(const bd_packed_point *packed, bd_arena *arena, bd_point *out);

/* The run's digest: SHA-256 over its id, its body and the digests of its groups of points. */
void      bd_digest_group(const bd_packed_point *points, size_t count, bd_buf *groups);
bd_digest bd_digest_run(const char *id, bd_str body, const bd_buf *groups);

/* Points of a run in their order, packed beside the caller. */
typedef struct bd_packed_batch {
    const bd_run    *run; /* borrowed */
    size_t           first, count;
    bd_packed_point *packed;  /* owned; slices of the bytes */
    bd_buf           digests; /* of its groups */
    bd_buf           bytes;   /* as they are hashed: each part behind its length */
    bd_task         *task;    /* owned; NULL = nothing is going on */
} bd_packed_batch;

bd_packed_batch *bd_packed_batch_new(const bd_run *run);
/* Begins to pack the points from `first` on: as many as a batch takes, or the rest, which
 * may be none. What the batch held is void. */
void bd_packed_batch_begin(bd_packed_batch *batch, size_t first);
void bd_packed_batch_end(bd_packed_batch *batch); /* waits */
void bd_packed_batch_free(bd_packed_batch *batch);

/* Refuses what a store cannot hold, naming the field: a text that is not UTF-8, a
 * run that was not sealed. */
bool bd_verify_run(const bd_run *run, bd_error *err);

/* ---- what a backend moves ---- */

typedef struct bd_run_row {
    bd_run_head head; /* borrowed texts */
    const char *cpu_slug;
    bd_str      body;
} bd_run_row;

/* Fills the columns that a run is looked up by. `scratch` keeps the texts it makes. */
void bd_run_row_of(const bd_run *run, bd_arena *scratch, bd_run_row *out);

typedef struct bd_series_row {
    bd_str  key, identity;
    int64_t number; /* filled in by the backend, */
    bd_str  stored; /* with the identity that is stored; in the batch's arena */
} bd_series_row;

typedef struct bd_series_batch {
    const char    *suite;
    int64_t        run; /* that they are looked up for */
    bd_series_row *rows;
    size_t         count, capacity;
    bd_arena      *arena;
} bd_series_batch;

typedef struct bd_point_row {
    int64_t   series;
    size_t    place;
    bd_number value;        /* what the queryable copy is made of */
    bool      own_identity; /* false: its series' identity is the point's */
    bd_packed_point packed;
} bd_point_row;

typedef struct bd_stored_run {
    bd_str           body; /* all in the arena */
    bd_digest        digest;
    bd_packed_point *points; /* by place; an identity without pointer = the point is not there */
    size_t           count;
    bd_arena         arena;
} bd_stored_run;

typedef enum bd_run_state { BD_RUN_ABSENT, BD_RUN_LEFTOVER, BD_RUN_COMPLETE } bd_run_state;

/* Whether what has failed may be tried again. */
typedef enum bd_retry {
    BD_RETRY_NO,
    BD_RETRY_NOW,   /* it will be otherwise */
    BD_RETRY_SOON,  /* another process was in the way */
    BD_RETRY_LATER, /* the server is not there */
} bd_retry;

/* One kind of store. Every function that can fail fills `err` with BD_ERR_STORE,
 * the place, and the next step; after a failure inside a transaction the front
 * calls rollback. */
typedef struct bd_backend {
    /* Recognises, creates, migrates. On failure nothing stays open.
     * @param target  the URL behind the colon of its scheme */
    bool (*open)(const char *target, const bd_store_options *options, void **db, bd_error *err);
    /* Frees everything, failed or not. */
    bool (*close)(void *db, bd_error *err);

    /* Appends what may be shown of a URL. NULL: all of it. */
    void (*show_url)(const char *url, bd_buf *out);
    /* After a failure, and the rollback where there was a transaction. NULL: never. */
    bd_retry (*retry)(void *db);
    /* Before a transaction that puts a run of that time. NULL: nothing to do. */
    bool (*make_room)(void *db, int64_t measured_at_ns, bd_error *err);

    /* write: no other writer of what was found until the end. Else: one unchanging view of
     * what is there. */
    bool (*begin)(void *db, bool write, bd_error *err);
    bool (*commit)(void *db, bd_error *err);
    void (*rollback)(void *db); /* cannot fail: the caller is already failing */
    /* Until end_many() commits need not last: a power cut may take the last of them, each
     * whole. NULL, both: every commit lasts. */
    bool (*begin_many)(void *db, bd_error *err);
    bool (*end_many)(void *db, bd_error *err); /* from now on all of them do */
    /* After the commit of a put, or the last of many: brings a late store to its place.
     * NULL: there are none.
     * @param again  nothing was stored, because another process has made the store
     *               meanwhile; the put into that one is to be done from its beginning */
    bool (*publish)(void *db, bool *again, bd_error *err);

    bool (*find_run)(void *db, const char *id, bd_run_state *out, bd_error *err);
    /* Takes away what an interrupted put left: a run that is not complete. */
    bool (*remove_run)(void *db, const char *id, bd_error *err);
    /* Takes away a complete run with its points. */
    bool (*drop_run)(void *db, const char *id, bd_error *err);
    /* Of a complete run; "" = there is none. */
    bool (*digest)(void *db, const char *id, bd_digest *out, bd_error *err);
    /* Gives a complete run another row, takes its points away, and lets it be not complete.
     * @param number  as before */
    bool (*replace_run)(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
    /* From now on `id` is known: the run `of`, or what that is an alias of, stands for it. */
    bool (*put_alias)(void *db, const char *id, const char *of, bd_error *err);
    /* Is it an alias, over however many others, of a complete run? */
    bool (*find_alias)(void *db, const char *id, bool *known, bd_error *err);
    /* Adds a run that is not complete. @param number  what later calls name it by */
    bool (*put_run)(void *db, const bd_run_row *row, int64_t *number, bd_error *err);
    /* Finds or adds every series of the batch. All of a run's before its first point. A run
     * that was replaced may be earlier than the first one that a series had until now. */
    bool (*put_series)(void *db, bd_series_batch *batch, bd_error *err);
    /* Adds the next points of a run, at most BD_POINT_GROUP. */
    bool (*put_points)(void *db, int64_t run, const bd_point_row *rows, size_t count,
                       bd_error *err);
    /* The last update: readers see the run from the commit on. */
    bool (*complete_run)(void *db, int64_t run, const bd_digest *digest, bd_error *err);

    /* Complete runs, in the order of bd_run_heads; texts in its arena. */
    bool (*list)(void *db, const bd_run_filter *filter, bd_run_heads *out, bd_error *err);
    /* One complete run as it is stored. @param points  false: without them @param out  empty */
    bool (*load)(void *db, const char *id, bool points, bd_stored_run *out, bd_error *err);
    bool (*describe)(void *db, bd_store_info *out, bd_error *err); /* all but the URL */
    /* What only the backend can look at: its own integrity, leftovers. */
    bool (*check)(void *db, bd_diagnostics *found, bd_error *err);
    /* Inside a transaction: leftovers go, once nobody is at work. */
    bool (*repair)(void *db, bd_store_repaired *out, bd_error *err);
    bool (*vacuum)(void *db, bd_error *err); /* outside of transactions */
    bool (*list_aliases)(void *db, bd_aliases *out, bd_error *err);
} bd_backend;

extern const bd_backend bd_backend_sqlite, bd_backend_postgresql;

/* ---- series that were looked up before ---- */

typedef struct bd_series_entry {
    int64_t  number;
    uint64_t put;   /* the last put that met it, */
    size_t   place; /* and its point's place there */
} bd_series_entry;

typedef struct bd_series_cache {
    bd_map           identities; /* suite NUL identity → 2 * entry + (not the stored one) */
    bd_map           keys;       /* suite NUL key → entry */
    bd_series_entry *entries;
    size_t           count, capacity;
    uint64_t         puts;
    bd_arena         arena;
} bd_series_cache;

typedef struct bd_series_ref {
    size_t entry;        /* index into the cache's, valid until it changes */
    bool   own_identity; /* the point's identity is not the one stored with the series */
} bd_series_ref;

void bd_series_cache_clear(bd_series_cache *cache);

struct bd_store {
    const bd_backend *backend; /* static */
    void             *db;      /* owned; type known only to the backend */
    char             *url;     /* owned; without password */
    bool              read_only;
    const bd_env     *env; /* borrowed; NULL = nothing is tried again */
    bool              committing; /* the last put came as far as to its end */
    bd_series_cache   series;
};

/* ---- parts of the front ---- */

/* @param put  put_run or replace_run of the backend */
bool bd_put_whole(bd_store *store, const bd_run *run,
                  bool (*put)(void *db, const bd_run_row *row, int64_t *number, bd_error *err),
                  bd_error *err);
void bd_aliases_add(bd_aliases *out, bd_str id, bd_str of);
bool bd_refuse_writing(const bd_store *store, bd_error *err); /* @return false, always */

/* What is being tried, and how often it was. */
typedef struct bd_tries {
    const bd_backend *backend;
    const bd_env     *env;
    unsigned          count;
    int64_t           waited_ns;
} bd_tries;

/* After a failure: waits, longer each time, and forgets it, where trying again may help. */
bool     bd_try_again(bd_tries *tries, void *db, bd_error *err);
/* @return false with BD_ERR_INTERRUPTED. @param env  NULL = nobody interrupts */
bool     bd_may_go_on(const bd_env *env, bd_error *err);
bd_tries bd_store_tries(const bd_store *store); /* none yet */

/* Finds the series of every point of `run`, through the cache.
 * @param out  room for run->point_count
 * @return false also when two points are of one series */
bool bd_series_resolve(bd_store *store, const bd_run *run, int64_t run_number,
                       bd_series_ref *out, bd_error *err);

#endif
