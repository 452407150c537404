/* What was shown, cut out of its runs: the material of benchdoc.lock. */
#include "render/view/internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct cut {
    const bd_shown *shown;
    const bd_input *input; /* of the run */
    const bd_run *from;
    bd_run *to;
} cut;

static const char *copy(cut *c, const char *text)
{
    return bd_arena_strdup(&c->to->arena, text);
}

/* A dimension that the configuration declares is made of this fact again. */
static bool is_declared(const bd_input *input, const char *key)
{
    static const char prefix[] = "environment.";
    for (size_t i = 0; input && i < input->dimensions.count; i++) {
        const char *fact = input->dimensions.items[i].value.text;
        if (strncmp(fact, prefix, strlen(prefix)) == 0)
            fact += strlen(prefix);
        if (strcmp(fact, key) == 0)
            return true;
    }
    return false;
}

static bool is_wanted_fact(const cut *c, const char *key)
{
    const bd_shown *shown = c->shown;
    static const char *const always[] = { "cpu", "backend" };
    for (size_t i = 0; i < BD_COUNT(always); i++)
        if (strcmp(key, always[i]) == 0)
            return true;
    for (size_t i = 0; i < shown->facts.count; i++)
        if (strcmp(key, shown->facts.items[i]) == 0)
            return true;
    return is_declared(c->input, key);
}

static void copy_pairs(cut *c, const bd_pairs *from, bd_pairs *to, bool all)
{
    for (size_t i = 0; i < from->count; i++)
        if (all || is_wanted_fact(c, from->items[i].key))
            bd_pairs_set(to, &c->to->arena, bd_str_of(from->items[i].key),
                         bd_str_of(from->items[i].value));
}

static void copy_head(cut *c)
{
    const bd_run *from = c->from;
    bd_run *to = c->to;
    to->id = copy(c, from->id);
    to->suite = copy(c, from->suite);
    to->format = copy(c, from->format);
    to->tool = is_wanted_fact(c, "tool") ? copy(c, from->tool) : NULL;
    to->files = bd_arena_alloc(&to->arena, (from->file_count + 1) * sizeof *to->files);
    to->file_count = to->file_capacity = from->file_count;
    for (size_t i = 0; i < from->file_count; i++) {
        to->files[i] = from->files[i];
        to->files[i].path = copy(c, from->files[i].path);
    }
    to->commit =
        (bd_commit){ .id = copy(c, from->commit.id),
                     .branch = is_wanted_fact(c, "branch") ? copy(c, from->commit.branch) : NULL,
                     .message = is_wanted_fact(c, "message") ? copy(c, from->commit.message) : NULL,
                     .time_ns = from->commit.time_ns,
                     .dirty = from->commit.dirty };
    to->measured_at_ns = from->measured_at_ns;
    to->measured_from = copy(c, from->measured_from);
    to->outcome = from->outcome;
    to->reason = copy(c, from->reason);
    copy_pairs(c, &from->environment, &to->environment, false);
    copy_pairs(c, &from->facts, &to->facts, true);
}

static int by_stat(const void *a, const void *b)
{
    return bd_stat_order(((const bd_stat_value *)a)->stat, ((const bd_stat_value *)b)->stat);
}

/* The interval has fields of its own. */
static bool copy_own(bd_point *to, const bd_stat_value *value)
{
    switch (value->stat.kind) {
    case BD_STAT_ERROR:
        to->error = value->number;
        to->error_at = value->at;
        return true;
    case BD_STAT_LOW:
        to->low = value->number;
        to->low_at = value->at;
        return true;
    case BD_STAT_HIGH:
        to->high = value->number;
        to->high_at = value->at;
        return true;
    default:
        return false;
    }
}

/* What was shown of a point, with its place. @return false when the point cannot give it */
static bool shown_value(cut *c, const bd_point *from, bd_stat stat, bd_stat_value *out)
{
    bool reported;
    int64_t n;
    *out = (bd_stat_value){ .stat = stat };
    if (!bd_point_stat(from, stat, &out->number, &reported, &n))
        return false;
    out->computed = !reported;
    bd_source at = bd_point_source(from, stat, out->computed, &c->to->arena);
    out->at = bd_spot_beside(&at, &from->source);
    return true;
}

/* The statistics that were shown of a point: touches [from, to) are its own. */
static void copy_statistics(cut *c, const bd_point *from, size_t first, size_t last, bd_point *to)
{
    bd_stat_value *values = bd_arena_alloc(&c->to->arena, (last - first + 1) * sizeof *values);
    size_t count = 0;
    for (size_t i = first; i < last; i++) {
        bd_stat stat = c->shown->items[i].stat;
        bool known = stat.kind == BD_STAT_VALUE;
        for (size_t k = 0; k < count && !known; k++)
            known = bd_stat_same(values[k].stat, stat);
        if (!known && shown_value(c, from, stat, &values[count]) && !copy_own(to, &values[count]))
            count++;
    }
    qsort(values, count, sizeof *values, by_stat);
    to->reported = values;
    to->reported_count = count;
}

static void *copy_of(cut *c, const void *items, size_t count, size_t size)
{
    return items && count > 0 ? bd_arena_copy(&c->to->arena, items, count * size) : NULL;
}

/* A picture of all observations needs all of them. */
static void copy_observations(cut *c, const bd_point *from, bd_point *to)
{
    const bd_samples *s = &from->samples;
    const bd_histogram *h = &from->histogram;
    to->samples = (bd_samples){
        .ints = copy_of(c, s->ints, s->count, sizeof *s->ints),
        .doubles = copy_of(c, s->doubles, s->count, sizeof *s->doubles),
        .count = s->count,
        .groups = copy_of(c, s->groups, s->group_count, sizeof *s->groups),
        .group_count = s->group_count,
    };
    to->histogram = (bd_histogram){
        .values = copy_of(c, h->values, h->count, sizeof *h->values),
        .counts = copy_of(c, h->counts, h->count, sizeof *h->counts),
        .count = h->count,
        .iterations = copy_of(c, h->iterations, h->iteration_count, sizeof *h->iterations),
        .iteration_count = h->iteration_count,
        .forks = copy_of(c, h->forks, h->fork_count, sizeof *h->forks),
        .fork_count = h->fork_count,
    };
    to->observed_at = from->observed_at;
    to->observed_at.rest = copy(c, from->observed_at.rest);
}

static bool wants_observations(const cut *c, size_t first, size_t last)
{
    bool wants = false;
    for (size_t i = first; i < last; i++)
        wants = wants || c->shown->items[i].samples;
    return wants;
}

static void copy_point(cut *c, const bd_point *from, size_t first, size_t last)
{
    bd_point *to = bd_run_add_point(c->to);
    bd_number ignored;
    bool reported;
    int64_t n = 0;
    bd_point_stat(from, (bd_stat){ BD_STAT_N, 0 }, &ignored, &reported, &n);
    to->benchmark = copy(c, from->benchmark);
    to->metric = copy(c, from->metric);
    to->mode = copy(c, from->mode);
    to->threads = from->threads;
    copy_pairs(c, &from->params, &to->params, true);
    to->unit = copy(c, from->unit);
    to->direction = from->direction;
    to->value = from->value;
    to->n = n;
    to->outcome = from->outcome;
    to->reason = copy(c, from->reason);
    to->source = from->source;
    to->source.path = copy(c, from->source.path);
    if (wants_observations(c, first, last))
        copy_observations(c, from, to);
    copy_statistics(c, from, first, last, to);
}

static int by_observation(const void *a, const void *b)
{
    const bd_touch *x = a, *y = b;
    size_t i = x->observation->order, k = y->observation->order;
    return i != k ? (i > k) - (i < k) : bd_stat_order(x->stat, y->stat);
}

void bd_view_excerpt(const bd_shown *shown, bd_runs *out)
{
    bd_touch *sorted = bd_alloc((shown->count + 1) * sizeof *sorted);
    bd_shown in_order = *shown;
    if (shown->count > 0)
        memcpy(sorted, shown->items, shown->count * sizeof *sorted);
    qsort(sorted, shown->count, sizeof *sorted, by_observation);
    in_order.items = sorted;
    cut c = { .shown = &in_order };
    for (size_t i = 0, next; i < shown->count; i = next) {
        const bd_observation *o = sorted[i].observation;
        for (next = i + 1; next < shown->count && sorted[next].observation == o;)
            next++;
        if (o->run != c.from) {
            c.from = o->run;
            c.input = o->input;
            c.to = bd_run_new();
            copy_head(&c);
            bd_runs_add(out, c.to);
        }
        copy_point(&c, o->point, i, next);
    }
    free(sorted);
}
