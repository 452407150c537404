/* ingest/sample_groups.h: pipeline samples, gathered into groups and checked. Private to
 * ingest/; a results file and a server log give the same samples, so both readers feed
 * this and get the same points. */
#ifndef BD_INGEST_SAMPLE_GROUPS_H
#define BD_INGEST_SAMPLE_GROUPS_H

#include "core/base/map.h"
#include "ingest/internal.h"

/* What names a group, in the order of its name. */
enum {
    BD_GROUP_KIND,
    BD_GROUP_WORKLOAD,
    BD_GROUP_SOURCE,
    BD_GROUP_TARGET,
    BD_GROUP_REPLACED,
    BD_GROUP_TEXTS
};
/* What is checked and never measured. */
enum {
    BD_SAMPLE_ROWS,
    BD_SAMPLE_NUMBER,
    BD_SAMPLE_OPERATION,
    BD_SAMPLE_AFFECTED,
    BD_SAMPLE_STORED,
    BD_SAMPLE_TOTAL,
    BD_SAMPLE_INTS
};

typedef struct bd_measure {
    const char *name; /* "wallNs"; in the run's arena */
    bd_number value;
    int column; /* in a log */
} bd_measure;

/* One sample as it was read; what it points at is in the run's arena. */
typedef struct bd_sample {
    const char *texts[BD_GROUP_TEXTS]; /* NULL = absent */
    int64_t ints[BD_SAMPLE_INTS];
    bool has[BD_SAMPLE_INTS];
    bd_measure *measures; /* owned */
    size_t measure_count, measure_capacity;
    bd_buf rest; /* unknown members as a JSON object, as bd_keep_rest() builds it */
    bd_json at;  /* in a JSON file; doc NULL in a log. Its parents outlive the groups */
    int line;    /* in a log */
} bd_sample;

/* One measure of a group, a value for each of its samples. */
typedef struct bd_sample_column {
    const char *name;
    bd_number *values; /* owned */
    size_t count, capacity;
    int column; /* of the group's place, in a log */
    bd_stat_value *reported; /* in the run's arena */
    size_t reported_count;
} bd_sample_column;

typedef struct bd_sample_group {
    const char *name; /* "write numeric local local false 100" */
    const char *texts[BD_GROUP_TEXTS];
    const char *rows;
    bd_json at; /* of the first counted sample, else of the first */
    int line;
    int64_t *numbers; /* owned; below zero = warm-up */
    size_t count, capacity;
    size_t counted;            /* samples that are no warm-ups */
    bd_sample_column *columns; /* owned */
    size_t column_count, column_capacity;
    bd_buf rest; /* what its samples said beyond the format, a JSON object each */
    bool summarized;
    bool damaged; /* a sample of it was left out: its summary is not compared */
} bd_sample_group;

typedef struct bd_sample_groups {
    bd_run *run;            /* borrowed */
    bd_reading *reading;    /* borrowed */
    bd_sample_group *items; /* owned, in order of first appearance */
    size_t count, capacity;
    bd_map by_name, by_number, by_operation;
    bd_arena keys;
    bool damaged; /* a sample of nobody knows which group was left out */
} bd_sample_groups;

#define BD_SAMPLE_INIT \
    {                  \
        0              \
    }

/* @return the index of a text (BD_GROUP_…) or of an int, or SIZE_MAX */
size_t bd_sample_text_find(bd_str key);
size_t bd_sample_int_find(bd_str key);
/* Adds a measured value. @return false (nothing added) when it is not a measure that can
 * be: a timer is a whole number of nanoseconds, 0 or more; any other is a finite number */
bool bd_sample_measure(bd_sample *sample, bd_run *run, bd_str key, bd_number value);
bool bd_is_timer(bd_str key); /* "…Ns" */
void bd_sample_release(bd_sample *sample);

/* Reports a broken rule at a member of the sample (at the sample where it is absent). */
void bd_sample_complain(const bd_sample_groups *groups, const bd_sample *sample, const char *member,
                        const char *format, ...) BD_PRINTF(4, 5);

/* Checks the sample (complete, rows handled, operation and number new) and adds it to
 * its group. Broken rules go to the reading's findings. */
void bd_sample_groups_add(bd_sample_groups *groups, const bd_sample *sample);
/* Leaves a sample out that has been reported, so that one fault is not told many times. */
void bd_sample_groups_reject(bd_sample_groups *groups, const bd_sample *sample);
bool bd_sample_group_is_damaged(const bd_sample_groups *groups, const bd_sample_group *group);
bd_sample_group *bd_sample_groups_find(const bd_sample_groups *groups, bd_str name);
bd_sample_column *bd_sample_column_find(const bd_sample_group *group, bd_str name);
/* A point per group and measure. `*place` counts the points that the tick report has. */
void bd_sample_groups_points(const bd_sample_groups *groups, size_t *place);
void bd_sample_groups_release(bd_sample_groups *groups);

/* The counted values of a column of integers, ascending.
 * @return owned: free(); NULL when there are none or not all are integers */
int64_t *bd_sample_column_sorted(const bd_sample_group *group, const bd_sample_column *column);
/* The middle value, or the mean of the two middle ones, truncated; n > 0. */
int64_t bd_exact_median(const int64_t *sorted, size_t n);
/* Nearest rank: the value at ceil(p * n / 100), the first for p = 0; n > 0. */
int64_t bd_exact_percentile(const int64_t *sorted, size_t n, uint32_t p_micro);
int bd_exact_order(const void *a, const void *b); /* of int64_t, for qsort */

#endif
