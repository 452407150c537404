/* Escapes data inside a code span, where a backslash means nothing: what would end
 * the span or the table's cell is taken care of, hidden characters become visible. */
#include "render/text/internal.h"

void bd_escape_code(const bd_data *data, bd_buf *out)
{
    bd_str s = data->text;
    for (size_t i = 0; i < s.len;) {
        int32_t c;
        size_t n = bd_utf8_at(s, i, &c);
        if (c == '|')
            bd_buf_puts(out, data->in_table ? "\\|" : "|");
        else if (c == '`')
            bd_buf_putc(out, '\'');
        else if (c < 0 || bd_is_hidden(c))
            bd_put_visible(c, (unsigned char)s.ptr[i], out);
        else
            bd_buf_add(out, s.ptr + i, n);
        i += n;
    }
}
