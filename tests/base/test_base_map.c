/* The hash map keeps the order of insertion; the nearest name is really near. */
#include "core/base/map.h"

#include "tests/support.h"

static void keys_are_found_in_the_order_they_came(void **state)
{
    (void)state;
    enum { KEYS = 20000 };
    bd_arena arena = BD_ARENA_INIT;
    bd_map map = BD_MAP_INIT;
    assert_null(bd_map_get(&map, BD_STR("0")));
    for (size_t i = 0; i < KEYS; i++) {
        bool added = false;
        bd_map_put(&map, bd_str_of(bd_arena_printf(&arena, "key-%zu", i)), i * 3, &added);
        assert_true(added);
    }
    assert_int_equal(map.count, KEYS);
    for (size_t i = 0; i < KEYS; i++) {
        const char *key = bd_arena_printf(&arena, "key-%zu", i);
        assert_str(map.entries[i].key, key);
        const size_t *value = bd_map_get(&map, bd_str_of(key));
        assert_non_null(value);
        assert_int_equal(*value, i * 3);
    }
    assert_null(bd_map_get(&map, BD_STR("key-20000")));
    bd_map_release(&map);
    bd_map_release(&map);
    bd_arena_release(&arena);
}

static void putting_again_finds_the_old_value(void **state)
{
    (void)state;
    bd_map map = BD_MAP_INIT;
    bool added = true;
    *bd_map_put(&map, BD_STR("a"), 1, NULL) += 10;
    assert_int_equal(*bd_map_put(&map, BD_STR("a"), 99, &added), 11);
    assert_false(added);
    assert_int_equal(map.count, 1);
    bd_map_release(&map);
}

static void bytes_decide_and_the_empty_key_is_one(void **state)
{
    (void)state;
    bd_map map = BD_MAP_INIT;
    bd_map_put(&map, BD_STR(""), 1, NULL);
    bd_map_put(&map, (bd_str){ "a\0b", 3 }, 2, NULL);
    bd_map_put(&map, (bd_str){ "a\0c", 3 }, 3, NULL);
    assert_int_equal(*bd_map_get(&map, BD_STR("")), 1);
    assert_int_equal(*bd_map_get(&map, (bd_str){ "a\0c", 3 }), 3);
    assert_null(bd_map_get(&map, BD_STR("a")));
    bd_map_release(&map);
}

static void a_slip_of_the_finger_is_near_and_another_word_is_not(void **state)
{
    (void)state;
    static const char *const names[] = { "generate", "table", "fields", "publish", "why" };
    static const struct {
        const char *wanted, *nearest;
    } rows[] = {
        { "generat", "generate" }, { "genrate", "generate" },
        { "tabel", "table" },      { "feilds", "fields" },
        { "table", "table" },      { "wy", "why" },
        { "ingest", NULL },        { "", NULL },
        { "qqqqqqqq", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        const char *got = bd_nearest(bd_str_of(rows[i].wanted), names, BD_COUNT(names));
        if (!rows[i].nearest)
            assert_null(got);
        else
            assert_string_equal(got ? got : "(none)", rows[i].nearest);
    }
    assert_null(bd_nearest(BD_STR("a"), NULL, 0));
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_found_in_the_order_they_came),
        cmocka_unit_test(putting_again_finds_the_old_value),
        cmocka_unit_test(bytes_decide_and_the_empty_key_is_one),
        cmocka_unit_test(a_slip_of_the_finger_is_near_and_another_word_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
