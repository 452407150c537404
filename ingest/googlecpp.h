/* ingest/googlecpp.h: private to the reader of Google Benchmark. */
#ifndef BD_INGEST_GOOGLECPP_H
#define BD_INGEST_GOOGLECPP_H

#include "ingest/figures.h"

/* "BM_Copy/n:8/512/threads:4" → benchmark "BM_Copy", params n=8 arg=512, threads 4.
 * What stands behind the last part that is no argument are arguments: numbers are
 * "arg", "arg2", …; "real_time", "process_time" and "manual_time" are "clock"; what has a
 * name keeps it ("min_time:0.5"). */
void bd_googlecpp_name(bd_str name, bd_run *run, bd_point *point);

/* `context` to the environment, to the run's tool and time. */
bool bd_googlecpp_context(const bd_json *context, bd_run *run, bd_error *err);

/* The points of rows that repeat one benchmark, aggregates included. */
typedef struct bd_googlecpp_group {
    bd_str         name;     /* without what an aggregate adds to it */
    const bd_json *rows;     /* all of the file */
    const size_t  *members;  /* indices of this group's rows, in their order */
    size_t         count;
} bd_googlecpp_group;
bool bd_googlecpp_points(const bd_googlecpp_group *group, bd_run *run, bd_error *err);

/* The name of the aggregate that a row is: "mean", "BigO"; "aggregate" where it does not
 * say which; empty: it is none. Borrowed or in `scratch`. */
bd_str bd_googlecpp_aggregate(const bd_json *row, bd_buf *scratch);

/* What the action writes for a row. @return in the arena; NULL without a number */
bd_compat *bd_googlecpp_compat(const bd_json *row, const bd_json *real_time, bd_run *run);

#endif
