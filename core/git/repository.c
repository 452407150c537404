/* Reading a repository: see git.h. */
#include "core/git/git.h"

#include <git2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bd_repository {
    git_repository *git; /* owned */
};

static bool fail(bd_error *err, const char *doing)
{
    const git_error *last = git_error_last();
    return bd_fail(err, BD_ERR_GIT, "cannot %s: %s", doing, last && last->message ? last->message : "unknown reason");
}

bd_repository *bd_repository_open(const char *directory, bd_error *err)
{
    bd_repository *r = bd_alloc(sizeof *r);
    git_libgit2_init();
    if (git_repository_open_ext(&r->git, directory, 0, NULL) == 0)
        return r;
    fail(err, "open the repository");
    bd_hint(err, "an input REF:path is read from the git repository that holds benchdoc.yml");
    git_libgit2_shutdown();
    free(r);
    return NULL;
}

void bd_repository_close(bd_repository *r)
{
    if (!r)
        return;
    git_repository_free(r->git);
    git_libgit2_shutdown();
    free(r);
}

static git_commit *commit_named(bd_repository *r, const char *name)
{
    git_object *object = NULL, *commit = NULL;
    if (git_revparse_single(&object, r->git, name) == 0)
        git_object_peel(&commit, object, GIT_OBJECT_COMMIT);
    git_object_free(object);
    return (git_commit *)commit;
}

bool bd_repository_resolve(bd_repository *r, const char *name, char id[41], bd_error *err)
{
    char remote[512];
    snprintf(remote, sizeof remote, "origin/%s", name);
    git_commit *commit = commit_named(r, name);
    if (!commit)
        commit = commit_named(r, remote);
    if (!commit) {
        bd_hint(err, "git fetch origin %s:refs/remotes/origin/%s", name, name);
        return bd_fail(err, BD_ERR_GIT, "the repository has no '%s', here or of origin", name);
    }
    git_oid_tostr(id, 41, git_commit_id(commit));
    git_commit_free(commit);
    return true;
}

static git_tree *tree_of(bd_repository *r, const char *id, bd_error *err)
{
    git_oid oid;
    git_commit *commit = NULL;
    git_tree *tree = NULL;
    if (git_oid_fromstr(&oid, id) != 0 || git_commit_lookup(&commit, r->git, &oid) != 0
        || git_commit_tree(&tree, commit) != 0)
        fail(err, "read the commit");
    git_commit_free(commit);
    return tree;
}

typedef struct listing {
    bd_arena *arena;
    bd_names *out;
} listing;

static int add_entry(const char *root, const git_tree_entry *entry, void *payload)
{
    listing *l = payload;
    if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB)
        bd_names_add(l->out, bd_arena_printf(l->arena, "%s%s", root, git_tree_entry_name(entry)));
    return 0;
}

bool bd_repository_files(bd_repository *r, const char *id, bd_arena *arena, bd_names *out, bd_error *err)
{
    listing l = { arena, out };
    git_tree *tree = tree_of(r, id, err);
    if (!tree)
        return false;
    bool ok = git_tree_walk(tree, GIT_TREEWALK_PRE, add_entry, &l) == 0 || fail(err, "list the commit's files");
    git_tree_free(tree);
    bd_names_sort(out);
    return ok;
}

bool bd_repository_read(bd_repository *r, const char *id, const char *path, bd_buf *out, bd_error *err)
{
    git_tree_entry *entry = NULL;
    git_blob *blob = NULL;
    git_tree *tree = tree_of(r, id, err);
    bd_buf_clear(out);
    if (!tree)
        return false;
    bool ok = git_tree_entry_bypath(&entry, tree, path) == 0
              && git_blob_lookup(&blob, r->git, git_tree_entry_id(entry)) == 0;
    if (ok)
        bd_buf_add(out, git_blob_rawcontent(blob), (size_t)git_blob_rawsize(blob));
    else
        fail(err, "read the file from the repository");
    git_blob_free(blob);
    git_tree_entry_free(entry);
    git_tree_free(tree);
    return ok;
}
