/* A store that comes to be with its first run: nothing before it, one whole file after
 * it, and the run of whoever came second is stored, too. */
#include "store/sqlite.h"
#include "tests/store/sample.h"
#include "tests/store/world.h"
#include "tests/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bd_store *open_late(world *w)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true, .late = true, .timeout_ms = 50 };
    bd_store *store = bd_store_open(bd_buf_text(&w->url), &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

/* Names in the world's directory, each with a space behind it. */
static void assert_there(const world *w, const char *want)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names names = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf got = BD_BUF_INIT;
    assert_ok(bd_directory_list(w->dir, &arena, &names, &err), &err);
    for (size_t i = 0; i < names.count; i++)
        bd_buf_printf(&got, "%s ", names.items[i]);
    assert_str(bd_buf_str(&got), want);
    bd_buf_release(&got);
    bd_names_release(&names);
    bd_arena_release(&arena);
}

static bool is_late(const bd_store *store)
{
    return ((const bd_sqlite *)store->db)->late != NULL;
}

/* As everybody else sees it. */
static void assert_count(world *w, size_t want)
{
    bd_store *store = world_open(w);
    assert_int_equal(store_count(store, NULL), want);
    store_assert_sound(store);
    store_close(store);
}

static void nothing_is_there_before_the_first_run(void **state)
{
    world *w = *state;
    bd_error err = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true };
    bd_store *store = open_late(w);
    assert_true(is_late(store));
    assert_null(bd_store_open(bd_buf_text(&w->url), &reading, &err));
    world_assert_clear(&err, w, "no store here");
    assert_int_equal(store_count(store, NULL), 0);
    store_close(store);
    assert_there(w, "");
}

static void the_first_run_brings_the_whole_store(void **state)
{
    world *w = *state;
    struct stat info;
    bd_run *run = sample_bulk(2000, 20, 1);
    bd_store *store = open_late(w);
    store_put(store, run);
    assert_there(w, "history.db ");
    store_close(store);
    assert_there(w, "history.db ");
    assert_int_equal(stat(bd_buf_text(&w->path), &info), 0);
    assert_int_equal(info.st_nlink, 1);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(info.st_mode & 0777, 0666 & ~mask);
    bd_buf bytes = test_read(bd_buf_text(&w->path));
    assert_memory_equal(bytes.data + 18, "\2\2", 2); /* sqlite.org/fileformat2.html, 1.3.3 */
    bd_buf_release(&bytes);
    store = world_open(w);
    store_assert_comes_back(store, run);
    store_assert_sound(store);
    store_close(store);
    bd_run_free(run);
}

static void more_runs_follow_the_first(void **state)
{
    world *w = *state;
    bd_store *store = open_late(w);
    for (unsigned which = 0; which < 3; which++)
        store_put_free(store, sample_bulk(300, 4, which));
    store_put_free(store, sample_everything());
    assert_int_equal(store_count(store, NULL), 4);
    store_assert_sound(store);
    store_close(store);
    assert_there(w, "history.db ");
    assert_count(w, 4);
}

/* Both began when nothing was there; the second has other series under its numbers. */
static void who_comes_second_puts_into_the_store_of_the_first(void **state)
{
    world *w = *state;
    bd_store *first = open_late(w), *second = open_late(w), *third = open_late(w);
    bd_run *run = sample_bulk(300, 4, 1), *other = sample_everything();
    assert_true(is_late(first) && is_late(second) && is_late(third));
    assert_int_equal(store_put(first, run), BD_PUT_NEW);
    assert_int_equal(store_put(second, other), BD_PUT_NEW);
    assert_int_equal(store_put(second, run), BD_PUT_KNOWN);
    assert_int_equal(store_put(third, run), BD_PUT_KNOWN);
    store_assert_comes_back(first, run);
    store_assert_comes_back(first, other);
    store_close(first);
    store_close(second);
    store_close(third);
    assert_there(w, "history.db ");
    assert_count(w, 2);
    bd_run_free(run);
    bd_run_free(other);
}

/* The log of a store that somebody removed would be played back into the new one. */
static void what_a_removed_store_left_is_not_taken_in(void **state)
{
    world *w = *state;
    static const char *const suffixes[] = { "-wal", "-journal" };
    for (size_t i = 0; i < BD_COUNT(suffixes); i++) {
        bd_buf left = BD_BUF_INIT;
        bd_buf_printf(&left, "%s%s", bd_buf_text(&w->path), suffixes[i]);
        test_write_text(bd_buf_text(&left), "what is left");
        bd_store *store = open_late(w);
        assert_false(is_late(store));
        store_put_free(store, sample_small("s", 1));
        store_close(store);
        assert_there(w, "history.db ");
        assert_count(w, 1);
        assert_int_equal(remove(bd_buf_text(&w->path)), 0);
        bd_buf_release(&left);
    }
}

static void a_first_run_that_fails_leaves_nothing(void **state)
{
    world *w = *state;
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    bd_store *store = open_late(w);
    sqlite3 *db = ((bd_sqlite *)store->db)->db;
    bd_run *run = sample_bulk(2000, 20, 1);
    assert_int_equal(sqlite3_exec(db, "PRAGMA max_page_count = 12", NULL, NULL, NULL), SQLITE_OK);
    assert_false(bd_store_put(store, run, &what, &err));
    world_assert_clear(&err, w, "disk is full");
    assert_int_equal(store_count(store, NULL), 0);
    store_put_free(store, sample_small("s", 1)); /* the failed one was taken back whole */
    store_close(store);
    assert_count(w, 1);
    assert_int_equal(remove(bd_buf_text(&w->path)), 0);
    store = open_late(w);
    db = ((bd_sqlite *)store->db)->db;
    assert_int_equal(sqlite3_exec(db, "PRAGMA max_page_count = 12", NULL, NULL, NULL), SQLITE_OK);
    assert_false(bd_store_put(store, run, &what, &err));
    store_close(store);
    assert_there(w, "");
    bd_run_free(run);
}

/* ---- many ---- */

enum { RUNS = 3 };

typedef struct many {
    bd_run *runs[RUNS];
    bd_put results[RUNS];
    size_t stored;
} many;

static void make(many *m)
{
    for (unsigned i = 0; i < RUNS; i++)
        m->runs[i] = sample_bulk(300, 4, i + 1);
}

static void free_all(many *m)
{
    for (size_t i = 0; i < RUNS; i++)
        bd_run_free(m->runs[i]);
}

static bool put_all(bd_store *store, many *m, bd_error *err)
{
    return bd_store_put_all(store, (const bd_run *const *)m->runs, RUNS, m->results, &m->stored,
                            err);
}

/* It is asked between the runs. */
static bool nothing_is_there(void *state)
{
    world *w = state;
    assert_false(bd_file_exists(bd_buf_text(&w->path)));
    return false;
}

static void many_runs_come_to_be_together(void **state)
{
    world *w = *state;
    many m;
    bd_error err = BD_ERROR_INIT;
    bd_env env = { .state = w, .interrupted = nothing_is_there };
    bd_store_options options = { .create = true, .late = true, .env = &env };
    make(&m);
    bd_store *store = bd_store_open(bd_buf_text(&w->url), &options, &err);
    assert_ok(put_all(store, &m, &err), &err);
    assert_int_equal(m.stored, RUNS);
    assert_there(w, "history.db ");
    store_assert_comes_back(store, m.runs[RUNS - 1]);
    store_close(store);
    assert_count(w, RUNS);
    free_all(&m);
}

static void many_that_come_second_are_put_into_the_store_of_the_first(void **state)
{
    world *w = *state;
    many m;
    bd_error err = BD_ERROR_INIT;
    make(&m);
    bd_store *first = open_late(w), *second = open_late(w);
    store_put(first, m.runs[1]);
    store_put_free(first, sample_everything());
    assert_true(is_late(second));
    assert_ok(put_all(second, &m, &err), &err);
    assert_int_equal(m.stored, RUNS);
    assert_int_equal(m.results[0], BD_PUT_NEW);
    assert_int_equal(m.results[1], BD_PUT_KNOWN);
    for (size_t i = 0; i < RUNS; i++)
        store_assert_comes_back(first, m.runs[i]);
    store_close(first);
    store_close(second);
    assert_count(w, RUNS + 1);
    free_all(&m);
}

static void runs_before_one_that_fails_are_a_store(void **state)
{
    world *w = *state;
    many m;
    bd_error err = BD_ERROR_INIT;
    make(&m);
    m.runs[1]->id = NULL;
    bd_store *store = open_late(w);
    assert_false(put_all(store, &m, &err));
    assert_int_equal(m.stored, 1);
    store_close(store);
    assert_count(w, 1);
    free_all(&m);
}

int main(void)
{
    test_fix_world();
#define CASE(function) cmocka_unit_test_setup_teardown(function, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        CASE(nothing_is_there_before_the_first_run),
        CASE(the_first_run_brings_the_whole_store),
        CASE(more_runs_follow_the_first),
        CASE(who_comes_second_puts_into_the_store_of_the_first),
        CASE(what_a_removed_store_left_is_not_taken_in),
        CASE(a_first_run_that_fails_leaves_nothing),
        CASE(many_runs_come_to_be_together),
        CASE(many_that_come_second_are_put_into_the_store_of_the_first),
        CASE(runs_before_one_that_fails_are_a_store),
    };
#undef CASE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
