/* What a single character is: decoded, hidden, part of a word. The only knowledge
 * about Unicode here besides widths comes from utf8proc's tables. */
#include "render/text/internal.h"

#include <utf8proc.h>

size_t bd_utf8_at(bd_str text, size_t at, int32_t *character)
{
    utf8proc_int32_t c = -1;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)text.ptr + at,
                                          (utf8proc_ssize_t)(text.len - at), &c);
    *character = n > 0 ? c : -1;
    return n > 0 ? (size_t)n : 1;
}

bool bd_is_hidden(int32_t c)
{
    if (c < 0x20 || (c >= 0x7F && c < 0xA0))
        return true;
    if (c == 0x200C || c == 0x200D) /* joiners: Persian, Indic scripts, emoji */
        return false;
    if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800)
        return true; /* Hangul fillers and the empty Braille pattern: letters without ink */
    if ((c & 0xFFFE) == 0xFFFE)
        return true; /* never a character */
    utf8proc_category_t category = utf8proc_category(c);
    return category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_ZL
           || category == UTF8PROC_CATEGORY_ZP;
}

void bd_put_visible(int32_t c, unsigned char byte, bd_buf *out)
{
    if (c < 0)
        bd_buf_printf(out, "\\x%02X", byte);
    else if (c == '\t')
        bd_buf_puts(out, "\\t");
    else if (c == '\n')
        bd_buf_puts(out, "\\n");
    else if (c == '\r')
        bd_buf_puts(out, "\\r");
    else if (c <= 0xFFFF)
        bd_buf_printf(out, "\\u%04X", (unsigned)c);
    else
        bd_buf_printf(out, "\\U%08X", (unsigned)c);
}

bool bd_is_word(int32_t c)
{
    if (c < 0)
        return false;
    if (c < 0x80)
        return bd_is_alnum((char)c);
    utf8proc_category_t category = utf8proc_category(c);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO && !bd_is_hidden(c);
}

bool bd_is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool bd_is_punct(char c)
{
    return c > ' ' && c < 0x7F && !bd_is_alnum(c);
}

char bd_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool bd_is_space(char c)
{
    return c == ' ' || c == '\t';
}
