/* cli/sides_past.h: private to sides.c: earlier runs, and what git knows of their commits. */
#ifndef BD_CLI_SIDES_PAST_H
#define BD_CLI_SIDES_PAST_H

#include "cli/sides.h"

/* Reads the store; where it is not there, the data.js files of the branch that `publish`
 * adds to, as the remote has them now. */
bool bd_past_read(bd_sides *s, bd_error *err);
/* Notes a sentence for the report. */
void bd_sides_note(bd_sides *s, const char *format, ...) BD_PRINTF(2, 3);

/* ---- sides_files.c ---- */

/* Result files, each as the input reads it that it belongs to. */
bool bd_sides_files(bd_sides *s, const char *const *paths, size_t count, bd_runs *runs);
/* Head and base of --bundle, as the forge lets them count. Errors are in ctx->found. */
bool bd_sides_bundle(bd_sides *s);
/* What the inputs of the project have here; at least one of them. */
bool bd_sides_inputs(bd_sides *s, bd_error *err);

/* ---- sides_odd.c: what is not as one expects, told as a note ---- */

/* Of the runs that one file has those of the latest commit, for each suite and machine: a
 * history is no side. */
void bd_sides_keep_latest(bd_sides *s, bd_runs *runs);
/* Two named files are one suite, whatever their formats call it; not where benchdoc.yml has
 * both. */
void bd_sides_join_suites(bd_sides *s);
/* One run on both sides; a base that was built upon the head. Needs the call. */
void bd_sides_note_odd(bd_sides *s);
/* Series that are new and others that are gone: one may be the other under another name. */
void bd_sides_tell_renamed(const bd_sides *s, bd_comparison *comparison);

/* ---- sides_past.c ---- */

/* Runs of the past by the first digits of their id, or by their commit as git reads it.
 * @param is_base  of a commit without results, the nearest ancestor that has some will do
 * @param chosen  in the arena */
bool bd_past_named(bd_sides *s, const char *word, bool is_base, const bd_run ***chosen,
                   size_t *count, bd_error *err);
/* What the head's commit (NULL: the one that is checked out) was built upon, and the name
 * of the default branch. Says where git does not know. */
void bd_past_prepare(bd_sides *s, const bd_run *head);

#endif
