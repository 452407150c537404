/* Hash map (open addressing) and nearest name: see map.h. */
#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a's step on words of eight bytes, with its high half folded down each time,
 * so that every byte reaches the low bits that choose the slot. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

uint64_t bd_hash(bd_str key)
{
    uint64_t hash = key.len, word;
    size_t i = 0;
    for (; key.len - i >= sizeof word; i += sizeof word) {
        memcpy(&word, key.ptr + i, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    if (i < key.len)
        memcpy(&word, key.ptr + i, key.len - i);
    return mix(hash, word);
}

static bool is_at(const bd_map *map, size_t slot, bd_str key, uint64_t hash)
{
    const bd_map_entry *entry = &map->entries[map->slots[slot] - 1];
    return entry->hash == hash && bd_str_eq(entry->key, key);
}

static uint32_t *slot_of(const bd_map *map, bd_str key, uint64_t hash)
{
    size_t mask = map->slot_count - 1, i = (size_t)hash & mask;
    while (map->slots[i] != 0 && !is_at(map, i, key, hash))
        i = (i + 1) & mask;
    return &map->slots[i];
}

/* The slot for a key that is not there. */
static uint32_t *free_slot(const bd_map *map, uint64_t hash)
{
    size_t mask = map->slot_count - 1, i = (size_t)hash & mask;
    while (map->slots[i] != 0)
        i = (i + 1) & mask;
    return &map->slots[i];
}

static void widen(bd_map *map)
{
    map->slot_count = map->slot_count == 0 ? 16 : map->slot_count * 2;
    free(map->slots);
    map->slots = bd_alloc(map->slot_count * sizeof *map->slots);
    for (size_t i = 0; i < map->count; i++)
        *free_slot(map, map->entries[i].hash) = (uint32_t)(i + 1);
}

size_t *bd_map_put(bd_map *map, bd_str key, size_t value, bool *added)
{
    if ((map->count + 1) * 4 > map->slot_count * 3)
        widen(map);
    uint64_t hash = bd_hash(key);
    uint32_t *slot = slot_of(map, key, hash);
    if (added)
        *added = *slot == 0;
    if (*slot == 0) {
        map->entries = bd_grow(map->entries, map->count, &map->capacity, sizeof *map->entries);
        map->entries[map->count++] = (bd_map_entry){ key, value, hash };
        *slot = (uint32_t)map->count;
    }
    return &map->entries[*slot - 1].value;
}

const size_t *bd_map_get(const bd_map *map, bd_str key)
{
    if (map->slot_count == 0)
        return NULL;
    uint32_t slot = *slot_of(map, key, bd_hash(key));
    return slot == 0 ? NULL : &map->entries[slot - 1].value;
}

void bd_map_release(bd_map *map)
{
    free(map->entries);
    free(map->slots);
    *map = (bd_map)BD_MAP_INIT;
}

/* Levenshtein distance with one row of memory; names here are short. */
static size_t distance(bd_str a, bd_str b)
{
    size_t row[65];
    if (a.len > 64 || b.len > 64)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            size_t best = diagonal + (a.ptr[i - 1] != b.ptr[j - 1]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[b.len];
}

const char *bd_nearest(bd_str wanted, const char *const *names, size_t count)
{
    const char *best = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t d = distance(wanted, bd_str_of(names[i]));
        size_t longer = wanted.len > strlen(names[i]) ? wanted.len : strlen(names[i]);
        if (d < least && d * 3 <= longer + 2) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
