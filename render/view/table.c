/* A table of the configuration: columns, rows, cells, and the rules that a cell may not break. */
#include "render/view/layout.h"
#include "render/view/table_builder.h"

#include <stdlib.h>

static bool compile_missing(table_builder *b)
{
    const bd_basis *basis = &b->basis;
    const bd_table_config *t = basis->table;
    bool ok = true;
    b->missing = bd_arena_alloc(basis->view->arena,
                                (t->missing_when.count + 1) * sizeof *b->missing);
    for (size_t i = 0; i < t->missing_when.count; i++) {
        const bd_entry *e = &t->missing_when.items[i];
        ok = bd_basis_query(basis, e->key, "missing: ", &b->missing[i].when) && ok;
        if (ok && b->missing[i].when.words)
            ok = bd_view_fail(
                basis->view, bd_basis_place(basis, e->key, 0), "missing: { name=value: TEXT }",
                "%s: missing: takes conditions, not '%s'", basis->title, b->missing[i].when.words);
        b->missing[i].text = bd_say_scalar(basis->view, e->value).text;
    }
    if (t->missing.text)
        b->missing_always = bd_say_scalar(basis->view, t->missing).text;
    return ok;
}

/* What an empty cell of the row shall say; NULL = it may not be empty. */
static const char *declared_missing(const table_builder *b, const bd_row *row)
{
    bd_cell_context context = { .basis = &b->basis, .row = row };
    for (size_t i = 0; i < b->basis.table->missing_when.count; i++)
        if (bd_builder_row_is(&context, &b->missing[i].when))
            return b->missing[i].text;
    return b->missing_always;
}

static bool is_blank_cell(const bd_cell *cell)
{
    for (size_t i = 0; i < cell->span_count; i++)
        if (bd_str_trim(bd_str_of(cell->spans[i].text)).len > 0)
            return false;
    return true;
}

static bd_cell_result fill_once(const bd_cell_context *context, const shown_column *column,
                                bd_cell *cell)
{
    if (!column->ok)
        return BD_CELL_WRONG; /* reported when it was compiled */
    if (column->rule_count > 0)
        return bd_builder_rules(context, column, cell);
    return bd_cell_fill(context, column->cell, cell);
}

/* @param text  what an empty cell says; NULL = it may not be empty */
static void fill_cell(table_builder *b, const bd_row *row, shown_column *shown, const char *text,
                      bd_cell *cell)
{
    bd_arena *arena = b->basis.view->arena;
    bd_cell_context context = {
        .basis = &b->basis,
        .row = row,
        .across = shown->across,
        .column = shown->config,
        .column_name = shown->name,
        .place = shown->config ? bd_basis_place(&b->basis, shown->config->title, 0)
                               : b->basis.place,
        .fits = b->fits,
        .wrong = &shown->wrong,
        .silent = text != NULL,
    };
    bd_cell_result result = fill_once(&context, shown, cell);
    bool said = shown->rule_count > 0 && result == BD_CELL_OK && cell->span_count > 0;
    bool empty = result == BD_CELL_MISSING
                 || (result == BD_CELL_OK && !said && is_blank_cell(cell));
    if (result == BD_CELL_OK && empty && shown->dimension) {
        bd_cell_add(cell, arena, "-", true); /* the empty value is the row's own name */
        return;
    }
    if (empty && text) {
        *cell = (bd_cell){ .missing = true };
        bd_cell_literal(cell, arena, text);
        return;
    }
    if (result == BD_CELL_OK && empty)
        bd_cell_fail(&context, "put a text around the name, or declare the empty cell: `missing:`",
                     "the cell would be empty");
    if (result != BD_CELL_OK || empty)
        b->ok = false;
}

/* After a few cells of a column the rest is only counted. */
static void report_more(const table_builder *b)
{
    for (size_t c = 0; c < b->column_count; c++) {
        const shown_column *shown = &b->columns[c];
        if (shown->wrong <= BD_CELLS_SAID)
            continue;
        size_t more = shown->wrong - BD_CELLS_SAID;
        bd_place place = shown->config ? bd_basis_place(&b->basis, shown->config->title, 0)
                                       : b->basis.place;
        bd_view_fail(b->basis.view, place, NULL, "%s, column '%s': %zu more cell%s wrong",
                     b->basis.title, shown->name, more, more == 1 ? " is" : "s are");
    }
}

static void fill_rows(table_builder *b)
{
    bd_table *out = b->out;
    bd_arena *arena = b->basis.view->arena;
    out->row_count = b->basis.row_count;
    out->cells = bd_arena_alloc(arena,
                                (out->row_count * out->column_count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(arena, (out->row_count + 1) * sizeof *out->row_names);
    b->fits = bd_alloc((b->basis.count + 1) * sizeof *b->fits);
    for (size_t r = 0; r < out->row_count; r++) {
        const bd_row *row = &b->basis.rows[r];
        const char *missing = declared_missing(b, row);
        out->row_names[r] = row->name;
        for (size_t c = 0; c < out->column_count; c++)
            fill_cell(b, row, &b->columns[c], missing, &out->cells[r * out->column_count + c]);
    }
    free(b->fits);
    report_more(b);
}

bool bd_build_table(const bd_view *view, const bd_table_config *table, const bd_query *from,
                    bd_scalar text, bd_place place, bd_table *out)
{
    table_builder b = { .out = out };
    size_t errors = view->found->errors; /* a missing translation is one, too */
    size_t touched = view->shown ? view->shown->count : 0;
    *out = (bd_table){ .name = table->name.text };
    b.basis = (bd_basis){ .view = view,
                          .table = table,
                          .place = place,
                          .title = bd_arena_printf(view->arena, "table '%s'", table->name.text) };
    b.ok = bd_basis_collect(&b.basis, from, text)
           && bd_basis_check_conditions(&b.basis, from, text, 0) && bd_basis_make_rows(&b.basis);
    if (b.ok) {
        bool columns = bd_builder_columns(&b), missing = compile_missing(&b);
        b.ok = columns && missing;
    }
    if (b.ok) {
        fill_rows(&b);
        b.ok = bd_check_machine(&b.basis, out, table->one_machine) && b.ok;
    }
    b.ok = b.ok && view->found->errors == errors;
    if (b.ok) {
        bd_builder_notes(&b.basis, out);
        bd_basis_touch_asked(&b.basis, touched);
    }
    bd_basis_release(&b.basis);
    free(b.columns);
    return b.ok;
}

/* A table that says neither rows nor columns gets those of a table nobody designed. */
static bool lay_out(const bd_view *view, const bd_query *from, bd_place place,
                    bd_table_config *table)
{
    bd_table_config laid_out;
    if (!bd_view_layout(view, from, place, &laid_out))
        return false;
    table->per = laid_out.per;
    table->columns = laid_out.columns;
    table->column_count = laid_out.column_count;
    if (!table->missing.text)
        table->missing = laid_out.missing;
    return true;
}

bool bd_view_table(const bd_view *view, const bd_table_config *table, bd_table *out)
{
    bd_query from = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_table_config used = *table;
    bd_place place = { view->config->file, table->from.line, table->from.column };
    if (!bd_query_parse(bd_str_of(table->from.text), true, view->arena, &from, &err)) {
        place.column = bd_scalar_column(table->from, (size_t)err.column - 1);
        return bd_view_fail(view, place, err.hint, "table '%s': from: %s", table->name.text,
                            err.message);
    }
    bool designed = table->column_count > 0 || table->per.count > 0;
    if (from.words && designed)
        return bd_view_fail(view, place,
                            "the columns name the metrics: columns: { Title: \"{METRIC}\" }",
                            "table '%s': from: takes a suite and conditions, not '%s'",
                            table->name.text, from.words);
    if (!designed && !lay_out(view, &from, place, &used))
        return false;
    return bd_build_table(view, &used, &from, table->from, place, out);
}
