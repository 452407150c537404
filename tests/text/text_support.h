/* tests/text/text_support.h: building small views by hand. */
#ifndef BD_TESTS_TEXT_SUPPORT_H
#define BD_TESTS_TEXT_SUPPORT_H

#include "render/text/text.h"

#include "tests/support.h"

/* A cell from a text in which data stands between \x02 and \x03: "**\x02name\x03**". */
bd_cell text_cell(bd_arena *arena, const char *spans);
/* A table from such texts, row by row, the titles first; NULL ends the list. `aligns`
 * has a letter per column, 'l' or 'r'. */
bd_table text_table(bd_arena *arena, const char *aligns, const char *const *cells);

/* Deterministic chance (SplitMix64). */
uint64_t text_random(uint64_t *state);

/* All findings, a line each: "3:5: message (hint)". */
void text_findings(const bd_diagnostics *found, bd_buf *out);

#endif
