/* history: the runs that have been kept. */
#include "cli/commands.h"
#include "cli/history.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <string.h>

typedef struct history_options {
    bool json, all;
    const char *suite, *branch, *cpu, *backend, *commit, *since, *until;
    size_t limit;
} history_options;

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(history_options, json), NULL,
      "print JSON; `show` prints the whole runs" },
    { "all", 0, BD_OPT_SWITCH, offsetof(history_options, all), NULL,
      "`show` prints every point, not the first 40 only" },
    { "suite", 0, BD_OPT_TEXT, offsetof(history_options, suite), "NAME", "of this suite" },
    { "branch", 0, BD_OPT_TEXT, offsetof(history_options, branch), "NAME", "of this branch" },
    { "commit", 0, BD_OPT_TEXT, offsetof(history_options, commit), "ID",
      "of this commit; its first digits will do" },
    { "cpu", 0, BD_OPT_TEXT, offsetof(history_options, cpu), "CPU",
      "of this CPU: its name, or its slug" },
    { "backend", 0, BD_OPT_TEXT, offsetof(history_options, backend), "NAME", "of this backend" },
    { "since", 0, BD_OPT_TEXT, offsetof(history_options, since), "DATE",
      "measured then or later: 2026-07-01, or with a time" },
    { "until", 0, BD_OPT_TEXT, offsetof(history_options, until), "DATE", "measured before then" },
    { "limit", 'n', BD_OPT_COUNT, offsetof(history_options, limit), "COUNT",
      "this many, the newest" },
};

static bool read_time(const char *option, const char *text, int64_t *out, bd_error *err)
{
    bd_buf whole = BD_BUF_INIT;
    if (!text)
        return true;
    bd_buf_puts(&whole, text);
    if (strlen(text) == strlen("2026-07-01"))
        bd_buf_puts(&whole, "T00:00:00Z");
    bool ok = bd_time_parse(bd_buf_str(&whole), out);
    bd_buf_release(&whole);
    if (ok)
        return true;
    bd_hint(err, "--%s 2026-07-01, or --%s 2026-07-01T12:00:00Z", option, option);
    return bd_fail(err, BD_ERR_USAGE, "--%s takes a date, not '%s'", option, text);
}

static bool make_filter(const history_options *o, bd_buf *cpu, bd_run_filter *out, bd_error *err)
{
    if (o->cpu)
        bd_slug(bd_str_of(o->cpu), cpu);
    *out = (bd_run_filter){ .suite = o->suite,
                            .branch = o->branch,
                            .backend = o->backend,
                            .commit_prefix = o->commit,
                            .cpu_slug = o->cpu ? bd_buf_text(cpu) : NULL,
                            .limit = o->limit };
    return read_time("since", o->since, &out->since_ns, err)
           && read_time("until", o->until, &out->until_ns, err);
}

static bool print_and_release(bd_ctx *ctx, bd_buf *out, bd_error *err)
{
    bool ok = bd_print(ctx, bd_buf_str(out), err);
    bd_buf_release(out);
    return ok;
}

static bool list(bd_ctx *ctx, const history_options *o, bd_store *store,
                 const bd_run_filter *filter, bd_error *err)
{
    bd_run_heads heads = { 0 };
    bd_buf out = BD_BUF_INIT;
    if (!bd_store_list(store, filter, &heads, err))
        return false;
    if (o->json)
        bd_history_list_json(&heads, &out);
    else
        bd_history_list_text(&heads, &out);
    if (heads.count == 0)
        bd_note(ctx, "no run fits; `benchdoc ingest results.json` adds runs");
    const char *suite = NULL; /* of a run that does not say where it was measured */
    for (size_t i = 0; i < heads.count && !suite; i++)
        suite = heads.items[i].cpu && heads.items[i].cpu[0] ? NULL : heads.items[i].suite;
    bool ok = print_and_release(ctx, &out, err);
    if (suite)
        bd_note(ctx, "%s: " BD_CPU_UNKNOWN, suite);
    bd_run_heads_release(&heads);
    return ok;
}

static bool check_found(const bd_runs *runs, const char *wanted, bd_error *err)
{
    if (runs->count == 1 || (runs->count > 0 && !wanted))
        return true;
    if (runs->count == 0) {
        bd_hint(err, "`benchdoc history list` shows what there is");
        return bd_fail(err, BD_ERR_USAGE, wanted ? "there is no run '%s'" : "no run fits%s",
                       wanted ? wanted : "");
    }
    bd_hint(err, "%.16s, %.16s, …", runs->items[0]->id, runs->items[1]->id);
    return bd_fail(err, BD_ERR_USAGE, "'%s' begins the ids of %zu runs", wanted, runs->count);
}

static bool show(bd_ctx *ctx, const history_options *o, bd_store *store, bd_run_filter *filter,
                 bd_error *err)
{
    bd_runs runs = BD_RUNS_INIT;
    bd_buf out = BD_BUF_INIT;
    if (!filter->id_prefix && filter->limit == 0)
        filter->limit = 1; /* the newest */
    bool ok = bd_store_load(store, filter, &runs, err)
              && check_found(&runs, filter->id_prefix, err);
    if (ok && o->json)
        bd_interchange_write((const bd_run *const *)runs.items, runs.count, NULL, &out);
    else if (ok)
        for (size_t i = 0; i < runs.count; i++)
            bd_history_show_text(runs.items[i], i > 0, o->all, &out);
    bd_runs_release(&runs);
    return print_and_release(ctx, &out, err) && ok;
}

static bool read_action(const bd_arguments *a, bool *shows, const char **id, bd_error *err)
{
    const char *action = a->count > 0 ? a->items[0] : "list";
    *shows = strcmp(action, "show") == 0;
    *id = *shows && a->count > 1 ? a->items[1] : NULL;
    if (!*shows && strcmp(action, "list") != 0) {
        bd_hint(err, "benchdoc history list, or benchdoc history show %s", action);
        return bd_fail(err, BD_ERR_USAGE, "history does not know '%s'", action);
    }
    if (!*shows && a->count > 1) {
        bd_hint(err, "benchdoc history show %s", a->items[1]);
        return bd_fail(err, BD_ERR_USAGE, "history list does not take '%s'", a->items[1]);
    }
    return true;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const history_options *o = opts;
    bd_store_options how = { .read_only = true };
    bd_project project = { 0 };
    bd_run_filter filter;
    bd_buf cpu = BD_BUF_INIT;
    bd_store *store = NULL;
    bool shows = false;
    const char *id = NULL;
    bool ok = read_action(arguments, &shows, &id, err) && make_filter(o, &cpu, &filter, err)
              && bd_project_open(ctx, false, &project, err);
    if (!ok)
        goto done;
    filter.id_prefix = id;
    store = bd_store_open(bd_project_store(ctx, &project), &how, err);
    ok = store && (shows ? show(ctx, o, store, &filter, err) : list(ctx, o, store, &filter, err));
done:
    ok = (!store || bd_store_close(store, err)) && ok;
    bd_project_close(&project);
    bd_buf_release(&cpu);
    return ok;
}

const bd_cmd bd_cmd_history = {
    .name = "history",
    .summary = "list the runs that have been kept, or show one",
    .arguments = "[list | show [RUN]]",
    .help = "list: newest first, one line each. show: the environment and the points of a run,\n"
            "named by the first digits of its id; without RUN the newest one that fits.\n"
            "\n"
            "  benchdoc history list --suite jmh --limit 20\n"
            "  benchdoc history show 5c8f1d4f\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(history_options),
    .arguments_max = 2,
    .run = run,
};
