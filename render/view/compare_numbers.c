/* Sides of a series as numbers of one unit, the head's. */
#include "render/view/compare_builder.h"

#include "render/view/view.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void bd_compare_reserve(bd_comparing *c, size_t count)
{
    if (2 * count <= c->room_count)
        return;
    c->room_count = 4 * count + 64;
    free(c->room);
    c->room = bd_alloc(c->room_count * sizeof *c->room);
}

bool bd_compare_factor(const char *from, const char *to, double *factor, bool *reciprocal)
{
    *factor = 1;
    *reciprocal = false;
    if (strcmp(from, to) == 0)
        return true;
    const bd_unit *a = bd_unit_find(bd_str_of(from)), *b = bd_unit_find(bd_str_of(to));
    if (!a || !b)
        return false;
    *factor = (double)a->num / (double)a->den * ((double)b->den / (double)b->num);
    bool turns = (a->dimension == BD_DIMENSION_TIME && b->dimension == BD_DIMENSION_RATE)
                 || (a->dimension == BD_DIMENSION_RATE && b->dimension == BD_DIMENSION_TIME);
    if (turns) /* x a is 1 / (x a) operations for each base unit */
        *factor = (double)a->den / (double)a->num * ((double)b->den / (double)b->num);
    *reciprocal = turns;
    return turns || a->dimension == b->dimension;
}

/* A thousandth is no double, and a thousand is: 100000 us are 0.1 s to the last digit. */
double bd_compare_converted(double x, double factor, bool reciprocal)
{
    double parts = round(1 / factor);
    bool divides = factor < 1 && fabs(parts * factor - 1) < 1e-12;
    if (reciprocal)
        return factor / x;
    return divides ? x / parts : x * factor;
}

bool bd_compare_number(const bd_observation *o, bd_number *out)
{
    static const bd_stat kinds[] = { { .kind = BD_STAT_VALUE }, { .kind = BD_STAT_MEDIAN } };
    bool reported;
    int64_t n;
    for (size_t i = 0; i < BD_COUNT(kinds); i++)
        if (bd_point_stat(o->point, kinds[i], out, &reported, &n) && bd_number_finite(*out))
            return true;
    return false;
}

size_t bd_compare_values(const bd_observation *const *items, size_t count, const char *unit,
                         double *room)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        bd_number number;
        double factor;
        bool reciprocal;
        if (!bd_compare_number(items[i], &number)
            || !bd_compare_factor(items[i]->point->unit, unit, &factor, &reciprocal))
            continue;
        double x = bd_compare_converted(bd_number_as_double(number), factor, reciprocal);
        if (isfinite(x))
            room[used++] = x;
    }
    return used;
}

static size_t sample_count(const bd_point *p)
{
    return p->samples.count > 0     ? p->samples.count
           : p->histogram.count > 0 ? (size_t)bd_total_count((bd_counted_values){
                 p->histogram.values, p->histogram.counts, p->histogram.count })
                                    : 0;
}

enum { SAMPLES_MAX = 1000 * 1000 }; /* of a side; a histogram can stand for billions */

/* Appends the samples of one point. */
static size_t put_samples(const bd_point *p, double *room)
{
    size_t used = 0;
    for (size_t i = 0; i < p->samples.count; i++)
        room[used++] = p->samples.ints ? (double)p->samples.ints[i] : p->samples.doubles[i];
    for (size_t i = 0; used == 0 && i < p->histogram.count; i++)
        for (int64_t k = 0; k < p->histogram.counts[i]; k++)
            room[used++] = p->histogram.values[i];
    return used;
}

size_t bd_compare_sample_count(const bd_compared_side *side)
{
    size_t total = 0;
    for (size_t i = 0; i < side->count; i++) {
        size_t count = sample_count(side->items[i]->point);
        if (count == 0 || count > SAMPLES_MAX - total)
            return 0;
        total += count;
    }
    return total;
}

bd_sorted bd_compare_samples(bd_comparing *c, const bd_compared_side *side, const char *unit,
                             int which)
{
    size_t used = 0;
    if (bd_compare_sample_count(side) == 0)
        return (bd_sorted){ 0 };
    double *room = c->room + (which ? c->room_count / 2 : 0);
    for (size_t i = 0; i < side->count; i++) {
        double factor;
        bool reciprocal;
        if (!bd_compare_factor(side->items[i]->point->unit, unit, &factor, &reciprocal)
            || reciprocal)
            return (bd_sorted){ 0 };
        size_t more = put_samples(side->items[i]->point, room + used);
        for (size_t k = used; k < used + more; k++)
            room[k] = bd_compare_converted(room[k], factor, false);
        used += more;
    }
    return bd_sort((bd_series_values){ .doubles = room, .count = used }, room);
}

static size_t observed_of(const bd_compared_side *side)
{
    size_t total = 0;
    for (size_t i = 0; i < side->count; i++) {
        size_t samples = sample_count(side->items[i]->point);
        int64_t said = side->items[i]->point->n;
        total += samples > 0 ? samples : said > 0 ? (size_t)said : 0;
    }
    return total;
}

static void fill_side(bd_comparing *c, bd_compared_side *side, const char *unit)
{
    side->interval = (bd_interval){ .low = -INFINITY, .high = INFINITY, .confidence = 1 };
    if (side->count == 0)
        return;
    side->unit = side->items[0]->point->unit;
    side->n = observed_of(side);
    if (!bd_compare_number(side->items[0], &side->value))
        side->value = (bd_number)BD_NUMBER_NOTHING;
    bd_compare_reserve(c, side->count + bd_compare_sample_count(side));
    size_t used = bd_compare_values(side->items, side->count, unit, c->room);
    side->has_number = used > 0;
    if (used == 0)
        return;
    side->number = bd_sorted_median(
        bd_sort((bd_series_values){ .doubles = c->room, .count = used }, c->room));
    if (side->count > 1) {
        side->value = bd_double(side->number);
        side->unit = unit;
    }
    bd_sorted samples = bd_compare_samples(c, side, unit, 0);
    if (samples.count > 0)
        side->interval = bd_median_interval(samples, 0.95);
}

static bd_meaning meaning_of(const bd_observation *o)
{
    bd_number number;
    if (!bd_compare_number(o, &number))
        number = (bd_number)BD_NUMBER_NOTHING;
    return bd_meaning_of(bd_str_of(bd_compare_metric(o->metric)), bd_str_of(o->point->unit),
                         number);
}

bd_direction bd_series_direction(const bd_observation *o)
{
    bd_direction own = o->point->direction;
    return own != BD_DIRECTION_UNKNOWN ? own : meaning_of(o).direction;
}

void bd_compare_numbers(bd_comparing *c, bd_compared *row)
{
    const bd_compared_side *first = row->head.count > 0 ? &row->head : &row->base;
    const char *unit = first->items[0]->point->unit;
    double factor;
    row->direction = bd_series_direction(first->items[0]);
    row->metric_class = meaning_of(first->items[0]).metric_class;
    fill_side(c, &row->head, unit);
    fill_side(c, &row->base, unit);
    if (!row->head.has_number || !row->base.has_number)
        return;
    if (row->metric_class == BD_CLASS_EXACT && row->base.number != floor(row->base.number))
        row->metric_class = BD_CLASS_TIMING; /* who had a fraction once did not count */
    bd_compare_factor(row->base.items[0]->point->unit, unit, &factor, &row->reciprocal);
    row->change = bd_change_of(row->base.number, row->head.number);
    row->has_change = row->change.kind != BD_CHANGE_NONE;
}
