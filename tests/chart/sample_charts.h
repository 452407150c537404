/* tests/chart/sample_charts.h: charts to look at and to test with. */
#ifndef BD_TESTS_SAMPLE_CHARTS_H
#define BD_TESTS_SAMPLE_CHARTS_H

#include "render/chart/chart.h"

size_t    sample_chart_count(void);
size_t    sample_chart_usual(void); /* the first ones, which documents would show */
bd_chart *sample_chart(size_t index, bd_arena *arena); /* everything in the arena */

extern const char sample_footer[];
bd_chart *sample_thousand(bd_arena *arena);
bd_chart *sample_points(bd_arena *arena);
bd_chart *sample_one_point(bd_arena *arena);
bd_chart *sample_reported(bd_arena *arena);
bd_chart *sample_long_names(bd_arena *arena);
bd_chart *sample_long_names_down(bd_arena *arena);
bd_chart *sample_scripts(bd_arena *arena);
bd_chart *sample_many_bars(bd_arena *arena);
bd_chart *sample_equal(bd_arena *arena);
bd_chart *sample_log_zeros(bd_arena *arena);
bd_chart *sample_wide_range(bd_arena *arena);
bd_chart *sample_endless_names(bd_arena *arena);
bd_chart *sample_negatives(bd_arena *arena);
bd_chart *sample_right_to_left(bd_arena *arena);
bd_chart *sample_stages_across(bd_arena *arena);
bd_chart *sample_grid_of_bars(bd_arena *arena);
bd_chart *sample_annotations(bd_arena *arena);

/* Builders. A chart of one panel; series and marks are added to the last panel. */
bd_chart      *chart_new(bd_arena *arena, bd_chart_kind kind, const char *name);
void           chart_panel(bd_chart *chart, bd_arena *arena, const char *title);
void           chart_categories(bd_chart *chart, bd_arena *arena, const char *const *names,
                                size_t count);
bd_chart_mark *chart_series(bd_chart *chart, bd_arena *arena, const char *name, size_t marks);
void           chart_line(bd_chart *chart, bd_arena *arena, double value, const char *text);
/* A series of values at x = 0, 1, 2 … or at the places of `x`. */
void chart_values(bd_chart *chart, bd_arena *arena, const char *name, const double *x,
                  const double *y, size_t count);
void chart_samples(bd_chart *chart, bd_arena *arena, const char *name, size_t count,
                   double middle); /* log-normal, the same in each run */
/* The same numbers in each run: 0 ≤ x < 1. */
double chart_random(uint64_t *state);

#endif
