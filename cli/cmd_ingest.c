/* ingest: result files into the history; all of them or none. */
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/sources.h"
#include "core/json/json.h"
#include "ingest/ingest.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

typedef struct ingest_options {
    bool dry_run, json;
    const char *format, *suite, *direction;
    const char *commit, *branch, *measured_at;
    bd_texts environment;
} ingest_options;

static const bd_opt options[] = {
    { "dry-run", 'n', BD_OPT_SWITCH, offsetof(ingest_options, dry_run), NULL,
      "store nothing; say what would be stored" },
    { "json", 0, BD_OPT_SWITCH, offsetof(ingest_options, json), NULL,
      "print JSON: with --dry-run the whole runs, else what became of each" },
    { "format", 0, BD_OPT_TEXT, offsetof(ingest_options, format), "NAME",
      "the files' format (see `benchdoc formats`); else it is found by content" },
    { "suite", 0, BD_OPT_TEXT, offsetof(ingest_options, suite), "NAME",
      "the suite that the runs belong to" },
    { "direction", 0, BD_OPT_TEXT, offsetof(ingest_options, direction), "smaller|bigger",
      "what is better, where neither file nor unit says it" },
    { "environment", 'e', BD_OPT_LIST, offsetof(ingest_options, environment), "KEY=VALUE",
      "a fact about machine or software that no file carries" },
    { "commit", 0, BD_OPT_TEXT, offsetof(ingest_options, commit), "ID",
      "the commit that was measured" },
    { "branch", 0, BD_OPT_TEXT, offsetof(ingest_options, branch), "NAME", "its branch" },
    { "measured-at", 0, BD_OPT_TEXT, offsetof(ingest_options, measured_at), "TIME",
      "when: 2026-07-20T10:00:01Z" },
};

/* What the command line says about every run. */
typedef struct stated {
    bd_commit commit;
    bd_pairs environment;
    bd_read_options read;
    bd_arena arena;
} stated;

static bool read_options(const ingest_options *o, stated *out, bd_error *err)
{
    *out = (stated){ .commit = BD_COMMIT_INIT };
    if (o->direction && strcmp(o->direction, "smaller") != 0
        && strcmp(o->direction, "bigger") != 0) {
        bd_hint(err, "--direction smaller, or --direction bigger");
        return bd_fail(err, BD_ERR_USAGE, "--direction takes smaller or bigger, not '%s'",
                       o->direction);
    }
    out->read =
        (bd_read_options){ .format = o->format, .suite = o->suite, .direction = o->direction };
    if (!bd_pairs_of_texts(&o->environment, "environment", &out->arena, &out->environment, err))
        return false;
    if (o->environment.count > 0)
        out->read.environment = &out->environment;
    out->commit.id = o->commit;
    out->commit.branch = o->branch;
    if (o->commit || o->branch)
        out->read.commit = &out->commit;
    if (o->measured_at && !bd_time_parse(bd_str_of(o->measured_at), &out->read.measured_at_ns)) {
        bd_hint(err, "--measured-at 2026-07-20T10:00:01Z");
        return bd_fail(err, BD_ERR_USAGE, "--measured-at takes an RFC 3339 time, not '%s'",
                       o->measured_at);
    }
    return true;
}

/* ---- what became of the runs ---- */

static const char *word_of(bool dry_run, bd_put what)
{
    return dry_run ? "read" : what == BD_PUT_NEW ? "new" : "known";
}

static void put_line(const bd_run *run, const char *word, bd_buf *out)
{
    bd_buf line = BD_BUF_INIT;
    bd_buf_printf(&line, "%-5s  %.12s  %5zu point%s  %s  %s", word, run->id, run->point_count,
                  run->point_count == 1 ? " " : "s", run->suite,
                  run->file_count > 0 ? run->files[0].path : "");
    if (run->outcome != BD_OUTCOME_OK)
        bd_buf_printf(&line, "  (incomplete: %s)", run->reason ? run->reason : "it says so");
    bd_terminal_line(bd_buf_str(&line), out);
    bd_buf_release(&line);
}

static void put_member(bd_json_writer *w, const char *key, const char *text)
{
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_json_line(const bd_run *run, const char *word, bd_json_writer *w)
{
    bd_json_open_flat(w, '{');
    put_member(w, "result", word);
    put_member(w, "id", run->id);
    put_member(w, "suite", run->suite);
    put_member(w, "file", run->file_count > 0 ? run->files[0].path : NULL);
    bd_json_put_key(w, "points");
    bd_json_put_int(w, (int64_t)run->point_count);
    put_member(w, "outcome", bd_outcome_name(run->outcome));
    bd_json_close(w, '}');
}

static bool put_results(bd_ctx *ctx, const ingest_options *o, const bd_runs *runs,
                        const bd_put *results, bd_error *err)
{
    size_t count = runs->items ? runs->count : 0;
    bd_buf out = BD_BUF_INIT;
    if (o->json && o->dry_run) {
        bd_interchange_write((const bd_run *const *)runs->items, runs->count, NULL, &out);
    } else if (o->json) {
        bd_json_writer w = bd_json_writer_to(&out, 2);
        bd_json_open(&w, '{');
        bd_json_put_key(&w, "runs");
        bd_json_open(&w, '[');
        for (size_t i = 0; i < count; i++)
            put_json_line(runs->items[i], word_of(false, results[i]), &w);
        bd_json_close(&w, ']');
        bd_json_close(&w, '}');
        bd_buf_putc(&out, '\n');
    } else {
        for (size_t i = 0; i < count; i++)
            put_line(runs->items[i], word_of(o->dry_run, results[i]), &out);
    }
    bool ok = bd_print(ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

/* ---- storing ---- */

/* @return how many of the runs are in the store; `err` says why not all */
static size_t store_all(bd_ctx *ctx, const char *url, const bd_runs *runs, bd_put *results,
                        bd_error *err)
{
    bd_store_options how = { .create = true, .late = true, .env = ctx->env };
    bd_store *store = bd_store_open(url, &how, err);
    size_t stored = 0;
    if (store)
        bd_store_put_all(store, (const bd_run *const *)runs->items, runs->count, results, &stored,
                         err);
    if (stored > 0 && stored < runs->count)
        bd_note(ctx, "%zu of %zu runs are stored, each whole; the others are not", stored,
                runs->count);
    bd_store_close(store, err);
    return stored;
}

static bool read_all(bd_ctx *ctx, const ingest_options *o, const bd_arguments *arguments,
                     bd_project *project, bd_runs *runs, bd_error *err)
{
    stated said;
    bool ok = read_options(o, &said, err);
    if (ok && arguments->count > 0) {
        ok = bd_check_named(ctx, "ingest", arguments)
             && bd_read_named(ctx, arguments, &said.read, runs);
    } else if (ok && project->configured) {
        ok = bd_read_project(ctx, project, o->suite, runs);
    } else if (ok) {
        bd_hint(err, "benchdoc ingest results.json; with a benchdoc.yml all its inputs are read");
        ok = bd_fail(err, BD_ERR_USAGE, "no result file was named, and there is no benchdoc.yml");
    }
    bd_arena_release(&said.arena);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const ingest_options *o = opts;
    bd_project project = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_put *results = NULL;
    bool ok = bd_project_open(ctx, false, &project, err)
              && read_all(ctx, o, arguments, &project, &runs, err);
    if (!ok)
        goto done;
    results = bd_alloc((runs.count + 1) * sizeof *results);
    bd_runs stored = runs; /* borrowed: the first of them */
    if (!o->dry_run)
        stored.count = store_all(ctx, bd_project_store(ctx, &project), &runs, results, err);
    ok = (stored.count == 0 && err->code != BD_OK) || put_results(ctx, o, &stored, results, err);
    ok = ok && err->code == BD_OK;
done:
    free(results);
    bd_runs_release(&runs);
    bd_project_close(&project);
    return ok;
}

const bd_cmd bd_cmd_ingest = {
    .name = "ingest",
    .summary = "put result files into the history",
    .arguments = "[FILE…]",
    .help = "Reads every file before the first one is stored: an error in one of them stores\n"
            "nothing. A run that is there already is known, and nothing changes. Without FILE\n"
            "the inputs of benchdoc.yml are read; - is standard input.\n"
            "\n"
            "  benchdoc ingest results.json -e backend=SQLite\n"
            "  benchdoc ingest --dry-run --json results.json | jq '.runs[].points | length'\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(ingest_options),
    .arguments_max = -1,
    .run = run,
};
