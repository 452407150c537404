/* Earlier runs, and what git knows of their commits: see sides_past.h. */
#include "cli/sides_past.h"

#include "cli/event.h"
#include "cli/history_import.h"
#include "core/git/git.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { PREFIX_MINIMUM = 4 };

/* ---- the runs ---- */

static bool read_store(bd_sides *s, bd_error *err)
{
    bd_store_options how = { .read_only = true, .absent_ok = true, .env = s->ctx->env };
    bd_run_filter filter = { .suite = s->asked->suite };
    bd_store *store = bd_store_open(bd_project_store(s->ctx, &s->project), &how, err);
    if (!store)
        return err->code == BD_OK;
    if (s->lazily) {
        s->store = store;
        return bd_store_load_facts(store, &filter, &s->past, err);
    }
    bool ok = bd_store_load(store, &filter, &s->past, err);
    return bd_store_close(store, err) && ok;
}

/* A branch that is not there, or a server that does not answer, leaves no baseline: that is
 * told, and the report is made. */
static void read_branch(bd_sides *s)
{
    const bd_history_options options = { .remote = s->asked->remote };
    static const bd_run_filter all = { 0 };
    bd_diagnostics before = s->ctx->found;
    bd_error err = BD_ERROR_INIT;
    bd_arguments none = { 0 };
    bd_history_call call = { s->ctx, &options, &s->project, &all, &none };
    bd_importing im = { .call = &call };
    s->ctx->found = (bd_diagnostics)BD_DIAGNOSTICS_INIT;
    bool ok = bd_import_find(&im, &err);
    if (ok) {
        s->past = im.runs;
        im.runs = (bd_runs)BD_RUNS_INIT;
    } else {
        const bd_error *why = s->ctx->found.count > 0 ? &s->ctx->found.items[0].error : &err;
        bd_sides_note(s, "no history of the branch: %s", why->message);
    }
    bd_import_close(&im);
    bd_runs_release(&im.runs);
    bd_names_release(&im.taken);
    bd_arena_release(&im.arena);
    bd_diagnostics_release(&s->ctx->found);
    s->ctx->found = before;
}

bool bd_past_read(bd_sides *s, bd_error *err)
{
    const char *history = s->asked->history;
    bool stored = !history || strcmp(history, "store") == 0;
    bool published = !history || strcmp(history, "branch") == 0;
    if (stored && !read_store(s, err))
        return false;
    if (published && s->past.count == 0)
        read_branch(s);
    return true;
}

/* ---- runs by name ---- */

static bool is_digits(const char *word)
{
    size_t n = strspn(word, "0123456789abcdef");
    return word[n] == '\0' && n >= PREFIX_MINIMUM;
}

static void choose(bd_sides *s, const bd_run ***chosen, size_t *count,
                   bool (*fits)(const bd_run *run, const char *id), const char *id)
{
    *chosen = bd_arena_alloc(&s->arena, (s->past.count + 1) * sizeof **chosen);
    *count = 0;
    for (size_t i = 0; i < s->past.count; i++)
        if (fits(s->past.items[i], id))
            (*chosen)[(*count)++] = s->past.items[i];
}

static bool has_id(const bd_run *run, const char *id)
{
    return bd_str_starts(bd_str_of(run->id), id);
}

static bool has_commit(const bd_run *run, const char *id)
{
    return bd_commit_same(run->commit.id, id);
}

static bool fail_named(bd_sides *s, const char *word, const char *id, bd_error *err)
{
    if (s->past.count == 0)
        bd_hint(err, "there is no history here: `benchdoc ingest` and `benchdoc history import` "
                     "keep runs; or name two result files");
    else
        bd_hint(err,
                "`benchdoc history list` shows the runs that there are; a metric is written "
                "metric=%s",
                word);
    if (id)
        return bd_fail(err, BD_ERR_INPUT, "no run is of '%s' (commit %.7s)", word, id);
    return bd_fail(err, BD_ERR_USAGE, "'%s' is neither a file, nor a run's id, nor a commit", word);
}

/* Of a commit that nobody measured, the nearest that it was built upon and somebody did. */
static void choose_ancestor(bd_sides *s, bd_repository *repository, const char *word,
                            const bd_run ***chosen, size_t *count)
{
    bd_names ids = { 0 };
    bd_ancestry ancestry;
    bool cut = false;
    bd_error ignored = BD_ERROR_INIT;
    size_t back = SIZE_MAX;
    if (s->past.count == 0
        || !bd_repository_ancestors(repository, word, &s->arena, &ids, &cut, &ignored))
        return;
    bd_ancestry_open(&ancestry, (const char *const *)ids.items, ids.count, cut);
    for (size_t i = 0; i < s->past.count; i++) {
        size_t place = bd_ancestry_place(&ancestry, s->past.items[i]->commit.id);
        back = place < back ? place : back;
    }
    if (back != SIZE_MAX) {
        choose(s, chosen, count, has_commit, ids.items[back]);
        bd_sides_note(s, "%s has no results: taken are those of %.7s, %zu commit%s before it", word,
                      ids.items[back], back, back == 1 ? "" : "s");
    }
    bd_ancestry_release(&ancestry);
    bd_names_release(&ids);
}

static bool has_lane(bd_sides *s, const bd_run *const *runs, size_t count, const bd_lane *lane,
                     bool any_cpu)
{
    bd_lane own;
    for (size_t i = 0; i < count; i++) {
        bd_lane_of(runs[i], &s->arena, &own);
        if (bd_lane_same(&own, lane, any_cpu))
            return true;
    }
    return false;
}

static void note_other(bd_sides *s, const bd_run *run, const bd_lane *lane, const char *word,
                       size_t back)
{
    bd_buf fact = BD_BUF_INIT, cpu = BD_BUF_INIT;
    bd_cpu_short(bd_str_of(bd_run_fact(run, BD_STR("cpu"), &fact)), &cpu);
    bd_sides_note(s, "%s has no results on %s%s%s: taken are those of %.7s, %zu commit%s before it",
                  word, bd_buf_text(&cpu), lane->backend ? " with " : "",
                  lane->backend ? lane->backend : "", run->commit.id, back, back == 1 ? "" : "s");
    bd_buf_release(&fact);
    bd_buf_release(&cpu);
}

/* Adds the runs of one lane of the nearest ancestor that has some. */
static void add_lane(bd_sides *s, const bd_ancestry *ancestry, const bd_lane *lane,
                     const bd_run ***chosen, size_t *count, const char *word)
{
    size_t back = SIZE_MAX, before = *count;
    const bd_run *const *past = (const bd_run *const *)s->past.items;
    for (size_t i = 0; i < s->past.count; i++) {
        size_t place = bd_ancestry_place(ancestry, past[i]->commit.id);
        if (place < back && past[i]->commit.dirty != BD_DIRTY && past[i]->outcome == BD_OUTCOME_OK
            && has_lane(s, &past[i], 1, lane, false))
            back = place;
    }
    for (size_t i = 0; back != SIZE_MAX && i < s->past.count; i++)
        if (bd_ancestry_place(ancestry, past[i]->commit.id) == back
            && has_lane(s, &past[i], 1, lane, false))
            (*chosen)[(*count)++] = past[i];
    if (*count > before)
        note_other(s, (*chosen)[before], lane, word, back);
}

/* A commit was measured on the runner that its job got. Where that was another CPU than the
 * head's, there is mostly an earlier commit of the same one. */
static void add_lanes_of_heads(bd_sides *s, bd_repository *repository, const char *word,
                               const bd_run ***chosen, size_t *count)
{
    bd_names ids = { 0 };
    bd_ancestry ancestry = { 0 };
    bd_error ignored = BD_ERROR_INIT;
    bool cut = false, from_past = s->chosen_heads != NULL;
    const bd_run *const *heads = from_past ? s->chosen_heads
                                           : (const bd_run *const *)s->heads.items;
    size_t head_count = from_past ? s->chosen_head_count : s->heads.count;
    if (!bd_repository_ancestors(repository, word, &s->arena, &ids, &cut, &ignored))
        return;
    bd_ancestry_open(&ancestry, (const char *const *)ids.items, ids.count, cut);
    for (size_t i = 0; i < head_count; i++) {
        bd_lane lane;
        bd_lane_of(heads[i], &s->arena, &lane);
        if (lane.cpu && !has_lane(s, *chosen, *count, &lane, false)
            && has_lane(s, *chosen, *count, &lane, true))
            add_lane(s, &ancestry, &lane, chosen, count, word);
    }
    bd_ancestry_release(&ancestry);
    bd_names_release(&ids);
}

bool bd_past_named(bd_sides *s, const char *word, bool is_base, const bd_run ***chosen,
                   size_t *count, bd_error *err)
{
    char id[41] = "";
    bd_error ignored = BD_ERROR_INIT;
    *count = 0;
    if (is_digits(word)) {
        choose(s, chosen, count, has_id, word);
        if (*count == 1)
            return true;
        choose(s, chosen, count, has_commit, word);
    }
    if (*count > 0 && !is_base)
        return true;
    bd_repository *repository = bd_repository_open(s->project.root, &ignored);
    bool known = repository && bd_repository_resolve(repository, word, id, &ignored);
    if (*count == 0 && known)
        choose(s, chosen, count, has_commit, id);
    if (*count == 0 && known && is_base)
        choose_ancestor(s, repository, word, chosen, count);
    if (*count > 0 && known && is_base)
        add_lanes_of_heads(s, repository, word, chosen, count);
    bd_repository_close(repository);
    return *count > 0 || fail_named(s, word, id[0] ? id : NULL, err);
}

/* ---- what git knows ---- */

static bool has_branch(const bd_sides *s, const char *branch)
{
    bool has = false;
    for (size_t i = 0; i < s->past.count && branch && !has; i++)
        has = s->past.items[i]->commit.branch
              && strcmp(s->past.items[i]->commit.branch, branch) == 0;
    return has;
}

/* Where a pull request goes into another branch than the default one, and that one was
 * measured, its runs are the baselines.
 * @param repository  NULL = there is none */
static const char *default_branch(bd_sides *s, bd_repository *repository)
{
    static const char *const usual[] = { "main", "master", "trunk" };
    bd_event event = { 0 };
    const char *name = s->asked->branch;
    if (name)
        return name;
    bd_event_read(s->ctx, &event);
    name = bd_arena_strdup(&s->arena,
                           has_branch(s, event.pull_into) ? event.pull_into : event.default_branch);
    bd_event_release(&event);
    if (!name && repository)
        name = bd_repository_default_branch(repository, &s->arena);
    for (size_t u = 0; !name && u < BD_COUNT(usual); u++)
        name = has_branch(s, usual[u]) ? usual[u] : NULL;
    return name;
}

/* Results that do not say their commit are those of what is checked out. */
static const char *commit_of(const bd_run *head)
{
    return head && head->commit.id ? head->commit.id : "HEAD";
}

/* Where an earlier commit is checked out, the history knows what became of it. */
static void find_descendants(bd_sides *s, bd_repository *repository)
{
    bd_names unknown = { 0 };
    for (size_t i = 0; i < s->past.count; i++) {
        const char *id = s->past.items[i]->commit.id;
        if (id && bd_ancestry_place(&s->ancestry, id) == SIZE_MAX)
            bd_names_add(&unknown, id);
    }
    bd_repository_descendants(repository, (const char *const *)s->ancestors.items,
                              s->ancestors.count, (const char *const *)unknown.items, unknown.count,
                              &s->arena, &s->descendants);
    bd_ancestry_open(&s->later, (const char *const *)s->descendants.items, s->descendants.count,
                     false);
    s->from.later = &s->later;
    bd_names_release(&unknown);
}

static void find_ancestors(bd_sides *s, bd_repository *repository, const bd_run *head)
{
    bd_error err = BD_ERROR_INIT;
    bool cut = false;
    if (bd_repository_ancestors(repository, commit_of(head), &s->arena, &s->ancestors, &cut,
                                &err)) {
        bd_ancestry_open(&s->ancestry, (const char *const *)s->ancestors.items, s->ancestors.count,
                         cut);
        s->from.ancestry = &s->ancestry;
        if (head)
            find_descendants(s, repository);
    } else if (!s->names_base) {
        bd_sides_note(s,
                      "git does not know the head's commit %.7s here: the baseline is the "
                      "latest earlier run",
                      commit_of(head));
    }
    if (s->ancestry.cut && !s->names_base)
        bd_sides_note(s, "this is a shallow clone: earlier commits are not known to it "
                         "(actions/checkout: fetch-depth: 0)");
}

void bd_past_prepare(bd_sides *s, const bd_run *head)
{
    bd_error err = BD_ERROR_INIT;
    s->from = (bd_past){ .runs = (const bd_run *const *)s->past.items,
                         .run_count = s->past.count,
                         .config = s->project.config };
    if (s->past.count == 0)
        return;
    bd_repository *repository = bd_repository_open(s->project.root, &err);
    s->from.branch = default_branch(s, repository);
    if (repository)
        find_ancestors(s, repository, head);
    else if (!s->names_base)
        bd_sides_note(s, "%s: the baseline is the latest earlier run", err.message);
    bd_repository_close(repository);
}
