/* Cells that say a text: the first rule whose conditions hold speaks. */
#include "render/view/table_builder.h"

#include <string.h>

/* `has: wall.p95 operation=write`: the words are a metric; its statistic does not matter. */
static bool compile_has(const bd_basis *basis, bd_scalar has, shown_rule *rule)
{
    bd_found_metric named;
    if (!bd_basis_query(basis, has, "has: ", &rule->has))
        return false;
    rule->asks_has = true;
    rule->has_metric = rule->has.words;
    if (!rule->has.words)
        return true;
    if (bd_metric_named(basis, rule->has.words, &named)) {
        rule->has_metric = named.metric;
        return true;
    }
    if (!bd_basis_knows(basis, bd_str_of(rule->has.words), bd_basis_place(basis, has, 0)))
        return false;
    return basis->view->excerpt
           || bd_view_fail(basis->view, bd_basis_place(basis, has, 0), "has: METRIC name=value",
                           "%s: has: '%s' is no metric", basis->title, rule->has.words);
}

static bool compile_when(const bd_basis *basis, bd_scalar when, shown_rule *rule)
{
    if (!bd_basis_query(basis, when, "when: ", &rule->when))
        return false;
    rule->asks_when = true;
    return !rule->when.words
           || bd_view_fail(basis->view, bd_basis_place(basis, when, 0), "when: name=value",
                           "%s: when: takes conditions, not '%s'", basis->title, rule->when.words);
}

bool bd_builder_compile_rules(const bd_basis *basis, shown_column *column)
{
    const bd_column *c = column->config;
    bool ok = true;
    column->rules = bd_arena_alloc(basis->view->arena, c->rule_count * sizeof *column->rules);
    column->rule_count = c->rule_count;
    for (size_t i = 0; i < c->rule_count; i++) {
        const bd_say_rule *from = &c->rules[i];
        shown_rule *rule = &column->rules[i];
        ok = (!from->has.text || compile_has(basis, from->has, rule)) && ok;
        ok = (!from->when.text || compile_when(basis, from->when, rule)) && ok;
        rule->say = bd_template_compile(basis, from->say, false);
        ok = rule->say && ok;
    }
    return ok;
}

/* Does the row have an observation that the query of `has:` fits? */
static bool rule_has(const bd_cell_context *context, const shown_rule *rule)
{
    if (bd_row_matches(context, rule->has_metric, &rule->has) == 0)
        return false;
    bd_touch_value(context->basis->view, context->fits[0]);
    return true;
}

/* The observation that decides is kept as shown: the lock must decide alike. */
static bool row_meets(const bd_cell_context *context, const bd_condition *c)
{
    const bd_view *view = context->basis->view;
    const bd_observation *met = NULL, *broken = NULL;
    bd_buf scratch = BD_BUF_INIT;
    for (size_t i = 0; i < context->row->count && !broken; i++) {
        const bd_observation *o = context->row->items[i];
        if (!bd_view_get(view, o, bd_str_of(c->key), NULL, &scratch))
            continue;
        if (bd_condition_holds(c, o))
            met = met ? met : o;
        else
            broken = o;
    }
    bd_buf_release(&scratch);
    if (broken || met)
        bd_touch_value(view, broken ? broken : met);
    else if (!bd_condition_holds(c, context->row->items[0])) /* nobody has it */
        return false;
    return !broken;
}

bool bd_builder_row_is(const bd_cell_context *context, const bd_query *query)
{
    for (size_t i = 0; i < query->condition_count; i++)
        if (!row_meets(context, &query->conditions[i]))
            return false;
    return true;
}

bd_cell_result bd_builder_rules(const bd_cell_context *context, const shown_column *c, bd_cell *out)
{
    for (size_t i = 0; i < c->rule_count; i++) {
        const shown_rule *rule = &c->rules[i];
        if (rule->asks_has && !rule_has(context, rule))
            continue;
        if (rule->asks_when && !bd_builder_row_is(context, &rule->when))
            continue;
        if (rule->say->count == 0) /* say: "" is meant */
            bd_cell_literal(out, context->basis->view->arena, "");
        return bd_cell_fill(context, rule->say, out);
    }
    bd_cell_fail(context, "end the list with a rule that always speaks: { say: … }",
                 "no rule of the column fits the row");
    return BD_CELL_WRONG;
}
