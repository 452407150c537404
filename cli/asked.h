/* cli/asked.h: what `table` and `chart` are asked for: files with a query, or a name of the
 * configuration, or a query over one of its inputs. */
#ifndef BD_CLI_ASKED_H
#define BD_CLI_ASKED_H

#include "cli/cli.h"
#include "core/query/query.h"
#include "render/view/view.h"

/* What the configuration has under a name. */
typedef struct bd_asked_kind {
    const char *command; /* "table": also what it calls its things in messages */
    const char *(*from)(const bd_config *config, const char *name); /* a query; NULL = no such */
    void (*names)(const bd_config *config, bd_names *out);
} bd_asked_kind;

typedef struct bd_asked {
    bd_ctx              *ctx;
    const bd_asked_kind *kind;
    bd_project           project;
    bd_config           *none;  /* files are read without a configuration */
    const bd_config     *config; /* the one that counts: of the project, or none */
    const char          *name;  /* of the configuration; NULL = a query */
    bd_query             query;
    bd_arguments         files;
    bd_buf               query_text;
    size_t               metric_words; /* words of the query that are no condition */
    bd_runs              runs;
    bd_observations      observations;
    bd_arena             arena;
} bd_asked;

/* Sorts the words into files and a query, and reads what they name.
 * @param format  of the files; NULL = by content
 * @param t       kind and ctx are set; release in any case */
bool    bd_asked_read(bd_asked *t, const bd_arguments *words, const char *format,
                      bd_error *err);
bd_view bd_asked_view(bd_asked *t);
/* The place of what the command line says. */
bd_place bd_asked_place(void);

/* Builds what is shown of one suite. @param suite  NULL = the only one */
typedef bool (*bd_asked_build)(void *state, const bd_view *view, const bd_query *query,
                               const char *suite);
/* Suites have neither metrics nor dimensions in common: each is built by itself, and one
 * that has nothing of what was asked for is left out where another one has it. */
bool bd_asked_each_suite(bd_asked *t, bd_asked_build build, void *state);
void bd_asked_release(bd_asked *t);

#endif
