/* The lock of a branch on this machine, told from anybody else's: benchdoc's is made under
 * a name of its own, held by flock(), which the system lets go when a process is killed,
 * and only then linked to where git looks for it. So at no moment is there a lock that
 * could not be told, and the next one can take a dead one's away; git's own locks are
 * never touched. */
#include "core/git/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARK "benchdoc-lock-" /* in the repository's folder; git looks at no such file */

static const char *ref_of(bd_branch *b)
{
    return bd_arena_printf(&b->arena, "%s%s", git_repository_commondir(b->local), b->ref);
}

static const char *lock_of(bd_branch *b)
{
    return bd_arena_printf(&b->arena, "%s.lock", ref_of(b));
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* ---- what others left ---- */

/* A descriptor that nobody alive holds; -1 = none. */
static int open_unheld(const char *path)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

/* The paths of all marks in the repository. */
static void list_marks(bd_branch *b, bd_names *out)
{
    const char *folder = git_repository_commondir(b->local);
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (bd_directory_list(folder, &b->arena, &names, &ignored))
        for (size_t i = 0; i < names.count; i++)
            if (bd_str_starts(bd_str_of(names.items[i]), MARK))
                bd_names_add(out, bd_path_join(&b->arena, folder, names.items[i]));
    bd_names_release(&names);
}

/* Second names of what is no lock: it never was one, was removed, or has become the branch. */
static void remove_marks(bd_branch *b)
{
    bd_names marks = { 0 };
    struct stat mark, branch = { 0 };
    bool has_branch = stat(ref_of(b), &branch) == 0;
    list_marks(b, &marks);
    for (size_t i = 0; i < marks.count; i++) {
        int fd = open_unheld(marks.items[i]);
        if (fd >= 0 && fstat(fd, &mark) == 0
            && (mark.st_nlink == 1 || (has_branch && is_same_file(&mark, &branch))))
            unlink(marks.items[i]);
        if (fd >= 0)
            close(fd);
    }
    bd_names_release(&marks);
}

static bool has_mark(bd_branch *b, const struct stat *lock)
{
    bd_names marks = { 0 };
    struct stat mark;
    bool has = false;
    list_marks(b, &marks);
    for (size_t i = 0; i < marks.count && !has; i++)
        has = lstat(marks.items[i], &mark) == 0 && is_same_file(&mark, lock);
    bd_names_release(&marks);
    return has;
}

/* Who holds a dead lock's file is the only one who may take it away, and nobody can put
 * another one there before: so what is removed is what was looked at. */
static bool remove_dead(bd_branch *b, const char *path)
{
    struct stat held, there;
    int fd = open_unheld(path);
    bool is_dead = fd >= 0 && fstat(fd, &held) == 0 && has_mark(b, &held)
                   && lstat(path, &there) == 0 && is_same_file(&held, &there) && unlink(path) == 0;
    if (fd >= 0)
        close(fd);
    return is_dead;
}

/* ---- our own ---- */

static bool wants_sync(git_repository *git)
{
    git_config *config = NULL;
    int yes = 0;
    if (git_repository_config_snapshot(&config, git) != 0)
        return false;
    if (git_config_get_bool(&yes, config, "core.fsyncobjectfiles") != 0)
        yes = 0;
    git_config_free(config);
    return yes != 0;
}

/* Somebody who cleans may take it away before it is held: then it cannot be linked. */
static bool make_mark(bd_branch *b, const git_oid *id, bd_git_lock *lock)
{
    enum { LENGTH = GIT_OID_HEXSZ + 1 };
    char line[LENGTH + 1];
    unsigned long long chance = b->env->random_u64(b->env->state);
    git_oid_tostr(line, LENGTH, id);
    line[LENGTH - 1] = '\n';
    lock->mark = bd_arena_printf(&b->arena, "%s" MARK "%ld-%llx",
                                 git_repository_commondir(b->local), (long)getpid(), chance);
    lock->fd = open(lock->mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (lock->fd < 0)
        lock->mark = NULL;
    return lock->fd >= 0 && flock(lock->fd, LOCK_EX | LOCK_NB) == 0
           && write(lock->fd, line, LENGTH) == LENGTH
           && (!wants_sync(b->local) || fsync(lock->fd) == 0);
}

/* A file system on the net may say "it exists" of what it made itself, asked twice. */
static bool place(bd_git_lock *lock, const char *path)
{
    struct stat mine, there;
    bool placed = link(lock->mark, path) == 0
                  || (errno == EEXIST && fstat(lock->fd, &mine) == 0 && lstat(path, &there) == 0
                      && is_same_file(&mine, &there));
    if (placed)
        lock->path = path;
    return placed;
}

bd_lock_reply bd_lock_take(bd_branch *b, const git_oid *id, bd_git_lock *lock)
{
    enum { ATTEMPTS = 8 }; /* git and whoever cleans can each come between */
    const char *path = lock_of(b);
    for (int i = 0; i < ATTEMPTS; i++) {
        bool made = make_mark(b, id, lock);
        if (made)
            bd_git_make_parents(b, path);
        if (made && place(lock, path)) {
            remove_marks(b);
            return BD_LOCK_TAKEN;
        }
        int code = errno;
        bd_lock_let_go(lock);
        if (made && code == EEXIST && !remove_dead(b, path))
            return BD_LOCK_TAKEN_BY_ANOTHER;
        if (code != EEXIST && code != ENOENT && code != EWOULDBLOCK)
            break;
    }
    return BD_LOCK_NOT_POSSIBLE;
}

bool bd_lock_become_ref(bd_branch *b, bd_git_lock *lock)
{
    const char *ref = ref_of(b);
    bool ok = rename(lock->path, ref) == 0;
    if (!ok && errno == EISDIR) { /* branches were below it, and are no more */
        bd_git_remove_empty(b, ref);
        ok = rename(lock->path, ref) == 0;
    }
    if (ok)
        lock->path = NULL;
    return ok;
}

/* The lock before its mark: a kill in between leaves none that nobody knows. */
void bd_lock_let_go(bd_git_lock *lock)
{
    if (lock->path)
        unlink(lock->path);
    if (lock->mark)
        unlink(lock->mark);
    if (lock->fd >= 0)
        close(lock->fd);
    *lock = BD_GIT_LOCK_NONE;
}
