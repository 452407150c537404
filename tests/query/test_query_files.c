/* Which files belong to an input. */
#include "core/query/query.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const char *root, const char *path)
{
    bd_buf full = BD_BUF_INIT;
    bd_buf_printf(&full, "%s/%s", root, path);
    test_write_text(bd_buf_text(&full), "{}");
    bd_buf_release(&full);
}

static void link_to(const char *root, const char *target, const char *path)
{
    bd_buf full = BD_BUF_INIT;
    bd_buf_printf(&full, "%s/%s", root, path);
    assert_int_equal(symlink(target, bd_buf_text(&full)), 0);
    bd_buf_release(&full);
}

static void assert_found(const char *root, const char *pattern, const char *want)
{
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    bd_buf got = BD_BUF_INIT;
    assert_ok(bd_files_find(root, bd_str_of(pattern), &files, &err), &err);
    for (size_t i = 0; i < files.count; i++)
        bd_buf_printf(&got, "%s%s", i > 0 ? " " : "", files.items[i].path);
    if (strcmp(bd_buf_text(&got), want) != 0)
        fail_msg("'%s' found '%s', not '%s'", pattern, bd_buf_text(&got), want);
    bd_buf_release(&got);
    bd_found_files_release(&files);
}

static char *make_tree(void)
{
    char *root = test_temp_dir();
    static const char *const files[] = {
        "r/run-4/x.json",  "r/run-4/deep/er/x.json",
        "r/run-10/x.json", "r/run-4/.hidden/x.json",
        "r/.x.json",       "top.json",
        "r/run-4/y.txt",   "r/dir.json/inner",
        ".github/x.json",
    };
    for (size_t i = 0; i < BD_COUNT(files); i++)
        put(root, files[i]);
    return root;
}

static void patterns_find_files_sorted_by_path(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *want;
    } rows[] = {
        { "r/run-{run}/x.json", "r/run-10/x.json r/run-4/x.json" },
        { "./r//run-4/./x.json", "r/run-4/x.json" },
        { "**/x.json", "r/run-10/x.json r/run-4/deep/er/x.json r/run-4/x.json" },
        { "r/**/x.json", "r/run-10/x.json r/run-4/deep/er/x.json r/run-4/x.json" },
        { "r/run-4/**", "r/run-4/deep/er/x.json r/run-4/x.json r/run-4/y.txt" },
        { "*.json", "top.json" },
        { "{name}.json", "top.json" },
        { "r/.x.json", "r/.x.json" },
        { "r/.*.json", "r/.x.json" },
        { ".github/*.json", ".github/x.json" },
        { "r/*.json", "" }, /* a directory is no file */
        { "r", "" },
        { "r/run-4/", "" },
        { "none/*.json", "" },
        { "top.json/x", "" },
    };
    char *root = make_tree();
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_found(root, rows[i].pattern, rows[i].want);
    test_remove_tree(root);
    free(root);
}

static void the_root_may_be_written_in_several_ways(void **state)
{
    (void)state;
    char *root = make_tree();
    bd_buf other = BD_BUF_INIT;
    bd_buf_printf(&other, "%s/r/../", root);
    assert_found(bd_buf_text(&other), "top.json", "top.json");
    bd_buf_release(&other);
    test_remove_tree(root);
    free(root);
}

static void several_patterns_add_up_without_repeating(void **state)
{
    (void)state;
    char *root = make_tree();
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_files_find(root, BD_STR("r/run-*/x.json"), &files, &err), &err);
    assert_ok(bd_files_find(root, BD_STR("**/x.json"), &files, &err), &err);
    assert_int_equal(files.count, 3);
    bd_found_files_release(&files);
    test_remove_tree(root);
    free(root);
}

static void links_that_lead_back_end(void **state)
{
    (void)state;
    char *root = make_tree();
    link_to(root, ".", "r/loop");
    link_to(root, "..", "r/run-4/back");
    link_to(root, "loop", "r/other");
    link_to(root, "nowhere", "r/dangling");
    link_to(root, "run-4/x.json", "r/linked.json");
    assert_found(root, "**/x.json", "r/run-10/x.json r/run-4/deep/er/x.json r/run-4/x.json");
    assert_found(root, "r/l*.json", "r/linked.json");
    assert_found(root, "r/*/run-4/x.json", "r/loop/run-4/x.json r/other/run-4/x.json");
    test_remove_tree(root);
    free(root);
}

static void names_that_are_no_text_fit_nothing(void **state)
{
    (void)state;
    char *root = test_temp_dir();
    put(root, "a/two\nlines.json");
    put(root, "a/\xff\xfe.json");
    put(root, "a/数据.json");
    assert_found(root, "a/*.json", "a/数据.json");
    assert_found(root, "**/{x}.json", "a/数据.json");
    test_remove_tree(root);
    free(root);
}

static void paths_that_leave_the_project_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *message;
    } rows[] = {
        { "../x.json", "'../x.json' would leave the project" },
        { "a/../../x/*.json", "'a/../../x/*.json' would leave the project" },
        { "/etc/*", "'/etc/*' would leave the project" },
        { "", "'' would leave the project" },
        { "a/{b", "'{' without '}' in the pattern 'a/{b'" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_found_files files = { 0 };
        bd_error err = BD_ERROR_INIT;
        assert_false(bd_files_find(".", bd_str_of(rows[i].pattern), &files, &err));
        assert_int_equal(err.code, BD_ERR_CONFIG);
        assert_string_equal(err.message, rows[i].message);
        assert_int_equal(files.count, 0);
        bd_found_files_release(&files);
    }
}

static void add(bd_found_files *files, const char *pattern, const char *path)
{
    files->items = bd_grow(files->items, files->count, &files->capacity, sizeof *files->items);
    bd_found_file *f = &files->items[files->count++];
    *f = (bd_found_file){ .path = path };
    assert_true(bd_files_match(bd_str_of(pattern), path, &files->arena, &f->holes));
}

static void of_each_group_the_newest_folder_stays(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "a/2026-06-27T22.14/x",
        "a/2026-06-28T01.00/x",
        "b/9/x",
        "b/10/x",
        "b/10/x",
        "c/v1.10/x",
        "c/v1.9/x",
        "d/007/x",
        "d/7/x",
        "e/only/x",
    };
    bd_found_files files = { 0 };
    for (size_t i = 0; i < BD_COUNT(paths); i++)
        add(&files, "{profile}/{time}/x", paths[i]);
    bd_files_keep_newest(&files, "time");
    static const char *const want[] = {
        "a/2026-06-28T01.00/x", "b/10/x", "b/10/x", "c/v1.10/x", "d/7/x", "e/only/x"
    };
    assert_int_equal(files.count, BD_COUNT(want));
    for (size_t i = 0; i < BD_COUNT(want); i++)
        assert_string_equal(files.items[i].path, want[i]);
    bd_found_files_release(&files);
}

static void many_files_are_found_in_time(void **state)
{
    (void)state;
    char *root = test_temp_dir();
    size_t count = test_rounds(20000);
    bd_buf path = BD_BUF_INIT;
    for (size_t i = 0; i < count; i++) {
        bd_buf_clear(&path);
        bd_buf_printf(&path, "d%zu/f%zu.json", i % 50, i);
        put(root, bd_buf_text(&path));
    }
    bd_found_files files = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_files_find(root, BD_STR("**/f{n}.json"), &files, &err), &err);
    assert_int_equal(files.count, count);
    bd_found_files_release(&files);
    bd_buf_release(&path);
    test_remove_tree(root);
    free(root);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_find_files_sorted_by_path),
        cmocka_unit_test(the_root_may_be_written_in_several_ways),
        cmocka_unit_test(several_patterns_add_up_without_repeating),
        cmocka_unit_test(links_that_lead_back_end),
        cmocka_unit_test(names_that_are_no_text_fit_nothing),
        cmocka_unit_test(paths_that_leave_the_project_are_refused),
        cmocka_unit_test(of_each_group_the_newest_folder_stays),
        cmocka_unit_test(many_files_are_found_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
