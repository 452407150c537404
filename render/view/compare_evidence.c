/* How sure a change is: the best evidence that the numbers of a series allow. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>

/* ---- ranks of raw samples ---- */

/* Of several runs a side, each run of the head must lie on the same side of every run of the
 * base: samples of one run are alike in what they share. */
static bool runs_agree(bd_comparing *c, const bd_compared *row, const char *unit)
{
    size_t base = row->base.count, head = row->head.count;
    if (base < 2 && head < 2)
        return true;
    bd_compare_reserve(c, base + head);
    double *b = c->room, *h = c->room + c->room_count / 2;
    size_t bases = bd_compare_values(row->base.items, base, unit, b);
    size_t heads = bd_compare_values(row->head.items, head, unit, h);
    size_t above = 0, below = 0;
    for (size_t i = 0; i < bases; i++)
        for (size_t k = 0; k < heads; k++) {
            above += h[k] > b[i];
            below += h[k] < b[i];
        }
    return above == bases * heads || below == bases * heads;
}

static bool by_ranks(bd_comparing *c, bd_compared *row, const char *unit)
{
    bd_compare_reserve(c,
                       bd_compare_sample_count(&row->base) + bd_compare_sample_count(&row->head));
    bd_sorted base = bd_compare_samples(c, &row->base, unit, 0);
    bd_sorted head = bd_compare_samples(c, &row->head, unit, 1);
    enum { SIDE_MINIMUM = 2 };
    if (base.count < SIDE_MINIMUM || head.count < SIDE_MINIMUM)
        return false;
    bd_rank_test test = bd_rank_test_of(base, head);
    row->evidence = BD_EVIDENCE_RANKS;
    row->test = test.outcome;
    row->p = runs_agree(c, row, unit) ? test.p : 1;
    return true;
}

/* ---- reported means ---- */

static bool summary_of(const bd_compared_side *side, const char *unit, bd_mean_summary *out)
{
    double factor;
    bool reciprocal;
    if (side->count != 1)
        return false;
    const bd_point *p = side->items[0]->point;
    if (!bd_number_finite(p->error) || p->confidence <= 0 || p->n < 2
        || !bd_compare_factor(p->unit, unit, &factor, &reciprocal) || reciprocal)
        return false;
    *out = (bd_mean_summary){ .mean = side->number, .n = (size_t)p->n };
    return bd_mean_summary_of_error(out, bd_number_as_double(p->error) * factor, p->confidence);
}

static bool by_means(bd_compared *row, const char *unit)
{
    bd_mean_summary base, head;
    if (!summary_of(&row->base, unit, &base) || !summary_of(&row->head, unit, &head))
        return false;
    bd_mean_test test = bd_mean_test_of(base, head, 0.95);
    row->base.interval = bd_mean_interval(base, 0.95);
    row->head.interval = bd_mean_interval(head, 0.95);
    if (test.outcome != BD_TEST_STUDENT && test.outcome != BD_TEST_ALL_EQUAL)
        return false;
    row->evidence = BD_EVIDENCE_MEANS;
    row->test = test.outcome;
    row->p = test.p;
    return true;
}

void bd_compare_evidence(bd_comparing *c, bd_compared *row, size_t index)
{
    row->p = row->adjusted = 1;
    row->least = row->metric_class == BD_CLASS_TIMING ? c->options.least : 0;
    if (!row->head.has_number || !row->base.has_number)
        return;
    if (row->metric_class != BD_CLASS_TIMING)
        row->evidence = BD_EVIDENCE_EXACT;
    if (row->metric_class != BD_CLASS_TIMING || !row->has_change)
        return;
    const char *unit = row->head.items[0]->point->unit;
    bd_compare_look_back(c, row, index);
    if (!row->reciprocal && !by_ranks(c, row, unit))
        by_means(row, unit);
    bd_compare_weigh_history(c, row);
}
