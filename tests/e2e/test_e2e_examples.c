/* The three example projects: every published table, cell for cell, and what each
 * project's maintainer does with them. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The n-th table (from 0) of a text, lines beginning with '|'. @return borrowed; len 0 = none */
static bd_str nth_table(bd_str text, size_t n)
{
    bd_str rest = text, line;
    const char *from = NULL, *to = NULL;
    while (bd_str_split(&rest, '\n', &line)) {
        bool row = bd_str_starts(line, "|");
        if (row && !from)
            from = line.ptr;
        if (row)
            to = line.ptr + line.len;
        if (!row && from) {
            if (n-- == 0)
                break;
            from = NULL;
        }
    }
    return from ? (bd_str){ from, (size_t)(to - from) } : (bd_str){ "", 0 };
}

/* What stands between a region's markers. */
static bd_str region_of(bd_str text, const char *name)
{
    bd_buf marker = BD_BUF_INIT;
    bd_buf_printf(&marker, "<!-- benchdoc:table %s -->", name);
    const char *at = memmem(text.ptr, text.len, marker.data, marker.len);
    bd_buf_release(&marker);
    if (!at)
        fail_msg("no region %s", name);
    const char *end = strstr(at, "<!-- benchdoc:end -->");
    return (bd_str){ at, (size_t)(end - at) };
}

static bool is_rule(bd_str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!strchr("|-: ", line.ptr[i]))
            return false;
    return true;
}

/* Rows as "cell|cell|…" without padding and without the rule. */
static void normalize(bd_str table, bd_buf *out)
{
    bd_str rest = table, line, cell;
    while (bd_str_split(&rest, '\n', &line)) {
        if (is_rule(line) || line.len == 0)
            continue;
        while (bd_str_split(&line, '|', &cell)) {
            bd_buf_put_str(out, bd_str_trim(cell));
            bd_buf_putc(out, '|');
        }
        bd_buf_putc(out, '\n');
    }
}

static void compare_table(const project *p, const char *document, const char *region,
                          const char *expected, size_t nth)
{
    bd_buf path = BD_BUF_INIT, got = BD_BUF_INIT, want = BD_BUF_INIT;
    bd_buf_printf(&path, "%s/tests/e2e/expected/%s", test_source_dir(), expected);
    bd_buf made = project_read(p, document), published = test_read(bd_buf_text(&path));
    normalize(nth_table(region_of(bd_buf_str(&made), region), 0), &got);
    normalize(nth_table(bd_buf_str(&published), nth), &want);
    assert_true(want.len > 0);
    assert_str(bd_buf_str(&got), bd_buf_text(&want));
    bd_buf_release(&path);
    bd_buf_release(&got);
    bd_buf_release(&want);
    bd_buf_release(&made);
    bd_buf_release(&published);
}

static void every_published_table_comes_out_cell_for_cell(void **state)
{
    (void)state;
    static const struct {
        const char *name, *document, *region, *expected;
        size_t nth;
    } tables[] = {
        { "skript-orm", "docs/benchmarking.zh-CN.md", "five-thousand-rows", "run-4-zh-table-1.md",
          0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "large-writes", "run-4-zh-table-2.md", 0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "plugin-or-sql", "run-4-zh-table-3.md", 0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "curve", "run-4-zh-table-4.md", 0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "scope-5000", "run-7-zh-table-1.md", 0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "scope-mixed", "run-7-zh-table-2.md", 0 },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "scope-curve", "run-7-zh-table-3.md", 0 },
        { "moongate", "docs/stress.md", "stress", "stress-table.md", 0 },
        { "bluetape4k", "docs/README.md", "representative", "representative-table.md", 0 },
        { "bluetape4k", "docs/postgresql.md", "seed", "postgresql-tables.md", 0 },
        { "bluetape4k", "docs/postgresql.md", "end-to-end", "postgresql-tables.md", 1 },
    };
    for (size_t i = 0; i < BD_COUNT(tables); i++) {
        project p = project_copy(tables[i].name);
        assert_int_equal(remove(project_path(&p, "benchdoc.lock")), 0);
        project_expect(&p, "generate", 0);
        compare_table(&p, tables[i].document, tables[i].region, tables[i].expected, tables[i].nth);
        project_remove(&p);
    }
}

static void the_committed_examples_have_not_drifted(void **state)
{
    (void)state;
    static const char *const names[] = { "skript-orm", "moongate", "bluetape4k" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        project p = project_copy(names[i]);
        project_expect(&p, "generate --check", 0);
        project_remove(&p);
    }
}

static void the_projects_own_pages_have_not_drifted(void **state)
{
    (void)state;
    project p = project_empty();
    bd_buf call = BD_BUF_INIT;
    bd_buf_printf(&call, "generate --check -C '%s'", test_source_dir());
    project_expect(&p, bd_buf_text(&call), 0);
    bd_buf_release(&call);
    project_remove(&p);
}

/* Each ```yaml block, without its first line, stands in benchdoc.yml to the letter. */
static void the_gallery_shows_the_lines_that_draw_it(void **state)
{
    (void)state;
    char path[4096];
    snprintf(path, sizeof path, "%s/docs/charts.md", test_source_dir());
    bd_buf page = test_read(path);
    snprintf(path, sizeof path, "%s/benchdoc.yml", test_source_dir());
    bd_buf yaml = test_read(path);
    static const char open[] = "```yaml\ncharts:\n";
    size_t blocks = 0;
    for (const char *at = bd_buf_text(&page); (at = strstr(at, open)) != NULL; blocks++) {
        at += strlen(open);
        const char *end = strstr(at, "```");
        assert_non_null(end);
        if (!memmem(yaml.data, yaml.len, at, (size_t)(end - at)))
            fail_msg("benchdoc.yml does not have\n%.*s", (int)(end - at), at);
    }
    assert_true(blocks > 10);
    bd_buf_release(&page);
    bd_buf_release(&yaml);
}

static void both_languages_show_the_same_figures(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    bd_buf en = project_read(&p, "docs/benchmarking.md"),
           zh = project_read(&p, "docs/benchmarking.zh-CN.md");
    bd_str a = region_of(bd_buf_str(&en), "curve"), b = region_of(bd_buf_str(&zh), "curve"), x, y;
    size_t figures = 0;
    while (bd_str_split(&a, '|', &x) && bd_str_split(&b, '|', &y)) {
        x = bd_str_trim(x);
        if (!bd_str_ends(x, " ms"))
            continue;
        assert_true(bd_str_eq(x, bd_str_trim(y)));
        figures++;
    }
    assert_int_equal(figures, 42);
    bd_buf_release(&en);
    bd_buf_release(&zh);
    project_remove(&p);
}

static void a_vanished_raw_point_of_postgresql_fails_and_names_its_cell(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_replace(&p, "results/run-4/tick-report-PostgreSQL/tick-results.json",
                    "\"rawread 5000rows wall\"", "\"rawread 4999rows wall\"");
    bd_buf before = project_fingerprint(&p);
    project_expect(&p, "generate", 3);
    assert_true(project_says(&p, "table 'plugin-or-sql', row PostgreSQL, column 'Raw SQL read'"));
    bd_buf after = project_fingerprint(&p);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    bd_buf_release(&before);
    bd_buf_release(&after);
    project_remove(&p);
}

static void an_incomplete_stress_run_is_refused(void **state)
{
    (void)state;
    project p = project_copy("moongate");
    bd_buf bytes = project_read(&p, "results/persistence-stress/report.json");
    char *last = NULL; /* cut the third phase away: the comma before it to the end of the list */
    for (char *at = bd_buf_text(&bytes); (at = strstr(at + 1, "\"StartedAtUtc\"")) != NULL;)
        last = at;
    while (*last != ',')
        last--;
    bd_buf cut = BD_BUF_INIT;
    bd_buf_add(&cut, bytes.data, (size_t)(last - bytes.data));
    bd_buf_puts(&cut, "]}");
    test_write(project_path(&p, "results/persistence-stress/report.json"), cut.data, cut.len);
    project_expect(&p, "generate", 3);
    assert_true(project_says(&p, "incomplete"));
    assert_true(project_says(&p, "1000"));
    project_replace(&p, "benchdoc.yml",
                    "    environment:  ", "    incomplete: allow\n    environment:  ");
    project_replace(&p, "docs/stress.md", "sessions=1000 operation=read",
                    "sessions=500 operation=read");
    project_expect(&p, "generate", 0);
    bd_buf_release(&bytes);
    bd_buf_release(&cut);
    project_remove(&p);
}

static void another_databases_reports_add_its_page_and_nothing_else_is_needed(void **state)
{
    (void)state;
    project p = project_copy("bluetape4k");
    bd_buf command = BD_BUF_INIT, hub;
    bd_buf_printf(
        &command,
        "cd '%s/reports/benchmarks' && for d in Jdbc R2dbc; do cp -R postgres$d mysql$d && "
        "find mysql$d -name benchmark.json | xargs sed -i 's/PostgreSql/MySql/'; done",
        p.directory);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    project_expect(&p, "generate --check", 1);
    project_expect(&p, "generate", 0);
    hub = project_read(&p, "docs/README.md");
    assert_non_null(strstr(bd_buf_text(&hub), "[MySQL](mysql.md)"));
    compare_table(&p, "docs/mysql.md", "seed", "postgresql-tables.md", 0);
    compare_table(&p, "docs/postgresql.md", "seed", "postgresql-tables.md", 0);
    project_expect(&p, "generate --check", 0);

    bd_buf_clear(&command);
    bd_buf_printf(&command, "rm -r '%s'/reports/benchmarks/mysql*", p.directory);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    project_expect(&p, "generate", 0);
    project_expect(&p, "generate --check", 1); /* the page is still there */
    assert_true(project_says(&p, "docs/mysql.md"));
    project_expect(&p, "generate --prune", 0);
    project_expect(&p, "generate --check", 0);
    bd_buf_release(&hub);
    bd_buf_release(&command);
    project_remove(&p);
}

static void why_tells_a_cells_whole_way(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_expect(&p, "why docs/benchmarking.md scope-5000 MariaDB 'Local, total'", 0);
    static const char *const facts[] = { "50.005949 ms",
                                         "50005949 ns",
                                         "median of 10 observations",
                                         "3 warm-ups",
                                         "results/run-7/tick-report-MariaDB/pipeline-results.json:",
                                         "$.samples[",
                                         "76dcc7e",
                                         "AMD EPYC 9V45" };
    for (size_t i = 0; i < BD_COUNT(facts); i++)
        if (!project_says(&p, facts[i]))
            fail_msg("why does not say '%s':\n%s", facts[i], bd_buf_text(&p.out));
    project_expect(&p, "why docs/benchmarking.md scope-5000 MariaDB 'Lokal'", 2);
    assert_true(project_says(&p, "Local, total"));
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_published_table_comes_out_cell_for_cell),
        cmocka_unit_test(the_committed_examples_have_not_drifted),
        cmocka_unit_test(the_projects_own_pages_have_not_drifted),
        cmocka_unit_test(the_gallery_shows_the_lines_that_draw_it),
        cmocka_unit_test(both_languages_show_the_same_figures),
        cmocka_unit_test(a_vanished_raw_point_of_postgresql_fails_and_names_its_cell),
        cmocka_unit_test(an_incomplete_stress_run_is_refused),
        cmocka_unit_test(another_databases_reports_add_its_page_and_nothing_else_is_needed),
        cmocka_unit_test(why_tells_a_cells_whole_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
