/* Commits of runs that are to be published: see publish.h. */
#include "cli/publish.h"

#include <string.h>

typedef struct completing {
    bd_ctx *ctx;
    const bd_publish_options *options;
    const bd_event *event;
    bd_repository *repository;
    bd_commit stated; /* for runs that say nothing themselves */
    const char *url;  /* of the project's page; NULL = not known */
    bd_arena arena;
    size_t contradicted;    /* runs that name another commit than --commit */
    const bd_run *opponent; /* the first of them */
} completing;

static const char *file_of(const bd_run *run)
{
    return run->file_count > 0 ? run->files[0].path : "";
}

/* Is one the other, or the beginning of it? */
static bool is_same(const char *a, const char *b)
{
    enum { SHORTEST = 7 };
    size_t n = a && b ? (strlen(a) < strlen(b) ? strlen(a) : strlen(b)) : 0;
    return n >= SHORTEST && strncmp(a, b, n) == 0;
}

/* ---- what is known of a commit ---- */

static void fill(const char **to, const char *from, bd_arena *arena)
{
    if (!*to && from)
        *to = bd_arena_strdup(arena, from);
}

static void fill_person(bd_person *to, const bd_person *from, bd_arena *arena)
{
    fill(&to->name, from->name, arena);
    fill(&to->email, from->email, arena);
    fill(&to->username, from->username, arena);
}

static void fill_commit(bd_run *run, const bd_commit *from)
{
    bd_commit *to = &run->commit;
    bd_arena *arena = &run->arena;
    if (!to->id || strlen(to->id) < strlen(from->id))
        to->id = bd_arena_strdup(arena, from->id);
    fill(&to->message, from->message, arena);
    fill(&to->branch, from->branch, arena);
    fill(&to->url, from->url, arena);
    fill_person(&to->author, &from->author, arena);
    fill_person(&to->committer, &from->committer, arena);
    if (to->time_ns == BD_TIME_UNKNOWN)
        to->time_ns = from->time_ns;
}

/* A shallow clone does not have every commit: then its id is all there is. */
static void fill_from_repository(completing *c, bd_run *run)
{
    bd_commit_facts facts;
    bd_error ignored = BD_ERROR_INIT;
    if (!c->repository
        || !bd_repository_commit(c->repository, run->commit.id, &run->arena, &facts, &ignored))
        return;
    bd_commit commit = { .id = facts.id,
                         .message = facts.message,
                         .author = { facts.author_name, facts.author_email, NULL },
                         .committer = { facts.committer_name, facts.committer_email, NULL },
                         .time_ns = facts.time_s * 1000000000 };
    fill_commit(run, &commit);
}

/* ---- which commit ---- */

static bool state_commit(completing *c)
{
    bd_error err = BD_ERROR_INIT;
    bd_commit_facts facts;
    c->stated = (bd_commit)BD_COMMIT_INIT;
    c->stated.branch = c->options->commit_branch;
    if (c->options->commit) {
        c->stated.id = c->options->commit;
    } else if (c->event->commit.id) {
        c->stated.id = c->event->commit.id;
        if (!c->stated.branch)
            c->stated.branch = c->event->commit.branch;
    } else if (c->repository
               && bd_repository_commit(c->repository, "HEAD", &c->arena, &facts, &err)) {
        c->stated.id = facts.id;
        if (!c->stated.branch)
            c->stated.branch = bd_repository_branch(c->repository, &c->arena);
    }
    return c->stated.id != NULL;
}

static bool report(completing *c, const bd_run *run, bd_error *err)
{
    bd_error_in_file(err, file_of(run));
    bd_diagnostics_add(&c->ctx->found, BD_ERROR, err);
    return false;
}

/* Ids of their own have runs that were written down by benchdoc, or one of many in a file. */
static bool seal_again(completing *c, bd_run *run)
{
    static const char *const keep[] = { "benchdoc", "data.js", "data.json" };
    for (size_t i = 0; i < BD_COUNT(keep); i++)
        if (run->format && strcmp(run->format, keep[i]) == 0)
            return true;
    run->id = NULL;
    return bd_run_seal(run, &c->ctx->found);
}

static bool complete(completing *c, bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    bool is_silent = !run->commit.id;
    if (is_silent && !c->stated.id) {
        bd_hint(&err, "--commit ID, or measure with `benchdoc record -- COMMAND` in a repository "
                      "that has a commit");
        bd_fail(&err, BD_ERR_INPUT, "nothing says which commit was measured");
        return report(c, run, &err);
    }
    if (is_silent || is_same(run->commit.id, c->stated.id))
        fill_commit(run, &c->stated);
    else if (c->options->commit && c->contradicted++ == 0)
        c->opponent = run;
    if (is_same(run->commit.id, c->event->commit.id))
        fill_commit(run, &c->event->commit);
    fill_from_repository(c, run);
    if (!run->commit.url && c->url)
        run->commit.url = bd_arena_printf(&run->arena, "%s/commit/%s", c->url, run->commit.id);
    return !is_silent || seal_again(c, run);
}

/* ---- what is not published ---- */

static bool check(completing *c, bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    if (run->outcome != BD_OUTCOME_OK) {
        bd_fail(&err, BD_ERR_INPUT, "the run is incomplete: %s",
                run->reason ? run->reason : "it says so");
        bd_hint(&err, "measure again: a history keeps whole runs");
        return report(c, run, &err);
    }
    if (run->commit.dirty != BD_DIRTY)
        return true;
    if (c->options->allow_dirty) {
        bd_note(c->ctx,
                "%s: measured with changes that are in no commit (dirty), published as %.*s",
                file_of(run), 7, run->commit.id ? run->commit.id : "");
        return true;
    }
    bd_fail(&err, BD_ERR_INPUT, "measured with changes that are in no commit (dirty)");
    bd_hint(&err, c->options->write_bundle
                      ? "commit them and measure again: another job takes no such runs"
                      : "commit them and measure again, or publish it as it is: --allow-dirty");
    return report(c, run, &err);
}

/* What was measured is known best by what was measured. */
static void tell_contradicted(completing *c)
{
    enum { SHORT_ID = 7 };
    bd_error err = BD_ERROR_INIT;
    if (c->contradicted == 0)
        return;
    const char *id = c->opponent->commit.id;
    bd_fail(&err, BD_ERR_INPUT,
            "the results say commit %.*s, --commit says %.*s: what the results say counts%s",
            SHORT_ID, id, SHORT_ID, c->options->commit,
            c->contradicted > 1 ? ", here and in other runs" : "");
    bd_hint(&err, "leave --commit out; if the results are wrong, measure again at %.*s", SHORT_ID,
            c->options->commit);
    bd_error_in_file(&err, file_of(c->opponent));
    bd_diagnostics_add(&c->ctx->found, BD_WARNING, &err);
}

bool bd_publish_commits(bd_ctx *ctx, const bd_publish_options *options, const bd_event *event,
                        bd_repository *repository, const bd_runs *runs)
{
    completing c = { .ctx = ctx, .options = options, .event = event, .repository = repository };
    bool ok = true;
    state_commit(&c);
    c.url = event->repo_url;
    if (!c.url && repository)
        c.url = bd_repository_web(repository, &c.arena);
    for (size_t i = 0; i < runs->count; i++)
        ok = complete(&c, runs->items[i]) && check(&c, runs->items[i]) && ok;
    tell_contradicted(&c);
    bd_arena_release(&c.arena);
    return ok;
}
