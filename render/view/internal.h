/* render/view/internal.h: private to render/view/: templates of cells, rows, and how
 * a name in braces finds its number. */
#ifndef BD_VIEW_INTERNAL_H
#define BD_VIEW_INTERNAL_H

#include "core/base/map.h"
#include "render/view/view.h"

/* ---- templates: "Run #{run}, {wall.p95 operation=write in ms:0.00 ms}" ---- */

typedef struct bd_hole {
    const char *source;  /* as written, with braces, for messages */
    const char *name;    /* metric, metric.stat, dimension, fact, fact.short */
    bd_query    filter;  /* its conditions; no suite, no words */
    const char *unit;    /* of "in UNIT"; NULL = none */
    const char *style;   /* number example after ':'; NULL = none */
    const char *form;    /* "slug", "short" after ':'; NULL = none */
    int         offset;  /* in the template, bytes */
} bd_hole;

typedef struct bd_template_part {
    const char *literal; /* NULL: the hole */
    bd_hole     hole;
} bd_template_part;

typedef struct bd_cell_template {
    bd_template_part *parts;
    size_t            count;
} bd_cell_template;

/* "{{" and "}}" are literal braces. @return false with err->column in the text, 1-based */
bool bd_template_parse(const char *text, bd_arena *arena, bd_cell_template *out, bd_error *err);
/* The one hole the template consists of; NULL when it is more or less than that. */
const bd_hole *bd_template_only_hole(const bd_cell_template *t);

/* ---- rows ---- */

typedef struct bd_row {
    const bd_observation **items; /* in order of appearance */
    size_t                 count, capacity;
    const char           **keys; /* one per `per` */
    const char            *name; /* the keys, for messages */
} bd_row;

/* Everything a table (or value) is made from. */
typedef struct bd_basis {
    const bd_view         *view;
    const bd_table_config *table;
    bd_place               place;  /* of the definition */
    const char            *title;  /* "table 'curve'", "value 'x'": for messages */
    const bd_observation **items;  /* those that `from` admits */
    size_t                 count, capacity;
    bd_map                 metrics; /* names that occur in items */
    bd_row                *rows;
    size_t                 row_count, row_capacity;
} bd_basis;

/* Collects what the query admits. Nothing at all is an error that says what there is. */
bool bd_basis_collect(bd_basis *basis, const bd_query *query);
bool bd_basis_make_rows(bd_basis *basis); /* by table->per, sorted by table->sort */
void bd_basis_release(bd_basis *basis);
/* Keeps the observations of the run measured last. */
void bd_keep_latest(const bd_observation **items, size_t *count);
/* A condition's or placeholder's name that no observation has is an error with the nearest. */
bool bd_basis_knows(const bd_basis *basis, bd_str name, bd_place place);
bool bd_basis_check_conditions(const bd_basis *basis, const bd_query *query, bd_place place);
void bd_basis_names(const bd_basis *basis, bd_names *out); /* every name that would do */

/* ---- cells ---- */

typedef struct bd_cell_context {
    const bd_basis  *basis;
    const bd_row    *row;
    const bd_query  *across;     /* further conditions of the column; NULL = none */
    const bd_column *column;     /* NULL outside tables */
    const char      *column_name; /* as shown, for messages */
    bd_place         place;      /* of the template */
    bool             silent;     /* a missing value is not reported here */
    bool             said;       /* the template is in the document's language already */
} bd_cell_context;

typedef enum bd_cell_result { BD_CELL_OK, BD_CELL_MISSING, BD_CELL_WRONG } bd_cell_result;

typedef struct bd_cell_builder {
    const bd_cell_context *context;
    bd_cell               *cell;
    size_t                 span_capacity, source_capacity;
} bd_cell_builder;

bd_cell_result bd_cell_fill(const bd_cell_context *context, const char *text, bd_cell *out);
void bd_cell_add(bd_cell *cell, bd_arena *arena, const char *text, bool data);
void bd_cell_literal(bd_cell *cell, bd_arena *arena, const char *text); /* one markup span */

typedef struct bd_found_metric { /* what a hole's metric name came to */
    const char *metric;
    bd_stat     stat;
} bd_found_metric;
/* "wallNs.median" → wallNs, median, where `wallNs` is a metric of the basis. */
bool bd_metric_named(const bd_basis *basis, const char *name, bd_found_metric *out);
/* The observations of a row that a metric and conditions admit. @return how many */
size_t bd_row_matches(const bd_cell_context *context, const char *metric, const bd_query *filter,
                      const bd_observation **out);
/* "variant is -, warm, raw; run is 4, 7": what parts the observations. */
void bd_describe_difference(const bd_observation *const *items, size_t count, bd_buf *out);
/* A dimension or fact that all observations share. @return NULL with *several set when they differ */
const char *bd_shared_value(const bd_view *view, const bd_observation *const *items, size_t count,
                            bd_str name, bd_dim_kind *kind, bool *several);
bd_number_style bd_style_for(const bd_cell_context *context, const bd_hole *hole, bd_dimension dimension,
                             const char *unit, bool *ok);
/* Number of an observation as a source with its text. */
bd_cell_result bd_cell_number(const bd_cell_context *context, const bd_hole *hole,
                              const bd_observation *o, bd_stat stat, bd_cell_source *out);

/* ---- words ---- */

/* The text in the document's language; a text with words that has no translation is a warning. */
const char *bd_say(const bd_view *view, const char *text);
/* The label of a dimension's value, in the document's language. */
const char *bd_say_value(const bd_view *view, bd_str dimension, const char *value);
const char *bd_view_get(const bd_view *view, const bd_observation *o, bd_str name, bd_dim_kind *kind,
                        bd_buf *scratch); /* bd_observation_get, and notes the fact as shown */
void bd_touch_observation(const bd_view *view, const bd_observation *o, bd_stat stat);

/* ---- reporting ---- */

bool bd_view_fail(const bd_view *view, bd_place place, const char *hint, const char *format, ...)
    BD_PRINTF(4, 5);
/* Names table, row and column before the message. */
bool bd_cell_fail(const bd_cell_context *context, const char *hint, const char *format, ...)
    BD_PRINTF(3, 4);

bool bd_build_table(const bd_view *view, const bd_table_config *table, const bd_query *from,
                    bd_place place, bd_table *out);
bool bd_check_machine(const bd_basis *basis, const bd_table *table, bd_one_machine rule);
const char *bd_page_path(const bd_view *view, const bd_page_config *page, const char *value);
const bd_page_config *bd_page_of(const bd_view *view, const char *dimension);

#endif
