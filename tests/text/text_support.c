/* Building small views by hand: see text_support.h. */
#include "tests/text/text_support.h"

#include <string.h>

bd_cell text_cell(bd_arena *arena, const char *spans)
{
    bd_cell cell = { .spans = bd_arena_alloc(arena, (strlen(spans) + 1) * sizeof(bd_span)) };
    bool data = false;
    while (*spans) {
        size_t n = strcspn(spans, "\x02\x03");
        if (n > 0 || data)
            cell.spans[cell.span_count++] = (bd_span){ bd_arena_text(arena, (bd_str){ spans, n }),
                                                       data };
        data = spans[n] == '\x02';
        spans += n + (spans[n] != '\0');
    }
    return cell;
}

bd_table text_table(bd_arena *arena, const char *aligns, const char *const *cells)
{
    size_t columns = strlen(aligns), count = 0;
    while (cells[count])
        count++;
    bd_table table = { .name = "made-up",
                       .columns = bd_arena_alloc(arena, columns * sizeof(bd_table_column)),
                       .column_count = columns,
                       .cells = bd_arena_alloc(arena, (count + 1) * sizeof(bd_cell)),
                       .row_count = count / columns - 1 };
    for (size_t i = 0; i < count; i++) {
        bd_cell cell = text_cell(arena, cells[i]);
        if (i < columns)
            table.columns[i] = (bd_table_column){ .title = cell,
                                                  .align = aligns[i] == 'r' ? BD_ALIGN_RIGHT
                                                                            : BD_ALIGN_LEFT };
        else
            table.cells[i - columns] = cell;
    }
    return table;
}

uint64_t text_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void text_findings(const bd_diagnostics *found, bd_buf *out)
{
    for (size_t i = 0; i < found->count; i++) {
        const bd_error *e = &found->items[i].error;
        bd_buf_printf(out, "%d:%d: %s%s (%s)\n", e->line, e->column,
                      found->items[i].severity == BD_ERROR ? "" : "warning: ", e->message, e->hint);
    }
}
