/* What earlier runs say of a series: how its runs differ, the steps it took, its modes. */
#include "tests/view/compare_world.h"

#include "tests/support.h"

#include <stdio.h>

#define EPYC "AMD EPYC 7763 64-Core Processor"

/* 24 runs, 20 % slower from the 13th on. */
static void add_stepped_past(compare_world *w)
{
    static const double pattern[] = { 0, 1, -1, 2, -2, 0.5, -0.5, 1.5, -1.5, 0.2 };
    for (int day = 1; day <= 24; day++) {
        double value = (day < 13 ? 100 : 120) * (1 + 0.002 * pattern[day % 10]);
        bd_run *run = compare_run(&w->past, EPYC, day);
        bd_point *p = compare_point(run, "b", "score", bd_double(value), "ms/op");
        compare_samples(run, p, value, 0.001, 10);
    }
}

static void a_step_that_the_past_took_is_no_noise(void **state)
{
    (void)state;
    static const struct {
        int base; /* day; 0 = chosen: the latest */
        double head;
        const char *verdict;
    } rows[] = {
        { 0, 120.5, "same" },  { 0, 132, "worse" },  { 0, 100, "better" },
        { 4, 120.5, "worse" }, { 4, 100.2, "same" }, { 20, 120, "same" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        add_stepped_past(&w);
        bd_run *head = compare_run(&w.heads, EPYC, 25);
        compare_samples(head, compare_point(head, "b", "score", bd_double(rows[i].head), "ms/op"),
                        rows[i].head, 0.001, 10);
        if (rows[i].base > 0) /* a run of the past, which goes on owning it */
            bd_runs_add(&w.bases, w.past.items[rows[i].base - 1]);
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        w.bases.count = 0;
        compare_world_close(&w);
    }
}

typedef enum base_kind { CHOSEN, CHOSEN_TWICE, NAMED_OF_PAST, NAMED_FILE } base_kind;

/* Alike runs of one commit, a day apart: kept ones, or files. */
static void add_bases(compare_world *w, base_kind kind)
{
    static const char *const commit = "1111111111111111111111111111111111111111";
    for (int day = 1; day <= (kind == CHOSEN_TWICE ? 2 : 1); day++) {
        bd_run *run = compare_run(kind == NAMED_FILE ? &w->bases : &w->past, EPYC, day);
        run->commit.id = bd_arena_strdup(&run->arena, commit);
        compare_samples(run, compare_point(run, "b", "score", bd_double(100), "ms/op"), 100, 0.002,
                        10);
    }
    if (kind == NAMED_OF_PAST) /* which goes on owning it */
        bd_runs_add(&w->bases, w->past.items[0]);
}

static void runs_of_two_days_differ_by_less_than_a_factor_of_two_for_all_anybody_knows(void **state)
{
    (void)state;
    static const char unknown[] = "; 8 earlier runs would say by how much its runs differ, until "
                                  "then only a factor of 2 counts";
    static const struct {
        base_kind base;
        double head;
        const char *verdict, *why;
    } rows[] = {
        { CHOSEN, 107, "unconfirmed", unknown },
        { CHOSEN, 115, "unconfirmed", unknown },
        { CHOSEN, 195, "unconfirmed", unknown },
        { CHOSEN, 205, "worse", "" },
        { CHOSEN, 52, "unconfirmed", unknown },
        { CHOSEN, 48, "better", "" },
        { CHOSEN_TWICE, 115, "unconfirmed", unknown },
        { CHOSEN_TWICE, 205, "worse", "" },
        { NAMED_OF_PAST, 115, "unconfirmed", unknown },
        { NAMED_OF_PAST, 205, "worse", "" },
        { NAMED_FILE, 107, "worse", "" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        add_bases(&w, rows[i].base);
        bd_run *h = compare_run(&w.heads, EPYC, 3);
        compare_samples(h, compare_point(h, "b", "score", bd_double(rows[i].head), "ms/op"),
                        rows[i].head, 0.002, 10);
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        compare_says(&w, "b", "score", compare_row(&w, "b", "score")->words, rows[i].why);
        if (rows[i].base == CHOSEN_TWICE)
            assert_int_equal(compare_row(&w, "b", "score")->base.count, 2);
        if (rows[i].base == NAMED_OF_PAST)
            w.bases.count = 0;
        compare_world_close(&w);
    }
}

/* Twenty series, each as unusual as one in thirty times: one of them always is. */
static void what_is_unusual_by_itself_is_not_among_many(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    compare_past(&w, 1.5);
    bd_run *head = compare_run(&w.heads, EPYC, 21);
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, i == 0 ? "b" : "b%d", i);
        for (int day = 0; i > 0 && day < 20; day++) {
            bd_run *run = w.past.items[day];
            double value = bd_number_as_double(run->points[0].value);
            compare_samples(run, compare_point(run, name, "score", bd_double(value), "ms/op"),
                            value, 0.001, 10);
        }
        double value = i == 7 ? 108 : 100;
        compare_samples(head, compare_point(head, name, "score", bd_double(value), "ms/op"), value,
                        0.001, 10);
    }
    compare_now(&w);
    assert_verdict(&w, "b7", "unconfirmed");
    assert_true(compare_row(&w, "b7", "score")->past_p < 0.05);
    compare_says(&w, "b7", "score", "+8.0 % slower", "against its own history p = 0.0");
    compare_world_close(&w);
}

/* ---- the whole run ---- */

/* On a host that is 25 % slower a series with two modes is in the slow one. */
static void a_slow_host_and_a_slow_mode_together_are_no_finding(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    for (int day = 1; day <= 21; day++) {
        bd_run *run = compare_run(day <= 20 ? &w.past : &w.heads, EPYC, day);
        double host = day <= 20 ? 1 : 1.25;
        for (int i = 0; i < 12; i++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", i);
            double value = 100 * host * (1 + 0.001 * ((day * 7 + i) % 5));
            if (i == 11 && (day % 3 == 0 || day % 7 == 1))
                value *= 1.15;
            compare_samples(run, compare_point(run, name, "score", bd_double(value), "ms/op"),
                            value, 0.0005, 12);
        }
    }
    compare_now(&w);
    assert_int_equal(w.out.counts[BD_VERDICT_HOST], 11);
    assert_verdict(&w, "b11", "unconfirmed");
    compare_world_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_the_past_took_is_no_noise),
        cmocka_unit_test(
            runs_of_two_days_differ_by_less_than_a_factor_of_two_for_all_anybody_knows),
        cmocka_unit_test(what_is_unusual_by_itself_is_not_among_many),
        cmocka_unit_test(a_slow_host_and_a_slow_mode_together_are_no_finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
