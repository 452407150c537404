/* Many processes, and processes that die: whole runs only, each once. */
#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POINTS = 300, SAMPLES = 4 };

/* A kind of store. `fresh` appends the URL of one that is not there yet; `settle` waits until
 * nothing goes on any more for a process that was killed. */
typedef struct kind {
    void (*fresh)(const char *dir, size_t round, bd_buf *url);
    void (*settle)(void);
    unsigned together; /* runs of a put */
} kind;

enum { TOGETHER_MOST = 3 };

static void settle_nothing(void)
{
}

static void fresh_file(const char *dir, size_t round, bd_buf *url)
{
    bd_buf_printf(url, "sqlite:%s/%zu/history.db", dir, round);
}

static void fresh_server(const char *dir, size_t round, bd_buf *url)
{
    (void)dir;
    (void)round;
    postgres_empty(postgres_need());
    bd_buf_puts(url, postgres_url());
}

static bd_store *open_store(const char *url, bool late, bd_error *err)
{
    bd_store_options options = { .create = true, .late = late, .env = store_env() };
    return bd_store_open(url, &options, err);
}

/* ---- killed at any moment ---- */

/* Some runs from `which` on. */
static bool put_some(bd_store *store, unsigned which, unsigned together, bd_error *err)
{
    bd_run *runs[TOGETHER_MOST];
    bd_put results[TOGETHER_MOST];
    size_t stored;
    for (unsigned i = 0; i < together; i++)
        runs[i] = sample_bulk(POINTS, SAMPLES, which + i);
    bool ok = bd_store_put_all(store, (const bd_run *const *)runs, together, results, &stored, err);
    for (unsigned i = 0; i < together; i++)
        bd_run_free(runs[i]);
    return ok;
}

/* Puts runs until it is killed; tells each that was acknowledged. */
static void put_for_ever(const char *url, unsigned first, unsigned together, int told)
{
    bd_error err = BD_ERROR_INIT;
    bd_store *store = NULL;
    for (unsigned which = first;; which += together) {
        if (!store)
            store = open_store(url, true, &err);
        if (!store || !put_some(store, which, together, &err)
            || write(told, "+++", together) != (ssize_t)together)
            _exit(9);
        if (which % 3 == 0) { /* opening and closing are moments too */
            if (!bd_store_close(store, &err))
                _exit(9);
            store = NULL;
        }
    }
}

typedef struct moment {
    unsigned first, together, wait_for;
    long microseconds;
} moment;

/* Kills a writer some microseconds after it has acknowledged `wait_for` runs: on a
 * slow machine too, some do get that far.
 * @return how many it had acknowledged */
static unsigned kill_one(const char *url, const moment *m)
{
    int ends[2];
    unsigned acknowledged = 0;
    char c;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        put_for_ever(url, m->first, m->together, ends[1]);
    }
    close(ends[1]);
    while (acknowledged < m->wait_for && read(ends[0], &c, 1) == 1)
        acknowledged++;
    struct timespec pause = { .tv_sec = 0, .tv_nsec = m->microseconds * 1000 };
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    while (read(ends[0], &c, 1) == 1)
        acknowledged++;
    close(ends[0]);
    return acknowledged;
}

/* Whole, sound, everything that was acknowledged and at most one put more.
 * @return how many runs there are of those from `first` on */
static unsigned look_after(const char *url, unsigned first, unsigned acknowledged,
                           unsigned together)
{
    bd_error err = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_store *store = open_store(url, true, &err);
    assert_ok(store != NULL, &err);
    assert_ok(bd_store_check(store, &found, &err), &err);
    if (found.total > 0)
        fail_msg("%s", found.items[0].error.message);
    unsigned there = 0;
    for (bool more = true; more; there += more) {
        bd_run *want = sample_bulk(POINTS, SAMPLES, first + there);
        bd_run_filter filter = { .id_prefix = want->id };
        bd_runs runs = BD_RUNS_INIT;
        assert_ok(bd_store_load(store, &filter, &runs, &err), &err);
        more = runs.count > 0;
        if (more)
            sample_assert_same(runs.items[0], want);
        bd_runs_release(&runs);
        bd_run_free(want);
    }
    assert_in_range(there, acknowledged, acknowledged + together);
    assert_ok(bd_store_close(store, &err), &err);
    return there;
}

static void a_killed_writer_leaves_whole_runs_only(void **state)
{
    const kind *of = *state;
    char *dir = test_temp_dir();
    bd_buf url = BD_BUF_INIT;
    size_t rounds = test_rounds(200);
    unsigned first = 0, acknowledged = 0;
    uint32_t chance = 1;
    for (size_t round = 0; round < rounds; round++) {
        if (round % 4 == 0) { /* creating is a moment too */
            bd_buf_clear(&url);
            of->fresh(dir, round, &url);
        }
        chance = chance * 1664525u + 1013904223u; /* Knuth's and Lewis' generator */
        unsigned now = kill_one(bd_buf_text(&url), &(moment){ first, of->together, chance >> 20 & 3,
                                                              (long)(chance >> 8) % 40000 });
        acknowledged += now;
        of->settle();
        first += look_after(bd_buf_text(&url), first, now, of->together);
    }
    print_message("%zu kills, %u runs acknowledged, %u stored\n", rounds, acknowledged, first);
    assert_true(acknowledged > 0);
    test_remove_tree(dir);
    bd_buf_release(&url);
    free(dir);
}

/* ---- the same runs at once ---- */

enum { WRITERS = 4, RUNS = 12 };

/* @return how many runs were new, 100 = something failed */
static int put_all(const char *url, bool late, int start)
{
    char go;
    bd_error err = BD_ERROR_INIT;
    if (read(start, &go, 1) != 0) /* the parent closes its end */
        return 100;
    bd_store *store = open_store(url, late, &err);
    int fresh = store ? 0 : 100;
    for (unsigned which = 0; store && which < RUNS; which++) {
        bd_run *run = sample_bulk(POINTS, SAMPLES, which);
        bd_put what;
        if (!bd_store_put(store, run, &what, &err))
            fresh = 100;
        else if (what == BD_PUT_NEW)
            fresh++;
        bd_run_free(run);
    }
    if (!bd_store_close(store, &err))
        fresh = 100;
    if (err.code != BD_OK)
        print_error("%s: %s\n", err.file, err.message);
    return fresh;
}

/* In every way of creating, and each mixture of them. */
static int race(const char *url, size_t round)
{
    int ends[2], fresh = 0;
    pid_t children[WRITERS];
    assert_int_equal(pipe(ends), 0);
    for (size_t i = 0; i < WRITERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            close(ends[1]);
            _exit(put_all(url, (round >> i & 1) == 0, ends[0]));
        }
    }
    close(ends[0]);
    close(ends[1]); /* go */
    for (size_t i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        fresh += WEXITSTATUS(status);
    }
    return fresh;
}

/* They also create the store together. */
static void writers_of_the_same_runs_store_each_once(void **state)
{
    const kind *of = *state;
    char *dir = test_temp_dir();
    size_t rounds = test_rounds(50);
    for (size_t round = 0; round < rounds; round++) {
        bd_buf url = BD_BUF_INIT;
        of->fresh(dir, round, &url);
        assert_int_equal(race(bd_buf_text(&url), round), RUNS);
        assert_int_equal(look_after(bd_buf_text(&url), 0, RUNS, 1), RUNS);
        bd_buf_release(&url);
    }
    test_remove_tree(dir);
    free(dir);
}

/* ---- killed while runs are changed ---- */

enum { CHANGED = 5 };

/* All runs go from one suite to the other and back, in a transaction each time. */
static void change_for_ever(const char *url, int told)
{
    static const char *const suites[] = { "one", "two" };
    bd_error err = BD_ERROR_INIT;
    bd_store *store = open_store(url, false, &err);
    if (!store)
        _exit(9);
    for (size_t turn = 0;; turn++) {
        bd_runs runs = BD_RUNS_INIT;
        bd_run after[CHANGED];
        bd_run_change changes[CHANGED];
        if (!bd_store_load(store, NULL, &runs, &err) || runs.count != CHANGED)
            _exit(9);
        for (size_t i = 0; i < CHANGED; i++) {
            after[i] = *runs.items[i];
            after[i].suite = suites[turn % 2];
            changes[i] = (bd_run_change){ .before = runs.items[i], .after = &after[i] };
        }
        if (!bd_store_change(store, changes, CHANGED, &err) || write(told, "+", 1) != 1)
            _exit(9);
        bd_runs_release(&runs);
    }
}

static void assert_one_suite(const char *url)
{
    bd_error err = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_runs runs = BD_RUNS_INIT;
    bd_store *store = open_store(url, false, &err);
    assert_ok(store != NULL, &err);
    assert_ok(bd_store_check(store, &found, &err), &err);
    if (found.total > 0)
        fail_msg("%s", found.items[0].error.message);
    assert_ok(bd_store_load(store, NULL, &runs, &err), &err);
    assert_int_equal(runs.count, CHANGED);
    for (size_t i = 1; i < CHANGED; i++)
        assert_string_equal(runs.items[i]->suite, runs.items[0]->suite);
    bd_runs_release(&runs);
    assert_ok(bd_store_close(store, &err), &err);
}

static void a_killed_change_leaves_all_runs_changed_or_none(void **state)
{
    const kind *of = *state;
    char *dir = test_temp_dir();
    bd_buf url = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    of->fresh(dir, 0, &url);
    bd_store *store = open_store(bd_buf_text(&url), false, &err);
    for (unsigned i = 0; i < CHANGED; i++) {
        bd_put what;
        bd_run *run = sample_bulk(POINTS, SAMPLES, i);
        assert_ok(bd_store_put(store, run, &what, &err), &err);
        bd_run_free(run);
    }
    assert_ok(bd_store_close(store, &err), &err);
    size_t rounds = test_rounds(60), changed = 0;
    for (size_t round = 0; round < rounds; round++) {
        int ends[2];
        char c;
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            change_for_ever(bd_buf_text(&url), ends[1]);
        close(ends[1]);
        changed += read(ends[0], &c, 1) == 1; /* then at any moment of what follows */
        struct timespec pause = { .tv_nsec = (long)(round * 7919 % 30) * 1000 * 1000 };
        nanosleep(&pause, NULL);
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        close(ends[0]);
        of->settle();
        assert_one_suite(bd_buf_text(&url));
    }
    assert_int_equal(changed, rounds);
    test_remove_tree(dir);
    bd_buf_release(&url);
    free(dir);
}

int main(void)
{
    test_fix_world();
    static const kind file = { fresh_file, settle_nothing, 1 },
                      many = { fresh_file, settle_nothing, TOGETHER_MOST },
                      server = { fresh_server, postgres_settle, 1 };
#define BOTH(function)                                                             \
    { "sqlite: " #function, function, NULL, NULL, (void *)(uintptr_t)&file },      \
    {                                                                              \
        "postgresql: " #function, function, NULL, NULL, (void *)(uintptr_t)&server \
    }
    const struct CMUnitTest tests[] = {
        BOTH(a_killed_writer_leaves_whole_runs_only),
        { "sqlite, together: a_killed_writer_leaves_whole_runs_only",
          a_killed_writer_leaves_whole_runs_only, NULL, NULL, (void *)(uintptr_t)&many },
        BOTH(writers_of_the_same_runs_store_each_once),
        BOTH(a_killed_change_leaves_all_runs_changed_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
