/* tests/ingest/long_logs.h: logs of the text formats with results made by chance, with repeats
 * in other units, failures, colours, line ends of both kinds and lines of something else. */
#ifndef BD_TESTS_INGEST_LONG_LOGS_H
#define BD_TESTS_INGEST_LONG_LOGS_H

#include "core/base/buf.h"

typedef struct long_log {
    const char *format;
    /* Appends a part of such a log, about a tenth of a megabyte, that could stand alone. */
    void (*put)(bd_buf *out, uint32_t part, uint32_t *seed);
} long_log;

enum { LONG_LOGS = 5 };
extern const long_log long_logs[LONG_LOGS];

/* A test case of Catch2.
 * @param dots  of the line by which its begin is known: twenty or more */
void long_log_put_case(bd_buf *out, uint32_t part, uint32_t *seed, int dots);

#endif
