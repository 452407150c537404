/* store copy: runs from one store into another, oldest first, and a look at all of them. */
#include "cli/run.h"
#include "cli/store.h"
#include "core/base/map.h"
#include "core/json/json.h"

#include <string.h>

typedef struct copying {
    const bd_store_call *call;
    bd_store *from, *to;       /* owned; `to` is NULL in a dry run into what is not there */
    bd_run_heads heads, there; /* of both */
    bd_map known;              /* id → index in `there` */
    bd_runs batch;             /* loaded, to be put together */
    size_t batch_points;
    size_t copied, were_there;
    size_t same, other, missing; /* of the look afterwards; missing ones may be aliases */
    int64_t shown_ns;            /* when progress was shown last */
} copying;

/* ---- progress ---- */

static void show_progress(copying *c, size_t done)
{
    enum { EVERY_NS = 100000000 };
    const bd_ctx *ctx = c->call->ctx;
    int64_t now = ctx->env->now_unix_ns(ctx->env->state);
    if (!ctx->diag_is_terminal || ctx->global->quiet || now - c->shown_ns < EVERY_NS)
        return;
    c->shown_ns = now;
    fprintf(ctx->diag, "\r%zu of %zu runs", done, c->heads.count);
    fflush(ctx->diag);
}

static void end_progress(const copying *c)
{
    if (c->shown_ns > 0)
        fputs("\r\033[K", c->call->ctx->diag);
}

/* ---- copying ---- */

static bool open_both(copying *c, bd_error *err)
{
    const bd_arguments *a = c->call->arguments;
    bool dry = c->call->options->dry_run;
    const bd_env *env = c->call->ctx->env;
    bd_store_options reading = { .read_only = true, .env = env };
    bd_store_options writing = { .create = !dry, .read_only = dry, .absent_ok = dry, .env = env };
    c->from = bd_store_open(a->items[1], &reading, err);
    if (c->from)
        c->to = bd_store_open(a->items[2], &writing, err);
    return c->from && err->code == BD_OK;
}

static bool list_there(copying *c, bd_error *err)
{
    bd_map_release(&c->known);
    bd_run_heads_release(&c->there);
    if (c->to && !bd_store_list(c->to, NULL, &c->there, err))
        return false;
    for (size_t i = 0; i < c->there.count; i++)
        bd_map_put(&c->known, bd_str_of(c->there.items[i].id), i, NULL);
    return true;
}

enum { BATCH_RUNS = 64, BATCH_POINTS = 100000 };

static bool put_batch(copying *c, bd_error *err)
{
    bd_put what[BATCH_RUNS];
    size_t stored = 0;
    bool ok = bd_store_put_all(c->to, (const bd_run *const *)c->batch.items, c->batch.count, what,
                               &stored, err);
    for (size_t i = 0; i < stored; i++) {
        c->copied += what[i] == BD_PUT_NEW;
        c->were_there += what[i] == BD_PUT_KNOWN;
    }
    bd_runs_release(&c->batch);
    c->batch_points = 0;
    return ok;
}

/* Loads nothing when it was dropped meanwhile. */
static bool copy_one(copying *c, const char *id, bd_error *err)
{
    bd_run_filter filter = { .id_prefix = id };
    bd_runs loaded = BD_RUNS_INIT;
    bool ok = bd_store_load(c->from, &filter, &loaded, err);
    for (size_t i = 0; i < loaded.count; i++) {
        c->batch_points += loaded.items[i]->point_count;
        bd_runs_add(&c->batch, loaded.items[i]);
    }
    loaded.count = 0; /* they are the batch's */
    bd_runs_release(&loaded);
    return ok
           && ((c->batch.count < BATCH_RUNS && c->batch_points < BATCH_POINTS)
               || put_batch(c, err));
}

/* So that a run that was merged does not come back. */
static bool copy_aliases(copying *c, bd_error *err)
{
    bd_aliases from = { 0 }, there = { 0 };
    bd_map known = BD_MAP_INIT;
    bool ok = bd_store_aliases(c->from, &from, err) && bd_store_aliases(c->to, &there, err);
    size_t fresh = 0;
    for (size_t i = 0; ok && i < there.count; i++)
        bd_map_put(&known, bd_str_of(there.items[i].id), 0, NULL);
    for (size_t i = 0; ok && i < from.count; i++)
        if (!bd_map_get(&known, bd_str_of(from.items[i].id)))
            from.items[fresh++] = from.items[i];
    ok = ok && bd_store_put_aliases(c->to, from.items, fresh, err);
    bd_map_release(&known);
    bd_aliases_release(&from);
    bd_aliases_release(&there);
    return ok;
}

static bool copy_all(copying *c, bd_error *err)
{
    bool dry = c->call->options->dry_run, ok = true;
    for (size_t i = c->heads.count; ok && i-- > 0;) { /* oldest first: their order of arrival */
        const char *id = c->heads.items[i].id;
        bool known = bd_map_get(&c->known, bd_str_of(id)) != NULL;
        show_progress(c, c->heads.count - i);
        c->were_there += known;
        c->copied += !known && dry;
        if (!known && !dry)
            ok = bd_go_on(err) && copy_one(c, id, err);
    }
    bd_error last = BD_ERROR_INIT; /* what was loaded before something failed is put, too */
    if (c->batch.count > 0 && !put_batch(c, &last) && ok) {
        *err = last;
        ok = false;
    }
    end_progress(c);
    return ok && (dry || copy_aliases(c, err));
}

/* ---- the look afterwards ---- */

static void report_other(copying *c, const bd_run_head *head, const char *where)
{
    bd_report(&c->call->ctx->found, BD_WARNING, BD_ERR_STORE, where, 0, 0,
              "run %.12s is another one there: one of the two was changed", head->id);
}

/* Of every run; what readers take for equal must be equal. */
static bool compare(copying *c, bd_error *err)
{
    bd_store_info info = { 0 };
    if (!list_there(c, err) || (c->to && !bd_store_describe(c->to, &info, err)))
        return false;
    for (size_t i = 0; i < c->heads.count; i++) {
        const bd_run_head *head = &c->heads.items[i];
        const size_t *at = bd_map_get(&c->known, bd_str_of(head->id));
        const char *digest = at ? c->there.items[*at].digest : NULL;
        bool same = digest && head->digest && strcmp(digest, head->digest) == 0;
        c->same += same;
        c->missing += !at;
        c->other += at && !same;
        if (at && !same)
            report_other(c, head, info.url);
    }
    if (c->other > 0)
        c->call->ctx->exit_code = 1;
    return true;
}

/* ---- what became of it ---- */

static void put_count(bd_json_writer *w, const char *key, size_t n)
{
    bd_json_put_key(w, key);
    bd_json_put_int(w, (int64_t)n);
}

static bool put_result(const copying *c, bd_error *err)
{
    bd_buf out = BD_BUF_INIT;
    bool dry = c->call->options->dry_run;
    const char *s = c->copied == 1 ? "" : "s";
    if (c->call->options->json) {
        bd_json_writer w = bd_json_writer_to(&out, 2);
        bd_json_open(&w, '{');
        put_count(&w, "runs", c->heads.count);
        put_count(&w, "copied", c->copied);
        put_count(&w, "were_there", c->were_there);
        put_count(&w, "same", c->same);
        put_count(&w, "different", c->other);
        put_count(&w, "elsewhere", c->missing);
        bd_json_close(&w, '}');
        bd_buf_putc(&out, '\n');
    } else if (dry) {
        bd_buf_printf(&out, "%zu run%s would be copied, %zu are there\n", c->copied, s,
                      c->were_there);
    } else {
        bd_buf_printf(&out, "%zu run%s copied, %zu were there; %zu of %zu have the same digest\n",
                      c->copied, s, c->were_there, c->same, c->heads.count);
        if (c->missing > 0)
            bd_buf_printf(&out, "%zu are known there under another id, or were dropped meanwhile\n",
                          c->missing);
    }
    bool ok = bd_print(c->call->ctx, bd_buf_str(&out), err);
    bd_buf_release(&out);
    return ok;
}

bool bd_store_copy(const bd_store_call *call, bd_error *err)
{
    copying c = { .call = call };
    bool dry = call->options->dry_run;
    bool ok = open_both(&c, err) && bd_store_list(c.from, NULL, &c.heads, err)
              && list_there(&c, err) && copy_all(&c, err) && (dry || compare(&c, err));
    if (!ok && c.copied > 0 && !dry)
        bd_note(call->ctx, "%zu of %zu runs are there, each whole; the same call goes on from here",
                c.copied + c.were_there, c.heads.count);
    ok = (!c.to || bd_store_close(c.to, err)) && ok;
    ok = (!c.from || bd_store_close(c.from, err)) && ok;
    ok = ok && put_result(&c, err);
    bd_runs_release(&c.batch);
    bd_map_release(&c.known);
    bd_run_heads_release(&c.there);
    bd_run_heads_release(&c.heads);
    return ok;
}
