/* Two sides of results: what is said of each series, and on what evidence. */
#include "tests/view/compare_world.h"

#include "tests/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EPYC "AMD EPYC 7763 64-Core Processor"
#define XEON "INTEL(R) XEON(R) PLATINUM 8573C"

/* ---- what was counted ---- */

static void counted_numbers_change_by_any_difference(void **state)
{
    (void)state;
    static const struct {
        const char *metric, *unit;
        int64_t base, head;
        const char *verdict, *words;
    } rows[] = {
        { "errors", "", 0, 0, "same", "same" },
        { "errors", "", 0, 3, "worse", "0 \xE2\x86\x92 3" },
        { "errors", "", 100, 99, "better", "-1.0 % less" },
        { "calls", "", 1000, 1010, "changed", "+1.0 % more" }, /* is more better? not known */
        /* nearly exact: 1 B or 0.5 % are its own noise */
        { "gc.alloc.rate.norm", "B/op", 24, 25, "same", "+4.2 % more" },
        { "gc.alloc.rate.norm", "B/op", 24, 32, "worse", "+33.3 % more" },
        { "gc.alloc.rate.norm", "B/op", 10000, 10050, "same", "+0.5 % more" },
        { "gc.alloc.rate.norm", "B/op", 10000, 10060, "worse", "+0.6 % more" },
        { "\xC2\xB7gc.alloc.rate.norm", "B/op", 10000, 9000, "better", "-10.0 % less" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        compare_point(compare_run(&w.bases, EPYC, 1), "b", rows[i].metric, bd_int(rows[i].base),
                      rows[i].unit);
        compare_point(compare_run(&w.heads, EPYC, 2), "b", rows[i].metric, bd_int(rows[i].head),
                      rows[i].unit);
        compare_now(&w);
        const bd_compared *row = compare_row(&w, "b", rows[i].metric);
        assert_string_equal(bd_verdict_name(row->verdict), rows[i].verdict);
        assert_string_equal(row->words, rows[i].words);
        compare_world_close(&w);
    }
}

static void what_had_a_fraction_on_either_side_was_not_counted(void **state)
{
    (void)state;
    const struct {
        bd_number base, head;
        const char *verdict;
    } rows[] = {
        { bd_int(3), bd_int(4), "worse" },
        { bd_double(2.5), bd_int(4), "unconfirmed" }, /* "4" is 4.0 as JavaScript prints it */
        { bd_int(3), bd_double(4.5), "unconfirmed" },
        { bd_double(3), bd_int(4), "worse" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        compare_point(compare_run(&w.bases, EPYC, 1), "b", "errors", rows[i].base, "");
        compare_point(compare_run(&w.heads, EPYC, 2), "b", "errors", rows[i].head, "");
        compare_now(&w);
        assert_string_equal(bd_verdict_name(compare_row(&w, "b", "errors")->verdict),
                            rows[i].verdict);
        compare_world_close(&w);
    }
}

static void what_was_counted_is_compared_across_cpus_and_what_was_timed_is_not(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    bd_run *base = compare_run(&w.past, XEON, 1), *head = compare_run(&w.heads, EPYC, 2);
    compare_point(base, "b", "score", bd_double(10), "ms/op");
    compare_point(base, "b", "gc.alloc.rate.norm", bd_double(24), "B/op");
    compare_point(head, "b", "score", bd_double(10), "ms/op");
    compare_point(head, "b", "gc.alloc.rate.norm", bd_double(32), "B/op");
    compare_now(&w);
    assert_verdict(&w, "b", "no baseline");
    compare_says(&w, "b", "score", "", "no baseline on this CPU yet");
    assert_int_equal(compare_row(&w, "b", "gc.alloc.rate.norm")->verdict, BD_VERDICT_WORSE);
    assert_ptr_equal(w.out.groups[0].baseline.elsewhere, base);
    compare_world_close(&w);
}

/* ---- evidence ---- */

static void samples(compare_world *w, double base, double head, size_t count)
{
    bd_run *b = compare_run(&w->bases, EPYC, 1), *h = compare_run(&w->heads, EPYC, 2);
    compare_samples(b, compare_point(b, "b", "score", bd_double(base), "ms/op"), base, 0.002,
                    count);
    compare_samples(h, compare_point(h, "b", "score", bd_double(head), "ms/op"), head, 0.002,
                    count);
}

static void samples_on_both_sides_are_tested_by_their_ranks(void **state)
{
    (void)state;
    static const struct {
        double head;
        size_t count;
        const char *verdict, *words, *why;
    } rows[] = {
        { 112, 10, "worse", "+12.0 % slower", "Mann\xE2\x80\x93Whitney, p = 1.1e-05" },
        { 88, 10, "better", "-12.0 % faster", "Mann\xE2\x80\x93Whitney, p = 1.1e-05" },
        { 102, 10, "same", "+2.0 % slower", "less than 3 %" },
        { 100, 10, "same", "same", "" },
        /* with 4 a side no p below 0.029 is possible, and 5 are enough for 0.01 */
        { 150, 4, "unconfirmed", "+50.0 % slower", "5 samples a side could show it" },
        { 150, 5, "worse", "+50.0 % slower", "p = 0.0079" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        samples(&w, 100, rows[i].head, rows[i].count);
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        compare_says(&w, "b", "score", rows[i].words, rows[i].why);
        compare_world_close(&w);
    }
}

static void reported_errors_are_tested_by_welch(void **state)
{
    (void)state;
    /* R: t.test from n = 25, sd = error / qt(0.9995, 24) * 5 */
    static const struct {
        double head, error;
        const char *verdict;
    } rows[] = { { 110, 2, "worse" }, { 110, 40, "unconfirmed" }, { 101, 0.2, "same" } };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        for (int side = 0; side < 2; side++) {
            bd_run *run = compare_run(side ? &w.heads : &w.bases, EPYC, side + 1);
            bd_point *p = compare_point(run, "b", "score", bd_double(side ? rows[i].head : 100),
                                        "ns/op");
            p->error = bd_double(rows[i].error);
            p->confidence = 0.999;
            p->n = 25;
        }
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        assert_int_equal(compare_row(&w, "b", "score")->evidence, BD_EVIDENCE_MEANS);
        compare_world_close(&w);
    }
}

static void single_numbers_are_held_against_the_history_of_their_series(void **state)
{
    (void)state;
    static const struct {
        double step, head;
        const char *verdict;
    } rows[] = {
        { 0.3, 120, "worse" }, /* 40 spreads */
        { 0.3, 80, "better" },
        { 5, 108, "unconfirmed" }, /* it does so every week */
        { 0.3, 101, "same" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        compare_past(&w, rows[i].step);
        compare_point(compare_run(&w.heads, EPYC, 21), "b", "score", bd_double(rows[i].head),
                      "ms/op");
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        compare_world_close(&w);
    }
}

static void samples_of_one_run_do_not_outweigh_what_runs_differ_by_anyway(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    compare_past(&w, 5);
    bd_run *last = w.past.items[19], *head = compare_run(&w.heads, EPYC, 21);
    compare_samples(last, &last->points[0], 100, 0.001, 10);
    compare_samples(head, compare_point(head, "b", "score", bd_double(108), "ms/op"), 108, 0.001,
                    10);
    compare_now(&w);
    assert_verdict(&w, "b", "unconfirmed");
    compare_says(&w, "b", "score", "+8.0 % slower", "its runs differ as much anyway");
    compare_world_close(&w);
}

static void one_number_a_side_is_no_evidence(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    compare_point(compare_run(&w.bases, EPYC, 1), "b", "score", bd_double(10), "ms/op");
    compare_point(compare_run(&w.heads, EPYC, 2), "b", "score", bd_double(30), "ms/op");
    compare_now(&w);
    assert_verdict(&w, "b", "unconfirmed");
    compare_says(&w, "b", "score", "+200 % slower",
                 "neither samples, nor intervals, nor a history");
    compare_world_close(&w);
}

static void runs_measured_alternately_must_agree(void **state)
{
    (void)state;
    static const struct {
        double base[2], head[2];
        const char *verdict;
    } rows[] = {
        { { 100, 101 }, { 110, 111 }, "worse" },
        { { 100, 118 }, { 114, 115 }, "unconfirmed" }, /* one base run is slower than both heads */
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        for (int k = 0; k < 2; k++) {
            bd_run *b = compare_run(&w.bases, EPYC, 1 + k), *h = compare_run(&w.heads, EPYC, 5 + k);
            compare_samples(b, compare_point(b, "b", "score", bd_double(rows[i].base[k]), "ms/op"),
                            rows[i].base[k], 0.001, 10);
            compare_samples(h, compare_point(h, "b", "score", bd_double(rows[i].head[k]), "ms/op"),
                            rows[i].head[k], 0.001, 10);
        }
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        assert_int_equal(compare_row(&w, "b", "score")->head.n, 20);
        assert_true(w.out.pooled);
        compare_world_close(&w);
    }
}

static void a_series_with_two_modes_is_quoted_by_both_and_not_judged(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    for (int day = 1; day <= 20; day++) {
        double value = (day % 3 ? 100 : 130) + 0.1 * (day % 7);
        compare_point(compare_run(&w.past, EPYC, day), "b", "score", bd_double(value), "ms/op");
    }
    compare_point(compare_run(&w.heads, EPYC, 21), "b", "score", bd_double(130), "ms/op");
    compare_now(&w);
    assert_verdict(&w, "b", "unconfirmed");
    compare_says(&w, "b", "score", "+29.2 % slower", "two modes, near 100.3 and near 130.3 ms/op");
    compare_world_close(&w);
}

/* ---- the whole run ---- */

static void a_slow_host_is_told_once_and_gates_nothing(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    bd_run *b = compare_run(&w.bases, EPYC, 1), *h = compare_run(&w.heads, EPYC, 2);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        double slow = i == 11 ? 1.5 : 1.12 + 0.001 * i;
        compare_samples(b, compare_point(b, name, "score", bd_double(100), "ms/op"), 100, 0.001,
                        12);
        compare_samples(h, compare_point(h, name, "score", bd_double(100 * slow), "ms/op"),
                        100 * slow, 0.001, 12);
    }
    compare_now(&w);
    assert_int_equal(w.out.counts[BD_VERDICT_HOST], 11);
    assert_int_equal(w.out.counts[BD_VERDICT_WORSE], 1); /* that one did more */
    assert_verdict(&w, "b11", "worse");
    assert_true(w.out.groups[0].host.common);
    assert_true(fabs(exp(w.out.groups[0].host.center) - 1.1255) < 0.001);
    compare_world_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_numbers_change_by_any_difference),
        cmocka_unit_test(what_had_a_fraction_on_either_side_was_not_counted),
        cmocka_unit_test(what_was_counted_is_compared_across_cpus_and_what_was_timed_is_not),
        cmocka_unit_test(samples_on_both_sides_are_tested_by_their_ranks),
        cmocka_unit_test(reported_errors_are_tested_by_welch),
        cmocka_unit_test(single_numbers_are_held_against_the_history_of_their_series),
        cmocka_unit_test(samples_of_one_run_do_not_outweigh_what_runs_differ_by_anyway),
        cmocka_unit_test(one_number_a_side_is_no_evidence),
        cmocka_unit_test(runs_measured_alternately_must_agree),
        cmocka_unit_test(a_series_with_two_modes_is_quoted_by_both_and_not_judged),
        cmocka_unit_test(a_slow_host_is_told_once_and_gates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
