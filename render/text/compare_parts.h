/* render/text/compare_parts.h: private to compare*.c: the texts that all reports share. */
#ifndef BD_TEXT_COMPARE_PARTS_H
#define BD_TEXT_COMPARE_PARTS_H

#include "render/text/compare.h"
#include "render/text/internal.h"

/* The texts of a row: data, not yet escaped for anything. In an arena; "" = nothing. */
typedef struct bd_compared_texts {
    const char *base, *base_spread; /* "250.5 ops/s", "± 2 %" */
    const char *head, *head_spread;
    const char *change;   /* "+12.3 % slower" */
    const char *ratio;    /* "(1.12x)" */
    const char *evidence; /* "p = 0.008", "exact" */
    const char *n;        /* "5 + 5" */
} bd_compared_texts;

void bd_compared_texts_of(const bd_compared *row, bd_arena *arena, bd_compared_texts *out);
/* "2 slower, 1 faster, 40 same, 3 unconfirmed". Appends.
 * @param group  SIZE_MAX = of all */
void bd_compared_counts(const bd_comparison *comparison, size_t group, bd_buf *out);
/* "3f2a9c1d of 2026-06-27", or its file. Appends. */
void bd_compared_run(const bd_run *run, bd_buf *out);
/* "9ab12cd0 with 3f2a9c1d: the nearest ancestor with data, 3 commits back, 2 runs". Appends. */
void bd_compared_with(const bd_compared_group *group, bd_buf *out);
/* "the whole run is 6.1 % slower …"; nothing without a host effect. Appends. */
void bd_compared_host(const bd_compared_group *group, bd_buf *out);
/* "geometric mean of 44 timings: 1.02x the time"; nothing of one alone. Appends. */
void bd_compared_mean(const bd_compared_group *group, bd_buf *out);
/* "slower" rather than "worse" where that is what happened. */
const char *bd_compared_verdict(const bd_compared *row);

/* Somebody has to look at it. */
bool bd_compared_matters(bd_verdict verdict);
/* How many rows of a verdict are shown in place of `count`. */
size_t bd_compared_shown(bd_verdict verdict, size_t count, bool all);
/* Does the metric tell a series from its unit and its name? */
bool bd_compared_metric_tells(const bd_compared *row);

#endif
