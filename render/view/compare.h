/* render/view/compare.h: two sides of results, paired series by series and judged.
 *
 * A verdict is magnitude and evidence. Magnitude: the change is at least `least`. Evidence,
 * the best there is: raw samples on both sides (Mann–Whitney), else reported intervals
 * (Welch), else the series' own history in its lane. Where there is a history the head must be
 * unusual in it in any case. The larger p is adjusted over the report (Holm). What
 * moved, without evidence, is unconfirmed. Exact metrics need none: any change counts.
 * Nothing is rescaled, and nothing is compared across a break or between CPUs, except exact
 * metrics. docs/comparison.md has the rules and how often they are wrong. */
#ifndef BD_VIEW_COMPARE_H
#define BD_VIEW_COMPARE_H

#include "core/query/baseline.h"
#include "core/query/query.h"
#include "stats/compare.h"
#include "stats/noise.h"

typedef enum bd_verdict { /* in the order of a report */
    BD_VERDICT_WORSE,
    BD_VERDICT_BETTER,
    BD_VERDICT_CHANGED,      /* as sure, but which direction is better is not known */
    BD_VERDICT_UNCONFIRMED,  /* a change of some size without evidence */
    BD_VERDICT_HOST,         /* as much as the whole run moved: a slow or a fast host */
    BD_VERDICT_INCOMPARABLE, /* no number on a side, units that do not convert, … : see `why` */
    BD_VERDICT_NO_BASELINE,  /* none on this CPU yet: a normal outcome */
    BD_VERDICT_NEW,          /* the baseline has no such series */
    BD_VERDICT_GONE,         /* the head has no such series */
    BD_VERDICT_SAME,
} bd_verdict;
enum { BD_VERDICTS = BD_VERDICT_SAME + 1 };
/* "worse", "better", "changed", "unconfirmed", "host", … static. */
const char *bd_verdict_name(bd_verdict verdict);

typedef enum bd_evidence {
    BD_EVIDENCE_NONE,
    BD_EVIDENCE_EXACT,   /* counted, not timed */
    BD_EVIDENCE_RANKS,   /* Mann–Whitney of raw samples */
    BD_EVIDENCE_MEANS,   /* Welch of reported means and errors */
    BD_EVIDENCE_HISTORY, /* the spread of the series' own history */
} bd_evidence;
const char *bd_evidence_name(bd_evidence evidence); /* "exact", "ranks", …; static */

/* One side of one series, pooled over its runs. */
typedef struct bd_compared_side {
    const bd_observation *const *items; /* one per run, in the order of the runs */
    size_t                       count; /* 0: this side does not have the series */
    bd_number value;   /* of one run as the file has it; of several the median of them */
    const char *unit;  /* of `value`, as the file has it */
    double      number; /* `value` in the head's unit; only when has_number */
    bool        has_number;
    size_t      n; /* observations behind it; 0 = not known */
    bd_interval interval; /* of the median of raw samples at 95 %, or of the mean; in the head's
                           * unit, without bounds where nothing is known */
} bd_compared_side;

typedef struct bd_compared {
    const bd_observation *series; /* the head's first, or the base's where it is gone */
    const char  *label;  /* "write rows=5000": what tells it from others of its group */
    const char  *metric; /* as the configuration names it */
    size_t       group;  /* index into the comparison's */
    bd_compared_side base, head;
    bd_direction direction;
    bd_class     metric_class;
    bd_change    change; /* of the numbers; only when has_change */
    bool         has_change;
    bool         reciprocal; /* a rate and a time were compared: of the means */
    double       least;      /* percent that a change must have at least to count */
    bd_evidence  evidence;
    bd_test_outcome test; /* which form of the test, for RANKS and MEANS */
    double       p;        /* of the test; 1 without one */
    double       past_p;   /* of the head against its history, which samples of one run do not
                            * know; 0 without one */
    double       adjusted; /* the larger of both, among all of the report */
    size_t       needs; /* raw samples a side that could show anything, where there are fewer; 0 */
    bd_noise     noise; /* of the history, in the head's unit */
    bd_modes     modes; /* of the history and both sides, in the head's unit */
    bd_verdict   verdict;
    const char  *words; /* "12.3 % slower", "same", "0 → 8 B": the change for people; "" = none */
    const char  *why;   /* what the verdict rests on, or why there is none; one sentence */
} bd_compared;

/* A fact of the environment that differs between the sides. */
typedef struct bd_changed_fact {
    const char *key, *before, *after; /* NULL = not said there */
} bd_changed_fact;

/* What was compared with what: one lane of the head. */
typedef struct bd_compared_group {
    bd_lane              lane;
    const char          *cpu; /* as people read it; NULL = unknown */
    const bd_run *const *heads; /* of this lane, earliest first */
    size_t               head_count;
    bd_baseline          baseline; /* of timings, */
    bd_baseline          exact;    /* and of exact metrics, where timings have none */
    bool                 is_named; /* somebody named the base; it need not have this lane */
    bool                 is_of_past; /* the baseline is an earlier run that was kept, so of another
                                      * day than the head; no file that somebody named */
    bd_changed_fact     *facts; /* they differ, so a verdict reads "code or environment" */
    size_t               fact_count;
    size_t               counts[BD_VERDICTS];
    size_t               shared; /* series that have a ratio, above 0 */
    double               geometric_mean; /* of their ratios head / base; only when shared > 0 */
    bd_common_factor     host; /* of the timings; log ratios > 0 are slower */
    const char          *note; /* "the CPU is unknown on both sides", …; NULL = none */
} bd_compared_group;

typedef struct bd_compare_options {
    double   least; /* percent that a timing must change at least; 3 */
    double   alpha; /* of a report: share of reports without any change that name one; 0.01 */
    bool     accept_machine; /* timings of different CPUs are compared: told, not judged */
    const bd_query *query; /* series that it fits alone; NULL = all */
} bd_compare_options;

#define BD_COMPARE_OPTIONS_INIT { .least = 3, .alpha = 0.01 }

typedef struct bd_comparison {
    bd_compared_group *groups; /* by suite, CPU, backend in the order of the heads */
    size_t             group_count;
    bd_compared       *rows; /* owned; by group, verdict, size of the change */
    size_t             row_count;
    size_t             counts[BD_VERDICTS];
    size_t             tests; /* how many p-values were adjusted together */
    bool               pooled; /* several runs on a side */
    bd_compare_options options; /* that it was made with */
    bd_names           notes;   /* what a report says besides: a shallow clone, …; in the arena */
    bd_observations    observations; /* owned */
    bd_arena           arena;
} bd_comparison;

typedef struct bd_compare_call {
    const bd_config          *config;
    const bd_run *const      *heads;
    size_t                    head_count;
    const bd_run *const      *bases; /* the user named them; NULL = chosen from `past` */
    size_t                    base_count;
    const bd_past            *past; /* NULL = there is none; with `bases` the history only */
    const bd_compare_options *options;
} bd_compare_call;

/* Pairs and judges. Runs are borrowed and must outlive the comparison.
 * @param out  empty; to be released either way
 * @return false when a name that no pattern fits, or a broken query, was found */
bool bd_compare(const bd_compare_call *call, bd_comparison *out, bd_diagnostics *found);

/* ---- the same in steps, for a past whose points are not in memory ----
 *
 *   c = bd_compare_begin(&call, &out);           the past's facts have chosen the runs
 *   … the points of bd_compare_sides(c) are read …
 *   bd_compare_pair(c, &found)
 *   for each run of bd_compare_history(c), in this order:
 *       bd_compare_take_past(c, run, points, &found)    a copy that has its points, or itself
 *   bd_compare_judge(c)
 *   bd_compare_end(c)                                   in any case */
typedef struct bd_comparing bd_comparing; /* opaque */

typedef struct bd_run_list {
    const bd_run **items; /* owned list of borrowed runs, each once */
    size_t         count, capacity;
} bd_run_list;

/* @param call  must outlive it @return owned */
bd_comparing *bd_compare_begin(const bd_compare_call *call, bd_comparison *out);
/* Runs of both sides; those of the history, which may be among them. Borrowed. */
const bd_run_list *bd_compare_sides(const bd_comparing *c);
const bd_run_list *bd_compare_history(const bd_comparing *c);
/* @return false as bd_compare(); nothing but the end is left then */
bool bd_compare_pair(bd_comparing *c, bd_diagnostics *found);
/* Takes the number of each series. @param points  not looked at again @return as above */
bool bd_compare_take_past(bd_comparing *c, const bd_run *run, const bd_run *points,
                          bd_diagnostics *found);
void bd_compare_judge(bd_comparing *c);
void bd_compare_end(bd_comparing *c);

/* Adds a sentence for the end of its reports. */
void bd_comparison_note(bd_comparison *comparison, const char *text);
void bd_comparison_release(bd_comparison *comparison);

#endif
