/* Values back to text: as they stand in the file, or as JavaScript would write
 * them after reading. See json.h. */
#include "core/json/internal.h"
#include "core/json/scan.h"

#include <stdlib.h>

void bd_json_compact(const bd_json *at, bd_buf *out)
{
    bd_str raw = bd_json_raw(at);
    const char *from = raw.ptr, *end = raw.ptr + raw.len;
    bool inside = false; /* a string */
    for (const char *c = from; c < end; c++) {
        if (*c == '"')
            inside = !inside;
        else if (inside && *c == '\\')
            c++;
        else if (!inside && is_blank(*c)) {
            bd_buf_add(out, from, (size_t)(c - from));
            from = c + 1;
        }
    }
    bd_buf_add(out, from, (size_t)(end - from));
}

/* JavaScript's order of an object's own keys (ECMA-262, OrdinaryOwnPropertyKeys):
 * array indices by value, then the others as they came; a key that repeats keeps
 * its first place and its last value. */
typedef struct property {
    bd_str key;     /* decoded; borrowed from the text or the arena */
    uint32_t value; /* token */
    uint32_t place;
    uint64_t index; /* NOT_AN_INDEX for other keys */
} property;

static const uint64_t NOT_AN_INDEX = UINT32_MAX; /* 2^32 - 2 is the last one */

static uint64_t array_index(bd_str key)
{
    uint64_t value = 0;
    if (key.len == 0 || key.len > 10 || (key.ptr[0] == '0' && key.len > 1))
        return NOT_AN_INDEX;
    for (size_t i = 0; i < key.len; i++) {
        if (!is_digit(key.ptr[i]))
            return NOT_AN_INDEX;
        value = value * 10 + (uint64_t)(key.ptr[i] - '0');
    }
    return value < NOT_AN_INDEX ? value : NOT_AN_INDEX;
}

static int by_name(const void *a, const void *b)
{
    const property *x = a, *y = b;
    int order = bd_str_cmp(x->key, y->key);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

static int by_place(const void *a, const void *b)
{
    const property *x = a, *y = b;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Sorted by name: keeps the first place and the last value of each. @return how many */
static size_t merge_repeated(property *items, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && bd_str_eq(items[kept - 1].key, items[i].key))
            items[kept - 1].value = items[i].value;
        else
            items[kept++] = items[i];
    }
    return kept;
}

static size_t collect(const bd_json *object, property *items, bd_arena *arena)
{
    bd_json item;
    bd_buf scratch = BD_BUF_INIT;
    size_t count = 0;
    bool in_order = true;
    for (bool more = bd_json_first(object, &item); more; more = bd_json_next(&item)) {
        bd_str key = bd_json_key(&item, &scratch);
        if (string_escaped(item.doc, item.key))
            key.ptr = bd_arena_copy(arena, key.ptr, key.len);
        items[count] = (property){ key, item.token, (uint32_t)count, array_index(key) };
        in_order &= items[count].index == NOT_AN_INDEX;
        count++;
    }
    bd_buf_release(&scratch);
    if (object->doc->duplicates) {
        qsort(items, count, sizeof *items, by_name);
        count = merge_repeated(items, count);
    }
    if (!in_order || object->doc->duplicates)
        qsort(items, count, sizeof *items, by_place);
    return count;
}

static void put_object(const bd_json *object, bd_buf *out)
{
    property *items = bd_alloc(bd_json_count(object) * sizeof *items); /* owned */
    bd_arena arena = BD_ARENA_INIT;
    size_t count = collect(object, items, &arena);
    bd_buf_putc(out, '{');
    for (size_t i = 0; i < count; i++) {
        bd_json value = { .doc = object->doc, .parent = object, .token = items[i].value };
        if (i > 0)
            bd_buf_putc(out, ',');
        bd_json_quote(items[i].key, out);
        bd_buf_putc(out, ':');
        bd_json_stringify(&value, out);
    }
    bd_buf_putc(out, '}');
    bd_arena_release(&arena);
    free(items);
}

static void put_array(const bd_json *array, bd_buf *out)
{
    bd_json item;
    bd_buf_putc(out, '[');
    for (bool more = bd_json_first(array, &item); more; more = bd_json_next(&item)) {
        if (item.index > 0)
            bd_buf_putc(out, ',');
        bd_json_stringify(&item, out);
    }
    bd_buf_putc(out, ']');
}

void bd_json_stringify(const bd_json *at, bd_buf *out)
{
    bd_buf scratch = BD_BUF_INIT;
    bd_str raw = bd_json_raw(at);
    double value = 0;
    switch (bd_json_typeof(at)) {
    case BD_JSON_OBJECT:
        put_object(at, out);
        break;
    case BD_JSON_ARRAY:
        put_array(at, out);
        break;
    case BD_JSON_STRING:
        bd_json_decode(string_raw(at->doc, at->token), &scratch);
        bd_json_quote(bd_buf_str(&scratch), out);
        break;
    case BD_JSON_NUMBER: /* JavaScript knows doubles only, and writes infinity as null */
        bd_double_parse(raw, &value);
        if (bd_number_finite(bd_double(value)))
            bd_number_text(bd_double(value), out);
        else
            bd_buf_puts(out, "null");
        break;
    case BD_JSON_NAN:
        bd_buf_puts(out, "null");
        break;
    case BD_JSON_NULL:
    case BD_JSON_FALSE:
    case BD_JSON_TRUE:
        bd_buf_put_str(out, raw);
        break;
    }
    bd_buf_release(&scratch);
}
