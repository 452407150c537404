/* Every number names its place: file, line and column to the byte, and JSON path. */
#include "tests/ingest/places.h"

#include <string.h>

enum { RUNS_MAX = 20 };

/* Reads each file that `find ARGUMENTS` lists, and looks all its numbers up. */
static places_seen check_files(const char *arguments, const char *root, size_t *files)
{
    places_seen seen = { 0 };
    bd_buf list = BD_BUF_INIT, command = BD_BUF_INIT;
    bd_arena arena = BD_ARENA_INIT;
    *files = 0;
    if (test_shell("command -v jq", NULL, NULL) != 0)
        skip();
    bd_buf_printf(&command, "find %s | LC_ALL=C sort", arguments);
    assert_int_equal(test_shell(bd_buf_text(&command), &list, NULL), 0);
    bd_str rest = bd_buf_str(&list), path;
    while (bd_str_split(&rest, '\n', &path)) {
        if (path.len == 0)
            continue;
        reading_result r = test_ingest_path(bd_arena_text(&arena, path), NULL);
        assert_read(&r);
        for (size_t i = 0; i < r.runs.count; i++)
            if (i < RUNS_MAX || i + 1 == r.runs.count) /* jq reads the file for each */
                places_check(r.runs.items[i], root, &seen);
        test_ingest_drop(&r);
        ++*files;
    }
    bd_arena_release(&arena);
    bd_buf_release(&list);
    bd_buf_release(&command);
    return seen;
}

static places_seen check_shared(const char *folder, const char *names, size_t *files)
{
    bd_buf arguments = BD_BUF_INIT;
    bd_buf_printf(&arguments, "'%s' -type f %s", test_shared(folder), names);
    places_seen seen = check_files(bd_buf_text(&arguments), "", files);
    bd_buf_release(&arguments);
    return seen;
}

static void numbers_of_the_seeds_stand_where_they_are_said_to(void **state)
{
    (void)state;
    size_t files;
    places_seen seen = check_shared(
        "seeds", "\\( -name '*.json' ! -name environment.json -o -name '*.log' \\)", &files);
    assert_true(files >= 25 && seen.numbers > 9000 && seen.observed > 2500 && seen.paths > 12000);
}

static void numbers_of_other_tools_stand_where_they_are_said_to(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *names;
        size_t files, numbers;
    } rows[] = { { "real/googlebench", "*.json", 11, 120 },
                 { "real/hyperfine", "*.json", 1, 14 },
                 { "real/pytest", "*.json", 5, 30 },
                 { "real/benchmarkdotnet", "*.json", 5, 300 },
                 { "real/criterion", "estimates.json' ! -path '*/change/*", 4, 24 },
                 { "github-action-benchmark/inputs", "julia*.json", 1, 8 } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        size_t files;
        bd_buf names = BD_BUF_INIT;
        bd_buf_printf(&names, "-name '%s'", rows[i].names);
        places_seen seen = check_shared(rows[i].folder, bd_buf_text(&names), &files);
        bd_buf_release(&names);
        if (files != rows[i].files || seen.numbers < rows[i].numbers)
            fail_msg("%s: %zu files, %zu numbers", rows[i].folder, files, seen.numbers);
    }
}

static void numbers_of_jmh_stand_where_they_are_said_to(void **state)
{
    (void)state;
    size_t files;
    places_seen seen = check_shared("real/jmh", "-name '*.json'", &files);
    assert_true(files > 30 && seen.numbers > 100000 && seen.observed > 10000);
}

static void numbers_of_custom_arrays_stand_where_they_are_said_to(void **state)
{
    (void)state;
    size_t files;
    places_seen seen = check_shared("real/custom", "-name '*.json'", &files);
    assert_true(files > 6 && seen.numbers > 40 && seen.paths == seen.numbers);
}

static void numbers_of_a_history_stand_where_they_are_said_to(void **state)
{
    (void)state;
    size_t files;
    places_seen seen = check_shared("real/datajs/duckstax__actor-zeta", "-name '*.js'", &files);
    assert_true(files > 3 && seen.numbers > 100 && seen.paths == seen.numbers);
}

/* benchdoc.lock alone says where the numbers of the result files stand. */
static void numbers_of_a_lock_stand_where_it_says_in_the_results(void **state)
{
    (void)state;
    static const char *const projects[] = { "bench-data/bluetape4k/", "bench-data/moongate/",
                                            "bench-data/skript-orm/", "" };
    for (size_t i = 0; i < BD_COUNT(projects); i++) {
        bd_buf root = BD_BUF_INIT, lock = BD_BUF_INIT;
        size_t files;
        bd_buf_printf(&root, "%s/%s", test_source_dir(), projects[i]);
        bd_buf_printf(&lock, "'%sbenchdoc.lock'", bd_buf_text(&root));
        places_seen seen = check_files(bd_buf_text(&lock), bd_buf_text(&root), &files);
        assert_true(files == 1 && seen.numbers + seen.computed > 10);
        bd_buf_release(&root);
        bd_buf_release(&lock);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_the_seeds_stand_where_they_are_said_to),
        cmocka_unit_test(numbers_of_other_tools_stand_where_they_are_said_to),
        cmocka_unit_test(numbers_of_jmh_stand_where_they_are_said_to),
        cmocka_unit_test(numbers_of_custom_arrays_stand_where_they_are_said_to),
        cmocka_unit_test(numbers_of_a_history_stand_where_they_are_said_to),
        cmocka_unit_test(numbers_of_a_lock_stand_where_it_says_in_the_results),
    };
    test_fix_world();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
