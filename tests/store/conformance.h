/* tests/store/conformance.h: what every store must do, whatever is behind its URL. */
#ifndef BD_TESTS_STORE_CONFORMANCE_H
#define BD_TESTS_STORE_CONFORMANCE_H

#include "store/store.h"

typedef struct conformance {
    const char *name;
    const char *url;
    bool        persists; /* what was put is there when it is opened again */
    void (*empty)(const char *url); /* takes everything away; NULL = each opening starts empty */
    void (*prepare)(const char *url); /* makes it other than it would become; NULL = nothing */
} conformance;

/* Runs the suite. @return the number of failed tests */
int conformance_run(const conformance *store);
int conformance_run_texts(const conformance *store); /* parts of it */
int conformance_run_change(const conformance *store);
int conformance_run_upkeep(const conformance *store);
int conformance_run_many(const conformance *store);

/* The store of a test's state, empty and open. */
bd_store *conformance_fresh(void **state);

#endif
