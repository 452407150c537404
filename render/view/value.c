/* Figures in a sentence: a name of `values:`, a query, or a template and a query. */
#include "render/view/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct value_text {
    const char *title;                   /* "value 'x'" */
    bd_scalar query_text, template_text; /* with their places, where the configuration has them */
    bd_query from;
    bool said; /* the template is in the document's language */
} value_text;

/* The text without what stands in braces, every other character at its place. */
static bd_scalar blank_out(const bd_view *view, bd_scalar text, size_t from, size_t to)
{
    char *copy = bd_arena_strdup(view->arena, text.text);
    memset(copy + from, ' ', to - from);
    text.text = copy;
    return text;
}

/* A part of a text, with the place where it begins. */
static bd_scalar part_of(const bd_view *view, bd_scalar text, size_t from, size_t to)
{
    bd_scalar part = text;
    part.text = bd_arena_text(view->arena, bd_str_sub(bd_str_of(text.text), from, to));
    part.column = text.line > 0 ? bd_scalar_column(text, from) : 0;
    return part;
}

static bd_place place_at(const bd_view *view, bd_scalar text, bd_place place, size_t offset)
{
    if (text.line == 0)
        return place;
    return (bd_place){ view->config->file, text.line, bd_scalar_column(text, offset) };
}

/* "jmh {score:0.000 ms} method=add": the braces are the template, the rest the query;
 * without braces the query's words are the metric. */
static bool split_text(const bd_view *view, bd_scalar text, bd_place place, value_text *out)
{
    const char *open = strchr(text.text, '{'), *close = strrchr(text.text, '}');
    bool has_template = open && close && open < close;
    bd_error err = BD_ERROR_INIT;
    out->query_text = text;
    if (has_template) {
        size_t from = (size_t)(open - text.text), to = (size_t)(close - text.text) + 1;
        bool quoted = from > 0 && text.text[from - 1] == '"' && text.text[to] == '"';
        size_t more = quoted ? 1 : 0; /* quotes around the braces */
        out->query_text = blank_out(view, text, from - more, to + more);
        out->template_text = part_of(view, text, from, to);
    }
    bd_str query = bd_str_of(out->query_text.text);
    bool parsed = bd_query_parse(query, true, view->arena, &out->from, &err);
    if (parsed && out->from.file) /* then no suite stands before the metric */
        parsed = bd_query_parse(query, false, view->arena, &out->from, &err);
    if (!parsed)
        return bd_view_fail(view, place_at(view, text, place, (size_t)err.column - 1), err.hint,
                            "%s: %s", out->title, err.message);
    if (out->template_text.text && out->from.words)
        return bd_view_fail(view, place, "what shall be said stands inside the braces or in say:",
                            "%s: '%s' stands beside the template", out->title, out->from.words);
    if (out->template_text.text)
        return true;
    if (!out->from.words)
        return bd_view_fail(view, place,
                            "SUITE METRIC name=value …, or SUITE {METRIC:0.0 ms} name=value …",
                            "%s: it names no metric", out->title);
    out->template_text.text = bd_hole_text(view->arena, out->from.words);
    return true;
}

/* Of what `from` admits, the run measured last among those that have a number the
 * template asks for. */
static void keep_latest_of(const bd_view *view, const bd_cell_template *t, bd_row *row)
{
    const bd_observation **named = bd_alloc((row->count + 1) * sizeof *named);
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < row->count; i++) {
        bool asked = false;
        for (size_t k = 0; k < t->count; k++)
            asked = asked
                    || (!t->parts[k].literal && t->parts[k].hole.kind == BD_HOLE_METRIC
                        && strcmp(t->parts[k].hole.metric.metric, row->items[i]->metric) == 0);
        if (asked)
            named[count++] = row->items[i];
    }
    if (count > 0)
        bd_keep_latest(view, named, &count);
    else
        bd_keep_latest(view, row->items, &row->count);
    for (size_t i = 0; count > 0 && i < row->count; i++)
        if (row->items[i]->run == named[0]->run)
            row->items[kept++] = row->items[i];
    row->count = count > 0 ? kept : row->count;
    free(named);
}

/* A figure in a sentence is of one machine, as a row is. */
static bool is_of_one_machine(const bd_basis *basis, const bd_cell *cell)
{
    const bd_config *config = basis->view->config;
    bd_table one = { .cells = (bd_cell *)cell, .row_count = 1, .column_count = 1 };
    bool any = config->one_machine == BD_ONE_MACHINE_NO;
    return any || bd_check_machine(basis, &one, BD_ONE_MACHINE_ROW);
}

static bool fill_value(const bd_view *view, const value_text *text, const bd_column *style,
                       bd_place place, bd_cell *out)
{
    size_t touched = view->shown ? view->shown->count : 0, errors = view->found->errors;
    bd_basis basis = { .view = view, .place = place, .title = text->title };
    bd_query from = text->from;
    const bd_cell_template *t = NULL;
    bd_row row = { 0 };
    from.latest = false; /* of the points that the template means, not of all runs */
    bool ok = bd_basis_collect(&basis, &from, text->query_text)
              && bd_basis_check_conditions(&basis, &from, text->query_text, 0);
    if (ok)
        t = bd_template_compile(&basis, text->template_text, text->said);
    if (t) {
        row.count = basis.count;
        row.items = bd_alloc((basis.count + 1) * sizeof *row.items);
        memcpy(row.items, basis.items, basis.count * sizeof *row.items);
        if (text->from.latest)
            keep_latest_of(view, t, &row);
        bd_cell_context context = { .basis = &basis, .row = &row, .column = style, .place = place };
        context.fits = bd_alloc((basis.count + 1) * sizeof *context.fits);
        *out = (bd_cell){ 0 };
        ok = bd_cell_fill(&context, t, out) == BD_CELL_OK && is_of_one_machine(&basis, out);
        bd_basis_touch_asked(&basis, touched);
        free(context.fits);
        free(row.items);
    }
    bd_basis_release(&basis);
    return ok && t && view->found->errors == errors;
}

static bd_scalar say_of(const bd_view *view, const bd_value_config *v, bool *said)
{
    const char *language = view->language ? view->language
                           : view->config->languages.count > 0
                               ? view->config->languages.items[0].text
                               : "en";
    bd_scalar own = bd_entries_get(&v->says, language);
    *said = own.text != NULL;
    return own.text ? own : v->say;
}

static bool configured_value(const bd_view *view, const bd_value_config *v, bd_cell *out);

/* One number of a value that is part of a ratio. */
static bool number_of(const bd_view *view, bd_scalar name, bd_cell *out)
{
    const bd_value_config *v = bd_config_value(view->config, name.text);
    bd_place place = { view->config->file, name.line, name.column };
    if (!v || v->ratio.count > 0)
        return bd_view_fail(view, place,
                            "ratio: takes two values with from:", "'%s' is not such a value",
                            name.text);
    if (!configured_value(view, v, out))
        return false;
    return out->source_count == 1
           || bd_view_fail(view, place, NULL, "value '%s' shows %zu numbers; a ratio needs one",
                           name.text, out->source_count);
}

static bool divide(const bd_cell_source *x, const bd_cell_source *y, bd_number *out, bd_error *err)
{
    bd_decimal converted;
    bd_buf text = BD_BUF_INIT;
    double divisor = 0;
    bool ok = bd_convert(y->number, y->unit, x->unit, &converted, NULL, err);
    if (ok) {
        bd_decimal_plain(&converted, "", ".", &text);
        bd_double_parse(bd_buf_str(&text), &divisor);
        ok = divisor != 0 || bd_fail(err, BD_ERR_INPUT, "the second value is zero");
    }
    if (ok)
        *out = bd_double(bd_number_as_double(x->number) / divisor);
    bd_buf_release(&text);
    return ok;
}

static bool names_cpu(const bd_view *view, bd_scalar name)
{
    const bd_value_config *v = bd_config_value(view->config, name.text);
    bd_query query = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    bool names = false;
    if (v && bd_query_parse(bd_str_of(v->from.text), true, view->arena, &query, &ignored))
        for (size_t i = 0; i < query.condition_count && !names; i++)
            names = strcmp(query.conditions[i].key, "cpu") == 0;
    return names;
}

/* Two values that each name their CPU are compared for their CPUs: "a host factor of 1.5". */
static bool compares_machines(const bd_view *view, const bd_value_config *v)
{
    return names_cpu(view, v->ratio.items[0]) && names_cpu(view, v->ratio.items[1]);
}

static bool ratio_value(const bd_view *view, const bd_value_config *v, bd_cell *out)
{
    bd_cell above = { 0 }, below = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_number ratio;
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_buf text = BD_BUF_INIT;
    bd_basis basis = { .view = view,
                       .place = { view->config->file, v->name.line, v->name.column },
                       .title = bd_arena_printf(view->arena, "value '%s'", v->name.text) };
    bool above_ok = number_of(view, v->ratio.items[0], &above);
    bool below_ok = number_of(view, v->ratio.items[1], &below);
    if (!above_ok || !below_ok || !above.sources || !below.sources)
        return false;
    *out = (bd_cell){ 0 };
    bd_cell_add_source(out, view->arena, &above.sources[0]);
    bd_cell_add_source(out, view->arena, &below.sources[0]);
    bool ok = divide(&above.sources[0], &below.sources[0], &ratio, &err)
              && (!v->number.text || bd_number_style_parse(bd_str_of(v->number.text), &style, &err))
              && bd_number_print(ratio, "", &style, &text, &err);
    if (ok)
        bd_cell_add(out, view->arena, bd_arena_text(view->arena, bd_buf_str(&text)), true);
    else
        bd_view_fail(view, basis.place, err.hint, "%s: %s", basis.title, err.message);
    bd_buf_release(&text);
    return ok && (compares_machines(view, v) || is_of_one_machine(&basis, out));
}

static bool configured_value(const bd_view *view, const bd_value_config *v, bd_cell *out)
{
    bd_place place = { view->config->file, v->from.line, v->from.column };
    value_text text = { .title = bd_arena_printf(view->arena, "value '%s'", v->name.text) };
    bd_column style = { .number = v->number };
    if (v->ratio.count > 0)
        return ratio_value(view, v, out);
    text.template_text = say_of(view, v, &text.said);
    return split_text(view, v->from, place, &text) && fill_value(view, &text, &style, place, out);
}

bool bd_view_value(const bd_view *view, bd_str text, bd_place place, bd_cell *out)
{
    const char *name = bd_arena_text(view->arena, bd_str_trim(text));
    const bd_value_config *v = bd_config_value(view->config, name);
    bd_scalar written = { .text = name };
    *out = (bd_cell){ 0 };
    if (v)
        return configured_value(view, v, out);
    value_text parts = { .title = bd_arena_printf(view->arena, "value '%s'", name) };
    bd_column style = { 0 };
    return split_text(view, written, place, &parts) && fill_value(view, &parts, &style, place, out);
}
