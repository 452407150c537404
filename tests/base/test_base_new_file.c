/* Files that come to be as a whole, and where somebody else was faster. */
#include "core/base/file.h"
#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct place {
    char *dir;
    bd_buf path;
} place;

static int set_up(void **state)
{
    place *p = bd_alloc(sizeof *p);
    p->dir = test_temp_dir();
    bd_buf_printf(&p->path, "%s/made", p->dir);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    place *p = *state;
    test_remove_tree(p->dir);
    bd_buf_release(&p->path);
    free(p->dir);
    free(p);
    return 0;
}

static bd_new_file *begin(place *p, const char *text)
{
    bd_error err = BD_ERROR_INIT;
    bd_new_file *file = bd_new_file_begin(bd_buf_text(&p->path), &err);
    assert_ok(file != NULL, &err);
    test_write_text(bd_new_file_name(file), text);
    return file;
}

static void assert_text(place *p, const char *want)
{
    bd_buf got = test_read(bd_buf_text(&p->path));
    assert_str(bd_buf_str(&got), want);
    bd_buf_release(&got);
}

static size_t names_in(const char *dir)
{
    bd_arena arena = BD_ARENA_INIT;
    bd_names names = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_directory_list(dir, &arena, &names, &err), &err);
    size_t count = names.count;
    bd_names_release(&names);
    bd_arena_release(&arena);
    return count;
}

static void a_placed_file_is_there_under_one_name(void **state)
{
    place *p = *state;
    bool taken = true;
    bd_error err = BD_ERROR_INIT;
    struct stat info;
    bd_new_file *file = begin(p, "all of it");
    assert_false(bd_file_exists(bd_buf_text(&p->path)));
    assert_ok(bd_new_file_place(file, &taken, &err), &err);
    assert_false(taken);
    bd_new_file_end(file);
    assert_text(p, "all of it");
    assert_int_equal(names_in(p->dir), 1);
    assert_int_equal(stat(bd_buf_text(&p->path), &info), 0);
    mode_t mask = umask(0);
    umask(mask);
    assert_int_equal(info.st_mode & 0777, 0666 & ~mask);
}

static void a_file_that_is_not_placed_leaves_nothing(void **state)
{
    place *p = *state;
    bd_new_file_end(begin(p, "half of"));
    assert_int_equal(names_in(p->dir), 0);
}

static void who_comes_second_replaces_nothing(void **state)
{
    place *p = *state;
    bool taken = false;
    bd_error err = BD_ERROR_INIT;
    bd_new_file *first = begin(p, "first"), *second = begin(p, "second");
    assert_ok(bd_new_file_place(first, &taken, &err), &err);
    assert_false(bd_new_file_place(second, &taken, &err));
    assert_true(taken);
    bd_new_file_end(first);
    bd_new_file_end(second);
    assert_text(p, "first");
    assert_int_equal(names_in(p->dir), 1);
}

/* Not even a link that leads nowhere. */
static void a_link_is_something_that_is_there(void **state)
{
    place *p = *state;
    bool taken = false;
    bd_error err = BD_ERROR_INIT;
    assert_int_equal(symlink("nowhere", bd_buf_text(&p->path)), 0);
    bd_new_file *file = begin(p, "text");
    assert_false(bd_new_file_place(file, &taken, &err));
    assert_true(taken && bd_file_is_link(bd_buf_text(&p->path)));
    bd_new_file_end(file);
    assert_int_equal(names_in(p->dir), 1);
}

static void a_directory_that_is_not_there_is_told(void **state)
{
    place *p = *state;
    bd_error err = BD_ERROR_INIT;
    bd_buf_puts(&p->path, "/in/nothing");
    assert_null(bd_new_file_begin(bd_buf_text(&p->path), &err));
    assert_int_equal(err.code, BD_ERR_OUTPUT);
    assert_non_null(strstr(err.message, "cannot be written"));
}

int main(void)
{
    test_fix_world();
#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(a_placed_file_is_there_under_one_name), CASE(a_file_that_is_not_placed_leaves_nothing),
        CASE(who_comes_second_replaces_nothing),     CASE(a_link_is_something_that_is_there),
        CASE(a_directory_that_is_not_there_is_told),
    };
#undef CASE
    return cmocka_run_group_tests(tests, NULL, NULL);
}
