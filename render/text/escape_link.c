/* Percent-encodes data inside a link's target (RFC 3986). What is encoded already
 * stays, so that paths made by bd_path_link() and addresses pass unchanged. */
#include "render/text/internal.h"

#include <string.h>

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (bd_lower(c) >= 'a' && bd_lower(c) <= 'f');
}

static bool is_encoded(bd_str s, size_t i)
{
    return s.ptr[i] == '%' && i + 2 < s.len && is_hex(s.ptr[i + 1]) && is_hex(s.ptr[i + 2]);
}

/* Data that begins a target may choose no scheme but the web's: "javascript:" must
 * not become one. */
static size_t harmless_scheme(const bd_data *data)
{
    if (data->before != '(' && data->before != '<')
        return 0;
    if (bd_str_starts(data->text, "https:"))
        return 6;
    return bd_str_starts(data->text, "http:") ? 5 : 0;
}

void bd_escape_link(const bd_data *data, bd_buf *out)
{
    bd_str s = data->text;
    size_t scheme = harmless_scheme(data);
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        if (bd_is_alnum(c) || (c != '\0' && strchr("-._~/?#=@+,;", c)) || is_encoded(s, i)
            || (c == ':' && i < scheme))
            bd_buf_putc(out, c);
        else if (c == '&')
            bd_buf_puts(out, "&amp;");
        else
            bd_buf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
    }
}
