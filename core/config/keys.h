/* core/config/keys.h: every key of benchdoc.yml, as tables.
 *
 * The same rows read a configuration, explain its errors, and make the JSON Schema
 * for editors (docs/benchdoc.schema.json); a new key is one new row. */
#ifndef BD_CONFIG_KEYS_H
#define BD_CONFIG_KEYS_H

#include "core/base/common.h"

/* What may stand behind a key, and so what its field in the struct is. */
typedef enum bd_key_kind {
    BD_KEY_VERSION,      /* the number 1; no field */
    BD_KEY_TEXT,         /* bd_scalar */
    BD_KEY_TEXTS,        /* bd_scalars: a text or a list of texts */
    BD_KEY_WORD,         /* bd_scalar: one of `words`, kept up to its first blank */
    BD_KEY_FLAG,         /* bool: the only word there is makes it true */
    BD_KEY_ONE_MACHINE,  /* bd_one_machine: one of `words`, in the order of the enumeration */
    BD_KEY_MAP,          /* bd_entries: text → text */
    BD_KEY_MAP_OF_LISTS, /* bd_entries: text → text or list, joined by `join` */
    BD_KEY_TEXT_OR_MAP,  /* bd_scalar, or bd_entries at `second` */
    BD_KEY_OBJECT,       /* a struct of `shape`, in place */
    BD_KEY_LIST_OF,      /* array of structs of `shape`, its length at `second` */
    BD_KEY_MAP_OF,       /* the same, each beginning with its name as a bd_scalar */
    BD_KEY_MAP_OF_MAPS,  /* the same, each a bd_scalar and bd_entries */
    BD_KEY_DOCUMENTS,    /* array of bd_document_config: path, paths, or path → language */
    BD_KEY_NAME_RULES,   /* array of bd_name_rule: pattern, or list of patterns and `shape` */
    BD_KEY_COLUMNS,      /* array of bd_column: title → template, list of `other`, or `shape` */
    BD_KEY_GATES,        /* array of bd_gate_config: `shape` and names of metrics */
    BD_KEY_KIND_COUNT,
} bd_key_kind;

/* What a text must be like, beyond being a text. */
typedef enum bd_key_check {
    BD_CHECK_FILLED, /* not empty */
    BD_CHECK_NONE,   /* anything, empty included */
    BD_CHECK_NUMBER, /* an example of a number */
    BD_CHECK_TEMPLATE, /* braces in pairs; may be empty */
    BD_CHECK_PATTERN,  /* braces in pairs, not empty */
    BD_CHECK_FILES,    /* path pattern inside the project, or REF:pattern */
    BD_CHECK_PATH,     /* path inside the project */
    BD_CHECK_PATH_TEMPLATE, /* the same with braces */
    BD_CHECK_LANGUAGE, /* "en", "zh-CN" */
    BD_CHECK_STORE,    /* URL of a store */
    BD_CHECK_COUNT,    /* a whole number from 1 on */
    BD_CHECK_SIZE,     /* "20 MB" */
    BD_CHECK_AUTHOR,   /* "Name <mail@address>" */
} bd_key_check;

typedef struct bd_key {
    const char            *name;
    bd_key_kind            kind;
    bd_key_check           check;   /* of every text behind it */
    bool                   required;
    size_t                 offset;  /* of the field */
    size_t                 second;  /* see the kind */
    const struct bd_shape *shape, *other;
    const char *const     *words;   /* ends with NULL */
    const char            *join;
    const char            *example; /* one line of YAML that would do, key included */
    const char            *help;    /* for the schema: what it is for, one or two sentences */
} bd_key;

typedef struct bd_shape { /* a map with known keys */
    const char   *name;   /* "table", "input", … */
    size_t        size;   /* of its struct */
    const bd_key *keys;
    size_t        count;
} bd_shape;

/* The whole file's shape; from it everything can be reached. Static. */
const bd_shape *bd_config_shape(void);

#endif
