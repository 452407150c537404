/* cli/fields.h: private to `fields`: what result files hold, in a configuration's words. */
#ifndef BD_CLI_FIELDS_H
#define BD_CLI_FIELDS_H

#include "cli/cli.h"
#include "core/base/map.h"
#include "core/json/json.h"
#include "core/query/query.h"

/* A dimension of the points, or a fact of the runs, with every value it has. */
typedef struct bd_field {
    const char *name;
    bd_dim_kind kind;
    bool whole_numbers; /* every value is a number */
    bd_map values;      /* in order of first appearance, numbers sorted */
} bd_field;

typedef struct bd_field_list {
    bd_field *items; /* owned */
    size_t count, capacity;
} bd_field_list;

/* A metric's unit and what it means there: ops/s and s/op are one metric of JMH. */
typedef struct bd_unit_field {
    const char *unit; /* as the files write it */
    bd_meaning meaning;
    bd_direction direction; /* as the files state it, else by the meaning */
} bd_unit_field;

typedef struct bd_metric_field {
    const char *name;
    size_t points;
    bd_unit_field *units; /* owned; in order of first appearance */
    size_t unit_count, unit_capacity;
    bd_names statistics; /* that every one of its points can give, percentiles aside */
    bool percentiles;    /* any p0 … p100, computed */
} bd_metric_field;

typedef struct bd_suite_fields {
    const char *suite, *format;
    bd_names files; /* of its runs, each once; NULL-free; none = standard input */
    size_t runs, points;
    bd_field_list dimensions, facts;
    bd_metric_field *metrics; /* owned */
    size_t metric_count, metric_capacity;
    bd_names queries;           /* conditions that keep something and drop something */
    const char *mode_condition; /* "mode=thrpt" where modes differ; NULL = they do not */
    const char *yaml;           /* input and table to paste; NULL = none could be laid out */
    bd_names templates;         /* of that table's columns */
    bool knows_cpu;             /* every run says where it was measured */
} bd_suite_fields;

typedef struct bd_fields {
    bd_suite_fields *items; /* owned; one per suite, in order of first appearance */
    size_t count, capacity;
    bool configured; /* suites are inputs of a benchdoc.yml */
    bd_arena arena;
} bd_fields;

/* @param observations, runs  borrowed, must outlive `out` */
void bd_fields_collect(const bd_observations *observations, const bd_runs *runs, bd_fields *out);
/* Adds `yaml` and `templates`.
 * @param config  of the project, or bd_config_empty() */
void bd_fields_offer(const bd_config *config, const bd_observations *observations,
                     bd_fields *fields);
void bd_fields_text(const bd_fields *fields, bd_buf *out);
void bd_fields_json(const bd_fields *fields, bd_buf *out);
void bd_fields_release(bd_fields *fields);

#endif
