/* A bare repository of benchdoc's own, in a temporary directory that only this user may
 * enter. It is held by a lock: those of a process that was killed can be told by that,
 * and are taken away by the next one. */
#include "core/git/internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX    "benchdoc-git-"
#define HELD_NAME "benchdoc-held"
enum { RANDOM = 6, DEPTH_MAX = 32 };

struct bd_git_own {
    char *path; /* owned */
    int held;   /* descriptor with the lock */
    git_repository *git;
};

/* ---- taking away ---- */

/* Follows no link. */
static void remove_at(int parent, const char *name, int depth)
{
    int fd = depth < DEPTH_MAX
                 ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                 : -1;
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    struct dirent *entry;
    if (!directory) {
        if (fd >= 0)
            close(fd);
        unlinkat(parent, name, 0);
        return;
    }
    while ((entry = readdir(directory)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_at(fd, entry->d_name, depth + 1);
    closedir(directory);
    unlinkat(parent, name, AT_REMOVEDIR);
}

static bool is_ours(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

/* It may have none yet, or no more: whoever makes it then finds the file there, and makes
 * another one. */
static void remove_unheld(const char *path)
{
    bd_buf held = BD_BUF_INIT;
    bd_buf_printf(&held, "%s/" HELD_NAME, path);
    int fd = is_ours(path)
                 ? open(bd_buf_text(&held), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)
                 : -1;
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        remove_at(AT_FDCWD, path, 0);
    if (fd >= 0)
        close(fd);
    bd_buf_release(&held);
}

static void clean(const char *directory)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (bd_directory_list(directory, &arena, &names, &ignored))
        for (size_t i = 0; i < names.count; i++)
            if (strlen(names.items[i]) == strlen(PREFIX) + RANDOM
                && bd_str_starts(bd_str_of(names.items[i]), PREFIX))
                remove_unheld(bd_path_join(&arena, directory, names.items[i]));
    bd_names_release(&names);
    bd_arena_release(&arena);
}

/* ---- making ---- */

/* Somebody who cleans may have come between making and holding it. */
static bool hold(bd_git_own *own)
{
    bd_buf name = BD_BUF_INIT;
    struct stat info;
    bd_buf_printf(&name, "%s/" HELD_NAME, own->path);
    own->held = open(bd_buf_text(&name), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bd_buf_release(&name);
    if (own->held < 0 || (flock(own->held, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK))
        return false;
    return fstat(own->held, &info) == 0 && info.st_nlink > 0;
}

static void let_go(bd_git_own *own)
{
    if (own->path)
        remove_at(AT_FDCWD, own->path, 0);
    if (own->held >= 0)
        close(own->held);
    free(own->path);
    own->path = NULL;
    own->held = -1;
}

static bool make(bd_git_own *own, const char *directory, bd_error *err)
{
    enum { ATTEMPTS = 8 };
    bd_buf name = BD_BUF_INIT;
    bool held = false;
    bd_buf_printf(&name, "%s/" PREFIX "XXXXXX", directory);
    for (int i = 0; i < ATTEMPTS && !held; i++) {
        let_go(own);
        own->path = bd_strdup(bd_buf_text(&name));
        if (!mkdtemp(own->path)) {
            free(own->path);
            own->path = NULL;
            break;
        }
        held = hold(own);
    }
    bd_buf_release(&name);
    if (held)
        return true;
    bd_fail(err, BD_ERR_OUTPUT, "cannot make a temporary repository: %s", strerror(errno));
    bd_hint(err, "TMPDIR names another folder for it");
    return bd_error_in_file(err, directory);
}

static bool init(bd_git_own *own, bd_error *err)
{
    git_repository_init_options options = {
        .version = GIT_REPOSITORY_INIT_OPTIONS_VERSION,
        .flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_NO_REINIT,
    };
    return git_repository_init_ext(&own->git, own->path, &options) == 0
           || bd_git_fail(err, "make a temporary repository");
}

bd_git_own *bd_git_own_make(const bd_env *env, bd_error *err)
{
    const char *directory = env->variable(env->state, "TMPDIR");
    bd_git_own *own = bd_alloc(sizeof *own);
    own->held = -1;
    if (!directory || directory[0] == '\0')
        directory = "/tmp";
    clean(directory);
    if (make(own, directory, err) && init(own, err))
        return own;
    bd_git_own_remove(own);
    return NULL;
}

void bd_git_own_remove(bd_git_own *own)
{
    if (!own)
        return;
    git_repository_free(own->git);
    let_go(own);
    free(own);
}

git_repository *bd_git_own_repository(const bd_git_own *own)
{
    return own->git;
}

const char *bd_git_own_path(const bd_git_own *own)
{
    return own->path;
}
