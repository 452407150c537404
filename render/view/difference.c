/* By what names several observations that fit one cell can be told apart. */
#include "render/view/internal.h"

#include <string.h>

/* Beyond their dimensions. */
static const char *const run_names[] = { "suite", "metric", "backend", "commit", "cpu", "file" };
/* Long texts, mostly made of the other names: only where nothing else tells. */
static const char *const last_names[] = { "method", "class", "benchmark" };

enum { LOOKED_AT = 50 };

typedef struct telling {
    const bd_observation *const *items;
    size_t count;
    size_t group[LOOKED_AT]; /* which of them are still alike */
    size_t groups;
} telling;

static bool is_last(const char *name)
{
    for (size_t i = 0; i < BD_COUNT(last_names); i++)
        if (strcmp(name, last_names[i]) == 0)
            return true;
    return false;
}

static void add_once(bd_map *seen, bd_names *names, const char *name)
{
    bool added;
    bd_map_put(seen, bd_str_of(name), 0, &added);
    if (added)
        bd_names_add(names, name);
}

static void collect_names(const telling *t, bd_names *names)
{
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < t->count; i++) {
        const bd_observation *o = t->items[i];
        for (size_t d = 0; d < o->dim_count; d++)
            if (!is_last(o->dims[d].name))
                add_once(&seen, names, o->dims[d].name);
        for (size_t f = 0; f < o->run->facts.count; f++)
            add_once(&seen, names, o->run->facts.items[f].key);
    }
    for (size_t i = 0; i < BD_COUNT(run_names); i++)
        add_once(&seen, names, run_names[i]);
    for (size_t i = 0; i < BD_COUNT(last_names); i++)
        add_once(&seen, names, last_names[i]);
    bd_map_release(&seen);
}

/* Parts what is still alike by the name's values. @return whether that told any apart */
static bool part_by(telling *t, const char *name)
{
    bd_map seen = BD_MAP_INIT;
    bd_buf scratch = BD_BUF_INIT;
    bd_arena arena = BD_ARENA_INIT;
    size_t group[LOOKED_AT];
    for (size_t i = 0; i < t->count; i++) {
        const char *value = bd_observation_get(t->items[i], bd_str_of(name), NULL, &scratch);
        const char *key = bd_arena_printf(&arena, "%zu %s", t->group[i], value ? value : "-");
        group[i] = *bd_map_put(&seen, bd_str_of(key), seen.count, NULL);
    }
    bool told = seen.count > t->groups;
    if (told) {
        memcpy(t->group, group, t->count * sizeof *group);
        t->groups = seen.count;
    }
    bd_map_release(&seen);
    bd_buf_release(&scratch);
    bd_arena_release(&arena);
    return told;
}

/* Appends "name is a, b, c". */
static void describe_name(const telling *t, const char *name, bd_buf *out)
{
    enum { SHOWN = 6, BYTES = 80 };
    bd_buf scratch = BD_BUF_INIT, values = BD_BUF_INIT;
    bd_map seen = BD_MAP_INIT;
    bd_arena arena = BD_ARENA_INIT;
    size_t shown = 0;
    for (size_t i = 0; i < t->count; i++) {
        const char *value = bd_observation_get(t->items[i], bd_str_of(name), NULL, &scratch);
        bool added;
        value = bd_arena_strdup(&arena, value ? value : "-");
        bd_map_put(&seen, bd_str_of(value), 0, &added);
        bool fits = shown < 2 || (shown < SHOWN && values.len < BYTES);
        if (added && fits)
            bd_buf_printf(&values, "%s%s", shown++ > 0 ? ", " : "", value);
    }
    bd_buf_printf(out, "%s%s is %s%s", out->len > 0 ? "; " : "", name, bd_buf_text(&values),
                  seen.count > shown ? ", …" : "");
    bd_map_release(&seen);
    bd_arena_release(&arena);
    bd_buf_release(&values);
    bd_buf_release(&scratch);
}

void bd_describe_difference(const bd_observation *const *items, size_t count, bd_buf *out)
{
    bd_names names = { 0 };
    telling t = { .items = items, .count = count < LOOKED_AT ? count : LOOKED_AT, .groups = 1 };
    collect_names(&t, &names);
    for (size_t i = 0; i < names.count && t.groups < t.count; i++)
        if (part_by(&t, names.items[i]))
            describe_name(&t, names.items[i], out);
    bd_names_release(&names);
}
