/* cli/publish.h: private to publish: which runs, what is known of their commits, where
 * they go, and the way there. */
#ifndef BD_CLI_PUBLISH_H
#define BD_CLI_PUBLISH_H

#include "cli/bundle.h"
#include "cli/cli.h"
#include "cli/event.h"
#include "core/git/branch.h"
#include "core/git/git.h"
#include "core/query/query.h"
#include "render/pages/pages.h"

/* Who commits where `publish: author:` says nobody: an address that is nobody's (RFC 2606). */
#define BD_AUTHOR_NAME  "benchdoc"
#define BD_AUTHOR_EMAIL "benchdoc@benchdoc.invalid"

typedef struct bd_publish_options {
    const char *branch, *remote, *message, *author;
    const char *to, *suite, *name; /* of files that no input reads */
    const char *commit, *commit_branch;
    const char *bundle, *write_bundle;
    size_t      deadline_s; /* 0 = 300 */
    bool        allow_dirty, restore, dry_run, json;
} bd_publish_options;

/* ---- publish_commit.c ---- */

/* Gives every run a commit, and what event and repository know of it. A run that names
 * its commit itself keeps it.
 * @param repository  NULL = there is none
 * @return false with errors in ctx->found: a run has no commit, or is dirty, or incomplete */
bool bd_publish_commits(bd_ctx *ctx, const bd_publish_options *options, const bd_event *event,
                        bd_repository *repository, const bd_runs *runs);

/* ---- publish_loop.c ---- */

typedef struct bd_tries {
    const bd_env *env;
    int64_t       deadline_ns; /* of env's clock; the last try begins before it */
    bd_reply    (*once)(void *context, bd_error *err); /* MOVED and UNREACHED: once more */
    void         *context;
    size_t        count;
} bd_tries;

/* Tries, with random waits between, until it is done, the time is over, or it is refused
 * for good: the only loop of its kind. */
bool bd_try_until(bd_tries *tries, bd_error *err);
/* That many seconds from now; 0 = 300. */
int64_t bd_deadline_ns(const bd_env *env, size_t seconds);

typedef struct bd_publish_job {
    const bd_env             *env;
    bd_branch                *branch;
    const bd_publication     *publication;
    const bd_pages_options   *pages;
    const char               *message, *name, *email;
    int64_t                   deadline_ns; /* of env's clock; the last try begins before it */
    bool                      dry_run;
} bd_publish_job;

typedef struct bd_published {
    bd_pages_changes changes; /* of the last try */
    size_t           attempts;
    bool             is_done;  /* the branch has everything */
    bool             was_there; /* it had everything before */
    char             commit[41]; /* "" = none was made */
} bd_published;

/* Fetches, merges and pushes until the branch has everything, the time is over, or it is
 * refused for good.
 * @param found  what merging has to say, of the last try only
 * @return false with *err or errors in `found`; release `out` in any case */
bool bd_publish_loop(const bd_publish_job *job, bd_published *out, bd_diagnostics *found,
                     bd_error *err);
void bd_published_release(bd_published *published);

/* ---- publish_runs.c, publish_to.c: one call of the command ---- */

typedef struct bd_publishing {
    bd_ctx                   *ctx;
    const bd_publish_options *options;
    bd_project                project;
    bd_event                  event;
    bd_repository            *repository; /* NULL: the project lies in none */
    bd_bundle                 bundle; /* as read, or as it would be written */
    bd_runs                   runs, known; /* to be published; of the store, to be put back */
    bd_observations           observations, known_observations;
    bd_publication           *publication;
    size_t                    without_commit, unfit; /* of the store: cannot be put back */
    bool                      is_whole; /* all inputs were read: what is expected must be there */
    bd_arena                  arena;
} bd_publishing;

/* The runs of files, inputs, bundle and store.
 * @return false with *err or errors in ctx->found */
bool bd_publish_read(bd_publishing *p, const bd_arguments *files, bd_error *err);
/* Where they go; fills the publication, and the bundle that says the same.
 * @return false with errors in ctx->found or *err */
bool bd_publish_route(bd_publishing *p, bd_error *err);

/* ---- publish_left.c ---- */

bool bd_publish_write_bundle(bd_publishing *p, const char *path, bd_error *err);
/* The work of a push that failed, in .benchdoc/; says so, and how to take it up.
 * @param branch  NULL: it could not be opened */
void bd_publish_keep(bd_publishing *p, const bd_branch *branch);
/* Takes such a file away that has been published; nobody else's. */
void bd_publish_remove_left(bd_publishing *p);

#endif
