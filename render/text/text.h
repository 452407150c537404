/* render/text/text.h: views → text, and the regions of a document that the text goes into. */
#ifndef BD_TEXT_TEXT_H
#define BD_TEXT_TEXT_H

#include "core/json/json.h"
#include "render/view/chart.h"
#include "render/view/view.h"

/* ---- views ---- */

/* A GFM table, columns padded to equal display width (East Asian width, combining
 * marks and emoji included), ending in "\n". Data is escaped: | \ ` * _ { } [ ] < > # & ~
 * where they would be markup, line breaks become <br>, control characters and
 * bidirectional overrides become visible escapes. Inside a code span of the
 * configuration's own markup only | and ` are cared for. */
void bd_markdown_table(const bd_table *table, bd_buf *out);
/* The table's notes, to stand below it: a paragraph each, with a blank line before;
 * all of their text is data. */
void bd_markdown_notes(const bd_table *table, bd_buf *out);
/* A cell's Markdown for a sentence, in which a document's own text stands around it. */
void bd_markdown_cell(const bd_cell *cell, bd_buf *out);
/* Data within a sentence or a title of a comment: it mentions nobody and links no issue. */
void bd_markdown_words(bd_str text, bd_buf *out);
void bd_markdown_list(const bd_table *one_column, bd_buf *out); /* "- item" lines */
void bd_terminal_table(const bd_table *table, bool colour, bd_buf *out);
void bd_csv_table(const bd_table *table, bd_buf *out);  /* RFC 4180, "\n" line ends */
/* {"table": name, "columns": […], "rows": [{"cells": [{"text", "sources": [{suite, file,
 * sha256, line, column, path, value, unit, statistic, n}]}]}], "notes": […]}; what is
 * not known is left out */
void bd_json_table(const bd_table *table, bd_json_writer *w);
/* The same of a chart's numbers, with its change points where it looks for them: each after
 * the commit `after`, at `at` the latest. */
void bd_json_chart(const bd_table *table, const bd_chart *chart, bd_json_writer *w);
void bd_json_cell(const bd_cell *cell, bd_json_writer *w);
void bd_plain_cell(const bd_cell *cell, bd_buf *out); /* text without escapes */
/* Text for a terminal: control characters made visible. */
void bd_terminal_text(bd_str text, bd_buf *out);
/* Columns that a terminal or a monospaced source uses for the text. */
size_t bd_display_width(bd_str text);

/* ---- charts ---- */

/* A picture beside a document. */
typedef struct bd_picture {
    const char *document;    /* that shows it */
    const char *light, *dark; /* its files, relative to the same root; dark NULL = there is none */
    const char *alt;
    double      width_px;
} bd_picture;

/* <picture> as an HTML block: the dark file where the reader's colours are dark. Links are
 * relative to the document. */
void bd_markdown_picture(const bd_picture *picture, bd_buf *out);

/* Bars and lines as Mermaid `xychart-beta`, a block for each panel, in fences. Below it
 * stands what Mermaid cannot say: which line is which (it has no legend; so the lines are
 * named with their values at the last place, from the top), footer and notes. Of several
 * series of bars each place gets a bar per series: versions of Mermaid differ in whether
 * they put them upon, before or beside each other. Places of numbers stand equally far
 * apart.
 * @return false with BD_ERR_CONFIG for what Mermaid would draw wrongly: other kinds,
 *         logarithmic values, gaps, negative bars, spreads, annotations, too much text */
bool bd_mermaid_chart(const bd_chart *chart, bd_buf *out, bd_error *err);

/* A chart in characters: a bar for each number, of any kind of chart; of a distribution
 * one for each bin, of percentiles for the well-known ones, of samples their median.
 * @param columns  of the terminal; at least 40 are used */
void bd_terminal_chart(const bd_chart *chart, size_t columns, bool colour, bd_buf *out);

/* ---- regions ---- */

typedef struct bd_region {
    const char *kind;      /* "table", "value", "environment", "pages", "chart" */
    const char *arguments; /* the rest of the marker, trimmed */
    int         line, column; /* of the opening marker */
    bool        is_inline;
    bool        in_table;  /* inline, in a cell of a hand-written table */
    size_t      from, to;  /* the bytes between the markers; of a block the lines between them */
    const char *prefix;    /* what each generated line begins with: indentation, "> "; arena */
    const char *eol;       /* of the opening marker's line: "\n", "\r\n" or "\r" */
} bd_region;

typedef struct bd_regions {
    bd_region  *items; /* in the order of the document */
    size_t      count, capacity;
    const char *eol; /* of the document's first line: "\n", "\r\n" or "\r" */
    bool        bom;
    bd_arena    arena;
} bd_regions;

/* Finds `<!-- benchdoc:KIND ARGUMENTS --> … <!-- benchdoc:end -->`. Letter case of the
 * name and kind, and blanks inside the dashes, do not matter. Markers in fenced or
 * indented code, code spans, other comments, <pre> and front matter are text. Unclosed,
 * nested or unknown regions, an end without a beginning, a `value` that begins a line,
 * a comment that is nearly a marker: errors with line, column and the fix, all of them.
 * @param out  only to be filled when nothing is wrong; to be released either way
 * @return false when an error was added (BD_ERR_CONFIG) */
bool bd_document_scan(bd_str bytes, const char *file, bd_regions *out, bd_diagnostics *found);
void bd_regions_release(bd_regions *regions);
/* The document with each region's bytes replaced. A block's text is prefixed line by
 * line, its line ends become the document's, and a blank line stands inside both
 * markers; an inline text stays on its line.
 * @param contents  one per region; a NULL ptr keeps what is there */
void bd_document_fill(bd_str bytes, const bd_regions *regions, const bd_str *contents, bd_buf *out);
/* Whether a filled document still has the regions it was filled by. Data cannot undo a
 * marker; a template's own markup, or a stray backtick before a value with code, can:
 * then an error names the first region that is lost. */
bool bd_document_verify(bd_str filled, const bd_regions *regions, const char *file,
                        bd_diagnostics *found);

/* ---- pages: documents that benchdoc owns, made from a template ---- */

/* A template is a document with two things more: placeholders {{title}} in its text
 * (not in code; written \{{ they are text), and notes that people wrote, put in where
 * <!-- benchdoc:include notes/{{value}}.md --> stands alone on a line. */
typedef struct bd_include {
    const char *path; /* placeholders replaced; stays inside the project; arena */
    int         line, column;
} bd_include;

typedef struct bd_template {
    bd_include             *includes; /* owned; in the order of the template */
    size_t                  include_count, include_capacity;
    struct bd_piece        *pieces; /* owned; what is replaced */
    size_t                  piece_count, piece_capacity;
    bd_arena                arena;
} bd_template;

/* @param names  what placeholders may name, with their values: data, escaped for the
 *               place it goes to (text, link, HTML, marker, front matter)
 * @return false when an error was added: unknown name, a path that leaves the project */
bool bd_template_scan(bd_str bytes, const char *file, const bd_pairs *names, bd_template *out,
                      bd_diagnostics *found);
/* The page: marked as benchdoc's in its first line (behind front matter, where there
 * is some); its regions are still to be scanned and filled.
 * @param file   of the template, for the mark
 * @param notes  one per include; a NULL ptr leaves the include out */
void bd_template_build(bd_str bytes, const char *file, const bd_template *template,
                       const bd_str *notes, bd_buf *out);
void bd_template_release(bd_template *template);
/* Whether a file is a page that benchdoc made, and so may be rewritten or removed. */
bool bd_page_is_ours(bd_str bytes);

/* ---- comparing ---- */

/* A unified diff (3 lines of context), nothing when equal; line ends other than "\n"
 * are shown where only they differ.
 * @return how many lines were taken away or put in */
size_t bd_unified_diff(bd_str before, bd_str after, const char *name, bd_buf *out);

/* Parses a Markdown table as it stands in a document: for comparing figures before
 * and after. Cells are trimmed slices of `bytes` as they are written, escapes included. */
typedef struct bd_text_table {
    bd_str *cells; /* owned; row-major, title row first, rule left out */
    size_t  row_count, column_count;
} bd_text_table;
bool bd_text_table_read(bd_str bytes, bd_text_table *out);
void bd_text_table_release(bd_text_table *table);

#endif
