/* Appending as github-action-benchmark does it, against what it wrote itself. */
#include "tests/pages/branch.h"

#include <stdio.h>
#include <string.h>

static const char prefix[] = "window.BENCHMARK_DATA = ";

/* The commits of the recorded sequence: 1111…, 2222…, 3333…. */
static void make_commit(int step, char id[41], bd_buf *json)
{
    memset(id, '0' + step, 40);
    id[40] = '\0';
    bd_buf_printf(
        json,
        "{\"author\": {\"email\": \"dev1@example.com\", \"name\": \"Developer 1\", \"username\": "
        "\"dev1\"}, \"committer\": {\"email\": \"dev2@example.com\", \"name\": \"Developer 2\", "
        "\"username\": \"dev2\"}, \"distinct\": true, \"id\": \"%s\", \"message\": \"Step %d: "
        "\\\"quotes\\\", <tags> & \\u00fcn\\u00efcode\\n\\nbody\", \"timestamp\": "
        "\"2026-11-0%dT10:00:00Z\", \"tree_id\": \"ffffffffffffffffffffffffffffffffffffffff\", "
        "\"url\": \"https://github.com/acme/widgets/commit/%s\"}",
        id, step, step, id);
}

static void publish_step(test_branch *branch, int step, bool strict)
{
    char id[41], file[64];
    bd_buf json = BD_BUF_INIT;
    bd_runs runs = BD_RUNS_INIT;
    make_commit(step, id, &json);
    const bd_commit commit = { .id = id, .time_ns = BD_TIME_UNKNOWN };
    const bd_pages_options options = { .repo_url = "https://github.com/acme/widgets",
                                       .now_ms = INT64_C(1790000000000) + step * INT64_C(86400000),
                                       .strict = strict,
                                       .head_commit = bd_buf_text(&json) };
    strcpy(file, "github-action-benchmark/append/");
    test_read_run(test_shared(strcat(file, step == 1 ? "a.json" : "b.json")), NULL, &commit, NULL,
                  &runs);
    bd_publication *p = bd_publication_new();
    test_publish_all(p, &runs, "dev/bench/data.js", "JMH Benchmark");
    assert_int_equal(test_merge(p, &options, branch), 1);
    assert_int_equal(test_merge(p, &options, branch), 0); /* once more: it is there */
    bd_publication_free(p);
    bd_runs_release(&runs);
    bd_buf_release(&json);
}

static void each_step_equals_what_the_action_wrote(void **state)
{
    (void)state;
    test_branch branch = { 0 };
    for (int step = 1; step <= 3; step++) {
        char file[64];
        bd_buf want = BD_BUF_INIT;
        snprintf(file, sizeof file, "github-action-benchmark/append/data.after-%d.json", step);
        bd_buf recorded = test_read(test_shared(file));
        bd_buf_puts(&want, prefix);
        bd_buf_put_str(&want, bd_buf_str(&recorded));
        publish_step(&branch, step, true);
        assert_str(bd_buf_str(test_branch_file(&branch, "dev/bench/data.js")), bd_buf_text(&want));
        bd_buf_release(&recorded);
        bd_buf_release(&want);
    }
    test_branch_drop(&branch);
}

static void keys_of_our_own_say_run_and_direction_and_change_nothing_else(void **state)
{
    (void)state;
    test_branch ours = { 0 }, strict = { 0 };
    for (int step = 1; step <= 3; step++) {
        publish_step(&ours, step, false);
        publish_step(&strict, step, true);
    }
    bd_str text = bd_buf_str(test_branch_file(&ours, "dev/bench/data.js"));
    bd_str want = bd_buf_str(test_branch_file(&strict, "dev/bench/data.js"));
    bd_buf without = BD_BUF_INIT;
    size_t runs = 0, directions = 0;
    bd_str rest = text, line;
    while (bd_str_split(&rest, '\n', &line)) {
        bool direction = bd_str_starts(line, "            \"direction\": \"bigger\"");
        bool own = bd_str_starts(line, "        \"benchdoc\": {");
        directions += direction;
        runs += own;
        if (direction || own) { /* the comma before goes, too */
            without.len -= 2;
            bd_buf_putc(&without, '\n');
        }
        if (own)
            while (bd_str_split(&rest, '\n', &line) && !bd_str_starts(line, "        }")) {
            }
        else if (!direction) {
            bd_buf_put_str(&without, line);
            bd_buf_putc(&without, '\n');
        }
    }
    without.len--;
    without.data[without.len] = '\0';
    assert_int_equal(runs, 3);
    assert_int_equal(directions, 3); /* ops/s, which the action takes for a time */
    assert_str(want, bd_buf_text(&without));
    bd_buf_release(&without);
    test_branch_drop(&ours);
    test_branch_drop(&strict);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_equals_what_the_action_wrote),
        cmocka_unit_test(keys_of_our_own_say_run_and_direction_and_change_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
