/* Fetch, merge, push, and again: see publish.h. */
#include "cli/publish.h"
#include "cli/run.h"

#include <stdlib.h>

static const int64_t NS_PER_MS = 1000000;

typedef struct looping {
    const bd_publish_job *job;
    bd_published *out;
    bd_diagnostics *found;
    bool is_unsure;  /* a push may have arrived although its answer did not */
    int64_t took_ns; /* the last try */
} looping;

/* ---- waiting ---- */

/* Full jitter: anything up to a bound that doubles, and that begins with how long a try
 * takes here and now. Of many who collide each one waits for a time of its own; a server
 * that is down is left alone for longer. */
static int64_t wait_ns(const looping *l, bd_reply reply)
{
    enum { MOVED_MS = 50, DOWN_MS = 2000, MAX_MS = 30000, DOUBLINGS = 10 };
    size_t tries = l->out->attempts < DOUBLINGS ? l->out->attempts : DOUBLINGS;
    int64_t least = (reply == BD_REPLY_MOVED ? MOVED_MS : DOWN_MS) * NS_PER_MS;
    int64_t first = l->took_ns > least ? l->took_ns : least;
    int64_t most = MAX_MS * NS_PER_MS;
    int64_t bound = first < most >> tries ? first << tries : most;
    uint64_t chance = l->job->env->random_u64(l->job->env->state);
    return (int64_t)(chance % (uint64_t)bound) + NS_PER_MS;
}

static bool wait(const looping *l, bd_reply reply)
{
    const bd_env *env = l->job->env;
    int64_t ns = wait_ns(l, reply);
    if (env->now_unix_ns(env->state) + ns >= l->job->deadline_ns)
        return false;
    env->sleep_ns(env->state, ns);
    return true;
}

/* ---- one try ---- */

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

static bd_reply try_once(looping *l, bd_error *err)
{
    const bd_publish_job *job = l->job;
    bd_pages_branch pages = { .read = read_file, .context = job->branch };
    bd_reply reply = bd_branch_fetch(job->branch, err);
    l->out->attempts++;
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
    for (;;) {
        bd_error last = BD_ERROR_INIT;
        if (!bd_go_on(err))
            return false;
        int64_t before = job->env->now_unix_ns(job->env->state);
        bd_reply reply = try_once(&l, &last);
        l.took_ns = job->env->now_unix_ns(job->env->state) - before;
        if (reply == BD_REPLY_DONE)
            return true;
        if (!bd_go_on(err))
            return false;
        if (reply == BD_REPLY_REFUSED || !wait(&l, reply)) {
            *err = last;
            return false;
        }
    }
}

void bd_published_release(bd_published *published)
{
    bd_pages_changes_release(&published->changes);
}
