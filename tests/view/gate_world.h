/* tests/view/gate_world.h: two sides, a configuration with gates, and what they say. */
#ifndef TESTS_VIEW_GATE_WORLD_H
#define TESTS_VIEW_GATE_WORLD_H

#include "tests/view/compare_world.h"

#include "render/view/gate.h"

#define EPYC "AMD EPYC 7763 64-Core Processor"
#define GATES_V "version: 1\ninputs: { jmh: { files: r.json } }\n"

typedef struct gate_world {
    compare_world w;
    bd_gate_call call;
    bd_gate_report report;
} gate_world;

void gate_world_open(gate_world *g, const char *yaml);
void gate_world_close(gate_world *g);
bool gate_try(gate_world *g); /* as bd_gate_judge() */
void gate_now(gate_world *g); /* it must be possible to judge */
/* One benchmark "b" with one metric on both sides. */
void gate_both(gate_world *g, const char *metric, const char *unit, bd_number base,
               bd_number head);
void gate_fact(bd_runs *runs, const char *key, const char *value);
/* There is one result, of that state, and it says the text as its value or its reason. */
void gate_expect(const gate_world *g, const char *state, const char *says);

#endif
