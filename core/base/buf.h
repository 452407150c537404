/* core/base/buf.h: a growing byte buffer, and an arena for many small things
 * that die together. */
#ifndef BD_BASE_BUF_H
#define BD_BASE_BUF_H

#include "core/base/common.h"

#include <stdarg.h>

typedef struct bd_buf {
    char  *data; /* owned; NUL-terminated once non-NULL */
    size_t len;  /* bytes, without the NUL */
    size_t capacity;
} bd_buf;

#define BD_BUF_INIT { 0 }

void   bd_buf_add(bd_buf *buf, const void *bytes, size_t len);
void   bd_buf_puts(bd_buf *buf, const char *text);
void   bd_buf_put_str(bd_buf *buf, bd_str text);
void   bd_buf_putc(bd_buf *buf, char c);
void   bd_buf_repeat(bd_buf *buf, char c, size_t times);
void   bd_buf_printf(bd_buf *buf, const char *format, ...) BD_PRINTF(2, 3);
void   bd_buf_vprintf(bd_buf *buf, const char *format, va_list args) BD_PRINTF(2, 0);
void   bd_buf_reserve(bd_buf *buf, size_t more);
void   bd_buf_clear(bd_buf *buf); /* empties it, keeps the memory */
void   bd_buf_release(bd_buf *buf);
bd_str bd_buf_str(const bd_buf *buf);   /* borrowed until the next change */
char  *bd_buf_text(bd_buf *buf);        /* borrowed, NUL-terminated, never NULL */

/* One lifetime for many small things. Nothing in an arena is freed by itself. */
typedef struct bd_arena {
    struct bd_arena_block *blocks; /* owned */
} bd_arena;

#define BD_ARENA_INIT { 0 }

void *bd_arena_alloc(bd_arena *arena, size_t size); /* zeroed, aligned for any type, never NULL */
void *bd_arena_copy(bd_arena *arena, const void *bytes, size_t size);
char *bd_arena_text(bd_arena *arena, bd_str text); /* a NUL-terminated copy */
char *bd_arena_join(bd_arena *arena, bd_str a, bd_str b); /* one behind the other */
char *bd_arena_strdup(bd_arena *arena, const char *text); /* NULL stays NULL */
char *bd_arena_printf(bd_arena *arena, const char *format, ...) BD_PRINTF(2, 3);
/* Everything of `from`, which is empty then, lives as long as `arena` from now on. */
void  bd_arena_take(bd_arena *arena, bd_arena *from);
void  bd_arena_release(bd_arena *arena); /* safe when empty, safe twice */

#endif
