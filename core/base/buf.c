/* Byte buffer and arena: see buf.h. */
#include "core/base/buf.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bd_buf_reserve(bd_buf *buf, size_t more)
{
    if (more > SIZE_MAX / 2 - buf->len - 1)
        more = SIZE_MAX / 2 - buf->len - 1; /* fails in the allocation below */
    size_t need = buf->len + more + 1;
    if (need <= buf->capacity)
        return;
    size_t capacity = buf->capacity < 64 ? 64 : buf->capacity;
    while (capacity < need)
        capacity += capacity / 2;
    buf->data = bd_realloc(buf->data, capacity);
    buf->capacity = capacity;
}

void bd_buf_add(bd_buf *buf, const void *bytes, size_t len)
{
    if (buf->capacity - buf->len <= len)
        bd_buf_reserve(buf, len);
    if (len > 0)
        memcpy(buf->data + buf->len, bytes, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
}

void bd_buf_puts(bd_buf *buf, const char *text)
{
    bd_buf_add(buf, text, strlen(text));
}

void bd_buf_put_str(bd_buf *buf, bd_str text)
{
    bd_buf_add(buf, text.ptr, text.len);
}

void bd_buf_putc(bd_buf *buf, char c)
{
    if (buf->capacity - buf->len < 2)
        bd_buf_reserve(buf, 1);
    buf->data[buf->len++] = c;
    buf->data[buf->len] = '\0';
}

void bd_buf_repeat(bd_buf *buf, char c, size_t times)
{
    bd_buf_reserve(buf, times);
    memset(buf->data + buf->len, c, times);
    buf->len += times;
    buf->data[buf->len] = '\0';
}

enum { USUAL_TEXT = 100 }; /* room in which most texts fit at the first try */

void bd_buf_vprintf(bd_buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    bd_buf_reserve(buf, USUAL_TEXT);
    size_t room = buf->capacity - buf->len;
    int n = vsnprintf(buf->data + buf->len, room, format, args);
    if (n >= 0 && (size_t)n >= room) {
        bd_buf_reserve(buf, (size_t)n);
        vsnprintf(buf->data + buf->len, (size_t)n + 1, format, again);
    }
    va_end(again);
    if (n > 0)
        buf->len += (size_t)n;
    buf->data[buf->len] = '\0';
}

void bd_buf_printf(bd_buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(buf, format, args);
    va_end(args);
}

void bd_buf_clear(bd_buf *buf)
{
    buf->len = 0;
    if (buf->data)
        buf->data[0] = '\0';
}

void bd_buf_release(bd_buf *buf)
{
    free(buf->data);
    *buf = (bd_buf)BD_BUF_INIT;
}

bd_str bd_buf_str(const bd_buf *buf)
{
    return (bd_str){ buf->data ? buf->data : "", buf->len };
}

char *bd_buf_text(bd_buf *buf)
{
    bd_buf_reserve(buf, 0);
    buf->data[buf->len] = '\0';
    return buf->data;
}

enum {
    BLOCK_BYTES = 16 * 1024,
    BLOCK_BYTES_MIDDLE = 256 * 1024,          /* beyond it whole large pages */
    BLOCK_BYTES_LARGE = 4 * 1024 * 1024 - 64, /* less the allocator's own */
    BLOCK_GROWTH = 4
};

/* Its bytes are not zeroed: what is asked for is, unless it is a copy. */
struct bd_arena_block {
    struct bd_arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct bd_arena_block *add_block(bd_arena *arena, size_t size)
{
    size_t wanted = arena->blocks ? arena->blocks->size * BLOCK_GROWTH : BLOCK_BYTES;
    if (wanted > BLOCK_BYTES_MIDDLE)
        wanted = BLOCK_BYTES_LARGE - sizeof(struct bd_arena_block);
    bool oversized = size > wanted / 4;
    struct bd_arena_block *block = bd_alloc_pages(sizeof *block + (oversized ? size : wanted));
    block->used = 0;
    block->size = oversized ? size : wanted;
    if (oversized && arena->blocks) { /* keep filling the current block */
        block->next = arena->blocks->next;
        arena->blocks->next = block;
    } else {
        block->next = arena->blocks;
        arena->blocks = block;
    }
    return block;
}

/* Bytes that are not zeroed. @param unit  1, or the alignment of any type */
static void *take(bd_arena *arena, size_t size, size_t unit)
{
    struct bd_arena_block *block = arena->blocks;
    size_t at = block ? (block->used + unit - 1) / unit * unit : 0;
    if (!block || block->size < at || block->size - at < size) {
        block = add_block(arena, size);
        at = block->used;
    }
    block->used = at + size;
    return block->bytes + at;
}

enum { ANY = alignof(max_align_t) };

void *bd_arena_alloc(bd_arena *arena, size_t size)
{
    return memset(take(arena, size, ANY), 0, size);
}

void *bd_arena_copy(bd_arena *arena, const void *bytes, size_t size)
{
    void *copy = take(arena, size, ANY);
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

char *bd_arena_text(bd_arena *arena, bd_str text)
{
    char *copy = take(arena, text.len + 1, 1);
    if (text.len > 0)
        memcpy(copy, text.ptr, text.len);
    copy[text.len] = '\0';
    return copy;
}

char *bd_arena_join(bd_arena *arena, bd_str a, bd_str b)
{
    char *text = take(arena, a.len + b.len + 1, 1);
    if (a.len > 0)
        memcpy(text, a.ptr, a.len);
    if (b.len > 0)
        memcpy(text + a.len, b.ptr, b.len);
    text[a.len + b.len] = '\0';
    return text;
}

char *bd_arena_strdup(bd_arena *arena, const char *text)
{
    return text ? bd_arena_text(arena, bd_str_of(text)) : NULL;
}

char *bd_arena_printf(bd_arena *arena, const char *format, ...)
{
    bd_buf buf = BD_BUF_INIT;
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(&buf, format, args);
    va_end(args);
    char *copy = bd_arena_text(arena, bd_buf_str(&buf));
    bd_buf_release(&buf);
    return copy;
}

void bd_arena_take(bd_arena *arena, bd_arena *from)
{
    struct bd_arena_block **last = &from->blocks;
    while (*last)
        last = &(*last)->next;
    *last = arena->blocks;
    arena->blocks = from->blocks;
    from->blocks = NULL;
}

void bd_arena_release(bd_arena *arena)
{
    for (struct bd_arena_block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    arena->blocks = NULL;
}
