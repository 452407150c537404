/* ingest/jmh.h: private to the JMH reader: its settings, and one metric of one result. */
#ifndef BD_INGEST_JMH_H
#define BD_INGEST_JMH_H

#include "ingest/internal.h"

enum { BD_JMH_SETTINGS = 15 };

/* A setting over all results. */
typedef struct bd_jmh_setting {
    bd_str raw;     /* of the first result that has it; borrowed from the document */
    bd_buf text;    /* the same as a text */
    size_t results; /* that have it with this text */
} bd_jmh_setting;

/* A percentile as it was named last. */
typedef struct bd_jmh_percentile {
    bd_str      key; /* borrowed from the document */
    bd_stat     stat;
    const char *path; /* behind the metric's; in the run's arena */
} bd_jmh_percentile;

typedef struct bd_jmh {
    bd_reading    *reading;
    bd_run        *run;
    bd_jmh_setting shared[BD_JMH_SETTINGS];
    size_t         results;
    bool           is_kotlinx; /* some result has members that only kotlinx-benchmark writes */
    struct {
        const char  *unit;
        bd_direction direction;
    } looked_up[4]; /* the units that were met last: few files have more */
    size_t            lookups;
    bd_jmh_percentile percentiles[16]; /* by their place in a metric; JMH writes ten */
} bd_jmh;

/* Looks at the settings of all results; those they share become facts of the run. */
bool bd_jmh_collect_settings(bd_jmh *j, bd_error *err);
/* @param expected  where to look first: JMH writes them in one order; set to the next
 * @return its index, or BD_JMH_SETTINGS when the key names none */
size_t bd_jmh_setting_of(bd_str key, size_t *expected);
bool   bd_jmh_is_shared(const bd_jmh *j, size_t setting);
/* The text of a setting: a string's own, a list's items with blanks between, else as written. */
bool   bd_jmh_setting_text(const bd_json *at, bd_buf *scratch, bd_buf *out, bd_error *err);
/* "JMH 1.37", or which of the two writers it was; in the run's arena or static. */
const char *bd_jmh_tool(bd_jmh *j);

#define BD_JMH_CONFIDENCE 0.999 /* JMH's scoreError and scoreConfidence, always */

/* Reads a `primaryMetric`, or a value of `secondaryMetrics`, into a point whose
 * names are set already. Its source is the place of the score. */
bool bd_jmh_read_metric(bd_jmh *j, const bd_json *metric, bd_point *point, bd_error *err);

/* A number as JMH writes them: "NaN", null and bare NaN are NONE; "+INF", "-INF". */
bool bd_jmh_number(const bd_json *at, bd_number *out, bd_error *err);

/* As benchmark-action/github-action-benchmark v1 writes a JMH result. A score that is
 * no number is left out: the action would write a text where its page needs one. */
void bd_jmh_add_compat(const bd_json *result, bd_run *run, bd_point *point);

#endif
