/* Names of categories: beside their slot when bars go down; below it flat, in up to four
 * lines, else turned, and where even that is too tight only every so many. Two names never
 * meet. */
#include "render/chart/internal.h"

#include <math.h>

#define TURN          38.0 /* degrees */
#define TURNED_LENGTH 170.0
#define BESIDE_SHARE  0.36 /* of the width, at most, for names beside the plot */
enum { LINES_BELOW = 4, LINES_BESIDE = 3 };

static const bd_type name_type = { .size = BD_SIZE_LABEL, .ink = BD_INK_TEXT };

static double sine(void)
{
    return sin(TURN * 3.14159265358979323846 / 180);
}

static double cosine(void)
{
    return cos(TURN * 3.14159265358979323846 / 180);
}

static bool downwards(const bd_layout *l)
{
    return l->chart->horizontal && l->categories;
}

void bd_categories_names(bd_layout *l)
{
    const bd_chart_axis *x = &l->chart->x;
    bd_categories *names = &l->names;
    if (!l->categories)
        return;
    names->count = x->category_count;
    names->names = bd_arena_alloc(l->arena, (names->count + 1) * sizeof *names->names);
    size_t prefix = bd_common_prefix(x->categories, names->count);
    if (prefix > 0)
        l->prefix = bd_arena_text(l->arena, (bd_str){ x->categories[0], prefix });
    for (size_t i = 0; i < names->count; i++)
        names->names[i] = x->categories[i] + prefix;
    if (!downwards(l))
        return;
    double most = l->scene->width * BESIDE_SHARE;
    names->lines = 1;
    for (size_t i = 0; i < names->count; i++) {
        bd_wrapped name = bd_wrap_text(l->scene, name_type, names->names[i], most, LINES_BESIDE);
        names->room = fmax(names->room, name.width);
        names->lines = name.count > names->lines ? name.count : names->lines;
    }
}

static bool fits_flat(bd_layout *l, double room, size_t *lines)
{
    *lines = 1;
    for (size_t i = 0; i < l->names.count; i++) {
        bd_wrapped name = bd_wrap_text(l->scene, name_type, l->names.names[i], room, LINES_BELOW);
        if (!name.whole)
            return false;
        *lines = name.count > *lines ? name.count : *lines;
    }
    return true;
}

static double widest(const bd_layout *l)
{
    double width = 0;
    for (size_t i = 0; i < l->names.count; i++)
        width = fmax(width, bd_scene_text_width(l->scene, l->names.names[i], name_type));
    return width;
}

/* Names below the plot. */
static void plan_below(bd_layout *l)
{
    enum { SHORT = 72 };
    bd_categories *names = &l->names;
    double slot = l->plot_width / (double)names->count;
    double line = bd_line_height(BD_SIZE_LABEL), wide = widest(l);
    names->room = slot - 8;
    names->every = 1;
    names->fit = BD_FIT_FLAT;
    if (slot > 24 && fits_flat(l, names->room, &names->lines)) {
        names->depth = (double)names->lines * line + 9;
        return;
    }
    names->lines = 1;
    double turned_pitch = line / sine();
    if (wide <= SHORT && (slot < turned_pitch || l->chart->kind == BD_CHART_LINES)) {
        names->every = (size_t)ceil((wide + 10) / slot);
        names->room = (double)names->every * slot - 8;
        names->depth = line + 9;
        return;
    }
    names->fit = BD_FIT_TURNED;
    names->every = slot >= turned_pitch ? 1 : (size_t)ceil(turned_pitch / slot);
    names->room = fmin(wide, TURNED_LENGTH);
    names->depth = names->room * sine() + line * cosine() + 8;
}

void bd_categories_plan(bd_layout *l)
{
    bd_categories *names = &l->names;
    if (!l->categories || names->count == 0)
        return;
    if (!downwards(l)) {
        plan_below(l);
        return;
    }
    double slot = l->plot_height / (double)names->count, line = bd_line_height(BD_SIZE_LABEL);
    size_t lines = (size_t)fmax(1, floor(slot / line));
    names->lines = lines < names->lines ? lines : names->lines;
    names->every = slot >= line ? 1 : (size_t)ceil(line / slot);
}

double bd_slot_width(const bd_plot *plot)
{
    const bd_layout *l = plot->layout;
    size_t count = l->names.count > 0 ? l->names.count : 1;
    return (downwards(l) ? plot->area.height : plot->area.width) / (double)count;
}

double bd_slot_start(const bd_plot *plot, size_t category)
{
    double start = downwards(plot->layout) ? plot->area.y : plot->area.x;
    return start + (double)category * bd_slot_width(plot);
}

static void draw_beside(const bd_plot *plot, const char *name, double middle)
{
    const bd_layout *l = plot->layout;
    bd_type type = name_type;
    type.anchor = BD_ANCHOR_END;
    bd_wrapped lines = bd_wrap_text(l->scene, type, name, l->names.room + 0.01, l->names.lines);
    double line = bd_line_height(type.size);
    double y = middle - (double)lines.count * line / 2 + 1;
    for (size_t i = 0; i < lines.count; i++)
        bd_taken_add(&plot->values->labels,
                     bd_text_box(bd_scene_text(
                         l->scene, type, (bd_point_px){ plot->area.x - 10, y + (double)i * line },
                         lines.lines[i])));
}

static void draw_below(const bd_plot *plot, const char *name, double middle)
{
    const bd_layout *l = plot->layout;
    bd_type type = name_type;
    double top = plot->area.y + plot->area.height + 8;
    if (l->names.fit == BD_FIT_TURNED) {
        type.anchor = BD_ANCHOR_END;
        type.angle = TURN;
        /* what begins left of the page is shortened */
        double room = fmin(l->names.room, (middle - 6) / cosine());
        name = bd_fit_text(l->scene, type, name, room + 0.01);
        bd_scene_text(l->scene, type, (bd_point_px){ middle + 2, top + 3 }, name);
        return;
    }
    type.anchor = BD_ANCHOR_MIDDLE;
    bd_wrapped lines = bd_wrap_text(l->scene, type, name, l->names.room, l->names.lines);
    double line = bd_line_height(type.size);
    for (size_t i = 0; i < lines.count; i++) {
        double half = bd_scene_text_width(l->scene, lines.lines[i], type) / 2;
        double x = bd_label_middle(plot, middle, half);
        if (isnan(x))
            continue;
        bd_scene_text(l->scene, type, (bd_point_px){ x, top + (double)i * line }, lines.lines[i]);
    }
}

void bd_categories_draw(const bd_plot *plot)
{
    const bd_layout *l = plot->layout;
    double half = bd_slot_width(plot) / 2;
    l->scene->role = BD_ROLE_CATEGORY;
    for (size_t i = 0; i < l->names.count; i += l->names.every) {
        double middle = bd_slot_start(plot, i) + half;
        if (downwards(l))
            draw_beside(plot, l->names.names[i], middle);
        else
            draw_below(plot, l->names.names[i], middle);
    }
    l->scene->role = BD_ROLE_PLAIN;
}
