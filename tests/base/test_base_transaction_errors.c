/* What a transaction refuses, and that nothing has changed then. */
#include "tests/base/place.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
    static const char *const outside[] = { "secret",
                                           "rootless/new",
                                           "root/../new",
                                           "root/file-link",
                                           "root/dir-link/x",
                                           "root/device",
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

/* The limit on a file's size stands for a disk that fills up while the temporary is written. */
static void a_disk_that_fills_up_changes_nothing(void **state)
{
    place *p = *state;
    test_write_text(in(p, "doc"), "old");
    bd_buf large = BD_BUF_INIT;
    bd_buf_repeat(&large, 'x', 100000);
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = (struct rlimit){ .rlim_cur = 50000, .rlim_max = before.rlim_max };
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    bd_error err = BD_ERROR_INIT;
    bd_transaction *t = bd_transaction_begin();
    bool first = bd_transaction_put(t, NULL, in(p, "new"), BD_STR("small"), &err);
    bool second = bd_transaction_put(t, NULL, in(p, "doc"), bd_buf_str(&large), &err);
    bd_transaction_rollback(t);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    bd_buf_release(&large);
    assert_true(first);
    assert_false(second);
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_string_equal(err.file, in(p, "doc"));
    expect_text(p, "doc", "old");
    expect_names(p, ".", "doc");
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

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        PLACE_TEST(nothing_is_written_outside_the_root),
        PLACE_TEST(what_is_no_file_is_refused_with_its_reason),
        PLACE_TEST(a_full_device_is_an_error_and_no_file_changes),
        PLACE_TEST(a_disk_that_fills_up_changes_nothing),
        PLACE_TEST(a_directory_without_the_right_to_write_changes_nothing),
        PLACE_TEST(a_read_only_file_is_not_replaced),
        PLACE_TEST(a_rename_that_fails_midway_says_what_is_new_already),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
