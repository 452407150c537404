/* tests/ingest/broken.h: one good text, broken in one place, and what must be said of it. */
#ifndef BD_TESTS_INGEST_BROKEN_H
#define BD_TESTS_INGEST_BROKEN_H

#include "tests/ingest/read.h"

typedef struct broken_case {
    const char *from, *to; /* the first `from` of the text becomes `to` */
    const char *at;        /* the error stands where this begins in the broken text */
    const char *path;      /* JSON path; NULL = none */
    const char *message;
    size_t errors; /* how many in all; 0 = one */
} broken_case;

/* The text with its first `from` replaced; fails the test when it has none. */
bd_buf test_replaced(const char *text, const char *from, const char *to);
/* Line and column of the first `what`, counted here and not by the program. */
void test_place(const char *text, const char *what, int *line, int *column);
/* Reads each broken text and looks for its error among the findings. */
void test_all_broken(const char *name, const char *text, const broken_case *cases, size_t count);
/* The finding with that message; fails the test when there is none. */
const bd_diagnostic *test_finding(const bd_diagnostics *found, const char *message);

#endif
