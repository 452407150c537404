/* history export: runs of the store as data.js, CSV or interchange JSON. */
#include "cli/history.h"
#include "core/base/map.h"
#include "core/datajs/datajs.h"
#include "core/git/git.h"
#include "core/query/query.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

static const int64_t ns_per_ms = 1000000;

typedef enum form { FORM_UNKNOWN, FORM_DATAJS, FORM_CSV, FORM_JSON } form;

typedef struct exporting {
    const bd_history_call *call;
    form form;
    bd_runs runs; /* oldest first */
    size_t points, timeless;
    size_t left_out; /* points that a data.js cannot hold */
    const bd_run *left_run;
    const bd_point *left_point; /* the first of them */
    bd_buf out;
} exporting;

static form form_named(const char *name, const char *const names[3])
{
    for (int i = 0; i < 3; i++)
        if (bd_str_ends(bd_str_of(name), names[i]))
            return (form)(i + 1);
    return FORM_UNKNOWN;
}

static bool find_form(exporting *x, bd_error *err)
{
    static const char *const words[] = { "data.js", "csv", "json" };
    static const char *const ends[] = { ".js", ".csv", ".json" };
    const bd_history_options *o = x->call->options;
    if (o->as) {
        x->form = form_named(o->as, words);
        if (x->form != FORM_UNKNOWN && strcmp(o->as, words[x->form - 1]) == 0)
            return true;
        bd_hint(err, "--as data.js, --as csv, or --as json");
        return bd_fail(err, BD_ERR_USAGE, "--as does not know '%s'", o->as);
    }
    x->form = o->output ? form_named(o->output, ends) : FORM_UNKNOWN;
    if (x->form != FORM_UNKNOWN)
        return true;
    bd_hint(err, "-o data.js, -o runs.csv, -o runs.json, or --as data.js|csv|json");
    return bd_fail(err, BD_ERR_USAGE, "nothing says what history export shall write");
}

/* ---- which runs and points ---- */

static void keep_points(bd_run *run, const bool *keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < run->point_count; i++)
        if (keep[i])
            run->points[kept++] = run->points[i];
    run->point_count = kept;
}

/* JSON can be ingested again, so its runs stay whole. */
static void keep_chosen(exporting *x, const bd_query *query, const bd_observations *all)
{
    bd_map places = BD_MAP_INIT;
    bool **keep = bd_alloc((x->runs.count + 1) * sizeof(bool *));
    size_t kept = 0;
    for (size_t i = 0; i < x->runs.count; i++) {
        bd_map_put(&places, bd_str_of(x->runs.items[i]->id), i, NULL);
        keep[i] = bd_alloc((x->runs.items[i]->point_count + 1) * sizeof(bool));
        memset(keep[i], 0, x->runs.items[i]->point_count + 1);
    }
    for (size_t i = 0; i < all->count; i++) {
        const bd_observation *o = &all->items[i];
        size_t run = *bd_map_get(&places, bd_str_of(o->run->id));
        keep[run][o->point - o->run->points] = bd_query_holds(query, o);
    }
    bd_map_release(&places);
    for (size_t i = 0; i < x->runs.count; i++) {
        bd_run *run = x->runs.items[i];
        bool any = memchr(keep[i], 1, run->point_count + 1) != NULL;
        if (any && x->form != FORM_JSON)
            keep_points(run, keep[i]);
        free(keep[i]);
        if (any)
            x->runs.items[kept++] = run;
        else
            bd_run_free(run);
    }
    x->runs.count = kept;
    free(keep);
}

static void names_of_suites(const exporting *x, bd_arena *arena, bd_names *out)
{
    bd_map seen = BD_MAP_INIT;
    for (size_t i = 0; i < x->runs.count; i++) {
        bool added;
        bd_map_put(&seen, bd_str_of(x->runs.items[i]->suite), 0, &added);
        if (added)
            bd_names_add(out, bd_arena_strdup(arena, x->runs.items[i]->suite));
    }
    bd_map_release(&seen);
    bd_names_sort(out);
}

/* A file of nothing is written all the same, for who asks each night; a slip is told. */
static void tell_nothing(const exporting *x, const char *query, const bd_names *suites)
{
    enum { SHOWN = 8 };
    bd_buf text = BD_BUF_INIT;
    for (size_t i = 0; i < suites->count && i < SHOWN; i++)
        bd_buf_printf(&text, "%s%.60s", i > 0 ? ", " : "", suites->items[i]);
    bd_report(&x->call->ctx->found, BD_WARNING, BD_ERR_INPUT, NULL, 0, 0,
              "nothing fits '%.200s'; the suites here are %s%s", query, bd_buf_text(&text),
              suites->count > SHOWN ? ", …" : "");
    bd_buf_release(&text);
}

static void keep_fitting(exporting *x, const char *text, const bd_query *query,
                         const bd_observations *all)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names suites = { 0 };
    names_of_suites(x, &arena, &suites);
    keep_chosen(x, query, all);
    if (x->runs.count == 0 && suites.count > 0)
        tell_nothing(x, text, &suites);
    bd_names_release(&suites);
    bd_arena_release(&arena);
}

static bool choose(exporting *x, bd_error *err)
{
    const bd_arguments *a = x->call->arguments;
    bd_arena arena = BD_ARENA_INIT;
    bd_buf text = BD_BUF_INIT;
    bd_query query = { 0 };
    bd_observations all = BD_OBSERVATIONS_INIT;
    for (size_t i = 1; i < a->count; i++)
        bd_buf_printf(&text, "%s%s", i > 1 ? " " : "", a->items[i]);
    bool ok = text.len == 0 || bd_query_parse(bd_buf_str(&text), true, &arena, &query, err);
    if (ok && query.latest) {
        bd_hint(err, "--limit 1 is the newest run");
        ok = bd_fail(err, BD_ERR_USAGE, "history export does not take 'latest'");
    }
    if (ok && text.len > 0) {
        ok = bd_observe(x->call->project->config, &x->runs, &all, &x->call->ctx->found);
        if (ok)
            keep_fitting(x, bd_buf_text(&text), &query, &all);
    }
    bd_observations_release(&all);
    bd_buf_release(&text);
    bd_arena_release(&arena);
    return ok;
}

static bool load(exporting *x, bd_error *err)
{
    const bd_history_call *call = x->call;
    bd_store_options how = { .read_only = true, .env = call->ctx->env };
    bd_store *store = bd_store_open(bd_project_store(call->ctx, call->project), &how, err);
    bool ok = store && bd_store_load(store, call->filter, &x->runs, err);
    ok = (!store || bd_store_close(store, err)) && ok;
    for (size_t i = 0; i < x->runs.count / 2; i++) {
        bd_run *newer = x->runs.items[i];
        x->runs.items[i] = x->runs.items[x->runs.count - 1 - i];
        x->runs.items[x->runs.count - 1 - i] = newer;
    }
    return ok;
}

/* ---- data.js ---- */

static void count_left_out(exporting *x, const bd_run *run)
{
    for (size_t i = 0; i < run->point_count; i++) {
        if (bd_datajs_holds(run, &run->points[i]))
            continue;
        if (x->left_out++ == 0) {
            x->left_run = run;
            x->left_point = &run->points[i];
        }
    }
}

static void tell_left_out(exporting *x)
{
    const bd_point *p = x->left_point;
    const bd_run *run = x->left_run;
    if (x->left_out == 0)
        return;
    const char *file = p->source.file < run->file_count ? run->files[p->source.file].path : NULL;
    bd_report(&x->call->ctx->found, BD_WARNING, BD_ERR_INPUT, file, p->source.line,
              p->source.column,
              "%zu point%s no number (%s, %s%s%s), and a data.js holds none of them; JSON and CSV "
              "do",
              x->left_out, x->left_out == 1 ? " has" : "s have", p->benchmark,
              bd_outcome_name(p->outcome), p->reason ? ": " : "", p->reason ? p->reason : "");
}

static void add_entry(exporting *x, bd_datajs *file, const bd_run *run)
{
    const bd_publish_config *publish = &x->call->project->config->publish;
    const char *name = bd_entries_get(&publish->names, run->suite).text;
    int64_t at = run->measured_at_ns != BD_TIME_UNKNOWN ? run->measured_at_ns : run->commit.time_ns;
    bd_arena arena = BD_ARENA_INIT;
    bd_datajs_entry entry;
    const bd_datajs_facts facts = {
        .date_ms = at / ns_per_ms,
        .strict = publish->compat.text && strcmp(publish->compat.text, "strict") == 0,
    };
    if (at == BD_TIME_UNKNOWN) {
        x->timeless++;
        return;
    }
    count_left_out(x, run);
    const bd_point **points = bd_alloc((run->point_count + 1) * sizeof(bd_point *));
    for (size_t i = 0; i < run->point_count; i++)
        points[i] = &run->points[i];
    bd_datajs_entry_of(run, points, run->point_count, &facts, &arena, &entry);
    name = name ? name : run->suite;
    bool is_empty = entry.bench_count == 0 && run->point_count > 0;
    if (!is_empty && !bd_datajs_has(file, name, &entry)) {
        bd_datajs_add(file, name, &entry);
        bd_datajs_set_update(file, facts.date_ms);
        x->points += entry.bench_count;
    }
    free(points);
    bd_arena_release(&arena);
}

static bool put_datajs(exporting *x, bd_error *err)
{
    bd_datajs *file = NULL;
    bd_error none = BD_ERROR_INIT;
    bd_arena arena = BD_ARENA_INIT;
    if (!bd_datajs_open(bd_str_of(bd_datajs_empty), &file, err))
        return false;
    bd_repository *repository = bd_repository_open(x->call->project->root, &none);
    const char *url = repository ? bd_repository_web(repository, &arena) : NULL;
    if (url)
        bd_datajs_set_repo(file, url);
    for (size_t i = 0; i < x->runs.count; i++)
        add_entry(x, file, x->runs.items[i]);
    bd_datajs_write(file, &x->out);
    bd_datajs_close(file);
    bd_repository_close(repository);
    bd_arena_release(&arena);
    tell_left_out(x);
    if (x->timeless > 0)
        bd_report(&x->call->ctx->found, BD_WARNING, BD_ERR_INPUT, NULL, 0, 0,
                  "%zu run%s not say when: a data.js cannot hold them", x->timeless,
                  x->timeless == 1 ? " does" : "s do");
    return true;
}

/* ---- the file ---- */

static bool write_file(exporting *x, bd_error *err)
{
    const bd_history_options *o = x->call->options;
    if (o->dry_run)
        return true;
    return bd_print_or_write(x->call->ctx, o->output, bd_buf_str(&x->out), err);
}

static bool put_all(exporting *x, bd_error *err)
{
    if (x->form == FORM_DATAJS)
        return put_datajs(x, err);
    for (size_t i = 0; i < x->runs.count; i++)
        x->points += x->runs.items[i]->point_count;
    if (x->form == FORM_CSV)
        bd_history_csv(&x->runs, &x->out);
    else
        bd_interchange_write((const bd_run *const *)x->runs.items, x->runs.count, NULL, &x->out);
    return true;
}

bool bd_history_export(const bd_history_call *call, bd_error *err)
{
    exporting x = { .call = call };
    bool ok = find_form(&x, err) && load(&x, err) && choose(&x, err) && put_all(&x, err)
              && write_file(&x, err);
    if (ok)
        bd_note(call->ctx, "%zu run%s, %zu point%s%s%s%s", x.runs.count,
                x.runs.count == 1 ? "" : "s", x.points, x.points == 1 ? "" : "s",
                call->options->dry_run ? " would be written" : "",
                call->options->output ? " to " : "",
                call->options->output ? call->options->output : "");
    bd_runs_release(&x.runs);
    bd_buf_release(&x.out);
    return ok;
}
