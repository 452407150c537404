/* From magnitude and evidence to a verdict. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Until a history says how much runs of different days differ, their samples show only a
 * factor that such runs hardly ever differ by: docs/decisions.md has by how much they do. */
static const double least_unknown = 2;

static bool is_tested(const bd_compared *row)
{
    return row->evidence == BD_EVIDENCE_RANKS || row->evidence == BD_EVIDENCE_MEANS
           || row->evidence == BD_EVIDENCE_HISTORY;
}

static void adjust(bd_comparing *c)
{
    bd_comparison *out = c->out;
    double *p = bd_alloc((out->row_count + 1) * sizeof *p);
    size_t count = 0;
    for (size_t i = 0; i < out->row_count; i++)
        if (is_tested(&out->rows[i]))
            p[count++] = fmax(out->rows[i].p, out->rows[i].past_p);
    bd_holm(p, count, p);
    out->tests = count;
    count = 0;
    for (size_t i = 0; i < out->row_count; i++)
        if (is_tested(&out->rows[i]))
            out->rows[i].adjusted = p[count++];
    free(p);
    size_t needs = count > 0 ? bd_rank_test_needs(c->options.alpha / (double)count) : 0;
    for (size_t i = 0; i < out->row_count; i++) {
        bd_compared *row = &out->rows[i];
        size_t least = row->base.n < row->head.n ? row->base.n : row->head.n;
        if (row->evidence == BD_EVIDENCE_RANKS && least < needs)
            row->needs = needs;
    }
}

/* ---- verdicts ---- */

static bd_verdict by_direction(const bd_compared *row)
{
    bool more = row->head.number > row->base.number;
    if (row->direction == BD_DIRECTION_UNKNOWN)
        return BD_VERDICT_CHANGED;
    return more == (row->direction == BD_BIGGER_IS_BETTER) ? BD_VERDICT_BETTER : BD_VERDICT_WORSE;
}

static bool is_equal(double a, double b)
{
    return !(a < b) && !(a > b);
}

/* Counted numbers: any change; of nearly exact ones what is beyond their own noise. */
static bd_verdict judge_exact(const bd_compared *row)
{
    double difference = fabs(row->head.number - row->base.number);
    double allowed = 0;
    if (row->metric_class == BD_CLASS_NEAR_EXACT) { /* 1 B or 0.5 % */
        double factor;
        bool reciprocal;
        const char *unit = row->head.items[0]->point->unit;
        allowed = bd_compare_factor("B", unit, &factor, &reciprocal) ? factor : 1;
        allowed = fmax(allowed, 0.005 * fabs(row->base.number));
    }
    return is_equal(row->head.number, row->base.number) || difference <= allowed
               ? BD_VERDICT_SAME
               : by_direction(row);
}

static bool is_near_modes(const bd_modes *modes, double number)
{
    double slack = (modes->high - modes->low) / 2;
    return number >= modes->low - slack && number <= modes->high + slack;
}

/* As it is, or as it would be without the host. */
static bool is_between_modes(const bd_compared_group *group, const bd_compared *row)
{
    return row->modes.two
           && (is_near_modes(&row->modes, row->head.number)
               || is_near_modes(&row->modes, bd_compare_usual(group, row)));
}

/* Runs that are kept were measured on another day than the head; files that somebody names
 * beside each other, or runs that took turns, were not. */
bool bd_compare_is_within_unknown(const bd_compared_group *group, const bd_compared *row)
{
    if (row->noise.kind == BD_NOISE_KNOWN || !group->is_of_past)
        return false;
    return row->change.kind != BD_CHANGE_RATIO
           || (row->change.ratio < least_unknown && row->change.ratio > 1 / least_unknown);
}

static bool has_evidence(const bd_comparing *c, const bd_compared *row)
{
    return is_tested(row) && row->adjusted <= c->options.alpha
           && !bd_compare_is_within_unknown(&c->out->groups[row->group], row);
}

static bool is_other_cpu(const bd_comparing *c, const bd_compared_group *group)
{
    bd_lane base;
    if (group->baseline.run_count == 0)
        return true;
    bd_lane_of(group->baseline.runs[0], &c->out->arena, &base);
    return base.cpu && group->lane.cpu && strcmp(base.cpu, group->lane.cpu) != 0;
}

static bd_verdict judge_timing(const bd_comparing *c, const bd_compared *row)
{
    const bd_compared_group *group = &c->out->groups[row->group];
    if (fabs(row->change.percent) < row->least)
        return BD_VERDICT_SAME;
    if (is_other_cpu(c, group))
        return BD_VERDICT_UNCONFIRMED;
    if (bd_compare_is_of_host(group, row))
        return BD_VERDICT_HOST;
    if (is_between_modes(group, row) || !has_evidence(c, row))
        return BD_VERDICT_UNCONFIRMED;
    return by_direction(row);
}

static bd_verdict judge_missing(const bd_comparing *c, const bd_compared *row)
{
    const bd_compared_group *group = &c->out->groups[row->group];
    if (row->head.count == 0)
        return BD_VERDICT_GONE;
    if (group->baseline.how != BD_BASELINE_NONE)
        return BD_VERDICT_NEW;
    bool exact_base = group->exact.how != BD_BASELINE_NONE;
    return row->metric_class != BD_CLASS_TIMING && exact_base ? BD_VERDICT_NEW
                                                              : BD_VERDICT_NO_BASELINE;
}

static bd_verdict judge(const bd_comparing *c, const bd_compared *row)
{
    if (row->head.count == 0 || row->base.count == 0)
        return judge_missing(c, row);
    if (!row->head.has_number || !row->base.has_number)
        return BD_VERDICT_INCOMPARABLE;
    if (row->metric_class != BD_CLASS_TIMING)
        return judge_exact(row);
    return row->has_change ? judge_timing(c, row) : BD_VERDICT_INCOMPARABLE;
}

void bd_compare_give_verdicts(bd_comparing *c)
{
    adjust(c);
    for (size_t i = 0; i < c->out->row_count; i++)
        c->out->rows[i].verdict = judge(c, &c->out->rows[i]);
}
