/* What the SQLite store does when things go wrong around it: other people's files,
 * locks, a full disk, directories that cannot be written, damage. */
#include "store/sqlite.h"
#include "tests/store/sample.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct world {
    char  *dir;
    bd_buf path, url;
} world;

static int set_up(void **state)
{
    world *w = bd_alloc(sizeof *w);
    w->dir = test_temp_dir();
    bd_buf_printf(&w->path, "%s/history.db", w->dir);
    bd_buf_printf(&w->url, "sqlite:%s", bd_buf_text(&w->path));
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    test_remove_tree(w->dir);
    bd_buf_release(&w->path);
    bd_buf_release(&w->url);
    free(w->dir);
    free(w);
    return 0;
}

static bd_store *open_store(world *w)
{
    bd_error err = BD_ERROR_INIT;
    bd_store_options options = { .create = true, .timeout_ms = 50 };
    bd_store *store = bd_store_open(bd_buf_text(&w->url), &options, &err);
    assert_ok(store != NULL, &err);
    return store;
}

static void close_store(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_store_close(store, &err), &err);
}

static void put(bd_store *store, bd_run *run)
{
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_ok(bd_store_put(store, run, &what, &err), &err);
    bd_run_free(run);
}

static void assert_clear(const bd_error *err, const world *w, const char *word)
{
    assert_int_equal(err->code, BD_ERR_STORE);
    if (!strstr(err->message, word))
        fail_msg("\"%s\" does not say \"%s\"", err->message, word);
    assert_non_null(strstr(err->file, w->dir));
    assert_true(err->hint[0] != '\0');
}

static void assert_not_opened(world *w, bd_store_options options, const char *word)
{
    bd_error err = BD_ERROR_INIT;
    assert_null(bd_store_open(bd_buf_text(&w->url), &options, &err));
    assert_clear(&err, w, word);
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static size_t count(bd_store *store)
{
    bd_error err = BD_ERROR_INIT;
    bd_run_heads heads = { 0 };
    assert_ok(bd_store_list(store, NULL, &heads, &err), &err);
    size_t n = heads.count;
    bd_run_heads_release(&heads);
    return n;
}

/* The first finding of a check, "" = sound. */
static bd_error first_finding(bd_store *store, size_t *total)
{
    bd_error err = BD_ERROR_INIT, first = BD_ERROR_INIT;
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    assert_ok(bd_store_check(store, &found, &err), &err);
    *total = found.total;
    if (found.count > 0)
        first = found.items[0].error;
    bd_diagnostics_release(&found);
    return first;
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
    bd_store *store = open_store(w);
    put(store, sample_bulk(500, 5, 1));
    assert_true(beside(w, "history.db-wal"));
    close_store(store);
    assert_false(beside(w, "history.db-wal"));
    assert_false(beside(w, "history.db-shm"));
    bd_error err = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true };
    store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
    assert_ok(store != NULL, &err);
    assert_int_equal(count(store), 1);
    close_store(store);
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
    close_store(open_store(w));
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
    close_store(open_store(w));
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
    run_sql(path, "CREATE TABLE recipe (id INTEGER); INSERT INTO recipe VALUES (1)");
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
    close_store(open_store(w));
    run_sql(bd_buf_text(&w->path), "PRAGMA user_version = 99");
    bd_buf before = test_read(bd_buf_text(&w->path));
    assert_not_opened(w, (bd_store_options){ .create = true }, "schema version 99");
    assert_not_opened(w, (bd_store_options){ .read_only = true }, "up to 1");
    bd_buf after = test_read(bd_buf_text(&w->path));
    assert_true(bd_str_eq(bd_buf_str(&before), bd_buf_str(&after)));
    bd_buf_release(&before);
    bd_buf_release(&after);
}

static void urls_of_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const urls[] = { "", "sqlite:", "mysql://x", "history.db", "postgresql://u:secret@h/d" };
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
    bd_store *store = open_store(w);
    put(store, sample_everything());
    close_store(store);
    chmod(w->dir, 0555);
    chmod(bd_buf_text(&w->path), 0444);
    if (geteuid() == 0)
        assert_int_equal(seteuid(65534), 0);
    bd_error err = BD_ERROR_INIT;
    bd_store_options reading = { .read_only = true }, writing = { .create = true };
    store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
    bd_store *other = bd_store_open(bd_buf_text(&w->url), &writing, &err);
    size_t there = store ? count(store) : 0;
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
    assert_clear(&err, w, "written");
    assert_null(file);
    assert_clear(&no_file, w, "written");
    assert_null(directory);
    assert_clear(&no_directory, w, "cannot make the store's directory");
}

/* ---- others at work ---- */

static void a_lock_that_lasts_is_told(void **state)
{
    world *w = *state;
    bd_store *store = open_store(w);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(bd_buf_text(&w->path), &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    bd_run *run = sample_everything();
    bd_error err = BD_ERROR_INIT;
    bd_put what;
    assert_false(bd_store_put(store, run, &what, &err));
    assert_clear(&err, w, "locked for more than 50 ms");
    assert_int_equal(count(store), 0); /* reading goes on meanwhile */
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    put(store, run);
    sqlite3_close(other);
    close_store(store);
}

static void a_reader_sees_one_state_while_others_write(void **state)
{
    world *w = *state;
    bd_store *writer = open_store(w), *reader = open_store(w);
    bd_error err = BD_ERROR_INIT;
    put(writer, sample_small("s", 1));
    assert_ok(reader->backend->begin(reader->db, false, &err), &err);
    assert_int_equal(count(reader), 1);
    put(writer, sample_small("s", 2));
    assert_int_equal(count(reader), 1);
    assert_ok(reader->backend->commit(reader->db, &err), &err);
    assert_int_equal(count(reader), 2);
    close_store(writer);
    close_store(reader);
    assert_false(beside(w, "history.db-wal"));
}

static void a_full_disk_stores_nothing_by_half(void **state)
{
    world *w = *state;
    bd_store *store = open_store(w);
    sqlite3 *db = ((bd_sqlite *)store->db)->db;
    put(store, sample_small("s", 1));
    for (size_t room = 0; room < 60; room += 6) {
        char limit[64];
        sqlite3_snprintf(sizeof limit, limit, "PRAGMA max_page_count = %d", (int)(12 + room));
        assert_int_equal(sqlite3_exec(db, limit, NULL, NULL, NULL), SQLITE_OK);
        bd_run *run = sample_bulk(2000, 20, 1);
        bd_error err = BD_ERROR_INIT;
        bd_put what;
        assert_false(bd_store_put(store, run, &what, &err));
        assert_clear(&err, w, "disk is full");
        assert_int_equal(count(store), 1);
        bd_run_free(run);
    }
    assert_int_equal(sqlite3_exec(db, "PRAGMA max_page_count = 100000", NULL, NULL, NULL), SQLITE_OK);
    put(store, sample_bulk(2000, 20, 1));
    size_t total;
    first_finding(store, &total);
    assert_int_equal(total, 0);
    close_store(store);
}

/* ---- damage ---- */

static void a_changed_bit_is_found_on_reading_and_by_a_check(void **state)
{
    static const char *const damages[] = {
        "UPDATE point SET facts = CAST(substr(facts, 1, 9) || x'55' || substr(facts, 11) AS BLOB)"
        " WHERE place = 7",
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
        bd_store *store = open_store(w);
        put(store, sample_bulk(300, 3, 1));
        put(store, sample_nothing());
        close_store(store);
        run_sql(bd_buf_text(&w->path), damages[i]);
        store = open_store(w);
        bd_error err = BD_ERROR_INIT;
        bd_runs runs = BD_RUNS_INIT;
        bd_run_filter filter = { .suite = "bulk" };
        size_t total;
        if (bd_store_load(store, &filter, &runs, &err))
            fail_msg("not found: %s", damages[i]);
        assert_clear(&err, w, "damaged");
        assert_int_equal(runs.count, 0);
        filter.suite = "empty"; /* the other run can still be read */
        assert_ok(bd_store_load(store, &filter, &runs, &(bd_error)BD_ERROR_INIT), &err);
        assert_int_equal(runs.count, 1);
        bd_runs_release(&runs);
        err = first_finding(store, &total);
        assert_int_equal(total, 1);
        assert_clear(&err, w, "damaged");
        close_store(store);
        unlink(bd_buf_text(&w->path));
    }
}

static void columns_that_contradict_the_run_are_found(void **state)
{
    world *w = *state;
    bd_store *store = open_store(w);
    put(store, sample_everything());
    close_store(store);
    run_sql(bd_buf_text(&w->path), "UPDATE run SET branch = 'dev'");
    store = open_store(w);
    size_t total;
    bd_error found = first_finding(store, &total);
    assert_int_equal(total, 1);
    assert_clear(&found, w, "columns");
    close_store(store);
}

static void a_run_that_was_never_finished_is_unseen_and_replaced(void **state)
{
    world *w = *state;
    bd_store *store = open_store(w);
    put(store, sample_bulk(300, 3, 1));
    put(store, sample_bulk(300, 3, 2));
    close_store(store);
    run_sql(bd_buf_text(&w->path), "UPDATE run SET complete = 0, digest = NULL WHERE number = 1;"
                                   "DELETE FROM point WHERE place_id >> 32 = 1 AND place > 100");
    store = open_store(w);
    size_t total;
    bd_error found = first_finding(store, &total);
    assert_int_equal(total, 1);
    assert_clear(&found, w, "never finished");
    assert_int_equal(count(store), 1);
    put(store, sample_bulk(300, 3, 1));
    assert_int_equal(count(store), 2);
    first_finding(store, &total);
    assert_int_equal(total, 0);
    close_store(store);
}

static void pages_that_were_overwritten_are_told(void **state)
{
    world *w = *state;
    bd_store *store = open_store(w);
    put(store, sample_bulk(3000, 3, 1));
    close_store(store);
    bd_buf whole = test_read(bd_buf_text(&w->path));
    size_t pages = whole.len / 4096, told = 0;
    for (size_t page = 1; page < pages; page += 1 + pages / 25) {
        bd_buf broken = BD_BUF_INIT;
        bd_buf_put_str(&broken, bd_buf_str(&whole));
        memset(broken.data + page * 4096, 0x5a, 4096);
        test_write(bd_buf_text(&w->path), broken.data, broken.len);
        bd_error err = BD_ERROR_INIT;
        bd_store_options reading = { .read_only = true };
        bd_diagnostics found = BD_DIAGNOSTICS_INIT;
        store = bd_store_open(bd_buf_text(&w->url), &reading, &err);
        bool checked = store && bd_store_check(store, &found, &err);
        told += !checked || found.total > 0;
        if (!checked)
            assert_clear(&err, w, "damaged");
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
#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
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
        CASE(a_changed_bit_is_found_on_reading_and_by_a_check),
        CASE(columns_that_contradict_the_run_are_found),
        CASE(a_run_that_was_never_finished_is_unseen_and_replaced),
        CASE(pages_that_were_overwritten_are_told),
    };
#undef CASE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
