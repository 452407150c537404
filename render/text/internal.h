/* render/text/internal.h: private to render/text. */
#ifndef BD_TEXT_INTERNAL_H
#define BD_TEXT_INTERNAL_H

#include "core/base/buf.h"
#include "render/text/text.h"

/* ---- characters ---- */

/* Decodes the character at `at`. @return its bytes; for a byte that is not UTF-8
 * one, with *character = -1 */
size_t bd_utf8_at(bd_str text, size_t at, int32_t *character);
/* Whether the character would not be seen, or would change what is seen: control
 * characters, line and paragraph separators, bidirectional marks, zero-width ones
 * (joiners and variation selectors excepted: writing and emoji need them). */
bool bd_is_hidden(int32_t character);
/* Appends it as "\t", "\u202E", "\U000E0001" or, for a stray byte, "\xFF". */
void bd_put_visible(int32_t character, unsigned char byte, bd_buf *out);
/* A letter or number of any script. */
bool bd_is_word(int32_t character);
bool bd_is_punct(char c); /* ASCII punctuation: what a backslash escapes in CommonMark */
bool bd_is_alnum(char c); /* ASCII */
char bd_lower(char c);    /* ASCII */
bool bd_is_space(char c); /* blank or tab */

/* Appends the text as it is, or so much of both its ends that it is `width` wide. */
void bd_put_fitted(bd_str text, size_t width, bd_buf *out);

/* ---- escaping data for one place each ---- */

typedef struct bd_data {
    bd_str text;
    char before;      /* the last byte of the author's markup before it; 0 = none */
    bool more;        /* markup follows */
    bool starts_line; /* nothing but blanks stands before it in a block */
    bool in_table;
    bool in_sentence; /* a document's own text stands around it */
    bool in_comment;  /* #12 and GH-12 would speak to an issue, which a document's do not */
} bd_data;

void bd_escape_text(const bd_data *data, bd_buf *out); /* running text */
void bd_escape_code(const bd_data *data, bd_buf *out); /* inside a code span */
void bd_escape_link(const bd_data *data, bd_buf *out); /* a link's target, or a part of it */
void bd_escape_html(const bd_data *data, bd_buf *out); /* a tag's attribute, a title, a comment */

void bd_put_csv_field(bd_str text, bd_buf *out); /* quoted where it must be */

/* One cell's Markdown. */
void bd_put_cell(const bd_cell *from, bool in_table, bool starts_line, bd_buf *out);

/* ---- charts by place ---- */

/* The numbers of one panel as a grid of places and series. */
typedef struct bd_places {
    const char **labels; /* of the places, in the order of the axis; in the arena */
    double *at;          /* where they are */
    const char **names;  /* of the series, each once; in the arena */
    size_t count, series;
    double *values;     /* place-major; NaN = there is none */
    const char **texts; /* as printed, with the unit */
} bd_places;

/* @param exact  only what the marks themselves say: no medians, bins or percentiles */
void bd_places_of(const bd_chart *chart, const bd_chart_panel *panel, bool exact, bd_arena *arena,
                  bd_places *out);
/* A number as the axis writes it, with its unit; in the arena. */
const char *bd_axis_text(const bd_chart_axis *axis, double value, bd_arena *arena);
/* A line's text, with its value where that is not in it. */
const char *bd_line_text(const bd_chart_line *line, const bd_chart_axis *axis, bd_arena *arena);

/* ---- block structure ---- */

typedef enum bd_line_kind {
    BD_LINE_BLANK,
    BD_LINE_TEXT, /* of a paragraph, heading or table: inline content */
    BD_LINE_CODE,
    BD_LINE_HTML,
    BD_LINE_RULE, /* thematic break, setext underline, front matter */
} bd_line_kind;

typedef struct bd_line {
    bd_line_kind kind;
    size_t start, end, next; /* of its bytes, of its line end, of the next line */
    size_t content;          /* the first byte after containers and blanks */
    size_t indent;           /* columns between the containers and `content` */
    int number;              /* 1-based */
    int html;                /* CommonMark's type of HTML block, 1..7 */
    bool begins;             /* a new paragraph, heading or HTML block */
    bool heading;            /* ATX: ends with the line */
    bool ends;               /* the last line of an HTML block */
    bool rule;               /* the line of dashes below the titles of a table */
} bd_line;

typedef enum bd_container_kind { BD_QUOTE, BD_ITEM, BD_FOOTNOTE } bd_container_kind;

typedef struct bd_container {
    bd_container_kind kind;
    size_t offset; /* columns that its lines are indented by */
    bool empty;    /* nothing in it yet */
} bd_container;

enum { BD_DEPTH_MAX = 64 }; /* deeper containers are taken as text */

typedef enum bd_leaf {
    BD_LEAF_NONE,
    BD_LEAF_PARAGRAPH,
    BD_LEAF_TABLE,
    BD_LEAF_FENCE,
    BD_LEAF_HTML,
    BD_LEAF_INDENTED
} bd_leaf;

/* CommonMark's block structure, line by line, as far as it decides what is code. */
typedef struct bd_blocks {
    bd_str bytes;
    size_t at; /* of the next line */
    int number;
    size_t front; /* where front matter ends; 0 = there is none */
    bd_container stack[BD_DEPTH_MAX];
    size_t depth, matched;
    bd_leaf leaf;
    char fence;
    size_t fence_len;
    bd_str above; /* the line before this one in the open paragraph */
    int html;
    /* cursor in the current line */
    size_t pos, column, end;
    bool partial_tab;
    size_t first, first_column, indent;
    bool blank;
} bd_blocks;

void bd_blocks_start(bd_blocks *b, bd_str bytes);
bool bd_blocks_next(bd_blocks *b, bd_line *line); /* false after the last line */

/* ---- its parts ---- */

void bd_cursor_look(bd_blocks *b); /* finds the next byte that is not blank */
void bd_cursor_advance(bd_blocks *b, size_t count, bool columns);
bool bd_open_item(bd_blocks *b, bool in_paragraph); /* a list item's marker */
int bd_html_start(bd_str line, bool in_paragraph);  /* 1..7, 0 = none */
bool bd_html_ends(bd_str line, int type);
bool bd_is_rule(bd_str line);    /* a thematic break */
bool bd_is_heading(bd_str line); /* ATX */
bool bd_is_setext(bd_str line);
size_t bd_fence_of(bd_str line); /* length of an opening fence, 0 = none */

/* The end of the cell that begins at `i`: a pipe, or the end of the row. */
size_t bd_cell_end(bd_str s, size_t i);
/* Whether the two lines are the beginning of a table. */
bool bd_makes_table(bd_str titles, bd_str rule);

/* Skips raw HTML or an autolink in running text.
 * @return where it ends, or 0 when neither begins at `i` */
size_t bd_inline_html(bd_str s, size_t i);

/* ---- what a document holds besides text ---- */

typedef struct bd_comment {
    size_t from, to; /* of "<!--" and after "-->"; in the document */
    int line;
    size_t line_start; /* of the line it begins in */
    size_t line_end, line_next;
    size_t content;    /* where that line's own text begins */
    bd_str text;       /* between the dashes; lines joined by "\n"; borrowed for the call */
    size_t indent;     /* of that text, in columns, within its list or quote */
    bool closed;       /* "-->" was found where it can be */
    bool html;         /* in an HTML block, else in running text */
    bool in_table;     /* in a cell: pipes are escaped */
    bd_blocks *blocks; /* the scanner, behind the comment's line when that is a block of its own */
} bd_comment;

typedef struct bd_visitor {
    void *state;
    void (*code)(void *state, size_t from, size_t to, int line);
    void (*comment)(void *state, const bd_comment *comment);
    void (*context_end)(void *state); /* of a paragraph, heading, cell or HTML block */
    void (*html)(void *state, size_t from, size_t to); /* raw HTML: a line, a tag; may be NULL */
} bd_visitor;

void bd_walk(bd_str bytes, const bd_visitor *visitor);

/* ---- markers ---- */

typedef enum bd_mark {
    BD_MARK_NONE, /* another comment */
    BD_MARK_OK,
    BD_MARK_ALMOST, /* looks meant: "benchdoc: table" */
} bd_mark;

/* @param kind, arguments  slices of `text`; of ALMOST the words that were meant */
bd_mark bd_marker_read(bd_str text, bd_str *kind, bd_str *arguments);
int bd_column_of(bd_str bytes, size_t line_start, size_t at); /* 1-based, in characters */
/* What the lines after this one begin with: quote marks stay, list markers become blanks. */
char *bd_prefix_of(bd_str bytes, size_t line_start, size_t content, bd_arena *arena);
/* What a template replaces: a placeholder by text, an include by a file. */
struct bd_piece {
    size_t from, to;
    const char *text; /* arena; NULL for an include */
    bool is_include;
    size_t include; /* index */
    const char *prefix, *eol;
};
typedef struct bd_piece bd_piece;

/* The mark of a page in its first line. @return false when the bytes have none */
bool bd_page_mark(bd_str bytes, bd_str *mark);
/* The line end at `end` as text: "\n", "\r\n", "\r"; "\n" at the end of the bytes. */
const char *bd_line_end_at(bd_str bytes, size_t end);

/* Appends the lines of `text`, each behind `prefix`, with `eol`. */
void bd_put_lines(bd_str text, const char *prefix, const char *eol, bd_buf *out);

#endif
