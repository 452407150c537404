/* The calls of store.h, with every error a failed test: see tools.h. */
#include "tests/store/tools.h"

#include "tests/store/sample.h"
#include "tests/support.h"

#include <sys/random.h>
#include <time.h>

static int64_t now(void *state)
{
    struct timespec time;
    (void)state;
    clock_gettime(CLOCK_REALTIME, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_for(void *state, int64_t ns)
{
    struct timespec time = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };
    (void)state;
    nanosleep(&time, NULL);
}

static uint64_t chance(void *state)
{
    uint64_t bits = 0;
    (void)state;
    assert_int_equal(getrandom(&bits, sizeof bits, 0), sizeof bits);
    return bits;
}

const bd_env *store_env(void)
{
    static const bd_env env = { .now_unix_ns = now, .sleep_ns = sleep_for, .random_u64 = chance };
    return &env;
}

void store_close(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_store_close(store, &err), &err);
}

bd_put store_put(bd_store *store, const bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    bd_put what = BD_PUT_KNOWN;
    assert_ok(bd_store_put(store, run, &what, &err), &err);
    return what;
}

bd_runs store_load(bd_store *store, const bd_run_filter *filter)
{
    bd_error err = BD_ERROR_INIT;
    bd_runs runs = BD_RUNS_INIT;
    assert_ok(bd_store_load(store, filter, &runs, &err), &err);
    return runs;
}

size_t store_count(bd_store *store, const bd_run_filter *filter)
{
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 };
    assert_ok(bd_store_list(store, filter, &heads, &err), &err);
    size_t n = heads.count;
    bd_run_heads_release(&heads);
    return n;
}

void store_assert_sound(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    assert_ok(bd_store_check(store, &found, &err), &err);
    if (found.total > 0)
        fail_msg("%s: %s", found.items[0].error.file, found.items[0].error.message);
    bd_diagnostics_release(&found);
}

void store_assert_comes_back(bd_store *store, const bd_run *run)
{
    bd_run_filter filter = { .id_prefix = run->id };
    bd_runs runs = store_load(store, &filter);
    assert_int_equal(runs.count, 1);
    sample_assert_same(runs.items[0], run);
    bd_runs_release(&runs);
}

void store_round_trip(bd_store *store, bd_run *run)
{
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    store_assert_comes_back(store, run);
    bd_run_free(run);
}

void store_put_free(bd_store *store, bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_ok(bd_store_put(store, run, &what, &err), &err);
    bd_run_free(run);
}

bd_error store_first_finding(bd_store *store, size_t *total)
{
    bd_error err = BD_ERROR_INIT, first = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    assert_ok(bd_store_check(store, &found, &err), &err);
    *total = found.total;
    if (found.count > 0)
        first = found.items[0].error;
    bd_diagnostics_release(&found);
    return first;
}
