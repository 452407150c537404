/* render/view/chart.h: what a chart shows, after every decision has been made. Geometry
 * and ink (render/chart) and Mermaid (render/text) only walk this. */
#ifndef BD_VIEW_CHART_H
#define BD_VIEW_CHART_H

#include "render/view/view.h"

typedef enum bd_chart_kind {
    BD_CHART_BARS,         /* a category axis; several series stand beside each other */
    BD_CHART_STACKED_BARS, /* … upon each other; only metrics declared additive */
    BD_CHART_LINES,        /* a numeric axis, or one of commits; error bars or a band */
    BD_CHART_SCATTER,      /* every raw sample; over categories they are spread in the slot */
    BD_CHART_BOXES,        /* minimum, quartiles, maximum by nearest rank; n stated */
    BD_CHART_DISTRIBUTION, /* a histogram of raw samples: x holds the values, y counts them, or
                            * their share of the series when y.unit is "%" */
    BD_CHART_PERCENTILES,  /* value over percentile, each nine as wide as the one before, as users
                            * of HdrHistogram know it: from samples, or from marks, x in percent */
} bd_chart_kind;

/* One series at one place of the x axis. Numbers are in the unit of the axis; whatever
 * is not finite is a gap. */
typedef struct bd_chart_mark {
    double                x; /* numeric axis: the value; else the index of the category */
    double                y; /* NaN = there is no value: a gap, never a zero */
    double                low, high; /* of the error bar or band; NaN = none */
    const double         *samples; /* raw; for scatter, boxes, distribution, percentiles */
    size_t                sample_count;
    const char           *text;   /* the value as a table would print it, without the unit that
                                   * the axis has; NULL = none */
    bool                  apart;  /* a declared break lies before it: no line leads to it */
    const bd_cell_source *source; /* where it came from; NULL for a gap */
} bd_chart_mark;

typedef struct bd_chart_series {
    const char    *name; /* as in the legend; "" when the chart has one series */
    bd_chart_mark *marks; /* in the order of the x axis */
    size_t         mark_count;
} bd_chart_series;

typedef struct bd_chart_axis {
    const char  *title;      /* "rows", "Read p99"; may be "" */
    const char  *unit;       /* of all values: "ms"; "" = none */
    bool         numeric;    /* else categories */
    bool         log;        /* base 10; zeros and negatives become gaps that are said in a note */
    bool         from_zero;  /* zero belongs on it; bars have it always. Not with log */
    const char **categories; /* labels, in order; NULL when numeric */
    size_t       category_count;
    const char  *group, *point; /* of thousands and decimals, in its labels; NULL = "," and "." */
} bd_chart_axis;

typedef struct bd_chart_panel { /* of a small-multiples grid; a plain chart has one */
    const char      *title;     /* value of the grid's dimension; "" for a plain chart */
    bd_chart_series *series;
    size_t           series_count;
} bd_chart_panel;

/* A line across the plot, with a name: a budget ("one tick, 50 ms"), or what happened at
 * a place ("change point", "new machine"). */
typedef struct bd_chart_line {
    bool        at_place; /* of the x axis; else of the values (x of a distribution, else y) */
    double      value;    /* in the unit of that axis, or the index of the category */
    const char *text;
    size_t      panel; /* 1-based: in this panel only; 0 = in all */
} bd_chart_line;

/* Where a line changed and stayed changed: stats/change_points.h. Numbers are in the unit of
 * the axis. Each has a line across the plot, too. */
typedef struct bd_chart_change {
    size_t      panel;
    const char *series;        /* as in the legend */
    double      place;         /* index of the category of the first value after it */
    const char *last, *first;  /* commit of the last value before it, and of the first after it */
    double      mean_before, mean_after;
    double      deviation_before, deviation_after; /* standard, n - 1 */
    size_t      n_before, n_after;
    double      relative; /* (after - before) / |before|; NaN when before is 0 */
    double      p_value;
    const char *text; /* "+4.8 %", with the series and the machine where there are several */
} bd_chart_change;

/* What the picture itself has to say, in the document's language; NULL = English.
 * "{}" stands for the number or the name. */
typedef struct bd_chart_words {
    const char *no_data;        /* "no data" */
    const char *prefix_removed; /* "names without their common beginning “{}”" */
    const char *labels_skipped; /* "one name in {} is written" */
    const char *values_skipped; /* "values without room for a label: {}" */
    const char *not_on_log;     /* "not on a log axis, being zero or less: {}" */
} bd_chart_words;

typedef struct bd_chart {
    const char     *name;
    bd_chart_kind   kind;
    bool            horizontal; /* bars only: categories downwards */
    bool            band;       /* lines: low..high as a band, else as error bars */
    bool            value_labels;
    const char     *title;
    const char     *better; /* "lower is better", in the document's language; "" = unknown */
    bd_direction    direction; /* of the arrow before it */
    const char     *footer; /* provenance: commit, CPU, date of the run */
    const char     *alt;    /* the chart's message in words and numbers, for Markdown */
    const char     *language; /* of the document, for the text engine: "en", "zh" */
    bd_chart_axis   x, y;
    bd_chart_panel *panels; /* all panels share both axes and the legend */
    size_t          panel_count;
    const char    **legend; /* names of all series of all panels, in order; colours follow it */
    size_t          legend_count;
    bd_chart_line  *lines;
    size_t          line_count;
    const char    **notes; /* what the picture leaves out: gaps, other machines */
    size_t          note_count;
    bool             changes_sought;
    bd_chart_change *changes; /* by panel, series and place */
    size_t           change_count;
    bd_chart_words  words;
} bd_chart;

/* A chart of the configuration. Every number that is missing, ambiguous or in a unit that
 * does not convert is an error in `found` that names chart, series and place.
 * @return false when there was one */
bool bd_view_chart(const bd_view *view, const bd_chart_config *config, bd_chart *out);
/* A chart nobody designed: kind, axis and series from what varies in the observations.
 * @param query   suite, words (a metric with its statistic) and conditions; may be empty
 * @param wishes  what is decided already (kind, log, title …; `from` and `name` are not
 *                looked at); NULL = nothing */
bool bd_view_query_chart(const bd_view *view, const bd_query *query, bd_place place,
                         const bd_chart_config *wishes, bd_chart *out);
/* The numbers of a chart as a table, with their sources: a row per place of the axis, a
 * column per series; for `why`, --json and everything else that cannot see. */
void bd_view_chart_table(const bd_view *view, const bd_chart *chart, bd_table *out);

/* Appends everything that the picture shows, as text: what its digest is taken over.
 * Not in it: the chart's name, sources, and whatever its kind does not draw. */
void bd_chart_canonical(const bd_chart *chart, bd_buf *out);

/* Sorts a copy of the finite samples.
 * @return the copy, in the arena; `*count` is how many are finite */
double *bd_chart_sorted(const double *samples, size_t sample_count, bd_arena *arena, size_t *count);

/* The five numbers of a box, by nearest rank: always observed values. */
typedef struct bd_chart_box {
    double minimum, lower, median, upper, maximum;
} bd_chart_box;
/* @param sorted  at least one */
bd_chart_box bd_chart_box_of(const double *sorted, size_t count);

/* Width of a histogram's bins: 2 IQR n^(-1/3) (Freedman & Diaconis 1981, "On the
 * histogram as a density estimator"); where the IQR is zero, range / ceil(log2 n + 1)
 * (Sturges 1926). @return 0 when all values are the same */
double bd_chart_bin_width(const double *sorted, size_t count);

#endif
