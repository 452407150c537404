/* Reads a Markdown table back from a document, to compare figures before and after.
 * Cells are slices of the bytes as they are written, escapes included. */
#include "render/text/internal.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 1000 };

static bool next_line(bd_str *rest, bd_str *line)
{
    if (rest->len == 0)
        return false;
    size_t end = 0;
    while (end < rest->len && rest->ptr[end] != '\n' && rest->ptr[end] != '\r')
        end++;
    *line = bd_str_sub(*rest, 0, end);
    if (end < rest->len)
        end += strlen(bd_line_end_at(*rest, end));
    *rest = bd_str_sub(*rest, end, rest->len);
    while (line->len > 0 && (bd_is_space(line->ptr[0]) || line->ptr[0] == '>')) /* a quote's */
        *line = bd_str_sub(*line, 1, line->len);
    *line = bd_str_trim(*line);
    return true;
}

static bool next_cell(bd_str *rest, bd_str *cell)
{
    if (rest->len == 0)
        return false;
    size_t i = 0;
    while (i < rest->len && (rest->ptr[i] != '|' || (i > 0 && rest->ptr[i - 1] == '\\')))
        i++;
    *cell = bd_str_trim(bd_str_sub(*rest, 0, i));
    *rest = bd_str_sub(*rest, i + 1, rest->len);
    return true;
}

static bd_str inside(bd_str line)
{
    return bd_str_sub(line, line.len > 0 && line.ptr[0] == '|' ? 1 : 0, line.len);
}

static size_t count_cells(bd_str line)
{
    size_t n = 0;
    bd_str rest = inside(line), cell;
    while (next_cell(&rest, &cell))
        n++;
    return n;
}

static bool is_rule(bd_str line)
{
    bd_str rest = inside(line), cell;
    if (!memchr(line.ptr, '|', line.len) || line.len == 0)
        return false;
    while (next_cell(&rest, &cell)) {
        size_t dashes = 0, from = cell.len > 0 && cell.ptr[0] == ':' ? 1 : 0;
        while (from + dashes < cell.len && cell.ptr[from + dashes] == '-')
            dashes++;
        bd_str tail = bd_str_sub(cell, from + dashes, cell.len);
        if (dashes == 0 || !(tail.len == 0 || bd_str_is(tail, ":")))
            return false;
    }
    return true;
}

static void add_row(bd_text_table *table, bd_str line)
{
    size_t columns = table->column_count;
    table->cells = bd_realloc(table->cells,
                              (table->row_count + 1) * columns * sizeof *table->cells);
    bd_str *row = table->cells + table->row_count * columns, rest = inside(line);
    for (size_t i = 0; i < columns; i++)
        if (!next_cell(&rest, &row[i]))
            row[i] = BD_STR("");
    table->row_count++;
}

bool bd_text_table_read(bd_str bytes, bd_text_table *out)
{
    *out = (bd_text_table){ 0 };
    bd_str line, titles = BD_STR("");
    while (next_line(&bytes, &line)) {
        size_t columns = count_cells(line);
        if (out->row_count > 0 && line.len == 0)
            break;
        if (out->row_count > 0)
            add_row(out, line);
        if (out->row_count == 0 && is_rule(line) && columns == count_cells(titles)
            && columns <= COLUMNS_MAX) {
            out->column_count = columns;
            add_row(out, titles);
        }
        titles = line;
    }
    return out->row_count > 0;
}

void bd_text_table_release(bd_text_table *table)
{
    free(table->cells);
    *table = (bd_text_table){ 0 };
}
