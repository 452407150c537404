/* ingest/repeats_internal.h: what adding, joining and finishing of repeats share. */
#ifndef BD_INGEST_REPEATS_INTERNAL_H
#define BD_INGEST_REPEATS_INTERNAL_H

#include "ingest/repeats.h"

/* The first one of a key, whose point is the run's already. */
struct bd_first {
    size_t point;
    bd_compat *compat; /* in the run's arena; NULL = none */
    size_t next, last; /* items of its key; only when there are any */
    size_t count;      /* with itself */
};

/* Without a path. */
typedef struct bd_place {
    int line, column;
} bd_place;

/* What few formats say. */
typedef struct bd_rare {
    bd_number low, high;
    bd_place low_at, high_at;
    const bd_stat_value *reported;
    const char *rest;
} bd_rare;

/* A later one is the first one again but for these, and most are nothing else: a point of
 * its own would take five times as much. */
struct bd_repeat {
    const bd_point *whole; /* in the run's arena; NULL: what stands below is all that differs */
    const bd_rare *rare;      /* the same; NULL = nothing of it */
    bd_number value, error;
    bd_place at, error_at;
    int64_t n;
    bd_compat *compat;
    size_t next;
};

/* Two texts, either of which may be NULL. */
bool bd_same_text(const char *a, const char *b);
/* Could the point be put together again of the first one and what a bd_repeat has? */
bool bd_points_alike(const bd_point *point, const bd_point *first);
/* The point of an item again. @param first  as it was read */
bd_point bd_repeat_point(const bd_repeat *item, const bd_point *first);
/* A copy in the run's arena, which has the first one's name where it has none. */
const bd_point *bd_repeats_keep_whole(const bd_repeats *repeats, const bd_point *point,
                                      const bd_point *first);

/* Where the first one of a key is; one of its own for each kind of unit.
 * @param added  set to whether it has to be added there; then the key is borrowed */
size_t bd_repeats_find(bd_repeats *repeats, bd_str key, const bd_point *point, bool *added);
/* Adds a point to a key that is there. @return its item, until the next one is added */
bd_repeat *bd_repeats_add_later(bd_repeats *repeats, bd_first *first, const bd_point *point);
/* Appends `count` items, which follow each other by `next`, to those of a key. */
void bd_repeats_chain(bd_repeats *repeats, bd_first *first, size_t from, size_t to, size_t count);

#endif
