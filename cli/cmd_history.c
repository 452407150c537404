/* history: the runs that have been kept. */
#include "cli/commands.h"
#include "cli/history.h"
#include "core/base/map.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(bd_history_options, json), NULL,
      "print JSON; `show` prints the whole runs" },
    { "all", 0, BD_OPT_SWITCH, offsetof(bd_history_options, all), NULL,
      "`show` prints every point, not the first 40 only" },
    { "suite", 0, BD_OPT_TEXT, offsetof(bd_history_options, suite), "NAME",
      "of this suite; `import`: the suite that the runs belong to" },
    { "branch", 0, BD_OPT_TEXT, offsetof(bd_history_options, branch), "NAME",
      "of this branch; `import`, `squash`: this one, in place of `publish: branch:`" },
    { "commit", 0, BD_OPT_TEXT, offsetof(bd_history_options, commit), "ID",
      "of this commit; its first digits will do" },
    { "cpu", 0, BD_OPT_TEXT, offsetof(bd_history_options, cpu), "CPU",
      "of this CPU: its name, or its slug; `import`: of entries that do not say it" },
    { "backend", 0, BD_OPT_TEXT, offsetof(bd_history_options, backend), "NAME", "of this backend" },
    { "since", 0, BD_OPT_TEXT, offsetof(bd_history_options, since), "DATE",
      "measured then or later: 2026-07-01, or with a time" },
    { "until", 0, BD_OPT_TEXT, offsetof(bd_history_options, until), "DATE",
      "measured before then" },
    { "limit", 'n', BD_OPT_COUNT, offsetof(bd_history_options, limit), "COUNT",
      "this many, the newest" },
    { "output", 'o', BD_OPT_TEXT, offsetof(bd_history_options, output), "FILE",
      "`export` writes to this file" },
    { "as", 0, BD_OPT_TEXT, offsetof(bd_history_options, as), "data.js|csv|json",
      "what `export` writes; else the file's name says it" },
    { "series", 0, BD_OPT_TEXT, offsetof(bd_history_options, series), "NAME",
      "`drop` takes this benchmark out, or the points that a query fits" },
    { "on", 0, BD_OPT_TEXT, offsetof(bd_history_options, on), "BRANCH[:PATH]",
      "`rename`, `merge`, `drop`: not in the store, but in the data.js files of this branch" },
    { "remote", 'r', BD_OPT_TEXT, offsetof(bd_history_options, remote), "URL",
      "the branch is of this repository: a URL, a path, or a remote's name; else origin" },
    { "deadline", 0, BD_OPT_COUNT, offsetof(bd_history_options, deadline_s), "SECONDS",
      "how long git may take, others may push to it, or the server be down (300)" },
    { "force", 0, BD_OPT_SWITCH, offsetof(bd_history_options, force), NULL,
      "`squash` a default branch, one that is checked out here, or one without a data.js, too" },
    { "least", 0, BD_OPT_TEXT, offsetof(bd_history_options, least), "PERCENT",
      "`changes` tells changes of this size and more (3%)" },
    { "accept-machine", 0, BD_OPT_SWITCH, offsetof(bd_history_options, accept_machine), NULL,
      "`changes` takes runs that do not say their CPU for runs of one machine" },
    { "dry-run", 0, BD_OPT_SWITCH, offsetof(bd_history_options, dry_run), NULL,
      "change nothing; say what would change" },
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

static bool make_filter(const bd_history_options *o, bd_buf *cpu, bd_run_filter *out, bd_error *err)
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

static bool list(bd_ctx *ctx, const bd_history_options *o, bd_store *store,
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

static bool show(bd_ctx *ctx, const bd_history_options *o, bd_store *store, bd_run_filter *filter,
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

/* ---- the command ---- */

static bool run_list(const bd_history_call *call, bd_error *err)
{
    bd_store_options how = { .read_only = true, .env = call->ctx->env };
    bd_run_filter filter = *call->filter;
    const bd_arguments *a = call->arguments;
    bool shows = a->count > 0 && strcmp(a->items[0], "show") == 0;
    size_t most = shows ? 2 : 1;
    if (a->count > most) {
        bd_hint(err, "benchdoc history show %s", a->items[1]);
        return bd_fail(err, BD_ERR_USAGE, "history %s does not take '%s'", shows ? "show" : "list",
                       a->items[most]);
    }
    filter.id_prefix = a->count > 1 ? a->items[1] : NULL;
    bd_store *store = bd_store_open(bd_project_store(call->ctx, call->project), &how, err);
    bool ok = store
              && (shows ? show(call->ctx, call->options, store, &filter, err)
                        : list(call->ctx, call->options, store, &filter, err));
    return (!store || bd_store_close(store, err)) && ok;
}

typedef bool action(const bd_history_call *call, bd_error *err);

static action *find_action(const bd_arguments *a, bd_error *err)
{
    static const struct {
        const char *name;
        action *run;
    } actions[] = { { "list", run_list },
                    { "show", run_list },
                    { "rename", bd_history_rename },
                    { "merge", bd_history_rename },
                    { "drop", bd_history_drop },
                    { "import", bd_history_import },
                    { "export", bd_history_export },
                    { "squash", bd_history_squash },
                    { "changes", bd_history_changes } };
    const char *name = a->count > 0 ? a->items[0] : "list";
    for (size_t i = 0; i < BD_COUNT(actions); i++)
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].run;
    const char *names[BD_COUNT(actions)];
    for (size_t i = 0; i < BD_COUNT(actions); i++)
        names[i] = actions[i].name;
    const char *near = bd_nearest(bd_str_of(name), names, BD_COUNT(names));
    if (near)
        bd_hint(err, "did you mean `benchdoc history %s`?", near);
    else
        bd_hint(err, "benchdoc history list, or benchdoc history show %s", name);
    bd_fail(err, BD_ERR_USAGE, "history does not know '%s'", name);
    return NULL;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const bd_history_options *o = opts;
    bd_project project = { 0 };
    bd_run_filter filter;
    bd_buf cpu = BD_BUF_INIT;
    action *act = find_action(arguments, err);
    bool ok = act && make_filter(o, &cpu, &filter, err)
              && bd_project_open(ctx, false, &project, err);
    if (ok) {
        bd_history_call call = { ctx, o, &project, &filter, arguments };
        ok = act(&call, err);
    }
    bd_project_close(&project);
    bd_buf_release(&cpu);
    return ok;
}

const bd_cmd bd_cmd_history = {
    .name = "history",
    .summary =
        "list, show, import, export, rename, merge or drop what has been kept; squash; changes",
    .arguments = "[list | show [RUN] | import [FILE|REF:PATH]… | export [QUERY] | "
                 "rename|merge suite|series OLD NEW | drop [RUN|QUERY] | squash | changes [QUERY]]",
    .help =
        "list: newest first, one line each. show: the environment and the points of a run,\n"
        "named by the first digits of its id; without RUN the newest one that fits.\n"
        "import: every entry of data.js files becomes a run: of the files named, of those of a\n"
        "branch that a path pattern fits, or of all that `publish: to:` names, as origin has them\n"
        "now; their archives, too. REF:PATH is read from this repository where it has REF and no\n"
        "--remote is given. Nothing under .git changes. Parts of the path say CPU and\n"
        "backend; --cpu says it for entries that do not (with --until, for those before DATE). An\n"
        "entry that is there already stays as it is.\n"
        "changes: where series changed and stayed changed (change points), the latest first, as\n"
        "ranges of commits.\n"
        "export: the runs that the options and QUERY fit, oldest first.\n"
        "rename: a suite, or a benchmark that the code calls by another name, goes on under NEW;\n"
        "OLD may be a query that fits one benchmark. merge: the same where NEW is there already;\n"
        "what both have of one run, or of one commit and date, must be equal.\n"
        "drop: RUN, all runs that the options fit, or the points that --series or QUERY fit, go\n"
        "for good. These three change the store, or with --on the data.js files of a branch: "
        "those\n"
        "that PATH fits, or all that `publish: to:` names, and their archives.\n"
        "squash: the branch that `publish` adds to becomes one commit, with the same files and\n"
        "without a past. Somebody who publishes meanwhile loses nothing: it begins again.\n"
        "\n"
        "  benchdoc history list --suite jmh --limit 20\n"
        "  benchdoc history show 5c8f1d4f\n"
        "  benchdoc history import 'gh-pages:dev/bench/{cpu}/data.js' --dry-run\n"
        "  benchdoc history import gh-pages:dev/bench/data.js --cpu epyc-7763 --until 2026-07-01\n"
        "  benchdoc history export 'jmh backend=SQLite' -o sqlite.csv\n"
        "  benchdoc history changes 'jmh backend=SQLite' --since 2026-07-01 --least 5%\n"
        "  benchdoc history rename series bench.Read.read bench.Read.all --dry-run\n"
        "  benchdoc history merge suite Benchmark jmh --on gh-pages\n"
        "  benchdoc history drop 'tick backend=MongoDB' --until 2026-07-01\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bd_history_options),
    .arguments_max = -1,
    .run = run,
};
