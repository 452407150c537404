/* cli/history_edit.h: private to `history rename`, `merge` and `drop`: what shall become of
 * runs, be they of the store or entries of data.js files. Nothing is written here:
 *
 *     bd_edit_plan plan = { 0 };
 *     for each run: bd_edit_add(&plan, run, list, history);
 *     if (bd_edit_make(&edit, &plan, found, err)) …take it from plan.runs…
 *     bd_edit_release(&plan);
 */
#ifndef BD_CLI_HISTORY_EDIT_H
#define BD_CLI_HISTORY_EDIT_H

#include "cli/history.h"
#include "core/base/map.h"

typedef enum bd_edit_verb { BD_EDIT_RENAME, BD_EDIT_MERGE, BD_EDIT_DROP } bd_edit_verb;

typedef struct bd_edit { /* what was asked for */
    bd_edit_verb         verb;
    bool                 is_suite; /* of whole suites; else of series */
    const char          *from;     /* name of a suite or benchmark, or a query; NULL = whole runs */
    const char          *to;       /* NULL with DROP */
    const bd_run_filter *filter;   /* which runs: with id_prefix, without limit */
    const bd_config     *config;
    const char          *place;    /* where they are, for messages: "the store" */
} bd_edit;

typedef enum bd_fate { BD_STAYS, BD_RENAMED, BD_GOES } bd_fate;

typedef struct bd_edit_run {
    const bd_run *run;     /* borrowed; its suite is an input's where one reads it */
    const char   *suite;   /* its suite, or its list in the file; borrowed */
    const char   *history; /* names are told apart within it: "" = the store; borrowed */
    bool          fits;    /* the options admit it */
    /* what becomes of it */
    bool          moves; /* into the suite `to` */
    bool          goes;
    size_t        into;  /* the run that stands for one that goes; SIZE_MAX = none does */
    bd_fate      *fates; /* owned; of its points; NULL = all stay */
} bd_edit_run;

typedef struct bd_edit_change { /* runs of one suite whose points have one name */
    const char *suite, *name; /* NULL: whole runs */
    size_t      runs, points;
} bd_edit_change;

typedef struct bd_edit_plan {
    bd_edit_run    *runs; /* owned */
    size_t          count, capacity;
    const char     *benchmark;     /* of the series, where `from` is a query: in the arena */
    size_t          changed_runs, changed_points; /* renamed or gone, */
    size_t          gone_runs;     /* of these: that go whole */
    size_t          joined_runs, joined_points; /* that were in both, and equal */
    bd_edit_change *changes; /* owned; what is told by name */
    size_t          change_count, change_capacity;
    bd_arena        arena;
} bd_edit_plan;

void bd_edit_add(bd_edit_plan *plan, const bd_run *run, const char *suite, const char *history);
/* @return false with *err or errors in `found`: nothing fits, a name is not there, or one
 *         is there already; BD_ERR_USAGE, with both places where there are two */
bool bd_edit_make(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found, bd_error *err);
void bd_edit_release(bd_edit_plan *plan);

/* A name as it is after the change: `name` itself where it does not begin with the series'
 * old one (behind which a data.js has its params). In the arena. */
const char *bd_edit_renamed(const bd_edit *edit, const bd_edit_plan *plan, const char *name,
                            bd_arena *arena);

/* ---- history_choose.c ---- */

/* Marks what the names or the query mean. */
bool bd_edit_choose(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found, bd_error *err);
/* "did you mean 'wall'? there is: …" @return false, always */
bool bd_edit_unknown(const bd_edit *edit, const bd_edit_plan *plan, const char *name,
                     bd_error *err);
bool bd_edit_has_suite(const bd_edit_plan *plan, const char *history, const char *name);

/* ---- history_clash.c ---- */

/* Two of one name: refused, or, where they are to be merged and equal, one of them goes. */
bool bd_edit_clash(const bd_edit *edit, bd_edit_plan *plan, bd_error *err);

#endif
