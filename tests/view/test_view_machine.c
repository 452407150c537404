/* One row or one table is one machine and one commit, unless it is allowed. */
#include "tests/view/view_support.h"

#include <string.h>

typedef struct machine_case {
    const char *what, *rule, *first, *second, *third; /* facts of a, b and c */
    const char *want; /* the finding after the place, without its hint; "" = fine */
} machine_case;

/* Row "x" shows a and b, row "y" shows c. */
static const machine_case rows[] = {
    { "alike", "row", "cpu=A commit=1234567", "cpu=A commit=1234567", "cpu=A commit=1234567", "" },
    { "the same CPU, written otherwise", "row", "cpu=AMD-EPYC commit=1", "cpu=AMD(R)-EPYC commit=1",
      "", "" },
    { "a short commit is the long one's", "row", "cpu=A commit=1234567", "cpu=A commit=1234567890",
      "", "" },
    { "four digits are not enough", "row", "cpu=A commit=1234", "cpu=A commit=1234567890", "",
      ", row x, mixes two commits: 1234 (a) and 1234567890 (b)" },
    { "two CPUs", "row", "cpu=A commit=1", "cpu=B commit=1", "",
      ", row x, mixes two CPUs: a (a) and b (b)" },
    { "two commits", "row", "cpu=A commit=1", "cpu=A commit=2", "",
      ", row x, mixes two commits: 1 (a) and 2 (b)" },
    { "an unknown CPU equals nothing", "row", "commit=1", "commit=1", "",
      ", row x, mixes two CPUs: unknown (a) and unknown (b)" },
    { "an unknown commit equals nothing", "row", "cpu=A", "cpu=A", "",
      ", row x, mixes two commits: unknown (a) and unknown (b)" },
    { "rows may differ", "row", "cpu=A commit=1", "cpu=A commit=1", "cpu=B commit=2", "" },
    { "rows of a table may not", "table", "cpu=A commit=1", "cpu=A commit=1", "cpu=B commit=2",
      " mixes two CPUs: a (a) and b (c)" },
    { "anything goes", "no", "cpu=A commit=1", "commit=3", "cpu=B commit=2", "" },
};

static void a_mixture_is_said(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        bd_buf yaml = BD_BUF_INIT;
        bd_buf_printf(&yaml,
                      "inputs: { s: { files: \"*\" } }\ntables:\n  t: { from: s, per: row, one "
                      "machine: %s, missing: \"-\",\n"
                      "       columns: { P: \"{p}\", Q: \"{q}\" } }\n",
                      rows[i].rule);
        view_open(&w, bd_buf_text(&yaml));
        view_point(view_run(&w, "s", "a", rows[i].first), "m", "p", "row=x", "1", "");
        view_point(view_run(&w, "s", "b", rows[i].second), "m", "q", "row=x", "2", "");
        view_point(view_run(&w, "s", "c", rows[i].third), "m", "q", "row=y", "3", "");
        view_observe(&w);
        bd_table t;
        bool ok = bd_view_table(&w.view, bd_config_table(w.config, "t"), &t);
        const char *got = ok ? "" : w.found.items[0].error.message + strlen("table 't'");
        if (strcmp(got, rows[i].want) != 0) {
            print_error("%s: '%s'\n", rows[i].what, got);
            wrong++;
        }
        assert_true(ok || w.found.items[0].error.hint[0]);
        bd_buf_release(&yaml);
        view_close(&w);
    }
    assert_int_equal(wrong, 0);
}

static void an_unknown_machine_is_no_matter_within_one_run(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { s: { files: \"*\" } }\ntables: { t: { from: s, per: row, one machine: "
                  "table, columns: { P: \"{p}\" } } }\n");
    bd_run *run = view_run(&w, "s", "a", "");
    view_point(run, "m", "p", "row=x", "1", "");
    view_point(run, "m", "p", "row=y", "2", "");
    view_observe(&w);
    assert_text(view_table(&w, "t"), "row|P\nx|1\ny|2\n");
    view_close(&w);
}

static void open_two_machines(view_world *w, const char *yaml)
{
    view_open(w, yaml);
    view_point(view_run(w, "s", "a", "cpu=A commit=1"), "m", "p", "", "2", "ms");
    view_point(view_run(w, "s", "b", "cpu=B commit=1"), "m", "q", "", "3000", "us");
    view_observe(w);
}

static const char two_values[] = "inputs: { s: { files: \"*\" } }\n"
                                 "values:\n"
                                 "  p: { from: s p }\n"
                                 "  q: { from: s q }\n"
                                 "  r: { ratio: [q, p], number: \"0.0\" }\n"
                                 "  pa: { from: s p cpu=A }\n"
                                 "  qb: { from: s q cpu=B }\n"
                                 "  host: { ratio: [qb, pa], number: \"0.0\" }\n";

static void a_sentence_is_a_row(void **state)
{
    (void)state;
    view_world w;
    open_two_machines(&w, two_values);
    assert_non_null(strstr(view_value(&w, "s {p:0 ms} and {q:0 ms}"),
                           "value 's {p:0 ms} and {q:0 ms}' mixes two CPUs: a (a) and b (b)"));
    assert_non_null(strstr(view_value(&w, "r"), "value 'r' mixes two CPUs: b (b) and a (a)"));
    view_close(&w);
}

static void a_ratio_of_two_named_machines_is_a_host_factor(void **state)
{
    (void)state;
    view_world w;
    open_two_machines(&w, two_values);
    assert_text(view_value(&w, "host"), "1.5");
    view_close(&w);
}

static void one_machine_no_holds_for_sentences_too(void **state)
{
    (void)state;
    view_world w;
    bd_buf yaml = BD_BUF_INIT;
    bd_buf_printf(&yaml, "one machine: no\n%s", two_values);
    open_two_machines(&w, bd_buf_text(&yaml));
    assert_text(view_value(&w, "s {p:0 ms} and {q:0 ms}"), "2 ms and 3 ms");
    assert_text(view_value(&w, "r"), "1.5");
    bd_buf_release(&yaml);
    view_close(&w);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mixture_is_said),
        cmocka_unit_test(an_unknown_machine_is_no_matter_within_one_run),
        cmocka_unit_test(a_sentence_is_a_row),
        cmocka_unit_test(a_ratio_of_two_named_machines_is_a_host_factor),
        cmocka_unit_test(one_machine_no_holds_for_sentences_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
