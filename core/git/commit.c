/* A commit that changes some files of a branch and leaves all others as they are. */
#include "core/git/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct building {
    git_repository *git;
    git_tree *before;         /* NULL: there was nothing */
    git_tree_update *updates; /* owned */
    size_t count;
    bd_arena arena;
} building;

static bool fail_kind(const char *path, const char *what, bd_error *err)
{
    bd_fail(err, BD_ERR_GIT, "the branch has a %s where this file should be", what);
    bd_hint(err, "take it off the branch, or let publish: write somewhere else");
    return bd_error_in_file(err, path);
}

static const char *kind_of(git_filemode_t mode)
{
    switch (mode) {
    case GIT_FILEMODE_TREE:
        return "folder";
    case GIT_FILEMODE_LINK:
        return "symbolic link";
    case GIT_FILEMODE_COMMIT:
        return "submodule";
    default:
        return NULL;
    }
}

/* "a/b/c": neither "a" nor "a/b" may be a file. */
static bool check_folders(const building *b, const char *path, bd_error *err)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        git_tree_entry *entry = NULL;
        char folder[4096];
        size_t n = (size_t)(slash - path);
        if (n >= sizeof folder)
            return bd_fail(err, BD_ERR_GIT, "the path is too long");
        memcpy(folder, path, n);
        folder[n] = '\0';
        if (git_tree_entry_bypath(&entry, b->before, folder) != 0)
            return true;
        bool is_folder = git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE;
        git_tree_entry_free(entry);
        if (!is_folder)
            return fail_kind(folder, "file", err);
    }
    return true;
}

/* The mode that the file has on the branch. */
static bool find_mode(const building *b, const char *path, git_filemode_t *mode, bool *is_there,
                      bd_error *err)
{
    git_tree_entry *entry = NULL;
    *mode = GIT_FILEMODE_BLOB;
    *is_there = false;
    if (!b->before)
        return true;
    if (git_tree_entry_bypath(&entry, b->before, path) != 0)
        return check_folders(b, path, err);
    *mode = git_tree_entry_filemode(entry);
    *is_there = true;
    git_tree_entry_free(entry);
    const char *kind = kind_of(*mode);
    return !kind || fail_kind(path, kind, err);
}

static bool add_update(building *b, const bd_branch_file *file, bd_error *err)
{
    git_tree_update *u = &b->updates[b->count];
    bool is_there;
    if (!bd_path_stays_inside(file->path)) {
        bd_fail(err, BD_ERR_GIT, "this is no path on a branch");
        return bd_error_in_file(err, file->path);
    }
    if (!find_mode(b, file->path, &u->filemode, &is_there, err))
        return false;
    if (file->remove && !is_there)
        return true;
    u->action = file->remove ? GIT_TREE_UPDATE_REMOVE : GIT_TREE_UPDATE_UPSERT;
    u->path = file->path;
    if (!file->remove
        && git_blob_create_from_buffer(&u->id, b->git, file->bytes.ptr, file->bytes.len) != 0)
        return bd_git_fail(err, "write the file");
    b->count++;
    return true;
}

static bool build_tree(building *b, const bd_branch_plan *plan, git_oid *id, bd_error *err)
{
    b->updates = bd_alloc((plan->file_count + 1) * sizeof *b->updates);
    for (size_t i = 0; i < plan->file_count; i++)
        if (!add_update(b, &plan->files[i], err))
            return false;
    return git_tree_create_updated(id, b->git, b->before, b->count, b->updates) == 0
           || bd_git_fail(err, "write the commit's folders");
}

static bool write_commit(building *b, const git_oid *tree_id, const git_oid *parent,
                         const bd_branch_plan *plan, const git_signature *who, git_oid *id,
                         bd_error *err)
{
    git_tree *tree = NULL;
    git_commit *before = NULL;
    bool ok = git_tree_lookup(&tree, b->git, tree_id) == 0
              && (!parent || git_commit_lookup(&before, b->git, parent) == 0);
    const git_commit *parents[1] = { before };
    ok = (ok
          && git_commit_create(id, b->git, NULL, who, who, NULL, plan->message, tree,
                               before ? 1 : 0, parents)
                 == 0)
         || bd_git_fail(err, "write the commit");
    git_commit_free(before);
    git_tree_free(tree);
    return ok;
}

static bool tree_before(building *b, const git_oid *base, bd_error *err)
{
    git_commit *commit = NULL;
    bool ok = !base
              || (git_commit_lookup(&commit, b->git, base) == 0
                  && git_commit_tree(&b->before, commit) == 0);
    git_commit_free(commit);
    return ok || bd_git_fail(err, "read the branch's commit");
}

bool bd_git_build_commit(git_repository *git, const git_oid *base, const bd_branch_plan *plan,
                         int64_t time_s, git_oid *id, bool *same, bd_error *err)
{
    building b = { .git = git };
    git_oid tree;
    git_signature *who = NULL;
    const git_oid *parent = plan->without_past ? NULL : base;
    bool ok = tree_before(&b, base, err) && build_tree(&b, plan, &tree, err);
    *same = ok && b.before && !plan->without_past && git_oid_equal(&tree, git_tree_id(b.before));
    if (ok && git_signature_new(&who, plan->name, plan->email, time_s, 0) != 0)
        ok = bd_fail(err, BD_ERR_GIT, "'%s <%s>' cannot be a commit's author: %s", plan->name,
                     plan->email, bd_git_reason());
    if (ok && !*same)
        ok = write_commit(&b, &tree, parent, plan, who, id, err);
    else if (ok)
        *id = *base;
    git_signature_free(who);
    git_tree_free(b.before);
    free(b.updates);
    return ok;
}
