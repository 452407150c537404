/* render/text/compare.h: a comparison as text for people, Markdown, JSON and CSV. */
#ifndef BD_TEXT_COMPARE_H
#define BD_TEXT_COMPARE_H

#include "core/json/json.h"
#include "render/view/compare.h"

typedef struct bd_compare_text {
    bool   all;     /* rows that are the same, too */
    bool   colour;
    size_t columns; /* of the terminal; 0 = lines of any length */
} bd_compare_text;

void bd_compare_print_text(const bd_comparison *comparison, const bd_compare_text *how,
                           bd_buf *out);

enum { BD_COMMENT_BYTES = 65536 }; /* what GitHub takes in a comment, in characters */

/* GFM for a comment or a job summary: a table of what changed for each group, the rest folded.
 * What does not fit is left out: rows that are the same first, then those without evidence
 * or baseline, then the smallest changes, and it is said how many. Head and counts stay.
 * @param head   Markdown that stands first, a marker for instance; may be empty
 * @param bytes  at most, `head` included; 0 = all */
void bd_compare_print_markdown(const bd_comparison *comparison, bd_str head, size_t bytes,
                               bd_buf *out);
/* {"groups": […], "counts": {…}}: every row with its sides, sources, evidence and verdict. */
void bd_compare_print_json(const bd_comparison *comparison, bd_json_writer *w);
void bd_compare_print_csv(const bd_comparison *comparison, bd_buf *out); /* RFC 4180 */

/* ---- shared by them (compare_parts.c) ---- */

/* Appends "98.1 ms" of a side, as a number of five significant digits; "-" without one. */
void bd_compare_put_side(const bd_compared_side *side, bd_buf *out);
/* Appends "76dcc7e of 2026-06-01, 3 commits back, 2 runs". */
void bd_compare_put_baseline(const bd_baseline *baseline, bd_buf *out);
/* Appends "jmh · AMD EPYC 7763 · SQLite"; names as they are. */
void bd_compare_put_group(const bd_compared_group *group, bd_buf *out);
/* Appends "2 worse, 40 same"; what there is none of is left out. */
void bd_compare_put_counts(const size_t counts[BD_VERDICTS], bd_buf *out);
/* What must be said of a group, a sentence each: its note, facts that differ, the host, the
 * mean. In the arena. */
void bd_compare_group_notes(const bd_compared_group *group, bd_arena *arena, bd_names *out);
/* "write rows=5000 gc.alloc.rate.norm": label and, where it tells something, the metric. */
void bd_compare_put_series(const bd_compared *row, bd_buf *out);
/* "p=0.0002 n=10+10", "exact", "no evidence". */
void bd_compare_put_evidence(const bd_compared *row, bd_buf *out);

#endif
