/* cli/guess.h: private to `init`: which inputs a tree of result files is, and what a
 * configuration says about them. */
#ifndef BD_CLI_GUESS_H
#define BD_CLI_GUESS_H

#include "cli/cli.h"
#include "cli/tree.h"

/* Files that one line of a configuration names. */
typedef struct bd_guess {
    const char *format;  /* static */
    const char *pattern; /* "results/run-{run}/results.json", or one path */
    const char *newest;  /* the hole that is a time; NULL = none */
    bd_names files;      /* paths; borrowed from the tree */
} bd_guess;

typedef struct bd_guesses {
    bd_guess *items; /* owned */
    size_t count, capacity;
    bd_diagnostics unread; /* notes: files that look like results and cannot be read */
    bd_arena arena;
} bd_guesses;

/* Groups the result files of a tree: by format and path, where the places that differ
 * are few enough to be meant as one thing; else each file for itself.
 * @param root  where paths of the tree begin
 * @param tree  borrowed */
void bd_guess_inputs(const char *root, const bd_tree *tree, bd_guesses *out);
/* One guess per file in place of a pattern. */
void bd_guess_split(const bd_guess *guess, bd_guesses *out);
void bd_guesses_release(bd_guesses *guesses);

/* Appends a pattern for `name:` that fits all of the names, where they are cut into as
 * many parts by one sign: "{part1} {rows}rows {part3}".
 * @return false when there is none, or when there are too few names to tell */
bool bd_guess_name_pattern(const bd_names *names, bd_buf *out);

/* What `init` writes. */
typedef struct bd_draft {
    bd_names inputs;                 /* names, in order; also of their tables */
    bd_names patterns;               /* one each */
    bd_buf inputs_yaml, tables_yaml; /* lines below `inputs:` and `tables:` */
    bd_names machines;               /* inputs whose environment region has something to show */
    const char *without_cpu;         /* an input that does not say its CPU; NULL = all do */
    size_t left_out;                 /* files that were not taken */
    bd_arena arena;
} bd_draft;

/* Turns guesses into text, each tried out: its files are read and its table is built.
 * What does not work as a pattern is taken file by file; what does not work at all is
 * a warning in ctx->found. */
void bd_draft_make(bd_ctx *ctx, const bd_guesses *guesses, bd_draft *out);
/* The whole benchdoc.yml. */
void bd_draft_config(const bd_draft *draft, const char *document, bd_buf *out);
void bd_draft_release(bd_draft *draft);

#endif
