/* Where everything stands: head, a grid of plots that share their axes, foot. Runs a second
 * time when a height is asked for, with what is left for the plots. */
#include "render/chart/internal.h"

#include <math.h>

#define PANEL_GAP   34.0
#define PANEL_WIDTH 250.0 /* a plot of a grid is not narrower */
#define PLOT_LOW    60.0  /* a plot is never lower */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static void grid(bd_layout *l)
{
    size_t count = l->chart->panel_count > 0 ? l->chart->panel_count : 1;
    size_t most = (size_t)larger(1, floor((l->scene->width - 2 * BD_PADDING) / PANEL_WIDTH));
    l->columns = count < most ? count : most;
    l->rows = (count + l->columns - 1) / l->columns;
    l->columns = (count + l->rows - 1) / l->rows; /* as even as it gets */
}

/* Bars that go down make the plot as high as they need. */
static double natural_height(const bd_layout *l)
{
    enum { HIGHEST = 4000 };
    const bd_chart *chart = l->chart;
    if (!chart->horizontal || !l->categories)
        return l->rows > 1 ? 170 : l->columns > 1 ? 240 : 330;
    bool grouped = chart->kind == BD_CHART_BARS && chart->legend_count > 1;
    size_t series = grouped ? chart->legend_count : 1;
    double bars = (double)series * (series > 1 ? 17 : 22) + 12;
    double text = (double)l->names.lines * bd_line_height(BD_SIZE_LABEL) + 8;
    double height = (double)chart->x.category_count * larger(bars, text);
    return height < PLOT_LOW ? PLOT_LOW : height > HIGHEST ? HIGHEST : height;
}

/* px that the last label below the last plot needs beyond it */
static double overhang(const bd_layout *l, const bd_ticks *ticks)
{
    double beyond = 0;
    for (size_t i = 0; i < ticks->count; i++) {
        const bd_scale *scale = ticks == l->value_ticks ? &l->value : &l->place;
        const char *label = ticks->items[i].label;
        if (!label)
            continue;
        double half = bd_scene_text_width(l->scene, label, (bd_type){ .size = BD_SIZE_LABEL }) / 2;
        beyond = fmax(beyond, bd_scale_px(scale, ticks->items[i].value) + half - l->plot_width);
    }
    return beyond;
}

/* Ticks of the axis that lies below the plots, which become narrower when the last label
 * would come too near to the edge of the page. */
static void ticks_below(bd_layout *l, bool downwards)
{
    const double room = 4;
    bd_scale value = l->value;
    for (int again = 0; again < 2; again++) {
        l->value = value;
        if (downwards)
            bd_axes_value_ticks(l, l->plot_width);
        else
            bd_place_ticks(l);
        double over = overhang(l, downwards ? l->value_ticks : l->place_ticks) - room;
        if (over <= 0 || over > 60 || again > 0)
            return;
        l->plot_width = larger(l->plot_width - over / (double)l->columns, 40);
    }
}

static void margins(bd_layout *l)
{
    bool downwards = l->chart->horizontal && l->categories;
    double gaps = (double)(l->columns - 1) * PANEL_GAP;
    if (!downwards) {
        bd_axes_value_ticks(l, l->plot_height);
        l->left = BD_PADDING + l->value_ticks->widest + 9;
    } else {
        l->left = BD_PADDING + l->names.room + 10;
    }
    double right = BD_PADDING + 4;
    l->plot_width = (l->scene->width - l->left - right - gaps) / (double)l->columns;
    l->plot_width = larger(l->plot_width, 40);
    if (downwards || !l->categories)
        ticks_below(l, downwards);
    bd_categories_plan(l);
}

static void draw_marks(bd_plot *plot)
{
    static void (*const kinds[])(bd_plot *) = {
        [BD_CHART_BARS] = bd_plot_bars,
        [BD_CHART_STACKED_BARS] = bd_plot_stacks,
        [BD_CHART_LINES] = bd_plot_lines,
        [BD_CHART_SCATTER] = bd_plot_scatter,
        [BD_CHART_BOXES] = bd_plot_boxes,
        [BD_CHART_DISTRIBUTION] = bd_plot_distribution,
        [BD_CHART_PERCENTILES] = bd_plot_percentiles,
    };
    plot->layout->scene->role = BD_ROLE_MARK;
    kinds[plot->layout->chart->kind](plot);
    plot->layout->scene->role = BD_ROLE_PLAIN;
}

static bool is_empty(const bd_chart_panel *panel)
{
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t m = 0; m < panel->series[s].mark_count; m++)
            if (isfinite(panel->series[s].marks[m].y) || panel->series[s].marks[m].sample_count > 0)
                return false;
    return true;
}

static void draw_empty(const bd_plot *plot)
{
    bd_scene *scene = plot->layout->scene;
    const char *words = plot->layout->chart->words.no_data;
    bd_type type = { .size = BD_SIZE_LABEL, .ink = BD_INK_MUTED, .anchor = BD_ANCHOR_MIDDLE };
    scene->role = BD_ROLE_NOTE;
    bd_point_px middle = { plot->area.x + plot->area.width / 2,
                           plot->area.y + plot->area.height / 2 - type.size };
    bd_scene_text(scene, type, middle,
                  bd_fit_text(scene, type, words ? words : "no data", plot->area.width));
    scene->role = BD_ROLE_PLAIN;
}

static void set_scales(bd_plot *plot)
{
    bool downwards = plot->layout->chart->horizontal && plot->layout->categories;
    const bd_rect_px *area = &plot->area;
    plot->value = plot->layout->value;
    plot->place = plot->layout->place;
    plot->value.from = downwards ? area->x : area->y + area->height;
    plot->value.to = downwards ? area->x + area->width : area->y;
    plot->place.from = area->x;
    plot->place.to = area->x + area->width;
}

static void draw_panel(bd_layout *l, size_t index, double top)
{
    static const bd_chart_panel nothing = { .title = "" };
    const bd_chart *chart = l->chart;
    bd_values values = { 0 };
    size_t column = index % l->columns;
    bd_plot plot = {
        .layout = l,
        .panel = index < chart->panel_count ? &chart->panels[index] : &nothing,
        .index = index,
        .area = { l->left + (double)column * (l->plot_width + PANEL_GAP), top, l->plot_width,
                  l->plot_height },
        .left_most = column == 0,
        .lowest = index + l->columns >= chart->panel_count,
        .values = &values,
    };
    set_scales(&plot);
    if (plot.panel->title && *plot.panel->title) {
        bd_type type = { .size = BD_SIZE_PANEL, .bold = true, .ink = BD_INK_TEXT };
        l->scene->role = BD_ROLE_PANEL;
        bd_scene_text(
            l->scene, type,
            (bd_point_px){ plot.area.x, top - bd_line_height(type.size) - 5 - bd_limit_strip(l) },
            bd_fit_text(l->scene, type, plot.panel->title, plot.area.width));
        l->scene->role = BD_ROLE_PLAIN;
    }
    bd_axes_draw(&plot);
    if (is_empty(plot.panel)) {
        draw_empty(&plot);
    } else {
        draw_marks(&plot);
        bd_limits_draw(&plot);
        bd_values_draw(&plot);
    }
    bd_values_release(&values);
}

static bool has_titles(const bd_chart *chart)
{
    for (size_t i = 0; i < chart->panel_count; i++)
        if (chart->panels[i].title && *chart->panels[i].title)
            return true;
    return false;
}

static void draw_grid(bd_layout *l)
{
    double title = has_titles(l->chart) ? bd_line_height(BD_SIZE_PANEL) + 6 : 0;
    title += bd_limit_strip(l);
    double pitch = l->plot_height + title + 22;
    double top = l->y + title;
    size_t count = l->chart->panel_count > 0 ? l->chart->panel_count : 1;
    /* a short last row leaves labels below plots of the row before it; turned ones reach
     * into the next column */
    bool turned = l->names.fit == BD_FIT_TURNED && count % l->columns != 0 && l->rows > 1;
    double extra = turned ? l->names.depth : 0;
    for (size_t i = 0; i < count; i++) {
        size_t row = i / l->columns;
        draw_panel(l, i, top + (double)row * pitch + (row + 1 == l->rows ? extra : 0));
    }
    l->y = top + (double)(l->rows - 1) * pitch + extra + l->plot_height + l->names.depth;
    if (!l->categories || (l->chart->horizontal && l->categories))
        l->y += bd_line_height(BD_SIZE_LABEL) + 9;
}

/* @param plot_height  0 = as the content asks for */
static double run(const bd_chart *chart, bd_scene *scene, double plot_height, size_t *rows)
{
    bd_ticks *ticks = bd_arena_alloc(scene->arena, 2 * sizeof *ticks);
    bd_layout l = { .chart = chart,
                    .scene = scene,
                    .arena = scene->arena,
                    .value_ticks = &ticks[0],
                    .place_ticks = &ticks[1],
                    .names = { .every = 1 } };
    scene->count = 0;
    if (chart->kind == BD_CHART_DISTRIBUTION)
        bd_bins_build(&l);
    bd_layout_ranges(&l);
    grid(&l);
    bd_categories_names(&l);
    l.plot_height = plot_height > 0 ? plot_height : natural_height(&l);
    bd_layout_head(&l);
    margins(&l);
    draw_grid(&l);
    bd_layout_x_title(&l);
    bd_layout_foot(&l);
    scene->height = ceil(l.y);
    *rows = l.rows;
    return l.plot_height;
}

void bd_chart_layout(const bd_chart *chart, double width, double height, bd_scene *scene)
{
    size_t rows;
    scene->width = width;
    chart = bd_chart_visible(chart, scene->arena);
    double plot_height = run(chart, scene, 0, &rows);
    if (height <= 0 || fabs(height - scene->height) < 1)
        return;
    plot_height = larger(PLOT_LOW, plot_height + (height - scene->height) / (double)rows);
    run(chart, scene, plot_height, &rows);
    scene->height = larger(scene->height, height);
}
