/* Series by series: observations of both sides find their row. */
#include "render/view/compare_builder.h"

#include <stdlib.h>
#include <string.h>

/* One group while its rows are found. */
typedef struct pairing {
    bd_comparing *c;
    size_t group;
    bd_row_finder *finder;
    bd_buf key;
} pairing;

enum { DIMS_MAX = 64 };

const char *bd_compare_metric(const char *metric)
{
    static const char middle_dot[] = "\xC2\xB7";
    return strncmp(metric, middle_dot, strlen(middle_dot)) == 0 ? metric + strlen(middle_dot)
                                                                : metric;
}

/* Class and method are parts of the benchmark's name. */
static bool is_identity(const bd_dim *dim)
{
    return dim->kind != BD_DIM_FACT
           && (dim->kind != BD_DIM_STRUCTURE
               || (strcmp(dim->name, "class") != 0 && strcmp(dim->name, "method") != 0));
}

/* Dimensions in the order of their names: that of the file does not count. */
void bd_series_identity(const bd_observation *o, bd_buf *out)
{
    const bd_dim *sorted[DIMS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < o->dim_count && count < DIMS_MAX; i++) {
        if (!is_identity(&o->dims[i]))
            continue;
        size_t at = count++;
        for (; at > 0 && strcmp(sorted[at - 1]->name, o->dims[i].name) > 0; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = &o->dims[i];
    }
    bd_buf_clear(out);
    bd_buf_puts(out, bd_compare_metric(o->metric));
    for (size_t i = 0; i < count; i++) {
        bd_buf_putc(out, '\x1f');
        bd_buf_puts(out, sorted[i]->name);
        bd_buf_putc(out, '=');
        bd_buf_puts(out, sorted[i]->value);
    }
}

bool bd_compare_asks_for(const bd_compare_options *options, const bd_observation *o)
{
    return !options->query || bd_query_holds(options->query, o);
}

static void hand(bd_comparing *c, bd_compare_role role, size_t row, const bd_observation *o)
{
    bd_handed_list *list = &c->handed[role];
    list->items = bd_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (bd_handed){ row, o };
}

/* @param p  whose key is the identity */
static size_t add_row(pairing *p, const bd_observation *o)
{
    bd_comparing *c = p->c;
    bd_comparison *out = c->out;
    bd_str key = bd_buf_str(&p->key);
    key.ptr = bd_arena_text(&out->arena, key);
    size_t row = out->row_count;
    out->rows = bd_grow(out->rows, row, &c->row_capacity, sizeof *out->rows);
    c->keys = bd_grow(c->keys, row, &c->key_capacity, sizeof *c->keys);
    out->rows[row] = (bd_compared){ .series = o, .group = p->group, .metric = o->metric };
    c->keys[row] = (bd_row_key){ key, p->group, o->point->unit };
    bd_map_put(&p->finder->rows, key, row, NULL);
    out->row_count++;
    return row;
}

static void note_compat(pairing *p, const bd_observation *o, size_t row)
{
    const bd_compat *compat = o->point->compat;
    bool is_new;
    if (!compat || !compat->name)
        return;
    size_t *known = bd_map_put(&p->finder->compat, bd_str_of(compat->name), row, &is_new);
    if (!is_new && *known != row)
        *known = SIZE_MAX;
}

bd_str bd_compare_compat(const bd_observation *o)
{
    const bd_compat *compat = o->point->compat;
    bool fits = compat && compat->name && o->run->format
                && bd_str_starts(bd_str_of(o->run->format), "data.js");
    return fits ? bd_str_of(compat->name) : (bd_str){ 0 };
}

size_t bd_compare_row(const bd_comparing *c, bd_row_finder *finder, bd_str identity, bd_str compat)
{
    size_t next = finder->next;
    if (next >= c->out->row_count || c->keys[next].group != finder->group
        || !bd_str_eq(c->keys[next].identity, identity)) {
        const size_t *row = bd_map_get(&finder->rows, identity);
        if (!row && compat.len > 0)
            row = bd_map_get(&finder->compat, compat);
        next = row ? *row : SIZE_MAX;
    }
    if (next != SIZE_MAX)
        finder->next = next + 1;
    return next;
}

static size_t row_of(pairing *p, const bd_observation *o)
{
    bd_series_identity(o, &p->key);
    return bd_compare_row(p->c, p->finder, bd_buf_str(&p->key), bd_compare_compat(o));
}

typedef void take_observation(pairing *p, const bd_observation *o);

static void take_head(pairing *p, const bd_observation *o)
{
    bd_series_identity(o, &p->key);
    const size_t *known = bd_map_get(&p->finder->rows, bd_buf_str(&p->key));
    size_t row = known ? *known : add_row(p, o);
    note_compat(p, o, row);
    hand(p->c, BD_ROLE_HEAD, row, o);
}

static void take_base(pairing *p, const bd_observation *o)
{
    size_t row = row_of(p, o);
    if (row == SIZE_MAX)
        row = add_row(p, o);
    hand(p->c, BD_ROLE_BASE, row, o);
}

static bd_class class_of(const bd_observation *o)
{
    return bd_meaning_of(bd_str_of(bd_compare_metric(o->metric)), bd_str_of(o->point->unit),
                         o->point->value)
        .metric_class;
}

/* A baseline of another CPU: for what was counted. */
static void take_exact(pairing *p, const bd_observation *o)
{
    size_t row = class_of(o) == BD_CLASS_TIMING ? SIZE_MAX : row_of(p, o);
    if (row != SIZE_MAX)
        hand(p->c, BD_ROLE_BASE, row, o);
}

void bd_find_spans(const bd_observations *all, bd_arena *arena, bd_map *spans)
{
    const bd_run *last = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const bd_run *run = all->items[i].run;
        if (run != last) {
            const bd_run **kept = bd_arena_copy(arena, &run, sizeof run);
            bd_map_put(spans, (bd_str){ (const char *)kept, sizeof run }, i, NULL);
        }
        last = run;
    }
}

size_t bd_span_of(const bd_observations *all, const bd_map *spans, const bd_run *const *run)
{
    const size_t *first = bd_map_get(spans, (bd_str){ (const char *)run, sizeof *run });
    return first ? *first : all->count;
}

static void take_runs(pairing *p, const bd_run *const *runs, size_t count, take_observation *take)
{
    const bd_observations *all = &p->c->out->observations;
    for (size_t i = 0; i < count; i++)
        for (size_t k = bd_span_of(all, &p->c->spans, &runs[i]);
             k < all->count && all->items[k].run == runs[i]; k++)
            if (bd_compare_asks_for(&p->c->options, &all->items[k]))
                take(p, &all->items[k]);
}

static void pair_group(bd_comparing *c, size_t index)
{
    const bd_compared_group *group = &c->out->groups[index];
    const bd_baseline *base = &group->baseline, *exact = &group->exact;
    pairing p = { .c = c, .group = index, .finder = &c->finders[index] };
    take_runs(&p, group->heads, group->head_count, take_head);
    take_runs(&p, base->runs, base->run_count, take_base);
    take_runs(&p, exact->runs, exact->run_count, take_exact);
    bd_buf_release(&p.key);
}

/* ---- from a list of all to one for each row, in the order they were handed out ---- */

static const bd_observation ***sort_out(bd_comparing *c, const bd_handed_list *list,
                                        size_t **counts)
{
    size_t rows = c->out->row_count;
    bd_arena *arena = &c->out->arena;
    const bd_observation ***items = bd_arena_alloc(arena, (rows + 1) * sizeof *items);
    const bd_observation **all = bd_arena_alloc(arena, (list->count + 1) * sizeof *all);
    *counts = bd_arena_alloc(arena, (rows + 1) * sizeof **counts);
    for (size_t i = 0; i < list->count; i++)
        (*counts)[list->items[i].row]++;
    for (size_t row = 0; row < rows; row++) {
        items[row] = all;
        all += (*counts)[row];
        (*counts)[row] = 0;
    }
    for (size_t i = 0; i < list->count; i++) {
        size_t row = list->items[i].row;
        items[row][(*counts)[row]++] = list->items[i].observation;
    }
    return items;
}

void bd_compare_find_rows(bd_comparing *c)
{
    bd_comparison *out = c->out;
    size_t *counts;
    for (size_t i = 0; i < out->group_count; i++)
        pair_group(c, i);
    const bd_observation ***heads = sort_out(c, &c->handed[BD_ROLE_HEAD], &counts);
    for (size_t i = 0; i < out->row_count; i++) {
        out->rows[i].head.items = heads[i];
        out->rows[i].head.count = counts[i];
    }
    const bd_observation ***bases = sort_out(c, &c->handed[BD_ROLE_BASE], &counts);
    for (size_t i = 0; i < out->row_count; i++) {
        out->rows[i].base.items = bases[i];
        out->rows[i].base.count = counts[i];
    }
}
