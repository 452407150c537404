/* core/git/branch.h: one branch of a repository elsewhere: read what is on it, add a
 * commit to it. Nothing is checked out, and nothing of the user's own repository changes.
 *
 *     bd_branch *b = bd_branch_open(&place, env, err);
 *     do {
 *         reply = bd_branch_fetch(b, err);
 *         …bd_branch_read() and whatever follows from it…
 *         reply = bd_branch_push(b, &commit, err);
 *     } while (reply == BD_REPLY_MOVED && …time is left…);
 *     bd_branch_close(b);
 *
 * A repository on this machine is opened, objects are written into it, and its ref is
 * compared and swapped. A remote one is fetched at depth 1 into a bare repository of
 * benchdoc's own and pushed to: by the git program (2.31 or newer) where there is one,
 * so that every credential, proxy and certificate set-up works, else by libgit2.
 * BENCHDOC_GIT names another program, or "libgit2".
 *
 * Secrets are taken from BENCHDOC_TOKEN (a token, or USER:PASSWORD; for any http
 * remote), from the URL, from `http.extraheader` of the user's configuration, from
 * GITHUB_TOKEN (for the server GITHUB_SERVER_URL only), in this order. They reach git
 * through its environment and libgit2 through a header; no argument, message or object
 * holds one. */
#ifndef BD_GIT_BRANCH_H
#define BD_GIT_BRANCH_H

#include "core/base/env.h"
#include "core/git/git.h"

typedef struct bd_branch bd_branch; /* opaque */

typedef struct bd_branch_place {
    const char *directory; /* of the project, whose repository says what a remote is and how
                            * to get there; where there is no repository, `remote` is needed */
    const char *remote;    /* URL, path of a repository, or a remote's name; NULL = "origin" */
    const char *branch;    /* "gh-pages" */
    int64_t     deadline_ns; /* of env's clock: a git that still runs then is ended; 0 = never */
} bd_branch_place;

typedef enum bd_reply {
    BD_REPLY_DONE,
    BD_REPLY_MOVED,     /* somebody else was faster: fetch, merge, push again */
    BD_REPLY_UNREACHED, /* the network, or the server for now: the same again, later */
    BD_REPLY_REFUSED,   /* for good: protected, hook, size, sign-in, permission, not found, … */
} bd_reply;

/* @return owned, end with bd_branch_close(); NULL with BD_ERR_GIT or BD_ERR_USAGE */
bd_branch *bd_branch_open(const bd_branch_place *place, const bd_env *env, bd_error *err);
void       bd_branch_close(bd_branch *branch); /* NULL is fine */
/* Where it leads, for messages: a URL without user and password, or a path. Borrowed. */
const char *bd_branch_where(const bd_branch *branch);
/* The page of the repository on the web, "https://github.com/acme/widgets"; NULL = a path. */
const char *bd_branch_web(const bd_branch *branch);

/* Looks where the branch stands now, and gets it. A branch that is not there is no
 * failure: it is made by the first push.
 * @return anything but DONE comes with an error that says what to do next */
bd_reply bd_branch_fetch(bd_branch *branch, bd_error *err);
/* The commit that was fetched; NULL = there is no such branch. Borrowed until the next fetch. */
const char *bd_branch_commit(const bd_branch *branch);
/* A file of that commit, at most 1 GiB.
 * @param out     emptied first
 * @param exists  set; false: there is none
 * @return false with BD_ERR_GIT or BD_ERR_INPUT (a link, a folder, too large) */
bool bd_branch_read(bd_branch *branch, const char *path, bd_buf *out, bool *exists, bd_error *err);
/* Where that commit can be read by its id, with all its files. Borrowed until the branch
 * is closed. */
bd_repository *bd_branch_repository(bd_branch *branch);
/* Has that commit a parent? It is asked itself: the parent need not have been fetched. */
bool bd_branch_has_past(bd_branch *branch, bool *has, bd_error *err);
/* The branch that the repository's HEAD names, which a clone of it checks out. To be asked
 * after a fetch.
 * @param out  borrowed from the branch; NULL = it names none
 * @return anything but DONE comes with an error */
bd_reply bd_branch_default(bd_branch *branch, const char **out, bd_error *err);

typedef struct bd_branch_file {
    const char *path;
    bd_str      bytes;
    bool        remove;
} bd_branch_file;

typedef struct bd_branch_plan {
    const char           *message, *name, *email;
    const bd_branch_file *files; /* everything else on the branch stays as it is */
    size_t                file_count;
    bool                  without_past; /* the commit has no parent: the branch's history ends */
} bd_branch_plan;

/* Adds a commit to what was fetched and makes it the branch's, if the branch still stands
 * there; one that was taken away meanwhile has moved, too. What would change nothing is
 * done at once.
 * @param id  set to the commit's 40 hex digits when DONE
 * @return anything but DONE comes with an error that says what to do next */
bd_reply bd_branch_push(bd_branch *branch, const bd_branch_plan *plan, char id[41], bd_error *err);

#endif
