/* Bars beside each other, across or down; what stacks and boxes share with them: a part of the
 * slot for each series. */
#include "render/chart/internal.h"

#include <math.h>

#define GROUP_SHARE 0.76 /* of a slot; the rest parts the groups */
#define THICKEST    54.0

static bool down(const bd_layout *l)
{
    return l->chart->horizontal && l->categories;
}

static size_t parts(const bd_layout *l)
{
    bool beside = l->chart->kind != BD_CHART_STACKED_BARS && l->chart->legend_count > 1;
    return beside ? l->chart->legend_count : 1;
}

/* How thick a bar is; thin ones leave no gaps, which would only be a grey veil. */
static double thickness(double slot, size_t count)
{
    double part = slot * GROUP_SHARE / (double)count;
    return part < 2 ? slot / (double)count : fmin(part, THICKEST);
}

bd_rect_px bd_group_part(const bd_plot *plot, size_t category, size_t series)
{
    size_t count = parts(plot->layout);
    double slot = bd_slot_width(plot);
    double thick = thickness(slot, count);
    double start = bd_slot_start(plot, category) + (slot - thick * (double)count) / 2
                   + thick * (double)(series < count ? series : 0);
    double end = start + thick;
    if (thick >= 4) { /* whole pixels look sharp; a gap parts neighbours */
        start = round(start);
        end = round(end) - (count > 1 ? 1 : 0);
    } else if (thick < 2) { /* without gaps edges would only be a veil */
        start = floor(start);
        end = fmax(start + 1, round(end));
    }
    if (down(plot->layout))
        return (bd_rect_px){ plot->area.x, start, plot->area.width, end - start };
    return (bd_rect_px){ start, plot->area.y, end - start, plot->area.height };
}

/* Series beyond the palette are striped, so that two of one colour still differ. */
static void stripes(bd_scene *scene, bd_rect_px r, double pitch)
{
    enum { STRIPES_AT_MOST = 200 };
    for (size_t i = 1; i <= STRIPES_AT_MOST && (double)i * pitch < r.width + r.height; i++) {
        double c = (double)i * pitch, x0 = fmin(c, r.width), x1 = fmax(0, c - r.height);
        bd_shape *line = bd_scene_line(scene, BD_INK_PAPER, 1.5,
                                       (bd_point_px){ r.x + x0, r.y + (c - x0) },
                                       (bd_point_px){ r.x + x1, r.y + (c - x1) });
        line->role = BD_ROLE_PLAIN;
    }
}

void bd_bar(bd_scene *scene, size_t series, bd_rect_px rect)
{
    bd_scene_rect(scene, bd_series_ink(series), rect);
    if (series >= BD_SERIES_COLOURS && rect.width > 0 && rect.height > 0)
        stripes(scene, rect, series / BD_SERIES_COLOURS % 2 ? 5 : 8);
}

double bd_crisp_thin(double px)
{
    return floor(px * 2) / 2 + 0.25;
}

void bd_error_bar(const bd_plot *plot, int ink, double at, const bd_chart_mark *mark)
{
    bool log = plot->value.log;
    if (!bd_drawable(mark->high, log) || (!log && !bd_drawable(mark->low, false)))
        return;
    double low = log && !bd_drawable(mark->low, true) ? plot->value.low : mark->low;
    double from = bd_crisp_thin(bd_scale_px(&plot->value, low));
    double to = bd_crisp_thin(bd_scale_px(&plot->value, mark->high));
    at = bd_crisp_thin(at);
    const double ends[3][4] = { { from, 0, to, 0 }, { from, -4, from, 4 }, { to, -4, to, 4 } };
    for (size_t i = 0; i < 3; i++) {
        const double *e = ends[i];
        bd_point_px a = { at + e[1], e[0] }, b = { at + e[3], e[2] };
        if (down(plot->layout)) {
            a = (bd_point_px){ e[0], at + e[1] };
            b = (bd_point_px){ e[2], at + e[3] };
        }
        bd_shape *line = bd_scene_line(plot->layout->scene, ink, BD_THIN, a, b);
        line->alpha = 0.8;
    }
    bd_rect_px box = { at - 4, fmin(from, to), 8, fabs(to - from) };
    if (down(plot->layout))
        box = (bd_rect_px){ fmin(from, to), at - 4, fabs(to - from), 8 };
    bd_taken_add(&plot->values->marks, box);
}

static double widest_label(const bd_layout *l)
{
    double wide = 0;
    bd_type type = { .size = BD_SIZE_VALUE };
    for (size_t p = 0; p < l->chart->panel_count; p++)
        for (size_t s = 0; s < l->chart->panels[p].series_count; s++) {
            const bd_chart_series *series = &l->chart->panels[p].series[s];
            for (size_t m = 0; m < series->mark_count && m < 1000; m++)
                if (series->marks[m].text)
                    wide = fmax(wide, bd_scene_text_width(l->scene, series->marks[m].text, type));
        }
    return wide;
}

/* Labels of upright bars stand upright when they are wider than their bar's share. */
static bool turned(const bd_layout *l, double slot)
{
    if (down(l) || l->chart->kind == BD_CHART_STACKED_BARS)
        return false;
    size_t count = parts(l);
    double pitch = count > 1 ? thickness(slot, count) : slot;
    return widest_label(l) + 5 > pitch;
}

/* Labels of a few bars of very many would be chance. */
static bool labelled(const bd_layout *l, double slot)
{
    size_t count = parts(l);
    double pitch = count > 1 ? thickness(slot, count) : slot;
    return l->chart->value_labels && pitch >= BD_SIZE_VALUE * 1.16;
}

double bd_bars_label_depth(const bd_layout *l)
{
    bd_chart_kind kind = l->chart->kind;
    if (kind == BD_CHART_BOXES)
        return BD_SIZE_NOTE + 10;
    if (!l->chart->value_labels)
        return 0;
    if (kind == BD_CHART_LINES)
        return BD_SIZE_VALUE + 8;
    if (kind == BD_CHART_STACKED_BARS) /* a sum has hardly more digits than its largest part */
        return down(l) ? widest_label(l) * 1.25 + 10 : BD_SIZE_VALUE + 6;
    if (kind != BD_CHART_BARS)
        return 0;
    size_t slots = l->chart->x.category_count > 0 ? l->chart->x.category_count : 1;
    double across = (l->scene->width - 90) / (double)l->columns;
    double slot = (down(l) ? l->plot_height : across) / (double)slots;
    if (!labelled(l, slot))
        return 0;
    if (down(l))
        return widest_label(l) + 10;
    return turned(l, slot) ? widest_label(l) + 8 : BD_SIZE_VALUE + 6;
}

/* The label stands beyond the end of the bar and of its error bar. */
static void end_label(bd_plot *plot, const bd_chart_mark *mark, bd_rect_px bar, bool turn)
{
    if (!mark->text || !plot->layout->chart->value_labels)
        return;
    if (!labelled(plot->layout, bd_slot_width(plot))) {
        plot->layout->unlabelled++;
        return;
    }
    bool log = plot->value.log, negative = !log && mark->y < 0;
    double end = negative ? mark->low : mark->high;
    end = bd_drawable(end, log) && (negative ? end < mark->y : end > mark->y) ? end : mark->y;
    double px = bd_scale_px(&plot->value, end);
    bd_value_label label = { .text = mark->text,
                             .type = { .size = BD_SIZE_VALUE, .ink = BD_INK_TEXT },
                             .place_count = 1 };
    if (down(plot->layout)) {
        label.type.anchor = negative ? BD_ANCHOR_END : BD_ANCHOR_START;
        label.places[0] = (bd_point_px){ px + (negative ? -6 : 6),
                                         bar.y + bar.height / 2 - BD_SIZE_VALUE * 0.58 };
    } else if (turn) {
        label.type.angle = 90;
        double length = bd_scene_text_width(plot->layout->scene, mark->text, label.type);
        label.places[0] = (bd_point_px){ bar.x + bar.width / 2,
                                         negative ? px + length + 5 : px - 5 };
    } else {
        label.type.anchor = BD_ANCHOR_MIDDLE;
        label.places[0] = (bd_point_px){ bar.x + bar.width / 2,
                                         negative ? px + 3 : px - BD_SIZE_VALUE * 1.16 - 3 };
    }
    bd_value_wait(plot, &label);
}

bool bd_category_of(const bd_plot *plot, const bd_chart_mark *mark, size_t *out)
{
    if (!(mark->x >= 0) || !(mark->x < (double)plot->layout->names.count))
        return false;
    *out = (size_t)mark->x;
    return true;
}

/* A bar between two values in its part of the slot. */
bd_rect_px bd_bar_between(const bd_plot *plot, bd_rect_px part, double from, double to)
{
    double low = round(fmin(from, to)), high = round(fmax(from, to));
    if (down(plot->layout))
        return (bd_rect_px){ low, part.y, high - low, part.height };
    return (bd_rect_px){ part.x, low, part.width, high - low };
}

static void group_bar(bd_plot *plot, size_t series, const bd_chart_mark *mark, bool turn)
{
    size_t category;
    if (!bd_drawable(mark->y, plot->value.log) || !bd_category_of(plot, mark, &category))
        return;
    bd_rect_px part = bd_group_part(plot, category, series);
    bd_rect_px bar = bd_bar_between(plot, part, bd_axis_start(plot),
                                    bd_scale_px(&plot->value, mark->y));
    bd_bar(plot->layout->scene, series, bar);
    bd_taken_add(&plot->values->marks, bar);
    double middle = down(plot->layout) ? bar.y + bar.height / 2 : bar.x + bar.width / 2;
    bd_error_bar(plot, BD_INK_TEXT, middle, mark);
    end_label(plot, mark, bar, turn);
}

void bd_plot_bars(bd_plot *plot)
{
    bool turn = plot->layout->chart->value_labels && turned(plot->layout, bd_slot_width(plot));
    for (size_t s = 0; s < plot->panel->series_count; s++) {
        const bd_chart_series *series = &plot->panel->series[s];
        size_t index = bd_legend_index(plot->layout->chart, series->name);
        for (size_t m = 0; m < series->mark_count; m++)
            group_bar(plot, index, &series->marks[m], turn);
    }
}
