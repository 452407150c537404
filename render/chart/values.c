/* Labels inside of a plot: values of marks. They wait until all
 * marks are drawn, take a place that is free, and are left out rather than meet another. */
#include "render/chart/internal.h"

#include <math.h>
#include <stdlib.h>

enum { LABELS_AT_MOST = 600, MARKS_AT_MOST = 4000 };

void bd_values_release(bd_values *values)
{
    free(values->marks.rects);
    free(values->labels.rects);
    free(values->waiting);
}

void bd_taken_add(bd_taken *taken, bd_rect_px rect)
{
    if (taken->count == MARKS_AT_MOST)
        return;
    taken->rects = bd_grow(taken->rects, taken->count, &taken->capacity, sizeof *taken->rects);
    taken->rects[taken->count++] = rect;
}

bool bd_taken_free(const bd_taken *taken, bd_rect_px rect)
{
    for (size_t i = 0; i < taken->count; i++)
        if (bd_rects_meet(taken->rects[i], rect))
            return false;
    return true;
}

void bd_value_wait(bd_plot *plot, const bd_value_label *label)
{
    bd_values *values = plot->values;
    values->waiting = bd_grow(values->waiting, values->count, &values->capacity,
                              sizeof *values->waiting);
    values->waiting[values->count++] = *label;
}

bd_rect_px bd_label_box(const bd_scene *scene, const bd_value_label *label, bd_point_px at)
{
    double width = bd_scene_text_width(scene, label->text, label->type);
    double height = label->type.size * 1.16, shift = 0;
    if (label->type.anchor == BD_ANCHOR_MIDDLE)
        shift = width / 2;
    else if (label->type.anchor == BD_ANCHOR_END)
        shift = width;
    if (label->type.angle != 0) /* upright, going up from the anchor */
        return (bd_rect_px){ at.x - height / 2 - 1, at.y - width - 1, height + 2, width + 2 };
    return (bd_rect_px){ at.x - shift - 2, at.y, width + 4, height };
}

bool bd_label_inside(const bd_plot *plot, bd_rect_px box)
{
    enum { BESIDE = 16 }; /* px: less than half of what parts two plots */
    const bd_rect_px *a = &plot->area;
    double right = fmin(a->x + a->width + BESIDE, plot->layout->scene->width - 1);
    return box.x >= a->x - BESIDE && box.x + box.width <= right
           && box.y >= a->y - bd_limit_strip(plot->layout) - 1
           && box.y + box.height <= plot->area.y + plot->area.height + 1;
}

/* A label over a mark near the end of the plot moves in, off the labels of the axis. */
static bd_point_px moved_in(const bd_plot *plot, const bd_value_label *label, bd_point_px at)
{
    bd_rect_px box = bd_label_box(plot->layout->scene, label, at);
    double left = plot->area.x + 1;
    if (label->type.anchor == BD_ANCHOR_MIDDLE && label->type.angle == 0 && box.x < left
        && at.x >= left)
        at.x += left - box.x;
    return at;
}

/* Sets the label at `at`, or past a budget line that would run through it. */
static bool place_near(bd_plot *plot, const bd_value_label *label, bd_point_px at)
{
    enum { TRIES = 3 };
    bd_scene *scene = plot->layout->scene;
    at = moved_in(plot, label, at);
    bd_rect_px first = bd_label_box(scene, label, at), line = { 0 };
    bool crossed = bd_limit_across(plot, first, &line), upright = line.height > line.width;
    for (int i = 0; i < (crossed ? TRIES : 1); i++) {
        bd_point_px p = at;
        if (i == 1 && upright)
            p.x += line.x + line.width + 2 - first.x;
        else if (i == 1)
            p.y += line.y - 1 - (first.y + first.height);
        else if (i == 2 && upright)
            p.x += line.x - 2 - (first.x + first.width);
        else if (i == 2)
            p.y += line.y + line.height + 1 - first.y;
        bd_rect_px box = bd_label_box(scene, label, p), other;
        if (!bd_label_inside(plot, box) || bd_limit_across(plot, box, &other)
            || !bd_taken_free(&plot->values->labels, box)
            || !bd_taken_free(&plot->values->marks, box))
            continue;
        scene->role = BD_ROLE_VALUE;
        bd_scene_text(scene, label->type, p, label->text);
        scene->role = BD_ROLE_PLAIN;
        bd_taken_add(&plot->values->labels, box);
        return true;
    }
    return false;
}

static bool place(bd_plot *plot, const bd_value_label *label)
{
    for (size_t i = 0; i < label->place_count; i++)
        if (place_near(plot, label, label->places[i]))
            return true;
    return false;
}

void bd_values_draw(bd_plot *plot)
{
    for (size_t i = 0; i < plot->values->count; i++)
        if (i >= LABELS_AT_MOST || !place(plot, &plot->values->waiting[i]))
            plot->layout->unlabelled++;
}
