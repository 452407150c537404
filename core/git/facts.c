/* What a repository says about a commit and about itself: see git.h. */
#include "core/git/internal.h"

#include <string.h>

static void take(const git_commit *commit, bd_arena *arena, bd_commit_facts *out)
{
    char id[GIT_OID_HEXSZ + 1];
    const git_signature *author = git_commit_author(commit);
    const git_signature *committer = git_commit_committer(commit);
    bd_str message = bd_str_of(git_commit_message(commit));
    while (message.len > 0 && message.ptr[message.len - 1] == '\n')
        message.len--;
    git_oid_tostr(id, sizeof id, git_commit_id(commit));
    *out = (bd_commit_facts){ .id = bd_arena_strdup(arena, id),
                              .message = bd_arena_text(arena, message),
                              .author_name = bd_arena_strdup(arena, author->name),
                              .author_email = bd_arena_strdup(arena, author->email),
                              .committer_name = bd_arena_strdup(arena, committer->name),
                              .committer_email = bd_arena_strdup(arena, committer->email),
                              .time_s = git_commit_time(commit) };
}

bool bd_repository_commit(bd_repository *r, const char *name, bd_arena *arena, bd_commit_facts *out,
                          bd_error *err)
{
    char id[GIT_OID_HEXSZ + 1];
    git_oid oid;
    git_commit *commit = NULL;
    if (!bd_repository_resolve(r, name, id, err))
        return false;
    bool ok = git_oid_fromstr(&oid, id) == 0 && git_commit_lookup(&commit, r->git, &oid) == 0;
    if (ok)
        take(commit, arena, out);
    git_commit_free(commit);
    return ok || bd_git_fail(err, "read the commit");
}

const char *bd_repository_branch(bd_repository *r, bd_arena *arena)
{
    git_reference *head = NULL;
    const char *name = NULL;
    if (git_reference_lookup(&head, r->git, "HEAD") == 0)
        name = git_reference_symbolic_target(head);
    bd_str branch = bd_str_of(name);
    bool is_branch = bd_str_starts(branch, "refs/heads/");
    name = is_branch ? bd_arena_text(arena, bd_str_sub(branch, strlen("refs/heads/"), branch.len))
                     : NULL;
    git_reference_free(head);
    return name;
}

const char *bd_repository_web(bd_repository *r, bd_arena *arena)
{
    git_config *config = NULL;
    const char *url = NULL;
    if (git_repository_config_snapshot(&config, r->git) == 0
        && git_config_get_string(&url, config, "remote.origin.url") != 0)
        url = NULL;
    url = url ? bd_git_url_web(url, arena) : NULL;
    git_config_free(config);
    return url;
}

#define ORIGIN "refs/remotes/origin/"

static bool has_reference(bd_repository *r, const char *prefix, const char *name)
{
    bd_buf full = BD_BUF_INIT;
    git_oid ignored;
    bd_buf_printf(&full, "%s%s", prefix, name);
    bool has = git_reference_name_to_id(&ignored, r->git, bd_buf_text(&full)) == 0;
    bd_buf_release(&full);
    return has;
}

const char *bd_repository_default_branch(bd_repository *r, bd_arena *arena)
{
    static const char *const usual[] = { "main", "master" };
    git_reference *head = NULL;
    const char *name = NULL;
    if (git_reference_lookup(&head, r->git, ORIGIN "HEAD") == 0)
        name = git_reference_symbolic_target(head);
    bd_str target = bd_str_of(name);
    name = bd_str_starts(target, ORIGIN)
               ? bd_arena_text(arena, bd_str_sub(target, strlen(ORIGIN), target.len))
               : NULL;
    git_reference_free(head);
    for (size_t i = 0; i < BD_COUNT(usual) && !name; i++)
        if (has_reference(r, "refs/heads/", usual[i]) || has_reference(r, ORIGIN, usual[i]))
            name = usual[i];
    return name;
}

bool bd_repository_has_remote(bd_repository *r, const char *name)
{
    git_config *config = NULL;
    git_config_entry *entry = NULL;
    bd_arena arena = BD_ARENA_INIT;
    const char *key = bd_arena_printf(&arena, "remote.%s.url", name);
    bool has = git_repository_config(&config, r->git) == 0
               && git_config_get_entry(&entry, config, key) == 0;
    git_config_entry_free(entry);
    git_config_free(config);
    bd_arena_release(&arena);
    return has;
}
