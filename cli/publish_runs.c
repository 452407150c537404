/* Which runs are published: see publish.h. */
#include "cli/publish.h"
#include "cli/sources.h"
#include "store/store.h"

#include <string.h>

static const bd_publish_config *config_of(const bd_publishing *p)
{
    return &p->project.config->publish;
}

static bool is_configured(const bd_publishing *p)
{
    return config_of(p)->to.count > 0;
}

static bool read_inputs(bd_publishing *p, bd_error *err)
{
    const bd_entries *to = &config_of(p)->to;
    bool ok = true;
    if (!is_configured(p)) {
        bd_hint(err, "publish: { to: { INPUT: \"dev/bench/{cpu}/data.js\" } } in benchdoc.yml, or "
                     "benchdoc publish results.json");
        return bd_fail(err, BD_ERR_USAGE, "nothing says what to publish where");
    }
    for (size_t i = 0; i < to->count; i++)
        if (!p->options->suite || strcmp(p->options->suite, to->items[i].key.text) == 0)
            ok = bd_read_project(p->ctx, &p->project, to->items[i].key.text, &p->runs) && ok;
    return ok;
}

/* The input that reads the file anyway, with what its path says. */
static const bd_input *input_of(bd_publishing *p, const char *relative, bd_pairs *holes)
{
    const bd_config *config = p->project.config;
    for (size_t i = 0; i < config->input_count; i++)
        for (size_t k = 0; k < config->inputs[i].files.count; k++) {
            const char *pattern = config->inputs[i].files.items[k].text;
            if (bd_config_path_after_ref(pattern) == 0
                && bd_files_match(bd_str_of(pattern), relative, &p->arena, holes))
                return &config->inputs[i];
        }
    return NULL;
}

/* A file outside the project has no path that could say anything, but its input does. */
static bool read_outside(bd_publishing *p, const bd_input *input, const char *path)
{
    bd_pairs environment = { 0 };
    bd_read_options how = { .suite = p->options->suite, .environment = &environment };
    if (input) {
        bd_input_environment(input, &p->arena, &environment);
        how.format = input->format.text;
        how.direction = input->direction.text;
    }
    return bd_read_results(p->ctx, path, &how, &p->runs);
}

static bool read_one(bd_publishing *p, const char *path)
{
    const char *suite = p->options->suite;
    bd_pairs holes = { 0 };
    const char *relative = bd_project_relative(&p->project, path);
    const bd_input *input = suite ? bd_config_input(p->project.config, suite)
                                  : input_of(p, relative, &holes);
    bool is_inside = input && bd_path_stays_inside(relative)
                     && bd_file_exists(bd_project_path(&p->project, relative));
    return is_inside ? bd_read_input_file(p->ctx, &p->project, input, relative, &holes, &p->runs)
                     : read_outside(p, input, path);
}

static bool read_named(bd_publishing *p, const bd_arguments *files)
{
    bool ok = bd_check_named(p->ctx, "publish", files);
    for (size_t i = 0; ok && i < files->count; i++)
        ok = read_one(p, files->items[i]);
    return ok;
}

/* May a run of the store be put back? An entry needs a commit; what is dirty or incomplete
 * is no history. */
static bool is_history(bd_publishing *p, const bd_run *run)
{
    if (!bd_entries_get(&config_of(p)->to, run->suite).text)
        return false;
    bool fits = run->commit.dirty != BD_DIRTY && run->outcome == BD_OUTCOME_OK;
    p->unfit += !fits;
    p->without_commit += fits && !run->commit.id;
    return fits && run->commit.id;
}

static void tell_unplaced(const bd_publishing *p)
{
    if (p->without_commit > 0)
        bd_note(p->ctx,
                "--restore: %zu run%s of the store say%s no commit, so that no entry can hold %s; "
                "`benchdoc ingest FILE --commit ID` adds the commit",
                p->without_commit, p->without_commit == 1 ? "" : "s",
                p->without_commit == 1 ? "s" : "", p->without_commit == 1 ? "it" : "them");
    if (p->unfit > 0)
        bd_note(p->ctx, "--restore: %zu dirty or incomplete run%s of the store stay%s there",
                p->unfit, p->unfit == 1 ? "" : "s", p->unfit == 1 ? "s" : "");
}

/* Oldest first, so that a branch that lost everything has them in their order. */
static bool read_store(bd_publishing *p, bd_error *err)
{
    bd_store_options how = { .read_only = true, .env = p->ctx->env };
    bd_runs all = BD_RUNS_INIT;
    if (!is_configured(p)) {
        bd_hint(err, "publish: { to: { INPUT: \"dev/bench/{cpu}/data.js\" } } in benchdoc.yml");
        return bd_fail(err, BD_ERR_USAGE, "nothing says where --restore puts runs of the store");
    }
    bd_store *store = bd_store_open(bd_project_store(p->ctx, &p->project), &how, err);
    bool ok = store && bd_store_load(store, NULL, &all, err);
    ok = (!store || bd_store_close(store, err)) && ok;
    for (size_t i = all.count; ok && i-- > 0;)
        if (is_history(p, all.items[i])) {
            bd_runs_add(&p->known, all.items[i]);
            all.items[i] = NULL;
        }
    bd_runs_release(&all);
    if (ok)
        tell_unplaced(p);
    return ok;
}

/* A branch that somebody's pull request can write to must be named for that. */
static bool check_place(const bd_publishing *p, bd_error *err)
{
    if (p->bundle.trust != BD_TRUST_PULL || p->options->branch)
        return true;
    bd_hint(err, "--branch gh-pages-pull-requests");
    return bd_fail(err, BD_ERR_USAGE,
                   "runs of a pull request are published apart from the history, on a branch that "
                   "--branch names");
}

bool bd_publish_read(bd_publishing *p, const bd_arguments *files, bd_error *err)
{
    const bd_publish_options *o = p->options;
    bool ok = o->bundle ? bd_bundle_open(p->ctx, o->bundle, &p->event, &p->bundle, &p->runs)
              : files->count > 0 ? read_named(p, files)
                                 : read_inputs(p, err);
    p->is_whole = !o->bundle && files->count == 0 && !o->suite;
    if (!o->bundle)
        ok = ok && bd_publish_commits(p->ctx, o, &p->event, p->repository, &p->runs);
    return ok && check_place(p, err) && (!o->restore || read_store(p, err));
}
