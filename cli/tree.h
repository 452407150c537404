/* cli/tree.h: the files below a directory, as `init` and `record` look for results. */
#ifndef BD_CLI_TREE_H
#define BD_CLI_TREE_H

#include "cli/cli.h"

typedef struct bd_tree_file {
    const char *path; /* relative to the root; arena */
    int64_t mtime_ns;
    uint64_t bytes;
} bd_tree_file;

typedef struct bd_tree {
    bd_tree_file *items; /* owned; sorted by directory, then by name */
    size_t count, capacity;
    bool cut; /* there are more than are looked at */
    bd_arena arena;
} bd_tree;

/* Lists regular files, at most 20 000 and 12 directories deep. Hidden files and
 * directories, node_modules and linked directories are left out, also what cannot
 * be read. */
void bd_tree_walk(const char *root, bd_tree *out);
const bd_tree_file *bd_tree_find(const bd_tree *tree, const char *path); /* NULL = not there */
void bd_tree_release(bd_tree *tree);

/* The format of a file that may be a result, by its content; NULL for everything else:
 * companions, benchdoc's own files, files of more than 256 MiB. Static. */
const char *bd_tree_format(const char *root, const bd_tree_file *file);

/* Whether a file looks like results but cannot be read: JSON that is broken, or of a
 * tool that is not read.
 * @param err  why, with its place in the file */
bool bd_tree_unreadable(const char *root, const bd_tree_file *file, bd_error *err);

#endif
