/* core/git/internal.h: private to core/git. */
#ifndef BD_GIT_INTERNAL_H
#define BD_GIT_INTERNAL_H

#include "core/base/file.h"
#include "core/git/branch.h"
#include "core/git/git.h"

#include <git2.h>

struct bd_repository {
    git_repository *git; /* owned */
};

#define BD_GIT_BASE_REF "refs/benchdoc/base" /* what was fetched, in benchdoc's own repository */
#define BD_GIT_NEW_REF "refs/benchdoc/new"   /* what is pushed from there */

/* libgit2's reason for its last refusal, in the thread. */
const char *bd_git_reason(void);
bool        bd_git_fail(bd_error *err, const char *doing); /* BD_ERR_GIT with that reason */

/* The bytes of an entry that is a regular file of at most 1 GiB; appended. */
bool bd_git_entry_bytes(git_repository *git, const git_tree_entry *entry, bd_buf *out,
                        bd_error *err);

/* ---- url.c ---- */

typedef struct bd_git_url {
    const char *shown;  /* without user information: for arguments and messages */
    const char *server; /* "https://host:port", lower case; NULL: not http */
    const char *path;   /* of a repository on this machine; NULL: elsewhere */
    bool        is_file; /* it was written file://… */
    const char *user;     /* out of the URL, decoded; NULL = none */
    const char *password; /* the same */
} bd_git_url; /* texts in an arena */

/* @param base  what a relative path starts from */
void bd_git_url_read(const char *text, const char *base, bd_arena *arena, bd_git_url *out);
/* "https://host/owner/name" for people, also of git@host:owner/name.git. NULL = a path. */
const char *bd_git_url_web(const char *text, bd_arena *arena);
/* Does `http.<base>.extraheader` speak of this URL? */
bool bd_git_url_matches(const char *base, const char *url);
/* "Basic …" of a user and a password; in the arena. */
const char *bd_git_basic(const char *user, const char *password, bd_arena *arena);

/* ---- access.c: what the child or libgit2 needs to get in ---- */

typedef struct bd_git_access {
    bd_names settings; /* "key\0value": of the user's repository, and benchdoc's own */
    bd_names headers;  /* "Authorization: Basic …", for libgit2 */
    bd_names secrets;  /* never to be shown */
} bd_git_access;

/* The URL that the configuration puts in place of another (url.BASE.insteadOf,
 * pushInsteadOf). libgit2's own leaks 20 kB for every setting that it looks at. */
const char *bd_git_instead_of(git_config *config, const char *url, bd_arena *arena);
/* @param config  a snapshot: of the user's repository, or of the user */
void bd_git_access_find(git_config *config, const bd_git_url *url, const bd_env *env,
                        bd_arena *arena, bd_git_access *out);
void bd_git_access_release(bd_git_access *access);
/* The text with every secret replaced by "***". */
void bd_git_scrub(const bd_git_access *access, bd_str text, bd_buf *out);

/* ---- own.c ---- */

typedef struct bd_git_own bd_git_own; /* a bare repository in a temporary directory */
bd_git_own     *bd_git_own_make(const bd_env *env, bd_error *err); /* owned */
void            bd_git_own_remove(bd_git_own *own); /* NULL is fine */
git_repository *bd_git_own_repository(const bd_git_own *own);
const char     *bd_git_own_path(const bd_git_own *own);

/* ---- commit.c ---- */

/* Writes blobs, trees and the commit.
 * @param base  the commit that is built upon; NULL = none
 * @param same  set when the tree is that of `base`: no commit was made */
bool bd_git_build_commit(git_repository *git, const git_oid *base, const bd_branch_plan *plan,
                         int64_t time_s, git_oid *id, bool *same, bd_error *err);

/* ---- refusal.c ---- */

/* What git, a server or libgit2 said, as an outcome and a sentence.
 * @param said  everything, in any order
 * @return never DONE */
bd_reply bd_git_judge(bd_str said, const char *where, bd_error *err);

/* ---- the three ways ---- */

struct bd_branch {
    bd_git_url     url;
    const char    *name, *ref; /* "gh-pages", "refs/heads/gh-pages" */
    const char    *web;
    const bd_env  *env;
    int64_t        deadline_ns; /* 0 = none */
    const char    *program;     /* NULL: libgit2 */
    bd_git_access  access;
    bd_git_own    *own;         /* NULL: a local target */
    git_repository *local;      /* owned; the local target */
    bool           exists;
    git_oid        base;        /* where it stood when it was fetched */
    char           commit[41];
    const char    *head;        /* of libgit2's fetch: "refs/heads/main"; NULL = not said */
    bd_repository  view;        /* what bd_branch_repository() lends */
    bd_arena       arena;
};

git_repository *bd_branch_objects(const bd_branch *branch); /* where the commit is */

bd_reply bd_local_fetch(bd_branch *branch, bd_error *err);
/* @param forced  the commit does not follow the branch's */
bd_reply bd_local_push(bd_branch *branch, const git_oid *id, bool forced, bd_error *err);
const char *bd_local_head(bd_branch *branch); /* "refs/heads/main", in the arena; NULL = none */

/* ---- lock.c ---- */

typedef struct bd_git_lock {
    int         fd;   /* holds it; -1 = none */
    const char *mark; /* the name under which it was made; NULL = none */
    const char *path; /* where git looks for it; NULL = it is not there */
} bd_git_lock; /* paths in the branch's arena */

#define BD_GIT_LOCK_NONE ((bd_git_lock){ .fd = -1 })

typedef enum bd_lock_reply {
    BD_LOCK_TAKEN,
    BD_LOCK_TAKEN_BY_ANOTHER, /* who lives, or is not benchdoc */
    BD_LOCK_NOT_POSSIBLE,     /* this file system has no second names, or no flock() */
} bd_lock_reply;

/* Takes the branch's lock, with the id in it that it shall get, and takes away what
 * killed ones left.
 * @param lock  BD_GIT_LOCK_NONE before; when TAKEN, end with bd_lock_let_go() */
bd_lock_reply bd_lock_take(bd_branch *branch, const git_oid *id, bd_git_lock *lock);
/* @return false with errno; the lock is still held */
bool bd_lock_become_ref(bd_branch *branch, bd_git_lock *lock);
void bd_lock_let_go(bd_git_lock *lock);

/* ---- reflog.c ---- */

/* Says in the branch's log, and HEAD's where it names the branch, that it goes from where
 * it was fetched to `id`: where there is a log, or core.logAllRefUpdates wants one. */
bool bd_reflog_append(bd_branch *branch, const git_oid *id, bd_error *err);

/* ---- folders.c ---- */

/* @param path  a file in the repository's folder */
void bd_git_make_parents(bd_branch *branch, const char *path);
/* Removes folders in which there is no file. */
void bd_git_remove_empty(bd_branch *branch, const char *path);

/* Does the git program know to do more here: run hooks, or give files the rights that
 * core.sharedRepository asks for? */
bool bd_local_needs_git(git_repository *git);

/* The program to use; NULL: none that is new enough, or libgit2 was asked for. */
const char *bd_program_find(const bd_env *env, bd_arena *arena);
bd_reply    bd_program_fetch(bd_branch *branch, bd_error *err);
bd_reply    bd_program_push(bd_branch *branch, const git_oid *id, bd_error *err);
bd_reply    bd_program_head(bd_branch *branch, const char **out, bd_error *err);

bd_reply bd_library_fetch(bd_branch *branch, bd_error *err);
bd_reply bd_library_push(bd_branch *branch, const git_oid *id, bool forced, bd_error *err);

#endif
