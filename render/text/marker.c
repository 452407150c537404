/* Markers: the comments that are meant for benchdoc. */
#include "render/text/internal.h"

#include <string.h>

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bd_str word_of(bd_str *rest)
{
    size_t n = 0;
    while (n < rest->len && !is_white(rest->ptr[n]))
        n++;
    bd_str word = bd_str_sub(*rest, 0, n);
    *rest = bd_str_trim(bd_str_sub(*rest, n, rest->len));
    return word;
}

static bool starts_with_name(bd_str text)
{
    static const char name[] = "benchdoc";
    for (size_t i = 0; i + 1 < sizeof name; i++)
        if (i >= text.len || bd_lower(text.ptr[i]) != name[i])
            return false;
    return true;
}

bd_mark bd_marker_read(bd_str text, bd_str *kind, bd_str *arguments)
{
    enum { NAME = 8 };
    text = bd_str_trim(text);
    bool slash = text.len > 0 && text.ptr[0] == '/';
    bd_str rest = bd_str_sub(text, slash ? 1 : 0, text.len);
    if (!starts_with_name(rest))
        return BD_MARK_NONE;
    rest = bd_str_sub(rest, NAME, rest.len);
    bool colon = rest.len > 0 && rest.ptr[0] == ':';
    bd_str spaced = bd_str_trim(rest);
    bool late_colon = !colon && spaced.len > 0 && spaced.ptr[0] == ':';
    *arguments = bd_str_trim(bd_str_sub(spaced, colon || late_colon ? 1 : 0, spaced.len));
    *kind = word_of(arguments);
    if (slash) /* "/benchdoc", as a tag would be closed */
        return rest.len == 0 || colon ? BD_MARK_ALMOST : BD_MARK_NONE;
    if (colon)
        return rest.len > 1 && is_white(rest.ptr[1]) ? BD_MARK_ALMOST : BD_MARK_OK;
    if (late_colon)
        return BD_MARK_ALMOST;
    bool end = (rest.len > 0 && is_white(rest.ptr[0]) && bd_str_is(spaced, "end"))
               || bd_str_is(rest, "-end") || bd_str_is(rest, "/end");
    if (end)
        *kind = BD_STR("end");
    return end ? BD_MARK_ALMOST : BD_MARK_NONE;
}

int bd_column_of(bd_str bytes, size_t line_start, size_t at)
{
    int column = 1;
    for (size_t i = line_start; i < at; i++)
        column += ((unsigned char)bytes.ptr[i] & 0xC0) != 0x80;
    return column;
}

char *bd_prefix_of(bd_str bytes, size_t line_start, size_t content, bd_arena *arena)
{
    bd_buf prefix = BD_BUF_INIT;
    for (size_t i = line_start; i < content; i++) {
        char c = bytes.ptr[i];
        if (c == '[') { /* a footnote: its lines are indented by four */
            bd_buf_puts(&prefix, "    ");
            break;
        }
        bd_buf_putc(&prefix, c == '>' || c == '\t' ? c : ' ');
    }
    char *text = bd_arena_text(arena, bd_buf_str(&prefix));
    bd_buf_release(&prefix);
    return text;
}

const char *bd_line_end_at(bd_str bytes, size_t end)
{
    if (end >= bytes.len || bytes.ptr[end] == '\n')
        return "\n";
    return end + 1 < bytes.len && bytes.ptr[end + 1] == '\n' ? "\r\n" : "\r";
}
