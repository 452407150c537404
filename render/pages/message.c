/* The message of the commit that publishes. */
#include "core/datajs/datajs.h"
#include "render/pages/internal.h"

#include <string.h>

enum { LINES_MAX = 30 };

static const char *tool_of(const bd_pages_entry *entry, bd_arena *arena)
{
    const bd_datajs_facts facts = { .strict = true };
    bd_datajs_entry made;
    bd_datajs_entry_of(entry->run, entry->points, entry->count, &facts, arena, &made);
    return made.tool;
}

static const char *commit_of(const bd_pages_entry *entry)
{
    return entry->run->commit.id;
}

/* Appends a text to a list, once. */
static void list_once(bd_map *seen, const char *text, bd_buf *out)
{
    bool added;
    bd_map_put(seen, bd_str_of(text), 0, &added);
    if (added)
        bd_buf_printf(out, "%s%s", seen->count > 1 ? ", " : "", text);
}

static void fill(const bd_publication *p, bd_str name, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_map seen = BD_MAP_INIT;
    bool known = bd_str_is(name, "name") || bd_str_is(name, "tool") || bd_str_is(name, "commit");
    if (bd_str_is(name, "entries"))
        bd_buf_printf(out, "%zu", p->entry_count);
    else if (bd_str_is(name, "files"))
        bd_buf_printf(out, "%zu", p->path_count);
    else if (!known)
        bd_buf_printf(out, "{%.*s}", (int)name.len, name.ptr);
    for (size_t i = 0; known && i < p->entry_count; i++) {
        const bd_pages_entry *entry = &p->entries[i];
        list_once(&seen,
                  bd_str_is(name, "name")   ? entry->suite
                  : bd_str_is(name, "tool") ? tool_of(entry, &arena)
                                            : commit_of(entry),
                  out);
    }
    bd_map_release(&seen);
    bd_arena_release(&arena);
}

static void fill_pattern(const bd_publication *p, const char *pattern, bd_buf *out)
{
    bd_str rest = bd_str_of(pattern);
    while (rest.len > 0) {
        const char *open = memchr(rest.ptr, '{', rest.len);
        const char *close = open ? memchr(open, '}', rest.len - (size_t)(open - rest.ptr)) : NULL;
        if (!close) {
            bd_buf_put_str(out, rest);
            return;
        }
        size_t from = (size_t)(open - rest.ptr), to = (size_t)(close - rest.ptr);
        bd_buf_put_str(out, bd_str_sub(rest, 0, from));
        fill(p, bd_str_sub(rest, from + 1, to), out);
        rest = bd_str_sub(rest, to + 1, rest.len);
    }
}

static void list_entries(const bd_publication *p, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < p->entry_count && i < LINES_MAX; i++) {
        const bd_pages_entry *entry = &p->entries[i];
        bd_buf_printf(out, "\n%s (%s): %s", entry->suite, tool_of(entry, &arena),
                      p->paths[entry->file]);
    }
    if (p->entry_count > LINES_MAX)
        bd_buf_printf(out, "\n… and %zu more", p->entry_count - LINES_MAX);
    bd_arena_release(&arena);
}

void bd_publication_message(const bd_publication *p, const char *pattern, bd_buf *out)
{
    if (pattern)
        fill_pattern(p, pattern, out);
    else if (p->entry_count == 1)
        fill_pattern(p, "add {name} ({tool}) benchmark result for {commit}", out);
    else {
        fill_pattern(p, "add {entries} benchmark results for {commit}", out);
        list_entries(p, out);
    }
}
