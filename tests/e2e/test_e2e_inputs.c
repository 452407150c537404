/* Results that are missing, damaged, hostile, huge or from elsewhere: each has a defined
 * outcome, and nothing is half-written. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void write_jmh(const project *p, const char *name, const char *lines)
{
    bd_buf bytes = project_jmh(lines);
    test_write(project_path(p, name), bytes.data, bytes.len);
    bd_buf_release(&bytes);
}

static void what_is_not_a_file_is_said_with_the_next_step(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *says, *hint;
    } cases[] = {
        { "table nosuch.json", "nosuch.json: no such file", "check the path" },
        { "table 'nosuch/*.json'", "nosuch/*.json: no file fits this pattern",
          "run the benchmark first" },
        { "table .", ".: is a directory", "name its files: benchdoc table ./*.json" },
        { "fields nosuch.json", "nosuch.json: no such file", "check the path" },
        { "ingest nosuch.json", "nosuch.json: no such file", "check the path" },
        { "ingest .", ".: is a directory", "name its files" },
        { "table - </dev/null", "standard input:1:1: the file is empty", "did the benchmark end" },
        { "table d.md", "d.md:1:1: not of a benchmark format", "--format NAME" },
    };
    project p = project_small();
    for (size_t i = 0; i < BD_COUNT(cases); i++)
        REFUSES(&p, cases[i].arguments, 3, cases[i].says, cases[i].hint);
    project_remove(&p);
}

static void standard_input_is_read_like_a_file(void **state)
{
    (void)state;
    project p = project_small();
    project_expect(&p, "table r.json", 0);
    bd_buf from_file = p.out;
    p.out = (bd_buf)BD_BUF_INIT;
    project_expect(&p, "table - <r.json", 0);
    assert_str(bd_buf_str(&p.out), bd_buf_text(&from_file));
    assert_true(project_says(&p, "| foo "));
    bd_buf_release(&from_file);
    project_remove(&p);
}

static void an_input_without_files_is_an_error_where_it_is_configured(void **state)
{
    (void)state;
    project p = project_small();
    project_replace(&p, "benchdoc.yml", "r*.json", "none*.json");
    REFUSES(&p, "generate", 3, "benchdoc.yml:4:15: input 'j': no file fits 'none*.json'",
            "run the benchmark first");
    REFUSES(&p, "generate --check", 3, "no file fits 'none*.json'");
    project_replace(&p, "benchdoc.yml", "none*.json", "r*.json");
    project_expect(&p, "generate", 0);
    project_replace(&p, "benchdoc.yml", "r*.json", "none*.json");
    REFUSES(&p, "generate", 3, "no file fits 'none*.json'", "--locked");
    REFUSES(&p, "generate --check", 3, "no file fits 'none*.json'",
            "nor do the files of benchdoc.lock");
    project_remove(&p);
}

static void a_score_that_is_no_number_is_an_error_that_can_be_put_into_words(void **state)
{
    (void)state;
    project p = project_small();
    write_jmh(&p, "r.json", "org.A.foo 1.5 ms/op\norg.A.bar \"NaN\" ms/op");
    REFUSES(&p, "generate", 3, "benchdoc.yml:11:15: table 't', row bar, column 'Score'",
            "the score is NaN", "say");
    project_replace(
        &p, "benchdoc.yml", "Score: \"{score:0.00 ms}\"",
        "Score: [ { when: outcome=failed, say: broke }, { say: \"{score:0.00 ms}\" } ]");
    project_expect(&p, "generate", 0);
    bd_buf made = project_read(&p, "d.md");
    assert_non_null(strstr(bd_buf_text(&made), "broke"));
    assert_non_null(strstr(bd_buf_text(&made), "1.50 ms"));
    assert_null(strstr(bd_buf_text(&made), "NaN"));
    bd_buf_release(&made);
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void two_points_of_one_key_in_one_run_name_both_places(void **state)
{
    (void)state;
    project p = project_small();
    write_jmh(&p, "r.json", "org.A.foo 1.5 ms/op\norg.A.foo 2.5 ms/op");
    REFUSES(&p, "generate", 3, "r.json:4:", "\"org.A.foo\"", "stands twice in one run",
            "r.json:2:", "remove one");
    REFUSES(&p, "table r.json", 3, "r.json:4:", "r.json:2:");
    project_remove(&p);
}

static void a_cell_that_several_points_fit_names_what_differs(void **state)
{
    (void)state;
    project p = project_small();
    project_shell(&p, "sed s/1.5/1.75/g r.json >r2.json");
    REFUSES(&p, "generate", 3, "benchdoc.yml:11:15: table 't', row foo",
            "2 points fit {score:0.00 ms}", "file is r.json, r2.json", "add a condition");
    project_replace(&p, "benchdoc.yml", "from: j", "from: j file=r2.json");
    project_expect(&p, "generate", 0);
    bd_buf made = project_read(&p, "d.md");
    assert_non_null(strstr(bd_buf_text(&made), "1.75 ms"));
    bd_buf_release(&made);
    project_remove(&p);
}

static void a_file_of_an_input_that_a_region_names_too_is_one_file(void **state)
{
    (void)state;
    project p = project_small();
    test_write_text(project_path(&p, "d.md"),
                    "<!-- benchdoc:table t -->\n<!-- benchdoc:end -->\n\n"
                    "<!-- benchdoc:table file=r.json -->\n<!-- benchdoc:end -->\n\n"
                    "<!-- benchdoc:table file=other.json -->\n<!-- benchdoc:end -->\n");
    write_jmh(&p, "other.json", "org.A.foo 7.5 ms/op");
    project_replace(&p, "benchdoc.yml",
                    "  j:", "  jmh:"); /* as the other file's suite would be called */
    project_replace(&p, "benchdoc.yml", "from: j", "from: jmh");
    project_expect(&p, "generate", 0);
    bd_buf made = project_read(&p, "d.md");
    assert_non_null(strstr(bd_buf_text(&made), "1.50 ms"));
    assert_non_null(strstr(bd_buf_text(&made), "7.5"));
    bd_buf_release(&made);
    project_expect(&p, "generate --check", 0);
    project_shell(&p, "rm r.json other.json");
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void an_unknown_unit_is_text_and_does_not_convert(void **state)
{
    (void)state;
    project p = project_small();
    write_jmh(&p, "r.json", "org.A.foo 1.5 furlong/op");
    REFUSES(&p, "generate", 3, "benchdoc.yml:11:15: table 't', row foo, column 'Score'",
            "\"furlong/op\" does not convert into \"ms\"", "show it as it is");
    project_expect(&p, "table r.json", 0);
    assert_true(project_says(&p, "furlong/op"));
    project_replace(&p, "benchdoc.yml", "{score:0.00 ms}", "{score:0.00} {unit}");
    project_expect(&p, "generate", 0);
    bd_buf made = project_read(&p, "d.md");
    assert_non_null(strstr(bd_buf_text(&made), "1.50 furlong/op"));
    bd_buf_release(&made);
    project_remove(&p);
}

static void a_change_of_the_unit_is_no_percentage(void **state)
{
    (void)state;
    project p = project_small();
    project_expect(&p, "generate", 0);
    write_jmh(&p, "r.json", "org.A.foo 9.5 furlong/op\norg.A.bar 2.5 furlong/op");
    project_replace(&p, "benchdoc.yml", "{score:0.00 ms}", "{score:0.00} {unit}");
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "cells changed"));
    assert_false(project_says(&p, "largest"));
    project_remove(&p);
}

static const char *const links[][3] = {
    { "ln -s ../r.json r2.json", "r2.json", "leads out of the project" },
    { "ln -s /etc/passwd r2.json", "r2.json", "leads out of the project" },
    { "rm r.json && ln -s /dev/zero r.json", "r.json", "leads out of the project" },
    { "rm r.json && mkfifo r.json", "r.json", "is a device or a pipe" },
    { "rm r.json && ln -s nowhere r.json", "r*.json", "no file fits" },
    { "ln -s /etc/passwd environment.txt", "environment.txt", "leads out of the project" },
};

static void links_out_of_the_project_are_not_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(links); i++) {
        project p = project_small();
        project_shell(&p, "cp r.json ../r.json");
        project_shell(&p, links[i][0]);
        REFUSES(&p, "generate", 3, links[i][1], links[i][2]);
        assert_false(project_says(&p, "root:"));
        remove(project_path(&p, "../r.json"));
        project_remove(&p);
    }
    project p = project_small(); /* a link inside is nobody's business */
    project_shell(&p, "mkdir runs && mv r.json runs/1.json && ln -s runs/1.json r.json");
    project_expect(&p, "generate", 0);
    project_remove(&p);
}

static void facts_of_the_environment_cannot_break_out(void **state)
{
    (void)state;
    project p = project_small();
    test_write_text(
        project_path(&p, "environment.txt"),
        "cpu=\x1b[31mX|<b>y</b>\xe2\x80\xae<!-- benchdoc:end -->`\nos=\x1b]0;title\x07\n");
    project_replace(&p, "benchdoc.yml",
                    "tables:", "environment: { show: { CPU: cpu, OS: os } }\ntables:");
    project_shell(&p,
                  "printf '\\n<!-- benchdoc:environment -->\\n<!-- benchdoc:end -->\\n' >>d.md");
    project_expect(&p, "generate", 0);
    project_expect(&p, "generate --check", 0);
    assert_null(memchr(p.diag.data, '\x1b', p.diag.len));
    bd_buf made = project_read(&p, "d.md");
    assert_null(strchr(bd_buf_text(&made), '\x1b'));
    assert_null(strstr(bd_buf_text(&made), "\xe2\x80\xae"));
    assert_null(strstr(bd_buf_text(&made), " <b>"));
    bd_buf_release(&made);
    test_write_text(project_path(&p, "environment.txt"),
                    "cpu=x\nno equals sign\n=nothing\nk\xff=v\n");
    REFUSES(&p, "generate", 3,
            "environment.txt:2:1:", "environment.txt:3:1:", "environment.txt:4:2:", "key=value");
    project_remove(&p);
}

static void a_lock_in_trouble_says_so(void **state)
{
    (void)state;
    static const struct {
        const char *command, *says, *hint;
    } cases[] = {
        { "sed -i '6i <<<<<<< HEAD' benchdoc.lock", "benchdoc.lock:6:1: a merge conflict",
          "take either side" },
        { "sed -i 's/\"benchdoc.lock\": 1/\"benchdoc.lock\": 2/' benchdoc.lock",
          "benchdoc.lock:2:1:", "newer benchdoc" },
        { ": >benchdoc.lock", "benchdoc.lock:1:1: the file is empty", "bring it back" },
        { "echo '{}' >benchdoc.lock", "\"runs\"", "bring it back" },
        { "truncate -s 200 benchdoc.lock", "benchdoc.lock:", "bring it back" },
        { "rm benchdoc.lock && mkdir benchdoc.lock", "is a directory", "" },
        { "rm benchdoc.lock && ln -s /etc/passwd benchdoc.lock", "leads out of the project", "" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_small();
        project_expect(&p, "generate", 0);
        project_shell(&p, cases[i].command);
        REFUSES(&p, "generate", 3, cases[i].says, cases[i].hint);
        REFUSES(&p, "generate --check", 3, cases[i].says);
        project_remove(&p);
    }
}

/* ---- names ---- */

static const char hostile[] =
    "import json\n"
    "names = ['pipe|x|y', '`tick`', '<b>b</b><script>alert(1)</script>', '--> x', "
    "'new\\nline\\r\\nx',\n"
    "  '\\x1b[31mred\\x1b]0;t\\x07', '\\u202Ertl', 'x' * 10000, '<!-- benchdoc:end -->', "
    "'[l](http://x)',\n"
    "  '{{x}} {y}', '@octocat #1 :tada:', '\\n\\n<!-- benchdoc:end -->\\n\\n<!-- benchdoc:table t "
    "-->\\n',\n"
    "  '\\\\', '\\x9b31m\\x7f', '\\u2028p', '$x^2$', '```', '-->\\n# head', '|', '\\t', '<!--']\n"
    "json.dump([{'name': n, 'unit': 'ns', 'value': 1.5} for n in names], open('r.json', 'w'))\n";

static void no_name_of_a_benchmark_breaks_a_document_or_a_terminal(void **state)
{
    (void)state;
    project p = project_small();
    test_write_text(project_path(&p, "make.py"), hostile);
    project_shell(&p, "python3 make.py");
    test_write_text(project_path(&p, "d.md"), "# x\n\n<!-- benchdoc:table file=r.json -->\n"
                                              "<!-- benchdoc:end -->\n\nbehind\n");
    project_shell(&p, "rm benchdoc.yml");
    project_expect(&p, "generate d.md", 0);
    bd_buf first = project_read(&p, "d.md");
    project_expect(&p, "generate --check d.md", 0);
    project_expect(&p, "generate d.md", 0);
    bd_buf second = project_read(&p, "d.md");
    assert_str(bd_buf_str(&second), bd_buf_text(&first));
    size_t rows = 0, ends = 0;
    bd_str rest = bd_buf_str(&first), line;
    while (bd_str_split(&rest, '\n', &line)) {
        rows += bd_str_starts(line, "| ");
        ends += bd_str_starts(line, "<!-- benchdoc:end");
    }
    assert_int_equal(rows, 22 + 2);
    assert_int_equal(ends, 1);
    assert_non_null(strstr(bd_buf_text(&first), "\nbehind\n"));
    static const char *const commands[] = { "table --terminal r.json", "fields r.json",
                                            "table r.json", "table --csv r.json" };
    for (size_t i = 0; i < BD_COUNT(commands) - 1; i++) {
        project_expect(&p, commands[i], 0);
        assert_null(memchr(p.out.data, '\x1b', p.out.len));
        assert_null(strstr(bd_buf_text(&p.out), "\xe2\x80\xae"));
    }
    bd_buf_release(&first);
    bd_buf_release(&second);
    project_remove(&p);
}

static void a_document_that_could_not_be_read_back_is_not_written(void **state)
{
    (void)state;
    project p = project_small();
    test_write_text(
        project_path(&p, "make.py"),
        "import json\n"
        "json.dump([{'name': 'x' * 60 * (50 if i else 10000) + str(i), 'unit': 'ns', 'value': i}\n"
        "           for i in range(100)], open('r.json', 'w'))\n");
    project_shell(&p, "python3 make.py");
    project_replace(&p, "benchdoc.yml", "per: method", "per: benchmark");
    project_replace(&p, "benchdoc.yml", "{method}", "{benchmark}");
    project_replace(&p, "benchdoc.yml", "{score:0.00 ms}", "{value}");
    int status = project_run(&p, "generate");
    if (status == 0) { /* the padding is bounded: then it can be read back */
        project_expect(&p, "generate --check", 0);
    } else {
        REFUSES(&p, "generate", 2, "d.md: the document would be larger than 16 MiB",
                "is a name very long?");
        assert_int_not_equal(access(project_path(&p, "benchdoc.lock"), F_OK), 0);
    }
    project_remove(&p);
}

/* ---- size ---- */

/* Laid out as JMH writes it: a measurement per line. */
static void a_large_file_needs_less_than_two_and_a_half_times_its_size(void **state)
{
    (void)state;
    project p = project_small();
    size_t megabytes = test_rounds(200);
    if (megabytes < 60)
        megabytes = 60; /* below it the program itself counts */
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(
        &command,
        "python3 -c \"\n"
        "raw = ',\\n                    '.join('1.%%06d' %% (i * 7919 %% 1000000) for i in "
        "range(2000))\n"
        "one = '{\\\"benchmark\\\":\\\"org.A.b%%d\\\",\\\"mode\\\":\\\"avgt\\\",\\\"threads\\\":1,"
        "\\\"forks\\\":1,\\\"primaryMetric\\\":{\\\"score\\\":1.5,\\\"scoreError\\\":0.1,"
        "\\\"scoreUnit\\\":\\\"ms/op\\\",\\\"rawData\\\":[[%%s]]},\\\"secondaryMetrics\\\":{}}'\n"
        "n = %zu * 1000000 // (len(raw) + len(one))\n"
        "open('r.json', 'w').write('[' + ',\\n'.join(one %% (i, raw) for i in range(n)) + ']')\"",
        megabytes);
    project_shell(&p, bd_buf_text(&command));
    project_expect(&p, "ingest --store sqlite::memory: r.json", 0);
    struct rusage used;
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &used), 0);
    double times = (double)used.ru_maxrss * 1024 / ((double)megabytes * 1e6);
    print_message("%zu MB: %.2f times in memory\n", megabytes, times);
#ifndef __SANITIZE_ADDRESS__ /* whose shadow and quarantine count, too */
    assert_true(times < 2.5);
#endif
    bd_buf_release(&command);
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_file_needs_less_than_two_and_a_half_times_its_size),
        cmocka_unit_test(what_is_not_a_file_is_said_with_the_next_step),
        cmocka_unit_test(standard_input_is_read_like_a_file),
        cmocka_unit_test(an_input_without_files_is_an_error_where_it_is_configured),
        cmocka_unit_test(a_score_that_is_no_number_is_an_error_that_can_be_put_into_words),
        cmocka_unit_test(two_points_of_one_key_in_one_run_name_both_places),
        cmocka_unit_test(a_cell_that_several_points_fit_names_what_differs),
        cmocka_unit_test(a_file_of_an_input_that_a_region_names_too_is_one_file),
        cmocka_unit_test(an_unknown_unit_is_text_and_does_not_convert),
        cmocka_unit_test(a_change_of_the_unit_is_no_percentage),
        cmocka_unit_test(links_out_of_the_project_are_not_read),
        cmocka_unit_test(facts_of_the_environment_cannot_break_out),
        cmocka_unit_test(a_lock_in_trouble_says_so),
        cmocka_unit_test(no_name_of_a_benchmark_breaks_a_document_or_a_terminal),
        cmocka_unit_test(a_document_that_could_not_be_read_back_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
