/* The samples of a point as a chart draws them: raw, of a histogram, or, for the curve of
 * percentiles, those that the point reports. */
#include "render/view/chart_builder.h"

#include "stats/stats.h"

#include <string.h>

static const char *path_of(const bd_observation *o)
{
    const bd_source *at = &o->point->source;
    return at->file < o->run->file_count ? o->run->files[at->file].path : "a result";
}

static bd_cell_result no_samples(bd_chart_builder *b, const bd_chart_cell *cell,
                                 const bd_observation *o)
{
    const bd_point *p = o->point;
    bd_cell_context context = bd_chart_context(b, cell);
    if (p->outcome != BD_OUTCOME_OK && context.silent)
        return BD_CELL_MISSING;
    if (p->outcome != BD_OUTCOME_OK)
        bd_cell_fail(&context, "leave the place empty: `missing: gap`",
                     "%s has no samples, the point is %s%s%s (%s:%d:%d)", cell->y->hole.source,
                     bd_outcome_name(p->outcome), p->reason ? ": " : "", p->reason ? p->reason : "",
                     path_of(o), p->source.line, p->source.column);
    else
        bd_cell_fail(&context,
                     "bars and lines draw values; kind: scatter draws one with its statistic, "
                     "{METRIC.value}",
                     "%s has neither samples nor a histogram (%s:%d:%d)", cell->y->hole.source,
                     path_of(o), p->source.line, p->source.column);
    return BD_CELL_WRONG;
}

bd_cell_result bd_chart_fill_reported(bd_chart_builder *b, const bd_chart_cell *cell,
                                      const bd_observation *o)
{
    const bd_point *p = o->point;
    bd_cell_context context = bd_chart_context(b, cell);
    bd_cell_result worst = BD_CELL_MISSING;
    const bd_stat_value *last = NULL;
    for (;;) { /* ascending, whatever the order of the file */
        const bd_stat_value *next = NULL;
        for (size_t i = 0; i < p->reported_count; i++) {
            const bd_stat_value *r = &p->reported[i];
            bool later = !last || r->stat.p_micro > last->stat.p_micro;
            if (r->stat.kind == BD_STAT_PERCENTILE && later && bd_number_finite(r->number)
                && (!next || r->stat.p_micro < next->stat.p_micro))
                next = r;
        }
        if (!next)
            return worst;
        bd_chart_cell one = *cell;
        bd_hole hole = cell->y->hole;
        hole.metric.stat = next->stat;
        one.x = next->stat.p_micro / 1e6;
        bd_cell_result result = bd_cell_number(&context, &hole, o, &one.source);
        if (result != BD_CELL_OK)
            return BD_CELL_WRONG;
        bd_chart_add_cell(b, &one);
        worst = BD_CELL_OK;
        last = next;
    }
}

/* The curve of too many observations to be drawn one by one. */
static bd_cell_result fill_ranks(bd_chart_builder *b, const bd_chart_cell *cell,
                                 const bd_observation *o)
{
    static const uint32_t percents[] = { 0,        25000000, 50000000, 75000000, 90000000,
                                         95000000, 99000000, 99900000, 99990000 };
    bd_cell_context context = bd_chart_context(b, cell);
    for (size_t i = 0; i < BD_COUNT(percents); i++) {
        bd_chart_cell one = *cell;
        bd_hole hole = cell->y->hole;
        hole.metric.stat = (bd_stat){ BD_STAT_PERCENTILE, percents[i] };
        one.x = percents[i] / 1e6;
        if (bd_cell_number(&context, &hole, o, &one.source) != BD_CELL_OK)
            return BD_CELL_WRONG;
        bd_chart_add_cell(b, &one);
    }
    return BD_CELL_OK;
}

static bd_cell_result too_many(bd_chart_builder *b, const bd_chart_cell *cell, int64_t count)
{
    bd_cell_context context = bd_chart_context(b, cell);
    bd_cell_fail(&context,
                 "draw its percentiles: kind: percentiles, or kind: lines with y: { P50: "
                 "\"{METRIC.p50}\", P99: \"{METRIC.p99}\" }",
                 "%s has %lld observations; at most %d are drawn", cell->y->hole.source,
                 (long long)count, BD_CHART_SAMPLES_AT_MOST);
    return BD_CELL_WRONG;
}

static int64_t count_of(const bd_point *p)
{
    if (p->samples.count > 0)
        return (int64_t)p->samples.count;
    return bd_total_count(
        (bd_counted_values){ p->histogram.values, p->histogram.counts, p->histogram.count });
}

bd_cell_result bd_chart_fill_samples(bd_chart_builder *b, bd_chart_cell *cell,
                                     const bd_observation *o)
{
    const bd_point *p = o->point;
    bd_cell_context context = bd_chart_context(b, cell);
    bool any = p->samples.count > 0 || p->histogram.count > 0;
    bd_touch_value(b->view, o);
    if (!any && b->kind == BD_CHART_PERCENTILES && p->outcome == BD_OUTCOME_OK) {
        bd_cell_result result = bd_chart_fill_reported(b, cell, o);
        if (result != BD_CELL_MISSING)
            return result;
    }
    if (!any)
        return no_samples(b, cell, o);
    int64_t count = count_of(p);
    bool many = count > BD_CHART_SAMPLES_AT_MOST;
    if (many && b->kind != BD_CHART_PERCENTILES)
        return too_many(b, cell, count);
    bd_touch_samples(b->view, o);
    if (many)
        return fill_ranks(b, cell, o);
    bd_hole hole = cell->y->hole;
    hole.metric.stat = (bd_stat){ BD_STAT_MEDIAN, 0 };
    bd_cell_result result = bd_cell_number(&context, &hole, o, &cell->source);
    if (result != BD_CELL_OK)
        return result;
    cell->sample_count = (size_t)count;
    bd_chart_add_cell(b, cell);
    return BD_CELL_OK;
}

static bool put_sample(bd_chart_builder *b, bd_chart_cell *cell, bd_number number, double *out)
{
    bd_error err = BD_ERROR_INIT;
    if (bd_chart_convert(number, cell->source.unit, b->unit, out, &err))
        return true;
    bd_cell_context context = bd_chart_context(b, cell);
    return bd_cell_fail(&context, err.hint, "%s: %s", cell->y->hole.source, err.message);
}

bool bd_chart_convert_samples(bd_chart_builder *b, bd_chart_cell *cell)
{
    const bd_point *p = cell->source.observation->point;
    const bd_samples *s = &p->samples;
    size_t at = 0;
    bool ok = true;
    cell->samples = bd_arena_alloc(b->view->arena, (cell->sample_count + 1) * sizeof(double));
    for (size_t i = 0; i < s->count && ok; i++)
        ok = put_sample(b, cell, s->ints ? bd_int(s->ints[i]) : bd_double(s->doubles[i]),
                        &cell->samples[at++]);
    for (size_t i = 0; s->count == 0 && i < p->histogram.count && ok; i++) {
        double value = 0;
        ok = put_sample(b, cell, bd_double(p->histogram.values[i]), &value);
        for (int64_t n = 0; n < p->histogram.counts[i] && ok; n++)
            cell->samples[at++] = value;
    }
    return ok;
}
