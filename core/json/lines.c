/* Byte offsets to lines and columns, from one mark in every block of the text. */
#include "core/json/internal.h"
#include "core/json/scan.h"

#include <limits.h>

/* Moves a mark from `from` on to `to`. */
static line_mark advance(line_mark mark, const char *from, const char *to)
{
    size_t lines = count_line_ends(from, to);
    const char *line = from;
    if (lines > 0) {
        line = to;
        while (line[-1] != '\n')
            line--;
        mark.column = 0;
    }
    mark.line += (uint32_t)lines;
    mark.column += (uint32_t)count_characters(line, to);
    return mark;
}

void bd_json_mark_lines(parser *p, size_t offset)
{
    line_mark *marks = p->doc->marks;
    for (; p->next_block <= offset; p->next_block += LINE_BLOCK) {
        size_t block = p->next_block / LINE_BLOCK;
        const char *at = p->start + p->next_block;
        if (block > 0)
            marks[block] = advance(marks[block - 1], at - LINE_BLOCK, at);
    }
}

void bd_json_place(const bd_json_doc *doc, size_t offset, int *line, int *column)
{
    size_t block = offset / LINE_BLOCK;
    line_mark mark = advance(doc->marks[block], doc->text + block * LINE_BLOCK, doc->text + offset);
    bool bom = mark.line == 0 && offset >= 3 && memcmp(doc->text, "\xEF\xBB\xBF", 3) == 0;
    uint32_t characters = mark.column - bom; /* a byte order mark takes no column */
    *line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX;
    *column = characters < INT_MAX ? (int)characters + 1 : INT_MAX;
}

void bd_json_place_after(const bd_json_doc *doc, size_t offset, size_t before, int *line,
                         int *column)
{
    if (before > offset || before < offset / LINE_BLOCK * LINE_BLOCK || *line == INT_MAX
        || *column == INT_MAX) {
        bd_json_place(doc, offset, line, column);
        return;
    }
    line_mark mark = { (uint32_t)*line - 1, (uint32_t)*column - 1 };
    mark = advance(mark, doc->text + before, doc->text + offset);
    *line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX;
    *column = mark.column < INT_MAX ? (int)mark.column + 1 : INT_MAX;
}
