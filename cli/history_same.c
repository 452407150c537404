/* Entries that the store has under other names: `history rename` on the branch gives an entry
 * another text, and with it another id; commit, date, lane and numbers stay. */
#include "cli/history_import.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "") == 0;
}

static bool same_lane(const bd_run_head *head, const bd_run *run)
{
    bd_buf scratch = BD_BUF_INIT;
    bool same = same_text(head->cpu, bd_run_fact(run, BD_STR("cpu"), &scratch))
                && same_text(head->backend, bd_run_fact(run, BD_STR("backend"), &scratch));
    bd_buf_release(&scratch);
    return same;
}

/* Number by number: the names may differ. */
static bool same_numbers(const bd_run *a, const bd_run *b)
{
    for (size_t i = 0; i < a->point_count; i++) {
        const bd_point *x = &a->points[i], *y = &b->points[i];
        bool same = x->value.kind == y->value.kind && strcmp(x->unit, y->unit) == 0
                    && (x->value.kind == BD_NUMBER_NONE || x->value.as.i == y->value.as.i);
        if (!same)
            return false;
    }
    return true;
}

static bool is_stored(bd_importing *im, const bd_run_head *head, const bd_run *run)
{
    const bd_run_filter filter = { .id_prefix = head->id };
    bd_store_options how = { .read_only = true, .env = im->call->ctx->env };
    bd_runs runs = BD_RUNS_INIT;
    bd_error ignored = BD_ERROR_INIT; /* whoever reads the run will tell */
    if (!im->store)
        im->store = bd_store_open(bd_project_store(im->call->ctx, im->call->project), &how,
                                  &ignored);
    bool same = im->store && bd_store_load(im->store, &filter, &runs, &ignored) && runs.count == 1
                && same_numbers(runs.items[0], run);
    bd_runs_release(&runs);
    return same;
}

/* Suite, commit, date and number of points. */
static bd_str key_of(bd_importing *im, const bd_run_head *head)
{
    const char *key = bd_arena_printf(&im->arena, "%s\x1f%s\x1f%lld\x1f%zu", head->suite,
                                      head->commit ? head->commit : "",
                                      (long long)head->measured_at_ns, head->point_count);
    return bd_str_of(key);
}

bool bd_import_is_renamed(bd_importing *im, const bd_run *run)
{
    const bd_run_head own = { .suite = run->suite,
                              .commit = run->commit.id,
                              .measured_at_ns = run->measured_at_ns,
                              .point_count = run->point_count };
    if (run->measured_at_ns == BD_TIME_UNKNOWN || run->point_count == 0)
        return false;
    for (size_t i = im->places.count == 0 ? 0 : im->heads.count; i < im->heads.count; i++)
        bd_map_put(&im->places, key_of(im, &im->heads.items[i]), i, NULL);
    const size_t *at = bd_map_get(&im->places, key_of(im, &own));
    return at && same_lane(&im->heads.items[*at], run) && is_stored(im, &im->heads.items[*at], run);
}
