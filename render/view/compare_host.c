/* A slow or a fast host: what all series of a run moved by, and what one of them is without it. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>

/* A host that moved everything by less is not worth a word. */
static const double least_host = 0.02;

static bool speaks_of_host(const bd_compared *row)
{
    return row->metric_class == BD_CLASS_TIMING && row->has_change
           && row->change.kind == BD_CHANGE_RATIO && row->change.ratio > 0
           && row->direction != BD_DIRECTION_UNKNOWN;
}

/* Above 0: slower. */
static double slowness(const bd_compared *row)
{
    double x = log(row->change.ratio);
    return row->direction == BD_BIGGER_IS_BETTER ? -x : x;
}

static bool is_one_host(const bd_compared_group *a, const bd_compared_group *b)
{
    bd_lane other = a->lane;
    other.suite = b->lane.suite;
    return a == b || bd_lane_same(&other, &b->lane, false);
}

/* All suites that a host ran speak; where both sides were measured side by side, what is
 * common to them is the code's. */
void bd_compare_hosts(bd_comparing *c)
{
    bd_comparison *out = c->out;
    double *ratios = bd_alloc((out->row_count + 1) * sizeof *ratios);
    for (size_t g = 0; g < out->group_count; g++) {
        bd_compared_group *group = &out->groups[g];
        size_t count = 0;
        if (group->head_count > 1 && group->baseline.run_count > 1)
            continue;
        for (size_t i = 0; i < out->row_count; i++)
            if (speaks_of_host(&out->rows[i])
                && is_one_host(group, &out->groups[out->rows[i].group]))
                ratios[count++] = slowness(&out->rows[i]);
        bd_sorted sorted = bd_sort((bd_series_values){ .doubles = ratios, .count = count }, ratios);
        group->host = bd_common_factor_of(sorted, least_host);
    }
    free(ratios);
}

bool bd_compare_is_of_host(const bd_compared_group *group, const bd_compared *row)
{
    return speaks_of_host(row) && bd_common_factor_explains(&group->host, slowness(row));
}

double bd_compare_usual(const bd_compared_group *group, const bd_compared *row)
{
    if (!group->host.common || !speaks_of_host(row))
        return row->head.number;
    double factor = exp(group->host.center);
    return row->direction == BD_BIGGER_IS_BETTER ? row->head.number * factor
                                                 : row->head.number / factor;
}
