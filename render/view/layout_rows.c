/* The rows of a table nobody designed: what varies, in as few names as tell it apart. */
#include "render/view/layout.h"

#include <string.h>

static const char *value_of(const bd_layout *l, const bd_observation *o, const char *name)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *value = bd_observation_get(o, bd_str_of(name), NULL, &scratch);
    value = value ? bd_arena_strdup(l->view->arena, value) : NULL;
    bd_buf_release(&scratch);
    return value;
}

static bool varies(const bd_layout *l, const char *name)
{
    const char *first = l->count > 0 ? value_of(l, l->shown[0], name) : NULL;
    bd_buf scratch = BD_BUF_INIT;
    bool differ = false;
    for (size_t i = 1; i < l->count && !differ; i++) {
        const char *value = bd_observation_get(l->shown[i], bd_str_of(name), NULL, &scratch);
        differ = (value == NULL) != (first == NULL) || (value && strcmp(value, first) != 0);
    }
    bd_buf_release(&scratch);
    return differ;
}

/* Does `name` tell benchmarks apart as well as their whole names do? */
static bool stands_for_benchmark(const bd_layout *l, const char *const *names, size_t name_count)
{
    bd_map seen = BD_MAP_INIT;
    bool same = true;
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < l->count && same; i++) {
        bd_buf_clear(&key);
        for (size_t n = 0; n < name_count && same; n++) {
            const char *value = value_of(l, l->shown[i], names[n]);
            same = value != NULL;
            bd_buf_printf(&key, "%s\x1f", value ? value : "");
        }
        bool added;
        const char *kept = bd_arena_text(l->view->arena, bd_buf_str(&key));
        size_t *at = bd_map_put(&seen, bd_str_of(kept), i, &added);
        same = same && strcmp(l->shown[*at]->point->benchmark, l->shown[i]->point->benchmark) == 0;
    }
    bd_map_release(&seen);
    bd_buf_release(&key);
    return same;
}

static void add_per(bd_layout *l, const char *name)
{
    bd_scalars *per = &l->out->per;
    for (size_t i = 0; i < per->count; i++)
        if (strcmp(per->items[i].text, name) == 0)
            return;
    bd_scalar *grown = bd_arena_alloc(l->view->arena, (per->count + 1) * sizeof *grown);
    if (per->count > 0)
        memcpy(grown, per->items, per->count * sizeof *grown);
    grown[per->count++] = (bd_scalar){ .text = name };
    per->items = grown;
}

static void add_benchmark_names(bd_layout *l)
{
    static const char *const by_method[] = { "method" }, *const by_both[] = { "class", "method" };
    if (stands_for_benchmark(l, by_method, 1)) {
        add_per(l, "method");
    } else if (stands_for_benchmark(l, by_both, 2)) {
        add_per(l, "class");
        add_per(l, "method");
    } else {
        add_per(l, "benchmark");
    }
}

static bool has_named_dims(const bd_layout *l)
{
    for (size_t i = 0; i < l->count; i++)
        for (size_t d = 0; d < l->shown[i]->dim_count; d++)
            if (l->shown[i]->dims[d].kind == BD_DIM_NAMED)
                return true;
    return false;
}

/* Names that may part rows: path holes, then dimensions, each once. */
static void row_candidates(const bd_layout *l, bd_names *out)
{
    bd_map seen = BD_MAP_INIT;
    bool added;
    for (size_t i = 0; i < l->count; i++) {
        const bd_observation *o = l->shown[i];
        for (size_t f = 0; f < o->run->facts.count; f++) {
            bd_map_put(&seen, bd_str_of(o->run->facts.items[f].key), 0, &added);
            if (added)
                bd_names_add(out, o->run->facts.items[f].key);
        }
        for (size_t d = 0; d < o->dim_count; d++) {
            if (o->dims[d].kind != BD_DIM_NAMED && o->dims[d].kind != BD_DIM_PARAM)
                continue;
            bd_map_put(&seen, bd_str_of(o->dims[d].name), 0, &added);
            if (added)
                bd_names_add(out, o->dims[d].name);
        }
    }
    bd_map_release(&seen);
}

/* A pipeline point's benchmark is its params again: no column for it. */
static bool params_tell_benchmarks(bd_layout *l)
{
    bd_names params = { 0 };
    row_candidates(l, &params);
    bool tell = params.count > 0 && stands_for_benchmark(l, params.items, params.count);
    bd_names_release(&params);
    return tell;
}

bool bd_layout_missing_somewhere(const bd_layout *l, const char *name)
{
    bd_buf scratch = BD_BUF_INIT;
    bool missing = false;
    for (size_t i = 0; i < l->count && !missing; i++)
        missing = !bd_observation_get(l->shown[i], bd_str_of(name), NULL, &scratch);
    bd_buf_release(&scratch);
    return missing;
}

static bool is_param(const bd_layout *l, const char *name)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_dim_kind kind = BD_DIM_FACT;
    bd_observation_get(l->shown[0], bd_str_of(name), &kind, &scratch);
    bd_buf_release(&scratch);
    return kind == BD_DIM_PARAM;
}

static bool is_code(const char *name)
{
    return strcmp(name, "benchmark") == 0 || strcmp(name, "class") == 0
           || strcmp(name, "method") == 0;
}

/* Says `name` what `chosen` says already? Each value of one goes with one of the other:
 * the same texts, or so many that it is no accident. A parameter is never what a
 * method's name says. */
static bool says_the_same(const bd_layout *l, const char *name, const char *chosen)
{
    enum { NO_ACCIDENT = 3 };
    bd_map there = BD_MAP_INIT, back = BD_MAP_INIT;
    bool same = true, equal = true;
    for (size_t i = 0; i < l->count && same; i++) {
        const char *x = value_of(l, l->shown[i], name), *y = value_of(l, l->shown[i], chosen);
        size_t *at = bd_map_put(&there, bd_str_of(x), i, NULL);
        size_t *from = bd_map_put(&back, bd_str_of(y), i, NULL);
        same = *at == *from; /* first seen together, and always */
        equal = equal && strcmp(x, y) == 0;
    }
    bool many = there.count >= NO_ACCIDENT && !(is_param(l, name) && is_code(chosen));
    bd_map_release(&there);
    bd_map_release(&back);
    return same && (equal || many);
}

static bool follows_from_another(const bd_layout *l, const char *name)
{
    for (size_t i = 0; i < l->out->per.count; i++)
        if (says_the_same(l, name, l->out->per.items[i].text))
            return true;
    return false;
}

/* Dimensions that vary and that every shown observation has. */
static void choose_rows(bd_layout *l)
{
    static const char *const structure[] = { "mode", "threads", "backend" };
    bd_names candidates = { 0 };
    if (varies(l, "benchmark") && !has_named_dims(l) && !params_tell_benchmarks(l))
        add_benchmark_names(l);
    row_candidates(l, &candidates);
    for (size_t i = l->by_mode ? 1 : 0; i < BD_COUNT(structure); i++)
        bd_names_add(&candidates, structure[i]);
    for (size_t i = 0; i < candidates.count; i++)
        if (varies(l, candidates.items[i]) && !bd_layout_missing_somewhere(l, candidates.items[i])
            && !follows_from_another(l, candidates.items[i]))
            add_per(l, candidates.items[i]);
    if (l->out->per.count == 0)
        add_benchmark_names(l);
    bd_names_release(&candidates);
}

/* How many rows there are, per metric; as many as observations when all are apart. */
static size_t count_rows(const bd_layout *l)
{
    bd_map seen = BD_MAP_INIT;
    bd_buf key = BD_BUF_INIT;
    for (size_t i = 0; i < l->count; i++) {
        bd_buf_clear(&key);
        const char *mode = l->by_mode ? l->shown[i]->point->mode : "";
        bd_buf_printf(&key, "%s\x1f%s", l->shown[i]->metric, mode);
        for (size_t p = 0; p < l->out->per.count; p++) {
            const char *value = value_of(l, l->shown[i], l->out->per.items[p].text);
            bd_buf_printf(&key, "\x1f%s", value ? value : "");
        }
        const char *kept = bd_arena_text(l->view->arena, bd_buf_str(&key));
        bd_map_put(&seen, bd_str_of(kept), i, NULL);
    }
    size_t rows = seen.count;
    bd_map_release(&seen);
    bd_buf_release(&key);
    return rows;
}

/* Where benchmarks have different parameters these go into one column. */
static void unite_params(bd_layout *l)
{
    bd_scalars *per = &l->out->per, old = *per;
    size_t kept = 0;
    per->items = bd_arena_alloc(l->view->arena, (old.count + 1) * sizeof *per->items);
    for (size_t i = 0; i < old.count; i++) {
        bd_buf scratch = BD_BUF_INIT;
        bd_dim_kind kind = BD_DIM_FACT;
        bd_observation_get(l->shown[0], bd_str_of(old.items[i].text), &kind, &scratch);
        bd_buf_release(&scratch);
        if (kind != BD_DIM_PARAM)
            per->items[kept++] = old.items[i];
    }
    per->count = kept;
    add_per(l, "params");
}

/* Names that part rows which were one so far: parameters that only some benchmarks
 * have, then whole names, then files. */
static void tell_rows_apart(bd_layout *l)
{
    static const char *const more[] = { "params", "benchmark", "file", "commit" };
    size_t rows = count_rows(l);
    for (size_t i = 0; i < BD_COUNT(more) && rows < l->count; i++) {
        bd_scalars before = l->out->per;
        if (!varies(l, more[i]) || bd_layout_missing_somewhere(l, more[i]))
            continue;
        if (i == 0)
            unite_params(l);
        else
            add_per(l, more[i]);
        size_t now = count_rows(l);
        if (now == rows)
            l->out->per = before;
        rows = now;
    }
}

void bd_layout_rows(bd_layout *l)
{
    choose_rows(l);
    tell_rows_apart(l);
}

bool bd_layout_row_key(const bd_layout *l, const bd_observation *o, bd_buf *key)
{
    bd_buf scratch = BD_BUF_INIT;
    bool has_all = true;
    bd_buf_clear(key);
    for (size_t i = 0; has_all && i < l->out->per.count; i++) {
        bd_str name = bd_str_of(l->out->per.items[i].text);
        const char *value = bd_observation_get(o, name, NULL, &scratch);
        has_all = value != NULL;
        bd_buf_printf(key, "%s" BD_CONFIG_SEPARATOR, value ? value : "");
    }
    bd_buf_release(&scratch);
    return has_all;
}
