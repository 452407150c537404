/* A server that keeps a program waiting: an interruption ends it, and nothing is half there. */
#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <time.h>
#include <unistd.h>

enum { FEW = 10, MANY = 600 }; /* points: by one statement, by COPY */

static const char sleep_there[] =
    "DROP SCHEMA IF EXISTS wait CASCADE; CREATE SCHEMA wait;"
    "CREATE FUNCTION wait.long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n"
    "PERFORM pg_sleep(20); RETURN coalesce(NEW, OLD); END $$;";

static const char *const places[] = {
    "CREATE TRIGGER wait BEFORE INSERT ON benchdoc.run FOR EACH ROW",
    "CREATE TRIGGER wait BEFORE INSERT ON benchdoc.series FOR EACH ROW",
    "CREATE TRIGGER wait BEFORE INSERT ON benchdoc.point FOR EACH ROW",
    "CREATE TRIGGER wait BEFORE UPDATE ON benchdoc.run FOR EACH ROW",
    ("CREATE CONSTRAINT TRIGGER wait AFTER UPDATE ON benchdoc.run"
     " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"),
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool is_set(void *state)
{
    return *(bool *)state;
}

static bd_store *open_store(const bd_env *env)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true, .env = env };
    bd_store *store = bd_store_open(postgres_need(), &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

static void an_interruption_ends_the_waiting_for_an_answer(void **state)
{
    (void)state;
    bool interrupted = false;
    bd_env env = *store_env();
    env.state = &interrupted;
    env.interrupted = is_set;
    postgres_empty(postgres_need());
    bd_store *store = open_store(&env);
    for (size_t i = 0; i < 2 * BD_COUNT(places); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_put what;
        bd_run *run = sample_bulk(i % 2 == 0 ? FEW : MANY, 1, (unsigned)i);
        run->points[0].benchmark = bd_arena_printf(&run->arena, "new%zu", i);
        bd_buf sql = BD_BUF_INIT;
        bd_buf_printf(&sql, "%s %s EXECUTE FUNCTION wait.long()", sleep_there, places[i / 2]);
        postgres_sql(bd_buf_text(&sql));
        double before = seconds();
        interrupted = true;
        assert_false(bd_store_put(store, run, &what, &err));
        interrupted = false;
        assert_int_equal(err.code, BD_ERR_INTERRUPTED);
        assert_true(seconds() - before < 10);
        postgres_sql("DROP SCHEMA wait CASCADE");
        assert_int_equal(store_count(store, NULL), i);
        assert_int_equal(store_put(store, run), BD_PUT_NEW); /* the same connection goes on */
        bd_buf_release(&sql);
        bd_run_free(run);
    }
    store_assert_sound(store);
    store_close(store);
}

/* Taken by the kernel, and answered by nobody. */
static void an_interruption_ends_the_waiting_for_a_server(void **state)
{
    (void)state;
    bool interrupted = true;
    bd_env env = *store_env();
    bd_error err = BD_ERROR_INIT;
    env.state = &interrupted;
    env.interrupted = is_set;
    postgres_need();
    int port, listener = postgres_listen_only(&port);
    bd_arena arena = BD_ARENA_INIT;
    const char *url = bd_arena_printf(&arena, "postgresql://127.0.0.1:%d/b", port);
    bd_store_options options = { .env = &env };
    double before = seconds();
    assert_null(bd_store_open(url, &options, &err));
    assert_int_equal(err.code, BD_ERR_INTERRUPTED);
    assert_true(seconds() - before < 5); /* it would be ten */
    close(listener);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interruption_ends_the_waiting_for_an_answer),
        cmocka_unit_test(an_interruption_ends_the_waiting_for_a_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
