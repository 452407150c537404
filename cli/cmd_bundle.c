/* bundle: runs of head and base into one file, for a job that has the rights this one lacks. */
#include "cli/bundle.h"
#include "cli/commands.h"
#include "cli/publish.h"
#include "cli/sides.h"

#include <inttypes.h>
#include <string.h>

typedef struct bundle_options {
    bd_side_options sides;
    const char *commit, *output;
} bundle_options;

static const bd_opt options[] = {
    BD_SIDE_FILE_OPTIONS(bundle_options, sides),
    { "suite", 0, BD_OPT_TEXT, offsetof(bundle_options, sides.suite), "NAME",
      "the input that the FILEs belong to; without FILE: this input only" },
    { "format", 0, BD_OPT_TEXT, offsetof(bundle_options, sides.format), "NAME",
      "the files' format (see `benchdoc formats`); else it is found by content" },
    { "commit", 0, BD_OPT_TEXT, offsetof(bundle_options, commit), "ID",
      "the commit that was measured, where the results do not say it" },
    { "output", 'o', BD_OPT_TEXT, offsetof(bundle_options, output), "FILE", "write to this file" },
};

typedef struct bundling {
    bd_ctx *ctx;
    const bundle_options *options;
    bd_side_options asked; /* FILEs are the head, too */
    bd_sides sides;
    bd_event event;
    bd_repository *repository; /* NULL: the project lies in none */
    bd_bundle bundle;
    bd_arena arena;
} bundling;

/* ---- what goes in ---- */

static bool read_sides(bundling *b, const bd_arguments *files, bd_error *err)
{
    static const bd_arguments none = { 0 };
    const bd_texts *head = &b->options->sides.head;
    const char **all = bd_arena_alloc(&b->arena, (head->count + files->count + 1) * sizeof *all);
    for (size_t i = 0; i < head->count; i++)
        all[i] = head->items[i];
    for (size_t i = 0; i < files->count; i++)
        all[head->count + i] = files->items[i];
    b->asked = b->options->sides;
    b->asked.head = (bd_texts){ .items = all, .count = head->count + files->count };
    b->asked.history = "none"; /* the other job has it */
    b->sides =
        (bd_sides){ .ctx = b->ctx, .asked = &b->asked, .command = "bundle", .partial_ok = true };
    bool ok = bd_sides_read(&b->sides, &none, err);
    if (ok || b->asked.head.count > 0 || b->asked.base.count > 0 || b->sides.project.configured)
        return ok;
    *err = (bd_error)BD_ERROR_INIT;
    bd_hint(err, "benchdoc bundle results.json -o bundle.json");
    return bd_fail(err, BD_ERR_USAGE, "no file is named, and there is no benchdoc.yml with inputs");
}

static bool complete(bundling *b, bd_error *err)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_event_read(b->ctx, &b->event);
    b->repository = bd_repository_open(b->sides.project.root, &ignored);
    if (b->sides.heads.count == 0)
        return bd_fail(err, BD_ERR_INPUT, "there is no run to bundle");
    for (size_t i = 0; i < b->sides.notes.count; i++)
        bd_note(b->ctx, "%s", b->sides.notes.items[i]);
    const bd_publish_options how = { .commit = b->options->commit, .write_bundle = "" };
    return bd_publish_commits(b->ctx, &how, &b->event, b->repository, &b->sides.heads);
}

/* The other job will refuse a bundle that is not of the pull request's head. */
static bool check_head(const bundling *b, bd_error *err)
{
    const char *measured = b->sides.heads.items[0]->commit.id, *head = b->event.pull_head;
    if (!head || strcmp(measured, head) == 0)
        return true;
    bd_hint(err, "actions/checkout: ref: ${{ github.event.pull_request.head.sha }}");
    return bd_fail(err, BD_ERR_INPUT,
                   "the results are of commit %.7s, and the head of pull request #%" PRId64
                   " is %.7s: measure the head itself, not its merge",
                   measured, b->event.pull_request, head);
}

static void state(bundling *b)
{
    bd_bundle *bundle = &b->bundle;
    const char *url = b->event.repo_url;
    bundle->repository = b->event.repository;
    bundle->pull_request = b->event.pull_request;
    bundle->head_commit = b->event.head_commit;
    bundle->repo_url = !url && b->repository ? bd_repository_web(b->repository, &b->arena) : url;
    bundle->bases = b->sides.bases;
    b->sides.bases = (bd_runs)BD_RUNS_INIT;
}

/* ---- what comes out ---- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void tell(const bundling *b)
{
    bd_buf text = BD_BUF_INIT;
    size_t heads = b->sides.heads.count, bases = b->bundle.bases.count;
    bd_buf_printf(&text, "%zu run%s of %.7s", heads, plural(heads), b->bundle.commit);
    if (bases > 0)
        bd_buf_printf(&text, ", %zu of the base", bases);
    if (b->bundle.pull_request > 0)
        bd_buf_printf(&text, ", pull request #%" PRId64, b->bundle.pull_request);
    bd_note(b->ctx, "%s: %s", b->options->output ? b->options->output : "bundle",
            bd_buf_text(&text));
    bd_buf_release(&text);
}

/* What the other job would refuse is told here, where somebody can do something about it. */
static bool write_bundle(bundling *b, bd_error *err)
{
    const bd_env *env = b->ctx->env;
    bd_buf text = BD_BUF_INIT;
    bool ok = bd_bundle_check_runs(&b->bundle, &b->sides.heads, env->now_unix_ns(env->state), err);
    if (ok)
        bd_bundle_write(&b->bundle, &b->sides.heads, &text);
    ok = ok && bd_bundle_check(bd_buf_str(&text), err)
         && bd_print_or_write(b->ctx, b->options->output, bd_buf_str(&text), err);
    bd_buf_release(&text);
    if (ok)
        tell(b);
    return ok;
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    bundling b = { .ctx = ctx, .options = opts };
    bool ok = read_sides(&b, arguments, err) && complete(&b, err);
    if (ok)
        state(&b);
    ok = ok && check_head(&b, err) && write_bundle(&b, err);
    bd_bundle_release(&b.bundle);
    bd_sides_release(&b.sides);
    bd_repository_close(b.repository);
    bd_event_release(&b.event);
    bd_arena_release(&b.arena);
    return ok;
}

const bd_cmd bd_cmd_bundle = {
    .name = "bundle",
    .summary = "runs into one file, for a job that may write",
    .arguments = "[FILE…]",
    .help =
        "Writes the runs of FILEs, or of the inputs of benchdoc.yml, into one file, with the\n"
        "commit, the repository and the pull request that the job's event names. With --base\n"
        "also those of the base, measured alternately with the head on the same machine. It needs\n"
        "no network, no token and no right to write: it is for the job that runs the code of a\n"
        "pull request from a fork. `benchdoc publish --bundle FILE` and `benchdoc comment "
        "--bundle\n"
        "FILE` take it up in a job that runs none of that code; docs/publish.md has the rules.\n"
        "\n"
        "  benchdoc bundle build/results/jmh/results.json --suite jmh -o bundle.json\n"
        "  benchdoc bundle --base a1.json --base a2.json --head b1.json --head b2.json -o "
        "bundle.json\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bundle_options),
    .arguments_max = -1,
    .run = run,
};
