/* What a demand is about; one that is about nothing is reported. */
#include "render/view/gate_builder.h"

#include <string.h>

static const bd_stat plain_value = { .kind = BD_STAT_VALUE };

static bool is_suite(const bd_demand *d, const char *suite)
{
    return !d->suite.text || (suite && strcmp(d->suite.text, suite) == 0);
}

/* "latency.p99" is a statistic of `latency`, where no metric has that name whole. */
static bool is_metric(const bd_demand *d, const char *name, const char *metric, bd_stat *stat)
{
    *stat = plain_value;
    if (strcmp(bd_compare_metric(name), metric) == 0)
        return true;
    size_t len = strlen(metric);
    return d->kind == BD_DEMAND_BUDGET && strncmp(name, metric, len) == 0 && name[len] == '.'
           && bd_stat_parse(bd_str_of(name + len + 1), stat);
}

static bool has_metric(const bd_demand *d, const bd_compared *row, bd_stat *stat)
{
    for (size_t i = 0; i < d->metrics.count; i++)
        if (is_metric(d, d->metrics.items[i], bd_compare_metric(row->metric), stat))
            return true;
    return d->metrics.count == 0;
}

static bool is_speed(const bd_compared *row)
{
    const bd_unit *unit = bd_unit_find(bd_str_of(row->series->point->unit));
    return unit
           && (unit->dimension == BD_DIMENSION_TIME || unit->dimension == BD_DIMENSION_RATE
               || unit->dimension == BD_DIMENSION_SPEED);
}

static bool is_of_kind(const bd_demand *d, const bd_compared *row)
{
    switch (d->kind) {
    case BD_DEMAND_SLOWER:
        return is_speed(row) && row->direction != BD_DIRECTION_UNKNOWN;
    case BD_DEMAND_EQUAL: /* of what was timed only what is named */
        return d->metrics.count > 0 || row->metric_class != BD_CLASS_TIMING;
    case BD_DEMAND_COUNTED:
        return row->metric_class != BD_CLASS_TIMING && row->direction != BD_DIRECTION_UNKNOWN;
    case BD_DEMAND_ALERT:
        return row->direction != BD_DIRECTION_UNKNOWN;
    default:
        return d->kind != BD_DEMAND_COMPLETE;
    }
}

bool bd_demand_fits(const bd_demand *d, const bd_compared *row, bd_stat *stat)
{
    bd_stat ignored;
    const bd_input *input = row->series->input;
    return !(input && input->gate_never) && is_suite(d, row->series->run->suite)
           && has_metric(d, row, stat ? stat : &ignored) && is_of_kind(d, row)
           && (!d->series.text || bd_query_holds(&d->query, row->series));
}

/* ---- what fits nothing ---- */

static void add_once(bd_map *seen, bd_names *names, const char *name)
{
    bool is_new;
    bd_map_put(seen, bd_str_of(name), 0, &is_new);
    if (is_new)
        bd_names_add(names, name);
}

static void put_names(const char *wanted, const bd_names *names, bd_buf *out)
{
    enum { SHOWN = 12 };
    const char *nearest = bd_nearest(bd_str_of(wanted), names->items, names->count);
    if (nearest)
        bd_buf_printf(out, "did you mean '%s'? ", nearest);
    bd_buf_puts(out, "there is: ");
    for (size_t i = 0; i < names->count && i < SHOWN; i++)
        bd_buf_printf(out, "%s%s", i > 0 ? ", " : "", names->items[i]);
    bd_buf_puts(out, names->count > SHOWN ? ", …" : names->count == 0 ? "nothing" : "");
}

typedef enum bd_wanted { WANTED_SUITE, WANTED_METRIC, WANTED_FACT } bd_wanted;

/* Names that the heads have, of the demand's suite. */
static void collect(const bd_gating *g, const bd_demand *d, bd_wanted wanted, bd_names *out)
{
    const bd_comparison *c = g->call->comparison;
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; wanted == WANTED_METRIC && i < c->row_count; i++)
        if (c->rows[i].head.count > 0 && is_suite(d, c->rows[i].series->run->suite))
            add_once(&seen, out, bd_compare_metric(c->rows[i].metric));
    for (size_t i = 0; wanted != WANTED_METRIC && i < c->group_count; i++) {
        const bd_compared_group *group = &c->groups[i];
        if (wanted == WANTED_SUITE && group->head_count > 0)
            add_once(&seen, out, group->lane.suite);
        for (size_t k = 0; wanted == WANTED_FACT && k < group->head_count; k++)
            for (size_t e = 0; e < group->heads[k]->environment.count; e++)
                add_once(&seen, out, group->heads[k]->environment.items[e].key);
    }
    bd_map_release(&seen);
}

static bool has_suite(const bd_gating *g, const bd_demand *d)
{
    const bd_comparison *c = g->call->comparison;
    for (size_t i = 0; i < c->group_count; i++)
        if (c->groups[i].head_count > 0 && is_suite(d, c->groups[i].lane.suite))
            return true;
    return false;
}

static bool has_any_metric(const bd_gating *g, const bd_demand *d)
{
    const bd_comparison *c = g->call->comparison;
    bd_stat stat;
    for (size_t i = 0; i < c->row_count; i++)
        if (c->rows[i].head.count > 0 && is_suite(d, c->rows[i].series->run->suite)
            && has_metric(d, &c->rows[i], &stat))
            return true;
    return false;
}

static const char *what_fits(const bd_demand *d)
{
    return d->kind == BD_DEMAND_SLOWER  ? "is a time or a rate"
           : d->kind == BD_DEMAND_EQUAL ? "was counted; name the metric"
                                        : "may fail a build";
}

static void report_unfit(bd_gating *g, bd_demand *d)
{
    bd_buf hint = BD_BUF_INIT;
    bd_names names = { 0 };
    if (!has_suite(g, d)) {
        collect(g, d, WANTED_SUITE, &names);
        put_names(d->suite.text ? d->suite.text : "", &names, &hint);
        bd_demand_fail(g, d, d->suite.text ? d->suite : d->place, bd_buf_text(&hint),
                       "no results here are of suite '%s', so that this gate could never fail",
                       d->suite.text ? d->suite.text : "");
    } else if (d->metrics.count > 0 && !has_any_metric(g, d)) {
        collect(g, d, WANTED_METRIC, &names);
        put_names(d->metrics.items[0], &names, &hint);
        bd_demand_fail(g, d, d->metric, bd_buf_text(&hint),
                       "no result here has the metric '%s', so that this gate could never fail",
                       d->metrics.items[0]);
    } else if (d->series.text) {
        bd_demand_fail(g, d, d->series, "`benchdoc fields FILE` lists names and values",
                       "no series here meets '%s', so that this gate could never fail",
                       d->series.text);
    } else {
        bd_demand_fail(g, d, d->place, "correct the gate, or remove it",
                       "nothing that this gate is about %s", what_fits(d));
    }
    bd_names_release(&names);
    bd_buf_release(&hint);
}

static void check_facts(bd_gating *g, bd_demand *d)
{
    for (size_t i = 0; i < d->facts.count && i < BD_FACTS_MAX; i++) {
        bd_buf hint = BD_BUF_INIT;
        bd_names names = { 0 };
        if (d->facts_seen & (UINT32_C(1) << i))
            continue;
        collect(g, d, WANTED_FACT, &names);
        put_names(d->facts.items[i], &names, &hint);
        bd_demand_fail(g, d, d->place, bd_buf_text(&hint),
                       "no run here says '%s', so that this gate could never fail",
                       d->facts.items[i]);
        bd_names_release(&names);
        bd_buf_release(&hint);
    }
}

/* Of a job that measured a part, gates of the other parts are not asked for. */
static bool is_asked_for(const bd_gating *g, const bd_demand *d)
{
    return g->call->scope == BD_GATE_WHOLE || (d->suite.text && has_suite(g, d));
}

static void tell_unfit(bd_gating *g, const bd_demand *d)
{
    bd_gate_report *out = g->out;
    out->results = bd_grow(out->results, out->result_count, &out->result_capacity,
                           sizeof *out->results);
    out->results[out->result_count++] = (bd_gate_result){
        .state = BD_GATE_NOT_JUDGED,
        .gate = d->gate,
        .value = "",
        .why = d->suite.text && !has_suite(g, d) ? "no results of this suite were named"
                                                 : "no result that was named has such a number",
    };
}

void bd_gate_check_fits(bd_gating *g)
{
    size_t fitting = 0, configured = 0;
    for (size_t i = 0; i < g->count; i++) {
        fitting += g->demands[i].matched > 0;
        configured += g->out->gates[g->demands[i].gate].config != NULL;
    }
    for (size_t i = 0; i < g->count && g->call->scope != BD_GATE_PAST; i++) {
        bd_demand *d = &g->demands[i];
        if (d->matched > 0)
            check_facts(g, d);
        else if (!g->out->gates[d->gate].config)
            continue;
        else if (is_asked_for(g, d) || (fitting == 0 && configured == g->count))
            report_unfit(g, d);
        else
            tell_unfit(g, d);
    }
}
