/* The PostgreSQL store passes the suite with half of its points on another server: docs/scale.md.
 * The other server is a cluster of its own. */
#include "tests/store/conformance.h"

#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <stdio.h>
#include <string.h>

/* Every other part of a month becomes a foreign table. %s: the socket's directory, twice. */
static const char foreign_months[] =
    "CREATE EXTENSION IF NOT EXISTS postgres_fdw SCHEMA public;"
    "CREATE EXTENSION IF NOT EXISTS dblink SCHEMA public;"
    "DROP SERVER IF EXISTS second CASCADE;"
    "CREATE SERVER second FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', dbname 'second');"
    "CREATE USER MAPPING FOR benchdoc SERVER second OPTIONS (user 'benchdoc');"
    "ALTER FUNCTION benchdoc.add_month(integer) RENAME TO add_local_month;"
    "CREATE FUNCTION benchdoc.add_month(wanted integer) RETURNS void LANGUAGE plpgsql AS $$\n"
    "DECLARE month text; part text; columns text := 'month integer, run integer, series integer,'\n"
    "  ' place integer, value double precision, identity bytea, facts bytea, samples bytea';\n"
    "BEGIN\n"
    "  PERFORM pg_advisory_xact_lock(1);\n"
    "  PERFORM benchdoc.add_local_month(wanted);\n"
    "  month := CASE wanted WHEN 0 THEN 'point_undated' ELSE format('point_%%s_%%s', wanted / 12,\n"
    "           lpad((wanted %% 12 + 1)::text, 2, '0')) END;\n"
    "  FOR i IN 1 .. 3 BY 2 LOOP\n"
    "    part := month || '_' || i;\n"
    "    IF (SELECT relkind FROM pg_class WHERE relname = part\n"
    "        AND relnamespace = 'benchdoc'::regnamespace) = 'f' THEN RETURN; END IF;\n"
    "    EXECUTE format('DROP TABLE benchdoc.%%I', part);\n"
    "    PERFORM public.dblink_exec('host=%s dbname=second user=benchdoc', format(\n"
    "      'DROP TABLE IF EXISTS public.%%I; CREATE TABLE public.%%I (%%s);'\n"
    "      'CREATE INDEX ON public.%%I (run, series)', part, part, columns, part));\n"
    "    EXECUTE format('CREATE FOREIGN TABLE benchdoc.%%I PARTITION OF benchdoc.%%I'\n"
    "      ' FOR VALUES WITH (MODULUS 4, REMAINDER %%s) SERVER second'\n"
    "      ' OPTIONS (schema_name ''public'', batch_size ''100'')', part, month, i);\n"
    "  END LOOP;\n"
    "END $$;";

/* Beside the first one's socket; tests/with_postgres.sh ends both. */
#define SECOND "/second"

static bool start_second(void)
{
    return test_shell("bash -c '. tests/postgres.sh"
                      " && start_postgres \"$BENCHDOC_TEST_POSTGRESQL_DIR" SECOND "\""
                      " && psql -X -q \"$BENCHDOC_TEST_POSTGRESQL\" -c \"CREATE DATABASE second\"'",
                      NULL, NULL)
           == 0;
}

static void spread(const char *url)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    bd_store *store = bd_store_open(url, &options, &err);
    assert_ok(store != NULL, &err);
    store_close(store);
    bd_buf sql = BD_BUF_INIT;
    const char *host = strstr(url, "host=") + strlen("host=");
    char second[256];
    snprintf(second, sizeof second, "%s" SECOND, host);
    bd_buf_printf(&sql, foreign_months, second, second);
    postgres_sql(bd_buf_text(&sql));
    bd_buf_release(&sql);
}

static void half_of_the_points_are_on_the_other_server(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    postgres_empty(postgres_need());
    spread(postgres_url());
    bd_store *store = bd_store_open(postgres_url(), &options, &err);
    assert_ok(store != NULL, &err);
    store_round_trip(store, sample_bulk(600, 2, 1));
    bd_buf far = postgres_ask(postgres_url(),
                              "SELECT count(*) BETWEEN 200 AND 400 FROM benchdoc.point"
                              " WHERE tableoid::regclass::text ~ '_[13]$'",
                              NULL);
    assert_str(bd_buf_str(&far), "t");
    bd_buf_release(&far);

    /* the other server has committed, this one has not */
    postgres_sql("INSERT INTO benchdoc.point_2023_11_1 SELECT month, 777, series, place, value,"
                 " identity, facts, samples FROM benchdoc.point_2023_11_1");
    bd_store_repaired gone;
    size_t total;
    bd_error first = store_first_finding(store, &total);
    assert_int_equal(total, 1);
    assert_non_null(strstr(first.message, "belong to no run"));
    assert_int_equal(store_count(store, NULL), 1);
    assert_ok(bd_store_repair(store, &gone, &err), &err);
    assert_in_range(gone.points, 50, 300);
    store_assert_sound(store);
    store_close(store);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_of_the_points_are_on_the_other_server),
    };
    const conformance server = {
        .name = "postgresql, half on another server",
        .url = postgres_url(),
        .persists = true,
        .empty = postgres_empty,
        .prepare = spread,
    };
    if (server.url && !start_second()) {
        fputs("the second server does not start\n", stderr);
        return 1;
    }
    int failed = cmocka_run_group_tests_name("foreign tables", tests, NULL, NULL);
    return failed + (server.url ? conformance_run(&server) : 0);
}
