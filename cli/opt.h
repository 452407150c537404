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
    size_t count, capacity;
} bd_texts;

typedef struct bd_opt {
    const char *name; /* "accept-machine", without dashes */
    char letter;      /* 'o'; 0 = none */
    bd_opt_kind kind;
    size_t offset;     /* in the command's option struct */
    const char *value; /* "FILE"; NULL for a switch */
    const char *help;  /* one line */
} bd_opt;

typedef struct bd_arguments {
    const char **items; /* owned array, borrowed from argv */
    size_t count, capacity;
    const char *const *rest; /* what stands after "--", NULL-terminated; NULL = nothing */
} bd_arguments;

/* Rows and the struct that they fill. */
typedef struct bd_opt_set {
    const bd_opt *rows; /* borrowed */
    size_t count;
    void *into; /* borrowed */
} bd_opt_set;

/* Reads options up to the first word that is none.
 * @param at  index into argv to begin at; left at that word, or at the end
 * @return false with BD_ERR_USAGE and a hint */
bool bd_opt_leading(const char *const *argv, const bd_opt_set *set, size_t *at, bd_error *err);

/* Reads options and arguments in any order: --name VALUE, --name=VALUE, -o VALUE,
 * -oVALUE, several switches in one word; "--" ends the options, "-" is an argument.
 * @param argv    NULL-terminated; everything read is borrowed from it
 * @param sets    looked through in order
 * @param rest    "--" begins another program's command line (out->rest)
 * @param out     empty; release with bd_arguments_release()
 * @return false with BD_ERR_USAGE, and the nearest option as a hint */
bool bd_opt_parse(const char *const *argv, const bd_opt_set *sets, size_t set_count, bool rest,
                  bd_arguments *out, bd_error *err);

/* Reads "5%", "5 %" or "5" as 5, not below 0. @param text  NULL = not given, `out` stays */
bool bd_opt_percent(const char *text, const char *option, double *out, bd_error *err);

void bd_opt_release(const bd_opt_set *set); /* the lists in the struct */
void bd_arguments_release(bd_arguments *arguments);

#endif
