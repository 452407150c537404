/* ingest/repeats_internal.h: what adding, joining and finishing of repeats share. */
#ifndef BD_INGEST_REPEATS_INTERNAL_H
#define BD_INGEST_REPEATS_INTERNAL_H

#include "ingest/repeats.h"

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

/* What one line says: `like` again but for what stands here. Most lines of a file are alike,
 * and a point for each of them would take five times as much. */
struct bd_repeat {
    const bd_point *like; /* its name apart */
    const bd_rare *rare;  /* NULL = nothing of it; bd_rare_whole: all of `like` is its own */
    bd_compat *compat;    /* in the run's arena; NULL = none */
    bd_repeat *next;      /* of the same key */
    bd_number value, error;
    bd_place at, error_at;
    int64_t n;
};

extern const bd_rare bd_rare_whole;

/* The first one of a key, and those behind it. */
struct bd_first {
    const char *benchmark; /* in the run's arena */
    bd_repeat *item, *last; /* in the repeats' */
    size_t count;
};

/* Two texts, either of which may be NULL. */
bool bd_same_text(const char *a, const char *b);
/* The point again, with that name. */
bd_point bd_repeat_point(const bd_repeat *item, const char *benchmark);
/* Where the first one of a key is; one of its own for each kind of unit.
 * @param added  set to whether it has to be added there; then the key is borrowed */
size_t bd_repeats_find(bd_repeats *repeats, bd_str key, const char *unit, bool *added);

#endif
