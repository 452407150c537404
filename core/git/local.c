/* A repository on this machine: objects are written into it, and its ref is swapped
 * under git's own lock. */
#include "core/git/internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define LOGGED "benchdoc publish" /* in the branch's log */

bd_reply bd_local_fetch(bd_branch *b, bd_error *err)
{
    git_reference *ref = NULL;
    git_object *commit = NULL;
    int code = git_reference_lookup(&ref, b->local, b->ref);
    b->exists = code == 0;
    if (code == 0)
        code = git_reference_peel(&commit, ref, GIT_OBJECT_COMMIT);
    else if (code == GIT_ENOTFOUND)
        code = 0;
    if (commit)
        b->base = *git_object_id(commit);
    git_object_free(commit);
    git_reference_free(ref);
    if (code == 0)
        return BD_REPLY_DONE;
    bd_git_fail(err, "read the branch");
    bd_error_in_file(err, b->url.shown);
    return BD_REPLY_REFUSED;
}

/* As receive.denyCurrentBranch: files of a working tree would fall behind their branch. */
static bool is_checked_out(git_repository *git, const char *name)
{
    git_reference *ref = NULL, *head = NULL;
    bool is = false;
    if (git_reference_lookup(&ref, git, name) == 0) {
        is = git_branch_is_checked_out(ref) == 1;
    } else if (!git_repository_is_bare(git) && git_reference_lookup(&head, git, "HEAD") == 0) {
        const char *target = git_reference_symbolic_target(head);
        is = target && strcmp(target, name) == 0;
    }
    git_reference_free(ref);
    git_reference_free(head);
    return is;
}

/* 0, or GIT_EMODIFIED: somebody else was there. */
static int compare(bd_branch *b)
{
    git_oid now;
    int code = git_reference_name_to_id(&now, b->local, b->ref);
    if (code != 0 && code != GIT_ENOTFOUND)
        return code;
    bool same = (code == 0) == b->exists && (!b->exists || git_oid_equal(&now, &b->base));
    return same ? 0 : GIT_EMODIFIED;
}

/* The same by libgit2 alone: a kill may leave a lock that nobody knows to be dead. */
static int swap_by_library(bd_branch *b, const git_oid *id)
{
    git_transaction *transaction = NULL;
    int code = git_transaction_new(&transaction, b->local);
    if (code == 0)
        code = git_transaction_lock_ref(transaction, b->ref);
    if (code == 0)
        code = compare(b);
    if (code == 0)
        code = git_transaction_set_target(transaction, b->ref, id, NULL, LOGGED);
    if (code == 0)
        code = git_transaction_commit(transaction);
    git_transaction_free(transaction);
    return code;
}

/* A new name may not lie below that of another branch, nor above. */
static bool is_free(bd_branch *b)
{
    git_strarray refs = { 0 };
    bool free_name = true;
    bd_str own = bd_str_of(b->ref);
    if (git_reference_list(&refs, b->local) != 0)
        return false;
    for (size_t i = 0; i < refs.count && free_name; i++) {
        bd_str other = bd_str_of(refs.strings[i]);
        bd_str shorter = other.len < own.len ? other : own,
               longer = other.len < own.len ? own : other;
        free_name = other.len == own.len || longer.ptr[shorter.len] != '/'
                    || !bd_str_eq(bd_str_sub(longer, 0, shorter.len), shorter);
    }
    git_strarray_dispose(&refs);
    return free_name;
}

/* 0, or GIT_EMODIFIED, GIT_ELOCKED: somebody else is or was there. */
static int swap(bd_branch *b, const git_oid *id)
{
    bd_git_lock lock;
    git_reference *ref = NULL;
    bool is_plain = git_reference_lookup(&ref, b->local, b->ref) != 0
                    || git_reference_type(ref) == GIT_REFERENCE_DIRECT;
    git_reference_free(ref);
    if (!is_plain || (!b->exists && !is_free(b))
        || !bd_git_make_folder(git_repository_commondir(b->local), b->ref, &b->arena))
        return swap_by_library(b, id); /* it knows what is wrong */
    int code = bd_ref_lock_take(b, id, &lock);
    if (code == 0)
        code = compare(b);
    if (code == 0)
        code = bd_ref_lock_become_ref(b, &lock);
    if (code == 0)
        bd_reflog_add(b, id, LOGGED);
    if (code == GIT_ERROR)
        git_error_set_str(GIT_ERROR_OS, strerror(errno));
    bd_ref_lock_release(&lock);
    return code == GIT_PASSTHROUGH ? swap_by_library(b, id) : code;
}

static bd_reply fail_locked(bd_branch *b, bd_error *err)
{
    bd_fail(err, BD_ERR_GIT, "the branch '%s' is locked by another program", b->name);
    bd_hint(err, "when no git runs there, remove '%s%s.lock'", git_repository_commondir(b->local),
            b->ref);
    bd_error_in_file(err, b->url.shown);
    return BD_REPLY_MOVED;
}

const char *bd_local_head(bd_branch *b)
{
    git_reference *head = NULL;
    const char *name = NULL;
    if (git_reference_lookup(&head, b->local, "HEAD") == 0)
        name = bd_arena_strdup(&b->arena, git_reference_symbolic_target(head));
    git_reference_free(head);
    return name;
}

/* A push would be refused by this setting, so writing the ref is, too. */
static bool denies_rewriting(git_repository *git)
{
    git_config *config = NULL;
    int denies = 0;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    if (git_config_get_bool(&denies, config, "receive.denynonfastforwards") != 0)
        denies = 0;
    git_config_free(config);
    return denies != 0;
}

bd_reply bd_local_push(bd_branch *b, const git_oid *id, bool forced, bd_error *err)
{
    if (forced && b->exists && denies_rewriting(b->local))
        return bd_git_judge(BD_STR("denying non-fast-forward: receive.denyNonFastForwards is set"),
                            b->url.shown, err);
    if (is_checked_out(b->local, b->ref)) {
        bd_fail(err, BD_ERR_GIT,
                "the branch '%s' is checked out there, and its files would "
                "fall behind it",
                b->name);
        bd_hint(err, "check out another branch there, or publish to a bare repository");
        bd_error_in_file(err, b->url.shown);
        return BD_REPLY_REFUSED;
    }
    int code = swap(b, id);
    if (code == GIT_EMODIFIED) {
        bd_fail(err, BD_ERR_GIT, "the branch '%s' has moved on", b->name);
    } else if (code == GIT_ELOCKED) {
        fail_locked(b, err);
    } else if (code != 0) {
        bd_git_fail(err, "move the branch");
        bd_hint(err, "may this user write there?");
        bd_error_in_file(err, b->url.shown);
    }
    if (code == 0)
        return BD_REPLY_DONE;
    return code == GIT_EMODIFIED || code == GIT_ELOCKED ? BD_REPLY_MOVED : BD_REPLY_REFUSED;
}

bool bd_local_has_hooks(git_repository *git)
{
    static const char *const hooks[] = { "pre-receive", "update",       "post-receive",
                                         "post-update", "proc-receive", "reference-transaction" };
    git_config *config = NULL;
    git_buf folder = { 0 };
    bd_arena arena = BD_ARENA_INIT;
    bool has = false;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    const char *place = bd_path_join(&arena, git_repository_commondir(git), "hooks");
    if (git_config_get_path(&folder, config, "core.hookspath") == 0)
        place = bd_path_join(&arena, git_repository_commondir(git), folder.ptr);
    for (size_t i = 0; i < BD_COUNT(hooks) && !has; i++)
        has = access(bd_path_join(&arena, place, hooks[i]), X_OK) == 0;
    git_buf_dispose(&folder);
    git_config_free(config);
    bd_arena_release(&arena);
    return has;
}
