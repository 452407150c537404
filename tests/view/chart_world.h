/* tests/view/chart_world.h: charts of the example projects and of projects in memory. */
#ifndef BD_TESTS_VIEW_CHART_WORLD_H
#define BD_TESTS_VIEW_CHART_WORLD_H

#include "render/view/chart.h"
#include "tests/view/view_support.h"

/* An example project of bench-data, its results read, with these charts.
 * @param yaml  begins with "charts:"; put behind the project's own configuration */
void chart_world_open(view_world *w, const char *project, const char *yaml);
/* The project's own configuration with the charts. Owned. */
bd_buf chart_world_yaml(const char *project, const char *yaml);

/* Builds a chart and describes it: kind, titles and axes, a line for each series with
 * "place=number", lines, notes, footer and alt. On failure the findings. In the arena. */
const char *view_chart(view_world *w, const char *name);
/* Only the lines of series: "name: place=number …". */
const char *view_chart_numbers(view_world *w, const char *name);
const char *view_query_chart(view_world *w, const char *query, const bd_chart_config *wishes);
const char *view_chart_as_table(view_world *w, const char *name);
/* The chart, or a failed test that shows what was found. */
bd_chart view_chart_of(view_world *w, const char *name);

#endif
