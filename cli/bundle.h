/* cli/bundle.h: a bundle: runs in one file, for another job. Either a push that failed has
 * left it, or a job that may not write has made it. What comes out of a pull request is a
 * stranger's: it says what was measured; where that goes, whose it is, and whether it still
 * counts are said by the job that reads it, its event, and the forge. */
#ifndef BD_CLI_BUNDLE_H
#define BD_CLI_BUNDLE_H

#include "cli/cli.h"
#include "cli/event.h"

/* What a bundle from elsewhere may hold. */
enum {
    BD_BUNDLE_BYTES_MAX = 64 << 20,
    BD_BUNDLE_TOKENS_MAX = 16 << 20,
    BD_BUNDLE_DEPTH_MAX = 64,
    BD_BUNDLE_RUNS_MAX = 1000, /* of head and base together */
    BD_BUNDLE_POINTS_MAX = 500 * 1000,
    BD_BUNDLE_FILES_MAX = 256, /* of the branch, that one bundle may fill */
    BD_BUNDLE_NAME_MAX = 1024, /* bytes of a name */
    BD_BUNDLE_TEXT_MAX = 16 << 10, /* of other texts */
    BD_BUNDLE_LONG_MAX = 64 << 10, /* of messages and the like */
};

typedef enum bd_trust {
    BD_TRUST_OWN,  /* as a file of the project: nobody is asked */
    BD_TRUST_RUN,  /* of a run of this repository's workflows: the event says its commit */
    BD_TRUST_PULL, /* of a pull request: the forge is asked, too */
} bd_trust;

typedef struct bd_bundle { /* texts are in the arena; NULL = not said */
    const char *commit, *repository; /* what was measured, and where: "acme/widgets" */
    int64_t     pull_request;        /* its number; 0 = none */
    const char *branch, *repo_url, *head_commit; /* of a push; BD_TRUST_OWN only */
    bd_entries  to, names;           /* suite → path pattern, suite → its list; the same */
    bd_runs     bases;               /* measured by turns with the others; never published */
    bd_trust    trust;               /* set by bd_bundle_open() */
    bd_arena    arena;
} bd_bundle;

/* Appends the bundle's text: interchange JSON with a member "benchdoc.bundle". */
void bd_bundle_write(const bd_bundle *bundle, const bd_runs *runs, bd_buf *out);
/* Reads one, checks all of it, adds its runs. One that comes from another run or from a pull
 * request must be of the commit that the event names; for a pull request the forge must have
 * it open with that commit as its head. Its runs say then what the forge says of them.
 * @param event  of this job
 * @param runs   those of the head
 * @return false with errors in ctx->found */
bool bd_bundle_open(bd_ctx *ctx, const char *path, const bd_event *event, bd_bundle *out,
                    bd_runs *runs);
void bd_bundle_release(bd_bundle *bundle);

/* ---- bundle_check.c: what a stranger may write; of cli/bundle_*.c ---- */

/* The bytes: their number, depth and values; of every key and text the length, and that no
 * character acts on a terminal, a line, or the order of letters.
 * @return false with BD_ERR_INPUT and the place */
bool bd_bundle_check(bd_str text, bd_error *err);
/* Commits, ids and times; at least one run. Fills in the bundle's commit where only the runs
 * say it.
 * @param now_ns  what is a day later, or before 2000, is no time */
bool bd_bundle_check_runs(bd_bundle *bundle, const bd_runs *runs, int64_t now_ns,
                          bd_error *err);

/* ---- bundle_trust.c ---- */

/* From where the bundle comes: the event says it, and what the bundle says can only make it
 * stricter. Fails when the event's payload is not readable. */
bool bd_bundle_trust(const bd_event *event, const bd_bundle *bundle, bd_trust *out,
                     bd_error *err);
/* Asks what has to be asked, and gives the runs the facts of the answer. */
bool bd_bundle_verify(bd_ctx *ctx, const bd_event *event, bd_bundle *bundle, const bd_runs *runs,
                      bd_error *err);

#endif
