/* tests/view/view_support.h: a project in memory: a configuration, runs, and what is
 * built of them. */
#ifndef BD_TESTS_VIEW_SUPPORT_H
#define BD_TESTS_VIEW_SUPPORT_H

#include "render/view/view.h"

#include "tests/support.h"

typedef struct view_world {
    bd_config      *config;
    bd_runs         runs;
    bd_observations seen;
    bd_shown        shown;
    bd_diagnostics  found;
    bd_arena        arena;
    bd_view         view;
} view_world;

/* Reads the configuration, "version: 1" excepted, or fails the test. */
void view_open(view_world *w, const char *yaml);
void view_close(view_world *w);

/* A run of a suite from a file; `facts` are "key=value key=value": "cpu", "commit",
 * "measured_at", holes of the path with a leading '/', the rest is environment. */
bd_run *view_run(view_world *w, const char *suite, const char *path, const char *facts);
/* A point with params "key=value …"; the number as JSON writes it, or "" for none. */
bd_point *view_point(bd_run *run, const char *benchmark, const char *metric, const char *params,
                     const char *number, const char *unit);
void view_samples(bd_run *run, bd_point *point, const char *numbers); /* integers, blanks between */

/* Must be called once all runs are there. */
void view_observe(view_world *w);

/* Builds and describes: titles, rows and notes a line each, cells parted by '|'. On
 * failure the findings instead. Text in the arena. */
const char *view_table(view_world *w, const char *name);
const char *view_query(view_world *w, const char *query);
const char *view_value(view_world *w, const char *text);
const char *view_environment(view_world *w, const char *query);
/* "line:column: message (hint)", a line each, and forgets them. */
const char *view_findings(view_world *w);

/* A table with everything a renderer sees: data in «», alignment, numbers of sources. */
void view_describe_table(const bd_table *table, bd_buf *out);
void view_describe_cell(const bd_cell *cell, bd_buf *out);

void view_assert_text(const char *got, const char *want, const char *file, int line);
#define assert_text(got, want) view_assert_text((got), (want), __FILE__, __LINE__)

#endif
