/* render/text/gate.h: gates as text for people, Markdown and JSON. */
#ifndef BD_TEXT_GATE_H
#define BD_TEXT_GATE_H

#include "core/json/json.h"
#include "render/view/gate.h"

typedef struct bd_gate_text {
    bool all; /* what passed or was not judged, too, series by series */
    bool colour;
} bd_gate_text;

/* A line for each series that failed, or is accepted; then a line for each gate of which some
 * were not judged, with the reasons; then the counts. Of one gate 50 lines at most, unless
 * `all`. */
void bd_gate_print_text(const bd_gate_report *report, const bd_gate_text *how, bd_buf *out);
enum { BD_GATE_ROWS = 100 };
/* A table of what failed, was accepted or, folded, was not judged; for a comment or a job's
 * summary. @param rows  of what failed and was accepted, at most; BD_GATE_ROWS can be read */
void bd_gate_print_markdown(const bd_gate_report *report, size_t rows, bd_buf *out);
/* {"counts": {…}, "gates": […]}: every result with its source. */
void bd_gate_print_json(const bd_gate_report *report, bd_json_writer *w);

/* ---- shared by them (gate_parts.c) ---- */

/* "2 failed, 40 passed, 3 not judged" */
void bd_gate_put_counts(const size_t counts[BD_GATE_STATES], bd_buf *out);
/* "jmh · AMD EPYC 7763 · SQLite: list add gc.alloc.rate.norm" */
void bd_gate_put_series(const bd_gate_result *result, bd_buf *out);
/* "benchdoc.yml:143", or nothing. */
void bd_gate_put_place(const bd_gate *gate, bd_buf *out);
/* "results.json:12:5: $[0].primaryMetric.score" */
void bd_gate_put_source(const bd_gate_result *result, bd_buf *out);
/* Each reason of one gate for a state once, and how often: "3 no baseline on this CPU yet".
 * @param most  reasons; the rest is counted together */
void bd_gate_put_reasons(const bd_gate_report *report, size_t gate, bd_gate_state state,
                         size_t most, bd_buf *out);

#endif
