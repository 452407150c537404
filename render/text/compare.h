/* render/text/compare.h: a comparison as text for people, Markdown, JSON and CSV.
 *
 * Numbers of both sides stand in one unit, four digits of them; what was counted is printed
 * whole. A spread is that of the 95 % interval. "+12.3 % slower (1.12x)": the percentage is of
 * the base, the ratio is head / base. */
#ifndef BD_TEXT_COMPARE_H
#define BD_TEXT_COMPARE_H

#include "core/json/json.h"
#include "render/view/compare.h"

typedef struct bd_compare_text {
    bool   all;     /* rows that are the same, too, and every one of what is else cut short */
    bool   colour;
    size_t columns; /* of the terminal: what is wider loses n, spreads, evidence, then the middle
                     * of names; 0 = lines of any length */
} bd_compare_text;

void bd_compare_print_text(const bd_comparison *comparison, const bd_compare_text *how,
                           bd_buf *out);

enum { BD_COMMENT_BYTES = 65536 }; /* what GitHub takes in a comment, in characters */

/* GFM for a comment or a job summary: a table of what changed for each group, the rest folded.
 * What does not fit is left out: rows that are the same first, then new and gone ones, then
 * those without evidence, then the smallest changes, then whole groups, and it is said how
 * many. Head, counts and notes stay, even where they alone are longer.
 * @param head   Markdown that stands first: a marker, failed gates; may be empty
 * @param bytes  at most, `head` included; 0 = all */
void bd_compare_print_markdown(const bd_comparison *comparison, bd_str head, size_t bytes,
                               bd_buf *out);
/* {"groups": […], "counts": {…}}: every row with its sides, sources, evidence and verdict. */
void bd_compare_print_json(const bd_comparison *comparison, bd_json_writer *w);
void bd_compare_print_csv(const bd_comparison *comparison, bd_buf *out); /* RFC 4180 */
/* The way to one verdict, line by line: what was compared, with what, by which arithmetic. */
void bd_compare_explain(const bd_comparison *comparison, const bd_compared *row, bd_buf *out);

/* ---- parts, for others that speak of a series; names as they are ---- */

/* Appends "98.1 ms", in the unit that is easy to read for both sides; why there is no number. */
void bd_compare_put_side(const bd_compared *row, const bd_compared_side *side, bd_buf *out);
/* Appends "jmh · EPYC 7763 · SQLite". */
void bd_compare_put_group(const bd_compared_group *group, bd_buf *out);
/* Appends "2 worse, 40 same"; what there is none of is left out. */
void bd_compare_put_counts(const size_t counts[BD_VERDICTS], bd_buf *out);
/* Appends "write rows=5000 gc.alloc.rate.norm": label and, where it tells something, the
 * metric. */
void bd_compare_put_series(const bd_compared *row, bd_buf *out);
/* Appends "p = 0.0002", adjusted, "exact", or nothing. */
void bd_compare_put_evidence(const bd_compared *row, bd_buf *out);

#endif
