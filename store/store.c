/* The front of the stores: which backend a URL names, what may be stored, and the
 * transaction around a run. */
#include "store/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const bd_backend *const backends[] = { &bd_backend_sqlite };

/* "sqlite:PATH" and ":memory:". @return the part behind the scheme, borrowed */
static const char *find_backend(const char *url, const bd_backend **out)
{
    if (strcmp(url, ":memory:") == 0) {
        *out = &bd_backend_sqlite;
        return url;
    }
    const char *colon = strchr(url, ':');
    size_t len = colon ? (size_t)(colon - url) : 0;
    for (size_t i = 0; colon && i < BD_COUNT(backends); i++)
        if (strlen(backends[i]->scheme) == len && strncmp(url, backends[i]->scheme, len) == 0) {
            *out = backends[i];
            return colon + 1;
        }
    return NULL;
}

static bool refuse_url(const char *url, bd_error *err)
{
    if (strncmp(url, "postgres", 8) == 0) { /* said without the URL: it may hold a password */
        bd_fail(err, BD_ERR_USAGE, "this benchdoc has no PostgreSQL store");
        return bd_hint(err, "name a file: sqlite:.benchdoc/history.db");
    }
    bd_fail(err, BD_ERR_USAGE, "\"%.200s\" is not the URL of a store", url);
    return bd_hint(err, "write sqlite:PATH, for example sqlite:.benchdoc/history.db");
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
    if (!backend->open(target, options ? options : &none, &store->db, err)) {
        free(store);
        return NULL;
    }
    store->url = bd_strdup(url);
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

/* Points of one group, packed one behind the other. */
typedef struct group {
    bd_buf bytes;
    size_t ends[BD_POINT_GROUP][3];
    bd_point_row rows[BD_POINT_GROUP];
    bd_packed_point packed[BD_POINT_GROUP];
} group;

static void pack_point(const bd_point *point, bd_buf *out, size_t *ends)
{
    bd_pack_identity(point, out);
    ends[0] = out->len;
    bd_pack_facts(point, out);
    ends[1] = out->len;
    bd_pack_samples(point, out);
    ends[2] = out->len;
}

static bd_packed_point slice_point(const group *g, size_t i)
{
    size_t from = i == 0 ? 0 : g->ends[i - 1][2];
    const char *at = g->bytes.data;
    const size_t *ends = g->ends[i];
    return (bd_packed_point){
        .identity = { at + from, ends[0] - from },
        .facts = { at + ends[0], ends[1] - ends[0] },
        .samples = { at + ends[1], ends[2] - ends[1] },
    };
}

/* Packs the points from `first` on. @return how many */
static size_t pack_group(const bd_store *store, const bd_run *run, size_t first,
                         const bd_series_ref *series, group *g)
{
    size_t count = run->point_count - first;
    if (count > BD_POINT_GROUP)
        count = BD_POINT_GROUP;
    bd_buf_clear(&g->bytes);
    for (size_t i = 0; i < count; i++)
        pack_point(&run->points[first + i], &g->bytes, g->ends[i]);
    for (size_t i = 0; i < count; i++) {
        g->packed[i] = slice_point(g, i);
        g->rows[i] = (bd_point_row){
            .series = store->series.entries[series[first + i].entry].number,
            .place = first + i,
            .value = run->points[first + i].value,
            .own_identity = series[first + i].own_identity,
            .packed = g->packed[i],
        };
    }
    return count;
}

/* @param groups  gets the digests of the groups */
static bool put_points(bd_store *store, const bd_run *run, int64_t number, bd_buf *groups,
                       bd_error *err)
{
    bd_series_ref *series = bd_alloc(run->point_count * sizeof *series);
    group *g = bd_alloc(sizeof *g);
    bool ok = bd_series_resolve(store, run, number, series, err);
    for (size_t i = 0; ok && i < run->point_count; i += BD_POINT_GROUP) {
        size_t count = pack_group(store, run, i, series, g);
        bd_digest_group(g->packed, count, groups);
        ok = store->backend->put_points(store->db, number, g->rows, count, err);
    }
    bd_buf_release(&g->bytes);
    free(g);
    free(series);
    return ok;
}

static bool put_whole(bd_store *store, const bd_run *run, bd_error *err)
{
    bd_arena scratch = BD_ARENA_INIT;
    bd_buf body = BD_BUF_INIT, groups = BD_BUF_INIT;
    bd_run_row row;
    int64_t number;
    bd_run_row_of(run, &scratch, &row);
    bd_pack_run(run, &body);
    row.body = bd_buf_str(&body);
    bool ok = store->backend->put_run(store->db, &row, &number, err)
              && put_points(store, run, number, &groups, err);
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
    if (!b->find_run(store->db, run->id, &state, err))
        return false;
    *what = state == BD_RUN_COMPLETE ? BD_PUT_KNOWN : BD_PUT_NEW;
    if (state == BD_RUN_COMPLETE)
        return true;
    if (state == BD_RUN_LEFTOVER && !b->remove_run(store->db, run->id, err))
        return false;
    return put_whole(store, run, err);
}

static bool put_once(bd_store *store, const bd_run *run, bd_put *what, bool *again, bd_error *err)
{
    const bd_backend *b = store->backend;
    *again = false;
    if (!b->begin(store->db, true, err))
        return false;
    bool ok = put_unless_known(store, run, what, err) && b->commit(store->db, err);
    if (!ok)
        b->rollback(store->db);
    ok = ok && b->publish(store->db, again, err);
    if (!ok || *again)
        bd_series_cache_clear(&store->series); /* numbers that were just given are void */
    return ok;
}

bool bd_store_put(bd_store *store, const bd_run *run, bd_put *what, bd_error *err)
{
    bd_run_state state;
    if (store->read_only) {
        bd_fail(err, BD_ERR_STORE, "the store was opened for reading only");
        return bd_error_in_file(err, store->url);
    }
    if (!bd_verify_run(run, err) || !store->backend->find_run(store->db, run->id, &state, err))
        return false;
    *what = BD_PUT_KNOWN;
    if (state == BD_RUN_COMPLETE)
        return true;
    bool again = true; /* a store is late once only */
    while (again)
        if (!put_once(store, run, what, &again, err))
            return false;
    return true;
}
