/* Views as Markdown: a GFM table whose source is as readable as what it renders to,
 * a cell for a sentence, a list. */
#include "render/text/internal.h"

#include <stdlib.h>

/* A cell wider than this stands out instead of widening its column on every line. */
enum { WIDEST = 100 };

typedef struct grid {
    bd_str *texts; /* rendered cells, title row first; in the arena */
    size_t *cell_widths;
    size_t *widths; /* of the columns */
    bd_arena arena;
} grid;

static void add_cell(grid *g, const bd_table *table, size_t index, const bd_cell *cell)
{
    bd_buf text = BD_BUF_INIT;
    bd_put_cell(cell, true, false, &text);
    bd_str trimmed = bd_str_trim(bd_buf_str(&text));
    /* A blank behind a backslash would come off in the cell, and the bar be escaped. */
    g->texts[index] = (bd_str){ bd_arena_text(&g->arena, trimmed), trimmed.len };
    bd_buf_release(&text);
    size_t width = bd_display_width(g->texts[index]),
           *widest = &g->widths[index % table->column_count];
    g->cell_widths[index] = width;
    if (*widest < width && width <= WIDEST)
        *widest = width;
}

static void lay_out(grid *g, const bd_table *table)
{
    size_t columns = table->column_count, cells = columns * (table->row_count + 1);
    g->texts = bd_arena_alloc(&g->arena, cells * sizeof *g->texts);
    g->cell_widths = bd_arena_alloc(&g->arena, cells * sizeof *g->cell_widths);
    g->widths = bd_arena_alloc(&g->arena, columns * sizeof *g->widths);
    for (size_t i = 0; i < columns; i++) /* "---" and "---:" */
        g->widths[i] = table->columns[i].align == BD_ALIGN_RIGHT ? 4 : 3;
    for (size_t i = 0; i < columns; i++)
        add_cell(g, table, i, &table->columns[i].title);
    for (size_t i = columns; i < cells; i++)
        add_cell(g, table, i, &table->cells[i - columns]);
}

static void put_row(const grid *g, const bd_table *table, size_t row, bd_buf *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        size_t index = row * table->column_count + i;
        size_t width = g->cell_widths[index];
        size_t pad = width < g->widths[i] ? g->widths[i] - width : 0;
        bool right = table->columns[i].align == BD_ALIGN_RIGHT;
        bd_buf_puts(out, i == 0 ? "| " : " | ");
        bd_buf_repeat(out, ' ', right ? pad : 0);
        bd_buf_put_str(out, g->texts[index]);
        bd_buf_repeat(out, ' ', right ? 0 : pad);
    }
    bd_buf_puts(out, " |\n");
}

static void put_rule(const grid *g, const bd_table *table, bd_buf *out)
{
    for (size_t i = 0; i < table->column_count; i++) {
        bool right = table->columns[i].align == BD_ALIGN_RIGHT;
        bd_buf_puts(out, i == 0 ? "| " : " | ");
        bd_buf_repeat(out, '-', g->widths[i] - (right ? 1 : 0));
        bd_buf_puts(out, right ? ":" : "");
    }
    bd_buf_puts(out, " |\n");
}

void bd_markdown_table(const bd_table *table, bd_buf *out)
{
    if (table->column_count == 0)
        return;
    grid g = { .arena = BD_ARENA_INIT };
    lay_out(&g, table);
    put_row(&g, table, 0, out);
    put_rule(&g, table, out);
    for (size_t row = 1; row <= table->row_count; row++)
        put_row(&g, table, row, out);
    bd_arena_release(&g.arena);
}

void bd_markdown_notes(const bd_table *table, bd_buf *out)
{
    for (size_t i = 0; i < table->note_count; i++) {
        bd_data note = { .text = bd_str_of(table->notes[i]), .starts_line = true };
        bd_buf_putc(out, '\n');
        bd_escape_text(&note, out);
        bd_buf_putc(out, '\n');
    }
}

void bd_markdown_cell(const bd_cell *cell, bd_buf *out)
{
    bd_put_cell(cell, false, false, out);
}

void bd_markdown_list(const bd_table *one_column, bd_buf *out)
{
    for (size_t row = 0; row < one_column->row_count && one_column->column_count > 0; row++) {
        bd_buf_puts(out, "- ");
        bd_put_cell(&one_column->cells[row * one_column->column_count], false, true, out);
        bd_buf_putc(out, '\n');
    }
}
