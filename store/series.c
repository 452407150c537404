/* Series by name: which number the store gave to what a point measures. Numbers
 * never change, so those that were met stay known while the store is open.
 *
 * A point is recognised by its packed identity, whose bytes are made in any case;
 * its key, which does not see the order of params, is made only for a new one. */
#include "store/internal.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_KEPT = 200000 }; /* identities; beyond that the cache starts anew */

void bd_series_cache_clear(bd_series_cache *cache)
{
    bd_map_release(&cache->identities);
    bd_map_release(&cache->keys);
    free(cache->entries);
    bd_arena_release(&cache->arena);
    *cache = (bd_series_cache){ .puts = cache->puts };
}

/* "suite NUL": what identities and keys begin with in the maps. */
static size_t begin_name(const bd_run *run, bd_buf *name)
{
    bd_buf_clear(name);
    bd_buf_puts(name, run->suite);
    bd_buf_putc(name, '\0');
    return name->len;
}

static bd_str keep(bd_arena *arena, bd_str bytes)
{
    return (bd_str){ bd_arena_copy(arena, bytes.ptr, bytes.len), bytes.len };
}

static bool two_of_one(const bd_run *run, size_t first, size_t second, bd_error *err)
{
    const bd_source *a = &run->points[first].source, *b = &run->points[second].source;
    bd_fail(err, BD_ERR_STORE, "points %zu (line %d) and %zu (line %d) are of one series",
            first + 1, a->line, second + 1, b->line);
    if (b->file < run->file_count)
        bd_error_at(err, run->files[b->file].path, b->line, b->column);
    return bd_hint(err, "a run has one point of each benchmark, mode, threads, params and metric");
}

/* What becomes a name in the maps, kept as long as they are: the part behind the prefix. */
static bd_str keep_name(bd_series_cache *cache, const bd_buf *name, size_t prefix)
{
    bd_str kept = keep(&cache->arena, bd_buf_str(name));
    return bd_str_sub(kept, prefix, kept.len);
}

/* The whole name again. */
static bd_str name_of(bd_str kept, size_t prefix)
{
    return (bd_str){ kept.ptr - prefix, kept.len + prefix };
}

/* Fills in the points that were met before, and adds the others to the batch, each
 * series once: a backend may take them as new without looking. */
static bool find_known(bd_series_cache *cache, const bd_run *run, bd_series_batch *batch,
                       bd_series_ref *out, bd_error *err)
{
    bool ok = true;
    bd_map asked = BD_MAP_INIT;
    bd_buf name = BD_BUF_INIT;
    size_t prefix = begin_name(run, &name);
    for (size_t i = 0; ok && i < run->point_count; i++) {
        name.len = prefix;
        bd_pack_identity(&run->points[i], &name);
        const size_t *known = bd_map_get(&cache->identities, bd_buf_str(&name));
        out[i] = (bd_series_ref){ known ? *known / 2 : SIZE_MAX, known && *known % 2 == 1 };
        if (known)
            continue;
        batch->rows = bd_grow(batch->rows, batch->count, &batch->capacity, sizeof *batch->rows);
        bd_series_row *row = &batch->rows[batch->count++];
        *row = (bd_series_row){ .identity = keep_name(cache, &name, prefix) };
        name.len = prefix;
        bd_point_key(&run->points[i], &name);
        row->key = keep_name(cache, &name, prefix);
        size_t first = *bd_map_put(&asked, row->key, i, NULL);
        if (first != i)
            ok = two_of_one(run, first, i, err);
    }
    bd_map_release(&asked);
    bd_buf_release(&name);
    return ok;
}

/* The entry of the series that the backend found; made when it is new here.
 * @param name  of its key, kept */
static size_t entry_of(bd_series_cache *cache, bd_str name, int64_t number)
{
    bool added;
    size_t entry = *bd_map_put(&cache->keys, name, cache->count, &added);
    if (!added)
        return entry;
    cache->entries = bd_grow(cache->entries, cache->count, &cache->capacity,
                             sizeof *cache->entries);
    cache->entries[cache->count] = (bd_series_entry){ .number = number };
    return cache->count++;
}

/* Takes what the backend answered: row by row the points that were not known. */
static void remember(bd_series_cache *cache, const bd_run *run, const bd_series_batch *batch,
                     bd_series_ref *out)
{
    size_t next = 0, prefix = strlen(run->suite) + 1;
    for (size_t i = 0; next < batch->count && i < run->point_count; i++) {
        if (out[i].entry != SIZE_MAX)
            continue;
        const bd_series_row *row = &batch->rows[next++];
        bool own = !bd_str_eq(row->identity, row->stored);
        size_t entry = entry_of(cache, name_of(row->key, prefix), row->number);
        out[i] = (bd_series_ref){ entry, own };
        bd_map_put(&cache->identities, name_of(row->identity, prefix), 2 * entry + (own ? 1 : 0),
                   NULL);
    }
}

static bool each_once(bd_series_cache *cache, const bd_run *run, const bd_series_ref *found,
                      bd_error *err)
{
    cache->puts++;
    for (size_t i = 0; i < run->point_count; i++) {
        bd_series_entry *entry = &cache->entries[found[i].entry];
        if (entry->put == cache->puts)
            return two_of_one(run, entry->place, i, err);
        entry->put = cache->puts;
        entry->place = i;
    }
    return true;
}

bool bd_series_resolve(bd_store *store, const bd_run *run, int64_t run_number, bd_series_ref *out,
                       bd_error *err)
{
    bd_series_cache *cache = &store->series;
    if (cache->identities.count > CACHE_KEPT)
        bd_series_cache_clear(cache);
    bd_arena arena = BD_ARENA_INIT;
    bd_series_batch batch = { .suite = run->suite, .run = run_number, .arena = &arena };
    bool ok = find_known(cache, run, &batch, out, err)
              && (batch.count == 0 || store->backend->put_series(store->db, &batch, err));
    if (ok) {
        remember(cache, run, &batch, out);
        ok = each_once(cache, run, out, err);
    }
    free(batch.rows);
    bd_arena_release(&arena);
    return ok;
}
