/* One number of a cell: the statistic of a point, in the unit and with the decimals
 * that the table asks for, or what to say when there is none. */
#include "render/view/internal.h"

#include <stdio.h>
#include <string.h>

static const char *place_of(const bd_cell_context *context, const bd_observation *o)
{
    const bd_source *at = &o->point->source;
    bd_arena *arena = context->basis->view->arena;
    const char *path = at->file < o->run->file_count ? o->run->files[at->file].path : "a result";
    return at->line > 0 ? bd_arena_printf(arena, "%s:%d:%d", path, at->line, at->column) : path;
}

static bool has_statistics(const bd_point *p)
{
    bool any = p->samples.count > 0 || p->histogram.count > 0;
    for (size_t i = 0; i < p->reported_count && !any; i++)
        any = p->reported[i].stat.kind != BD_STAT_N && bd_number_finite(p->reported[i].number);
    return any;
}

/* "write one of: {wall.n}, {wall.mean}, …" */
static const char *stats_hint(const bd_cell_context *context, const bd_observation *o)
{
    bd_arena *arena = context->basis->view->arena;
    bd_names names = { 0 };
    bd_buf hint = BD_BUF_INIT;
    bd_point_stat_names(o->point, arena, &names);
    for (size_t i = 0; i < names.count; i++) {
        bool value = strcmp(names.items[i], "value") == 0;
        bd_buf_printf(&hint, "%s{%s%s%s}", i > 0 ? ", " : "write one of: ", o->metric,
                      value ? "" : ".", value ? "" : names.items[i]);
    }
    const char *text = bd_arena_text(arena, bd_buf_str(&hint));
    bd_names_release(&names);
    bd_buf_release(&hint);
    return text;
}

/* The point is there and gives no number. Only a statistic that was forgotten is
 * always wrong; the rest may be declared missing. */
static bd_cell_result no_number(const bd_cell_context *context, const bd_hole *hole,
                                const bd_observation *o)
{
    const bd_point *p = o->point;
    bd_stat stat = hole->metric.stat;
    bool forgotten = stat.kind == BD_STAT_VALUE && p->outcome == BD_OUTCOME_OK
                     && p->value.kind == BD_NUMBER_NONE && has_statistics(p);
    if (context->silent && !forgotten)
        return BD_CELL_MISSING;
    bd_buf name = BD_BUF_INIT;
    bd_stat_name(stat, &name);
    const char *at = place_of(context, o);
    if (p->outcome != BD_OUTCOME_OK)
        bd_cell_fail(context,
                     context->where ? "leave the place empty: `missing: gap`"
                                    : "say it in words: [ { when: outcome=…, say: … }, … ]",
                     "%s has no number, the point is %s%s%s (%s)", hole->source,
                     bd_outcome_name(p->outcome), p->reason ? ": " : "", p->reason ? p->reason : "",
                     at);
    else if (forgotten)
        bd_cell_fail(context, stats_hint(context, o),
                     "%s has several observations and needs its statistic", hole->source);
    else if (stat.kind == BD_STAT_VALUE)
        bd_cell_fail(context,
                     context->where ? "measure again, or leave the place empty: `missing: gap`"
                                    : "measure again, or declare the cell: `missing:`",
                     "%s: the result says that there is no number (%s)", hole->source, at);
    else
        bd_cell_fail(context, stats_hint(context, o), "%s: the point cannot give '%s' (%s)",
                     hole->source, bd_buf_text(&name), at);
    bd_buf_release(&name);
    return forgotten ? BD_CELL_WRONG : BD_CELL_MISSING;
}

/* The first of hole, column, table and file that gives an example. */
static bd_scalar example_of(const bd_cell_context *context, const bd_hole *hole,
                            bd_dimension dimension)
{
    const bd_table_config *table = context->basis->table;
    if (hole->style)
        return (bd_scalar){ .text = hole->style };
    if (context->column && context->column->number.text)
        return context->column->number;
    if (table && table->number.text)
        return table->number;
    return bd_config_number(context->basis->view->config, dimension);
}

bool bd_style_for(const bd_cell_context *context, const bd_hole *hole, bd_dimension dimension,
                  bd_number_style *out)
{
    bd_error err = BD_ERROR_INIT;
    bd_scalar example = example_of(context, hole, dimension);
    *out = (bd_number_style)BD_NUMBER_STYLE_PLAIN;
    if (!example.text || bd_number_style_parse(bd_str_of(example.text), out, &err))
        return true;
    bd_place place = context->place;
    if (example.line > 0)
        place = bd_basis_place(context->basis, example, 0);
    return bd_view_fail(context->basis->view, place, err.hint, "%s: %s", context->basis->title,
                        err.message);
}

/* Nobody said how: exactly, with its unit; "true" has none. */
static void show_own_unit(bd_number_style *style, const char *unit, bd_dimension dimension)
{
    bool plain = !unit || !unit[0] || dimension == BD_DIMENSION_TRUTH;
    if (!style->as_few_decimals || plain || strlen(unit) >= sizeof style->unit)
        return;
    snprintf(style->unit, sizeof style->unit, "%s", unit);
    snprintf(style->gap, sizeof style->gap, " ");
}

/* {score in us/op}: the unit named in the hole wins over the example's. */
static bool print_in_unit(const bd_hole *hole, bd_cell_source *source, bd_buf *out, bd_error *err)
{
    bd_decimal decimal;
    const bd_number_style *style = &source->style;
    if (!bd_convert(source->number, source->unit, hole->unit, &decimal, &source->reciprocal, err))
        return false;
    bd_number_style_put(style, &decimal, out);
    if (style->unit[0])
        bd_buf_printf(out, "%s%s", style->gap, hole->unit);
    return true;
}

static bool print_as_styled(bd_cell_source *source, bd_buf *out, bd_error *err)
{
    bd_decimal ignored;
    bd_error none = BD_ERROR_INIT;
    if (!bd_number_print(source->number, source->unit, &source->style, out, err))
        return false;
    if (source->style.unit[0])
        bd_convert(source->number, source->unit, source->style.unit, &ignored, &source->reciprocal,
                   &none);
    return true;
}

bd_cell_result bd_cell_number(const bd_cell_context *context, const bd_hole *hole,
                              const bd_observation *o, bd_cell_source *out)
{
    const bd_point *p = o->point;
    bd_stat stat = hole->metric.stat;
    *out = (bd_cell_source){ .observation = o, .stat = stat, .unit = p->unit };
    bd_touch_observation(context->basis->view, o, stat);
    if (!bd_point_stat(p, stat, &out->number, &out->reported, &out->n)
        || !bd_number_finite(out->number))
        return no_number(context, hole, o);
    out->at = bd_point_source(p, stat, !out->reported && stat.kind != BD_STAT_VALUE,
                              context->basis->view->arena);
    bd_meaning meaning = bd_meaning_of(bd_str_of(o->metric), bd_str_of(p->unit), out->number);
    if (stat.kind == BD_STAT_N) { /* a count, whatever the unit of what was counted */
        out->unit = "";
        meaning.dimension = BD_DIMENSION_COUNT;
    }
    if (!bd_style_for(context, hole, meaning.dimension, &out->style))
        return BD_CELL_WRONG;
    if (!hole->unit)
        show_own_unit(&out->style, out->unit, meaning.dimension);
    bd_error err = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    bool ok = hole->unit ? print_in_unit(hole, out, &text, &err)
                         : print_as_styled(out, &text, &err);
    if (ok)
        out->text = bd_arena_text(context->basis->view->arena, bd_buf_str(&text));
    else
        bd_cell_fail(context, err.hint, "%s: %s (%s)", hole->source, err.message,
                     place_of(context, o));
    bd_buf_release(&text);
    return ok ? BD_CELL_OK : BD_CELL_WRONG;
}
