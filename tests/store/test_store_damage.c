/* What the SQLite store notices of damage to what it holds. */
#include "tests/store/sample.h"
#include "tests/store/world.h"
#include "tests/support.h"

#include <string.h>
#include <unistd.h>

static void a_changed_bit_is_found_on_reading_and_by_a_check(void **state)
{
    static const char *const damages[] = {
        "UPDATE point SET facts = CAST(substr(facts, 1, 9) || x'55' || substr(facts, 11) AS BLOB)",
        "UPDATE point SET samples = NULL WHERE place = 7",
        "UPDATE point SET place = 300 - place WHERE place IN (100, 200)",
        "UPDATE point SET place = 8 WHERE place = 7",
        "UPDATE point SET place = -1 WHERE place = 7",
        "UPDATE point SET place = 4000000000 WHERE place = 7",
        "DELETE FROM point WHERE place = 7",
        "UPDATE series SET identity = x'00'",
        "DELETE FROM series",
        "UPDATE run SET body = substr(body, 2) WHERE suite = 'bulk'",
        "UPDATE run SET digest = NULL WHERE suite = 'bulk'",
        "UPDATE run SET points = 4000000000000 WHERE suite = 'bulk'",
        "UPDATE run SET points = 0 WHERE suite = 'bulk'",
        "UPDATE run SET id = replace(id, substr(id, 1, 1), 'x') WHERE suite = 'bulk'",
    };
    world *w = *state;
    for (size_t i = 0; i < BD_COUNT(damages); i++) {
        bd_store *store = world_open(w);
        store_put_free(store, sample_bulk(300, 3, 1));
        store_put_free(store, sample_nothing());
        store_close(store);
        world_run_sql(w, damages[i]);
        store = world_open(w);
        bd_error err = BD_ERROR_INIT;
        bd_runs runs = BD_RUNS_INIT;
        bd_run_filter filter = { .suite = "bulk" };
        size_t total;
        if (bd_store_load(store, &filter, &runs, &err))
            fail_msg("not found: %s", damages[i]);
        world_assert_clear(&err, w, "damaged");
        assert_int_equal(runs.count, 0);
        filter.suite = "empty"; /* the other run can still be read */
        assert_ok(bd_store_load(store, &filter, &runs, &(bd_error)BD_ERROR_INIT), &err);
        assert_int_equal(runs.count, 1);
        bd_runs_release(&runs);
        err = store_first_finding(store, &total);
        assert_int_equal(total, 1);
        world_assert_clear(&err, w, "damaged");
        store_close(store);
        unlink(bd_buf_text(&w->path));
    }
}

static void columns_that_contradict_the_run_are_found(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    store_put_free(store, sample_everything());
    store_close(store);
    world_run_sql(w, "UPDATE run SET branch = 'dev'");
    store = world_open(w);
    size_t total;
    bd_error found = store_first_finding(store, &total);
    assert_int_equal(total, 1);
    world_assert_clear(&found, w, "columns");
    store_close(store);
}

static void a_run_that_was_never_finished_is_unseen_and_replaced(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    store_put_free(store, sample_bulk(300, 3, 1));
    store_put_free(store, sample_bulk(300, 3, 2));
    store_close(store);
    world_run_sql(w, "UPDATE run SET complete = 0, digest = NULL WHERE number = 1;"
                     "DELETE FROM point WHERE place_id >> 32 = 1 AND place > 100");
    store = world_open(w);
    size_t total;
    bd_error found = store_first_finding(store, &total);
    assert_int_equal(total, 1);
    world_assert_clear(&found, w, "never finished");
    assert_int_equal(store_count(store, NULL), 1);
    store_put_free(store, sample_bulk(300, 3, 1));
    assert_int_equal(store_count(store, NULL), 2);
    store_first_finding(store, &total);
    assert_int_equal(total, 0);
    store_close(store);
}

enum { PAGE_BYTES = 16384 };

static void pages_that_were_overwritten_are_told(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    store_put_free(store, sample_bulk(3000, 3, 1));
    store_close(store);
    bd_buf whole = test_read(bd_buf_text(&w->path));
    size_t pages = whole.len / PAGE_BYTES, told = 0;
    for (size_t page = 1; page < pages; page += 1 + pages / 25) {
        bd_buf broken = BD_BUF_INIT;
        bd_buf_put_str(&broken, bd_buf_str(&whole));
        memset(broken.data + page * PAGE_BYTES, 0x5a, PAGE_BYTES);
        test_write(bd_buf_text(&w->path), broken.data, broken.len);
        bd_error err = BD_ERROR_INIT;
        bd_store_options reading = { .read_only = true };
        bd_diagnostics found = BD_DIAGNOSTICS_INIT;
        store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
        bool checked = store && bd_store_check(store, &found, &err);
        told += !checked || found.total > 0;
        if (!checked)
            world_assert_clear(&err, w, "damaged");
        bd_store_close(store, &(bd_error)BD_ERROR_INIT);
        bd_diagnostics_release(&found);
        bd_buf_release(&broken);
        if (told == 0)
            fail_msg("page %zu of %zu can be overwritten unseen", page, pages);
        told = 0;
    }
    bd_buf_release(&whole);
}

int main(void)
{
    test_fix_world();
#define CASE(function) cmocka_unit_test_setup_teardown(function, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_changed_bit_is_found_on_reading_and_by_a_check),
        CASE(columns_that_contradict_the_run_are_found),
        CASE(a_run_that_was_never_finished_is_unseen_and_replaced),
        CASE(pages_that_were_overwritten_are_told),
    };
#undef CASE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
