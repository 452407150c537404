/* history drop: whole runs leave the store. */
#include "cli/history_change.h"

#include <stdlib.h>

static bool is_chosen(const bd_run_filter *f)
{
    return f->id_prefix || f->suite || f->branch || f->backend || f->commit_prefix || f->cpu_slug
           || f->since_ns || f->until_ns;
}

static bool check_chosen(const bd_run_filter *f, bd_error *err)
{
    if (is_chosen(f))
        return true;
    bd_hint(err,
            "benchdoc history drop RUN, --series NAME, --suite NAME, --until DATE, …; --dry-run "
            "shows what that is");
    return bd_fail(err, BD_ERR_USAGE, "nothing says which runs to drop");
}

static bool check_heads(const bd_run_heads *heads, const char *wanted, bd_error *err)
{
    if (heads->count == 1 || (heads->count > 0 && !wanted))
        return true;
    bd_hint(err, "`benchdoc history list` shows what there is");
    if (heads->count > 0)
        return bd_fail(err, BD_ERR_USAGE, "'%s' begins the ids of %zu runs", wanted, heads->count);
    return bd_fail(err, BD_ERR_USAGE, "no run fits");
}

/* What there is in place of a suite that is not. */
static bool hint_suites(bd_store *store, const char *suite, bd_error *err)
{
    bd_run_heads all = { 0 };
    bd_names names = { 0 };
    bool ok = bd_store_list(store, NULL, &all, err);
    for (size_t i = 0; i < all.count; i++)
        bd_names_add(&names, all.items[i].suite);
    const char *near = bd_nearest(bd_str_of(suite), names.items, names.count);
    if (near)
        bd_hint(err, "no suite is called '%.100s'; did you mean '%.100s'?", suite, near);
    bd_names_release(&names);
    bd_run_heads_release(&all);
    return ok;
}

static bool drop_heads(bd_store *store, const bd_run_heads *heads, size_t *dropped, bd_error *err)
{
    const char **ids = bd_alloc((heads->count + 1) * sizeof *ids);
    for (size_t i = 0; i < heads->count; i++)
        ids[i] = heads->items[i].id;
    bool ok = bd_store_drop(store, ids, heads->count, dropped, err);
    free(ids);
    return ok;
}

static void tell(bd_ctx *ctx, bool dry, size_t count)
{
    const char *many = count == 1 ? "" : "s";
    if (dry)
        bd_note(ctx,
                "%zu run%s would be dropped; `benchdoc history export -o history.json` keeps "
                "what there is",
                count, many);
    else
        bd_note(ctx, "%zu run%s dropped; their files, ingested or imported again, bring them back",
                count, many);
}

bool bd_history_drop(const bd_history_call *call, bd_error *err)
{
    bd_ctx *ctx = call->ctx;
    const bd_arguments *a = call->arguments;
    bool dry = call->options->dry_run;
    bd_store_options how = { .read_only = dry, .env = ctx->env };
    bd_run_filter filter = *call->filter;
    bd_run_heads heads = { 0 };
    bd_buf out = BD_BUF_INIT;
    size_t dropped = 0;
    if (bd_history_drops_series(call))
        return bd_history_drop_series(call, err);
    filter.id_prefix = a->count > 1 ? a->items[1] : NULL;
    if (!check_chosen(&filter, err))
        return false;
    bd_store *store = bd_store_open(bd_project_store(ctx, call->project), &how, err);
    bool ok = store && bd_store_list(store, &filter, &heads, err)
              && (heads.count > 0 || !filter.suite || hint_suites(store, filter.suite, err))
              && check_heads(&heads, filter.id_prefix, err)
              && (dry || drop_heads(store, &heads, &dropped, err));
    ok = (!store || bd_store_close(store, err)) && ok;
    if (ok && call->options->json)
        bd_history_list_json(&heads, &out);
    else if (ok)
        bd_history_list_text(&heads, &out);
    ok = ok && bd_print(ctx, bd_buf_str(&out), err);
    if (ok)
        tell(ctx, dry, dry ? heads.count : dropped);
    bd_buf_release(&out);
    bd_run_heads_release(&heads);
    return ok;
}
