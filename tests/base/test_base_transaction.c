/* Several files as one change: all or none, links kept, nothing left behind. */
#include "core/base/file.h"

#include "tests/support.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct place {
    char    *dir;
    bd_arena arena;
} place;

static int set_up(void **state)
{
    place *p = bd_alloc(sizeof *p);
    p->dir = test_temp_dir();
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    place *p = *state;
    test_remove_tree(p->dir);
    free(p->dir);
    bd_arena_release(&p->arena);
    free(p);
    return 0;
}

static const char *in(place *p, const char *name)
{
    return bd_path_join(&p->arena, p->dir, name);
}

static void expect_text(place *p, const char *name, const char *text)
{
    bd_buf got = test_read(in(p, name));
    assert_str(bd_buf_str(&got), text);
    bd_buf_release(&got);
}

/* The names in the directory, in one line: no temporary may stay. */
static void expect_names(place *p, const char *directory, const char *wanted)
{
    bd_names names = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf line = BD_BUF_INIT;
    assert_ok(bd_directory_list(in(p, directory), &p->arena, &names, &err), &err);
    for (size_t i = 0; i < names.count; i++)
        bd_buf_printf(&line, "%s%s", i > 0 ? " " : "", names.items[i]);
    assert_str(bd_buf_str(&line), wanted);
    bd_buf_release(&line);
    bd_names_release(&names);
}

static void put(bd_transaction *t, place *p, const char *name, const char *text)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_transaction_put(t, NULL, in(p, name), bd_str_of(text), &err), &err);
}

static void commit(bd_transaction *t)
{
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_transaction_commit(t, &err), &err);
}

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

/* Refused: with BD_ERR_OUTPUT, naming the path, saying `message`. */
static void expect_refused(place *p, const char *root, const char *name, const char *message)
{
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    if (bd_transaction_put(t, root, in(p, name), BD_STR("x"), &err))
        fail_msg("%s was accepted", name);
    bd_transaction_rollback(t);
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_string_equal(err.file, in(p, name));
    if (!strstr(err.message, message))
        fail_msg("%s: %s", name, err.message);
}

static void nothing_is_written_outside_the_root(void **state)
{
    place *p = *state;
    mkdir(in(p, "root"), 0777);
    mkdir(in(p, "root/in"), 0777);
    mkdir(in(p, "rootless"), 0777);
    test_write_text(in(p, "secret"), "secret");
    assert_int_equal(symlink("../secret", in(p, "root/file-link")), 0);
    assert_int_equal(symlink("..", in(p, "root/dir-link")), 0);
    assert_int_equal(symlink("/dev/full", in(p, "root/device")), 0);
    assert_int_equal(symlink("in/fine", in(p, "root/fine")), 0);
    const char *root = in(p, "root");
    static const char *const outside[] = { "secret",          "rootless/new",    "root/../new",
                                           "root/file-link",  "root/dir-link/x", "root/device",
                                           "root/dir-link/rootless/x" };
    for (size_t i = 0; i < BD_COUNT(outside); i++)
        expect_refused(p, root, outside[i], "leads out of the project directory");
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    assert_ok(bd_transaction_put(t, root, in(p, "root/fine"), BD_STR("1"), &err), &err);
    assert_ok(bd_transaction_put(t, root, in(p, "root/new/x"), BD_STR("2"), &err), &err);
    assert_false(bd_transaction_remove(t, root, in(p, "secret"), &err));
    commit(t);
    expect_text(p, "root/in/fine", "1");
    expect_text(p, "root/new/x", "2");
    expect_text(p, "secret", "secret");
}

static void what_is_no_file_is_refused_with_its_reason(void **state)
{
    place *p = *state;
    mkdir(in(p, "dir"), 0777);
    test_write_text(in(p, "file"), "file");
    assert_int_equal(symlink("loop", in(p, "loop")), 0);
    expect_refused(p, NULL, "dir", "Is a directory");
    expect_refused(p, NULL, "new/", "Is a directory");
    expect_refused(p, NULL, "dir/..", "Is a directory");
    expect_refused(p, NULL, "loop", "Too many levels of symbolic links");
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    assert_false(bd_transaction_put(t, NULL, in(p, "file/below"), BD_STR("x"), &err));
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_non_null(strstr(err.message, "Not a directory"));
    bd_transaction_rollback(t);
    expect_names(p, ".", "dir file loop");
}

static void a_full_device_is_an_error_and_no_file_changes(void **state)
{
    place *p = *state;
    test_write_text(in(p, "doc"), "old");
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "doc", "new");
    put(t, p, "made/x", "new");
    assert_ok(bd_transaction_put(t, NULL, "/dev/full", BD_STR("x"), &err), &err);
    assert_false(bd_transaction_commit(t, &err));
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_string_equal(err.file, "/dev/full");
    assert_non_null(strstr(err.message, "No space left on device"));
    assert_non_null(strstr(err.hint, "make room"));
    expect_text(p, "doc", "old");
    expect_names(p, ".", "doc");
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

/* Root may write everywhere; as somebody else the mode counts. */
static void as_nobody(place *p, bool on)
{
    if (getuid() != 0)
        return;
    if (on) {
        assert_int_equal(chown(p->dir, 65534, 65534), 0);
        assert_int_equal(seteuid(65534), 0);
    } else {
        assert_int_equal(seteuid(0), 0);
    }
}

static void a_directory_without_the_right_to_write_changes_nothing(void **state)
{
    place *p = *state;
    test_write_text(in(p, "doc"), "old");
    as_nobody(p, true);
    assert_int_equal(chmod(p->dir, 0555), 0);
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    bool put_ok = bd_transaction_put(t, NULL, in(p, "new"), BD_STR("new"), &err);
    bd_error removing = BD_ERROR_INIT;
    bool removed = bd_transaction_remove(t, NULL, in(p, "doc"), &removing);
    bd_transaction_rollback(t);
    chmod(p->dir, 0755);
    as_nobody(p, false);
    assert_false(put_ok);
    assert_false(removed);
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_non_null(strstr(err.message, "Permission denied"));
    assert_non_null(strstr(err.hint, "chmod u+w"));
    assert_int_equal(removing.code, BD_ERR_OUTPUT);
    expect_names(p, ".", "doc");
}

static void a_read_only_file_is_not_replaced(void **state)
{
    place *p = *state;
    test_write_text(in(p, "doc"), "old");
    assert_int_equal(chmod(in(p, "doc"), 0444), 0);
    as_nobody(p, true);
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    bool same_ok = bd_transaction_put(t, NULL, in(p, "doc"), BD_STR("old"), &err);
    bool put_ok = bd_transaction_put(t, NULL, in(p, "doc"), BD_STR("new"), &err);
    bd_transaction_rollback(t);
    as_nobody(p, false);
    assert_true(same_ok); /* nothing to write: the mode does not matter */
    assert_false(put_ok);
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_string_equal(err.file, in(p, "doc"));
    expect_text(p, "doc", "old");
    expect_names(p, ".", "doc");
}

/* A directory that somebody puts where a file shall go makes the rename fail. */
static void a_rename_that_fails_midway_says_what_is_new_already(void **state)
{
    place *p = *state;
    test_write_text(in(p, "a"), "old");
    bd_transaction *t = bd_transaction_begin();
    put(t, p, "a", "new");
    put(t, p, "b", "new");
    put(t, p, "c", "new");
    mkdir(in(p, "b"), 0777);
    bd_error err = BD_ERROR_INIT;
    assert_false(bd_transaction_commit(t, &err));
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_string_equal(err.file, in(p, "b"));
    assert_non_null(strstr(err.hint, "1 of 3 files are changed already"));
    assert_non_null(strstr(err.hint, in(p, "a")));
    expect_text(p, "a", "new");
    expect_names(p, ".", "a b");
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    static const struct CMUnitTest tests[] = {
        TEST(several_files_appear_with_the_commit_and_not_before),
        TEST(a_rollback_leaves_everything_as_it_was),
        TEST(a_mode_is_kept_and_a_new_file_follows_the_umask),
        TEST(the_same_bytes_do_not_touch_the_file),
        TEST(a_link_stays_and_its_target_is_replaced),
        TEST(the_last_word_about_a_file_counts),
        TEST(a_removed_file_goes_with_the_commit),
        TEST(nothing_is_written_outside_the_root),
        TEST(what_is_no_file_is_refused_with_its_reason),
        TEST(a_full_device_is_an_error_and_no_file_changes),
        TEST(a_pipe_gets_the_bytes_and_stays_a_pipe),
        TEST(an_open_file_named_under_dev_is_appended_to),
        TEST(a_directory_without_the_right_to_write_changes_nothing),
        TEST(a_read_only_file_is_not_replaced),
        TEST(a_rename_that_fails_midway_says_what_is_new_already),
        TEST(a_very_long_name_still_has_room_for_a_temporary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
