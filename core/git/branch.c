/* One branch elsewhere, by whichever way leads there: see branch.h. */
#include "core/git/branch.h"
#include "core/git/internal.h"

#include <stdlib.h>
#include <string.h>

static const int64_t NS_PER_S = 1000000000;

/* ---- where it is ---- */

typedef struct finding {
    const bd_branch_place *place;
    git_repository *user; /* NULL: the project lies in no repository */
    git_config *config;   /* of that repository, else of the user */
    const char *base;     /* what a relative path starts from */
    const char *url;
} finding;

/* What is published is read there, too: where pushing goes somewhere else, that is it. */
static const char *text_of_remote(const finding *f, const char *name, bd_arena *arena)
{
    const char *text = NULL;
    static const char *const keys[] = { "pushurl", "url" };
    for (size_t i = 0; i < BD_COUNT(keys) && !text; i++) {
        const char *key = bd_arena_printf(arena, "remote.%s.%s", name, keys[i]);
        if (git_config_get_string(&text, f->config, key) != 0)
            text = NULL;
    }
    return bd_arena_strdup(arena, text);
}

static bool find_url(finding *f, bd_arena *arena, bd_error *err)
{
    const char *name = f->place->remote ? f->place->remote : "origin";
    f->base = f->place->directory;
    f->url = text_of_remote(f, name, arena);
    if (f->url && f->user) {
        const char *root = git_repository_workdir(f->user);
        f->base = bd_arena_strdup(arena, root ? root : git_repository_path(f->user));
        return true;
    }
    f->url = f->place->remote;
    f->base = ".";
    if (f->url)
        return true;
    bd_hint(err, "--remote URL, or the path of a repository");
    return f->user ? bd_fail(err, BD_ERR_GIT, "the repository has no remote 'origin'")
                   : bd_fail(err, BD_ERR_GIT,
                             "no git repository holds this folder, so that "
                             "nothing says where the branch is");
}

/* A repository that is there and cannot be opened belongs to somebody else, in a container
 * mostly: that is said, with the way out. */
static bool open_user(finding *f, bd_error *err)
{
    git_buf found = { 0 };
    const char *directory = f->place->directory;
    if (git_repository_open_ext(&f->user, directory, 0, NULL) == 0)
        return true;
    f->user = NULL;
    bool is_there = git_repository_discover(&found, directory, 0, NULL) == 0;
    git_buf_dispose(&found);
    if (!is_there || f->place->remote)
        return true;
    bd_repository *repository = bd_repository_open(directory, err);
    bd_repository_close(repository);
    return repository != NULL;
}

static bool find_user(finding *f, bd_error *err)
{
    git_config *config = NULL;
    if (!open_user(f, err))
        return false;
    int code = f->user ? git_repository_config(&config, f->user) : git_config_open_default(&config);
    bool ok = (code == 0 && git_config_snapshot(&f->config, config) == 0)
              || bd_git_fail(err, "read git's configuration");
    git_config_free(config);
    return ok;
}

static bool check_name(const bd_branch_place *place, bd_branch *b, bd_error *err)
{
    int valid = 0;
    b->name = bd_arena_strdup(&b->arena, place->branch);
    b->ref = bd_arena_printf(&b->arena, "refs/heads/%s", place->branch);
    if (git_reference_name_is_valid(&valid, b->ref) == 0 && valid && place->branch[0] != '-')
        return true;
    bd_hint(err, "--branch gh-pages");
    return bd_fail(err, BD_ERR_USAGE, "'%s' cannot be the name of a branch", place->branch);
}

/* ---- the ways ---- */

static bool open_local(bd_branch *b, bd_error *err)
{
    bd_repository *r = NULL;
    int code = git_repository_open_ext(&b->local, b->url.path, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL);
    if (code == 0)
        return true;
    b->local = NULL;
    if (code == GIT_EOWNER) /* it says whose, and how to trust it */
        r = bd_repository_open(b->url.path, err);
    bd_repository_close(r);
    bd_fail(err, BD_ERR_GIT, "there is no git repository: %s", bd_git_reason());
    bd_hint(err,
            "it is neither a URL, nor a remote of this repository, nor a path: correct it, or "
            "make one: git init --bare '%s'",
            b->url.shown);
    return bd_error_in_file(err, b->url.shown);
}

/* git alone runs the hooks of a repository and shares its files with a group; without git
 * there is no way but the short one. */
static bool choose_way(bd_branch *b, bd_error *err)
{
    bool is_plain_path = b->url.path && !b->url.is_file;
    if (is_plain_path && !open_local(b, err))
        return false;
    if (is_plain_path && !bd_local_needs_git(b->local))
        return true;
    b->program = bd_program_find(b->env, &b->arena);
    if (b->url.path && !b->program)
        return b->local || open_local(b, err);
    git_repository_free(b->local);
    b->local = NULL;
    b->own = bd_git_own_make(b->env, err);
    return b->own != NULL;
}

bd_branch *bd_branch_open(const bd_branch_place *place, const bd_env *env, bd_error *err)
{
    bd_branch *b = bd_alloc(sizeof *b);
    finding f = { .place = place };
    b->env = env;
    b->deadline_ns = place->deadline_ns;
    git_libgit2_init();
    bool ok = find_user(&f, err) && check_name(place, b, err) && find_url(&f, &b->arena, err);
    if (ok) {
        b->web = bd_git_url_web(f.url, &b->arena);
        f.url = bd_git_instead_of(f.config, f.url, &b->arena);
        bd_git_url_read(f.url, f.base, &b->arena, &b->url);
        bd_git_access_find(f.config, &b->url, env, &b->arena, &b->access);
        ok = choose_way(b, err);
    }
    git_config_free(f.config);
    git_repository_free(f.user);
    if (ok)
        return b;
    bd_branch_close(b);
    return NULL;
}

void bd_branch_close(bd_branch *b)
{
    if (!b)
        return;
    git_repository_free(b->local);
    bd_git_own_remove(b->own);
    bd_git_access_release(&b->access);
    bd_arena_release(&b->arena);
    git_libgit2_shutdown();
    free(b);
}

const char *bd_branch_where(const bd_branch *b)
{
    return b->url.shown;
}

const char *bd_branch_web(const bd_branch *b)
{
    return b->web;
}

git_repository *bd_branch_objects(const bd_branch *b)
{
    return b->local ? b->local : bd_git_own_repository(b->own);
}

/* ---- reading ---- */

bd_reply bd_branch_fetch(bd_branch *b, bd_error *err)
{
    b->exists = false;
    b->commit[0] = '\0';
    bd_reply reply = b->local     ? bd_local_fetch(b, err)
                     : b->program ? bd_program_fetch(b, err)
                                  : bd_library_fetch(b, err);
    if (reply != BD_REPLY_DONE)
        b->exists = false;
    if (b->exists)
        git_oid_tostr(b->commit, sizeof b->commit, &b->base);
    return reply;
}

const char *bd_branch_commit(const bd_branch *b)
{
    return b->exists ? b->commit : NULL;
}

static bool read_from(git_repository *git, git_tree *tree, const char *path, bd_buf *out,
                      bool *exists, bd_error *err)
{
    git_tree_entry *entry = NULL;
    int code = git_tree_entry_bypath(&entry, tree, path);
    if (code == GIT_ENOTFOUND)
        return true;
    if (code != 0)
        return bd_git_fail(err, "find the file");
    *exists = true;
    bool ok = bd_git_entry_bytes(git, entry, out, err);
    git_tree_entry_free(entry);
    return ok;
}

bool bd_branch_read(bd_branch *b, const char *path, bd_buf *out, bool *exists, bd_error *err)
{
    git_repository *git = bd_branch_objects(b);
    git_commit *commit = NULL;
    git_tree *tree = NULL;
    bd_buf_clear(out);
    *exists = false;
    if (!b->exists)
        return true;
    bool ok = git_commit_lookup(&commit, git, &b->base) == 0 && git_commit_tree(&tree, commit) == 0;
    ok = ok ? read_from(git, tree, path, out, exists, err)
            : bd_git_fail(err, "read the branch's commit");
    git_tree_free(tree);
    git_commit_free(commit);
    return ok || bd_error_in_file(err, path);
}

bd_repository *bd_branch_repository(bd_branch *b)
{
    b->view.git = bd_branch_objects(b);
    return &b->view;
}

/* The commit's own words: where a clone is shallow, libraries hide the parents. */
bool bd_branch_has_past(bd_branch *b, bool *has, bd_error *err)
{
    git_commit *commit = NULL;
    *has = false;
    if (!b->exists)
        return true;
    if (git_commit_lookup(&commit, bd_branch_objects(b), &b->base) != 0)
        return bd_git_fail(err, "read the branch's commit");
    *has = strstr(git_commit_raw_header(commit), "\nparent ") != NULL;
    git_commit_free(commit);
    return true;
}

bd_reply bd_branch_default(bd_branch *b, const char **out, bd_error *err)
{
    static const char prefix[] = "refs/heads/";
    const char *head = NULL;
    bd_reply reply = BD_REPLY_DONE;
    if (b->local)
        head = bd_local_head(b);
    else if (b->program)
        reply = bd_program_head(b, &head, err);
    else
        head = b->head;
    bool is_branch = head && strncmp(head, prefix, strlen(prefix)) == 0;
    *out = is_branch ? head + strlen(prefix) : NULL;
    return reply;
}

/* ---- adding ---- */

bd_reply bd_branch_push(bd_branch *b, const bd_branch_plan *plan, char id[41], bd_error *err)
{
    git_oid oid;
    bool same = false;
    int64_t now_s = b->env->now_unix_ns(b->env->state) / NS_PER_S;
    if (!bd_git_build_commit(bd_branch_objects(b), b->exists ? &b->base : NULL, plan, now_s, &oid,
                             &same, err))
        return BD_REPLY_REFUSED;
    bd_reply reply = same         ? BD_REPLY_DONE
                     : b->local   ? bd_local_push(b, &oid, plan->without_past, err)
                     : b->program ? bd_program_push(b, &oid, err)
                                  : bd_library_push(b, &oid, plan->without_past, err);
    if (reply == BD_REPLY_DONE)
        git_oid_tostr(id, GIT_OID_HEXSZ + 1, &oid);
    return reply;
}
