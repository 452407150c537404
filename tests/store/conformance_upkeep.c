/* What every store must do with itself as a whole: see conformance.h. */
#include "tests/store/conformance.h"

#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <string.h>

static void upkeep_changes_nothing_in_a_sound_store(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_store_repaired gone = { .runs = 7, .points = 7 };
    bd_run *run = sample_everything(), *bulk = sample_bulk(600, 3, 1);
    store_put(store, run);
    store_put(store, bulk);
    assert_ok(bd_store_repair(store, &gone, &err), &err);
    assert_true(gone.runs == 0 && gone.points == 0);
    assert_ok(bd_store_vacuum(store, &err), &err);
    store_assert_comes_back(store, run);
    store_assert_comes_back(store, bulk);
    store_assert_sound(store);
    bd_run_free(run);
    bd_run_free(bulk);
    store_close(store);
}

static void a_store_opened_for_reading_is_not_kept_up(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    store_close(conformance_fresh(state));
    bd_error err = BD_ERROR_INIT, also = BD_ERROR_INIT, third = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true };
    bd_store *store = bd_store_open(c->url, &reading, &err);
    bd_store_repaired gone;
    const bd_alias alias = { "a", "b" };
    assert_false(bd_store_repair(store, &gone, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_false(bd_store_vacuum(store, &also));
    assert_int_equal(also.code, BD_ERR_STORE);
    assert_false(bd_store_put_aliases(store, &alias, 1, &third));
    assert_int_equal(third.code, BD_ERR_STORE);
    store_close(store);
}

static void aliases_come_out_as_they_were_put(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_aliases got = { 0 };
    bd_run *run = sample_small("s", 1), *merged = sample_small("s", 2);
    const bd_alias first[] = { { merged->id, "elsewhere" }, { "another", merged->id } };
    const bd_alias again[] = { { merged->id, run->id } };
    store_put(store, run);
    assert_ok(bd_store_put_aliases(store, first, BD_COUNT(first), &err), &err);
    assert_ok(bd_store_put_aliases(store, again, BD_COUNT(again), &err), &err);
    assert_ok(bd_store_put_aliases(store, NULL, 0, &err), &err);
    assert_ok(bd_store_aliases(store, &got, &err), &err);
    assert_int_equal(got.count, 2);
    assert_string_equal(got.items[0].id, merged->id);
    assert_string_equal(got.items[0].of, run->id);
    assert_string_equal(got.items[1].id, "another");
    assert_int_equal(store_put(store, merged), BD_PUT_KNOWN);
    assert_int_equal(store_count(store, NULL), 1);
    bd_aliases_release(&got);
    bd_run_free(run);
    bd_run_free(merged);
    store_close(store);
}

static void a_digest_is_the_same_in_every_store(void **state)
{
    bd_store *store = conformance_fresh(state);
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 }, others = { 0 };
    bd_store_options creating = { .create = true };
    bd_store *other = bd_store_open(":memory:", &creating, &err);
    bd_run *runs[] = { sample_everything(), sample_nothing(), sample_bulk(700, 2, 1),
                       sample_random(4) };
    for (size_t i = 0; i < BD_COUNT(runs); i++) {
        store_put(store, runs[i]);
        store_put(other, runs[i]);
        bd_run_free(runs[i]);
    }
    assert_ok(bd_store_list(store, NULL, &heads, &err), &err);
    assert_ok(bd_store_list(other, NULL, &others, &err), &err);
    assert_int_equal(heads.count, BD_COUNT(runs));
    for (size_t i = 0; i < heads.count; i++) {
        assert_int_equal(strlen(heads.items[i].digest), 64);
        assert_string_equal(heads.items[i].id, others.items[i].id);
        assert_string_equal(heads.items[i].digest, others.items[i].digest);
    }
    bd_run_heads_release(&heads);
    bd_run_heads_release(&others);
    store_close(other);
    store_close(store);
}

static void where_there_is_no_store_nobody_has_to_be_told(void **state)
{
    const conformance *c = *state;
    if (!c->persists)
        skip();
    store_close(conformance_fresh(state));
    c->empty(c->url);
    bd_error err = BD_ERROR_INIT;
    bd_store_options maybe = { .read_only = true, .absent_ok = true };
    bd_store_options surely = { .read_only = true };
    assert_null(bd_store_open(c->url, &maybe, &err));
    assert_int_equal(err.code, BD_OK);
    assert_null(bd_store_open(c->url, &surely, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_non_null(strstr(err.hint, "benchdoc ingest"));
}

int conformance_run_upkeep(const conformance *store)
{
#define CASE(function) cmocka_unit_test_prestate(function, (void *)(uintptr_t)store)
    const struct CMUnitTest tests[] = {
        CASE(upkeep_changes_nothing_in_a_sound_store),
        CASE(a_store_opened_for_reading_is_not_kept_up),
        CASE(aliases_come_out_as_they_were_put),
        CASE(a_digest_is_the_same_in_every_store),
        CASE(where_there_is_no_store_nobody_has_to_be_told),
    };
#undef CASE
    return cmocka_run_group_tests_name(store->name, tests, NULL, NULL);
}
