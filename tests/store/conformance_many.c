/* What every store must do with runs that are put together: see conformance.h. */
#include "tests/store/conformance.h"

#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <string.h>

enum { RUNS = 5, POINTS = 300, SAMPLES = 3 };

static void make(bd_run *runs[RUNS])
{
    for (unsigned i = 0; i < RUNS; i++)
        runs[i] = i == 2 ? sample_everything() : sample_bulk(POINTS, SAMPLES, i);
}

static void free_all(bd_run *runs[RUNS])
{
    for (size_t i = 0; i < RUNS; i++)
        bd_run_free(runs[i]);
}

static bool put_all(bd_store *store, bd_run *runs[RUNS], bd_put results[RUNS], size_t *stored,
                    bd_error *err)
{
    return bd_store_put_all(store, (const bd_run *const *)runs, RUNS, results, stored, err);
}

static void many_are_put_as_one_by_one(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[RUNS];
    bd_put results[RUNS];
    size_t stored;
    make(runs);
    store_put(store, runs[3]);
    assert_ok(put_all(store, runs, results, &stored, &err), &err);
    assert_int_equal(stored, RUNS);
    for (size_t i = 0; i < RUNS; i++) {
        assert_int_equal(results[i], i == 3 ? BD_PUT_KNOWN : BD_PUT_NEW);
        store_assert_comes_back(store, runs[i]);
    }
    assert_ok(put_all(store, runs, results, &stored, &err), &err);
    assert_int_equal(stored, RUNS);
    assert_int_equal(results[0], BD_PUT_KNOWN);
    assert_ok(bd_store_put_all(store, NULL, 0, NULL, &stored, &err), &err);
    assert_int_equal(stored, 0);
    assert_int_equal(store_count(store, NULL), RUNS);
    store_assert_sound(store);
    store_close(store);
    free_all(runs);
}

static void one_that_fails_ends_it_after_those_before_it(void **state)
{
    bd_store *store = conformance_fresh(state);
    for (size_t bad = 0; bad < RUNS; bad++) {
        bd_error err = BD_ERROR_INIT;
        bd_run *runs[RUNS];
        bd_put results[RUNS];
        size_t stored;
        make(runs);
        runs[bad]->suite = "no UTF-8: \xff";
        assert_false(put_all(store, runs, results, &stored, &err));
        assert_int_equal(err.code, BD_ERR_STORE);
        assert_int_equal(stored, bad);
        assert_int_equal(store_count(store, NULL), bad);
        store_assert_sound(store);
        free_all(runs);
    }
    store_close(store);
}

/* From the `left`th look on. */
static bool is_interrupted(void *state)
{
    size_t *left = state;
    return *left == 0 || --*left == 0;
}

static void an_interruption_ends_it_after_a_whole_run(void **state)
{
    const conformance *c = *state;
    size_t left = 2, stored;
    bd_env env = *store_env();
    bd_store_options options = { .create = true, .env = &env };
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[RUNS];
    bd_put results[RUNS];
    env.state = &left;
    env.interrupted = is_interrupted;
    store_close(conformance_fresh(state));
    bd_store *store = bd_store_open(c->url, &options, &err);
    assert_ok(store != NULL, &err);
    make(runs);
    assert_false(put_all(store, runs, results, &stored, &err));
    assert_int_equal(err.code, BD_ERR_INTERRUPTED);
    assert_int_equal(stored, 2);
    assert_int_equal(store_count(store, NULL), 2);
    store_assert_comes_back(store, runs[1]);
    store_assert_sound(store);
    store_close(store);
    free_all(runs);
}

int conformance_run_many(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(many_are_put_as_one_by_one),
        CASE(one_that_fails_ends_it_after_those_before_it),
        CASE(an_interruption_ends_it_after_a_whole_run),
    };
#undef CASE
    return cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
}
