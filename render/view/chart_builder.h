/* render/view/chart_builder.h: private to the files that build one chart. A chart is
 * made of the same rows as a table whose `per` is grid, series and x. */
#ifndef BD_VIEW_CHART_BUILDER_H
#define BD_VIEW_CHART_BUILDER_H

#include "render/view/chart.h"
#include "render/view/internal.h"

enum {
    BD_CHART_MARKS_AT_MOST   = 20000,
    BD_CHART_PANELS_AT_MOST  = 64,
    BD_CHART_SAMPLES_AT_MOST = 200000, /* of one mark */
};

/* A number of `y:`, compiled. */
typedef struct bd_chart_y {
    const char *raw;  /* key of `y:`, for messages; NULL = there is one y without a name */
    const char *name; /* the same in the document's language */
    bd_scalar   text;
    bd_hole     hole;
    bd_place    place;
    bool        plain; /* names a metric without a statistic: its samples, where they count */
} bd_chart_y;

/* What stands along one direction: panels, series, or places. */
typedef struct bd_chart_steps {
    size_t      first, names; /* which names of `per` */
    size_t      count;
    size_t     *of_row; /* step of each row */
    size_t     *row;    /* a row of each step */
    const char **raw;   /* of each step, for messages: "MariaDB" */
    const char **label; /* as shown */
} bd_chart_steps;

/* A number that will be a mark. */
typedef struct bd_chart_cell {
    size_t            panel, series, place; /* series: step * y_count + y */
    double            x;                    /* of percentiles that are reported; else unused */
    const bd_chart_y *y;
    const bd_row     *row; /* NULL = no result is there */
    const char       *where;
    bool              gap;
    bd_cell_source    source;
    bool              has_low, has_high;
    bd_number         low, high; /* in the source's unit */
    const char       *low_unit, *high_unit;
    double           *samples; /* in the axis's unit once it is known */
    size_t            sample_count;
    double            value, low_value, high_value; /* in the axis's unit */
} bd_chart_cell;

typedef struct bd_chart_builder {
    const bd_view         *view;
    const bd_chart_config *config;
    bd_basis               basis;
    bd_table_config        table; /* per = grid, series, x */
    bd_column              column; /* has the example of the chart */
    bd_chart              *out;
    bd_chart_kind          kind;
    bool                   numeric; /* the x axis */
    bd_chart_y            *ys;
    size_t                 y_count;
    bool                   confidence;
    bd_hole                ends[2]; /* of `error:`, when there are two templates */
    size_t                 end_count;
    bd_chart_steps         panels, series, places;
    size_t                *row_at; /* [panel][series step][place] → row + 1; 0 = none */
    bd_chart_cell         *cells;
    size_t                 cell_count, cell_capacity;
    const bd_observation **admitted; /* all that `from` admits; the basis has what is drawn */
    size_t                 admitted_count;
    const bd_observation **fits;
    size_t                 wrong; /* places that were reported */
    const char            *unit;  /* of the values */
    bool                   said_unit;   /* by an example or a hole … */
    bool                   chosen_unit; /* … or chosen, because no example says one */
    bd_number_style        style; /* of numbers that no single source has */
    size_t                *break_at; /* place of each of `breaks:` that begins what is after it;
                                      * SIZE_MAX = none here. Over commits only, else NULL */
    const bd_cell_source **used; /* every source that is drawn */
    size_t                 used_count;
} bd_chart_builder;

/* @param text  what `from` was read from; .line 0 = `place` says where */
bool bd_chart_build(const bd_view *view, const bd_chart_config *config, const bd_query *from,
                    bd_scalar text, bd_place place, bd_chart *out);

/* Does the kind draw samples? */
bool bd_chart_kind_samples(bd_chart_kind kind);
/* @return false, always */
bool bd_chart_fail(const bd_chart_builder *b, bd_scalar at, const char *hint, const char *format,
                   ...) BD_PRINTF(4, 5);

/* ---- what is drawn (chart_y.c) ---- */

/* Reads `y:` and `error:`, and keeps of the basis what they ask for. */
bool bd_chart_read_ys(bd_chart_builder *b);

/* ---- panels, series, places (chart_places.c) ---- */

bool bd_chart_make_steps(bd_chart_builder *b);
/* The kind that the configuration says or leaves to what varies. */
bool bd_chart_decide_kind(bd_chart_builder *b);
const char *bd_chart_step_text(bd_chart_builder *b, const bd_chart_steps *steps, size_t step,
                               bool shown);
double      bd_chart_place_number(const bd_chart_builder *b, size_t place); /* of a numeric axis */
const char *bd_chart_series_name(const bd_chart_builder *b, size_t series, bool shown);

/* ---- numbers (chart_cells.c, chart_samples.c) ---- */

bool bd_chart_fill_cells(bd_chart_builder *b);
/* The context of a cell for messages and the number's example. */
bd_cell_context bd_chart_context(bd_chart_builder *b, const bd_chart_cell *cell);
bd_cell_result  bd_chart_fill_samples(bd_chart_builder *b, bd_chart_cell *cell,
                                      const bd_observation *o);
/* The samples as doubles in the axis's unit. */
bool bd_chart_convert_samples(bd_chart_builder *b, bd_chart_cell *cell);
/* Percentiles that a point without samples reports, a cell each. */
bd_cell_result bd_chart_fill_reported(bd_chart_builder *b, const bd_chart_cell *cell,
                                      const bd_observation *o);
bd_chart_cell *bd_chart_add_cell(bd_chart_builder *b, const bd_chart_cell *cell);

/* ---- the unit of the values (chart_unit.c) ---- */

bool bd_chart_settle_unit(bd_chart_builder *b);
/* @return false when it does not convert; `err` says so */
bool bd_chart_convert(bd_number number, const char *from, const char *to, double *out,
                      bd_error *err);
/* How the configuration parts whole numbers. @return false when it does not say */
bool bd_chart_whole_style(const bd_chart_builder *b, bd_number_style *out);
/* A number in the unit of the values as the chart's numbers are printed. */
const char *bd_chart_print(const bd_chart_builder *b, double value);
/* A number along an axis, with the separators of its labels. */
const char *bd_chart_axis_text(const bd_chart_axis *axis, double value, bd_arena *arena);

/* ---- around the plot (chart_text.c, chart_lines.c, chart_foot.c, chart_alt.c) ---- */

bool bd_chart_texts(bd_chart_builder *b);
const char *bd_chart_name_title(const bd_chart_builder *b, bd_scalar name); /* of a dimension */
bool bd_chart_lines(bd_chart_builder *b);
void bd_chart_add_line(bd_chart_builder *b, bd_chart_line line);
bool bd_chart_over_commits(const bd_chart_builder *b);
/* Whether `wanted` names the place: by its value, its label, or a commit's beginning. */
bool bd_chart_is_place(const bd_chart_builder *b, size_t place, const char *wanted);
void bd_chart_footer(bd_chart_builder *b);
bool bd_chart_notes(bd_chart_builder *b);
void bd_chart_alt(bd_chart_builder *b);
void bd_chart_put_more(const bd_chart_builder *b, size_t count, bd_buf *out); /* "; and 3 more" */
void bd_chart_add_note(bd_chart_builder *b, const char *note);

/* ---- breaks and change points (chart_breaks.c, chart_changes.c) ---- */

/* Finds where `breaks:` part the places, and parts the lines there. */
void bd_chart_breaks(bd_chart_builder *b);
/* Whether a break lies between two cells of one line. */
bool bd_chart_parted(const bd_chart_builder *b, const bd_chart_cell *before,
                     const bd_chart_cell *after);
bool bd_chart_changes(bd_chart_builder *b);

/* ---- rules (chart_rules.c) ---- */

bool bd_chart_check_stack(const bd_chart_builder *b);

#endif
