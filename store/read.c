/* The reading half of the front: whole runs out, and checks of what is stored. */
#include "store/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bd_run_heads_release(bd_run_heads *heads)
{
    free(heads->items);
    bd_arena_release(&heads->arena);
    *heads = (bd_run_heads){ 0 };
}

static bool check_filter(const bd_run_filter *filter, bd_error *err)
{
    const char *prefix = filter->id_prefix;
    if (!prefix || (strlen(prefix) >= 4 && strspn(prefix, "0123456789abcdef") == strlen(prefix)))
        return true;
    bd_fail(err, BD_ERR_USAGE, "\"%.80s\" does not name a run", prefix);
    return bd_hint(err, "write at least 4 of the run's hex digits; "
                        "`benchdoc history list` shows them");
}

/* Once: inside a transaction what failed can only fail again. */
static bool list(bd_store *store, const bd_run_filter *filter, bd_run_heads *out, bd_error *err)
{
    if (store->backend->list(store->db, filter, out, err))
        return true;
    bd_run_heads_release(out);
    return false;
}

bool bd_store_list(bd_store *store, const bd_run_filter *filter, bd_run_heads *out, bd_error *err)
{
    static const bd_run_filter all = { 0 };
    if (!filter)
        filter = &all;
    bd_tries tries = bd_store_tries(store);
    bool ok = check_filter(filter, err);
    if (!ok)
        return false;
    do
        ok = list(store, filter, out, err);
    while (!ok && bd_try_again(&tries, store->db, err));
    return ok;
}

static void stored_run_release(bd_stored_run *stored)
{
    free(stored->points);
    bd_arena_release(&stored->arena);
    *stored = (bd_stored_run){ 0 };
}

static bool damaged(const char *url, const char *id, const char *what, bd_error *err)
{
    bd_fail(err, BD_ERR_STORE, "run %.12s is damaged: %s", id, what);
    bd_error_in_file(err, url);
    return bd_hint(err, "restore the store from a copy, or ingest the run's files into a new one; "
                        "`benchdoc store check` lists what is damaged");
}

static bool digest_same(const bd_stored_run *stored, const char *id)
{
    bd_buf groups = BD_BUF_INIT;
    for (size_t i = 0; i < stored->count; i += BD_POINT_GROUP) {
        size_t left = stored->count - i;
        bd_digest_group(stored->points + i, left < BD_POINT_GROUP ? left : BD_POINT_GROUP, &groups);
    }
    bd_digest digest = bd_digest_run(id, stored->body, &groups);
    bd_buf_release(&groups);
    return strcmp(digest.hex, stored->digest.hex) == 0;
}

static bool unpack_points(const bd_stored_run *stored, bd_run *run)
{
    bd_run_reserve(run, stored->count);
    for (size_t i = 0; i < stored->count; i++)
        if (!bd_unpack_point(&stored->points[i], &run->arena, bd_run_add_point(run)))
            return false;
    return true;
}

/* Whether what was read is what was put. */
static bool check_stored(const bd_stored_run *stored, const char *url, const char *id,
                         bd_error *err)
{
    for (size_t i = 0; i < stored->count; i++)
        if (!stored->points[i].identity.ptr)
            return damaged(url, id, "points are missing", err);
    return digest_same(stored, id)
           || damaged(url, id, "its digest is not that of what is stored", err);
}

/* @param points  false: without them
 * @return owned; NULL with BD_ERR_STORE */
static bd_run *unpack(const bd_stored_run *stored, bool points, const char *url, const char *id,
                      bd_error *err)
{
    bd_run *run = bd_run_new();
    if (bd_unpack_run(stored->body, run) && run->id && strcmp(run->id, id) == 0
        && (!points || unpack_points(stored, run)))
        return run;
    damaged(url, id, "it is packed in a way that this benchdoc does not know", err);
    bd_run_free(run);
    return NULL;
}

/* @return owned; NULL with BD_ERR_STORE */
static bd_run *load_run(bd_store *store, const char *id, bool points, bd_error *err)
{
    bd_stored_run stored = { 0 };
    bool ok = store->backend->load(store->db, id, points, &stored, err)
              && (!points || check_stored(&stored, store->url, id, err));
    bd_run *run = ok ? unpack(&stored, points, store->url, id, err) : NULL;
    stored_run_release(&stored);
    return run;
}

static bool load_all(bd_store *store, const bd_run_filter *filter, bool points, bd_runs *out,
                     bd_error *err)
{
    static const bd_run_filter all = { 0 };
    bd_run_heads heads = { 0 };
    filter = filter ? filter : &all;
    bool ok = check_filter(filter, err) && list(store, filter, &heads, err);
    for (size_t i = 0; ok && i < heads.count; i++) {
        bd_run *run = load_run(store, heads.items[i].id, points, err);
        ok = run != NULL;
        if (run)
            bd_runs_add(out, run);
    }
    bd_run_heads_release(&heads);
    return ok;
}

static bool load(bd_store *store, const bd_run_filter *filter, bool points, bd_runs *out,
                 bd_error *err)
{
    const bd_backend *b = store->backend;
    bd_tries tries = bd_store_tries(store);
    do {
        if (b->begin(store->db, false, err) && load_all(store, filter, points, out, err)
            && b->commit(store->db, err))
            return true;
        b->rollback(store->db);
        bd_runs_release(out);
    } while (bd_try_again(&tries, store->db, err));
    return false;
}

bool bd_store_load(bd_store *store, const bd_run_filter *filter, bd_runs *out, bd_error *err)
{
    return load(store, filter, true, out, err);
}

bool bd_store_load_facts(bd_store *store, const bd_run_filter *filter, bd_runs *out, bd_error *err)
{
    return load(store, filter, false, out, err);
}

/* ---- one run, in two steps ---- */

struct bd_packed_run {
    bd_stored_run stored;
    const char *url; /* borrowed from the store */
    char *id;        /* in the stored run's arena */
};

/* Inside a transaction. */
static bool fetch(bd_store *store, const char *id, bd_stored_run *out, bd_error *err)
{
    const bd_run_filter filter = { .id_prefix = id };
    bd_run_heads heads = { 0 };
    bool ok = check_filter(&filter, err) && list(store, &filter, &heads, err);
    if (ok && heads.count == 0) {
        ok = bd_fail(err, BD_ERR_STORE, "run %.12s is not there any more", id);
        bd_error_in_file(err, store->url);
        bd_hint(err, "it was dropped meanwhile: run this again");
    }
    bd_run_heads_release(&heads);
    return ok && store->backend->load(store->db, id, true, out, err)
           && check_stored(out, store->url, id, err);
}

bd_packed_run *bd_store_fetch(bd_store *store, const char *id, bd_error *err)
{
    const bd_backend *b = store->backend;
    bd_tries tries = bd_store_tries(store);
    bd_packed_run *packed = bd_alloc(sizeof *packed);
    do {
        *packed = (bd_packed_run){ .url = store->url };
        if (b->begin(store->db, false, err) && fetch(store, id, &packed->stored, err)
            && b->commit(store->db, err)) {
            packed->id = bd_arena_strdup(&packed->stored.arena, id);
            return packed;
        }
        b->rollback(store->db);
        stored_run_release(&packed->stored);
    } while (bd_try_again(&tries, store->db, err));
    free(packed);
    return NULL;
}

bd_run *bd_packed_run_open(const bd_packed_run *packed, bd_error *err)
{
    return unpack(&packed->stored, true, packed->url, packed->id, err);
}

void bd_packed_run_free(bd_packed_run *packed)
{
    if (packed)
        stored_run_release(&packed->stored);
    free(packed);
}

/* ---- checks ---- */

bool bd_store_describe(bd_store *store, bd_store_info *out, bd_error *err)
{
    *out = (bd_store_info){ 0 };
    snprintf(out->url, sizeof out->url, "%s", store->url);
    return store->backend->describe(store->db, out, err);
}

static bool same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

/* The columns a run is looked up by still say what the run says. CPU and backend are
 * left out: how they are made from facts may change with a new benchdoc. */
static bool head_same(const bd_run_head *stored, const bd_run *run)
{
    bd_arena scratch = BD_ARENA_INIT;
    bd_run_row row;
    bd_run_row_of(run, &scratch, &row);
    const bd_run_head *real = &row.head;
    bool same = same_text(stored->suite, real->suite) && same_text(stored->format, real->format)
                && same_text(stored->commit, real->commit)
                && same_text(stored->branch, real->branch) && same_text(stored->file, real->file)
                && stored->measured_at_ns == real->measured_at_ns
                && stored->commit_time_ns == real->commit_time_ns && stored->dirty == real->dirty
                && stored->point_count == real->point_count && stored->outcome == real->outcome;
    bd_arena_release(&scratch);
    return same;
}

static void check_run(bd_store *store, const bd_run_head *head, bd_diagnostics *found)
{
    bd_error problem = BD_ERROR_INIT;
    bd_run *run = load_run(store, head->id, true, &problem);
    if (run && !head_same(head, run))
        damaged(store->url, head->id, "its columns are not those of what is packed", &problem);
    if (problem.code != BD_OK)
        bd_diagnostics_add(found, BD_ERROR, &problem);
    bd_run_free(run);
}

bool bd_store_check(bd_store *store, bd_diagnostics *found, bd_error *err)
{
    const bd_backend *b = store->backend;
    static const bd_run_filter all = { 0 };
    bd_run_heads heads = { 0 };
    bool ok = b->begin(store->db, false, err) && b->check(store->db, found, err)
              && list(store, &all, &heads, err);
    for (size_t i = 0; ok && i < heads.count; i++)
        check_run(store, &heads.items[i], found);
    bd_run_heads_release(&heads);
    if (ok && b->commit(store->db, err))
        return true;
    b->rollback(store->db);
    return false;
}
