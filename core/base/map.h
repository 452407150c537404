/* core/base/map.h: a hash map from byte strings to numbers, in the order of insertion. */
#ifndef BD_BASE_MAP_H
#define BD_BASE_MAP_H

#include "core/base/common.h"

typedef struct bd_map_entry {
    bd_str   key; /* borrowed: must outlive the map */
    size_t   value;
    uint64_t hash;
} bd_map_entry;

typedef struct bd_map {
    bd_map_entry *entries; /* owned, in the order of insertion */
    size_t        count, capacity;
    uint32_t     *slots; /* owned; entry index + 1, 0 = free */
    size_t        slot_count; /* a power of two */
} bd_map;

#define BD_MAP_INIT { 0 }

/* What the map tells keys apart by; not the same on every machine, and easy to meet. */
uint64_t bd_hash(bd_str key);

/* Finds the entry of `key`, or adds one with `value`.
 * @param added  set to whether it was added; may be NULL
 * @return the entry's value, writable until the next insertion */
size_t *bd_map_put(bd_map *map, bd_str key, size_t value, bool *added);

/* @return the value, or NULL when the key is not there */
const size_t *bd_map_get(const bd_map *map, bd_str key);
void          bd_map_release(bd_map *map); /* safe when empty, safe twice */

/* The nearest of `count` names to `wanted`, for "did you mean".
 * @return borrowed, or NULL when none is near (more than a third of it differs) */
const char *bd_nearest(bd_str wanted, const char *const *names, size_t count);

#endif
