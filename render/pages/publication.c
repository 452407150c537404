/* What is to be published: points gathered into entries of files. */
#include "core/base/file.h"
#include "core/datajs/datajs.h"
#include "render/pages/internal.h"

#include <stdlib.h>
#include <string.h>

bd_publication *bd_publication_new(void)
{
    return bd_alloc(sizeof(bd_publication));
}

void bd_publication_free(bd_publication *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->entry_count; i++)
        free(p->entries[i].points);
    free(p->entries);
    free(p->paths);
    free(p->expected);
    bd_map_release(&p->places);
    bd_map_release(&p->files);
    bd_arena_release(&p->arena);
    free(p);
}

/* ---- paths ---- */

static bool fail_hole(const bd_pages_route *route, const bd_run *run, bd_str name, bd_error *err)
{
    const char *file = run->file_count > 0 ? run->files[0].path : "a run";
    bd_fail(err, BD_ERR_INPUT, "%s does not say its %.*s, which \"%s\" asks for", file,
            (int)name.len, name.ptr, route->pattern);
    return bd_hint(err,
                   "record it with `benchdoc record -- COMMAND`, or state it for the input: "
                   "environment: { %.*s: … }",
                   (int)name.len, name.ptr);
}

static bool fill_hole(const bd_pages_route *route, const bd_run *run, bd_str hole, bd_buf *out,
                      bd_error *err)
{
    bd_str rest = hole, name = { 0 };
    bd_buf scratch = BD_BUF_INIT;
    bd_str_split(&rest, ':', &name);
    const char *value = route->value(route->context, name, &scratch);
    bool known = value && value[0] && strcmp(value, "-") != 0;
    if (known)
        bd_slug(bd_str_of(value), out);
    else
        fail_hole(route, run, name, err);
    bd_buf_release(&scratch);
    return known;
}

bool bd_pages_fill_path(const bd_pages_route *route, const bd_run *run, bd_buf *out, bd_error *err)
{
    bd_str rest = bd_str_of(route->pattern);
    while (rest.len > 0) {
        const char *open = memchr(rest.ptr, '{', rest.len);
        size_t before = open ? (size_t)(open - rest.ptr) : rest.len;
        const char *close = open ? memchr(open, '}', rest.len - before) : NULL;
        if (open && !close)
            return bd_fail(err, BD_ERR_CONFIG, "a brace is not closed in \"%s\"", route->pattern);
        bd_buf_put_str(out, bd_str_sub(rest, 0, before));
        if (!open)
            break;
        size_t end = (size_t)(close - rest.ptr);
        if (!fill_hole(route, run, bd_str_sub(rest, before + 1, end), out, err))
            return false;
        rest = bd_str_sub(rest, end + 1, rest.len);
    }
    if (bd_path_stays_inside(bd_buf_text(out)) && bd_str_ends(bd_buf_str(out), ".js"))
        return true;
    bd_fail(err, BD_ERR_CONFIG, "\"%s\" gives \"%s\", which is no path of a .js file on the branch",
            route->pattern, bd_buf_text(out));
    return bd_hint(err, "for example: \"dev/bench/{cpu}/data.js\"");
}

/* ---- points ---- */

static size_t file_of(bd_publication *p, const bd_buf *path)
{
    const size_t *there = bd_map_get(&p->files, bd_buf_str(path));
    if (there)
        return *there;
    const char *text = bd_arena_text(&p->arena, bd_buf_str(path));
    p->paths = bd_grow(p->paths, p->path_count, &p->path_capacity, sizeof *p->paths);
    p->paths[p->path_count] = text;
    bd_map_put(&p->files, bd_str_of(text), p->path_count, NULL);
    return p->path_count++;
}

/* @param key  scratch that begins with the path */
static bd_pages_entry *entry_of(bd_publication *p, bd_buf *key, const char *suite,
                                const bd_run *run)
{
    size_t file = file_of(p, key);
    bool added;
    bd_buf_putc(key, '\0');
    bd_buf_puts(key, suite);
    bd_buf_putc(key, '\0');
    bd_buf_add(key, &run, sizeof run);
    const size_t *there = bd_map_get(&p->places, bd_buf_str(key));
    if (there)
        return &p->entries[*there];
    bd_str kept = { bd_arena_copy(&p->arena, key->data, key->len), key->len };
    bd_map_put(&p->places, kept, p->entry_count, &added);
    p->entries = bd_grow(p->entries, p->entry_count, &p->entry_capacity, sizeof *p->entries);
    p->entries[p->entry_count] =
        (bd_pages_entry){ .file = file, .suite = bd_arena_strdup(&p->arena, suite), .run = run };
    return &p->entries[p->entry_count++];
}

static void tick_expected(bd_publication *p, const bd_pages_route *route)
{
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < p->expected_count; i++) {
        bd_pages_expected *e = &p->expected[i];
        if (e->came)
            continue;
        const char *value = route->value(route->context, bd_str_of(e->dimension), &scratch);
        e->came = value && strcmp(value, e->value) == 0;
    }
    bd_buf_release(&scratch);
}

bool bd_publication_add(bd_publication *p, const bd_run *run, const bd_point *point,
                        const bd_pages_route *route, bd_error *err)
{
    bd_buf path = BD_BUF_INIT;
    bool ok = true;
    if (!bd_datajs_holds(run, point))
        return true;
    if (!run->commit.id) {
        bd_fail(err, BD_ERR_INPUT, "%s says no commit, and an entry of a data.js needs one",
                run->file_count > 0 ? run->files[0].path : "a run");
        return bd_hint(err, "run benchdoc in the repository, or give --commit ID");
    }
    ok = bd_pages_fill_path(route, run, &path, err);
    if (ok) {
        bd_pages_entry *entry = entry_of(p, &path, route->suite, run);
        entry->points = bd_grow(entry->points, entry->count, &entry->capacity,
                                sizeof *entry->points);
        entry->points[entry->count++] = point;
        tick_expected(p, route);
    }
    bd_buf_release(&path);
    return ok;
}

/* ---- what was expected ---- */

void bd_publication_expect(bd_publication *p, const char *dimension, const char *values)
{
    bd_str rest = bd_str_of(values), value;
    while (bd_str_split(&rest, '|', &value)) {
        p->expected = bd_grow(p->expected, p->expected_count, &p->expected_capacity,
                              sizeof *p->expected);
        p->expected[p->expected_count++] =
            (bd_pages_expected){ bd_arena_strdup(&p->arena, dimension),
                                 bd_arena_text(&p->arena, bd_str_trim(value)), false };
    }
}

size_t bd_publication_missing(const bd_publication *p, bd_diagnostics *found)
{
    size_t missing = 0;
    for (size_t i = 0; i < p->expected_count; i++) {
        const bd_pages_expected *e = &p->expected[i];
        if (e->came)
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_INPUT, "no result of %s=%s, which `expect:` asks for", e->dimension,
                e->value);
        bd_hint(&err, "did its job fail, or is its file missing?");
        bd_diagnostics_add(found, BD_WARNING, &err);
        missing++;
    }
    return missing;
}

size_t bd_publication_entries(const bd_publication *p)
{
    return p->entry_count;
}

size_t bd_publication_files(const bd_publication *p)
{
    return p->path_count;
}

const char *bd_publication_path(const bd_publication *p, size_t file)
{
    return p->paths[file];
}
