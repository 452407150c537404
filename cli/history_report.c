/* What `history rename`, `merge` and `drop` did or would do: names, counts, the way back. */
#include "cli/history_change.h"
#include "core/json/json.h"
#include "render/text/text.h"

#include <string.h>

enum { SHOWN = 10, SHORT_ID = 7 };

static const char *word_of(const bd_edited *e)
{
    static const char *const done[] = { "renamed", "merged", "dropped" };
    return done[e->edit->verb];
}

static void put_plural(size_t count, const char *one, const char *many, bd_buf *out)
{
    bd_buf_printf(out, "%zu %s", count, count == 1 ? one : many);
}

static void put_runs(const bd_edited *e, size_t runs, size_t points, bd_buf *out)
{
    put_plural(runs, e->branch ? "entry" : "run", e->branch ? "entries" : "runs", out);
    bd_buf_puts(out, ", ");
    put_plural(points, "point", "points", out);
}

/* "jmh: read → readAll  12 runs, 36 points" */
static void put_change(const bd_edited *e, const bd_edit_change *change, bd_buf *out)
{
    bd_buf line = BD_BUF_INIT;
    bd_buf_puts(&line, change->suite);
    if (change->name)
        bd_buf_printf(&line, ": %s", change->name);
    if (e->edit->to)
        bd_buf_printf(&line, " → %s", e->edit->to);
    bd_terminal_text(bd_buf_str(&line), out);
    bd_buf_puts(out, "  ");
    put_runs(e, change->runs, change->points, out);
    bd_buf_putc(out, '\n');
    bd_buf_release(&line);
}

static void put_sum(const bd_edited *e, bd_buf *out)
{
    const bd_edit_plan *p = e->plan;
    put_runs(e, p->changed_runs, p->changed_points, out);
    if (e->file_count > 0) {
        bd_buf_puts(out, " of ");
        put_plural(e->file_count, "file", "files", out);
    }
    bd_buf_printf(out, " %s%s\n", e->call->options->dry_run ? "would be " : "", word_of(e));
    if (p->joined_runs + p->joined_points > 0) {
        bd_buf_puts(out, "of these ");
        if (e->edit->is_suite)
            put_plural(p->joined_runs, "was", "were", out);
        else
            put_plural(p->joined_points, "point was", "points were", out);
        bd_buf_puts(out, " there already, the same in every number\n");
    } else if (p->gone_runs > 0 && e->edit->from) {
        put_plural(p->gone_runs, "of them is", "of them are", out);
        bd_buf_puts(out, " taken out whole: there is nothing else in it\n");
    }
}

static void put_branch(const bd_edited *e, bd_buf *out)
{
    const char *remote = e->call->options->remote ? e->where : "origin";
    for (size_t i = 0; i < e->file_count; i++) {
        bd_buf_printf(out, "changed  %s  ", e->files[i].path);
        put_runs(e, e->files[i].entries, e->files[i].points, out);
        bd_buf_putc(out, '\n');
    }
    if (!e->commit)
        return;
    bd_buf_printf(out, "pushed to %s of %s, commit %.*s\n", e->branch, e->where, SHORT_ID,
                  e->commit);
    bd_buf_printf(out,
                  "it was %s; to go back to that, losing what comes after it:\n"
                  "  git fetch %s %s && git push --force-with-lease=%s:%s %s %s:refs/heads/%s\n",
                  e->before, remote, e->branch, e->branch, e->commit, remote, e->before, e->branch);
}

static void put_text(const bd_edited *e, bd_buf *out)
{
    const bd_edit_plan *p = e->plan;
    for (size_t i = 0; i < p->change_count && i < SHOWN; i++)
        put_change(e, &p->changes[i], out);
    if (p->change_count > SHOWN)
        bd_buf_printf(out, "… and %zu more\n", p->change_count - SHOWN);
    put_sum(e, out);
    if (e->branch)
        put_branch(e, out);
}

/* ---- JSON ---- */

static void put_key(bd_json_writer *w, const char *key, const char *text)
{
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_count(bd_json_writer *w, const char *key, size_t count)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)count);
}

static void put_changes(const bd_edited *e, bd_json_writer *w)
{
    bd_json_put_key(w, "changes");
    bd_json_open(w, '[');
    for (size_t i = 0; i < e->plan->change_count; i++) {
        const bd_edit_change *change = &e->plan->changes[i];
        bd_json_open_flat(w, '{');
        put_key(w, "suite", change->suite);
        put_key(w, "benchmark", change->name);
        put_count(w, e->branch ? "entries" : "runs", change->runs);
        put_count(w, "points", change->points);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_files(const bd_edited *e, bd_json_writer *w)
{
    put_key(w, "remote", e->where);
    put_key(w, "branch", e->branch);
    put_key(w, "before", e->before);
    put_key(w, "commit", e->commit);
    put_count(w, "attempts", e->attempts);
    bd_json_put_key(w, "files");
    bd_json_open(w, '[');
    for (size_t i = 0; i < e->file_count; i++) {
        bd_json_open_flat(w, '{');
        put_key(w, "path", e->files[i].path);
        put_count(w, "entries", e->files[i].entries);
        put_count(w, "points", e->files[i].points);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static void put_json(const bd_edited *e, bd_buf *out)
{
    const bd_edit_plan *p = e->plan;
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    put_key(&w, "result", e->call->options->dry_run ? "dry-run" : word_of(e));
    put_key(&w, "from", e->edit->from);
    put_key(&w, "to", e->edit->to);
    put_count(&w, e->branch ? "entries" : "runs", p->changed_runs);
    put_count(&w, "points", p->changed_points);
    put_count(&w, "taken_out", p->gone_runs);
    put_count(&w, "equal", p->joined_runs + p->joined_points);
    if (e->branch)
        put_files(e, &w);
    put_changes(e, &w);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

/* ---- printing ---- */

static void note_way_back(const bd_edited *e)
{
    bool dry = e->call->options->dry_run;
    if (e->branch)
        return;
    if (e->edit->verb == BD_EDIT_RENAME)
        return;
    if (dry)
        bd_note(e->call->ctx, "nothing brings that back; before it, `benchdoc history export -o "
                              "history.json` keeps everything");
    else if (e->edit->verb == BD_EDIT_DROP && e->plan->gone_runs < e->plan->changed_runs)
        bd_note(e->call->ctx, "the rest of those runs stays, and so their files are known still");
    else if (e->edit->verb == BD_EDIT_DROP)
        bd_note(e->call->ctx, "their files, ingested or imported again, bring them back");
}

bool bd_edited_print(const bd_edited *edited, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (edited->call->options->json)
        put_json(edited, &out);
    else
        put_text(edited, &out);
    bool ok = bd_print(edited->call->ctx, bd_buf_str(&out), err);
    if (ok)
        note_way_back(edited);
    bd_buf_release(&out);
    return ok;
}
