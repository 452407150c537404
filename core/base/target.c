/* Finds where a write to a path really ends: through symbolic links, into
 * directories that are not there yet, and never out of the given root. */
#include "core/base/internal.h"

#include "core/base/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_FOLLOWED = 40, LINK_BYTES = 4096, NAME_BYTES = 255 }; /* as Linux limits them */

bool bd_fail_output(const char *path, const char *doing, int reason, bd_error *err)
{
    bd_error_in_file(err, path);
    bd_fail(err, BD_ERR_OUTPUT, "cannot be %s: %s", doing, strerror(reason));
    switch (reason) {
    case EACCES:
    case EPERM:
        return bd_hint(err, "make the file and its directory writable (chmod u+w), then run again");
    case EROFS:
        return bd_hint(err, "the file system is mounted read-only: write to another directory");
    case ENOSPC:
    case EDQUOT:
        return bd_hint(err, "make room on the device, then run again; finished files are whole");
    case EISDIR:
        return bd_hint(err, "name the file in it, too");
    case ENOTDIR:
        return bd_hint(err, "a part of the path is a file: name a place in a directory");
    default:
        return false;
    }
}

/* The real path of `directory` as far as it exists, the rest appended as text. */
static char *resolve_directory(bd_arena *arena, bd_str directory, size_t *existing_len,
                               bd_error *err)
{
    bool absolute = directory.len > 0 && directory.ptr[0] == '/';
    char *full = bd_arena_printf(arena, "%s%.*s", absolute ? "" : "./", (int)directory.len,
                                 directory.ptr);
    char *head = full, *real = NULL;
    while ((real = realpath(head, NULL)) == NULL) {
        int reason = errno;
        struct stat info;
        bd_str up = bd_path_directory(head);
        bool there = reason == ENOENT && lstat(head, &info) == 0;
        if (there && !S_ISLNK(info.st_mode)) /* another process has made it meanwhile */
            continue;
        if (reason != ENOENT || there || up.len == strlen(head)) {
            bd_fail_output(full, "reached", reason, err);
            return NULL;
        }
        head = bd_arena_text(arena, up);
    }
    const char *rest = full + strlen(head);
    rest += strspn(rest, "/");
    *existing_len = strlen(real);
    char *out = bd_path_join(arena, real, rest);
    free(real);
    /* ".." through a directory that is not there means nothing */
    if (rest[0] != '\0' && !bd_path_stays_inside(rest)) {
        bd_fail_output(full, "reached", ENOENT, err);
        return NULL;
    }
    return out;
}

static bool check_root(const char *root, const char *path, const bd_target *target, bd_error *err)
{
    char *real = realpath(root, NULL);
    if (!real)
        return bd_fail_output(root, "reached", errno, err);
    size_t n = strlen(real);
    bool inside = strncmp(target->directory, real, n) == 0
                  && (n == 1 || target->directory[n] == '/' || target->directory[n] == '\0');
    free(real);
    if (inside)
        return true;
    bd_error_in_file(err, path);
    bd_fail(err, BD_ERR_OUTPUT, "leads out of the project directory %s", root);
    return bd_hint(err, "benchdoc writes only inside the project; look at the path and its links");
}

static bd_target_kind kind_of(mode_t mode)
{
    if (S_ISDIR(mode))
        return BD_TARGET_DIRECTORY;
    return S_ISREG(mode) || S_ISLNK(mode) ? BD_TARGET_FILE : BD_TARGET_STREAM;
}

/* The links under /proc that stand for open files ("/dev/stdout") have a text
 * that leads nowhere: only opening the link itself reaches what they mean. */
static bool is_open_file(const bd_target *target)
{
    return strncmp(target->directory, "/proc/", 6) == 0;
}

/* One step: where `at` is, without following a link at its end. */
static bool locate(bd_arena *arena, const char *at, bd_target *out, struct stat *info,
                   bd_error *err)
{
    bd_str name = bd_path_name(at);
    if (name.len == 0 || bd_str_ends(bd_str_of(at), "/") || bd_str_is(name, ".")
        || bd_str_is(name, ".."))
        return bd_fail_output(at, "written", EISDIR, err);
    if (name.len > NAME_BYTES) /* not every file system says so before the rename */
        return bd_fail_output(at, "written", ENAMETOOLONG, err);
    out->directory = resolve_directory(arena, bd_path_directory(at), &out->existing_len, err);
    if (!out->directory)
        return false;
    out->path = bd_path_join(arena, out->directory, bd_arena_text(arena, name));
    if (lstat(out->path, info) == 0) {
        out->kind = kind_of(info->st_mode);
        return true;
    }
    if (errno != ENOENT)
        return bd_fail_output(at, "reached", errno, err);
    out->kind = BD_TARGET_NEW;
    info->st_mode = 0;
    return true;
}

bool bd_target_resolve(bd_arena *arena, const char *root, const char *path, bool follow,
                       bd_target *out, bd_error *err)
{
    const char *at = path;
    bool named = err->file[0] != '\0';
    bd_error_in_file(err, path);
    for (int links = 0;; links++) {
        struct stat info = { 0 };
        if (!locate(arena, at, out, &info, err))
            return false;
        if (!follow || !S_ISLNK(info.st_mode))
            break;
        if (is_open_file(out)) {
            out->kind = BD_TARGET_STREAM;
            break;
        }
        char text[LINK_BYTES];
        ssize_t n = readlink(out->path, text, sizeof text);
        if (n < 0 || n == sizeof text || links == LINKS_FOLLOWED)
            return bd_fail_output(path, "reached", n < 0 ? errno : ELOOP, err);
        char *link = bd_arena_text(arena, (bd_str){ text, (size_t)n });
        at = bd_path_join(arena, out->directory, link);
    }
    if (root && !check_root(root, path, out, err))
        return false;
    if (!named)
        err->file[0] = '\0'; /* nothing went wrong with it */
    return true;
}
