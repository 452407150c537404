/* core/datajs/suites.h: an open file; shared by the files of this folder only. */
#ifndef BD_DATAJS_SUITES_H
#define BD_DATAJS_SUITES_H

#include "core/datajs/internal.h"

typedef struct bd_datajs_new { /* an entry that is to be added */
    bd_str           text;     /* JSON; compact, or as it came */
    bool             as_it_came;
    const char      *run_id, *commit_id;
    int64_t          date_ms;
    bd_datajs_bench *benches; /* in the units that are written; NULL with as_it_came */
    size_t           bench_count;
} bd_datajs_new;

/* An entry of another suite that is put before one of this. */
typedef struct bd_datajs_move {
    size_t before; /* count = behind the last one */
    bd_str text;   /* as it stands in the file */
} bd_datajs_move;

typedef struct bd_datajs_suite {
    const char    *name;
    const char    *renamed; /* what it is called from now on; NULL = as before */
    bool           dropped; /* the whole list goes, */
    bd_json        list;   /* exists: the array in the file */
    bool           exists;
    bd_json       *items;  /* owned; the array's entries */
    bool          *gone;   /* owned; which of them are taken out; NULL = none */
    size_t         count;
    bd_datajs_new *added;  /* owned */
    size_t         added_count, added_capacity;
    bd_datajs_move *moves; /* owned */
    size_t         move_count, move_capacity;
} bd_datajs_suite;

typedef struct bd_datajs_bench_change {
    bd_datajs_place at;
    const char     *name; /* NULL = it goes */
} bd_datajs_bench_change;

typedef enum bd_datajs_use {
    BD_DATAJS_CHANGE,
    BD_DATAJS_ADD,  /* entries are closed */
    BD_DATAJS_READ, /* many positions will be asked for */
} bd_datajs_use;

struct bd_datajs {
    bd_str           bytes; /* borrowed */
    bd_str           json;  /* of the file, or of `text` */
    bd_datajs_text   text;  /* of JavaScript; empty for JSON */
    bd_json_shift    start;
    bd_json_origin   origin;
    bd_json_doc     *doc;
    bd_datajs_use    use;
    bd_json          root, entries;
    bd_datajs_suite *suites; /* owned; those of the file first */
    size_t           suite_count, suite_capacity;
    bd_datajs_bench_change *bench_changes; /* owned; ascending */
    size_t           bench_change_count, bench_change_capacity;
    const char      *repo_url;  /* to be written; NULL = unchanged */
    int64_t          update_ms; /* to be written; 0 = unchanged */
    bd_arena         arena;
};

/* @return false: `entries` is not there, or is not an object of lists of objects */
bool bd_datajs_read_suites(bd_datajs *file, bd_error *err);
void bd_datajs_release_suites(bd_datajs *file);
bd_datajs_suite *bd_datajs_suite_of(const bd_datajs *file, const char *name); /* NULL = none */
void bd_datajs_mark_gone(bd_datajs_suite *suite, size_t entry);
/* The date of an entry of the file. @return false when it has none that is a number */
bool bd_datajs_date(const bd_json *entry, int64_t *ms);
/* A member that is a string. Borrowed from the file, or in the arena. */
bool bd_datajs_text_member(const bd_json *object, const char *name, bd_arena *arena, bd_str *out);

/* A number and its unit as the action would write them behind a point of unit `before`:
 * both stay when the units do not convert. */
void bd_datajs_rescale(bd_str before, bd_datajs_bench *bench, bd_arena *arena);

/* Which value is better: as the point says, else its metric or unit. */
bd_direction bd_datajs_direction_of(const bd_point *point);

bool bd_datajs_is_source(const bd_run *run); /* was it read from a data.js? */

typedef struct bd_datajs_points { /* some points of a run */
    const bd_run          *run;
    const bd_point *const *points;
    size_t                 count;
    bd_direction           usual;          /* what the action takes for better with the tool */
    bool                   says_direction; /* where a point's differs, the bench has it as a key */
} bd_datajs_points;

/* Their benches, in their order; where points have several entries each, in the order of
 * their places. @param out  set; in the arena. @return how many */
size_t bd_datajs_benches_of(const bd_datajs_points *from, bd_arena *arena,
                            const bd_datajs_bench **out);

/* The JSON text of an entry, compact. */
bd_str bd_datajs_entry_text(const bd_datajs_entry *entry, const bd_datajs_bench *benches,
                            bd_arena *arena);

/* Bytes of the file for which others stand. */
typedef struct bd_datajs_edit {
    size_t from, to, order; /* those of one place stand in this order */
    bd_str text;
} bd_datajs_edit;

/* Makes the edits, which are sorted by it, and appends the whole. */
void bd_datajs_apply(bd_datajs_edit *edits, size_t count, bd_str bytes, bd_buf *out);
/* The same in place; nothing that was borrowed from the bytes can be used any more. */
void bd_datajs_apply_over(bd_datajs_edit *edits, size_t count, bd_buf *bytes);

/* How a file is laid out. */
typedef struct bd_datajs_style {
    bool        pretty; /* entries take several lines */
    bool        spaced; /* on one line: a blank behind colons and commas */
    const char *line;   /* "\n" or "\r\n" */
    bd_str      unit;   /* of indent */
} bd_datajs_style;

/* Compact JSON in a layout. @param base  what its lines begin with; "" on one line */
void bd_datajs_lay_out(bd_str json, const bd_datajs_style *style, bd_str base, bd_buf *out);

#endif
