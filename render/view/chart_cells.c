/* The numbers of a chart: one for each place of each series, with its spread. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ", operation write, series MariaDB, at 5000" */
static const char *where_text(const bd_chart_builder *b, size_t panel, size_t series, size_t place)
{
    bd_buf out = BD_BUF_INIT;
    const char *name = bd_chart_series_name(b, series, false);
    if (b->panels.names > 0)
        bd_buf_printf(&out, ", %s %s", b->config->grid.text, b->panels.raw[panel]);
    if (name[0])
        bd_buf_printf(&out, ", series %s", name);
    if (b->places.names > 0)
        bd_buf_printf(&out, ", at %s", b->places.raw[place]);
    const char *text = bd_arena_text(b->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

bd_cell_context bd_chart_context(bd_chart_builder *b, const bd_chart_cell *cell)
{
    return (bd_cell_context){
        .basis = &b->basis,
        .row = cell->row,
        .column = &b->column,
        .where = cell->where,
        .place = cell->y->place,
        .silent = b->config->gaps,
        .fits = b->fits,
        .wrong = &b->wrong,
    };
}

bd_chart_cell *bd_chart_add_cell(bd_chart_builder *b, const bd_chart_cell *cell)
{
    if (b->cell_count == b->cell_capacity) {
        size_t capacity = b->cell_capacity * 2 + 64;
        bd_chart_cell *grown = bd_arena_alloc(b->view->arena, capacity * sizeof *grown);
        if (b->cell_count > 0)
            memcpy(grown, b->cells, b->cell_count * sizeof *grown);
        b->cells = grown;
        b->cell_capacity = capacity;
    }
    b->cells[b->cell_count] = *cell;
    return &b->cells[b->cell_count++];
}

/* ---- spread ---- */

static bool end_of(bd_chart_builder *b, const bd_chart_cell *cell, bd_stat_kind kind,
                   bd_number *out)
{
    bool reported;
    int64_t n;
    bd_stat stat = { kind, 0 };
    const bd_observation *o = cell->source.observation;
    bd_touch_observation(b->view, o, stat);
    return bd_point_stat(o->point, stat, out, &reported, &n) && bd_number_finite(*out);
}

/* The interval that the point reports: its ends, else its half width. */
static void take_confidence(bd_chart_builder *b, bd_chart_cell *cell)
{
    bd_number half;
    cell->low_unit = cell->high_unit = cell->source.unit;
    cell->has_low = end_of(b, cell, BD_STAT_LOW, &cell->low);
    cell->has_high = end_of(b, cell, BD_STAT_HIGH, &cell->high);
    if ((cell->has_low && cell->has_high) || !end_of(b, cell, BD_STAT_ERROR, &half))
        return;
    double value = bd_number_as_double(cell->source.number), width = bd_number_as_double(half);
    cell->low = bd_double(value - width);
    cell->high = bd_double(value + width);
    cell->has_low = cell->has_high = true;
}

static bd_cell_result take_end(bd_chart_builder *b, const bd_chart_cell *cell, const bd_hole *hole,
                               bd_number *out, const char **unit)
{
    bd_cell_context context = bd_chart_context(b, cell);
    bd_cell_source source;
    size_t count = bd_row_matches(&context, hole->metric.metric, &hole->filter);
    if (count == 1) {
        bd_cell_result result = bd_cell_number(&context, hole, context.fits[0], &source);
        *out = source.number;
        *unit = source.unit;
        return result;
    }
    bd_cell_fail(&context, "error: takes two numbers that every place has",
                 "%zu points fit %s, an end of error:", count, hole->source);
    return BD_CELL_WRONG;
}

static bd_cell_result take_spread(bd_chart_builder *b, bd_chart_cell *cell)
{
    if (b->confidence)
        take_confidence(b, cell);
    if (b->end_count == 0)
        return BD_CELL_OK;
    bd_cell_result low = take_end(b, cell, &b->ends[0], &cell->low, &cell->low_unit);
    bd_cell_result high = take_end(b, cell, &b->ends[1], &cell->high, &cell->high_unit);
    cell->has_low = low == BD_CELL_OK;
    cell->has_high = high == BD_CELL_OK;
    return low == BD_CELL_WRONG || high == BD_CELL_WRONG ? BD_CELL_WRONG : BD_CELL_OK;
}

/* ---- one place ---- */

static bd_cell_result several(const bd_cell_context *context, const bd_hole *hole, size_t count)
{
    bd_buf difference = BD_BUF_INIT;
    bd_describe_difference(context->fits, count, &difference);
    bd_cell_fail(context,
                 "give what differs to x:, series: or grid:, or leave one by a condition: "
                 "name=value in from: or in the braces",
                 "%zu points fit %s: %s", count, hole->source,
                 difference.len > 0 ? bd_buf_text(&difference)
                                    : "they differ in nothing but their place");
    bd_buf_release(&difference);
    return BD_CELL_WRONG;
}

static bd_cell_result nothing(const bd_chart_builder *b, const bd_cell_context *context,
                              const bd_hole *hole)
{
    if (!context->silent && !b->numeric)
        bd_cell_fail(context, "bring the result back, or leave the place empty: `missing: gap`",
                     "no point fits %s", hole->source);
    return BD_CELL_MISSING;
}

/* Adds the cell, or cells; a place that is empty becomes a gap. */
static bd_cell_result fill(bd_chart_builder *b, bd_chart_cell *cell)
{
    const bd_hole *hole = &cell->y->hole;
    bd_cell_context context = bd_chart_context(b, cell);
    size_t count = cell->row ? bd_row_matches(&context, hole->metric.metric, &hole->filter) : 0;
    if (count == 0)
        return nothing(b, &context, hole);
    if (count > 1)
        return several(&context, hole, count);
    const bd_observation *o = context.fits[0];
    if (bd_chart_kind_samples(b->kind) && cell->y->plain)
        return bd_chart_fill_samples(b, cell, o);
    bd_cell_result result = bd_cell_number(&context, hole, o, &cell->source);
    if (result == BD_CELL_OK)
        result = take_spread(b, cell);
    if (result == BD_CELL_OK)
        bd_chart_add_cell(b, cell);
    return result;
}

static bool fill_place(bd_chart_builder *b, size_t panel, size_t series, size_t place)
{
    size_t at = (panel * b->series.count + series / b->y_count) * b->places.count + place;
    size_t row = b->row_at[at];
    bd_chart_cell cell = { .panel = panel, .series = series, .place = place };
    if (row == 0 && b->numeric)
        return true;
    cell.y = &b->ys[series % b->y_count];
    cell.row = row > 0 ? &b->basis.rows[row - 1] : NULL;
    cell.where = where_text(b, panel, series, place);
    bd_cell_result result = fill(b, &cell);
    if (result != BD_CELL_MISSING)
        return result == BD_CELL_OK;
    bool none = b->numeric && cell.source.observation == NULL; /* not one of its places */
    cell.gap = true;
    if (!none && b->config->gaps)
        bd_chart_add_cell(b, &cell);
    return none || b->config->gaps;
}

static void report_more(const bd_chart_builder *b)
{
    size_t more = b->wrong - BD_CELLS_SAID;
    if (b->wrong > BD_CELLS_SAID)
        bd_view_fail(b->view, b->basis.place, NULL, "%s: %zu more place%s wrong", b->basis.title,
                     more, more == 1 ? " is" : "s are");
}

bool bd_chart_fill_cells(bd_chart_builder *b)
{
    bool ok = true;
    b->fits = bd_alloc((b->basis.count + 1) * sizeof *b->fits);
    for (size_t p = 0; p < b->panels.count; p++)
        for (size_t s = 0; s < b->series.count * b->y_count; s++)
            for (size_t x = 0; x < b->places.count; x++)
                ok = fill_place(b, p, s, x) && ok;
    report_more(b);
    size_t drawn = 0;
    for (size_t i = 0; i < b->cell_count; i++)
        drawn += b->cells[i].gap ? 0 : 1;
    if (ok && drawn == 0)
        ok = bd_view_fail(b->view, b->basis.place, "see `benchdoc fields`",
                          "%s: no place has a number", b->basis.title);
    return ok;
}
