/* A comparison of runs that misses no field: see sample.h. */
#include "tests/store/sample.h"

#include "tests/support.h"

#include <string.h>

/* One row a field: its name, and whether it is the same. */
typedef struct field {
    const char *name;
    bool same;
} field;

static const char *first_other(const field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!fields[i].same)
            return fields[i].name;
    return NULL;
}

static bool text_same(const char *a, const char *b)
{
    return (!a && !b) || (a && b && strcmp(a, b) == 0);
}

static bool bytes_same(const void *a, const void *b, size_t len)
{
    return len == 0 || (a && b && memcmp(a, b, len) == 0);
}

static bool pairs_same(const bd_pairs *a, const bd_pairs *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!text_same(a->items[i].key, b->items[i].key)
            || !text_same(a->items[i].value, b->items[i].value))
            return false;
    return true;
}

static bool person_same(const bd_person *a, const bd_person *b)
{
    return text_same(a->name, b->name) && text_same(a->email, b->email)
           && text_same(a->username, b->username);
}

static bool small_same(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count)
{
    return a_count == b_count && bytes_same(a, b, a_count * sizeof *a);
}

static bool samples_same(const bd_samples *a, const bd_samples *b)
{
    return a->count == b->count && !a->ints == !b->ints && !a->doubles == !b->doubles
           && (!a->ints || bytes_same(a->ints, b->ints, a->count * 8))
           && (!a->doubles || bytes_same(a->doubles, b->doubles, a->count * 8))
           && small_same(a->groups, a->group_count, b->groups, b->group_count);
}

static bool histogram_same(const bd_histogram *a, const bd_histogram *b)
{
    return a->count == b->count && bytes_same(a->values, b->values, a->count * 8)
           && bytes_same(a->counts, b->counts, a->count * 8)
           && small_same(a->iterations, a->iteration_count, b->iterations, b->iteration_count)
           && small_same(a->forks, a->fork_count, b->forks, b->fork_count);
}

/* One place, however it is written. */
static bool spot_same(const bd_spot *a, const bd_point *of_a, const bd_spot *b,
                      const bd_point *of_b)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_source x = bd_spot_source(a, &of_a->source, &arena);
    bd_source y = bd_spot_source(b, &of_b->source, &arena);
    bool same = x.file == y.file && x.line == y.line && x.column == y.column
                && text_same(x.path, y.path);
    bd_arena_release(&arena);
    return same;
}

static bool reported_same(const bd_point *a, const bd_point *b)
{
    if (a->reported_count != b->reported_count)
        return false;
    for (size_t i = 0; i < a->reported_count; i++) {
        const bd_stat_value *x = &a->reported[i], *y = &b->reported[i];
        if (!bd_stat_same(x->stat, y->stat) || x->stat.p_micro != y->stat.p_micro
            || !bd_number_same(x->number, y->number) || x->computed != y->computed
            || !spot_same(&x->at, a, &y->at, b))
            return false;
    }
    return true;
}

static bool compat_same(const bd_compat *a, const bd_compat *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!text_same(a->name, b->name) || !text_same(a->unit, b->unit)
            || !text_same(a->range, b->range) || !text_same(a->extra, b->extra)
            || !bd_number_same(a->value, b->value) || a->place != b->place)
            return false;
    return a == b;
}

static const char *point_difference(const bd_point *a, const bd_point *b)
{
    const field fields[] = {
        { "benchmark", text_same(a->benchmark, b->benchmark) },
        { "metric", text_same(a->metric, b->metric) },
        { "mode", text_same(a->mode, b->mode) },
        { "threads", a->threads == b->threads },
        { "params", pairs_same(&a->params, &b->params) },
        { "unit", text_same(a->unit, b->unit) },
        { "direction", a->direction == b->direction },
        { "value", bd_number_same(a->value, b->value) },
        { "error", bd_number_same(a->error, b->error) },
        { "low", bd_number_same(a->low, b->low) },
        { "high", bd_number_same(a->high, b->high) },
        { "confidence", bytes_same(&a->confidence, &b->confidence, sizeof a->confidence) },
        { "n", a->n == b->n },
        { "samples", samples_same(&a->samples, &b->samples) },
        { "warmups", samples_same(&a->warmups, &b->warmups) },
        { "histogram", histogram_same(&a->histogram, &b->histogram) },
        { "reported", reported_same(a, b) },
        { "outcome", a->outcome == b->outcome },
        { "reason of a point", text_same(a->reason, b->reason) },
        { "source.file", a->source.file == b->source.file },
        { "source.line", a->source.line == b->source.line },
        { "source.column", a->source.column == b->source.column },
        { "source.path", text_same(a->source.path, b->source.path) },
        { "place of the error", spot_same(&a->error_at, a, &b->error_at, b) },
        { "place of the lower end", spot_same(&a->low_at, a, &b->low_at, b) },
        { "place of the upper end", spot_same(&a->high_at, a, &b->high_at, b) },
        { "place of the observations", spot_same(&a->observed_at, a, &b->observed_at, b) },
        { "compat", compat_same(a->compat, b->compat) },
        { "rest of a point", text_same(a->rest, b->rest) },
    };
    return first_other(fields, BD_COUNT(fields));
}

static bool files_same(const bd_run *a, const bd_run *b)
{
    if (a->file_count != b->file_count)
        return false;
    for (size_t i = 0; i < a->file_count; i++) {
        const bd_file_fact *x = &a->files[i], *y = &b->files[i];
        if (!text_same(x->path, y->path) || !text_same(x->digest.hex, y->digest.hex)
            || x->bytes != y->bytes)
            return false;
    }
    return true;
}

static const char *commit_difference(const bd_commit *a, const bd_commit *b)
{
    const field fields[] = {
        { "commit", text_same(a->id, b->id) },
        { "message", text_same(a->message, b->message) },
        { "branch", text_same(a->branch, b->branch) },
        { "url", text_same(a->url, b->url) },
        { "author", person_same(&a->author, &b->author) },
        { "committer", person_same(&a->committer, &b->committer) },
        { "commit time", a->time_ns == b->time_ns },
        { "dirty", a->dirty == b->dirty },
    };
    return first_other(fields, BD_COUNT(fields));
}

const char *sample_difference(const bd_run *a, const bd_run *b)
{
    const field fields[] = {
        { "id", text_same(a->id, b->id) },
        { "suite", text_same(a->suite, b->suite) },
        { "format", text_same(a->format, b->format) },
        { "tool", text_same(a->tool, b->tool) },
        { "files", files_same(a, b) },
        { "environment", pairs_same(&a->environment, &b->environment) },
        { "facts", pairs_same(&a->facts, &b->facts) },
        { "measured at", a->measured_at_ns == b->measured_at_ns },
        { "measured from", text_same(a->measured_from, b->measured_from) },
        { "outcome", a->outcome == b->outcome },
        { "reason", text_same(a->reason, b->reason) },
        { "rest", text_same(a->rest, b->rest) },
        { "point count", a->point_count == b->point_count },
    };
    const char *other = first_other(fields, BD_COUNT(fields));
    if (!other)
        other = commit_difference(&a->commit, &b->commit);
    for (size_t i = 0; !other && i < a->point_count; i++)
        other = point_difference(&a->points[i], &b->points[i]);
    return other;
}

void sample_assert_same(const bd_run *got, const bd_run *want)
{
    const char *other = sample_difference(got, want);
    if (other)
        fail_msg("run %.12s: %s is not what was put", want->id, other);
}
