/* ingest/figures.h: private to the readers of JSON: numbers of a point, each with its
 * place, texts as JavaScript prints them, and what nobody maps. */
#ifndef BD_INGEST_FIGURES_H
#define BD_INGEST_FIGURES_H

#include "ingest/internal.h"

/* A member that is a statistic. */
typedef struct bd_figure {
    const char *key;
    bd_stat     stat;
} bd_figure;

#define BD_FIGURE_STAT(k)    { BD_STAT_##k, 0 }
#define BD_FIGURE_PERCENT(p) { BD_STAT_PERCENTILE, (p) * 1000000 }

/* A number; null and bare NaN are none. */
bool bd_figure_number(const bd_json *at, bd_number *out, bd_error *err);
/* The point's value and its source. */
bool bd_figure_value(const bd_json *at, bd_run *run, bd_point *point, bd_error *err);
/* Reads those members of `object` that are there: value, error, low, high and n into
 * the point, others into what is reported. The value comes first: places are seen from
 * it. Without a value the source is the object.
 * @param count  BD_COUNT(figures) */
bool bd_figures_read(const bd_json *object, const bd_figure *figures, size_t count, bd_run *run,
                     bd_point *point, bd_error *err);
/* Adds a reported statistic, unless it is there or has no number. */
bool bd_figure_report(const bd_json *at, bd_stat stat, bd_run *run, bd_point *point, bd_error *err);
/* Observations, in their order; integers where all are. n where it is not said yet. */
bool bd_figure_samples(const bd_json *array, bd_run *run, bd_point *point, bd_error *err);
/* Observations that are totals of so many iterations each: the total of one. Sets n. */
bool bd_figure_per_count(const bd_json *totals, const bd_json *counts, bd_run *run, bd_point *point,
                         bd_error *err);
/* The middle observation (of an even number the upper one of the two) as the value, so
 * that it has a place: where a file has observations and says no value. */
bool bd_figure_middle(const bd_json *array, bd_run *run, bd_point *point, bd_error *err);

/* A point like `first`: benchmark, params, threads. Invalidates pointers to points.
 * @param metric  static or in the run's arena */
bd_point *bd_figure_point(bd_run *run, size_t first, const char *metric);
/* Without a value the point has failed, for that reason (static). */
void bd_figure_judge(bd_point *point, const char *reason);

/* ---- params and facts ---- */

/* Adds a pair. A key that is there gets a number behind it: "arg", "arg2". */
void bd_param_add(bd_run *run, bd_point *point, bd_str key, bd_str value);
/* The text of a scalar: of a string its own, else as written; of null, list and object
 * the JSON. Borrowed or in `scratch`. */
bool bd_scalar_text(const bd_json *at, bd_buf *scratch, bd_str *out, bd_error *err);
/* Each member of an object is a param. */
bool bd_params_read(const bd_json *object, bd_run *run, bd_point *point, bd_error *err);
/* Adds a scalar to the environment, over what was stated. @return false with an error */
bool bd_environment_fact(const bd_json *at, const char *key, bd_run *run, bd_error *err);
/* What the file itself says of the commit; what was stated describes it only when it is
 * the same one. */
void bd_own_commit(bd_reading *reading, bd_run *run, const bd_commit *own);
/* A time text of the file: when the run was measured. Texts that are none are passed over. */
void bd_own_time(const bd_json *at, bd_run *run);

/* Keeps the members that are not named. @param mapped  names with blanks between */
void bd_keep_unmapped(const bd_json *object, const char *mapped, bd_buf *rest);

/* ---- what github-action-benchmark writes ---- */

/* JavaScript's String(x) of a parsed value. */
bool bd_js_text(const bd_json *at, bd_buf *out, bd_error *err);
/* The same of a member; "undefined" where there is none. */
void bd_js_member(const bd_json *object, const char *name, bd_buf *out);
/* As JavaScript holds the number: integers beyond 2^53 round. */
bd_number bd_js_number(bd_number number);

/* A further line for a text of several: "label" and the member. */
void bd_js_line(const bd_json *object, const char *label, const char *name, bd_buf *out);

#endif
