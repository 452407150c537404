/* Views as CSV (RFC 4180, with "\n" as line end): the title row, then the rows. */
#include "render/text/internal.h"

#include <string.h>

static bool needs_quotes(bd_str text)
{
    if (text.len == 0)
        return false;
    if (bd_is_space(text.ptr[0]) || bd_is_space(text.ptr[text.len - 1]))
        return true; /* some readers drop outer blanks */
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] != '\0' && strchr(",\"\r\n", text.ptr[i]))
            return true;
    return false;
}

void bd_put_csv_field(bd_str text, bd_buf *out)
{
    bool quotes = needs_quotes(text);
    bd_buf_puts(out, quotes ? "\"" : "");
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == '"')
            bd_buf_putc(out, '"');
        bd_buf_putc(out, text.ptr[i]);
    }
    bd_buf_puts(out, quotes ? "\"" : "");
}

static void put_field(const bd_cell *cell, bd_buf *out)
{
    bd_buf text = BD_BUF_INIT;
    bd_plain_cell(cell, &text);
    bd_put_csv_field(bd_buf_str(&text), out);
    bd_buf_release(&text);
}

void bd_csv_table(const bd_table *table, bd_buf *out)
{
    size_t columns = table->column_count;
    for (size_t row = 0; row <= table->row_count && columns > 0; row++) {
        size_t start = out->len;
        for (size_t i = 0; i < columns; i++) {
            bd_buf_puts(out, i > 0 ? "," : "");
            put_field(row == 0 ? &table->columns[i].title : &table->cells[(row - 1) * columns + i],
                      out);
        }
        if (out->len == start) /* an empty line would be no record to many readers */
            bd_buf_puts(out, "\"\"");
        bd_buf_putc(out, '\n');
    }
}
