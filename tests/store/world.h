/* tests/store/world.h: a SQLite store in a directory of its own. */
#ifndef BD_TESTS_STORE_WORLD_H
#define BD_TESTS_STORE_WORLD_H

#include "tests/store/tools.h"

typedef struct world {
    char  *dir; /* owned, removed in the end */
    bd_buf path, url;
} world;

int world_set_up(void **state); /* for cmocka: *state is a world */
int world_tear_down(void **state);

bd_store *world_open(world *w); /* creates; waits 50 ms for others */
/* Behind the store's back, as another program would. */
void world_run_sql(const world *w, const char *sql);
/* A store's error, in this directory, that says `word` and what to do next. */
void world_assert_clear(const bd_error *err, const world *w, const char *word);

#endif
