/* cli/history_import.h: private to `history import`: what has been read, and its counts. */
#ifndef BD_CLI_HISTORY_IMPORT_H
#define BD_CLI_HISTORY_IMPORT_H

#include "cli/history.h"
#include "core/base/map.h"
#include "core/git/git.h"

typedef struct bd_importing {
    const bd_history_call *call;
    bd_repository         *repository; /* owned: the user's; NULL = not needed yet */
    struct bd_import_tree *trees;      /* owned: commits that are read */
    size_t                 tree_count, tree_capacity;
    bd_runs                runs;       /* in the end those that are new */
    bd_names               taken;      /* files of a branch that have been read */
    bd_run_heads           heads;      /* of the store, */
    bd_map                 known;      /* and their ids, */
    bd_map                 places;     /* and where they are on a chart; see history_same.c */
    bd_store              *store;      /* owned; NULL = not needed yet */
    size_t                 files, archives, entries; /* archives are files, too */
    size_t                 names_split, names_whole; /* of benchmarks */
    const char            *whole; /* the first that no pattern of its input fits; NULL = none */
    bd_arena               arena;
} bd_importing;

/* One file while it is read. */
typedef struct bd_import_file {
    const char *shown;  /* "gh-pages:dev/bench/data.js" */
    const char *place;  /* its path, whose parts say something; of an archive that of its data.js */
    const char *of_ref; /* the place behind its ref; NULL: a file of this machine */
    bool        is_archive;
    bd_str      bytes;
    bd_pairs    holes;  /* of the argument */
} bd_import_file;

/* Adds to ctx->found. @param path  NULL = none @return false */
bool bd_import_report(bd_importing *im, const char *path, bd_error *err);
/* Reads all entries of a file. @return false with errors in ctx->found */
bool bd_import_take(bd_importing *im, const bd_import_file *file);

/* ---- history_places.c ---- */

/* Finds and takes what the call names: files, files of a branch, or all that `publish:`
 * names, with their archives. @return false with errors in ctx->found, or *err */
bool bd_import_find(bd_importing *im, bd_error *err);
void bd_import_close(bd_importing *im); /* trees and repository */

/* ---- history_same.c ---- */

/* Does the store have the entry as it was before it got other names? */
bool bd_import_is_renamed(bd_importing *im, const bd_run *run);

/* ---- history_names.c ---- */

/* How many names patterns of the configuration, or the format, take apart. */
void bd_import_count_names(bd_importing *im);
bool bd_import_print(bd_importing *im, bd_error *err);

#endif
