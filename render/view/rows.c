/* Which observations a table is made from, and what its rows are. */
#include "render/view/internal.h"

#include <stdlib.h>
#include <string.h>

static bool on_page(const bd_view *view, const bd_observation *o)
{
    if (!view->page_dimension)
        return true;
    bd_note_name(view, bd_str_of(view->page_dimension));
    bd_buf scratch = BD_BUF_INIT;
    const char *value = bd_observation_get(o, bd_str_of(view->page_dimension), NULL, &scratch);
    bool on = !value || strcmp(value, view->page_value) == 0;
    bd_buf_release(&scratch);
    return on;
}

static void add_item(bd_basis *basis, const bd_observation *o)
{
    basis->items = bd_grow(basis->items, basis->count, &basis->capacity, sizeof *basis->items);
    bd_map_put(&basis->metrics, bd_str_of(o->metric), basis->count, NULL);
    basis->items[basis->count++] = o;
}

static bool is_of_suite(const bd_query *query, const bd_observation *o)
{
    return !query->suite || strcmp(query->suite, o->run->suite) == 0;
}

/* "rows=5000|1000" */
static const char *condition_text(const bd_basis *basis, const bd_condition *c)
{
    static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=" };
    bd_buf out = BD_BUF_INIT;
    bd_buf_printf(&out, "%s%s", c->key, signs[c->op]);
    for (size_t i = 0; i < c->value_count; i++)
        bd_buf_printf(&out, "%s%s", i > 0 ? "|" : "", c->values[i]);
    const char *text = bd_arena_text(basis->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* "did you mean '5000'? there is 1000, 5000"; "" when nobody has the name. */
static void describe_key(bd_basis *basis, const bd_query *query, const bd_condition *c, bd_buf *out)
{
    enum { VALUES = 12 };
    const bd_observations *all = basis->view->observations;
    bd_map seen = BD_MAP_INIT;
    bd_names values = { 0 };
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        const char *value = is_of_suite(query, o)
                                ? bd_observation_get(o, bd_str_of(c->key), NULL, &scratch)
                                : NULL;
        if (!value || bd_map_get(&seen, bd_str_of(value)))
            continue;
        const char *kept = bd_arena_strdup(basis->view->arena, value);
        bd_map_put(&seen, bd_str_of(kept), 0, NULL);
        bd_names_add(&values, kept);
    }
    double number;
    bool word = c->op == BD_OP_EQ && c->value_count == 1
                && !bd_double_parse(bd_str_of(c->values[0]), &number);
    const char *nearest = word ? bd_nearest_name(bd_str_of(c->values[0]), &values) : NULL;
    if (nearest)
        bd_buf_printf(out, "did you mean '%s'? ", nearest);
    for (size_t i = 0; i < values.count && i < VALUES; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? ", " : "there is ", values.items[i]);
    if (values.count > VALUES)
        bd_buf_puts(out, ", …");
    bd_names_release(&values);
    bd_map_release(&seen);
    bd_buf_release(&scratch);
}

/* No result of the suite has the condition's name. */
static bool fail_key(const bd_basis *basis, const bd_query *query, const bd_condition *c,
                     bd_place place, const char *suite)
{
    const bd_observations *all = basis->view->observations;
    const bd_observation **items = bd_alloc((all->count + 1) * sizeof *items);
    size_t count = 0;
    bd_buf hint = BD_BUF_INIT;
    for (size_t i = 0; i < all->count; i++)
        if (is_of_suite(query, &all->items[i]))
            items[count++] = &all->items[i];
    bd_hint_names(items, count, NULL, bd_str_of(c->key), &hint);
    bd_view_fail(basis->view, place, bd_buf_text(&hint), "%s: no result%s has a '%s'", basis->title,
                 suite, c->key);
    bd_buf_release(&hint);
    free(items);
    return false;
}

static size_t count_fits(const bd_basis *basis, const bd_query *query, const bd_condition *c)
{
    const bd_observations *all = basis->view->observations;
    size_t fits = 0;
    for (size_t i = 0; i < all->count; i++)
        fits += is_of_suite(query, &all->items[i]) && (!c || bd_condition_holds(c, &all->items[i]));
    return fits;
}

/* Nothing fits: say which condition alone leaves nothing. */
static bool fail_empty(bd_basis *basis, const bd_query *query, bd_scalar text)
{
    const bd_view *view = basis->view;
    const char *suite = query->suite ? bd_arena_printf(view->arena, " of suite '%s'", query->suite)
                                     : "";
    if (count_fits(basis, query, NULL) == 0)
        return bd_view_fail(view, bd_basis_place(basis, text, 0),
                            "see `benchdoc fields` for what the inputs hold", "%s: no result%s",
                            basis->title, suite);
    for (size_t i = 0; i < query->condition_count; i++) {
        const bd_condition *c = &query->conditions[i];
        if (count_fits(basis, query, c) > 0)
            continue;
        bd_buf values = BD_BUF_INIT;
        bd_place place = bd_basis_place(basis, text, (size_t)c->offset);
        describe_key(basis, query, c, &values);
        if (values.len > 0)
            bd_view_fail(view, place, bd_buf_text(&values), "%s: no result%s has %s", basis->title,
                         suite, condition_text(basis, c));
        else
            fail_key(basis, query, c, place, suite);
        bd_buf_release(&values);
        return false;
    }
    if (query->file)
        return bd_view_fail(view, bd_basis_place(basis, text, 0), NULL,
                            "%s: no result%s is from %s", basis->title, suite, query->file);
    return bd_view_fail(view, bd_basis_place(basis, text, 0), "see `benchdoc fields`",
                        "%s: each condition fits some result, but none fits all of them",
                        basis->title);
}

bool bd_basis_collect(bd_basis *basis, const bd_query *query, bd_scalar text)
{
    const bd_observations *all = basis->view->observations;
    bd_basis_start(basis);
    for (size_t i = 0; i < query->condition_count; i++)
        bd_note_name(basis->view, bd_str_of(query->conditions[i].key));
    for (size_t i = 0; i < all->count; i++)
        if (bd_query_holds(query, &all->items[i]) && on_page(basis->view, &all->items[i]))
            add_item(basis, &all->items[i]);
    if (query->latest && basis->count > 0) {
        bd_keep_latest(basis->view, basis->items, &basis->count);
        bd_map_release(&basis->metrics);
        basis->metrics = (bd_map)BD_MAP_INIT;
        for (size_t i = 0; i < basis->count; i++)
            bd_map_put(&basis->metrics, bd_str_of(basis->items[i]->metric), i, NULL);
    }
    return basis->count > 0 || fail_empty(basis, query, text);
}

static bool later(const bd_observation *a, const bd_observation *b)
{
    if (a->run->measured_at_ns != b->run->measured_at_ns)
        return a->run->measured_at_ns > b->run->measured_at_ns;
    return a->order > b->order;
}

void bd_keep_latest(const bd_view *view, const bd_observation **items, size_t *count)
{
    if (*count == 0)
        return;
    const bd_observation *last = items[0];
    for (size_t i = 1; i < *count; i++)
        if (later(items[i], last))
            last = items[i];
    const bd_run *run = last->run;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (items[i]->run == run)
            items[kept++] = items[i];
    *count = kept;
    bd_touch_value(view, items[0]);
}

/* The row's keys of an observation, joined by what no name holds.
 * @return false when it lacks one of the names */
static bool row_keys(const bd_basis *basis, const bd_observation *o, const char **keys,
                     bd_buf *joined)
{
    bd_buf scratch = BD_BUF_INIT;
    bool has_all = true;
    bd_buf_clear(joined);
    for (size_t i = 0; has_all && i < basis->table->per.count; i++) {
        bd_str name = bd_str_of(basis->table->per.items[i].text);
        const char *value = bd_view_get(basis->view, o, name, NULL, &scratch);
        has_all = value != NULL;
        if (!value)
            break;
        keys[i] = bd_arena_strdup(basis->view->arena, value);
        bd_buf_printf(joined, "%s" BD_CONFIG_SEPARATOR, value);
    }
    bd_buf_release(&scratch);
    return has_all;
}

/* "write / - / 5000" */
static const char *row_name(const bd_basis *basis, const char *const *keys)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < basis->table->per.count; i++)
        bd_buf_printf(&out, "%s%s", i > 0 ? " / " : "", keys[i]);
    const char *name = bd_arena_text(basis->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return name;
}

static bd_row *row_for(bd_basis *basis, bd_map *index, const char *const *keys,
                       const bd_buf *joined)
{
    bd_arena *arena = basis->view->arena;
    const size_t *at = bd_map_get(index, bd_buf_str(joined));
    if (at)
        return &basis->rows[*at];
    size_t next = basis->row_count++;
    bd_map_put(index, bd_str_of(bd_arena_text(arena, bd_buf_str(joined))), next, NULL);
    basis->rows = bd_grow(basis->rows, next, &basis->row_capacity, sizeof *basis->rows);
    basis->rows[next] = (bd_row){
        .keys = bd_arena_copy(arena, keys, basis->table->per.count * sizeof *keys),
        .name = row_name(basis, keys),
    };
    return &basis->rows[next];
}

static size_t per_index(const bd_basis *basis, const char *name)
{
    for (size_t i = 0; i < basis->table->per.count; i++)
        if (strcmp(basis->table->per.items[i].text, name) == 0)
            return i;
    return SIZE_MAX;
}

typedef struct placed_row {
    bd_row row;
    const size_t *ranks; /* one per sort key */
    size_t rank_count, arrival;
} placed_row;

static int by_ranks(const void *a, const void *b)
{
    const placed_row *x = a, *y = b;
    for (size_t i = 0; i < x->rank_count; i++)
        if (x->ranks[i] != y->ranks[i])
            return x->ranks[i] < y->ranks[i] ? -1 : 1;
    return (x->arrival > y->arrival) - (x->arrival < y->arrival);
}

void bd_basis_rank_rows(const bd_basis *basis, const char *name, size_t *ranks, size_t stride)
{
    size_t per = per_index(basis, name), count = basis->row_count;
    bd_map seen = BD_MAP_INIT;
    const char **values = bd_alloc((count + 1) * sizeof *values);
    size_t *of_value = bd_alloc((count + 1) * sizeof *of_value);
    for (size_t i = 0; i < count; i++) {
        bool added;
        const char *key = basis->rows[i].keys[per];
        size_t at = *bd_map_put(&seen, bd_str_of(key), seen.count, &added);
        if (added)
            values[at] = key;
        ranks[i * stride] = at;
    }
    bd_order_values(basis->view->config, bd_str_of(name), values, seen.count, of_value);
    for (size_t i = 0; i < count; i++)
        ranks[i * stride] = of_value[ranks[i * stride]];
    bd_map_release(&seen);
    free(values);
    free(of_value);
}

static void sort_rows(bd_basis *basis)
{
    const bd_table_config *t = basis->table;
    const bd_scalars *keys = t->sort.count > 0 ? &t->sort : &t->per;
    size_t *ranks = bd_alloc((basis->row_count * keys->count + 1) * sizeof *ranks);
    placed_row *placed = bd_alloc((basis->row_count + 1) * sizeof *placed);
    for (size_t k = 0; k < keys->count; k++)
        bd_basis_rank_rows(basis, keys->items[k].text, ranks + k, keys->count);
    for (size_t i = 0; i < basis->row_count; i++)
        placed[i] = (placed_row){ basis->rows[i], ranks + i * keys->count, keys->count, i };
    qsort(placed, basis->row_count, sizeof *placed, by_ranks);
    for (size_t i = 0; i < basis->row_count; i++)
        basis->rows[i] = placed[i].row;
    free(placed);
    free(ranks);
}

static bool check_names(bd_basis *basis)
{
    const bd_table_config *t = basis->table;
    bool ok = true;
    for (size_t i = 0; i < t->per.count; i++) {
        bd_str name = bd_str_of(t->per.items[i].text);
        ok = bd_basis_knows(basis, name, bd_basis_place(basis, t->per.items[i], 0)) && ok;
    }
    for (size_t i = 0; i < t->sort.count; i++) {
        if (per_index(basis, t->sort.items[i].text) == SIZE_MAX)
            ok = bd_view_fail(basis->view, bd_basis_place(basis, t->sort.items[i], 0),
                              "sort: takes names of per:", "%s: '%s' is not in per:", basis->title,
                              t->sort.items[i].text);
    }
    return ok;
}

bool bd_basis_make_rows(bd_basis *basis)
{
    if (!check_names(basis))
        return false;
    bd_map index = BD_MAP_INIT;
    bd_buf joined = BD_BUF_INIT;
    const char **keys = bd_alloc((basis->table->per.count + 1) * sizeof *keys);
    for (size_t i = 0; i < basis->count; i++) {
        if (!row_keys(basis, basis->items[i], keys, &joined))
            continue;
        bd_row *row = row_for(basis, &index, keys, &joined);
        row->items = bd_grow(row->items, row->count, &row->capacity, sizeof *row->items);
        row->items[row->count++] = basis->items[i];
    }
    for (size_t i = 0; i < basis->row_count;
         i++) /* a row exists because of its first observation */
        bd_touch_value(basis->view, basis->rows[i].items[0]);
    sort_rows(basis);
    free(keys);
    bd_buf_release(&joined);
    bd_map_release(&index);
    return basis->row_count > 0
           || bd_view_fail(basis->view, basis->place,
                           basis->chart ? "places are made of results that have every name"
                                        : "rows are made of results that have every name",
                           "%s: no result has all of %s", basis->title,
                           basis->chart ? "x:, series: and grid:" : "per:");
}
