/* ingest/stress.h: what the parts of the stress report's reader share. Private to ingest/. */
#ifndef BD_INGEST_STRESS_H
#define BD_INGEST_STRESS_H

#include "ingest/internal.h"

typedef struct bd_stress_phase {
    const char *name; /* unique in the run: "100", "100 (2)" */
    int64_t sessions;
    int64_t started_ns, finished_ns; /* BD_TIME_UNKNOWN: the report does not say */
} bd_stress_phase;

enum { BD_STRESS_PHASES_MAX = 1000 }; /* they are looked up one by one */

typedef struct bd_stress {
    bd_reading *reading;     /* borrowed */
    bd_run *run;             /* borrowed */
    bd_stress_phase *phases; /* owned */
    size_t count, capacity;
    int64_t *planned; /* owned: sessions of each phase that was to run */
    size_t planned_count, planned_capacity;
    bd_pairs own; /* the report's own facts; environment.json does not replace them */
    bd_buf rest;  /* what the run keeps unmapped, a JSON object */
} bd_stress;

/* Keeps `json` under a key in the run's rest. */
void bd_stress_keep(bd_stress *stress, const char *key, bd_str json);

/* Puts an error about the report among the findings, and empties it. @return false */
bool bd_stress_complain(const bd_stress *stress, bd_error *err);
bool bd_stress_time(const bd_stress *stress, const bd_json *at, int64_t *out, bd_error *err);
/* One item of Phases[]: its points, and its name and time for what follows. */
void bd_stress_read_phase(bd_stress *stress, const bd_json *item);

/* environment.json beside the report: its scalars become facts of the environment, its
 * Sessions the plan. Findings go to the reading. */
void bd_stress_read_environment(bd_stress *stress);
/* postgres-stats.jsonl beside it: points per phase, benchmark "postgres". */
void bd_stress_read_stats(bd_stress *stress);
/* Says which planned phases are missing (or were not planned), in the run's outcome. */
void bd_stress_judge_plan(bd_stress *stress);

#endif
