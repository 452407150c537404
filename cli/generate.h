/* cli/generate.h: private to generate, its check and `why`: documents, the lock, and
 * the way from inputs to both.
 *
 * Documents are a function of configuration and lock; the lock is a function of
 * configuration and inputs. So everything is built twice: once from the inputs, which
 * tells what is shown and thereby the lock; then, from the lock read back, the
 * documents. A check in a clone without results runs the same code on the lock. */
#ifndef BD_CLI_GENERATE_H
#define BD_CLI_GENERATE_H

#include "cli/cli.h"
#include "core/query/query.h"
#include "render/chart/chart.h"
#include "render/text/text.h"
#include "render/view/view.h"

typedef struct bd_generate_options {
    bool     check, dry_run, refresh, accept_machine, prune, json, locked;
    bd_texts only;
} bd_generate_options;

/* ---- lock.c ---- */

#define BD_LOCK_NAME "benchdoc.lock"

typedef struct bd_lock {
    bool    exists;
    bd_buf  bytes;
    bd_runs runs;
} bd_lock;

bool bd_lock_read(bd_ctx *ctx, bd_project *project, bd_lock *out);
bool bd_lock_parse(bd_ctx *ctx, bd_str bytes, bd_runs *out);
void bd_lock_write(const bd_runs *runs, bd_buf *out); /* the text, sorted */
void bd_lock_release(bd_lock *lock);
/* Without a configuration every call names its own documents and they share one lock:
 * what the old lock holds for others is kept beside what is shown now.
 * @param borrowed  empty; gets both, owned by `cut` and `old` */
void bd_lock_unite(bd_runs *cut, const bd_runs *old, bd_runs *borrowed);
/* Results from another CPU than the lock's, for the same series. Reports each pair of
 * machines once. @return false when there is one */
bool bd_lock_same_machines(bd_ctx *ctx, const bd_config *config, const bd_runs *before,
                           const bd_runs *after);

/* ---- gather.c ---- */

/* The runs that documents are made from: read from files, or taken from the lock
 * where the files are not here. */
typedef struct bd_gathered {
    bd_runs  read;  /* owned */
    bd_runs  all;   /* items borrowed from `read` and from the lock; only the array is owned */
    bd_names absent; /* inputs without any file here */
    bd_arena arena;
} bd_gathered;

bool bd_gather(bd_ctx *ctx, bd_project *project, const bd_generate_options *options,
               const bd_lock *lock, const bd_names *region_files, bd_gathered *out);
void bd_gathered_release(bd_gathered *gathered);

/* ---- ref_inputs.c: inputs that are named by a git ref ---- */

#define BD_REF_COMMIT "ref_commit" /* fact of their runs: the commit that was read */

/* Reads the files of an input's refs from the repository that holds the project; their
 * paths begin at its root, and are shown with the ref: "gh-pages:dev/bench/x/data.js". */
bool bd_read_ref_input(bd_ctx *ctx, bd_project *project, const bd_input *input, bd_runs *runs);
/* Does a pattern of the input that has a ref fit the path of a run of the lock? */
bool bd_input_takes_ref(const bd_input *input, const char *shown);

/* ---- documents.c ---- */

/* What one region shows. */
typedef struct bd_built {
    const bd_region *region;
    bool             is_table;
    bd_table         table;
    bd_cell          cell;
    bd_buf           text;
    bool             is_chart;  /* with pictures; one in Mermaid has none */
    bd_chart         chart;
    bd_chart_format  format;
    const char      *files[2];    /* light and dark, relative to the root */
    size_t           pictures[2]; /* the same in bd_pictures, once they were found */
} bd_built;

typedef struct bd_document {
    const char *path;     /* relative to the root */
    const char *language; /* NULL = the first */
    const bd_page *page;  /* a page of benchdoc's own; NULL = somebody's document */
    bd_buf      before;   /* as it stands on disk */
    bool        exists;
    bd_buf      source;   /* the bytes whose regions are filled */
    bd_regions  regions;
    bd_built   *built;    /* one per region */
    bd_buf      after;
    size_t      shown_from, shown_to; /* its part of what was shown */
} bd_document;

typedef struct bd_documents {
    bd_document *items;
    size_t       count, capacity;
    bd_names     stale; /* pages on disk whose value has vanished */
    bd_arena     arena; /* views, texts */
} bd_documents;

/* Opens the documents of the configuration; without one the files named on the command
 * line. With one they are chosen from its documents (--only), for the lock holds what all
 * of them show. */
bool bd_documents_open(bd_ctx *ctx, bd_project *project, const bd_arguments *files,
                       bd_documents *out);
/* A new, empty document at the end; good until the next one. Texts are borrowed. */
bd_document *bd_documents_add(bd_documents *documents, const char *path, const char *language);
/* Adds the pages of `pages:` (pages.c), and finds those on disk whose value has vanished. */
bool bd_documents_add_pages(bd_ctx *ctx, bd_project *project, const bd_observations *observations,
                            bd_documents *documents);
/* The paths that regions name with file=. */
bool bd_documents_region_files(bd_ctx *ctx, const bd_documents *documents, bd_names *out);
/* Builds every region and fills the documents.
 * @param excerpt  the observations are the lock's */
bool bd_documents_build(bd_ctx *ctx, bd_project *project, const bd_observations *observations,
                        bool excerpt, bd_documents *documents, bd_shown *shown);
void bd_documents_release(bd_documents *documents);

/* ---- region.c ---- */

/* Builds one region into `out`: the view and its Markdown. */
bool bd_region_build(const bd_view *view, const bd_region *region, bd_built *out);
/* The configured table that a region names; NULL when it is a query. */
const bd_table_config *bd_region_table(const bd_config *config, const bd_region *region);

/* ---- chart_region.c ---- */

/* Names the pictures of a chart and renders the region's text.
 * @param config  NULL = of a query
 * @return false with an error in view->found */
bool bd_chart_region_fill(const bd_view *view, const bd_chart_config *config, bd_built *out);

/* ---- pictures.c: the files of charts ---- */

typedef enum bd_picture_state {
    BD_PICTURE_CURRENT,
    BD_PICTURE_NEWER,   /* of a later benchdoc, which draws the same differently: let be */
    BD_PICTURE_OLDER,   /* shows the same in an earlier look: drawn again, no drift */
    BD_PICTURE_BOXES,   /* … drawn where fonts lacked characters: drawn again where they do not */
    BD_PICTURE_MISSING,
    BD_PICTURE_OTHER,   /* shows something else */
    BD_PICTURE_DAMAGED,
} bd_picture_state;

typedef struct bd_picture_file {
    const char      *path;  /* relative to the root */
    const bd_chart  *chart; /* borrowed from the documents */
    bd_chart_options options;
    bd_chart_format  format;
    bd_digest        digest;
    bd_picture_state state;
    bool             wanted; /* shown by a document that --only names */
    bool             kept; /* drawing it again made it no better */
    const bd_document *document; /* the first that shows it, and where */
    const bd_region   *region;
} bd_picture_file;

typedef struct bd_pictures {
    bd_picture_file *items; /* owned */
    size_t           count, capacity;
    bd_names         stale; /* pictures of benchdoc that no region shows any more */
    bd_arena         arena;
} bd_pictures;

/* Lists the files of all charts, and looks at what is on disk.
 * @return false with errors in ctx->found: two charts for one file, a file that benchdoc
 *         did not make */
bool bd_pictures_find(bd_ctx *ctx, bd_project *project, bd_documents *documents, bd_pictures *out);
/* Must the file be drawn, or was it? */
bool bd_picture_is_due(const bd_picture_file *file);
/* Prints what differs from what the documents show; notes other looks.
 * @param drifted  counted up */
bool bd_pictures_check(bd_ctx *ctx, const bd_pictures *pictures, size_t *drifted, bd_error *err);
void bd_pictures_release(bd_pictures *pictures);

/* ---- draw.c ---- */

/* Draws those that are due and wanted, and puts them into the transaction. */
bool bd_pictures_stage(bd_ctx *ctx, bd_project *project, bd_pictures *pictures,
                       bd_transaction *t, bd_error *err);

/* ---- stale.c ---- */

/* Adds the pictures of benchdoc that lie where the documents' charts do, and that none of
 * them shows. */
bool bd_pictures_find_stale(bd_ctx *ctx, bd_project *project, const bd_documents *documents,
                            bd_pictures *pictures);

/* Everything that both generate and why need, from here to built documents. */
typedef struct bd_generation {
    bd_project      project;
    bd_lock         lock;
    bd_documents    documents;
    bd_gathered     gathered;
    bd_observations observations; /* of the inputs */
    bd_shown        shown;
    bd_buf          lock_text; /* of what is shown now */
    bd_runs         locked_runs; /* the same, read back */
    bd_observations locked_observations;
    bd_pictures     pictures; /* of the second pass */
} bd_generation;

/* ---- summary.c ---- */

/* One line: cells changed, the largest change, commit and CPU before → after. */
void bd_summarize(bd_ctx *ctx, const bd_document *document, const bd_generation *generation);
/* {"documents": [{"path", "changed", "regions": [{"line", "kind", "files", …sources}]}]} */
void bd_documents_json(const bd_documents *documents, const bd_pictures *pictures, bd_buf *out);

/* ---- why_cell.c ---- */

/* Every number of the cell with the way it took, for a terminal. */
void bd_describe_cell(const char *title, const bd_cell *cell, bd_buf *out);

/* ---- generate.c ---- */

/* @return false with *err or errors in ctx->found; release in any case */
bool bd_generation_prepare(bd_ctx *ctx, const bd_generate_options *options,
                           const bd_arguments *files, bd_generation *out, bd_error *err);
/* The second pass: documents and pictures from the lock's text. */
bool bd_generation_finish(bd_ctx *ctx, bd_generation *generation);
void bd_generation_release(bd_generation *generation);

/* Inputs of a ref that documents show, and that neither git nor the lock gave
 * (ref_inputs.c). @return false with an error for each */
bool bd_refuse_unread_refs(bd_ctx *ctx, const bd_generation *generation);
/* After an error: the lock may hold less than the ref does. */
void bd_tell_locked_refs(bd_ctx *ctx, const bd_generation *generation);

/* Warns of each translation that no document of its language used (translations.c). */
void bd_warn_unused_translations(bd_ctx *ctx, const bd_generation *generation);

extern const bd_cmd bd_cmd_generate;
extern const bd_cmd bd_cmd_why;

#endif
