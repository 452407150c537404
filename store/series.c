/* Series by name: which number the store gave to what a point measures. Numbers
 * never change, so those that were met stay known while the store is open. */
#include "store/internal.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_KEPT = 200000 }; /* series; beyond that the cache starts anew */

void bd_series_cache_clear(bd_series_cache *cache)
{
    bd_map_release(&cache->map);
    free(cache->entries);
    bd_arena_release(&cache->arena);
    *cache = (bd_series_cache){ .puts = cache->puts };
}

/* The cache's name of a point: suite NUL key. */
static void name_point(const bd_run *run, const bd_point *point, bd_buf *name)
{
    bd_buf_clear(name);
    bd_buf_puts(name, run->suite);
    bd_buf_putc(name, '\0');
    bd_point_key(point, name);
}

static void ask_for(bd_series_batch *batch, const bd_point *point, const bd_buf *name)
{
    size_t suite_len = strlen(batch->suite) + 1;
    bd_buf identity = BD_BUF_INIT;
    bd_pack_identity(point, &identity);
    const char *kept = bd_arena_copy(batch->arena, name->data, name->len + 1);
    batch->rows = bd_grow(batch->rows, batch->count, &batch->capacity, sizeof *batch->rows);
    batch->rows[batch->count++] = (bd_series_row){
        .key = { kept + suite_len, name->len - suite_len },
        .identity = { bd_arena_copy(batch->arena, identity.data, identity.len), identity.len },
        .benchmark = point->benchmark,
        .metric = point->metric,
    };
    bd_buf_release(&identity);
}

/* Entries of the series that are known; SIZE_MAX for the others, which the batch asks for. */
static void find_known(const bd_series_cache *cache, const bd_run *run, bd_series_batch *batch,
                       size_t *out)
{
    bd_buf name = BD_BUF_INIT;
    for (size_t i = 0; i < run->point_count; i++) {
        name_point(run, &run->points[i], &name);
        const size_t *known = bd_map_get(&cache->map, bd_buf_str(&name));
        out[i] = known ? *known : SIZE_MAX;
        if (!known)
            ask_for(batch, &run->points[i], &name);
    }
    bd_buf_release(&name);
}

/* Takes what the backend answered; row by row the places that were not known. */
static void remember(bd_series_cache *cache, const bd_run *run, const bd_series_batch *batch,
                     size_t *out)
{
    bd_buf name = BD_BUF_INIT;
    size_t next = 0;
    for (size_t i = 0; i < run->point_count; i++) {
        if (out[i] != SIZE_MAX)
            continue;
        const bd_series_row *row = &batch->rows[next++];
        name_point(run, &run->points[i], &name);
        bool added;
        bd_str key = { bd_arena_copy(&cache->arena, name.data, name.len), name.len };
        out[i] = *bd_map_put(&cache->map, key, cache->count, &added);
        if (!added) /* twice in this run: said later */
            continue;
        cache->entries = bd_grow(cache->entries, cache->count, &cache->capacity,
                                 sizeof *cache->entries);
        cache->entries[cache->count++] = (bd_series_entry){
            .number = row->number,
            .identity = { bd_arena_copy(&cache->arena, row->stored.ptr, row->stored.len),
                          row->stored.len },
        };
    }
    bd_buf_release(&name);
}

static bool two_of_one(const bd_run *run, size_t first, size_t second, bd_error *err)
{
    const bd_source *a = &run->points[first].source, *b = &run->points[second].source;
    bd_fail(err, BD_ERR_STORE, "points %zu (line %d) and %zu (line %d) are of one series", first + 1,
            a->line, second + 1, b->line);
    if (b->file < run->file_count)
        bd_error_at(err, run->files[b->file].path, b->line, b->column);
    return bd_hint(err, "a run has one point of each benchmark, mode, threads, params and metric");
}

static bool each_once(bd_series_cache *cache, const bd_run *run, const size_t *found, bd_error *err)
{
    cache->puts++;
    for (size_t i = 0; i < run->point_count; i++) {
        bd_series_entry *entry = &cache->entries[found[i]];
        if (entry->put == cache->puts)
            return two_of_one(run, entry->place, i, err);
        entry->put = cache->puts;
        entry->place = i;
    }
    return true;
}

bool bd_series_resolve(bd_store *store, const bd_run *run, int64_t run_number, size_t *out,
                       bd_error *err)
{
    bd_series_cache *cache = &store->series;
    if (cache->count > CACHE_KEPT)
        bd_series_cache_clear(cache);
    bd_arena arena = BD_ARENA_INIT;
    bd_series_batch batch = { .suite = run->suite, .run = run_number, .arena = &arena };
    find_known(cache, run, &batch, out);
    bool ok = batch.count == 0 || store->backend->put_series(store->db, &batch, err);
    if (ok) {
        remember(cache, run, &batch, out);
        ok = each_once(cache, run, out, err);
    }
    free(batch.rows);
    bd_arena_release(&arena);
    return ok;
}
