/* Several files as one change: together, links kept, nothing left behind. */
#include "tests/base/place.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void several_files_appear_with_the_commit_and_not_before(void **state)
{
    place *p = *state;
    test_write_text(in(p, "old"), "old");
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "old", "new");
    put(t, p, "fresh", "fresh");
    put(t, p, "a/b/deep", "deep");
    put(t, p, "empty", "");
    expect_text(p, "old", "old");
    assert_false(bd_file_exists(in(p, "fresh")));
    commit(t);
    expect_text(p, "old", "new");
    expect_text(p, "fresh", "fresh");
    expect_text(p, "a/b/deep", "deep");
    expect_text(p, "empty", "");
    expect_names(p, ".", "a empty fresh old");
    expect_names(p, "a/b", "deep");
}

/* More than are synced one by one, and more than are held open. */
static void many_files_are_synced_before_the_first_appears(void **state)
{
    place *p = *state;
    enum { MANY = 300 };
    bd_error err = BD_ERROR_INIT;
    for (int keep = 0; keep < 2; keep++) {
        bd_transaction *t = bd_transaction_begin();
        for (int i = 0; i < MANY; i++)
            put(t, p, bd_arena_printf(&p->arena, "many/%03d", i), "x");
        assert_ok(bd_transaction_sync(t, &err), &err);
        assert_false(bd_file_exists(in(p, "many/000")));
        if (!keep) {
            bd_transaction_rollback(t);
            assert_false(bd_file_exists(in(p, "many")));
            continue;
        }
        put(t, p, "late", "y");
        commit(t);
    }
    bd_names names = { 0 };
    assert_ok(bd_directory_list(in(p, "many"), &p->arena, &names, &err), &err);
    assert_int_equal(names.count, MANY);
    bd_names_release(&names);
    expect_text(p, "many/299", "x");
    expect_text(p, "late", "y");
}

static void a_rollback_leaves_everything_as_it_was(void **state)
{
    place *p = *state;
    test_write_text(in(p, "old"), "old");
    mkdir(in(p, "kept"), 0777);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "old", "new");
    put(t, p, "kept/made/deeper/x", "x");
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_transaction_remove(t, NULL, in(p, "old"), &err), &err);
    bd_transaction_rollback(t);
    bd_transaction_rollback(NULL);
    expect_text(p, "old", "old");
    expect_names(p, ".", "kept old");
    expect_names(p, "kept", "");
}

static void a_mode_is_kept_and_a_new_file_follows_the_umask(void **state)
{
    place *p = *state;
    test_write_text(in(p, "script"), "old");
    assert_int_equal(chmod(in(p, "script"), 0754), 0);
    mode_t mask = umask(027);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "script", "new");
    put(t, p, "fresh", "fresh");
    commit(t);
    umask(mask);
    struct stat info;
    assert_int_equal(stat(in(p, "script"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0754);
    assert_int_equal(stat(in(p, "fresh"), &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
}

static void the_same_bytes_do_not_touch_the_file(void **state)
{
    place *p = *state;
    test_write_text(in(p, "same"), "same");
    test_write_text(in(p, "other"), "othr");
    const struct timespec times[2] = { { 1000, 0 }, { 1000, 5 } };
    assert_int_equal(utimensat(AT_FDCWD, in(p, "same"), times, 0), 0);
    struct stat before, after;
    stat(in(p, "same"), &before);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "same", "same");
    put(t, p, "other", "OTHR");
    commit(t);
    stat(in(p, "same"), &after);
    assert_true(before.st_ino == after.st_ino && before.st_ctim.tv_nsec == after.st_ctim.tv_nsec);
    assert_int_equal(after.st_mtim.tv_sec, 1000);
    expect_text(p, "other", "OTHR");
}

static void a_link_stays_and_its_target_is_replaced(void **state)
{
    place *p = *state;
    mkdir(in(p, "real"), 0777);
    test_write_text(in(p, "real/doc"), "old");
    assert_int_equal(symlink("real/doc", in(p, "first")), 0);
    assert_int_equal(symlink("first", in(p, "second")), 0);
    assert_int_equal(symlink("real/missing", in(p, "dangling")), 0);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "second", "new");
    put(t, p, "dangling", "made");
    commit(t);
    expect_text(p, "real/doc", "new");
    expect_text(p, "real/missing", "made");
    expect_names(p, ".", "dangling first real second");
    expect_names(p, "real", "doc missing");
    struct stat info;
    lstat(in(p, "second"), &info);
    assert_true(S_ISLNK(info.st_mode));
}

static void the_last_word_about_a_file_counts(void **state)
{
    place *p = *state;
    test_write_text(in(p, "doc"), "old");
    assert_int_equal(symlink("doc", in(p, "link")), 0);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "doc", "first");
    put(t, p, "link", "second");
    put(t, p, "./doc", "third");
    commit(t);
    expect_text(p, "doc", "third");
    expect_names(p, ".", "doc link");
}

static void a_removed_file_goes_with_the_commit(void **state)
{
    place *p = *state;
    bd_error err = BD_ERROR_INIT;
    test_write_text(in(p, "page"), "page");
    test_write_text(in(p, "target"), "target");
    assert_int_equal(symlink("target", in(p, "link")), 0);
    bd_transaction *t = bd_transaction_begin();
    assert_ok(bd_transaction_remove(t, p->dir, in(p, "page"), &err), &err);
    assert_ok(bd_transaction_remove(t, p->dir, in(p, "link"), &err), &err);
    assert_ok(bd_transaction_remove(t, p->dir, in(p, "never"), &err), &err);
    assert_false(bd_transaction_remove(t, NULL, p->dir, &err));
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    expect_names(p, ".", "link page target");
    commit(t);
    expect_names(p, ".", "target");
}

static void *read_fifo(void *path)
{
    bd_buf *got = bd_alloc(sizeof *got);
    bd_error err = BD_ERROR_INIT;
    bd_file_read(path, 1 << 20, got, &err);
    return got;
}

static void a_pipe_gets_the_bytes_and_stays_a_pipe(void **state)
{
    place *p = *state;
    char *path = bd_strdup(in(p, "fifo"));
    assert_int_equal(mkfifo(path, 0600), 0);
    pthread_t reader;
    void *result = NULL;
    assert_int_equal(pthread_create(&reader, NULL, read_fifo, path), 0);
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "fifo", "through the pipe");
    commit(t);
    pthread_join(reader, &result);
    bd_buf *got = result;
    assert_str(bd_buf_str(got), "through the pipe");
    bd_buf_release(got);
    free(got);
    free(path);
    expect_names(p, ".", "fifo");
}

/* What a shell does for `benchdoc ... -o /dev/stdout >>log`, which appends. */
static void an_open_file_named_under_dev_is_appended_to(void **state)
{
    place *p = *state;
    test_write_text(in(p, "log"), "kept,");
    int fd = open(in(p, "log"), O_WRONLY | O_APPEND);
    assert_true(fd >= 0);
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    const char *path = bd_arena_printf(&p->arena, "/dev/fd/%d", fd);
    assert_ok(bd_transaction_put(t, NULL, path, BD_STR("added"), &err), &err);
    commit(t);
    close(fd);
    expect_text(p, "log", "kept,added");
}

static void a_very_long_name_still_has_room_for_a_temporary(void **state)
{
    place *p = *state;
    char name[256];
    memset(name, 'n', 255);
    name[255] = '\0';
    bd_transaction *t = bd_transaction_begin();
    put(t, p, name, "long");
    commit(t);
    expect_text(p, name, "long");
    expect_names(p, ".", name);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        PLACE_TEST(several_files_appear_with_the_commit_and_not_before),
        PLACE_TEST(many_files_are_synced_before_the_first_appears),
        PLACE_TEST(a_rollback_leaves_everything_as_it_was),
        PLACE_TEST(a_mode_is_kept_and_a_new_file_follows_the_umask),
        PLACE_TEST(the_same_bytes_do_not_touch_the_file),
        PLACE_TEST(a_link_stays_and_its_target_is_replaced),
        PLACE_TEST(the_last_word_about_a_file_counts),
        PLACE_TEST(a_removed_file_goes_with_the_commit),
        PLACE_TEST(a_pipe_gets_the_bytes_and_stays_a_pipe),
        PLACE_TEST(an_open_file_named_under_dev_is_appended_to),
        PLACE_TEST(a_very_long_name_still_has_room_for_a_temporary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
