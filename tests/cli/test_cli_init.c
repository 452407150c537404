/* init: what it writes works at once, and destroys nothing. */
#include "tests/cli/cli_support.h"

#include <dirent.h>
#include <string.h>
#include <unistd.h>

static const char custom[] = "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":1}]";

static void expect_that_it_works_at_once(desk *d, const char *init)
{
    desk_expect(d, init, 0);
    desk_expect(d, "generate", 0);
    desk_expect(d, "generate --check", 0);
}

static void contains(const char *path, const char *text)
{
    bd_buf bytes = test_read(path);
    if (!strstr(bd_buf_text(&bytes), text))
        fail_msg("%s lacks: %s\n%s", path, text, bd_buf_text(&bytes));
    bd_buf_release(&bytes);
}

/* What `fields` offers to paste can be pasted. */
static void try_examples(desk *d, const char *name)
{
    desk_expect(d, bd_arena_printf(&d->arena, "fields --json '%s'", name), 0);
    test_write("f.json", d->out.data, d->out.len);
    bd_str rest = bd_str_of(desk_shell(d, "jq -r '.suites[].queries[]' f.json")), query;
    while (rest.len > 0 && bd_str_split(&rest, '\n', &query))
        desk_expect(
            d, bd_arena_printf(&d->arena, "table '%s' '%.*s'", name, (int)query.len, query.ptr), 0);
}

/* Copies `from` into an empty project, begins it, and compares what is shown with jq. */
static void try_file(const char *from, const char *name, bool is_jmh)
{
    desk d = desk_open();
    desk_shell(&d, bd_arena_printf(&d.arena, "cp '%s' '%s/%s'", from, d.directory, name));
    expect_that_it_works_at_once(&d, "init --into README.md");
    if (is_jmh) {
        const char *results = desk_shell(&d, bd_arena_printf(&d.arena, "jq length '%s'", name));
        desk_expect(&d, bd_arena_printf(&d.arena, "table --json '%s'", name), 0);
        test_write("t.json", d.out.data, d.out.len);
        assert_string_equal(desk_shell(&d, "jq '[.rows[].cells[].sources[]? | select(.path | "
                                           "endswith(\".primaryMetric.score\"))] | length' t.json"),
                            results);
    }
    try_examples(&d, name);
    desk_close(&d);
}

static void try_folder(const char *folder, bool is_jmh)
{
    DIR *directory = opendir(folder);
    size_t tried = 0;
    assert_non_null(directory);
    for (struct dirent *e; (e = readdir(directory)) != NULL;) {
        if (!bd_str_ends(bd_str_of(e->d_name), ".json"))
            continue;
        bd_buf path = BD_BUF_INIT;
        bd_buf_printf(&path, "%s/%s", folder, e->d_name);
        try_file(bd_buf_text(&path), e->d_name, is_jmh);
        bd_buf_release(&path);
        tried++;
    }
    closedir(directory);
    assert_true(tried > 0);
}

static void every_real_jmh_file_alone_becomes_a_document_with_all_its_results(void **state)
{
    (void)state;
    try_folder(test_shared("real/jmh"), true);
}

static void every_real_custom_array_alone_becomes_a_document(void **state)
{
    (void)state;
    try_folder(test_shared("real/custom"), false);
}

static void folders_that_differ_in_one_place_are_one_input(void **state)
{
    (void)state;
    static const struct {
        const char *paths[3];
        const char *yaml;
    } cases[] = {
        { { "results/run-4/tick-report-MariaDB/t.json", "results/run-4/tick-report-MySQL/t.json" },
          "files: \"results/run-4/tick-report-{report}/t.json\"" },
        { { "out/run-1/x/r.json", "out/run-2/x/r.json", "out/run-2/y/r.json" },
          "files: \"out/run-{run}/{subfolder}/r.json\"" },
        { { "b/p/2026-06-27T22.14.05/benchmark.json", "b/p/2026-06-28T22.14.05/benchmark.json" },
          "files: \"b/p/{timestamp}/benchmark.json\"\n    newest: timestamp" },
        { { "jmh-2021-07-12-17-17-18.json", "jmh-2021-07-13-10-01-02.json",
            "jmh-2022-01-01-00-00-00.json" },
          "files: \"jmh-{timestamp}.json\"\n    newest: timestamp" },
        { { "r/2026-06-27T22.14.05.json", "r/2026-06-28T22.14.05.json" },
          "files: \"r/{timestamp}.json\"\n    newest: timestamp" },
        { { "r/run9.json", "r/run10.json" }, "files: \"r/run{run}.json\"\n    newest: run" },
        { { "r/1.json", "r/11.json" }, "files: \"r/{n}.json\"\n    newest: n" },
        { { "r/results-1.json", "r/results-2.json" },
          "files: \"r/results-{n}.json\"\n    newest: n" },
        { { "r/harshita19244-opentelemetry-java-benchmarks-x.json" },
          "  harshita19244-opentelemetry-java:\n" },
        { { "r/jmh-linux.json", "r/jmh-mac.json" }, "files: \"r/jmh-{jmh}.json\"" },
        { { "r/one.json", "r/two.json" }, "files: r/one.json\n" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk d = desk_open();
        for (size_t p = 0; p < 3 && cases[i].paths[p]; p++)
            test_write_text(
                cases[i].paths[p],
                bd_arena_printf(&d.arena, "[{\"name\":\"a\",\"unit\":\"ms\",\"value\":%zu}]", p));
        expect_that_it_works_at_once(&d, "init");
        contains("benchdoc.yml", cases[i].yaml);
        desk_close(&d);
    }
}

static void odd_names_are_quoted_or_told(void **state)
{
    (void)state;
    static const char *const names[] = { "a b # c.json",  "it's \"quoted\".json",
                                         "größe-表.json", "true.json",
                                         "123.json",      "- dash.json" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        desk d = desk_open();
        test_write_text(names[i], custom);
        expect_that_it_works_at_once(&d, "init");
        desk_close(&d);
    }
    desk d = desk_open();
    test_write_text("a{b}.json", custom);
    desk_expect(&d, "init", 3);
    desk_tells(&d, "a{b}.json: left out");
    desk_close(&d);
}

static void a_document_only_grows_at_its_end(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    test_write_text("README.md", "# Mine\r\n\r\nText.");
    expect_that_it_works_at_once(&d, "init --into README.md");
    contains("README.md", "# Mine\r\n\r\nText.\r\n\r\n## Benchmarks\r\n");
    contains("README.md", "\r\n<!-- benchdoc:table custom -->\r\n");
    desk_close(&d);
}

static void a_region_that_is_there_is_not_added_again(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    test_write_text("README.md", "<!-- benchdoc:table custom -->\n<!-- benchdoc:end -->\n");
    expect_that_it_works_at_once(&d, "init --into README.md");
    assert_string_equal(
        desk_shell(&d,
                   bd_arena_printf(&d.arena, "grep -c benchdoc:table %s/README.md", d.directory)),
        "1");
    desk_close(&d);
}

static void nothing_of_somebody_else_is_overwritten(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *words;
        int code;
        const char *message;
    } cases[] = {
        { "benchdoc.yml", "version: 1\n", "init", 2, "benchdoc.yml: is there already" },
        { "docs/benchmarks.md", "mine\n", "init", 2, "benchdoc init --into docs/benchmarks.md" },
        { "README.md", "```\nopen fence\n", "init --into README.md", 2, "would be text" },
        { "README.md", "<!-- benchdoc:table x -->\n", "init --into README.md", 2, "README.md:1:1" },
        { "x", "", "init --into ../README.md", 2, "outside of the project" },
        { "x", "", "init nowhere", 2, "nowhere: is no directory of this project" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk d = desk_open();
        test_write_text("results.json", custom);
        test_write_text(cases[i].path, cases[i].text);
        desk_expect(&d, cases[i].words, cases[i].code);
        desk_tells(&d, cases[i].message);
        bd_buf now = test_read(cases[i].path);
        assert_str(bd_buf_str(&now), cases[i].text);
        bd_buf_release(&now);
        assert_true(strcmp(cases[i].path, "benchdoc.yml") == 0
                    || access("benchdoc.yml", F_OK) != 0);
        desk_close(&d);
    }
}

static void without_results_it_says_what_is_read(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("package.json", "{\"name\": \"x\"}");
    test_write_text(".hidden/results.json", custom);
    desk_expect(&d, "init", 3);
    desk_tells(&d, "no result file of a known format in '.' or below it");
    desk_tells(&d, "`benchdoc formats`");
    desk_close(&d);
}

static void results_that_cannot_be_read_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *path, *text, *told; /* NULL: nobody's results */
    } cases[] = {
        { "out/x.json", "[{\"name\": \"a\", \"unit\": \"ms\", \"value\": 1},",
          "out/x.json:1:42: the text ends" },
        { "jmh/x.json", "[{\"a\": 1}", "jmh/x.json:1:" },
        { "results.json", "", "results.json:1:1: the file is empty" },
        { "h.json", "{\"files\": [{\"filepath\": \"a.ts\", \"groups\": []}]}",
          "h.json:1:1: looks like a file of vitest bench" },
        { "go.txt", "goos: linux\nPASS\n", "go.txt:1:1: no result of go test -bench in it" },
        { "tsconfig.json", "{ // settings\n}", NULL },
        { "other.json", "{\"a\": 1}", NULL },
        { "notes.txt", "the results were good", NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        desk d = desk_open();
        test_write_text(cases[i].path, cases[i].text);
        desk_expect(&d, "init", 3);
        desk_tells(&d, cases[i].told ? cases[i].told : "no result file of a known format");
        test_write_text("good.json", custom);
        desk_expect(&d, "init", 0);
        /* a file that is told apart but holds nothing is warned of */
        bool detected = cases[i].told && strstr(cases[i].told, "no result of") != NULL;
        bool noted = strstr(bd_buf_text(&d.diag), "note: ") != NULL;
        bool warned = strstr(bd_buf_text(&d.diag), "warning: ") != NULL;
        if (noted != (cases[i].told && !detected) || warned != detected)
            fail_msg("%s: %s", cases[i].path, bd_buf_text(&d.diag));
        desk_expect(&d, "generate", 0);
        desk_close(&d);
    }
}

/* 4 × 20 rows of custom names, as a benchmark of rows and variants writes them. */
static void write_many(desk *d)
{
    static const char *const metrics[] = { "wall", "gap", "main", "overrun" };
    bd_buf out = BD_BUF_INIT;
    bd_buf_putc(&out, '[');
    for (int i = 0; i < 80; i++)
        bd_buf_printf(&out, "%s{\"name\":\"write %drows %s\",\"unit\":\"ns\",\"value\":%d}",
                      i > 0 ? "," : "", 100 * (i / 4), metrics[i % 4], i + 1);
    bd_buf_putc(&out, ']');
    test_write_text("ticks.json", bd_arena_text(&d->arena, bd_buf_str(&out)));
    bd_buf_release(&out);
}

static void a_long_table_comes_with_the_way_to_shorten_it(void **state)
{
    (void)state;
    desk d = desk_open();
    write_many(&d);
    expect_that_it_works_at_once(&d, "init");
    desk_shell(&d, "rm -r docs");
    desk_shell(&d, bd_arena_printf(&d.arena, "rm %s/benchdoc.yml", d.directory));
    desk_expect(&d, "init", 0);
    desk_tells(&d, "ticks: 80 rows; see the comment at its table");
    contains("benchdoc.yml", "  # 80 rows. ");
    contains("benchdoc.yml",
             "as in \"write 0rows wall\":\n    # name: \"write {rows}rows {part3}\"\n");
    desk_shell(
        &d, "sed -i.old 's/^    # name:/    name:/; s/per: .*/per: [rows, part3]/' benchdoc.yml");
    desk_expect(&d, "generate", 0);
    contains("docs/benchmarks.md", "| 1900 | overrun");
    desk_expect(&d, "table ticks part3=gap", 0);
    desk_close(&d);
}

static void a_filter_of_the_comment_works(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_shell(&d, bd_arena_printf(&d.arena, "cp '%s' '%s/r.json'",
                                   test_shared("seeds/skript-orm/jmh/results.json"), d.directory));
    desk_shell(&d,
               "jq -c '[range(40) as $i | .[] | .params.size = ($i | tostring)]' r.json > s.json"
               " && mv s.json r.json");
    desk_expect(&d, "init", 0);
    const char *from = desk_shell(&d, "sed -n 's/.*condition: from: //p' benchdoc.yml");
    assert_true(from[0] != '\0');
    desk_expect(&d, bd_arena_printf(&d.arena, "table %s", from), 0);
    desk_close(&d);
}

static void each_of_several_inputs_has_its_environment(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("one/a.json", custom);
    test_write_text("one/environment.txt", "cpu=AMD EPYC 7763 64-Core Processor\n");
    test_write_text("two/b.json", custom);
    test_write_text("two/environment.txt", "cpu=Apple M2\n");
    test_write_text("c.json", custom);
    expect_that_it_works_at_once(&d, "init");
    contains("docs/benchmarks.md", "<!-- benchdoc:environment a -->");
    contains("docs/benchmarks.md", "<!-- benchdoc:environment b -->");
    desk_shell(
        &d, bd_arena_printf(&d.arena, "rm -r %s/docs %s/benchdoc.yml", d.directory, d.directory));
    desk_expect(&d, "init", 0);
    desk_tells(&d, "c: the CPU is not known; `benchdoc record -- COMMAND`");
    desk_close(&d);
}

static void a_dry_run_prints_both_files(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("results.json", custom);
    desk_expect(&d, "init --dry-run", 0);
    desk_says(&d, "==> benchdoc.yml <==");
    desk_says(&d, "==> docs/benchmarks.md <==");
    desk_says(&d, "<!-- benchdoc:table custom -->");
    assert_int_not_equal(access("benchdoc.yml", F_OK), 0);
    assert_int_not_equal(access("docs", F_OK), 0);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_real_jmh_file_alone_becomes_a_document_with_all_its_results),
        cmocka_unit_test(every_real_custom_array_alone_becomes_a_document),
        cmocka_unit_test(folders_that_differ_in_one_place_are_one_input),
        cmocka_unit_test(odd_names_are_quoted_or_told),
        cmocka_unit_test(a_document_only_grows_at_its_end),
        cmocka_unit_test(a_region_that_is_there_is_not_added_again),
        cmocka_unit_test(nothing_of_somebody_else_is_overwritten),
        cmocka_unit_test(without_results_it_says_what_is_read),
        cmocka_unit_test(results_that_cannot_be_read_are_told),
        cmocka_unit_test(a_long_table_comes_with_the_way_to_shorten_it),
        cmocka_unit_test(a_filter_of_the_comment_works),
        cmocka_unit_test(each_of_several_inputs_has_its_environment),
        cmocka_unit_test(a_dry_run_prints_both_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
