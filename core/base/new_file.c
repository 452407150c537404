/* A file that comes to be as a whole: written beside its place under a temporary name,
 * then moved into it, which fails where somebody else was faster. */
#include "core/base/internal.h"

#include "core/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct bd_new_file {
    char *path, *directory, *temporary; /* in the arena; the last NULL once removed */
    int held;                           /* as long as the temporary is there; else -1 */
    bd_arena arena;
};

bd_new_file *bd_new_file_begin(const char *path, bd_error *err)
{
    bd_new_file *file = bd_alloc(sizeof *file);
    *file = (bd_new_file){ .held = -1 };
    file->path = bd_arena_strdup(&file->arena, path);
    file->directory = bd_arena_text(&file->arena, bd_path_directory(path));
    bd_temporary_clean(&file->arena, file->directory, path);
    file->held = bd_temporary_make(&file->arena, file->directory, path, &file->temporary);
    if (file->held >= 0 && fchmod(file->held, bd_temporary_mode(0666)) == 0)
        return file;
    bd_fail_output(path, "written", errno, err);
    if (file->held < 0)
        file->temporary = NULL;
    bd_new_file_end(file);
    return NULL;
}

const char *bd_new_file_name(const bd_new_file *file)
{
    return file->temporary;
}

void bd_new_file_hasten(const bd_new_file *file)
{
#ifdef SYNC_FILE_RANGE_WRITE
    sync_file_range(file->held, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
    (void)file;
#endif
}

/* The lock goes with the name: a temporary without it may be taken away by anybody. */
static void let_go(bd_new_file *file)
{
    if (file->temporary)
        unlink(file->temporary);
    if (file->held >= 0)
        close(file->held);
    file->temporary = NULL;
    file->held = -1;
}

/* Some file systems cannot move without replacing, others have no hard links.
 * @return 0, or errno */
static int move(bd_new_file *file)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path, RENAME_NOREPLACE) == 0) {
        file->temporary = NULL;
        return 0;
    }
    if (errno == EEXIST)
        return EEXIST;
#endif
    return link(file->temporary, file->path) == 0 ? 0 : errno;
}

bool bd_new_file_place(bd_new_file *file, bool *taken, bd_error *err)
{
    int reason = move(file);
    *taken = reason == EEXIST;
    let_go(file);
    if (reason != 0 && !*taken)
        bd_fail_output(file->path, "written", reason, err);
    return reason == 0 && bd_directory_sync(file->directory, err);
}

void bd_new_file_end(bd_new_file *file)
{
    if (!file)
        return;
    let_go(file);
    bd_arena_release(&file->arena);
    free(file);
}
