/* Lines over a numeric axis, or one of categories, with error bars or a band. A gap ends a
 * line: nothing is drawn where nothing was measured. */
#include "render/chart/internal.h"

#include <math.h>

enum { MARKED_AT_MOST = 40 }; /* points of a series; more would be a caterpillar */

double bd_plot_x(const bd_plot *plot, double x)
{
    if (plot->layout->categories)
        return bd_slot_start(plot, 0) + (x + 0.5) * bd_slot_width(plot);
    return bd_scale_px(&plot->place, x);
}

bool bd_lines_marked(const bd_chart *chart)
{
    if (chart->kind != BD_CHART_LINES)
        return false;
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            if (chart->panels[p].series[s].mark_count > MARKED_AT_MOST)
                return false;
    return true;
}

unsigned bd_line_dash(const bd_chart *chart, size_t series)
{
    return bd_lines_marked(chart) ? 0 : (unsigned)(series % BD_DASHES);
}

/* Of the points that share half a pixel's column the first, lowest, highest and last are
 * kept: the picture is the same. @return how many */
static size_t thin(const bd_point_px *points, size_t count, bd_point_px *out)
{
    size_t kept = 0, i = 0;
    while (i < count) {
        double column = floor(points[i].x * 2);
        size_t first = i, low = i, high = i;
        for (; i < count && floor(points[i].x * 2) == column; i++) {
            low = points[i].y < points[low].y ? i : low;
            high = points[i].y > points[high].y ? i : high;
        }
        size_t order[4] = { first, low < high ? low : high, low < high ? high : low, i - 1 };
        for (size_t k = 0; k < 4; k++)
            if (k == 0 || order[k] != order[k - 1])
                out[kept++] = points[order[k]];
    }
    return kept;
}

/* Labels keep off the line, which is noted as a row of small squares. */
static void note_line(const bd_plot *plot, const bd_point_px *points, size_t count)
{
    const double pitch = 7;
    for (size_t i = 0; i + 1 < count; i++) {
        double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
        size_t steps = (size_t)fmax(1, ceil(hypot(dx, dy) / pitch));
        for (size_t k = 0; k < steps; k++) {
            double t = (double)k / (double)steps;
            bd_taken_add(&plot->values->marks,
                         (bd_rect_px){ points[i].x + dx * t - 2, points[i].y + dy * t - 2, 4, 4 });
        }
    }
}

void bd_curve(const bd_plot *plot, size_t series, const bd_point_px *points, size_t count)
{
    bd_scene *scene = plot->layout->scene;
    if (count == 0)
        return;
    if (count == 1) { /* a line of one point is a dot */
        bd_scene_marker(scene, series, points[0], 7.5);
        return;
    }
    bd_point_px *kept = bd_arena_alloc(scene->arena, (count * 4 + 4) * sizeof *kept);
    size_t kept_count = thin(points, count, kept);
    bd_shape *shape = bd_scene_add(scene, BD_SHAPE_STROKE, bd_series_ink(series), 0);
    shape->width = 2.2;
    shape->dash = bd_line_dash(plot->layout->chart, series);
    shape->points = kept;
    shape->point_count = kept_count;
    note_line(plot, kept, kept_count);
}

static bool has_band(const bd_plot *plot, const bd_chart_mark *mark)
{
    return bd_drawable(mark->low, plot->value.log) && bd_drawable(mark->high, plot->value.log);
}

static bool has_value(const bd_plot *plot, const bd_chart_mark *mark)
{
    return bd_drawable(mark->y, plot->value.log)
           && (plot->layout->categories
                   ? mark->x >= 0 && mark->x < (double)plot->layout->names.count
                   : bd_drawable(mark->x, plot->place.log));
}

/* The band of one unbroken run of marks. */
static void band(bd_plot *plot, size_t series, const bd_chart_mark *marks, size_t count)
{
    if (count < 2)
        return;
    bd_shape *shape = bd_scene_add(plot->layout->scene, BD_SHAPE_FILL, bd_series_ink(series),
                                   2 * count);
    shape->alpha = 0.2;
    for (size_t i = 0; i < count; i++) {
        double x = bd_plot_x(plot, marks[i].x);
        shape->points[i] = (bd_point_px){ x, bd_scale_px(&plot->value, marks[i].high) };
        shape->points[2 * count - 1 - i] = (bd_point_px){ x,
                                                          bd_scale_px(&plot->value, marks[i].low) };
    }
}

static void bands(bd_plot *plot, size_t index, const bd_chart_series *series)
{
    size_t from = 0;
    for (size_t m = 0; m <= series->mark_count; m++) {
        bool on = m < series->mark_count && has_value(plot, &series->marks[m])
                  && has_band(plot, &series->marks[m]);
        if (on && !series->marks[m].apart)
            continue;
        band(plot, index, series->marks + from, m - from);
        from = on ? m : m + 1;
    }
}

static void label(bd_plot *plot, const bd_chart_mark *mark, bd_point_px at)
{
    if (!mark->text || !plot->layout->chart->value_labels)
        return;
    if (!bd_lines_marked(plot->layout->chart)) { /* labels of a few of many would be chance */
        plot->layout->unlabelled++;
        return;
    }
    bd_value_label wait = {
        .text = mark->text,
        .type = { .size = BD_SIZE_VALUE, .ink = BD_INK_TEXT, .anchor = BD_ANCHOR_MIDDLE },
        .place_count = 6,
    };
    double above = at.y - BD_SIZE_VALUE * 1.16 - 7, below = at.y + 7;
    double aside = bd_scene_text_width(plot->layout->scene, mark->text, wait.type) / 2 + 8;
    /* beside a falling line is room above on the right and below on the left, beside a rising
     * one the other way round */
    const bd_point_px places[6] = {
        { at.x, above },
        { at.x, below },
        { at.x + aside, above + 5 },
        { at.x - aside, below - 5 },
        { at.x - aside, above + 5 },
        { at.x + aside, below - 5 },
    };
    for (size_t i = 0; i < 6; i++)
        wait.places[i] = places[i];
    bd_value_wait(plot, &wait);
}

static void line(bd_plot *plot, size_t index, const bd_chart_series *series)
{
    bd_scene *scene = plot->layout->scene;
    bd_point_px *points = bd_arena_alloc(scene->arena, (series->mark_count + 1) * sizeof *points);
    size_t count = 0;
    for (size_t m = 0; m < series->mark_count; m++) {
        const bd_chart_mark *mark = &series->marks[m];
        bool there = has_value(plot, mark);
        if (!there || mark->apart) {
            bd_curve(plot, index, points, count);
            count = 0;
        }
        if (there)
            points[count++] = (bd_point_px){ bd_plot_x(plot, mark->x),
                                             bd_scale_px(&plot->value, mark->y) };
    }
    bd_curve(plot, index, points, count);
}

static void line_marks(bd_plot *plot, size_t index, const bd_chart_series *series)
{
    bd_scene *scene = plot->layout->scene;
    bool marked = bd_lines_marked(plot->layout->chart);
    for (size_t m = 0; m < series->mark_count; m++) {
        const bd_chart_mark *mark = &series->marks[m];
        if (!has_value(plot, mark))
            continue;
        bd_point_px at = { bd_plot_x(plot, mark->x), bd_scale_px(&plot->value, mark->y) };
        if (!plot->layout->chart->band)
            bd_error_bar(plot, bd_series_ink(index), at.x, mark);
        if (marked)
            bd_scene_marker(scene, index, at, 7.5);
        bd_taken_add(&plot->values->marks, (bd_rect_px){ at.x - 4, at.y - 4, 8, 8 });
        label(plot, mark, at);
    }
}

void bd_plot_lines(bd_plot *plot)
{
    const bd_chart *chart = plot->layout->chart;
    for (int layer = 0; layer < 3; layer++) /* bands below lines below marks */
        for (size_t s = 0; s < plot->panel->series_count; s++) {
            const bd_chart_series *series = &plot->panel->series[s];
            size_t index = bd_legend_index(chart, series->name);
            if (layer == 0 && chart->band)
                bands(plot, index, series);
            else if (layer == 1)
                line(plot, index, series);
            else if (layer == 2)
                line_marks(plot, index, series);
        }
}
