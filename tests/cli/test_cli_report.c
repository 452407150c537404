/* --github: what a step of a job gets of a report. */
#include "tests/cli/report_project.h"

#include <string.h>

static void set_step(desk *d)
{
    desk_shell(d, "mkdir -p temp && : >summary && : >output");
    desk_set(d, "GITHUB_STEP_SUMMARY", "summary");
    desk_set(d, "GITHUB_OUTPUT", "output");
    desk_set(d, "RUNNER_TEMP", "temp");
}

static void a_step_gets_summary_and_outputs(void **state)
{
    (void)state;
    desk d = desk_open();
    write_series("old.json", "s", 4, 0, 1);
    write_series("new.json", "s", 4, 1, 1.5);
    write_series("fast.json", "s", 4, 2, 0.5);
    set_step(&d);
    test_write_text("summary", "of before\n");
    test_write_text("output", "mine=1\n");
    desk_expect(&d, "compare old.json new.json --github", 0);
    desk_says(&d, "1 slower");
    assert_string_equal(desk_shell(&d, "cat output"), "mine=1\nregressions=1\nimprovements=0\n"
                                                      "report-path=temp/benchdoc-compare.md");
    desk_shell(&d, "{ echo of before; echo; cat temp/benchdoc-compare.md; } | cmp - summary");
    desk_shell(&d, "grep -q '^\\*\\*1 slower, 3 same\\*\\*' summary");
    desk_expect(&d, "compare old.json fast.json --github --json", 0);
    assert_string_equal(desk_shell(&d, "tail -n 3 output"),
                        "regressions=0\nimprovements=2\n"
                        "report-path=temp/benchdoc-compare-2.md");
    desk_expect(&d, "gate old.json new.json --github --alert 120%", 1);
    assert_string_equal(desk_shell(&d, "tail -n 3 output"),
                        "regressions=1\nimprovements=0\nreport-path=temp/benchdoc-gate.md");
    desk_shell(&d, "grep -q 'Gates: 1 failed' temp/benchdoc-gate.md");
    desk_shell(&d, "grep -q '^\\*\\*1 slower' temp/benchdoc-gate.md");
    desk_close(&d);
}

static void a_summary_never_outgrows_a_step(void **state)
{
    (void)state;
    desk d = desk_open();
    write_series("old.json", "s", 100, 0, 1);
    write_series("new.json", "s", 100, 30, 1.5);
    set_step(&d);
    desk_shell(&d, "head -c 1046576 /dev/zero | tr '\\0' x >summary");
    desk_expect(&d, "compare old.json new.json --github", 0);
    assert_string_equal(desk_shell(&d, "test $(wc -c <summary) -le 1048576 && tail -c 2000 summary"
                                       " | grep -c 'changes are not shown'"),
                        "1");
    desk_shell(&d, "test $(grep -c '\\*\\*slower' temp/benchdoc-compare.md) = 30");
    desk_close(&d);
}

static void a_folder_with_a_line_end_sets_no_other_output(void **state)
{
    (void)state;
    desk d = desk_open();
    write_series("old.json", "s", 1, 0, 1);
    set_step(&d);
    desk_shell(&d, "mkdir 'te\nregressions=9'");
    desk_set(&d, "RUNNER_TEMP", "te\nregressions=9");
    desk_expect(&d, "compare old.json old.json --github", 0);
    assert_string_equal(desk_shell(&d, "cat output"),
                        "regressions=0\nimprovements=0\nreport-path<<end-9e3779b97f4a7c15\n"
                        "te\nregressions=9/benchdoc-compare.md\nend-9e3779b97f4a7c15");
    desk_close(&d);
}

static const struct {
    const char *unset, *set_to;
    const char *words;
    int code;
    const char *said;
} refusals[] = {
    { "GITHUB_STEP_SUMMARY", "", "compare r.json r.json --github", 2,
      "GITHUB_STEP_SUMMARY is not" },
    { "GITHUB_OUTPUT", "", "compare r.json r.json --github", 2, "GITHUB_OUTPUT is not set" },
    { "RUNNER_TEMP", "", "gate r.json r.json --github --alert 2", 2, "RUNNER_TEMP is not set" },
    { "GITHUB_OUTPUT", "no/such", "compare r.json r.json --github", 6,
      "no/such: cannot be written" },
    { "GITHUB_STEP_SUMMARY", "/dev/full", "compare r.json r.json --github", 6, "/dev/full" },
    { "RUNNER_TEMP", "/dev/null", "compare r.json r.json --github", 6, "benchdoc-compare.md" },
    { "RUNNER_TEMP", "temp", "gate --replay --github", 2, "not of --replay" },
};

static void what_is_no_step_is_said(void **state)
{
    (void)state;
    desk d = desk_open();
    write_series("r.json", "s", 1, 0, 1);
    for (size_t i = 0; i < BD_COUNT(refusals); i++) {
        set_step(&d);
        desk_set(&d, refusals[i].unset, refusals[i].set_to);
        desk_expect(&d, refusals[i].words, refusals[i].code);
        desk_tells(&d, refusals[i].said);
    }
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_gets_summary_and_outputs),
        cmocka_unit_test(a_summary_never_outgrows_a_step),
        cmocka_unit_test(a_folder_with_a_line_end_sets_no_other_output),
        cmocka_unit_test(what_is_no_step_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
