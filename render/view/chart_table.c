/* The numbers of a chart as a table: a row for each place, a column for each series. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct tabling {
    const bd_view *view;
    const bd_chart *chart;
    bd_table *out;
    bool grid, places; /* have a column */
} tabling;

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the marks of a panel stand, each once, ascending.
 * @return how many; the places are owned by the caller */
static size_t places_of(const bd_chart_panel *panel, double **out)
{
    size_t count = 0, kept = 0;
    for (size_t s = 0; s < panel->series_count; s++)
        count += panel->series[s].mark_count;
    double *all = bd_alloc((count + 1) * sizeof *all);
    count = 0;
    for (size_t s = 0; s < panel->series_count; s++)
        for (size_t m = 0; m < panel->series[s].mark_count; m++)
            all[count++] = panel->series[s].marks[m].x;
    qsort(all, count, sizeof *all, by_value);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || all[kept - 1] < all[i])
            all[kept++] = all[i];
    *out = all;
    return kept;
}

static const char *place_text(const tabling *t, double place)
{
    const bd_chart_axis *x = &t->chart->x;
    if (!x->numeric)
        return place >= 0 && place < (double)x->category_count ? x->categories[(size_t)place] : "";
    if (!t->places)
        return "";
    const char *text = bd_chart_axis_text(x, place, t->view->arena);
    return t->chart->kind == BD_CHART_PERCENTILES ? bd_arena_printf(t->view->arena, "p%s", text)
                                                  : text;
}

static const bd_chart_mark *mark_at(const bd_chart_panel *panel, const char *name, double place)
{
    for (size_t s = 0; s < panel->series_count; s++) {
        const bd_chart_series *series = &panel->series[s];
        for (size_t m = 0; strcmp(series->name, name) == 0 && m < series->mark_count; m++)
            if (!(series->marks[m].x < place) && !(series->marks[m].x > place))
                return &series->marks[m];
    }
    return NULL;
}

static void fill_cell(const tabling *t, const bd_chart_mark *mark, bd_cell *cell)
{
    bd_arena *arena = t->view->arena;
    if (!mark || !mark->source) {
        cell->missing = true;
        bd_cell_literal(cell, arena, "–");
        return;
    }
    const char *text = mark->source->text ? mark->source->text : "";
    const char *const names[][2] = { { "{median}", text },
                                     { "{n}", bd_arena_printf(arena, "%zu", mark->sample_count) } };
    if (mark->sample_count > 0)
        text = bd_say_with(t->view, "median {median}, n = {n}", names, BD_COUNT(names));
    bd_cell_add_source(cell, arena, mark->source);
    bd_cell_add(cell, arena, text, true);
}

static void fill_row(const tabling *t, const bd_chart_panel *panel, double place)
{
    bd_table *out = t->out;
    bd_arena *arena = t->view->arena;
    bd_cell *row = &out->cells[out->row_count * out->column_count];
    const char *where = t->places ? place_text(t, place) : "";
    size_t at = 0;
    if (t->grid)
        bd_cell_add(&row[at++], arena, panel->title, true);
    if (t->places)
        bd_cell_add(&row[at++], arena, where, true);
    for (size_t s = 0; s < t->chart->legend_count; s++)
        fill_cell(t, mark_at(panel, t->chart->legend[s], place), &row[at++]);
    out->row_names[out->row_count++] = panel->title[0] && where[0]
                                           ? bd_arena_printf(arena, "%s / %s", panel->title, where)
                                       : panel->title[0] ? panel->title
                                                         : where;
}

static void add_title(const tabling *t, const char *title, bd_align align)
{
    bd_table_column *column = &t->out->columns[t->out->column_count++];
    *column = (bd_table_column){ .align = align };
    bd_cell_add(&column->title, t->view->arena, title, true);
}

static void add_titles(const tabling *t)
{
    const bd_chart *chart = t->chart;
    bd_arena *arena = t->view->arena;
    const bd_chart_axis *values = chart->kind == BD_CHART_DISTRIBUTION ? &chart->x : &chart->y;
    t->out->columns = bd_arena_alloc(arena, (chart->legend_count + 2) * sizeof *t->out->columns);
    if (t->grid)
        add_title(t, "", BD_ALIGN_LEFT);
    if (t->places)
        add_title(t, chart->x.title, chart->x.numeric ? BD_ALIGN_RIGHT : BD_ALIGN_LEFT);
    for (size_t s = 0; s < chart->legend_count; s++)
        add_title(t, chart->legend[s][0] ? chart->legend[s] : values->title, BD_ALIGN_RIGHT);
}

static bool has_places(const bd_chart *chart)
{
    bool reported = false; /* percentiles of their own, not of samples */
    for (size_t p = 0; p < chart->panel_count; p++)
        for (size_t s = 0; s < chart->panels[p].series_count; s++)
            reported = reported || chart->panels[p].series[s].marks[0].sample_count == 0;
    return chart->kind != BD_CHART_DISTRIBUTION
           && (chart->kind != BD_CHART_PERCENTILES || reported);
}

void bd_view_chart_table(const bd_view *view, const bd_chart *chart, bd_table *out)
{
    bool grid = chart->panel_count > 1 || (chart->panel_count == 1 && chart->panels[0].title[0]);
    tabling t = { view, chart, out, grid, has_places(chart) };
    *out = (bd_table){ .name = chart->name, .notes = chart->notes };
    out->note_count = chart->note_count;
    add_titles(&t);
    size_t rows = 0;
    for (size_t p = 0; p < chart->panel_count; p++) {
        double *places;
        rows += places_of(&chart->panels[p], &places);
        free(places);
    }
    out->cells = bd_arena_alloc(view->arena, (rows * out->column_count + 1) * sizeof *out->cells);
    out->row_names = bd_arena_alloc(view->arena, (rows + 1) * sizeof *out->row_names);
    for (size_t p = 0; p < chart->panel_count; p++) {
        double *places;
        size_t count = places_of(&chart->panels[p], &places);
        for (size_t i = 0; i < count; i++)
            fill_row(&t, &chart->panels[p], places[i]);
        free(places);
    }
}
