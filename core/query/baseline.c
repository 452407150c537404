/* Choosing a baseline: see baseline.h. */
#include "core/query/baseline.h"

#include <stdlib.h>
#include <string.h>

void bd_lane_of(const bd_run *run, bd_arena *arena, bd_lane *out)
{
    bd_buf text = BD_BUF_INIT, slug = BD_BUF_INIT;
    const char *cpu = bd_run_fact(run, BD_STR("cpu"), &text);
    if (cpu)
        bd_slug(bd_str_of(cpu), &slug);
    bool is_known = slug.len > 0 && !bd_str_is(bd_buf_str(&slug), "unknown");
    *out = (bd_lane){ .suite = run->suite ? run->suite : "",
                      .cpu = is_known ? bd_arena_text(arena, bd_buf_str(&slug)) : NULL };
    bd_buf_clear(&text);
    out->backend = bd_arena_strdup(arena, bd_run_fact(run, BD_STR("backend"), &text));
    bd_buf_release(&slug);
    bd_buf_release(&text);
}

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

bool bd_lane_same(const bd_lane *a, const bd_lane *b, bool any_cpu)
{
    bool cpu = any_cpu || (a->cpu && b->cpu && strcmp(a->cpu, b->cpu) == 0);
    return cpu && strcmp(a->suite, b->suite) == 0 && is_same(a->backend, b->backend);
}

/* A run that may be a baseline. */
typedef struct candidate {
    const bd_run *run;
    bd_lane lane;
    size_t back; /* place among the ancestors; SIZE_MAX = it is none, or nobody knows */
    bool on_default;
    const bd_break_config *crossed; /* a break lies between it and the head */
} candidate;

typedef struct choice {
    const bd_past *past;
    const bd_run *head;
    bd_lane lane;
    bd_arena *arena;
    candidate *items; /* owned; of the suite and the backend */
    size_t count, capacity;
} choice;

static void find_crossed(choice *c, const bd_break_config *at)
{
    const bd_ancestry *ancestry = c->past->ancestry;
    bd_border border = bd_border_of(at, ancestry, c->past->runs, c->past->run_count);
    for (size_t i = 0; i < c->count; i++)
        if (!c->items[i].crossed && bd_border_parts(&border, ancestry, c->items[i].run, c->head))
            c->items[i].crossed = at;
}

/* ---- the head itself ---- */

static bool has_same_files(const bd_run *a, const bd_run *b)
{
    bool same = a->file_count == b->file_count && a->file_count > 0;
    for (size_t i = 0; i < a->file_count && same; i++)
        same = a->files[i].digest.hex[0] && is_same(a->files[i].digest.hex, b->files[i].digest.hex);
    bool both = a->measured_at_ns != BD_TIME_UNKNOWN && b->measured_at_ns != BD_TIME_UNKNOWN;
    return same && (!both || a->measured_at_ns == b->measured_at_ns); /* a file can hold many */
}

/* Its id where it is kept as a run of that commit; an entry of a branch keeps the id of the
 * run that it was made of. */
static bool is_kept_as(const bd_run *run, const bd_run *head, const char *commit)
{
    bd_run stated = *head;
    bd_arena arena = BD_ARENA_INIT;
    stated.commit.id = commit;
    const char *id = bd_run_id_in(&stated, head->suite ? head->suite : "", &arena);
    bool is = is_same(run->id, id) || (run->rest && strstr(run->rest, id));
    bd_arena_release(&arena);
    return is;
}

/* A run that was kept before it is compared is no baseline of itself. Results that say no
 * commit are of the one that is checked out. */
static bool is_itself(const bd_past *past, const bd_run *run, const bd_run *head)
{
    const bd_ancestry *a = past->ancestry;
    const char *out = a && a->first < a->count ? a->commits[a->first] : NULL;
    const char *commit = head->commit.id ? head->commit.id : out;
    if (run == head || is_same(run->id, head->id))
        return true;
    if (!bd_commit_same(run->commit.id, commit) && (run->commit.id || head->commit.id))
        return false;
    return has_same_files(run, head) || is_kept_as(run, head, commit);
}

static bool is_of_head(const choice *c, const bd_run *run)
{
    bool is = is_itself(c->past, run, c->head);
    for (size_t i = 0; i < c->past->head_count && !is; i++)
        is = is_itself(c->past, run, c->past->heads[i]);
    return is;
}

/* ---- the choice ---- */

static void collect(choice *c)
{
    const bd_past *past = c->past;
    for (size_t i = 0; i < past->run_count; i++) {
        const bd_run *run = past->runs[i];
        candidate item = { .run = run, .back = bd_ancestry_place(past->ancestry, run->commit.id) };
        bool is_later = bd_ancestry_place(past->later, run->commit.id) != SIZE_MAX;
        if (is_later || run->commit.dirty == BD_DIRTY || run->outcome != BD_OUTCOME_OK
            || is_of_head(c, run))
            continue;
        bd_lane_of(run, c->arena, &item.lane);
        if (!bd_lane_same(&item.lane, &c->lane, true))
            continue;
        item.on_default = !past->branch || !run->commit.branch
                          || strcmp(run->commit.branch, past->branch) == 0;
        c->items = bd_grow(c->items, c->count, &c->capacity, sizeof *c->items);
        c->items[c->count++] = item;
    }
    for (size_t i = 0; past->config && i < past->config->break_count; i++)
        if (strcmp(past->config->breaks[i].suite.text, c->lane.suite) == 0)
            find_crossed(c, &past->config->breaks[i]);
}

/* A run of the head's own future is no baseline. */
static bool is_earlier(const choice *c, const candidate *item)
{
    int64_t head = bd_run_time(c->head), time = bd_run_time(item->run);
    if (item->back != SIZE_MAX)
        return true;
    return head == BD_TIME_UNKNOWN || (time != BD_TIME_UNKNOWN && time < head);
}

static int order_of_times(int64_t a, int64_t b)
{
    return (a > b) - (a < b); /* unknown is the least */
}

/* Ancestors of the default branch, then of any, then what is merely earlier. */
static int rank_of(const candidate *item)
{
    return item->back == SIZE_MAX ? 2 : item->on_default ? 0 : 1;
}

static bool is_better(const candidate *a, const candidate *b)
{
    if (rank_of(a) != rank_of(b))
        return rank_of(a) < rank_of(b);
    if (a->back != b->back)
        return a->back < b->back;
    return order_of_times(bd_run_time(a->run), bd_run_time(b->run)) > 0;
}

static bool is_of_lane(const choice *c, const candidate *item, bool any_cpu)
{
    return bd_lane_same(&item->lane, &c->lane, any_cpu) && is_earlier(c, item)
           && (item->back != SIZE_MAX || item->on_default);
}

static const candidate *best_of(const choice *c, bool any_cpu, bd_baseline *out)
{
    const candidate *best = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const candidate *item = &c->items[i];
        if (!is_of_lane(c, item, any_cpu))
            continue;
        if (item->crossed)
            out->cut_by = item->crossed;
        else if (!best || is_better(item, best))
            best = item;
    }
    return best;
}

static int by_time(const void *a, const void *b)
{
    const candidate *x = *(const candidate *const *)a, *y = *(const candidate *const *)b;
    int order = order_of_times(bd_run_time(x->run), bd_run_time(y->run));
    if (order == 0 && x->back != y->back)
        order = x->back > y->back ? -1 : 1;
    if (order == 0)
        order = strcmp(x->run->id ? x->run->id : "", y->run->id ? y->run->id : "");
    return order;
}

/* The latest `most` of some candidates, earliest first, in the arena. */
static const bd_run **runs_of(const choice *c, const candidate **items, size_t *count, size_t most)
{
    qsort(items, *count, sizeof(const candidate *), by_time);
    size_t skipped = *count > most ? *count - most : 0;
    const bd_run **runs = bd_arena_alloc(c->arena, (*count + 1) * sizeof *runs);
    for (size_t i = skipped; i < *count; i++)
        runs[i - skipped] = items[i]->run;
    *count -= skipped;
    return runs;
}

static bool is_of_commit(const candidate *item, const candidate *best)
{
    return item == best || bd_commit_same(item->run->commit.id, best->run->commit.id);
}

static bool is_before(const candidate *item, const candidate *best)
{
    if (item->back != SIZE_MAX && best->back != SIZE_MAX)
        return item->back >= best->back;
    return item->on_default && order_of_times(bd_run_time(item->run), bd_run_time(best->run)) <= 0;
}

static void take(const choice *c, const candidate *best, bool any_cpu, bd_baseline *out)
{
    const candidate **items = bd_alloc((c->count + 1) * sizeof *items);
    const candidate **past = bd_alloc((c->count + 1) * sizeof *past);
    for (size_t i = 0; i < c->count; i++) {
        const candidate *item = &c->items[i];
        /* one machine, even where any would do */
        if (item->crossed || !is_of_lane(c, item, any_cpu)
            || !is_same(item->lane.cpu, best->lane.cpu))
            continue;
        if (is_of_commit(item, best))
            items[out->run_count++] = item;
        if (is_before(item, best) || is_of_commit(item, best))
            past[out->history_count++] = item;
    }
    out->runs = runs_of(c, items, &out->run_count, SIZE_MAX);
    out->history = runs_of(c, past, &out->history_count, BD_BASELINE_HISTORY);
    out->commits_back = best->back == SIZE_MAX ? 0 : best->back;
    out->how = best->back == SIZE_MAX ? BD_BASELINE_LATEST
               : best->back == 0      ? BD_BASELINE_COMMIT
                                      : BD_BASELINE_ANCESTOR;
    out->cut_by = NULL;
    free(past);
    free(items);
}

static const bd_run *latest_elsewhere(const choice *c)
{
    const candidate *latest = NULL;
    for (size_t i = 0; i < c->count; i++) {
        const candidate *item = &c->items[i];
        bool fits = is_of_lane(c, item, true) && !item->crossed && item->lane.cpu
                    && !is_same(item->lane.cpu, c->lane.cpu);
        if (fits && (!latest || is_better(item, latest)))
            latest = item;
    }
    return latest ? latest->run : NULL;
}

void bd_baseline_find(const bd_past *past, const bd_run *head, bool any_cpu, bd_arena *arena,
                      bd_baseline *out)
{
    choice c = { .past = past, .head = head, .arena = arena };
    *out = (bd_baseline){ .how = BD_BASELINE_NONE };
    bd_lane_of(head, arena, &c.lane);
    collect(&c);
    const candidate *best = best_of(&c, any_cpu, out);
    if (best)
        take(&c, best, any_cpu, out);
    else
        out->elsewhere = latest_elsewhere(&c);
    free(c.items);
}
