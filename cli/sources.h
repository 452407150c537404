/* cli/sources.h: result files as commands are given them: by name, or by the inputs
 * of a configuration. */
#ifndef BD_CLI_SOURCES_H
#define BD_CLI_SOURCES_H

#include "cli/cli.h"
#include "core/query/query.h"

/* Refuses what is no file before anything is read: directories, patterns that fit
 * nothing, missing files; each with what to do instead.
 * @param command  for the hints
 * @return false with an error in ctx->found for each of them */
bool bd_check_named(bd_ctx *ctx, const char *command, const bd_arguments *paths);
/* Reads the files named on the command line; all of them, whatever fails. A file that
 * belongs to another one of them (its environment.txt) is read with that one only. */
bool bd_read_named(bd_ctx *ctx, const bd_arguments *paths, const bd_read_options *options,
                   bd_runs *runs);

/* Reads the files of the inputs that are here.
 * @param suite  of this input only; NULL = of all
 * @return false with errors in ctx->found; an input without a file is one */
bool bd_read_project(bd_ctx *ctx, bd_project *project, const char *suite, bd_runs *runs);

/* "KEY=VALUE" texts of the command line into pairs.
 * @param option  its name, for errors */
bool bd_pairs_of_texts(const bd_texts *texts, const char *option, bd_arena *arena, bd_pairs *out,
                       bd_error *err);

#endif
