/* Runs that say something else from now on, or are merged into others: all or none. */
#include "store/internal.h"

#include <string.h>

static bd_digest digest_of(const bd_run *run)
{
    bd_buf body = BD_BUF_INIT, groups = BD_BUF_INIT;
    bd_packed_batch *batch = bd_packed_batch_new(run);
    for (size_t first = 0; first < run->point_count; first += batch->count) {
        bd_packed_batch_begin(batch, first);
        bd_packed_batch_end(batch);
        bd_buf_put_str(&groups, bd_buf_str(&batch->digests));
    }
    bd_packed_batch_free(batch);
    bd_pack_run(run, &body);
    bd_digest digest = bd_digest_run(run->id, bd_buf_str(&body), &groups);
    bd_buf_release(&body);
    bd_buf_release(&groups);
    return digest;
}

/* Inside a write transaction: nobody else can change the run meanwhile. */
static bool check_unchanged(bd_store *store, const bd_run *before, bd_error *err)
{
    bd_digest stored = { "" }, loaded = digest_of(before);
    if (!store->backend->digest(store->db, before->id, &stored, err))
        return false;
    if (strcmp(stored.hex, loaded.hex) == 0)
        return true;
    bd_fail(err, BD_ERR_STORE, "run %.12s was %s by another process meanwhile; nothing was changed",
            before->id, stored.hex[0] ? "changed" : "dropped");
    bd_error_in_file(err, store->url);
    return bd_hint(err, "run the same command again");
}

static bool check(const bd_run_change *change, bd_error *err)
{
    if (!change->after)
        return true;
    return bd_verify_run(change->after, err)
           && (strcmp(change->after->id, change->before->id) == 0
               || bd_fail(err, BD_ERR_BUG, "a run was to be changed into another"));
}

static bool make(bd_store *store, const bd_run_change *change, bd_error *err)
{
    const bd_backend *b = store->backend;
    const char *id = change->before->id;
    if (!check_unchanged(store, change->before, err))
        return false;
    if (change->after) {
        bd_series_cache_clear(&store->series); /* each run says anew which series it has */
        return (!change->also || b->put_alias(store->db, change->also, id, err))
               && bd_put_whole(store, change->after, b->replace_run, err);
    }
    return (!change->into || b->put_alias(store->db, id, change->into, err))
           && b->drop_run(store->db, id, err);
}

static bool make_room(bd_store *store, const bd_run_change *changes, size_t count, bd_error *err)
{
    const bd_backend *b = store->backend;
    for (size_t i = 0; b->make_room && i < count; i++)
        if (changes[i].after && !b->make_room(store->db, changes[i].after->measured_at_ns, err))
            return false;
    return true;
}

/* @param made  set to whether all was done but the commit: a change that may have come to be
 *              is not made again */
static bool change_once(bd_store *store, const bd_run_change *changes, size_t count, bool *made,
                        bd_error *err)
{
    const bd_backend *b = store->backend;
    bool ok = make_room(store, changes, count, err) && b->begin(store->db, true, err);
    for (size_t i = 0; ok && i < count; i++)
        ok = make(store, &changes[i], err);
    *made = ok;
    ok = ok && b->commit(store->db, err);
    if (!ok)
        b->rollback(store->db);
    bd_series_cache_clear(&store->series);
    return ok;
}

bool bd_store_change(bd_store *store, const bd_run_change *changes, size_t count, bd_error *err)
{
    bd_tries tries = bd_store_tries(store);
    bool ok, made = false;
    if (store->read_only)
        return bd_refuse_writing(store, err);
    for (size_t i = 0; i < count; i++)
        if (!check(&changes[i], err))
            return false;
    do
        ok = change_once(store, changes, count, &made, err);
    while (!ok && !made && bd_try_again(&tries, store->db, err));
    return ok;
}
