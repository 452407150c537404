/* What stands above the plots: title, the measure with its unit and direction of better,
 * and the legend, which is outside of the plots and so never covers data. */
#include "render/chart/internal.h"

#include <string.h>

enum { LIMIT_KEY = 26 }; /* px */

size_t bd_legend_index(const bd_chart *chart, const char *name)
{
    for (size_t i = 0; name && i < chart->legend_count; i++)
        if (strcmp(chart->legend[i], name) == 0)
            return i;
    return 0;
}

const char *bd_axis_heading(bd_layout *l, const bd_chart_axis *axis)
{
    const char *title = axis->title ? axis->title : "", *unit = axis->unit ? axis->unit : "";
    if (!*title || !*unit)
        return *title ? title : unit;
    return bd_arena_printf(l->arena, "%s (%s)", title, unit);
}

static void lines_of(bd_layout *l, bd_type type, const char *text, size_t limit)
{
    bd_wrapped lines = bd_wrap_text(l->scene, type, text, l->scene->width - 2 * BD_PADDING, limit);
    for (size_t i = 0; i < lines.count; i++) {
        bd_scene_text(l->scene, type, (bd_point_px){ BD_PADDING, l->y }, lines.lines[i]);
        l->y += bd_line_height(type.size);
    }
}

/* An arrow that points to where better is, on the value axis. */
static void arrow(bd_layout *l, bd_point_px at)
{
    static const double stem[] = { 0, -5, 0, 5 };
    static const double head[] = { -3.6, 1.2, 0, 5, 3.6, 1.2 };
    bool sideways = l->chart->horizontal || l->chart->kind == BD_CHART_DISTRIBUTION;
    double turn = l->chart->direction == BD_SMALLER_IS_BETTER ? 1 : -1;
    for (int part = 0; part < 2; part++) {
        size_t count = part ? 3 : 2;
        const double *xy = part ? head : stem;
        bd_shape *shape = bd_scene_add(l->scene, BD_SHAPE_STROKE, BD_INK_MUTED, count);
        shape->width = 1.4;
        for (size_t i = 0; i < count; i++) {
            double x = xy[2 * i], y = xy[2 * i + 1] * turn;
            /* down becomes left, up becomes right */
            shape->points[i] = (bd_point_px){ at.x + (sideways ? -y : x),
                                              at.y + (sideways ? x : y) };
        }
    }
}

/* "p99 (ms)" on the left and "↓ lower is better" on the right, or below. */
static void measure_line(bd_layout *l)
{
    const char *heading = bd_axis_heading(l, &l->chart->y);
    const char *better = l->chart->better ? l->chart->better : "";
    bd_type type = { .size = BD_SIZE_LABEL, .ink = BD_INK_MUTED };
    double inner = l->scene->width - 2 * BD_PADDING, before = l->y;
    l->scene->role = BD_ROLE_AXIS_TITLE;
    bool known = l->chart->direction != BD_DIRECTION_UNKNOWN;
    double arrow_width = known ? 14 : 0;
    better = bd_fit_text(l->scene, type, better, inner - arrow_width);
    double wide = *better ? bd_scene_text_width(l->scene, better, type) + arrow_width : 0;
    if (*heading)
        lines_of(l, type, heading, 2);
    if (*better) {
        double heading_width = bd_scene_text_width(l->scene, heading, type);
        bool beside = heading_width + wide + 24 <= inner;
        double top = beside ? before : l->y;
        double x = beside ? BD_PADDING + inner - wide : BD_PADDING;
        if (known)
            arrow(l, (bd_point_px){ x + 5, top + BD_SIZE_LABEL * 0.6 });
        bd_scene_text(l->scene, type, (bd_point_px){ x + arrow_width, top }, better);
        if (!beside || !*heading)
            l->y = top + bd_line_height(type.size);
    }
}

static double key_width(const bd_chart *chart)
{
    return chart->kind == BD_CHART_LINES || chart->kind == BD_CHART_PERCENTILES ? 26 : 13;
}

/* How a series looks, beside its name. */
static void key(bd_layout *l, size_t series, double x, double middle)
{
    bd_chart_kind kind = l->chart->kind;
    l->scene->role = BD_ROLE_KEY;
    if (kind == BD_CHART_SCATTER && !bd_scatter_shaped(l->chart)) {
        bd_shape *dot = bd_scene_add(l->scene, BD_SHAPE_DISC, bd_series_ink(series), 1);
        dot->width = 9;
        dot->points[0] = (bd_point_px){ x + 6, middle };
    } else if (kind == BD_CHART_SCATTER) {
        bd_scene_marker(l->scene, series, (bd_point_px){ x + 6, middle }, 8);
    } else if (kind == BD_CHART_LINES || kind == BD_CHART_PERCENTILES) {
        bd_shape *line = bd_scene_line(l->scene, bd_series_ink(series), 2.2,
                                       (bd_point_px){ x, middle }, (bd_point_px){ x + 26, middle });
        line->dash = bd_line_dash(l->chart, series);
        if (bd_lines_marked(l->chart))
            bd_scene_marker(l->scene, series, (bd_point_px){ x + 13, middle }, 7.5);
    } else {
        bd_bar(l->scene, series, (bd_rect_px){ x, middle - 6, 13, 12 });
    }
}

static void limit_key(bd_layout *l, double x, double middle)
{
    l->scene->role = BD_ROLE_KEY;
    bd_shape *line = bd_scene_line(l->scene, BD_INK_LIMIT, 2, (bd_point_px){ x, middle },
                                   (bd_point_px){ x + LIMIT_KEY, middle });
    line->dash = BD_DASH_LIMIT;
}

/* One name of the legend behind the one before it, or in a new line.
 * @param x  where it may begin; where the next one may
 * @return where its sample begins */
static double legend_name(bd_layout *l, const char *name, double wide_key, double *x)
{
    bd_type type = { .size = BD_SIZE_LEGEND, .ink = BD_INK_TEXT };
    double right = l->scene->width - BD_PADDING, gap = 20;
    name = bd_fit_text(l->scene, type, name, right - BD_PADDING - wide_key);
    double wide = wide_key + bd_scene_text_width(l->scene, name, type);
    if (*x > BD_PADDING && *x + wide > right) {
        *x = BD_PADDING;
        l->y += bd_line_height(type.size) + 2;
    }
    double at = *x;
    l->scene->role = BD_ROLE_LEGEND;
    bd_scene_text(l->scene, type, (bd_point_px){ at + wide_key, l->y }, name);
    *x += wide + gap;
    return at;
}

static void legend(bd_layout *l)
{
    const bd_chart *chart = l->chart;
    bool named = chart->legend_count > 1 || (chart->legend_count == 1 && *chart->legend[0]);
    double x = BD_PADDING, middle = BD_SIZE_LEGEND * 0.62, top = l->y;
    l->y += 6;
    for (size_t i = 0; named && i < chart->legend_count; i++) {
        double at = legend_name(l, chart->legend[i], key_width(chart) + 7, &x);
        key(l, i, at, l->y + middle);
    }
    for (size_t i = 0; i < chart->line_count; i++)
        if (bd_limit_in_legend(chart, &chart->lines[i])) {
            double at = legend_name(l, chart->lines[i].text, LIMIT_KEY + 7, &x);
            limit_key(l, at, l->y + middle);
        }
    l->y = x > BD_PADDING ? l->y + bd_line_height(BD_SIZE_LEGEND) + 2 : top;
}

void bd_layout_head(bd_layout *l)
{
    l->y = BD_PADDING - 2;
    l->scene->role = BD_ROLE_TITLE;
    if (l->chart->title && *l->chart->title) {
        lines_of(l, (bd_type){ .size = BD_SIZE_TITLE, .bold = true, .ink = BD_INK_TEXT },
                 l->chart->title, 3);
        l->y += 3;
    }
    measure_line(l);
    legend(l);
    l->scene->role = BD_ROLE_PLAIN;
    l->y += 12;
}
