/* ingest/jmh.h: private to the JMH reader: one metric of one result. */
#ifndef BD_INGEST_JMH_H
#define BD_INGEST_JMH_H

#include "ingest/internal.h"

#define BD_JMH_CONFIDENCE 0.999 /* JMH's scoreError and scoreConfidence, always */

/* Reads a `primaryMetric`, or a value of `secondaryMetrics`, into a point whose
 * names are set already. Its source is the place of the score. */
bool bd_jmh_read_metric(const bd_json *metric, bd_run *run, bd_point *point, bd_error *err);

/* A number as JMH writes them: "NaN", null and bare NaN are NONE; "+INF", "-INF". */
bool bd_jmh_number(const bd_json *at, bd_number *out, bd_error *err);

/* As benchmark-action/github-action-benchmark v1 writes a JMH result. A score that is
 * no number is left out: the action would write a text where its page needs one. */
void bd_jmh_add_compat(const bd_json *result, bd_run *run, bd_point *point);

#endif
