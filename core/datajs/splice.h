/* core/datajs/splice.h: the edits that a file's changes come to; shared by the files of
 * this folder only. */
#ifndef BD_DATAJS_SPLICE_H
#define BD_DATAJS_SPLICE_H

#include "core/datajs/suites.h"

typedef struct bd_splice {
    const bd_datajs *file;
    bd_datajs_edit  *edits; /* owned */
    size_t           count, capacity;
    bd_datajs_style  style;
    bd_arena         arena;
    bd_buf           text; /* scratch */
} bd_splice;

/* ---- places in the file's bytes (places.c) ---- */

size_t bd_splice_begin(const bd_datajs *file, const bd_json *value);
size_t bd_splice_end(const bd_datajs *file, const bd_json *value); /* behind it */
bd_json bd_splice_key(const bd_json *member);
/* The blanks between two places; empty when something else stands there. */
bd_str bd_splice_blanks(const bd_datajs *file, size_t from, size_t to);
/* What stands behind the last line end. */
bd_str bd_splice_last_line(bd_str blanks);
bool   bd_splice_has_lines(bd_str text);
/* What stands before the first member or item of a container; of an empty one, or where
 * there is a comment, what its depth asks for. */
bd_str bd_splice_lead(bd_splice *s, const bd_json *container, size_t depth);

/* ---- edits ---- */

void bd_splice_add(bd_splice *s, size_t from, size_t to, const bd_buf *text);
void bd_splice_comma(const bd_splice *s, bd_str lead, bd_buf *out);

typedef struct bd_extent { /* an item, or a member with its key */
    size_t from, to;
} bd_extent;

/* Takes items out of a list, with the comma and the blanks behind them, or before the
 * last ones. @return how many lead up to the last one that stays; 0: no edit is made */
size_t bd_splice_cut(bd_splice *s, const bd_extent *items, const bool *gone, size_t count);

/* What change.c notes about suites, entries and benches that are there. */
void bd_splice_changes(bd_splice *s);

#endif
