/* The documents of a project: opened, their regions built, their bytes filled. */
#include "cli/generate.h"

#include <stdlib.h>
#include <string.h>

enum { DOCUMENT_BYTES_MAX = 16 << 20 };

bd_document *bd_documents_add(bd_documents *documents, const char *path, const char *language)
{
    documents->items = bd_grow(documents->items, documents->count, &documents->capacity,
                               sizeof *documents->items);
    bd_document *d = &documents->items[documents->count++];
    *d = (bd_document){ .path = path, .language = language };
    return d;
}

static bool fail_in(bd_ctx *ctx, bd_error *err, const char *path)
{
    bd_error_in_file(err, path);
    bd_diagnostics_add(&ctx->found, BD_ERROR, err);
    return false;
}

static bool open_document(bd_ctx *ctx, bd_project *project, const char *path, const char *language,
                          bd_documents *documents)
{
    bd_error err = BD_ERROR_INIT;
    bd_document *d = bd_documents_add(documents, path, language);
    const char *full = bd_project_path(project, path);
    if (!bd_file_exists(full)) {
        if (bd_file_is_link(full))
            bd_hint(&err, "it is a link to something that is not there");
        bd_hint(&err,
                "write it with a line `<!-- benchdoc:table NAME -->` and a line "
                "`<!-- benchdoc:end -->`, or run `benchdoc init --into %s`",
                path);
        bd_fail(&err, BD_ERR_INPUT, "the document is not there");
        return fail_in(ctx, &err, path);
    }
    if (!bd_project_read(project, path, DOCUMENT_BYTES_MAX, &d->before, &err))
        return fail_in(ctx, &err, path);
    d->exists = true;
    bd_buf_put_str(&d->source, bd_buf_str(&d->before));
    if (!bd_document_scan(bd_buf_str(&d->source), path, &d->regions, &ctx->found))
        return false;
    if (d->regions.count == 0)
        bd_report(&ctx->found, BD_WARNING, BD_ERR_CONFIG, path, 0, 0,
                  "the document has no region: nothing of it is generated or checked");
    return true;
}

bool bd_documents_open(bd_ctx *ctx, bd_project *project, const bd_arguments *files,
                       bd_documents *out)
{
    const bd_config *config = project->config;
    bool ok = true;
    if (!project->configured)
        for (size_t i = 0; i < files->count; i++)
            ok = open_document(ctx, project, files->items[i], NULL, out) && ok;
    else
        for (size_t i = 0; i < config->document_count; i++)
            ok = open_document(ctx, project, config->documents[i].path.text,
                               config->documents[i].language.text, out)
                 && ok;
    if (ok && out->count == 0 && config->page_count == 0) {
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_CONFIG, "no document is named");
        bd_hint(&err, "documents: docs/benchmarks.md");
        return fail_in(ctx, &err, config->file ? config->file : "");
    }
    return ok;
}

bool bd_documents_region_files(bd_ctx *ctx, const bd_documents *documents, bd_names *out)
{
    bd_arena arena = BD_ARENA_INIT;
    bool ok = true;
    for (size_t i = 0; i < documents->count; i++)
        for (size_t r = 0; r < documents->items[i].regions.count; r++) {
            const bd_region *region = &documents->items[i].regions.items[r];
            bd_query query;
            bd_error err = BD_ERROR_INIT;
            if (!strstr(region->arguments, "file=")
                || !bd_query_parse(bd_str_of(region->arguments), true, &arena, &query, &err)
                || !query.file)
                continue;
            if (!bd_path_stays_inside(query.file)) {
                bd_fail(&err, BD_ERR_CONFIG, "file=%s would leave the project", query.file);
                bd_hint(&err, "name it relative to the project's root");
                bd_error_at(&err, documents->items[i].path, region->line, region->column);
                bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
                ok = false;
                continue;
            }
            const char *at = strstr(region->arguments,
                                    query.file); /* as long as the region lives */
            bool known = !at;
            for (size_t k = 0; k < out->count && !known; k++)
                known = strcmp(out->items[k], query.file) == 0;
            if (!known)
                bd_names_add(out, bd_arena_strdup((bd_arena *)&documents->items[i].regions.arena,
                                                  query.file));
        }
    bd_arena_release(&arena);
    return ok;
}

static void release_built(bd_document *d)
{
    for (size_t r = 0; d->built && r < d->regions.count; r++)
        bd_buf_release(&d->built[r].text);
    free(d->built);
    d->built = NULL;
}

/* What could not be read back must not be written: padding multiplies a long name by the rows. */
static bool check_size(const bd_view *view, const bd_document *d)
{
    bd_error err = BD_ERROR_INIT;
    if (d->after.len <= DOCUMENT_BYTES_MAX)
        return true;
    bd_fail(&err, BD_ERR_CONFIG, "the document would be larger than %d MiB",
            DOCUMENT_BYTES_MAX >> 20);
    bd_hint(&err,
            "show less of the results: `per:` and conditions choose rows; is a name very long?");
    bd_error_in_file(&err, d->path);
    bd_diagnostics_add(view->found, BD_ERROR, &err);
    return false;
}

static bool build_document(bd_document *d, bd_view view)
{
    bool ok = true;
    view.document = d->path;
    view.language = d->language;
    view.page_dimension = d->page ? d->page->config->per.text : NULL;
    view.page_value = d->page ? d->page->value : NULL;
    release_built(d);
    d->built = bd_alloc((d->regions.count + 1) * sizeof *d->built);
    if (!view.excerpt)
        d->shown_from = view.shown->count;
    for (size_t r = 0; r < d->regions.count; r++)
        ok = bd_region_build(&view, &d->regions.items[r], &d->built[r]) && ok;
    if (!view.excerpt)
        d->shown_to = view.shown->count;
    if (!ok)
        return false;
    bd_str *contents = bd_alloc((d->regions.count + 1) * sizeof *contents);
    for (size_t r = 0; r < d->regions.count; r++)
        contents[r] = bd_buf_str(&d->built[r].text);
    bd_buf_clear(&d->after);
    bd_document_fill(bd_buf_str(&d->source), &d->regions, contents, &d->after);
    free(contents);
    return check_size(&view, d)
           && bd_document_verify(bd_buf_str(&d->after), &d->regions, d->path, view.found);
}

bool bd_documents_build(bd_ctx *ctx, bd_project *project, const bd_observations *observations,
                        bool excerpt, bd_documents *documents, bd_shown *shown)
{
    bd_view view = { .config = project->config,
                     .observations = observations,
                     .excerpt = excerpt,
                     .arena = &documents->arena,
                     .shown = shown,
                     .found = &ctx->found };
    bool ok = true;
    for (size_t i = 0; i < documents->count; i++)
        ok = build_document(&documents->items[i], view) && ok;
    return ok;
}

void bd_documents_release(bd_documents *documents)
{
    for (size_t i = 0; i < documents->count; i++) {
        bd_document *d = &documents->items[i];
        release_built(d);
        bd_regions_release(&d->regions);
        bd_buf_release(&d->before);
        bd_buf_release(&d->source);
        bd_buf_release(&d->after);
    }
    free(documents->items);
    bd_names_release(&documents->stale);
    bd_arena_release(&documents->arena);
    *documents = (bd_documents){ 0 };
}
