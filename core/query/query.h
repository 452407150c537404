/* core/query/query.h: runs + configuration → observations.
 *
 * The store and the lock keep what the files said; names become dimensions only
 * here, so that a changed configuration re-reads everything and rewrites nothing.
 * One language of conditions serves `from:`, cells, regions and the command line. */
#ifndef BD_QUERY_QUERY_H
#define BD_QUERY_QUERY_H

#include "core/base/file.h"
#include "core/config/config.h"
#include "core/model/model.h"

/* ---- the language of queries: [suite] [words] key=value key=a|b key>5000 latest file=PATH ---- */

typedef enum bd_op { BD_OP_EQ, BD_OP_NE, BD_OP_LT, BD_OP_LE, BD_OP_GT, BD_OP_GE } bd_op;

typedef struct bd_condition {
    const char  *key;
    bd_op        op;
    const char **values; /* alternatives of = and !=, "-" = empty or absent; else one number */
    size_t       value_count;
    int          offset; /* of the key in the query's text, in bytes */
} bd_condition;

typedef struct bd_query {
    const char   *suite; /* NULL = none named */
    const char   *words; /* bare words, joined by one blank: a metric; NULL = none */
    const char   *file;  /* of `file=`; NULL = none */
    bd_condition *conditions;
    size_t        condition_count;
    bool          latest; /* of several runs, the one measured last */
} bd_query;

/* A name or value with blanks or signs is quoted: cpu="AMD EPYC 7763"; a doubled quote
 * inside quotes is one. != with alternatives means none of them.
 * @param with_suite  the first bare word is the suite
 * @param out  texts in `arena`
 * @return false with BD_ERR_CONFIG; err->column is the place in `text`, 1-based, err->line 0 */
bool bd_query_parse(bd_str text, bool with_suite, bd_arena *arena, bd_query *out, bd_error *err);

/* Appends a name or value so that bd_query_parse() reads it back, quoted where it must be. */
void bd_query_put_word(bd_str word, bd_buf *out);

/* ---- patterns of names and paths: {name} {name:a|b} {name:a|} * ** ---- */

typedef enum bd_pattern_kind {
    BD_PATTERN_PATH,      /* a hole and * stay inside one part between slashes */
    BD_PATTERN_BENCHMARK, /* … between dots; ** crosses them */
    BD_PATTERN_NAME,      /* free text */
} bd_pattern_kind;

typedef struct bd_pattern bd_pattern; /* opaque */

/* @return owned, end with bd_pattern_free(); NULL with BD_ERR_CONFIG and a column */
bd_pattern *bd_pattern_compile(bd_str text, bd_pattern_kind kind, bd_error *err);
void        bd_pattern_free(bd_pattern *pattern); /* NULL is fine */
size_t      bd_pattern_holes(const bd_pattern *pattern);
const char *bd_pattern_hole(const bd_pattern *pattern, size_t index);
/* Matches the whole subject, whose texts are UTF-8, in bounded time: a name that takes
 * longer does not fit. A hole that may be empty and is gives "-". The same hole twice
 * is the same text twice.
 * @param holes  filled with one pair per hole, values in the arena */
bool bd_pattern_match(const bd_pattern *pattern, bd_str subject, bd_arena *arena, bd_pairs *holes);

/* ---- files of an input ---- */

typedef struct bd_found_file {
    const char *path;  /* relative to the root; arena */
    bd_pairs    holes; /* what the path says */
} bd_found_file;

typedef struct bd_found_files {
    bd_found_file *items; /* sorted by path */
    size_t         count, capacity;
    bd_arena       arena;
} bd_found_files;

/* Adds the files under `root` that a path pattern fits; `out` is sorted by path, each
 * path once. Hidden names fit only a part that begins with a dot; "**" does not enter
 * symbolic links; names that are not UTF-8 or hold control characters fit nothing.
 * @return false with BD_ERR_CONFIG (pattern; err->column in it) or BD_ERR_INPUT (a
 *         directory cannot be read, too many files) */
bool bd_files_find(const char *root, bd_str pattern, bd_found_files *out, bd_error *err);
/* Keeps, of files whose other holes agree, those with the greatest value of `newest`:
 * names of folders, never file times. Digits in them compare by size, run-10 after
 * run-9. */
void bd_files_keep_newest(bd_found_files *files, const char *newest);
/* Reads the holes of one path, where the pattern fits. */
bool bd_files_match(bd_str pattern, const char *path, bd_arena *arena, bd_pairs *holes);
void bd_found_files_release(bd_found_files *files);

/* ---- observations ---- */

typedef enum bd_dim_kind {
    BD_DIM_PARAM,     /* the file's own structure: a JMH @Param, `rows` of a pipeline sample */
    BD_DIM_NAMED,     /* named by the configuration: a hole of a pattern, `dimensions:` */
    BD_DIM_STRUCTURE, /* benchmark, class, method, mode, threads */
    BD_DIM_FACT,      /* of the run: path holes, commit, environment */
} bd_dim_kind;

typedef struct bd_dim {
    const char *name, *value; /* value "-" = empty; never NULL */
    bd_dim_kind kind;
} bd_dim;

/* One point as the configuration sees it. */
typedef struct bd_observation {
    const bd_run   *run;   /* borrowed */
    const bd_point *point; /* borrowed */
    const bd_input *input; /* NULL: no input of the configuration */
    const char     *metric;
    const bd_dim   *dims; /* identity, except the metric: named, then params, then structure */
    size_t          dim_count;
    size_t          order; /* of first appearance: input, path, place in the file */
} bd_observation;

typedef struct bd_observations {
    bd_observation *items; /* owned; ordered by `order` */
    size_t          count, capacity;
    bd_arena        arena; /* texts and dims */
} bd_observations;

#define BD_OBSERVATIONS_INIT { 0 }

/* Applies name patterns, renames and declared dimensions to every point of the runs
 * (borrowed; must outlive the observations). A name that no pattern fits is an
 * error that shows it. */
bool bd_observe(const bd_config *config, const bd_runs *runs, bd_observations *out,
                bd_diagnostics *found);
void bd_observations_release(bd_observations *observations);

/* The value of a name for one observation: its dimensions, "metric", "unit",
 * "outcome", "suite", "params" (all of the file's own: "size=100, mode=fast"), then
 * facts of its run (bd_run_fact).
 * @param kind  set; may be NULL
 * @return borrowed or in `scratch`; NULL = it has none */
const char *bd_observation_get(const bd_observation *o, bd_str name, bd_dim_kind *kind,
                               bd_buf *scratch);
/* Whether the observation meets a condition. = and != compare texts ("1.1" is not
 * "1.10"), the others numbers. "cpu" is also met by its slug or short name. An absent
 * value meets only "=-" and "!=". */
bool bd_condition_holds(const bd_condition *condition, const bd_observation *o);
bool bd_query_holds(const bd_query *query, const bd_observation *o);
/* Two values of one dimension: numbers by size and before words; words by bytes. */
int bd_value_order(const char *a, const char *b);

#endif
