/* record: runs a benchmark and writes what it was measured on beside its results. */
#include "cli/commands.h"
#include "cli/machine.h"
#include "cli/run.h"
#include "cli/sources.h"
#include "cli/tree.h"
#include "core/json/json.h"
#include "ingest/ingest.h"

#include <stdlib.h>
#include <string.h>

enum { ENVIRONMENT_BYTES_MAX = 1 << 20 };

typedef struct record_options {
    const char *output;
    bd_texts set;
    bool dry_run, json;
} record_options;

static const bd_opt options[] = {
    { "output", 'o', BD_OPT_TEXT, offsetof(record_options, output), "FILE",
      "write this file, in place of environment.txt beside the results" },
    { "set", 0, BD_OPT_LIST, offsetof(record_options, set), "KEY=VALUE",
      "one more fact: backend=SQLite, disk=NVMe" },
    { "dry-run", 'n', BD_OPT_SWITCH, offsetof(record_options, dry_run), NULL,
      "run and write nothing; print what would be written" },
    { "json", 0, BD_OPT_SWITCH, offsetof(record_options, json), NULL,
      "print facts and written files as JSON" },
};

typedef struct recording {
    bd_ctx *ctx;
    bd_pairs facts;
    bd_names targets; /* files to write, in the arena */
    bd_transaction *change;
    bd_arena arena;
} recording;

/* ---- which environment texts belong to the results that the command wrote ---- */

static void add_target(recording *r, const char *path)
{
    for (size_t i = 0; i < r->targets.count; i++)
        if (strcmp(r->targets.items[i], path) == 0)
            return;
    bd_names_add(&r->targets, path);
}

/* "<stem>.environment.txt" is the result's own where it exists. */
static const char *environment_of(recording *r, const char *result)
{
    const char *names[8];
    size_t count = bd_ingest_companions(result, &r->arena, names);
    if (count > 0 && bd_file_exists(names[0]))
        return names[0];
    return bd_path_join(&r->arena, bd_arena_text(&r->arena, bd_path_directory(result)),
                        "environment.txt");
}

static bool is_changed(const bd_tree *before, const bd_tree_file *file)
{
    const bd_tree_file *old = bd_tree_find(before, file->path);
    return !old || old->mtime_ns != file->mtime_ns || old->bytes != file->bytes;
}

static void find_targets(recording *r, const bd_tree *before)
{
    bd_tree after = { 0 };
    bd_tree_walk(".", &after);
    for (size_t i = 0; i < after.count; i++)
        if (is_changed(before, &after.items[i]) && bd_tree_format(".", &after.items[i]))
            add_target(r, environment_of(r, bd_arena_strdup(&r->arena, after.items[i].path)));
    bd_error err = BD_ERROR_INIT;
    if (r->targets.count == 0) {
        bd_hint(&err, "run it in the project's root (-C DIR), or name the text: -o FILE");
        bd_fail(&err, BD_ERR_INPUT, "the command wrote no result file of a known format%s",
                after.cut ? " among the files that are looked at" : "");
        bd_diagnostics_add(&r->ctx->found, BD_WARNING, &err);
    }
    bd_tree_release(&after);
}

/* ---- writing ---- */

static bool stage(recording *r, const char *path, bd_buf *text, bd_error *err)
{
    bd_buf before = BD_BUF_INIT;
    bd_names changed = { 0 };
    bool ok = !bd_file_exists(path) || bd_file_is_directory(path)
              || bd_file_read(path, ENVIRONMENT_BYTES_MAX, &before, err);
    if (ok) {
        bd_environment_merge(bd_buf_str(&before), &r->facts, &r->arena, &changed, text);
        ok = !r->change || bd_transaction_put(r->change, NULL, path, bd_buf_str(text), err);
    }
    for (size_t i = 0; ok && i < changed.count; i++)
        bd_note(r->ctx, "%s: %s", path, changed.items[i]);
    bd_names_release(&changed);
    bd_buf_release(&before);
    return ok;
}

static bool write_all(recording *r, bd_error *err)
{
    bool ok = true;
    r->change = bd_transaction_begin();
    for (size_t i = 0; ok && i < r->targets.count; i++) {
        bd_buf text = BD_BUF_INIT;
        ok = stage(r, r->targets.items[i], &text, err);
        bd_buf_release(&text);
    }
    if (!ok) {
        bd_transaction_rollback(r->change);
        return false;
    }
    if (!bd_transaction_commit(r->change, err))
        return false;
    for (size_t i = 0; i < r->targets.count; i++)
        bd_note(r->ctx, "%s: written", r->targets.items[i]);
    return true;
}

static bool print_json(recording *r, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "environment");
    bd_json_open(&w, '{');
    for (size_t i = 0; i < r->facts.count; i++) {
        bd_json_put_key(&w, r->facts.items[i].key);
        bd_json_put_text(&w, r->facts.items[i].value);
    }
    bd_json_close(&w, '}');
    bd_json_put_key(&w, "files");
    bd_json_open(&w, '[');
    for (size_t i = 0; i < r->targets.count; i++)
        bd_json_put_text(&w, r->targets.items[i]);
    bd_json_close(&w, ']');
    bd_json_put_key(&w, "exit_status");
    bd_json_put_int(&w, r->ctx->exit_code);
    bd_json_close(&w, '}');
    bd_buf_putc(&out, '\n');
    bool ok = bd_print(r->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool print_text(recording *r, const char *path, bd_error *err)
{
    bd_buf text = BD_BUF_INIT;
    bool ok = stage(r, path, &text, err) && bd_print(r->ctx, bd_buf_str(&text), err);
    bd_buf_release(&text);
    return ok;
}

/* ---- the command ---- */

/* Its status becomes ours; what it wrote is found by comparing before and after. */
static bool run_command(recording *r, const record_options *o, const char *const *argv,
                        bd_error *err)
{
    bd_process process = { .argv = argv, .inherit = true };
    bd_process_result result = { 0 };
    bd_tree before = { 0 };
    fflush(r->ctx->out);
    fflush(r->ctx->diag);
    bd_tree_walk(".", &before);
    bool ok = r->ctx->env->run(r->ctx->env->state, &process, &result, err) && bd_go_on(err);
    if (ok) {
        r->ctx->exit_code = result.exit_status;
        if (o->output)
            add_target(r, o->output);
        else
            find_targets(r, &before);
    }
    bd_tree_release(&before);
    bd_buf_release(&result.out);
    bd_buf_release(&result.diag);
    return ok;
}

static bool collect(recording *r, const record_options *o, bd_error *err)
{
    bd_pairs more = { 0 };
    if (!bd_pairs_of_texts(&o->set, "set", &r->arena, &more, err))
        return false;
    bd_machine_facts(r->ctx, &r->arena, &r->facts);
    for (size_t i = 0; i < more.count; i++) {
        bd_pairs_set(&r->facts, &r->arena, bd_str_of(more.items[i].key),
                     bd_str_of(more.items[i].value));
        if (strcmp(more.items[i].key, "cpu") == 0 && !bd_pairs_get(&more, "slug")) {
            bd_buf slug = BD_BUF_INIT;
            bd_slug(bd_str_of(more.items[i].value), &slug);
            bd_pairs_set(&r->facts, &r->arena, BD_STR("slug"), bd_buf_str(&slug));
            bd_buf_release(&slug);
        }
    }
    return true;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    const record_options *o = opts;
    const char *path = o->output ? o->output : "environment.txt";
    recording r = { .ctx = ctx };
    bool has_command = arguments->rest && arguments->rest[0];
    bool ok = collect(&r, o, err);
    if (ok && o->dry_run) {
        ok = o->json ? print_json(&r, err) : print_text(&r, path, err);
        goto done;
    }
    if (ok && has_command)
        ok = run_command(&r, o, arguments->rest, err);
    else if (ok)
        add_target(&r, path);
    ok = ok && write_all(&r, err) && (!o->json || print_json(&r, err));
done:
    bd_names_release(&r.targets);
    bd_arena_release(&r.arena);
    return ok;
}

const bd_cmd bd_cmd_record = {
    .name = "record",
    .summary = "run a benchmark and write what it was measured on",
    .arguments = "[-- COMMAND…]",
    .help = "Collects commit, branch, time, system, CPU, cores and memory, runs COMMAND, then\n"
            "writes environment.txt beside every result file that COMMAND wrote. Lines of an\n"
            "environment.txt that it knows nothing about stay; what it changes is said. Ends\n"
            "with COMMAND's exit code. Without COMMAND it writes environment.txt here.\n"
            "\n"
            "Changed results, environment.txt, benchdoc.lock and Markdown do not make a commit\n"
            "dirty; other changed files that git knows do.\n"
            "\n"
            "  benchdoc record -- ./gradlew jmh\n"
            "  benchdoc record --set backend=SQLite -o results/environment.txt\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(record_options),
    .takes_command = true,
    .run = run,
};
