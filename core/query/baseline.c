/* Choosing a baseline: see baseline.h. */
#include "core/query/baseline.h"

#include "core/base/map.h"

#include <stdlib.h>
#include <string.h>

enum { PREFIX = 7 }; /* digits that a short id has at least */

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

int64_t bd_run_time(const bd_run *run)
{
    return run->measured_at_ns != BD_TIME_UNKNOWN ? run->measured_at_ns : run->commit.time_ns;
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

/* ---- places among the ancestors ---- */

static bool is_commit(const char *full, const char *id)
{
    return strlen(id) >= PREFIX && bd_str_starts(bd_str_of(full), id);
}

static size_t place_of(const bd_ancestry *ancestry, const char *id)
{
    for (size_t i = 0; ancestry && id && i < ancestry->count; i++)
        if (is_commit(ancestry->commits[i], id))
            return i;
    return SIZE_MAX;
}

/* Places of all candidates in one walk: ancestors are many. */
static void find_places(choice *c)
{
    bd_map wanted = BD_MAP_INIT;
    const bd_ancestry *ancestry = c->past->ancestry;
    for (size_t i = 0; ancestry && i < c->count; i++) {
        bd_str id = bd_str_of(c->items[i].run->commit.id);
        if (id.len >= PREFIX)
            bd_map_put(&wanted, bd_str_sub(id, 0, PREFIX), SIZE_MAX, NULL);
    }
    for (size_t i = ancestry ? ancestry->count : 0; i-- > 0;) {
        bd_str prefix = bd_str_sub(bd_str_of(ancestry->commits[i]), 0, PREFIX);
        if (bd_map_get(&wanted, prefix))
            *bd_map_put(&wanted, prefix, 0, NULL) = i;
    }
    for (size_t i = 0; i < c->count; i++) {
        bd_str id = bd_str_of(c->items[i].run->commit.id);
        const size_t *at = id.len >= PREFIX ? bd_map_get(&wanted, bd_str_sub(id, 0, PREFIX)) : NULL;
        bool found = ancestry && at && *at != SIZE_MAX && is_commit(ancestry->commits[*at], id.ptr);
        c->items[i].back = found ? *at : SIZE_MAX;
    }
    bd_map_release(&wanted);
}

/* ---- breaks ---- */

/* When the numbers began to mean something else: the first run of that commit. */
static int64_t time_of_break(const choice *c, const bd_break_config *at)
{
    int64_t first = BD_TIME_UNKNOWN;
    for (size_t i = 0; i < c->past->run_count; i++) {
        const bd_run *run = c->past->runs[i];
        bool fits = run->commit.id && run->suite && strcmp(run->suite, at->suite.text) == 0
                    && (is_commit(run->commit.id, at->at.text)
                        || is_commit(at->at.text, run->commit.id));
        int64_t time = fits ? bd_run_time(run) : BD_TIME_UNKNOWN;
        if (time != BD_TIME_UNKNOWN && (first == BD_TIME_UNKNOWN || time < first))
            first = time;
    }
    return first;
}

static bool parts_by_time(int64_t border, int64_t a, int64_t b)
{
    bool known = border != BD_TIME_UNKNOWN && a != BD_TIME_UNKNOWN && b != BD_TIME_UNKNOWN;
    return known && (a < border) != (b < border);
}

/* Does one of the two lie before the break and the other not? */
static void find_crossed(choice *c, const bd_break_config *at)
{
    const bd_ancestry *ancestry = c->past->ancestry;
    size_t place = place_of(ancestry, at->at.text);
    int64_t border = time_of_break(c, at), head = bd_run_time(c->head);
    if (c->head->commit.id && is_commit(c->head->commit.id, at->at.text))
        head = border;
    for (size_t i = 0; i < c->count; i++) {
        candidate *item = &c->items[i];
        bool crosses;
        if (item->back == SIZE_MAX)
            crosses = parts_by_time(border, bd_run_time(item->run), head);
        else if (place != SIZE_MAX)
            crosses = item->back > place;
        else /* where all ancestors are known, the break is yet to come for both */
            crosses = ancestry->cut && parts_by_time(border, bd_run_time(item->run), head);
        if (crosses && !item->crossed)
            item->crossed = at;
    }
}

/* ---- the choice ---- */

static void collect(choice *c)
{
    const bd_past *past = c->past;
    for (size_t i = 0; i < past->run_count; i++) {
        const bd_run *run = past->runs[i];
        candidate item = { .run = run, .back = SIZE_MAX };
        if (run == c->head || is_same(run->id, c->head->id) || run->commit.dirty == BD_DIRTY
            || run->outcome != BD_OUTCOME_OK)
            continue;
        bd_lane_of(run, c->arena, &item.lane);
        if (!bd_lane_same(&item.lane, &c->lane, true))
            continue;
        item.on_default = !past->branch || !run->commit.branch
                          || strcmp(run->commit.branch, past->branch) == 0;
        c->items = bd_grow(c->items, c->count, &c->capacity, sizeof *c->items);
        c->items[c->count++] = item;
    }
    find_places(c);
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
    const char *a = item->run->commit.id, *b = best->run->commit.id;
    return item == best || (a && b && (is_commit(a, b) || is_commit(b, a)));
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
