/* Runs, pairs, outcomes and keys. */
#include "core/model/model.h"

#include "tests/support.h"

#include <string.h>

static void pairs_keep_their_order_and_replace(void **state)
{
    (void)state;
    bd_arena arena = BD_ARENA_INIT;
    bd_pairs pairs = { 0 };
    assert_null(bd_pairs_get(&pairs, "a"));
    for (size_t i = 0; i < 50; i++) {
        const char *key = bd_arena_printf(&arena, "key%zu", 49 - i);
        bd_pairs_set(&pairs, &arena, bd_str_of(key), BD_STR("old"));
    }
    char value[] = "new";
    bd_pairs_set(&pairs, &arena, BD_STR("key7"), bd_str_of(value));
    value[0] = 'X'; /* was copied */
    bd_pairs_set(&pairs, &arena, (bd_str){ "empty!", 5 }, BD_STR(""));
    assert_int_equal(pairs.count, 51);
    assert_string_equal(pairs.items[0].key, "key49");
    assert_string_equal(pairs.items[49].key, "key0");
    assert_string_equal(bd_pairs_get(&pairs, "key7"), "new");
    assert_string_equal(bd_pairs_find(&pairs, (bd_str){ "key77", 4 }), "new");
    assert_string_equal(bd_pairs_get(&pairs, "empty"), "");
    assert_null(bd_pairs_get(&pairs, "key"));
    bd_arena_release(&arena);
}

static void outcomes_have_names(void **state)
{
    (void)state;
    static const char *const names[] = { "ok", "refused", "skipped", "failed", "incomplete" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        bd_outcome outcome;
        assert_true(bd_outcome_find(bd_str_of(names[i]), &outcome));
        assert_int_equal(outcome, i);
        assert_string_equal(bd_outcome_name(outcome), names[i]);
    }
    bd_outcome outcome;
    assert_false(bd_outcome_find(BD_STR("OK"), &outcome));
    assert_false(bd_outcome_find(BD_STR(""), &outcome));
}

static void a_new_run_knows_nothing(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    assert_true(run->measured_at_ns == BD_TIME_UNKNOWN);
    assert_true(run->commit.time_ns == BD_TIME_UNKNOWN);
    assert_null(run->id);
    for (size_t i = 0; i < 1000; i++) {
        bd_point *point = bd_run_add_point(run);
        assert_string_equal(point->metric, "value");
        assert_string_equal(point->unit, "");
        assert_int_equal(point->value.kind, BD_NUMBER_NONE);
        assert_int_equal(point->n, 0);
        point->n = (int64_t)i;
    }
    assert_int_equal(run->point_count, 1000);
    assert_int_equal(run->points[999].n, 999);
    bd_run_free(run);
    bd_run_free(NULL);
}

static void files_are_hashed(void **state)
{
    (void)state;
    bd_run *run = bd_run_new();
    char path[] = "a.json";
    /* printf abc | sha256sum (FIPS 180-2, appendix B.1) */
    assert_int_equal(bd_run_add_file(run, path, BD_STR("abc")), 0);
    path[0] = 'X';
    for (uint32_t i = 1; i < 20; i++)
        assert_int_equal(bd_run_add_file(run, "b", BD_STR("")), i);
    assert_string_equal(run->files[0].path, "a.json");
    assert_string_equal(run->files[0].digest.hex,
                        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_int_equal(run->files[0].bytes, 3);
    assert_int_equal(run->file_count, 20);
    bd_run_free(run);
}

static void a_list_owns_its_runs(void **state)
{
    (void)state;
    bd_runs runs = BD_RUNS_INIT;
    for (size_t i = 0; i < 20; i++)
        bd_runs_add(&runs, bd_run_new());
    assert_int_equal(runs.count, 20);
    bd_runs_release(&runs);
    assert_int_equal(runs.count, 0);
    bd_runs_release(&runs);
}

/* A point of two params, for comparing keys. */
typedef struct key_case {
    const char *benchmark, *metric, *mode;
    int64_t threads;
    bd_pair params[2];
} key_case;

static char *key_of(const key_case *c, bd_arena *arena)
{
    bd_point point = {
        .benchmark = c->benchmark, .metric = c->metric, .mode = c->mode, .threads = c->threads
    };
    for (size_t i = 0; i < 2 && c->params[i].key; i++)
        bd_pairs_set(&point.params, arena, bd_str_of(c->params[i].key),
                     bd_str_of(c->params[i].value));
    bd_buf key = BD_BUF_INIT;
    bd_point_key(&point, &key);
    char *copy = bd_arena_text(arena, bd_buf_str(&key));
    bd_buf_release(&key);
    return copy;
}

static void keys_do_not_care_for_the_order_of_params(void **state)
{
    (void)state;
    static const key_case same[][2] = {
        { { "a", "m", "avgt", 1, { { "x", "1" }, { "y", "2" } } },
          { "a", "m", "avgt", 1, { { "y", "2" }, { "x", "1" } } } },
        { { "a", "\xC2\xB7gc.count", NULL, 0, { { NULL, NULL } } },
          { "a", "gc.count", NULL, 0, { { NULL, NULL } } } },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(same); i++)
        assert_string_equal(key_of(&same[i][0], &arena), key_of(&same[i][1], &arena));
    bd_arena_release(&arena);
}

static void everything_else_makes_another_key(void **state)
{
    (void)state;
    static const key_case different[] = {
        { "a", "m", "avgt", 1, { { "x", "1" }, { "y", "2" } } },
        { "b", "m", "avgt", 1, { { "x", "1" }, { "y", "2" } } },
        { "a", "n", "avgt", 1, { { "x", "1" }, { "y", "2" } } },
        { "a", "m", "thrpt", 1, { { "x", "1" }, { "y", "2" } } },
        { "a", "m", NULL, 1, { { "x", "1" }, { "y", "2" } } },
        { "a", "m", "avgt", 2, { { "x", "1" }, { "y", "2" } } },
        { "a", "m", "avgt", 1, { { "x", "2" }, { "y", "1" } } },
        { "a", "m", "avgt", 1, { { "x", "1" }, { NULL, NULL } } },
        { "a", "m", "avgt", 1, { { NULL, NULL } } },
        /* separators in texts do not make two keys one */
        { "a",
          "m",
          "avgt",
          1,
          { { "x", "1\x1fy\x1e"
                   "2" },
            { NULL, NULL } } },
        { "a",
          "m",
          "avgt",
          1,
          { { "x\x1e"
              "1\x1fy",
              "2" },
            { NULL, NULL } } },
        { "a\x1fm", "m", "avgt", 1, { { NULL, NULL } } },
        { "a", "m\x1fm", "avgt", 1, { { NULL, NULL } } },
        { "a\\", "m", "avgt", 1, { { NULL, NULL } } },
        { "a\\\x1fm", "m", "avgt", 1, { { NULL, NULL } } },
    };
    bd_arena arena = BD_ARENA_INIT;
    for (size_t i = 0; i < BD_COUNT(different); i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(key_of(&different[i], &arena), key_of(&different[j], &arena));
    bd_arena_release(&arena);
}

static void points_move_to_another_run_with_what_they_borrow(void **state)
{
    (void)state;
    bd_run *run = bd_run_new(), *other = bd_run_new();
    for (int i = 0; i < 3; i++)
        bd_run_add_point(run)->benchmark = bd_arena_printf(&run->arena, "own %d", i);
    for (int i = 0; i < 20; i++)
        bd_run_add_point(other)->benchmark = bd_arena_printf(&other->arena, "other %d", i);
    bd_run_take_points(run, other);
    assert_int_equal(other->point_count, 0);
    bd_run_free(other);
    assert_int_equal(run->point_count, 23);
    assert_string_equal(run->points[2].benchmark, "own 2");
    assert_string_equal(run->points[22].benchmark, "other 19");
    bd_run_add_point(run);
    assert_string_equal(run->points[3].benchmark, "other 0");
    bd_run_free(run);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_keep_their_order_and_replace),
        cmocka_unit_test(outcomes_have_names),
        cmocka_unit_test(a_new_run_knows_nothing),
        cmocka_unit_test(files_are_hashed),
        cmocka_unit_test(a_list_owns_its_runs),
        cmocka_unit_test(keys_do_not_care_for_the_order_of_params),
        cmocka_unit_test(everything_else_makes_another_key),
        cmocka_unit_test(points_move_to_another_run_with_what_they_borrow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
