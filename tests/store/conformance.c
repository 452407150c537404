/* What every store must do: see conformance.h. A backend's test program calls it
 * with its URL; it knows store.h only. */
#include "tests/store/conformance.h"

#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static bd_store *reopen(const conformance *c, bool read_only)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = !read_only, .read_only = read_only };
    bd_store *store = bd_store_open(c->url, &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

bd_store *conformance_fresh(void **state)
{
    const conformance *c = *state;
    if (c->empty)
        c->empty(c->url);
    if (c->prepare)
        c->prepare(c->url);
    return reopen(c, false);
}

static void every_field_comes_back_as_it_was_put(void **state)
{
    bd_store *store = conformance_fresh(state);
    store_round_trip(store, sample_everything());
    store_round_trip(store, sample_nothing());
    store_assert_sound(store);
    store_close(store);
}

static void runs_made_by_chance_come_back(void **state)
{
    bd_store *store = conformance_fresh(state);
    size_t rounds = test_rounds(300);
    for (size_t seed = 1; seed <= rounds; seed++)
        store_round_trip(store, sample_random(seed));
    assert_int_equal(store_count(store, NULL), rounds);
    store_assert_sound(store);
    store_close(store);
}

static void runs_of_any_number_of_points_come_back(void **state)
{
    static const size_t sizes[] = { 0, 1, 255, 256, 257, 511, 512, 513, 5000 };
    bd_store *store = conformance_fresh(state);
    for (size_t i = 0; i < BD_COUNT(sizes); i++)
        store_round_trip(store, sample_bulk(sizes[i], 3, (unsigned)i));
    store_assert_sound(store);
    store_close(store);
}

static void the_same_run_again_changes_nothing(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *run = sample_everything();
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    assert_int_equal(store_put(store, run), BD_PUT_KNOWN);
    assert_int_equal(store_count(store, NULL), 1);
    store_assert_comes_back(store, run);
    bd_run_free(run);
    store_close(store);
}

/* The number of the newest run may be given again, to one that has its series. */
static void dropped_runs_are_gone_and_what_stays_is_sound(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run *runs[] = { sample_small("tick", 0), sample_small("tick", 1), sample_small("other", 2) };
    const char *ids[] = { runs[1]->id, "none", runs[2]->id };
    size_t dropped = 0;
    for (size_t i = 0; i < BD_COUNT(runs); i++)
        store_put(store, runs[i]);
    assert_ok(bd_store_drop(store, ids, BD_COUNT(ids), &dropped, &err), &err);
    assert_int_equal(dropped, 2);
    assert_int_equal(store_count(store, NULL), 1);
    store_assert_comes_back(store, runs[0]);
    store_assert_sound(store);
    assert_int_equal(store_put(store, runs[2]), BD_PUT_NEW);
    store_assert_comes_back(store, runs[2]);
    store_assert_sound(store);
    for (size_t i = 0; i < BD_COUNT(runs); i++)
        bd_run_free(runs[i]);
    store_close(store);
}

/* The series is one, the order of its params belongs to each run. */
static void params_keep_the_order_of_each_run(void **state)
{
    bd_store *store = conformance_fresh(state);
    static const char *const orders[2][2] = { { "rows", "backend" }, { "backend", "rows" } };
    for (size_t i = 0; i < 2; i++) {
        bd_run *run = bd_run_new();
        run->suite = "tick";
        bd_point *p = bd_run_add_point(run);
        p->benchmark = "write";
        for (size_t k = 0; k < 2; k++)
            bd_pairs_set(&p->params, &run->arena, bd_str_of(orders[i][k]), BD_STR("1"));
        bd_pairs_set(&run->environment, &run->arena, BD_STR("first"), bd_str_of(orders[i][0]));
        sample_seal(run);
        store_round_trip(store, run);
    }
    store_assert_sound(store);
    store_close(store);
}

static bd_run *dated(unsigned which, int64_t measured_at_ns)
{
    bd_run *run = sample_small("dated", which);
    run->measured_at_ns = measured_at_ns;
    return run;
}

static void runs_are_listed_newest_first_and_undated_ones_last(void **state)
{
    static const int64_t times[] = { 20, BD_TIME_UNKNOWN, 30, 10, 20, BD_TIME_UNKNOWN, -5 };
    static const size_t order[] = { 2, 4, 0, 3, 6, 5, 1 };
    bd_store *store = conformance_fresh(state);
    bd_run *runs[BD_COUNT(times)];
    for (size_t i = 0; i < BD_COUNT(times); i++)
        store_put(store, runs[i] = dated((unsigned)i, times[i]));
    bd_runs loaded = store_load(store, NULL);
    assert_int_equal(loaded.count, BD_COUNT(times));
    for (size_t i = 0; i < BD_COUNT(times); i++)
        sample_assert_same(loaded.items[i], runs[order[i]]);
    bd_runs_release(&loaded);
    bd_run_filter newest = { .limit = 3 };
    loaded = store_load(store, &newest);
    assert_int_equal(loaded.count, 3);
    sample_assert_same(loaded.items[2], runs[0]);
    bd_runs_release(&loaded);
    for (size_t i = 0; i < BD_COUNT(times); i++)
        bd_run_free(runs[i]);
    store_close(store);
}

static void each_filter_keeps_what_it_names(void **state)
{
    static const struct {
        bd_run_filter filter;
        size_t kept;
    } cases[] = {
        { { 0 }, 3 },
        { { .suite = "tick" }, 1 },
        { { .suite = "Tick" }, 0 },
        { { .commit_prefix = "0123456" }, 1 },
        { { .commit_prefix = "0123456%" }, 0 },
        { { .branch = "main" }, 1 },
        { { .cpu_slug = "amd-epyc-7763-64-core-processor" }, 1 },
        { { .cpu_slug = "unknown" }, 2 },
        { { .backend = "MariaDB" }, 1 },
        { { .backend = "' OR 1=1 --" }, 0 },
        { { .since_ns = 1750000000123456789 }, 1 },
        { { .since_ns = 1750000000123456790 }, 0 },
        { { .until_ns = 1750000000123456789 }, 0 },
        { { .until_ns = 1750000000123456790 }, 1 },
        { { .suite = "tick", .branch = "main", .limit = 5 }, 1 },
        { { .suite = "tick", .branch = "dev" }, 0 },
        { { .id_prefix = "00000000" }, 0 },
    };
    bd_store *store = conformance_fresh(state);
    bd_run *runs[] = { sample_everything(), sample_nothing(), sample_small("s", 1) };
    for (size_t i = 0; i < BD_COUNT(runs); i++) {
        store_put(store, runs[i]);
        bd_run_free(runs[i]);
    }
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        if (store_count(store, &cases[i].filter) != cases[i].kept)
            fail_msg("case %zu keeps %zu", i, store_count(store, &cases[i].filter));
    store_close(store);
}

static void a_list_says_what_is_known_of_a_run(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *run = sample_everything();
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 };
    store_put(store, run);
    assert_ok(bd_store_list(store, NULL, &heads, &err), &err);
    const bd_run_head *head = &heads.items[0];
    assert_string_equal(head->id, run->id);
    assert_string_equal(head->suite, "tick");
    assert_string_equal(head->format, "jmh");
    assert_string_equal(head->commit, run->commit.id);
    assert_string_equal(head->branch, "main");
    assert_string_equal(head->cpu, "AMD EPYC 7763 64-Core Processor");
    assert_string_equal(head->backend, "MariaDB");
    assert_string_equal(head->file, "build/результаты.json");
    assert_true(head->measured_at_ns == run->measured_at_ns);
    assert_true(head->commit_time_ns == -1);
    assert_int_equal(head->dirty, BD_DIRTY);
    assert_int_equal(head->point_count, 2);
    assert_int_equal(head->outcome, BD_OUTCOME_INCOMPLETE);
    bd_run_heads_release(&heads);
    bd_run_free(run);
    store_close(store);
}

static void a_prefix_that_names_no_run_is_refused(void **state)
{
    static const char *const prefixes[] = { "", "abc", "abcg", "ABCD", "....", "'or 1" };
    bd_store *store = conformance_fresh(state);
    for (size_t i = 0; i < BD_COUNT(prefixes); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_run_heads heads = { 0 };
        bd_run_filter filter = { .id_prefix = prefixes[i] };
        assert_false(bd_store_list(store, &filter, &heads, &err));
        assert_int_equal(err.code, BD_ERR_USAGE);
    }
    store_close(store);
}

static void a_run_that_was_not_sealed_is_refused(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *run = bd_run_new();
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    run->suite = "s";
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_BUG);
    bd_run_free(run);
    store_close(store);
}

static void a_store_describes_itself(void **state)
{
    const conformance *c = *state;
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_store_info info;
    for (unsigned i = 0; i < 3; i++) {
        bd_run *run = sample_bulk(10 * i, 1, i);
        store_put(store, run);
        bd_run_free(run);
    }
    assert_ok(bd_store_describe(store, &info, &err), &err);
    assert_string_equal(info.url, c->url);
    assert_true(info.version >= 1);
    assert_int_equal(info.runs, 3);
    assert_int_equal(info.points, 30);
    assert_true(info.bytes > 0);
    store_close(store);
}

static void what_was_put_stays_when_it_is_opened_again(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    bd_store *store = conformance_fresh(state);
    bd_run *run = sample_everything();
    store_put(store, run);
    store_close(store);
    store = reopen(c, true);
    store_assert_comes_back(store, run);
    store_assert_sound(store);
    store_close(store);
    store = reopen(c, false);
    assert_int_equal(store_put(store, run), BD_PUT_KNOWN);
    store_close(store);
    bd_run_free(run);
}

static void a_store_opened_for_reading_takes_nothing(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    store_close(conformance_fresh(state));
    bd_store *store = reopen(c, true);
    bd_run *run = sample_small("s", 1);
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_int_equal(store_count(store, NULL), 0);
    bd_run_free(run);
    store_close(store);
}

/* ---- runs in parts ---- */

enum { PART_RUNS = 3 };

static void put_parts(bd_store *store, bd_run *runs[PART_RUNS])
{
    runs[0] = sample_everything();
    runs[1] = sample_nothing();
    runs[2] = sample_bulk(600, 3, 2);
    for (size_t i = 0; i < PART_RUNS; i++)
        store_put(store, runs[i]);
}

static void free_parts(bd_run *runs[PART_RUNS])
{
    for (size_t i = 0; i < PART_RUNS; i++)
        bd_run_free(runs[i]);
}

static void facts_are_runs_without_their_points(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *runs[PART_RUNS];
    put_parts(store, runs);
    for (size_t i = 0; i < PART_RUNS; i++) {
        const bd_run_filter filter = { .id_prefix = runs[i]->id };
        bd_runs got = BD_RUNS_INIT;
        bd_error err = BD_ERROR_INIT;
        bd_run want = *runs[i];
        want.point_count = 0;
        assert_ok(bd_store_load_facts(store, &filter, &got, &err), &err);
        assert_int_equal(got.count, 1);
        sample_assert_same(got.items[0], &want);
        bd_runs_release(&got);
    }
    free_parts(runs);
    store_close(store);
}

static void a_run_is_opened_while_the_next_is_fetched(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_run *runs[PART_RUNS];
    bd_packed_run *last = NULL;
    put_parts(store, runs);
    for (size_t i = 0; i <= PART_RUNS; i++) {
        bd_error err = BD_ERROR_INIT;
        bd_packed_run *next = i < PART_RUNS ? bd_store_fetch(store, runs[i]->id, &err) : NULL;
        assert_ok(next || i == PART_RUNS, &err);
        bd_run *got = last ? bd_packed_run_open(last, &err) : NULL;
        assert_ok(got || !last, &err);
        if (got)
            sample_assert_same(got, runs[i - 1]);
        bd_run_free(got);
        bd_packed_run_free(last);
        last = next;
    }
    free_parts(runs);
    store_close(store);
}

static void a_run_that_is_gone_is_fetched_with_an_error_that_says_so(void **state)
{
    static const char id[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    store_round_trip(store, sample_nothing());
    assert_null(bd_store_fetch(store, id, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_string_equal(err.message, "run 0123456789ab is not there any more");
    store_close(store);
}

int conformance_run(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(every_field_comes_back_as_it_was_put),
        CASE(runs_made_by_chance_come_back),
        CASE(runs_of_any_number_of_points_come_back),
        CASE(the_same_run_again_changes_nothing),
        CASE(dropped_runs_are_gone_and_what_stays_is_sound),
        CASE(params_keep_the_order_of_each_run),
        CASE(runs_are_listed_newest_first_and_undated_ones_last),
        CASE(each_filter_keeps_what_it_names),
        CASE(a_list_says_what_is_known_of_a_run),
        CASE(a_prefix_that_names_no_run_is_refused),
        CASE(a_run_that_was_not_sealed_is_refused),
        CASE(a_store_describes_itself),
        CASE(what_was_put_stays_when_it_is_opened_again),
        CASE(a_store_opened_for_reading_takes_nothing),
        CASE(facts_are_runs_without_their_points),
        CASE(a_run_is_opened_while_the_next_is_fetched),
        CASE(a_run_that_is_gone_is_fetched_with_an_error_that_says_so),
    };
#undef CASE
    int failed = cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
    return failed + conformance_run_texts(store) + conformance_run_change(store)
           + conformance_run_upkeep(store) + conformance_run_many(store);
}
