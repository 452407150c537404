/* Texts that are too wide: their middle goes, for names differ at both ends. */
#include "render/text/internal.h"

/* The longest beginning, or end, of the text that is no wider than `width`. */
static bd_str part_of(bd_str text, size_t width, bool end)
{
    size_t best = end ? text.len : 0;
    for (size_t i = 0; i <= text.len; i++) {
        if (i < text.len && ((unsigned char)text.ptr[i] & 0xC0) == 0x80)
            continue;
        bd_str part = end ? bd_str_sub(text, i, text.len) : bd_str_sub(text, 0, i);
        bool fits = bd_display_width(part) <= width;
        if (end && fits)
            return part;
        if (!end && !fits)
            break;
        if (!end)
            best = i;
    }
    return end ? bd_str_sub(text, best, text.len) : bd_str_sub(text, 0, best);
}

void bd_put_fitted(bd_str text, size_t width, bd_buf *out)
{
    if (bd_display_width(text) <= width) {
        bd_buf_put_str(out, text);
        return;
    }
    if (width < 3) {
        bd_buf_put_str(out, part_of(text, width, false));
        return;
    }
    bd_buf_put_str(out, part_of(text, (width - 1) / 2, false));
    bd_buf_puts(out, "\xe2\x80\xa6");
    bd_buf_put_str(out, part_of(text, width - 1 - (width - 1) / 2, true));
}
