/* The cursor of the block scanner within a line: columns with tab stops of four, and
 * the one block start that has to count them, a list item. */
#include "render/text/internal.h"

static char byte_at(const bd_blocks *b, size_t pos)
{
    return pos < b->end ? b->bytes.ptr[pos] : '\n';
}

void bd_cursor_look(bd_blocks *b)
{
    b->first = b->pos;
    b->first_column = b->column;
    while (b->first < b->end && bd_is_space(b->bytes.ptr[b->first])) {
        size_t step = b->bytes.ptr[b->first] == '\t' ? 4 - b->first_column % 4 : 1;
        b->first_column += step;
        b->first++;
    }
    b->indent = b->first_column - b->column;
    b->blank = b->first == b->end;
}

/* With `columns`, a tab may be passed in part: it stays under the cursor. */
void bd_cursor_advance(bd_blocks *b, size_t count, bool columns)
{
    while (count > 0 && b->pos < b->end) {
        size_t step = b->bytes.ptr[b->pos] == '\t' ? 4 - b->column % 4 : 1;
        b->partial_tab = columns && step > count;
        size_t taken = !columns ? 1 : b->partial_tab ? count : step;
        b->column += columns ? taken : step;
        b->pos += b->partial_tab ? 0 : 1;
        count -= taken;
    }
}

/* @return the length of the marker at `pos`, 0 = none; *number is of an ordered list */
static size_t marker_length(const bd_blocks *b, size_t pos, size_t *number)
{
    char c = byte_at(b, pos);
    *number = 1;
    if (c == '-' || c == '+' || c == '*')
        return 1;
    size_t digits = 0;
    for (*number = 0;
         digits < 9 && byte_at(b, pos + digits) >= '0' && byte_at(b, pos + digits) <= '9'; digits++)
        *number = *number * 10 + (size_t)(byte_at(b, pos + digits) - '0');
    c = byte_at(b, pos + digits);
    return digits > 0 && (c == '.' || c == ')') ? digits + 1 : 0;
}

static bool is_blank_from(const bd_blocks *b, size_t pos)
{
    while (pos < b->end && bd_is_space(b->bytes.ptr[pos]))
        pos++;
    return pos == b->end;
}

/* The columns between the marker and the item's text: up to four, else it is code
 * that begins one column behind the marker. */
static size_t pass_padding(bd_blocks *b)
{
    bd_blocks saved = *b;
    while (b->column - saved.column <= 5 && bd_is_space(byte_at(b, b->pos)))
        bd_cursor_advance(b, 1, true);
    size_t padding = b->column - saved.column;
    if (padding >= 1 && padding < 5 && b->pos < b->end)
        return padding;
    *b = saved;
    if (padding > 0)
        bd_cursor_advance(b, 1, true);
    return 1;
}

bool bd_open_item(bd_blocks *b, bool in_paragraph)
{
    size_t number, length = marker_length(b, b->first, &number);
    if (length == 0 || b->depth == BD_DEPTH_MAX)
        return false;
    char after = byte_at(b, b->first + length);
    if (after != '\n' && !bd_is_space(after))
        return false;
    if (in_paragraph && (number != 1 || is_blank_from(b, b->first + length)))
        return false;
    size_t indent = b->indent;
    bd_cursor_advance(b, b->first + length - b->pos, false);
    size_t offset = indent + length + pass_padding(b);
    b->stack[b->depth++] = (bd_container){ .kind = BD_ITEM, .offset = offset, .empty = true };
    return true;
}
