/* tests/e2e/project.h: a copy of an example project, and the program run in it. */
#ifndef BD_TESTS_E2E_PROJECT_H
#define BD_TESTS_E2E_PROJECT_H

#include "tests/support.h"

typedef struct project {
    char  *directory; /* owned: a fresh copy */
    bd_buf out, diag; /* of the last call */
} project;

project project_copy(const char *name); /* of bench-data/NAME */
project project_empty(void);
/* r.json with two benchmarks, a table `t` of them in benchdoc.yml, shown by d.md. */
project project_small(void);
void    project_remove(project *p);

/* Runs `benchdoc ARGUMENTS` in the project. @return exit status */
int  project_run(project *p, const char *arguments);
/* Prints the output when the status differs. */
void project_expect(project *p, const char *arguments, int status);
/* The same, and nothing may have changed; all of `says`, up to NULL, must be said. */
void project_refuses(project *p, const char *arguments, int status, const char *const *says);
#define REFUSES(p, arguments, status, ...) \
    project_refuses((p), (arguments), (status), (const char *const[]){ __VA_ARGS__, NULL })
void project_shell(const project *p, const char *command); /* in its directory; must succeed */
/* A JMH array: "name score unit" per line, score in JSON. */
bd_buf project_jmh(const char *lines);
char  *project_path(const project *p, const char *relative); /* borrowed until the next call */
bd_buf project_read(const project *p, const char *relative);
/* Replaces the first occurrence; fails the test when there is none. */
void project_replace(const project *p, const char *relative, const char *from, const char *to);
bool project_says(const project *p, const char *text); /* on either stream */
/* All bytes of all files but hidden ones, for "nothing changed". */
bd_buf project_fingerprint(project *p);

#endif
