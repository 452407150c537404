/* Which observations a table is made from, and what its rows are. */
#include "render/view/internal.h"

#include <stdlib.h>
#include <string.h>

void bd_basis_release(bd_basis *basis)
{
    for (size_t i = 0; i < basis->row_count; i++)
        free(basis->rows[i].items);
    free(basis->rows);
    free(basis->items);
    bd_map_release(&basis->metrics);
}

static void add_once(bd_map *seen, bd_names *names, const char *name)
{
    bool added;
    bd_map_put(seen, bd_str_of(name), 0, &added);
    if (added)
        bd_names_add(names, name);
}

void bd_basis_names(const bd_basis *basis, bd_names *out)
{
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < basis->metrics.count; i++)
        add_once(&seen, out, basis->metrics.entries[i].key.ptr);
    for (size_t i = 0; i < basis->count; i++) {
        const bd_observation *o = basis->items[i];
        for (size_t d = 0; d < o->dim_count; d++)
            add_once(&seen, out, o->dims[d].name);
        if (i > 0 && o->run == basis->items[i - 1]->run)
            continue;
        for (size_t f = 0; f < o->run->facts.count; f++)
            add_once(&seen, out, o->run->facts.items[f].key);
        for (size_t e = 0; e < o->run->environment.count; e++)
            add_once(&seen, out, o->run->environment.items[e].key);
    }
    static const char *const more[] = { "commit", "branch", "date", "unit", "outcome", "metric" };
    for (size_t i = 0; i < BD_COUNT(more); i++)
        add_once(&seen, out, more[i]);
    bd_map_release(&seen);
}

bool bd_basis_knows(const bd_basis *basis, bd_str name, bd_place place)
{
    bd_buf scratch = BD_BUF_INIT;
    bool known = basis->view->excerpt;
    for (size_t i = 0; !known && i < basis->count; i++)
        known = bd_observation_get(basis->items[i], name, NULL, &scratch) != NULL;
    bd_buf_release(&scratch);
    if (known)
        return true;
    bd_names names = { 0 };
    bd_basis_names(basis, &names);
    const char *nearest = bd_nearest(name, names.items, names.count);
    bd_buf hint = BD_BUF_INIT;
    if (nearest)
        bd_buf_printf(&hint, "did you mean '%s'? ", nearest);
    bd_buf_puts(&hint, "there is:");
    for (size_t i = 0; i < names.count && hint.len < 400; i++)
        bd_buf_printf(&hint, " %s", names.items[i]);
    bd_view_fail(basis->view, place, bd_buf_text(&hint), "%s: nothing here is called '%.*s'", basis->title,
                 (int)name.len, name.ptr);
    bd_buf_release(&hint);
    bd_names_release(&names);
    return false;
}

bool bd_basis_check_conditions(const bd_basis *basis, const bd_query *query, bd_place place)
{
    bool ok = true;
    for (size_t i = 0; i < query->condition_count; i++)
        ok = bd_basis_knows(basis, bd_str_of(query->conditions[i].key), place) && ok;
    return ok;
}

static void note_conditions(const bd_view *view, const bd_observation *o, const bd_query *query)
{
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < query->condition_count; i++)
        bd_view_get(view, o, bd_str_of(query->conditions[i].key), NULL, &scratch);
    bd_buf_release(&scratch);
}

static bool on_page(const bd_view *view, const bd_observation *o)
{
    if (!view->page_dimension)
        return true;
    bd_buf scratch = BD_BUF_INIT;
    const char *value = bd_observation_get(o, bd_str_of(view->page_dimension), NULL, &scratch);
    bool on = !value || strcmp(value, view->page_value) == 0;
    bd_buf_release(&scratch);
    return on;
}

static void add_item(bd_basis *basis, const bd_observation *o)
{
    basis->items = bd_grow(basis->items, basis->count, &basis->capacity, sizeof *basis->items);
    basis->items[basis->count++] = o;
    bd_map_put(&basis->metrics, bd_str_of(o->metric), 0, NULL);
}

/* Nothing fits: say which condition alone leaves nothing. */
static bool fail_empty(bd_basis *basis, const bd_query *query)
{
    const bd_observations *all = basis->view->observations;
    size_t in_suite = 0;
    for (size_t i = 0; i < all->count; i++)
        in_suite += !query->suite || strcmp(query->suite, all->items[i].run->suite) == 0;
    if (in_suite == 0)
        return bd_view_fail(basis->view, basis->place,
                            "see `benchdoc fields` for what the inputs hold", "%s: no result of suite '%s'",
                            basis->title, query->suite ? query->suite : "");
    for (size_t c = 0; c < query->condition_count; c++) {
        const bd_observation **held = bd_alloc((all->count + 1) * sizeof *held);
        size_t fits = 0, count = 0;
        for (size_t i = 0; i < all->count; i++)
            if (!query->suite || strcmp(query->suite, all->items[i].run->suite) == 0) {
                fits += bd_condition_holds(&query->conditions[c], &all->items[i]);
                held[count++] = &all->items[i];
            }
        bd_buf values = BD_BUF_INIT;
        bd_describe_difference(held, count, &values);
        free(held);
        if (fits == 0)
            bd_view_fail(basis->view, basis->place, bd_buf_text(&values),
                         "%s: no result of suite '%s' has %s=%s", basis->title,
                         query->suite ? query->suite : "", query->conditions[c].key,
                         query->conditions[c].values[0]);
        bd_buf_release(&values);
        if (fits == 0)
            return false;
    }
    return bd_view_fail(basis->view, basis->place, NULL,
                        "%s: each condition fits some result, but none fits all of them", basis->title);
}

bool bd_basis_collect(bd_basis *basis, const bd_query *query)
{
    const bd_observations *all = basis->view->observations;
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        if (!bd_query_holds(query, o) || !on_page(basis->view, o))
            continue;
        note_conditions(basis->view, o, query);
        add_item(basis, o);
    }
    if (query->latest)
        bd_keep_latest(basis->items, &basis->count);
    return basis->count > 0 || fail_empty(basis, query);
}

static bool later(const bd_observation *a, const bd_observation *b)
{
    if (a->run->measured_at_ns != b->run->measured_at_ns)
        return a->run->measured_at_ns > b->run->measured_at_ns;
    return a->order > b->order;
}

void bd_keep_latest(const bd_observation **items, size_t *count)
{
    const bd_observation *last = NULL;
    for (size_t i = 0; i < *count; i++)
        if (!last || later(items[i], last))
            last = items[i];
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (items[i]->run == last->run)
            items[kept++] = items[i];
    *count = kept;
}

/* The row's keys of an observation; false when it lacks one of the dimensions. */
static bool row_keys(const bd_basis *basis, const bd_observation *o, const char **keys, bd_buf *joined)
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
        bd_buf_printf(joined, "%s%s", i > 0 ? " / " : "", value);
    }
    bd_buf_release(&scratch);
    return has_all;
}

static bd_row *row_for(bd_basis *basis, bd_map *index, const char **keys, const bd_buf *joined)
{
    bool added;
    size_t next = basis->row_count;
    bd_arena *arena = basis->view->arena;
    const char *name = bd_arena_text(arena, bd_buf_str(joined));
    size_t at = *bd_map_put(index, bd_str_of(name), next, &added);
    if (added) {
        basis->rows = bd_grow(basis->rows, next, &basis->row_capacity, sizeof *basis->rows);
        size_t bytes = basis->table->per.count * sizeof *keys;
        basis->rows[next] = (bd_row){ .keys = bd_arena_copy(arena, keys, bytes), .name = name };
        basis->row_count++;
    }
    return &basis->rows[at];
}

typedef struct sort_key {
    const bd_basis *basis;
    const bd_row   *row;
    size_t          arrival;
} sort_key;

/* Where a value first appeared among the rows, for names without a declared order. */
static size_t first_row_with(const bd_basis *basis, size_t per, const char *value)
{
    for (size_t i = 0; i < basis->row_count; i++)
        if (strcmp(basis->rows[i].keys[per], value) == 0)
            return i;
    return basis->row_count;
}

static int compare_values(const bd_basis *basis, size_t per, const char *a, const char *b)
{
    bd_str name = bd_str_of(basis->table->per.items[per].text);
    if (strcmp(a, b) == 0)
        return 0;
    size_t x = bd_config_order(basis->view->config, name, a);
    size_t y = bd_config_order(basis->view->config, name, b);
    if (x != y)
        return x < y ? -1 : 1;
    double number;
    bool numbers = bd_double_parse(bd_str_of(a), &number) || bd_double_parse(bd_str_of(b), &number);
    if (numbers)
        return bd_value_order(a, b);
    x = first_row_with(basis, per, a);
    y = first_row_with(basis, per, b);
    return (x > y) - (x < y);
}

static size_t per_index(const bd_basis *basis, const char *name)
{
    for (size_t i = 0; i < basis->table->per.count; i++)
        if (strcmp(basis->table->per.items[i].text, name) == 0)
            return i;
    return SIZE_MAX;
}

static int by_sort(const void *a, const void *b)
{
    const sort_key *x = a, *y = b;
    const bd_basis *basis = x->basis;
    const bd_scalars *keys = basis->table->sort.count > 0 ? &basis->table->sort : &basis->table->per;
    for (size_t i = 0; i < keys->count; i++) {
        size_t per = per_index(basis, keys->items[i].text);
        int order = compare_values(basis, per, x->row->keys[per], y->row->keys[per]);
        if (order != 0)
            return order;
    }
    return (x->arrival > y->arrival) - (x->arrival < y->arrival);
}

static void sort_rows(bd_basis *basis)
{
    sort_key *keys = bd_alloc((basis->row_count + 1) * sizeof *keys);
    bd_row *sorted = bd_alloc((basis->row_count + 1) * sizeof *sorted);
    for (size_t i = 0; i < basis->row_count; i++)
        keys[i] = (sort_key){ basis, &basis->rows[i], i };
    qsort(keys, basis->row_count, sizeof *keys, by_sort);
    for (size_t i = 0; i < basis->row_count; i++)
        sorted[i] = *keys[i].row;
    free(basis->rows);
    free(keys);
    basis->rows = sorted;
    basis->row_capacity = basis->row_count + 1;
}

static bool check_names(bd_basis *basis)
{
    const bd_table_config *t = basis->table;
    bool ok = true;
    for (size_t i = 0; i < t->per.count; i++) {
        bd_place place = { basis->place.file, t->per.items[i].line, t->per.items[i].column };
        ok = bd_basis_knows(basis, bd_str_of(t->per.items[i].text), place) && ok;
    }
    for (size_t i = 0; i < t->sort.count; i++) {
        bd_place place = { basis->place.file, t->sort.items[i].line, t->sort.items[i].column };
        if (per_index(basis, t->sort.items[i].text) == SIZE_MAX)
            ok = bd_view_fail(basis->view, place, "sort: takes names of per:", "%s: '%s' is not in per:",
                              basis->title, t->sort.items[i].text);
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
    for (size_t i = 0; i < basis->row_count; i++) /* a row exists because of its first observation */
        bd_touch_observation(basis->view, basis->rows[i].items[0], (bd_stat){ BD_STAT_VALUE, 0 });
    sort_rows(basis);
    free(keys);
    bd_buf_release(&joined);
    bd_map_release(&index);
    return basis->row_count > 0
           || bd_view_fail(basis->view, basis->place, NULL, "%s: no result has all of per:", basis->title);
}
