/* history rename, merge and drop on a branch: fetch, change, push, and again when somebody
 * else was faster. */
#include "cli/history_change.h"
#include "cli/history_files.h"
#include "cli/publish.h"

#include <stdlib.h>
#include <string.h>

typedef struct changing {
    const bd_history_call *call;
    bd_edit edit;
    bd_edit_plan plan; /* of the last try, as all that follows */
    bd_branch_files files;
    bd_diagnostics found;
    bd_buf message;
    char before[41], after[41]; /* "" = not known, none was made */
    bool is_unsure;             /* a push may have arrived although its answer did not */
} changing;

static void forget(changing *c)
{
    bd_edit_release(&c->plan);
    bd_branch_files_release(&c->files);
    bd_diagnostics_release(&c->found);
}

/* ---- pushing ---- */

static void put_message(changing *c)
{
    static const char *const words[] = { "Rename", "Merge", "Drop" };
    enum { LINES_MAX = 30 };
    size_t lines = 0;
    bd_buf *out = &c->message;
    bd_buf_clear(out);
    bd_buf_puts(out, words[c->edit.verb]);
    if (c->edit.from)
        bd_buf_printf(out, " %s '%s'", c->edit.is_suite ? "suite" : "series", c->edit.from);
    else
        bd_buf_printf(out, " %zu entr%s", c->plan.changed_runs,
                      c->plan.changed_runs == 1 ? "y" : "ies");
    if (c->edit.to)
        bd_buf_printf(out, " %s '%s'", c->edit.verb == BD_EDIT_MERGE ? "into" : "to", c->edit.to);
    bd_buf_putc(out, '\n');
    for (size_t i = 0; i < c->files.count; i++) {
        const bd_branch_history *file = &c->files.items[i];
        if (file->is_changed && lines++ < LINES_MAX)
            bd_buf_printf(out, "\n%s: %zu entr%s, %zu point%s", file->path, file->entries,
                          file->entries == 1 ? "y" : "ies", file->points,
                          file->points == 1 ? "" : "s");
    }
    if (lines > LINES_MAX)
        bd_buf_printf(out, "\n… and %zu more files", lines - LINES_MAX);
}

static bd_reply push(changing *c, bd_error *err)
{
    const char *name = BD_AUTHOR_NAME, *email = BD_AUTHOR_EMAIL;
    bd_branch_file *files = bd_alloc((c->files.count + 1) * sizeof *files);
    size_t count = 0;
    char id[41];
    bd_config_author(c->edit.config->publish.author, &c->plan.arena, &name, &email);
    for (size_t i = 0; i < c->files.count; i++)
        if (c->files.items[i].is_changed)
            files[count++] = (bd_branch_file){ .path = c->files.items[i].path,
                                               .bytes = bd_buf_str(&c->files.items[i].after) };
    put_message(c);
    bd_branch_plan plan = { .message = bd_buf_text(&c->message),
                            .name = name,
                            .email = email,
                            .files = files,
                            .file_count = count };
    bd_reply reply = bd_branch_push(c->files.branch, &plan, id, err);
    if (reply == BD_REPLY_DONE)
        memcpy(c->after, id, sizeof id);
    c->is_unsure = c->is_unsure || reply == BD_REPLY_UNREACHED;
    free(files);
    return reply;
}

/* ---- one try ---- */

/* An earlier push of ours that was not answered has arrived. */
static bool is_ours(changing *c, const char *commit)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_commit_facts facts;
    bd_error none = BD_ERROR_INIT;
    bool is = c->is_unsure
              && bd_repository_commit(bd_branch_repository(c->files.branch), commit, &arena, &facts,
                                      &none)
              && strcmp(facts.message, bd_buf_text(&c->message)) == 0;
    bd_arena_release(&arena);
    return is;
}

static bd_reply fail_no_branch(const changing *c, bd_error *err)
{
    bd_hint(err, "--on BRANCH, and --remote URL where it is not of origin");
    bd_fail(err, BD_ERR_GIT, "there is no branch '%s'", c->files.name);
    bd_error_in_file(err, bd_branch_where(c->files.branch));
    return BD_REPLY_REFUSED;
}

static bd_reply try_once(void *context, bd_error *err)
{
    changing *c = context;
    bd_reply reply = bd_branch_fetch(c->files.branch, err);
    if (reply != BD_REPLY_DONE)
        return reply;
    const char *commit = bd_branch_commit(c->files.branch);
    if (!commit)
        return fail_no_branch(c, err);
    if (is_ours(c, commit)) {
        memcpy(c->after, commit, sizeof c->after);
        return BD_REPLY_DONE;
    }
    memcpy(c->before, commit, sizeof c->before);
    forget(c);
    if (!bd_branch_files_read(&c->files, &c->plan, &c->found, err)
        || !bd_edit_make(&c->edit, &c->plan, &c->found, err)
        || !bd_branch_files_change(&c->files, &c->edit, &c->plan, err))
        return BD_REPLY_REFUSED;
    return c->call->options->dry_run ? BD_REPLY_DONE : push(c, err);
}

/* ---- the whole ---- */

static bool print(const changing *c, size_t attempts, bd_error *err)
{
    bd_edited_file *files = bd_alloc((c->files.count + 1) * sizeof *files);
    bd_edited edited = { .call = c->call,
                         .edit = &c->edit,
                         .plan = &c->plan,
                         .where = bd_branch_where(c->files.branch),
                         .branch = c->files.name,
                         .before = c->before,
                         .commit = c->after[0] ? c->after : NULL,
                         .files = files,
                         .attempts = attempts };
    for (size_t i = 0; i < c->files.count; i++) {
        const bd_branch_history *file = &c->files.items[i];
        if (file->is_changed)
            files[edited.file_count++] = (bd_edited_file){ file->path, file->entries,
                                                           file->points };
    }
    bool ok = bd_edited_print(&edited, err);
    free(files);
    return ok;
}

/* "gh-pages", "gh-pages:dev/bench/{cpu}/data.js" */
static void read_on(changing *c, const char *on, bd_arena *arena)
{
    size_t at = bd_config_path_after_ref(on);
    c->files.name = at > 0 ? bd_arena_text(arena, (bd_str){ on, at - 1 }) : on;
    c->files.path = at > 0 ? on + at : NULL;
    c->edit.place = bd_arena_printf(arena, "%s", on);
}

bool bd_history_change_branch(const bd_history_call *call, const bd_edit *edit, bd_error *err)
{
    const bd_env *env = call->ctx->env;
    changing c = { .call = call, .edit = *edit, .files = { .config = edit->config } };
    bd_arena arena = BD_ARENA_INIT;
    read_on(&c, call->options->on, &arena);
    bd_branch_place place = { .directory = call->project->root,
                              .remote = call->options->remote,
                              .branch = c.files.name,
                              .deadline_ns = bd_deadline_ns(env, call->options->deadline_s) };
    bd_tries tries = {
        .env = env, .deadline_ns = place.deadline_ns, .once = try_once, .context = &c
    };
    c.files.branch = bd_branch_open(&place, env, err);
    bool ok = c.files.branch && bd_try_until(&tries, err);
    bd_diagnostics_take(&call->ctx->found, &c.found);
    ok = ok && print(&c, tries.count, err);
    forget(&c);
    bd_branch_close(c.files.branch);
    bd_buf_release(&c.message);
    bd_arena_release(&arena);
    return ok;
}
