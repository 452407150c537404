/* One cell: a template filled with the numbers and words of a row. */
#include "render/view/internal.h"

#include <stdio.h>
#include <string.h>

void bd_cell_add(bd_cell *cell, bd_arena *arena, const char *text, bool data)
{
    bd_span *grown = bd_arena_alloc(arena, (cell->span_count + 1) * sizeof *grown);
    if (cell->span_count > 0)
        memcpy(grown, cell->spans, cell->span_count * sizeof *grown);
    grown[cell->span_count++] = (bd_span){ text, data };
    cell->spans = grown;
}

void bd_cell_literal(bd_cell *cell, bd_arena *arena, const char *text)
{
    bd_cell_add(cell, arena, text, false);
}

static void add_source(bd_cell *cell, bd_arena *arena, const bd_cell_source *source)
{
    bd_cell_source *grown = bd_arena_alloc(arena, (cell->source_count + 1) * sizeof *grown);
    if (cell->source_count > 0)
        memcpy(grown, cell->sources, cell->source_count * sizeof *grown);
    grown[cell->source_count++] = *source;
    cell->sources = grown;
}

bool bd_metric_named(const bd_basis *basis, const char *name, bd_found_metric *out)
{
    const char *dot = strrchr(name, '.');
    *out = (bd_found_metric){ name, { BD_STAT_VALUE, 0 } };
    if (bd_map_get(&basis->metrics, bd_str_of(name)))
        return true;
    /* "p99.9" holds a dot of its own */
    for (; dot && dot > name; dot = memrchr(name, '.', (size_t)(dot - name))) {
        bd_str before = { name, (size_t)(dot - name) };
        if (!bd_map_get(&basis->metrics, before) || !bd_stat_parse(bd_str_of(dot + 1), &out->stat))
            continue;
        out->metric = bd_arena_text(basis->view->arena, before);
        return true;
    }
    return false;
}

size_t bd_row_matches(const bd_cell_context *context, const char *metric, const bd_query *filter,
                      const bd_observation **out)
{
    size_t count = 0;
    for (size_t i = 0; i < context->row->count; i++) {
        const bd_observation *o = context->row->items[i];
        if (metric && strcmp(metric, o->metric) != 0)
            continue;
        if (filter && !bd_query_holds(filter, o))
            continue;
        if (context->across && !bd_query_holds(context->across, o))
            continue;
        out[count++] = o;
    }
    if (filter && filter->latest && count > 0)
        bd_keep_latest(out, &count);
    return count;
}

static void note_filter(const bd_cell_context *context, const bd_hole *hole, const bd_observation *o)
{
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < hole->filter.condition_count; i++)
        bd_view_get(context->basis->view, o, bd_str_of(hole->filter.conditions[i].key), NULL, &scratch);
    bd_buf_release(&scratch);
}

static bd_cell_result several(const bd_cell_context *context, const bd_hole *hole,
                              const bd_observation *const *items, size_t count)
{
    bd_buf difference = BD_BUF_INIT;
    bd_describe_difference(items, count, &difference);
    bd_cell_fail(context, "add a condition that leaves one, such as name=value inside the braces",
                 "%zu points fit %s: %s", count, hole->source,
                 difference.len > 0 ? bd_buf_text(&difference) : "they differ in nothing but their place");
    bd_buf_release(&difference);
    return BD_CELL_WRONG;
}

static bd_cell_result missing(const bd_cell_context *context, const bd_hole *hole)
{
    if (context->silent)
        return BD_CELL_MISSING;
    bd_buf hint = BD_BUF_INIT;
    if (context->basis->table && context->basis->table->per.count > 0)
        bd_buf_printf(&hint,
                      "bring the result back, or declare the empty cell: missing: { %s=%s: \"…\" }",
                      context->basis->table->per.items[0].text, context->row->keys[0]);
    bd_cell_fail(context, bd_buf_text(&hint), "no point fits %s", hole->source);
    bd_buf_release(&hint);
    return BD_CELL_MISSING;
}

static void fail_no_number(const bd_cell_context *context, const bd_hole *hole, const bd_observation *o,
                           bd_stat stat)
{
    bd_buf hint = BD_BUF_INIT, name = BD_BUF_INIT;
    bd_names names = { 0 };
    bd_point_stat_names(o->point, context->basis->view->arena, &names);
    for (size_t i = 0; i < names.count; i++)
        bd_buf_printf(&hint, "%s{%s.%s}", i > 0 ? ", " : "write one of: ", o->metric, names.items[i]);
    bd_stat_name(stat, &name);
    if (o->point->outcome != BD_OUTCOME_OK)
        bd_cell_fail(context, "say it in words: [ { when: outcome=…, say: … }, … ]",
                     "%s has no number: %s%s%s", hole->source, bd_outcome_name(o->point->outcome),
                     o->point->reason ? ": " : "", o->point->reason ? o->point->reason : "");
    else if (stat.kind == BD_STAT_VALUE && names.count > 0)
        bd_cell_fail(context, bd_buf_text(&hint), "%s has several observations and needs its statistic",
                     hole->source);
    else
        bd_cell_fail(context, bd_buf_text(&hint), "%s: the point at %s:%d:%d cannot give '%s'", hole->source,
                     o->run->files[o->point->source.file].path, o->point->source.line,
                     o->point->source.column, bd_buf_text(&name));
    bd_names_release(&names);
    bd_buf_release(&name);
    bd_buf_release(&hint);
}

bd_number_style bd_style_for(const bd_cell_context *context, const bd_hole *hole, bd_dimension dimension,
                             const char *unit, bool *ok)
{
    const bd_view *view = context->basis->view;
    const bd_table_config *table = context->basis->table;
    bd_place place = context->place;
    bd_scalar example = { .text = hole->style };
    if (!example.text && context->column)
        example = context->column->number;
    if (!example.text && table)
        example = table->number;
    if (!example.text)
        example = bd_config_number(view->config, dimension);
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_error err = BD_ERROR_INIT;
    *ok = true;
    if (!example.text) { /* nobody said how: exactly, with its unit */
        if (!hole->unit && unit && strlen(unit) < sizeof style.unit) {
            snprintf(style.unit, sizeof style.unit, "%s", unit);
            snprintf(style.gap, sizeof style.gap, "%s", unit[0] ? " " : "");
        }
    } else if (!bd_number_style_parse(bd_str_of(example.text), &style, &err)) {
        *ok = false;
        if (example.line > 0)
            place = (bd_place){ context->place.file, example.line, example.column };
        bd_view_fail(view, place, err.hint, "%s: %s", context->basis->title, err.message);
    }
    return style;
}

/* {score in us/op}: the unit named in the hole wins over the example's. */
static bool print_in_unit(const bd_hole *hole, bd_cell_source *source, bd_buf *out, bd_error *err)
{
    bd_decimal decimal;
    const bd_number_style *style = &source->style;
    if (!bd_convert(source->number, source->unit, hole->unit, &decimal, &source->reciprocal, err))
        return false;
    if (style->as_few_decimals)
        bd_decimal_plain(&decimal, style->group, style->point, out);
    else
        bd_decimal_format(&decimal, style->decimals, style->group, style->point, out);
    if (style->unit[0])
        bd_buf_printf(out, "%s%s", style->gap, hole->unit);
    return true;
}

static bool print_source(const bd_cell_context *context, const bd_hole *hole, bd_cell_source *source)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf text = BD_BUF_INIT;
    bool ok = hole->unit ? print_in_unit(hole, source, &text, &err)
                         : bd_number_print(source->number, source->unit, &source->style, &text, &err);
    if (ok && !hole->unit && source->style.unit[0]) {
        bd_decimal ignored;
        bd_error none = BD_ERROR_INIT;
        bd_convert(source->number, source->unit, source->style.unit, &ignored, &source->reciprocal, &none);
    }
    if (ok)
        source->text = bd_arena_text(context->basis->view->arena, bd_buf_str(&text));
    else
        bd_cell_fail(context, err.hint, "%s: %s", hole->source, err.message);
    bd_buf_release(&text);
    return ok;
}

bd_cell_result bd_cell_number(const bd_cell_context *context, const bd_hole *hole, const bd_observation *o,
                              bd_stat stat, bd_cell_source *out)
{
    const bd_point *p = o->point;
    *out = (bd_cell_source){ .observation = o, .stat = stat, .unit = p->unit };
    if (!bd_point_stat(p, stat, &out->number, &out->reported, &out->n)) {
        fail_no_number(context, hole, o, stat);
        return BD_CELL_WRONG;
    }
    bd_touch_observation(context->basis->view, o, stat);
    bd_meaning meaning = bd_meaning_of(bd_str_of(o->metric), bd_str_of(p->unit), out->number);
    if (stat.kind == BD_STAT_N) { /* a count, whatever the unit of what was counted */
        out->unit = "";
        meaning.dimension = BD_DIMENSION_COUNT;
    }
    bool ok;
    out->style = bd_style_for(context, hole, meaning.dimension, out->unit, &ok);
    return ok && print_source(context, hole, out) ? BD_CELL_OK : BD_CELL_WRONG;
}

static bd_cell_result add_metric(const bd_cell_context *context, const bd_hole *hole,
                                 const bd_found_metric *named, bd_cell *cell)
{
    bd_arena *arena = context->basis->view->arena;
    const bd_observation **fits = bd_arena_alloc(arena, (context->row->count + 1) * sizeof *fits);
    size_t count = bd_row_matches(context, named->metric, &hole->filter, fits);
    if (count == 0)
        return missing(context, hole);
    note_filter(context, hole, fits[0]);
    if (count > 1)
        return several(context, hole, fits, count);
    bd_cell_source source;
    bd_cell_result result = bd_cell_number(context, hole, fits[0], named->stat, &source);
    if (result != BD_CELL_OK)
        return result;
    add_source(cell, arena, &source);
    bd_cell_add(cell, arena, source.text, true);
    return BD_CELL_OK;
}

/* A dimension that is a whole number takes the thousands separator in force. */
static const char *group_integer(const bd_cell_context *context, const bd_hole *hole, const char *value)
{
    bd_buf out = BD_BUF_INIT;
    bd_decimal decimal;
    bool ok;
    bd_number number = bd_number_parse(bd_str_of(value));
    size_t digits = strspn(value, "0123456789");
    bool canonical = digits > 0 && !value[digits] && (value[0] != '0' || digits == 1);
    bd_number_style style = bd_style_for(context, hole, BD_DIMENSION_COUNT, "", &ok);
    if (!canonical || number.kind != BD_NUMBER_INT || !ok || !bd_decimal_of(number, &decimal))
        return value;
    bd_decimal_format(&decimal, 0, style.group, ".", &out);
    const char *text = bd_arena_text(context->basis->view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

static const char *transform(const bd_view *view, const char *form, const char *value)
{
    bd_buf out = BD_BUF_INIT;
    if (strcmp(form, "slug") == 0)
        bd_slug(bd_str_of(value), &out);
    else
        bd_cpu_short(bd_str_of(value), &out);
    const char *text = bd_arena_text(view->arena, bd_buf_str(&out));
    bd_buf_release(&out);
    return text;
}

/* "cpu.short" → cpu and "short". */
static const char *split_form(const bd_view *view, const char *name, bd_str *base)
{
    *base = bd_str_of(name);
    static const char *const forms[] = { "short", "slug" };
    for (size_t i = 0; i < BD_COUNT(forms); i++) {
        const char *suffix = bd_arena_printf(view->arena, ".%s", forms[i]);
        if (bd_str_ends(*base, suffix)) {
            base->len -= strlen(suffix);
            return forms[i];
        }
    }
    return NULL;
}

static bd_cell_result add_word(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    const bd_view *view = context->basis->view;
    bd_str name;
    const char *form = split_form(view, hole->name, &name);
    form = hole->form ? hole->form : form;
    if (!bd_basis_knows(context->basis, name, context->place))
        return BD_CELL_WRONG;
    const bd_observation **fits = bd_arena_alloc(view->arena, (context->row->count + 1) * sizeof *fits);
    size_t count = bd_row_matches(context, NULL, &hole->filter, fits);
    bd_dim_kind kind = BD_DIM_FACT;
    bool differ;
    const char *value = bd_shared_value(view, fits, count, name, &kind, &differ);
    if (differ)
        return several(context, hole, fits, count);
    if (!value)
        return missing(context, hole);
    if (strcmp(value, "-") == 0 && kind != BD_DIM_FACT)
        return BD_CELL_OK; /* an empty dimension adds nothing */
    const char *shown = form ? transform(view, form, value) : bd_say_value(view, name, value);
    bool whole = !form && (kind == BD_DIM_PARAM || kind == BD_DIM_NAMED) && shown == value;
    bd_cell_add(cell, view->arena, whole ? group_integer(context, hole, value) : shown, true);
    return BD_CELL_OK;
}

/* {series} and {page}: what a row is, not what it measured. */
static bd_cell_result add_special(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    const bd_view *view = context->basis->view;
    if (strcmp(hole->name, "series") == 0) {
        for (size_t i = 0; i < context->row->count; i++)
            bd_touch_observation(view, context->row->items[i], (bd_stat){ BD_STAT_VALUE, 0 });
        bd_cell_add(cell, view->arena, bd_arena_printf(view->arena, "%zu", context->row->count), true);
        return BD_CELL_OK;
    }
    for (size_t i = 0; i < context->basis->table->per.count; i++) {
        const bd_page_config *page = bd_page_of(view, context->basis->table->per.items[i].text);
        const char *path = page ? bd_page_path(view, page, context->row->keys[i]) : NULL;
        if (!path)
            continue;
        bd_buf link = BD_BUF_INIT;
        bd_path_link(view->document ? view->document : "", path, &link);
        bd_cell_add(cell, view->arena, bd_arena_text(view->arena, bd_buf_str(&link)), false);
        bd_buf_release(&link);
        return BD_CELL_OK;
    }
    bd_cell_fail(context, "pages: [ { per: NAME, template: …, file: … } ]",
                 "{page}: no pages are declared per %s",
                 context->basis->table->per.count > 0 ? context->basis->table->per.items[0].text : "row");
    return BD_CELL_WRONG;
}

static bool is_dimension(const bd_basis *basis, const char *name)
{
    for (size_t i = 0; i < basis->count; i++)
        for (size_t d = 0; d < basis->items[i]->dim_count; d++)
            if (strcmp(basis->items[i]->dims[d].name, name) == 0)
                return true;
    return false;
}

static bd_cell_result add_hole(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    const bd_basis *basis = context->basis;
    bd_found_metric named;
    if (!bd_basis_check_conditions(basis, &hole->filter, context->place))
        return BD_CELL_WRONG;
    bool metric = bd_metric_named(basis, hole->name, &named);
    if (metric && named.stat.kind == BD_STAT_VALUE && is_dimension(basis, hole->name))
        metric = false; /* a dimension's name is the row's own word */
    if (metric)
        return add_metric(context, hole, &named, cell);
    bool special = strcmp(hole->name, "series") == 0 || strcmp(hole->name, "page") == 0;
    if (special && basis->table)
        return add_special(context, hole, cell);
    return add_word(context, hole, cell);
}

bd_cell_result bd_cell_fill(const bd_cell_context *context, const char *text, bd_cell *out)
{
    const bd_view *view = context->basis->view;
    bd_cell_template parsed;
    bd_error err = BD_ERROR_INIT;
    bd_cell_result worst = BD_CELL_OK;
    if (!bd_template_parse(context->said ? text : bd_say(view, text), view->arena, &parsed, &err)) {
        bd_cell_fail(context, err.hint, "%s", err.message);
        return BD_CELL_WRONG;
    }
    for (size_t i = 0; i < parsed.count && worst != BD_CELL_WRONG; i++) {
        if (parsed.parts[i].literal) {
            bd_cell_literal(out, view->arena, parsed.parts[i].literal);
            continue;
        }
        bd_cell_result r = add_hole(context, &parsed.parts[i].hole, out);
        worst = r > worst ? r : worst;
    }
    return worst;
}
