/* Bars upon each other. A segment has its label inside of it, where it fits; a whole stack its
 * sum beyond its end. */
#include "render/chart/internal.h"

#include <math.h>
#include <string.h>

static bool down(const bd_layout *l)
{
    return l->chart->horizontal && l->categories;
}

typedef struct stack {
    double above, below; /* sums of what is positive, of what is negative */
    size_t parts;
    int decimals; /* of the label that has most */
    bool texts;   /* all parts have one */
} stack;

/* Labels of segments are inside of them, where they fit. */
static void segment_label(bd_plot *plot, const char *text, size_t series, bd_rect_px bar)
{
    bd_scene *scene = plot->layout->scene;
    if (!text || !plot->layout->chart->value_labels)
        return;
    bd_type type = { .size = BD_SIZE_VALUE,
                     .anchor = BD_ANCHOR_MIDDLE,
                     .ink = BD_INK_ON_SERIES + (int)(series % BD_SERIES_COLOURS) };
    double width = bd_scene_text_width(scene, text, type);
    if (width + 6 > bar.width || type.size * 1.16 + 2 > bar.height || series >= BD_SERIES_COLOURS) {
        plot->layout->unlabelled++;
        return;
    }
    bd_point_px at = { bar.x + bar.width / 2, bar.y + bar.height / 2 - type.size * 0.58 };
    scene->role = BD_ROLE_VALUE;
    bd_taken_add(&plot->values->labels, bd_text_box(bd_scene_text(scene, type, at, text)));
    scene->role = BD_ROLE_MARK;
}

static int decimals_of(const bd_plot *plot, const char *text)
{
    const char *point = plot->layout->chart->y.point;
    const char *at = strstr(text, point && *point ? point : ".");
    int out = 0;
    for (at = at ? at + strlen(point && *point ? point : ".") : ""; *at >= '0' && *at <= '9'; at++)
        out++;
    return out;
}

static void segment(bd_plot *plot, size_t series, const bd_chart_mark *mark, stack *stacks)
{
    size_t category;
    if (!bd_drawable(mark->y, false) || !bd_category_of(plot, mark, &category))
        return;
    stack *on = &stacks[category];
    double *sum = mark->y < 0 ? &on->below : &on->above;
    double from = bd_scale_px(&plot->value, *sum);
    *sum += mark->y;
    on->texts = mark->text && (on->parts == 0 || on->texts);
    on->parts++;
    if (mark->text) {
        int decimals = decimals_of(plot, mark->text);
        on->decimals = decimals > on->decimals ? decimals : on->decimals;
    }
    bd_rect_px bar = bd_bar_between(plot, bd_group_part(plot, category, 0), from,
                                    bd_scale_px(&plot->value, *sum));
    if (!down(plot->layout) && bar.height >= 3)
        bar.height -= 1; /* a line of paper between neighbours */
    else if (down(plot->layout) && bar.width >= 3)
        bar.width -= 1;
    bd_bar(plot->layout->scene, series, bar);
    bd_taken_add(&plot->values->marks, bar);
    segment_label(plot, mark->text, series, bar);
}

/* The sum of a stack of which no part is missing. */
static void total(bd_plot *plot, size_t category, const stack *s)
{
    bd_layout *l = plot->layout;
    if (!l->chart->value_labels || !s->texts || s->parts < 2 || s->below < 0
        || s->parts != plot->panel->series_count)
        return;
    bd_value_label label = { .type = { .size = BD_SIZE_VALUE, .bold = true, .ink = BD_INK_TEXT },
                             .place_count = 1 };
    label.text = bd_sum_label(l->scene, &l->chart->y, s->above, s->decimals);
    if (!label.text)
        return;
    bd_rect_px part = bd_group_part(plot, category, 0);
    double px = bd_scale_px(&plot->value, s->above);
    if (down(l)) {
        label.places[0] = (bd_point_px){ px + 6, part.y + part.height / 2 - BD_SIZE_VALUE * 0.58 };
    } else {
        label.type.anchor = BD_ANCHOR_MIDDLE;
        label.places[0] = (bd_point_px){ part.x + part.width / 2, px - BD_SIZE_VALUE * 1.16 - 3 };
    }
    bd_value_wait(plot, &label);
}

void bd_plot_stacks(bd_plot *plot)
{
    const bd_chart_panel *panel = plot->panel;
    size_t count = plot->layout->names.count;
    stack *stacks = bd_arena_alloc(plot->layout->arena, (count + 1) * sizeof *stacks);
    for (size_t s = 0; s < panel->series_count; s++) {
        size_t series = bd_legend_index(plot->layout->chart, panel->series[s].name);
        for (size_t m = 0; m < panel->series[s].mark_count; m++)
            segment(plot, series, &panel->series[s].marks[m], stacks);
    }
    for (size_t i = 0; i < count; i++)
        total(plot, i, &stacks[i]);
}
