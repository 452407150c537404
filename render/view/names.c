/* What the names in queries and templates mean for a table, where they stand, and
 * what to say about a name that means nothing. */
#include "render/view/internal.h"

#include <string.h>

bd_place bd_basis_place(const bd_basis *basis, bd_scalar text, size_t offset)
{
    if (text.line == 0)
        return basis->place;
    return (bd_place){ basis->view->config->file, text.line, bd_scalar_column(text, offset) };
}

static void add_once(bd_map *seen, bd_names *names, const char *name)
{
    bool added;
    bd_map_put(seen, bd_str_of(name), 0, &added);
    if (added)
        bd_names_add(names, name);
}

/* Every name that would do. */
static void collect_names(const bd_basis *basis, bd_names *out)
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

static bool fail_unknown(const bd_basis *basis, bd_str name, bd_place place)
{
    enum { HINT_BYTES = 400 };
    bd_names names = { 0 };
    bd_buf hint = BD_BUF_INIT;
    collect_names(basis, &names);
    const char *nearest = bd_nearest(name, names.items, names.count);
    if (nearest)
        bd_buf_printf(&hint, "did you mean '%s'? ", nearest);
    bd_buf_puts(&hint, "there is:");
    size_t shown = 0;
    for (; shown < names.count && hint.len < HINT_BYTES; shown++)
        bd_buf_printf(&hint, "%s %s", shown > 0 ? "," : "", names.items[shown]);
    if (shown < names.count)
        bd_buf_puts(&hint, ", …");
    bd_view_fail(basis->view, place, bd_buf_text(&hint), "%s: nothing here is called '%.*s'",
                 basis->title, (int)name.len, name.ptr);
    bd_buf_release(&hint);
    bd_names_release(&names);
    return false;
}

bool bd_basis_knows(const bd_basis *basis, bd_str name, bd_place place)
{
    bd_buf scratch = BD_BUF_INIT;
    bool known = basis->view->excerpt; /* what is not shown is not in the lock */
    for (size_t i = 0; !known && i < basis->count; i++)
        known = bd_observation_get(basis->items[i], name, NULL, &scratch) != NULL;
    bd_buf_release(&scratch);
    return known || fail_unknown(basis, name, place);
}

bool bd_basis_check_conditions(const bd_basis *basis, const bd_query *query, bd_scalar text,
                               size_t offset)
{
    bool ok = true;
    for (size_t i = 0; i < query->condition_count; i++) {
        const bd_condition *c = &query->conditions[i];
        bd_str key = bd_str_of(c->key);
        bd_note_name(basis->view, key);
        ok = bd_basis_knows(basis, key, bd_basis_place(basis, text, offset + (size_t)c->offset))
             && ok;
    }
    return ok;
}

bool bd_basis_query(const bd_basis *basis, bd_scalar text, const char *what, bd_query *out)
{
    bd_error err = BD_ERROR_INIT;
    if (bd_query_parse(bd_str_of(text.text), false, basis->view->arena, out, &err))
        return bd_basis_check_conditions(basis, out, text, 0);
    return bd_view_fail(basis->view, bd_basis_place(basis, text, (size_t)err.column - 1), err.hint,
                        "%s: %s%s", basis->title, what, err.message);
}

bool bd_metric_named(const bd_basis *basis, const char *name, bd_found_metric *out)
{
    *out = (bd_found_metric){ name, { BD_STAT_VALUE, 0 } };
    if (bd_map_get(&basis->metrics, bd_str_of(name)))
        return true;
    /* "p99.9" holds a dot of its own */
    const char *dot = strrchr(name, '.');
    for (; dot && dot > name; dot = memrchr(name, '.', (size_t)(dot - name))) {
        bd_str before = { name, (size_t)(dot - name) };
        bd_stat stat;
        if (!bd_map_get(&basis->metrics, before) || !bd_stat_parse(bd_str_of(dot + 1), &stat))
            continue;
        *out = (bd_found_metric){ bd_arena_text(basis->view->arena, before), stat };
        return true;
    }
    return false;
}
