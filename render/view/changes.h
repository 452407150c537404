/* render/view/changes.h: where the history of series changed and stayed changed. */
#ifndef BD_VIEW_CHANGES_H
#define BD_VIEW_CHANGES_H

#include "core/query/baseline.h"
#include "render/view/compare.h"
#include "stats/change_points.h"

typedef struct bd_series_change {
    const bd_observation *before, *after; /* the last one measured before, the first one after */
    const char           *label, *metric, *unit; /* means below are in this unit */
    const char           *cpu; /* as people read it; NULL = unknown */
    bd_lane               lane;
    bd_change_point       point;
    bd_verdict            verdict; /* worse, better, or changed */
    const char           *words;   /* "+19.8 % slower" */
    size_t                between; /* commits between the two that were not measured; SIZE_MAX =
                                    * git does not know them */
} bd_series_change;

typedef struct bd_changes {
    bd_series_change *items; /* owned; the latest first, of one place together */
    size_t            count, capacity;
    double            least;          /* percent that a change had to have */
    size_t            asked_for;      /* observations that the query fits, left out or not */
    size_t            series, values; /* that were looked at */
    size_t            unknown_cpu;    /* runs left out: nobody knows their machine */
    size_t            short_series;   /* series with fewer values than a change needs */
    bd_observations   observations;
    bd_arena          arena;
} bd_changes;

typedef struct bd_changes_options {
    double             least;     /* percent that a change must have at least; 3 */
    double             max_pvalue; /* 0.001 */
    bool               accept_machine; /* runs of unknown CPUs are of one machine */
    const bd_query    *query;     /* NULL = all series */
    const bd_ancestry *ancestry;  /* to count commits that were not measured; NULL = not known */
} bd_changes_options;

#define BD_CHANGES_OPTIONS_INIT { .least = 3, .max_pvalue = 0.001 }

/* Looks at every series of every lane by itself, in the order of the commits' times where
 * all runs of the lane know theirs, else of measuring. Dirty and incomplete runs are left
 * out; nothing goes across a break of the configuration.
 * @param runs  borrowed, must outlive `out`
 * @param out   empty; to be released either way
 * @return false when a name that no pattern fits was found */
bool bd_find_changes(const bd_config *config, const bd_runs *runs,
                     const bd_changes_options *options, bd_changes *out, bd_diagnostics *found);
void bd_changes_release(bd_changes *changes);

#endif
