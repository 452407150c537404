/* A chart of the configuration: the order of decisions, and the marks that come of them. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool bd_chart_kind_samples(bd_chart_kind kind)
{
    return kind == BD_CHART_SCATTER || kind == BD_CHART_BOXES || kind == BD_CHART_DISTRIBUTION
           || kind == BD_CHART_PERCENTILES;
}

bool bd_chart_fail(const bd_chart_builder *b, bd_scalar at, const char *hint, const char *format,
                   ...)
{
    bd_buf message = BD_BUF_INIT;
    va_list args;
    va_start(args, format);
    bd_buf_vprintf(&message, format, args);
    va_end(args);
    bd_view_fail(b->view, bd_basis_place(&b->basis, at, 0), hint, "%s: %s", b->basis.title,
                 bd_buf_text(&message));
    bd_buf_release(&message);
    return false;
}

static void add_names(bd_scalars *per, const bd_scalar *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        per->items[per->count++] = names[i];
}

static void set_per(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    bd_scalars *per = &b->table.per;
    size_t grid = c->grid.text ? 1 : 0;
    per->items = bd_arena_alloc(b->view->arena,
                                (grid + c->series.count + c->x.count + 1) * sizeof *per->items);
    add_names(per, &c->grid, grid);
    add_names(per, c->series.items, c->series.count);
    add_names(per, c->x.items, c->x.count);
    b->panels = (bd_chart_steps){ .first = 0, .names = grid };
    b->series = (bd_chart_steps){ .first = grid, .names = c->series.count };
    b->places = (bd_chart_steps){ .first = grid + c->series.count, .names = c->x.count };
}

/* The axis says the unit. */
static const char *without_unit(const bd_chart_builder *b, const bd_cell_source *source)
{
    size_t unit = strlen(source->style.gap) + strlen(source->style.unit);
    size_t length = source->text ? strlen(source->text) : 0;
    if (!source->style.unit[0] || length <= unit)
        return source->text;
    return bd_arena_text(b->view->arena, (bd_str){ source->text, length - unit });
}

static bd_chart_mark mark_of(const bd_chart_builder *b, const bd_chart_cell *cell)
{
    bd_chart_mark mark = { .y = (double)NAN, .low = (double)NAN, .high = (double)NAN };
    bool reported = b->kind == BD_CHART_PERCENTILES && cell->sample_count == 0;
    mark.x = reported     ? cell->x
             : b->numeric ? bd_chart_place_number(b, cell->place)
                          : (double)cell->place;
    if (cell->gap)
        return mark;
    mark.text = without_unit(b, &cell->source);
    mark.source = &cell->source;
    if (cell->sample_count > 0) {
        mark.samples = cell->samples;
        mark.sample_count = cell->sample_count;
        return mark;
    }
    mark.y = cell->value;
    mark.low = cell->has_low ? cell->low_value : mark.low;
    mark.high = cell->has_high ? cell->high_value : mark.high;
    return mark;
}

/* Cells come panel by panel, series by series, in the order of the axis. */
static void make_panels(bd_chart_builder *b)
{
    bd_arena *arena = b->view->arena;
    bd_chart *out = b->out;
    size_t series = b->series.count * b->y_count, at = 0;
    out->panel_count = b->panels.count;
    out->panels = bd_arena_alloc(arena, (out->panel_count + 1) * sizeof *out->panels);
    out->legend_count = series;
    out->legend = bd_arena_alloc(arena, (series + 1) * sizeof *out->legend);
    for (size_t s = 0; s < series; s++)
        out->legend[s] = series > 1 ? bd_chart_series_name(b, s, true) : "";
    for (size_t p = 0; p < out->panel_count; p++) {
        bd_chart_panel *panel = &out->panels[p];
        panel->title = b->panels.names > 0 ? b->panels.label[p] : "";
        panel->series = bd_arena_alloc(arena, (series + 1) * sizeof *panel->series);
        for (size_t s = 0; s < series; s++) {
            size_t from = at;
            while (at < b->cell_count && b->cells[at].panel == p && b->cells[at].series == s)
                at++;
            if (at == from)
                continue;
            bd_chart_series *one = &panel->series[panel->series_count++];
            *one = (bd_chart_series){ .name = out->legend[s], .mark_count = at - from };
            one->marks = bd_arena_alloc(arena, (at - from) * sizeof *one->marks);
            for (size_t m = 0; m < at - from; m++)
                one->marks[m] = mark_of(b, &b->cells[from + m]);
        }
    }
}

static bool has_axis(const bd_scalars *list, const char *axis)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].text[0] == axis[0] && !list->items[i].text[1])
            return true;
    return false;
}

static void set_separators(const bd_chart_builder *b, bd_chart_axis *axis,
                           const bd_number_style *style)
{
    axis->group = bd_arena_strdup(b->view->arena, style->group);
    axis->point = bd_arena_strdup(b->view->arena, style->point);
}

static bool make_axes(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    bd_chart *out = b->out;
    bd_number_style whole;
    bool spread = b->kind == BD_CHART_DISTRIBUTION;
    bool curve = b->kind == BD_CHART_PERCENTILES;
    bd_chart_axis values = { .title = "", .unit = b->unit, .numeric = true };
    out->x = (bd_chart_axis){ .title = "", .unit = "", .numeric = b->numeric || spread || curve };
    out->y = (bd_chart_axis){ .title = "", .unit = "", .numeric = true };
    *(spread ? &out->x : &out->y) = values;
    if (spread && b->series.count * b->y_count > 1)
        out->y.unit = "%";
    out->x.log = has_axis(&c->log, "x");
    out->y.log = has_axis(&c->log, "y");
    out->y.from_zero = c->from_zero && !out->y.log && !spread;
    if (out->x.log && !out->x.numeric)
        return bd_chart_fail(b, c->log.items[0],
                             "log: y, or x: a dimension whose values are numbers",
                             "log: x needs numbers along the axis");
    if (!out->x.numeric) {
        out->x.categories = b->places.label;
        out->x.category_count = b->places.count;
    }
    if (!b->chosen_unit && !b->style.as_few_decimals)
        set_separators(b, spread ? &out->x : &out->y, &b->style);
    if (b->numeric && bd_chart_whole_style(b, &whole))
        set_separators(b, &out->x, &whole);
    return true;
}

static bool decide(bd_chart_builder *b)
{
    return bd_chart_read_ys(b) && bd_basis_make_rows(&b->basis) && bd_chart_make_steps(b)
           && bd_chart_decide_kind(b);
}

static bool draw(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    if (!bd_chart_check_stack(b) || !bd_chart_fill_cells(b) || !bd_chart_settle_unit(b)
        || !make_axes(b))
        return false;
    b->out->kind = b->kind;
    b->out->horizontal = c->horizontal;
    b->out->band = c->band;
    b->out->value_labels = c->value_labels;
    make_panels(b);
    bool texts = bd_chart_texts(b), lines = bd_chart_lines(b), notes = bd_chart_notes(b);
    if (!texts || !lines || !notes)
        return false;
    bd_chart_breaks(b);
    if (!bd_chart_changes(b))
        return false;
    bd_chart_footer(b);
    bd_chart_alt(b);
    return true;
}

bool bd_chart_build(const bd_view *view, const bd_chart_config *config, const bd_query *from,
                    bd_scalar text, bd_place place, bd_chart *out)
{
    bd_chart_builder b = { .view = view, .config = config, .out = out, .unit = "" };
    size_t errors = view->found->errors; /* a missing translation is one, too */
    size_t touched = view->shown ? view->shown->count : 0;
    const char *name = config->name.text ? config->name.text : "";
    *out = (bd_chart){ .name = name, .title = "", .better = "", .footer = "", .alt = "" };
    b.column.number = config->number;
    b.basis = (bd_basis){ .view = view,
                          .table = &b.table,
                          .place = place,
                          .chart = true,
                          .title = name[0] ? bd_arena_printf(view->arena, "chart '%s'", name)
                                           : "chart" };
    set_per(&b);
    bool ok = bd_basis_collect(&b.basis, from, text)
              && bd_basis_check_conditions(&b.basis, from, text, 0) && decide(&b) && draw(&b)
              && view->found->errors == errors;
    if (b.admitted) { /* names may be known by results that are not drawn */
        free(b.basis.items);
        b.basis.items = b.admitted;
        b.basis.count = b.admitted_count;
    }
    if (ok)
        bd_basis_touch_asked(&b.basis, touched);
    free(b.fits);
    free(b.row_at);
    bd_basis_release(&b.basis);
    return ok;
}

bool bd_view_chart(const bd_view *view, const bd_chart_config *config, bd_chart *out)
{
    bd_query from = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_place place = { view->config->file, config->from.line, config->from.column };
    if (!bd_query_parse(bd_str_of(config->from.text), true, view->arena, &from, &err)) {
        place.column = bd_scalar_column(config->from, (size_t)err.column - 1);
        return bd_view_fail(view, place, err.hint, "chart '%s': from: %s", config->name.text,
                            err.message);
    }
    if (from.words)
        return bd_view_fail(view, place, "y: names the metric: y: \"{METRIC}\"",
                            "chart '%s': from: takes a suite and conditions, not '%s'",
                            config->name.text, from.words);
    return bd_chart_build(view, config, &from, config->from, place, out);
}
