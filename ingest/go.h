/* ingest/go.h: what the parts of the reader of Go's benchmarks share. Private to ingest/. */
#ifndef BD_INGEST_GO_H
#define BD_INGEST_GO_H

#include "ingest/repeats.h"

/* The values of one unit of one benchmark, a value for each of its lines. */
typedef struct bd_go_metric {
    bd_str     unit;   /* in the run's arena */
    bd_number *values; /* owned */
    struct bd_go_place {
        int line, column;
    } *places; /* owned */
    size_t     count, capacity;
    bd_compat *compat, *last_compat; /* in the run's arena; names are given at the end */
} bd_go_metric;

typedef struct bd_go_group {
    bd_str        name;  /* with its suffix; in the arena of keys */
    size_t        state; /* of the settings */
    bd_go_metric *metrics; /* owned */
    size_t        count, capacity;
    bd_buf        iterations; /* of its lines, with commas between */
    const char   *failed;     /* the reason, in the run's arena; NULL = not */
    bool          skipped;    /* then `failed` says why */
    int           line;       /* of its first line */
} bd_go_group;

/* A combination of settings ("pkg: …", "note: …") that some result stands under. */
typedef struct bd_go_state {
    bd_pairs settings;
} bd_go_state;

typedef struct bd_go {
    bd_reading  *reading; /* borrowed */
    bd_run      *run;     /* borrowed */
    bd_go_group *groups;  /* owned, in the order of the file */
    size_t       count, capacity;
    bd_map       by_name; /* of groups, by state and name */
    bd_go_state *states;  /* owned */
    size_t       state_count, state_capacity;
    bd_map       by_settings; /* of states */
    bd_pairs     settings;    /* as they are now */
    bool         changed;     /* since the last result */
    size_t       state;       /* of the last result */
    bd_map       packages;    /* all that the file names */
    bd_pairs     units;       /* "Unit" lines: unit → what they say */
    bd_str       pending;     /* a name whose result has not come yet; in the arena of keys */
    size_t       last;        /* the group of the last result */
    size_t       place;       /* in the action's list */
    bool         after_bad;   /* the lines before said why a benchmark failed */
    bd_arena     keys;
    bd_buf       scratch;
} bd_go;

/* ---- go_result.c ---- */

/* Reads a line that begins with a benchmark's name, or the end of such a line.
 * @return false only with an error */
bool bd_go_read_result(bd_go *go, bd_line *line, bd_error *err);
/* Is it one line with a whole result? */
bool bd_go_is_result(bd_str line);
/* "--- FAIL: BenchmarkX", "--- SKIP: BenchmarkX" */
bool bd_go_read_bad(bd_go *go, bd_line *line, bd_error *err);
bd_go_group *bd_go_group_of(bd_go *go, bd_str name, int line);

/* Lets all states so far have had a setting, too: the first header of a file may lack what
 * the others have. */
void bd_go_set_always(bd_go *go, bd_str key, bd_str value);

/* ---- go_points.c ---- */

/* "BenchmarkX-8" → 8; 0 = no suffix. @param base  the name without it */
int64_t bd_go_procs(bd_str name, bd_str *base);
/* Settings that all results share become facts of the run, others params. */
void bd_go_points(bd_go *go);

/* ---- go_compat.c ---- */

/* What the action makes of a result line, for the group's metrics, which have its values
 * already. @param times,rest  the count, and what follows it */
void bd_go_add_compat(bd_go *go, bd_go_group *group, bd_str times, bd_str rest);
/* The names, now that all packages are known. */
void bd_go_name_compat(bd_go *go, const bd_go_group *group);

#endif
