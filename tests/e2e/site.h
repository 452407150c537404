/* tests/e2e/site.h: a remote repository that many publish to, and what must be on it. */
#ifndef BD_TESTS_E2E_SITE_H
#define BD_TESTS_E2E_SITE_H

#include "tests/e2e/project.h"

#include <sys/types.h>

#define SITE_PASSWORD "pa55-of-e2e-tests"

/* remote.git with a page and a tool on gh-pages, and work, a clone of its main. */
typedef struct site {
    project p;
    pid_t server; /* 0 = none */
} site;

site site_make(void); /* skips the test where git or jq is missing; forgets what CI says */
void site_remove(site *s);
/* Starts a server that asks for SITE_PASSWORD. @return its URL; static */
const char *site_serve(site *s);
/* Runs commands in the site's directory. @return their output, until the next call */
const char *site_sh(site *s, const char *command);

void site_write_result(site *s, size_t n); /* results/N.json, of a value that only it has */
/* Publishes it as the list "race". @return the child; it works beside `work` */
pid_t  site_start(const site *s, const char *remote, size_t n);
int    site_wait(pid_t child); /* @return exit status, or 128 + signal */
size_t site_count(site *s, const char *query); /* of jq, in the branch's data.js */
/* Every run once, all else as it was, no secret anywhere, the repository whole. */
void   site_assert_history(site *s, size_t runs);
/* Sixteen processes publish 200 runs (scaled), some of them twice. */
void   site_race(site *s, const char *remote);

#endif
