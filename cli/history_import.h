/* cli/history_import.h: private to `history import`: what has been read, and its counts. */
#ifndef BD_CLI_HISTORY_IMPORT_H
#define BD_CLI_HISTORY_IMPORT_H

#include "cli/history.h"
#include "core/base/map.h"
#include "core/git/git.h"

typedef struct bd_importing {
    const bd_history_call *call;
    bd_repository         *repository; /* owned; NULL = not needed yet */
    bd_runs                runs;       /* in the end those that are new */
    bd_names               taken;      /* files of a branch that have been read */
    bd_run_heads           heads;      /* of the store, */
    bd_map                 known;      /* and their ids */
    size_t                 files, entries;
    size_t                 names_split, names_whole; /* of benchmarks */
    const char            *whole; /* the first that no pattern of its input fits; NULL = none */
    bd_arena               arena;
} bd_importing;

/* How many names patterns of the configuration, or the format, take apart. */
void bd_import_count_names(bd_importing *im);
bool bd_import_print(bd_importing *im, bd_error *err);

#endif
