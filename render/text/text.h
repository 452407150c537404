/* render/text/text.h: views → text, and the regions of a document that the text goes into. */
#ifndef BD_TEXT_TEXT_H
#define BD_TEXT_TEXT_H

#include "core/json/json.h"
#include "render/view/view.h"

/* ---- views ---- */

/* A GFM table, columns padded to equal display width (East Asian width, combining
 * marks and emoji included), ending in "\n". Data is escaped: | \ ` * _ { } [ ] < > # & ~
 * where they would be markup, line breaks become <br>, control characters and
 * bidirectional overrides become visible escapes. Inside a code span of the
 * configuration's own markup only | and ` are cared for. */
void bd_markdown_table(const bd_table *table, bd_buf *out);
/* A cell's Markdown outside a table: for inline values and lists. */
void bd_markdown_cell(const bd_cell *cell, bd_buf *out);
void bd_markdown_list(const bd_table *one_column, bd_buf *out); /* "- item" lines */
void bd_terminal_table(const bd_table *table, bool colour, bd_buf *out);
void bd_csv_table(const bd_table *table, bd_buf *out);  /* RFC 4180, "\n" line ends */
/* {"table": name, "columns": […], "rows": [{"cells": [{"text", "sources": [{suite, file,
 * sha256, line, column, path, value, unit, statistic, n}]}]}]} */
void bd_json_table(const bd_table *table, bd_json_writer *w);
void bd_json_cell(const bd_cell *cell, bd_json_writer *w);
void bd_plain_cell(const bd_cell *cell, bd_buf *out); /* text without escapes */
/* Text for a terminal: control characters made visible. */
void bd_terminal_text(bd_str text, bd_buf *out);
/* Columns that a terminal or a monospaced source uses for the text. */
size_t bd_display_width(bd_str text);

/* ---- regions ---- */

typedef struct bd_region {
    const char *kind;      /* "table", "value", "environment", "pages", "chart" */
    const char *arguments; /* the rest of the marker, trimmed */
    int         line, column; /* of the opening marker */
    bool        is_inline;
    size_t      from, to;  /* the bytes between the markers */
    const char *prefix;    /* what each generated line begins with: indentation, "> " */
} bd_region;

typedef struct bd_regions {
    bd_region  *items; /* in the order of the document */
    size_t      count, capacity;
    const char *eol; /* the document's line ending: "\n" or "\r\n" */
    bool        bom;
    bd_arena    arena;
} bd_regions;

/* Finds `<!-- benchdoc:KIND ARGUMENTS --> … <!-- benchdoc:end -->`. Markers in fenced
 * or indented code and in code spans are text. Unclosed, nested or unknown regions, an
 * end without a beginning, a `value` that begins a line: errors with line, column and
 * the fix. */
bool bd_document_scan(bd_str bytes, const char *file, bd_regions *out, bd_diagnostics *found);
void bd_regions_release(bd_regions *regions);
/* The document with each region's bytes replaced. A block's text is prefixed line by
 * line, its line ends become the document's, and a blank line stands inside both
 * markers; an inline text stays on its line.
 * @param contents  one per region; a NULL ptr keeps what is there */
void bd_document_fill(bd_str bytes, const bd_regions *regions, const bd_str *contents, bd_buf *out);

/* A unified diff (3 lines of context), nothing when equal; line ends other than "\n"
 * are shown where only they differ.
 * @return how many lines differ */
size_t bd_unified_diff(bd_str before, bd_str after, const char *name, bd_buf *out);

/* Parses a Markdown table as it stands in a document: for comparing figures before
 * and after. Cells are trimmed, unescaped slices of `bytes`. */
typedef struct bd_text_table {
    bd_str *cells; /* owned; row-major, title row first, rule left out */
    size_t  row_count, column_count;
} bd_text_table;
bool bd_text_table_read(bd_str bytes, bd_text_table *out);
void bd_text_table_release(bd_text_table *table);

#endif
