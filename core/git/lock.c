/* The lock of a branch on this machine, told from anybody else's: benchdoc's has a second
 * name, and is held by flock(), which the system lets go when a process is killed. It comes to
 * be with both, by link(), so that the next one can take a dead one's away whenever it died.
 * git's own locks are never touched. */
#include "core/git/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK "benchdoc-lock-" /* in the repository's folder; git looks at no such file */

static const char *lock_of(bd_branch *b)
{
    return bd_arena_printf(&b->arena, "%s%s.lock", git_repository_commondir(b->local), b->ref);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* A descriptor that nobody alive holds; -1 = none. */
static int open_unheld(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Second names of what is no lock any more: it was removed, or has become the branch. */
static void remove_marks(bd_branch *b)
{
    const char *folder = git_repository_commondir(b->local);
    const char *ref = bd_arena_printf(&b->arena, "%s%s", folder, b->ref);
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    struct stat mark, branch = { 0 };
    bool has_branch = stat(ref, &branch) == 0;
    if (!bd_directory_list(folder, &b->arena, &names, &ignored))
        return;
    for (size_t i = 0; i < names.count; i++) {
        if (!bd_str_starts(bd_str_of(names.items[i]), MARK))
            continue;
        const char *path = bd_path_join(&b->arena, folder, names.items[i]);
        int fd = open_unheld(path);
        if (fd >= 0 && fstat(fd, &mark) == 0
            && (mark.st_nlink == 1 || (has_branch && is_same_file(&mark, &branch))))
            unlink(path);
        if (fd >= 0)
            close(fd);
    }
    bd_names_release(&names);
}

/* Who holds a dead lock's file is the only one who may take it away, and the place cannot
 * be taken before. */
static bool remove_dead(const char *path)
{
    struct stat held, there;
    int fd = open_unheld(path);
    bool is_dead = fd >= 0 && fstat(fd, &held) == 0 && held.st_nlink == 2
                   && lstat(path, &there) == 0 && is_same_file(&held, &there) && unlink(path) == 0;
    if (fd >= 0)
        close(fd);
    return is_dead;
}

/* Held before it has its second name. Between making and holding it another process may take
 * it for a dead one's. */
static bool make_mark(bd_branch *b, const git_oid *id, bd_git_lock *lock)
{
    char text[GIT_OID_HEXSZ + 2];
    struct stat made;
    unsigned long long chance = b->env->random_u64(b->env->state);
    lock->mark = bd_arena_printf(&b->arena, "%s" MARK "%ld-%llx",
                                 git_repository_commondir(b->local), (long)getpid(), chance);
    lock->fd = open(lock->mark, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0666);
    git_oid_tostr(text, sizeof text - 1, id);
    text[GIT_OID_HEXSZ] = '\n';
    return lock->fd >= 0 && flock(lock->fd, LOCK_EX | LOCK_NB) == 0 && fstat(lock->fd, &made) == 0
           && made.st_nlink == 1 && write(lock->fd, text, GIT_OID_HEXSZ + 1) == GIT_OID_HEXSZ + 1;
}

static bool has_no_second_names(int reason)
{
    return reason == EPERM || reason == EOPNOTSUPP || reason == ENOSYS || reason == EMLINK
           || reason == EXDEV;
}

int bd_ref_lock_take(bd_branch *b, const git_oid *id, bd_git_lock *lock)
{
    const char *path = lock_of(b);
    *lock = (bd_git_lock){ .fd = -1 };
    if (!make_mark(b, id, lock))
        return errno == EACCES || errno == EROFS || errno == ENOSPC ? GIT_ERROR : GIT_ELOCKED;
    int reason = link(lock->mark, path) == 0 ? 0 : errno;
    if (reason == EEXIST && remove_dead(path))
        reason = link(lock->mark, path) == 0 ? 0 : errno;
    if (reason == 0) {
        lock->path = path;
        remove_marks(b);
        return 0;
    }
    errno = reason;
    if (reason == EEXIST || reason == ENOENT)
        return GIT_ELOCKED;
    return has_no_second_names(reason) ? GIT_PASSTHROUGH : GIT_ERROR;
}

bool bd_git_make_folder(const char *root, const char *path, bd_arena *arena)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
        const char *folder = bd_arena_printf(arena, "%s%.*s", root, (int)(slash - path), path);
        if (mkdir(folder, 0777) != 0 && errno != EEXIST)
            return false;
    }
    return true;
}

int bd_ref_lock_become_ref(bd_branch *b, bd_git_lock *lock)
{
    const char *ref = bd_arena_printf(&b->arena, "%s%s", git_repository_commondir(b->local),
                                      b->ref);
    int done = rename(lock->path, ref);
    if (done != 0 && (errno == EISDIR || errno == EEXIST || errno == ENOTEMPTY)
        && rmdir(ref) == 0) /* what branches of names below it have left */
        done = rename(lock->path, ref);
    if (done != 0)
        return GIT_ERROR;
    lock->path = NULL;
    return 0;
}

void bd_ref_lock_release(bd_git_lock *lock)
{
    if (lock->path)
        unlink(lock->path);
    if (lock->mark && lock->fd >= 0)
        unlink(lock->mark);
    if (lock->fd >= 0)
        close(lock->fd);
    *lock = (bd_git_lock){ .fd = -1 };
}
