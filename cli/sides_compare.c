/* Comparing what was read. Runs of a store are chosen by their facts; the points of a side are
 * read then, and those of a history run by run, the next one while the last one is taken. */
#include "cli/run.h"
#include "cli/sides.h"
#include "core/base/task.h"

/* @return owned; NULL with an error */
static bd_run *load(bd_store *store, const char *id, bd_error *err)
{
    bd_packed_run *packed = bd_store_fetch(store, id, err);
    bd_run *run = packed ? bd_packed_run_open(packed, err) : NULL;
    bd_packed_run_free(packed);
    return run;
}

static bool has_points(const bd_sides *s, const bd_run *run)
{
    return !s->store || run->point_count > 0;
}

static bd_run *of_past(const bd_sides *s, const bd_run *run)
{
    for (size_t i = 0; i < s->past.count; i++)
        if (s->past.items[i] == run)
            return s->past.items[i];
    return NULL;
}

static bool fill_sides(bd_sides *s, const bd_run_list *sides, bd_error *err)
{
    for (size_t i = 0; i < sides->count; i++) {
        bd_run *run = of_past(s, sides->items[i]);
        if (!run || has_points(s, run))
            continue;
        bd_run *whole = load(s->store, run->id, err);
        if (!whole)
            return false;
        bd_run_take_points(run, whole);
        bd_run_free(whole);
    }
    return bd_go_on(err);
}

/* ---- the history ---- */

typedef struct fetching {
    bd_store *store;
    const char *id;
    bd_packed_run *packed; /* owned; NULL with an error, or where there is nothing to fetch */
    bd_error err;
} fetching;

static void fetch(void *context)
{
    fetching *f = context;
    f->packed = bd_store_fetch(f->store, f->id, &f->err);
}

/* @return NULL: the run has its points */
static bd_task *begin(const bd_sides *s, const bd_run *run, fetching *f)
{
    *f = (fetching){ .store = s->store, .id = run->id, .err = BD_ERROR_INIT };
    return has_points(s, run) ? NULL : bd_task_begin(true, fetch, f);
}

static bool take(const bd_sides *s, bd_comparing *c, const bd_run *run, const fetching *f,
                 bd_error *err)
{
    bd_run *whole = f->packed ? bd_packed_run_open(f->packed, err) : NULL;
    if (f->err.code != BD_OK)
        *err = f->err;
    bool ok = err->code == BD_OK
              && bd_compare_take_past(c, run, whole ? whole : run, &s->ctx->found);
    bd_run_free(whole);
    return ok;
}

static bool take_history(const bd_sides *s, bd_comparing *c, bd_error *err)
{
    const bd_run_list *list = bd_compare_history(c);
    fetching turns[2] = { { 0 }, { 0 } };
    bool ok = true;
    bd_task *task = list->count > 0 ? begin(s, list->items[0], &turns[0]) : NULL;
    for (size_t i = 0; i < list->count; i++) {
        fetching *now = &turns[i % 2];
        bd_task_end(task);
        ok = ok && bd_go_on(err);
        bool more = ok && now->err.code == BD_OK && i + 1 < list->count;
        task = more ? begin(s, list->items[i + 1], &turns[(i + 1) % 2]) : NULL;
        ok = ok && take(s, c, list->items[i], now, err);
        bd_packed_run_free(now->packed);
        now->packed = NULL;
    }
    return ok;
}

bool bd_sides_compare(bd_sides *s, bd_comparison *out, bd_error *err)
{
    bd_comparing *c = bd_compare_begin(&s->call, out);
    bool ok = fill_sides(s, bd_compare_sides(c), err) && bd_compare_pair(c, &s->ctx->found)
              && take_history(s, c, err);
    if (ok)
        bd_compare_judge(c);
    bd_compare_end(c);
    return ok;
}
