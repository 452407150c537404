/* history squash: the last commit of a branch becomes its only one. The files stay byte for
 * byte, and somebody who publishes meanwhile is waited for, not overwritten. */
#include "cli/history.h"
#include "cli/publish.h"
#include "core/datajs/datajs.h"
#include "core/git/branch.h"
#include "core/json/json.h"

#include <string.h>

enum { SHORT_ID = 7 };

typedef struct squashing {
    const bd_history_call *call;
    const char *name; /* of the branch */
    bd_branch *branch;
    bd_tries tries;
    char before[41], after[41]; /* "" = not known yet */
    bool was_one;               /* there was nothing to do */
    bool is_unsure;             /* a push may have arrived although its answer did not */
    bd_arena arena;
} squashing;

static const bd_publish_config *config_of(const squashing *s)
{
    return &s->call->project->config->publish;
}

/* ---- what is not squashed unless --force says so ---- */

static bool refuse(const squashing *s, bd_error *err)
{
    bd_hint(err, "benchdoc history squash --branch NAME; --force squashes '%s' all the same",
            s->name);
    return false;
}

/* `publish:` puts it there, or it has the usual name; and it reads as one. */
static bool is_history(squashing *s, const char *path)
{
    const bd_entries *to = &config_of(s)->to;
    bd_buf bytes = BD_BUF_INIT;
    bd_error ignored = BD_ERROR_INIT;
    bd_pairs holes = { 0 };
    bool exists = false, is = bd_str_is(bd_path_name(path), "data.js");
    for (size_t i = 0; i < to->count && !is; i++)
        is = bd_files_match(bd_str_of(to->items[i].value.text), path, &s->arena, &holes);
    is = is && bd_branch_read(s->branch, path, &bytes, &exists, &ignored)
         && bd_datajs_looks_like(bd_buf_str(&bytes));
    bd_buf_release(&bytes);
    return is;
}

static bool has_history(squashing *s, bool *has, bd_error *err)
{
    bd_names paths = { 0 };
    bool ok = bd_repository_files(bd_branch_repository(s->branch), s->before, &s->arena, &paths,
                                  err);
    *has = false;
    for (size_t i = 0; ok && i < paths.count && !*has; i++)
        *has = is_history(s, paths.items[i]);
    bd_names_release(&paths);
    return ok;
}

static bool is_checked_out(squashing *s)
{
    bd_error ignored = BD_ERROR_INIT;
    bd_repository *user = bd_repository_open(s->call->project->root, &ignored);
    const char *head = user ? bd_repository_branch(user, &s->arena) : NULL;
    bool is = head && strcmp(head, s->name) == 0;
    bd_repository_close(user);
    return is;
}

static bd_reply check(squashing *s, bd_error *err)
{
    const char *head = NULL;
    bool has = false;
    bd_reply reply = bd_branch_default(s->branch, &head, err);
    if (reply != BD_REPLY_DONE)
        return reply;
    if (!has_history(s, &has, err))
        return BD_REPLY_REFUSED;
    if (!has)
        bd_fail(err, BD_ERR_USAGE,
                "the branch '%s' of %s has no data.js: nothing of it is benchdoc's", s->name,
                bd_branch_where(s->branch));
    else if (head && strcmp(head, s->name) == 0)
        bd_fail(err, BD_ERR_USAGE, "'%s' is the default branch of %s: its past is not benchdoc's",
                s->name, bd_branch_where(s->branch));
    else if (is_checked_out(s))
        bd_fail(err, BD_ERR_USAGE, "the branch '%s' is checked out here", s->name);
    else
        return BD_REPLY_DONE;
    refuse(s, err);
    return BD_REPLY_REFUSED;
}

/* ---- one try ---- */

static bd_reply push(squashing *s, bd_error *err)
{
    const char *name = BD_AUTHOR_NAME, *email = BD_AUTHOR_EMAIL;
    bd_config_author(config_of(s)->author, &s->arena, &name, &email);
    bd_branch_plan plan = {
        .message = bd_arena_printf(&s->arena,
                                   "One commit in place of all before\n\n"
                                   "The branch was %s.",
                                   s->before),
        .name = name,
        .email = email,
        .without_past = true,
    };
    char id[41];
    bd_reply reply = bd_branch_push(s->branch, &plan, id, err);
    if (reply == BD_REPLY_DONE)
        memcpy(s->after, id, sizeof id);
    s->is_unsure = s->is_unsure || reply == BD_REPLY_UNREACHED;
    return reply;
}

/* One commit it was, or it is by an earlier try of ours. */
static bd_reply settle(squashing *s, const char *commit)
{
    s->was_one = !s->is_unsure;
    memcpy(s->was_one ? s->before : s->after, commit, sizeof s->before);
    return BD_REPLY_DONE;
}

static bd_reply try_once(void *context, bd_error *err)
{
    squashing *s = context;
    bool has_past = false;
    bd_reply reply = bd_branch_fetch(s->branch, err);
    if (reply != BD_REPLY_DONE)
        return reply;
    const char *commit = bd_branch_commit(s->branch);
    if (!commit) {
        bd_fail(err, BD_ERR_GIT, "there is no branch '%s'", s->name);
        bd_hint(err, "--branch NAME, and --remote URL where it is not of origin");
        bd_error_in_file(err, bd_branch_where(s->branch));
        return BD_REPLY_REFUSED;
    }
    if (!bd_branch_has_past(s->branch, &has_past, err))
        return BD_REPLY_REFUSED;
    if (!has_past)
        return settle(s, commit);
    memcpy(s->before, commit, sizeof s->before);
    reply = s->call->options->force ? BD_REPLY_DONE : check(s, err);
    return reply != BD_REPLY_DONE || s->call->options->dry_run ? reply : push(s, err);
}

/* ---- what was done ---- */

static void put_json(const squashing *s, bd_buf *out)
{
    bd_json_writer w = bd_json_writer_to(out, 2);
    bd_json_open(&w, '{');
    bd_json_put_key(&w, "result");
    bd_json_put_text(&w, s->was_one ? "nothing" : s->after[0] ? "squashed" : "dry-run");
    bd_json_put_key(&w, "remote");
    bd_json_put_text(&w, bd_branch_where(s->branch));
    bd_json_put_key(&w, "branch");
    bd_json_put_text(&w, s->name);
    bd_json_put_key(&w, "before");
    bd_json_put_text(&w, s->before);
    bd_json_put_key(&w, "commit");
    bd_json_put_text(&w, s->was_one ? s->before : s->after[0] ? s->after : NULL);
    bd_json_put_key(&w, "attempts");
    bd_json_put_int(&w, (int64_t)s->tries.count);
    bd_json_close(&w, '}');
    bd_buf_putc(out, '\n');
}

static void put_text(const squashing *s, bd_buf *out)
{
    const char *where = bd_branch_where(s->branch);
    const char *remote = s->call->options->remote ? where : "origin";
    if (s->was_one) {
        bd_buf_printf(out, "nothing to squash: %s of %s is one commit, %.*s\n", s->name, where,
                      SHORT_ID, s->before);
        return;
    }
    if (s->after[0])
        bd_buf_printf(out, "%s of %s is one commit now, %.*s, with the same files\n", s->name,
                      where, SHORT_ID, s->after);
    else
        bd_buf_printf(out, "%s of %s would become one commit, with the same files\n", s->name,
                      where);
    bd_buf_printf(out,
                  "it %s %s; to keep that%s:\n"
                  "  git fetch %s %s && git push %s %s:refs/heads/%s-backup\n",
                  s->after[0] ? "was" : "is", s->before,
                  s->after[0] ? ", while the server has it" : "", remote, s->before, remote,
                  s->before, s->name);
}

static bool print(const squashing *s, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    if (s->call->options->json)
        put_json(s, &out);
    else
        put_text(s, &out);
    bool ok = bd_print(s->call->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

static bool check_options(const bd_history_call *call, bd_error *err)
{
    const bd_history_options *o = call->options;
    const bd_arguments *a = call->arguments;
    if (a->count > 1) {
        bd_hint(err, "benchdoc history squash --branch %s", a->items[1]);
        return bd_fail(err, BD_ERR_USAGE, "history squash does not take '%s'", a->items[1]);
    }
    if (o->on) {
        bd_hint(err, "benchdoc history squash --branch %s", o->on);
        return bd_fail(err, BD_ERR_USAGE, "history squash does not take --on");
    }
    if (!o->series && !o->suite && !o->cpu && !o->backend && !o->commit && !o->since && !o->until
        && !o->limit)
        return true;
    bd_hint(err, "`publish: keep:` of benchdoc.yml puts old runs away");
    return bd_fail(err, BD_ERR_USAGE,
                   "history squash takes no option that chooses runs: all files stay as they are");
}

bool bd_history_squash(const bd_history_call *call, bd_error *err)
{
    const bd_history_options *o = call->options;
    const bd_env *env = call->ctx->env;
    squashing s = { .call = call, .name = o->branch };
    if (!check_options(call, err))
        return false;
    if (!s.name)
        s.name = config_of(&s)->branch.text ? config_of(&s)->branch.text : "gh-pages";
    bd_branch_place place = { .directory = call->project->root,
                              .remote = o->remote,
                              .branch = s.name,
                              .deadline_ns = bd_deadline_ns(env, o->deadline_s) };
    s.tries =
        (bd_tries){ .env = env, .deadline_ns = place.deadline_ns, .once = try_once, .context = &s };
    s.branch = bd_branch_open(&place, env, err);
    bool ok = s.branch && bd_try_until(&s.tries, err) && print(&s, err);
    bd_branch_close(s.branch);
    bd_arena_release(&s.arena);
    return ok;
}
