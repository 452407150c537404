/* render/view/layout.h: private to the files that lay out a table nobody designed. */
#ifndef BD_VIEW_LAYOUT_H
#define BD_VIEW_LAYOUT_H

#include "render/view/internal.h"

enum { METRICS_SHOWN = 6, STATS_SHOWN = 4 };

typedef struct bd_layout {
    const bd_view         *view;
    bd_basis               basis;
    const bd_observation **shown; /* observations of the metrics that get a column */
    size_t                 count;
    bd_names               metrics;
    bool                   by_mode; /* each mode is a column: their units differ */
    bd_table_config       *out;
    size_t                 column_capacity;
} bd_layout;

/* @param from  the query that the laid-out table is made from: no words, and no
 *              observations that would only make empty rows
 * @param say   note how many metrics are left out */
bool bd_layout_build(const bd_view *view, const bd_query *query, bd_place place,
                     bd_table_config *out, bd_query *from, bool say);
/* Is a column for each mode what gives every column one unit? (layout_columns.c) */
bool bd_layout_modes_part_units(const bd_layout *l);
void bd_layout_columns(bd_layout *l, const bd_query *query);

/* Which names part the rows (layout_rows.c). */
void bd_layout_rows(bd_layout *l);
/* The row that the observation would be in. @return false when it lacks a name */
bool bd_layout_row_key(const bd_layout *l, const bd_observation *o, bd_buf *key);
bool bd_layout_missing_somewhere(const bd_layout *l, const char *name);

#endif
