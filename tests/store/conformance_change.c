/* What every store must do when runs are changed: a part of conformance.h. */
#include "tests/store/conformance.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS = 4 };

/* A run of the store as it says something else. Borrows all but the points from `run`. */
static bd_run renamed(const bd_run *run, const char *suite, const char *benchmark)
{
    bd_run after = *run;
    after.suite = suite;
    after.points = bd_alloc(run->point_count * sizeof *after.points);
    for (size_t i = 0; i < run->point_count; i++) {
        after.points[i] = run->points[i];
        if (benchmark)
            after.points[i].benchmark = benchmark;
    }
    return after;
}

static void put_all(bd_store *store, bd_run *runs[RUNS])
{
    runs[0] = sample_everything();
    runs[1] = sample_small("tick", 1);
    runs[2] = sample_bulk(600, 3, 2);
    runs[3] = sample_small("other", 3);
    for (size_t i = 0; i < RUNS; i++)
        store_put(store, runs[i]);
}

static void free_all(bd_run *runs[RUNS])
{
    for (size_t i = 0; i < RUNS; i++)
        bd_run_free(runs[i]);
}

static void assert_order(bd_store *store, const bd_runs *before)
{
    bd_runs got = store_load(store, NULL);
    assert_int_equal(got.count, before->count);
    for (size_t i = 0; i < got.count; i++)
        assert_string_equal(got.items[i]->id, before->items[i]->id);
    bd_runs_release(&got);
}

static void changed_runs_say_the_new_and_everything_else_as_before(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[RUNS];
    put_all(store, runs);
    bd_runs before = store_load(store, NULL);
    bd_run after[] = { renamed(runs[0], "tack", NULL), renamed(runs[2], "tack", NULL),
                       renamed(runs[1], "tick", "a new name") };
    const bd_run_change changes[] = { { .before = runs[0], .after = &after[0] },
                                      { .before = runs[2], .after = &after[1] },
                                      { .before = runs[1], .after = &after[2] } };
    assert_ok(bd_store_change(store, changes, BD_COUNT(changes), &err), &err);
    for (size_t i = 0; i < BD_COUNT(after); i++)
        store_assert_comes_back(store, &after[i]);
    store_assert_comes_back(store, runs[3]);
    store_assert_sound(store);
    assert_order(store, &before);
    bd_runs_release(&before);
    for (size_t i = 0; i < RUNS; i++) /* as their files would bring them again */
        assert_int_equal(store_put(store, runs[i]), BD_PUT_KNOWN);
    const bd_run_change back[] = { { .before = &after[0], .after = runs[0] },
                                   { .before = &after[1], .after = runs[2] },
                                   { .before = &after[2], .after = runs[1] } };
    assert_ok(bd_store_change(store, back, BD_COUNT(back), &err), &err);
    for (size_t i = 0; i < RUNS; i++)
        store_assert_comes_back(store, runs[i]);
    store_assert_sound(store);
    for (size_t i = 0; i < BD_COUNT(after); i++)
        free(after[i].points);
    free_all(runs);
    store_close(store);
}

static void an_id_that_stands_for_a_run_is_known_until_that_is_dropped(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[RUNS];
    size_t dropped;
    put_all(store, runs);
    bd_run after = renamed(runs[1], "tack", NULL);
    bd_run *under_new_name = sample_small("tack", 1);
    assert_string_equal(bd_run_id_in(runs[1], "tack", &runs[1]->arena), under_new_name->id);
    const bd_run_change rename = { .before = runs[1], .after = &after, .also = under_new_name->id };
    assert_ok(bd_store_change(store, &rename, 1, &err), &err);
    assert_int_equal(store_put(store, under_new_name), BD_PUT_KNOWN);
    const bd_run_change merge = { .before = &after, .into = runs[3]->id }; /* over two steps then */
    assert_ok(bd_store_change(store, &merge, 1, &err), &err);
    assert_int_equal(store_count(store, NULL), RUNS - 1);
    assert_int_equal(store_put(store, runs[1]), BD_PUT_KNOWN);
    assert_int_equal(store_put(store, under_new_name), BD_PUT_KNOWN);
    store_assert_sound(store);
    assert_ok(bd_store_drop(store, (const char *[]){ runs[1]->id }, 1, &dropped, &err), &err);
    assert_int_equal(dropped, 0); /* it is not there: what stands for it stays */
    assert_ok(bd_store_drop(store, (const char *[]){ runs[3]->id }, 1, &dropped, &err), &err);
    assert_int_equal(store_put(store, under_new_name), BD_PUT_NEW);
    store_assert_sound(store);
    bd_run_free(under_new_name);
    free(after.points);
    free_all(runs);
    store_close(store);
}

/* @return the number of runs that are as they were */
static size_t unchanged(bd_store *store, bd_run *const runs[RUNS])
{
    size_t same = 0;
    for (size_t i = 0; i < RUNS; i++) {
        bd_run_filter filter = { .id_prefix = runs[i]->id };
        bd_runs got = store_load(store, &filter);
        same += got.count == 1 && !sample_difference(got.items[0], runs[i]);
        bd_runs_release(&got);
    }
    return same;
}

static void one_run_that_cannot_be_changed_leaves_all_as_they_were(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *runs[RUNS];
    put_all(store, runs);
    bd_run good = renamed(runs[0], "tack", NULL), twice = renamed(runs[2], "bulk", "the same");
    bd_run not_utf8 = renamed(runs[1], "\xff", NULL), other = renamed(runs[1], "s", NULL);
    bd_run *absent = sample_small("absent", 9);
    other.id = runs[3]->id;
    const struct {
        bd_run_change second;
        const char *says;
    } rows[] = {
        { { .before = runs[2], .after = &twice }, "are of one series" },
        { { .before = runs[1], .after = &not_utf8 }, "not valid UTF-8" },
        { { .before = runs[1], .after = &other }, "changed into another" },
        { { .before = absent }, "was dropped by another process" },
        { { .before = &twice }, "was changed by another process" },
        { { .before = &good }, "was changed by another process" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_error err = BD_ERROR_INIT;
        const bd_run_change changes[] = { { .before = runs[0], .after = &good }, rows[i].second };
        if (i + 1 == BD_COUNT(rows)) /* dropped first, so that it is not what was loaded */
            assert_false(bd_store_change(store, &changes[1], 1, &err));
        else
            assert_false(bd_store_change(store, changes, BD_COUNT(changes), &err));
        assert_non_null(strstr(err.message, rows[i].says));
        assert_int_equal(unchanged(store, runs), RUNS);
        store_assert_sound(store);
    }
    bd_run_free(absent);
    free(good.points);
    free(twice.points);
    free(not_utf8.points);
    free(other.points);
    free_all(runs);
    store_close(store);
}

/* A series that is younger than a run that takes its name. */
static void series_are_put_and_found_after_a_change(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[RUNS];
    put_all(store, runs);
    bd_run after = renamed(runs[1], "other", NULL);
    const bd_run_change change = { .before = runs[1], .after = &after };
    assert_ok(bd_store_change(store, &change, 1, &err), &err);
    store_round_trip(store, sample_small("other", 20));
    store_round_trip(store, sample_small("tick", 21));
    store_assert_comes_back(store, &after);
    store_assert_sound(store);
    free(after.points);
    free_all(runs);
    store_close(store);
}

int conformance_run_change(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(changed_runs_say_the_new_and_everything_else_as_before),
        CASE(an_id_that_stands_for_a_run_is_known_until_that_is_dropped),
        CASE(one_run_that_cannot_be_changed_leaves_all_as_they_were),
        CASE(series_are_put_and_found_after_a_change),
    };
#undef CASE
    return cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
}
