/* The columns of a table: dimensions that stand by themselves, declared cells, and
 * `across:` spread out into one column per value. */
#include "render/view/table_builder.h"

#include <string.h>

bd_place bd_builder_place(const table_builder *b, bd_scalar at)
{
    return (bd_place){ b->basis.place.file, at.line ? at.line : b->basis.place.line,
                       at.line ? at.column : b->basis.place.column };
}

/* Is `{name…}` a column of its own already? */
static bool column_shows(const table_builder *b, const char *name)
{
    bd_buf plain = BD_BUF_INIT, styled = BD_BUF_INIT;
    bd_buf_printf(&plain, "{%s}", name);
    bd_buf_printf(&styled, "{%s:", name);
    bool shows = false;
    for (size_t i = 0; i < b->basis.table->column_count && !shows; i++) {
        const bd_column *c = &b->basis.table->columns[i];
        const char *texts[] = { c->cell.text, c->title.text };
        for (size_t t = 0; t < BD_COUNT(texts); t++)
            shows = shows || (texts[t] && (strstr(texts[t], bd_buf_text(&plain)) || strstr(texts[t], bd_buf_text(&styled))));
        for (size_t r = 0; r < c->rule_count; r++)
            shows = shows || (c->rules[r].say.text && strstr(c->rules[r].say.text, bd_buf_text(&plain)));
    }
    bd_buf_release(&plain);
    bd_buf_release(&styled);
    return shows;
}

static void add_column(table_builder *b, shown_column column)
{
    shown_column *grown = bd_arena_alloc(b->basis.view->arena, (b->column_count + 1) * sizeof *grown);
    if (b->column_count > 0)
        memcpy(grown, b->columns, b->column_count * sizeof *grown);
    grown[b->column_count++] = column;
    b->columns = grown;
}

/* A name of the files keeps its spelling; a name of the configuration is a word and
 * begins with a capital. */
static const char *default_title(const table_builder *b, const char *name)
{
    bd_arena *arena = b->basis.view->arena;
    bd_dim_kind kind = BD_DIM_FACT;
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < b->basis.row_count; i++)
        if (bd_observation_get(b->basis.rows[i].items[0], bd_str_of(name), &kind, &scratch))
            break;
    bd_buf_release(&scratch);
    char *title = bd_arena_strdup(arena, name);
    if (kind != BD_DIM_PARAM && title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char)(title[0] - 'a' + 'A');
    return title;
}

static void add_per_columns(table_builder *b)
{
    const bd_table_config *t = b->basis.table;
    for (size_t i = 0; i < t->per.count; i++) {
        const char *name = t->per.items[i].text;
        if (column_shows(b, name))
            continue;
        bd_scalar title = bd_entries_get(&t->titles, name);
        if (!title.text)
            title = bd_entries_get(&b->basis.view->config->titles, name);
        add_column(b, (shown_column){ .dimension = name,
                                      .title = title.text ? title.text : default_title(b, name) });
    }
}

/* The values that `across: name` spreads over, in their order. */
static void across_values(const table_builder *b, const char *name, bd_names *out)
{
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < b->basis.count; i++) {
        const char *value = bd_view_get(b->basis.view, b->basis.items[i], bd_str_of(name), NULL, &scratch);
        bool known = !value;
        for (size_t k = 0; !known && k < out->count; k++)
            known = strcmp(out->items[k], value) == 0;
        if (!known) {
            bd_names_add(out, bd_arena_strdup(b->basis.view->arena, value));
            bd_touch_observation(b->basis.view, b->basis.items[i], (bd_stat){ BD_STAT_VALUE, 0 });
        }
    }
    bd_buf_release(&scratch);
    for (size_t i = 1; i < out->count; i++) /* few values: insertion sort, stable */
        for (size_t k = i; k > 0; k--) {
            size_t x = bd_config_order(b->basis.view->config, bd_str_of(name), out->items[k - 1]);
            size_t y = bd_config_order(b->basis.view->config, bd_str_of(name), out->items[k]);
            double number;
            bool numbers = bd_double_parse(bd_str_of(out->items[k]), &number);
            if (x < y || (x == y && (!numbers || bd_value_order(out->items[k - 1], out->items[k]) <= 0)))
                break;
            const char *swap = out->items[k];
            out->items[k] = out->items[k - 1];
            out->items[k - 1] = swap;
        }
}

/* The title with the value of the across dimension put in. */
static const char *across_title(const table_builder *b, const bd_column *c, const char *name,
                                const char *value)
{
    const bd_view *view = b->basis.view;
    bd_buf hole = BD_BUF_INIT, out = BD_BUF_INIT;
    bd_buf_printf(&hole, "{%s}", name);
    const char *text = bd_say(view, c->title.text), *at = strstr(text, bd_buf_text(&hole));
    const char *label = bd_say_value(view, bd_str_of(name), value);
    if (at)
        bd_buf_printf(&out, "%.*s%s%s", (int)(at - text), text, label, at + hole.len);
    else
        bd_buf_printf(&out, "%s %s", text, label);
    const char *title = bd_arena_text(view->arena, bd_buf_str(&out));
    bd_buf_release(&hole);
    bd_buf_release(&out);
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

static bool add_across_columns(table_builder *b, const bd_column *c)
{
    const bd_view *view = b->basis.view;
    bd_query across;
    bd_error err = BD_ERROR_INIT;
    bd_names values = { 0 };
    bool ok = false;
    bd_place place = bd_builder_place(b, c->across);
    if (!bd_query_parse(bd_str_of(c->across.text), false, view->arena, &across, &err)) {
        bd_view_fail(view, place, err.hint, "%s: across: %s", b->basis.title, err.message);
        goto done;
    }
    const char *name = across.condition_count == 1 ? across.conditions[0].key : across.words;
    if (!name || (across.condition_count == 1 && across.words)) {
        bd_view_fail(view, place, "across: operation=read|write, or across: operation",
                     "%s: across: takes one dimension", b->basis.title);
        goto done;
    }
    if (!bd_basis_knows(&b->basis, bd_str_of(name), place))
        goto done;
    if (across.condition_count == 1)
        for (size_t i = 0; i < across.conditions[0].value_count; i++)
            bd_names_add(&values, across.conditions[0].values[i]);
    else
        across_values(b, name, &values);
    for (size_t i = 0; i < values.count; i++)
        add_column(b, (shown_column){ .config = c,
                                      .across = condition_equal(view->arena, name, values.items[i]),
                                      .title = across_title(b, c, name, values.items[i]) });
    ok = true;
done:
    bd_names_release(&values);
    return ok;
}

static bool is_numeric(const table_builder *b, const bd_column *c)
{
    bd_cell_template parsed;
    bd_error ignored = BD_ERROR_INIT;
    bd_found_metric metric;
    if (!c->cell.text || !bd_template_parse(c->cell.text, b->basis.view->arena, &parsed, &ignored))
        return false;
    const bd_hole *only = bd_template_only_hole(&parsed);
    return only && bd_metric_named(&b->basis, only->name, &metric);
}

bool bd_builder_columns(table_builder *b)
{
    const bd_table_config *t = b->basis.table;
    add_per_columns(b);
    for (size_t i = 0; i < t->column_count; i++) {
        const bd_column *c = &t->columns[i];
        size_t from = b->column_count;
        if (c->across.text && !add_across_columns(b, c))
            return false;
        if (!c->across.text)
            add_column(b, (shown_column){ .config = c, .title = c->title.text });
        for (; from < b->column_count; from++)
            b->columns[from].numeric = is_numeric(b, c);
    }
    bd_table *out = b->out;
    out->columns = bd_arena_alloc(b->basis.view->arena, (b->column_count + 1) * sizeof *out->columns);
    out->column_count = b->column_count;
    for (size_t i = 0; i < b->column_count; i++) {
        bool translated = b->columns[i].config && b->columns[i].config->across.text;
        const char *title = b->columns[i].title;
        bd_cell_literal(&out->columns[i].title, b->basis.view->arena,
                        translated ? title : bd_say(b->basis.view, title));
        out->columns[i].align = b->columns[i].numeric ? BD_ALIGN_RIGHT : BD_ALIGN_LEFT;
    }
    return true;
}
