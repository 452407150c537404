/* Fetch, merge, push, and again: see publish.h. */
#include "cli/publish.h"
#include "cli/run.h"

#include <stdlib.h>

static const int64_t NS_PER_MS = 1000000;
enum { DEADLINE_S = 300 };

/* ---- trying until it works ---- */

/* Full jitter: anything up to a bound that doubles, and that begins with how long a try
 * takes here and now. Of many who collide each one waits for a time of its own; a server
 * that is down is left alone for longer. */
static int64_t wait_ns(const bd_tries *t, bd_reply reply, int64_t took_ns)
{
    enum { MOVED_MS = 50, DOWN_MS = 2000, MAX_MS = 30000, DOUBLINGS = 10 };
    size_t tries = t->count < DOUBLINGS ? t->count : DOUBLINGS;
    int64_t least = (reply == BD_REPLY_MOVED ? MOVED_MS : DOWN_MS) * NS_PER_MS;
    int64_t first = took_ns > least ? took_ns : least;
    int64_t most = MAX_MS * NS_PER_MS;
    int64_t bound = first < most >> tries ? first << tries : most;
    uint64_t chance = t->env->random_u64(t->env->state);
    return (int64_t)(chance % (uint64_t)bound) + NS_PER_MS;
}

static bool wait(const bd_tries *t, bd_reply reply, int64_t took_ns)
{
    int64_t ns = wait_ns(t, reply, took_ns);
    if (t->env->now_unix_ns(t->env->state) + ns >= t->deadline_ns)
        return false;
    t->env->sleep_ns(t->env->state, ns);
    return true;
}

static void tell_tries(const bd_tries *t, bd_error *err)
{
    bd_error all = *err;
    if (err->code != BD_ERR_GIT || t->count < 2)
        return;
    all.code = BD_OK;
    bd_fail(&all, BD_ERR_GIT, "given up after %zu tries: %s", t->count, err->message);
    *err = all;
}

int64_t bd_deadline_ns(const bd_env *env, size_t seconds)
{
    const size_t day_s = (size_t)24 * 60 * 60;
    if (seconds == 0)
        seconds = DEADLINE_S;
    if (seconds > 365 * day_s)
        seconds = 365 * day_s;
    return env->now_unix_ns(env->state) + (int64_t)seconds * 1000 * NS_PER_MS;
}

bool bd_try_until(bd_tries *t, bd_error *err)
{
    for (;;) {
        bd_error last = BD_ERROR_INIT;
        if (!bd_go_on(err))
            return false;
        int64_t before = t->env->now_unix_ns(t->env->state);
        t->count++;
        bd_reply reply = t->once(t->context, &last);
        int64_t took_ns = t->env->now_unix_ns(t->env->state) - before;
        if (reply == BD_REPLY_DONE)
            return true;
        if (!bd_go_on(err))
            return false;
        if (reply == BD_REPLY_REFUSED || !wait(t, reply, took_ns)) {
            *err = last;
            tell_tries(t, err);
            return false;
        }
    }
}

/* ---- one try of publishing ---- */

typedef struct looping {
    const bd_publish_job *job;
    bd_published *out;
    bd_diagnostics *found;
    bool is_unsure; /* a push may have arrived although its answer did not */
} looping;

static bool read_file(void *context, const char *path, bd_buf *out, bool *exists, bd_error *err)
{
    return bd_branch_read(context, path, out, exists, err);
}

static bd_reply push(looping *l, char id[41], bd_error *err)
{
    const bd_publish_job *job = l->job;
    const bd_pages_changes *changes = &l->out->changes;
    bd_branch_file *files = bd_alloc((changes->count + 1) * sizeof *files);
    for (size_t i = 0; i < changes->count; i++)
        files[i] = (bd_branch_file){ .path = changes->items[i].path,
                                     .bytes = bd_buf_str(&changes->items[i].bytes) };
    bd_branch_plan plan = { .message = job->message,
                            .name = job->name,
                            .email = job->email,
                            .files = files,
                            .file_count = changes->count };
    bd_reply reply = bd_branch_push(job->branch, &plan, id, err);
    free(files);
    return reply;
}

/* What an earlier try brought there without our knowing is ours. */
static void settle(looping *l)
{
    l->out->is_done = true;
    l->out->was_there = !l->is_unsure;
}

static bd_reply try_once(void *context, bd_error *err)
{
    looping *l = context;
    const bd_publish_job *job = l->job;
    bd_pages_branch pages = { .read = read_file, .context = job->branch };
    bd_reply reply = bd_branch_fetch(job->branch, err);
    if (reply != BD_REPLY_DONE)
        return reply;
    bd_diagnostics_release(l->found);
    if (!bd_publication_merge(job->publication, job->pages, &pages, &l->out->changes, l->found))
        return BD_REPLY_REFUSED;
    if (l->out->changes.count == 0) {
        settle(l);
        return BD_REPLY_DONE;
    }
    if (job->dry_run)
        return BD_REPLY_DONE;
    reply = push(l, l->out->commit, err);
    l->out->is_done = reply == BD_REPLY_DONE;
    l->is_unsure = l->is_unsure || reply == BD_REPLY_UNREACHED;
    return reply;
}

bool bd_publish_loop(const bd_publish_job *job, bd_published *out, bd_diagnostics *found,
                     bd_error *err)
{
    looping l = { .job = job, .out = out, .found = found };
    bd_tries tries = {
        .env = job->env, .deadline_ns = job->deadline_ns, .once = try_once, .context = &l
    };
    bool ok = bd_try_until(&tries, err);
    out->attempts = tries.count;
    return ok;
}

void bd_published_release(bd_published *published)
{
    bd_pages_changes_release(&published->changes);
}
