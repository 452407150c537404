/* Lines across a plot and their names: budgets, and what happened at a place. */
#include "render/chart/internal.h"

#include <math.h>

/* A line goes up the page when the axis that it stands on goes along it. */
static bool goes_up(const bd_layout *l, const bd_chart_line *line)
{
    bool down = l->chart->horizontal && l->categories;
    return l->chart->kind == BD_CHART_DISTRIBUTION || line->at_place != down;
}

bool bd_limit_in_legend(const bd_chart *chart, const bd_chart_line *line)
{
    bool bars = chart->kind == BD_CHART_BARS || chart->kind == BD_CHART_STACKED_BARS
                || chart->kind == BD_CHART_BOXES;
    return bars && !line->at_place && !chart->horizontal && isfinite(line->value) && line->text
           && *line->text;
}

static int ink_of(const bd_chart_line *line)
{
    return line->at_place ? BD_INK_MUTED : BD_INK_LIMIT;
}

double bd_limit_strip(const bd_layout *l)
{
    bool named = false;
    for (size_t i = 0; i < l->chart->line_count; i++) {
        const bd_chart_line *line = &l->chart->lines[i];
        named = named || (goes_up(l, line) && line->text && *line->text);
    }
    return named ? BD_LIMIT_STRIP : 0;
}

static bool place_at(const bd_plot *plot, double value, double *at)
{
    const bd_layout *l = plot->layout;
    if (l->categories) {
        if (!(value >= 0 && value < (double)l->names.count))
            return false;
        *at = bd_slot_start(plot, 0) + (value + 0.5) * bd_slot_width(plot);
        return true;
    }
    double low = plot->place.low, high = plot->place.high;
    if (l->chart->kind == BD_CHART_PERCENTILES)
        value = bd_tail_position(value);
    if (!(value >= low && value <= high))
        return false;
    *at = bd_scale_px(&plot->place, value);
    return true;
}

static bool is_here(const bd_plot *plot, const bd_chart_line *line)
{
    return line->panel == 0 || line->panel == plot->index + 1;
}

/* Where a line is, px. @return false when it is of another panel, or the axis cannot show it */
static bool limit_at(const bd_plot *plot, const bd_chart_line *line, double *at)
{
    if (!is_here(plot, line))
        return false;
    bool place = line->at_place || plot->layout->chart->kind == BD_CHART_DISTRIBUTION;
    if (place) {
        if (!place_at(plot, line->value, at))
            return false;
    } else {
        if (!bd_drawable(line->value, plot->value.log))
            return false;
        *at = bd_scale_px(&plot->value, line->value);
    }
    *at = round(*at); /* two pixels wide, so sharp at each scale */
    return true;
}

bool bd_limit_across(const bd_plot *plot, bd_rect_px box, bd_rect_px *out)
{
    const bd_chart *chart = plot->layout->chart;
    const bd_rect_px *a = &plot->area;
    for (size_t i = 0; i < chart->line_count; i++) {
        double at;
        if (!limit_at(plot, &chart->lines[i], &at))
            continue;
        *out = goes_up(plot->layout, &chart->lines[i])
                   ? (bd_rect_px){ at - 1.5, a->y, 3, a->height }
                   : (bd_rect_px){ a->x, at - 1.5, a->width, 3 };
        if (bd_rects_meet(*out, box))
            return true;
    }
    return false;
}

/* The first place for a budget's name that meets no other label and, if there is one, no
 * mark either: above the plot for an upright line, else at the end or the beginning of the
 * line, above or below it. */
static bool limit_place(bd_plot *plot, bd_value_label *label, double at, bool upright)
{
    const bd_rect_px *a = &plot->area;
    double line = bd_line_height(label->type.size);
    for (int marks_too = 1; marks_too >= 0; marks_too--)
        for (int i = 0; i < 16; i++) {
            bool first = i % 2 == 0;
            int step = i / 2;
            bd_point_px p;
            if (upright) {
                label->type.anchor = first ? BD_ANCHOR_START : BD_ANCHOR_END;
                p = (bd_point_px){ at + (first ? -4 : 4), a->y - BD_LIMIT_STRIP + 1 };
                if (step > 0) /* not above the plot, then in it */
                    p = (bd_point_px){ at + (first ? 6 : -6), a->y + 2 + (step - 1) * line };
            } else {
                label->type.anchor = first ? BD_ANCHOR_END : BD_ANCHOR_START;
                int away = step / 2;
                double side = step % 2 == 0 ? -(away + 1) * line : away * line + 3;
                p = (bd_point_px){ first ? a->x + a->width - 4 : a->x + 6, at + side };
            }
            bd_rect_px box = bd_label_box(plot->layout->scene, label, p);
            if (!bd_label_inside(plot, box) || !bd_taken_free(&plot->values->labels, box)
                || (marks_too && !bd_taken_free(&plot->values->marks, box)))
                continue;
            label->places[0] = p;
            return true;
        }
    return false;
}

static void limit_label(bd_plot *plot, const bd_chart_line *line, double at, bool upright)
{
    bd_scene *scene = plot->layout->scene;
    bd_value_label label = { .type = { .size = BD_SIZE_VALUE, .ink = ink_of(line) } };
    label.text = bd_fit_text(scene, label.type, line->text, plot->area.width * 0.9);
    if (!limit_place(plot, &label, at, upright)) {
        plot->layout->unlabelled++;
        return;
    }
    bd_rect_px box = bd_label_box(scene, &label, label.places[0]);
    bd_scene_rect(scene, BD_INK_PAPER, box);
    scene->shapes[scene->count - 1].alpha = 0.85;
    scene->role = BD_ROLE_LIMIT;
    bd_scene_text(scene, label.type, label.places[0], label.text);
    scene->role = BD_ROLE_PLAIN;
    bd_taken_add(&plot->values->labels, box);
}

void bd_limits_draw(bd_plot *plot)
{
    bd_layout *l = plot->layout;
    bool name_it = !l->limits_named;
    const bd_rect_px *a = &plot->area;
    for (size_t i = 0; i < l->chart->line_count; i++) {
        const bd_chart_line *line = &l->chart->lines[i];
        double at;
        if (!limit_at(plot, line, &at))
            continue;
        bool upright = goes_up(l, line);
        bd_point_px from = { upright ? at : a->x, upright ? a->y - bd_limit_strip(l) / 4 : at };
        bd_point_px to = { upright ? at : a->x + a->width, upright ? a->y + a->height : at };
        bd_shape *shape = bd_scene_line(l->scene, ink_of(line), 2, from, to);
        shape->dash = BD_DASH_LIMIT;
        if ((name_it || line->panel > 0) && line->text && *line->text
            && !bd_limit_in_legend(l->chart, line))
            limit_label(plot, line, at, upright);
    }
    l->limits_named = true; /* once is enough in a grid */
}
