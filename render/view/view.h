/* render/view/view.h: what a document shows, after every decision has been made:
 * rows, order, units, rounding, missing cells. Renderers only walk this.
 *
 * Every cell knows the observations it came from, so that any figure can name its
 * file, line and JSON path, and so that benchdoc.lock holds what is shown. */
#ifndef BD_VIEW_VIEW_H
#define BD_VIEW_VIEW_H

#include "core/query/query.h"

/* A piece of a cell: Markdown that somebody wrote in the configuration, or data, which
 * is text from results or labels and is escaped by the renderer. */
typedef struct bd_span {
    const char *text; /* arena */
    bool        data;
} bd_span;

/* Where one number of a cell came from. */
typedef struct bd_cell_source {
    const bd_observation *observation; /* borrowed */
    bd_stat               stat;
    bd_number             number;   /* before conversion */
    const char           *unit;     /* its unit as the file has it */
    bool                  reported; /* the file reports the statistic; it was not computed */
    bd_source             at; /* where the number stands; when it was computed, what of:
                               * the array of the observations, or the first of them */
    bool                  reciprocal; /* rate and time turned into each other */
    int64_t               n;          /* observations behind it; 0 = unknown */
    bd_number_style       style;
    const char           *text; /* as printed */
} bd_cell_source;

typedef struct bd_cell {
    bd_span        *spans;
    size_t          span_count;
    bd_cell_source *sources;
    size_t          source_count;
    bool            missing; /* the declared text for an empty cell */
} bd_cell;

typedef enum bd_align { BD_ALIGN_LEFT, BD_ALIGN_RIGHT } bd_align;

typedef struct bd_table_column {
    bd_cell  title;
    bd_align align;
} bd_table_column;

typedef struct bd_table {
    const char      *name; /* of the configuration, or the query's text */
    bd_table_column *columns;
    size_t           column_count;
    bd_cell         *cells; /* row-major */
    size_t           row_count;
    const char     **row_names; /* "MariaDB", "write / - / 5000": for messages and `why` */
    const char     **notes; /* what a reader must know: a percentile that rests on the maximum */
    size_t           note_count;
} bd_table;

/* What has been shown so far: the material of benchdoc.lock. */
typedef struct bd_touch {
    const bd_observation *observation;
    bd_stat               stat;
    bool                  samples; /* its samples or histogram, whole */
} bd_touch;

typedef struct bd_shown {
    bd_touch *items; /* owned */
    size_t    count, capacity;
    bd_names  facts; /* environment keys that were asked for */
    bd_names  said;  /* translations that were used: the configuration's own texts */
    bd_arena  arena;
} bd_shown;

#define BD_SHOWN_INIT { 0 }
void bd_shown_release(bd_shown *shown);

/* What every builder of this module needs. */
typedef struct bd_view {
    const bd_config       *config;
    const bd_observations *observations;
    const char            *language;       /* of the document; NULL = the first */
    const char            *document;       /* path of the document, for links and messages */
    const char            *page_dimension; /* a page shows this value only; NULL = no page */
    const char            *page_value;
    bool                   excerpt; /* the observations are those of benchdoc.lock: a name
                                     * that none of them has is no error */
    bd_arena              *arena;   /* owns what is built */
    bd_shown              *shown;   /* added to; may be NULL */
    bd_diagnostics        *found;   /* errors and warnings are added */
} bd_view;

/* Where a query was written, for messages. */
typedef struct bd_place {
    const char *file;
    int         line, column;
} bd_place;

/* A table of the configuration. Every wrong cell is an error in `found` that names
 * table, row and column. @return false when there was one */
bool bd_view_table(const bd_view *view, const bd_table_config *table, bd_table *out);
/* A table nobody designed: rows and columns from what varies in the observations.
 * @param query  suite, words and conditions; may be empty */
bool bd_view_query_table(const bd_view *view, const bd_query *query, bd_place place, bd_table *out);
/* The same decision as a table definition, for `init` to write down: `per`, columns
 * with templates and number examples; texts in view->arena. */
bool bd_view_layout(const bd_view *view, const bd_query *query, bd_place place,
                    bd_table_config *out);

/* An inline value: a name of `values:` or a query whose words are a metric with its
 * statistic. */
bool bd_view_value(const bd_view *view, bd_str text, bd_place place, bd_cell *out);
/* Facts of the runs that match a query (empty = every run of the observations), by
 * `environment: show:` or the default allow-list: a table of fact and value. */
bool bd_view_environment(const bd_view *view, bd_str text, bd_place place, bd_table *out);

/* Pages of `pages:` one for each value of their dimension, in order. */
typedef struct bd_page {
    const bd_page_config *config;
    const char           *value; /* of the dimension */
    const char           *title; /* its label */
    const char           *path;  /* relative to the project */
} bd_page;
typedef struct bd_pages {
    bd_page *items; /* in view->arena */
    size_t   count, capacity;
} bd_pages;
bool bd_view_pages(const bd_view *view, bd_pages *out);
/* A hub's list of the pages per dimension: each cell is a link; one column. */
bool bd_view_page_list(const bd_view *view, bd_str dimension, bd_place place, bd_table *out);

/* The statistic of a point: computed from samples or histogram where there are any,
 * else as reported.
 * @param n  observations behind it; 0 = unknown
 * @return false when the point cannot give it */
bool bd_point_stat(const bd_point *point, bd_stat stat, bd_number *out, bool *reported, int64_t *n);
/* Which statistics a point can give, as names in a configuration: "value", those that
 * follow from its observations (of the percentiles p50, p95, p99), or else those it
 * reports. Texts static or in the arena. */
void bd_point_stat_names(const bd_point *point, bd_arena *arena, bd_names *out);

/* The runs and points that were shown, cut down to what was shown of them: material
 * for bd_interchange_write(). Observing them again gives the same documents. */
void bd_view_excerpt(const bd_shown *shown, bd_runs *out);

#endif
