/* Comparing runs: see same_run.h. */
#include "tests/ingest/same_run.h"

#include "tests/support.h"

#include <string.h>

static void same_text(const char *a, const char *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a)
        assert_string_equal(a, b);
}

static void same_pairs(const bd_pairs *a, const bd_pairs *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        same_text(a->items[i].key, b->items[i].key);
        same_text(a->items[i].value, b->items[i].value);
    }
}

static void same_bytes(const void *a, const void *b, size_t size)
{
    assert_int_equal(a == NULL, b == NULL);
    if (a && size > 0)
        assert_memory_equal(a, b, size);
}

static void same_samples(const bd_samples *a, const bd_samples *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->group_count, b->group_count);
    same_bytes(a->groups, b->groups, a->group_count * sizeof *a->groups);
    if (a->count == 0)
        return;
    same_bytes(a->ints, b->ints, a->count * sizeof *a->ints);
    same_bytes(a->doubles, b->doubles, a->count * sizeof *a->doubles);
}

static void same_histogram(const bd_histogram *a, const bd_histogram *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->iteration_count, b->iteration_count);
    assert_int_equal(a->fork_count, b->fork_count);
    if (a->count == 0)
        return;
    same_bytes(a->values, b->values, a->count * sizeof *a->values);
    same_bytes(a->counts, b->counts, a->count * sizeof *a->counts);
    same_bytes(a->iterations, b->iterations, a->iteration_count * sizeof *a->iterations);
    same_bytes(a->forks, b->forks, a->fork_count * sizeof *a->forks);
}

static void same_compat(const bd_compat *a, const bd_compat *b)
{
    assert_int_equal(a == NULL, b == NULL);
    if (!a)
        return;
    same_text(a->name, b->name);
    same_text(a->unit, b->unit);
    same_text(a->range, b->range);
    same_text(a->extra, b->extra);
    assert_true(bd_number_same(a->value, b->value));
    assert_int_equal(a->place, b->place);
    same_compat(a->next, b->next);
}

/* One place, however it is written. */
static void same_spot(const bd_spot *x, const bd_point *a, const bd_spot *y, const bd_point *b)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_source in_a = bd_spot_source(x, &a->source, &arena);
    bd_source in_b = bd_spot_source(y, &b->source, &arena);
    same_text(in_a.path, in_b.path);
    assert_int_equal(in_a.file, in_b.file);
    assert_int_equal(in_a.line, in_b.line);
    assert_int_equal(in_a.column, in_b.column);
    bd_arena_release(&arena);
}

static void same_point(const bd_point *a, const bd_point *b)
{
    same_text(a->benchmark, b->benchmark);
    same_text(a->metric, b->metric);
    same_text(a->mode, b->mode);
    same_text(a->unit, b->unit);
    same_text(a->reason, b->reason);
    same_text(a->rest, b->rest);
    same_text(a->source.path, b->source.path);
    assert_int_equal(a->source.file, b->source.file);
    assert_int_equal(a->source.line, b->source.line);
    assert_int_equal(a->source.column, b->source.column);
    assert_int_equal(a->threads, b->threads);
    assert_int_equal(a->direction, b->direction);
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->n, b->n);
    assert_true(bd_number_same(a->value, b->value));
    assert_true(bd_number_same(a->error, b->error));
    assert_true(bd_number_same(a->low, b->low));
    assert_true(bd_number_same(a->high, b->high));
    assert_memory_equal(&a->confidence, &b->confidence, sizeof a->confidence);
    same_pairs(&a->params, &b->params);
    same_samples(&a->samples, &b->samples);
    same_samples(&a->warmups, &b->warmups);
    same_histogram(&a->histogram, &b->histogram);
    same_compat(a->compat, b->compat);
    assert_int_equal(a->reported_count, b->reported_count);
    for (size_t i = 0; i < a->reported_count; i++) {
        assert_true(bd_stat_same(a->reported[i].stat, b->reported[i].stat));
        assert_true(bd_number_same(a->reported[i].number, b->reported[i].number));
        assert_int_equal(a->reported[i].computed, b->reported[i].computed);
        same_spot(&a->reported[i].at, a, &b->reported[i].at, b);
    }
    same_spot(&a->error_at, a, &b->error_at, b);
    same_spot(&a->low_at, a, &b->low_at, b);
    same_spot(&a->high_at, a, &b->high_at, b);
    same_spot(&a->observed_at, a, &b->observed_at, b);
}

static void same_person(const bd_person *a, const bd_person *b)
{
    same_text(a->name, b->name);
    same_text(a->email, b->email);
    same_text(a->username, b->username);
}

void assert_same_runs(const bd_run *a, const bd_run *b)
{
    same_text(a->id, b->id);
    same_text(a->suite, b->suite);
    same_text(a->format, b->format);
    same_text(a->tool, b->tool);
    same_text(a->measured_from, b->measured_from);
    same_text(a->reason, b->reason);
    same_text(a->rest, b->rest);
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->measured_at_ns, b->measured_at_ns);
    same_text(a->commit.id, b->commit.id);
    same_text(a->commit.message, b->commit.message);
    same_text(a->commit.branch, b->commit.branch);
    same_text(a->commit.url, b->commit.url);
    same_person(&a->commit.author, &b->commit.author);
    same_person(&a->commit.committer, &b->commit.committer);
    assert_int_equal(a->commit.time_ns, b->commit.time_ns);
    assert_int_equal(a->commit.dirty, b->commit.dirty);
    same_pairs(&a->environment, &b->environment);
    same_pairs(&a->facts, &b->facts);
    assert_int_equal(a->file_count, b->file_count);
    for (size_t i = 0; i < a->file_count; i++) {
        same_text(a->files[i].path, b->files[i].path);
        assert_string_equal(a->files[i].digest.hex, b->files[i].digest.hex);
        assert_int_equal(a->files[i].bytes, b->files[i].bytes);
    }
    assert_int_equal(a->point_count, b->point_count);
    for (size_t i = 0; i < a->point_count; i++)
        same_point(&a->points[i], &b->points[i]);
}
