/* cli/event.h: what the forge says of the job that benchdoc runs in. */
#ifndef BD_CLI_EVENT_H
#define BD_CLI_EVENT_H

#include "cli/cli.h"
#include "core/model/model.h"

/* `workflow_run`: a run of another workflow that has ended; NULL = not said. */
typedef struct bd_finished {
    const char *event; /* what it ran on: "pull_request"; NULL: the event is no workflow_run */
    const char *head_sha, *head_branch, *head_repository; /* "bob/widgets" */
} bd_finished;

typedef struct bd_event {
    const char *name;        /* "push", "pull_request", "workflow_run", …; NULL = this is no job */
    const char *repository;  /* "acme/widgets"; NULL = not said */
    int64_t     pull_request; /* its number; 0 = the event is of none */
    const char *pull_head;    /* its head's commit; NULL = not said */
    const char *pull_into;    /* the branch that it shall go into; NULL = not said */
    const char *pull_repository; /* of its head: "bob/widgets"; NULL = not said, or deleted */
    bd_finished finished;
    bool        is_unreadable; /* there is a payload, and nothing of it is known */
    bd_commit   commit;      /* .id NULL: it speaks of none */
    const char *repo_url;    /* "https://github.com/acme/widgets"; NULL = not said */
    const char *head_commit; /* of a push, as JSON; NULL = none */
    const char *default_branch; /* of the repository; NULL = not said */
    bd_arena    arena;       /* owns the texts */
} bd_event;

/* GITHUB_EVENT_PATH (push, pull_request; schedule and the like say nothing of a commit),
 * GITHUB_SHA, GITHUB_REF, GITHUB_SERVER_URL and GITHUB_REPOSITORY. A payload that cannot
 * be read is a warning in ctx->found. */
void bd_event_read(bd_ctx *ctx, bd_event *out);
/* The same of a payload's text. @return false with its place */
bool bd_event_parse(bd_str json, bd_event *out, bd_error *err);
/* Is it a commit's whole id, 40 or 64 hex digits, and so nothing that git could take for a
 * name or an option? */
bool bd_is_commit_id(const char *text);
void bd_event_release(bd_event *event);

#endif
