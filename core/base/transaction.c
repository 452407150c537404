/* Several files changed as one: see file.h.
 *
 * What is staged is synced together, many files by one call for their file system: that is
 * one commit of its journal instead of one for each file (100 pictures: a third of the
 * time). Linux reports what could not be written to syncfs() since 5.8.
 *
 * Order at commit: devices and pipes first, because writing them can still fail
 * (a full device); then the renames, each of which replaces a whole file by a
 * whole file; then the removals; then the directories are synced. */
#include "core/base/file.h"

#include "core/base/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HELD_MAX = 256
};                          /* descriptors; what is above is not held, which only matters when a
                            second process begins at the same time */
enum { SYNCED_SINGLY = 4 }; /* files up to which each is synced by itself */

typedef enum item_kind { ITEM_SAME, ITEM_REPLACE, ITEM_STREAM, ITEM_REMOVE } item_kind;

typedef struct item {
    item_kind kind;
    const char *shown;     /* as the caller named it; in the arena */
    const char *path;      /* resolved; in the arena */
    const char *directory; /* resolved; in the arena */
    char *temporary;       /* in the arena; NULL once renamed or removed */
    int held;              /* its descriptor; -1 = none */
    bool synced;
    dev_t device;
    bd_str bytes; /* of a stream; in the arena */
} item;

struct bd_transaction {
    bd_arena arena;
    item *items; /* owned */
    size_t count, capacity, held;
    bd_names made; /* directories, in the order they were made */
    bool unsynced;
};

bd_transaction *bd_transaction_begin(void)
{
    return bd_alloc(sizeof(bd_transaction));
}

void bd_transaction_unsynced(bd_transaction *t)
{
    t->unsynced = true;
}

static bool write_all(int fd, bd_str bytes)
{
    for (size_t at = 0; at < bytes.len;) {
        ssize_t n = write(fd, bytes.ptr + at, bytes.len - at);
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0)
            at += (size_t)n;
    }
    return true;
}

static bool same_bytes(const char *path, bd_str bytes)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_buf now = BD_BUF_INIT;
    bool same = bd_file_read(path, bytes.len, &now, &ignored) && bd_str_eq(bd_buf_str(&now), bytes);
    bd_buf_release(&now);
    return same;
}

/* Makes what is missing of the target's directory, and remembers it. */
static bool make_directories(bd_transaction *t, const bd_target *target, bd_error *err)
{
    for (const char *at = target->directory + target->existing_len; *at != '\0';) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        char *made = bd_arena_text(&t->arena,
                                   (bd_str){ target->directory, (size_t)(at - target->directory) });
        if (mkdir(made, 0777) == 0)
            bd_names_add(&t->made, made);
        else if (errno != EEXIST)
            return bd_fail_output(made, "made", errno, err);
    }
    return true;
}

/* A new file gets what open() would give it, a replaced one keeps what it has. */
static bool set_mode(int fd, const struct stat *old)
{
    if (!old)
        return fchmod(fd, bd_temporary_mode(0666)) == 0;
    /* only root may give files away; anybody else keeps owning the new one */
    if (fchown(fd, old->st_uid, old->st_gid) != 0 && errno != EPERM)
        return false;
    return fchmod(fd, old->st_mode & 07777) == 0;
}

static bool fill_temporary(bd_transaction *t, item *it, const struct stat *old, bd_str bytes,
                           bd_error *err)
{
    int fd = bd_temporary_make(&t->arena, it->directory, it->path, &it->temporary);
    if (fd < 0) {
        it->temporary = NULL;
        return bd_fail_output(it->shown, "written", errno, err);
    }
    struct stat new;
    bool ok = write_all(fd, bytes) && set_mode(fd, old) && fstat(fd, &new) == 0;
    int reason = errno;
    it->synced = t->unsynced;
    it->device = ok ? new.st_dev : 0;
    if (ok && t->held < HELD_MAX) {
        it->held = fd;
        t->held++;
        return true;
    }
    if (close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    return ok || bd_fail_output(it->shown, "written", reason, err);
}

static bool stage_file(bd_transaction *t, const bd_target *target, item *it, bd_str bytes,
                       bd_error *err)
{
    struct stat old;
    bool exists = target->kind == BD_TARGET_FILE;
    if (exists && stat(target->path, &old) != 0)
        return bd_fail_output(it->shown, "written", errno, err);
    if (target->directory[target->existing_len] == '\0')
        bd_temporary_clean(&t->arena, target->directory, target->path);
    if (exists && (size_t)old.st_size == bytes.len && same_bytes(target->path, bytes)) {
        it->kind = ITEM_SAME;
        return true;
    }
    /* a rename would not mind a read-only file, but who made it so does */
    if (exists && faccessat(AT_FDCWD, target->path, W_OK, AT_EACCESS) != 0)
        return bd_fail_output(it->shown, "written", errno, err);
    if (!make_directories(t, target, err))
        return false;
    it->kind = ITEM_REPLACE;
    return fill_temporary(t, it, exists ? &old : NULL, bytes, err);
}

static void drop_temporary(item *it)
{
    if (it->temporary)
        unlink(it->temporary);
    it->temporary = NULL;
    if (it->held >= 0)
        close(it->held);
    it->held = -1;
}

/* The slot of a target: the last word about a file counts. */
static item *slot_of(bd_transaction *t, const char *path)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->items[i].path, path) == 0) {
            drop_temporary(&t->items[i]);
            return &t->items[i];
        }
    t->items = bd_grow(t->items, t->count, &t->capacity, sizeof *t->items);
    return &t->items[t->count++];
}

bool bd_transaction_put(bd_transaction *t, const char *root, const char *path, bd_str bytes,
                        bd_error *err)
{
    bd_target target = { 0 };
    if (!bd_target_resolve(&t->arena, root, path, true, &target, err))
        return false;
    item *it = slot_of(t, target.path);
    *it = (item){ .kind = ITEM_SAME,
                  .shown = bd_arena_strdup(&t->arena, path),
                  .path = target.path,
                  .held = -1,
                  .directory = target.directory };
    if (target.kind == BD_TARGET_DIRECTORY)
        return bd_fail_output(path, "written", EISDIR, err);
    if (target.kind == BD_TARGET_STREAM) {
        it->kind = ITEM_STREAM;
        it->bytes = (bd_str){ bd_arena_text(&t->arena, bytes), bytes.len };
        return true;
    }
    return stage_file(t, &target, it, bytes, err);
}

bool bd_transaction_remove(bd_transaction *t, const char *root, const char *path, bd_error *err)
{
    bd_target target = { 0 };
    if (!bd_target_resolve(&t->arena, root, path, false, &target, err))
        return false;
    if (target.kind == BD_TARGET_DIRECTORY)
        return bd_fail_output(path, "removed", EISDIR, err);
    item *it = slot_of(t, target.path);
    *it = (item){ .kind = target.kind == BD_TARGET_NEW ? ITEM_SAME : ITEM_REMOVE,
                  .shown = bd_arena_strdup(&t->arena, path),
                  .path = target.path,
                  .held = -1,
                  .directory = target.directory };
    if (it->kind == ITEM_REMOVE
        && faccessat(AT_FDCWD, target.directory, W_OK | X_OK, AT_EACCESS) != 0)
        return bd_fail_output(path, "removed", errno, err);
    return true;
}

static bool is_pending(const item *it)
{
    return it->temporary && !it->synced;
}

/* One file, or the whole file system that it lies in. */
static bool sync_item(const item *it, bool all, bd_error *err)
{
    int fd = it->held >= 0 ? it->held : open(it->temporary, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && (all ? syncfs(fd) : fsync(fd)) == 0;
    int reason = errno;
    if (fd >= 0 && fd != it->held)
        close(fd);
    return ok || bd_fail_output(it->shown, "written", reason, err);
}

bool bd_transaction_sync(bd_transaction *t, bd_error *err)
{
    size_t pending = 0;
    for (size_t i = 0; i < t->count; i++)
        pending += is_pending(&t->items[i]) ? 1 : 0;
    for (size_t i = 0; i < t->count; i++) {
        if (!is_pending(&t->items[i]))
            continue;
        bool all = pending > SYNCED_SINGLY;
        if (!sync_item(&t->items[i], all, err))
            return false;
        t->items[i].synced = true;
        for (size_t k = i + 1; k < t->count && all; k++)
            t->items[k].synced = t->items[k].synced || t->items[k].device == t->items[i].device;
    }
    return true;
}

/* O_APPEND, because "/dev/stdout" may be a file that others write to as well. */
static bool write_stream(const item *it, bd_error *err)
{
    int fd = open(it->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return bd_fail_output(it->shown, "written", errno, err);
    bool ok = write_all(fd, it->bytes);
    int reason = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    return ok || bd_fail_output(it->shown, "written", reason, err);
}

static bool apply(item *it, bd_error *err)
{
    if (it->kind == ITEM_STREAM)
        return write_stream(it, err);
    if (it->kind == ITEM_REMOVE)
        return unlink(it->path) == 0 || errno == ENOENT
               || bd_fail_output(it->shown, "removed", errno, err);
    if (rename(it->temporary, it->path) != 0)
        return bd_fail_output(it->shown, "replaced", errno, err);
    it->temporary = NULL;
    return true;
}

/* What a failure in the middle has to say: which files are new already. */
static void name_done(const bd_transaction *t, const item *const *done, size_t count, bd_error *err)
{
    bd_buf list = BD_BUF_INIT;
    for (size_t i = 0; i < count; i++)
        bd_buf_printf(&list, "%s%s", i > 0 ? ", " : "", done[i]->shown);
    if (count > 0) {
        err->hint[0] = '\0'; /* this matters more than a general remedy */
        bd_hint(err,
                "%zu of %zu files are changed already, each whole: %s; run again after mending it",
                count, t->count, bd_buf_text(&list));
    }
    bd_buf_release(&list);
}

static bool apply_all(bd_transaction *t, const item **done, size_t *done_count, bd_error *err)
{
    static const item_kind order[] = { ITEM_STREAM, ITEM_REPLACE, ITEM_REMOVE };
    for (size_t k = 0; k < BD_COUNT(order); k++)
        for (size_t i = 0; i < t->count; i++) {
            if (t->items[i].kind != order[k])
                continue;
            if (!apply(&t->items[i], err)) {
                name_done(t, done, *done_count, err);
                return false;
            }
            done[(*done_count)++] = &t->items[i];
        }
    return true;
}

/* The names themselves must survive a crash. Some file systems cannot sync a
 * directory and say EINVAL: nothing is lost that could have been kept. */
bool bd_directory_sync(const char *path, bd_error *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) /* readable directories are not needed for writing */
        return true;
    bool ok = fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
    int reason = errno;
    close(fd);
    return ok || bd_fail_output(path, "synced", reason, err);
}

static bool sync_directories(const item *const *done, size_t count, bd_error *err)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        bool again = done[i]->kind == ITEM_STREAM;
        for (size_t j = 0; j < i && !again; j++)
            again = strcmp(done[j]->directory, done[i]->directory) == 0;
        if (!again && !bd_directory_sync(done[i]->directory, err))
            ok = false;
    }
    return ok;
}

static void end(bd_transaction *t)
{
    for (size_t i = 0; i < t->count; i++)
        drop_temporary(&t->items[i]);
    free(t->items);
    bd_names_release(&t->made);
    bd_arena_release(&t->arena);
    free(t);
}

bool bd_transaction_commit(bd_transaction *t, bd_error *err)
{
    const item **done = bd_alloc(t->count * sizeof *done);
    size_t count = 0;
    bool ok = bd_transaction_sync(t, err) && apply_all(t, done, &count, err)
              && (t->unsynced || sync_directories(done, count, err));
    free(done);
    if (count == 0 && !ok) {
        bd_transaction_rollback(t);
        return false;
    }
    end(t);
    return ok;
}

void bd_transaction_rollback(bd_transaction *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->count; i++)
        drop_temporary(&t->items[i]);
    for (size_t i = t->made.count; i > 0; i--)
        rmdir(t->made.items[i - 1]); /* stays when somebody put something there */
    end(t);
}
