/* render/view/gate.h: what must hold, and whether it does.
 *
 * A gate is one demand of an entry of `gates:`; without entries there is one: what was
 * counted must not get worse. A demand against a baseline rests on the verdict of the
 * comparison: a timing fails only with evidence, and what has no baseline fails nothing.
 * A budget (`errors: 0`, `at most: 50 ms`) needs no baseline. A gate that fits nothing is
 * an error, because it could never fail. docs/gates.md has the rules. */
#ifndef BD_VIEW_GATE_H
#define BD_VIEW_GATE_H

#include "render/view/compare.h"

typedef enum bd_gate_state {
    BD_GATE_FAILED,
    BD_GATE_ACCEPTED,   /* it fails, and `accepted until` is not over */
    BD_GATE_NOT_JUDGED, /* no baseline, no evidence, another driver, …: see `why` */
    BD_GATE_PASSED,
} bd_gate_state;
enum { BD_GATE_STATES = BD_GATE_PASSED + 1 };
const char *bd_gate_state_name(bd_gate_state state); /* "failed", "accepted", …; static */

typedef struct bd_gate {
    const bd_gate_config *config; /* NULL: of no entry */
    const char *file;             /* where it stands; NULL = nowhere */
    int         line, column;
    const char *text; /* "jmh: gc.alloc.rate.norm grows at most 1%" */
    const char *why;  /* the entry's; NULL = none */
    const char *accepted_until; /* "2026-12-31"; NULL = it is not */
    bool        accepted;       /* that day is not over */
    size_t      counts[BD_GATE_STATES];
} bd_gate;

/* One gate for one series, or for one run (`complete`). */
typedef struct bd_gate_result {
    bd_gate_state            state;
    size_t                   gate; /* index into the report's */
    const bd_compared       *row;  /* NULL: of a run, or of nothing at all */
    const bd_compared_group *group; /* NULL: of nothing at all */
    const bd_observation    *at;    /* whose number it is; NULL = none */
    const bd_run            *run;   /* of the head; NULL = none */
    bool                     against_base; /* it is no budget */
    const char              *value; /* "24 → 32 B/op, +33.3 % more", "61 ms"; "" = none */
    const char              *why;   /* one sentence; "" where the value says it */
} bd_gate_result;

typedef struct bd_gate_report {
    bd_gate        *gates; /* in the order of the configuration */
    size_t          gate_count;
    bd_gate_result *results; /* owned; by gate, then as the comparison has them */
    size_t          result_count, result_capacity;
    size_t          counts[BD_GATE_STATES];
    bool            unasked; /* no entry, no alert: only what was counted was judged */
    bd_arena        arena;
} bd_gate_report;

typedef enum bd_gate_scope {
    BD_GATE_WHOLE, /* the heads are all there is: a gate that fits nothing is an error */
    BD_GATE_PART,  /* some results were named: only where none of the gates fits */
    BD_GATE_PAST,  /* one stored run after the other: never */
} bd_gate_scope;

typedef struct bd_gate_call {
    const bd_config     *config;
    const bd_comparison *comparison; /* must outlive the report */
    int64_t              now_ns;     /* for `accepted until` */
    bd_gate_scope        scope;
    double               alert;      /* the ratio that a series may worsen by; 0 = no such gate */
    bool                 alert_alone; /* the ratio alone: without evidence */
} bd_gate_call;

/* @param out  empty; to be released either way
 * @return false when a gate cannot be judged at all: it fits nothing, its units do not
 *         convert, its query is broken */
bool bd_gate_judge(const bd_gate_call *call, bd_gate_report *out, bd_diagnostics *found);
void bd_gate_report_release(bd_gate_report *report);
/* Was nothing asked for, and nothing judged? */
bool bd_gate_report_is_empty(const bd_gate_report *report);

#endif
