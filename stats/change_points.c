/* Change points: what is left of the weak points when those without enough evidence or
 * magnitude are merged away, the weakest first. */
#include "stats/change_points.h"

#include "stats/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct weak_point {
    size_t index;
    double p_value, magnitude;
} weak_point;

typedef struct merging {
    weak_point *points;
    bd_moments *pieces; /* between them: one more than points */
    size_t count;
} merging;

static double relative_change(double from, double to)
{
    return from == 0 ? 0 : to / from - 1;
}

static double magnitude_of(double before, double after)
{
    return fmax(fabs(relative_change(before, after)), fabs(relative_change(after, before)));
}

static void measure(merging *m, size_t i)
{
    m->points[i].p_value = bd_split_p_value(m->pieces[i], m->pieces[i + 1]);
    m->points[i].magnitude = magnitude_of(m->pieces[i].mean, m->pieces[i + 1].mean);
}

/* As in Otava only the point after the removed one is measured again. The one before it keeps
 * what it was measured to be, which now and then keeps a point that would fall otherwise. */
static void remove_point(merging *m, size_t i)
{
    size_t after = m->count - i - 1;
    m->pieces[i] = bd_moments_joined(m->pieces[i], m->pieces[i + 1]);
    memmove(m->pieces + i + 1, m->pieces + i + 2, after * sizeof *m->pieces);
    memmove(m->points + i, m->points + i + 1, after * sizeof *m->points);
    m->count--;
    if (i < m->count)
        measure(m, i);
}

/* @return the point to remove next; count when all may stay */
static size_t weakest(const merging *m, const bd_change_options *options)
{
    size_t worst = 0, smallest = 0;
    for (size_t i = 1; i < m->count; i++) {
        if (m->points[i].p_value > m->points[worst].p_value)
            worst = i;
        if (m->points[i].magnitude < m->points[smallest].magnitude)
            smallest = i;
    }
    if (!(m->points[worst].p_value < options->max_pvalue))
        return worst;
    return m->points[smallest].magnitude > options->min_magnitude ? m->count : smallest;
}

/* The first pass must see more than the last: a change next to another is weak until that
 * one has been taken into account. */
static double relaxed(double max_pvalue)
{
    if (max_pvalue < 0.05)
        return max_pvalue * 10;
    return max_pvalue < 0.5 ? max_pvalue * 2 : max_pvalue;
}

/* One part between breaks. */
typedef struct part {
    const double *values; /* its own, scaled by 2^-exponent */
    size_t from, count;   /* place within the series */
    int exponent;
} part;

static int index_order(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* The weak points of a part, with the known ones among them: ascending, each once.
 * @return owned */
static size_t *points_to_judge(const part *p, const bd_change_options *options, size_t *count)
{
    size_t found = 0, unique = 0;
    size_t *points = bd_weak_points(p->values, p->count, options->window_len,
                                    relaxed(options->max_pvalue), &found);
    points = bd_realloc(points, (found + options->known_count + 1) * sizeof *points);
    for (size_t i = 0; i < options->known_count; i++)
        if (options->known[i] > p->from && options->known[i] - p->from < p->count)
            points[found++] = options->known[i] - p->from;
    qsort(points, found, sizeof *points, index_order);
    for (size_t i = 0; i < found; i++)
        if (unique == 0 || points[unique - 1] != points[i])
            points[unique++] = points[i];
    *count = unique;
    return points;
}

static merging begin_merging(const part *p, const bd_change_options *options)
{
    merging m = { 0 };
    size_t *points = points_to_judge(p, options, &m.count);
    m.points = bd_alloc((m.count + 1) * sizeof *m.points);
    m.pieces = bd_alloc((m.count + 1) * sizeof *m.pieces);
    for (size_t i = 0; i <= m.count; i++) {
        size_t start = i > 0 ? points[i - 1] : 0, end = i < m.count ? points[i] : p->count;
        m.pieces[i] = bd_moments_of(p->values + start, end - start);
        m.points[i].index = end;
    }
    for (size_t i = 0; i < m.count; i++)
        measure(&m, i);
    free(points);
    return m;
}

static bd_change_side side_of(bd_moments of, int exponent)
{
    double variance = of.count > 1 ? of.squares / (double)(of.count - 1) : 0;
    return (bd_change_side){ .count = of.count,
                             .mean = ldexp(of.mean, exponent),
                             .standard_deviation = ldexp(sqrt(variance), exponent) };
}

static bd_change_point point_of(const part *p, size_t index, bd_moments before, bd_moments after)
{
    return (bd_change_point){
        .index = p->from + index,
        .before = side_of(before, p->exponent),
        .after = side_of(after, p->exponent),
        .p_value = bd_split_p_value(before, after),
        .relative = before.mean == 0 ? NAN : (after.mean - before.mean) / fabs(before.mean),
        .magnitude = magnitude_of(before.mean, after.mean),
    };
}

static void find_in_part(const part *p, const bd_change_options *options, bd_change_points *out)
{
    merging m = begin_merging(p, options);
    while (m.count > 0) {
        size_t next = weakest(&m, options);
        if (next == m.count)
            break;
        remove_point(&m, next);
    }
    out->items = bd_realloc(out->items, (out->count + m.count + 1) * sizeof *out->items);
    for (size_t i = 0; i < m.count; i++)
        out->items[out->count++] = point_of(p, m.points[i].index, m.pieces[i], m.pieces[i + 1]);
    free(m.points);
    free(m.pieces);
}

/* By a power of two, which rounds nothing: sums of squares of values near the ends of a
 * double's range then neither overflow nor vanish. */
static double *scaled(const double *values, size_t count, int *exponent)
{
    double largest = 0, *copy = bd_alloc(count * sizeof *copy);
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(values[i]));
    frexp(largest, exponent);
    for (size_t i = 0; i < count; i++)
        copy[i] = ldexp(values[i], -*exponent);
    return copy;
}

bd_change_points bd_change_points_find(const double *values, size_t count,
                                       const bd_change_options *options)
{
    static const bd_change_options defaults = BD_CHANGE_OPTIONS_INIT;
    bd_change_points found = BD_CHANGE_POINTS_INIT;
    const bd_change_options *use = options ? options : &defaults;
    if (count < 2 || use->window_len < 2 || !(use->max_pvalue > 0))
        return found;
    part p = { 0 };
    double *copy = scaled(values, count, &p.exponent);
    for (size_t i = 0; i <= use->break_count; i++) {
        size_t end = i < use->break_count && use->breaks[i] < count ? use->breaks[i] : count;
        if (end <= p.from)
            continue;
        p.values = copy + p.from;
        p.count = end - p.from;
        find_in_part(&p, use, &found);
        p.from = end;
    }
    free(copy);
    return found;
}

void bd_change_points_release(bd_change_points *points)
{
    free(points->items);
    *points = (bd_change_points)BD_CHANGE_POINTS_INIT;
}

bd_change_range bd_change_range_of(const size_t *positions, size_t index)
{
    size_t before = positions[index - 1], after = positions[index];
    return (bd_change_range){ before, after, after - before - 1 };
}
