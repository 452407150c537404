/* history rename, merge and drop in the store: runs say something else, in one transaction. */
#include "cli/history_change.h"

#include <stdlib.h>
#include <string.h>

/* ---- what may be concerned ---- */

static bool is_needed(const bd_edit *edit, const char *suite)
{
    const char *only = edit->filter->suite;
    if (edit->is_suite)
        return strcmp(suite, edit->from) == 0 || (edit->to && strcmp(suite, edit->to) == 0);
    return !only || strcmp(suite, only) == 0;
}

/* A run that only says that its suite is there. */
static void add_stand_in(const bd_run_head *head, bd_edit_plan *plan)
{
    bd_run *run = bd_arena_alloc(&plan->arena, sizeof *run);
    *run = (bd_run){ .id = bd_arena_strdup(&plan->arena, head->id),
                     .suite = bd_arena_strdup(&plan->arena, head->suite),
                     .measured_at_ns = head->measured_at_ns };
    bd_edit_add(plan, run, run->suite, "");
}

static bool load_suite(bd_store *store, const char *suite, bd_runs *runs, bd_error *err)
{
    const bd_run_filter filter = { .suite = suite };
    return bd_store_load(store, &filter, runs, err);
}

static bool load(bd_store *store, const bd_edit *edit, bd_runs *runs, bd_edit_plan *plan,
                 bd_error *err)
{
    bd_run_heads heads = { 0 };
    bool two = edit->is_suite && edit->to && strcmp(edit->from, edit->to) != 0;
    const char *first = edit->is_suite ? edit->from : edit->filter->suite;
    bool ok = load_suite(store, first, runs, err)
              && (!two || load_suite(store, edit->to, runs, err))
              && bd_store_list(store, NULL, &heads, err);
    for (size_t i = 0; ok && i < runs->count; i++)
        bd_edit_add(plan, runs->items[i], runs->items[i]->suite, "");
    for (size_t i = 0; ok && i < heads.count; i++)
        if (!is_needed(edit, heads.items[i].suite))
            add_stand_in(&heads.items[i], plan);
    bd_run_heads_release(&heads);
    return ok;
}

/* ---- changing ---- */

typedef struct changing {
    const bd_edit *edit;
    bd_edit_plan *plan;
    bd_run_change *changes; /* owned */
    size_t count;
} changing;

static const bd_compat *rename_compat(changing *c, const bd_compat *compat)
{
    const bd_compat *first = NULL, **link = &first;
    for (; compat; compat = compat->next) {
        bd_compat *copy = bd_arena_copy(&c->plan->arena, compat, sizeof *compat);
        copy->name = bd_edit_renamed(c->edit, c->plan, compat->name, &c->plan->arena);
        copy->next = NULL;
        *link = copy;
        link = &copy->next;
    }
    return first;
}

static void change_points(changing *c, const bd_edit_run *r, bd_run *after)
{
    const bd_run *run = r->run;
    after->points = bd_arena_alloc(&c->plan->arena, (run->point_count + 1) * sizeof *run->points);
    after->point_count = 0;
    for (size_t k = 0; k < run->point_count; k++) {
        bd_point *point = &after->points[after->point_count];
        if (r->fates[k] == BD_GOES)
            continue;
        *point = run->points[k];
        after->point_count++;
        if (r->fates[k] == BD_STAYS)
            continue;
        point->benchmark = c->edit->to;
        point->compat = rename_compat(c, point->compat);
    }
}

/* The id that the run's files would have in the new suite; entries of a data.js are known
 * by their own text. */
static const char *id_there(changing *c, const bd_run *run)
{
    bool is_entry = run->format && strncmp(run->format, "data.js", strlen("data.js")) == 0;
    return is_entry ? NULL : bd_run_id_in(run, c->edit->to, &c->plan->arena);
}

static void add_change(changing *c, const bd_edit_run *r)
{
    bd_run_change *change = &c->changes[c->count++];
    *change = (bd_run_change){ .before = r->run };
    if (r->goes) {
        change->into = r->into != SIZE_MAX ? c->plan->runs[r->into].run->id : NULL;
        return;
    }
    bd_run *after = bd_arena_copy(&c->plan->arena, r->run, sizeof *r->run);
    if (r->moves) {
        after->suite = c->edit->to;
        change->also = id_there(c, r->run);
    }
    if (r->fates)
        change_points(c, r, after);
    change->after = after;
}

static bool apply(bd_store *store, const bd_edit *edit, bd_edit_plan *plan, bd_error *err)
{
    changing c = { .edit = edit, .plan = plan };
    c.changes = bd_alloc((plan->count + 1) * sizeof *c.changes);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].moves || plan->runs[i].goes || plan->runs[i].fates)
            add_change(&c, &plan->runs[i]);
    bool ok = bd_store_change(store, c.changes, c.count, err);
    free(c.changes);
    return ok;
}

bool bd_history_change_store(const bd_history_call *call, const bd_edit *edit, bd_error *err)
{
    bool dry = call->options->dry_run;
    bd_store_options how = { .read_only = dry, .env = call->ctx->env };
    bd_edit_plan plan = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    const char *url = bd_project_store(call->ctx, call->project);
    bd_store *store = bd_store_open(url, &how, err);
    bool ok = store && load(store, edit, &runs, &plan, err)
              && bd_edit_make(edit, &plan, &call->ctx->found, err)
              && (dry || apply(store, edit, &plan, err));
    ok = (!store || bd_store_close(store, err)) && ok;
    if (ok) {
        const bd_edited edited = { .call = call, .edit = edit, .plan = &plan, .where = url };
        ok = bd_edited_print(&edited, err);
    }
    bd_edit_release(&plan);
    bd_runs_release(&runs);
    return ok;
}
