/* generate: every marked region says what the results say; --check: it does already. */
#include "cli/generate.h"
#include "cli/run.h"

#include "core/base/map.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const bd_opt options[] = {
    { "check", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, check), NULL,
      "write nothing; print what would change as a diff and exit 1 if anything would" },
    { "dry-run", 'n', BD_OPT_SWITCH, offsetof(bd_generate_options, dry_run), NULL,
      "write nothing; say what would change" },
    { "only", 0, BD_OPT_LIST, offsetof(bd_generate_options, only), "DOCUMENT",
      "this document only; refused when others would have to change with it" },
    { "refresh", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, refresh), NULL,
      "read inputs that are named by a git ref again" },
    { "locked", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, locked), NULL,
      "take inputs that have no file here from benchdoc.lock" },
    { "accept-machine", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, accept_machine), NULL,
      "replace published numbers by numbers of another CPU" },
    { "prune", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, prune), NULL,
      "remove generated pages and pictures that nothing shows any more" },
    { "json", 0, BD_OPT_SWITCH, offsetof(bd_generate_options, json), NULL,
      "print the sources of every region as JSON" },
};

static bool is_wanted(const bd_generate_options *o, const bd_document *d)
{
    for (size_t i = 0; i < o->only.count; i++)
        if (strcmp(o->only.items[i], d->path) == 0)
            return true;
    return o->only.count == 0;
}

static bool differs(const bd_document *d)
{
    return !d->exists || !bd_str_eq(bd_buf_str(&d->before), bd_buf_str(&d->after));
}

static bool fail_no_document(const bd_generation *g, const char *path, bd_error *err)
{
    const char *file = g->project.config->file ? g->project.config->file : "benchdoc.yml";
    bd_names names = { 0 };
    for (size_t d = 0; d < g->documents.count; d++)
        bd_names_add(&names, g->documents.items[d].path);
    const char *nearest = bd_nearest(bd_str_of(path), names.items, names.count);
    if (nearest)
        bd_hint(err, "did you mean %s?", nearest);
    else
        bd_hint(err, "add it there, for the lock holds what all of them show: documents: [%s, …]",
                path);
    bd_names_release(&names);
    return bd_fail(err, BD_ERR_USAGE, "%s: no such document in %s", path, file);
}

static bool fail_other(const char *path, bd_error *err)
{
    bd_hint(err, "run `benchdoc generate` for all documents");
    return bd_fail(err, BD_ERR_USAGE,
                   "%s would have to change with it, for both show the same results", path);
}

/* Pictures of the documents that are chosen; of others none may be left behind the lock. */
static bool choose_pictures(const bd_generate_options *o, bd_generation *g, bd_error *err)
{
    for (size_t d = 0; d < g->documents.count; d++) {
        const bd_document *document = &g->documents.items[d];
        for (size_t r = 0; r < document->regions.count && is_wanted(o, document); r++)
            for (size_t k = 0; k < 2 && document->built[r].is_chart; k++)
                g->pictures.items[document->built[r].pictures[k]].wanted = true;
    }
    for (size_t i = 0; i < g->pictures.count && !o->check; i++) {
        const bd_picture_file *file = &g->pictures.items[i];
        if (!file->wanted && file->state == BD_PICTURE_OTHER)
            return fail_other(file->document->path, err);
    }
    return true;
}

/* --only names documents of the project, and leaves no other one behind the lock. */
static bool check_only(const bd_generate_options *o, const bd_generation *g, bd_error *err)
{
    for (size_t i = 0; i < o->only.count; i++) {
        bool known = false;
        for (size_t d = 0; d < g->documents.count && !known; d++)
            known = strcmp(g->documents.items[d].path, o->only.items[i]) == 0;
        if (!known)
            return fail_no_document(g, o->only.items[i], err);
    }
    for (size_t d = 0; d < g->documents.count && !o->check; d++)
        if (!is_wanted(o, &g->documents.items[d]) && differs(&g->documents.items[d]))
            return fail_other(g->documents.items[d].path, err);
    return true;
}

static bool print_drift(bd_ctx *ctx, const char *path, bd_str before, bd_str after, bd_error *err)
{
    bd_buf diff = BD_BUF_INIT;
    bd_unified_diff(before, after, path, &diff);
    bool ok = bd_print(ctx, bd_buf_str(&diff), err);
    bd_buf_release(&diff);
    return ok;
}

/* Would `generate` refuse to replace the lock's numbers by those of another CPU? */
static bool needs_accepting(bd_ctx *ctx, const bd_generation *g)
{
    bd_diagnostics kept = ctx->found;
    ctx->found = (bd_diagnostics)BD_DIAGNOSTICS_INIT;
    bool same = bd_lock_same_machines(ctx, g->project.config, &g->lock.runs, &g->locked_runs);
    bd_diagnostics_release(&ctx->found);
    ctx->found = kept;
    return !same;
}

/* What the check has compared, and what to do: results that are not here prove nothing. */
static void conclude(bd_ctx *ctx, const bd_generation *g, size_t drifted)
{
    size_t count = g->documents.count, absent = g->gathered.absent.count;
    const char *plural = count == 1 ? "" : "s";
    ctx->exit_code = drifted > 0 ? 1 : 0;
    if (drifted > 0)
        bd_note(ctx, "%zu of %zu files drifted; `benchdoc generate%s%s` brings them back", drifted,
                count + 1 + g->pictures.count, absent > 0 ? " --locked" : "",
                needs_accepting(ctx, g) ? " --accept-machine" : "");
    else if (g->gathered.read.count == 0)
        bd_note(ctx, "%zu document%s say%s what %s says (the results are not here)", count, plural,
                count == 1 ? "s" : "", BD_LOCK_NAME);
    else if (absent > 0)
        bd_note(
            ctx,
            "%zu document%s and %s say what the results say (%s: not here, taken from the lock)",
            count, plural, BD_LOCK_NAME, g->gathered.absent.items[0]);
    else
        bd_note(ctx, "%zu document%s and %s say what the results say", count, plural, BD_LOCK_NAME);
}

static bool check(bd_ctx *ctx, const bd_generate_options *o, bd_generation *g, bd_error *err)
{
    size_t drifted = 0;
    for (size_t i = 0; i < g->documents.count; i++) {
        const bd_document *d = &g->documents.items[i];
        if (!is_wanted(o, d) || !differs(d))
            continue;
        drifted++;
        if (!print_drift(ctx, d->path, bd_buf_str(&d->before), bd_buf_str(&d->after), err))
            return false;
    }
    for (size_t i = 0; i < g->documents.stale.count; i++)
        bd_note(ctx, "%s: a page whose value has vanished; `benchdoc generate --prune` removes it",
                g->documents.stale.items[i]);
    drifted += g->documents.stale.count;
    if (!bd_pictures_check(ctx, &g->pictures, &drifted, err))
        return false;
    bool lock_differs = !bd_str_eq(bd_buf_str(&g->lock.bytes), bd_buf_str(&g->lock_text));
    if (lock_differs && o->only.count == 0) {
        drifted++;
        if (!print_drift(ctx, BD_LOCK_NAME, bd_buf_str(&g->lock.bytes), bd_buf_str(&g->lock_text),
                         err))
            return false;
    }
    conclude(ctx, g, drifted);
    return true;
}

static bool stage_removals(bd_generation *g, const bd_names *paths, bd_transaction *t,
                           bd_error *err)
{
    for (size_t i = 0; i < paths->count; i++)
        if (!bd_transaction_remove(t, g->project.root,
                                   bd_project_path(&g->project, paths->items[i]), err))
            return false;
    return true;
}

static bool stage(bd_ctx *ctx, const bd_generate_options *o, bd_generation *g, bd_transaction *t,
                  bd_error *err)
{
    for (size_t i = 0; i < g->documents.count; i++) {
        const bd_document *d = &g->documents.items[i];
        if (is_wanted(o, d)
            && !bd_transaction_put(t, g->project.root, bd_project_path(&g->project, d->path),
                                   bd_buf_str(&d->after), err))
            return false;
    }
    if (o->prune
        && (!stage_removals(g, &g->documents.stale, t, err)
            || !stage_removals(g, &g->pictures.stale, t, err)))
        return false;
    return bd_pictures_stage(ctx, &g->project, &g->pictures, t, err)
           && bd_transaction_put(t, g->project.root, bd_project_path(&g->project, BD_LOCK_NAME),
                                 bd_buf_str(&g->lock_text), err);
}

/* What somebody writes while this runs must not get lost; another run's writing is the same. */
static bool stand_as_read(const bd_generate_options *o, bd_generation *g, bd_error *err)
{
    bool same = true;
    for (size_t i = 0; i < g->documents.count && same; i++) {
        const bd_document *d = &g->documents.items[i];
        bd_buf now = BD_BUF_INIT;
        bd_error gone = BD_ERROR_INIT;
        if (!is_wanted(o, d) || !d->exists)
            continue;
        same = bd_project_read(&g->project, d->path, SIZE_MAX, &now, &gone)
               && (bd_str_eq(bd_buf_str(&now), bd_buf_str(&d->before))
                   || bd_str_eq(bd_buf_str(&now), bd_buf_str(&d->after)));
        bd_buf_release(&now);
        if (!same) {
            bd_error_in_file(err, d->path);
            bd_hint(err, "nothing was written; save it, then run again");
            bd_fail(err, BD_ERR_OUTPUT, "was changed while it was generated");
        }
    }
    return same;
}

static bool write_all(bd_ctx *ctx, const bd_generate_options *o, bd_generation *g, bd_error *err)
{
    bd_transaction *t = bd_transaction_begin();
    if (stage(ctx, o, g, t, err) && bd_transaction_sync(t, err) && stand_as_read(o, g, err)
        && bd_go_on(err))
        return bd_transaction_commit(t, err);
    bd_transaction_rollback(t);
    return false;
}

static void summarize(bd_ctx *ctx, const bd_generate_options *o, const bd_generation *g)
{
    for (size_t i = 0; i < g->documents.count; i++)
        if (is_wanted(o, &g->documents.items[i]))
            bd_summarize(ctx, &g->documents.items[i], g);
    for (size_t i = 0; i < g->documents.stale.count; i++)
        bd_note(ctx, "%s: %s", g->documents.stale.items[i],
                o->prune ? "removed, its value has vanished"
                         : "its value has vanished; --prune removes the page");
    for (size_t i = 0; i < g->pictures.stale.count; i++)
        bd_note(ctx, "%s: %s", g->pictures.stale.items[i],
                o->prune ? "removed, no region shows it"
                         : "no region shows it any more; --prune removes it");
}

static bool act(bd_ctx *ctx, const bd_generate_options *o, bd_generation *g, bd_error *err)
{
    if (!check_only(o, g, err) || !choose_pictures(o, g, err))
        return false;
    if (o->check)
        return check(ctx, o, g, err);
    if (!o->accept_machine
        && !bd_lock_same_machines(ctx, g->project.config, &g->lock.runs, &g->locked_runs))
        return false;
    if (!o->dry_run && !write_all(ctx, o, g, err))
        return false;
    summarize(ctx, o, g);
    return true;
}

static bool print_json(bd_ctx *ctx, const bd_generation *g, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    bd_documents_json(&g->documents, &g->pictures, &out);
    bool ok = bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

/* Documents named on the command line are those of --only, where there is a configuration. */
static void choose(const bd_generate_options *o, const bd_arguments *files, bd_generation *g,
                   bd_texts *only)
{
    size_t named = g->project.configured ? files->count : 0;
    *only = (bd_texts){ 0 };
    only->items = bd_alloc((o->only.count + named + 1) * sizeof *only->items);
    for (size_t i = 0; i < o->only.count; i++)
        only->items[only->count++] = bd_project_relative(&g->project, o->only.items[i]);
    for (size_t i = 0; i < named; i++)
        only->items[only->count++] = bd_project_relative(&g->project, files->items[i]);
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const bd_generate_options *o = opts;
    bd_generate_options chosen = *o;
    bd_generation g;
    bool ok = bd_generation_prepare(ctx, o, arguments, &g, err) && bd_generation_finish(ctx, &g);
    if (ok) {
        choose(o, arguments, &g, &chosen.only);
        bd_warn_unused_translations(ctx, &g);
        ok = act(ctx, &chosen, &g, err) && (!o->json || print_json(ctx, &g, err));
        free(chosen.only.items);
    }
    bd_generation_release(&g);
    return ok;
}

const bd_cmd bd_cmd_generate = {
    .name = "generate",
    .summary = "write what the results say into the documents' regions",
    .arguments = "[DOCUMENT…]",
    .help = "Reads the inputs of benchdoc.yml, fills every region of the documents and writes\n"
            "benchdoc.lock beside it: what is shown, and where each number came from.\n"
            "Nothing is written when anything is wrong. DOCUMENT is one of its documents, as with\n"
            "--only. Without a benchdoc.yml it is any file whose regions name file=PATH.\n"
            "\n"
            "  benchdoc generate            after a run\n"
            "  benchdoc generate --check    in CI, also where the results are not\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bd_generate_options),
    .arguments_min = 0,
    .arguments_max = -1,
    .run = run,
};
