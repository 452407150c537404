/* A picture in a document: HTML that GitHub keeps, with a dark variant. */
#include "render/text/internal.h"

/* Letter by letter, so that nothing in it is markup, an address or a mention: HTML blocks
 * are not read as Markdown, but sites run filters over their text. */
static void put_attribute(const char *text, bd_buf *out)
{
    bd_data data = { .text = bd_str_of(text) };
    bd_buf escaped = BD_BUF_INIT;
    bd_escape_html(&data, &escaped);
    bd_str rest = bd_buf_str(&escaped);
    bool blank = true; /* runs of blanks, and those at the ends, say nothing */
    for (size_t i = 0; i < rest.len; i++) {
        if (rest.ptr[i] == ' ' && (blank || i + 1 == rest.len))
            continue;
        blank = rest.ptr[i] == ' ';
        bd_buf_putc(out, rest.ptr[i]);
    }
    bd_buf_release(&escaped);
}

void bd_markdown_picture(const bd_picture *picture, bd_buf *out)
{
    bd_buf_puts(out, "<picture>\n");
    if (picture->dark) {
        bd_buf_puts(out, "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"");
        bd_path_link(picture->document, picture->dark, out);
        bd_buf_puts(out, "\">\n");
    }
    bd_buf_puts(out, "  <img alt=\"");
    put_attribute(picture->alt, out);
    bd_buf_puts(out, "\" src=\"");
    bd_path_link(picture->document, picture->light, out);
    bd_buf_puts(out, "\" width=\"");
    bd_number_text(bd_double(picture->width_px), out);
    bd_buf_puts(out, "\">\n</picture>\n");
}
