/* Every command on small files: what it prints, its exit code, what it says when
 * something is wrong. */
#include "tests/cli/cli_support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char jmh[] =
    "[{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"avgt\",\"threads\":1,"
    "\"params\":{\"size\":\"10\"},\"primaryMetric\":{\"score\":1.5,\"scoreError\":0.25,"
    "\"scoreUnit\":\"ms/op\",\"rawData\":[[1,2]]},\"secondaryMetrics\":{}},\n"
    "{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"avgt\",\"threads\":1,"
    "\"params\":{\"size\":\"200\"},\"primaryMetric\":{\"score\":3.25,\"scoreError\":\"NaN\","
    "\"scoreUnit\":\"ms/op\",\"rawData\":[[3,3.5]]},\"secondaryMetrics\":{}}]\n";

static void setup(desk *d)
{
    *d = desk_open();
    test_write_text("results.json", jmh);
}

/* ---- the program itself ---- */

static void options_stand_before_or_behind_the_command(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("sub/results.json", jmh);
    assert_int_equal(unlink("results.json"), 0);
    static const char *const lines[] = { "-C sub table results.json", "table -C sub results.json",
                                         "table results.json -Csub",
                                         "table results.json --directory=sub" };
    for (size_t i = 0; i < BD_COUNT(lines); i++) {
        desk_expect(&d, lines[i], 0);
        desk_says(&d, "1.5");
        assert_true(access("sub", F_OK) == 0); /* it came back */
    }
    desk_close(&d);
}

static void a_wrong_command_line_ends_with_2_and_the_way_out(void **state)
{
    (void)state;
    static const struct {
        const char *words, *message, *hint;
    } cases[] = {
        { "", "benchdoc: no command was given", "  → `benchdoc help` lists the commands" },
        { "tabel results.json", "there is no command 'tabel'", "did you mean `benchdoc table`?" },
        { "results.json", "there is no command 'results.json'", "benchdoc table results.json" },
        { "table", "table needs FILE", "benchdoc table FILE" },
        { "formats x", "formats does not take 'x'", "benchdoc formats" },
        { "table results.json --jsno", "there is no option --jsno", "did you mean --json?" },
        { "table results.json --csv --json", "exclude each other", "" },
        { "formats --color=blue", "--color takes auto, always or never, not 'blue'",
          "--color=auto" },
        { "-C nowhere formats", "nowhere: cannot work there: No such file",
          "-C takes the directory" },
        { "help nonsense", "there is no command 'nonsense'", "`benchdoc help` lists" },
        { "history list --since soon", "--since takes a date, not 'soon'", "--since 2026-07-01" },
        { "history renam", "history does not know 'renam'",
          "did you mean `benchdoc history rename`?" },
        { "history all", "history does not know 'all'", "benchdoc history list" },
        { "ingest", "no result file was named", "benchdoc ingest results.json" },
        { "ingest results.json --measured-at now", "--measured-at takes an RFC 3339 time",
          "2026-07-20T10:00:01Z" },
        { "ingest results.json -e cpu", "--environment takes KEY=VALUE, not 'cpu'",
          "--environment backend=SQLite" },
        { "ingest results.json --direction up", "--direction takes smaller or bigger", "" },
        { "table results.json score gc.alloc.rate.norm", "'score gc.alloc.rate.norm' names no one",
          "one metric at a time: benchdoc table results.json score" },
        { "table results.json '{score in ns/op}'", "'{score in ns/op}' is a template",
          "`benchdoc help templates`" },
        { "generate", "no benchdoc.yml here or in a directory above",
          "`benchdoc init` writes one" },
    };
    desk d;
    setup(&d);
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk_expect(&d, cases[i].words, 2);
        desk_tells(&d, cases[i].message);
        desk_tells(&d, cases[i].hint);
        assert_int_equal(d.out.len, 0);
    }
    desk_close(&d);
}

static void a_missing_or_wrong_file_ends_with_3(void **state)
{
    (void)state;
    static const struct {
        const char *words, *message, *hint;
    } cases[] = {
        { "table nope.json", "nope.json: no such file", "check the path" },
        { "table sub", "sub: is a directory", "benchdoc table sub/*.json" },
        { "fields 'none/*.json'", "none/*.json: no file fits this pattern", "run the benchmark" },
        { "ingest results.json sub/ nope.json", "sub/: is a directory",
          "benchdoc ingest sub/*.json" },
        { "table broken.json", "broken.json:1:", "  → " },
        { "table text.json", "text.json", "  → " },
    };
    desk d;
    setup(&d);
    test_write_text("sub/x", "");
    test_write_text("broken.json", "[1,]");
    test_write_text("text.json", "hello");
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk_expect(&d, cases[i].words, 3);
        desk_tells(&d, cases[i].message);
        desk_tells(&d, cases[i].hint);
    }
    desk_run(&d, "ingest results.json sub/ nope.json"); /* all of them are told */
    desk_tells(&d, "nope.json: no such file");
    desk_close(&d);
}

static void files_of_several_suites_are_a_table_each(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("custom.json", "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":7}]");
    desk_expect(&d, "table custom.json results.json", 0);
    desk_says(&d, "## custom\n\n| Benchmark |");
    desk_says(&d, "\n\n## jmh\n\n| size |");
    desk_says(&d, "\n| a         |          7 |\n");
    desk_says(&d, "\n| 10   |           1.5 |      0.25 |\n");
    desk_expect(&d, "table --terminal custom.json results.json", 0);
    desk_says(&d, "\njmh\n\n");
    desk_expect(&d, "table --json custom.json results.json", 0);
    test_write("t.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -c '[.tables[].rows | length]' t.json"), "[1,2]");
    desk_expect(&d, "table custom.json results.json score", 0); /* only one of them has it */
    desk_says(&d, "## jmh\n");
    desk_tells(&d, "note: custom is left out: ");
    desk_expect(&d, "table custom.json results.json nothing", 2);
    desk_expect(&d, "table --csv custom.json results.json", 2);
    desk_tells(&d, "--csv prints one table, and these are 2");
    desk_close(&d);
}

static void colour_is_for_terminals_and_who_asks_for_it(void **state)
{
    (void)state;
    static const struct {
        bool terminal;
        const char *words, *name, *value;
        bool colour;
    } cases[] = {
        { false, "tabel", "X", "1", false },
        { true, "tabel", "X", "1", true },
        { true, "tabel", "NO_COLOR", "1", false },
        { true, "tabel", "NO_COLOR", "", true },
        { true, "tabel", "TERM", "dumb", false },
        { false, "tabel", "CLICOLOR_FORCE", "1", true },
        { false, "tabel", "CLICOLOR_FORCE", "0", false },
        { false, "--color=always tabel", "NO_COLOR", "1", true },
        { true, "--color never tabel", "CLICOLOR_FORCE", "1", false },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk d = desk_open();
        d.terminal = cases[i].terminal;
        desk_set(&d, cases[i].name, cases[i].value);
        desk_expect(&d, cases[i].words, 2);
        assert_int_equal(memchr(d.diag.data, '\033', d.diag.len) != NULL, cases[i].colour);
        desk_close(&d);
    }
}

static void what_a_file_says_cannot_steer_a_terminal(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("evil.json", "[{\"name\":\"a\\u001b[2Jb\",\"unit\":\"ms\",\"value\":1},"
                                 "{\"name\":\"a\\u001b[2Jb\",\"unit\":\"ms\",\"value\":2}]");
    desk_expect(&d, "table evil.json", 3);
    assert_null(memchr(d.diag.data, '\033', d.diag.len));
    desk_run(&d, "table 'ev\033[2Jil.json'");
    assert_null(memchr(d.diag.data, '\033', d.diag.len));
    desk_close(&d);
}

/* ---- table ---- */

static void a_table_needs_a_file_and_nothing_else(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    desk_expect(&d, "table results.json", 0);
    assert_str(bd_buf_str(&d.out), "| size | score (ms/op) | ± (ms/op) |\n"
                                   "| ---- | ------------: | --------: |\n"
                                   "| 10   |           1.5 |      0.25 |\n"
                                   "| 200  |          3.25 |         – |\n");
    desk_is_silent(&d);
    desk_expect(&d, "table results.json size>100 --csv", 0);
    assert_str(bd_buf_str(&d.out), "Method,score (ms/op)\none,3.25\n");
    desk_expect(&d, "table --csv -- results.json size=10", 0);
    desk_says(&d, "one,1.5");
    d.input = bd_str_of(jmh);
    desk_expect(&d, "table - --terminal", 0);
    desk_says(&d, "3.25");
    desk_close(&d);
}

static void json_of_a_table_names_file_and_place_of_each_figure(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    desk_expect(&d, "table results.json --json", 0);
    test_write("t.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -r '[.rows[].cells[].sources[]? | select(.value == 3.25)"
                                       " | .file, .path] | join(\" \")' t.json"),
                        "results.json $[1].primaryMetric.score");
    desk_close(&d);
}

static void names_of_the_configuration_are_tables_too(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  reads:\n    files: results.json\n"
                                    "tables:\n  big:\n    from: reads size>100\n    per: [size]\n"
                                    "    columns:\n      Score: \"{score:0.0 ms}\"\n");
    desk_expect(&d, "table big", 0);
    desk_says(&d, "| 200  | 3.3 ms |");
    desk_expect(&d, "table reads size=10", 0);
    desk_says(&d, "1.5");
    desk_expect(&d, "table bgi", 2);
    desk_tells(&d, "'bgi' is no file, and no table and no input of benchdoc.yml");
    desk_expect(&d, "table raeds", 2);
    desk_tells(&d, "did you mean `benchdoc table reads`?");
    desk_close(&d);
}

/* ---- fields ---- */

static void fields_lists_dimensions_metrics_and_facts(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("environment.txt", "cpu=AMD EPYC 7763 64-Core Processor\ncommit=abc1234\n");
    desk_expect(&d, "fields results.json", 0);
    desk_says(&d, "size              10, 200  (parameter)");
    desk_says(&d, "score             ms/op  time, smaller is better, timing");
    desk_says(&d, "benchdoc table results.json 'size=10'");
    desk_expect(&d, "fields --json results.json", 0);
    test_write("f.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -r '.suites[0] | .points, (.facts[] |"
                                       " select(.name == \"cpu\" or .name == \"commit\") |"
                                       " .values[0]), (.dimensions[] | select(.kind =="
                                       " \"parameter\") | .values | join(\"|\"))' f.json"),
                        "2\nabc1234\nAMD EPYC 7763 64-Core Processor\n10|200");
    desk_close(&d);
}

/* ---- ingest and history ---- */

static void a_run_is_stored_once(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    desk_expect(&d, "ingest results.json -e 'cpu=Some CPU' --commit abc1234 --branch main", 0);
    assert_non_null(strstr(bd_buf_text(&d.out), "new "));
    desk_expect(&d, "ingest results.json -e 'cpu=Some CPU' --commit abc1234 --branch main --json",
                0);
    test_write("i.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -r '.runs[0] | .result, .points, .suite' i.json"),
                        "known\n2\njmh");
    desk_expect(&d, "history list --json", 0);
    test_write("h.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -r '.runs | length, .[0].commit, .[0].branch' h.json"),
                        "1\nabc1234\nmain");
    const char *id = desk_shell(&d, "jq -r '.runs[0].id[0:10]' h.json");
    desk_expect(&d, bd_arena_printf(&d.arena, "history show %s", id), 0);
    desk_says(&d, "3.25");
    desk_says(&d, "abc1234");
    desk_expect(&d, "history --branch other", 0);
    desk_tells(&d, "no run fits");
    desk_close(&d);
}

static void generate_says_nothing_of_gates_and_gate_judges_them(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("benchdoc.yml",
                    "version: 1\ndocuments: d.md\ninputs: { jmh: { files: "
                    "results.json } }\ngates: [ { suite: jmh, complete: true } ]\n");
    test_write_text("d.md", "text\n");
    desk_expect(&d, "generate", 0);
    assert_null(strstr(bd_buf_text(&d.diag), "gates"));
    desk_expect(&d, "-q generate", 0);
    desk_is_silent(&d);
    desk_expect(&d, "-q gate --history none", 0);
    desk_says(&d, "1 passed");
    desk_close(&d);
}

static void nothing_is_stored_when_one_file_is_wrong(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("broken.json", "[1,]");
    desk_expect(&d, "ingest results.json broken.json", 3);
    assert_int_not_equal(access(".benchdoc", F_OK), 0);
    desk_expect(&d, "history list", 4);
    desk_tells(&d, "run `benchdoc ingest`");
    desk_close(&d);
}

static void a_dry_run_prints_whole_runs_and_stores_nothing(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    desk_expect(&d, "ingest --dry-run --json results.json --measured-at 2026-07-20T10:00:01Z", 0);
    assert_int_not_equal(access(".benchdoc", F_OK), 0);
    test_write("i.json", d.out.data, d.out.len);
    assert_string_equal(desk_shell(&d, "jq -r '.runs[0] | .measured_at, (.points | length),"
                                       " .points[1].params.size' i.json"),
                        "2026-07-20T10:00:01Z\n2\n200");
    desk_expect(&d, "table i.json", 0); /* and reads back */
    desk_says(&d, "3.25");
    desk_close(&d);
}

static void the_inputs_of_a_configuration_need_no_file_names(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("benchdoc.yml", "version: 1\ninputs:\n  reads:\n    files: results.json\n");
    test_write_text("deep/er/x", "");
    desk_expect(&d, "ingest -C deep/er", 0); /* benchdoc.yml is found upwards */
    desk_says(&d, "reads  results.json");
    assert_int_equal(access(".benchdoc/history.db", F_OK), 0);
    desk_set(&d, "BENCHDOC_STORE", "sqlite:other.db");
    desk_expect(&d, "ingest", 0);
    assert_int_equal(access("other.db", F_OK), 0);
    desk_close(&d);
}

static void a_companion_named_with_its_result_is_no_result(void **state)
{
    (void)state;
    desk d;
    setup(&d);
    test_write_text("environment.txt", "cpu=Some CPU\n");
    desk_expect(&d, "ingest -n results.json environment.txt", 0);
    desk_says(&d, "2 points");
    assert_ptr_equal(strchr(bd_buf_text(&d.out), '\n'), d.out.data + d.out.len - 1); /* one run */
    desk_close(&d);
}

/* Go's metrics are called like their units. */
static void a_metric_that_is_its_unit_says_it_once(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("go.txt", "BenchmarkX-8\t100\t12 ns/op\t3 text-bytes\n");
    desk_expect(&d, "table go.txt", 0);
    desk_says(&d, "| Benchmark  | ns/op | text-bytes (bytes) |");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_stand_before_or_behind_the_command),
        cmocka_unit_test(a_wrong_command_line_ends_with_2_and_the_way_out),
        cmocka_unit_test(a_missing_or_wrong_file_ends_with_3),
        cmocka_unit_test(files_of_several_suites_are_a_table_each),
        cmocka_unit_test(a_metric_that_is_its_unit_says_it_once),
        cmocka_unit_test(colour_is_for_terminals_and_who_asks_for_it),
        cmocka_unit_test(what_a_file_says_cannot_steer_a_terminal),
        cmocka_unit_test(a_table_needs_a_file_and_nothing_else),
        cmocka_unit_test(json_of_a_table_names_file_and_place_of_each_figure),
        cmocka_unit_test(names_of_the_configuration_are_tables_too),
        cmocka_unit_test(fields_lists_dimensions_metrics_and_facts),
        cmocka_unit_test(a_run_is_stored_once),
        cmocka_unit_test(generate_says_nothing_of_gates_and_gate_judges_them),
        cmocka_unit_test(nothing_is_stored_when_one_file_is_wrong),
        cmocka_unit_test(a_dry_run_prints_whole_runs_and_stores_nothing),
        cmocka_unit_test(the_inputs_of_a_configuration_need_no_file_names),
        cmocka_unit_test(a_companion_named_with_its_result_is_no_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
