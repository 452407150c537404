/* history import: the entries of data.js files become runs of the store. */
#include "cli/history_import.h"
#include "cli/generate.h"
#include "cli/history.h"
#include "cli/run.h"
#include "core/git/git.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

bool bd_import_report(bd_importing *im, const char *path, bd_error *err)
{
    if (path)
        bd_error_in_file(err, path);
    bd_diagnostics_add(&im->call->ctx->found, BD_ERROR, err);
    return false;
}

static const bd_config *config_of(const bd_importing *im)
{
    return im->call->project->config;
}

/* ---- what path and configuration say ---- */

/* A checkout of the branch may lie in any folder: the end of a path counts. */
static bool matches_end(bd_importing *im, const char *pattern, const char *path, bd_pairs *holes)
{
    for (const char *at = path; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (bd_files_match(bd_str_of(pattern), at, &im->arena, holes))
            return true;
    }
    return false;
}

static const char *list_of(const bd_config *config, const char *suite)
{
    const char *name = bd_entries_get(&config->publish.names, suite).text;
    return name ? name : suite;
}

/* The suite that `publish:` puts there, or the input that reads the file; else the list's name. */
static const char *suite_of(bd_importing *im, const bd_import_file *s, const char *list)
{
    const bd_config *config = config_of(im);
    const bd_entries *to = &config->publish.to;
    bd_pairs ignored = { 0 };
    if (im->call->options->suite)
        return im->call->options->suite;
    for (size_t i = 0; i < to->count; i++)
        if (strcmp(list_of(config, to->items[i].key.text), list) == 0
            && matches_end(im, to->items[i].value.text, s->place, &ignored))
            return to->items[i].key.text;
    for (size_t i = 0; i < config->input_count && s->of_ref; i++)
        if (bd_input_takes_ref(&config->inputs[i], s->shown)
            || bd_input_takes_ref(&config->inputs[i], s->of_ref))
            return config->inputs[i].name.text;
    return list;
}

static void add_holes(bd_importing *im, const char *pattern, const bd_import_file *s, bd_pairs *out)
{
    bd_pairs more = { 0 };
    if (!pattern || !matches_end(im, pattern, s->place, &more))
        return;
    for (size_t i = 0; i < more.count; i++)
        if (!bd_pairs_get(out, more.items[i].key))
            bd_pairs_set(out, &im->arena, bd_str_of(more.items[i].key),
                         bd_str_of(more.items[i].value));
}

/* The argument's own holes, then those of the suite's place, then of any place. */
static bd_pairs holes_of(bd_importing *im, const bd_import_file *s, const char *suite)
{
    const bd_entries *to = &config_of(im)->publish.to;
    bd_pairs out = { 0 };
    for (size_t i = 0; i < s->holes.count; i++)
        bd_pairs_set(&out, &im->arena, bd_str_of(s->holes.items[i].key),
                     bd_str_of(s->holes.items[i].value));
    add_holes(im, bd_entries_get(to, suite).text, s, &out);
    for (size_t i = 0; i < to->count; i++)
        add_holes(im, to->items[i].value.text, s, &out);
    return out;
}

/* ---- reading ---- */

static const char *list_of_run(const bd_run *run)
{
    return bd_pairs_get(&run->environment, "benchmark_suite");
}

static void state_cpu(bd_importing *im, bd_run *run)
{
    bd_buf scratch = BD_BUF_INIT;
    const char *cpu = im->call->options->cpu;
    int64_t until = im->call->filter->until_ns, at = run->measured_at_ns;
    bool is_meant = until == 0 || (at != BD_TIME_UNKNOWN && at < until);
    if (cpu && is_meant && !bd_run_fact(run, BD_STR("cpu"), &scratch))
        bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), bd_str_of(cpu));
    bd_buf_release(&scratch);
}

/* Reads the file as a suite and takes the entries of the lists that belong to it. An id is
 * made with the suite's name, so that it must be known when the file is read. */
static bool read_suite(bd_importing *im, const bd_import_file *s, const char *suite)
{
    const bd_input *input = bd_config_input(config_of(im), suite);
    bd_pairs environment = { 0 }, holes = holes_of(im, s, suite);
    bd_runs read = BD_RUNS_INIT;
    bd_diagnostics told = BD_DIAGNOSTICS_INIT; /* by the first reading already */
    bd_ingest_file file = { s->shown, s->bytes };
    if (input)
        bd_input_environment(input, &im->arena, &environment);
    bd_ingest_input in = { .file = &file,
                           .suite = suite,
                           .direction = input ? input->direction.text : NULL,
                           .environment = input ? &environment : NULL,
                           .facts = &holes };
    bool ok = bd_ingest(&in, &read, &told);
    for (size_t i = 0; ok && i < read.count; i++) {
        if (strcmp(suite_of(im, s, list_of_run(read.items[i])), suite) != 0)
            continue;
        state_cpu(im, read.items[i]);
        bd_runs_add(&im->runs, read.items[i]);
        read.items[i] = NULL;
    }
    bd_diagnostics_release(&told);
    bd_runs_release(&read);
    return ok;
}

static bool has_name(const bd_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

bool bd_import_take(bd_importing *im, const bd_import_file *s)
{
    bd_error err = BD_ERROR_INIT;
    bd_runs all = BD_RUNS_INIT;
    bd_names suites = { 0 };
    bd_ingest_file file = { s->shown, s->bytes };
    bd_ingest_input in = { .file = &file };
    const char *format = bd_format_detect(s->bytes);
    if (!format || (strcmp(format, "data.js") != 0 && strcmp(format, "data.json") != 0)) {
        bd_hint(&err, "`benchdoc ingest` takes results");
        bd_fail(&err, BD_ERR_INPUT, "is no data.js");
        return bd_import_report(im, s->shown, &err);
    }
    bool ok = bd_ingest(&in, &all, &im->call->ctx->found);
    for (size_t i = 0; ok && i < all.count; i++) {
        const char *suite = suite_of(im, s, list_of_run(all.items[i]));
        if (!has_name(&suites, suite))
            bd_names_add(&suites, bd_arena_strdup(&im->arena, suite));
    }
    bd_runs_release(&all);
    for (size_t i = 0; ok && i < suites.count; i++)
        ok = read_suite(im, s, suites.items[i]);
    bd_names_release(&suites);
    im->files++;
    im->archives += s->is_archive;
    return ok;
}

/* ---- what is there already ---- */

/* The run that an entry of our own says it is of. */
static bool is_known_run(bd_importing *im, const bd_run *run)
{
    bd_json_doc *doc = NULL;
    bd_json own, id;
    bd_str text;
    bd_buf scratch = BD_BUF_INIT;
    bd_error none = BD_ERROR_INIT;
    bool known = bd_map_get(&im->known, bd_str_of(run->id)) != NULL;
    if (!known && run->rest && bd_json_parse(bd_str_of(run->rest), NULL, &doc, &none)) {
        bd_json root = bd_json_root(doc);
        known = bd_json_object_of(&root, "benchdoc", &own) && bd_json_member(&own, "run", &id)
                && bd_json_typeof(&id) == BD_JSON_STRING
                && bd_json_string(&id, &scratch, &text, &none)
                && bd_map_get(&im->known, text) != NULL;
    }
    bd_json_free(doc);
    bd_buf_release(&scratch);
    return known || bd_import_is_renamed(im, run);
}

/* A store that is not there yet knows nothing. */
static bool read_known(bd_importing *im, const char *url, bd_error *err)
{
    bd_store_options how = { .read_only = true, .absent_ok = true, .env = im->call->ctx->env };
    bd_store *store = bd_store_open(url, &how, err);
    if (!store)
        return err->code == BD_OK;
    bool ok = bd_store_list(store, NULL, &im->heads, err);
    for (size_t i = 0; ok && i < im->heads.count; i++)
        bd_map_put(&im->known, bd_str_of(im->heads.items[i].id), 0, NULL);
    return bd_store_close(store, err) && ok;
}

/* Entries that are there, or came twice, fall out. */
static void drop_known(bd_importing *im)
{
    size_t kept = 0;
    im->entries = im->runs.count;
    for (size_t i = 0; i < im->runs.count; i++) {
        bd_run *run = im->runs.items[i];
        if (is_known_run(im, run)) {
            bd_run_free(run);
            continue;
        }
        bd_map_put(&im->known, bd_str_of(run->id), 0, NULL);
        im->runs.items[kept++] = run;
    }
    im->runs.count = kept;
}

static bool store_all(const bd_importing *im, const char *url, bd_error *err)
{
    bd_store_options how = { .create = true, .late = true, .env = im->call->ctx->env };
    bd_put *ignored = bd_alloc(im->runs.count * sizeof *ignored);
    size_t stored;
    bd_store *store = bd_store_open(url, &how, err);
    bool ok = store
              && bd_store_put_all(store, (const bd_run *const *)im->runs.items, im->runs.count,
                                  ignored, &stored, err);
    free(ignored);
    return (!store || bd_store_close(store, err)) && ok;
}

bool bd_history_import(const bd_history_call *call, bd_error *err)
{
    bd_importing im = { .call = call };
    const char *url = bd_project_store(call->ctx, call->project);
    bool ok = bd_import_find(&im, err);
    ok = ok && read_known(&im, url, err);
    if (ok) {
        bd_import_count_names(&im);
        drop_known(&im);
        bd_store_close(im.store, err);
        ok = call->options->dry_run || im.runs.count == 0 || store_all(&im, url, err);
    }
    ok = ok && bd_import_print(&im, err);
    bd_import_close(&im);
    bd_runs_release(&im.runs);
    bd_names_release(&im.taken);
    bd_map_release(&im.known);
    bd_map_release(&im.places);
    bd_run_heads_release(&im.heads);
    bd_arena_release(&im.arena);
    return ok;
}
