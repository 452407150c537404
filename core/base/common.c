/* Slices and memory: the smallest tools. */
#include "core/base/common.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALL_PAGE = 4096, LARGE_PAGE = 2 << 20, OWN = 64, MUCH = 1 << 20 };

bd_str bd_str_of(const char *text)
{
    return (bd_str){ text ? text : "", text ? strlen(text) : 0 };
}

bool bd_str_eq(bd_str a, bd_str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* Most comparisons are look-ups that fail, and most of them at the first byte. */
bool bd_str_is(bd_str a, const char *text)
{
    if (a.len == 0)
        return text[0] == '\0';
    return a.ptr[0] == text[0] && strlen(text) == a.len && memcmp(a.ptr, text, a.len) == 0;
}

int bd_str_cmp(bd_str a, bd_str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n > 0 ? memcmp(a.ptr, b.ptr, n) : 0;
    if (order != 0)
        return order;
    return (a.len > b.len) - (a.len < b.len);
}

bool bd_str_starts(bd_str a, const char *prefix)
{
    if (prefix[0] == '\0')
        return true;
    if (a.len == 0 || a.ptr[0] != prefix[0])
        return false;
    size_t n = strlen(prefix);
    return a.len >= n && memcmp(a.ptr, prefix, n) == 0;
}

bool bd_str_ends(bd_str a, const char *suffix)
{
    size_t n = strlen(suffix);
    return a.len >= n && memcmp(a.ptr + a.len - n, suffix, n) == 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

bd_str bd_str_trim(bd_str a)
{
    while (a.len > 0 && is_blank(a.ptr[0])) {
        a.ptr++;
        a.len--;
    }
    while (a.len > 0 && is_blank(a.ptr[a.len - 1]))
        a.len--;
    return a;
}

bd_str bd_str_sub(bd_str a, size_t from, size_t to)
{
    if (to > a.len)
        to = a.len;
    if (from > to)
        from = to;
    return (bd_str){ a.ptr + from, to - from };
}

bool bd_str_split(bd_str *rest, char separator, bd_str *part)
{
    if (!rest->ptr)
        return false;
    const char *at = rest->len > 0 ? memchr(rest->ptr, separator, rest->len) : NULL;
    if (!at) {
        *part = *rest;
        *rest = (bd_str){ NULL, 0 };
        return true;
    }
    size_t n = (size_t)(at - rest->ptr);
    *part = (bd_str){ rest->ptr, n };
    *rest = (bd_str){ at + 1, rest->len - n - 1 };
    return true;
}

static void *or_end(void *memory)
{
    if (!memory) {
        fputs("benchdoc: out of memory; nothing was written\n", stderr);
        _Exit(70);
    }
    return memory;
}

/* Much memory is asked for in whole large pages, less the allocator's own bytes: such a
 * mapping is laid out on their boundaries, and none of it needs small ones. */
static size_t whole_pages(size_t size)
{
    if (size < MUCH || size > SIZE_MAX - LARGE_PAGE - OWN)
        return size > 0 ? size : 1;
    return (size + OWN + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE - OWN;
}

/* Asks for large pages where there is much: filling a page table four kilobytes at a
 * time is a quarter of what reading a large file costs. Only advice, so it may fail, and
 * may reach over both ends. */
static void *advise(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (size >= MUCH) {
        uintptr_t from = (uintptr_t)memory % SMALL_PAGE;
        madvise((char *)memory - from, from + size, MADV_HUGEPAGE);
    }
#else
    (void)size;
#endif
    return memory;
}

/* The allocator writes its own bytes before a block as soon as it has it, and no page that
 * was written becomes a large one: they stand before the boundary here. */
void *bd_alloc_pages(size_t size)
{
    void *memory = NULL;
    size = whole_pages(size);
    if (size < MUCH)
        return or_end(malloc(size));
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        memory = NULL;
    return advise(or_end(memory), size);
}

void *bd_alloc(size_t size)
{
    if (size < MUCH)
        return or_end(calloc(1, size > 0 ? size : 1));
    return memset(bd_alloc_pages(size), 0, size);
}

/* Much is moved here: the allocator would copy into small pages, before anybody could ask
 * for large ones.
 * @param used  bytes of the old memory that are copied */
static void *move(void *old, size_t used, size_t size)
{
    void *memory = bd_alloc_pages(size);
    if (used > 0)
        memcpy(memory, old, used < size ? used : size);
    free(old);
    return memory;
}

void *bd_realloc(void *old, size_t size)
{
    if (whole_pages(size) < MUCH)
        return or_end(realloc(old, size > 0 ? size : 1));
    return move(old, old ? malloc_usable_size(old) : 0, size);
}

char *bd_strdup(const char *text)
{
    return or_end(strdup(text));
}

/* An array that has come so far mostly goes on: one large page costs less than the sixty-four
 * small ones that it has by then, and large ones cost nothing until they are used. */
static size_t more_items(size_t capacity, size_t item_size)
{
    enum { SOME = 256 << 10, GREAT = 64 << 20 };
    size_t wanted = capacity < 8 ? 8 : capacity * 2;
    if (wanted > SIZE_MAX / item_size)
        or_end(NULL);
    size_t bytes = wanted * item_size;
    if (bytes >= SOME && bytes < MUCH)
        return (LARGE_PAGE - OWN) / item_size;
    return bytes >= MUCH && bytes < GREAT ? wanted * 2 : wanted;
}

void *bd_grow(void *items, size_t count, size_t *capacity, size_t item_size)
{
    if (count < *capacity)
        return items;
    *capacity = more_items(*capacity, item_size);
    size_t size = *capacity * item_size;
    return size < MUCH ? bd_realloc(items, size) : move(items, count * item_size, size);
}
