/* render/view/gate_builder.h: private to the builder of gates (gate*.c). */
#ifndef BD_VIEW_GATE_BUILDER_H
#define BD_VIEW_GATE_BUILDER_H

#include "render/view/compare_builder.h"
#include "render/view/gate.h"

typedef enum bd_demand_kind {
    BD_DEMAND_GROWS,
    BD_DEMAND_SHRINKS,
    BD_DEMAND_SLOWER,
    BD_DEMAND_EQUAL,
    BD_DEMAND_BUDGET,
    BD_DEMAND_COMPLETE,
    BD_DEMAND_COUNTED, /* without `gates:`: what was counted must not get worse */
    BD_DEMAND_ALERT,   /* a ratio of the command line */
} bd_demand_kind;

enum { BD_FACTS_MAX = 32 };

typedef struct bd_demand {
    bd_demand_kind kind;
    size_t         gate;    /* index into the report's */
    bd_scalar      place;   /* of the demand's value */
    bd_scalar      suite;   /* .text NULL = all */
    bd_scalar      metric;
    bd_names       metrics; /* names split; none = all */
    bd_scalar      series;
    bd_query       query;
    bd_gate_limit  limit;
    bd_names       facts; /* they must be the same on both sides */
    uint32_t       facts_seen; /* a bit for each that a head says */
    size_t         matched;    /* series, or runs, of the head */
    bool           complained; /* an error was reported */
} bd_demand;

typedef struct bd_gating {
    const bd_gate_call *call;
    bd_gate_report     *out;
    bd_diagnostics     *found;
    bd_demand          *demands; /* owned, with their names */
    size_t              count, capacity;
} bd_gating;

/* ---- gate_demands.c ---- */
/* Every demand of the configuration and of the call. @return false when one is broken */
bool bd_gate_compile(bd_gating *g);
void bd_gate_demands_release(bd_gating *g);

/* ---- gate_fits.c: what a demand is about ---- */
/* @param stat  which number of the row's points; may be NULL */
bool bd_demand_fits(const bd_demand *d, const bd_compared *row, bd_stat *stat);
/* Reports what fits nothing. */
void bd_gate_check_fits(bd_gating *g);

/* ---- gate_judge.c ---- */
void bd_gate_judge_row(bd_gating *g, bd_demand *d, const bd_compared *row);
void bd_gate_judge_runs(bd_gating *g, bd_demand *d); /* `complete` */

/* ---- gate_budget.c ---- */
/* Fills state, at, value and why. */
void bd_gate_judge_budget(bd_gating *g, bd_demand *d, bd_stat stat, bd_gate_result *r);

/* ---- gate_words.c ---- */
void bd_gate_put_number(bd_number number, const char *unit, bd_buf *out);
/* "24 → 32 B/op, +33.3 % more"; in the arena. */
const char *bd_gate_change_text(bd_gating *g, const bd_compared *row);
/* What is not as it was in a fact that must be; NULL = all are. In the arena. */
const char *bd_gate_facts_differ(bd_gating *g, bd_demand *d, const bd_compared *row);
/* A fact that numbers of any CPU can depend on and that differs; NULL = none. In the arena. */
const char *bd_gate_software_differs(bd_gating *g, const bd_compared *row);

/* Once for each demand. */
void bd_demand_fail(bd_gating *g, bd_demand *d, bd_scalar at, const char *hint, const char *format,
                    ...) BD_PRINTF(5, 6);

#endif
