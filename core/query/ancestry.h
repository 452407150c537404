/* core/query/ancestry.h: commits in their order, and on which side of a declared break they
 * are. Ids of results may be short: seven digits at least. */
#ifndef BD_QUERY_ANCESTRY_H
#define BD_QUERY_ANCESTRY_H

#include "core/base/map.h"
#include "core/config/config.h"
#include "core/model/model.h"

enum { BD_COMMIT_DIGITS = 7 }; /* that a short id has at least */

/* Do two ids name one commit: does one begin with the other? NULL names none. */
bool bd_commit_same(const char *a, const char *b);

/* When it was measured, else when its commit was made; BD_TIME_UNKNOWN. */
int64_t bd_run_time(const bd_run *run);

/* What a commit was built upon, as bd_repository_ancestors() finds it. */
typedef struct bd_ancestry {
    const char *const *commits; /* borrowed; 40 hex digits each, its own first, then the nearest */
    size_t             count;
    bool               cut;   /* there are more, which are not here */
    size_t             first; /* the commit itself; those before it were built upon it */
    bd_map             by_digits; /* owned: first digits → place, */
    uint32_t          *next;      /* and → the next place with the same ones; 0 = none */
} bd_ancestry;

/* Indexes commits; they must outlive it. To be released. */
void bd_ancestry_open(bd_ancestry *ancestry, const char *const *commits, size_t count, bool cut);
void bd_ancestry_release(bd_ancestry *ancestry); /* safe when zeroed, safe twice */
/* How many commits back, counted from its own; SIZE_MAX = it is none, or nobody knows.
 * @param ancestry  NULL = not known */
size_t bd_ancestry_place(const bd_ancestry *ancestry, const char *id);
/* What one of them was built upon: a view, not to be released, that must not outlive it.
 * @return false when it has no such commit */
bool bd_ancestry_from(const bd_ancestry *ancestry, const char *id, bd_ancestry *out);

/* ---- breaks ---- */

/* Where the numbers of a suite began to mean something else. */
typedef struct bd_border {
    const bd_break_config *at;
    size_t                 place; /* among the ancestors; SIZE_MAX = not there, or not known */
    int64_t                time;  /* of the first run of its commit; BD_TIME_UNKNOWN */
} bd_border;

/* @param runs  in which its commit is looked for */
bd_border bd_border_of(const bd_break_config *at, const bd_ancestry *ancestry,
                       const bd_run *const *runs, size_t count);
typedef enum bd_side { BD_SIDE_UNKNOWN, BD_SIDE_BEFORE, BD_SIDE_AFTER } bd_side;
/* By the commit, else by its place among the ancestors, else by time. */
bd_side bd_border_side(const bd_border *border, const bd_ancestry *ancestry, const bd_run *run);
/* Does one of the two lie before, and the other not? What is not known does not part. */
bool bd_border_parts(const bd_border *border, const bd_ancestry *ancestry, const bd_run *a,
                     const bd_run *b);

#endif
