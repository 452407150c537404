/* Keys that stand twice in one object. Small objects are compared in pairs of
 * word-sized signatures; big ones are sorted, so that no choice of keys makes
 * the search slow. */
#include "core/json/internal.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 24 };

/* Equal keys have equal signatures. Escapes are not decoded. */
static uint64_t signature(const parser *p, bd_str key)
{
    /* as a mask, whatever the byte order; one made here would have to wait for its bytes */
    static const unsigned char keep[16] = { 255, 255, 255, 255, 255, 255, 255, 255 };
    uint64_t head = 0, tail = 0;
    if (p->end - key.ptr >= 8 && key.len < 8) {
        memcpy(&head, key.ptr, 8);
        memcpy(&tail, keep + 8 - key.len, 8);
        head &= tail;
        tail = 0;
    } else {
        memcpy(&head, key.ptr, key.len < 8 ? key.len : 8);
        if (key.len >= 8)
            memcpy(&tail, key.ptr + key.len - 8, 8);
    }
    return (head ^ key.len) * 0x9E3779B97F4A7C15u + tail;
}

static bool duplicate(parser *p, uint32_t first, uint32_t second)
{
    p->first_key = first;
    return bd_json_fault(p, FAULT_DUPLICATE, p->start + p->doc->tokens[second].at) != NULL;
}

/* @param plain  set to false when a key has an escape; then nothing was decided */
static bool unique_few(parser *p, uint32_t object, bool *plain)
{
    const bd_json_doc *doc = p->doc;
    uint64_t signatures[FEW];
    uint32_t keys[FEW];
    size_t count = 0;
    *plain = true;
    uint32_t end = doc->tokens[object].info;
    for (uint32_t key = object + 2; key < end; key = token_after(doc, key + 1)) {
        if (string_escaped(doc, key)) {
            *plain = false;
            return true;
        }
        bd_str text = string_raw(doc, key);
        uint64_t mine = signature(p, text);
        for (size_t i = 0; i < count; i++)
            if (signatures[i] == mine && bd_str_eq(string_raw(doc, keys[i]), text))
                return duplicate(p, keys[i], key);
        signatures[count] = mine;
        keys[count++] = key;
    }
    return true;
}

typedef struct named {
    bd_str key; /* decoded; borrowed from the text or the arena */
    uint32_t token;
} named;

static int by_key(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = bd_str_cmp(x->key, y->key);
    return order != 0 ? order : (x->token > y->token) - (x->token < y->token);
}

static bool unique_many(parser *p, uint32_t object)
{
    const bd_json_doc *doc = p->doc;
    named *names = bd_alloc(doc->tokens[object + 1].at * sizeof *names); /* owned */
    bd_arena arena = BD_ARENA_INIT;
    bd_buf decoded = BD_BUF_INIT;
    size_t count = 0, found = 0;
    uint32_t end = doc->tokens[object].info;
    for (uint32_t key = object + 2; key < end; key = token_after(doc, key + 1)) {
        named *name = &names[count++];
        *name = (named){ string_raw(doc, key), key };
        if (!string_escaped(doc, key))
            continue;
        bd_buf_clear(&decoded);
        bd_json_decode(name->key, &decoded);
        name->key = (bd_str){ bd_arena_copy(&arena, decoded.data, decoded.len), decoded.len };
    }
    qsort(names, count, sizeof *names, by_key);
    for (size_t i = 1; i < count; i++)
        if (bd_str_eq(names[i - 1].key, names[i].key)
            && (found == 0 || names[i].token < names[found].token))
            found = i;
    bool ok = found == 0 || duplicate(p, names[found - 1].token, names[found].token);
    bd_buf_release(&decoded);
    bd_arena_release(&arena);
    free(names);
    return ok;
}

bool bd_json_unique_keys(parser *p, uint32_t object)
{
    uint32_t members = p->doc->tokens[object + 1].at;
    bool plain = members <= FEW;
    if (members < 2)
        return true;
    bool ok = !plain || unique_few(p, object, &plain);
    return plain ? ok : unique_many(p, object);
}
