/* What can be no baseline of a head: itself, kept before it is compared, and what came after. */
#include "core/query/baseline.h"

#include "tests/support.h"

#define A   "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B   "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define C   "cccccccccccccccccccccccccccccccccccccccc"
#define DAY ((int64_t)86400 * 1000 * 1000 * 1000)

/* A run of one file at a commit; "" = not said. */
static bd_run *make_run(bd_runs *runs, const char *commit, const char *bytes)
{
    bd_run *run = bd_run_new();
    run->suite = "jmh";
    run->format = "jmh";
    run->commit = (bd_commit)BD_COMMIT_INIT;
    run->commit.id = commit[0] ? commit : NULL;
    run->measured_at_ns = BD_TIME_UNKNOWN;
    bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), BD_STR("epyc"));
    bd_run_add_file(run, "r.json", bd_str_of(bytes));
    run->id = bd_run_id_in(run, run->suite, &run->arena);
    bd_runs_add(runs, run);
    return run;
}

/* A branch has it: the file is another, and the entry tells the id of the run. */
static void make_entry(bd_run *run)
{
    run->format = "data.js";
    run->rest = bd_arena_printf(&run->arena, "{\"benchdoc\":{\"run\":\"%s\"}}", run->id);
    run->files[0].digest = bd_sha256(BD_STR("data.js"));
    run->id = "0123456789012345678901234567890123456789012345678901234567890123";
    run->measured_at_ns = 5 * DAY;
    run->measured_from = "file";
}

static const bd_run *const *runs_of(const bd_runs *runs)
{
    return (const bd_run *const *)runs->items;
}

static void what_was_kept_before_it_is_compared_is_no_baseline_of_itself(void **state)
{
    (void)state;
    static const struct {
        const char *kept, *bytes, *head;
        bool is_entry;
        bd_baseline_how how;
    } rows[] = {
        { B, "one", B, false, BD_BASELINE_NONE },
        { B, "one", "", false, BD_BASELINE_NONE }, /* the head is of what is checked out */
        { "", "one", "", false, BD_BASELINE_NONE },
        { "bbbbbbb", "one", B, false, BD_BASELINE_NONE },
        { B, "one", "", true, BD_BASELINE_NONE },
        { B, "one", B, true, BD_BASELINE_NONE },
        /* measured again */
        { B, "other", B, false, BD_BASELINE_COMMIT },
        { B, "other", "", false, BD_BASELINE_COMMIT },
        { B, "other", "", true, BD_BASELINE_COMMIT },
        { "", "other", B, false, BD_BASELINE_LATEST },
        /* what was counted may be equal from commit to commit */
        { A, "one", B, false, BD_BASELINE_ANCESTOR },
        { A, "one", "", false, BD_BASELINE_ANCESTOR },
    };
    static const char *const commits[] = { B, A };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_runs past = BD_RUNS_INIT, heads = BD_RUNS_INIT;
        bd_ancestry ancestry;
        bd_arena arena = BD_ARENA_INIT;
        bd_baseline base;
        bd_run *kept = make_run(&past, rows[i].kept, rows[i].bytes);
        make_run(&heads, rows[i].head, "one"); /* of two turns, the first is kept already */
        const bd_run *last = make_run(&heads, rows[i].head, "two");
        if (rows[i].is_entry)
            make_entry(kept);
        bd_ancestry_open(&ancestry, commits, BD_COUNT(commits), false);
        bd_past from = { .runs = runs_of(&past),
                         .run_count = past.count,
                         .ancestry = &ancestry,
                         .heads = runs_of(&heads),
                         .head_count = heads.count };
        bd_baseline_find(&from, last, false, &arena, &base);
        if (base.how != rows[i].how)
            fail_msg("row %zu: %d", i, (int)base.how);
        bd_ancestry_release(&ancestry);
        bd_arena_release(&arena);
        bd_runs_release(&past);
        bd_runs_release(&heads);
    }
}

static void runs_of_one_file_are_told_apart_by_their_times(void **state)
{
    (void)state;
    bd_runs runs = BD_RUNS_INIT;
    bd_arena arena = BD_ARENA_INIT;
    bd_baseline base;
    for (int day = 1; day <= 2; day++) {
        bd_run *run = make_run(&runs, B, "a history");
        run->measured_at_ns = day * DAY;
        run->measured_from = "file";
        run->id = bd_run_id_in(run, run->suite, &run->arena);
    }
    bd_past from = { .runs = runs_of(&runs), .run_count = 1 };
    bd_baseline_find(&from, runs.items[1], false, &arena, &base);
    assert_int_equal(base.how, BD_BASELINE_LATEST);
    bd_arena_release(&arena);
    bd_runs_release(&runs);
}

/* Where an earlier commit is measured again, the history has what came after it. */
static void what_was_built_upon_the_head_is_no_baseline(void **state)
{
    (void)state;
    static const struct {
        const char *earlier, *later;
        bd_baseline_how how;
    } rows[] = {
        { C, C, BD_BASELINE_NONE },
        { C, "", BD_BASELINE_LATEST }, /* it lies beside the head, or nobody knows */
        { A, C, BD_BASELINE_ANCESTOR },
    };
    static const char *const commits[] = { B, A };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_runs runs = BD_RUNS_INIT;
        bd_ancestry ancestry, later;
        bd_arena arena = BD_ARENA_INIT;
        bd_baseline base;
        make_run(&runs, C, "later");
        make_run(&runs, rows[i].earlier, "earlier");
        const bd_run *head = make_run(&runs, "", "head");
        bd_ancestry_open(&ancestry, commits, BD_COUNT(commits), false);
        bd_ancestry_open(&later, &rows[i].later, rows[i].later[0] ? 1 : 0, false);
        bd_past from = {
            .runs = runs_of(&runs), .run_count = runs.count, .ancestry = &ancestry, .later = &later
        };
        bd_baseline_find(&from, head, false, &arena, &base);
        if (base.how != rows[i].how)
            fail_msg("row %zu: %d", i, (int)base.how);
        bd_ancestry_release(&ancestry);
        bd_ancestry_release(&later);
        bd_arena_release(&arena);
        bd_runs_release(&runs);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_kept_before_it_is_compared_is_no_baseline_of_itself),
        cmocka_unit_test(runs_of_one_file_are_told_apart_by_their_times),
        cmocka_unit_test(what_was_built_upon_the_head_is_no_baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
