/* tests/config/rows.h: wrong configurations as rows of what they are told. */
#ifndef BD_TESTS_CONFIG_ROWS_H
#define BD_TESTS_CONFIG_ROWS_H

#include "tests/support.h"

#include "core/config/config.h"

#define V "version: 1\n"
#define TABLE(line) \
    V "inputs: { jmh: { files: r.json } }\ntables:\n  t:\n    from: jmh\n    " line "\n"

typedef struct wrong {
    const char *yaml;
    int         line, column;
    const char *message, *hint; /* what they contain */
} wrong;

bd_diagnostics errors_of(bd_str yaml);
/* Each has exactly one error, with a next step. */
void check_rows(const wrong *rows, size_t count);

#endif
