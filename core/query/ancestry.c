/* Commits in their order, and sides of a break: see ancestry.h. */
#include "core/query/ancestry.h"

#include <stdlib.h>
#include <string.h>

bool bd_commit_same(const char *a, const char *b)
{
    size_t x = a ? strlen(a) : 0, y = b ? strlen(b) : 0;
    size_t shorter = x < y ? x : y;
    return shorter >= BD_COMMIT_DIGITS && memcmp(a, b, shorter) == 0;
}

int64_t bd_run_time(const bd_run *run)
{
    return run->measured_at_ns != BD_TIME_UNKNOWN ? run->measured_at_ns : run->commit.time_ns;
}

/* ---- ancestors ---- */

static bd_str digits_of(const char *id)
{
    return bd_str_sub(bd_str_of(id), 0, BD_COMMIT_DIGITS);
}

void bd_ancestry_open(bd_ancestry *a, const char *const *commits, size_t count, bool cut)
{
    *a = (bd_ancestry){ .commits = commits, .count = count, .cut = cut };
    a->next = bd_alloc((count + 1) * sizeof *a->next);
    for (size_t i = count; i-- > 0;) { /* so that the nearest is met first */
        bool is_new;
        size_t *nearest = bd_map_put(&a->by_digits, digits_of(commits[i]), i, &is_new);
        if (is_new)
            continue;
        a->next[i] = (uint32_t)*nearest;
        *nearest = i;
    }
}

void bd_ancestry_release(bd_ancestry *a)
{
    bd_map_release(&a->by_digits);
    free(a->next);
    *a = (bd_ancestry){ 0 };
}

size_t bd_ancestry_place(const bd_ancestry *a, const char *id)
{
    bd_str digits = digits_of(id);
    const size_t *nearest = a && digits.len == BD_COMMIT_DIGITS ? bd_map_get(&a->by_digits, digits)
                                                                : NULL;
    if (!nearest)
        return SIZE_MAX;
    for (size_t i = *nearest;; i = a->next[i]) {
        if (i >= a->first && bd_commit_same(a->commits[i], id))
            return i - a->first;
        if (a->next[i] == 0)
            return SIZE_MAX;
    }
}

bool bd_ancestry_from(const bd_ancestry *a, const char *id, bd_ancestry *out)
{
    size_t place = bd_ancestry_place(a, id);
    if (place == SIZE_MAX)
        return false;
    *out = *a;
    out->first += place;
    return true;
}

/* ---- breaks ---- */

bd_border bd_border_of(const bd_break_config *at, const bd_ancestry *ancestry,
                       const bd_run *const *runs, size_t count)
{
    bd_border border = { at, bd_ancestry_place(ancestry, at->at.text), BD_TIME_UNKNOWN };
    for (size_t i = 0; i < count; i++) {
        bool fits = runs[i]->suite && strcmp(runs[i]->suite, at->suite.text) == 0
                    && bd_commit_same(runs[i]->commit.id, at->at.text);
        int64_t time = fits ? bd_run_time(runs[i]) : BD_TIME_UNKNOWN;
        if (time != BD_TIME_UNKNOWN && (border.time == BD_TIME_UNKNOWN || time < border.time))
            border.time = time;
    }
    return border;
}

bd_side bd_border_side(const bd_border *border, const bd_ancestry *ancestry, const bd_run *run)
{
    if (bd_commit_same(run->commit.id, border->at->at.text))
        return BD_SIDE_AFTER;
    size_t place = bd_ancestry_place(ancestry, run->commit.id);
    if (place != SIZE_MAX && border->place != SIZE_MAX)
        return place <= border->place ? BD_SIDE_AFTER : BD_SIDE_BEFORE;
    if (place != SIZE_MAX && !ancestry->cut)
        return BD_SIDE_BEFORE; /* all ancestors are known, and it is none: it is yet to come */
    int64_t time = bd_run_time(run);
    if (time == BD_TIME_UNKNOWN || border->time == BD_TIME_UNKNOWN)
        return BD_SIDE_UNKNOWN;
    return time < border->time ? BD_SIDE_BEFORE : BD_SIDE_AFTER;
}

bool bd_border_parts(const bd_border *border, const bd_ancestry *ancestry, const bd_run *a,
                     const bd_run *b)
{
    bd_side x = bd_border_side(border, ancestry, a), y = bd_border_side(border, ancestry, b);
    return x != BD_SIDE_UNKNOWN && y != BD_SIDE_UNKNOWN && x != y;
}
