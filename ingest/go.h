/* ingest/go.h: what the parts of the reader of Go's benchmarks share. Private to ingest/. */
#ifndef BD_INGEST_GO_H
#define BD_INGEST_GO_H

#include "ingest/repeats.h"

/* Name, count, and pairs of a value and its unit; more than any line has. */
enum { BD_GO_WORDS = 2 + 2 * 64 };

typedef struct bd_go_line {
    bd_str    words[BD_GO_WORDS]; /* borrowed from the line's text */
    size_t    count;
    bd_number values[BD_GO_WORDS / 2]; /* of words 2, 4, … */
    size_t    pairs; /* with a number for a value */
} bd_go_line;

typedef struct bd_go_value {
    bd_number number;
    int       line, column;
    size_t    next; /* of the same metric; 0 = the last */
} bd_go_value;

/* The values of one unit of one benchmark, a value for each of its lines. */
typedef struct bd_go_metric {
    bd_str       unit;        /* in the run's arena */
    size_t       first, last; /* of what was measured */
    size_t       count;
    size_t       seen; /* the result that gave the last one, counted from 1 */
    bd_compat   *compat, *last_compat; /* in the run's arena */
    char        *compat_name;          /* of its entries: room that is filled at the end */
} bd_go_metric;

typedef struct bd_go_group {
    bd_str        name;  /* with its suffix; in the arena of keys */
    bd_str        base;  /* … without it */
    size_t        state; /* of the settings */
    bool          is_taken;    /* by the action */
    char         *compat_name; /* of the first entry of each line: room that is filled at the end */
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

/* Where a part of a package's output stands in the file: in the "Output" of an event. */
typedef struct bd_go_piece {
    size_t      at;   /* its begin in the output */
    const char *text; /* its begin in the file, behind the quote; NULL = among colours */
    bd_str      raw;  /* the event's line in the file */
    int         line;
} bd_go_piece;

/* What one package printed, out of its events: those of several packages are mixed. */
typedef struct bd_go_stream {
    bd_str       package; /* in the arena of keys */
    bd_buf       output;  /* owned */
    bd_go_piece *pieces;  /* owned */
    size_t       count, capacity;
} bd_go_stream;

typedef struct bd_go {
    bd_reading  *reading; /* borrowed */
    bd_run      *run;     /* borrowed */
    bd_go_group *groups;  /* owned, in the order of the file */
    size_t       count, capacity;
    bd_map       by_name; /* of groups, by state and name */
    bd_go_value *measured; /* owned: of all metrics, in the order of the file */
    size_t       measured_count, measured_capacity;
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
    size_t       results;     /* lines with one */
    size_t       values;      /* in them, and benchmarks without any */
    bd_go_stream *streams;    /* owned; of `go test -json` */
    size_t        stream_count, stream_capacity;
    bd_map        by_package; /* of streams */
    const bd_go_stream *stream; /* that is read now; NULL = the file itself */
    bd_arena     keys;
    bd_buf       scratch;
} bd_go;

/* ---- go_result.c ---- */

/* Reads a line that begins with a benchmark's name, or the end of such a line.
 * @return false only with an error */
bool bd_go_read_result(bd_go *go, bd_line *line, bd_error *err);
/* Is it one line with a whole result? */
bool bd_go_is_result(bd_str text);
/* The metric of a unit. @param guess  where it is when the line is like the one before
 * @return NULL = the group has none yet */
bd_go_metric *bd_go_metric_of(const bd_go_group *group, bd_str unit, size_t guess);
/* "--- FAIL: BenchmarkX", "--- SKIP: BenchmarkX" */
bool bd_go_read_bad(bd_go *go, bd_line *line, bd_error *err);
bd_go_group *bd_go_group_of(bd_go *go, bd_str name, int line);

/* Lets all states so far have had a setting, too: the first header of a file may lack what
 * the others have. */
void bd_go_set_always(bd_go *go, bd_str key, bd_str value);

/* ---- go_events.c: `go test -json`, an event a line ---- */

bool bd_go_is_event(bd_str line);
/* Adds what an event says to its package's output. @return false only with an error */
bool bd_go_add_event(bd_go *go, bd_line *line, bd_error *err);
/* Where a byte of a line's text stands in the file, when the line may be one of a stream. */
void bd_go_place(const bd_go *go, bd_line *line, const char *at, int *number, int *column);
void bd_go_streams_release(bd_go *go);

/* ---- go_points.c ---- */

/* "BenchmarkX-8" → 8; 0 = no suffix. @param base  the name without it */
int64_t bd_go_procs(bd_str name, bd_str *base);
/* Settings that all results share become facts of the run, others params. */
void bd_go_points(bd_go *go);

/* ---- go_compat.c ---- */

/* The format's name for names that always have their package, in data.js; else they have it
 * where a file has several packages. */
#define BD_GO_WITH_PACKAGES "go-with-packages"

/* What the action makes of a result line, for the group's metrics, which have its values
 * already. @param text  the line's, from which its words are */
void bd_go_add_compat(bd_go *go, bd_go_group *group, const bd_go_line *line, bd_str text);
/* Does the action take a benchmark of that name? */
bool bd_go_is_taken(bd_str base);
/* Fills in the names, now that all packages are known. */
void bd_go_name_compat(const bd_go *go, const bd_go_group *group);

#endif
