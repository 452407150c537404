/* render/view/internal.h: private to render/view/: templates of cells, rows, and how
 * a name in braces finds its number. */
#ifndef BD_VIEW_INTERNAL_H
#define BD_VIEW_INTERNAL_H

#include "core/base/map.h"
#include "render/view/view.h"

typedef struct bd_basis bd_basis;

/* ---- templates: "Run #{run}, {wall.p95 operation=write in ms:0.00 ms}" ---- */

typedef struct bd_found_metric { /* what a hole's name came to */
    const char *metric;
    bd_stat     stat;
} bd_found_metric;

typedef enum bd_hole_kind {
    BD_HOLE_METRIC, /* a number of the one point that fits */
    BD_HOLE_WORD,   /* a dimension or fact that the row's points share */
    BD_HOLE_SERIES, /* {series}: how many points the row has */
    BD_HOLE_PAGE,   /* {page}: the link to the row's page */
} bd_hole_kind;

typedef struct bd_hole {
    const char *source; /* as written, with braces, for messages */
    const char *name;   /* metric, metric.stat, dimension, fact, fact.short */
    bd_query    filter; /* its conditions; no suite, no words */
    const char *unit;   /* of "in UNIT"; NULL = none */
    const char *style;  /* number example after ':'; NULL = none */
    const char *form;   /* "slug", "short"; NULL = none */
    size_t      offset; /* of '{' in the template, bytes */
    size_t      inside; /* of the first character that the filter was read from */

    bd_hole_kind    kind; /* from here on: known once it is compiled for a basis */
    bd_found_metric metric;
    bd_str          word; /* the name without its form */
} bd_hole;

typedef struct bd_template_part {
    const char *literal; /* NULL: the hole */
    bd_hole     hole;
} bd_template_part;

typedef struct bd_cell_template {
    bd_template_part *parts;
    size_t            count;
    bd_scalar         text; /* what it was read from, in the document's language */
} bd_cell_template;

/* "{{" and "}}" are literal braces. @return false with err->column in the text, 1-based */
bool bd_template_parse(const char *text, bd_arena *arena, bd_cell_template *out, bd_error *err);
/* "{name}", quoted where the name needs it. In the arena. */
const char *bd_hole_text(bd_arena *arena, const char *name);

/* Reads a template and settles what each name in it is, once for all rows. Every
 * unknown name is reported at its own place.
 * @param said  the text is in the document's language already
 * @return in the arena; NULL when something was reported */
const bd_cell_template *bd_template_compile(const bd_basis *basis, bd_scalar text, bool said);

/* ---- rows ---- */

typedef struct bd_row {
    const bd_observation **items; /* in order of appearance */
    size_t                 count, capacity;
    const char           **keys; /* one per `per` */
    const char            *name; /* the keys, for messages */
} bd_row;

/* Everything a table (or value) is made from. */
struct bd_basis {
    const bd_view         *view;
    const bd_table_config *table; /* NULL for a value */
    bd_place               place; /* of the definition */
    const char            *title; /* "table 'curve'", "value 'x'": for messages */
    bool                   chart; /* rows are places of an axis */
    const bd_observation **items; /* those that `from` admits */
    size_t                 count, capacity;
    bd_map                 metrics; /* names that occur in items → index of the first */
    struct bd_asked       *asked;   /* names that texts use; owned */
    bd_row                *rows;
    size_t                 row_count, row_capacity;
};

/* Collects what the query admits. Nothing at all is an error that says what there is.
 * @param text  what the query was read from, for messages; .line 0 = at the basis's place */
bool bd_basis_collect(bd_basis *basis, const bd_query *query, bd_scalar text);
bool bd_basis_make_rows(bd_basis *basis); /* by table->per, sorted by table->sort */
/* Ranks the rows by one name of table->per: ranks[row * stride]; 0 is the first. */
void bd_basis_rank_rows(const bd_basis *basis, const char *name, size_t *ranks, size_t stride);
void bd_basis_release(bd_basis *basis);
/* Keeps the observations of the run measured last; at least one of them is shown.
 * @param count  above zero */
void bd_keep_latest(const bd_view *view, const bd_observation **items, size_t *count);

/* ---- names ---- */

void bd_basis_start(bd_basis *basis); /* nothing has been asked yet */
/* Whether a name of the files or of the configuration (no fact) is a dimension here. */
bool bd_basis_has_dimension(const bd_basis *basis, bd_str name);

/* A condition's or hole's name that no observation has is an error with the nearest. */
bool bd_basis_knows(const bd_basis *basis, bd_str name, bd_place place);
/* Reports a name that means nothing, with what it may have been meant for (unknown.c).
 * @return false, always */
bool bd_fail_unknown(const bd_basis *basis, bd_str name, bd_place place);
bool bd_fail_example(const bd_basis *basis, bd_str example, bd_place place);
/* Appends "did you mean 'x'? there is: …": dimensions, metrics, then a few facts.
 * @param metrics  names; may be NULL */
void bd_hint_names(const bd_observation *const *items, size_t count, const bd_map *metrics,
                   bd_str name, bd_buf *hint);
/* The name that differs in capitals only, else the nearest. @return borrowed; NULL = none */
const char *bd_nearest_name(bd_str wanted, const bd_names *names);
/* Names decide what a text means: of each one that was asked for, a point that has it is
 * kept as shown, so that benchdoc.lock decides alike. To be called once all is built.
 * @param from  the first touch that belongs to it */
void bd_basis_touch_asked(const bd_basis *basis, size_t from);
/* @param text, offset  what the query was read from, and where in it */
bool bd_basis_check_conditions(const bd_basis *basis, const bd_query *query, bd_scalar text,
                               size_t offset);
/* Reads conditions and words; reports what is wrong with them.
 * @param what  "has: ", for messages */
bool bd_basis_query(const bd_basis *basis, bd_scalar text, const char *what, bd_query *out);
/* "wallNs.median" → wallNs, median, where `wallNs` is a metric of the basis. */
bool bd_metric_named(const bd_basis *basis, const char *name, bd_found_metric *out);
/* The place of a character of a text of the configuration; the basis's own for others. */
bd_place bd_basis_place(const bd_basis *basis, bd_scalar text, size_t offset);

/* Where each of some distinct values stands among them: by `order:`, then numbers by
 * size, then as they come.
 * @param ranks  filled; 0 is the first */
void bd_order_values(const bd_config *config, bd_str name, const char *const *values, size_t count,
                     size_t *ranks);

/* ---- cells ---- */

typedef struct bd_cell_context {
    const bd_basis        *basis;
    const bd_row          *row;
    const bd_query        *across;      /* further conditions of the column; NULL = none */
    const bd_column       *column;      /* NULL outside tables */
    const char            *column_name; /* as shown, for messages */
    const char            *where;       /* ", series MariaDB, at 5000": of a chart, instead of
                                         * row and column; NULL in tables */
    bd_place               place;       /* of the template */
    bool                   silent;      /* a missing value is not reported here */
    const bd_observation **fits;        /* room for all observations of the row */
    size_t                *wrong; /* cells of the column that were reported; NULL = not counted */
} bd_cell_context;

enum { BD_CELLS_SAID = 3 }; /* wrong cells of a column that are told one by one */

typedef enum bd_cell_result { BD_CELL_OK, BD_CELL_MISSING, BD_CELL_WRONG } bd_cell_result;

bd_cell_result bd_cell_fill(const bd_cell_context *context, const bd_cell_template *t,
                            bd_cell *out);
void           bd_cell_add(bd_cell *cell, bd_arena *arena, const char *text, bool data);
void bd_cell_literal(bd_cell *cell, bd_arena *arena, const char *text); /* one markup span */
void bd_cell_add_source(bd_cell *cell, bd_arena *arena, const bd_cell_source *source);
/* A dimension's value as it is shown: its label, or a whole number with thousands parted. */
const char *bd_shown_value(const bd_cell_context *context, const bd_hole *hole, bd_str name,
                           const char *value, bd_dim_kind kind);
/* The title of a name of `per`: by `titles:`, else made of the name. */
bd_cell bd_dimension_title(const bd_basis *basis, bd_scalar per);

/* The observations of a row that a metric and conditions admit, in context->fits.
 * @param metric  NULL = any
 * @return how many */
size_t bd_row_matches(const bd_cell_context *context, const char *metric, const bd_query *filter);
/* "variant is -, warm, raw; run is 4, 7": what parts the observations. */
void bd_describe_difference(const bd_observation *const *items, size_t count, bd_buf *out);

/* The example that holds for a number, hole first, configuration last; plain without one.
 * @return false when the example was reported as none */
bool bd_style_for(const bd_cell_context *context, const bd_hole *hole, bd_dimension dimension,
                  bd_number_style *out);
/* Number of an observation as a source with its text. MISSING: there is none. */
bd_cell_result bd_cell_number(const bd_cell_context *context, const bd_hole *hole,
                              const bd_observation *o, bd_cell_source *out);

/* The largest unit of a time or a size, of those that people read, in which a value is at
 * least 1: of 2.6e-7 in "s/op" it is "ns/op".
 * @param own   the value's unit, which is the answer where there is no better one
 * @param size  in the base of its dimension: s, B
 * @return `own`, static or in the arena */
const char *bd_readable_unit(bd_arena *arena, const char *own, double size);

/* ---- words ---- */

/* A text of the configuration in the document's language; one with words that has no
 * translation is an error with the line to paste. */
bd_scalar bd_say_scalar(const bd_view *view, bd_scalar text);
/* A title made of names in the results: translated where the configuration does. */
const char *bd_say_derived(const bd_view *view, bd_scalar text);
/* benchdoc's own words: translated by the configuration, else by benchdoc, else English
 * with a warning. */
const char *bd_say(const bd_view *view, const char *text);
/* The same with {a} and {b} put in. @param names  pairs of "{a}" and its text; in the arena */
const char *bd_say_with(const bd_view *view, const char *text, const char *const (*names)[2],
                        size_t count);
/* benchdoc's own translation (own_words.c). @return static; NULL = none */
const char *bd_own_words(const char *language, const char *text);
/* The label of a dimension's value, in the document's language. */
const char *bd_say_value(const bd_view *view, bd_str dimension, const char *value);

/* ---- what is shown ---- */

/* bd_observation_get, and the fact is noted: benchdoc.lock keeps it. */
const char *bd_view_get(const bd_view *view, const bd_observation *o, bd_str name,
                        bd_dim_kind *kind, bd_buf *scratch);
void        bd_note_name(const bd_view *view, bd_str name); /* it may be a fact of some run */
void        bd_touch_observation(const bd_view *view, const bd_observation *o, bd_stat stat);
void bd_touch_value(const bd_view *view, const bd_observation *o); /* with no other statistic */
void bd_touch_samples(const bd_view *view, const bd_observation *o); /* all that it has */

/* ---- reporting ---- */

/* Adds an error unless the same one is there. @return false, always */
bool bd_view_fail(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
    BD_PRINTF(4, 5);
void bd_view_note(const bd_view *view, bd_place place, const char *format, ...) BD_PRINTF(3, 4);
void bd_view_warn(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
    BD_PRINTF(4, 5);
/* Names table, row and column before the message. @return false, always */
bool bd_cell_fail(const bd_cell_context *context, const char *hint, const char *format, ...)
    BD_PRINTF(3, 4);

/* ---- tables ---- */

/* @param text  what `from` was read from; .line 0 = `place` says where */
bool bd_build_table(const bd_view *view, const bd_table_config *table, const bd_query *from,
                    bd_scalar text, bd_place place, bd_table *out);
bool bd_check_machine(const bd_basis *basis, const bd_table *table, bd_one_machine rule);

/* @return NULL when something was reported */
const char *bd_page_path(const bd_view *view, const bd_page_config *page, const char *value);
const bd_page_config *bd_page_of(const bd_view *view, const char *dimension); /* NULL = none */

#endif
