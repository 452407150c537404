/* Cells that say a text: the first rule whose conditions hold speaks. */
#include "render/view/table_builder.h"

/* Does the row have an observation that the query of `has:` fits? */
static bool rule_has(const bd_cell_context *context, bd_scalar has, bool *ok)
{
    const bd_basis *basis = context->basis;
    bd_query query;
    bd_error err = BD_ERROR_INIT;
    bd_found_metric named = { 0 };
    bd_place place = { context->place.file, has.line, has.column };
    *ok = bd_query_parse(bd_str_of(has.text), false, basis->view->arena, &query, &err);
    if (!*ok)
        return bd_cell_fail(context, err.hint, "has: %s", err.message);
    *ok = bd_basis_check_conditions(basis, &query, place);
    if (query.words && !basis->view->excerpt && !bd_metric_named(basis, query.words, &named))
        *ok = bd_basis_knows(basis, bd_str_of(query.words), place);
    const char *metric = named.metric ? named.metric : query.words;
    const bd_observation **fits =
        bd_arena_alloc(basis->view->arena, (context->row->count + 1) * sizeof *fits);
    if (!*ok || bd_row_matches(context, metric, &query, fits) == 0)
        return false;
    bd_touch_observation(basis->view, fits[0], (bd_stat){ BD_STAT_VALUE, 0 });
    return true;
}

/* Conditions on the row itself: every one of its observations that knows the name must hold. */
bool bd_builder_row_is(const bd_cell_context *context, const char *text, bd_place place, bool *ok)
{
    const bd_basis *basis = context->basis;
    bd_query query;
    bd_error err = BD_ERROR_INIT;
    *ok = bd_query_parse(bd_str_of(text), false, basis->view->arena, &query, &err);
    if (!*ok)
        return bd_view_fail(basis->view, place, err.hint, "%s: %s", basis->title, err.message);
    *ok = bd_basis_check_conditions(basis, &query, place);
    if (!*ok)
        return false;
    bd_buf scratch = BD_BUF_INIT;
    bool holds = true;
    for (size_t c = 0; c < query.condition_count && holds; c++) {
        bool met = false;
        for (size_t i = 0; i < context->row->count && holds; i++) {
            const bd_observation *o = context->row->items[i];
            bd_str key = bd_str_of(query.conditions[c].key);
            if (!bd_view_get(basis->view, o, key, NULL, &scratch))
                continue;
            met = true;
            holds = bd_condition_holds(&query.conditions[c], o);
        }
        holds = holds && met;
    }
    bd_buf_release(&scratch);
    return holds;
}

bd_cell_result bd_builder_rules(const bd_cell_context *context, const bd_column *c, bd_cell *out)
{
    for (size_t i = 0; i < c->rule_count; i++) {
        const bd_say_rule *rule = &c->rules[i];
        bool ok = true, speaks = true;
        bd_place place = { context->place.file, rule->when.line, rule->when.column };
        if (rule->has.text)
            speaks = rule_has(context, rule->has, &ok);
        if (speaks && rule->when.text)
            speaks = bd_builder_row_is(context, rule->when.text, place, &ok);
        if (!ok)
            return BD_CELL_WRONG;
        if (speaks)
            return bd_cell_fill(context, rule->say.text, out);
    }
    bd_cell_fail(context, "end the list with a rule that always speaks: { say: … }",
                 "no rule of the column fits the row");
    return BD_CELL_WRONG;
}
