/* Two sides, a configuration with gates, and what they say. */
#include "tests/view/gate_world.h"

#include "tests/support.h"

#include <string.h>

void gate_world_open(gate_world *g, const char *yaml)
{
    *g = (gate_world){ 0 };
    compare_world_open(&g->w, yaml);
}

void gate_world_close(gate_world *g)
{
    bd_gate_report_release(&g->report);
    compare_world_close(&g->w);
}

bool gate_try(gate_world *g)
{
    compare_now(&g->w);
    g->call.config = g->w.config;
    g->call.comparison = &g->w.out;
    bd_gate_report_release(&g->report);
    return bd_gate_judge(&g->call, &g->report, &g->w.found);
}

void gate_now(gate_world *g)
{
    if (!gate_try(g))
        fail_msg("%s", g->w.found.items[0].error.message);
}

/* One benchmark with one metric on both sides. */
void gate_both(gate_world *g, const char *metric, const char *unit, bd_number base, bd_number head)
{
    compare_point(compare_run(&g->w.bases, EPYC, 1), "b", metric, base, unit);
    compare_point(compare_run(&g->w.heads, EPYC, 2), "b", metric, head, unit);
}

void gate_fact(bd_runs *runs, const char *key, const char *value)
{
    bd_run *run = runs->items[0];
    bd_pairs_set(&run->environment, &run->arena, bd_str_of(key), bd_str_of(value));
}

void gate_expect(const gate_world *g, const char *state, const char *says)
{
    assert_int_equal(g->report.result_count, 1);
    const bd_gate_result *r = &g->report.results[0];
    if (strcmp(bd_gate_state_name(r->state), state) != 0)
        fail_msg("%s (%s; %s) in place of %s", bd_gate_state_name(r->state), r->value, r->why,
                 state);
    if (!strstr(r->value, says) && !strstr(r->why, says))
        fail_msg("\"%s\" is neither in \"%s\" nor in \"%s\"", says, r->value, r->why);
}
