/* Gates as CI runs them: exit codes, one line for each series that fails, and what the gates
 * of today would have done to the runs of the past. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void says(const project *p, const char *text)
{
    if (!project_says(p, text))
        fail_msg("\"%s\" is not in:\n%s%s", text, p->out.data ? p->out.data : "",
                 p->diag.data ? p->diag.data : "");
}

/* A JMH run of one benchmark, and what it says of its machine. */
static void measure(const project *p, int day, double score, double alloc, const char *more)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text,
                  "[{\"benchmark\": \"org.A.get\", \"mode\": \"avgt\", \"threads\": 1,\n"
                  "\"primaryMetric\": {\"score\": %g, \"scoreError\": \"NaN\",\n"
                  "\"scoreUnit\": \"ms/op\", \"rawData\": [[",
                  score);
    for (int i = 0; i < 10; i++) /* around the score, no two alike */
        bd_buf_printf(&text, "%s%.4f", i > 0 ? ", " : "", score * (1 + 0.001 * (i - 4.5)));
    bd_buf_printf(&text,
                  "]]},\n\"secondaryMetrics\": {\"gc.alloc.rate.norm\": {\"score\": %g,\n"
                  "\"scoreError\": \"NaN\", \"scoreUnit\": \"B/op\", \"rawData\": "
                  "[[%g]]}}}]\n",
                  alloc, alloc);
    test_write(project_path(p, "r.json"), text.data, text.len);
    bd_buf_clear(&text);
    bd_buf_printf(&text,
                  "cpu=AMD EPYC 7763 64-Core Processor\ncommit=%07xabcdef\n"
                  "measured_at=2026-01-%02dT03:00:00Z\n%s",
                  (unsigned)day, day, more);
    test_write(project_path(p, "environment.txt"), text.data, text.len);
    bd_buf_release(&text);
}

static void configure(const project *p, const char *gates)
{
    bd_buf text = BD_BUF_INIT;
    bd_buf_printf(&text, "version: 1\ninputs: { jmh: { files: r.json } }\n%s", gates);
    test_write(project_path(p, "benchdoc.yml"), text.data, text.len);
    bd_buf_release(&text);
}

static void keep(project *p, int day, double score, double alloc)
{
    measure(p, day, score, alloc, "jdk=21.0.1\n");
    project_expect(p, "ingest r.json", 0);
}

static void what_was_counted_fails_a_build_without_any_gate(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "");
    keep(&p, 1, 100, 24);
    measure(&p, 2, 300, 24, "jdk=21.0.1\n"); /* a timing informs */
    project_expect(&p, "gate", 0);
    says(&p, "1 passed\n");
    measure(&p, 2, 100, 32, "jdk=21.0.1\n");
    project_expect(&p, "gate", 1);
    says(&p, "failed: jmh \xC2\xB7 EPYC 7763: A.get gc.alloc.rate.norm: "
             "24 \xE2\x86\x92 32 B/op, +33.3 % more [what was counted is not worse] r.json:4:"
             "54: $[0].secondaryMetrics[\"gc.alloc.rate.norm\"].score\n1 failed\n");
    measure(&p, 2, 100, 32, "jdk=25.0.0\n");
    project_expect(&p, "gate", 0);
    says(&p, "1 jdk changed: 21.0.1 \xE2\x86\x92 25.0.0");
    project_remove(&p);
}

static void a_runner_with_another_cpu_fails_nothing(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "gates: [ { slower at most: 5% } ]\n");
    keep(&p, 1, 100, 24);
    measure(&p, 2, 300, 24, "");
    project_replace(&p, "environment.txt", "EPYC 7763", "EPYC 9V74");
    project_expect(&p, "gate", 0);
    says(&p, "not judged: benchdoc.yml:3: slower at most 5%: 1 no baseline on this CPU yet");
    says(&p, "1 not judged");
    project_remove(&p);
}

static void a_timing_fails_where_a_gate_asks_for_it(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "gates: [ { slower at most: 10% } ]\n");
    keep(&p, 1, 100, 24);
    measure(&p, 2, 120, 99, "");
    project_expect(&p, "gate", 0); /* a mode of it, or another day, for all anybody knows */
    says(&p, "1 without evidence");
    for (int day = 2; day <= 8; day++)
        keep(&p, day, 100, 24);
    measure(&p, 9, 120, 99, "");
    project_expect(&p, "gate", 1);
    says(&p, "A.get: 100 \xE2\x86\x92 120 ms/op, +20.0 % slower (Mann");
    says(&p, "[benchdoc.yml:3: slower at most 10%] r.json:2:28: $[0].primaryMetric.score");
    project_expect(&p, "gate --as markdown", 1);
    says(&p, "**Gates: 1 failed**");
    says(&p, "| slower at most 10% (benchdoc.yml:3) | Mann");
    project_expect(&p, "gate --output g.json", 1);
    project_shell(&p, "jq -e '.counts.failed == 1 and .gates[0].line == 3 and "
                      ".gates[0].results[0].source.path == \"$[0].primaryMetric.score\"' g.json");
    project_expect(&p, "gate --alpha 0.000000001", 0);
    says(&p, "1 without evidence");
    project_remove(&p);
}

static void a_ratio_of_the_command_line_needs_evidence_unless_told(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "");
    bd_buf base = project_jmh("org.A.get 100 ms/op"), head = project_jmh("org.A.get 210 ms/op");
    test_write(project_path(&p, "a.json"), base.data, base.len);
    test_write(project_path(&p, "b.json"), head.data, head.len);
    project_expect(&p, "gate a.json b.json --alert 200%", 0); /* one number a side */
    says(&p, "1 without evidence");
    project_expect(&p, "gate a.json b.json --compat-alerts 200%", 1);
    says(&p, "100 \xE2\x86\x92 210 ms/op, +110 % slower, ratio 2.1 [at most 2 times as bad");
    project_expect(&p, "gate a.json b.json --compat-alerts 2.1", 0);
    project_expect(&p, "gate b.json a.json --compat-alerts 1.1", 0); /* faster */
    project_remove(&p);
    bd_buf_release(&base);
    bd_buf_release(&head);
}

static void an_accepted_failure_is_told_until_its_day(void **state)
{
    (void)state;
    static const struct {
        const char *day;
        int status;
        const char *says;
    } rows[] = {
        { "2200-01-01", 0, "(until 2200-01-01: the driver) [benchdoc.yml:3: " },
        { "2020-01-01", 1, "(accepted until 2020-01-01, which is over) [benchdoc.yml:3: " },
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        project p = project_empty();
        bd_arena arena = BD_ARENA_INIT;
        configure(&p, bd_arena_printf(&arena,
                                      "gates: [ { metric: gc.alloc.rate.norm, grows at most: 1%%, "
                                      "accepted until: %s, why: the driver } ]\n",
                                      rows[i].day));
        keep(&p, 1, 100, 24);
        measure(&p, 2, 100, 32, "");
        project_expect(&p, "gate", rows[i].status);
        says(&p, rows[i].says);
        project_remove(&p);
        bd_arena_release(&arena);
    }
}

static void what_is_wrong_is_said_with_the_next_step(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int status;
        const char *says, *hint;
    } rows[] = {
        { "gate --alert lots", 2, "--alert takes a ratio, not 'lots'", "--alert 150%" },
        { "gate --alert 150", 2, "--alert takes a ratio, not '150'", "--alert 150%" },
        { "gate --compat-alerts -1", 2, "--compat-alerts takes a ratio", "1.5" },
        { "gate --alert 2 --compat-alerts 2", 2, "exclude each other", "use one" },
        { "gate --since 2026-01-01", 2, "--since goes with --replay", "--replay --since" },
        { "gate --replay --since now", 2, "--since takes a day, not 'now'", "2026-01-31" },
        { "gate --replay r.json", 2, "takes no base or head", "--suite NAME" },
        { "gate --replay --since 2030-01-01", 3, "no stored run is that late", "history list" },
        { "gate --replay --history none", 3, "there is no history to replay", "ingest" },
        { "gate --as csv", 2, "--as does not know 'csv'", "--as json" },
        { "gate method=put", 2, "no series meets 'method=put'", "benchdoc fields" },
        { "gate nosuch.json", 3, "no such file", "check the path" },
        { "gate --output r.json/x.md", 6, "r.json/x.md", "" },
    };
    project p = project_empty();
    configure(&p, "gates: [ { metric: score, grows at most: 10% } ]\n");
    keep(&p, 1, 100, 24);
    for (size_t i = 0; i < BD_COUNT(rows); i++)
        REFUSES(&p, rows[i].arguments, rows[i].status, rows[i].says, rows[i].hint);
    configure(&p, "gates: [ { metric: scor, grows at most: 10% } ]\n");
    REFUSES(&p, "gate", 2, "benchdoc.yml:3:20: no result here has the metric 'scor'",
            "did you mean 'score'?");
    configure(&p, "gates: [ { suite: jhm, complete: true } ]\n");
    REFUSES(&p, "gate", 2, "benchdoc.yml:3:19: no results here are of suite 'jhm'",
            "there is: jmh");
    project_remove(&p);
}

/* ---- the past ---- */

static void a_replay_counts_the_alerts_that_went_away(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "gates:\n  - { metric: gc.alloc.rate.norm, grows at most: 1% }\n"
                  "  - { slower at most: 10% }\n");
    /* day 5 is slow for a night, by more than days differ; from day 9 on a regression stays, day
     * 15 is the latest */
    for (int day = 1; day <= 15; day++)
        keep(&p, day, day == 5 ? 210 : 100, day == 15 ? 64 : day >= 9 ? 32 : 24);
    project_expect(&p, "gate --replay", 0);
    says(&p, "15 runs of 2026-01-01 to 2026-01-15 (2.0 weeks): 3 would have failed, with 3 alerts; "
             "1 false (0.50 a week), 1 stayed, 1 of a series' latest run\n");
    says(&p,
         "      14       2      0    0.00  benchdoc.yml:4: gc.alloc.rate.norm grows at most 1%");
    says(&p, "       1      1    0.50  benchdoc.yml:5: slower at most 10%");
    says(&p, "A.get score");
    bd_buf first = p.out;
    p.out = (bd_buf)BD_BUF_INIT;
    project_expect(&p, "gate --replay", 0);
    assert_str(bd_buf_str(&p.out), bd_buf_text(&first));
    bd_buf_release(&first);
    project_expect(&p, "gate --replay --since 2026-01-06 --json -o r.out.json", 0);
    project_shell(&p, "jq -e '.runs == 10 and .alerts == 2 and .false_alerts == 0 and .stayed == 1 "
                      "and .gates[0].alerts == 2 and (.series | length) == 1' r.out.json");
    project_expect(&p, "gate --replay --as markdown", 0);
    says(&p, "| judged | alerts | false | a week | gate ");
    project_remove(&p);
}

/* A budget that a night breaks and the next one keeps. */
static void a_replay_judges_budgets_by_the_next_run(void **state)
{
    (void)state;
    project p = project_empty();
    configure(&p, "gates: [ { metric: score, at most: 120 ms } ]\n");
    for (int day = 1; day <= 6; day++)
        keep(&p, day, day == 2 || day == 4 || day == 5 ? 130 : 100, 24);
    project_expect(&p, "gate --replay --json -o x.json", 0);
    project_shell(&p, "jq -e '.alerts == 3 and .false_alerts == 2 and .stayed == 1' x.json");
    project_remove(&p);
}

/* ---- the gates of the three sketches, over their seeds ---- */

static void take_sketch(const project *p, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "../config-sketch/%s.yml", name);
    bd_buf text = test_read(test_shared(path));
    test_write(project_path(p, "benchdoc.yml"), text.data, text.len);
    bd_buf_release(&text);
}

static void the_gates_of_moongate_hold(void **state)
{
    (void)state;
    static const char report[] = "results/persistence-stress/report.json";
    project p = project_copy("moongate");
    take_sketch(&p, "moongate");
    project_expect(&p, "gate", 0);
    says(&p, "7 passed\n"); /* verified and errors of three phases, and the run is complete */
    project_replace(&p, report, "\"Verified\": true", "\"Verified\": false");
    project_expect(&p, "gate", 1);
    says(&p, "phase=100 verified: false [benchdoc.yml:44: stress: verified is true] "
             "results/persistence-stress/report.json:22:19: $.Phases[0].Verified\n");
    says(&p, "1 failed, 6 passed\n");
    project_remove(&p);
}

static void the_gates_of_skript_orm_fit_results_of_its_kinds(void **state)
{
    (void)state;
    static const char calls[] =
        "[ { \"name\": \"insert\", \"unit\": \"calls\", \"value\": %d } ]\n";
    project p = project_copy("skript-orm");
    char text[128];
    take_sketch(&p, "skript-orm");
    /* the seeds have neither allocations nor counts of the driver's calls */
    REFUSES(&p, "gate", 2,
            "benchdoc.yml:143:15: no result here has the metric 'gc.alloc.rate.norm'",
            "benchdoc.yml:144:14: no results here are of suite 'driver-calls'");
    for (int i = 0; i < 2; i++) {
        snprintf(text, sizeof text, calls, 4 + i);
        test_write_text(project_path(&p, i == 0 ? "a/calls.json" : "b/calls.json"), text);
        snprintf(text, sizeof text, "cpu=X\njdbc_driver=9.%d\n", i);
        test_write_text(project_path(&p, i == 0 ? "a/environment.txt" : "b/environment.txt"), text);
    }
    const char *compare = "gate --suite driver-calls --base a/calls.json --head b/calls.json";
    project_expect(&p, compare, 0);
    says(&p, "benchdoc.yml:144: driver-calls: equal while jdbc_driver: 1 jdbc_driver changed: 9.0 "
             "\xE2\x86\x92 9.1");
    test_write_text(project_path(&p, "b/environment.txt"), "cpu=X\njdbc_driver=9.0\n");
    project_expect(&p, compare, 1);
    says(&p, "4 \xE2\x86\x92 5 calls, +25.0 % more [benchdoc.yml:144: driver-calls: equal while "
             "jdbc_driver] b/calls.json:1:");
    /* allocations */
    measure(&p, 1, 100, 1000, "");
    project_shell(&p, "mv r.json old.json");
    measure(&p, 2, 100, 1011, "");
    project_expect(&p, "gate old.json r.json --suite jmh", 1);
    says(&p, "1000 \xE2\x86\x92 1011 B/op, +1.1 % more [benchdoc.yml:143: gc.alloc.rate.norm grows "
             "at most 1%]");
    measure(&p, 2, 100, 1010, "");
    project_expect(&p, "gate old.json r.json --suite jmh", 0);
    project_remove(&p);
}

/* Who asked may think that timings hold. */
static void without_gates_timings_fail_nothing_and_it_is_said_how_they_would(void **state)
{
    (void)state;
    project p = project_copy("bluetape4k");
    take_sketch(&p, "bluetape4k");
    project_expect(&p, "gate", 0);
    says(&p, "nothing to judge\n");
    project_remove(&p);
    p = project_empty();
    test_write_text(project_path(&p, "a.json"),
                    "[{\"name\": \"a\", \"value\": 5, \"unit\": \"ms\"}]");
    test_write_text(project_path(&p, "b.json"),
                    "[{\"name\": \"a\", \"value\": 9, \"unit\": \"ms\"}]");
    project_expect(&p, "gate a.json b.json", 0);
    says(&p, "1 series was compared, and no gate judges them: without `gates:` only what is "
             "counted is");
    says(&p, "`benchdoc gate --alert 120%`");
    project_remove(&p);
}

static void the_examples_have_gates_that_fit(void **state)
{
    (void)state;
    static const char *const names[] = { "moongate", "skript-orm", "bluetape4k" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        project p = project_copy(names[i]);
        project_expect(&p, "gate", 0);
        project_remove(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_counted_fails_a_build_without_any_gate),
        cmocka_unit_test(a_runner_with_another_cpu_fails_nothing),
        cmocka_unit_test(a_timing_fails_where_a_gate_asks_for_it),
        cmocka_unit_test(a_ratio_of_the_command_line_needs_evidence_unless_told),
        cmocka_unit_test(an_accepted_failure_is_told_until_its_day),
        cmocka_unit_test(what_is_wrong_is_said_with_the_next_step),
        cmocka_unit_test(a_replay_counts_the_alerts_that_went_away),
        cmocka_unit_test(a_replay_judges_budgets_by_the_next_run),
        cmocka_unit_test(the_gates_of_moongate_hold),
        cmocka_unit_test(the_gates_of_skript_orm_fit_results_of_its_kinds),
        cmocka_unit_test(without_gates_timings_fail_nothing_and_it_is_said_how_they_would),
        cmocka_unit_test(the_examples_have_gates_that_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
