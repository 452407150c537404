/* tests/cli/fake_gh.h: a program in place of gh that records its calls and answers as told. */
#ifndef BD_TESTS_CLI_FAKE_GH_H
#define BD_TESTS_CLI_FAKE_GH_H

#include "tests/cli/cli_support.h"

/* Makes it in the desk's directory, for the repository acme/widgets, and forgets the past. */
void fake_gh_begin(desk *d);
/* What the call of that number (1…) prints, says on standard error, and ends with. */
void fake_gh_answer(desk *d, int call, const char *out, const char *diag, int exit_status);
int fake_gh_calls(void);
/* The words of a call, parted by blanks, and its standard input; "" = there was none. */
const char *fake_gh_words(desk *d, int call);
const char *fake_gh_input(desk *d, int call);

#endif
