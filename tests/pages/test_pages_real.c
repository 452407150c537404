/* Real histories: appended to as the action would, and not one other byte changed. */
#include "tests/pages/branch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char commit_json[] =
    "{\"author\":{\"name\":\"a\"},\"committer\":{\"name\":\"b\",\"username\":\"b\"},"
    "\"id\":\"5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e\",\"message\":\"m\",\"timestamp\":"
    "\"2026-11-05T01:02:03+02:00\",\"url\":\"https://example.com\",\"7\":[],\"x\":{}}";
static const char commit_id[] = "5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e";
static const char script[] = "tests/pages/action.js";

typedef struct world {
    char *directory; /* owned */
    bd_buf out;
    bd_buf list; /* paths of real files, a line each */
} world;

BD_PRINTF(2, 3)
static int run_node(world *w, const char *format, ...)
{
    va_list args;
    bd_buf command = BD_BUF_INIT;
    va_start(args, format);
    bd_buf_printf(&command, "cd '%s' && node '%s/%s' ", w->directory, test_source_dir(), script);
    bd_buf_vprintf(&command, format, args);
    va_end(args);
    bd_buf_clear(&w->out);
    int status = test_shell(bd_buf_text(&command), &w->out, NULL);
    bd_buf_release(&command);
    return status;
}

static int set_up(void **state)
{
    world *w = bd_alloc(sizeof *w);
    bd_buf command = BD_BUF_INIT;
    w->directory = test_temp_dir();
    *state = w;
    if (test_has_shared("real/datajs")) {
        bd_buf_printf(&command, "find '%s' -name '*.js' | LC_ALL=C sort",
                      test_shared("real/datajs"));
        test_shell(bd_buf_text(&command), &w->list, NULL);
    }
    bd_buf_clear(&command);
    bd_buf_printf(&command, "%s/commit.json", w->directory);
    test_write_text(bd_buf_text(&command), commit_json);
    bd_buf_release(&command);
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    test_remove_tree(w->directory);
    free(w->directory);
    bd_buf_release(&w->out);
    bd_buf_release(&w->list);
    free(w);
    return 0;
}

static void need_node(void)
{
    if (test_shell("command -v node", NULL, NULL) != 0)
        skip();
    test_shared("real/datajs");
}

static bd_buf read_in(const world *w, const char *name)
{
    bd_buf path = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/%s", w->directory, name);
    bd_buf bytes = test_read(bd_buf_text(&path));
    bd_buf_release(&path);
    return bytes;
}

/* Publishes results.json onto `before`. @return owned */
static bd_buf publish(const world *w, bd_str before, const char *suite, int64_t now_ms,
                      const char *repo_url)
{
    test_branch branch = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_buf path = BD_BUF_INIT, after = BD_BUF_INIT;
    const bd_commit commit = { .id = commit_id, .time_ns = BD_TIME_UNKNOWN };
    const bd_pages_options options = { .now_ms = now_ms,
                                       .strict = true,
                                       .repo_url = repo_url,
                                       .head_commit = commit_json,
                                       .no_index = true };
    bd_buf_printf(&path, "%s/results.json", w->directory);
    test_read_run(bd_buf_text(&path), "customSmallerIsBetter", &commit, NULL, &runs);
    test_branch_put(&branch, "data.js", before);
    bd_publication *p = bd_publication_new();
    test_publish_all(p, &runs, "data.js", suite);
    assert_int_equal(test_merge(p, &options, &branch), 1);
    bd_buf_put_str(&after, bd_buf_str(test_branch_file(&branch, "data.js")));
    bd_publication_free(p);
    bd_runs_release(&runs);
    test_branch_drop(&branch);
    bd_buf_release(&path);
    return after;
}

/* Something was put in at one place, and the rest is as it was. */
static void assert_only_put_in(bd_str before, bd_str after)
{
    size_t head = 0, tail = 0;
    assert_true(after.len > before.len);
    while (head < before.len && before.ptr[head] == after.ptr[head])
        head++;
    while (tail < before.len
           && before.ptr[before.len - 1 - tail] == after.ptr[after.len - 1 - tail])
        tail++;
    assert_true(head + tail >= before.len);
}

static void the_file_equals_what_the_action_writes_and_keeps_all_other_bytes(void **state)
{
    world *w = *state;
    need_node();
    size_t files = 0, own = 0;
    bd_str rest = bd_buf_str(&w->list), line;
    while (bd_str_split(&rest, '\n', &line)) {
        if (line.len == 0)
            continue;
        assert_int_equal(run_node(w, "remeasure '%.*s' results.json", (int)line.len, line.ptr), 0);
        char *suite = bd_strdup(bd_buf_text(&w->out));
        assert_int_equal(run_node(w, "append '%.*s' want.js '%s' results.json commit.json %s",
                                  (int)line.len, line.ptr, suite, "1799999999999"),
                         0);
        bd_buf name = BD_BUF_INIT;
        bd_buf_put_str(&name, line);
        bd_buf before = test_read(bd_buf_text(&name)), want = read_in(w, "want.js");
        bd_buf after = publish(w, bd_buf_str(&before), suite, INT64_C(1799999999999),
                               "https://github.com/acme/widgets");
        if (strcmp(bd_buf_text(&w->out), "own") == 0) {
            if (!bd_str_eq(bd_buf_str(&after), bd_buf_str(&want)))
                fprintf(stderr, "%s\n", bd_buf_text(&name));
            assert_true(bd_str_eq(bd_buf_str(&after), bd_buf_str(&want)));
            own++;
        }
        bd_buf put_in = publish(w, bd_buf_str(&before), suite, 1, NULL);
        assert_only_put_in(bd_buf_str(&before), bd_buf_str(&put_in));
        bd_buf_release(&put_in);
        bd_buf_release(&after);
        bd_buf_release(&want);
        bd_buf_release(&before);
        bd_buf_release(&name);
        free(suite);
        files++;
    }
    assert_true(files >= 20 && own >= 18);
}

/* A real history in another dress: read and appended to as what it says. */
static void check_dress(world *w, const char *path, const char *dress)
{
    assert_int_equal(run_node(w, "%s", dress), 0);
    assert_int_equal(run_node(w, "remeasure '%s' results.json", path), 0);
    char *suite = bd_strdup(bd_buf_text(&w->out));
    assert_int_equal(
        run_node(w, "append dressed.js want.js '%s' results.json commit.json 1", suite), 0);
    bd_buf before = read_in(w, "dressed.js"), file = BD_BUF_INIT;
    bd_buf after = publish(w, bd_buf_str(&before), suite, 1, "https://github.com/acme/widgets");
    bd_buf put_in = publish(w, bd_buf_str(&before), suite, 1, NULL);
    assert_only_put_in(bd_buf_str(&before), bd_buf_str(&put_in));
    bd_buf_printf(&file, "%s/got.js", w->directory);
    test_write(bd_buf_text(&file), after.data, after.len);
    assert_int_equal(run_node(w, "same got.js want.js"), 0);
    bd_buf_release(&file);
    bd_buf_release(&put_in);
    bd_buf_release(&after);
    bd_buf_release(&before);
    free(suite);
}

static void files_in_other_dress_are_read_and_appended_to(void **state)
{
    world *w = *state;
    need_node();
    static const char *const names[] = {
        "real/datajs/popematt__partiql-lang-kotlin/gh-pages/dev/bench/data.js",
        "real/datajs/rulego__streamsql/gh-pages/dev/bench/data.js",
        "real/datajs/attcs__Octree/gh-pages/dev/bench/data.js",
        "real/datajs/cnmetlab__cnmaps/gh-pages/performance/data.js",
    };
    static const char *const dresses[] = { "minify '%s' dressed.js",
                                           "compact '%s' dressed.js none lf",
                                           "compact '%s' dressed.js 2 crlf",
                                           "compact '%s' dressed.js tab lf" };
    for (size_t i = 0; i < BD_COUNT(names); i++)
        for (size_t k = 0; k < BD_COUNT(dresses); k++) {
            bd_buf dress = BD_BUF_INIT;
            const char *path = test_shared(names[i]);
            const char *hole = strstr(dresses[k], "%s");
            bd_buf_add(&dress, dresses[k], (size_t)(hole - dresses[k]));
            bd_buf_printf(&dress, "%s%s", path, hole + 2);
            check_dress(w, path, bd_buf_text(&dress));
            bd_buf_release(&dress);
        }
}

/* All runs of a file, each to its own suite of a new one. */
static bd_buf export_runs(const char *path)
{
    test_branch branch = { 0 };
    bd_runs runs = BD_RUNS_INIT;
    bd_buf out = BD_BUF_INIT;
    const bd_pages_options options = { .now_ms = 1, .strict = true, .backfill = true };
    bd_publication *p = bd_publication_new();
    test_read_run(path, NULL, NULL, NULL, &runs);
    for (size_t i = 0; i < runs.count; i++) {
        const bd_runs one = { .items = &runs.items[i], .count = 1 };
        test_publish_all(p, &one, "data.js",
                         bd_pairs_get(&runs.items[i]->environment, "benchmark_suite"));
    }
    test_merge(p, &options, &branch);
    bd_buf_put_str(&out, bd_buf_str(test_branch_file(&branch, "data.js")));
    bd_publication_free(p);
    bd_runs_release(&runs);
    test_branch_drop(&branch);
    return out;
}

static void a_history_that_was_read_is_written_with_all_its_points(void **state)
{
    world *w = *state;
    need_node();
    bd_arena arena = BD_ARENA_INIT;
    bd_str rest = bd_buf_str(&w->list), line;
    while (bd_str_split(&rest, '\n', &line)) {
        if (line.len == 0)
            continue;
        const char *path = bd_arena_text(&arena, line);
        bd_buf out = export_runs(path);
        test_write(bd_arena_printf(&arena, "%s/got.js", w->directory), out.data, out.len);
        if (run_node(w, "points '%s' got.js", path) != 0)
            fail_msg("%s", path);
        bd_buf_release(&out);
    }
    bd_arena_release(&arena);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_file_equals_what_the_action_writes_and_keeps_all_other_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_history_that_was_read_is_written_with_all_its_points,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_in_other_dress_are_read_and_appended_to, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
