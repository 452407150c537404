/* From configuration and inputs to documents and lock, in memory: see generate.h. */
#include "cli/generate.h"

#include <stdlib.h>
#include <string.h>

static bool read_inputs(bd_ctx *ctx, const bd_generate_options *options, bd_generation *g)
{
    bd_names files = { 0 };
    bool ok = bd_documents_region_files(ctx, &g->documents, &files)
              && bd_gather(ctx, &g->project, options, &g->lock, &files, &g->gathered);
    bd_names_release(&files);
    return ok;
}

/* Is the suite the first word of a definition that somebody shows? */
static bool names_suite(bd_scalar query, const char *suite)
{
    size_t n = strlen(suite);
    return query.text && strncmp(query.text, suite, n) == 0
           && (query.text[n] == '\0' || query.text[n] == ' ');
}

static bool is_used(const bd_config *config, const char *suite)
{
    for (size_t i = 0; i < config->table_count; i++)
        if (names_suite(config->tables[i].from, suite))
            return true;
    for (size_t i = 0; i < config->chart_count; i++)
        if (names_suite(config->charts[i].from, suite))
            return true;
    for (size_t i = 0; i < config->value_count; i++)
        if (names_suite(config->values[i].from, suite))
            return true;
    return false;
}

static bool holds_suite(bd_run *const *runs, size_t count, const char *suite)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(runs[i]->suite, suite) == 0)
            return true;
    return false;
}

/* An input that tables show and that has no file here is an error, not an empty table. */
static bool refuse_absent(bd_ctx *ctx, const bd_generate_options *options, const bd_generation *g)
{
    const bd_config *config = g->project.config;
    bool ok = true;
    for (size_t i = 0; i < g->gathered.absent.count; i++) {
        const bd_input *input = bd_config_input(config, g->gathered.absent.items[i]);
        bool locked = holds_suite(g->lock.runs.items, g->lock.runs.count, input->name.text);
        if (!is_used(config, input->name.text)
            || holds_suite(g->gathered.all.items, g->gathered.all.count, input->name.text))
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_INPUT, "input '%s': no file fits '%s'", input->name.text,
                input->files.count > 0 ? input->files.items[0].text : "");
        if (locked && (options->check || options->locked))
            bd_hint(&err, "nor do the files of %s: correct the path, or run the benchmark",
                    BD_LOCK_NAME);
        else if (locked)
            bd_hint(&err,
                    "the results are not here? `benchdoc generate --locked` builds from %s, "
                    "`--check` works without them",
                    BD_LOCK_NAME);
        else
            bd_hint(&err,
                    "run the benchmark first, or correct the path; names beginning with '.' are "
                    "not looked into");
        bd_error_at(&err, config->file, input->files.items[0].line, input->files.items[0].column);
        bd_diagnostics_add(&ctx->found, BD_ERROR, &err);
        ok = false;
    }
    return ok;
}

bool bd_generation_prepare(bd_ctx *ctx, const bd_generate_options *options,
                           const bd_arguments *files, bd_generation *g, bd_error *err)
{
    *g = (bd_generation){ 0 };
    if (!bd_project_open(ctx, files->count == 0, &g->project, err))
        return false;
    if (!bd_lock_read(ctx, &g->project, &g->lock)
        || !bd_documents_open(ctx, &g->project, files, &g->documents)
        || !read_inputs(ctx, options, g) || !refuse_absent(ctx, options, g)
        || !bd_refuse_unread_refs(ctx, g)
        || !bd_observe(g->project.config, &g->gathered.all, &g->observations, &ctx->found)
        || !bd_documents_add_pages(ctx, &g->project, &g->observations, &g->documents))
        return false;
    if (bd_documents_build(ctx, &g->project, &g->observations, false, &g->documents, &g->shown))
        return true;
    if (!options->refresh)
        bd_tell_locked_refs(ctx, g);
    return false;
}

static void write_lock_text(bd_generation *g, bd_runs *cut)
{
    bd_runs all = BD_RUNS_INIT;
    if (g->project.configured) {
        bd_lock_write(cut, &g->lock_text);
        return;
    }
    bd_lock_unite(cut, &g->lock.runs, &all);
    bd_lock_write(&all, &g->lock_text);
    free(all.items); /* the runs are the lock's and the cut's */
}

bool bd_generation_finish(bd_ctx *ctx, bd_generation *g)
{
    bd_runs cut = BD_RUNS_INIT;
    bd_shown again = BD_SHOWN_INIT;
    bd_diagnostics ignored = BD_DIAGNOSTICS_INIT; /* warnings were given the first time */
    bd_view_excerpt(&g->shown, &cut);
    write_lock_text(g, &cut);
    bd_runs_release(&cut);
    if (!bd_lock_parse(ctx, bd_buf_str(&g->lock_text), &g->locked_runs)
        || !bd_observe(g->project.config, &g->locked_runs, &g->locked_observations, &ctx->found))
        return false;
    bd_diagnostics kept = ctx->found;
    ctx->found = ignored;
    bool ok = bd_documents_build(ctx, &g->project, &g->locked_observations, true, &g->documents,
                                 &again);
    ignored = ctx->found;
    ctx->found = kept;
    for (size_t i = 0; i < ignored.count; i++)
        if (ignored.items[i].severity == BD_ERROR)
            bd_diagnostics_add(&ctx->found, BD_ERROR, &ignored.items[i].error);
    bd_diagnostics_release(&ignored);
    bd_shown_release(&again);
    return ok && bd_pictures_find(ctx, &g->project, &g->documents, &g->pictures)
           && bd_pictures_find_stale(ctx, &g->project, &g->documents, &g->pictures);
}

void bd_generation_release(bd_generation *g)
{
    bd_pictures_release(&g->pictures);
    bd_observations_release(&g->locked_observations);
    bd_runs_release(&g->locked_runs);
    bd_buf_release(&g->lock_text);
    bd_shown_release(&g->shown);
    bd_observations_release(&g->observations);
    bd_gathered_release(&g->gathered);
    bd_documents_release(&g->documents);
    bd_lock_release(&g->lock);
    bd_project_close(&g->project);
}
