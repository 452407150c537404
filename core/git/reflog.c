/* The log of a branch on this machine, where git would write one. */
#include "core/git/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* core.logAllRefUpdates: what is no boolean is "always". */
static bool makes_logs(git_repository *git)
{
    git_config *config = NULL;
    int yes = 0;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    int code = git_config_get_bool(&yes, config, "core.logallrefupdates");
    git_config_free(config);
    return code == GIT_ENOTFOUND ? !git_repository_is_bare(git) : code != 0 || yes;
}

/* @param fd  set to -1 where there shall be none
 * @return false with errno */
static bool open_log(bd_branch *b, const char *path, int *fd)
{
    const int flags = O_WRONLY | O_APPEND | O_CLOEXEC;
    *fd = open(path, flags);
    int code = errno;
    if (*fd >= 0)
        return true;
    if (!makes_logs(b->local)) {
        errno = code;
        return code == ENOENT || code == EISDIR || code == ENOTDIR;
    }
    if (code == EISDIR)
        bd_git_remove_empty(b, path);
    bd_git_make_parents(b, path);
    *fd = open(path, flags | O_CREAT, 0666);
    return *fd >= 0;
}

/* One write at the end of the file: no lock is needed, and git takes none. */
static bool append(bd_branch *b, const char *name, const char *line, bd_error *err)
{
    const char *path = bd_arena_printf(&b->arena, "%slogs/%s", git_repository_commondir(b->local),
                                       name);
    size_t length = strlen(line);
    int fd = -1;
    bool ok = open_log(b, path, &fd) && (fd < 0 || write(fd, line, length) == (ssize_t)length);
    if (!ok) {
        bd_fail(err, BD_ERR_GIT, "cannot write the branch's log: %s", strerror(errno));
        bd_hint(err, "may this user write there?");
        bd_error_in_file(err, path);
    }
    if (fd >= 0)
        close(fd);
    return ok;
}

/* Who made the commit moved the branch, at that time. */
bool bd_reflog_append(bd_branch *b, const git_oid *id, bd_error *err)
{
    char from[GIT_OID_HEXSZ + 1], to[GIT_OID_HEXSZ + 1];
    const git_oid none = { { 0 } };
    git_commit *commit = NULL;
    const char *head = bd_local_head(b);
    if (git_commit_lookup(&commit, b->local, id) != 0)
        return bd_git_fail(err, "read the new commit");
    git_oid_tostr(from, sizeof from, b->exists ? &b->base : &none);
    git_oid_tostr(to, sizeof to, id);
    const git_signature *who = git_commit_committer(commit); /* bd_git_build_commit: in UTC */
    const char *line = bd_arena_printf(&b->arena, "%s %s %s <%s> %lld +0000\tbenchdoc publish\n",
                                       from, to, who->name, who->email, (long long)who->when.time);
    git_commit_free(commit);
    return append(b, b->ref, line, err)
           && (!head || strcmp(head, b->ref) != 0 || append(b, "HEAD", line, err));
}
