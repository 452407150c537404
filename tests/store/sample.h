/* tests/store/sample.h: runs to store, and a comparison that misses no field. */
#ifndef BD_TESTS_STORE_SAMPLE_H
#define BD_TESTS_STORE_SAMPLE_H

#include "core/model/model.h"

bd_run *sample_everything(void); /* owned, as all here: every field says something */
bd_run *sample_nothing(void);    /* no field more than a run must have */
bd_run *sample_random(uint64_t seed); /* fields there or not, by chance */
/* A run as a JMH file gives one: `points` of `samples` doubles; `which` makes it another run. */
bd_run *sample_bulk(size_t points, size_t samples, unsigned which);
/* One point of benchmark "b"; environment run=`which` sets the id apart. */
bd_run *sample_small(const char *suite, unsigned which);
void    sample_seal(bd_run *run); /* fails the test when it cannot be sealed */

/* Every field but the points, then every field of every point: bits of doubles,
 * NULL apart from "". @return the name of the first field that differs; NULL = equal */
const char *sample_difference(const bd_run *a, const bd_run *b);
void        sample_assert_same(const bd_run *got, const bd_run *want);

#endif
