/* Walking the token array, and saying where one is. See json.h. */
#include "core/json/internal.h"

#include <string.h>
#include <sys/mman.h>

bd_json bd_json_root(const bd_json_doc *doc)
{
    return (bd_json){ .doc = doc };
}

bd_json_type bd_json_typeof(const bd_json *at)
{
    return type_at(at->doc, at->token);
}

size_t bd_json_count(const bd_json *at)
{
    return is_container(at->doc, at->token) ? at->doc->tokens[at->token + 1].at : 0;
}

/* Puts the cursor on the child whose first token is `index`. */
static void stand_on(bd_json *item, uint32_t index, bool member)
{
    item->key = member ? index : 0;
    item->token = member ? index + 1 : index;
}

bool bd_json_first(const bd_json *container, bd_json *item)
{
    *item = (bd_json){ .doc = container->doc, .parent = container };
    const token *t = &container->doc->tokens[container->token];
    if (!is_container(container->doc, container->token) || t->info == container->token + 2)
        return false; /* empty, or closed */
    stand_on(item, container->token + 2, container->doc->text[t->at] == '{');
    return true;
}

bool bd_json_next(bd_json *item)
{
    uint32_t next = token_after(item->doc, item->token);
    if (next >= item->doc->tokens[item->parent->token].info)
        return false;
    stand_on(item, next, item->key != 0);
    item->index++;
    return true;
}

/* In large pages, as they were asked for: parting one would give little back. */
void bd_json_forget(const bd_json *first, const bd_json *item)
{
#ifdef MADV_DONTNEED
    enum { LARGE_PAGE = 2 << 20 };
    token *from = &first->doc->tokens[first->token], *to = &first->doc->tokens[item->token];
    size_t skipped = LARGE_PAGE - (uintptr_t)from % LARGE_PAGE;
    size_t kept = (uintptr_t)to % LARGE_PAGE;
    size_t bytes = (size_t)((char *)to - (char *)from);
    if (bytes > skipped + kept)
        madvise((char *)from + skipped, bytes - skipped - kept, MADV_DONTNEED);
#else
    (void)first, (void)item;
#endif
}

bd_str bd_json_key(const bd_json *member, bd_buf *scratch)
{
    if (member->key == 0)
        return (bd_str){ "", 0 };
    bd_str raw = string_raw(member->doc, member->key);
    if (!string_escaped(member->doc, member->key))
        return raw;
    bd_buf_clear(scratch);
    bd_json_decode(raw, scratch);
    return bd_buf_str(scratch);
}

bool bd_json_key_is(const bd_json *member, const char *name)
{
    if (member->key == 0)
        return false;
    if (!string_escaped(member->doc, member->key))
        return bd_str_is(string_raw(member->doc, member->key), name);
    bd_buf decoded = BD_BUF_INIT;
    bool same = bd_str_is(bd_json_key(member, &decoded), name);
    bd_buf_release(&decoded);
    return same;
}

bool bd_json_member(const bd_json *object, const char *name, bd_json *out)
{
    bd_json item;
    bool found = false;
    *out = (bd_json){ .doc = object->doc, .parent = object };
    if (bd_json_typeof(object) != BD_JSON_OBJECT)
        return false;
    for (bool more = bd_json_first(object, &item); more; more = bd_json_next(&item)) {
        if (!bd_json_key_is(&item, name))
            continue;
        *out = item;
        found = true;
        if (!object->doc->duplicates)
            break;
    }
    return found;
}

bool bd_json_need(const bd_json *object, const char *name, bd_json *out, bd_error *err)
{
    if (!bd_json_expect(object, BD_JSON_OBJECT, err))
        return false;
    return bd_json_member(object, name, out)
           || bd_json_fail(object, err, "expected the member \"%s\", which is not there", name);
}

bd_str bd_json_raw(const bd_json *at)
{
    const token *t = &at->doc->tokens[at->token];
    const char *from = at->doc->text + t->at;
    if (is_container(at->doc, at->token))
        return (bd_str){ from, t[1].info - t->at };
    if (*from == '"')
        return (bd_str){ from, t->info / 2 + 2 };
    return (bd_str){ from, t->info };
}

void bd_json_position(const bd_json *at, int *line, int *column)
{
    bd_json_place(at->doc, at->doc->tokens[at->token].at, line, column);
}

void bd_json_position_after(const bd_json *at, const bd_json *before, int *line, int *column)
{
    const token *tokens = at->doc->tokens;
    bd_json_place_after(at->doc, tokens[at->token].at, tokens[before->token].at, line, column);
}

static bool is_name(bd_str key)
{
    for (size_t i = 0; i < key.len; i++) {
        char c = key.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
        if (!letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return key.len > 0;
}

void bd_json_path(const bd_json *at, bd_buf *out)
{
    if (!at->parent) {
        bd_buf_putc(out, '$');
        return;
    }
    bd_json_path(at->parent, out);
    if (at->key == 0) {
        bd_buf_printf(out, "[%zu]", at->index);
        return;
    }
    bd_buf scratch = BD_BUF_INIT;
    bd_str key = bd_json_key(at, &scratch);
    bd_buf_putc(out, is_name(key) ? '.' : '[');
    if (is_name(key)) {
        bd_buf_put_str(out, key);
    } else {
        bd_json_quote(key, out);
        bd_buf_putc(out, ']');
    }
    bd_buf_release(&scratch);
}

/* A path too long for the error keeps its tail, which says most. */
static void set_path(bd_error *err, const bd_json *at)
{
    bd_buf path = BD_BUF_INIT;
    bd_json_path(at, &path);
    size_t room = sizeof err->path - 1, from = path.len > room ? path.len - (room - 3) : 0;
    while (from > 0 && from < path.len && ((unsigned char)path.data[from] & 0xC0) == 0x80)
        from++;
    memcpy(err->path, "...", 3);
    memcpy(err->path + (from > 0 ? 3 : 0), path.data + from, path.len - from + 1);
    bd_buf_release(&path);
}

bool bd_json_fail(const bd_json *at, bd_error *err, const char *format, ...)
{
    if (err->code != BD_OK)
        return false;
    bd_buf message = BD_BUF_INIT;
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    bd_fail(err, BD_ERR_INPUT, "%s", bd_buf_text(&message));
    bd_buf_release(&message);
    bd_json_position(at, &err->line, &err->column);
    set_path(err, at);
    return false;
}
