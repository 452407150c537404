/* The rows of GFM tables, as far as they decide where text begins and ends. */
#include "render/text/internal.h"

#include <string.h>

/* A pipe right behind a backslash is none, whatever stands before that: GFM splits
 * rows before it looks at other escapes. */
size_t bd_cell_end(bd_str s, size_t i)
{
    size_t from = i;
    while (i < s.len && (s.ptr[i] != '|' || (i > from && s.ptr[i - 1] == '\\')))
        i++;
    return i;
}

static size_t count_cells(bd_str row)
{
    size_t cells = 0;
    row = bd_str_trim(row);
    size_t i = row.len > 0 && row.ptr[0] == '|' ? 1 : 0;
    for (; i < row.len; i = bd_cell_end(row, i) + 1)
        cells++;
    return cells;
}

static bool is_delimiter(bd_str row)
{
    bool dash = false, pipe = false;
    for (size_t i = 0; i < row.len; i++) {
        if (!strchr("|:- \t", row.ptr[i]) || row.ptr[i] == '\0')
            return false;
        dash = dash || row.ptr[i] == '-';
        pipe = pipe || row.ptr[i] == '|' || row.ptr[i] == ':';
    }
    return dash && pipe;
}

bool bd_makes_table(bd_str titles, bd_str rule)
{
    return is_delimiter(rule) && count_cells(rule) == count_cells(titles);
}
