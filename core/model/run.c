/* Runs, their parts and their lifetime: see model.h. */
#include "core/model/internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const outcome_names[] = {
    [BD_OUTCOME_OK] = "ok",
    [BD_OUTCOME_REFUSED] = "refused",
    [BD_OUTCOME_SKIPPED] = "skipped",
    [BD_OUTCOME_FAILED] = "failed",
    [BD_OUTCOME_INCOMPLETE] = "incomplete",
};

const char *bd_outcome_name(bd_outcome outcome)
{
    return outcome_names[outcome];
}

bool bd_outcome_find(bd_str name, bd_outcome *out)
{
    for (size_t i = 0; i < BD_COUNT(outcome_names); i++)
        if (bd_str_is(name, outcome_names[i])) {
            *out = (bd_outcome)i;
            return true;
        }
    return false;
}

/* As bd_grow(), in an arena: what was there before stays behind and dies with it. */
static void *grow_in(bd_arena *arena, const void *items, size_t count, size_t *capacity,
                     size_t item_size)
{
    size_t wanted = *capacity < 4 ? 4 : *capacity * 2;
    void *grown = bd_arena_alloc(arena, wanted * item_size);
    if (count > 0)
        memcpy(grown, items, count * item_size);
    *capacity = wanted;
    return grown;
}

static bd_pair *pair_of(const bd_pairs *pairs, bd_str key)
{
    for (size_t i = 0; i < pairs->count; i++)
        if (bd_str_is(key, pairs->items[i].key))
            return &pairs->items[i];
    return NULL;
}

const char *bd_pairs_find(const bd_pairs *pairs, bd_str key)
{
    const bd_pair *pair = pair_of(pairs, key);
    return pair ? pair->value : NULL;
}

const char *bd_pairs_get(const bd_pairs *pairs, const char *key)
{
    return bd_pairs_find(pairs, bd_str_of(key));
}

void bd_pairs_set(bd_pairs *pairs, bd_arena *arena, bd_str key, bd_str value)
{
    bd_pair *pair = pair_of(pairs, key);
    if (pair) {
        pair->value = bd_arena_text(arena, value);
        return;
    }
    if (pairs->count >= pairs->capacity)
        pairs->items = grow_in(arena, pairs->items, pairs->count, &pairs->capacity,
                               sizeof *pairs->items);
    pairs->items[pairs->count++] = (bd_pair){ bd_arena_text(arena, key),
                                              bd_arena_text(arena, value) };
}

bd_run *bd_run_new(void)
{
    bd_run *run = bd_alloc(sizeof *run);
    run->commit = (bd_commit)BD_COMMIT_INIT;
    run->measured_at_ns = BD_TIME_UNKNOWN;
    return run;
}

void bd_run_free(bd_run *run)
{
    if (!run)
        return;
    free(run->points);
    bd_arena_release(&run->arena);
    free(run);
}

void bd_runs_add(bd_runs *runs, bd_run *run)
{
    runs->items = bd_grow(runs->items, runs->count, &runs->capacity, sizeof(bd_run *));
    runs->items[runs->count++] = run;
}

void bd_runs_release(bd_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        bd_run_free(runs->items[i]);
    free(runs->items);
    *runs = (bd_runs)BD_RUNS_INIT;
}

bd_point *bd_run_add_point(bd_run *run)
{
    if (run->point_max > 0 && run->point_count > run->point_max + 1)
        run->point_count--;
    run->points = bd_grow(run->points, run->point_count, &run->point_capacity, sizeof *run->points);
    bd_point *point = &run->points[run->point_count++];
    *point = (bd_point){ .metric = "value", .unit = "" };
    return point;
}

void bd_run_reserve(bd_run *run, size_t count)
{
    if (run->point_count + count <= run->point_capacity)
        return;
    run->point_capacity = run->point_count + count;
    run->points = bd_realloc(run->points, run->point_capacity * sizeof *run->points);
}

void bd_run_take_points(bd_run *run, bd_run *from)
{
    size_t count = run->point_count + from->point_count;
    bd_run_reserve(run, from->point_count);
    if (from->point_count > 0)
        memcpy(run->points + run->point_count, from->points,
               from->point_count * sizeof *from->points);
    run->point_count = count;
    from->point_count = 0;
    bd_arena_take(&run->arena, &from->arena);
}

uint32_t bd_run_add_file(bd_run *run, const char *path, bd_str bytes)
{
    if (run->file_count >= run->file_capacity)
        run->files = grow_in(&run->arena, run->files, run->file_count, &run->file_capacity,
                             sizeof *run->files);
    run->files[run->file_count] = (bd_file_fact){
        .path = bd_arena_strdup(&run->arena, path),
        .digest = bd_sha256(bytes),
        .bytes = bytes.len,
    };
    return (uint32_t)run->file_count++;
}
