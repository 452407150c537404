/* core/base/file.h: whole files in, whole files out.
 *
 * Reading makes a private copy (a result file may be rewritten while it is read).
 * Writing goes through a transaction: everything is written and synced beside its
 * target first, then renamed; an error before that leaves every target untouched. */
#ifndef BD_BASE_FILE_H
#define BD_BASE_FILE_H

#include "core/base/buf.h"
#include "core/base/error.h"

/* Reads a whole regular file, pipe or standard input ("-").
 * @param max_bytes  refused above it
 * @param out        emptied first; on failure empty
 * @return false with BD_ERR_INPUT (missing, directory, unreadable, too large) */
bool bd_file_read(const char *path, size_t max_bytes, bd_buf *out, bd_error *err);

/* Like bd_file_read for what a configuration or a result file names: a regular file
 * whose real place, links followed, lies in `root`. */
bool bd_file_read_inside(const char *root, const char *path, size_t max_bytes, bd_buf *out,
                         bd_error *err);

bool bd_file_exists(const char *path);      /* anything at all, links followed */
bool bd_file_is_directory(const char *path);
bool bd_file_is_link(const char *path);     /* symbolic, wherever it leads */

/* The names in a directory, sorted by bytes, without "." and "..". A directory
 * that is not there gives none.
 * @param names  emptied first; texts owned by `arena` */
typedef struct bd_names {
    const char **items; /* owned array; texts in the arena */
    size_t       count, capacity;
} bd_names;
bool bd_directory_list(const char *path, bd_arena *arena, bd_names *names, bd_error *err);
void bd_names_add(bd_names *names, const char *name);
void bd_names_sort(bd_names *names); /* by bytes */
void bd_names_release(bd_names *names);

/* Joins two paths with one slash; "." and "" are neutral, an absolute `b` wins. */
char *bd_path_join(bd_arena *arena, const char *a, const char *b);
bd_str bd_path_directory(const char *path); /* "a/b.md" -> "a", "b.md" -> "." */
bd_str bd_path_name(const char *path);      /* "a/b.md" -> "b.md" */
/* Lexically: no "..", not absolute, no NUL, not empty. What a file or a
 * configuration names must pass this before it is opened. */
bool bd_path_stays_inside(const char *path);
/* The path of `to` as a link from the file `from` (both relative to one root):
 * ("docs/README.md", "docs/my db.md") -> "my%20db.md". */
void bd_path_link(const char *from, const char *to, bd_buf *out);

/* One change of several files that happens as a whole, as far as POSIX lets it:
 * every staged file is complete and synced beside its target before the first
 * rename. */
typedef struct bd_transaction bd_transaction;

bd_transaction *bd_transaction_begin(void); /* owned; end with commit or rollback */
/* What is staged from here on, and the renames, may be lost by a power cut: for what is
 * easily made again. */
void bd_transaction_unsynced(bd_transaction *t);
/* Writes `bytes` beside `path` (whose symbolic link is followed, whose mode is
 * kept, whose missing directories are made). Same bytes as the target: nothing
 * will be renamed. A device or pipe ("/dev/full") is written at commit.
 * @param root  NULL, or a directory that the resolved target must not leave
 * @return false with BD_ERR_OUTPUT */
bool bd_transaction_put(bd_transaction *t, const char *root, const char *path, bd_str bytes,
                        bd_error *err);
bool bd_transaction_remove(bd_transaction *t, const char *root, const char *path, bd_error *err);
/* Waits until what is staged would outlive a power cut. Commit does it, too: this is for
 * looking once more at the targets between the long wait and the renames.
 * @return false with BD_ERR_OUTPUT */
bool bd_transaction_sync(bd_transaction *t, bd_error *err);
/* Renames all; ends the transaction either way. @return false with BD_ERR_OUTPUT */
bool bd_transaction_commit(bd_transaction *t, bd_error *err);
void bd_transaction_rollback(bd_transaction *t); /* NULL is fine */

/* A file that a library writes under a name of its own, and that then comes to be as a
 * whole: whoever looks for `path` finds nothing or all of it. */
typedef struct bd_new_file bd_new_file;

/* @param path  in a directory that is there
 * @return owned, end with bd_new_file_end(): an empty file beside `path`; NULL with
 *         BD_ERR_OUTPUT */
bd_new_file *bd_new_file_begin(const char *path, bd_error *err);
const char  *bd_new_file_name(const bd_new_file *file); /* to write to; borrowed */
/* What is written shall begin to go to the disk: syncing it will take less time. */
void         bd_new_file_hasten(const bd_new_file *file);
/* Gives the file, whose bytes the caller has synced, its path. Once.
 * @param taken  something is there already, and stays as it is
 * @return false with BD_ERR_OUTPUT, or when `taken` */
bool bd_new_file_place(bd_new_file *file, bool *taken, bd_error *err);
void bd_new_file_end(bd_new_file *file); /* removes what was not placed; NULL is fine */

#endif
