/* tests/git/remotes.h: repositories to publish to, reached in every way there is. They
 * are made by the git program; without it (or python3, for HTTP) tests skip. */
#ifndef BD_TESTS_GIT_REMOTES_H
#define BD_TESTS_GIT_REMOTES_H

#include "core/git/branch.h"
#include "tests/git/env.h"
#include "tests/support.h"

#include <sys/types.h>

#define REMOTE_PASSWORD "s3cr3t-t0ken-of-tests"

typedef enum remote_way {
    WAY_LOCAL, /* a path: objects and ref written by benchdoc */
    WAY_FILE,  /* file://, by the git program */
    WAY_HTTP,  /* http with a password, by the git program */
    WAY_HTTP_LIBRARY, /* the same by libgit2 */
    WAY_COUNT,
} remote_way;

typedef struct remotes {
    char     *directory; /* owned; holds remote.git (bare, with a branch main) and work (a clone) */
    pid_t     server;    /* 0 = not started */
    int       port;
    test_env  state;
    bd_env    env;
    bd_arena  arena;
    bd_buf    text;
} remotes;

int remotes_make(void **state);   /* cmocka's set-up */
int remotes_remove(void **state); /* and its end */

/* Runs git commands in the directory. @return their output without its line end; in the arena */
char *remotes_sh(remotes *r, const char *format, ...) BD_PRINTF(2, 3);
/* The URL or path; starts the server where one is needed, and sets the variables. */
const char *remotes_way(remotes *r, remote_way way);
void remotes_variables(remotes *r, const char *a, const char *b); /* NULL = no more */
/* The branch of remote.git that way, or of `remote`. */
bd_branch *remotes_open(remotes *r, remote_way way, const char *branch);
bd_branch *remotes_try(remotes *r, const char *remote, const char *branch, bd_error *err);
bd_branch *remotes_open_at(remotes *r, const char *remote, const char *branch);
/* Fetches and pushes `path` with `text`. @return what the push replied */
bd_reply remotes_put(bd_branch *b, const char *path, const char *text, bd_error *err);
bd_reply remotes_push(bd_branch *b, const char *path, const char *text, bd_error *err);

#endif
