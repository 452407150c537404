/* Edits of bytes: put together anew, or in place. */
#include "core/datajs/suites.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *a, const void *b)
{
    const bd_datajs_edit *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void sort(bd_datajs_edit *edits, size_t count)
{
    if (count > 1)
        qsort(edits, count, sizeof *edits, by_place);
}

void bd_datajs_apply(bd_datajs_edit *edits, size_t count, bd_str bytes, bd_buf *out)
{
    size_t at = 0, more = 0;
    sort(edits, count);
    for (size_t i = 0; i < count; i++)
        more += edits[i].text.len;
    bd_buf_reserve(out, bytes.len + more);
    for (size_t i = 0; i < count; i++) {
        bd_buf_put_str(out, bd_str_sub(bytes, at, edits[i].from));
        bd_buf_put_str(out, edits[i].text);
        at = edits[i].to;
    }
    bd_buf_put_str(out, bd_str_sub(bytes, at, bytes.len));
}

/* How far what stands behind the first `count` edits moves; -1: something on the way
 * moves to the left. */
static ptrdiff_t shift_behind(const bd_datajs_edit *edits, size_t count)
{
    ptrdiff_t shift = 0;
    for (size_t i = 0; i < count && shift >= 0; i++)
        shift += (ptrdiff_t)edits[i].text.len - (ptrdiff_t)(edits[i].to - edits[i].from);
    return shift < 0 ? -1 : shift;
}

void bd_datajs_apply_over(bd_datajs_edit *edits, size_t count, bd_buf *bytes)
{
    sort(edits, count);
    ptrdiff_t shift = shift_behind(edits, count);
    if (shift < 0) {
        bd_buf out = BD_BUF_INIT;
        bd_datajs_apply(edits, count, bd_buf_str(bytes), &out);
        bd_buf_release(bytes);
        *bytes = out;
        return;
    }
    size_t end = bytes->len;
    bd_buf_reserve(bytes, (size_t)shift);
    bytes->len += (size_t)shift;
    bytes->data[bytes->len] = '\0';
    for (size_t i = count; i > 0 && shift >= 0; i--) { /* from the end: all moves to the right */
        const bd_datajs_edit *e = &edits[i - 1];
        if (shift > 0)
            memmove(bytes->data + e->to + shift, bytes->data + e->to, end - e->to);
        shift -= (ptrdiff_t)e->text.len - (ptrdiff_t)(e->to - e->from);
        memcpy(bytes->data + e->from + shift, e->text.ptr, e->text.len);
        end = e->from;
    }
}
