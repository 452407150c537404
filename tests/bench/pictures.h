/* tests/bench/pictures.h: a project of fifty charts. */
#ifndef BD_TESTS_BENCH_PICTURES_H
#define BD_TESTS_BENCH_PICTURES_H

#include <stdbool.h>

/* Writes benchdoc.yml and charts.md into a folder that has results.json, benchdoc's own.
 * @return false when it could not */
bool pictures_make(const char *folder);

#endif
