/* tests/cli/foreign_project.h: the second job of two: what the first one left of a pull request is
 * b.json, its event run.json, and what gh says of the pull request answer.json. */
#ifndef BD_TESTS_CLI_FOREIGN_PROJECT_H
#define BD_TESTS_CLI_FOREIGN_PROJECT_H

#include "tests/cli/publish_project.h"

desk second_job(void); /* skips where git is missing */
void has_branches(desk *d, const char *branches);

#endif
