/* cli/history.h: private to `history`: how runs are shown, taken in and given out. */
#ifndef BD_CLI_HISTORY_H
#define BD_CLI_HISTORY_H

#include "cli/cli.h"
#include "store/store.h"

typedef struct bd_history_options {
    bool        json, all, dry_run;
    const char *suite, *branch, *cpu, *backend, *commit, *since, *until;
    const char *output, *as, *remote;
    const char *series, *on, *least;
    bool        accept_machine;
    size_t      limit, deadline_s;
    bool        force;
} bd_history_options;

typedef struct bd_history_call {
    bd_ctx                   *ctx;
    const bd_history_options *options;
    bd_project               *project;
    const bd_run_filter      *filter; /* what the options say of runs */
    const bd_arguments       *arguments; /* the action first */
} bd_history_call;

/* The data.js of an archive: "x/archive/2025.js" → "x/data.js", "x/archive/y-2025.js" →
 * "x/y.js". In the arena; NULL: it is no archive's name. */
const char *bd_history_of_archive(const char *path, bd_arena *arena);

/* Takes data.js files of a branch, or of this machine, into the store. */
bool bd_history_import(const bd_history_call *call, bd_error *err);
/* Writes runs of the store as data.js, CSV or interchange JSON. */
bool bd_history_export(const bd_history_call *call, bd_error *err);
/* Appends a line for each point, as the reader "csv" takes it. */
void bd_history_csv(const bd_runs *runs, bd_buf *out);

/* Runs, or series out of runs, leave the store or the branch for good. */
bool bd_history_drop(const bd_history_call *call, bd_error *err);
/* A suite or a series gets another name, in the store or on the branch; `merge`, which it is
 * too, one that is there already. */
bool bd_history_rename(const bd_history_call *call, bd_error *err);

/* Where series of the store changed and stayed changed. */
bool bd_history_changes(const bd_history_call *call, bd_error *err);

/* The branch's last commit becomes its only one. */
bool bd_history_squash(const bd_history_call *call, bd_error *err);

void bd_history_list_text(const bd_run_heads *heads, bd_buf *out);
void bd_history_list_json(const bd_run_heads *heads, bd_buf *out);
/* Values rounded to six digits.
 * @param apart  a blank line stands before it
 * @param all    every point; else the first forty, and how many more there are */
void bd_history_show_text(const bd_run *run, bool apart, bool all, bd_buf *out);

#endif
