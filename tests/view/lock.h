/* tests/view/lock.h: benchdoc.lock in memory, for what is built twice. */
#ifndef BD_TESTS_VIEW_LOCK_H
#define BD_TESTS_VIEW_LOCK_H

#include "tests/view/view_support.h"

/* The lock of what was shown, as the program writes it. */
void lock_write(const view_world *w, bd_buf *out);
/* A world whose results are those of a lock.
 * @param excerpt  what the view is told */
void lock_open(view_world *w, const char *yaml, const bd_buf *lock, bool excerpt);
/* Adds the runs of a result file. @return false when it is unreadable or has no point */
bool lock_read_results(view_world *w, const char *path);
/* Fails and shows both from a little before where they part. */
void lock_assert_same(const char *what, const char *about, const bd_buf *results,
                      const bd_buf *lock);

#endif
