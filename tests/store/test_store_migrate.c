/* Migrations of the SQLite schema, with made-up schemas. */
#include "store/sqlite.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static const bd_migration steps[] = {
    { 1,
      "PRAGMA application_id = 0x62446f63; PRAGMA user_version = 1;"
      "CREATE TABLE run (id TEXT); INSERT INTO run VALUES ('one')",
      false },
    { 2,
      "PRAGMA user_version = 2; ALTER TABLE run ADD COLUMN branch TEXT;"
      "UPDATE run SET branch = id || '-main'",
      false },
    { 3, "PRAGMA user_version = 3; INSERT INTO run SELECT id || '-copy', branch FROM run", false },
};

static bd_sqlite *memory(void)
{
    bd_sqlite *s = bd_alloc(sizeof *s);
    s->path = bd_strdup("history.db");
    s->timeout_ms = 100;
    assert_int_equal(sqlite3_open(":memory:", &s->db), SQLITE_OK);
    return s;
}

static void release(bd_sqlite *s)
{
    for (size_t i = 0; i < BD_SQL_USE_COUNT; i++)
        sqlite3_finalize(s->statements[i]);
    assert_int_equal(sqlite3_close(s->db), SQLITE_OK);
    free(s->path);
    free(s);
}

static void run_sql(bd_sqlite *s, const char *sql)
{
    assert_int_equal(sqlite3_exec(s->db, sql, NULL, NULL, NULL), SQLITE_OK);
}

static int64_t ask(bd_sqlite *s, const char *sql)
{
    bd_error err = BD_ERROR_INIT;
    int64_t value = -1;
    assert_ok(bd_sqlite_ask(s, sql, &value, &err), &err);
    return value;
}

static void assert_refused(bd_sqlite *s, const bd_migration *list, size_t count, const char *word)
{
    bd_error err = BD_ERROR_INIT;
    assert_false(bd_sqlite_migrate(s, list, count, false, false, &err));
    if (!strstr(err.message, word))
        fail_msg("\"%s\" does not say \"%s\"", err.message, word);
    assert_string_equal(err.file, "history.db");
    assert_true(err.hint[0] != '\0');
}

static void a_new_database_takes_every_step_in_order(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_ok(bd_sqlite_migrate(s, steps, 3, true, true, &err), &err);
    assert_int_equal(ask(s, "PRAGMA user_version"), 3);
    assert_int_equal(ask(s, "SELECT count(*) FROM run WHERE branch = 'one-main'"), 2);
    assert_ok(bd_sqlite_migrate(s, steps, 3, true, true, &err), &err);
    assert_int_equal(ask(s, "SELECT count(*) FROM run"), 2); /* no step twice */
    release(s);
}

static void an_old_database_takes_the_steps_it_lacks(void **state)
{
    (void)state;
    for (size_t from = 0; from < 3; from++) {
        bd_error err = BD_ERROR_INIT;
        bd_sqlite *s = memory();
        run_sql(s, "PRAGMA application_id = 0x62446f63"); /* version 0: begun, no step taken */
        if (from > 0)
            assert_ok(bd_sqlite_migrate(s, steps, from, true, true, &err), &err);
        assert_ok(bd_sqlite_migrate(s, steps, 3, false, true, &err), &err);
        assert_int_equal(ask(s, "PRAGMA user_version"), 3);
        assert_int_equal(ask(s, "SELECT count(*) FROM run WHERE branch = 'one-main'"), 2);
        release(s);
    }
}

static void a_step_that_fails_leaves_the_version_before_it(void **state)
{
    (void)state;
    const bd_migration broken[] = {
        steps[0],
        { 2, "PRAGMA user_version = 2; DELETE FROM run; INSERT INTO nowhere VALUES (1)", false },
    };
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_false(bd_sqlite_migrate(s, broken, 2, true, true, &err));
    assert_int_equal(err.code, BD_ERR_STORE);
    assert_int_equal(ask(s, "PRAGMA user_version"), 1);
    assert_int_equal(ask(s, "SELECT count(*) FROM run"), 1);
    assert_int_equal(sqlite3_get_autocommit(s->db), 1);
    release(s);
}

static void a_step_that_forgets_its_version_is_a_bug(void **state)
{
    (void)state;
    const bd_migration forgetful[] = { steps[0],
                                       { 2, "ALTER TABLE run ADD COLUMN branch TEXT", false } };
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_false(bd_sqlite_migrate(s, forgetful, 2, true, true, &err));
    assert_int_equal(err.code, BD_ERR_BUG);
    assert_int_equal(ask(s, "PRAGMA user_version"), 1);
    release(s);
}

static void what_is_only_read_is_not_changed(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_refused(s, steps, 3, "empty");
    assert_ok(bd_sqlite_migrate(s, steps, 1, true, true, &err), &err);
    assert_refused(s, steps, 3, "version 1, older than version 3");
    assert_int_equal(ask(s, "PRAGMA user_version"), 1);
    assert_ok(bd_sqlite_migrate(s, steps, 1, false, false, &err), &err);
    release(s);
}

static void who_only_reads_may_do_without_what_is_for_writers(void **state)
{
    (void)state;
    bd_migration more[] = { steps[0], steps[1], steps[2] };
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_true(bd_sqlite_migrate(s, more, 1, true, true, &err));
    more[1].only_writers = true;
    assert_true(bd_sqlite_migrate(s, more, 2, false, false, &err));
    assert_int_equal(ask(s, "PRAGMA user_version"), 1);
    assert_false(bd_sqlite_migrate(s, more, 3, false, false, &err)); /* the third is for all */
    release(s);
}

static void a_newer_version_is_refused_with_both_numbers(void **state)
{
    (void)state;
    bd_error err = BD_ERROR_INIT;
    bd_sqlite *s = memory();
    assert_ok(bd_sqlite_migrate(s, steps, 3, true, true, &err), &err);
    assert_refused(s, steps, 2, "schema version 3");
    assert_refused(s, steps, 2, "up to 2");
    release(s);
}

static void databases_of_others_are_refused(void **state)
{
    (void)state;
    static const char *const theirs[] = {
        "CREATE TABLE run (id TEXT)",
        "PRAGMA application_id = 1196444487", /* GeoPackage's "GPKG" */
        "PRAGMA user_version = 1",
        "PRAGMA application_id = 1196444487; PRAGMA user_version = 1; CREATE TABLE run (id TEXT)",
    };
    for (size_t i = 0; i < BD_COUNT(theirs); i++) {
        bd_sqlite *s = memory();
        run_sql(s, theirs[i]);
        int64_t objects = ask(s, "SELECT count(*) FROM sqlite_schema");
        bd_error err = BD_ERROR_INIT;
        assert_false(bd_sqlite_migrate(s, steps, 3, true, true, &err));
        assert_non_null(strstr(err.message, "another program"));
        assert_int_equal(ask(s, "SELECT count(*) FROM sqlite_schema"), objects);
        release(s);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_database_takes_every_step_in_order),
        cmocka_unit_test(an_old_database_takes_the_steps_it_lacks),
        cmocka_unit_test(a_step_that_fails_leaves_the_version_before_it),
        cmocka_unit_test(a_step_that_forgets_its_version_is_a_bug),
        cmocka_unit_test(what_is_only_read_is_not_changed),
        cmocka_unit_test(who_only_reads_may_do_without_what_is_for_writers),
        cmocka_unit_test(a_newer_version_is_refused_with_both_numbers),
        cmocka_unit_test(databases_of_others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
