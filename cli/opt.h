/* cli/opt.h: one row per option. The same row parses the command line, prints the
 * help, and makes the manual and the completions. */
#ifndef BD_CLI_OPT_H
#define BD_CLI_OPT_H

#include "core/base/error.h"

typedef enum bd_opt_kind {
    BD_OPT_SWITCH, /* bool */
    BD_OPT_TEXT,   /* const char *, borrowed from argv */
    BD_OPT_LIST,   /* bd_texts: may be given several times */
    BD_OPT_COUNT,  /* size_t */
} bd_opt_kind;

typedef struct bd_texts {
    const char **items; /* owned array of borrowed texts */
    size_t       count, capacity;
} bd_texts;

typedef struct bd_opt {
    const char *name;   /* "accept-machine", without dashes */
    char        letter; /* 'o'; 0 = none */
    bd_opt_kind kind;
    size_t      offset; /* in the command's option struct */
    const char *value;  /* "FILE"; NULL for a switch */
    const char *help;   /* one line */
} bd_opt;

typedef struct bd_arguments {
    const char **items; /* owned array, borrowed from argv */
    size_t       count, capacity;
    const char *const *rest; /* what stands after "--", NULL-terminated; NULL = nothing */
} bd_arguments;

#endif
