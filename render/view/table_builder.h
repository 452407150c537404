/* render/view/table_builder.h: private to the files that build one table. */
#ifndef BD_VIEW_TABLE_BUILDER_H
#define BD_VIEW_TABLE_BUILDER_H

#include "render/view/internal.h"

/* A column as it will be shown: `across:` has been spread out. */
typedef struct shown_column {
    const bd_column *config; /* NULL: a dimension of `per` by itself */
    const char      *dimension;
    bd_query        *across;
    const char      *title; /* plain text, for messages */
    bool             numeric;
} shown_column;

typedef struct table_builder {
    bd_basis      basis;
    shown_column *columns;
    size_t        column_count;
    bd_table     *out;
    bool          ok;
} table_builder;

/* The place of a text of the table, or of the table itself. */
bd_place bd_builder_place(const table_builder *b, bd_scalar at);
bool     bd_builder_columns(table_builder *b);
/* The text that a column's list of rules says for the row. */
bd_cell_result bd_builder_rules(const bd_cell_context *context, const bd_column *c, bd_cell *out);
/* Conditions on the row itself: every one of its observations that knows the name must hold. */
bool bd_builder_row_is(const bd_cell_context *context, const char *text, bd_place place, bool *ok);
/* Notes below the table: percentiles that rest on the maximum. */
void bd_builder_notes(const bd_view *view, bd_table *table);

#endif
