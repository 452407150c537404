/* Who gets in, who does not and is told why, and what each role may do. */
#include "tests/store/postgres.h"
#include "tests/store/sample.h"
#include "tests/store/tools.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The test's URL with another user and database. */
static const char *url_of(bd_buf *out, const char *user, const char *database)
{
    bd_buf_clear(out);
    bd_buf_printf(out, "postgresql://%s@/%s%s", user, database, strchr(postgres_need(), '?'));
    return bd_buf_text(out);
}

static void assert_refused(const char *url, const char *told, const char *hint)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    assert_null(bd_store_open(url, &options, &err));
    if (!strstr(err.message, told) || !strstr(err.hint, hint))
        fail_msg("%s: %s (%s)", url, err.message, err.hint);
    assert_true(err.file[0] != '\0');
    assert_null(strstr(err.message, "geheim"));
    assert_null(strstr(err.hint, "geheim"));
    assert_null(strstr(err.file, "geheim"));
}

static void each_way_of_not_getting_in_says_what_to_do(void **state)
{
    (void)state;
    static const struct {
        const char *user, *database, *told, *hint;
    } rows[] = {
        { "benchdoc", "nothere", "there is no such database", "createdb -E UTF8" },
        { "nobody-of-that-name", "postgres", "lets this user not in", "pg_hba.conf" },
        { "locked", "postgres", "none was given", "~/.pgpass" },
        { "locked:geheim", "postgres", "does not take the password", "PGPASSWORD" },
        { "locked:right", "postgres", "may not", "CREATE SCHEMA benchdoc AUTHORIZATION" },
        { "locked", "postgres", "none was given", "~/.pgpass" },
        { "benchdoc", "latin", "encoding is LATIN1", "createdb -E UTF8" },
        { "benchdoc", "closed", "cannot connect", "psql" },
        { "locked:right", "private", "may not connect", "GRANT CONNECT" },
    };
    bd_buf url = BD_BUF_INIT;
    postgres_empty(postgres_need());
    postgres_sql("CREATE ROLE locked LOGIN PASSWORD 'right'");
    postgres_sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    postgres_sql("CREATE DATABASE closed ALLOW_CONNECTIONS false");
    postgres_sql("CREATE DATABASE private");
    postgres_sql("REVOKE CONNECT ON DATABASE private FROM PUBLIC");
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_refused(url_of(&url, rows[i].user, rows[i].database), rows[i].told, rows[i].hint);
    bd_buf_release(&url);
}

static void a_server_that_is_not_there_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *url, *told, *hint;
    } rows[] = {
        { "postgresql://u:geheim@no-such-host.invalid/x", "the host is unknown", "check the host" },
        { "postgresql://u:geheim@127.0.0.1:1/x", "no server answers there", "host and port" },
        { "postgresql://u@/x?host=/nowhere&password=geheim", "no server answers", "socket" },
        { "postgres://u:geheim@/x?host=/nowhere", "no server answers there", "socket" },
        { "postgresql://u:geheim@h:port/x", "not a number", "USER@HOST/DATABASE" },
        { "postgresql://u:ge@heim@h/x", "ambiguous", "%40" },
        { "postgresql://u:geheim/@h/x", "ambiguous", "%2F" },
        { "postgresql://h/x?geheim=1", "none that libpq can read", "USER@HOST/DATABASE" },
        { "postgresql:/u:geheim", "none that libpq can read", "USER@HOST/DATABASE" },
        { "postgresql://?service=nothere", "service", "pg_service.conf" },
    };
    postgres_need();
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_refused(rows[i].url, rows[i].told, rows[i].hint);
}

static void a_server_that_says_nothing_is_not_waited_for_long(void **state)
{
    (void)state;
    int port;
    bd_buf url = BD_BUF_INIT;
    postgres_need();
    int fd = postgres_listen_only(&port);
    bd_buf_printf(&url, "postgresql://u:geheim@127.0.0.1:%d/x?connect_timeout=1", port);
    assert_refused(bd_buf_text(&url), "does not answer", "connect_timeout");
    close(fd);
    bd_buf_release(&url);
}

/* The second host is there. */
static void of_several_hosts_one_that_answers_is_taken(void **state)
{
    (void)state;
    int port;
    bd_error err = BD_ERROR_INIT;
    bd_buf url = BD_BUF_INIT;
    bd_store_options options = { .create = true };
    const char *host = strstr(postgres_need(), "host=") + strlen("host=");
    int fd = postgres_listen_only(&port);
    bd_buf_printf(&url,
                  "postgresql:///postgres?user=benchdoc&host=127.0.0.1,%s&port=%d,5432"
                  "&connect_timeout=2",
                  host, port);
    bd_store *store = bd_store_open(bd_buf_text(&url), &options, &err);
    assert_ok(store != NULL, &err);
    store_close(store);
    close(fd);
    bd_buf_release(&url);
}

static void a_schema_of_somebody_else_is_left_alone(void **state)
{
    (void)state;
    postgres_empty(postgres_need());
    postgres_sql("CREATE SCHEMA benchdoc; CREATE TABLE benchdoc.mine (a integer)");
    assert_refused(postgres_url(), "of another program", "another database");
    postgres_sql("SELECT a FROM benchdoc.mine");
    postgres_empty(postgres_url());
    postgres_sql("CREATE SCHEMA benchdoc"); /* made by somebody who may, for this */
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    bd_store *store = bd_store_open(postgres_url(), &options, &err);
    assert_ok(store != NULL, &err);
    store_close(store);
    postgres_sql("UPDATE benchdoc.store SET version = 99");
    assert_refused(postgres_url(), "schema version 99", "update benchdoc");
}

/* Whatever the user's settings say about names. */
static void the_search_path_decides_nothing(void **state)
{
    (void)state;
    bd_buf url = BD_BUF_INIT;
    postgres_empty(postgres_need());
    postgres_sql("DROP SCHEMA IF EXISTS trap CASCADE; CREATE SCHEMA trap;"
                 "CREATE FUNCTION trap.length(text) RETURNS integer LANGUAGE sql AS 'SELECT 1/0';"
                 "CREATE TABLE trap.run (id text);"
                 "CREATE FUNCTION trap.count(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT 1/0'");
    bd_buf_printf(&url, "%s&options=-c%%20search_path%%3Dtrap,pg_catalog", postgres_url());
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true };
    bd_store *store = bd_store_open(bd_buf_text(&url), &options, &err);
    assert_ok(store != NULL, &err);
    store_round_trip(store, sample_everything());
    store_assert_sound(store);
    store_close(store);
    bd_buf_release(&url);
}

/* ---- roles ---- */

/* The commands that docs/store.md gives an owner. */
static void grant_as_documented(void)
{
    bd_buf path = BD_BUF_INIT, sql = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/docs/store.md", test_source_dir());
    bd_buf docs = test_read(bd_buf_text(&path));
    const char *roles = strstr(bd_buf_text(&docs), "### Roles");
    assert_non_null(roles);
    const char *from = strstr(roles, "```sql\n");
    assert_non_null(from);
    from += strlen("```sql\n");
    bd_buf_add(&sql, from, (size_t)(strstr(from, "```") - from));
    postgres_sql(bd_buf_text(&sql));
    bd_buf_release(&sql);
    bd_buf_release(&docs);
    bd_buf_release(&path);
}

static bd_store *open_as(const char *user, bool read_only)
{
    bd_buf url = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = !read_only, .read_only = read_only };
    bd_store *store = bd_store_open(url_of(&url, user, "postgres"), &options, &err);
    assert_ok(store != NULL, &err);
    bd_buf_release(&url);
    return store;
}

static void assert_may_not(const char *user, const char *const *statements, size_t count)
{
    bd_buf url = BD_BUF_INIT;
    url_of(&url, user, "postgres");
    for (size_t i = 0; i < count; i++) {
        bool failed;
        bd_buf out = postgres_ask(bd_buf_text(&url), statements[i], &failed);
        if (!failed
            || (!strstr(bd_buf_text(&out), "permission denied")
                && !strstr(bd_buf_text(&out), "must be owner")))
            fail_msg("%s may: %s (%s)", user, statements[i], bd_buf_text(&out));
        bd_buf_release(&out);
    }
    bd_buf_release(&url);
}

/* What nobody but the owner may. */
#define OWNERS                                                                                  \
    "DELETE FROM benchdoc.run", "DELETE FROM benchdoc.point", "DELETE FROM benchdoc.series",    \
        "TRUNCATE benchdoc.point", "DROP SCHEMA benchdoc CASCADE", "DROP TABLE benchdoc.point", \
        "CREATE TABLE benchdoc.x (a integer)", "UPDATE benchdoc.store SET version = 3",         \
        "SELECT benchdoc.drop_month(0)", "UPDATE benchdoc.run SET suite = ''",                  \
        "UPDATE benchdoc.point SET value = 0", "INSERT INTO benchdoc.alias VALUES ('a', 'b')"

static void readers_read_and_writers_add(void **state)
{
    (void)state;
    static const char *const of_readers[] = {
        OWNERS,
        "UPDATE benchdoc.run SET complete = false",
        "INSERT INTO benchdoc.series (digest, suite, key, identity) VALUES ('', '', '', '')",
        "INSERT INTO benchdoc.point VALUES (0, 1, 1, 0, 0, NULL, '', NULL)",
        "SELECT benchdoc.add_month(0)",
        "SELECT nextval('benchdoc.run_number')",
    };
    static const char *const of_writers[] = { OWNERS };
    postgres_empty(postgres_need());
    postgres_sql("DROP ROLE IF EXISTS reader; DROP ROLE IF EXISTS writer;"
                 "CREATE ROLE reader LOGIN; CREATE ROLE writer LOGIN");
    bd_store *owner = open_as("benchdoc", false);
    bd_run *run = sample_everything();
    store_put(owner, run);
    grant_as_documented();

    bd_store *reader = open_as("reader", true);
    store_assert_comes_back(reader, run);
    store_assert_sound(reader);
    store_close(reader);
    reader = open_as("reader", false); /* which its rights do not allow to use */
    bd_run *more = sample_bulk(600, 1, 1);
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(reader, more, &what, &err));
    assert_non_null(strstr(err.message, "may not"));
    assert_non_null(strstr(err.hint, "Roles"));
    store_close(reader);
    assert_may_not("reader", of_readers, BD_COUNT(of_readers));

    bd_store *writer = open_as("writer", false);
    store_round_trip(writer, more);
    store_round_trip(writer, sample_small("s", 1));
    assert_int_equal(store_put(writer, run), BD_PUT_KNOWN);
    size_t dropped;
    bd_error refused = BD_ERROR_INIT;
    assert_false(bd_store_drop(writer, (const char *const[]){ run->id }, 1, &dropped, &refused));
    assert_non_null(strstr(refused.message, "may not"));
    store_assert_sound(writer);
    store_close(writer);
    assert_may_not("writer", of_writers, BD_COUNT(of_writers));
    assert_int_equal(store_count(owner, NULL), 3);
    store_assert_sound(owner);
    bd_run_free(run);
    store_close(owner);
}

int main(void)
{
    test_fix_world();
    setenv("PGPASSFILE", "/nowhere", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_way_of_not_getting_in_says_what_to_do),
        cmocka_unit_test(a_server_that_is_not_there_is_told),
        cmocka_unit_test(a_server_that_says_nothing_is_not_waited_for_long),
        cmocka_unit_test(of_several_hosts_one_that_answers_is_taken),
        cmocka_unit_test(a_schema_of_somebody_else_is_left_alone),
        cmocka_unit_test(the_search_path_decides_nothing),
        cmocka_unit_test(readers_read_and_writers_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
