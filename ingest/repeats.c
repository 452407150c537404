/* Lines that repeat each other → points: see repeats.h. */
#include "ingest/repeats.h"

#include <stdlib.h>
#include <string.h>

/* The first one of a key, whose point is the run's already. */
struct bd_first {
    size_t point;
    bd_compat *compat; /* in the run's arena; NULL = none */
    size_t next, last; /* items of its key; only when there are any */
    size_t count;      /* with itself */
};

struct bd_repeat {
    bd_point point;
    bd_compat *compat;
    size_t next;
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

static void add_first(bd_repeats *r, bd_str key, const bd_point *point, bd_compat *compat)
{
    bd_str kept = { bd_arena_copy(&r->keys, key.ptr, key.len), key.len };
    bd_map_put(&r->by_key, kept, r->first_count, NULL);
    r->firsts = bd_grow(r->firsts, r->first_count, &r->first_capacity, sizeof *r->firsts);
    *bd_run_add_point(r->run) = *point;
    r->firsts[r->first_count++] =
        (bd_first){ .point = r->run->point_count - 1, .compat = compat, .count = 1 };
}

static void add_later(bd_repeats *r, bd_first *first, const bd_point *point, bd_compat *compat)
{
    size_t at = r->item_count;
    r->items = bd_grow(r->items, at, &r->item_capacity, sizeof *r->items);
    bd_repeat *item = &r->items[r->item_count++];
    item->point = *point;
    item->compat = compat;
    item->next = 0;
    if (first->count++ == 1)
        first->next = at;
    else
        r->items[first->last].next = at;
    first->last = at;
}

void bd_repeats_add(bd_repeats *r, bd_str key, const bd_point *point, const bd_compat *compat)
{
    const size_t *there = bd_map_get(&r->by_key, key);
    bd_compat *kept = compat ? bd_arena_copy(&r->run->arena, compat, sizeof *compat) : NULL;
    if (kept)
        kept->place = r->places++;
    r->count++;
    if (there)
        add_later(r, &r->firsts[*there], point, kept);
    else
        add_first(r, key, point, kept);
}

/* The entries of all repeats as one list. */
static const bd_compat *joined(const bd_repeats *r, const bd_first *first)
{
    const bd_compat *list = first->compat;
    const bd_compat **end = first->compat ? &first->compat->next : &list;
    for (size_t i = 1, at = first->next; i < first->count; i++, at = r->items[at].next) {
        bd_compat *compat = r->items[at].compat;
        if (!compat)
            continue;
        *end = compat;
        end = &compat->next;
    }
    return list;
}

/* The middle one of several speaks, and their values are its samples; one that is not ok
 * speaks for all. */
static void join_points(const bd_repeats *r, const bd_first *first)
{
    size_t count = first->count, speaker = SIZE_MAX;
    bd_number *values = bd_alloc(count * sizeof *values);
    const bd_point **points = bd_alloc(count * sizeof *points);
    bd_point *point = &r->run->points[first->point];
    const bd_source begin = point->source;
    for (size_t i = 0, at = first->next; i < count; i++) {
        points[i] = i == 0 ? point : &r->items[at].point;
        at = i == 0 ? at : r->items[at].next;
        values[i] = points[i]->value;
        if (points[i]->outcome != BD_OUTCOME_OK && speaker == SIZE_MAX)
            speaker = i;
    }
    bool all_ok = speaker == SIZE_MAX;
    if (all_ok)
        speaker = bd_middle_of(values, count);
    if (speaker > 0)
        *point = *points[speaker];
    if (all_ok) {
        bd_samples_put(&point->samples, &r->run->arena, values, count);
        point->n = (int64_t)count;
        point->observed_at = bd_spot_beside(&begin, &point->source);
    }
    free(values);
    free(points);
}

void bd_repeats_points(bd_repeats *r)
{
    for (size_t i = 0; i < r->first_count; i++) {
        const bd_first *first = &r->firsts[i];
        if (first->count > 1)
            join_points(r, first);
        r->run->points[first->point].compat = joined(r, first);
    }
}

void bd_repeats_release(bd_repeats *r)
{
    free(r->firsts);
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
