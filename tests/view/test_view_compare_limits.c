/* What cannot be compared, what can although it looks different, and how often a report errs. */
#include "tests/view/compare_world.h"

#include "tests/support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EPYC "AMD EPYC 7763 64-Core Processor"
#define XEON "INTEL(R) XEON(R) PLATINUM 8573C"

/* ---- what cannot be compared ---- */

static void units_that_convert_are_one_series_and_others_are_told(void **state)
{
    (void)state;
    static const struct {
        double base;
        const char *before;
        double head;
        const char *after, *verdict, *words, *why;
    } rows[] = {
        { 1.5, "ms", 1500, "us", "same", "same", "" },
        { 100000, "us", 0.1, "s", "same", "same", "" },
        { 3, "ns", 3e-9, "s", "same", "same", "" },
        { 990, "ns/op", 1.1, "us/op", "unconfirmed", "+11.1 % slower", "" },
        { 100, "ops/s", 10, "ms/op", "same", "same", "" }, /* reciprocals of the mean */
        { 4, "ms", 4, "B", "incomparable", "", "from \"ms\" to \"B\"" },
        { 4, "apples", 4, "pears", "incomparable", "", "do not convert" },
        { 4, "apples", 5, "apples", "unconfirmed", "+25.0 % more", "" },
        { 0, "ms", 4, "ms", "incomparable", "0 ms \xE2\x86\x92 4 ms", "the baseline is 0" },
        { 0, "ms", 0, "ms", "same", "same", "" },
        { -5, "ms", 5, "ms", "unconfirmed", "+200 % slower", "" },
        { NAN, "ms", 4, "ms", "incomparable", "", "the baseline is without a number" },
        { 4, "ms", INFINITY, "ms", "incomparable", "", "the head is without a number" },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        compare_point(compare_run(&w.bases, EPYC, 1), "b", "score", bd_double(rows[i].base),
                      rows[i].before);
        compare_point(compare_run(&w.heads, EPYC, 2), "b", "score", bd_double(rows[i].head),
                      rows[i].after);
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        compare_says(&w, "b", "score", rows[i].words, rows[i].why);
        compare_world_close(&w);
    }
}

static void throughput_and_time_of_one_method_are_two_series(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    for (int side = 0; side < 2; side++) {
        bd_run *run = compare_run(side ? &w.heads : &w.bases, EPYC, side + 1);
        compare_point(run, "a.B.b", "score", bd_double(100), "ops/ms")->mode = "thrpt";
        compare_point(run, "a.B.b", "score", bd_double(0.01), "ms/op")->mode = "avgt";
    }
    compare_now(&w);
    assert_int_equal(w.out.row_count, 2);
    assert_int_equal(w.out.counts[BD_VERDICT_SAME], 2);
    assert_string_equal(w.out.rows[0].label, "B.b mode=thrpt");
    compare_world_close(&w);
}

static void new_and_gone_series_are_neither_slower_nor_faster(void **state)
{
    (void)state;
    compare_world w;
    compare_world_open(&w, NULL);
    compare_point(compare_run(&w.bases, EPYC, 1), "old", "score", bd_double(10), "ms/op");
    compare_point(compare_run(&w.heads, EPYC, 2), "renamed", "score", bd_double(10), "ms/op");
    compare_now(&w);
    assert_verdict(&w, "renamed", "new");
    assert_verdict(&w, "old", "gone");
    compare_world_close(&w);
}

static void a_data_js_says_no_mode_and_is_matched_by_the_name_that_the_action_writes(void **state)
{
    (void)state;
    static const bd_compat compat = { .name = "a.B.b ( {\"rows\":\"5\"} )", .unit = "ns/op" };
    compare_world w;
    compare_world_open(&w, NULL);
    bd_run *base = compare_run(&w.bases, EPYC, 1), *head = compare_run(&w.heads, EPYC, 2);
    base->format = "data.js";
    compare_point(base, "a.B.b", "score", bd_double(10), "ns/op")->compat = &compat;
    bd_point *p = compare_point(head, "a.B.b", "score", bd_double(10), "ns/op");
    p->mode = "avgt";
    p->threads = 1;
    p->compat = &compat;
    compare_now(&w);
    assert_int_equal(w.out.row_count, 1);
    assert_verdict(&w, "a.B.b", "same");
    compare_world_close(&w);
}

/* ---- machines ---- */

static void who_names_two_files_vouches_for_machines_that_neither_names(void **state)
{
    (void)state;
    static const struct {
        const char *base, *head;
        bool accept;
        const char *verdict, *note;
    } rows[] = {
        { NULL, NULL, false, "worse", "neither side says its CPU" },
        { EPYC, NULL, false, "worse", "the head does not say its CPU" },
        { NULL, EPYC, false, "worse", "the baseline does not say its CPU" },
        { XEON, EPYC, false, "no baseline", NULL },
        { XEON, EPYC, true, "unconfirmed", "timings are shown, not judged" },
        { EPYC, EPYC, false, "worse", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        w.options.accept_machine = rows[i].accept;
        bd_run *b = compare_run(&w.bases, rows[i].base, 1);
        bd_run *h = compare_run(&w.heads, rows[i].head, 2);
        compare_samples(b, compare_point(b, "b", "score", bd_double(100), "ms/op"), 100, 0.01, 10);
        compare_samples(h, compare_point(h, "b", "score", bd_double(150), "ms/op"), 150, 0.01, 10);
        compare_now(&w);
        assert_verdict(&w, "b", rows[i].verdict);
        const char *note = w.out.groups[0].note;
        if (rows[i].note ? !note || !strstr(note, rows[i].note) : note != NULL)
            fail_msg("row %zu says \"%s\"", i, note ? note : "nothing");
        compare_world_close(&w);
    }
}

static void facts_that_differ_are_named_and_what_differs_by_nature_is_not(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        bool named;
    } rows[] = {
        { "Runtime", true },          { "jdk", true },      { "runs", true },
        { "RecordedAtUtc", false },   { "commit", false },  { "start_time", false },
        { "run-id", false },          { "cpu MHz", false }, { "GIT_COMMIT", false },
        { "benchmark_suite", false },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        compare_world w;
        compare_world_open(&w, NULL);
        for (int side = 0; side < 2; side++) {
            bd_run *run = compare_run(side ? &w.heads : &w.bases, EPYC, side + 1);
            compare_point(run, "b", "score", bd_double(1), "ms");
            bd_pairs_set(&run->environment, &run->arena, bd_str_of(rows[i].key),
                         side ? BD_STR("new") : BD_STR("old"));
        }
        compare_now(&w);
        if (w.out.groups[0].fact_count != rows[i].named)
            fail_msg("%s", rows[i].key);
        compare_world_close(&w);
    }
}

static void reports_without_any_change_name_one_in_at_most_a_hundred(void **state)
{
    (void)state;
    enum { REPORTS = 1000, SERIES = 20, SAMPLES = 10 };
    uint64_t seed = 20261201;
    int alarms = 0;
    for (int report = 0; report < REPORTS; report++) {
        compare_world w;
        compare_world_open(&w, NULL);
        w.options.least = 0;
        for (int side = 0; side < 2; side++) {
            bd_run *run = compare_run(side ? &w.heads : &w.bases, EPYC, side + 1);
            for (int i = 0; i < SERIES; i++) {
                char name[16];
                snprintf(name, sizeof name, "b%d", i);
                double *values = bd_arena_alloc(&run->arena, SAMPLES * sizeof *values);
                for (int k = 0; k < SAMPLES; k++) {
                    seed = seed * 6364136223846793005u + 1442695040888963407u;
                    values[k] = 100 + (double)(seed >> 40) / (double)(1 << 24);
                }
                compare_point(run, name, "score", bd_double(values[0]), "ms")->samples =
                    (bd_samples){ .doubles = values, .count = SAMPLES };
            }
        }
        compare_now(&w);
        alarms += w.out.counts[BD_VERDICT_WORSE] + w.out.counts[BD_VERDICT_BETTER] > 0;
        compare_world_close(&w);
    }
    if (alarms > 10)
        fail_msg("%d of %d", alarms, REPORTS);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_that_convert_are_one_series_and_others_are_told),
        cmocka_unit_test(throughput_and_time_of_one_method_are_two_series),
        cmocka_unit_test(new_and_gone_series_are_neither_slower_nor_faster),
        cmocka_unit_test(a_data_js_says_no_mode_and_is_matched_by_the_name_that_the_action_writes),
        cmocka_unit_test(who_names_two_files_vouches_for_machines_that_neither_names),
        cmocka_unit_test(facts_that_differ_are_named_and_what_differs_by_nature_is_not),
        cmocka_unit_test(reports_without_any_change_name_one_in_at_most_a_hundred),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
