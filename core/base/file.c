/* Whole files and directories in: see file.h. Writing is in transaction.c. */
#include "core/base/file.h"
#include "core/base/task.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 64 * 1024, MUCH = 4 << 20 };

/* Says why the system refused, with the step that usually helps. */
static bool fail_open(const char *path, int reason, bd_error *err)
{
    bd_error_in_file(err, path);
    if (reason == ENOENT || reason == ENOTDIR) {
        bd_fail(err, BD_ERR_INPUT, "no such file");
        return bd_hint(err,
                       "check the path; relative paths start where benchdoc runs, or at -C DIR");
    }
    bd_fail(err, BD_ERR_INPUT, "cannot be read: %s", strerror(reason));
    if (reason == EACCES)
        bd_hint(err, "give yourself the right to read it: chmod u+r");
    return false;
}

static bool fail_large(const char *path, size_t max_bytes, bd_error *err)
{
    bd_error_in_file(err, path);
    bd_fail(err, BD_ERR_INPUT, "is larger than %zu bytes, the most that is read", max_bytes);
    return bd_hint(err, "is it the right file? a result of one run is rarely that large");
}

static bool read_all(int fd, const char *path, size_t max_bytes, bd_buf *out, bd_error *err)
{
    for (;;) {
        bd_buf_reserve(out, CHUNK_BYTES);
        /* what the buffer has left, less the final NUL */
        ssize_t n = read(fd, out->data + out->len, out->capacity - out->len - 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_open(path, errno, err);
        if (n == 0)
            break;
        out->len += (size_t)n;
        if (out->len > max_bytes)
            return fail_large(path, max_bytes, err);
    }
    bd_buf_text(out);
    return true;
}

/* A piece of a file, and where it goes. */
typedef struct piece {
    int fd;
    char *to;
    size_t from, left;
} piece;

static void read_piece(void *context)
{
    piece *p = context;
    while (p->left > 0) {
        ssize_t n = pread(p->fd, p->to, p->left, (off_t)p->from);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        p->to += n;
        p->from += (size_t)n;
        p->left -= (size_t)n;
    }
}

/* Copies what a large file held when it was opened in two halves at once; what follows,
 * and a file that got shorter, is left to read_all(). */
static void read_halves(int fd, size_t size, bd_buf *out)
{
    piece first = { fd, out->data, 0, size / 2 };
    piece second = { fd, out->data + first.left, first.left, size - first.left };
    bd_task *task = bd_task_begin(true, read_piece, &second);
    read_piece(&first);
    bd_task_end(task);
    if (first.left == 0 && second.left == 0 && lseek(fd, (off_t)size, SEEK_SET) == (off_t)size)
        out->len = size;
}

static bool read_open_file(int fd, const char *path, size_t max_bytes, bd_buf *out, bd_error *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return fail_open(path, errno, err);
    if (S_ISDIR(info.st_mode)) {
        bd_error_in_file(err, path);
        bd_hint(err, "name a file in it");
        return bd_fail(err, BD_ERR_INPUT, "is a directory, not a file");
    }
    if (S_ISREG(info.st_mode)) {
        if ((uint64_t)info.st_size > max_bytes)
            return fail_large(path, max_bytes, err);
        bd_buf_reserve(out, (size_t)info.st_size + CHUNK_BYTES);
        if (info.st_size >= MUCH && lseek(fd, 0, SEEK_CUR) == 0) /* not the rest of an input */
            read_halves(fd, (size_t)info.st_size, out);
    }
    return read_all(fd, path, max_bytes, out, err);
}

bool bd_file_read(const char *path, size_t max_bytes, bd_buf *out, bd_error *err)
{
    bd_buf_clear(out);
    bool standard_input = strcmp(path, "-") == 0;
    int fd = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_open(path, errno, err);
    const char *shown = standard_input ? "standard input" : path;
    bool ok = read_open_file(fd, shown, max_bytes, out, err);
    if (!standard_input)
        close(fd);
    if (!ok)
        bd_buf_release(out);
    return ok;
}

static bool is_below(const char *root, const char *path)
{
    char *real_root = realpath(root, NULL), *real = realpath(path, NULL);
    size_t n = real_root ? strlen(real_root) : 0;
    bool below = n > 0 && real && strncmp(real, real_root, n) == 0
                 && (n == 1 || real[n] == '/' || real[n] == '\0');
    free(real_root);
    free(real);
    return below;
}

bool bd_file_read_inside(const char *root, const char *path, size_t max_bytes, bd_buf *out,
                         bd_error *err)
{
    struct stat info;
    bd_buf_clear(out);
    if (stat(path, &info) != 0)
        return fail_open(path, errno, err);
    if (!is_below(root, path)) {
        bd_error_in_file(err, path);
        bd_hint(err, "copy the file into the project; nothing outside it is read");
        return bd_fail(err, BD_ERR_INPUT, "is a link that leads out of the project");
    }
    /* a pipe would block, a device never ends */
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        bd_error_in_file(err, path);
        bd_hint(err, "name a file in its place");
        return bd_fail(err, BD_ERR_INPUT, "is a device or a pipe, not a file");
    }
    return bd_file_read(path, max_bytes, out, err);
}

bool bd_file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool bd_file_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool bd_file_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

void bd_names_add(bd_names *names, const char *name)
{
    names->items = bd_grow(names->items, names->count, &names->capacity, sizeof *names->items);
    names->items[names->count++] = name;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void bd_names_sort(bd_names *names)
{
    if (names->count > 1)
        qsort(names->items, names->count, sizeof *names->items, by_bytes);
}

void bd_names_release(bd_names *names)
{
    free(names->items);
    *names = (bd_names){ 0 };
}

bool bd_directory_list(const char *path, bd_arena *arena, bd_names *names, bd_error *err)
{
    names->count = 0;
    DIR *dir = opendir(path);
    if (!dir && errno == ENOENT)
        return true;
    if (!dir) {
        bd_error_in_file(err, path);
        return bd_fail(err, BD_ERR_INPUT, "cannot be listed: %s", strerror(errno));
    }
    for (struct dirent *entry; errno = 0, (entry = readdir(dir)) != NULL;)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            bd_names_add(names, bd_arena_strdup(arena, entry->d_name));
    int reason = errno;
    closedir(dir);
    if (reason != 0) {
        names->count = 0;
        bd_error_in_file(err, path);
        return bd_fail(err, BD_ERR_INPUT, "cannot be listed: %s", strerror(reason));
    }
    bd_names_sort(names);
    return true;
}
