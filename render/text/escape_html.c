/* Escapes data inside raw HTML that a configuration wrote: attributes, titles of
 * links, comments. */
#include "render/text/internal.h"

static const char *entity_of(int32_t c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '|':
        return "&#124;";
    case '`':
        return "&#96;";
    case '\\':
        return "&#92;";
    case '\n':
    case '\r':
        return " ";
    default:
        return NULL;
    }
}

/* Two dashes end a comment; at an end of the data the markup may have the other one. */
static bool is_half_of_two(bd_str s, size_t i)
{
    return s.ptr[i] == '-'
           && (i == 0 || i + 1 == s.len || s.ptr[i - 1] == '-' || s.ptr[i + 1] == '-');
}

void bd_escape_html(const bd_data *data, bd_buf *out)
{
    bd_str s = data->text;
    for (size_t i = 0; i < s.len;) {
        int32_t c;
        size_t n = bd_utf8_at(s, i, &c);
        const char *entity = is_half_of_two(s, i) ? "&#45;" : entity_of(c);
        if (entity)
            bd_buf_puts(out, entity);
        else if (c < 0 || bd_is_hidden(c))
            bd_put_visible(c, (unsigned char)s.ptr[i], out);
        else
            bd_buf_add(out, s.ptr + i, n);
        i += n;
    }
}
