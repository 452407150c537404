/* history rename, merge and drop: what the words mean, and where it is done. */
#include "cli/history_change.h"

#include <string.h>

/* ---- words ---- */

static bool fail_words(const char *action, bd_error *err)
{
    bd_hint(err, "benchdoc history %s suite OLD NEW, or benchdoc history %s series NAME NEW",
            action, action);
    return bd_fail(err, BD_ERR_USAGE, "history %s takes `suite` or `series` and two names", action);
}

static bool is_empty_filter(const bd_run_filter *f)
{
    return !f->suite && !f->branch && !f->backend && !f->commit_prefix && !f->cpu_slug
           && f->since_ns == 0 && f->until_ns == 0 && f->limit == 0;
}

/* "suite OLD NEW", "series NAME NEW" */
static bool read_words(const bd_history_call *call, bd_edit *edit, bd_error *err)
{
    const bd_arguments *a = call->arguments;
    bool is_suite = a->count > 1 && strcmp(a->items[1], "suite") == 0;
    bool is_series = a->count > 1 && strcmp(a->items[1], "series") == 0;
    if (a->count != 4 || (!is_suite && !is_series))
        return fail_words(a->items[0], err);
    edit->is_suite = is_suite;
    edit->from = a->items[2];
    edit->to = a->items[3];
    if (edit->from[0] == '\0' || edit->to[0] == '\0')
        return bd_fail(err, BD_ERR_USAGE, "a name cannot be empty");
    if (call->options->series) {
        bd_hint(err, "benchdoc history %s series '%.100s' NEW", a->items[0], call->options->series);
        return bd_fail(err, BD_ERR_USAGE, "--series is of `history drop`");
    }
    if (is_suite && !is_empty_filter(call->filter)) {
        bd_hint(err, "a series is changed in some runs only: benchdoc history %s series",
                a->items[0]);
        return bd_fail(err, BD_ERR_USAGE,
                       "a suite is changed in all of its runs; --suite, --cpu, "
                       "--since and the like say other than that");
    }
    return true;
}

static bool change(const bd_history_call *call, bd_edit *edit, bd_error *err)
{
    if (edit->filter->limit > 0)
        return bd_fail(err, BD_ERR_USAGE, "--limit is of `list`, `show` and `export`");
    if (!call->options->on && (call->options->remote || call->options->deadline_s > 0)) {
        bd_hint(err, "--on gh-pages changes the branch of that name; without it the store changes");
        return bd_fail(err, BD_ERR_USAGE, "--remote and --deadline are of a branch");
    }
    edit->config = call->project->config;
    edit->place = call->options->on ? "the branch" : "the store";
    return call->options->on ? bd_history_change_branch(call, edit, err)
                             : bd_history_change_store(call, edit, err);
}

bool bd_history_rename(const bd_history_call *call, bd_error *err)
{
    bool merges = strcmp(call->arguments->items[0], "merge") == 0;
    bd_edit edit = { .verb = merges ? BD_EDIT_MERGE : BD_EDIT_RENAME, .filter = call->filter };
    return read_words(call, &edit, err) && change(call, &edit, err);
}

/* ---- drop ---- */

static bool is_id(const char *text)
{
    return strlen(text) >= 4 && strspn(text, "0123456789abcdef") == strlen(text);
}

bool bd_history_drops_series(const bd_history_call *call)
{
    const bd_arguments *a = call->arguments;
    return call->options->series || call->options->on || call->options->remote
           || call->options->deadline_s > 0 || a->count > 2
           || (a->count == 2 && !is_id(a->items[1]));
}

bool bd_history_drop_series(const bd_history_call *call, bd_error *err)
{
    const bd_arguments *a = call->arguments;
    bd_run_filter filter = *call->filter;
    bd_buf query = BD_BUF_INIT;
    for (size_t i = 1; i < a->count; i++)
        bd_buf_printf(&query, "%s%s", i > 1 ? " " : "", a->items[i]);
    bd_edit edit = { .verb = BD_EDIT_DROP, .filter = &filter, .from = call->options->series };
    bool ok = true;
    if (a->count == 2 && is_id(a->items[1]))
        filter.id_prefix = a->items[1];
    else if (query.len > 0 && edit.from)
        ok = bd_fail(err, BD_ERR_USAGE, "history drop takes --series or '%.100s', not both",
                     bd_buf_text(&query));
    else if (query.len > 0)
        edit.from = bd_buf_text(&query);
    if (ok && !edit.from && !filter.id_prefix && is_empty_filter(&filter)) {
        bd_hint(err, "benchdoc history drop RUN, --series NAME, --suite NAME, --until DATE, …; "
                     "--dry-run shows what that is");
        ok = bd_fail(err, BD_ERR_USAGE, "nothing says which runs to drop");
    }
    ok = ok && change(call, &edit, err);
    bd_buf_release(&query);
    return ok;
}
