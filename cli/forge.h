/* cli/forge.h: what benchdoc asks GitHub, or a forge with GitHub's interface, and tells it.
 *
 * The program `gh` does the talking: it has the sign-in, the proxies and the certificates.
 * BENCHDOC_GH names another one. Secrets stay in the environment (GH_TOKEN, GITHUB_TOKEN),
 * texts go through standard input; neither is ever an argument. */
#ifndef BD_CLI_FORGE_H
#define BD_CLI_FORGE_H

#include "cli/cli.h"
#include "core/git/branch.h"
#include "core/json/json.h"

typedef struct bd_forge {
    const bd_env *env;        /* borrowed */
    const char   *program;    /* "gh" */
    const char   *repository; /* "acme/widgets" */
    const char   *host;       /* "ghe.example"; NULL = github.com */
    bd_arena      arena;      /* owns the texts */
} bd_forge;

/* Which repository: GITHUB_REPOSITORY at GITHUB_SERVER_URL, else `url`, else the remote
 * "origin". Nothing is asked yet.
 * @param url  "https://github.com/acme/widgets", as an event says it; NULL = not said
 * @return false with BD_ERR_USAGE; release in any case */
bool bd_forge_open(bd_ctx *ctx, const char *url, bd_forge *out, bd_error *err);
void bd_forge_release(bd_forge *forge);

typedef struct bd_forge_request {
    const char *method; /* "GET", "POST", "PATCH" */
    const char *path;   /* within the repository: "pulls/7"; with a slash in front: of the forge */
    bd_str      body;   /* JSON; empty = none */
    const char *what;   /* for messages: "read pull request 7" */
    const char *permission; /* that a refused token lacks: "pull-requests: write" */
} bd_forge_request;

typedef struct bd_answer {
    bd_json_doc *doc;  /* NULL: an empty answer */
    bd_json      root; /* only with `doc` */
    bd_buf       text; /* owned, what `doc` reads */
    int          status; /* of HTTP, where it was refused with one; else 0 */
} bd_answer;

/* @param out  to be released in any case
 * @return anything but DONE comes with a BD_ERR_GIT that says what to do next; UNREACHED: the
 *         network, or the forge for now (rate limit, 5xx) */
bd_reply bd_forge_call(const bd_forge *forge, const bd_forge_request *request, bd_answer *out,
                       bd_error *err);
void bd_answer_release(bd_answer *answer);

/* Every item of a list, page after page, until `take` returns false: it has what it wants,
 * or set its error. @param request  GET; its path without "page" and "per_page" */
bd_reply bd_forge_list(const bd_forge *forge, const bd_forge_request *request,
                       bool (*take)(void *context, const bd_json *item, bd_error *err),
                       void *context, bd_error *err);

/* ---- pull requests ---- */

typedef struct bd_pull { /* texts in the arena */
    int64_t     number;
    bool        is_open;
    const char *head;      /* commit, 40 hex digits */
    const char *head_repo; /* "someone/widgets"; NULL = deleted since */
    const char *branch;    /* of the head, in its own repository */
    const char *base;      /* the branch that it wants to go into */
    const char *title, *url, *author; /* the page; the login of whoever opened it */
} bd_pull;

bd_reply bd_forge_pull(const bd_forge *forge, int64_t number, bd_arena *arena, bd_pull *out,
                       bd_error *err);

typedef struct bd_pulls {
    bd_pull *items; /* owned; texts in the arena */
    size_t   count, capacity;
    bd_arena arena;
} bd_pulls;

/* The open pull requests whose head this commit is, those of forks too: the smallest number
 * first. @param out  empty; to be released in any case */
bd_reply bd_forge_pulls_of(const bd_forge *forge, const char *commit, bd_pulls *out,
                           bd_error *err);
void bd_pulls_release(bd_pulls *pulls);

/* ---- comments ---- */

typedef struct bd_remark { /* what is commented on */
    int64_t     pull;   /* the number of a pull request; 0: a commit */
    const char *commit; /* all digits of its id; only where pull is 0 */
} bd_remark;

typedef struct bd_comment {
    int64_t     id;  /* 0 = there is none */
    const char *url; /* of its page; NULL = not said; in the arena given */
    bool        is_new; /* it was written anew */
} bd_comment;

/* The comment that benchdoc wrote there before: its first line is `marker`, and whoever is
 * signed in wrote it, or an app where the token is no person's. The earliest of several. */
bd_reply bd_forge_find_comment(const bd_forge *forge, const bd_remark *on, const char *marker,
                               bd_arena *arena, bd_comment *out, bd_error *err);
/* Writes it anew where comment->id is 0, or somebody deleted it since, else in its place.
 * @param text  Markdown; the forge takes 65 536 characters */
bd_reply bd_forge_put_comment(const bd_forge *forge, const bd_remark *on, bd_str text,
                              bd_arena *arena, bd_comment *comment, bd_error *err);

#endif
