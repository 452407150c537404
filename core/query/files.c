/* Which files belong to an input: the path pattern is walked part by part, so only
 * directories that can hold a match are listed. */
#include "core/query/query.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32, FILES_MAX = 100000 };

typedef struct walk {
    const char     *root;
    bd_str          pattern;
    bd_pattern     *compiled;
    bd_found_files *out;
    bd_error       *err;
} walk;

static bool is_literal(bd_str part)
{
    for (size_t i = 0; i < part.len; i++)
        if (part.ptr[i] == '{' || part.ptr[i] == '*')
            return false;
    return true;
}

static bool add_file(walk *w, const char *path)
{
    bd_pairs holes = { 0 };
    if (!bd_pattern_match(w->compiled, bd_str_of(path), &w->out->arena, &holes))
        return true;
    if (w->out->count >= FILES_MAX)
        return bd_fail(w->err, BD_ERR_INPUT, "more than %d files fit '%.*s'", FILES_MAX,
                       (int)w->pattern.len, w->pattern.ptr);
    bd_found_files *out = w->out;
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_found_file){ bd_arena_strdup(&out->arena, path), holes };
    return true;
}

static bool walk_into(walk *w, const char *directory, bd_str rest, int depth);

/* `path` has just been reached; `rest` is what the pattern says below it. */
static bool step(walk *w, const char *path, bd_str rest, int depth)
{
    char *full = bd_path_join(&w->out->arena, w->root, path);
    bool is_directory = bd_file_is_directory(full);
    if (rest.len == 0)
        return is_directory || !bd_file_exists(full) || add_file(w, path);
    return !is_directory || walk_into(w, path, rest, depth + 1);
}

static bool walk_into(walk *w, const char *directory, bd_str rest, int depth)
{
    bd_str part, below = rest;
    bd_names names = { 0 };
    bool ok = false;
    if (depth > DEPTH_MAX)
        return true;
    bd_str_split(&below, '/', &part);
    if (is_literal(part)) {
        char *name = bd_arena_text(&w->out->arena, part);
        return step(w, bd_path_join(&w->out->arena, directory, name), below, depth);
    }
    bool any_depth = bd_str_is(part, "**");
    if (any_depth && below.len > 0 && !walk_into(w, directory, below, depth + 1))
        return false;
    if (!bd_directory_list(bd_path_join(&w->out->arena, w->root, directory), &w->out->arena, &names, w->err))
        goto done;
    for (size_t i = 0; i < names.count; i++) {
        if (names.items[i][0] == '.' && part.ptr[0] != '.') /* hidden, unless it is asked for */
            continue;
        const char *path = bd_path_join(&w->out->arena, directory, names.items[i]);
        if (!step(w, path, below, depth))
            goto done;
        bool deeper = any_depth && bd_file_is_directory(bd_path_join(&w->out->arena, w->root, path));
        if (deeper && !walk_into(w, path, rest, depth + 1))
            goto done;
    }
    ok = true;
done:
    bd_names_release(&names);
    return ok;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const bd_found_file *)a)->path, ((const bd_found_file *)b)->path);
}

static void sort_and_unite(bd_found_files *files)
{
    if (files->count == 0)
        return;
    qsort(files->items, files->count, sizeof *files->items, by_path);
    size_t kept = 1;
    for (size_t i = 1; i < files->count; i++)
        if (by_path(&files->items[i], &files->items[kept - 1]) != 0)
            files->items[kept++] = files->items[i];
    files->count = kept;
}

bool bd_files_find(const char *root, bd_str pattern, bd_found_files *out, bd_error *err)
{
    walk w = { .root = root, .pattern = pattern, .out = out, .err = err };
    w.compiled = bd_pattern_compile(pattern, BD_PATTERN_PATH, err);
    if (!w.compiled)
        return false;
    bool ok = walk_into(&w, ".", pattern, 0);
    bd_pattern_free(w.compiled);
    sort_and_unite(out);
    return ok;
}

bool bd_files_match(bd_str pattern, const char *path, bd_arena *arena, bd_pairs *holes)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_pattern *compiled = bd_pattern_compile(pattern, BD_PATTERN_PATH, &ignored);
    bool fits = compiled && bd_pattern_match(compiled, bd_str_of(path), arena, holes);
    bd_pattern_free(compiled);
    return fits;
}

/* All holes but `newest`, as one text. */
static bd_str group_of(const bd_found_file *file, const char *newest, bd_arena *arena)
{
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < file->holes.count; i++)
        if (strcmp(file->holes.items[i].key, newest) != 0)
            bd_buf_printf(&key, "%s\x1f", file->holes.items[i].value);
    bd_str copy = bd_str_of(bd_arena_text(arena, bd_buf_str(&key)));
    bd_buf_release(&key);
    return copy;
}

void bd_files_keep_newest(bd_found_files *files, const char *newest)
{
    bd_map best = BD_MAP_INIT;
    for (size_t pass = 0; pass < 2; pass++) {
        size_t kept = 0;
        for (size_t i = 0; i < files->count; i++) {
            const char *value = bd_pairs_get(&files->items[i].holes, newest);
            bool added = false;
            size_t *at = bd_map_put(&best, group_of(&files->items[i], newest, &files->arena), i, &added);
            const char *top = bd_pairs_get(&files->items[*at].holes, newest);
            int order = value && top ? strcmp(value, top) : 0;
            if (pass == 0 && order > 0)
                *at = i;
            if (pass == 1 && order == 0)
                files->items[kept++] = files->items[i];
        }
        if (pass == 1)
            files->count = kept;
    }
    bd_map_release(&best);
}

void bd_found_files_release(bd_found_files *files)
{
    free(files->items);
    bd_arena_release(&files->arena);
    *files = (bd_found_files){ 0 };
}
