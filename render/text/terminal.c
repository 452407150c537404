/* Views on a terminal: columns aligned by display width, nothing that a terminal
 * would obey. */
#include "render/text/internal.h"

#define BOLD  "\033[1m"
#define PLAIN "\033[0m"

void bd_terminal_text(bd_str text, bd_buf *out)
{
    for (size_t i = 0; i < text.len;) {
        int32_t c;
        size_t n = bd_utf8_at(text, i, &c);
        if (c < 0 || bd_is_hidden(c))
            bd_put_visible(c, (unsigned char)text.ptr[i], out);
        else
            bd_buf_add(out, text.ptr + i, n);
        i += n;
    }
}

static const bd_cell *cell_at(const bd_table *table, size_t row, size_t column)
{
    return row == 0 ? &table->columns[column].title
                    : &table->cells[(row - 1) * table->column_count + column];
}

static void render(const bd_cell *cell, bd_buf *out)
{
    bd_buf plain = BD_BUF_INIT;
    bd_plain_cell(cell, &plain);
    bd_str text = bd_buf_str(&plain);
    for (bd_str part; bd_str_split(&text, '\n', &part);) {
        bd_terminal_text(part, out);
        if (text.ptr)
            bd_buf_puts(out, " / ");
    }
    bd_buf_release(&plain);
}

static void measure(const bd_table *table, size_t *widths)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t row = 0; row <= table->row_count; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            bd_buf_clear(&text);
            render(cell_at(table, row, i), &text);
            size_t width = bd_display_width(bd_buf_str(&text));
            widths[i] = widths[i] < width ? width : widths[i];
        }
    }
    bd_buf_release(&text);
}

static void put_row(const bd_table *table, size_t row, const size_t *widths, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < table->column_count; i++) {
        bool right = table->columns[i].align == BD_ALIGN_RIGHT;
        bool last = i + 1 == table->column_count;
        bd_buf_clear(&text);
        render(cell_at(table, row, i), &text);
        size_t pad = widths[i] - bd_display_width(bd_buf_str(&text));
        bd_buf_repeat(out, ' ', right ? pad : 0);
        bd_buf_put_str(out, bd_buf_str(&text));
        bd_buf_repeat(out, ' ', right || last ? 0 : pad);
        bd_buf_puts(out, last ? "" : "  ");
    }
    bd_buf_release(&text);
}

void bd_terminal_table(const bd_table *table, bool colour, bd_buf *out)
{
    bd_arena arena = BD_ARENA_INIT;
    size_t *widths = bd_arena_alloc(&arena, (table->column_count + 1) * sizeof *widths);
    measure(table, widths);
    for (size_t row = 0; row <= table->row_count && table->column_count > 0; row++) {
        bd_buf_puts(out, colour && row == 0 ? BOLD : "");
        put_row(table, row, widths, out);
        bd_buf_puts(out, colour && row == 0 ? PLAIN "\n" : "\n");
    }
    bd_arena_release(&arena);
}
