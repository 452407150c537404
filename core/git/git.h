/* core/git/git.h: what benchdoc asks a repository, through libgit2. Nothing is
 * written and nothing is fetched here. */
#ifndef BD_GIT_GIT_H
#define BD_GIT_GIT_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/base/file.h"

typedef struct bd_repository bd_repository; /* opaque */

/* Opens the repository that holds `directory`, or one above it: with a work tree or
 * bare, a linked work tree, a shallow clone.
 * @return owned, end with bd_repository_close(); NULL with BD_ERR_GIT */
bd_repository *bd_repository_open(const char *directory, bd_error *err);
void           bd_repository_close(bd_repository *repository); /* NULL is fine */

/* The commit that a name stands for: as git reads it ("gh-pages", "v1.2", an id), else
 * the branch of that name of the remote "origin".
 * @param id  set to its 40 hex digits
 * @return false with BD_ERR_GIT that says how to fetch it */
bool bd_repository_resolve(bd_repository *repository, const char *name, char id[41], bd_error *err);
/* Paths of all regular files of a commit, relative to its root, sorted by bytes; texts
 * in the arena. Symbolic links and submodules are none.
 * @param out  added to */
bool bd_repository_files(bd_repository *repository, const char *id, bd_arena *arena, bd_names *out,
                         bd_error *err);
/* The bytes of one file of a commit, at most 1 GiB. @param out  emptied first */
bool bd_repository_read(bd_repository *repository, const char *id, const char *path, bd_buf *out,
                        bd_error *err);

typedef struct bd_commit_facts { /* texts in the arena */
    const char *id, *message; /* the whole message, without line ends behind it */
    const char *author_name, *author_email, *committer_name, *committer_email;
    int64_t     time_s; /* of committing, since 1970 */
} bd_commit_facts;

/* @param name  as for bd_repository_resolve(): "HEAD", an id */
bool bd_repository_commit(bd_repository *repository, const char *name, bd_arena *arena,
                          bd_commit_facts *out, bd_error *err);
enum { BD_ANCESTORS_MAX = 100 * 1000 };
/* The commit that `name` stands for and everything that it was built upon: the latest
 * first, by the time of committing.
 * @param out  their ids are added, 40 hex digits each, in the arena
 * @param cut  set: there are more, which are not here (a shallow clone) or too many */
bool bd_repository_ancestors(bd_repository *repository, const char *name, bd_arena *arena,
                             bd_names *out, bool *cut, bd_error *err);
/* Which of some commits were built upon another one.
 * @param ancestors  that one and what it was built upon, of bd_repository_ancestors()
 * @param ids  what bd_repository_resolve() takes; those that are not here are left out
 * @param out  those of `ids` are added, borrowed */
void bd_repository_descendants(bd_repository *repository, const char *const *ancestors,
                               size_t count, const char *const *ids, size_t id_count,
                               bd_arena *arena, bd_names *out);
/* The branch that is checked out; NULL = none. In the arena. */
const char *bd_repository_branch(bd_repository *repository, bd_arena *arena);
/* The default branch: the one that "origin" says, else the first of main and master that is
 * here or on "origin"; NULL = none of them. In the arena. */
const char *bd_repository_default_branch(bd_repository *repository, bd_arena *arena);
/* Is there a remote of that name, with a URL? */
bool bd_repository_has_remote(bd_repository *repository, const char *name);
/* The page of "origin" on the web, "https://github.com/acme/widgets"; NULL = it has none. */
const char *bd_repository_web(bd_repository *repository, bd_arena *arena);

#endif
