/* store: the history as a whole: what it is, whether it is sound, into another one. */
#include "cli/commands.h"
#include "cli/store.h"
#include "core/json/json.h"

#include <string.h>

static const bd_opt options[] = {
    { "json", 0, BD_OPT_SWITCH, offsetof(bd_store_cmd_options, json), NULL, "print JSON" },
    { "repair", 0, BD_OPT_SWITCH, offsetof(bd_store_cmd_options, repair), NULL,
      "`check` takes away what interrupted programs have left" },
    { "dry-run", 0, BD_OPT_SWITCH, offsetof(bd_store_cmd_options, dry_run), NULL,
      "`check --repair`, `copy`, `migrate` and `vacuum` change nothing; say what would be done" },
};

static bd_store *open_store(const bd_store_call *call, bool writes, bd_error *err)
{
    bd_store_options how = { .read_only = !writes || call->options->dry_run,
                             .env = call->ctx->env };
    return bd_store_open(call->url, &how, err);
}

static bool print_and_release(bd_ctx *ctx, bd_buf *out, bd_error *err)
{
    bool ok = bd_print(ctx, bd_buf_str(out), err);
    bd_buf_release(out);
    return ok;
}

static void put_int(bd_json_writer *w, const char *key, int64_t n)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, n);
}

static void put_text(bd_json_writer *w, const char *key, const char *text)
{
    bd_json_put_key(w, key);
    bd_json_put_text(w, text);
}

static void put_info(bd_json_writer *w, const bd_store_info *info)
{
    put_text(w, "store", info->url);
    put_int(w, "version", info->version);
    put_int(w, "newest_version", info->newest);
    put_int(w, "runs", info->runs);
    put_int(w, "points", info->points);
    put_int(w, "bytes", info->bytes);
}

static void put_info_json(const bd_store_info *info, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    put_info(&w, info);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_info_text(const bd_store_info *info, bd_buf *out)
{
    static const char *const units[] = { "bytes", "KiB", "MiB", "GiB", "TiB" };
    double size = (double)info->bytes;
    size_t unit = 0;
    bd_buf line = BD_BUF_INIT;
    for (; size >= 1024 && unit + 1 < BD_COUNT(units); unit++)
        size /= 1024;
    bd_buf_printf(&line, "store    %s", info->url);
    bd_terminal_line(bd_buf_str(&line), out);
    bd_buf_printf(out, "schema   version %d%s\nruns     %lld\npoints   %lld\nsize     %.*f %s\n",
                  info->version, info->version < info->newest ? " (an older one)" : "",
                  (long long)info->runs, (long long)info->points, unit > 0, size, units[unit]);
    bd_buf_release(&line);
}

static bool run_info(const bd_store_call *call, bd_error *err)
{
    bd_store_info info;
    bd_buf out = BD_BUF_INIT;
    bd_store *store = open_store(call, false, err);
    bool ok = store && bd_store_describe(store, &info, err);
    ok = (!store || bd_store_close(store, err)) && ok;
    if (ok && call->options->json)
        put_info_json(&info, &out);
    else if (ok)
        put_info_text(&info, &out);
    return print_and_release(call->ctx, &out, err) && ok;
}

/* ---- check ---- */

typedef struct checked {
    bd_store_info info;
    bd_store_repaired repaired;
    bool repairs;
    bd_diagnostics found;
} checked;

static void put_checked_json(const checked *c, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    put_info(&w, &c->info);
    bd_json_put_key(&w, "sound");
    bd_json_put_bool(&w, c->found.total == 0);
    if (c->repairs) {
        put_int(&w, "removed_runs", c->repaired.runs);
        put_int(&w, "removed_points", c->repaired.points);
    }
    put_int(&w, "findings", (int64_t)c->found.total);
    bd_json_put_key(&w, "messages");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < c->found.count; i++)
        bd_json_put_text(&w, c->found.items[i].error.message);
    bd_json_close(&w, ']');
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_checked_text(const checked *c, bd_buf *out)
{
    if (c->repairs)
        bd_buf_printf(out, "removed %lld unfinished run%s and %lld point%s of no run\n",
                      (long long)c->repaired.runs, c->repaired.runs == 1 ? "" : "s",
                      (long long)c->repaired.points, c->repaired.points == 1 ? "" : "s");
    if (c->found.total == 0)
        bd_buf_printf(out, "sound: %lld run%s, %lld point%s, every digest as it was stored\n",
                      (long long)c->info.runs, c->info.runs == 1 ? "" : "s",
                      (long long)c->info.points, c->info.points == 1 ? "" : "s");
}

/* What is found is an error each: exit code 4. */
static bool run_check(const bd_store_call *call, bd_error *err)
{
    bool repairs = call->options->repair && !call->options->dry_run;
    checked c = { .repairs = repairs };
    bd_buf out = BD_BUF_INIT;
    bd_store *store = open_store(call, repairs, err);
    bool ok = store && (!repairs || bd_store_repair(store, &c.repaired, err))
              && bd_store_describe(store, &c.info, err) && bd_store_check(store, &c.found, err);
    ok = (!store || bd_store_close(store, err)) && ok;
    if (ok && call->options->json)
        put_checked_json(&c, &out);
    else if (ok)
        put_checked_text(&c, &out);
    bd_diagnostics_take(&call->ctx->found, &c.found);
    return print_and_release(call->ctx, &out, err) && ok;
}

/* ---- migrate, vacuum ---- */

static bool run_migrate(const bd_store_call *call, bd_error *err)
{
    bd_store_info before = { 0 }, after = { 0 };
    bd_store_options reading = { .read_only = true, .env = call->ctx->env };
    bd_error ignored = BD_ERROR_INIT; /* one that cannot be read before may well be afterwards */
    bd_store *old = bd_store_open(call->url, &reading, call->options->dry_run ? err : &ignored);
    if (old)
        bd_store_describe(old, &before, &ignored);
    bd_store_close(old, &ignored);
    bd_store *store = call->options->dry_run ? NULL : open_store(call, true, err);
    bool ok = store ? bd_store_describe(store, &after, err) : call->options->dry_run && old;
    ok = (!store || bd_store_close(store, err)) && ok;
    bd_buf out = BD_BUF_INIT;
    const bd_store_info *now = store ? &after : &before;
    if (ok && call->options->json)
        put_info_json(now, &out);
    else if (ok && call->options->dry_run && now->version < now->newest)
        bd_buf_printf(&out, "would go from version %d to %d\n", now->version, now->newest);
    else if (ok && before.version > 0 && before.version < now->version)
        bd_buf_printf(&out, "from version %d to %d\n", before.version, now->version);
    else if (ok)
        bd_buf_printf(&out, "version %d: nothing to do\n", now->version);
    return print_and_release(call->ctx, &out, err) && ok;
}

static bool run_vacuum(const bd_store_call *call, bd_error *err)
{
    bd_store_info before = { 0 }, after = { 0 };
    bool dry = call->options->dry_run;
    bd_buf out = BD_BUF_INIT;
    bd_store *store = open_store(call, true, err);
    bool ok = store && bd_store_describe(store, &before, err)
              && (dry || bd_store_vacuum(store, err)) && bd_store_describe(store, &after, err);
    ok = (!store || bd_store_close(store, err)) && ok;
    if (ok && call->options->json)
        put_info_json(&after, &out);
    else if (ok)
        bd_buf_printf(&out, dry ? "%lld bytes, not vacuumed\n" : "%lld bytes, %lld before\n",
                      (long long)after.bytes, (long long)before.bytes);
    return print_and_release(call->ctx, &out, err) && ok;
}

/* ---- the command ---- */

typedef struct action {
    const char *name, *arguments;
    size_t count; /* of arguments */
    bool (*run)(const bd_store_call *call, bd_error *err);
} action;

static const action *find_action(const bd_arguments *a, bd_error *err)
{
    static const action actions[] = {
        { "info", "", 0, run_info },
        { "check", "", 0, run_check },
        { "copy", " FROM TO", 2, bd_store_copy },
        { "migrate", "", 0, run_migrate },
        { "vacuum", "", 0, run_vacuum },
    };
    const char *name = a->count > 0 ? a->items[0] : "info";
    for (size_t i = 0; i < BD_COUNT(actions); i++) {
        const action *of = &actions[i];
        size_t given = a->count > 0 ? a->count - 1 : 0;
        if (strcmp(of->name, name) != 0)
            continue;
        if (given == of->count)
            return of;
        bd_hint(err, "benchdoc store %s%s%s", name, of->arguments,
                of->count == 0 ? "; --store URL names another store" : "");
        bd_fail(err, BD_ERR_USAGE, "store %s takes %s", name,
                of->count == 0 ? "no arguments" : "two stores");
        return NULL;
    }
    bd_hint(err, "benchdoc store info, check, copy FROM TO, migrate or vacuum");
    bd_fail(err, BD_ERR_USAGE, "store does not know '%.80s'", strchr(name, '@') ? "…" : name);
    return NULL;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const bd_store_cmd_options *o = opts;
    bd_project project = { 0 };
    const action *of = find_action(arguments, err);
    bool ok = of && bd_project_open(ctx, false, &project, err);
    if (ok && o->repair && of->run != run_check) {
        bd_hint(err, "benchdoc store check --repair");
        ok = bd_fail(err, BD_ERR_USAGE, "store %s does not repair", of->name);
    }
    if (ok) {
        bd_store_call call = { ctx, o, bd_project_store(ctx, &project), arguments };
        ok = of->run(&call, err);
    }
    bd_project_close(&project);
    return ok;
}

const bd_cmd bd_cmd_store = {
    .name = "store",
    .summary = "describe, check, copy, migrate or vacuum the history as a whole",
    .arguments = "[info | check | copy FROM TO | migrate | vacuum]",
    .help =
        "info: where it is, its schema's version, how much is in it.\n"
        "check: reads every run back and compares its digest; --repair takes away what\n"
        "interrupted programs have left. What is found is an error (exit code 4).\n"
        "copy: every run of FROM is in TO afterwards, and has the same digest there. What is\n"
        "there already stays; interrupted, it goes on where it was. Both are URLs of stores.\n"
        "migrate: brings an older schema to the newest version; every command that writes does\n"
        "so, too, where its user owns the schema. vacuum: gives back the space of dropped runs.\n"
        "\n"
        "  benchdoc store info --store postgresql://ci@db.example.org/benchmarks\n"
        "  benchdoc store check --repair\n"
        "  benchdoc store copy sqlite:.benchdoc/history.db "
        "postgresql://ci@db.example.org/benchmarks\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bd_store_cmd_options),
    .arguments_max = -1,
    .run = run,
};
