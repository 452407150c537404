/* A cell as text for people: the author's markup is taken off where it is only
 * dress (code ticks, bold, link targets, tags), data comes as it is. */
#include "render/text/internal.h"

#include <string.h>

/* The end of "](target)" that begins at `i`, 0 = it is none. */
static size_t link_tail(const char *s, size_t i)
{
    if (s[i] != ']' || s[i + 1] != '(')
        return 0;
    size_t depth = 0;
    for (size_t j = i + 1; s[j] != '\0'; j++) {
        depth += s[j] == '(';
        depth -= s[j] == ')';
        if (depth == 0)
            return j + 1;
    }
    return 0;
}

/* A link's text may hold data, so "[" and "](…)" can stand in different pieces. */
static size_t put_markup(const char *s, size_t i, bd_buf *out)
{
    size_t tail = link_tail(s, i);
    if (tail > 0)
        return tail;
    if (s[i] == '\\' && bd_is_punct(s[i + 1])) {
        bd_buf_putc(out, s[i + 1]);
        return i + 2;
    }
    if (s[i] == '`' || s[i] == '[')
        return i + 1;
    if (s[i] == '*' && s[i + 1] == '*')
        return i + 2;
    bd_str rest = bd_str_of(s + i);
    size_t tag = s[i] == '<' ? bd_inline_html(rest, 0) : 0;
    if (tag > 0) {
        bd_buf_puts(out, bd_str_starts(rest, "<br") ? "\n" : "");
        return i + tag;
    }
    bd_buf_putc(out, s[i]);
    return i + 1;
}

/* Skips the part of a link's target that stands before data: "](" … */
static bool opens_target(const char *s, size_t *i)
{
    const char *open = strstr(s, "](");
    while (open && link_tail(s, (size_t)(open - s)) > 0)
        open = strstr(open + 2, "](");
    *i = open ? (size_t)(open - s) : 0;
    return open != NULL;
}

void bd_plain_cell(const bd_cell *cell, bd_buf *out)
{
    bool in_target = false;
    for (size_t k = 0; k < cell->span_count; k++) {
        const bd_span *span = &cell->spans[k];
        const char *s = span->text;
        if (span->data) {
            bd_buf_puts(out, in_target ? "" : s);
            continue;
        }
        size_t i = 0, open = 0;
        if (in_target) {
            const char *close = strchr(s, ')');
            in_target = !close;
            i = close ? (size_t)(close - s) + 1 : strlen(s);
        }
        bool opens = !in_target && opens_target(s + i, &open);
        size_t end = opens ? i + open : strlen(s);
        while (i < end)
            i = put_markup(s, i, out);
        in_target = in_target || opens;
    }
}
