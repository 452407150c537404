/* core/model/internal.h: private to core/model. */
#ifndef BD_MODEL_INTERNAL_H
#define BD_MODEL_INTERNAL_H

#include "core/model/model.h"

typedef struct bd_unit_row {
    bd_unit     unit;
    const char *spellings; /* other than the name, parted by blanks; "" = none */
    bool        measured;  /* a count that varies from run to run: never of the exact class */
} bd_unit_row;

extern const bd_unit_row bd_unit_rows[];
extern const size_t      bd_unit_row_count;

/* What "operation" may be called in front of "/s" ("req/s") and behind a unit ("ns/iter"). */
extern const char *const bd_operation_words;

/* U+00B7, which JMH up to 1.36 puts in front of a profiler's metrics, off. */
bd_str bd_metric_bare(bd_str metric);

static inline char bd_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool bd_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool bd_is_letter(char c)
{
    return bd_lower(c) >= 'a' && bd_lower(c) <= 'z';
}

static inline bool bd_same_word(bd_str a, const char *b) /* ASCII letters of either case */
{
    size_t i = 0;
    while (i < a.len && b[i] != '\0' && bd_lower(a.ptr[i]) == bd_lower(b[i]))
        i++;
    return i == a.len && b[i] == '\0';
}

#endif
