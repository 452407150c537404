/* What the SQLite store does when things go wrong around it: other people's files,
 * locks, a full disk, directories that cannot be written. */
#include "store/sqlite.h"
#include "tests/store/sample.h"
#include "tests/store/world.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_not_opened(world *w, bd_store_options options, const char *word)
{
    bd_error err = BD_ERROR_INIT;
    assert_null(bd_store_open(bd_buf_text(&w->url), &options, &err));
    world_assert_clear(&err, w, word);
}

static bool beside(const world *w, const char *name)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/%s", w->dir, name);
    bool there = access(bd_buf_text(&path), F_OK) == 0;
    bd_buf_release(&path);
    return there;
}

/* ---- files ---- */

static void a_closed_store_is_one_file(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    store_put_free(store, sample_bulk(500, 5, 1));
    assert_true(beside(w, "history.db-wal"));
    store_close(store);
    assert_false(beside(w, "history.db-wal"));
    assert_false(beside(w, "history.db-shm"));
    bd_error err = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true };
    store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
    assert_ok(store != NULL, &err);
    assert_int_equal(store_count(store, NULL), 1);
    store_close(store);
    assert_false(beside(w, "history.db-wal"));
    assert_false(beside(w, "history.db-shm"));
    assert_false(beside(w, ".gitignore")); /* the directory was there, and may be a project's */
}

static void a_new_directory_is_kept_out_of_version_control(void **state)
{
    world *w = *state;
    bd_buf path = BD_BUF_INIT;
    bd_buf_clear(&w->url);
    bd_buf_printf(&w->url, "sqlite:%s/a/.benchdoc/history.db", w->dir);
    store_close(world_open(w));
    bd_buf_printf(&path, "%s/a/.benchdoc/.gitignore", w->dir);
    bd_buf text = test_read(bd_buf_text(&path));
    assert_string_equal(bd_buf_text(&text), "*\n");
    assert_false(beside(w, "a/.gitignore"));
    bd_buf_release(&text);
    bd_buf_release(&path);
}

static void nothing_is_created_unless_asked(void **state)
{
    world *w = *state;
    assert_not_opened(w, (bd_store_options){ 0 }, "no store here");
    assert_not_opened(w, (bd_store_options){ .read_only = true }, "no store here");
    assert_not_opened(w, (bd_store_options){ .read_only = true, .create = true }, "no store here");
    assert_false(beside(w, "history.db"));
    test_write_text(bd_buf_text(&w->path), ""); /* an empty file is an empty database */
    assert_not_opened(w, (bd_store_options){ .read_only = true }, "empty");
    assert_not_opened(w, (bd_store_options){ 0 }, "empty");
    store_close(world_open(w));
}

static void files_of_others_are_refused_and_left_alone(void **state)
{
    world *w = *state;
    const char *path = bd_buf_text(&w->path);
    test_write_text(path, "# README\n\nThis file is no database at all, but it is long enough.\n"
                          "0123456789012345678901234567890123456789\n");
    bd_buf before = test_read(path);
    assert_not_opened(w, (bd_store_options){ .create = true }, "not a database");
    bd_buf after = test_read(path);
    assert_true(bd_str_eq(bd_buf_str(&before), bd_buf_str(&after)));
    unlink(path);
    world_run_sql(w, "CREATE TABLE recipe (id INTEGER); INSERT INTO recipe VALUES (1)");
    bd_buf_release(&before);
    before = test_read(path);
    assert_not_opened(w, (bd_store_options){ .create = true }, "another program");
    bd_buf_release(&after);
    after = test_read(path);
    assert_true(bd_str_eq(bd_buf_str(&before), bd_buf_str(&after)));
    unlink(path);
    mkdir(path, 0777);
    assert_not_opened(w, (bd_store_options){ .create = true }, "directory");
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void a_newer_store_is_refused_and_left_alone(void **state)
{
    world *w = *state;
    store_close(world_open(w));
    world_run_sql(w, "PRAGMA user_version = 99");
    bd_buf before = test_read(bd_buf_text(&w->path));
    assert_not_opened(w, (bd_store_options){ .create = true }, "schema version 99");
    assert_not_opened(w, (bd_store_options){ .read_only = true }, "up to 2");
    bd_buf after = test_read(bd_buf_text(&w->path));
    assert_true(bd_str_eq(bd_buf_str(&before), bd_buf_str(&after)));
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void urls_of_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const urls[] = {
        "", "sqlite:", "mysql://x", "history.db", "postgresqlx://u:secret@h/d",
    };
    for (size_t i = 0; i < BD_COUNT(urls); i++) {
        bd_error err = BD_ERROR_INIT;
        bd_store_options options = { .create = true };
        assert_null(bd_store_open(urls[i], &options, &err));
        assert_int_equal(err.code, BD_ERR_USAGE);
        assert_null(strstr(err.message, "secret"));
        assert_non_null(strstr(err.hint, "sqlite:"));
    }
}

/* As somebody who may not write the directory, also when the tests run as root. */
static void a_directory_that_cannot_be_written_can_be_read(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    store_put_free(store, sample_everything());
    store_close(store);
    chmod(w->dir, 0555);
    chmod(bd_buf_text(&w->path), 0444);
    if (geteuid() == 0)
        assert_int_equal(seteuid(65534), 0);
    bd_error err = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true }, writing = { .create = true };
    store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
    bd_store *other = bd_store_open(bd_buf_text(&w->url), &writing, &err);
    size_t there = store ? store_count(store, NULL) : 0;
    bd_store_close(store, &err);
    bd_buf url = BD_BUF_INIT;
    bd_error no_file = BD_ERROR_INIT, no_directory = BD_ERROR_INIT;
    bd_buf_printf(&url, "sqlite:%s/new.db", w->dir);
    bd_store *file = bd_store_open(bd_buf_text(&url), &writing, &no_file);
    bd_buf_clear(&url);
    bd_buf_printf(&url, "sqlite:%s/new/new.db", w->dir);
    bd_store *directory = bd_store_open(bd_buf_text(&url), &writing, &no_directory);
    if (getuid() == 0)
        assert_int_equal(seteuid(0), 0);
    chmod(w->dir, 0755);
    bd_buf_release(&url);
    assert_int_equal(there, 1);
    assert_null(other);
    world_assert_clear(&err, w, "written");
    assert_null(file);
    world_assert_clear(&no_file, w, "written");
    assert_null(directory);
    world_assert_clear(&no_directory, w, "cannot make the store's directory");
}

/* ---- others at work ---- */

static void a_lock_that_lasts_is_told(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(bd_buf_text(&w->path), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    bd_run *run = sample_everything();
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(store, run, &what, &err));
    world_assert_clear(&err, w, "locked for more than 50 ms");
    assert_int_equal(store_count(store, NULL), 0); /* reading goes on meanwhile */
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    store_put_free(store, run);
    sqlite3_close(other);
    store_close(store);
}

static void a_reader_sees_one_state_while_others_write(void **state)
{
    world *w = *state;
    bd_store *writer = world_open(w), *reader = world_open(w);
    bd_error err = BD_ERROR_INIT;
    store_put_free(writer, sample_small("s", 1));
    assert_ok(reader->backend->begin(reader->db, false, &err), &err);
    assert_int_equal(store_count(reader, NULL), 1);
    store_put_free(writer, sample_small("s", 2));
    assert_int_equal(store_count(reader, NULL), 1);
    assert_ok(reader->backend->commit(reader->db, &err), &err);
    assert_int_equal(store_count(reader, NULL), 2);
    store_close(writer);
    store_close(reader);
    assert_false(beside(w, "history.db-wal"));
}

/* With a little more room each time: the disk is full among the series, then among
 * the points, then not at all. */
static void a_full_disk_stores_nothing_by_half(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    sqlite3 *db = ((bd_sqlite *)store->db)->db;
    bd_run *run = sample_bulk(2000, 20, 1);
    size_t failed = 0, total;
    store_put_free(store, sample_small("s", 1));
    for (bool stored = false; !stored; failed += !stored) {
        char limit[64];
        sqlite3_snprintf(sizeof limit, limit, "PRAGMA max_page_count = %d", 10 + 5 * (int)failed);
        assert_int_equal(sqlite3_exec(db, limit, NULL, NULL, NULL), SQLITE_OK);
        bd_error err = BD_ERROR_INIT;
        bd_put what;
        stored = bd_store_put(store, run, &what, &err);
        if (!stored)
            world_assert_clear(&err, w, "disk is full");
        assert_int_equal(store_count(store, NULL), stored ? 2 : 1);
    }
    assert_in_range(failed, 5, 100);
    store_assert_comes_back(store, run);
    store_first_finding(store, &total);
    assert_int_equal(total, 0);
    bd_run_free(run);
    store_close(store);
}

/* The same when runs are changed: all of them, or all as they were. */
static void a_full_disk_changes_no_run_or_all(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    sqlite3 *db = ((bd_sqlite *)store->db)->db;
    bd_run *before[3], after[3];
    bd_run_change changes[3];
    size_t failed = 0, total;
    for (unsigned i = 0; i < 3; i++) {
        before[i] = sample_bulk(700, 20, i);
        store_put(store, before[i]);
        after[i] = *before[i];
        after[i].suite = "renamed";
        changes[i] = (bd_run_change){ .before = before[i], .after = &after[i] };
    }
    sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    int64_t pages = 0;
    bd_error ignored = BD_ERROR_INIT;
    assert_true(bd_sqlite_ask(store->db, "PRAGMA page_count", &pages, &ignored));
    for (bool changed = false; !changed; failed += !changed) {
        char limit[64];
        sqlite3_snprintf(sizeof limit, limit, "PRAGMA max_page_count = %d",
                         (int)pages + 2 * (int)failed);
        assert_int_equal(sqlite3_exec(db, limit, NULL, NULL, NULL), SQLITE_OK);
        bd_error err = BD_ERROR_INIT;
        changed = bd_store_change(store, changes, BD_COUNT(changes), &err);
        if (!changed)
            world_assert_clear(&err, w, "disk is full");
        for (unsigned i = 0; i < 3; i++)
            store_assert_comes_back(store, changed ? &after[i] : before[i]);
    }
    assert_in_range(failed, 1, 100);
    store_first_finding(store, &total);
    assert_int_equal(total, 0);
    for (unsigned i = 0; i < 3; i++)
        bd_run_free(before[i]);
    store_close(store);
}

/* The version before this one: what was added since is for writers only. */
static void a_store_of_version_1_is_read_and_becomes_one_of_today_by_writing(void **state)
{
    world *w = *state;
    bd_store *store = world_open(w);
    bd_store_options reading = { .read_only = true };
    bd_error err = BD_ERROR_INIT;
    bd_store_info info;
    store_put_free(store, sample_everything());
    store_close(store);
    world_run_sql(w, "DROP TABLE alias; PRAGMA user_version = 1");
    store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
    assert_ok(store != NULL, &err);
    assert_int_equal(store_count(store, NULL), 1);
    assert_ok(bd_store_describe(store, &info, &err), &err);
    assert_int_equal(info.version, 1);
    store_close(store);
    store = world_open(w);
    store_put_free(store, sample_small("s", 1));
    assert_ok(bd_store_describe(store, &info, &err), &err);
    assert_int_equal(info.version, 2);
    store_assert_sound(store);
    store_close(store);
}

int main(void)
{
    test_fix_world();
#define CASE(function) cmocka_unit_test_setup_teardown(function, world_set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_closed_store_is_one_file),
        CASE(a_new_directory_is_kept_out_of_version_control),
        CASE(nothing_is_created_unless_asked),
        CASE(files_of_others_are_refused_and_left_alone),
        CASE(a_newer_store_is_refused_and_left_alone),
        CASE(urls_of_nothing_are_refused),
        CASE(a_directory_that_cannot_be_written_can_be_read),
        CASE(a_lock_that_lasts_is_told),
        CASE(a_reader_sees_one_state_while_others_write),
        CASE(a_full_disk_stores_nothing_by_half),
        CASE(a_full_disk_changes_no_run_or_all),
        CASE(a_store_of_version_1_is_read_and_becomes_one_of_today_by_writing),
    };
#undef CASE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
