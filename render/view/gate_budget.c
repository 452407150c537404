/* A number that must keep to a limit, whatever it was before. */
#include "render/view/gate_builder.h"

#include "render/view/view.h"

#include <string.h>

/* A bare number is of things that are counted; 0 is 0 in any unit. */
static bool needs_no_unit(const bd_gate_limit *limit, const char *unit)
{
    const bd_unit *known = bd_unit_find(bd_str_of(unit));
    bool is_zero = bd_number_order(limit->number, bd_int(0)) == 0;
    return is_zero || !known || known->dimension == BD_DIMENSION_COUNT
           || known->dimension == BD_DIMENSION_TRUTH;
}

static bool limit_in(bd_gating *g, bd_demand *d, const char *unit, bd_number *out)
{
    bd_decimal decimal;
    bd_error ignored = BD_ERROR_INIT;
    bool reciprocal = false;
    bd_buf text = BD_BUF_INIT;
    const char *own = bd_arena_text(&g->out->arena, d->limit.unit);
    *out = d->limit.number;
    if (!own[0] && needs_no_unit(&d->limit, unit))
        return true;
    bool ok = own[0] && bd_convert(d->limit.number, own, unit, &decimal, &reciprocal, &ignored)
              && !reciprocal;
    if (ok) {
        bd_decimal_plain(&decimal, "", ".", &text);
        *out = bd_number_parse(bd_buf_str(&text));
    } else if (own[0]) {
        bd_demand_fail(g, d, d->place, "write the limit in a unit of the same kind",
                       "the limit is in '%s', and the metric in '%s', which do not convert", own,
                       unit);
    } else {
        bd_demand_fail(g, d, d->place,
                       bd_arena_printf(&g->out->arena, "for example: %s %s", d->place.text, unit),
                       "the limit says no unit, and the metric has one: '%s'", unit);
    }
    bd_buf_release(&text);
    return ok;
}

static bool keeps_to(bd_gate_op op, int order)
{
    switch (op) {
    case BD_GATE_AT_MOST:
        return order <= 0;
    case BD_GATE_LESS:
        return order < 0;
    case BD_GATE_AT_LEAST:
        return order >= 0;
    case BD_GATE_MORE:
        return order > 0;
    default:
        return order == 0;
    }
}

/* What was not meant to run, or declined as it should, is no broken promise. */
static bool is_excused(const bd_point *p)
{
    return p->outcome == BD_OUTCOME_REFUSED || p->outcome == BD_OUTCOME_SKIPPED;
}

static void judge_without_number(bd_gating *g, const bd_point *p, bd_gate_result *r)
{
    bool has_others = p->samples.count > 0 || p->histogram.count > 0 || p->reported_count > 0;
    r->state = is_excused(p) ? BD_GATE_NOT_JUDGED : BD_GATE_FAILED;
    if (p->outcome != BD_OUTCOME_OK)
        r->why = bd_arena_printf(&g->out->arena, "%s%s%s", bd_outcome_name(p->outcome),
                                 p->reason ? ": " : "", p->reason ? p->reason : "");
    else if (has_others)
        r->why = "it has no number of that name; one of its statistics may be meant, as in "
                 "latency.p99";
    else
        r->why = "it has no number";
}

static bool put_value(const bd_point *p, bd_number number, bd_buf *out)
{
    bd_meaning meaning = bd_meaning_of(bd_str_of(bd_compare_metric(p->metric)), bd_str_of(p->unit),
                                       number);
    if (meaning.dimension != BD_DIMENSION_TRUTH || number.kind != BD_NUMBER_INT)
        return false;
    bd_buf_puts(out, number.as.i ? "true" : "false");
    return true;
}

static void judge_one(bd_gating *g, bd_demand *d, bd_stat stat, bd_gate_result *r)
{
    const bd_point *p = r->at->point;
    bd_number number, limit;
    bool reported;
    int64_t n;
    bd_buf text = BD_BUF_INIT;
    if (!bd_point_stat(p, stat, &number, &reported, &n) || !bd_number_finite(number)) {
        judge_without_number(g, p, r);
        return;
    }
    if (!put_value(p, number, &text))
        bd_gate_put_number(number, stat.kind == BD_STAT_N ? NULL : p->unit, &text);
    r->value = bd_arena_text(&g->out->arena, bd_buf_str(&text));
    bd_buf_release(&text);
    const char *unit = stat.kind == BD_STAT_N || d->limit.truth ? "" : p->unit;
    if (!limit_in(g, d, unit, &limit))
        return;
    r->state = keeps_to(d->limit.op, bd_number_order(number, limit)) ? BD_GATE_PASSED
                                                                     : BD_GATE_FAILED;
}

/* Of several runs each must keep to it: the first that does not is told. */
void bd_gate_judge_budget(bd_gating *g, bd_demand *d, bd_stat stat, bd_gate_result *r)
{
    const bd_compared_side *head = &r->row->head;
    for (size_t i = 0; i < head->count && !d->complained; i++) {
        bd_gate_result one = *r;
        one.at = head->items[i];
        one.run = head->items[i]->run;
        one.state = BD_GATE_NOT_JUDGED;
        judge_one(g, d, stat, &one);
        if (i == 0 || one.state < r->state)
            *r = one;
    }
}
