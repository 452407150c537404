/* tests/git/env.h: a bd_env that runs real programs, with variables and a clock of its own. */
#ifndef BD_TESTS_GIT_ENV_H
#define BD_TESTS_GIT_ENV_H

#include "core/base/env.h"

typedef struct test_env {
    const char *variables[16]; /* "NAME=value", borrowed; what is not here is not set */
    int64_t     now_ns;
    size_t      runs; /* programs that were started */
} test_env;

bd_env test_env_of(test_env *state);

#endif
