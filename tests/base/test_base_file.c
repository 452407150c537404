/* Whole files in, directories, and paths as text. */
#include "core/base/file.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *in(bd_arena *arena, const char *dir, const char *name)
{
    return bd_path_join(arena, dir, name);
}

static void a_file_is_read_whole_with_its_nul_bytes(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char *dir = test_temp_dir();
    const char *path = in(&arena, dir, "bytes");
    bd_buf want = BD_BUF_INIT, got = BD_BUF_INIT;
    for (size_t i = 0; i < 300001; i++)
        bd_buf_putc(&want, (char)(i * 7 % 251));
    test_write(path, want.data, want.len);
    bd_error err = BD_ERROR_INIT;
    bd_buf_puts(&got, "old");
    assert_ok(bd_file_read(path, want.len, &got, &err), &err);
    assert_int_equal(got.len, want.len);
    assert_memory_equal(got.data, want.data, want.len + 1);
    bd_buf_release(&want);
    bd_buf_release(&got);
    test_remove_tree(dir);
    free(dir);
    bd_arena_release(&arena);
}

static void expect_refused(const char *path, size_t max, const char *message)
{
    bd_error err = BD_ERROR_INIT;
    bd_buf got = BD_BUF_INIT;
    bd_buf_puts(&got, "old");
    assert_false(bd_file_read(path, max, &got, &err));
    assert_int_equal(err.code, BD_ERR_INPUT);
    assert_string_equal(err.file, path);
    assert_non_null(strstr(err.message, message));
    assert_int_equal(got.len, 0);
    bd_buf_release(&got);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char *dir = test_temp_dir();
    test_write_text(in(&arena, dir, "five"), "12345");
    expect_refused(in(&arena, dir, "none"), 100, "no such file");
    expect_refused(in(&arena, dir, "five/none"), 100, "no such file");
    expect_refused(dir, 100, "is a directory");
    expect_refused(in(&arena, dir, "five"), 4, "is larger than 4 bytes");
    expect_refused("/dev/zero", 100000, "is larger than 100000 bytes");
    test_remove_tree(dir);
    free(dir);
    bd_arena_release(&arena);
}

static void a_pipe_on_standard_input_is_read(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "piped", 5), 5);
    close(ends[1]);
    int kept = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    bd_buf got = BD_BUF_INIT;
    bd_error err = BD_ERROR_INIT;
    bool ok = bd_file_read("-", 100, &got, &err);
    dup2(kept, STDIN_FILENO);
    close(kept);
    assert_ok(ok, &err);
    assert_str(bd_buf_str(&got), "piped");
    bd_buf_release(&got);
}

static void a_directory_lists_sorted_by_bytes(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char *dir = test_temp_dir();
    static const char *const names[] = { ".hidden", "B", "a", "a b", "\xC3\xA9" };
    for (size_t i = BD_COUNT(names); i > 0; i--)
        test_write_text(in(&arena, dir, names[i - 1]), "");
    bd_names got = { 0 };
    bd_error err = BD_ERROR_INIT;
    assert_ok(bd_directory_list(dir, &arena, &got, &err), &err);
    assert_int_equal(got.count, BD_COUNT(names));
    for (size_t i = 0; i < got.count; i++)
        assert_string_equal(got.items[i], names[i]);
    assert_ok(bd_directory_list(in(&arena, dir, "none"), &arena, &got, &err), &err);
    assert_int_equal(got.count, 0);
    assert_false(bd_directory_list(in(&arena, dir, "a"), &arena, &got, &err));
    assert_int_equal(err.code, BD_ERR_INPUT);
    bd_names_release(&got);
    test_remove_tree(dir);
    free(dir);
    bd_arena_release(&arena);
}

static void a_link_exists_when_its_target_does(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char *dir = test_temp_dir();
    const char *link = in(&arena, dir, "link");
    assert_int_equal(symlink("target", link), 0);
    assert_false(bd_file_exists(link));
    assert_int_equal(mkdir(in(&arena, dir, "target"), 0777), 0);
    assert_true(bd_file_exists(link));
    assert_true(bd_file_is_directory(link));
    test_write_text(in(&arena, dir, "file"), "");
    assert_false(bd_file_is_directory(in(&arena, dir, "file")));
    test_remove_tree(dir);
    free(dir);
    bd_arena_release(&arena);
}

static void paths_join_with_one_slash(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b, *joined;
    } rows[] = {
        { "a", "b", "a/b" }, { "a/", "b", "a/b" }, { ".", "b", "b" },     { "", "b", "b" },
        { "a", ".", "a" },   { "a", "", "a" },     { "a", "/b", "/b" },   { "/", "b", "/b" },
        { ".", ".", "." },   { "", "", "." },      { "..", "b", "../b" },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        assert_string_equal(bd_path_join(&arena, rows[i].a, rows[i].b), rows[i].joined);
    bd_arena_release(&arena);
}

/* The same answers as dirname and basename of GNU coreutils. */
static void paths_part_into_directory_and_name(void **state)
{
    (void)state;
    static const struct {
        const char *path, *directory, *name;
    } rows[] = {
        { "a/b.md", "a", "b.md" }, { "b.md", ".", "b.md" }, { "/a", "/", "a" },
        { "/", "/", "/" },         { "a/b/", "a", "b" },    { "a//b", "a", "b" },
        { "/a/b/c", "/a/b", "c" }, { ".", ".", "." },       { "../x", "..", "x" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        assert_str(bd_path_directory(rows[i].path), rows[i].directory);
        assert_str(bd_path_name(rows[i].path), rows[i].name);
    }
}

static void only_relative_paths_without_dots_up_stay_inside(void **state)
{
    (void)state;
    static const char *const inside[] = { "a", "a/b", "./a", ".", "..a/b..", "a/...", "a//b" };
    static const char *const outside[] = { "", "/", "/a", "..", "../a", "a/..", "a/../b", "a//.." };
    for (size_t i = 0; i < BD_COUNT(inside); i++)
        assert_true(bd_path_stays_inside(inside[i]));
    for (size_t i = 0; i < BD_COUNT(outside); i++)
        assert_false(bd_path_stays_inside(outside[i]));
}

static void a_link_leads_from_one_file_to_another(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *link;
    } rows[] = {
        { "docs/README.md", "docs/my db.md", "my%20db.md" },
        { "README.md", "docs/a.md", "docs/a.md" },
        { "docs/README.md", "a.md", "../a.md" },
        { "a/b/c.md", "a/d/e.md", "../d/e.md" },
        { "a/b/c.md", "x/y.md", "../../x/y.md" },
        { "./docs/x.md", "docs//y.md", "y.md" },
        { "docs/x.md", "docs", "../docs" },
        { "x.md", ".", "." },
        { "d/x.md", ".", ".." },
        { "x.md", "a(b)[c]%#?:&.md", "a%28b%29%5Bc%5D%25%23%3F%3A%26.md" },
        { "x.md", "\xC3\xA9-_~.md", "%C3%A9-_~.md" },
        { "ab/x.md", "abc/y.md", "../abc/y.md" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT;
        bd_buf_puts(&out, "](");
        bd_path_link(rows[i].from, rows[i].to, &out);
        assert_str(bd_str_sub(bd_buf_str(&out), 2, out.len), rows[i].link);
        bd_buf_release(&out);
    }
}

/* Six megabytes are read in two halves. */
static void a_large_file_is_read_whole(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char *dir = test_temp_dir();
    const char *path = in(&arena, dir, "large");
    bd_error err = BD_ERROR_INIT;
    bd_buf want = BD_BUF_INIT, got = BD_BUF_INIT;
    while (want.len < 6000001)
        bd_buf_printf(&want, "%zu,", want.len);
    test_write(path, want.data, want.len);
    assert_ok(bd_file_read(path, want.len, &got, &err), &err);
    assert_int_equal(got.len, want.len);
    assert_memory_equal(got.data, want.data, want.len + 1);
    assert_false(bd_file_read(path, want.len - 1, &got, &err));
    bd_buf_release(&want);
    bd_buf_release(&got);
    test_remove_tree(dir);
    free(dir);
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_whole_with_its_nul_bytes),
        cmocka_unit_test(what_cannot_be_read_says_why),
        cmocka_unit_test(a_pipe_on_standard_input_is_read),
        cmocka_unit_test(a_directory_lists_sorted_by_bytes),
        cmocka_unit_test(a_link_exists_when_its_target_does),
        cmocka_unit_test(paths_join_with_one_slash),
        cmocka_unit_test(paths_part_into_directory_and_name),
        cmocka_unit_test(only_relative_paths_without_dots_up_stay_inside),
        cmocka_unit_test(a_link_leads_from_one_file_to_another),
        cmocka_unit_test(a_large_file_is_read_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
