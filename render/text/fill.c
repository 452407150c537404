/* Puts contents into regions. Every byte outside of them stays as it is. */
#include "render/text/internal.h"

#include <string.h>

static bd_str strip_line_ends(bd_str text)
{
    while (text.len > 0 && (text.ptr[0] == '\n' || text.ptr[0] == '\r'))
        text = bd_str_sub(text, 1, text.len);
    while (text.len > 0 && (text.ptr[text.len - 1] == '\n' || text.ptr[text.len - 1] == '\r'))
        text.len--;
    return text;
}

static void put_line(bd_str line, const char *prefix, const char *eol, bd_buf *out)
{
    bd_str before = bd_str_of(prefix);
    while (line.len == 0 && before.len > 0 && bd_is_space(before.ptr[before.len - 1]))
        before.len--; /* blank lines end in no blanks */
    bd_buf_put_str(out, before);
    bd_buf_put_str(out, line);
    bd_buf_puts(out, eol);
}

void bd_put_lines(bd_str text, const char *prefix, const char *eol, bd_buf *out)
{
    while (text.len > 0) {
        size_t end = 0;
        while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r')
            end++;
        put_line(bd_str_sub(text, 0, end), prefix, eol, out);
        if (end < text.len)
            end += strlen(bd_line_end_at(text, end));
        text = bd_str_sub(text, end, text.len);
    }
}

static void put_block(const bd_region *region, bd_str content, bd_buf *out)
{
    content = strip_line_ends(content);
    put_line(BD_STR(""), region->prefix, region->eol, out);
    if (content.len == 0)
        return;
    bd_put_lines(content, region->prefix, region->eol, out);
    put_line(BD_STR(""), region->prefix, region->eol, out);
}

/* An inline text stays on its line; in a cell of a table every pipe is escaped. */
static void put_inline(const bd_region *region, bd_str content, bd_buf *out)
{
    content = strip_line_ends(content);
    for (size_t i = 0; i < content.len; i++) {
        char c = content.ptr[i];
        if (c == '\r' && i + 1 < content.len && content.ptr[i + 1] == '\n')
            continue;
        if (region->in_table && c == '|' && (i == 0 || content.ptr[i - 1] != '\\'))
            bd_buf_putc(out, '\\');
        bd_buf_putc(out, c == '\n' || c == '\r' ? ' ' : c);
    }
}

void bd_document_fill(bd_str bytes, const bd_regions *regions, const bd_str *contents, bd_buf *out)
{
    size_t done = 0;
    for (size_t i = 0; i < regions->count; i++) {
        const bd_region *region = &regions->items[i];
        if (!contents[i].ptr)
            continue;
        bd_buf_put_str(out, bd_str_sub(bytes, done, region->from));
        if (region->is_inline)
            put_inline(region, contents[i], out);
        else
            put_block(region, contents[i], out);
        done = region->to;
    }
    bd_buf_put_str(out, bd_str_sub(bytes, done, bytes.len));
}
