/* Where histories changed and stayed changed. */
#include "render/view/changes.h"

#include "tests/support.h"
#include "tests/view/compare_world.h"

#include <string.h>

enum { RUNS = 30 };

static const char *commit_of(bd_run *run, int number)
{
    return bd_arena_printf(&run->arena, "%07x%033d", number, 0);
}

/* 30 runs on a CPU: "step" grows by a fifth with the 16th, "level" never changes. */
static void add_lane(bd_runs *runs, const char *cpu)
{
    for (int i = 1; i <= RUNS; i++) {
        bd_run *run = compare_run(runs, cpu, i);
        double noise = 0.3 * (i * 7 % 5 - 2);
        run->commit.id = commit_of(run, i);
        compare_point(run, "step", "score", bd_double((i >= 16 ? 120 : 100) + noise), "ms/op");
        compare_point(run, "level", "score", bd_double(100 + noise), "ms/op");
    }
}

static void find(compare_world *w, const bd_changes_options *options, bd_changes *out)
{
    if (!bd_find_changes(w->config, &w->past, options, out, &w->found))
        fail_msg("%s", w->found.items[0].error.message);
}

static void a_step_is_found_between_its_two_runs_on_each_machine(void **state)
{
    (void)state;
    compare_world w;
    bd_changes out;
    compare_world_open(&w, NULL);
    add_lane(&w.past, "Intel Xeon 8370C");
    add_lane(&w.past, "AMD EPYC 7763");
    find(&w, NULL, &out);
    assert_int_equal(out.series, 4);
    assert_int_equal(out.count, 2);
    for (size_t i = 0; i < out.count; i++) {
        const bd_series_change *c = &out.items[i];
        assert_string_equal(c->label, "step");
        assert_string_equal(c->before->run->commit.id, commit_of(w.past.items[0], 15));
        assert_string_equal(c->after->run->commit.id, commit_of(w.past.items[0], 16));
        assert_int_equal(c->verdict, BD_VERDICT_WORSE);
        assert_true(bd_str_starts(bd_str_of(c->words), "+"));
        assert_true(bd_str_ends(bd_str_of(c->words), "% slower"));
        assert_int_equal(c->between, SIZE_MAX); /* git was not asked */
    }
    bd_changes_release(&out);
    compare_world_close(&w);
}

static void commits_that_were_not_measured_are_counted(void **state)
{
    (void)state;
    compare_world w;
    bd_changes out;
    const char *ids[2 * RUNS];
    compare_world_open(&w, NULL);
    add_lane(&w.past, "Intel Xeon 8370C");
    for (int i = 0; i < 2 * RUNS; i++) /* each second commit is one that nobody measured */
        ids[i] = commit_of(w.past.items[0], i % 2 ? 1000 + i : RUNS - i / 2);
    bd_ancestry ancestry;
    bd_ancestry_open(&ancestry, ids, BD_COUNT(ids), false);
    bd_changes_options options = BD_CHANGES_OPTIONS_INIT;
    options.ancestry = &ancestry;
    find(&w, &options, &out);
    assert_int_equal(out.count, 1);
    assert_int_equal(out.items[0].between, 1);
    bd_ancestry_release(&ancestry);
    bd_changes_release(&out);
    compare_world_close(&w);
}

static void nothing_is_looked_for_across_a_break_or_below_the_least_change(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        double least;
        size_t count;
    } rows[] = {
        { "version: 1\ninputs: { jmh: { files: r.json } }\n", 3, 1 },
        { "version: 1\ninputs: { jmh: { files: r.json } }\n", 25, 0 },
        { "version: 1\ninputs: { jmh: { files: r.json } }\n"
          "breaks: [{ suite: jmh, at: \"0000010\", why: \"another clock\" }]\n",
          3, 0 },
        { "version: 1\ninputs: { jmh: { files: r.json } }\n"
          "breaks: [{ suite: jmh, at: \"0000008\", why: \"another clock\" }]\n",
          3, 1 },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        bd_changes out;
        bd_changes_options options = BD_CHANGES_OPTIONS_INIT;
        options.least = rows[i].least;
        compare_world_open(&w, rows[i].yaml);
        add_lane(&w.past, "Intel Xeon 8370C");
        find(&w, &options, &out);
        assert_int_equal(out.count, rows[i].count);
        bd_changes_release(&out);
        compare_world_close(&w);
    }
}

static void runs_of_unknown_machines_dirty_and_incomplete_ones_are_left_out(void **state)
{
    (void)state;
    compare_world w;
    bd_changes out;
    bd_changes_options options = BD_CHANGES_OPTIONS_INIT;
    compare_world_open(&w, NULL);
    add_lane(&w.past, NULL);
    find(&w, &options, &out);
    assert_int_equal(out.unknown_cpu, RUNS);
    assert_int_equal(out.series, 0);
    bd_changes_release(&out);
    options.accept_machine = true;
    find(&w, &options, &out);
    assert_int_equal(out.count, 1);
    bd_changes_release(&out);
    for (size_t i = 0; i < w.past.count; i++) {
        w.past.items[i]->commit.dirty = i % 2 ? BD_DIRTY : BD_CLEAN;
        w.past.items[i]->outcome = i % 2 ? BD_OUTCOME_OK : BD_OUTCOME_INCOMPLETE;
    }
    find(&w, &options, &out);
    assert_int_equal(out.series, 0);
    bd_changes_release(&out);
    compare_world_close(&w);
}

static void runs_are_in_the_order_of_their_commits_however_late_they_were_measured(void **state)
{
    (void)state;
    compare_world w;
    bd_changes out;
    compare_world_open(&w, NULL);
    add_lane(&w.past, "Intel Xeon 8370C");
    for (size_t i = 0; i < w.past.count; i++) { /* measured from the newest to the oldest */
        bd_run *run = w.past.items[i];
        run->commit.time_ns = run->measured_at_ns;
        run->measured_at_ns = -run->measured_at_ns;
    }
    find(&w, NULL, &out);
    assert_int_equal(out.count, 1);
    assert_string_equal(out.items[0].after->run->commit.id, commit_of(w.past.items[0], 16));
    assert_int_equal(out.items[0].verdict, BD_VERDICT_WORSE);
    bd_changes_release(&out);
    compare_world_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_found_between_its_two_runs_on_each_machine),
        cmocka_unit_test(commits_that_were_not_measured_are_counted),
        cmocka_unit_test(nothing_is_looked_for_across_a_break_or_below_the_least_change),
        cmocka_unit_test(runs_of_unknown_machines_dirty_and_incomplete_ones_are_left_out),
        cmocka_unit_test(runs_are_in_the_order_of_their_commits_however_late_they_were_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
