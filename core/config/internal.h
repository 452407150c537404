/* core/config/internal.h: private to core/config. */
#ifndef BD_CONFIG_INTERNAL_H
#define BD_CONFIG_INTERNAL_H

#include "core/config/config.h"
#include "core/config/keys.h"

#define BD_CONFIG_MAX_BYTES ((size_t)1 << 20)
#define BD_CONFIG_MAX_DEPTH 32     /* lists and maps inside each other */
#define BD_CONFIG_MAX_NODES 20000  /* with every alias written out */

typedef enum bd_node_kind { BD_NODE_TEXT, BD_NODE_LIST, BD_NODE_MAP } bd_node_kind;

/* YAML as a tree; an alias makes two parents share a child, never a cycle. Keys
 * are texts and differ within their map. */
typedef struct bd_node {
    bd_node_kind     kind;
    int              line, column;
    bd_scalar        text;    /* of a TEXT; .text NULL: null */
    bd_scalar       *keys;    /* of a MAP; arena */
    struct bd_node **values;  /* of a LIST or MAP; arena */
    size_t           count, capacity;
    size_t           weight;  /* nodes in it, itself included, aliases written out */
    unsigned         height;  /* of lists and maps inside each other; a text has 0 */
} bd_node;

/* ---- rows of keys.h, by what they are about ---- */

#define SHAPE(label, type, rows) { label, sizeof(type), rows, BD_COUNT(rows) }

extern const bd_shape    bd_shape_input, bd_shape_table, bd_shape_chart, bd_shape_value,
    bd_shape_page, bd_shape_publish;
extern const char *const bd_words_one_machine[];

/* ---- reading ---- */

/* What reading carries along. */
typedef struct bd_config_reader {
    const char     *file;  /* borrowed */
    bd_config      *config;
    bd_diagnostics *found; /* of this file only, in the order found */
    bd_buf          path;  /* of the place being read: "tables.coverage.per" */
} bd_config_reader;

/* Adds what `err` says to the findings, at a place. */
void bd_config_report(bd_config_reader *r, bd_severity severity, int line, int column,
                      bd_error *err);

/* No more findings are kept: what only explains them can be left out. */
bool bd_config_enough(const bd_config_reader *r);

/* Encoding and control characters, with their place. @return false when one was reported */
bool bd_config_check_bytes(bd_config_reader *r, bd_str bytes);

/* Where YAML could not be read on, and why; lines and columns from 0. */
typedef struct bd_yaml_problem {
    const char *problem, *context; /* libyaml's words; context NULL = none */
    size_t      line, column, context_line;
} bd_yaml_problem;

/* Says what it most likely is, and moves the problem's place to where that begins. */
void bd_config_explain(bd_str text, bd_yaml_problem *problem, bd_error *err);

/* @param bytes  UTF-8 without a byte order mark, already checked
 * @return the root in the configuration's arena; NULL when it could not be read whole */
bd_node *bd_config_read_yaml(bd_config_reader *r, bd_str bytes);

/* Fills `object` from `node` by the rows of `shape`.
 * @param at  where to report what is missing */
void bd_config_read_object(bd_config_reader *r, const bd_shape *shape, const bd_node *node,
                           bd_scalar at, void *object);
void bd_config_unknown_key(bd_config_reader *r, const bd_shape *shape, bd_scalar key);
void bd_config_missing_key(bd_config_reader *r, const bd_shape *shape, const bd_key *key,
                           bd_scalar at);
/* `Title: {backend}` without quotes: a map in YAML, of "backend" and nothing. */
bool bd_config_is_bare_template(const bd_node *node);
/* "per" must be …, not … : the node is of the wrong kind. @param part  "an item of ", or "" */
void bd_config_wrong_type(bd_config_reader *r, const bd_key *key, const char *part,
                          const char *expected, const bd_node *node);
/* A text of `key`, checked. @return false when something was reported */
bool bd_config_read_text(bd_config_reader *r, const bd_key *key, const char *part,
                         const bd_node *node, bd_scalar *out);
/* A text, or a list of texts joined by `join`. */
bool bd_config_read_joined(bd_config_reader *r, const bd_key *key, const char *join,
                           const bd_node *node, bd_scalar *out);
void bd_config_read_entries(bd_config_reader *r, const bd_key *key, const bd_node *node,
                            bd_entries *out);
/* Room for `count` structs, told to the struct that holds them. */
void *bd_config_make_array(bd_config_reader *r, const bd_key *key, void *object, size_t count,
                           size_t size);

/* The kinds that have a file of their own (read_forms.c). */
typedef void bd_config_read_kind(bd_config_reader *r, const bd_key *key, const bd_node *node,
                                 void *object);
bd_config_read_kind bd_config_read_documents, bd_config_read_name_rules, bd_config_read_columns,
    bd_config_read_gates;

/* Whether a text is what `key` asks for. @return false when something was reported */
bool bd_config_check_text(bd_config_reader *r, const bd_key *key, bd_scalar text);
/* Without "./" before it: two such paths that differ are two files. */
bd_str bd_config_plain_path(const char *path);
/* Everything that needs more than one place of the file. */
void bd_config_check(bd_config_reader *r);
void bd_config_check_gates(bd_config_reader *r);
const bd_shape *bd_gate_shape(void); /* of an entry of `gates:` */
void bd_config_check_charts(bd_config_reader *r);
/* "did you mean", or the list of names. */
void bd_config_hint_names(bd_error *err, bd_str wanted, const char *const *names, size_t count);

/* The name of the hole that begins at text[at] == '{': "database" of "{database:slug}". */
bd_str bd_config_hole(bd_str text, size_t at);
bool   bd_config_has_hole(const char *text, bd_str name);

/* Path as a stack: `mark = push(…)`, …, `pop(mark)`. */
size_t bd_config_push(bd_config_reader *r, const char *name);
void   bd_config_pop(bd_config_reader *r, size_t mark);

#endif
