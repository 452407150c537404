/* Reading a repository: see git.h. */
#include "core/git/internal.h"

#include <stdlib.h>
#include <string.h>

enum { BLOB_BYTES_MAX = 1 << 30, FILES_MAX = 1000 * 1000 };

const char *bd_git_reason(void)
{
    const git_error *last = git_error_last();
    return last && last->message && last->message[0] ? last->message : "unknown reason";
}

bool bd_git_fail(bd_error *err, const char *doing)
{
    return bd_fail(err, BD_ERR_GIT, "cannot %s: %s", doing, bd_git_reason());
}

/* CI containers run as another user than the one who checked out. The folder is named as
 * git wants it said; libgit2 1.5 answers "not found" where nothing is said to be safe. */
static bool fail_owner(const char *directory, bd_error *err)
{
    git_buf found = { 0 };
    bool is_there = git_repository_discover(&found, directory, 0, NULL) == 0;
    if (is_there) {
        bd_str folder = { found.ptr, found.size };
        folder.len -= bd_str_ends(folder, "/");
        folder.len -= bd_str_ends(folder, "/.git") ? strlen("/.git") : 0;
        bd_fail(err, BD_ERR_GIT,
                "the repository belongs to another user, so git does not trust it");
        bd_hint(err, "if it is yours: git config --global --add safe.directory '%.*s'",
                (int)folder.len, folder.ptr);
    }
    git_buf_dispose(&found);
    return is_there;
}

static void fail_open(int code, const char *directory, bd_error *err)
{
    bd_error_in_file(err, directory);
    if ((code == GIT_EOWNER || code == GIT_ENOTFOUND) && fail_owner(directory, err))
        return;
    if (code != GIT_ENOTFOUND) {
        bd_git_fail(err, "open the repository");
        return;
    }
    bd_fail(err, BD_ERR_GIT, "no git repository holds this folder");
    bd_hint(err, "an input REF:path is read from the repository that holds benchdoc.yml");
}

bd_repository *bd_repository_open(const char *directory, bd_error *err)
{
    bd_repository *r = bd_alloc(sizeof *r);
    git_libgit2_init();
    int code = git_repository_open_ext(&r->git, directory, 0, NULL);
    if (code == 0)
        return r;
    fail_open(code, directory, err);
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

/* @return libgit2's code; the commit is owned */
static int commit_named(bd_repository *r, const char *name, git_commit **out)
{
    git_object *object = NULL, *commit = NULL;
    int code = git_revparse_single(&object, r->git, name);
    if (code == 0)
        code = git_object_peel(&commit, object, GIT_OBJECT_COMMIT);
    git_object_free(object);
    *out = (git_commit *)commit;
    return code;
}

static bool fail_resolve(bd_repository *r, const char *name, int code, bd_error *err)
{
    if (code != GIT_ENOTFOUND && code != GIT_EINVALIDSPEC)
        return bd_fail(err, BD_ERR_GIT, "cannot read '%s': %s", name, bd_git_reason());
    bd_fail(err, BD_ERR_GIT,
            "the repository has no branch, tag or commit '%s', and no branch "
            "of that name of origin",
            name);
    bd_hint(err, "git fetch %sorigin %s:refs/remotes/origin/%s",
            git_repository_is_shallow(r->git) == 1 ? "--depth=1 " : "", name, name);
    return false;
}

bool bd_repository_resolve(bd_repository *r, const char *name, char id[41], bd_error *err)
{
    bd_buf remote = BD_BUF_INIT;
    git_commit *commit = NULL;
    int code = commit_named(r, name, &commit);
    if (code == GIT_ENOTFOUND) {
        bd_buf_printf(&remote, "refs/remotes/origin/%s", name);
        code = commit_named(r, bd_buf_text(&remote), &commit);
    }
    if (code == 0)
        git_oid_tostr(id, 41, git_commit_id(commit));
    else
        fail_resolve(r, name, code, err);
    git_commit_free(commit);
    bd_buf_release(&remote);
    return code == 0;
}

static git_tree *tree_of(bd_repository *r, const char *id, bd_error *err)
{
    git_oid oid;
    git_commit *commit = NULL;
    git_tree *tree = NULL;
    if (git_oid_fromstr(&oid, id) != 0 || git_commit_lookup(&commit, r->git, &oid) != 0
        || git_commit_tree(&tree, commit) != 0)
        bd_git_fail(err, "read the commit");
    git_commit_free(commit);
    return tree;
}

static bool is_regular(const git_tree_entry *entry)
{
    git_filemode_t mode = git_tree_entry_filemode(entry);
    return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

typedef struct listing {
    bd_arena *arena;
    bd_names *out;
} listing;

static int add_entry(const char *root, const git_tree_entry *entry, void *payload)
{
    listing *l = payload;
    if (!is_regular(entry))
        return 0;
    if (l->out->count >= FILES_MAX) {
        git_error_set_str(GIT_ERROR_INVALID, "the commit has more than a million files");
        return GIT_EUSER;
    }
    bd_names_add(l->out, bd_arena_printf(l->arena, "%s%s", root, git_tree_entry_name(entry)));
    return 0;
}

bool bd_repository_files(bd_repository *r, const char *id, bd_arena *arena, bd_names *out,
                         bd_error *err)
{
    listing l = { arena, out };
    git_tree *tree = tree_of(r, id, err);
    if (!tree)
        return false;
    bool ok = git_tree_walk(tree, GIT_TREEWALK_PRE, add_entry, &l) == 0
              || bd_git_fail(err, "list the commit's files");
    git_tree_free(tree);
    bd_names_sort(out);
    return ok;
}

/* The size before the bytes are unpacked: a small pack can hold a huge file. */
static bool check_size(git_repository *git, const git_oid *oid, bd_error *err)
{
    git_odb *odb = NULL;
    git_object_t type;
    size_t len = 0;
    bool ok = git_repository_odb(&odb, git) == 0 && git_odb_read_header(&len, &type, odb, oid) == 0;
    git_odb_free(odb);
    if (!ok)
        return bd_git_fail(err, "read the file");
    return len <= BLOB_BYTES_MAX || bd_fail(err, BD_ERR_INPUT, "larger than 1 GiB");
}

bool bd_git_entry_bytes(git_repository *git, const git_tree_entry *entry, bd_buf *out,
                        bd_error *err)
{
    git_blob *blob = NULL;
    const git_oid *oid = git_tree_entry_id(entry);
    if (!is_regular(entry))
        return bd_fail(err, BD_ERR_INPUT, "a folder or a link, not a file");
    if (!check_size(git, oid, err))
        return false;
    if (git_blob_lookup(&blob, git, oid) != 0)
        return bd_git_fail(err, "read the file");
    bd_buf_add(out, git_blob_rawcontent(blob), (size_t)git_blob_rawsize(blob));
    git_blob_free(blob);
    return true;
}

bool bd_repository_read(bd_repository *r, const char *id, const char *path, bd_buf *out,
                        bd_error *err)
{
    git_tree_entry *entry = NULL;
    git_tree *tree = tree_of(r, id, err);
    bd_buf_clear(out);
    if (!tree)
        return false;
    bool ok = git_tree_entry_bypath(&entry, tree, path) == 0
                  ? bd_git_entry_bytes(r->git, entry, out, err)
                  : bd_git_fail(err, "find the file");
    if (!ok)
        bd_error_in_file(err, path);
    git_tree_entry_free(entry);
    git_tree_free(tree);
    return ok;
}
