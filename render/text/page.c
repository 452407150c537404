/* Pages that belong wholly to benchdoc: their mark, and building one from a scanned
 * template (template.c). */
#include "render/text/internal.h"

#include <stdlib.h>
#include <string.h>

static size_t first_line(bd_str bytes)
{
    bd_blocks blocks;
    bd_blocks_start(&blocks, bytes);
    return blocks.front > 0 ? blocks.front : blocks.at;
}

bool bd_page_mark(bd_str bytes, bd_str *mark)
{
    size_t from = first_line(bytes);
    bd_str rest = bd_str_sub(bytes, from, bytes.len), line, kind, arguments;
    bd_str_split(&rest, '\n', &line);
    size_t end = bd_inline_html(line, 0);
    if (!bd_str_starts(line, "<!--") || end < 7)
        return false;
    *mark = bd_str_sub(line, 0, end);
    return bd_marker_read(bd_str_sub(line, 4, end - 3), &kind, &arguments) == BD_MARK_OK
           && bd_str_is(kind, "page");
}

bool bd_page_is_ours(bd_str bytes)
{
    bd_str mark;
    return bd_page_mark(bytes, &mark);
}

static void put_mark(const char *file, const char *eol, bd_buf *out)
{
    bd_buf_puts(out, "<!-- benchdoc:page ");
    for (; *file; file++) {
        if ((unsigned char)*file < ' ' || *file == '>')
            bd_buf_printf(out, "%%%02X", (unsigned)(unsigned char)*file);
        else
            bd_buf_putc(out, *file);
    }
    bd_buf_puts(out, ": this page is made from that template; what is changed here gets lost -->");
    bd_buf_puts(out, eol);
}

static const char *eol_of(bd_str bytes)
{
    size_t i = 0;
    while (i < bytes.len && bytes.ptr[i] != '\n' && bytes.ptr[i] != '\r')
        i++;
    return bd_line_end_at(bytes, i);
}

static void put_note(const bd_piece *piece, bd_str note, bd_buf *out)
{
    if (!note.ptr)
        return;
    if (bd_str_starts(note, "\xEF\xBB\xBF"))
        note = bd_str_sub(note, 3, note.len);
    bd_put_lines(note, piece->prefix, piece->eol, out);
}

void bd_template_build(bd_str bytes, const char *file, const bd_template *template,
                       const bd_str *notes, bd_buf *out)
{
    size_t done = first_line(bytes);
    bool marked = false;
    /* Pieces in front matter come first; the mark stands behind it. */
    for (size_t i = 0, at = 0; i <= template->piece_count; i++) {
        const bd_piece *piece = i < template->piece_count ? &template->pieces[i] : NULL;
        if (!marked && (!piece || piece->from >= done)) {
            bd_buf_put_str(out, bd_str_sub(bytes, at, done));
            if (done > 3 && !strchr("\r\n", bytes.ptr[done - 1])) /* it ends the bytes */
                bd_buf_puts(out, eol_of(bytes));
            put_mark(file, eol_of(bytes), out);
            at = done;
            marked = true;
        }
        bd_buf_put_str(out, bd_str_sub(bytes, at, piece ? piece->from : bytes.len));
        if (!piece)
            break;
        if (piece->is_include)
            put_note(piece, notes[piece->include], out);
        else
            bd_buf_puts(out, piece->text);
        at = piece->to;
    }
}

void bd_template_release(bd_template *template)
{
    free(template->includes);
    free(template->pieces);
    bd_arena_release(&template->arena);
    *template = (bd_template){ 0 };
}
