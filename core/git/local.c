/* A repository on this machine: objects are written into it, and its ref is swapped
 * under the lock that git takes, too. */
#include "core/git/internal.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define HEADS "refs/heads/"

static int no_branch(void)
{
    git_error_set_str(GIT_ERROR_REFERENCE, "it stands for what is no branch");
    return -1;
}

/* A branch may stand for another one, which is then what is read, locked and moved, as by
 * git. 0, or libgit2's code; @param out  owned */
static int find_ref(bd_branch *b, git_reference **out)
{
    enum { LINKS_MAX = 5 };
    int code = git_reference_lookup(out, b->local, b->ref);
    for (int i = 0; code == 0 && git_reference_type(*out) == GIT_REFERENCE_SYMBOLIC; i++) {
        const char *target = git_reference_symbolic_target(*out);
        b->ref = bd_arena_strdup(&b->arena, target);
        git_reference_free(*out);
        *out = NULL;
        if (i < LINKS_MAX && bd_str_starts(bd_str_of(b->ref), HEADS))
            code = git_reference_lookup(out, b->local, b->ref);
        else
            code = no_branch();
    }
    return code;
}

bd_reply bd_local_fetch(bd_branch *b, bd_error *err)
{
    git_reference *ref = NULL;
    git_object *commit = NULL;
    b->ref = bd_arena_printf(&b->arena, HEADS "%s", b->name);
    int code = find_ref(b, &ref);
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

/* Only whoever holds the lock may ask. 0, or GIT_EMODIFIED: somebody was there. */
static int check_unmoved(bd_branch *b)
{
    git_oid now;
    int code = git_reference_name_to_id(&now, b->local, b->ref);
    if (code != 0 && code != GIT_ENOTFOUND)
        return code;
    bool is_same = (code == 0) == b->exists && (!b->exists || git_oid_equal(&now, &b->base));
    return is_same ? 0 : GIT_EMODIFIED;
}

static int swap_by_library(bd_branch *b, const git_oid *id)
{
    git_transaction *transaction = NULL;
    int code = git_transaction_new(&transaction, b->local);
    if (code == 0)
        code = git_transaction_lock_ref(transaction, b->ref);
    if (code == 0)
        code = check_unmoved(b);
    if (code == 0)
        code = git_transaction_set_target(transaction, b->ref, id, NULL, "benchdoc publish");
    if (code == 0)
        code = git_transaction_commit(transaction);
    git_transaction_free(transaction);
    return code;
}

/* 0, or GIT_EMODIFIED, GIT_ELOCKED: somebody else is or was there. */
static int swap(bd_branch *b, const git_oid *id, bd_error *err)
{
    bd_git_lock lock = BD_GIT_LOCK_NONE;
    bd_lock_reply reply = bd_lock_take(b, id, &lock);
    if (reply == BD_LOCK_NOT_POSSIBLE)
        return swap_by_library(b, id);
    int code = reply == BD_LOCK_TAKEN ? check_unmoved(b) : GIT_ELOCKED;
    if (code == 0 && !bd_reflog_append(b, id, err)) {
        code = GIT_EUSER;
    } else if (code == 0 && !bd_lock_become_ref(b, &lock)) {
        code = GIT_EUSER;
        bd_fail(err, BD_ERR_GIT, "cannot move the branch: %s", strerror(errno));
        bd_hint(err, "may this user write there?");
        bd_error_in_file(err, b->url.shown);
    }
    bd_lock_let_go(&lock);
    return code;
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

/* In the words of git, which bd_git_judge() knows. */
static bd_reply fail_in_the_way(bd_branch *b, const char *other, bd_error *err)
{
    return bd_git_judge(
        bd_str_of(bd_arena_printf(&b->arena, "'%s' exists; cannot create '%s'", other, b->ref)),
        b->url.shown, err);
}

/* A branch 'a' leaves no room for 'a/b', nor does that for 'a', packed or not. */
static const char *what_is_in_the_way(bd_branch *b)
{
    git_reference_iterator *below = NULL;
    const char *other = NULL, *found = NULL;
    git_oid id;
    char *name = bd_arena_strdup(&b->arena, b->ref);
    for (char *end = strchr(name + strlen(HEADS), '/'); end && !found; end = strchr(end + 1, '/')) {
        *end = '\0';
        if (git_reference_name_to_id(&id, b->local, name) == 0)
            found = bd_arena_strdup(&b->arena, name);
        *end = '/';
    }
    const char *glob = bd_arena_printf(&b->arena, "%s/*", b->ref);
    if (!found && git_reference_iterator_glob_new(&below, b->local, glob) == 0
        && git_reference_next_name(&other, below) == 0)
        found = bd_arena_strdup(&b->arena, other);
    git_reference_iterator_free(below);
    return found;
}

static bd_reply fail_checked_out(bd_branch *b, bd_error *err)
{
    bd_fail(err, BD_ERR_GIT,
            "the branch '%s' is checked out there, and its files would fall behind it", b->name);
    bd_hint(err, "check out another branch there, or publish to a bare repository");
    bd_error_in_file(err, b->url.shown);
    return BD_REPLY_REFUSED;
}

bd_reply bd_local_push(bd_branch *b, const git_oid *id, bool forced, bd_error *err)
{
    const char *other = b->exists ? NULL : what_is_in_the_way(b);
    if (forced && b->exists && denies_rewriting(b->local))
        return bd_git_judge(BD_STR("denying non-fast-forward: receive.denyNonFastForwards is set"),
                            b->url.shown, err);
    if (is_checked_out(b->local, b->ref))
        return fail_checked_out(b, err);
    if (other)
        return fail_in_the_way(b, other, err);
    int code = swap(b, id, err);
    if (code == GIT_EMODIFIED) {
        bd_fail(err, BD_ERR_GIT, "the branch '%s' has moved on", b->name);
    } else if (code == GIT_ELOCKED) {
        fail_locked(b, err);
    } else if (code != 0 && code != GIT_EUSER) {
        bd_git_fail(err, "move the branch");
        bd_hint(err, "may this user write there?");
        bd_error_in_file(err, b->url.shown);
    }
    if (code == 0)
        return BD_REPLY_DONE;
    return code == GIT_EMODIFIED || code == GIT_ELOCKED ? BD_REPLY_MOVED : BD_REPLY_REFUSED;
}

static bool has_hooks(git_repository *git)
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

/* "umask" and false are what benchdoc does anyway. */
static bool is_shared(git_repository *git)
{
    git_config *config = NULL;
    const char *text = NULL;
    int yes = 1;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    bool is = git_config_get_string(&text, config, "core.sharedrepository") == 0
              && strcmp(text, "umask") != 0
              && (git_config_get_bool(&yes, config, "core.sharedrepository") != 0 || yes != 0);
    git_config_free(config);
    return is;
}

bool bd_local_needs_git(git_repository *git)
{
    return has_hooks(git) || is_shared(git);
}
