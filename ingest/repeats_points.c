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
static const bd_compat *joined(const bd_first *first)
{
    const bd_compat *list = NULL, **end = &list;
    for (const bd_repeat *item = first->item; item; item = item->next) {
        if (!item->compat)
            continue;
        *end = item->compat;
        end = &item->compat->next;
    }
    return list;
}

/* All values in one unit. */
static void values_in(const char *unit, const bd_first *first, bd_number *values)
{
    size_t i = 0;
    for (const bd_repeat *item = first->item; item; item = item->next, i++) {
        const char *own = item->like->unit;
        values[i] = item->value;
        if (!bd_same_text(own, unit))
            bd_number_in_unit(item->value, bd_str_of(own), bd_str_of(unit), &values[i]);
    }
}

/* The first that is not ok; NULL = all are. */
static const bd_repeat *find_bad(const bd_first *first)
{
    const bd_repeat *item = first->item;
    while (item && item->like->outcome == BD_OUTCOME_OK)
        item = item->next;
    return item;
}

/* The middle one of several speaks, and their values are its samples. */
static bd_point middle_point(const bd_first *first, bd_arena *arena)
{
    enum { FEW = 16 };
    size_t count = first->count;
    bd_number few[FEW], *values = count <= FEW ? few : bd_alloc(count * sizeof *values);
    const bd_repeat *speaker = first->item;
    const char *unit = speaker->like->unit;
    values_in(unit, first, values);
    for (size_t i = bd_middle_of(values, count); i > 0; i--)
        speaker = speaker->next;
    if (!bd_same_text(speaker->like->unit, unit))
        values_in(speaker->like->unit, first, values);
    const bd_source begin = bd_repeat_point(first->item, first->benchmark).source;
    bd_point point = bd_repeat_point(speaker, first->benchmark);
    bd_samples_put(&point.samples, arena, values, count);
    point.n = (int64_t)count;
    point.observed_at = bd_spot_beside(&begin, &point.source);
    if (values != few)
        free(values);
    return point;
}

void bd_repeats_points(bd_repeats *r)
{
    bd_run_reserve(r->run, r->first_count);
    for (size_t i = 0; i < r->first_count; i++) {
        const bd_first *first = &r->firsts[i];
        const bd_repeat *bad = find_bad(first); /* it speaks for all */
        bd_point *point = bd_run_add_point(r->run);
        *point = bad || first->count == 1
                     ? bd_repeat_point(bad ? bad : first->item, first->benchmark)
                     : middle_point(first, &r->run->arena);
        point->compat = joined(first);
    }
}
