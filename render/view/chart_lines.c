/* Lines across a chart: budgets on the axis of values, annotations along the other one. */
#include "render/view/chart_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void bd_chart_add_line(bd_chart_builder *b, bd_chart_line line)
{
    bd_chart *out = b->out;
    bd_chart_line *grown = bd_arena_alloc(b->view->arena, (out->line_count + 1) * sizeof *grown);
    if (out->line_count > 0)
        memcpy(grown, out->lines, out->line_count * sizeof *grown);
    grown[out->line_count++] = line;
    out->lines = grown;
}

/* "50 ms" in the unit of the values; a bare number is in it already. */
static bool to_values(bd_chart_builder *b, const char *key, bd_scalar text, double *out)
{
    bd_number number;
    bd_str unit;
    bd_error err = BD_ERROR_INIT;
    if (!bd_quantity_parse(bd_str_of(text.text), &number, &unit))
        return bd_chart_fail(b, text, "a number with its unit: 50 ms", "%s: '%s' is no number", key,
                             text.text);
    const char *from = unit.len > 0 ? bd_arena_text(b->view->arena, unit) : b->unit;
    if (bd_chart_convert(number, from, b->unit, out, &err))
        return true;
    return bd_chart_fail(b, text, err.hint, "%s: %s", key, err.message);
}

static bool add_budget(bd_chart_builder *b, bd_scalar value, const char *text)
{
    bd_chart_line line = { .text = text };
    if (!to_values(b, "budget", value, &line.value))
        return false;
    bd_chart_add_line(b, line);
    return true;
}

static bool budgets(bd_chart_builder *b)
{
    const bd_chart_config *c = b->config;
    bool ok = true;
    if (c->budget.text)
        ok = add_budget(b, c->budget, c->budget.text);
    for (size_t i = 0; i < c->budgets.count; i++) {
        const bd_entry *e = &c->budgets.items[i];
        ok = add_budget(b, e->key, bd_say_scalar(b->view, e->value).text) && ok;
    }
    return ok;
}

/* ---- annotations ---- */

bool bd_chart_over_commits(const bd_chart_builder *b)
{
    return b->places.names == 1 && strcmp(b->table.per.items[b->places.first].text, "commit") == 0;
}

/* A commit is named by as many characters as tell it. */
bool bd_chart_is_place(const bd_chart_builder *b, size_t place, const char *wanted)
{
    enum { ABBREVIATED = 7 };
    const char *raw = b->places.raw[place];
    bool commits = bd_chart_over_commits(b);
    if (strcmp(raw, wanted) == 0 || strcmp(b->places.label[place], wanted) == 0)
        return true;
    return commits && strlen(wanted) >= ABBREVIATED && bd_str_starts(bd_str_of(raw), wanted);
}

static bool fail_place(const bd_chart_builder *b, bd_scalar wanted)
{
    enum { BYTES = 200 };
    bd_names names = { 0 };
    bd_buf hint = BD_BUF_INIT;
    for (size_t i = 0; i < b->places.count; i++)
        bd_names_add(&names, b->places.raw[i]);
    const char *nearest = bd_nearest_name(bd_str_of(wanted.text), &names);
    if (nearest)
        bd_buf_printf(&hint, "did you mean '%s'? ", nearest);
    for (size_t i = 0; i < names.count && hint.len < BYTES; i++)
        bd_buf_printf(&hint, "%s%s", i > 0 ? ", " : "there is ", names.items[i]);
    bd_chart_fail(b, wanted, bd_buf_text(&hint), "annotations: '%s' is no place of the x axis",
                  wanted.text);
    bd_names_release(&names);
    bd_buf_release(&hint);
    return false;
}

static bool annotate_number(bd_chart_builder *b, const bd_entry *e, bd_chart_line *line)
{
    bd_number number;
    bd_str unit;
    if (b->kind == BD_CHART_DISTRIBUTION)
        return to_values(b, "annotations", e->key, &line->value);
    if (!bd_quantity_parse(bd_str_of(e->key.text), &number, &unit)
        || (unit.len > 0 && b->kind != BD_CHART_PERCENTILES))
        return bd_chart_fail(b, e->key, "annotations: { 5000: TEXT }",
                             "annotations: the x axis holds numbers, and '%s' is none",
                             e->key.text);
    line->value = bd_number_as_double(number);
    return true;
}

static bool annotate(bd_chart_builder *b, const bd_entry *e)
{
    bool spread = b->kind == BD_CHART_DISTRIBUTION || b->kind == BD_CHART_PERCENTILES;
    bd_chart_line line = { .at_place = true };
    line.text = bd_say_scalar(b->view, e->value).text;
    if (b->numeric || spread) {
        if (!annotate_number(b, e, &line))
            return false;
        bd_chart_add_line(b, line);
        return true;
    }
    for (size_t i = 0; i < b->places.count; i++)
        if (bd_chart_is_place(b, i, e->key.text)) {
            line.value = (double)i;
            bd_chart_add_line(b, line);
            return true;
        }
    if (b->view->page_dimension) /* it may be a place of another page */
        return true;
    return fail_place(b, e->key);
}

bool bd_chart_lines(bd_chart_builder *b)
{
    bool ok = budgets(b);
    for (size_t i = 0; i < b->config->annotations.count; i++)
        ok = annotate(b, &b->config->annotations.items[i]) && ok;
    return ok;
}
