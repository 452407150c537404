/* tests/cli/report_project.h: results for tests of reports: many series, planted changes. */
#ifndef BD_TESTS_CLI_REPORT_PROJECT_H
#define BD_TESTS_CLI_REPORT_PROJECT_H

#include "tests/cli/cli_support.h"

/* A file of `count` series named "NAME 1" and so on, 10 ms each with twelve samples hardly
 * apart; the first `changed` ones take `factor` times as long. */
void write_series(const char *path, const char *name, int count, int changed, double factor);

#endif
