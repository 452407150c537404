/* Which runs and points `history rename`, `merge` and `drop` mean: see history_edit.h. */
#include "cli/history_edit.h"
#include "core/query/query.h"

#include <stdlib.h>
#include <string.h>

/* ---- which runs ---- */

static bool is_same(const char *wanted, const char *text)
{
    return !wanted || (text && strcmp(wanted, text) == 0);
}

static bool begins(const char *wanted, const char *text)
{
    return !wanted || (text && strncmp(wanted, text, strlen(wanted)) == 0);
}

/* The run that an entry of a data.js says it is of. */
static bool is_of_run(const bd_run *run, const char *id)
{
    bd_buf quoted = BD_BUF_INIT;
    bd_buf_printf(&quoted, "\"run\":\"%s", id);
    bool is = run->rest && strstr(run->rest, bd_buf_text(&quoted)) != NULL;
    bd_buf_release(&quoted);
    return is;
}

static bool is_on_cpu(const bd_run *run, const char *slug)
{
    bd_buf scratch = BD_BUF_INIT, own = BD_BUF_INIT;
    bd_slug(bd_str_of(bd_run_fact(run, BD_STR("cpu"), &scratch)), &own);
    bool is = strcmp(bd_buf_text(&own), slug) == 0;
    bd_buf_release(&scratch);
    bd_buf_release(&own);
    return is;
}

/* As a store's list has it. */
static bool fits(const bd_run_filter *f, const bd_edit_run *r)
{
    const bd_run *run = r->run;
    bd_buf scratch = BD_BUF_INIT;
    bool known = run->measured_at_ns != BD_TIME_UNKNOWN;
    bool ok = is_same(f->suite, r->suite) && is_same(f->branch, run->commit.branch)
              && begins(f->commit_prefix, run->commit.id)
              && is_same(f->backend, bd_run_fact(run, BD_STR("backend"), &scratch))
              && (begins(f->id_prefix, run->id) || is_of_run(run, f->id_prefix))
              && (!f->cpu_slug || is_on_cpu(run, f->cpu_slug))
              && (f->since_ns == 0 || (known && run->measured_at_ns >= f->since_ns))
              && (f->until_ns == 0 || (known && run->measured_at_ns < f->until_ns));
    bd_buf_release(&scratch);
    return ok;
}

/* ---- names that are not there ---- */

bool bd_edit_has_suite(const bd_edit_plan *plan, const char *history, const char *name)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->runs[i].suite, name) == 0
            && (!history || strcmp(plan->runs[i].history, history) == 0))
            return true;
    return false;
}

static void add_name(bd_names *names, bd_map *seen, const char *name)
{
    bool added;
    bd_map_put(seen, bd_str_of(name), 0, &added);
    if (added)
        bd_names_add(names, name);
}

static void names_of(const bd_edit *edit, const bd_edit_plan *plan, bd_names *out)
{
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < plan->count; i++) {
        const bd_edit_run *r = &plan->runs[i];
        if (edit->is_suite)
            add_name(out, &seen, r->suite);
        for (size_t k = 0; !edit->is_suite && r->fits && k < r->run->point_count; k++)
            if (r->run->points[k].benchmark)
                add_name(out, &seen, r->run->points[k].benchmark);
    }
    bd_map_release(&seen);
}

bool bd_edit_unknown(const bd_edit *edit, const bd_edit_plan *plan, const char *name, bd_error *err)
{
    enum { SHOWN = 8 };
    bd_names names = { 0 };
    bd_buf hint = BD_BUF_INIT;
    names_of(edit, plan, &names);
    const char *near = bd_nearest(bd_str_of(name), names.items, names.count);
    if (near)
        bd_buf_printf(&hint, "did you mean '%.150s'? ", near);
    for (size_t i = 0; i < names.count && i < SHOWN; i++)
        bd_buf_printf(&hint, "%s%.60s", i > 0 ? ", " : "there is: ", names.items[i]);
    if (names.count > SHOWN)
        bd_buf_puts(&hint, ", …");
    bd_hint(err, "%s", hint.len > 0 ? bd_buf_text(&hint) : "there is nothing");
    bd_fail(err, BD_ERR_USAGE, "no %s '%.200s' is in %s", edit->is_suite ? "suite" : "benchmark",
            name, edit->place);
    bd_names_release(&names);
    bd_buf_release(&hint);
    return false;
}

/* ---- which points ---- */

static void mark(const bd_edit *edit, bd_edit_run *r, size_t point)
{
    if (!r->fates) {
        r->fates = bd_alloc((r->run->point_count + 1) * sizeof *r->fates);
        memset(r->fates, 0, (r->run->point_count + 1) * sizeof *r->fates);
    }
    r->fates[point] = edit->verb == BD_EDIT_DROP ? BD_GOES : BD_RENAMED;
}

/* @return whether any run, fitting or not, has a benchmark of that very name */
static bool choose_by_name(const bd_edit *edit, bd_edit_plan *plan)
{
    bool known = false;
    for (size_t i = 0; i < plan->count; i++) {
        bd_edit_run *r = &plan->runs[i];
        for (size_t k = 0; k < r->run->point_count; k++) {
            const char *name = r->run->points[k].benchmark;
            bool is = name && strcmp(name, edit->from) == 0;
            known |= is;
            if (is && r->fits)
                mark(edit, r, k);
        }
    }
    plan->benchmark = known ? edit->from : NULL;
    return known;
}

static bool check_query(const bd_edit *edit, const bd_edit_plan *plan, const bd_query *query,
                        bd_error *err)
{
    bool is_other = query->latest || query->file;
    if (is_other) {
        bd_hint(err, "--since, --until, --commit and --cpu say which runs");
        return bd_fail(err, BD_ERR_USAGE, "history does not take '%s' here",
                       query->latest ? "latest" : "file=");
    }
    if (query->condition_count > 0 || query->words)
        return true;
    return bd_edit_unknown(edit, plan, edit->from, err);
}

static void mark_fitting(const bd_edit *edit, bd_edit_plan *plan, const bd_query *query,
                         const bd_observations *all)
{
    bd_map places = BD_MAP_INIT;
    for (size_t i = 0; i < plan->count; i++)
        bd_map_put(&places, (bd_str){ (const char *)&plan->runs[i].run, sizeof(bd_run *) }, i,
                   NULL);
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        const size_t *at = bd_map_get(&places, (bd_str){ (const char *)&o->run, sizeof o->run });
        if (at && (!query->words || strcmp(query->words, o->metric) == 0)
            && bd_query_holds(query, o))
            mark(edit, &plan->runs[*at], (size_t)(o->point - o->run->points));
    }
    bd_map_release(&places);
}

static bool choose_by_query(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found,
                            bd_error *err)
{
    bd_query query = { 0 };
    bd_error none = BD_ERROR_INIT;
    bd_observations all = BD_OBSERVATIONS_INIT;
    if (!bd_query_parse(bd_str_of(edit->from), true, &plan->arena, &query, &none))
        return bd_edit_unknown(edit, plan, edit->from, err);
    if (!check_query(edit, plan, &query, err))
        return false;
    bd_run **items = bd_alloc((plan->count + 1) * sizeof(bd_run *));
    bd_runs runs = { .items = items };
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].fits && is_same(query.suite, plan->runs[i].run->suite))
            items[runs.count++] = (bd_run *)(uintptr_t)plan->runs[i].run; /* only read */
    bool ok = bd_observe(edit->config, &runs, &all, found);
    if (ok)
        mark_fitting(edit, plan, &query, &all);
    bd_observations_release(&all);
    free(items);
    return ok;
}

/* A query that is to be renamed means one benchmark, in whatever lanes and with whatever params. */
static bool check_one(const bd_edit *edit, bd_edit_plan *plan, bd_error *err)
{
    for (size_t i = 0; i < plan->count; i++) {
        const bd_edit_run *r = &plan->runs[i];
        for (size_t k = 0; r->fates && k < r->run->point_count; k++) {
            const char *name = r->run->points[k].benchmark ? r->run->points[k].benchmark : "";
            bool is_met = plan->benchmark && strcmp(plan->benchmark, name) == 0;
            if (r->fates[k] == BD_STAYS || is_met)
                continue;
            if (plan->benchmark) {
                bd_hint(err, "one after the other: benchdoc history %s series '%s' NEW",
                        edit->verb == BD_EDIT_MERGE ? "merge" : "rename", plan->benchmark);
                return bd_fail(err, BD_ERR_USAGE,
                               "the query fits several benchmarks: '%.120s', '%.120s', …",
                               plan->benchmark, name);
            }
            plan->benchmark = bd_arena_strdup(&plan->arena, name);
        }
    }
    return true;
}

/* ---- choosing ---- */

static bool has_any(const bd_edit_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        if (plan->runs[i].fates || plan->runs[i].moves || plan->runs[i].goes)
            return true;
    return false;
}

static bool is_limited(const bd_run_filter *f)
{
    return f->id_prefix || f->suite || f->branch || f->backend || f->commit_prefix || f->cpu_slug
           || f->since_ns != 0 || f->until_ns != 0;
}

/* A name with spaces is read as a query, so a misspelt one comes here. */
static bool fail_nothing(const bd_edit *edit, const bd_edit_plan *plan, bd_error *err)
{
    bd_names names = { 0 };
    const char *near = NULL;
    if (edit->from && !edit->is_suite) {
        names_of(edit, plan, &names);
        near = bd_nearest(bd_str_of(edit->from), names.items, names.count);
    }
    if (near)
        bd_hint(err, "did you mean '%.150s'?", near);
    else
        bd_hint(err, "%s has %zu run%s in all", edit->place, plan->count,
                plan->count == 1 ? "" : "s");
    bd_names_release(&names);
    return edit->from ? bd_fail(err, BD_ERR_USAGE, "nothing in %s fits '%.200s'%s", edit->place,
                                edit->from, is_limited(edit->filter) ? " and the options" : "")
                      : bd_fail(err, BD_ERR_USAGE, "no run fits");
}

static bool choose_series(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found,
                          bd_error *err)
{
    if (choose_by_name(edit, plan))
        return true;
    return choose_by_query(edit, plan, found, err)
           && (edit->verb == BD_EDIT_DROP || check_one(edit, plan, err));
}

static bool check_suite(const bd_edit *edit, const bd_edit_plan *plan, bd_error *err)
{
    const char *suite = edit->filter->suite;
    bd_edit of_suites = *edit;
    of_suites.is_suite = true;
    return !suite || bd_edit_has_suite(plan, NULL, suite)
           || bd_edit_unknown(&of_suites, plan, suite, err);
}

bool bd_edit_choose(const bd_edit *edit, bd_edit_plan *plan, bd_diagnostics *found, bd_error *err)
{
    if (!check_suite(edit, plan, err))
        return false;
    for (size_t i = 0; i < plan->count; i++) {
        bd_edit_run *r = &plan->runs[i];
        r->fits = fits(edit->filter, r);
        r->goes = !edit->from && r->fits;
        r->moves = edit->is_suite && edit->from && strcmp(r->suite, edit->from) == 0;
    }
    if (edit->is_suite && edit->from && !bd_edit_has_suite(plan, NULL, edit->from))
        return bd_edit_unknown(edit, plan, edit->from, err);
    if (edit->from && !edit->is_suite && !choose_series(edit, plan, found, err))
        return false;
    return has_any(plan) || fail_nothing(edit, plan, err);
}
