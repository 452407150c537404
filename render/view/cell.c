/* One cell: a template filled with the numbers and words of a row. */
#include "render/view/internal.h"

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

void bd_cell_add_source(bd_cell *cell, bd_arena *arena, const bd_cell_source *source)
{
    bd_cell_source *grown = bd_arena_alloc(arena, (cell->source_count + 1) * sizeof *grown);
    if (cell->source_count > 0)
        memcpy(grown, cell->sources, cell->source_count * sizeof *grown);
    grown[cell->source_count++] = *source;
    cell->sources = grown;
}

size_t bd_row_matches(const bd_cell_context *context, const char *metric, const bd_query *filter)
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
        context->fits[count++] = o;
    }
    if (filter && filter->latest && count > 0)
        bd_keep_latest(context->basis->view, context->fits, &count);
    return count;
}

static bd_cell_result several(const bd_cell_context *context, const bd_hole *hole, size_t count)
{
    bd_buf difference = BD_BUF_INIT;
    bd_describe_difference(context->fits, count, &difference);
    bool differ = difference.len > 0;
    bd_cell_fail(context,
                 context->where ? "give what differs to x:, series: or grid:, or add a condition "
                                  "that leaves one, such as name=value"
                                : "add a condition that leaves one, such as name=value inside "
                                  "the braces",
                 "%zu points fit %s: %s", count, hole->source,
                 differ ? bd_buf_text(&difference) : "they differ in nothing but their place");
    bd_buf_release(&difference);
    return BD_CELL_WRONG;
}

/* A row has several values of the word. */
static bd_cell_result undecided(const bd_cell_context *context, const bd_hole *hole,
                                const char *one, const char *other)
{
    bd_cell_fail(context,
                 context->where ? "add a condition inside the braces, or to from:"
                                : "add a condition inside the braces, or a name to per:",
                 "%s is not one word: %s and %s", hole->source, one, other);
    return BD_CELL_WRONG;
}

static bd_cell_result missing(const bd_cell_context *context, const bd_hole *hole)
{
    if (context->silent)
        return BD_CELL_MISSING;
    bd_buf hint = BD_BUF_INIT;
    const bd_table_config *table = context->basis->table;
    if (table && table->per.count > 0 && !context->where) {
        bd_buf_puts(&hint, "bring the result back, or declare every empty cell, missing: \"–\", "
                           "or this row's: missing: { '");
        bd_query_put_word(bd_str_of(table->per.items[0].text), &hint);
        bd_buf_putc(&hint, '=');
        bd_query_put_word(bd_str_of(context->row->keys[0]), &hint);
        bd_buf_puts(&hint, "': \"…\" }");
    }
    bd_cell_fail(context, bd_buf_text(&hint), "no point fits %s", hole->source);
    bd_buf_release(&hint);
    return BD_CELL_MISSING;
}

static bd_cell_result add_metric(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    bd_arena *arena = context->basis->view->arena;
    size_t count = bd_row_matches(context, hole->metric.metric, &hole->filter);
    if (count == 0)
        return missing(context, hole);
    if (count > 1)
        return several(context, hole, count);
    bd_cell_source source;
    bd_cell_result result = bd_cell_number(context, hole, context->fits[0], &source);
    if (result != BD_CELL_OK)
        return result;
    bd_cell_add_source(cell, arena, &source);
    bd_cell_add(cell, arena, source.text, true);
    return BD_CELL_OK;
}

/* A dimension that is a whole number takes the thousands separator in force. */
static const char *group_integer(const bd_cell_context *context, const bd_hole *hole,
                                 const char *value)
{
    bd_decimal decimal;
    bd_number_style style;
    size_t digits = strspn(value, "0123456789");
    bool canonical = digits > 0 && !value[digits] && (value[0] != '0' || digits == 1);
    if (!canonical || !bd_style_for(context, hole, BD_DIMENSION_COUNT, &style))
        return value;
    bd_number number = bd_number_parse(bd_str_of(value));
    if (number.kind != BD_NUMBER_INT || !bd_decimal_of(number, &decimal))
        return value;
    bd_buf out = BD_BUF_INIT;
    bd_decimal_format(&decimal, 0, style.group, style.point, &out);
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

typedef struct shared_word {
    const char *value; /* NULL = nobody has it */
    const char *other; /* a second value; NULL = none */
    bd_dim_kind kind;
    const bd_observation *from; /* the first that has it */
} shared_word;

/* What `count` observations in context->fits say of a name. */
static shared_word share_word(const bd_cell_context *context, size_t count, bd_str name)
{
    const bd_view *view = context->basis->view;
    shared_word word = { 0 };
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < count && !word.other; i++) {
        bd_dim_kind kind;
        const char *value = bd_view_get(view, context->fits[i], name, &kind, &scratch);
        if (!value)
            continue;
        if (!word.value)
            word = (shared_word){ bd_arena_strdup(view->arena, value), NULL, kind,
                                  context->fits[i] };
        else if (strcmp(word.value, value) != 0)
            word.other = bd_arena_strdup(view->arena, value);
    }
    bd_buf_release(&scratch);
    return word;
}

const char *bd_shown_value(const bd_cell_context *context, const bd_hole *hole, bd_str name,
                           const char *value, bd_dim_kind kind)
{
    const char *label = bd_say_value(context->basis->view, name, value);
    bool plain = label == value && (kind == BD_DIM_PARAM || kind == BD_DIM_NAMED);
    return plain ? group_integer(context, hole, value) : label;
}

static bd_cell_result add_word(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    const bd_view *view = context->basis->view;
    size_t count = bd_row_matches(context, NULL, &hole->filter);
    shared_word word = share_word(context, count, hole->word);
    if (word.other)
        return undecided(context, hole, word.value, word.other);
    if (!word.value)
        return missing(context, hole);
    bd_touch_value(view, word.from);
    if (strcmp(word.value, "-") == 0 && word.kind != BD_DIM_FACT)
        return BD_CELL_OK; /* an empty dimension adds nothing */
    const char *shown = hole->form
                            ? transform(view, hole->form, word.value)
                            : bd_shown_value(context, hole, hole->word, word.value, word.kind);
    bd_cell_add(cell, view->arena, shown, true);
    return BD_CELL_OK;
}

static bd_cell_result add_series(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    const bd_view *view = context->basis->view;
    size_t count = bd_row_matches(context, NULL, &hole->filter);
    for (size_t i = 0; i < count; i++)
        bd_touch_value(view, context->fits[i]);
    bd_cell_add(cell, view->arena, bd_arena_printf(view->arena, "%zu", count), true);
    return BD_CELL_OK;
}

static bd_cell_result add_page(const bd_cell_context *context, bd_cell *cell)
{
    const bd_view *view = context->basis->view;
    const bd_scalars *per = &context->basis->table->per;
    for (size_t i = 0; i < per->count; i++) {
        const bd_page_config *page = bd_page_of(view, per->items[i].text);
        if (!page)
            continue;
        const char *path = bd_page_path(view, page, context->row->keys[i]);
        if (!path)
            return BD_CELL_WRONG;
        bd_buf link = BD_BUF_INIT;
        bd_path_link(view->document ? view->document : "", path, &link);
        bd_cell_add(cell, view->arena, bd_arena_text(view->arena, bd_buf_str(&link)), false);
        bd_buf_release(&link);
        return BD_CELL_OK;
    }
    bd_cell_fail(context, "pages: [ { per: NAME, template: T.md, file: F.md } ]",
                 "{page}: no pages are declared per %s",
                 per->count > 0 ? per->items[0].text : "row");
    return BD_CELL_WRONG;
}

static bd_cell_result add_hole(const bd_cell_context *context, const bd_hole *hole, bd_cell *cell)
{
    switch (hole->kind) {
    case BD_HOLE_METRIC:
        return add_metric(context, hole, cell);
    case BD_HOLE_SERIES:
        return add_series(context, hole, cell);
    case BD_HOLE_PAGE:
        return add_page(context, cell);
    default:
        return add_word(context, hole, cell);
    }
}

bd_cell_result bd_cell_fill(const bd_cell_context *context, const bd_cell_template *t, bd_cell *out)
{
    bd_cell_result worst = BD_CELL_OK;
    bd_cell_context at = *context;
    for (size_t i = 0; i < t->count && worst != BD_CELL_WRONG; i++) {
        const bd_template_part *part = &t->parts[i];
        if (part->literal) {
            bd_cell_literal(out, context->basis->view->arena, part->literal);
            continue;
        }
        at.place = bd_basis_place(context->basis, t->text, part->hole.offset);
        bd_cell_result r = add_hole(&at, &part->hole, out);
        worst = r > worst ? r : worst;
    }
    return worst;
}
