/* A table of the configuration: columns, rows, cells, and the rules that a cell may not break. */
#include "render/view/table_builder.h"

static const char *cell_text(const bd_cell *cell, bd_arena *arena)
{
    bd_buf out = BD_BUF_INIT;
    for (size_t i = 0; i < cell->span_count; i++)
        bd_buf_puts(&out, cell->spans[i].text);
    const char *text = bd_arena_text(arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static const char *declared_missing(table_builder *b, const bd_cell_context *context)
{
    const bd_table_config *t = b->basis.table;
    for (size_t i = 0; i < t->missing_when.count; i++) {
        const bd_entry *e = &t->missing_when.items[i];
        bool ok;
        if (bd_builder_row_is(context, e->key.text, bd_builder_place(b, e->key), &ok))
            return e->value.text;
    }
    return t->missing.text;
}

static bool is_blank_cell(const bd_cell *cell)
{
    for (size_t i = 0; i < cell->span_count; i++)
        if (bd_str_trim(bd_str_of(cell->spans[i].text)).len > 0)
            return false;
    return true;
}

static bd_cell_result fill_once(bd_cell_context *context, const shown_column *column, bd_cell *cell)
{
    *cell = (bd_cell){ 0 };
    if (!column->config)
        return bd_cell_fill(context, bd_arena_printf(context->basis->view->arena, "{%s}", column->dimension),
                            cell);
    if (column->config->rule_count > 0)
        return bd_builder_rules(context, column->config, cell);
    return bd_cell_fill(context, column->config->cell.text, cell);
}

static void fill_cell(table_builder *b, size_t row, size_t column, bd_cell *cell)
{
    const shown_column *shown = &b->columns[column];
    bd_arena *arena = b->basis.view->arena;
    bd_cell_context context = {
        .basis = &b->basis,
        .row = &b->basis.rows[row],
        .across = shown->across,
        .column = shown->config,
        .column_name = cell_text(&b->out->columns[column].title, arena),
        .place = bd_builder_place(b, shown->config ? shown->config->cell : (bd_scalar){ 0 }),
    };
    const char *text = declared_missing(b, &context);
    context.silent = text != NULL;
    bd_cell_result result = fill_once(&context, shown, cell);
    bool empty = result == BD_CELL_MISSING || (result == BD_CELL_OK && is_blank_cell(cell));
    if (empty && text) {
        *cell = (bd_cell){ .missing = true };
        bd_cell_literal(cell, arena, bd_say(b->basis.view, text));
        return;
    }
    if (result == BD_CELL_OK && empty && shown->dimension) {
        bd_cell_add(cell, arena, "-", true); /* the empty value is the row's own name */
        return;
    }
    if (result == BD_CELL_OK && empty)
        bd_cell_fail(&context, NULL, "the cell would be empty");
    if (result != BD_CELL_OK || empty)
        b->ok = false;
}

static void fill_rows(table_builder *b)
{
    bd_table *out = b->out;
    bd_arena *arena = b->basis.view->arena;
    out->row_count = b->basis.row_count;
    out->cells = bd_arena_alloc(arena, (out->row_count * out->column_count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(arena, (out->row_count + 1) * sizeof *out->row_names);
    for (size_t r = 0; r < out->row_count; r++) {
        out->row_names[r] = b->basis.rows[r].name;
        for (size_t c = 0; c < out->column_count; c++)
            fill_cell(b, r, c, &out->cells[r * out->column_count + c]);
    }
    bd_builder_notes(b->basis.view, out);
}

bool bd_build_table(const bd_view *view, const bd_table_config *table, const bd_query *from,
                    bd_place place, bd_table *out)
{
    size_t before = view->found->errors;
    table_builder b = { .out = out, .ok = true };
    *out = (bd_table){ .name = table->name.text };
    b.basis = (bd_basis){ .view = view,
                          .table = table,
                          .place = place,
                          .title = bd_arena_printf(view->arena, "table '%s'", table->name.text) };
    b.ok = bd_basis_collect(&b.basis, from) && bd_basis_check_conditions(&b.basis, from, place)
           && bd_basis_make_rows(&b.basis) && bd_builder_columns(&b);
    if (b.ok) {
        fill_rows(&b);
        bd_check_machine(&b.basis, out, table->one_machine);
    }
    bd_basis_release(&b.basis);
    return b.ok && view->found->errors == before;
}

bool bd_view_table(const bd_view *view, const bd_table_config *table, bd_table *out)
{
    bd_query from = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_place place = { view->config->file, table->from.line, table->from.column };
    if (!bd_query_parse(bd_str_of(table->from.text), true, view->arena, &from, &err))
        return bd_view_fail(view, place, err.hint, "table '%s': from: %s", table->name.text, err.message);
    if (table->column_count > 0 || table->per.count > 0)
        return bd_build_table(view, table, &from, place, out);
    bd_table_config laid_out; /* nobody said how it shall look */
    if (!bd_view_layout(view, &from, place, &laid_out))
        return false;
    laid_out.name = table->name;
    laid_out.one_machine = table->one_machine;
    return bd_build_table(view, &laid_out, &from, place, out);
}
