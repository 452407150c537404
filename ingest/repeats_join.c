/* Two halves of a log → one: see repeats.h. */
#include "ingest/repeats_internal.h"

void bd_repeats_join(bd_repeats *r, bd_repeats *behind)
{
    for (size_t i = 0; i < behind->first_count; i++) {
        const bd_first *from = &behind->firsts[i];
        bool added;
        size_t index = bd_repeats_find(r, behind->by_key.entries[i].key, from->item->like->unit,
                                       &added);
        for (bd_repeat *item = from->item; item; item = item->next)
            if (item->compat)
                item->compat->place += r->places;
        if (added) {
            r->firsts = bd_grow(r->firsts, index, &r->first_capacity, sizeof *r->firsts);
            r->firsts[r->first_count++] = *from;
            continue;
        }
        bd_first *to = &r->firsts[index];
        to->last->next = from->item;
        to->last = from->last;
        to->count += from->count;
    }
    r->count += behind->count;
    r->places += behind->places;
    bd_arena_take(&r->own, &behind->own);
    bd_arena_take(&r->run->arena, &behind->run->arena);
    bd_repeats_release(behind);
}
