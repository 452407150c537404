/* Which run a run is compared with. */
#include "core/query/baseline.h"

#include "tests/support.h"

#include <stdio.h>
#include <string.h>

#define DAY ((int64_t)86400 * 1000 * 1000 * 1000)

/* Commits by one letter: "a" is aaaa…, 40 digits. */
static const char *commit_of(bd_arena *arena, char letter)
{
    char id[41];
    memset(id, letter, 40);
    id[40] = '\0';
    return bd_arena_strdup(arena, id);
}

/* "a@1 main epyc" — commit, day, branch ("-" = not said), CPU ("-" = unknown); a "!" behind
 * the commit makes it dirty, a "?" incomplete. */
typedef struct past_case {
    const char *runs[8];
    const char *ancestors; /* letters, the nearest first; NULL = not known; "+" at the end = cut */
    const char *head;
    const char *branch; /* the default one */
    const char *breaks; /* YAML of `breaks:`, or NULL */
    bd_baseline_how how;
    const char *chosen;  /* letters of the commits of the baseline */
    const char *history; /* letters, earliest first */
} past_case;

typedef struct world {
    bd_runs runs;
    bd_config *config;
    bd_diagnostics found;
    bd_arena arena;
} world;

static bd_run *make_run(world *w, const char *text)
{
    char commit[8], branch[32], cpu[32];
    int day = 0;
    bd_run *run = bd_run_new();
    assert_int_equal(sscanf(text, "%7[^@]@%d %31s %31s", commit, &day, branch, cpu), 4);
    run->id = bd_arena_printf(&run->arena, "%064zu", w->runs.count);
    run->suite = "jmh";
    run->commit = (bd_commit)BD_COMMIT_INIT;
    run->commit.id = commit[0] == '-' ? NULL : commit_of(&run->arena, commit[0]);
    run->commit.dirty = strchr(commit, '!') ? BD_DIRTY : BD_CLEAN;
    run->outcome = strchr(commit, '?') ? BD_OUTCOME_INCOMPLETE : BD_OUTCOME_OK;
    run->commit.branch = strcmp(branch, "-") == 0 ? NULL : bd_arena_strdup(&run->arena, branch);
    run->measured_at_ns = day == 0 ? BD_TIME_UNKNOWN : day * DAY;
    if (strcmp(cpu, "-") != 0)
        bd_pairs_set(&run->environment, &run->arena, BD_STR("cpu"), bd_str_of(cpu));
    bd_runs_add(&w->runs, run);
    return run;
}

static void put_letters(const bd_run *const *runs, size_t count, bd_buf *out)
{
    for (size_t i = 0; i < count; i++)
        bd_buf_putc(out, runs[i]->commit.id ? runs[i]->commit.id[0] : '-');
}

static void assert_letters(const bd_run *const *runs, size_t count, const char *want,
                           const char *head)
{
    bd_buf got = BD_BUF_INIT;
    put_letters(runs, count, &got);
    if (strcmp(bd_buf_text(&got), want) != 0)
        fail_msg("%s: \"%s\" in place of \"%s\"", head, bd_buf_text(&got), want);
    bd_buf_release(&got);
}

static void ancestry_of(world *w, const char *letters, bd_ancestry *out)
{
    const char **ids = bd_arena_alloc(&w->arena, 64 * sizeof *ids);
    size_t count = 0;
    bool cut = false;
    for (; *letters; letters++)
        if (*letters == '+')
            cut = true;
        else
            ids[count++] = commit_of(&w->arena, *letters);
    bd_ancestry_open(out, ids, count, cut);
}

static void check(const past_case *row)
{
    world w = { 0 };
    bd_ancestry ancestry = { 0 };
    bd_baseline base;
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml, "version: 1\ninputs: { jmh: { files: r.json } }\n%s",
                  row->breaks ? row->breaks : "");
    if (!bd_config_parse(bd_buf_str(&yaml), "benchdoc.yml", &w.config, &w.found))
        fail_msg("%s", w.found.items[0].error.message);
    for (size_t i = 0; i < BD_COUNT(row->runs) && row->runs[i]; i++)
        make_run(&w, row->runs[i]);
    const bd_run *head = make_run(&w, row->head);
    if (row->ancestors)
        ancestry_of(&w, row->ancestors, &ancestry);
    bd_past past = { .runs = (const bd_run *const *)w.runs.items,
                     .run_count = w.runs.count,
                     .ancestry = row->ancestors ? &ancestry : NULL,
                     .branch = row->branch,
                     .config = w.config };
    bd_baseline_find(&past, head, false, &w.arena, &base);
    assert_letters(base.runs, base.run_count, row->chosen, row->head);
    assert_letters(base.history, base.history_count, row->history, row->head);
    assert_int_equal(base.how, row->how);
    bd_ancestry_release(&ancestry);
    bd_buf_release(&yaml);
    bd_runs_release(&w.runs);
    bd_config_free(w.config);
    bd_diagnostics_release(&w.found);
    bd_arena_release(&w.arena);
}

static void the_nearest_ancestor_with_data_is_the_baseline(void **state)
{
    (void)state;
    static const past_case rows[] = {
        /* b was not measured: two commits back */
        { { "c@3 main x", "d@1 main x" },
          "abcd",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "dc" },
        /* what is no ancestor does not count, however late it is */
        { { "f@5 main x", "c@3 main x" },
          "abcd",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "c" },
        /* an ancestor counts whenever it was measured */
        { { "b@20 main x", "d@1 main x" },
          "abcd",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "b",
          "db" },
        /* all runs of one commit, in the order of time */
        { { "b@4 main x", "b@2 main x", "c@3 main x" },
          "abc",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "bb",
          "bcb" },
        /* an earlier run of the same commit is the nearest of all */
        { { "a@4 main x", "b@2 main x" },
          "ab",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_COMMIT,
          "a",
          "ba" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void what_a_branch_has_measured_before_does_not_hide_what_it_changed(void **state)
{
    (void)state;
    static const past_case rows[] = {
        /* the second push of a pull request is compared with main, as the first was */
        { { "b@3 topic x", "c@2 main x" },
          "abc",
          "a@9 topic x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "c" },
        /* unless main has nothing */
        { { "b@3 topic x" }, "abc", "a@9 topic x", "main", NULL, BD_BASELINE_ANCESTOR, "b", "b" },
        /* runs that do not say their branch are taken for main's: a data.js says none */
        { { "b@3 - x" }, "abc", "a@9 topic x", "main", NULL, BD_BASELINE_ANCESTOR, "b", "b" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void without_ancestors_it_is_the_latest_earlier_run_of_the_default_branch(void **state)
{
    (void)state;
    static const past_case rows[] = {
        { { "c@3 main x", "d@1 main x", "e@5 topic x" },
          NULL,
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_LATEST,
          "c",
          "dc" },
        /* a shallow clone knows the head alone */
        { { "c@3 main x", "d@1 main x" },
          "a+",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_LATEST,
          "c",
          "dc" },
        /* later than the head is no baseline */
        { { "c@12 main x", "d@1 main x" },
          NULL,
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_LATEST,
          "d",
          "d" },
        /* a head without a time was measured just now */
        { { "c@12 main x", "d@1 main x" },
          NULL,
          "-@0 - x",
          "main",
          NULL,
          BD_BASELINE_LATEST,
          "c",
          "dc" },
        /* where no default branch is known every branch is */
        { { "c@3 topic x" }, NULL, "a@9 main x", NULL, NULL, BD_BASELINE_LATEST, "c", "c" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void dirty_incomplete_and_other_machines_are_no_baseline(void **state)
{
    (void)state;
    static const past_case rows[] = {
        { { "b!@3 main x", "c@2 main x" },
          "abc",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "c" },
        { { "b?@3 main x", "c@2 main x" },
          "abc",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "c" },
        { { "b@3 main y", "c@2 main x" },
          "abc",
          "a@9 main x",
          "main",
          NULL,
          BD_BASELINE_ANCESTOR,
          "c",
          "c" },
        { { "b@3 main y" }, "abc", "a@9 main x", "main", NULL, BD_BASELINE_NONE, "", "" },
        /* two unknown CPUs are not the same */
        { { "b@3 main -" }, "abc", "a@9 main -", "main", NULL, BD_BASELINE_NONE, "", "" },
        { { 0 }, "abc", "a@9 main x", "main", NULL, BD_BASELINE_NONE, "", "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

#define BREAK_AT_B "breaks: [{ suite: jmh, at: bbbbbbb, why: \"another clock\" }]\n"

static void nothing_is_compared_across_a_break(void **state)
{
    (void)state;
    static const past_case rows[] = {
        /* b is the first commit with the new meaning */
        { { "b@4 main x", "c@3 main x" },
          "abc",
          "a@9 main x",
          "main",
          BREAK_AT_B,
          BD_BASELINE_ANCESTOR,
          "b",
          "b" },
        { { "c@3 main x", "d@2 main x" },
          "abcd",
          "a@9 main x",
          "main",
          BREAK_AT_B,
          BD_BASELINE_NONE,
          "",
          "" },
        /* the head is b itself */
        { { "c@3 main x" }, "bc", "b@9 main x", "main", BREAK_AT_B, BD_BASELINE_NONE, "", "" },
        /* both before it */
        { { "d@2 main x", "e@1 main x" },
          "cde",
          "c@3 main x",
          "main",
          BREAK_AT_B,
          BD_BASELINE_ANCESTOR,
          "d",
          "ed" },
        /* without ancestors the first run of b is the border */
        { { "b@4 main x", "c@3 main x" },
          NULL,
          "a@9 main x",
          "main",
          BREAK_AT_B,
          BD_BASELINE_LATEST,
          "b",
          "b" },
        { { "b@4 main y", "c@3 main x" },
          NULL,
          "a@9 main x",
          "main",
          BREAK_AT_B,
          BD_BASELINE_NONE,
          "",
          "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        check(&rows[i]);
}

static void where_there_is_none_the_latest_of_another_cpu_and_the_break_are_told(void **state)
{
    (void)state;
    world w = { 0 };
    bd_baseline base;
    make_run(&w, "d@1 main y");
    const bd_run *near = make_run(&w, "c@2 main z");
    const bd_run *head = make_run(&w, "a@9 main x");
    bd_past past = { .runs = (const bd_run *const *)w.runs.items, .run_count = w.runs.count };
    bd_baseline_find(&past, head, false, &w.arena, &base);
    assert_int_equal(base.how, BD_BASELINE_NONE);
    assert_ptr_equal(base.elsewhere, near);
    bd_baseline_find(&past, head, true, &w.arena, &base);
    assert_int_equal(base.how, BD_BASELINE_LATEST);
    assert_int_equal(base.run_count, 1);
    assert_ptr_equal(base.runs[0], near);
    bd_runs_release(&w.runs);
    bd_arena_release(&w.arena);
}

static void commits_that_begin_alike_are_told_apart_and_a_view_begins_at_its_own(void **state)
{
    (void)state;
    static const char *const commits[] = { "0123456a00000000000000000000000000000000",
                                           "0123456b00000000000000000000000000000000",
                                           "fedcba9000000000000000000000000000000000",
                                           "0123456c00000000000000000000000000000000" };
    bd_ancestry all, view;
    bd_ancestry_open(&all, commits, BD_COUNT(commits), false);
    for (size_t i = 0; i < BD_COUNT(commits); i++)
        assert_int_equal(bd_ancestry_place(&all, commits[i]), i);
    assert_int_equal(bd_ancestry_place(&all, "0123456"), 0); /* as near as it can be */
    assert_int_equal(bd_ancestry_place(&all, "0123456c"), 3);
    assert_int_equal(bd_ancestry_place(&all, "0123456d"), SIZE_MAX);
    assert_int_equal(bd_ancestry_place(&all, "012345"), SIZE_MAX); /* too short */
    assert_int_equal(bd_ancestry_place(&all, NULL), SIZE_MAX);
    assert_int_equal(bd_ancestry_place(NULL, commits[0]), SIZE_MAX);
    assert_true(bd_ancestry_from(&all, "0123456b", &view));
    assert_int_equal(bd_ancestry_place(&view, commits[0]), SIZE_MAX);
    assert_int_equal(bd_ancestry_place(&view, commits[1]), 0);
    assert_int_equal(bd_ancestry_place(&view, commits[3]), 2);
    assert_int_equal(bd_ancestry_place(&view, "0123456"), 0);
    assert_false(bd_ancestry_from(&view, commits[0], &view));
    bd_ancestry_release(&all);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_ancestor_with_data_is_the_baseline),
        cmocka_unit_test(what_a_branch_has_measured_before_does_not_hide_what_it_changed),
        cmocka_unit_test(without_ancestors_it_is_the_latest_earlier_run_of_the_default_branch),
        cmocka_unit_test(dirty_incomplete_and_other_machines_are_no_baseline),
        cmocka_unit_test(nothing_is_compared_across_a_break),
        cmocka_unit_test(commits_that_begin_alike_are_told_apart_and_a_view_begins_at_its_own),
        cmocka_unit_test(where_there_is_none_the_latest_of_another_cpu_and_the_break_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
