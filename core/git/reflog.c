/* The log of a branch on this machine, as git keeps it: a line for each time it moved. */
#include "core/git/internal.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool is_kept(git_repository *git, const char *path)
{
    git_config *config = NULL;
    int keeps = !git_repository_is_bare(git);
    if (access(path, F_OK) == 0)
        return true;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    const char *always = NULL;
    if (git_config_get_string(&always, config, "core.logallrefupdates") == 0 && always
        && strcmp(always, "always") == 0)
        keeps = 1;
    else if (git_config_get_bool(&keeps, config, "core.logallrefupdates") != 0)
        keeps = !git_repository_is_bare(git);
    git_config_free(config);
    return keeps != 0;
}

/* One write to a file that is only added to: whole lines, whoever else writes. */
static void append(const char *path, bd_str line)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return;
    ssize_t written = write(fd, line.ptr, line.len);
    (void)written; /* the branch has moved; its log is a help, no more */
    close(fd);
}

void bd_reflog_add(bd_branch *b, const git_oid *id, const char *message)
{
    char before[GIT_OID_HEXSZ + 1], after[GIT_OID_HEXSZ + 1];
    const git_oid none = { { 0 } };
    git_commit *commit = NULL;
    bd_buf line = BD_BUF_INIT;
    const char *path = bd_arena_printf(&b->arena, "%slogs/%s", git_repository_commondir(b->local),
                                       b->ref);
    if (!is_kept(b->local, path) || git_commit_lookup(&commit, b->local, id) != 0)
        return;
    const git_signature *who = git_commit_committer(commit);
    git_oid_tostr(before, sizeof before, b->exists ? &b->base : &none);
    git_oid_tostr(after, sizeof after, id);
    bd_buf_printf(&line, "%s %s %s <%s> %lld %c%02d%02d\t%s\n", before, after, who->name,
                  who->email, (long long)who->when.time, who->when.offset < 0 ? '-' : '+',
                  (who->when.offset < 0 ? -who->when.offset : who->when.offset) / 60,
                  (who->when.offset < 0 ? -who->when.offset : who->when.offset) % 60, message);
    const char *root = git_repository_commondir(b->local);
    if (bd_git_make_folder(root, path + strlen(root), &b->arena))
        append(path, bd_buf_str(&line));
    bd_buf_release(&line);
    git_commit_free(commit);
}
