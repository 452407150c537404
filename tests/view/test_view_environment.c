/* What the documents say about the machines. */
#include "tests/view/view_support.h"

#include <string.h>

static void open_world(view_world *w, const char *yaml)
{
    view_open(w, yaml);
    bd_run *one = view_run(w, "a", "1", "cpu=EPYC os=Linux host=secret commit=1 /run=4");
    view_point(one, "x", "v", "", "1", "");
    view_point(one, "y", "v", "", "2", "");
    view_point(view_run(w, "a", "2", "cpu=EPYC os=macOS memory=16GB commit=1 /run=7"), "x", "v", "",
               "1", "");
    view_point(view_run(w, "b", "3", "cpu=XEON disk=nvme commit=2"), "x", "v", "", "1", "");
    view_observe(w);
}

static const struct {
    const char *what, *yaml, *query, *want;
} rows[] = {
    { "an allow-list of facts, never a host", "inputs: { a: { files: x }, b: { files: y } }\n", "",
      "Environment|Value\nCPU|EPYC; XEON\nMemory|16GB\nOS|Linux; macOS\nCommit|1; 2\n" },
    { "of the runs that a query admits", "inputs: { a: { files: x }, b: { files: y } }\n",
      "a run=7", "Environment|Value\nCPU|EPYC\nMemory|16GB\nOS|macOS\nCommit|1\n" },
    { "what show: asks for, under its titles",
      "inputs: { a: { files: x }, b: { files: y } }\nenvironment: { show: { Processor: cpu, Disk: "
      "disk } }\n",
      "", "Environment|Value\nProcessor|EPYC; XEON\nDisk|nvme\n" },
    { "values have labels",
      "inputs: { a: { files: x }, b: { files: y } }\nlabels: { cpu: { EPYC: AMD } }\n", "a run=4",
      "Environment|Value\nCPU|AMD\nOS|Linux\nCommit|1\n" },
    { "a fact that nothing says",
      "inputs: { a: { files: x }, b: { files: y } }\nenvironment: { show: { Disk: disc } }\n", "b",
      "3:30: environment: nothing here is called 'disc' (did you mean 'disk'? there is: "
      "benchmark, v, commit, branch, date, unit, outcome, metric, cpu, disk)\n" },
    { "no result", "inputs: { a: { files: x }, b: { files: y } }\n", "a run=9",
      "7:1: environment: no result of suite 'a' has run=9 (there is 4, 7)\n" },
    { "a query that is none", "inputs: { a: { files: x }, b: { files: y } }\n",
      "a run=", "7:1: environment: a condition needs a value; '-' stands for none: 'run='\n" },
};

static void facts_are_listed_once_in_order_of_appearance(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        view_world w;
        open_world(&w, rows[i].yaml);
        const char *got = view_environment(&w, rows[i].query);
        if (strcmp(got, rows[i].want) != 0) {
            print_error("%s: got\n%s\n", rows[i].what, got);
            wrong++;
        }
        view_close(&w);
    }
    assert_int_equal(wrong, 0);
}

static void a_machine_nobody_describes_is_said(void **state)
{
    (void)state;
    view_world w;
    view_open(&w, "inputs: { a: { files: x } }\n");
    view_point(view_run(&w, "a", "1", ""), "x", "v", "", "1", "");
    view_observe(&w);
    assert_text(
        view_environment(&w, ""),
        "7:1: environment: the results say nothing about their machine (`benchdoc record -- "
        "COMMAND` writes environment.txt beside the results)\n");
    view_close(&w);
}

static void benchdoc_s_own_words_are_in_the_document_s_language(void **state)
{
    (void)state;
    static const struct {
        const char *language, *want, *findings;
    } cases[] = {
        { "de", "Umgebung|Wert\nSpeicher|4 GB\n", "" },
        { "zh-CN", "环境|Wert!\n内存|4 GB\n", "" },
        { "it", "Environment|Value\nMemory|4 GB\n",
          "warning: 0:0: benchdoc's own 'Environment' stays English in 'it' (translations: { it: { "
          "\"Environment\": TEXT } })\n"
          "warning: 0:0: benchdoc's own 'Value' stays English in 'it' (translations: { it: { "
          "\"Value\": TEXT } })\n"
          "warning: 0:0: benchdoc's own 'Memory' stays English in 'it' (translations: { it: { "
          "\"Memory\": TEXT } })\n" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        view_world w;
        view_open(&w, "inputs: { a: { files: x } }\nlanguages: [en, de, zh-CN, it]\n"
                      "translations: { zh-CN: { Value: \"Wert!\" } }\n");
        view_point(view_run(&w, "a", "r", "memory=4_GB"), "x", "v", "", "1", "ms");
        view_observe(&w);
        w.view.language = cases[i].language;
        const char *got = view_environment(&w, "a");
        bd_buf text = BD_BUF_INIT;
        for (const char *c = got; *c; c++)
            bd_buf_putc(&text, *c == '_' ? ' ' : *c);
        assert_text(bd_buf_text(&text), cases[i].want);
        bd_buf_release(&text);
        assert_text(view_findings(&w), cases[i].findings);
        view_close(&w);
    }
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_listed_once_in_order_of_appearance),
        cmocka_unit_test(a_machine_nobody_describes_is_said),
        cmocka_unit_test(benchdoc_s_own_words_are_in_the_document_s_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
