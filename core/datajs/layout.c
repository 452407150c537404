/* Compact JSON in the layout of the file that it goes into. */
#include "core/datajs/suites.h"

#include <string.h>

typedef struct layout {
    const bd_datajs_style *style;
    bd_str base;
    unsigned depth;
    bd_buf *out;
} layout;

static void new_line(const layout *l)
{
    if (!l->style->pretty)
        return;
    bd_buf_puts(l->out, l->style->line);
    bd_buf_put_str(l->out, l->base);
    for (unsigned i = 0; i < l->depth; i++)
        bd_buf_put_str(l->out, l->style->unit);
}

/* Past the string that begins at `at`. */
static size_t past_string(bd_str json, size_t at)
{
    for (at++; at < json.len && json.ptr[at] != '"'; at++)
        if (json.ptr[at] == '\\')
            at++;
    return at + 1;
}

static void put_sign(layout *l, char c, char next)
{
    bool empty = (c == '{' && next == '}') || (c == '[' && next == ']');
    if (c == '}' || c == ']') {
        l->depth--;
        new_line(l);
    }
    bd_buf_putc(l->out, c);
    if ((c == ':' && l->style->pretty) || ((c == ':' || c == ',') && l->style->spaced))
        bd_buf_putc(l->out, ' ');
    if ((c == '{' || c == '[') && !empty) {
        l->depth++;
        new_line(l);
    }
    if (c == ',')
        new_line(l);
}

void bd_datajs_lay_out(bd_str json, const bd_datajs_style *style, bd_str base, bd_buf *out)
{
    layout l = { .style = style, .base = base, .out = out };
    for (size_t at = 0; at < json.len;) {
        char c = json.ptr[at], next = at + 1 < json.len ? json.ptr[at + 1] : '\0';
        size_t end = c == '"' ? past_string(json, at) : at + 1;
        bool sign = memchr("{}[],:", c, 6) != NULL;
        if (sign && ((c == '{' && next == '}') || (c == '[' && next == ']'))) {
            bd_buf_add(out, json.ptr + at, 2);
            end = at + 2;
        } else if (sign) {
            put_sign(&l, c, next);
        } else {
            bd_buf_add(out, json.ptr + at, end - at);
        }
        at = end;
    }
}
