/* cli/history_files.h: private to `history … --on`: data.js files of a branch as runs, and
 * what becomes of these put into the files' bytes. */
#ifndef BD_CLI_HISTORY_FILES_H
#define BD_CLI_HISTORY_FILES_H

#include "cli/history_edit.h"
#include "core/datajs/datajs.h"
#include "core/git/branch.h"

typedef struct bd_branch_history { /* one file */
    const char *path, *shown; /* "dev/bench/data.js", "gh-pages:dev/bench/data.js" */
    const char *history;      /* the path of the data.js that it is, or an archive of */
    const char *pattern;      /* that the history's path fits */
    bd_buf      before, after;
    bool        is_changed;
    size_t      first_run, run_count; /* in `runs` and in the plan */
    size_t      entries, points;      /* that change */
} bd_branch_history;

typedef struct bd_branch_files {
    const bd_config   *config;
    bd_branch         *branch; /* borrowed; has been fetched */
    const char        *name;   /* of the branch, */
    const char        *path;   /* and the pattern asked for; NULL = what `publish: to:` says */
    bd_branch_history *items;  /* owned */
    size_t             count, capacity;
    bd_runs            runs;
    bd_arena           arena;
} bd_branch_files;

/* Finds the files and reads each of their entries as a run.
 * @return false with *err or errors in `found`: one cannot be read, or none is there */
bool bd_branch_files_read(bd_branch_files *files, bd_edit_plan *plan, bd_diagnostics *found,
                          bd_error *err);
void bd_branch_files_release(bd_branch_files *files); /* what was read; it can be read again */

/* history_apply.c: makes the new bytes of every file that is concerned. */
bool bd_branch_files_change(bd_branch_files *files, const bd_edit *edit, bd_edit_plan *plan,
                            bd_error *err);

#endif
