/* Temporary files beside their targets. Whoever makes one holds a lock on it as long as
 * it lives, so that those of a process that was killed can be told and taken away. */
#include "core/base/internal.h"

#include "core/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_KEPT = 200, RANDOM = 6, ATTEMPTS = 8 }; /* NAME_MAX is 255 bytes */

static char *prefix_of(bd_arena *arena, const char *path)
{
    bd_str name = bd_str_sub(bd_path_name(path), 0, NAME_KEPT);
    return bd_arena_printf(arena, ".%.*s.benchdoc-", (int)name.len, name.ptr);
}

/* A file that nobody holds is nobody's. Where locks do not work, nothing is taken away. */
static void remove_unheld(const char *path)
{
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        unlink(path);
    close(fd);
}

unsigned bd_temporary_mode(unsigned wanted)
{
    mode_t mask = umask(0);
    umask(mask);
    return wanted & ~(unsigned)mask;
}

void bd_temporary_clean(bd_arena *arena, const char *directory, const char *path)
{
    const char *prefix = prefix_of(arena, path);
    size_t length = strlen(prefix) + RANDOM;
    bd_names names = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    if (bd_directory_list(directory, arena, &names, &ignored))
        for (size_t i = 0; i < names.count; i++)
            if (strlen(names.items[i]) == length
                && bd_str_starts(bd_str_of(names.items[i]), prefix))
                remove_unheld(bd_path_join(arena, directory, names.items[i]));
    bd_names_release(&names);
}

/* Somebody who cleans may have come between making and holding it. */
static bool hold(int fd)
{
    struct stat info;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return false;
    return fstat(fd, &info) == 0 && info.st_nlink > 0;
}

int bd_temporary_make(bd_arena *arena, const char *directory, const char *path, char **temporary)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        *temporary = bd_arena_printf(arena, "%s/%sXXXXXX", directory, prefix_of(arena, path));
        int fd = mkostemp(*temporary, O_CLOEXEC);
        if (fd < 0 || hold(fd))
            return fd;
        unlink(*temporary);
        close(fd);
    }
    errno = EAGAIN;
    return -1;
}
