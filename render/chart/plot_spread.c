/* How samples are spread: a histogram, and the percentile curve with its tail stretched
 * (each nine as wide as the one before, as HdrHistogram's users read it). */
#include "render/chart/internal.h"

#include <math.h>

/* The outline of a histogram, from its base line and back to it. */
static bd_shape *outline(bd_plot *plot, const bd_bins *h, bd_shape_kind kind, int ink)
{
    double base = bd_axis_start(plot);
    bd_shape *shape = bd_scene_add(plot->layout->scene, kind, ink, 2 * h->count + 2);
    size_t at = 0;
    shape->points[at++] = (bd_point_px){ bd_scale_px(&plot->place, bd_bins_edge(h, 0)), base };
    for (size_t b = 0; b < h->count; b++) {
        double y = bd_scale_px(&plot->value, h->heights[b]);
        for (size_t side = 0; side < 2; side++)
            shape->points[at++] =
                (bd_point_px){ bd_scale_px(&plot->place, bd_bins_edge(h, b + side)), y };
    }
    shape->points[at] = (bd_point_px){ shape->points[at - 1].x, base };
    return shape;
}

/* One series: bars, one beside the other. */
static void columns(bd_plot *plot, const bd_bins *h, size_t series)
{
    double base = round(bd_axis_start(plot));
    for (size_t b = 0; b < h->count; b++) {
        double from = round(bd_scale_px(&plot->place, bd_bins_edge(h, b)));
        double to = round(bd_scale_px(&plot->place, bd_bins_edge(h, b + 1)));
        double top = round(bd_scale_px(&plot->value, h->heights[b]));
        if (h->heights[b] > 0 && base - top < 1)
            top = base - 1; /* a lonely sample is seen */
        double gap = to - from > 4 ? 1 : 0;
        if (base > top)
            bd_bar(plot->layout->scene, series,
                   (bd_rect_px){ from, top, fmax(to - from - gap, 1), base - top });
        bd_taken_add(&plot->values->marks, (bd_rect_px){ from, top, to - from, base - top });
    }
}

void bd_plot_distribution(bd_plot *plot)
{
    const bd_layout *l = plot->layout;
    size_t first = 0;
    for (size_t p = 0; p < plot->index; p++)
        first += l->chart->panels[p].series_count;
    for (size_t s = 0; s < plot->panel->series_count; s++) {
        const bd_bins *h = &l->histograms[first + s];
        size_t index = bd_legend_index(l->chart, plot->panel->series[s].name);
        if (h->count == 0)
            continue;
        if (plot->panel->series_count == 1) {
            columns(plot, h, index);
            continue;
        }
        outline(plot, h, BD_SHAPE_FILL, bd_series_ink(index))->alpha = 0.22;
        bd_shape *edge = outline(plot, h, BD_SHAPE_STROKE, bd_series_ink(index));
        edge->width = 1.8;
        edge->dash = (unsigned)(index % BD_DASHES);
    }
}

/* Between (k-1)/n and k/n the nearest rank is k: a stair. */
static size_t stair(bd_plot *plot, const bd_chart_mark *mark, bd_point_px *points)
{
    size_t count, at = 0;
    double *sorted = bd_chart_sorted(mark->samples, mark->sample_count, plot->layout->arena,
                                     &count);
    for (size_t k = 0; k < count; k++) {
        if (!bd_drawable(sorted[k], plot->value.log))
            continue;
        double n = (double)count, y = bd_scale_px(&plot->value, sorted[k]);
        double from = log10(n / (n - (double)k));
        double to = k + 1 < count ? log10(n / (n - (double)k - 1)) : plot->place.high;
        points[at++] = (bd_point_px){ bd_scale_px(&plot->place, from), y };
        points[at++] = (bd_point_px){ bd_scale_px(&plot->place, to), y };
    }
    return at;
}

static size_t reported(bd_plot *plot, const bd_chart_series *series, bd_point_px *points)
{
    size_t at = 0;
    for (size_t m = 0; m < series->mark_count; m++) {
        const bd_chart_mark *mark = &series->marks[m];
        if (bd_drawable(mark->y, plot->value.log) && isfinite(mark->x))
            points[at++] = (bd_point_px){
                bd_scale_px(&plot->place, bd_tail_position(mark->x)),
                bd_scale_px(&plot->value, mark->y),
            };
    }
    return at;
}

void bd_plot_percentiles(bd_plot *plot)
{
    bd_layout *l = plot->layout;
    for (size_t s = 0; s < plot->panel->series_count; s++) {
        const bd_chart_series *series = &plot->panel->series[s];
        size_t index = bd_legend_index(l->chart, series->name);
        bool raw = series->mark_count > 0 && series->marks[0].sample_count > 0;
        size_t room = raw ? 2 * series->marks[0].sample_count : series->mark_count;
        bd_point_px *points = bd_arena_alloc(l->arena, (room + 1) * sizeof *points);
        size_t count = raw ? stair(plot, &series->marks[0], points)
                           : reported(plot, series, points);
        bd_curve(plot, index, points, count);
        for (size_t i = 0; !raw && i < count; i++)
            bd_scene_marker(l->scene, index, points[i], 7);
    }
}
