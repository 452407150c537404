/* The lock of a branch on this machine, told from anybody else's: benchdoc's has a second
 * name, and is held by flock(), which the system lets go when a process is killed. So the
 * next one can take a dead one's lock away; git's own locks are never touched. */
#include "core/git/internal.h"

#include <fcntl.h>
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

/* Held first, named then: a lock with two names that nobody holds is a dead one's. Where a
 * file system has no second names, the lock is one like any other. */
void bd_lock_mark(bd_branch *b, bd_git_lock *lock)
{
    unsigned long long chance = b->env->random_u64(b->env->state);
    const char *path = lock_of(b);
    lock->fd = open_unheld(path);
    lock->mark = bd_arena_printf(&b->arena, "%s" MARK "%ld-%llx",
                                 git_repository_commondir(b->local), (long)getpid(), chance);
    if (lock->fd < 0 || link(path, lock->mark) != 0)
        lock->mark = NULL;
    remove_marks(b);
}

void bd_lock_unmark(bd_git_lock *lock)
{
    if (lock->mark)
        unlink(lock->mark);
    if (lock->fd >= 0)
        close(lock->fd);
}

/* Who holds a dead lock's file is the only one who may take it away, and the place cannot
 * be taken before. */
bool bd_lock_remove_dead(bd_branch *b)
{
    const char *path = lock_of(b);
    struct stat held, there;
    int fd = open_unheld(path);
    bool is_dead = fd >= 0 && fstat(fd, &held) == 0 && held.st_nlink == 2
                   && lstat(path, &there) == 0 && is_same_file(&held, &there) && unlink(path) == 0;
    if (fd >= 0)
        close(fd);
    return is_dead;
}
