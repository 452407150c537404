/* cli/sides.h: the two sides of a comparison, and the past that a baseline is chosen from, as
 * `compare` and `gate` are asked for them. */
#ifndef BD_CLI_SIDES_H
#define BD_CLI_SIDES_H

#include "cli/bundle.h"
#include "cli/cli.h"
#include "core/query/baseline.h"
#include "core/query/query.h"
#include "render/view/compare.h"
#include "store/store.h"

typedef struct bd_side_options {
    bd_texts    base, head; /* --base FILE, --head FILE: several are pooled */
    const char *baseline;   /* --baseline FILE: one more of the base */
    const char *history;    /* "store", "branch", "none"; NULL = the store, else the branch */
    const char *remote; /* whose branch is read; NULL = origin */
    const char *suite, *format, *branch, *least, *alpha;
    const char *bundle;   /* --bundle FILE: both sides, of another job */
    bool        accept_machine;
} bd_side_options;

/* Rows for the options of a command whose struct begins with a bd_side_options.
 * NOLINTBEGIN(bugprone-macro-parentheses): a type and a member */
#define BD_SIDE_FILE_OPTIONS(type, member)                                                       \
    { "base", 0, BD_OPT_LIST, offsetof(type, member.base), "FILE",                               \
      "a result file of the base; several are taken together" },                                 \
        { "head", 0, BD_OPT_LIST, offsetof(type, member.head), "FILE",                           \
          "a result file of the head; several are taken together" }
#define BD_SIDE_OPTIONS(type, member)                                                            \
    BD_SIDE_FILE_OPTIONS(type, member),                                                          \
        { "baseline", 0, BD_OPT_TEXT, offsetof(type, member.baseline), "FILE",                   \
          "the same as --base FILE: results with the environment.txt beside them" },             \
        { "history", 0, BD_OPT_TEXT, offsetof(type, member.history), "store|branch|none",        \
          "where baselines come from; else the store, and without one the branch" },             \
        { "remote", 0, BD_OPT_TEXT, offsetof(type, member.remote), "URL",                        \
          "with --history branch: of this repository; else origin" },                            \
        { "suite", 0, BD_OPT_TEXT, offsetof(type, member.suite), "NAME", "of this suite only" }, \
        { "format", 0, BD_OPT_TEXT, offsetof(type, member.format), "NAME",                       \
          "the files' format (see `benchdoc formats`); else it is found by content" },           \
        { "branch", 0, BD_OPT_TEXT, offsetof(type, member.branch), "NAME",                       \
          "the default branch, whose runs are baselines; else the job or origin says it" },      \
        { "least", 0, BD_OPT_TEXT, offsetof(type, member.least), "PERCENT",                      \
          "the change that a timing must have to count (3%)" },                                  \
        { "alpha", 0, BD_OPT_TEXT, offsetof(type, member.alpha), "SHARE",                        \
          "of reports without any change those that may name one (0.01)" },                      \
        { "accept-machine", 0, BD_OPT_SWITCH, offsetof(type, member.accept_machine), NULL,       \
          "show timings of different CPUs beside each other; they are not judged" }
#define BD_SIDE_BUNDLE_OPTION(type, member)                                  \
    { "bundle", 0, BD_OPT_TEXT, offsetof(type, member.bundle), "FILE",       \
      "of another job: head and base of a bundle (see `benchdoc help bundle`)" }
/* NOLINTEND(bugprone-macro-parentheses) */

typedef struct bd_sides {
    bd_ctx                *ctx;
    const bd_side_options *asked;
    const char            *command; /* for hints */
    bd_project             project;
    bd_runs                heads, bases, past;
    bd_bundle              bundle; /* of --bundle, as the forge answered; its runs are the sides */
    bool                   lazily; /* to be set: points of the store are left to
                                    * bd_sides_compare(), which reads those that it takes */
    bd_store              *store; /* owned: has the points of the past; NULL = they are there */
    const bd_run         **chosen_heads, **chosen_bases; /* arena: runs of the past, named */
    size_t                 chosen_head_count;
    bool                   names_base;
    bool                   partial_ok; /* to be set: inputs without a file are noted, not refused */
    bool                   is_partial; /* and there were some */
    bool                   heads_are_inputs; /* what the inputs have now, all of them */
    bd_names               notes; /* for the report; texts in the arena */
    bd_names               ancestors;
    bd_ancestry            ancestry;
    bd_names               descendants; /* commits of the past that were built upon the head's */
    bd_ancestry            later;       /* the same, indexed */
    bd_past                from;
    bd_query               query; /* conditions of the command line */
    bd_buf                 query_text;
    bd_compare_options     options;
    bd_compare_call        call; /* what bd_compare() takes */
    bd_arena               arena;
} bd_sides;

/* Reads both sides and the past. Words: BASE, HEAD, then conditions of a query. A side is a
 * file, the first digits of a run's id, or what git calls a commit. Without HEAD it is what
 * the inputs of benchdoc.yml have now, without BASE it is chosen.
 * @param s  ctx, asked and command are set; release in any case
 * @return false with *err or errors in ctx->found */
bool bd_sides_read(bd_sides *s, const bd_arguments *words, bd_error *err);
/* Compares what was read, lazily or not. */
bool bd_sides_compare(bd_sides *s, bd_comparison *out, bd_error *err);
/* The past alone, with no side. Needs a benchdoc.yml or a history to be there. */
bool bd_sides_read_past(bd_sides *s, bd_error *err);
/* A condition that nothing fits is a typing error. @return false with BD_ERR_USAGE */
bool bd_sides_check(const bd_sides *s, const bd_comparison *comparison, bd_error *err);
/* What its reports say besides. */
void bd_sides_tell(const bd_sides *s, bd_comparison *comparison);
void bd_sides_release(bd_sides *s);

/* why_compare.c: the way to the verdicts of what the words name, as compare is asked. */
bool bd_why_compare(bd_ctx *ctx, const bd_side_options *asked, bool json,
                    const bd_arguments *arguments, bd_error *err);

#endif
