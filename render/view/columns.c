/* The columns of a table: dimensions that stand by themselves, declared cells, and
 * `across:` spread out into one column per value. */
#include "render/view/table_builder.h"

#include <stdlib.h>
#include <string.h>

/* Does a column say `{name…}` already? */
static bool mentions(const table_builder *b, bd_scalar text, const char *name)
{
    bd_cell_template t = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (!text.text || !bd_template_parse(text.text, b->basis.view->arena, &t, &ignored))
        return false;
    for (size_t i = 0; i < t.count; i++)
        if (!t.parts[i].literal && strcmp(t.parts[i].hole.name, name) == 0)
            return true;
    return false;
}

static bool column_shows(const table_builder *b, const char *name)
{
    bool shows = false;
    for (size_t i = 0; i < b->basis.table->column_count && !shows; i++) {
        const bd_column *c = &b->basis.table->columns[i];
        shows = mentions(b, c->cell, name) || (c->across.text && mentions(b, c->title, name));
        for (size_t r = 0; r < c->rule_count; r++)
            shows = shows || mentions(b, c->rules[r].say, name);
    }
    return shows;
}

static const char *plain_text(const bd_cell *cell, bd_arena *arena)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < cell->span_count; i++)
        bd_buf_puts(&out, cell->spans[i].text);
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static void add_column(table_builder *b, shown_column column, bd_cell title)
{
    column.title = title;
    if (!column.name) /* messages are the same in all languages */
        column.name = plain_text(&title, b->basis.view->arena);
    b->columns = bd_grow(b->columns, b->column_count, &b->column_capacity, sizeof *b->columns);
    b->columns[b->column_count++] = column;
}

/* One number, alone or before its unit. */
static bool is_number(const bd_cell_template *cell)
{
    if (cell->count == 0 || cell->parts[0].literal || cell->parts[0].hole.kind != BD_HOLE_METRIC)
        return false;
    for (size_t i = 1; i < cell->count; i++) {
        const bd_template_part *part = &cell->parts[i];
        if (part->literal ? strcmp(part->literal, " ") != 0 : strcmp(part->hole.name, "unit") != 0)
            return false;
    }
    return true;
}

static void show_columns(const table_builder *b)
{
    bd_table *out = b->out;
    out->columns = bd_arena_alloc(b->basis.view->arena,
                                  (b->column_count + 1) * sizeof *out->columns);
    out->column_count = b->column_count;
    for (size_t i = 0; i < b->column_count; i++) {
        bool number = b->columns[i].cell && is_number(b->columns[i].cell);
        out->columns[i] = (bd_table_column){ b->columns[i].title,
                                             number ? BD_ALIGN_RIGHT : BD_ALIGN_LEFT };
    }
}

/* A name of the files keeps its spelling; a name of the configuration is a word and
 * begins with a capital. */
static const char *default_title(const bd_basis *basis, const char *name, bd_dim_kind kind)
{
    char *title = bd_arena_strdup(basis->view->arena, name);
    if (kind != BD_DIM_PARAM && title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char)(title[0] - 'a' + 'A');
    return title;
}

bd_cell bd_dimension_title(const bd_basis *basis, bd_scalar per)
{
    const bd_view *view = basis->view;
    const char *name = per.text;
    bd_cell title = { 0 };
    bd_scalar declared = bd_entries_get(&basis->table->titles, name);
    if (!declared.text)
        declared = bd_entries_get(&view->config->titles, name);
    if (declared.text) {
        bd_cell_literal(&title, view->arena, bd_say_scalar(view, declared).text);
    } else {
        bd_dim_kind kind = BD_DIM_FACT;
        bd_buf scratch = BD_BUF_INIT;
        bd_observation_get(basis->rows[0].items[0], bd_str_of(name), &kind, &scratch);
        bd_buf_release(&scratch);
        per.text = default_title(basis, name, kind);
        bool derived = kind == BD_DIM_PARAM || per.line == 0;
        bd_cell_add(&title, view->arena,
                    derived ? bd_say_derived(view, per) : bd_say_scalar(view, per).text, true);
    }
    return title;
}

static void add_per_columns(table_builder *b)
{
    const bd_table_config *t = b->basis.table;
    bd_arena *arena = b->basis.view->arena;
    for (size_t i = 0; i < t->per.count; i++) {
        const char *name = t->per.items[i].text;
        if (column_shows(b, name))
            continue;
        bd_cell title = bd_dimension_title(&b->basis, t->per.items[i]);
        bd_scalar hole = { .text = bd_hole_text(arena, name) };
        const bd_cell_template *cell = bd_template_compile(&b->basis, hole, true);
        add_column(b, (shown_column){ .dimension = name, .cell = cell, .ok = cell != NULL }, title);
    }
}

/* The values that `across: name` spreads over, in their order. */
static void across_values(const table_builder *b, const char *name, bool shown, bd_names *out)
{
    const bd_view *view = b->basis.view;
    bd_map seen = BD_MAP_INIT;
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < b->basis.count; i++) {
        const char *value = bd_view_get(view, b->basis.items[i], bd_str_of(name), NULL, &scratch);
        if (!value || bd_map_get(&seen, bd_str_of(value)))
            continue;
        const char *kept = bd_arena_strdup(view->arena, value);
        bd_map_put(&seen, bd_str_of(kept), seen.count, NULL);
        if (shown)
            bd_touch_value(view, b->basis.items[i]); /* a column exists because of it */
    }
    bd_buf_release(&scratch);
    const char **values = bd_alloc((seen.count + 1) * sizeof *values);
    size_t *ranks = bd_alloc((seen.count + 1) * sizeof *ranks);
    for (size_t i = 0; i < seen.count; i++)
        values[i] = seen.entries[i].key.ptr;
    bd_order_values(view->config, bd_str_of(name), values, seen.count, ranks);
    for (size_t i = 0; i < seen.count; i++)
        bd_names_add(out, NULL);
    for (size_t i = 0; i < seen.count; i++)
        out->items[ranks[i]] = values[i];
    free(values);
    free(ranks);
    bd_map_release(&seen);
}

/* The title with the value's label in the place of {name}, or behind it. */
static bd_cell across_title(const table_builder *b, const bd_column *c, const char *name,
                            const char *value)
{
    const bd_view *view = b->basis.view;
    const char *text = bd_say_scalar(view, c->title).text;
    const char *hole = bd_arena_printf(view->arena, "{%s}", name), *at = strstr(text, hole);
    const char *before = at ? bd_arena_text(view->arena, (bd_str){ text, (size_t)(at - text) })
                            : bd_arena_printf(view->arena, "%s ", text);
    bd_cell title = { 0 };
    bd_cell_literal(&title, view->arena, before);
    bd_cell_add(&title, view->arena, bd_say_value(view, bd_str_of(name), value), true);
    if (at)
        bd_cell_literal(&title, view->arena, at + strlen(hole));
    return title;
}

static bd_query *condition_equal(bd_arena *arena, const char *key, const char *value)
{
    bd_query *q = bd_arena_alloc(arena, sizeof *q);
    q->conditions = bd_arena_alloc(arena, sizeof *q->conditions);
    q->condition_count = 1;
    q->conditions[0] = (bd_condition){ .key = key, .op = BD_OP_EQ, .value_count = 1 };
    q->conditions[0].values = bd_arena_alloc(arena, sizeof *q->conditions[0].values);
    q->conditions[0].values[0] = value;
    return q;
}

/* A value that nothing has makes an empty column: a misspelling, unless empty cells are
 * declared. */
static bool check_across(const table_builder *b, const bd_column *c, const bd_condition *listed)
{
    const bd_view *view = b->basis.view;
    bd_names there = { 0 };
    bool ok = true;
    across_values(b, listed->key, false, &there);
    for (size_t i = 0; i < listed->value_count; i++) {
        const char *value = listed->values[i];
        bool has = strcmp(value, "-") == 0 || b->basis.table->missing.text;
        for (size_t k = 0; k < b->basis.count && !has; k++) {
            bd_condition one = *listed;
            one.values = &value;
            one.value_count = 1;
            has = bd_condition_holds(&one, b->basis.items[k]);
            if (has)
                bd_touch_value(view, b->basis.items[k]); /* the lock must find it, too */
        }
        if (has)
            continue;
        const char *nearest = bd_nearest_name(bd_str_of(value), &there);
        bd_buf hint = BD_BUF_INIT;
        if (nearest)
            bd_buf_printf(&hint, "did you mean '%s'? ", nearest);
        for (size_t k = 0; k < there.count && hint.len < 300; k++)
            bd_buf_printf(&hint, "%s%s", k > 0 ? ", " : "there is ", there.items[k]);
        ok = bd_view_fail(view, bd_basis_place(&b->basis, c->across, 0), bd_buf_text(&hint),
                          "%s: across: no result has %s=%s", b->basis.title, listed->key, value);
        bd_buf_release(&hint);
    }
    bd_names_release(&there);
    return ok;
}

/* Reads `across:`: one name, alone or with the values that get a column each.
 * @return NULL when something was reported */
static const char *read_across(const table_builder *b, const bd_column *c, bd_names *values)
{
    const bd_basis *basis = &b->basis;
    bd_query across;
    if (!bd_basis_query(basis, c->across, "across: ", &across))
        return NULL;
    bool listed = across.condition_count == 1 && !across.words
                  && across.conditions[0].op == BD_OP_EQ;
    bool named = across.condition_count == 0 && across.words;
    if (listed) {
        for (size_t i = 0; i < across.conditions[0].value_count; i++)
            bd_names_add(values, across.conditions[0].values[i]);
        return check_across(b, c, &across.conditions[0]) ? across.conditions[0].key : NULL;
    }
    if (!named) {
        bd_view_fail(basis->view, bd_basis_place(basis, c->across, 0),
                     "across: operation=read|write, or across: operation",
                     "%s: across: takes one dimension", basis->title);
        return NULL;
    }
    if (!bd_basis_knows(basis, bd_str_of(across.words), bd_basis_place(basis, c->across, 0)))
        return NULL;
    across_values(b, across.words, true, values);
    return across.words;
}

/* What all columns of one definition share. */
static shown_column compile_column(const bd_basis *basis, const bd_column *c)
{
    shown_column column = { .config = c, .name = c->title.text };
    if (c->rule_count > 0) {
        column.ok = bd_builder_compile_rules(basis, &column);
    } else {
        column.cell = bd_template_compile(basis, c->cell, false);
        column.ok = column.cell != NULL;
    }
    return column;
}

static bool add_across_columns(table_builder *b, const bd_column *c, shown_column column)
{
    bd_arena *arena = b->basis.view->arena;
    bd_names values = { 0 };
    const char *name = read_across(b, c, &values);
    for (size_t i = 0; name && i < values.count; i++) {
        column.across = condition_equal(arena, name, values.items[i]);
        column.name = bd_arena_printf(arena, "%s %s=%s", c->title.text, name, values.items[i]);
        add_column(b, column, across_title(b, c, name, values.items[i]));
    }
    bd_names_release(&values);
    return name != NULL;
}

bool bd_builder_columns(table_builder *b)
{
    const bd_table_config *t = b->basis.table;
    const bd_view *view = b->basis.view;
    add_per_columns(b);
    bool ok = true;
    for (size_t i = 0; i < t->column_count; i++) {
        const bd_column *c = &t->columns[i];
        shown_column column = compile_column(&b->basis, c);
        ok = column.ok && ok;
        if (c->across.text) {
            ok = add_across_columns(b, c, column) && ok;
            continue;
        }
        bd_cell title = { 0 };
        if (c->title_is_data)
            bd_cell_add(&title, view->arena, bd_say_derived(view, c->title), true);
        else
            bd_cell_literal(&title, view->arena, bd_say_scalar(view, c->title).text);
        add_column(b, column, title);
    }
    show_columns(b);
    return ok;
}
