/* core/base/common.h: what every file may use without thinking. */
#ifndef BD_BASE_COMMON_H
#define BD_BASE_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BD_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__)
#define BD_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define BD_PRINTF(fmt, args)
#endif

/* A slice of bytes, borrowed from somebody; not NUL-terminated. */
typedef struct bd_str {
    const char *ptr;
    size_t      len;
} bd_str;

#define BD_STR(literal) ((bd_str){ (literal), sizeof(literal) - 1 })

bd_str bd_str_of(const char *text); /* of a NUL-terminated text; NULL gives the empty slice */
bool   bd_str_eq(bd_str a, bd_str b);
bool   bd_str_is(bd_str a, const char *text);
int    bd_str_cmp(bd_str a, bd_str b); /* byte order, as qsort wants it */
bool   bd_str_starts(bd_str a, const char *prefix);
bool   bd_str_ends(bd_str a, const char *suffix);
bd_str bd_str_trim(bd_str a); /* ASCII blanks off both ends */
bd_str bd_str_sub(bd_str a, size_t from, size_t to); /* clamped to the slice */
/* Splits off everything before `separator` (all of it, when there is none) and
 * moves `*rest` past it. @return false once `*rest` is exhausted (ptr NULL) */
bool bd_str_split(bd_str *rest, char separator, bd_str *part);

/* Memory. These never return NULL: when the system has none left the program
 * ends with exit code 70. Every output is written beside its target and renamed,
 * so nothing is half-written then (docs/decisions.md, "out of memory"). */
void *bd_alloc(size_t size); /* zeroed; owned by the caller, free() it */
void *bd_realloc(void *old, size_t size);
void *bd_alloc_pages(size_t size); /* not zeroed; begins at a large page where it has one */
char *bd_strdup(const char *text);

/* Makes room for one more item in a growing array.
 * @param items     owned array or NULL
 * @param capacity  in items; updated
 * @return the array, possibly moved, with room for count + 1 items */
void *bd_grow(void *items, size_t count, size_t *capacity, size_t item_size);

#endif
