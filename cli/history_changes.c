/* history changes: where series changed and stayed changed, as ranges of commits. */
#include "cli/history.h"
#include "core/git/git.h"
#include "render/text/changes.h"

#include <stdlib.h>
#include <string.h>

typedef struct looking {
    const bd_history_call *call;
    bd_changes_options options;
    bd_query query;
    bd_buf query_text;
    bd_names ids;
    bd_ancestry ancestry;
    bd_runs runs;
    bd_changes changes;
    bd_arena arena;
} looking;

/* ---- what is asked for ---- */

static bool read_query(looking *l, bd_error *err)
{
    const bd_arguments *a = l->call->arguments;
    for (int i = 1; i < (int)a->count; i++)
        bd_buf_printf(&l->query_text, "%s%s", i > 1 ? " " : "", a->items[i]);
    if (l->query_text.len == 0)
        return true;
    l->options.query = &l->query;
    return bd_query_parse(bd_buf_str(&l->query_text), true, &l->arena, &l->query, err);
}

/* Without a repository, commits between two measured ones are simply not counted. */
static void find_ancestry(looking *l)
{
    bd_error ignored = BD_ERROR_INIT;
    bool cut;
    bd_repository *repository = bd_repository_open(l->call->project->root, &ignored);
    if (!repository)
        return;
    if (bd_repository_ancestors(repository, "HEAD", &l->arena, &l->ids, &cut, &ignored)) {
        bd_ancestry_open(&l->ancestry, (const char *const *)l->ids.items, l->ids.count, cut);
        l->options.ancestry = &l->ancestry;
    }
    bd_repository_close(repository);
}

static bool load(looking *l, bd_error *err)
{
    bd_ctx *ctx = l->call->ctx;
    bd_store_options how = { .read_only = true, .env = ctx->env };
    bd_run_filter filter = *l->call->filter;
    if (l->query.suite && !filter.suite)
        filter.suite = l->query.suite;
    bd_store *store = bd_store_open(bd_project_store(ctx, l->call->project), &how, err);
    bool ok = store && bd_store_load(store, &filter, &l->runs, err);
    return (!store || bd_store_close(store, err)) && ok;
}

/* ---- the command ---- */

static void note_left_out(const looking *l)
{
    const bd_changes *all = &l->changes;
    if (l->runs.count == 0)
        bd_note(l->call->ctx, "no run fits; `benchdoc history import` and `benchdoc ingest` add "
                              "runs to the store");
    if (all->unknown_cpu > 0)
        bd_note(l->call->ctx,
                "%zu run%s left out: the CPU is not known; --accept-machine takes them for one "
                "machine",
                all->unknown_cpu, all->unknown_cpu == 1 ? "" : "s");
    if (all->series > 0 && all->short_series == all->series)
        bd_note(l->call->ctx, "no series has been measured four times yet");
}

/* A misspelt name is no history without changes. */
static bool check_query(const looking *l, bd_error *err)
{
    if (!l->options.query || l->changes.asked_for > 0 || l->runs.count == 0)
        return true;
    bd_hint(err, "`benchdoc history show` lists names and values of a run");
    return bd_fail(err, BD_ERR_USAGE, "no series fits %s", bd_buf_str(&l->query_text).ptr);
}

bool bd_history_changes(const bd_history_call *call, bd_error *err)
{
    looking l = { .call = call, .options = BD_CHANGES_OPTIONS_INIT };
    bd_buf out = BD_BUF_INIT;
    l.options.accept_machine = call->options->accept_machine;
    bool ok = bd_opt_percent(call->options->least, "least", &l.options.least, err)
              && read_query(&l, err) && load(&l, err);
    if (ok)
        find_ancestry(&l);
    ok = ok
         && bd_find_changes(call->project->config, &l.runs, &l.options, &l.changes,
                            &call->ctx->found);
    ok = ok && check_query(&l, err);
    if (ok && call->options->json)
        bd_changes_print_json(&l.changes, &out);
    else if (ok)
        bd_changes_print_text(&l.changes, call->ctx->colour, &out);
    ok = ok && bd_print(call->ctx, bd_buf_str(&out), err);
    if (ok)
        note_left_out(&l);
    bd_buf_release(&out);
    bd_changes_release(&l.changes);
    bd_runs_release(&l.runs);
    bd_ancestry_release(&l.ancestry);
    bd_names_release(&l.ids);
    bd_buf_release(&l.query_text);
    bd_arena_release(&l.arena);
    return ok;
}
