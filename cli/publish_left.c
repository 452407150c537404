/* Runs that could not be pushed are left in a file; when it has been published it goes. */
#include "cli/publish.h"

#include <string.h>

bool bd_publish_write_bundle(bd_publishing *p, const char *path, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    bd_transaction *change = bd_transaction_begin();
    bd_bundle_write(&p->bundle, &p->runs, &text);
    bool ok = bd_transaction_put(change, NULL, path, bd_buf_str(&text), err);
    if (ok)
        ok = bd_transaction_commit(change, err);
    else
        bd_transaction_rollback(change);
    bd_buf_release(&text);
    return ok;
}

/* Its name is made of its runs: the same work is kept once. In the arena. */
static const char *left_name(bd_publishing *p)
{
    enum { SHOWN = 12 };
    bd_buf ids = BD_BUF_INIT;
    for (size_t i = 0; i < p->runs.count; i++)
        bd_buf_puts(&ids, p->runs.items[i]->id);
    bd_digest digest = bd_sha256(bd_buf_str(&ids));
    bd_buf_release(&ids);
    return bd_arena_printf(&p->arena, ".benchdoc/publish-%.*s.json", SHOWN, digest.hex);
}

/* The whole command: a bundle does not say where its remote is. */
static void hint_command(bd_publishing *p, const char *path, const bd_branch *branch, bd_error *err)
{
    if (branch && p->options->remote)
        bd_hint(err, "benchdoc publish --bundle %s --remote '%s'", path, bd_branch_where(branch));
    else
        bd_hint(err, "benchdoc publish --bundle %s%s", path, branch ? "" : " --remote URL");
}

void bd_publish_keep(bd_publishing *p, const bd_branch *branch)
{
    bd_error err = BD_ERROR_INIT;
    if (p->options->bundle || p->options->dry_run || p->runs.count == 0)
        return;
    const char *path = bd_project_path(&p->project, left_name(p));
    if (bd_publish_write_bundle(p, path, &err)) {
        bd_fail(&err, BD_ERR_GIT, "nothing is lost: the runs are kept in %s", path);
        hint_command(p, path, branch, &err);
        bd_diagnostics_add(&p->ctx->found, BD_NOTE, &err);
    } else {
        bd_diagnostics_add(&p->ctx->found, BD_ERROR, &err);
    }
}

void bd_publish_remove_left(bd_publishing *p)
{
    bd_error err = BD_ERROR_INIT;
    const char *path = p->options->bundle;
    if (strcmp(bd_project_relative(&p->project, path), left_name(p)) != 0)
        return;
    bd_transaction *change = bd_transaction_begin();
    bool ok = bd_transaction_remove(change, NULL, path, &err);
    if (ok)
        ok = bd_transaction_commit(change, &err);
    else
        bd_transaction_rollback(change);
    if (ok)
        bd_note(p->ctx, "%s is published, and taken away", path);
    else
        bd_diagnostics_add(&p->ctx->found, BD_WARNING, &err);
}
