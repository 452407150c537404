/* core/base/internal.h: private to core/base. */
#ifndef BD_BASE_INTERNAL_H
#define BD_BASE_INTERNAL_H

#include "core/base/buf.h"
#include "core/base/error.h"

typedef enum bd_target_kind {
    BD_TARGET_NEW,       /* nothing is there yet */
    BD_TARGET_FILE,      /* a regular file */
    BD_TARGET_STREAM,    /* a device, pipe or socket */
    BD_TARGET_DIRECTORY,
} bd_target_kind;

/* Where writing to a path really ends. */
typedef struct bd_target {
    bd_target_kind kind;
    char          *path;         /* absolute, links resolved; in the arena */
    char          *directory;    /* that holds it, absolute; in the arena */
    size_t         existing_len; /* how much of `directory` is there already */
} bd_target;

/* Follows the links of `path`, whose file and last directories need not exist.
 * @param follow  false: a link at the very end is the target itself
 * @param root    NULL, or a directory that the target must not leave
 * @return false with BD_ERR_OUTPUT */
bool bd_target_resolve(bd_arena *arena, const char *root, const char *path, bool follow,
                       bd_target *out, bd_error *err);

/* Makes ".NAME.benchdoc-XXXXXX" for the target `path`, and holds it: the caller keeps the
 * descriptor as long as the file bears this name.
 * @param temporary  its path; in the arena
 * @return the descriptor; -1 with errno */
int bd_temporary_make(bd_arena *arena, const char *directory, const char *path, char **temporary);
/* The mode that open() would give to a file that is asked for as `wanted`. */
unsigned bd_temporary_mode(unsigned wanted);
/* Takes away those of the target `path` whose makers are no more. */
void bd_temporary_clean(bd_arena *arena, const char *directory, const char *path);

/* Makes the names in a directory last. Where a file system cannot, it is no failure.
 * @return false with BD_ERR_OUTPUT */
bool bd_directory_sync(const char *path, bd_error *err);

/* Fails with what the system said about writing `path`, and the usual remedy. */
bool bd_fail_output(const char *path, const char *doing, int reason, bd_error *err);

#endif
