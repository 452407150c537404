/* Whose a bundle is. A job that may write believes its own event and the forge; what the
 * bundle says of itself only makes the questions more: see bundle.h. */
#include "cli/bundle.h"
#include "cli/forge.h"
#include "cli/publish.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

#define AGAIN \
    "the benchmarks of the new commits bring a new bundle; push again where they did not run"

enum { ASK_S = 60 };

/* ---- from where ---- */

static bool fail_event(bd_error *err)
{
    bd_hint(err, "GITHUB_EVENT_PATH names its payload, which must have workflow_run.event and "
                 "workflow_run.head_sha");
    return bd_fail(err, BD_ERR_INPUT, "the job's event does not say which run the bundle is of");
}

static bool is_same_repository(const char *a, const char *b)
{
    return a && b && strcasecmp(a, b) == 0;
}

static bool fail_repository(const char *what, const char *theirs, const char *ours, bd_error *err)
{
    bd_hint(err, "a bundle is taken up in the repository that it was measured for");
    return bd_fail(err, BD_ERR_INPUT, "%s is of %s, and this is %s", what,
                   theirs ? theirs : "no repository that is there", ours ? ours : "none");
}

bool bd_bundle_trust(const bd_event *event, const bd_bundle *bundle, bd_trust *out, bd_error *err)
{
    const bd_finished *run = &event->finished;
    bool follows = run->event || (event->name && strcmp(event->name, "workflow_run") == 0);
    if (event->is_unreadable || (follows && (!run->event || !run->head_sha)))
        return fail_event(err);
    bool of_pull = follows && bd_str_starts(bd_str_of(run->event), "pull_request");
    if (follows && !of_pull && !is_same_repository(run->head_repository, event->repository))
        return fail_repository("the run that this job follows", run->head_repository,
                               event->repository, err);
    *out = follows ? BD_TRUST_RUN : BD_TRUST_OWN;
    if (of_pull || event->pull_request > 0 || bundle->pull_request > 0)
        *out = BD_TRUST_PULL;
    return true;
}

/* ---- what the event says ---- */

static bool check_event(const bd_event *event, const bd_bundle *bundle, bd_error *err)
{
    const char *head = event->finished.head_sha ? event->finished.head_sha : event->pull_head;
    if (bundle->repository && event->repository
        && !is_same_repository(bundle->repository, event->repository))
        return fail_repository("the bundle", bundle->repository, event->repository, err);
    if (event->pull_request > 0 && bundle->pull_request > 0
        && event->pull_request != bundle->pull_request)
        return bd_fail(err, BD_ERR_INPUT,
                       "the bundle is of pull request #%" PRId64 ", and the event of #%" PRId64,
                       bundle->pull_request, event->pull_request);
    if (!head || strcmp(head, bundle->commit) == 0)
        return true;
    bd_hint(err, "the job that measures must check out the head itself: ref: ${{ "
                 "github.event.pull_request.head.sha }}");
    return bd_fail(err, BD_ERR_INPUT, "the bundle is of commit %.7s, and the event of %.7s",
                   bundle->commit, head);
}

/* ---- what the runs say then ---- */

/* Where a stranger would have it published is nothing that counts. */
static void forget_places(bd_bundle *bundle)
{
    bundle->branch = bundle->repo_url = bundle->head_commit = NULL;
    bundle->to = bundle->names = (bd_entries){ 0 };
}

static const char *page_of(const bd_event *event, bd_run *run)
{
    return event->repo_url
               ? bd_arena_printf(&run->arena, "%s/commit/%s", event->repo_url, run->commit.id)
               : NULL;
}

/* ---- what the forge says ---- */

typedef struct question {
    const bd_forge *forge;
    const bd_bundle *bundle;
    const bd_finished *run;
    int64_t number; /* 0 = whichever has the commit for its head */
    bd_arena *arena;
    bd_pull *answer;
} question;

static bool is_of_run(const bd_finished *run, const bd_pull *pull)
{
    return !run->event
           || (run->head_branch && pull->branch && strcmp(run->head_branch, pull->branch) == 0
               && is_same_repository(run->head_repository, pull->head_repo));
}

/* Two pull requests can have one head: the one is meant whose branch was measured. */
static bd_reply find_by_commit(question *q, bd_error *err)
{
    bd_pulls pulls = { 0 };
    bd_reply reply = bd_forge_pulls_of(q->forge, q->bundle->commit, &pulls, err);
    size_t i = 0;
    while (i < pulls.count && !is_of_run(q->run, &pulls.items[i]))
        i++;
    if (i < pulls.count)
        *q->answer = pulls.items[i];
    bd_arena_take(q->arena, &pulls.arena);
    bd_pulls_release(&pulls);
    if (reply != BD_REPLY_DONE || q->answer->number > 0)
        return reply;
    bd_hint(err, AGAIN);
    bd_fail(err, BD_ERR_INPUT, "no open pull request has the measured commit %.7s for its head",
            q->bundle->commit);
    return BD_REPLY_REFUSED;
}

/* The number is what is asked for; whether it is the one is for the answer to say. */
static bd_reply ask_once(void *context, bd_error *err)
{
    question *q = context;
    return q->number > 0 ? bd_forge_pull(q->forge, q->number, q->arena, q->answer, err)
                         : find_by_commit(q, err);
}

static bool ask(bd_ctx *ctx, const bd_event *event, bd_bundle *bundle, bd_pull *out, bd_error *err)
{
    bd_forge forge = { 0 };
    question q = { &forge, bundle, &event->finished, event->pull_request, &bundle->arena, out };
    bd_tries tries = { .env = ctx->env,
                       .deadline_ns = bd_deadline_ns(ctx->env, ASK_S),
                       .once = ask_once,
                       .context = &q };
    q.number = q.number > 0 ? q.number : bundle->pull_request;
    bool ok = bd_forge_open(ctx, event->repo_url, &forge, err)
              && (!bundle->repository || is_same_repository(bundle->repository, forge.repository)
                  || fail_repository("the bundle", bundle->repository, forge.repository, err))
              && bd_try_until(&tries, err);
    bd_forge_release(&forge);
    return ok;
}

static bool check_branch(const bd_finished *run, const bd_pull *pull, bd_error *err)
{
    if (is_of_run(run, pull))
        return true;
    bd_hint(err,
            "a bundle counts for the pull request whose branch was measured, and for no other");
    return bd_fail(
        err, BD_ERR_INPUT,
        "pull request #%" PRId64 " is of %s:%s, and the run that this job follows of %s:%s",
        pull->number, pull->head_repo ? pull->head_repo : "(gone)",
        pull->branch ? pull->branch : "", run->head_repository ? run->head_repository : "(gone)",
        run->head_branch ? run->head_branch : "");
}

static bool check_pull(const bd_event *event, const bd_bundle *bundle, const bd_pull *pull,
                       bd_error *err)
{
    if (!pull->is_open) {
        bd_hint(err, "what is closed or merged gets no more comments and runs; measure the branch "
                     "that it went into");
        return bd_fail(err, BD_ERR_INPUT, "pull request #%" PRId64 " is not open any more",
                       pull->number);
    }
    if (!pull->head || strcmp(pull->head, bundle->commit) != 0) {
        bd_hint(err, AGAIN);
        return bd_fail(err, BD_ERR_INPUT,
                       "measured was %.7s, and the head of pull request #%" PRId64 " is now %.7s",
                       bundle->commit, pull->number, pull->head ? pull->head : "nothing");
    }
    return check_branch(&event->finished, pull, err);
}

/* A branch "bob:topic" is nobody's default branch: git allows no colon in a name. */
static void take_over(const bd_event *event, const bd_bundle *bundle, const bd_pull *pull,
                      const bd_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        bd_run *run = runs->items[i];
        bd_commit *to = &run->commit;
        if (bundle->trust == BD_TRUST_RUN) {
            to->branch = bd_arena_strdup(&run->arena, event->finished.head_branch);
            to->url = page_of(event, run);
            continue;
        }
        to->message = bd_arena_strdup(&run->arena, pull->title);
        to->branch = bd_arena_printf(&run->arena, "%s:%s", pull->author ? pull->author : "",
                                     pull->branch ? pull->branch : "");
        to->url = pull->url ? bd_arena_printf(&run->arena, "%s/commits/%s", pull->url, to->id)
                            : page_of(event, run);
        const char *login = bd_arena_strdup(&run->arena, pull->author);
        to->author = to->committer = (bd_person){ login, NULL, login };
    }
    for (size_t i = 0; i < bundle->bases.count; i++) { /* no branch's history */
        bd_run *run = bundle->bases.items[i];
        run->commit.branch = NULL;
        run->commit.url = run->commit.id ? page_of(event, run) : NULL;
    }
}

bool bd_bundle_verify(bd_ctx *ctx, const bd_event *event, bd_bundle *bundle, const bd_runs *runs,
                      bd_error *err)
{
    bd_pull pull = { 0 };
    int64_t now_ns = ctx->env->now_unix_ns(ctx->env->state);
    if (!bd_bundle_check_runs(bundle, runs, now_ns, err) || !check_event(event, bundle, err))
        return false;
    if (bundle->trust == BD_TRUST_PULL
        && (!ask(ctx, event, bundle, &pull, err) || !check_pull(event, bundle, &pull, err)))
        return false;
    forget_places(bundle);
    bundle->pull_request = pull.number;
    take_over(event, bundle, &pull, runs);
    return true;
}
