/* Places in the bytes of an open file, and the edits made there: see splice.h. */
#include "core/datajs/splice.h"

#include <string.h>

static size_t offset_of(const bd_datajs *file, const char *at)
{
    return bd_json_origin_offset(&file->origin, (size_t)(at - file->json.ptr));
}

size_t bd_splice_begin(const bd_datajs *file, const bd_json *value)
{
    return offset_of(file, bd_json_raw(value).ptr);
}

/* Behind the value's last character, which stands in the file as it does in the JSON
 * where it is a bracket or a digit. */
size_t bd_splice_end(const bd_datajs *file, const bd_json *value)
{
    bd_str raw = bd_json_raw(value);
    return offset_of(file, raw.ptr + raw.len);
}

bd_json bd_splice_key(const bd_json *member)
{
    return (bd_json){ .doc = member->doc, .parent = member->parent, .token = member->key };
}

bd_str bd_splice_blanks(const bd_datajs *file, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!strchr(" \t\r\n", file->bytes.ptr[i]))
            return (bd_str){ "", 0 };
    return bd_str_sub(file->bytes, from, to);
}

bd_str bd_splice_last_line(bd_str blanks)
{
    size_t at = blanks.len;
    while (at > 0 && blanks.ptr[at - 1] != '\n')
        at--;
    return bd_str_sub(blanks, at, blanks.len);
}

bool bd_splice_has_lines(bd_str text)
{
    return text.len > 0 && memchr(text.ptr, '\n', text.len) != NULL;
}

bd_str bd_splice_lead(bd_splice *s, const bd_json *container, size_t depth)
{
    const bd_datajs *file = s->file;
    bd_json first;
    bd_str lead = { "", 0 };
    if (bd_json_first(container, &first)) {
        bd_json key = bd_splice_key(&first);
        lead = bd_splice_blanks(file, bd_splice_begin(file, container) + 1,
                                bd_splice_begin(file, first.key ? &key : &first));
    }
    if (lead.len > 0 || !s->style.pretty)
        return lead;
    bd_buf_clear(&s->text);
    bd_buf_puts(&s->text, s->style.line);
    for (size_t i = 0; i < depth; i++)
        bd_buf_put_str(&s->text, s->style.unit);
    return (bd_str){ bd_arena_copy(&s->arena, s->text.data, s->text.len), s->text.len };
}

void bd_splice_add(bd_splice *s, size_t from, size_t to, const bd_buf *text)
{
    s->edits = bd_grow(s->edits, s->count, &s->capacity, sizeof *s->edits);
    s->edits[s->count] = (bd_datajs_edit){
        from, to, s->count, { bd_arena_copy(&s->arena, text->data, text->len), text->len }
    };
    s->count++;
}

void bd_splice_comma(const bd_splice *s, bd_str lead, bd_buf *out)
{
    bd_buf_puts(out, lead.len == 0 && s->style.spaced ? ", " : ",");
    bd_buf_put_str(out, lead);
}

size_t bd_splice_cut(bd_splice *s, const bd_extent *items, const bool *gone, size_t count)
{
    static const bd_buf nothing = BD_BUF_INIT;
    size_t last = count; /* the last one that stays, counted from 1 */
    while (last > 0 && gone[last - 1])
        last--;
    for (size_t i = 0; i < last; i++)
        if (gone[i])
            bd_splice_add(s, items[i].from, items[i + 1].from, &nothing);
    if (last > 0 && last < count)
        bd_splice_add(s, items[last - 1].to, items[count - 1].to, &nothing);
    return last;
}
