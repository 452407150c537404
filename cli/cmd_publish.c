/* publish: runs into the data.js files of a branch. */
#include "cli/commands.h"
#include "cli/publish.h"
#include "cli/run.h"
#include "core/json/json.h"

#include <stdlib.h>
#include <string.h>

static const bd_opt options[] = {
    { "branch", 'b', BD_OPT_TEXT, offsetof(bd_publish_options, branch), "NAME",
      "publish to this branch, in place of `publish: branch:` (else gh-pages)" },
    { "remote", 'r', BD_OPT_TEXT, offsetof(bd_publish_options, remote), "URL",
      "of this repository: a URL, a path, or a remote's name; else origin" },
    { "message", 'm', BD_OPT_TEXT, offsetof(bd_publish_options, message), "TEXT",
      "the commit's message, with {name} {tool} {commit} {entries} {files}" },
    { "to", 0, BD_OPT_TEXT, offsetof(bd_publish_options, to), "PATH",
      "add to this file of the branch; {cpu} and other facts become folders" },
    { "suite", 0, BD_OPT_TEXT, offsetof(bd_publish_options, suite), "NAME",
      "the input that the FILEs belong to; without FILE: this input only" },
    { "name", 0, BD_OPT_TEXT, offsetof(bd_publish_options, name), "NAME",
      "the list in the file, in place of the suite's name" },
    { "commit", 0, BD_OPT_TEXT, offsetof(bd_publish_options, commit), "ID",
      "the commit that was measured, where the results do not say it" },
    { "commit-branch", 0, BD_OPT_TEXT, offsetof(bd_publish_options, commit_branch), "NAME",
      "the branch of that commit" },
    { "deadline", 0, BD_OPT_COUNT, offsetof(bd_publish_options, deadline_s), "SECONDS",
      "how long to try when others push, too, or the server is down (300)" },
    { "allow-dirty", 0, BD_OPT_SWITCH, offsetof(bd_publish_options, allow_dirty), NULL,
      "publish runs with changes that are in no commit" },
    { "restore", 0, BD_OPT_SWITCH, offsetof(bd_publish_options, restore), NULL,
      "put back what the branch lost of the runs in the store" },
    { "bundle", 0, BD_OPT_TEXT, offsetof(bd_publish_options, bundle), "FILE",
      "publish the runs of this bundle" },
    { "write-bundle", 0, BD_OPT_TEXT, offsetof(bd_publish_options, write_bundle), "FILE",
      "publish nothing; leave the runs for another job in this file" },
    { "dry-run", 'n', BD_OPT_SWITCH, offsetof(bd_publish_options, dry_run), NULL,
      "fetch and merge, push nothing; say what would change" },
    { "json", 0, BD_OPT_SWITCH, offsetof(bd_publish_options, json), NULL,
      "print what was done as JSON" },
};

/* ---- options of pages, message, author ---- */

static const bd_publish_config *config_of(const bd_publishing *p)
{
    return &p->project.config->publish;
}

static const char *branch_of(const bd_publishing *p)
{
    const bd_publish_config *config = config_of(p);
    if (p->options->branch)
        return p->options->branch;
    if (config->branch.text)
        return config->branch.text;
    return p->bundle.branch ? p->bundle.branch : "gh-pages";
}

static bool has_own_bundle(const bd_publishing *p)
{
    return p->options->bundle && p->bundle.trust == BD_TRUST_OWN;
}

static const char *url_of(bd_publishing *p, const bd_branch *branch)
{
    const char *url = has_own_bundle(p) ? p->bundle.repo_url : p->event.repo_url;
    if (!url && p->repository)
        url = bd_repository_web(p->repository, &p->arena);
    return url || !branch ? url : bd_branch_web(branch);
}

static bd_pages_options pages_of(bd_publishing *p, const bd_branch *branch)
{
    const bd_publish_config *c = config_of(p);
    const bd_env *env = p->ctx->env;
    return (bd_pages_options){
        .repo_url = url_of(p, branch),
        .now_ms = env->now_unix_ns(env->state) / 1000000,
        .backfill = p->options->restore,
        .strict = c->compat.text && strcmp(c->compat.text, "strict") == 0,
        .head_commit = has_own_bundle(p) ? p->bundle.head_commit : p->event.head_commit,
        .keep = { .entries = (size_t)bd_config_count(c->keep.entries),
                  .days = (unsigned)bd_config_count(c->keep.days),
                  .daily_after = (unsigned)bd_config_count(c->keep.daily_after) },
        .warn_bytes = bd_config_bytes(c->warn),
        .limit_bytes = bd_config_bytes(c->limit),
    };
}

/* ---- what was done ---- */

static void put_files(const bd_pages_changes *changes, bd_json_writer *w)
{
    bd_json_put_key(w, "files");
    bd_json_open(w, '[');
    for (size_t i = 0; i < changes->count; i++) {
        const bd_pages_file *file = &changes->items[i];
        bd_json_open_flat(w, '{');
        bd_json_put_key(w, "path");
        bd_json_put_text(w, file->path);
        bd_json_put_key(w, "new");
        bd_json_put_bool(w, file->is_new);
        bd_json_put_key(w, "added");
        bd_json_put_int(w, (int64_t)file->added);
        bd_json_put_key(w, "archived");
        bd_json_put_int(w, (int64_t)file->archived);
        bd_json_put_key(w, "bytes");
        bd_json_put_int(w, (int64_t)file->bytes.len);
        bd_json_close(w, '}');
    }
    bd_json_close(w, ']');
}

static const char *word_of(const bd_publishing *p, const bd_published *done)
{
    if (done->is_done)
        return done->was_there ? "nothing" : "published";
    return p->options->dry_run ? "dry-run" : "failed";
}

static bool print_json(bd_publishing *p, const bd_branch *branch, const bd_published *done,
                       bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    bd_json_writer w = bd_json_writer_to(&out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "result");
    bd_json_put_text(&w, word_of(p, done));
    bd_json_put_key(&w, "remote");
    bd_json_put_text(&w, bd_branch_where(branch));
    bd_json_put_key(&w, "branch");
    bd_json_put_text(&w, branch_of(p));
    bd_json_put_key(&w, "commit");
    bd_json_put_text(&w, done->commit[0] ? done->commit : NULL);
    bd_json_put_key(&w, "added");
    bd_json_put_int(&w, (int64_t)done->changes.added);
    bd_json_put_key(&w, "present");
    bd_json_put_int(&w, (int64_t)done->changes.present);
    bd_json_put_key(&w, "attempts");
    bd_json_put_int(&w, (int64_t)done->attempts);
    put_files(&done->changes, &w);
    bd_json_close(&w, '}');
    bd_buf_putc(&out, '\n');
    bool ok = bd_print(p->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool print_text(bd_publishing *p, const bd_branch *branch, const bd_published *done,
                       bd_error *err)
{
    enum { SHORT_ID = 7 };
    bd_buf out = BD_BUF_INIT;
    const bd_pages_changes *changes = &done->changes;
    for (size_t i = 0; i < changes->count; i++) {
        const bd_pages_file *file = &changes->items[i];
        bd_buf_printf(&out, "%s  %s", file->is_new ? "new    " : "changed", file->path);
        if (file->added > 0)
            bd_buf_printf(&out, "  +%zu", file->added);
        if (file->archived > 0)
            bd_buf_printf(&out, "  (%zu to the archive)", file->archived);
        bd_buf_putc(&out, '\n');
    }
    if (done->is_done && done->was_there)
        bd_buf_printf(&out, "nothing to publish: %s has it already\n", branch_of(p));
    else if (done->is_done)
        bd_buf_printf(&out, "published to %s of %s%s%.*s\n", branch_of(p), bd_branch_where(branch),
                      done->commit[0] ? ", commit " : "", SHORT_ID, done->commit);
    else
        bd_buf_printf(&out, "this would be published to %s of %s\n", branch_of(p),
                      bd_branch_where(branch));
    bool ok = bd_print(p->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

/* ---- publishing ---- */

static void take_found(bd_publishing *p, bd_diagnostics *found)
{
    for (size_t i = 0; i < found->count; i++)
        bd_diagnostics_add(&p->ctx->found, found->items[i].severity, &found->items[i].error);
    bd_diagnostics_release(found);
}

static bool push(bd_publishing *p, bd_branch *branch, int64_t deadline_ns, bd_error *err)
{
    const bd_publish_options *o = p->options;
    bd_pages_options pages = pages_of(p, branch);
    bd_published done = { .attempts = 0 };
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_buf message = BD_BUF_INIT;
    const char *name = BD_AUTHOR_NAME, *email = BD_AUTHOR_EMAIL;
    bd_config_author(config_of(p)->author, &p->arena, &name, &email);
    bd_publication_message(p->publication, o->message ? o->message : config_of(p)->message.text,
                           &message);
    bd_publish_job job = { .env = p->ctx->env,
                           .branch = branch,
                           .publication = p->publication,
                           .pages = &pages,
                           .message = bd_buf_text(&message),
                           .name = name,
                           .email = email,
                           .deadline_ns = deadline_ns,
                           .dry_run = o->dry_run };
    bool ok = bd_publish_loop(&job, &done, &found, err);
    take_found(p, &found);
    if (ok)
        ok = o->json ? print_json(p, branch, &done, err) : print_text(p, branch, &done, err);
    bd_published_release(&done);
    bd_buf_release(&message);
    return ok;
}

/* The commit that all runs are of; NULL = several. */
static const char *only_commit(const bd_runs *runs)
{
    const char *id = runs->count > 0 ? runs->items[0]->commit.id : NULL;
    for (size_t i = 1; id && i < runs->count; i++)
        if (!runs->items[i]->commit.id || strcmp(runs->items[i]->commit.id, id) != 0)
            id = NULL;
    return id;
}

/* What a bundle says beside runs and places. One that is left for this very project is of no
 * pull request that anybody would have to be asked for. */
static void state_bundle(bd_publishing *p)
{
    p->bundle.repo_url = url_of(p, NULL);
    p->bundle.head_commit = p->options->bundle ? p->bundle.head_commit : p->event.head_commit;
    p->bundle.repository = p->event.repository;
    p->bundle.commit = only_commit(&p->runs);
    p->bundle.pull_request = p->options->write_bundle ? p->event.pull_request : 0;
}

static bool push_and_clean(bd_publishing *p, bd_branch *branch, int64_t deadline_ns, bd_error *err)
{
    bool ok = push(p, branch, deadline_ns, err);
    if (ok && p->options->bundle && !p->options->dry_run)
        bd_publish_remove_left(p);
    return ok;
}

static bool publish(bd_publishing *p, bd_error *err)
{
    bd_branch_place place = { .directory = p->project.root,
                              .remote = p->options->remote,
                              .branch = branch_of(p),
                              .deadline_ns = bd_deadline_ns(p->ctx->env, p->options->deadline_s) };
    p->bundle.branch = place.branch;
    if (p->options->write_bundle) {
        state_bundle(p);
        return bd_publish_write_bundle(p, p->options->write_bundle, err);
    }
    bd_branch *branch = bd_branch_open(&place, p->ctx->env, err);
    bool ok = branch && push_and_clean(p, branch, place.deadline_ns, err);
    if (!ok && err->code != BD_ERR_USAGE) {
        state_bundle(p);
        bd_publish_keep(p, branch);
    }
    bd_branch_close(branch);
    return ok;
}

static void open_repository(bd_publishing *p)
{
    bd_error ignored = BD_ERROR_INIT;
    p->repository = bd_repository_open(p->project.root, &ignored);
}

static void release(bd_publishing *p)
{
    bd_publication_free(p->publication);
    bd_observations_release(&p->observations);
    bd_observations_release(&p->known_observations);
    bd_runs_release(&p->runs);
    bd_runs_release(&p->known);
    bd_bundle_release(&p->bundle);
    bd_repository_close(p->repository);
    bd_event_release(&p->event);
    bd_project_close(&p->project);
    bd_arena_release(&p->arena);
}

static bool run(bd_ctx *ctx, const void *opts, const bd_arguments *arguments, bd_error *err)
{
    bd_publishing p = { .ctx = ctx, .options = opts };
    bool ok = bd_project_open(ctx, false, &p.project, err);
    if (ok) {
        bd_event_read(ctx, &p.event);
        open_repository(&p);
        ok = bd_publish_read(&p, arguments, err) && bd_publish_route(&p, err) && publish(&p, err);
    }
    release(&p);
    return ok;
}

const bd_cmd bd_cmd_publish = {
    .name = "publish",
    .summary = "add runs to the data.js files of a branch",
    .arguments = "[FILE…]",
    .help =
        "Adds the runs of FILEs, or of the inputs that `publish: to:` of benchdoc.yml names, to\n"
        "data.js files as github-action-benchmark writes them, all in one commit on gh-pages.\n"
        "Nothing is checked out and nothing of your repository changes; a branch that is not\n"
        "there is made. Who loses the race fetches, merges and pushes again. A run that the\n"
        "branch has already is not added again.\n"
        "\n"
        "The commit comes from the results, else from the job (GITHUB_EVENT_PATH, GITHUB_SHA),\n"
        "else it is HEAD. Tokens: BENCHDOC_TOKEN, what actions/checkout leaves, GITHUB_TOKEN.\n"
        "When pushing fails for good the runs are kept in a bundle, a file that --bundle takes.\n"
        "\n"
        "  benchdoc publish --dry-run\n"
        "  benchdoc publish results.json --to 'dev/bench/{cpu}/data.js' --name Benchmark\n"
        "  benchdoc publish --bundle .benchdoc/publish-0123456789ab.json\n",
    .options = options,
    .option_count = BD_COUNT(options),
    .options_size = sizeof(bd_publish_options),
    .arguments_max = -1,
    .run = run,
};
