/* render/view/table_builder.h: private to the files that build one table. */
#ifndef BD_VIEW_TABLE_BUILDER_H
#define BD_VIEW_TABLE_BUILDER_H

#include "render/view/internal.h"

/* A rule of a cell, compiled. */
typedef struct shown_rule {
    bool                    asks_has, asks_when;
    bd_query                has, when;
    const char             *has_metric; /* NULL = any */
    const bd_cell_template *say;
} shown_rule;

/* A column as it will be shown: `across:` has been spread out. */
typedef struct shown_column {
    const bd_column        *config;    /* NULL: a dimension of `per` by itself */
    const char             *dimension; /* of such a column */
    const bd_query         *across;
    bd_cell                 title;
    const char             *name; /* the title as plain text, for messages */
    const bd_cell_template *cell; /* NULL when rules speak, or when it was wrong */
    shown_rule             *rules;
    size_t                  rule_count;
    size_t                  wrong; /* cells that were reported */
    bool                    ok;    /* its texts could be compiled */
} shown_column;

/* A line of `missing:`, compiled. */
typedef struct shown_missing {
    bd_query    when;
    const char *text;
} shown_missing;

typedef struct table_builder {
    bd_basis               basis;
    shown_column          *columns;
    size_t                 column_count, column_capacity;
    shown_missing         *missing;
    const char            *missing_always; /* NULL = an empty cell is an error */
    const bd_observation **fits;
    bd_table              *out;
    bool                   ok;
} table_builder;

bool bd_builder_columns(table_builder *b);
bool bd_builder_compile_rules(const bd_basis *basis, shown_column *column);
/* The text that a column's list of rules says for the row. */
bd_cell_result bd_builder_rules(const bd_cell_context *context, const shown_column *c,
                                bd_cell *out);
/* Conditions on the row itself: every one of its observations that knows the name must hold. */
bool bd_builder_row_is(const bd_cell_context *context, const bd_query *query);
/* Notes below the table: percentiles that are reported, or that rest on the maximum. */
void bd_builder_notes(const bd_basis *basis, bd_table *table);

#endif
