/* Axes: a thin grid behind the marks, labels outside of the plot, and budget lines with
 * their labels. */
#include "render/chart/internal.h"

#include <math.h>

static bool downwards(const bd_layout *l)
{
    return l->chart->horizontal && l->categories;
}

/* The longest bar leaves room for its label. */
static void leave_room(bd_layout *l, double length)
{
    double depth = bd_bars_label_depth(l);
    if (depth <= 0 || depth > length * 0.5 || !bd_drawable(l->peak, l->value.log))
        return;
    bd_scale *v = &l->value;
    double low = v->log ? log10(v->low) : v->low, high = v->log ? log10(v->high) : v->high;
    double peak = v->log ? log10(l->peak) : l->peak;
    double need = low + (peak - low) * length / (length - depth);
    if (need > high)
        v->high = v->log ? pow(10, need) : need;
}

void bd_axes_value_ticks(bd_layout *l, double length)
{
    bool across = downwards(l);
    int most = (int)fmin(8, fmax(2, length / (across ? 95 : 46)));
    bd_scale_round(&l->value, most);
    l->value.from = 0;
    l->value.to = length;
    if (l->value.log)
        bd_ticks_log(&l->value, across ? 62 : 24, &l->chart->y, l->scene, l->value_ticks);
    else
        bd_ticks_linear(&l->value, most, &l->chart->y, l->scene, l->value_ticks);
    leave_room(l, length);
}

double bd_axis_start(const bd_plot *plot)
{
    const bd_scale *v = &plot->value;
    return bd_scale_px(v, v->log ? v->low : fmin(fmax(0, v->low), v->high));
}

static double crisp(double px)
{
    return floor(px) + 0.5;
}

static void rule(const bd_plot *plot, int ink, double px, bool upright)
{
    const bd_rect_px *a = &plot->area;
    bd_point_px from = { upright ? crisp(px) : a->x, upright ? a->y : crisp(px) };
    bd_point_px to = { upright ? crisp(px) : a->x + a->width,
                       upright ? a->y + a->height : crisp(px) };
    bd_scene_line(plot->layout->scene, ink, 1, from, to);
}

double bd_label_middle(const bd_plot *plot, double x, double half)
{
    enum { BESIDE = 14, MOVED_MOST = 9 }; /* px: less than half of what parts two plots */
    const bd_layout *l = plot->layout;
    bool right_most = plot->index % l->columns + 1 == l->columns;
    double from = plot->left_most ? 3 : plot->area.x - BESIDE;
    double to = right_most ? l->scene->width - 3 : plot->area.x + plot->area.width + BESIDE;
    double moved = fmin(fmax(x, from + half), to - half);
    return fabs(moved - x) <= MOVED_MOST && 2 * half <= to - from ? moved : (double)NAN;
}

/* Labels below the plot, leaving out what would meet its neighbour. */
static void labels_below(const bd_plot *plot, const bd_ticks *ticks, const bd_scale *scale)
{
    bd_scene *scene = plot->layout->scene;
    bd_type type = { .size = BD_SIZE_LABEL, .ink = BD_INK_MUTED, .anchor = BD_ANCHOR_MIDDLE };
    double right = -INFINITY, top = plot->area.y + plot->area.height + 8;
    for (size_t i = 0; i < ticks->count; i++) {
        if (!ticks->items[i].label)
            continue;
        double half = bd_scene_text_width(scene, ticks->items[i].label, type) / 2;
        double x = bd_label_middle(plot, bd_scale_px(scale, ticks->items[i].value), half);
        if (isnan(x) || x - half < right + 8)
            continue;
        bd_scene_text(scene, type, (bd_point_px){ x, top }, ticks->items[i].label);
        right = x + half;
    }
}

static void labels_beside(const bd_plot *plot, const bd_ticks *ticks)
{
    bd_scene *scene = plot->layout->scene;
    bd_type type = { .size = BD_SIZE_LABEL, .ink = BD_INK_MUTED, .anchor = BD_ANCHOR_END };
    double above = INFINITY;
    for (size_t i = 0; i < ticks->count; i++) {
        double y = bd_scale_px(&plot->value, ticks->items[i].value);
        if (!ticks->items[i].label || above - y < type.size * 1.2)
            continue;
        const bd_shape *label = bd_scene_text(
            scene, type, (bd_point_px){ plot->area.x - 8, y - type.size * 0.58 },
            ticks->items[i].label);
        bd_taken_add(&plot->values->labels, bd_text_box(label));
        above = y;
    }
}

static void grid_lines(const bd_plot *plot, const bd_ticks *ticks, const bd_scale *scale,
                       bool upright)
{
    for (int major = 0; major < 2; major++)
        for (size_t i = 0; i < ticks->count; i++)
            if ((ticks->items[i].label != NULL) == (major == 1))
                rule(plot, major ? BD_INK_GRID : BD_INK_GRID_MINOR,
                     bd_scale_px(scale, ticks->items[i].value), upright);
}

static void tick_marks(const bd_plot *plot)
{
    double bottom = plot->area.y + plot->area.height;
    const bd_ticks *ticks = plot->layout->place_ticks;
    for (size_t i = 0; i < ticks->count; i++) {
        double x = crisp(bd_scale_px(&plot->place, ticks->items[i].value));
        bd_scene_line(plot->layout->scene, BD_INK_AXIS, 1, (bd_point_px){ x, bottom },
                      (bd_point_px){ x, bottom + (ticks->items[i].label ? 5 : 3) });
    }
}

void bd_axes_draw(const bd_plot *plot)
{
    bd_layout *l = plot->layout;
    bool down = downwards(l), percentiles = l->chart->kind == BD_CHART_PERCENTILES;
    grid_lines(plot, l->value_ticks, &plot->value, down);
    if (percentiles || l->chart->kind == BD_CHART_SCATTER)
        if (!l->categories)
            grid_lines(plot, l->place_ticks, &plot->place, true);
    if (!l->categories)
        tick_marks(plot);
    l->scene->role = BD_ROLE_TICK;
    if (down && plot->lowest)
        labels_below(plot, l->value_ticks, &plot->value);
    if (!down && plot->left_most)
        labels_beside(plot, l->value_ticks);
    if (!l->categories && plot->lowest)
        labels_below(plot, l->place_ticks, &plot->place);
    l->scene->role = BD_ROLE_PLAIN;
    if (l->categories && (down ? plot->left_most : plot->lowest))
        bd_categories_draw(plot);
    if (down)
        rule(plot, BD_INK_AXIS, bd_axis_start(plot), true);
    else
        rule(plot, BD_INK_AXIS, bd_axis_start(plot), false);
}
