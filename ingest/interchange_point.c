/* Points of interchange JSON: see interchange.h. */
#include "ingest/interchange.h"

#include <math.h>
#include <string.h>

/* What a point's members say before it is put together. */
typedef struct draft {
    bd_point point; /* first: the table's offsets are those of the point */
    bd_number confidence;
    bd_compat *compat, *last_compat; /* in the run's arena; NULL = none */
    bd_json places;                  /* doc NULL = none */
    bool has_source;
} draft;

static bool take_direction(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_direction *direction = to;
    bd_str text;
    if (!bd_json_string(at, &x->reading->scratch, &text, err))
        return false;
    if (!bd_str_is(text, "smaller") && !bd_str_is(text, "bigger"))
        return bd_json_fail(at, err, "expected \"smaller\" or \"bigger\"");
    *direction = bd_str_is(text, "bigger") ? BD_BIGGER_IS_BETTER : BD_SMALLER_IS_BETTER;
    return true;
}

static bool take_samples(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    return bd_take_values(x, at, to, err);
}

/* How many belong together; the sum is checked when the point is whole. */
static bool take_sizes(interchange *x, const bd_json *at, const uint32_t **out, size_t *out_count,
                       bd_error *err)
{
    bd_json item;
    int64_t size;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    *out_count = bd_json_count(at);
    uint32_t *sizes = bd_arena_alloc(&x->run->arena, (*out_count + 1) * sizeof *sizes);
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        if (!bd_take_count(x, &item, &size, err))
            return false;
        if (size > UINT32_MAX)
            return bd_json_fail(&item, err, "expected a number below 2^32");
        sizes[item.index] = (uint32_t)size;
    }
    *out = *out_count > 0 ? sizes : NULL;
    return true;
}

static bool take_groups(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_samples *samples = to;
    return take_sizes(x, at, &samples->groups, &samples->group_count, err);
}

static bool take_iterations(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_histogram *h = to;
    return take_sizes(x, at, &h->iterations, &h->iteration_count, err);
}

static bool take_forks(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_histogram *h = to;
    return take_sizes(x, at, &h->forks, &h->fork_count, err);
}

static bool take_histogram_values(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_histogram *h = to;
    bd_samples read = { 0 };
    if (!bd_take_values(x, at, &read, err))
        return false;
    if (read.ints) {
        double *values = bd_arena_alloc(&x->run->arena, read.count * sizeof *values);
        for (size_t i = 0; i < read.count; i++)
            values[i] = (double)read.ints[i];
        read.doubles = values;
    }
    h->values = read.doubles;
    h->count = read.count;
    return true;
}

static bool take_histogram_counts(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_histogram *h = to;
    bd_json item;
    int64_t total = 0;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    int64_t *counts = bd_arena_alloc(&x->run->arena, (bd_json_count(at) + 1) * sizeof *counts);
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        int64_t *count = &counts[item.index];
        if (!bd_json_int(&item, count, err))
            return false;
        if (*count <= 0 || total > INT64_MAX - *count)
            return bd_json_fail(&item, err, "expected a count above zero, all together below 2^63");
        total += *count;
    }
    h->counts = counts;
    return true;
}

static bool sums_to(const uint32_t *sizes, size_t count, size_t total)
{
    size_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += sizes[i];
    return count == 0 || sum == total;
}

static bool take_histogram(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    static const bd_field fields[] = {
        { "values", 0, take_histogram_values },
        { "counts", 0, take_histogram_counts },
        { "iterations", 0, take_iterations },
        { "forks", 0, take_forks },
        { NULL, 0, NULL },
    };
    bd_histogram *h = to;
    bd_json counts, values;
    if (!bd_take_object(x, at, fields, h, err) || !bd_json_need(at, "values", &values, err)
        || !bd_json_need(at, "counts", &counts, err))
        return false;
    if (bd_json_count(&counts) != h->count)
        return bd_json_fail(&counts, err, "expected as many counts as values");
    if (!sums_to(h->iterations, h->iteration_count, h->count)
        || !sums_to(h->forks, h->fork_count, h->iteration_count))
        return bd_json_fail(at, err, "its iterations and forks do not add up to its values");
    return true;
}

static bool take_statistics(interchange *x, const bd_json *at, bd_point *point, bool computed,
                            bd_error *err)
{
    bd_json member;
    bd_buf scratch = BD_BUF_INIT;
    size_t old = point->reported_count, count = old;
    bool ok = bd_json_expect(at, BD_JSON_OBJECT, err);
    bd_stat_value *all = bd_arena_alloc(&x->run->arena,
                                        (old + bd_json_count(at) + 1) * sizeof *all);
    if (old > 0)
        memcpy(all, point->reported, old * sizeof *all);
    for (bool more = ok && bd_json_first(at, &member); more && ok; more = bd_json_next(&member)) {
        bd_stat_value *value = &all[count++];
        value->computed = computed;
        if (!bd_stat_parse(bd_json_key(&member, &scratch), &value->stat)) {
            bd_json_fail(&member, err, "expected the name of a statistic");
            ok = bd_hint(err, "value n mean median sd mad min max p50 p99.9 error low high");
        }
        ok = ok && bd_take_number(x, &member, &value->number, err);
    }
    point->reported = count ? all : NULL;
    point->reported_count = count;
    bd_buf_release(&scratch);
    return ok;
}

static bool take_reported(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    return take_statistics(x, at, to, false, err);
}

static bool take_computed(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    return take_statistics(x, at, to, true, err);
}

static bool take_size(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    int64_t size;
    if (!bd_take_count(x, at, &size, err))
        return false;
    *(size_t *)to = (size_t)size;
    return true;
}

static bool take_compat_entry(interchange *x, const bd_json *at, draft *d, bd_error *err)
{
    static const bd_field fields[] = {
        { "name", offsetof(bd_compat, name), bd_take_text },
        { "value", offsetof(bd_compat, value), bd_take_number },
        { "range", offsetof(bd_compat, range), bd_take_text },
        { "unit", offsetof(bd_compat, unit), bd_take_text },
        { "extra", offsetof(bd_compat, extra), bd_take_text },
        { "place", offsetof(bd_compat, place), take_size },
        { NULL, 0, NULL },
    };
    bd_json needed;
    bd_compat *compat = bd_arena_alloc(&x->run->arena, sizeof *compat);
    if (!bd_take_object(x, at, fields, compat, err) || !bd_json_need(at, "name", &needed, err)
        || !bd_json_expect(&needed, BD_JSON_STRING, err))
        return false;
    compat->unit = compat->unit ? compat->unit : "";
    if (d->last_compat)
        d->last_compat->next = compat;
    else
        d->compat = compat;
    d->last_compat = compat;
    return true;
}

/* An object; an array of them where the action writes several entries. */
static bool take_compat(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_json entry;
    if (bd_json_typeof(at) != BD_JSON_ARRAY)
        return take_compat_entry(x, at, to, err);
    for (bool more = bd_json_first(at, &entry); more; more = bd_json_next(&entry))
        if (!take_compat_entry(x, &entry, to, err))
            return false;
    return true;
}

static bool take_source(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    draft *d = to;
    d->has_source = true;
    return bd_take_source(x, at, &d->point.source, err);
}

/* They are read when the point and its statistics are known. */
static bool take_places(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    draft *d = to;
    (void)x;
    d->places = *at;
    return bd_json_expect(at, BD_JSON_OBJECT, err);
}

static const bd_field point_fields[] = {
    { "benchmark", offsetof(bd_point, benchmark), bd_take_text },
    { "metric", offsetof(bd_point, metric), bd_take_text },
    { "mode", offsetof(bd_point, mode), bd_take_text },
    { "threads", offsetof(bd_point, threads), bd_take_count },
    { "params", offsetof(bd_point, params), bd_take_pairs },
    { "value", offsetof(bd_point, value), bd_take_number },
    { "unit", offsetof(bd_point, unit), bd_take_text },
    { "direction", offsetof(bd_point, direction), take_direction },
    { "outcome", offsetof(bd_point, outcome), bd_take_outcome },
    { "reason", offsetof(bd_point, reason), bd_take_text },
    { "error", offsetof(bd_point, error), bd_take_number },
    { "low", offsetof(bd_point, low), bd_take_number },
    { "high", offsetof(bd_point, high), bd_take_number },
    { "confidence", offsetof(draft, confidence), bd_take_number },
    { "n", offsetof(bd_point, n), bd_take_count },
    { "samples", offsetof(bd_point, samples), take_samples },
    { "sample_groups", offsetof(bd_point, samples), take_groups },
    { "warmups", offsetof(bd_point, warmups), take_samples },
    { "warmup_groups", offsetof(bd_point, warmups), take_groups },
    { "histogram", offsetof(bd_point, histogram), take_histogram },
    { "reported", 0, take_reported },
    { "computed", 0, take_computed },
    { "compat", 0, take_compat },
    { "source", 0, take_source },
    { "places", 0, take_places },
    { "rest", offsetof(bd_point, rest), bd_take_json },
    { NULL, 0, NULL },
};

/* What no single member can say. */
static bool finish(interchange *x, const bd_json *at, draft *d, bd_error *err)
{
    bd_point *p = &d->point;
    if (!p->benchmark || !p->benchmark[0])
        return bd_json_fail(at, err, "expected a member \"benchmark\" with a name");
    if (!sums_to(p->samples.groups, p->samples.group_count, p->samples.count)
        || !sums_to(p->warmups.groups, p->warmups.group_count, p->warmups.count))
        return bd_json_fail(at, err, "its groups do not add up to its samples");
    double level = bd_number_as_double(d->confidence);
    if (d->confidence.kind != BD_NUMBER_NONE && !(level > 0 && level < 1))
        return bd_json_fail(at, err, "expected a confidence between 0 and 1");
    p->confidence = d->confidence.kind == BD_NUMBER_NONE ? 0 : level;
    p->metric = p->metric ? p->metric : "value";
    p->unit = p->unit ? p->unit : "";
    p->compat = d->compat;
    if (!d->has_source && x->run->file_count == 0)
        bd_place_by_hand(x->run, at, p);
    return !d->places.doc || bd_take_places(x, &d->places, p, err);
}

bool bd_take_points(interchange *x, const bd_json *at, void *to, bd_error *err)
{
    bd_json item;
    (void)to;
    if (!bd_json_expect(at, BD_JSON_ARRAY, err))
        return false;
    for (bool more = bd_json_first(at, &item); more; more = bd_json_next(&item)) {
        draft d = { .point = { .metric = NULL } };
        if (!bd_take_object(x, &item, point_fields, &d, err) || !finish(x, &item, &d, err))
            return false;
        *bd_run_add_point(x->run) = d.point;
    }
    return true;
}
