/* Many writers of one server, which is restarted under their hands. */
#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WRITERS = 16, STARTERS = 10, FAILED = 100 };

static bd_store *open_writer(bd_error *err)
{
    bd_store_options options = { .create = true, .env = store_env() };
    return bd_store_open(postgres_url(), &options, err);
}

/* @return the read end: the children's work begins when the other end is closed */
static void begin_together(int ends[static 2])
{
    assert_int_equal(pipe(ends), 0);
}

static void wait_for_start(const int ends[static 2])
{
    char go;
    close(ends[1]);
    if (read(ends[0], &go, 1) != 0)
        _exit(FAILED);
}

static int sum_of_exits(const pid_t *children, size_t count)
{
    int sum = 0;
    for (size_t i = 0; i < count; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        sum += WEXITSTATUS(status);
    }
    return sum;
}

/* ---- ten first starters ---- */

/* @return 1 = the run was new, 0 = known */
static int start_first(void)
{
    bd_error err = BD_ERROR_INIT;
    bd_store *store = open_writer(&err);
    bd_run *run = sample_bulk(300, 2, 1);
    bd_put what = BD_PUT_KNOWN;
    bool ok = store && bd_store_put(store, run, &what, &err) && bd_store_close(store, &err);
    if (!ok)
        print_error("%s\n", err.message);
    return !ok ? FAILED : what == BD_PUT_NEW;
}

static void of_ten_first_starters_one_makes_the_store(void **state)
{
    (void)state;
    postgres_need();
    for (size_t round = 0; round < test_rounds(20); round++) {
        pid_t children[STARTERS];
        int ends[2];
        postgres_empty(postgres_url());
        begin_together(ends);
        for (size_t i = 0; i < STARTERS; i++) {
            children[i] = fork();
            assert_true(children[i] >= 0);
            if (children[i] == 0) {
                wait_for_start(ends);
                _exit(start_first());
            }
        }
        close(ends[0]);
        close(ends[1]);
        assert_int_equal(sum_of_exits(children, STARTERS), 1);
        bd_error err = BD_ERROR_INIT;
        bd_store *store = open_writer(&err);
        assert_ok(store != NULL, &err);
        assert_int_equal(store_count(store, NULL), 1);
        store_assert_sound(store);
        store_close(store);
    }
}

/* ---- sixteen writers, and a server that goes and comes ---- */

/* Small ones and large ones; each tenth is one that every writer has. */
static bd_run *run_of(unsigned writer, unsigned which)
{
    unsigned number = which % 10 == 9 ? 900000 + which : writer * 1000 + which;
    bd_run *run = sample_bulk(which % 4 == 0 ? 400 : 20, 3, number);
    run->points[1].benchmark = bd_arena_printf(&run->arena, "own%u", number);
    return run;
}

/* One byte to the parent for each run that was acknowledged. */
static int write_all(unsigned writer, unsigned runs, int told)
{
    bd_error err = BD_ERROR_INIT;
    bd_store *store = open_writer(&err);
    bool ok = store != NULL;
    for (unsigned which = 0; ok && which < runs; which++) {
        bd_put what;
        bd_run *run = run_of(writer, which);
        ok = bd_store_put(store, run, &what, &err) && write(told, "+", 1) == 1;
        bd_run_free(run);
    }
    if (!ok)
        print_error("writer %u: %s\n", writer, err.message);
    return ok && bd_store_close(store, &err) ? 0 : FAILED;
}

/* Restarts the server three times, a quarter of all runs apart. */
static void restart_between(int told, unsigned all)
{
    static const char *const modes[] = { "fast", "immediate", "fast" };
    char c;
    unsigned acknowledged = 0;
    size_t restarts = 0;
    while (read(told, &c, 1) == 1) {
        acknowledged++;
        if (restarts < BD_COUNT(modes) && acknowledged >= all / 4 * (restarts + 1))
            postgres_restart(modes[restarts++]);
    }
    assert_int_equal(acknowledged, all);
    assert_int_equal(restarts, BD_COUNT(modes));
}

/* The same runs in SQLite have the same digests. */
static void compare_with_sqlite(unsigned runs)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options creating = { .create = true };
    bd_run_heads heads = { 0 }, want = { 0 };
    bd_store *store = open_writer(&err), *other = bd_store_open(":memory:", &creating, &err);
    assert_ok(store && other, &err);
    for (unsigned w = 0; w < WRITERS; w++)
        for (unsigned which = 0; which < runs; which++) {
            bd_run *run = run_of(w, which);
            store_put(other, run);
            bd_run_free(run);
        }
    store_assert_sound(store);
    assert_ok(bd_store_list(store, NULL, &heads, &err), &err);
    assert_ok(bd_store_list(other, NULL, &want, &err), &err);
    assert_int_equal(heads.count, want.count);
    for (size_t i = 0; i < heads.count; i++) { /* the time of each is its own */
        assert_string_equal(heads.items[i].id, want.items[i].id);
        assert_string_equal(heads.items[i].digest, want.items[i].digest);
    }
    bd_run_heads_release(&heads);
    bd_run_heads_release(&want);
    store_close(store);
    store_close(other);
}

static void what_many_writers_stored_is_there_once(void **state)
{
    (void)state;
    unsigned runs = (unsigned)test_rounds(200);
    pid_t children[WRITERS];
    int told[2];
    postgres_empty(postgres_need());
    assert_int_equal(pipe(told), 0);
    for (unsigned w = 0; w < WRITERS; w++) {
        children[w] = fork();
        assert_true(children[w] >= 0);
        if (children[w] == 0) {
            close(told[0]);
            _exit(write_all(w, runs, told[1]));
        }
    }
    close(told[1]);
    restart_between(told[0], WRITERS * runs);
    close(told[0]);
    assert_int_equal(sum_of_exits(children, WRITERS), 0);
    compare_with_sqlite(runs);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_ten_first_starters_one_makes_the_store),
        cmocka_unit_test(what_many_writers_stored_is_there_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
