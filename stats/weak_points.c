/* First pass of the change points: E-divisive with t-tests within sliding windows. */
#include "stats/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct piece { /* of a window, with its best split */
    size_t start, end, split;
    double energy; /* of the split; < 0 when the piece has none */
} piece;

typedef struct window {
    const double *values;
    double *scratch;
    piece *pieces;
    size_t count;
} window;

static piece piece_of(const window *w, size_t start, size_t end)
{
    piece p = { .start = start, .end = end, .energy = -1 };
    if (end - start > 1)
        p.split = start + bd_best_split(w->values + start, end - start, w->scratch, &p.energy);
    return p;
}

static double p_value_of(const window *w, const piece *p)
{
    bd_moments before = bd_moments_of(w->values + p->start, p->split - p->start);
    bd_moments after = bd_moments_of(w->values + p->split, p->end - p->split);
    return bd_split_p_value(before, after);
}

/* Splits the window at the best split of any piece, for as long as that is significant. */
static void split_window(window *w, size_t start, size_t end, double max_pvalue)
{
    w->count = 1;
    w->pieces[0] = piece_of(w, start, end);
    for (;;) {
        size_t best = 0;
        for (size_t i = 1; i < w->count; i++)
            if (w->pieces[i].energy > w->pieces[best].energy)
                best = i;
        piece old = w->pieces[best];
        if (old.energy < 0 || p_value_of(w, &old) > max_pvalue)
            return;
        memmove(w->pieces + best + 1, w->pieces + best, (w->count - best) * sizeof *w->pieces);
        w->pieces[best] = piece_of(w, old.start, old.split);
        w->pieces[best + 1] = piece_of(w, old.split, old.end);
        w->count++;
    }
}

size_t *bd_weak_points(const double *values, size_t count, size_t window_len, double max_pvalue,
                       size_t *found)
{
    size_t most = window_len < count ? window_len : count, step = window_len / 2;
    size_t *points = NULL, capacity = 0, start = 0;
    window w = { .values = values,
                 .scratch = bd_alloc((3 * most + 1) * sizeof *w.scratch),
                 .pieces = bd_alloc((most + 1) * sizeof *w.pieces) };
    *found = 0;
    while (start < count) {
        size_t end = count - start < most ? count : start + most;
        split_window(&w, start, end, max_pvalue);
        for (size_t i = 1; i < w.count; i++) { /* the next window begins at the last or later */
            points = bd_grow(points, *found, &capacity, sizeof *points);
            points[(*found)++] = w.pieces[i].start;
        }
        size_t last = w.pieces[w.count - 1].start;
        start = last > start + step ? last : start + step;
    }
    free(w.scratch);
    free(w.pieces);
    return points;
}
