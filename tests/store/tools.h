/* tests/store/tools.h: the calls of store.h, with every error a failed test. */
#ifndef BD_TESTS_STORE_TOOLS_H
#define BD_TESTS_STORE_TOOLS_H

#include "core/base/env.h"
#include "store/store.h"

const bd_env *store_env(void); /* clock, sleep and chance as they are */
void    store_close(bd_store *store);
bd_put  store_put(bd_store *store, const bd_run *run);
void    store_put_free(bd_store *store, bd_run *run); /* and frees the run */
bd_runs store_load(bd_store *store, const bd_run_filter *filter); /* owned */
size_t  store_count(bd_store *store, const bd_run_filter *filter);

void store_assert_sound(bd_store *store);
void store_assert_comes_back(bd_store *store, const bd_run *run);
void store_round_trip(bd_store *store, bd_run *run); /* puts, takes back, compares, frees */
/* @param total  how many findings a check has
 * @return the first; code BD_OK = sound */
bd_error store_first_finding(bd_store *store, size_t *total);

#endif
