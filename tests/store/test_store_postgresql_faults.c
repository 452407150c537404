/* What breaks in the middle of a put: taken back, and done again where that helps. */
#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FEW = 10, MANY = 600 }; /* points: by one statement, by COPY */

static bd_store *open_url(const char *url, const bd_env *env)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true, .env = env };
    bd_store *store = bd_store_open(url, &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

/* A store with one run, which every test leaves alone. */
static bd_store *fresh(const bd_env *env)
{
    const char *url = postgres_need();
    postgres_empty(url);
    bd_store *store = open_url(url, env);
    store_put_free(store, sample_bulk(FEW, 1, 1000));
    return store;
}

/* ---- blows that a trigger deals ---- */

static const char strike[] =
    "DROP SCHEMA IF EXISTS fault CASCADE; CREATE SCHEMA fault; CREATE SEQUENCE fault.n;"
    "CREATE FUNCTION fault.strike() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN\n"
    "IF nextval('fault.n') <= TG_ARGV[1]::int THEN\n"
    "  IF TG_ARGV[0] = 'kill' THEN PERFORM pg_terminate_backend(pg_backend_pid());\n"
    "    PERFORM pg_sleep(5);\n"
    "  ELSIF TG_ARGV[0] = 'sleep' THEN PERFORM pg_sleep(5);\n"
    "  ELSE RAISE EXCEPTION 'struck' USING ERRCODE = TG_ARGV[0]; END IF;\n"
    "END IF; RETURN coalesce(NEW, OLD); END $$;";

static const char *const places[] = {
    "CREATE TRIGGER strike BEFORE INSERT ON benchdoc.run FOR EACH ROW",
    "CREATE TRIGGER strike BEFORE INSERT ON benchdoc.series FOR EACH ROW",
    "CREATE TRIGGER strike BEFORE INSERT ON benchdoc.point FOR EACH ROW",
    "CREATE TRIGGER strike BEFORE UPDATE ON benchdoc.run FOR EACH ROW",
    /* the commit */
    ("CREATE CONSTRAINT TRIGGER strike AFTER UPDATE ON benchdoc.run"
     " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"),
};

/* The next `times` rows at that place get it. */
static void arm(const char *place, const char *blow, int times)
{
    bd_buf sql = BD_BUF_INIT;
    bd_buf_printf(&sql,
                  "DROP TRIGGER IF EXISTS strike ON benchdoc.run;"
                  "DROP TRIGGER IF EXISTS strike ON benchdoc.series;"
                  "DROP TRIGGER IF EXISTS strike ON benchdoc.point;"
                  "%s %s EXECUTE FUNCTION fault.strike('%s', '%d');",
                  strike, place, blow, times);
    postgres_sql(bd_buf_text(&sql));
    bd_buf_release(&sql);
}

static void what_passes_is_tried_until_it_has_passed(void **state)
{
    (void)state;
    static const char *const blows[] = { "40P01", "40001", "55P03", "57P01", "kill" };
    bd_store *store = fresh(store_env());
    unsigned which = 0;
    for (size_t b = 0; b < BD_COUNT(blows); b++)
        for (size_t p = 0; p < test_rounds(BD_COUNT(places)); p++) {
            const char *place = places[(b + p) % BD_COUNT(places)];
            bd_run *run = sample_bulk(which % 2 == 0 ? FEW : MANY, 1, which);
            run->points[0].benchmark = bd_arena_printf(&run->arena, "new%u", which++);
            arm(place, blows[b], 2);
            if (store_put(store, run) != BD_PUT_NEW)
                fail_msg("%s at %s", blows[b], place);
            store_assert_comes_back(store, run);
            bd_run_free(run);
        }
    assert_int_equal(store_count(store, NULL), which + 1);
    store_assert_sound(store);
    store_close(store);
}

static void what_does_not_pass_leaves_nothing_and_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *blow, *told, *hint;
    } rows[] = {
        { "53100", "disk is full", "nothing was stored by half" },
        { "57014", "cancelled", "nothing was stored by half" },
        { "42501", "may not", "Roles" },
        { "25006", "no writing", "target_session_attrs" },
        { "54000", "too large", "split the file" },
        { "XX001", "damaged", "restore" },
        { "22000", "refuses", "store check" },
    };
    bd_store *store = fresh(store_env());
    unsigned which = 0;
    for (size_t r = 0; r < BD_COUNT(rows); r++)
        for (size_t p = 0; p < test_rounds(BD_COUNT(places)); p++) {
            bd_error err = BD_ERROR_INIT;
            bd_put what;
            bd_run *run = sample_bulk(which % 2 == 0 ? MANY : FEW, 1, which);
            run->points[0].benchmark = bd_arena_printf(&run->arena, "new%u", which++);
            arm(places[(r + p) % BD_COUNT(places)], rows[r].blow, 1);
            assert_false(bd_store_put(store, run, &what, &err));
            assert_int_equal(err.code, BD_ERR_STORE);
            if (!strstr(err.message, rows[r].told) || !strstr(err.hint, rows[r].hint))
                fail_msg("%s: %s (%s)", rows[r].blow, err.message, err.hint);
            assert_string_equal(err.file, postgres_url());
            assert_int_equal(store_count(store, NULL), which);
            store_assert_sound(store);
            assert_int_equal(store_put(store, run), BD_PUT_NEW);
            bd_run_free(run);
        }
    store_close(store);
}

static void trying_again_ends(void **state)
{
    (void)state;
    bd_store *store = fresh(NULL);
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    bd_run *run = sample_bulk(FEW, 1, 1);
    arm(places[0], "40001", 1);
    assert_false(bd_store_put(store, run, &what, &err)); /* without an environment at once */
    assert_non_null(strstr(err.message, "other processes got in the way"));
    assert_int_equal(store_count(store, NULL), 1);
    bd_run_free(run);
    store_close(store);
}

static void a_statement_that_takes_too_long_is_told(void **state)
{
    (void)state;
    store_close(fresh(store_env()));
    bd_buf url = BD_BUF_INIT;
    bd_buf_printf(&url, "%s&options=-c%%20statement_timeout%%3D200", postgres_url());
    bd_store *store = open_url(bd_buf_text(&url), store_env());
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    bd_run *run = sample_bulk(MANY, 1, 1);
    arm(places[2], "sleep", 1);
    assert_false(bd_store_put(store, run, &what, &err));
    assert_non_null(strstr(err.message, "statement_timeout"));
    assert_non_null(strstr(err.hint, "ALTER ROLE"));
    assert_int_equal(store_count(store, NULL), 1);
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    bd_run_free(run);
    store_close(store);
    bd_buf_release(&url);
}

static void drops_and_changes_are_tried_again_too(void **state)
{
    (void)state;
    bd_store *store = fresh(store_env());
    bd_error err = BD_ERROR_INIT;
    bd_run *run = sample_small("s", 1), *gone = sample_small("s", 2);
    size_t dropped = 0;
    store_put(store, run);
    store_put(store, gone);
    arm("CREATE TRIGGER strike BEFORE DELETE ON benchdoc.run FOR EACH ROW", "40P01", 1);
    assert_ok(bd_store_drop(store, (const char *const[]){ gone->id }, 1, &dropped, &err), &err);
    assert_int_equal(dropped, 1);
    bd_run after = *run;
    after.suite = "t";
    const bd_run_change change = { .before = run, .after = &after };
    arm(places[3], "40001", 1);
    assert_ok(bd_store_change(store, &change, 1, &err), &err);
    store_assert_comes_back(store, &after);
    assert_int_equal(store_count(store, NULL), 2);
    store_assert_sound(store);
    bd_run_free(run);
    bd_run_free(gone);
    store_close(store);
}

/* ---- the server ---- */

static void a_server_that_was_restarted_is_found_again(void **state)
{
    (void)state;
    static const char *const modes[] = { "fast", "immediate" };
    bd_store *store = fresh(store_env());
    for (unsigned i = 0; i < BD_COUNT(modes); i++) {
        bd_run *run = sample_bulk(i == 0 ? MANY : FEW, 1, i);
        postgres_restart(modes[i]);
        assert_int_equal(store_put(store, run), BD_PUT_NEW);
        postgres_restart(modes[i]);
        store_assert_comes_back(store, run); /* reading, too */
        bd_run_free(run);
    }
    assert_int_equal(store_count(store, NULL), 1 + BD_COUNT(modes));
    store_close(store);
}

static void a_server_that_is_away_is_waited_for(void **state)
{
    (void)state;
    bd_store *store = fresh(store_env());
    bd_run *run = sample_bulk(MANY, 1, 1);
    postgres_stop();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sleep(1);
        postgres_start();
        _exit(0);
    }
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    store_assert_comes_back(store, run);
    assert_int_equal(waitpid(child, NULL, 0), child);
    bd_run_free(run);
    store_close(store);
}

static void a_server_that_stays_away_is_told(void **state)
{
    (void)state;
    bd_store *store = fresh(NULL);
    bd_error err = BD_ERROR_INIT, again = BD_ERROR_INIT;
    bd_put what;
    bd_run *run = sample_bulk(FEW, 1, 1);
    postgres_stop();
    assert_false(bd_store_put(store, run, &what, &err));
    assert_false(bd_store_put(store, run, &what, &again));
    postgres_start();
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_non_null(strstr(err.message, "connection to the server was lost"));
    assert_non_null(strstr(err.hint, "run it again"));
    assert_non_null(strstr(again.message, "no server answers there"));
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    bd_run_free(run);
    store_close(store);
}

/* A policy ends the session when so many rows have been looked at: some are on their way. */
static void cut_after(int rows)
{
    bd_buf sql = BD_BUF_INIT;
    bd_buf_printf(
        &sql,
        "%s CREATE FUNCTION fault.cut() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$\n"
        "BEGIN IF nextval('fault.n') = %d THEN PERFORM pg_terminate_backend(pg_backend_pid());\n"
        "PERFORM pg_sleep(5); END IF; RETURN true; END $$;"
        "GRANT USAGE ON SCHEMA fault TO looker;"
        "ALTER TABLE benchdoc.run ENABLE ROW LEVEL SECURITY;"
        "CREATE POLICY cut ON benchdoc.run FOR SELECT TO looker USING (fault.cut());",
        strike, rows);
    postgres_sql(bd_buf_text(&sql));
    bd_buf_release(&sql);
}

static void an_answer_that_is_cut_off_is_never_taken_for_whole(void **state)
{
    (void)state;
    enum { RUNS = 120, ROWS = 100 };
    bd_store *store = fresh(NULL);
    for (unsigned i = 1; i < RUNS; i++)
        store_put_free(store, sample_small("s", i));
    postgres_sql("CREATE ROLE looker LOGIN; GRANT USAGE ON SCHEMA benchdoc TO looker;"
                 "GRANT SELECT ON ALL TABLES IN SCHEMA benchdoc TO looker");
    bd_buf url = BD_BUF_INIT;
    bd_buf_printf(&url, "postgresql://looker@/postgres%s&options=-c%%20enable_sort%%3Doff",
                  strchr(postgres_url(), '?'));
    const bd_env *envs[] = { NULL, store_env() };
    for (size_t i = 0; i < BD_COUNT(envs); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_store_options options = { .env = envs[i] }; /* a sequence counts: not read-only */
        bd_run_heads heads = { 0 };
        cut_after(ROWS);
        bd_store *looker = bd_store_open(bd_buf_text(&url), &options, &err);
        assert_ok(looker != NULL, &err);
        bool whole = bd_store_list(looker, NULL, &heads, &err);
        if (whole != (envs[i] != NULL))
            fail_msg("%s", whole ? "a part was taken for whole" : err.message);
        assert_int_equal(heads.count, envs[i] ? RUNS : 0);
        bd_run_heads_release(&heads);
        store_close(looker);
    }
    bd_buf_release(&url);
    store_close(store);
}

/* ---- months ---- */

static void a_month_that_was_dropped_is_made_again(void **state)
{
    (void)state;
    bd_store *store = fresh(store_env());
    store_put_free(store, sample_bulk(FEW, 1, 1));
    postgres_sql("SELECT benchdoc.drop_month(12 * 2023 + 10)"); /* November 2023 */
    assert_int_equal(store_count(store, NULL), 0);
    store_assert_sound(store);
    store_round_trip(store, sample_bulk(FEW, 1, 2));
    store_round_trip(store, sample_bulk(MANY, 1, 3));
    store_close(store);
}

/* What a commit of several servers may leave on some of them. */
static void points_of_no_run_are_found_and_taken_away(void **state)
{
    (void)state;
    bd_store *store = fresh(store_env());
    bd_error err = BD_ERROR_INIT;
    bd_store_repaired gone;
    size_t total;
    postgres_sql("INSERT INTO benchdoc.point SELECT month, 99999, series, place, value, identity,"
                 " facts, samples FROM benchdoc.point;"
                 "INSERT INTO benchdoc.run SELECT 99998, 'x', false, NULL, month, suite, format,"
                 " commit_id, branch, cpu, cpu_slug, backend, file, measured_at_ns,"
                 " commit_time_ns, dirty, outcome, points, body FROM benchdoc.run");
    assert_int_equal(store_count(store, NULL), 1);
    bd_error first = store_first_finding(store, &total);
    assert_int_equal(total, 2);
    assert_non_null(strstr(first.hint, "--repair"));
    assert_ok(bd_store_repair(store, &gone, &err), &err);
    assert_int_equal(gone.runs, 1);
    assert_int_equal(gone.points, FEW);
    store_assert_sound(store);
    assert_int_equal(store_count(store, NULL), 1);
    store_close(store);
}

/* ---- somebody has had enough ---- */

typedef struct patience {
    size_t waits;
    int64_t waited_ns;
} patience;

static void wait_in_name(void *state, int64_t ns)
{
    patience *p = state;
    p->waits++;
    p->waited_ns += ns;
}

static bool is_interrupted(void *state)
{
    return ((patience *)state)->waits > 0;
}

static void an_interruption_ends_the_waiting(void **state)
{
    (void)state;
    patience p = { 0 };
    bd_env env = *store_env();
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    env.state = &p;
    env.sleep_ns = wait_in_name;
    env.interrupted = is_interrupted;
    bd_store *store = fresh(&env);
    bd_run *run = sample_bulk(FEW, 1, 1);
    arm(places[0], "55P03", 1000);
    assert_false(bd_store_put(store, run, &what, &err));
    assert_int_equal(err.code, BD_ERR_INTERRUPTED);
    assert_int_equal(p.waits, 1);
    arm(places[0], "55P03", 0);
    assert_int_equal(store_put(store, run), BD_PUT_NEW);
    store_assert_sound(store);
    store_close(store);
    bd_run_free(run);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_passes_is_tried_until_it_has_passed),
        cmocka_unit_test(what_does_not_pass_leaves_nothing_and_is_told),
        cmocka_unit_test(trying_again_ends),
        cmocka_unit_test(an_interruption_ends_the_waiting),
        cmocka_unit_test(a_statement_that_takes_too_long_is_told),
        cmocka_unit_test(drops_and_changes_are_tried_again_too),
        cmocka_unit_test(a_server_that_was_restarted_is_found_again),
        cmocka_unit_test(a_server_that_is_away_is_waited_for),
        cmocka_unit_test(a_server_that_stays_away_is_told),
        cmocka_unit_test(an_answer_that_is_cut_off_is_never_taken_for_whole),
        cmocka_unit_test(a_month_that_was_dropped_is_made_again),
        cmocka_unit_test(points_of_no_run_are_found_and_taken_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
