/* Which runs the documents are made from: files that are here, and the lock for
 * those that are not. */
#include "cli/generate.h"

#include <stdlib.h>
#include <string.h>

typedef struct gathering {
    bd_ctx *ctx;
    bd_project *project;
    const bd_generate_options *options;
    const bd_lock *lock;
    bd_gathered *out;
} gathering;

static void borrow(bd_gathered *out, bd_run *run)
{
    out->all.items = bd_grow(out->all.items, out->all.count, &out->all.capacity,
                             sizeof *out->all.items);
    out->all.items[out->all.count++] = run;
}

static bool is_of_file(const bd_run *run, const char *suite, const char *path)
{
    return (!suite || strcmp(run->suite, suite) == 0) && run->file_count > 0
           && strcmp(run->files[0].path, path) == 0;
}

static size_t take_from_lock(gathering *g, const char *suite, const char *path)
{
    size_t taken = 0;
    for (size_t i = 0; i < g->lock->runs.count; i++)
        if (is_of_file(g->lock->runs.items[i], suite, path)) {
            borrow(g->out, g->lock->runs.items[i]);
            taken++;
        }
    return taken;
}

/* The runs that were read from a ref once, as long as the input still names their file. */
static void take_refs_from_lock(gathering *g, const bd_input *input)
{
    for (size_t i = 0; i < g->lock->runs.count; i++) {
        bd_run *run = g->lock->runs.items[i];
        if (strcmp(run->suite, input->name.text) == 0 && run->file_count > 0
            && bd_input_takes_ref(input, run->files[0].path))
            borrow(g->out, run);
    }
}

static bool gather_refs(gathering *g, const bd_input *input)
{
    size_t before = g->out->read.count;
    if (!g->options->refresh) {
        take_refs_from_lock(g, input);
        return true;
    }
    bool ok = bd_read_ref_input(g->ctx, g->project, input, &g->out->read);
    for (size_t i = before; i < g->out->read.count; i++)
        borrow(g->out, g->out->read.items[i]);
    return ok;
}

static bool is_ref(bd_scalar pattern)
{
    return bd_config_path_after_ref(pattern.text) > 0;
}

static bool has_plain_files(const bd_input *input)
{
    for (size_t i = 0; i < input->files.count; i++)
        if (!is_ref(input->files.items[i]))
            return true;
    return false;
}

static bool find_files(gathering *g, const bd_input *input, bd_found_files *files)
{
    for (size_t i = 0; i < input->files.count; i++) {
        bd_error err = BD_ERROR_INIT;
        bd_scalar pattern = input->files.items[i];
        if (is_ref(pattern))
            continue;
        if (!bd_files_find(g->project->root, bd_str_of(pattern.text), files, &err)) {
            bd_error_at(&err, g->project->config->file, pattern.line,
                        err.column > 0 ? pattern.column + err.column - 1 : pattern.column);
            bd_diagnostics_add(&g->ctx->found, BD_ERROR, &err);
            return false;
        }
    }
    return true;
}

static bool is_found(const bd_found_files *files, const char *path)
{
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->items[i].path, path) == 0)
            return true;
    return false;
}

/* Files of the lock that fit the input and are not here. */
static void add_locked_files(gathering *g, const bd_input *input, bd_found_files *files)
{
    for (size_t r = 0; r < g->lock->runs.count; r++) {
        const bd_run *run = g->lock->runs.items[r];
        bd_pairs holes = { 0 };
        bool fits = false;
        if (strcmp(run->suite, input->name.text) != 0 || run->file_count == 0
            || is_found(files, run->files[0].path))
            continue;
        for (size_t i = 0; i < input->files.count && !fits; i++)
            fits = !is_ref(input->files.items[i])
                   && bd_files_match(bd_str_of(input->files.items[i].text), run->files[0].path,
                                     &files->arena, &holes);
        if (!fits)
            continue;
        files->items = bd_grow(files->items, files->count, &files->capacity, sizeof *files->items);
        files->items[files->count++] =
            (bd_found_file){ bd_arena_strdup(&files->arena, run->files[0].path), holes };
    }
}

static bool read_one(gathering *g, const bd_input *input, const bd_found_file *file)
{
    size_t before = g->out->read.count;
    if (!bd_file_exists(bd_project_path(g->project, file->path)))
        return take_from_lock(g, input->name.text, file->path) > 0;
    if (!bd_read_input_file(g->ctx, g->project, input, file->path, &file->holes, &g->out->read))
        return false;
    for (size_t i = before; i < g->out->read.count; i++)
        borrow(g->out, g->out->read.items[i]);
    return true;
}

static bool gather_input(gathering *g, const bd_input *input)
{
    bd_found_files files = { 0 };
    bool ok = find_files(g, input, &files);
    bool here = files.count > 0;
    if (!here)
        bd_names_add(&g->out->absent, input->name.text);
    if (g->options->check || (g->options->locked && !here))
        add_locked_files(g, input, &files);
    if (input->newest.text)
        bd_files_keep_newest(&files, input->newest.text);
    for (size_t i = 0; ok && i < files.count; i++)
        ok = read_one(g, input, &files.items[i]);
    bd_found_files_release(&files);
    return ok;
}

/* Was the file read as part of an input? A region that names it means those points. */
static bool is_gathered(const gathering *g, const char *path)
{
    for (size_t i = 0; i < g->out->all.count; i++)
        if (is_of_file(g->out->all.items[i], NULL, path))
            return true;
    return false;
}

/* Its suite is called as its format is; an input of that name must not get its points. */
static bool read_region_file(gathering *g, const char *path, bd_runs *runs)
{
    bd_read_options options = { .shown_path = path, .root = g->project->root };
    const char *full = bd_project_path(g->project, path);
    if (!bd_read_results(g->ctx, full, &options, runs))
        return false;
    if (runs->count == 0 || !bd_config_input(g->project->config, runs->items[0]->suite))
        return true;
    bd_runs_release(runs);
    options.suite = path;
    return bd_read_results(g->ctx, full, &options, runs);
}

static bool gather_region_file(gathering *g, const char *path)
{
    const char *full = bd_project_path(g->project, path);
    bd_runs runs = BD_RUNS_INIT;
    if (is_gathered(g, path))
        return true;
    if (!bd_file_exists(full) && (g->options->check || g->options->locked)
        && take_from_lock(g, NULL, path) > 0)
        return true;
    bool ok = read_region_file(g, path, &runs);
    for (size_t i = 0; ok && i < runs.count; i++) {
        bd_runs_add(&g->out->read, runs.items[i]);
        borrow(g->out, runs.items[i]);
    }
    runs.count = ok ? 0 : runs.count; /* they live in `read` now */
    bd_runs_release(&runs);
    return ok;
}

/* An incomplete run is not a result, unless its input says it may be. */
static bool refuse_incomplete(gathering *g)
{
    bool ok = true;
    for (size_t i = 0; i < g->out->all.count; i++) {
        const bd_run *run = g->out->all.items[i];
        const bd_input *input = bd_config_input(g->project->config, run->suite);
        if (run->outcome == BD_OUTCOME_OK || (input && input->allow_incomplete))
            continue;
        bd_error err = BD_ERROR_INIT;
        bd_fail(&err, BD_ERR_INPUT, "the run is incomplete: %s",
                run->reason ? run->reason : "it says so");
        bd_hint(&err, "measure again, or show it as it is: `incomplete: allow` on input '%s'",
                run->suite);
        bd_error_in_file(&err, run->files[0].path);
        bd_diagnostics_add(&g->ctx->found, BD_ERROR, &err);
        ok = false;
    }
    return ok;
}

bool bd_gather(bd_ctx *ctx, bd_project *project, const bd_generate_options *options,
               const bd_lock *lock, const bd_names *region_files, bd_gathered *out)
{
    gathering g = { ctx, project, options, lock, out };
    const bd_config *config = project->config;
    bool ok = true;
    for (size_t i = 0; i < config->input_count; i++) {
        const bd_input *input = &config->inputs[i];
        if (has_plain_files(input))
            ok = gather_input(&g, input) && ok;
        if (bd_input_is_ref(input))
            ok = gather_refs(&g, input) && ok;
    }
    for (size_t i = 0; i < region_files->count; i++)
        ok = gather_region_file(&g, region_files->items[i]) && ok;
    return ok && refuse_incomplete(&g);
}

void bd_gathered_release(bd_gathered *gathered)
{
    bd_runs_release(&gathered->read);
    free(gathered->all.items);
    bd_names_release(&gathered->absent);
    bd_arena_release(&gathered->arena);
    *gathered = (bd_gathered){ 0 };
}
