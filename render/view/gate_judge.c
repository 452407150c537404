/* One demand and one series: does it hold? */
#include "render/view/gate_builder.h"

#include <math.h>
#include <string.h>

static void keep(bd_gating *g, const bd_gate_result *r)
{
    bd_gate_report *out = g->out;
    out->results = bd_grow(out->results, out->result_count, &out->result_capacity,
                           sizeof *out->results);
    out->results[out->result_count++] = *r;
}

/* Computed numbers: 101 is not more than 1 % above 100. */
static bool exceeds(double x, double limit)
{
    return x > limit + 1e-9 * fabs(limit);
}

/* Timings move by themselves: the comparison must have found evidence. */
static void judge_by_evidence(bd_gating *g, const bd_compared *row, bd_gate_result *r)
{
    (void)g;
    r->state = BD_GATE_FAILED;
    if (row->metric_class == BD_CLASS_EXACT)
        return;
    if (row->verdict == BD_VERDICT_SAME)
        r->state = BD_GATE_PASSED;
    else if (row->verdict > BD_VERDICT_CHANGED)
        r->state = BD_GATE_NOT_JUDGED;
    r->why = row->metric_class == BD_CLASS_TIMING ? row->why : "";
}

/* How far it moved in the direction that the demand forbids, beyond the limit? */
static bool is_beyond(bd_gating *g, bd_demand *d, const bd_compared *row, bool down)
{
    double moved = row->head.number - row->base.number;
    double limit = bd_number_as_double(d->limit.number), factor;
    bool reciprocal;
    moved = down ? -moved : moved;
    if (!(moved > 0))
        return false;
    if (bd_str_is(d->limit.unit, "%"))
        return exceeds(100 * moved, limit * fabs(row->base.number));
    const char *from = bd_arena_text(&g->out->arena, d->limit.unit);
    const char *to = row->head.items[0]->point->unit;
    if (bd_compare_factor(from, to, &factor, &reciprocal) && !reciprocal)
        return exceeds(moved, limit * factor);
    bd_demand_fail(g, d, d->place, "a percentage fits every unit: 1%",
                   "the limit is in '%s', and the metric in '%s', which do not convert", from, to);
    return false;
}

static void judge_growth(bd_gating *g, bd_demand *d, bool down, bd_gate_result *r)
{
    if (is_beyond(g, d, r->row, down))
        judge_by_evidence(g, r->row, r);
}

static void judge_equal(const bd_compared *row, bd_gate_result *r)
{
    bool is_near = row->metric_class == BD_CLASS_NEAR_EXACT;
    bool moved = row->head.number < row->base.number || row->head.number > row->base.number;
    if (is_near ? row->verdict != BD_VERDICT_SAME : moved)
        r->state = BD_GATE_FAILED;
}

static void judge_counted(bd_gating *g, const bd_compared *row, bd_gate_result *r)
{
    if (row->verdict != BD_VERDICT_WORSE)
        return;
    r->why = bd_gate_software_differs(g, row);
    r->state = r->why ? BD_GATE_NOT_JUDGED : BD_GATE_FAILED;
    r->why = r->why ? r->why : "";
}

/* As github-action-benchmark counts: above 1 is worse, from nothing to something without
 * bound. */
static double ratio_of(const bd_compared *row)
{
    bool bigger = row->direction == BD_BIGGER_IS_BETTER;
    double base = row->base.number, head = row->head.number;
    double above = bigger ? base : head, below = bigger ? head : base;
    bool is_zero = !(below > 0) && !(below < 0);
    if (is_zero)
        return above > 0 ? INFINITY : 1;
    return above / below;
}

static void judge_alert(bd_gating *g, const bd_compared *row, bd_gate_result *r)
{
    if (row->base.number < 0 || row->head.number < 0) {
        r->state = BD_GATE_NOT_JUDGED;
        r->why = "a negative number has no ratio";
        return;
    }
    double ratio = ratio_of(row);
    if (!(ratio > g->call->alert))
        return;
    r->state = BD_GATE_FAILED;
    if (!g->call->alert_alone)
        judge_by_evidence(g, row, r);
    if (isfinite(ratio))
        r->value = bd_arena_printf(&g->out->arena, "%s, ratio %.3g", r->value, ratio);
}

static void judge_change(bd_gating *g, bd_demand *d, bd_gate_result *r)
{
    const bd_compared *row = r->row;
    switch (d->kind) {
    case BD_DEMAND_GROWS:
    case BD_DEMAND_SHRINKS:
        judge_growth(g, d, d->kind == BD_DEMAND_SHRINKS, r);
        break;
    case BD_DEMAND_SLOWER:
        judge_growth(g, d, row->direction == BD_BIGGER_IS_BETTER, r);
        break;
    case BD_DEMAND_EQUAL:
        judge_equal(row, r);
        break;
    case BD_DEMAND_COUNTED:
        judge_counted(g, row, r);
        break;
    default:
        judge_alert(g, row, r);
    }
}

/* Against the baseline: where there is one, and where what must be the same is. */
static void judge_against_base(bd_gating *g, bd_demand *d, bd_gate_result *r)
{
    const bd_compared *row = r->row;
    const char *differs = row->head.count > 0 ? bd_gate_facts_differ(g, d, row) : NULL;
    if (!row->head.has_number || !row->base.has_number)
        r->why = row->why;
    else if (differs)
        r->why = differs;
    else
        r->state = BD_GATE_PASSED;
    r->value = bd_gate_change_text(g, row);
    if (r->state == BD_GATE_PASSED)
        judge_change(g, d, r);
}

static const char *over_text(bd_gating *g, const bd_gate *gate, const char *why)
{
    return bd_arena_printf(&g->out->arena, "%s%saccepted until %s, which is over", why,
                           why[0] ? "; " : "", gate->accepted_until);
}

/* What fails and is accepted passes until its day is over. */
static void accept(bd_gating *g, bd_gate_result *r)
{
    const bd_gate *gate = &g->out->gates[r->gate];
    if (r->state != BD_GATE_FAILED || !gate->accepted_until)
        return;
    if (gate->accepted)
        r->state = BD_GATE_ACCEPTED;
    else
        r->why = over_text(g, gate, r->why);
}

void bd_gate_judge_row(bd_gating *g, bd_demand *d, const bd_compared *row)
{
    bd_stat stat = { .kind = BD_STAT_VALUE };
    const bd_compared_side *head = &row->head;
    if (!bd_demand_fits(d, row, &stat) || (head->count == 0 && d->kind == BD_DEMAND_BUDGET))
        return;
    bd_gate_result r = { .state = BD_GATE_NOT_JUDGED,
                         .gate = d->gate,
                         .row = row,
                         .group = &g->call->comparison->groups[row->group],
                         .at = head->count > 0 ? head->items[head->count - 1] : row->series,
                         .against_base = d->kind != BD_DEMAND_BUDGET,
                         .value = "",
                         .why = "" };
    r.run = head->count > 0 ? r.at->run : NULL;
    d->matched += head->count > 0;
    if (d->kind == BD_DEMAND_BUDGET)
        bd_gate_judge_budget(g, d, stat, &r);
    else
        judge_against_base(g, d, &r);
    accept(g, &r);
    keep(g, &r);
}

static bool is_gated(const bd_gating *g, const bd_demand *d, const char *suite)
{
    const bd_input *input = bd_config_input(g->call->config, suite);
    return (!d->suite.text || strcmp(d->suite.text, suite) == 0) && !(input && input->gate_never);
}

void bd_gate_judge_runs(bd_gating *g, bd_demand *d)
{
    const bd_comparison *c = g->call->comparison;
    for (size_t i = 0; i < c->group_count; i++) {
        const bd_compared_group *group = &c->groups[i];
        for (size_t k = 0; k < group->head_count && is_gated(g, d, group->lane.suite); k++) {
            const bd_run *run = group->heads[k];
            bool whole = run->outcome == BD_OUTCOME_OK;
            bd_gate_result r = { .state = whole ? BD_GATE_PASSED : BD_GATE_FAILED,
                                 .gate = d->gate,
                                 .group = group,
                                 .run = run,
                                 .value = whole ? "" : "incomplete",
                                 .why = !whole && run->reason ? run->reason : "" };
            d->matched++;
            accept(g, &r);
            keep(g, &r);
        }
    }
}
