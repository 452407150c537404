/* What is normal for a series: how its earlier runs differ, apart from the steps it took. */
#include "render/view/compare_builder.h"
#include "stats/change_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STRETCH_MINIMUM = 4 }; /* values between two steps; fewer are outliers rather */

/* A history that does not vary says nothing below a part in a thousand. */
static const double least_scale = 0.001;
/* How much larger the share of values above the middle must be on the higher side of a step. */
static const double parted = 0.9;

/* The history of one series, in the order of its runs. */
typedef struct past_values {
    double *values; /* borrowed */
    size_t count;
    size_t base;  /* place of the base; SIZE_MAX = it is not among them */
    double level; /* what the series was at with the base */
} past_values;

/* ---- steps ---- */

static double median_of(const double *values, size_t count, double *room)
{
    return bd_sorted_median(bd_sort((bd_series_values){ .doubles = values, .count = count }, room));
}

/* Moves a stretch to the level of another: by a factor, as timings change. */
static void move(double *values, size_t count, double from, double to)
{
    for (size_t i = 0; i < count; i++)
        values[i] = from > 0 && to > 0 ? values[i] * (to / from) : values[i] + (to - from);
}

static size_t count_above(const double *values, size_t count, double level)
{
    size_t above = 0;
    for (size_t i = 0; i < count; i++)
        above += values[i] > level;
    return above;
}

/* A step leaves one level for another. Of a series with two modes either side has some of
 * both, and a few slow runs are outliers. */
static bool is_step(const past_values *past, size_t from, const bd_change_point *point)
{
    size_t before = point->index - from, after = point->after.count;
    double middle = (point->before.mean + point->after.mean) / 2;
    double low = (double)count_above(past->values + from, before, middle) / (double)before;
    double high = (double)count_above(past->values + point->index, after, middle) / (double)after;
    bool up = point->after.mean > point->before.mean;
    return before >= STRETCH_MINIMUM && after >= STRETCH_MINIMUM
           && (up ? high - low : low - high) >= parted;
}

/* Running medians of three (Tukey 1977): one slow host would hide a step from a test of means,
 * and they move no step. */
static void smooth(const double *values, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        double a = values[i > 0 ? i - 1 : i], b = values[i], c = values[i + 1 < count ? i + 1 : i];
        out[i] = fmax(fmin(a, b), fmin(fmax(a, b), c));
    }
}

/* Of most series no two values are as far apart as a step that counts: nothing to look for. */
static bool is_calm(const double *values, size_t count, double least)
{
    double low = values[0], high = values[0];
    for (size_t i = 1; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    return low > 0 && high - low <= least / 100 * low;
}

/* Ends of the stretches between steps. @return how many, 1 at least
 * @param room  for past->count numbers */
static size_t find_stretches(const past_values *past, double least, size_t *ends, double *room)
{
    bd_change_options options = BD_CHANGE_OPTIONS_INIT;
    options.min_magnitude = least / 100;
    size_t found = 0, from = 0;
    smooth(past->values, past->count, room);
    bd_change_points points = BD_CHANGE_POINTS_INIT;
    if (!is_calm(room, past->count, least))
        points = bd_change_points_find(room, past->count, &options);
    for (size_t i = 0; i < points.count; i++) {
        if (is_step(past, from, &points.items[i]))
            ends[found++] = points.items[i].index;
        from = points.items[i].index;
    }
    bd_change_points_release(&points);
    ends[found++] = past->count;
    return found;
}

/* A series that took a step does not vary by it: all stretches are brought to the level of
 * the one that the base is of. */
static void take_steps_out(past_values *past, double least)
{
    double *room = bd_alloc((past->count + 1) * sizeof *room);
    size_t *ends = bd_alloc((past->count + 1) * sizeof *ends);
    size_t count = find_stretches(past, least, ends, room);
    for (size_t i = 0, from = 0; i < count; from = ends[i++])
        if (past->base >= from && past->base < ends[i])
            past->level = median_of(past->values + from, ends[i] - from, room);
    for (size_t i = 0, from = 0; i < count; from = ends[i++]) {
        double own = median_of(past->values + from, ends[i] - from, room);
        move(past->values + from, ends[i] - from, own, past->level);
    }
    free(ends);
    free(room);
}

/* ---- looking back ---- */

/* The values of the history in c->room. */
static past_values values_of(bd_comparing *c, const bd_compared *row, size_t index)
{
    const bd_row_past *past = &c->pasts[index];
    if (past->count > 0)
        memcpy(c->room, past->numbers, past->count * sizeof *c->room);
    return (past_values){ c->room, past->count, past->base, row->base.number };
}

void bd_compare_look_back(bd_comparing *c, bd_compared *row, size_t index)
{
    const char *unit = row->head.items[0]->point->unit;
    bd_compare_reserve(c, c->pasts[index].count + row->head.count + 1);
    past_values past = values_of(c, row, index);
    if (past.count >= BD_HISTORY_MINIMUM)
        take_steps_out(&past, row->least);
    bd_sorted history = bd_sort((bd_series_values){ .doubles = past.values, .count = past.count },
                                past.values);
    double center = fabs(bd_sorted_median(history));
    row->noise = bd_noise_of(history, BD_HISTORY_MINIMUM, least_scale * center);
    if (past.base == SIZE_MAX) { /* the level is that of one run, as unsure as the head's */
        row->noise.below *= sqrt(2);
        row->noise.above *= sqrt(2);
    }
    size_t used = past.count;
    used += bd_compare_values(row->head.items, row->head.count, unit, past.values + used);
    if (used > BD_HISTORY_MINIMUM)
        row->modes = bd_modes_of(
            bd_sort((bd_series_values){ .doubles = past.values, .count = used }, past.values),
            row->least / 100 * center);
}

/* A slow host may be the head's or the base's: what is usual for either is not unusual. */
void bd_compare_weigh_history(const bd_comparing *c, bd_compared *row)
{
    double usual = bd_compare_usual(&c->out->groups[row->group], row);
    if (row->noise.kind != BD_NOISE_KNOWN)
        return;
    row->past_p = fmax(bd_noise_p(&row->noise, row->head.number), bd_noise_p(&row->noise, usual));
    if (row->evidence == BD_EVIDENCE_NONE) {
        row->evidence = BD_EVIDENCE_HISTORY;
        row->p = row->past_p;
    }
}
