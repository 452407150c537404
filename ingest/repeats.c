/* Lines that repeat each other → points: see repeats.h. */
#include "ingest/repeats.h"

#include <stdlib.h>
#include <string.h>

struct bd_repeat {
    bd_point point;
    bd_compat *compat;  /* in the run's arena; NULL = none */
    size_t next;        /* the next one of its key; 0 = the last */
    size_t last, count; /* of the first one: the last of its key, and how many there are */
};

typedef struct ranked {
    bd_number value;
    size_t index;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int order = bd_number_order(x->value, y->value);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

/* By insertion; qsort would allocate. */
static void sort_few(ranked *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        ranked item = items[i];
        size_t at = i;
        for (; at > 0 && by_value(&items[at - 1], &item) > 0; at--)
            items[at] = items[at - 1];
        items[at] = item;
    }
}

size_t bd_middle_of(const bd_number *values, size_t count)
{
    enum { FEW = 32 };
    ranked few[FEW], *sorted = count <= FEW ? few : bd_alloc(count * sizeof *sorted);
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = (ranked){ values[i], i };
        numbers += values[i].kind != BD_NUMBER_NONE;
    }
    if (sorted == few)
        sort_few(sorted, count);
    else
        qsort(sorted, count, sizeof *sorted, by_value);
    size_t index = count > 0 ? sorted[numbers / 2].index : 0;
    if (sorted != few)
        free(sorted);
    return index;
}

void bd_samples_put(bd_samples *to, bd_arena *arena, const bd_number *values, size_t count)
{
    bool all_ints = true;
    for (size_t i = 0; i < count; i++)
        all_ints &= values[i].kind == BD_NUMBER_INT;
    to->count = count;
    if (all_ints) {
        int64_t *ints = bd_arena_alloc(arena, count * sizeof *ints);
        for (size_t i = 0; i < count; i++)
            ints[i] = values[i].as.i;
        to->ints = ints;
        return;
    }
    double *doubles = bd_arena_alloc(arena, count * sizeof *doubles);
    for (size_t i = 0; i < count; i++)
        doubles[i] = bd_number_as_double(values[i]);
    to->doubles = doubles;
}

void bd_repeats_add(bd_repeats *r, bd_str key, const bd_point *point, const bd_compat *compat)
{
    size_t at = r->count;
    const size_t *first = bd_map_get(&r->by_key, key);
    r->items = bd_grow(r->items, r->count, &r->capacity, sizeof *r->items);
    bd_repeat *item = &r->items[r->count++];
    *item = (bd_repeat){ .point = *point, .last = at, .count = 1 };
    if (compat) {
        item->compat = bd_arena_copy(&r->run->arena, compat, sizeof *compat);
        item->compat->place = r->places++;
    }
    if (!first) {
        bd_str kept = { bd_arena_copy(&r->keys, key.ptr, key.len), key.len };
        bd_map_put(&r->by_key, kept, at, NULL);
        return;
    }
    bd_repeat *head = &r->items[*first];
    r->items[head->last].next = at;
    head->last = at;
    head->count++;
}

/* The entries of all repeats as one list. */
static const bd_compat *joined(const bd_repeats *r, const size_t *places, size_t count)
{
    const bd_compat *first = NULL;
    const bd_compat **end = &first;
    for (size_t i = 0; i < count; i++) {
        bd_compat *compat = r->items[places[i]].compat;
        if (!compat)
            continue;
        *end = compat;
        end = &compat->next;
    }
    return first;
}

/* The middle one of several speaks, and their values are its samples; one that is not ok
 * speaks for all. */
static void add_point(const bd_repeats *r, size_t first)
{
    size_t count = r->items[first].count, speaker = SIZE_MAX;
    bd_number *values = bd_alloc(count * sizeof *values);
    size_t *places = bd_alloc(count * sizeof *places);
    for (size_t i = 0, at = first; i < count; i++, at = r->items[at].next) {
        places[i] = at;
        values[i] = r->items[at].point.value;
        if (r->items[at].point.outcome != BD_OUTCOME_OK && speaker == SIZE_MAX)
            speaker = i;
    }
    bool all_ok = speaker == SIZE_MAX;
    if (all_ok)
        speaker = bd_middle_of(values, count);
    bd_point *point = bd_run_add_point(r->run);
    *point = r->items[places[speaker]].point;
    if (all_ok && count > 1) {
        bd_samples_put(&point->samples, &r->run->arena, values, count);
        point->n = (int64_t)count;
        point->observed_at = bd_spot_beside(&r->items[first].point.source, &point->source);
    }
    point->compat = joined(r, places, count);
    free(values);
    free(places);
}

void bd_repeats_points(bd_repeats *r)
{
    for (size_t i = 0; i < r->by_key.count; i++)
        add_point(r, r->by_key.entries[i].value);
}

void bd_repeats_release(bd_repeats *r)
{
    free(r->items);
    bd_map_release(&r->by_key);
    bd_arena_release(&r->keys);
    *r = (bd_repeats){ .run = r->run };
}

bd_point bd_point_at(bd_line *line, const char *at)
{
    bd_point point = { .metric = "value", .unit = "" };
    point.source.line = line->number;
    point.source.column = bd_line_column(line, at);
    return point;
}

bd_spot bd_spot_at(bd_line *line, const char *at)
{
    return (bd_spot){ .line = line->number, .column = bd_line_column(line, at) };
}

bool bd_fail_empty(bd_error *err, const char *tool, const bd_reader *reader)
{
    bd_str rest = bd_str_of(reader->format.example), example;
    bd_str_split(&rest, '\n', &example);
    bd_fail(err, BD_ERR_INPUT, "no result of %s in it", tool);
    bd_hint(err, "looked for lines such as: %.*s", (int)example.len, example.ptr);
    return bd_error_at(err, "", 1, 1);
}
