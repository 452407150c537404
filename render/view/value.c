/* Figures in a sentence: a name of `values:`, a query, or a template and a query. */
#include "render/view/internal.h"

#include <string.h>

typedef struct value_text {
    bd_query    from;
    const char *template_text; /* NULL: the query's words are the metric */
    bool        said;          /* written in the document's language */
} value_text;

static bool fail_text(const bd_view *view, bd_place place, const bd_error *err, bd_str text)
{
    return bd_view_fail(view, place, err->hint, "value '%.*s': %s", (int)text.len, text.ptr, err->message);
}

/* "jmh {score:0.000 ms} method=add": the braces are the template, the rest the query. */
static bool split_text(const bd_view *view, bd_str text, bd_place place, value_text *out)
{
    const char *open = memchr(text.ptr, '{', text.len), *close = memrchr(text.ptr, '}', text.len);
    bd_buf query = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    if (open && close && open < close) {
        out->template_text = bd_arena_text(view->arena, (bd_str){ open, (size_t)(close - open) + 1 });
        bd_buf_add(&query, text.ptr, (size_t)(open - text.ptr));
        bd_buf_putc(&query, ' ');
        bd_buf_add(&query, close + 1, text.len - (size_t)(close + 1 - text.ptr));
    } else {
        bd_buf_put_str(&query, text);
    }
    const char *kept = bd_arena_text(view->arena, bd_buf_str(&query));
    bd_buf_release(&query);
    if (!bd_query_parse(bd_str_of(kept), true, view->arena, &out->from, &err))
        return fail_text(view, place, &err, text);
    if (!out->template_text && !out->from.words)
        return bd_view_fail(view, place, "SUITE METRIC name=value …", "value '%.*s': it names no metric",
                            (int)text.len, text.ptr);
    if (!out->template_text)
        out->template_text = bd_arena_printf(view->arena, "{%s}", out->from.words);
    out->from.words = NULL;
    return true;
}

static bool fill_value(const bd_view *view, const char *title, const value_text *text,
                       const bd_column *style, bd_place place, bd_cell *out)
{
    bd_basis basis = { .view = view, .place = place, .title = title };
    bd_row row = { 0 };
    bd_query from = text->from;
    from.latest = false; /* of the points that the template means, not of all runs */
    bool ok = bd_basis_collect(&basis, &from) && bd_basis_check_conditions(&basis, &from, place);
    if (ok) {
        row.items = basis.items;
        row.count = basis.count;
        if (text->from.latest)
            bd_keep_latest(row.items, &row.count);
        bd_cell_context context = { .basis = &basis, .row = &row, .column = style, .place = place,
                                    .said = text->said };
        *out = (bd_cell){ 0 };
        ok = bd_cell_fill(&context, text->template_text, out) == BD_CELL_OK;
    }
    bd_basis_release(&basis);
    return ok;
}

static const char *say_of(const bd_view *view, const bd_value_config *v, bool *said)
{
    const char *language = view->language ? view->language
                           : view->config->languages.count > 0 ? view->config->languages.items[0].text
                                                               : "en";
    bd_scalar own = bd_entries_get(&v->says, language);
    *said = own.text != NULL;
    return own.text ? own.text : v->say.text;
}

static bool configured_value(const bd_view *view, const bd_value_config *v, bd_cell *out);

/* One number of a value that is part of a ratio. */
static bool number_of(const bd_view *view, bd_scalar name, bd_cell *out)
{
    const bd_value_config *v = bd_config_value(view->config, name.text);
    bd_place place = { view->config->file, name.line, name.column };
    if (!v || v->ratio.count > 0)
        return bd_view_fail(view, place, "ratio: takes two values with from:", "'%s' is not such a value",
                            name.text);
    if (!configured_value(view, v, out))
        return false;
    return out->source_count == 1
           || bd_view_fail(view, place, NULL, "value '%s' shows %zu numbers; a ratio needs one", name.text,
                           out->source_count);
}

static bool ratio_value(const bd_view *view, const bd_value_config *v, bd_cell *out)
{
    bd_cell above = { 0 }, below = { 0 };
    bd_decimal converted;
    bd_error err = BD_ERROR_INIT;
    bd_number_style style = BD_NUMBER_STYLE_PLAIN;
    bd_buf text = BD_BUF_INIT;
    bd_place place = { view->config->file, v->name.line, v->name.column };
    if (!number_of(view, v->ratio.items[0], &above) || !number_of(view, v->ratio.items[1], &below))
        return false;
    const bd_cell_source *x = &above.sources[0], *y = &below.sources[0];
    if (!bd_convert(y->number, y->unit, x->unit, &converted, NULL, &err))
        return bd_view_fail(view, place, err.hint, "value '%s': %s", v->name.text, err.message);
    bd_decimal_plain(&converted, "", ".", &text);
    double divisor = 0;
    bd_double_parse(bd_buf_str(&text), &divisor);
    bd_buf_clear(&text);
    if (divisor == 0)
        return bd_view_fail(view, place, NULL, "value '%s': '%s' is zero", v->name.text,
                            v->ratio.items[1].text);
    bd_number ratio = bd_double(bd_number_as_double(x->number) / divisor);
    bool ok = (!v->number.text || bd_number_style_parse(bd_str_of(v->number.text), &style, &err))
              && bd_number_print(ratio, "", &style, &text, &err);
    if (!ok)
        bd_view_fail(view, place, err.hint, "value '%s': %s", v->name.text, err.message);
    *out = above;
    out->spans = NULL;
    out->span_count = 0;
    out->sources = bd_arena_alloc(view->arena, 2 * sizeof *out->sources);
    out->sources[0] = *x;
    out->sources[1] = *y;
    out->source_count = 2;
    bd_cell_add(out, view->arena, bd_arena_text(view->arena, bd_buf_str(&text)), true);
    bd_buf_release(&text);
    return ok;
}

static bool configured_value(const bd_view *view, const bd_value_config *v, bd_cell *out)
{
    bd_place place = { view->config->file, v->from.line, v->from.column };
    const char *title = bd_arena_printf(view->arena, "value '%s'", v->name.text);
    bd_column style = { .number = v->number };
    value_text text = { 0 };
    if (v->ratio.count > 0)
        return ratio_value(view, v, out);
    const char *say = say_of(view, v, &text.said);
    if (!split_text(view, bd_str_of(say ? bd_arena_printf(view->arena, "%s {x}", v->from.text) : v->from.text),
                    place, &text))
        return false;
    if (say)
        text.template_text = say;
    return fill_value(view, title, &text, &style, place, out);
}

bool bd_view_value(const bd_view *view, bd_str text, bd_place place, bd_cell *out)
{
    const char *name = bd_arena_text(view->arena, bd_str_trim(text));
    const bd_value_config *v = bd_config_value(view->config, name);
    *out = (bd_cell){ 0 };
    if (v)
        return configured_value(view, v, out);
    value_text parts = { 0 };
    bd_column style = { 0 };
    return split_text(view, bd_str_of(name), place, &parts)
           && fill_value(view, bd_arena_printf(view->arena, "value '%s'", name), &parts, &style, place, out);
}
