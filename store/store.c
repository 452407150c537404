/* The front of the stores: which backend a URL names, what may be stored, and the
 * transaction around a run. */
#include "store/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *scheme;
    const bd_backend *backend;
} schemes[] = {
    { "sqlite", &bd_backend_sqlite },
    { "postgresql", &bd_backend_postgresql },
    { "postgres", &bd_backend_postgresql },
};

/* "sqlite:PATH", ":memory:", "postgresql://…". @return the part behind the scheme, borrowed */
static const char *find_backend(const char *url, const bd_backend **out)
{
    if (strcmp(url, ":memory:") == 0) {
        *out = &bd_backend_sqlite;
        return url;
    }
    const char *colon = strchr(url, ':');
    size_t len = colon ? (size_t)(colon - url) : 0;
    for (size_t i = 0; colon && i < BD_COUNT(schemes); i++)
        if (strlen(schemes[i].scheme) == len && strncmp(url, schemes[i].scheme, len) == 0) {
            *out = schemes[i].backend;
            return colon + 1;
        }
    return NULL;
}

static bool refuse_url(const char *url, bd_error *err)
{
    if (strchr(url, '@')) /* there may be a password before it */
        bd_fail(err, BD_ERR_USAGE, "this is not the URL of a store");
    else
        bd_fail(err, BD_ERR_USAGE, "\"%.200s\" is not the URL of a store", url);
    return bd_hint(err, "write sqlite:PATH, for example sqlite:.benchdoc/history.db, "
                        "or postgresql://USER@HOST/DATABASE");
}

bd_store *bd_store_open(const char *url, const bd_store_options *options, bd_error *err)
{
    static const bd_store_options none = { 0 };
    const bd_backend *backend = NULL;
    const char *target = find_backend(url, &backend);
    if (!target || target[0] == '\0') {
        refuse_url(url, err);
        return NULL;
    }
    bd_store *store = bd_alloc(sizeof *store);
    store->backend = backend;
    store->read_only = options && options->read_only;
    store->env = options ? options->env : NULL;
    if (!backend->open(target, options ? options : &none, &store->db, err)) {
        free(store);
        return NULL;
    }
    bd_buf shown = BD_BUF_INIT;
    if (backend->show_url)
        backend->show_url(url, &shown);
    else
        bd_buf_puts(&shown, url);
    store->url = bd_strdup(bd_buf_text(&shown));
    bd_buf_release(&shown);
    return store;
}

bool bd_store_close(bd_store *store, bd_error *err)
{
    if (!store)
        return true;
    bool ok = store->backend->close(store->db, err);
    bd_series_cache_clear(&store->series);
    free(store->url);
    free(store);
    return ok;
}

/* Fills in the rows of one group and hands them on. */
static bool put_group(bd_store *store, int64_t number, const bd_packed_batch *batch,
                      const bd_series_ref *series, size_t from, bd_error *err)
{
    bd_point_row rows[BD_POINT_GROUP];
    size_t count = 0;
    for (size_t i = from; i < batch->count && count < BD_POINT_GROUP; i++) {
        const bd_series_ref *of = &series[batch->first + i];
        rows[count++] = (bd_point_row){
            .series = store->series.entries[of->entry].number,
            .place = batch->first + i,
            .value = batch->run->points[batch->first + i].value,
            .own_identity = of->own_identity,
            .packed = batch->packed[i],
        };
    }
    return store->backend->put_points(store->db, number, rows, count, err);
}

/* A batch is packed while the one before it goes into the database, the first one while
 * the series are looked up.
 * @param groups  gets the digests of the groups */
static bool put_points(bd_store *store, const bd_run *run, int64_t number, bd_buf *groups,
                       bd_error *err)
{
    bd_series_ref *series = bd_alloc(run->point_count * sizeof *series);
    bd_packed_batch *batches[] = { bd_packed_batch_new(run), bd_packed_batch_new(run) };
    bd_packed_batch_begin(batches[0], 0);
    bool ok = bd_series_resolve(store, run, number, series, err);
    for (size_t first = 0, turn = 0; ok && first < run->point_count; turn++) {
        bd_packed_batch *batch = batches[turn % 2];
        bd_packed_batch_end(batch);
        first += batch->count;
        bd_packed_batch_begin(batches[(turn + 1) % 2], first);
        for (size_t i = 0; ok && i < batch->count; i += BD_POINT_GROUP)
            ok = put_group(store, number, batch, series, i, err);
        bd_buf_put_str(groups, bd_buf_str(&batch->digests));
    }
    bd_packed_batch_free(batches[0]);
    bd_packed_batch_free(batches[1]);
    free(series);
    return ok;
}

bool bd_put_whole(bd_store *store, const bd_run *run,
                  bool (*put)(void *db, const bd_run_row *row, int64_t *number, bd_error *err),
                  bd_error *err)
{
    bd_arena scratch = BD_ARENA_INIT;
    bd_buf body = BD_BUF_INIT, groups = BD_BUF_INIT;
    bd_run_row row;
    int64_t number;
    bd_run_row_of(run, &scratch, &row);
    bd_pack_run(run, &body);
    row.body = bd_buf_str(&body);
    bool ok = put(store->db, &row, &number, err) && put_points(store, run, number, &groups, err);
    if (ok) {
        bd_digest digest = bd_digest_run(run->id, row.body, &groups);
        ok = store->backend->complete_run(store->db, number, &digest, err);
    }
    bd_buf_release(&body);
    bd_buf_release(&groups);
    bd_arena_release(&scratch);
    return ok;
}

/* Inside a write transaction: nobody else can put the run meanwhile. */
static bool put_unless_known(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    const bd_backend *b = store->backend;
    bd_run_state state;
    bool known;
    if (!b->find_run(store->db, run->id, &state, err)
        || !b->find_alias(store->db, run->id, &known, err))
        return false;
    known = known || state == BD_RUN_COMPLETE;
    *what = known ? BD_PUT_KNOWN : BD_PUT_NEW;
    if (known)
        return true;
    if (state == BD_RUN_LEFTOVER && !b->remove_run(store->db, run->id, err))
        return false;
    return bd_put_whole(store, run, b->put_run, err);
}

static bool put_once(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    const bd_backend *b = store->backend;
    if (b->make_room && !b->make_room(store->db, run->measured_at_ns, err))
        return false;
    bool ok = b->begin(store->db, true, err) && put_unless_known(store, run, what, err);
    store->committing = ok;
    ok = ok && b->commit(store->db, err);
    if (!ok) {
        b->rollback(store->db);
        bd_series_cache_clear(&store->series); /* numbers that were just given are void */
    }
    return ok;
}

bool bd_refuse_writing(const bd_store *store, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE, "the store was opened for reading only");
    return bd_error_in_file(err, store->url);
}

/* Looks before it begins: most runs that are put again are known. */
static bool put(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    bd_run_state state;
    if (!store->backend->find_run(store->db, run->id, &state, err))
        return false;
    *what = BD_PUT_KNOWN;
    return state == BD_RUN_COMPLETE || put_once(store, run, what, err);
}

bd_tries bd_store_tries(const bd_store *store)
{
    return (bd_tries){ .backend = store->backend, .env = store->env };
}

static bool put_with_tries(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    bd_tries tries = bd_store_tries(store);
    bool ok = false, begun = false;
    do {
        *what = BD_PUT_KNOWN;
        store->committing = false;
        ok = put(store, run, what, err);
        begun = begun || (!ok && store->committing); /* it may be there all the same */
    } while (!ok && bd_try_again(&tries, store->db, err));
    if (ok && begun)
        *what = BD_PUT_NEW;
    return ok;
}

/* A run is verified while the one before it is put. */
typedef struct verifying {
    const bd_run *run;
    bool ok;
    bd_error err;
    bd_task *task; /* owned */
} verifying;

static void verify(void *context)
{
    verifying *v = context;
    v->ok = bd_verify_run(v->run, &v->err);
}

static void begin_verifying(verifying *v, const bd_run *run, bool beside)
{
    *v = (verifying){ .run = run, .err = BD_ERROR_INIT };
    v->task = bd_task_begin(beside && run->point_count > BD_POINT_GROUP, verify, v);
}

static bool end_verifying(verifying *v, bd_error *err)
{
    bd_task_end(v->task);
    v->task = NULL;
    if (!v->ok)
        *err = v->err;
    return v->ok;
}

typedef struct putting {
    const bd_run *const *runs;
    size_t count;
    bd_put *results;
    size_t *stored;
} putting;

static bool put_each(bd_store *store, const putting *p, bd_error *err)
{
    verifying next = { 0 };
    bool ok = true;
    if (p->count > 0)
        begin_verifying(&next, p->runs[0], false);
    for (size_t i = 0; ok && i < p->count; i++) {
        ok = end_verifying(&next, err);
        if (ok && i + 1 < p->count)
            begin_verifying(&next, p->runs[i + 1], true);
        ok = ok && (i == 0 || bd_may_go_on(store->env, err))
             && put_with_tries(store, p->runs[i], &p->results[i], err);
        *p->stored += ok;
    }
    bd_task_end(next.task);
    return ok;
}

/* What is stored lasts afterwards, and a late store is in its place, even where one of the
 * runs has failed. @param again  as of `publish` */
static bool put_together(bd_store *store, const putting *p, bool *again, bd_error *err)
{
    const bd_backend *b = store->backend;
    bool many = p->count > 1 && b->begin_many;
    bd_error end = BD_ERROR_INIT;
    *again = false;
    *p->stored = 0;
    if (many && !b->begin_many(store->db, err))
        return false;
    bool ok = put_each(store, p, err);
    bool lasts = !many || b->end_many(store->db, &end);
    if (*p->stored == 0)
        return ok;
    lasts = lasts && (!b->publish || b->publish(store->db, again, &end));
    if (!lasts) {
        *p->stored = 0;
        *err = end;
    }
    if (!lasts || *again)
        bd_series_cache_clear(&store->series);
    return ok && lasts;
}

bool bd_store_put_all(bd_store *store, const bd_run *const *runs, size_t count, bd_put *results,
                      size_t *stored, bd_error *err)
{
    putting p = { .runs = runs, .count = count, .stored = stored };
    bool ok, again;
    p.results = results;
    *stored = 0;
    if (store->read_only)
        return bd_refuse_writing(store, err);
    do {
        ok = put_together(store, &p, &again, err);
        if (again) /* a store is late once only */
            *err = (bd_error)BD_ERROR_INIT;
    } while (again);
    return ok;
}

bool bd_store_put(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    size_t stored;
    return bd_store_put_all(store, &run, 1, what, &stored, err);
}

static bool drop_once(bd_store *store, const char *const *ids, size_t count, size_t *dropped,
                      bd_error *err)
{
    const bd_backend *b = store->backend;
    size_t gone = 0;
    bool ok = b->begin(store->db, true, err);
    for (size_t i = 0; ok && i < count; i++) {
        bd_run_state state;
        ok = b->find_run(store->db, ids[i], &state, err);
        if (!ok || state != BD_RUN_COMPLETE)
            continue;
        ok = b->drop_run(store->db, ids[i], err);
        gone++;
    }
    ok = ok && b->commit(store->db, err);
    if (ok)
        *dropped = gone;
    else
        b->rollback(store->db);
    return ok;
}

bool bd_store_drop(bd_store *store, const char *const *ids, size_t count, size_t *dropped,
                   bd_error *err)
{
    bd_tries tries = bd_store_tries(store);
    bool ok;
    *dropped = 0;
    if (store->read_only)
        return bd_refuse_writing(store, err);
    do
        ok = drop_once(store, ids, count, dropped, err);
    while (!ok && bd_try_again(&tries, store->db, err));
    return ok;
}
