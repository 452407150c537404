/* tests/base/place.h: a temporary directory for one test, with what tests of
 * transactions ask about it. */
#ifndef BD_TESTS_BASE_PLACE_H
#define BD_TESTS_BASE_PLACE_H

#include "core/base/file.h"

#include "tests/support.h"

typedef struct place {
    char *dir;
    bd_arena arena;
} place;

int place_set_up(void **state);
int place_tear_down(void **state);
#define PLACE_TEST(name) cmocka_unit_test_setup_teardown(name, place_set_up, place_tear_down)

const char *in(place *p, const char *name); /* the path of a name in the place */
void expect_text(place *p, const char *name, const char *text);
/* The names in a directory, in one line: no temporary may stay. */
void expect_names(place *p, const char *directory, const char *wanted);
void put(bd_transaction *t, place *p, const char *name, const char *text);
void commit(bd_transaction *t);

#endif
