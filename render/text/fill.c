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

static bool same_region(const bd_region *a, const bd_region *b)
{
    return strcmp(a->kind, b->kind) == 0 && strcmp(a->arguments, b->arguments) == 0
           && strcmp(a->prefix, b->prefix) == 0;
}

bool bd_document_verify(bd_str filled, const bd_regions *regions, const char *file,
                        bd_diagnostics *found)
{
    bd_regions now;
    bd_diagnostics ignored = BD_DIAGNOSTICS_INIT;
    bd_document_scan(filled, file, &now, &ignored);
    size_t same = 0;
    while (same < regions->count && same < now.count
           && same_region(&regions->items[same], &now.items[same]))
        same++;
    bool ok = same == regions->count && same == now.count && ignored.errors == 0;
    if (!ok) {
        const bd_region *lost = same < regions->count ? &regions->items[same] : NULL;
        bd_error error = BD_ERROR_INIT;
        bd_fail(&error, BD_ERR_CONFIG, "with its new text this region would not be found again");
        bd_error_at(&error, file, lost ? lost->line : 0, lost ? lost->column : 0);
        bd_hint(&error,
                "a backtick in the same paragraph, or markup in a template, takes the marker "
                "for code: escape it as \\`");
        bd_diagnostics_add(found, BD_ERROR, &error);
    }
    bd_regions_release(&now);
    bd_diagnostics_release(&ignored);
    return ok;
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
