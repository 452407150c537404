/* core/config/config.h: benchdoc.yml as plain structs.
 *
 * Loading checks everything that can be checked without result files: unknown and
 * duplicate keys, wrong types, dangling names, with line and column and the
 * nearest valid name, several at once. Texts of the small languages (queries,
 * name patterns, cell templates, number examples) are kept with their place;
 * core/query and render/view compile them and report errors there. */
#ifndef BD_CONFIG_CONFIG_H
#define BD_CONFIG_CONFIG_H

#include "core/base/buf.h"
#include "core/base/error.h"
#include "core/model/unit.h"

/* A text of the configuration and where it stands. */
typedef struct bd_scalar {
    const char *text; /* arena; NULL = not given */
    int         line, column; /* of its first character, after an opening quote */
    bool        verbatim; /* the file has these very characters, on one line */
} bd_scalar;

/* The column of the character at byte `offset` of the text; the text's own where it
 * was written with escapes or over several lines. */
int bd_scalar_column(bd_scalar scalar, size_t offset);

typedef struct bd_scalars {
    bd_scalar *items; /* arena */
    size_t     count, capacity;
} bd_scalars;

typedef struct bd_entry { /* of a map, in its order */
    bd_scalar key, value;
} bd_entry;

typedef struct bd_entries {
    bd_entry *items; /* arena */
    size_t    count, capacity;
} bd_entries;

bd_scalar bd_entries_get(const bd_entries *entries, const char *key); /* .text NULL = absent */

/* One line of `name:` or `benchmark:`. */
typedef struct bd_name_rule {
    bd_scalar pattern;
    bool      ignore; /* points it fits are left out */
} bd_name_rule;

typedef struct bd_input {
    bd_scalar     name;      /* the suite */
    bd_scalars    files;     /* path patterns; "REF:path" is read from git */
    bd_scalar     format;    /* reader; NULL text = by content */
    bd_scalar     newest;    /* a hole of the path; NULL text = all files count */
    bd_name_rule *name_rules;      /* of `name:`, for the text names of custom arrays */
    size_t        name_rule_count;
    bd_name_rule *benchmark_rules; /* of `benchmark:`, for dotted names */
    size_t        benchmark_rule_count;
    bd_entries    rename;      /* dimension of the file → dimension as it shall be called */
    bd_entries    dimensions;  /* dimension → fact ("environment.backend_version") */
    bd_entries    environment; /* facts that no file of the run carries */
    bd_scalar     direction;   /* "smaller" or "bigger" (is better) */
    bool          gate_never;
    bool          allow_incomplete; /* `incomplete: allow` */
} bd_input;

/* One rule of a cell that says a text: the first whose condition holds speaks. */
typedef struct bd_say_rule {
    bd_scalar has;  /* query that an observation of the row must fit; NULL text = none */
    bd_scalar when; /* conditions on the row's own dimensions; NULL text = none */
    bd_scalar say;  /* template */
} bd_say_rule;

typedef struct bd_column {
    bd_scalar    title;  /* template when `across` is given */
    bd_scalar    cell;   /* template; NULL text when rules speak */
    bd_say_rule *rules;
    size_t       rule_count;
    bd_scalar    across; /* "operation=read|update|commit" or "operation": one column per value */
    bd_scalar    number; /* example for this column; NULL text = the table's */
    bool         title_is_data; /* made of names in result files: never markup */
} bd_column;

typedef enum bd_one_machine {
    BD_ONE_MACHINE_ROW,
    BD_ONE_MACHINE_TABLE,
    BD_ONE_MACHINE_NO,
} bd_one_machine;

typedef struct bd_table_config {
    bd_scalar      name;
    bd_scalar      from;    /* query: suite and filters */
    bd_scalars     per;     /* what a row is; its order is the columns' order */
    bd_scalars     sort;    /* empty = the order of `per` */
    bd_entries     titles;  /* column title per dimension */
    bd_column     *columns;
    size_t         column_count;
    bd_scalar      number;       /* example; NULL text = the file's */
    bd_scalar      missing;      /* of every empty cell; NULL text = that is an error */
    bd_entries     missing_when; /* condition → text */
    bd_one_machine one_machine; /* the file's where the table does not say */
} bd_table_config;

/* A picture of numbers. What is not said is chosen from what varies in the results. */
typedef struct bd_chart_config {
    bd_scalar  name;
    bd_scalar  kind;   /* "bars", "stacked", "lines", "scatter", "boxes", "distribution",
                        * "percentiles"; NULL text = by what varies */
    bd_scalar  from;   /* query: suite and filters */
    bd_scalars x;      /* dimensions along the x axis; empty with distribution, percentiles */
    bd_scalar  y;      /* template of one number, or a metric of samples … */
    bd_entries ys;     /* … or name of a series → such a template */
    bd_scalars series; /* dimensions whose values are series */
    bd_scalar  grid;   /* dimension of small multiples: a panel for each value */
    bd_scalars log;    /* "x", "y" */
    bd_scalars error;  /* "confidence", or the templates of the low and the high end */
    bool       band;   /* the error as a band, not as bars */
    bool       horizontal, value_labels, from_zero;
    bool       gaps;     /* `missing: gap`: a category without a number is no error */
    bd_scalars additive; /* metrics that do not contain each other, so that they stack */
    bd_scalar  budget;   /* a line across the values: "50 ms" … */
    bd_entries budgets;  /* … or value → text */
    bd_entries annotations; /* place on the x axis → text */
    bd_scalar  change_points; /* "yes", or the least change: "5%"; NULL text = none */
    bd_scalar  title, x_title, y_title; /* templates without holes of numbers */
    bd_scalar  alt;      /* instead of the alternative text that benchdoc writes */
    bd_scalar  number;   /* example of the numbers; its unit is the axis's */
    bd_scalar  file;     /* path of the picture; NULL text = charts/NAME beside the document */
    bd_scalar  format;   /* "png", "svg", "mermaid"; NULL text = by `file`, else png */
    bd_one_machine one_machine; /* the file's where the chart does not say */
} bd_chart_config;

typedef struct bd_value_config {
    bd_scalar  name;
    bd_scalar  from;   /* query; .text NULL with `ratio` */
    bd_scalar  say;    /* template, for every language … */
    bd_entries says;   /* … or one each */
    bd_scalars ratio;  /* names of two values; exclusive with `from` */
    bd_scalar  number;
} bd_value_config;

typedef struct bd_page_config {
    bd_scalar per, template_file, file; /* `file` is a template: "docs/{database:slug}.md" */
    bd_scalar language;                 /* NULL text = the first */
} bd_page_config;

typedef struct bd_document_config {
    bd_scalar path;
    bd_scalar language; /* NULL text = the first */
} bd_document_config;

typedef struct bd_translation {
    bd_scalar  language;
    bd_entries texts;
} bd_translation;

/* One entry of `gates:`: where to look, and what must hold there. */
typedef struct bd_gate_config {
    bd_scalar  at;         /* the place of the entry; no text */
    bd_entries conditions; /* key → value as text; a list joined by '|'. The keys are those of the
                            * schema; any other one is a metric and what its value must be */
} bd_gate_config;

typedef enum bd_gate_op {
    BD_GATE_EQUAL,
    BD_GATE_AT_MOST,
    BD_GATE_LESS,
    BD_GATE_AT_LEAST,
    BD_GATE_MORE,
} bd_gate_op;

typedef struct bd_gate_limit { /* "1%", "8 B", "<= 50 ms", "true" */
    bd_gate_op op;
    bd_number  number;
    bd_str     unit;  /* borrowed from the text; empty = none */
    bool       truth; /* it was "true" or "false" */
} bd_gate_limit;

typedef struct bd_break_config {
    bd_scalar suite, at, why;
} bd_break_config;

typedef struct bd_keep_config { /* counts; see bd_config_count() */
    bd_scalar entries, days, daily_after;
} bd_keep_config;

typedef struct bd_publish_config {
    bd_scalar      branch; /* "gh-pages" where `publish:` does not say */
    bd_entries     to;     /* input → path pattern */
    bd_entries     names;  /* input → its list in `entries`; not there = the input's name */
    bd_entries     expect; /* dimension → values joined by '|' */
    bd_scalar      compat; /* "strict"; NULL text = with keys of our own */
    bd_keep_config keep;
    bd_scalar      warn, limit; /* sizes of a file; see bd_config_bytes() */
    bd_scalar      message;     /* of the commit; NULL text = as the action words it */
    bd_scalar      author;      /* "Name <mail@address>"; NULL text = benchdoc's own */
} bd_publish_config;

typedef struct bd_config {
    const char *file;      /* as given: "benchdoc.yml", for errors; NULL = no configuration */
    const char *directory; /* where it lies: the project's root; "." = here */
    bd_scalar   project;
    bd_scalars  languages; /* at least one ("en") */
    bd_document_config *documents;
    size_t              document_count;
    bd_input           *inputs;
    size_t              input_count;
    bd_entries          order;  /* dimension → values joined by U+001F, in their order */
    bd_entries          titles; /* column title per dimension, for every table */
    struct bd_labels {          /* how values of a dimension are shown */
        bd_scalar  dimension;
        bd_entries labels;
    } *labels;
    size_t              label_count;
    bd_scalar           number;  /* example for everything; NULL text = none */
    bd_entries          numbers; /* dimension of units ("time") → example */
    bd_one_machine      one_machine;
    bd_table_config    *tables;
    size_t              table_count;
    bd_chart_config    *charts;
    size_t              chart_count;
    bd_page_config     *pages;
    size_t              page_count;
    bd_value_config    *values;
    size_t              value_count;
    bd_entries          environment_show; /* title → fact */
    bd_publish_config   publish;
    bd_gate_config     *gates;
    size_t              gate_count;
    bd_break_config    *breaks;
    size_t              break_count;
    bd_translation     *translations;
    size_t              translation_count;
    bd_scalar           store; /* URL */
    bd_arena            arena;
} bd_config;

#define BD_CONFIG_SEPARATOR "\x1f"

/* @param bytes  YAML text, at most 1 MiB
 * @param file   name for errors; copied
 * @param out    owned by the caller, end with bd_config_free(); NULL when there were errors
 * @param found  every error with its place, a hint with the nearest valid name */
bool bd_config_parse(bd_str bytes, const char *file, bd_config **out, bd_diagnostics *found);
/* The configuration that stands for none: defaults only. Owned. */
bd_config *bd_config_empty(void);
void       bd_config_free(bd_config *config); /* NULL is fine */

const bd_input        *bd_config_input(const bd_config *config, const char *name);
const bd_table_config *bd_config_table(const bd_config *config, const char *name);
const bd_chart_config *bd_config_chart(const bd_config *config, const char *name);
const bd_value_config *bd_config_value(const bd_config *config, const char *name);
/* Where the path of an input's "REF:path" begins; 0 without a ref. Colons in holes do
 * not count. */
size_t bd_config_path_after_ref(const char *text);
/* Whether a key of an entry of `gates:` says where to look, how or until when; every other
 * key is something that must hold. */
bool bd_gate_key_is_scope(const char *key);
/* Whether it is one of the schema's: else it is a metric. */
bool bd_gate_key_is_known(const char *key);
/* A limit as a gate has it. @return false when the text is none */
bool bd_gate_limit_parse(const char *text, bd_gate_limit *out);
/* "2026-12-31": the instant at which that day is over in UTC.
 * @return false when the text is no such day */
bool bd_gate_day_parse(const char *text, int64_t *end_ns);
/* The label of a dimension's value; the value itself where none is given. */
const char *bd_config_label(const bd_config *config, bd_str dimension, const char *value);
/* A count, or a size in bytes ("20 MB" is 20000000), that has been checked.
 * @return 0 = not given */
uint64_t bd_config_count(bd_scalar count);
uint64_t bd_config_bytes(bd_scalar size);
/* What `change points:` asks for: "yes" is any change, 0; "5%" is 0.05.
 * @return false when the text is neither */
bool bd_config_least_change(const char *text, double *out);
/* "Name <mail@address>" in its parts, texts in the arena. @return false = not given */
bool bd_config_author(bd_scalar author, bd_arena *arena, const char **name, const char **email);
/* The translation of a text; the text itself in the first language. NULL: there is
 * no translation into `language`. */
const char *bd_config_translate(const bd_config *config, const char *language, const char *text);
/* The place of `value` in `order:` of its dimension; SIZE_MAX when it has none. */
size_t bd_config_order(const bd_config *config, bd_str dimension, const char *value);
/* The example for numbers of a dimension of units, by `numbers:` then `number:`. */
bd_scalar bd_config_number(const bd_config *config, bd_dimension dimension);

#endif
