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

static bd_str told_text(const bd_json_doc *doc)
{
    return doc->origin ? doc->origin->bytes : (bd_str){ doc->text, doc->len };
}

size_t bd_json_origin_offset(const bd_json_origin *origin, size_t at)
{
    size_t low = 0, high = origin->count; /* the last shift at or before it is in [low, high) */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (origin->shifts[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    size_t offset = origin->shifts[low].from + (at - origin->shifts[low].at);
    size_t next = low + 1 < origin->count ? origin->shifts[low + 1].from : origin->bytes.len;
    return offset < next ? offset : next; /* what has been put in stands where it was put */
}

void bd_json_mark_lines(void *context)
{
    bd_json_doc *doc = context;
    bd_str text = told_text(doc);
    for (size_t block = 1; block <= text.len / LINE_BLOCK; block++) {
        const char *at = text.ptr + block * LINE_BLOCK;
        doc->marks[block] = advance(doc->marks[block - 1], at - LINE_BLOCK, at);
    }
}

/* The same of an offset in the text that positions are told in. */
static void place_told(const bd_json_doc *doc, size_t offset, int *line, int *column)
{
    const char *text = told_text(doc).ptr;
    size_t block = doc->marks ? offset / LINE_BLOCK : 0;
    line_mark mark = doc->marks ? doc->marks[block] : (line_mark){ 0 };
    mark = advance(mark, text + block * LINE_BLOCK, text + offset);
    bool bom = mark.line == 0 && offset >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    uint32_t characters = mark.column - bom; /* a byte order mark takes no column */
    *line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX;
    *column = characters < INT_MAX ? (int)characters + 1 : INT_MAX;
}

static size_t told_offset(const bd_json_doc *doc, size_t offset)
{
    return doc->origin ? bd_json_origin_offset(doc->origin, offset) : offset;
}

void bd_json_place(const bd_json_doc *doc, size_t offset, int *line, int *column)
{
    place_told(doc, told_offset(doc, offset), line, column);
}

void bd_json_place_after(const bd_json_doc *doc, size_t offset, size_t before, int *line,
                         int *column)
{
    const char *text = told_text(doc).ptr;
    offset = told_offset(doc, offset);
    before = told_offset(doc, before);
    if (before > offset || before < offset / LINE_BLOCK * LINE_BLOCK || *line == INT_MAX
        || *column == INT_MAX) {
        place_told(doc, offset, line, column);
        return;
    }
    line_mark mark = { (uint32_t)*line - 1, (uint32_t)*column - 1 };
    mark = advance(mark, text + before, text + offset);
    *line = mark.line < INT_MAX ? (int)mark.line + 1 : INT_MAX;
    *column = mark.column < INT_MAX ? (int)mark.column + 1 : INT_MAX;
}
