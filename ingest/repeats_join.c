/* Two halves of a log → one: see repeats.h. */
#include "ingest/repeats_internal.h"

static void move_place(const bd_repeats *r, bd_compat *compat)
{
    if (compat)
        compat->place += r->places;
}

/* All items of the second half, which then are behind those of the first. */
static void take_items(bd_repeats *r, const bd_repeats *from)
{
    size_t count = r->item_count + from->item_count;
    while (r->item_capacity < count)
        r->items = bd_grow(r->items, r->item_capacity, &r->item_capacity, sizeof *r->items);
    for (size_t i = 0; i < from->item_count; i++) {
        bd_repeat *item = &r->items[r->item_count + i];
        *item = from->items[i];
        item->next += r->item_count;
        move_place(r, item->compat);
    }
}

/* They were short as seen from a first one which the other half's is not like. */
static void lengthen(const bd_repeats *r, const bd_first *first, size_t at, const bd_point *point)
{
    for (size_t i = 1; i < first->count; i++, at = r->items[at].next) {
        bd_point whole = bd_repeat_point(&r->items[at], point);
        r->items[at].whole = bd_repeats_keep_whole(r, &whole, point);
    }
}

/* A key of the second half that the first one has, too. */
static void join_key(bd_repeats *r, bd_first *to, const bd_first *first, const bd_point *point,
                     size_t offset)
{
    size_t next = first->next + offset, last = first->last + offset;
    if (first->count > 1 && !bd_points_alike(point, &r->run->points[to->point]))
        lengthen(r, first, next, point);
    bd_repeats_add_later(r, to, point)->compat = first->compat;
    if (first->count > 1)
        bd_repeats_chain(r, to, next, last, first->count - 1);
}

void bd_repeats_join(bd_repeats *r, bd_repeats *behind)
{
    size_t offset = r->item_count;
    take_items(r, behind);
    r->item_count += behind->item_count;
    for (size_t i = 0; i < behind->first_count; i++) {
        const bd_first *first = &behind->firsts[i];
        const bd_point *point = &behind->run->points[first->point];
        bool added;
        size_t index = bd_repeats_find(r, behind->by_key.entries[i].key, point, &added);
        move_place(r, first->compat);
        if (!added) {
            join_key(r, &r->firsts[index], first, point, offset);
            continue;
        }
        r->firsts = bd_grow(r->firsts, index, &r->first_capacity, sizeof *r->firsts);
        r->firsts[index] = *first;
        r->firsts[index].point = r->run->point_count;
        r->firsts[index].next += offset;
        r->firsts[index].last += offset;
        r->first_count++;
        *bd_run_add_point(r->run) = *point;
    }
    r->count += behind->count;
    r->places += behind->places;
    bd_arena_take(&r->keys, &behind->keys);
    bd_arena_take(&r->run->arena, &behind->run->arena);
    bd_repeats_release(behind);
}
