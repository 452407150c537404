/* Raw samples as they are: a scatter of all, or a box of five numbers with n beside it. */
#include "render/chart/internal.h"

#include <math.h>

enum {
    SHAPED_AT_MOST = 600, /* points with marks of their own; more become dots */
    BODY_AT_LEAST = 6,    /* px, of a box */
};
#define MARK_SIZE 6.5 /* px */
#define RIM       1.5 /* px, of paper around a mark */

/* The marks of one series. */
typedef struct marks {
    size_t index; /* in the legend */
    bd_point_px *at;
    size_t count;
} marks;

/* Which pixels a series has drawn on: a second dot there would not be seen. */
typedef struct pixels {
    uint8_t *bits;
    size_t columns, rows;
} pixels;

static bool first_there(pixels *seen, const bd_rect_px *area, bd_point_px at)
{
    size_t column = (size_t)fmax(0, at.x - area->x), row = (size_t)fmax(0, at.y - area->y);
    size_t index = (row < seen->rows ? row : seen->rows - 1) * seen->columns
                   + (column < seen->columns ? column : seen->columns - 1);
    bool first = !(seen->bits[index / 8] >> (index % 8) & 1);
    seen->bits[index / 8] = (uint8_t)(seen->bits[index / 8] | 1U << (index % 8));
    return first;
}

/* Samples of one category are spread over their part of the slot: the golden ratio's
 * multiples leave no pattern and need no dice. */
static double spread(const bd_plot *plot, const bd_chart_mark *mark, size_t series, size_t i)
{
    if (!plot->layout->categories)
        return bd_scale_px(&plot->place, mark->x);
    double slot = bd_slot_width(plot);
    size_t legend = plot->layout->chart->legend_count;
    double count = legend > 1 ? (double)legend : 1;
    double part = slot * 0.8 / count;
    double along = fmod((double)i * 0.6180339887498949, 1) - 0.5;
    return bd_plot_x(plot, mark->x) + ((double)series - (count - 1) / 2) * part
           + along * fmin(part * 0.75, 90);
}

/* Moves a mark to the place nearest to `middle` where it covers none of those before it.
 * @param room  how far aside it may go, px
 * @return false when there is none: it stays where it is */
static bool place_beside(const bd_point_px *before, size_t count, double middle, double room,
                         double apart, bd_point_px *mark)
{
    for (int step = 0; step <= room; step++)
        for (int side = 1; side >= -1; side -= 2) {
            double x = middle + side * step;
            size_t i = 0;
            while (i < count
                   && (fabs(before[i].x - x) >= apart || fabs(before[i].y - mark->y) >= apart))
                i++;
            if (i == count) {
                mark->x = x;
                return true;
            }
        }
    return false;
}

/* Marks over categories: a swarm is as wide as many values are alike.
 * @return whether there is room for all of them */
static bool swarm(const bd_plot *plot, size_t index, const marks *spread_out, double size,
                  marks *out)
{
    size_t legend = plot->layout->chart->legend_count;
    double parts = legend > 1 ? (double)legend : 1, slot = bd_slot_width(plot);
    double part = slot * 0.8 / parts, start = bd_slot_start(plot, 0);
    bool all = true;
    for (size_t i = 0; i < spread_out->count; i++) {
        double category = floor((spread_out->at[i].x - start) / slot);
        double middle = start + (category + 0.5) * slot + ((double)index - (parts - 1) / 2) * part;
        out->at[i] = spread_out->at[i];
        all = place_beside(out->at, i, middle, (part - size) / 2, size + RIM, &out->at[i]) && all;
    }
    out->count = spread_out->count;
    return all;
}

static size_t collect(bd_plot *plot, size_t index, const bd_chart_series *series, bd_point_px *out)
{
    size_t count = 0;
    for (size_t m = 0; m < series->mark_count; m++) {
        const bd_chart_mark *mark = &series->marks[m];
        bool raw = mark->sample_count > 0;
        if (!plot->layout->categories && !bd_drawable(mark->x, plot->place.log))
            continue;
        if (plot->layout->categories
            && !(mark->x >= 0 && mark->x < (double)plot->layout->names.count))
            continue;
        for (size_t i = 0; i < (raw ? mark->sample_count : 1); i++) {
            double y = raw ? mark->samples[i] : mark->y;
            if (bd_drawable(y, plot->value.log))
                out[count++] = (bd_point_px){ spread(plot, mark, index, raw ? i : 0),
                                              bd_scale_px(&plot->value, y) };
        }
    }
    return count;
}

static size_t total_points(const bd_chart_series *series)
{
    size_t total = 0;
    for (size_t m = 0; m < series->mark_count; m++)
        total += series->marks[m].sample_count + 1;
    return total;
}

static void dots(bd_plot *plot, size_t index, bd_point_px *points, size_t count)
{
    bd_scene *scene = plot->layout->scene;
    pixels seen = { .columns = (size_t)plot->area.width + 2,
                    .rows = (size_t)plot->area.height + 2 };
    seen.bits = bd_arena_alloc(scene->arena, seen.columns * seen.rows / 8 + 1);
    bd_shape *shape = bd_scene_add(scene, BD_SHAPE_DISC, bd_series_ink(index), 0);
    shape->width = 3.4;
    shape->alpha = 0.75;
    shape->points = points;
    for (size_t i = 0; i < count; i++)
        if (first_there(&seen, &plot->area, points[i]))
            points[shape->point_count++] = points[i];
}

bool bd_scatter_shaped(const bd_chart *chart)
{
    for (size_t p = 0; p < chart->panel_count; p++) {
        size_t total = 0;
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            total += total_points(&chart->panels[p].series[s]);
        if (total > SHAPED_AT_MOST)
            return false;
    }
    return true;
}

/* Small enough that no mark covers another, as far as that is possible. */
static double place_shaped(bd_plot *plot, marks *series, size_t count)
{
    static const double sizes[] = { 6.5, 5.5, 4.5, 3.5 }; /* px */
    bd_arena *arena = plot->layout->arena;
    marks *placed = bd_arena_alloc(arena, (count + 1) * sizeof *placed);
    size_t i = 0;
    for (size_t s = 0; s < count; s++)
        placed[s].at = bd_arena_alloc(arena, (series[s].count + 1) * sizeof *placed[s].at);
    for (bool all = false; !all && i < BD_COUNT(sizes); i++) {
        all = true;
        for (size_t s = 0; s < count; s++)
            all = swarm(plot, series[s].index, &series[s], sizes[i], &placed[s]) && all;
    }
    for (size_t s = 0; s < count; s++)
        series[s].at = placed[s].at;
    return sizes[i - 1];
}

void bd_plot_scatter(bd_plot *plot)
{
    const bd_chart *chart = plot->layout->chart;
    bool shaped = bd_scatter_shaped(chart);
    size_t count = plot->panel->series_count;
    marks *all = bd_arena_alloc(plot->layout->arena, (count + 1) * sizeof *all);
    double size = MARK_SIZE;
    for (size_t s = 0; s < count; s++) {
        const bd_chart_series *series = &plot->panel->series[s];
        all[s].index = bd_legend_index(chart, series->name);
        all[s].at = bd_arena_alloc(plot->layout->arena,
                                   (total_points(series) + 1) * sizeof *all[s].at);
        all[s].count = collect(plot, all[s].index, series, all[s].at);
        if (!shaped)
            dots(plot, all[s].index, all[s].at, all[s].count);
    }
    if (shaped && plot->layout->categories)
        size = place_shaped(plot, all, count);
    for (size_t s = 0; shaped && s < count; s++)
        for (size_t i = 0; i < all[s].count; i++)
            bd_scene_marker(plot->layout->scene, all[s].index, all[s].at[i], size);
}

static void whisker(bd_plot *plot, size_t index, double x, double from, double to)
{
    bd_scene *scene = plot->layout->scene;
    x = bd_crisp_thin(x);
    to = bd_crisp_thin(to);
    bd_scene_line(scene, bd_series_ink(index), BD_THIN, (bd_point_px){ x, from },
                  (bd_point_px){ x, to });
    bd_scene_line(scene, bd_series_ink(index), BD_THIN, (bd_point_px){ x - 6, to },
                  (bd_point_px){ x + 6, to });
}

static void box(bd_plot *plot, size_t index, const bd_chart_mark *mark)
{
    bd_scene *scene = plot->layout->scene;
    bd_arena *arena = plot->layout->arena;
    double *usable = bd_arena_alloc(arena, (mark->sample_count + 1) * sizeof *usable);
    size_t count = 0;
    for (size_t i = 0; i < mark->sample_count; i++)
        if (bd_drawable(mark->samples[i], plot->value.log))
            usable[count++] = mark->samples[i];
    if (count == 0 || !(mark->x >= 0 && mark->x < (double)plot->layout->names.count))
        return;
    double *sorted = bd_chart_sorted(usable, count, arena, &count);
    bd_chart_box five = bd_chart_box_of(sorted, count);
    const bd_scale *v = &plot->value;
    bd_rect_px part = bd_group_part(plot, (size_t)mark->x, index);
    double top = round(bd_scale_px(v, five.upper)), bottom = round(bd_scale_px(v, five.lower));
    double middle = part.x + part.width / 2, inset = part.width > 12 ? 3 : 0;
    if (bottom - top < BODY_AT_LEAST) { /* quartiles that are almost one are still a box */
        top = round((top + bottom - BODY_AT_LEAST) / 2);
        bottom = top + BODY_AT_LEAST;
    }
    if (bd_scale_px(v, five.minimum) > bottom)
        whisker(plot, index, middle, bottom, bd_scale_px(v, five.minimum));
    if (bd_scale_px(v, five.maximum) < top)
        whisker(plot, index, middle, top, bd_scale_px(v, five.maximum));
    bd_rect_px body = { part.x + inset, top, part.width - 2 * inset, bottom - top };
    bd_bar(scene, index, body);
    double median = fmin(fmax(round(bd_scale_px(v, five.median)), body.y + 1),
                         body.y + body.height - 1);
    bd_scene_line(scene, BD_INK_ON_SERIES + (int)(index % BD_SERIES_COLOURS), 2,
                  (bd_point_px){ body.x, median }, (bd_point_px){ body.x + body.width, median });
    double highest = fmin(bd_scale_px(v, five.maximum), body.y);
    double lowest = fmax(bd_scale_px(v, five.minimum), body.y + body.height);
    bd_rect_px all = { body.x, highest, body.width, lowest - highest };
    bd_taken_add(&plot->values->marks, all);
    bd_value_label n = {
        .text = bd_arena_printf(arena, "n=%zu", count),
        .type = { .size = BD_SIZE_NOTE, .ink = BD_INK_MUTED, .anchor = BD_ANCHOR_MIDDLE },
        .places = { { middle, highest - BD_SIZE_NOTE * 1.16 - 4 },
                    { middle, all.y + all.height + 4 } },
        .place_count = 2,
    };
    bd_value_wait(plot, &n);
}

void bd_plot_boxes(bd_plot *plot)
{
    for (size_t s = 0; s < plot->panel->series_count; s++) {
        const bd_chart_series *series = &plot->panel->series[s];
        size_t index = bd_legend_index(plot->layout->chart, series->name);
        for (size_t m = 0; m < series->mark_count; m++)
            box(plot, index, &series->marks[m]);
    }
}
