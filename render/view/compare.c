/* Two sides of results, paired and judged: see compare.h. */
#include "render/view/compare_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *bd_verdict_name(bd_verdict verdict)
{
    static const char *const names[BD_VERDICTS] = {
        "worse",        "better",      "changed", "unconfirmed", "host",
        "incomparable", "no baseline", "new",     "gone",        "same",
    };
    return names[verdict];
}

const char *bd_evidence_name(bd_evidence evidence)
{
    static const char *const names[] = { "none", "exact", "ranks", "means", "history" };
    return names[evidence];
}

/* ---- every run that takes part ---- */

static void gather(bd_run_list *list, const bd_run *const *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = 0;
        while (at < list->count && list->items[at] != runs[i])
            at++;
        if (at < list->count)
            continue;
        list->items = bd_grow(list->items, list->count, &list->capacity, sizeof(const bd_run *));
        list->items[list->count++] = runs[i];
    }
}

static void gather_all(bd_comparing *c)
{
    const bd_comparison *out = c->out;
    gather(&c->sides, c->call->heads, c->call->head_count);
    for (size_t i = 0; i < out->group_count; i++) {
        const bd_baseline *base = &out->groups[i].baseline, *exact = &out->groups[i].exact;
        gather(&c->sides, base->runs, base->run_count);
        gather(&c->sides, exact->runs, exact->run_count);
        gather(&c->history, base->history, base->history_count);
    }
}

static bool observe(bd_comparing *c, bd_diagnostics *found)
{
    bd_comparison *out = c->out;
    const bd_runs runs = { (bd_run **)(size_t)c->sides.items, c->sides.count, 0 };
    bool ok = bd_observe(c->call->config, &runs, &out->observations, found);
    bd_find_spans(&out->observations, &out->arena, &c->spans);
    return ok;
}

/* ---- the order of a report ---- */

static double size_of_change(const bd_compared *row)
{
    return row->has_change ? fabs(row->change.percent) : 0;
}

static int by_report(const void *a, const void *b)
{
    const bd_compared *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->verdict != y->verdict)
        return x->verdict < y->verdict ? -1 : 1;
    bool in_order = x->verdict >= BD_VERDICT_INCOMPARABLE;
    double dx = in_order ? 0 : size_of_change(x), dy = in_order ? 0 : size_of_change(y);
    if (dx > dy || dx < dy)
        return dx > dy ? -1 : 1;
    return (x->series->order > y->series->order) - (x->series->order < y->series->order);
}

static void count_verdicts(bd_comparison *out)
{
    for (size_t i = 0; i < out->row_count; i++) {
        const bd_compared *row = &out->rows[i];
        out->counts[row->verdict]++;
        out->groups[row->group].counts[row->verdict]++;
    }
}

/* Of timings and of exact metrics alike: what benchstat and others mean by it. */
static void find_geometric_means(bd_comparison *out)
{
    double *ratios = bd_alloc((out->row_count + 1) * sizeof *ratios);
    for (size_t g = 0; g < out->group_count; g++) {
        bd_compared_group *group = &out->groups[g];
        size_t count = 0;
        for (size_t i = 0; i < out->row_count; i++) {
            const bd_compared *row = &out->rows[i];
            bool fits = row->group == g && row->has_change && row->metric_class == BD_CLASS_TIMING
                        && row->change.kind == BD_CHANGE_RATIO && row->change.ratio > 0;
            if (fits)
                ratios[count++] = row->direction == BD_BIGGER_IS_BETTER ? 1 / row->change.ratio
                                                                        : row->change.ratio;
        }
        if (bd_geometric_mean(ratios, count, &group->geometric_mean))
            group->shared = count;
    }
    free(ratios);
}

static void finish(bd_comparing *c)
{
    for (size_t i = 0; i < c->out->row_count; i++) {
        bd_compared *row = &c->out->rows[i];
        row->label = bd_series_label(row->series, &c->out->arena);
        row->words = bd_compare_change_words(c, row);
        row->why = bd_compare_why(c, row);
    }
    find_geometric_means(c->out);
    count_verdicts(c->out);
    if (c->out->row_count > 0)
        qsort(c->out->rows, c->out->row_count, sizeof *c->out->rows, by_report);
}

bd_comparing *bd_compare_begin(const bd_compare_call *call, bd_comparison *out)
{
    bd_comparing *c = bd_alloc(sizeof *c);
    *c = (bd_comparing){ .call = call, .out = out };
    c->options = call->options ? *call->options : (bd_compare_options)BD_COMPARE_OPTIONS_INIT;
    *out = (bd_comparison){ .options = c->options };
    bd_compare_group_heads(c);
    gather_all(c);
    c->finders = bd_alloc((out->group_count + 1) * sizeof *c->finders);
    for (size_t i = 0; i < out->group_count; i++)
        c->finders[i] = (bd_row_finder){ .group = i };
    return c;
}

const bd_run_list *bd_compare_sides(const bd_comparing *c)
{
    return &c->sides;
}

const bd_run_list *bd_compare_history(const bd_comparing *c)
{
    return &c->history;
}

bool bd_compare_pair(bd_comparing *c, bd_diagnostics *found)
{
    if (!observe(c, found))
        return false;
    bd_compare_find_rows(c);
    return true;
}

void bd_compare_judge(bd_comparing *c)
{
    bd_comparison *out = c->out;
    bd_compare_sort_past(c);
    for (size_t i = 0; i < out->group_count; i++)
        bd_compare_facts(c, &out->groups[i]);
    for (size_t i = 0; i < out->row_count; i++)
        bd_compare_numbers(c, &out->rows[i]);
    bd_compare_hosts(c);
    for (size_t i = 0; i < out->row_count; i++)
        bd_compare_evidence(c, &out->rows[i], i);
    bd_compare_give_verdicts(c);
    finish(c);
}

void bd_compare_end(bd_comparing *c)
{
    for (size_t i = 0; i < c->out->group_count; i++) {
        bd_map_release(&c->finders[i].rows);
        bd_map_release(&c->finders[i].compat);
    }
    for (size_t i = 0; i < BD_ROLES; i++)
        free(c->handed[i].items);
    free(c->finders);
    free(c->sides.items);
    free(c->history.items);
    free(c->past);
    free(c->keys);
    bd_map_release(&c->spans);
    bd_buf_release(&c->scratch);
    free(c->room);
    free(c);
}

bool bd_compare(const bd_compare_call *call, bd_comparison *out, bd_diagnostics *found)
{
    bd_comparing *c = bd_compare_begin(call, out);
    bool ok = bd_compare_pair(c, found);
    for (size_t i = 0; ok && i < c->history.count; i++)
        ok = bd_compare_take_past(c, c->history.items[i], c->history.items[i], found);
    if (ok)
        bd_compare_judge(c);
    bd_compare_end(c);
    return ok;
}

void bd_comparison_note(bd_comparison *comparison, const char *text)
{
    bd_names_add(&comparison->notes, bd_arena_strdup(&comparison->arena, text));
}

void bd_comparison_release(bd_comparison *comparison)
{
    bd_names_release(&comparison->notes);
    bd_observations_release(&comparison->observations);
    free(comparison->rows);
    bd_arena_release(&comparison->arena);
    *comparison = (bd_comparison){ 0 };
}
