/* tests/view/chance.h: results made by chance, for what is built twice. */
#ifndef BD_TESTS_VIEW_CHANCE_H
#define BD_TESTS_VIEW_CHANCE_H

#include "tests/view/view_support.h"

typedef struct chance {
    uint64_t state;
} chance;

size_t chance_below(chance *c, size_t limit);
bool   chance_often(chance *c); /* three times of four */

#define PICK(c, list) ((list)[chance_below((c), BD_COUNT(list))])

/* What the results hold, and conditions on them, "" among these. */
#define CHANCE_METRICS "wall", "gap", "cpu", "rows", "many", "rate"
#define CHANCE_FILTERS \
    "", " op=write", " op=write|read", " rows>20", " rows=10", " variant=-", \
    " variant!=raw", " os=linux", " os!=windows", " run=1", " latest", " backend=B", \
    " os=-", " outcome=ok", " metric=wall|many", " rows!=10", " commit=c1"

/* Runs of the suites "a" and "b" with points, samples, refusals and reported statistics. */
void chance_runs(chance *c, view_world *w);

#endif
