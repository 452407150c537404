/* Which files belong to an input: the path pattern is walked part by part, so only
 * directories that can hold a match are listed. */
#include "core/query/query.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 32, FILES_MAX = 100000, ENTRIES_MAX = 2000000 };

typedef struct walk {
    const char *root;
    bd_str pattern;
    bd_pattern *compiled;
    size_t entries;   /* looked at so far */
    bd_arena scratch; /* paths on the way */
    bd_found_files *out;
    bd_error *err;
} walk;

static bool is_literal(bd_str part)
{
    for (size_t i = 0; i < part.len; i++)
        if (part.ptr[i] == '{' || part.ptr[i] == '*')
            return false;
    return true;
}

static bool is_printable(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7F)
            return false;
    return true;
}

static bool fail_too_many(walk *w, int most, const char *what)
{
    bd_hint(w->err, "begin the pattern with the folder that holds the results");
    return bd_fail(w->err, BD_ERR_INPUT, "more than %d %s '%.*s'", most, what, (int)w->pattern.len,
                   w->pattern.ptr);
}

static bool add_file(walk *w, const char *path)
{
    bd_found_files *out = w->out;
    bd_pairs holes = { 0 };
    if (!bd_pattern_match(w->compiled, bd_str_of(path), &out->arena, &holes))
        return true;
    if (out->count >= FILES_MAX)
        return fail_too_many(w, FILES_MAX, "files fit");
    out->items = bd_grow(out->items, out->count, &out->capacity, sizeof *out->items);
    out->items[out->count++] = (bd_found_file){ bd_arena_strdup(&out->arena, path), holes };
    return true;
}

static bool walk_into(walk *w, const char *directory, bd_str rest, int depth);

/* `path` has just been reached; `rest` is what the pattern says below it. */
static bool step(walk *w, const char *path, bd_str rest, int depth)
{
    const char *full = bd_path_join(&w->scratch, w->root, path);
    bool is_directory = bd_file_is_directory(full);
    if (rest.len == 0)
        return is_directory || !bd_file_exists(full) || add_file(w, path);
    return !is_directory || walk_into(w, path, rest, depth + 1);
}

/* Of a "**": everything below, too. A link could lead back up here. */
static bool step_deeper(walk *w, const char *path, bd_str rest, int depth)
{
    const char *full = bd_path_join(&w->scratch, w->root, path);
    if (!bd_file_is_directory(full) || bd_file_is_link(full))
        return true;
    return walk_into(w, path, rest, depth + 1);
}

static bool walk_entries(walk *w, const char *directory, const bd_names *names, bd_str rest,
                         int depth)
{
    bd_str part, below = rest;
    bd_str_split(&below, '/', &part);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        if (++w->entries > ENTRIES_MAX)
            return fail_too_many(w, ENTRIES_MAX, "files and folders must be looked at for");
        bool hidden = name[0] == '.' && part.ptr[0] != '.'; /* unless it is asked for */
        if (hidden || !is_printable(name))
            continue;
        const char *path = bd_path_join(&w->scratch, directory, name);
        if (bd_str_is(part, "**") && !step_deeper(w, path, rest, depth))
            return false;
        bool here = !bd_str_is(part, "**")
                    || below.len == 0; /* "**" and a slash begin at no folder */
        if (here && !step(w, path, below, depth))
            return false;
    }
    return true;
}

static bool walk_into(walk *w, const char *directory, bd_str rest, int depth)
{
    bd_str part, below = rest;
    bd_names names = { 0 };
    if (depth > DEPTH_MAX)
        return true;
    bd_str_split(&below, '/', &part);
    if (is_literal(part)) {
        const char *name = bd_arena_text(&w->scratch, part);
        return step(w, bd_path_join(&w->scratch, directory, name), below, depth);
    }
    if (bd_str_is(part, "**") && below.len > 0 && !walk_into(w, directory, below, depth + 1))
        return false;
    const char *full = bd_path_join(&w->scratch, w->root, directory);
    bool ok = bd_directory_list(full, &w->scratch, &names, w->err)
              && walk_entries(w, directory, &names, rest, depth);
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

/* "./results//x" names the files of "results/x". */
static bd_str without_idle_parts(bd_str pattern, bd_arena *arena)
{
    bd_buf out = BD_BUF_INIT;
    bd_str part;
    while (bd_str_split(&pattern, '/', &part)) {
        if (part.len == 0 || bd_str_is(part, "."))
            continue;
        bd_buf_puts(&out, out.len > 0 ? "/" : "");
        bd_buf_put_str(&out, part);
    }
    bd_str kept = bd_str_of(bd_arena_text(arena, bd_buf_str(&out)));
    bd_buf_release(&out);
    return kept;
}

static bool check_inside(bd_str pattern, bd_arena *scratch, bd_error *err)
{
    if (bd_path_stays_inside(bd_arena_text(scratch, pattern)))
        return true;
    bd_hint(err, "write it relative to the project's root, without '..'");
    return bd_fail(err, BD_ERR_CONFIG, "'%.*s' would leave the project", (int)pattern.len,
                   pattern.ptr);
}

bool bd_files_find(const char *root, bd_str pattern, bd_found_files *out, bd_error *err)
{
    walk w = { .root = root, .out = out, .err = err };
    bd_pattern *as_written = bd_pattern_compile(pattern, BD_PATTERN_PATH,
                                                err); /* for its columns */
    bool ok = as_written && check_inside(pattern, &w.scratch, err);
    if (ok) {
        w.pattern = without_idle_parts(pattern, &w.scratch);
        w.compiled = bd_pattern_compile(w.pattern, BD_PATTERN_PATH, err);
        ok = w.compiled && walk_into(&w, ".", w.pattern, 0);
        sort_and_unite(out);
    }
    bd_pattern_free(as_written);
    bd_pattern_free(w.compiled);
    bd_arena_release(&w.scratch);
    return ok;
}

bool bd_files_match(bd_str pattern, const char *path, bd_arena *arena, bd_pairs *holes)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_pattern *compiled = bd_pattern_compile(without_idle_parts(pattern, arena), BD_PATTERN_PATH,
                                              &ignored);
    bool fits = compiled && bd_pattern_match(compiled, bd_str_of(path), arena, holes);
    bd_pattern_free(compiled);
    return fits;
}

static size_t digits_at(const char *text)
{
    return strspn(text, "0123456789");
}

/* "run-9" before "run-10": digits by size, everything else by bytes. */
static int compare_names(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x && *y) {
        size_t n = digits_at(x), m = digits_at(y);
        if (n == 0 || m == 0) {
            if (*x != *y)
                break;
            x++, y++;
            continue;
        }
        for (; n > 1 && *x == '0'; n--) /* leading zeros say nothing */
            x++;
        for (; m > 1 && *y == '0'; m--)
            y++;
        int order = n != m ? (n > m) - (n < m) : memcmp(x, y, n);
        if (order != 0)
            return order;
        x += n, y += m;
    }
    int order = (unsigned char)*x - (unsigned char)*y;
    return order != 0 ? order : strcmp(a, b);
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
            bd_str group = group_of(&files->items[i], newest, &files->arena);
            size_t *at = bd_map_put(&best, group, i, NULL);
            const char *top = bd_pairs_get(&files->items[*at].holes, newest);
            int order = value && top ? compare_names(value, top) : 0;
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
