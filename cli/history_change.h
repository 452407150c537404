/* cli/history_change.h: private to `history rename`, `merge` and `drop`: the two places
 * where they work, and what they tell. */
#ifndef BD_CLI_HISTORY_CHANGE_H
#define BD_CLI_HISTORY_CHANGE_H

#include "cli/history_edit.h"

typedef struct bd_edited_file {
    const char *path;
    size_t      entries, points;
} bd_edited_file;

typedef struct bd_edited { /* what was done, or would be */
    const bd_history_call *call;
    const bd_edit         *edit;
    const bd_edit_plan    *plan;
    const char            *where;  /* the store's URL, or the branch's */
    const char            *branch; /* NULL: it is the store */
    const char            *before, *commit; /* of the branch; NULL = none was made */
    const bd_edited_file  *files;
    size_t                 file_count, attempts;
} bd_edited;

/* history_report.c: names and counts, and how to get back. */
bool bd_edited_print(const bd_edited *edited, bd_error *err);

/* history_change.c: does `drop` speak of series, or of the branch? */
bool bd_history_drops_series(const bd_history_call *call);
bool bd_history_drop_series(const bd_history_call *call, bd_error *err);

/* history_store.c, history_branch.c */
bool bd_history_change_store(const bd_history_call *call, const bd_edit *edit, bd_error *err);
bool bd_history_change_branch(const bd_history_call *call, const bd_edit *edit, bd_error *err);

#endif
