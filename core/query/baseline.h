/* core/query/baseline.h: which run a run is compared with.
 *
 * Series are compared within a lane: the same suite, CPU and backend. An unknown CPU is
 * equal to nothing, not even to another unknown one. */
#ifndef BD_QUERY_BASELINE_H
#define BD_QUERY_BASELINE_H

#include "core/query/ancestry.h"

typedef struct bd_lane { /* texts in an arena or borrowed from the run */
    const char *suite;
    const char *cpu;     /* slug; NULL = unknown */
    const char *backend; /* NULL = none */
} bd_lane;

void bd_lane_of(const bd_run *run, bd_arena *arena, bd_lane *out);
/* @param any_cpu  the CPU does not count: exact metrics, or somebody vouches for it */
bool bd_lane_same(const bd_lane *a, const bd_lane *b, bool any_cpu);

/* What baselines are chosen from. */
typedef struct bd_past {
    const bd_run *const *runs; /* in any order; the head may be among them */
    size_t               run_count;
    const bd_ancestry   *ancestry; /* of the head; NULL = not known */
    const bd_ancestry   *later;    /* commits that were built upon the head's; NULL = not known */
    const bd_run *const *heads;    /* all runs of the head: none of them is its own baseline */
    size_t               head_count;
    const char          *branch;   /* the default branch; NULL = not known: runs of any branch do */
    const bd_config     *config;   /* for `breaks:` */
} bd_past;

typedef enum bd_baseline_how {
    BD_BASELINE_NONE,
    BD_BASELINE_NAMED,    /* by the user */
    BD_BASELINE_COMMIT,   /* an earlier run of the same commit */
    BD_BASELINE_ANCESTOR, /* of the nearest commit with data that the head was built upon */
    BD_BASELINE_LATEST,   /* the latest earlier run of the default branch, or of any */
} bd_baseline_how;

typedef struct bd_baseline {
    bd_baseline_how      how;
    const bd_run *const *runs; /* of one commit and one lane, earliest first */
    size_t               run_count;
    size_t               commits_back; /* of an ancestor: commits from the head to it */
    const bd_run *const *history; /* of the lane up to the baseline, earliest first; dirty ones and
                                   * those before a break left out */
    size_t               history_count;
    const bd_run          *elsewhere; /* there is none, but the latest of another CPU is this */
    const bd_break_config *cut_by;    /* there is none since this break; NULL = that is not why */
} bd_baseline;

enum { BD_BASELINE_HISTORY = 30 }; /* runs of history that are kept, the latest */

/* Chooses for one head: of runs with its lane that are clean and complete, on its side of
 * every break, and not later than itself, those of the nearest ancestor on the default branch
 * (then on any branch), else the latest of the default branch. Runs of the head's own commit
 * count as nearest, unless they are the head itself, kept before it is compared: the same
 * files, or what `publish` made of them. Arrays in the arena. */
void bd_baseline_find(const bd_past *past, const bd_run *head, bool any_cpu, bd_arena *arena,
                      bd_baseline *out);

#endif
