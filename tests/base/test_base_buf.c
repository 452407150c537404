/* Buffers, arenas and slices. */
#include "core/base/buf.h"

#include "tests/support.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static void a_buffer_grows_and_stays_terminated(void **state)
{
    (void)state;
    bd_buf buf = BD_BUF_INIT;
    assert_str(bd_buf_str(&buf), "");
    bd_buf_puts(&buf, "ab");
    bd_buf_putc(&buf, 'c');
    bd_buf_put_str(&buf, (bd_str){ "defg", 2 });
    bd_buf_repeat(&buf, '-', 3);
    bd_buf_printf(&buf, "%d%s", 42, "!");
    bd_buf_add(&buf, "\0x", 2);
    assert_int_equal(buf.len, 13);
    assert_memory_equal(buf.data, "abcde---42!\0x", 14);
    bd_buf_clear(&buf);
    assert_string_equal(bd_buf_text(&buf), "");
    bd_buf_release(&buf);
    bd_buf_release(&buf);
    assert_null(buf.data);
}

static void a_long_print_fits(void **state)
{
    (void)state;
    bd_buf buf = BD_BUF_INIT;
    for (int i = 0; i < 3000; i++)
        bd_buf_printf(&buf, "%04d,", i);
    assert_int_equal(buf.len, 15000);
    assert_memory_equal(buf.data + 14995, "2999,", 6);
    bd_buf_release(&buf);
}

static void arena_pieces_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    static const size_t sizes[] = { 1, 3, 17, 0, 100, 5000, 20000, 300000, 2000000 };
    unsigned char *pieces[BD_COUNT(sizes) * 20];
    for (size_t i = 0; i < BD_COUNT(pieces); i++) {
        size_t size = sizes[i % BD_COUNT(sizes)];
        pieces[i] = bd_arena_alloc(&arena, size);
        assert_int_equal((uintptr_t)pieces[i] % alignof(max_align_t), 0);
        for (size_t b = 0; b < size; b += 7)
            assert_int_equal(pieces[i][b], 0);
        memset(pieces[i], (int)i + 1, size);
    }
    for (size_t i = 0; i < BD_COUNT(pieces); i++) {
        size_t size = sizes[i % BD_COUNT(sizes)];
        for (size_t b = 0; b < size; b++)
            if (pieces[i][b] != (unsigned char)(i + 1))
                fail_msg("piece %zu was overwritten", i);
    }
    bd_arena_release(&arena);
    bd_arena_release(&arena);
}

static void arena_texts_are_copies(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    char text[] = "before";
    char *copy = bd_arena_strdup(&arena, text);
    char *slice = bd_arena_text(&arena, (bd_str){ text, 3 });
    text[0] = 'X';
    assert_string_equal(copy, "before");
    assert_string_equal(slice, "bef");
    assert_null(bd_arena_strdup(&arena, NULL));
    assert_string_equal(bd_arena_printf(&arena, "%s-%d", copy, 7), "before-7");
    bd_arena_release(&arena);
}

static void slices_compare_by_bytes(void **state)
{
    (void)state;
    assert_true(bd_str_eq(BD_STR("ab"), (bd_str){ "abc", 2 }));
    assert_true(bd_str_eq((bd_str){ NULL, 0 }, BD_STR("")));
    assert_false(bd_str_is(BD_STR("ab"), "abc"));
    assert_true(bd_str_cmp(BD_STR("a"), BD_STR("ab")) < 0);
    assert_true(bd_str_cmp(BD_STR("\xC3"), BD_STR("z")) > 0);
    assert_int_equal(bd_str_cmp(BD_STR("a"), BD_STR("a")), 0);
    assert_true(bd_str_starts(BD_STR("abc"), "ab") && !bd_str_starts(BD_STR("a"), "ab"));
    assert_true(bd_str_ends(BD_STR("abc"), "bc") && !bd_str_ends(BD_STR("c"), "bc"));
    assert_str(bd_str_trim(BD_STR(" \t a b\r\n")), "a b");
    assert_str(bd_str_trim(BD_STR(" \n ")), "");
    assert_str(bd_str_sub(BD_STR("abcdef"), 2, 4), "cd");
    assert_str(bd_str_sub(BD_STR("abc"), 2, 99), "c");
    assert_str(bd_str_sub(BD_STR("abc"), 9, 99), "");
}

static void splitting_gives_every_part_empty_ones_too(void **state)
{
    (void)state;
    bd_str rest = BD_STR("a,,b,"), part = { 0 };
    static const char *const parts[] = { "a", "", "b", "" };
    for (size_t i = 0; i < BD_COUNT(parts); i++) {
        assert_true(bd_str_split(&rest, ',', &part));
        assert_str(part, parts[i]);
    }
    assert_false(bd_str_split(&rest, ',', &part));
    rest = BD_STR("");
    assert_true(bd_str_split(&rest, ',', &part));
    assert_int_equal(part.len, 0);
    assert_false(bd_str_split(&rest, ',', &part));
}

static void an_array_grows_without_losing_items(void **state)
{
    (void)state;
    int *items = NULL;
    size_t count = 0, capacity = 0;
    for (int i = 0; i < 1000; i++) {
        items = bd_grow(items, count, &capacity, sizeof *items);
        assert_true(capacity > count);
        items[count++] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    free(items);
}

static void an_arena_takes_over_what_another_holds(void **state)
{
    (void)state;
    bd_arena one = BD_ARENA_INIT, two = BD_ARENA_INIT, none = BD_ARENA_INIT;
    const char *first = bd_arena_printf(&one, "first");
    bd_arena_alloc(&two, 100000); /* several blocks */
    const char *second = bd_arena_printf(&two, "second");
    bd_arena_take(&one, &two);
    bd_arena_take(&one, &none);
    assert_null(two.blocks);
    bd_arena_release(&two);
    bd_arena_printf(&one, "third");
    assert_string_equal(first, "first");
    assert_string_equal(second, "second");
    bd_arena_take(&none, &one);
    assert_string_equal(first, "first");
    bd_arena_release(&none);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_grows_and_stays_terminated),
        cmocka_unit_test(a_long_print_fits),
        cmocka_unit_test(arena_pieces_are_zeroed_aligned_and_apart),
        cmocka_unit_test(arena_texts_are_copies),
        cmocka_unit_test(slices_compare_by_bytes),
        cmocka_unit_test(splitting_gives_every_part_empty_ones_too),
        cmocka_unit_test(an_array_grows_without_losing_items),
        cmocka_unit_test(an_arena_takes_over_what_another_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
