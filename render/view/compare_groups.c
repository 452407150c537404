/* What is compared with what: the lanes of the heads, and the baseline of each. */
#include "render/view/compare_builder.h"

#include <stdlib.h>
#include <string.h>

static bool is_same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The heads of one lane may all have an unknown CPU: they were measured side by side. */
static bd_compared_group *group_of(bd_comparison *out, const bd_lane *lane)
{
    for (size_t i = 0; i < out->group_count; i++) {
        bd_lane *other = &out->groups[i].lane;
        if (bd_lane_same(other, lane, true) && is_same(other->cpu, lane->cpu))
            return &out->groups[i];
    }
    return NULL;
}

static const char *cpu_of(bd_comparing *c, const bd_run *run)
{
    const char *cpu = bd_run_fact(run, BD_STR("cpu"), &c->scratch);
    return bd_arena_strdup(&c->out->arena, cpu);
}

static bd_compared_group *add_group(bd_comparing *c, const bd_run *run, const bd_lane *lane)
{
    bd_comparison *out = c->out;
    bd_compared_group *group = &out->groups[out->group_count++];
    *group = (bd_compared_group){ .lane = *lane, .geometric_mean = 1 };
    group->cpu = lane->cpu ? cpu_of(c, run) : NULL;
    return group;
}

static int by_time(const void *a, const void *b)
{
    int64_t x = bd_run_time(*(const bd_run *const *)a), y = bd_run_time(*(const bd_run *const *)b);
    return (x > y) - (x < y);
}

static void sort_runs(const bd_run **runs, size_t count)
{
    if (count > 1)
        qsort(runs, count, sizeof *runs, by_time);
}

/* Copies those of some runs that belong to a lane. */
static const bd_run **runs_of_lane(bd_comparing *c, const bd_run *const *runs, size_t count,
                                   bool (*fits)(const bd_lane *run, const bd_lane *lane),
                                   const bd_lane *lane, size_t *taken)
{
    const bd_run **out = bd_arena_alloc(&c->out->arena, (count + 1) * sizeof *out);
    *taken = 0;
    for (size_t i = 0; i < count; i++) {
        bd_lane own;
        bd_lane_of(runs[i], &c->out->arena, &own);
        if (fits(&own, lane))
            out[(*taken)++] = runs[i];
    }
    sort_runs(out, *taken);
    return out;
}

static bool is_this_lane(const bd_lane *run, const bd_lane *lane)
{
    return bd_lane_same(run, lane, true) && is_same(run->cpu, lane->cpu);
}

/* Who names two files vouches for machines that neither of them names. */
static bool is_not_another_cpu(const bd_lane *run, const bd_lane *lane)
{
    return bd_lane_same(run, lane, true)
           && (!run->cpu || !lane->cpu || strcmp(run->cpu, lane->cpu) == 0);
}

static bool is_any_cpu(const bd_lane *run, const bd_lane *lane)
{
    return bd_lane_same(run, lane, true);
}

static void note_unknown(bd_comparing *c, bd_compared_group *group)
{
    bd_lane base;
    bd_lane_of(group->baseline.runs[0], &c->out->arena, &base);
    const bd_lane *head = &group->lane;
    if (!head->cpu && !base.cpu)
        group->note = "neither side says its CPU: taken for the same machine";
    else if (!head->cpu)
        group->note = "the head does not say its CPU: taken for the baseline's";
    else if (!base.cpu)
        group->note = "the baseline does not say its CPU: taken for the head's";
    else if (strcmp(head->cpu, base.cpu) != 0)
        group->note = "the sides are of different CPUs: timings are shown, not judged";
}

/* What baselines of a group are chosen from. */
static bd_past past_of(const bd_comparing *c, const bd_compared_group *group)
{
    bd_past past = *c->call->past;
    past.heads = group->heads;
    past.head_count = group->head_count;
    return past;
}

static void take_history(bd_comparing *c, bd_compared_group *group)
{
    bd_baseline found;
    if (!c->call->past || group->head_count == 0)
        return;
    bd_past past = past_of(c, group);
    bd_baseline_find(&past, group->heads[group->head_count - 1], false, &c->out->arena, &found);
    group->baseline.history = found.history;
    group->baseline.history_count = found.history_count;
}

/* A run of the history stays one of another day, also when somebody names it. */
static bool is_of_past(const bd_compare_call *call, const bd_baseline *base)
{
    for (size_t i = 0; call->past && i < call->past->run_count; i++)
        for (size_t k = 0; k < base->run_count; k++)
            if (call->past->runs[i] == base->runs[k])
                return true;
    return false;
}

static void take_named(bd_comparing *c, bd_compared_group *group)
{
    const bd_compare_call *call = c->call;
    bd_baseline *base = &group->baseline;
    bool any = c->options.accept_machine;
    group->is_named = true;
    base->runs = runs_of_lane(c, call->bases, call->base_count,
                              any ? is_any_cpu : is_not_another_cpu, &group->lane,
                              &base->run_count);
    if (base->run_count > 0) {
        base->how = BD_BASELINE_NAMED;
        note_unknown(c, group);
        take_history(c, group);
        return;
    }
    bd_baseline *exact = &group->exact;
    exact->runs = runs_of_lane(c, call->bases, call->base_count, is_any_cpu, &group->lane,
                               &exact->run_count);
    if (exact->run_count > 0) {
        exact->how = BD_BASELINE_NAMED;
        base->elsewhere = exact->runs[exact->run_count - 1];
    }
}

static void choose(bd_comparing *c, bd_compared_group *group)
{
    const bd_run *head = group->heads[group->head_count - 1];
    bd_past past = past_of(c, group);
    bd_baseline_find(&past, head, c->options.accept_machine, &c->out->arena, &group->baseline);
    if (group->baseline.how == BD_BASELINE_NONE)
        bd_baseline_find(&past, head, true, &c->out->arena, &group->exact);
    else if (c->options.accept_machine)
        note_unknown(c, group);
}

/* Lanes that only the baseline has: all of their series are gone. */
static void add_lost_lanes(bd_comparing *c)
{
    const bd_compare_call *call = c->call;
    for (size_t i = 0; i < call->base_count; i++) {
        bd_lane lane;
        bool used = false;
        bd_lane_of(call->bases[i], &c->out->arena, &lane);
        for (size_t g = 0; g < c->out->group_count && !used; g++)
            used = bd_lane_same(&c->out->groups[g].lane, &lane, true);
        if (used)
            continue;
        bd_compared_group *group = add_group(c, call->bases[i], &lane);
        group->baseline.how = BD_BASELINE_NAMED;
        group->baseline.runs = runs_of_lane(c, call->bases, call->base_count, is_this_lane, &lane,
                                            &group->baseline.run_count);
        group->note = "the head has nothing of this lane";
    }
}

void bd_compare_group_heads(bd_comparing *c)
{
    const bd_compare_call *call = c->call;
    size_t most = call->head_count + call->base_count;
    c->out->groups = bd_arena_alloc(&c->out->arena, (most + 1) * sizeof *c->out->groups);
    for (size_t i = 0; i < call->head_count; i++) {
        bd_lane lane;
        bd_lane_of(call->heads[i], &c->out->arena, &lane);
        if (!group_of(c->out, &lane))
            add_group(c, call->heads[i], &lane);
    }
    for (size_t g = 0; g < c->out->group_count; g++) {
        bd_compared_group *group = &c->out->groups[g];
        group->heads = runs_of_lane(c, call->heads, call->head_count, is_this_lane, &group->lane,
                                    &group->head_count);
        if (call->bases)
            take_named(c, group);
        else if (call->past)
            choose(c, group);
        group->is_of_past = is_of_past(call, &group->baseline);
        c->out->pooled = c->out->pooled || group->head_count > 1 || group->baseline.run_count > 1;
    }
    if (call->bases)
        add_lost_lanes(c);
}

/* ---- the environment ---- */

/* Words of facts that differ by their nature: the commit under test, the time, the run. */
static bool is_passing(bd_str word)
{
    static const char *const words[] = { "commit",    "branch", "dirty",    "sha",      "revision",
                                         "date",      "time",   "recorded", "measured", "started",
                                         "finished",  "run",    "uptime",   "load",     "free",
                                         "available", "mhz",    "hostname", "pid",      "utc",
                                         "suite" };
    for (size_t i = 0; i < BD_COUNT(words); i++)
        if (bd_str_is(word, words[i]))
            return true;
    return false;
}

/* "RecordedAtUtc", "start_time" and "run-id" say when or which, "Runtime" says what. */
bool bd_fact_is_passing(bd_str key)
{
    char word[32];
    size_t len = 0;
    for (size_t i = 0; i <= key.len; i++) {
        char ch = i < key.len ? key.ptr[i] : ' ';
        bool upper = ch >= 'A' && ch <= 'Z', lower = ch >= 'a' && ch <= 'z';
        bool begins = upper && (i == 0 || !(key.ptr[i - 1] >= 'A' && key.ptr[i - 1] <= 'Z'));
        if ((begins || (!upper && !lower)) && len > 0) {
            if (is_passing((bd_str){ word, len }))
                return true;
            len = 0;
        }
        if ((upper || lower) && len < sizeof word)
            word[len++] = upper ? (char)(ch - 'A' + 'a') : ch;
    }
    return false;
}

static void add_fact(bd_comparing *c, bd_compared_group *group, bd_changed_fact fact,
                     size_t *capacity)
{
    if (bd_fact_is_passing(bd_str_of(fact.key)))
        return;
    if (group->fact_count == *capacity) {
        size_t wider = *capacity * 2 + 8;
        bd_changed_fact *grown = bd_arena_alloc(&c->out->arena, wider * sizeof *grown);
        if (group->fact_count > 0)
            memcpy(grown, group->facts, group->fact_count * sizeof *grown);
        group->facts = grown;
        *capacity = wider;
    }
    group->facts[group->fact_count++] = fact;
}

void bd_compare_facts(bd_comparing *c, bd_compared_group *group)
{
    size_t capacity = 0;
    if (group->head_count == 0 || group->baseline.run_count == 0)
        return;
    const bd_pairs *after = &group->heads[group->head_count - 1]->environment;
    const bd_pairs *before = &group->baseline.runs[group->baseline.run_count - 1]->environment;
    if (after->count == 0 || before->count == 0)
        return; /* one that recorded nothing says nothing about the other */
    for (size_t i = 0; i < before->count; i++) {
        bd_pair pair = before->items[i];
        const char *now = bd_pairs_get(after, pair.key);
        if (!is_same(pair.value, now))
            add_fact(c, group, (bd_changed_fact){ pair.key, pair.value, now }, &capacity);
    }
    for (size_t i = 0; i < after->count; i++)
        if (!bd_pairs_get(before, after->items[i].key))
            add_fact(c, group,
                     (bd_changed_fact){ after->items[i].key, NULL, after->items[i].value },
                     &capacity);
}
