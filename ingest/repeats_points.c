/* Lines that repeat each other → points: see repeats.h. */
#include "ingest/repeats_internal.h"

#include <stdlib.h>
#include <string.h>

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

static const char *unit_of(const bd_repeat *item, const bd_point *first)
{
    return item->whole ? item->whole->unit : first->unit;
}

/* All values in one unit. */
static void values_in(const char *unit, const bd_repeats *r, const bd_first *first,
                      bd_number *values)
{
    const bd_point *point = &r->run->points[first->point];
    values[0] = point->value;
    if (!bd_same_text(point->unit, unit))
        bd_number_in_unit(point->value, bd_str_of(point->unit), bd_str_of(unit), &values[0]);
    for (size_t i = 1, at = first->next; i < first->count; i++, at = r->items[at].next) {
        const char *own = unit_of(&r->items[at], point);
        values[i] = r->items[at].value;
        if (!bd_same_text(own, unit))
            bd_number_in_unit(values[i], bd_str_of(own), bd_str_of(unit), &values[i]);
    }
}

/* The first that is not ok; SIZE_MAX = all are. */
static size_t find_bad(const bd_repeats *r, const bd_first *first)
{
    if (r->run->points[first->point].outcome != BD_OUTCOME_OK)
        return 0;
    for (size_t i = 1, at = first->next; i < first->count; i++, at = r->items[at].next)
        if (r->items[at].whole && r->items[at].whole->outcome != BD_OUTCOME_OK)
            return i;
    return SIZE_MAX;
}

/* The middle one of several speaks, and their values are its samples; one that is not ok
 * speaks for all. */
static void join_points(const bd_repeats *r, const bd_first *first)
{
    enum { FEW = 16 };
    size_t count = first->count, speaker = find_bad(r, first);
    bd_number few[FEW], *values = count <= FEW ? few : bd_alloc(count * sizeof *values);
    bd_point *point = &r->run->points[first->point];
    const bd_source begin = point->source;
    bool all_ok = speaker == SIZE_MAX;
    if (all_ok) {
        values_in(point->unit, r, first, values);
        speaker = bd_middle_of(values, count);
    }
    if (speaker > 0) {
        size_t at = first->next;
        for (size_t i = 1; i < speaker; i++)
            at = r->items[at].next;
        const char *unit = unit_of(&r->items[at], point);
        if (all_ok && !bd_same_text(unit, point->unit))
            values_in(unit, r, first, values);
        *point = bd_repeat_point(&r->items[at], point);
    }
    if (all_ok) {
        bd_samples_put(&point->samples, &r->run->arena, values, count);
        point->n = (int64_t)count;
        point->observed_at = bd_spot_beside(&begin, &point->source);
    }
    if (values != few)
        free(values);
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
