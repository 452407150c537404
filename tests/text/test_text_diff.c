/* Unified diffs: what they look like, and that patch(1) turns one text into the other
 * with them, in as few lines as diff(1) needs. */
#include "tests/text/text_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "--- a/x.md\n+++ b/x.md\n"

static void a_diff_looks_as_everybody_expects(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *want;
        size_t differing;
    } rows[] = {
        { "a\n", "a\n", "", 0 },
        { "", "", "", 0 },
        { "a\nb\nc\n", "a\nB\nc\n", HEAD "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", 2 },
        { "", "a\n", HEAD "@@ -0,0 +1 @@\n+a\n", 1 },
        { "a\n", "", HEAD "@@ -1 +0,0 @@\n-a\n", 1 },
        { "a\nb", "a\nb\n", HEAD "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", 2 },
        { "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n5\n6\n7\n8\n9\n",
          HEAD "@@ -2,6 +2,7 @@\n 2\n 3\n 4\n+x\n 5\n 6\n 7\n", 1 },
        /* six equal lines join two changes, seven part them */
        { "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
          HEAD "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n", 4 },
        { "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
          HEAD "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n", 4 },
        /* line ends show only where nothing else differs */
        { "a\r\nb\r\n", "a\nb\r\n", HEAD "@@ -1,2 +1,2 @@\n-a\xE2\x90\x8D\n+a\n b\r\n", 2 },
        { "a\r\n", "b\r\n", HEAD "@@ -1 +1 @@\n-a\r\n+b\r\n", 2 },
        /* nothing that a terminal obeys */
        { "a\x1B[31m\n", "a\tb\n", HEAD "@@ -1 +1 @@\n-a\\u001B[31m\n+a\tb\n", 2 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf out = BD_BUF_INIT;
        size_t n = bd_unified_diff(bd_str_of(rows[i].before), bd_str_of(rows[i].after), "x.md",
                                   &out);
        assert_str(bd_buf_str(&out), rows[i].want);
        assert_int_equal(n, rows[i].differing);
        bd_buf_release(&out);
    }
}

static void make_text(uint64_t *seed, unsigned words, bd_buf *out)
{
    for (size_t n = text_random(seed) % 30; n > 0; n--)
        bd_buf_printf(out, "line %u\n", (unsigned)(text_random(seed) % words));
    if (text_random(seed) % 4 == 0)
        bd_buf_puts(out, "last");
}

/* Applies the diff with patch(1) and compares; counts its lines against diff(1). */
static void check_with_patch(const bd_buf *before, const bd_buf *after, const char *dir)
{
    bd_buf diff = BD_BUF_INIT, path = BD_BUF_INIT, count = BD_BUF_INIT;
    const bd_str texts[] = { bd_buf_str(before), bd_buf_str(after) };
    size_t n = bd_unified_diff(texts[0], texts[1], "a", &diff);
    static const char *const names[] = { "a", "b" };
    for (size_t i = 0; i < 2; i++) {
        bd_buf_clear(&path);
        bd_buf_printf(&path, "%s/%s", dir, names[i]);
        test_write(bd_buf_text(&path), texts[i].ptr, texts[i].len);
    }
    bd_buf_clear(&path);
    bd_buf_printf(&path, "%s/p", dir);
    test_write(bd_buf_text(&path), bd_buf_text(&diff), diff.len);
    bd_buf_clear(&path);
    bd_buf_printf(
        &path,
        "cd '%s' && diff --minimal a b | grep -c '^[<>]'; patch -s -o c a p >/dev/null 2>&1; "
        "test -s p || cp a c; cmp b c",
        dir);
    if (test_shell(bd_buf_text(&path), &count, NULL) != 0)
        fail_msg("patch does not give the new text from\n%s", bd_buf_text(&diff));
    assert_int_equal(n, strtoul(bd_buf_text(&count), NULL, 10));
    bd_buf_release(&diff);
    bd_buf_release(&path);
    bd_buf_release(&count);
}

static void patch_makes_the_new_text_of_the_old(void **state)
{
    (void)state;
    if (test_shell("patch --version >/dev/null 2>&1 && diff --version >/dev/null 2>&1", NULL, NULL)
        != 0) {
        print_message("SKIPPED: patch or diff is not here\n");
        skip();
    }
    uint64_t seed = 11;
    char *dir = test_temp_dir();
    for (size_t round = test_rounds(600); round > 0; round--) {
        bd_buf before = BD_BUF_INIT, after = BD_BUF_INIT;
        unsigned words = (unsigned)(text_random(&seed) % 12) + 2;
        make_text(&seed, words, &before);
        make_text(&seed, words, &after);
        check_with_patch(&before, &after, dir);
        bd_buf_release(&before);
        bd_buf_release(&after);
    }
    test_remove_tree(dir);
    free(dir);
}

static void texts_with_nothing_in_common_take_no_age(void **state)
{
    (void)state;
    enum { LINES = 30000 };
    bd_buf before = BD_BUF_INIT, after = BD_BUF_INIT, out = BD_BUF_INIT;
    uint64_t seed = 5;
    for (size_t i = 0; i < LINES; i++) {
        bd_buf_printf(&before, "%llu\n", (unsigned long long)(text_random(&seed) % 1000000));
        bd_buf_printf(&after, "%llu\n", (unsigned long long)(text_random(&seed) % 1000000));
    }
    assert_true(bd_unified_diff(bd_buf_str(&before), bd_buf_str(&after), "x", &out) > LINES);
    bd_buf_release(&before);
    bd_buf_release(&after);
    bd_buf_release(&out);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diff_looks_as_everybody_expects),
        cmocka_unit_test(patch_makes_the_new_text_of_the_old),
        cmocka_unit_test(texts_with_nothing_in_common_take_no_age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
