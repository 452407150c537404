/* What the names in queries and templates mean for a table, where they stand, and
 * what to say about a name that means nothing. */
#include "render/view/internal.h"

#include <stdlib.h>
#include <string.h>

/* What a name was found to be. */
typedef enum asked_kind { ASKED_METRIC, ASKED_DIMENSION, ASKED_ANY } asked_kind;

typedef struct bd_asked {
    struct asked_name {
        const char *name; /* arena of the view */
        asked_kind kind;
    } * items; /* owned */
    size_t count, capacity;
} bd_asked;

static void note_asked(const bd_basis *basis, bd_str name, asked_kind kind)
{
    bd_asked *asked = basis->asked;
    for (size_t i = 0; i < asked->count; i++)
        if (asked->items[i].kind == kind && bd_str_is(name, asked->items[i].name))
            return;
    asked->items = bd_grow(asked->items, asked->count, &asked->capacity, sizeof *asked->items);
    asked->items[asked->count++] = (struct asked_name){ bd_arena_text(basis->view->arena, name),
                                                        kind };
}

static bool has_dimension(const bd_observation *o, bd_str name)
{
    for (size_t d = 0; d < o->dim_count; d++)
        if (bd_str_is(name, o->dims[d].name))
            return true;
    return false;
}

static bool has_asked(const bd_observation *o, const struct asked_name *asked, bd_buf *scratch)
{
    bd_str name = bd_str_of(asked->name);
    if (asked->kind == ASKED_METRIC)
        return strcmp(o->metric, asked->name) == 0;
    if (asked->kind == ASKED_DIMENSION)
        return has_dimension(o, name);
    return bd_observation_get(o, name, NULL, scratch) != NULL;
}

/* Only observations of the basis count: another table's may be outside `from`. */
void bd_basis_touch_asked(const bd_basis *basis, size_t from)
{
    const bd_shown *shown = basis->view->shown;
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; shown && i < basis->asked->count; i++) {
        const struct asked_name *asked = &basis->asked->items[i];
        bool kept = false;
        for (size_t k = from; k < shown->count && !kept; k++)
            kept = has_asked(shown->items[k].observation, asked, &scratch);
        for (size_t k = 0; k < basis->count && !kept; k++) {
            kept = has_asked(basis->items[k], asked, &scratch);
            if (kept)
                bd_touch_value(basis->view, basis->items[k]);
        }
    }
    bd_buf_release(&scratch);
}

void bd_basis_start(bd_basis *basis)
{
    basis->asked = bd_alloc(sizeof *basis->asked);
}

void bd_basis_release(bd_basis *basis)
{
    for (size_t i = 0; i < basis->row_count; i++)
        free(basis->rows[i].items);
    free(basis->rows);
    free(basis->items);
    if (basis->asked)
        free(basis->asked->items);
    free(basis->asked);
    bd_map_release(&basis->metrics);
}

bd_place bd_basis_place(const bd_basis *basis, bd_scalar text, size_t offset)
{
    if (text.line == 0)
        return basis->place;
    return (bd_place){ basis->view->config->file, text.line, bd_scalar_column(text, offset) };
}

bool bd_basis_knows(const bd_basis *basis, bd_str name, bd_place place)
{
    bd_buf scratch = BD_BUF_INIT;
    bool known = basis->view->excerpt; /* what is not shown is not in the lock */
    for (size_t i = 0; !known && i < basis->count; i++)
        known = bd_observation_get(basis->items[i], name, NULL, &scratch) != NULL;
    bd_buf_release(&scratch);
    if (!known)
        return bd_fail_unknown(basis, name, place);
    bd_note_name(basis->view, name);
    note_asked(basis, name, ASKED_ANY);
    return true;
}

bool bd_basis_check_conditions(const bd_basis *basis, const bd_query *query, bd_scalar text,
                               size_t offset)
{
    bool ok = true;
    for (size_t i = 0; i < query->condition_count; i++) {
        const bd_condition *c = &query->conditions[i];
        bd_place place = bd_basis_place(basis, text, offset + (size_t)c->offset);
        ok = bd_basis_knows(basis, bd_str_of(c->key), place) && ok;
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

bool bd_basis_has_dimension(const bd_basis *basis, bd_str name)
{
    for (size_t i = 0; i < basis->count; i++)
        if (has_dimension(basis->items[i], name)) {
            note_asked(basis, name, ASKED_DIMENSION);
            return true;
        }
    return false;
}

static bool is_metric(const bd_basis *basis, bd_str name)
{
    if (!bd_map_get(&basis->metrics, name))
        return false;
    note_asked(basis, name, ASKED_METRIC);
    return true;
}

bool bd_metric_named(const bd_basis *basis, const char *name, bd_found_metric *out)
{
    *out = (bd_found_metric){ name, { BD_STAT_VALUE, 0 } };
    if (is_metric(basis, bd_str_of(name)))
        return true;
    /* "p99.9" holds a dot of its own */
    const char *dot = strrchr(name, '.');
    for (; dot && dot > name; dot = memrchr(name, '.', (size_t)(dot - name))) {
        bd_str before = { name, (size_t)(dot - name) };
        bd_stat stat;
        if (!bd_stat_parse(bd_str_of(dot + 1), &stat) || !is_metric(basis, before))
            continue;
        *out = (bd_found_metric){ bd_arena_text(basis->view->arena, before), stat };
        return true;
    }
    return false;
}
