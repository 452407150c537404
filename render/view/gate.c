/* What must hold, and whether it does: see gate.h. */
#include "render/view/gate_builder.h"

#include <stdlib.h>

const char *bd_gate_state_name(bd_gate_state state)
{
    static const char *const names[BD_GATE_STATES] = { "failed", "accepted", "not judged",
                                                       "passed" };
    return names[state];
}

static void count(bd_gate_report *out)
{
    for (size_t i = 0; i < out->result_count; i++) {
        const bd_gate_result *r = &out->results[i];
        out->counts[r->state]++;
        out->gates[r->gate].counts[r->state]++;
    }
}

bool bd_gate_judge(const bd_gate_call *call, bd_gate_report *out, bd_diagnostics *found)
{
    size_t before = found->errors;
    bd_gating g = { .call = call, .out = out, .found = found };
    *out = (bd_gate_report){ 0 };
    if (bd_gate_compile(&g)) {
        for (size_t i = 0; i < g.count; i++) {
            bd_demand *d = &g.demands[i];
            if (d->kind == BD_DEMAND_COMPLETE)
                bd_gate_judge_runs(&g, d);
            for (size_t k = 0; k < call->comparison->row_count && !d->complained; k++)
                bd_gate_judge_row(&g, d, &call->comparison->rows[k]);
        }
        bd_gate_check_fits(&g);
        count(out);
    }
    bd_gate_demands_release(&g);
    return found->errors == before;
}

bool bd_gate_report_is_empty(const bd_gate_report *report)
{
    size_t all = 0;
    for (size_t i = 0; i < BD_GATE_STATES; i++)
        all += report->counts[i];
    return report->unasked && all == 0;
}

void bd_gate_report_release(bd_gate_report *report)
{
    free(report->results);
    bd_arena_release(&report->arena);
    *report = (bd_gate_report){ 0 };
}
