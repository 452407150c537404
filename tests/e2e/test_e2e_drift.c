/* Documents cannot drift, and numbers are not replaced by accident. */
#include "tests/e2e/project.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = { "skript-orm", "moongate", "bluetape4k" };
static const char *const results[] = { "results", "results", "reports" };

static void remove_results(const project *p, size_t which)
{
    char *path = project_path(p, results[which]);
    test_remove_tree(path);
    assert_int_not_equal(access(path, F_OK), 0);
}

static void a_check_stays_green_without_any_result(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        project p = project_copy(names[i]);
        remove_results(&p, i);
        project_expect(&p, "generate --check", 0);
        project_remove(&p);
    }
}

static void generate_without_results_refuses_and_shows_the_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        project p = project_copy(names[i]);
        remove_results(&p, i);
        bd_buf before = project_fingerprint(&p);
        project_expect(&p, "generate", 3);
        assert_true(project_says(&p, "benchdoc.yml:"));
        assert_true(project_says(&p, "--locked"));
        bd_buf after = project_fingerprint(&p);
        assert_str(bd_buf_str(&after), bd_buf_text(&before));
        project_expect(&p, "generate --locked", 0);
        bd_buf_release(&after);
        after = project_fingerprint(&p);
        assert_str(bd_buf_str(&after), bd_buf_text(&before));
        bd_buf_release(&before);
        bd_buf_release(&after);
        project_remove(&p);
    }
}

static void a_changed_digit_in_a_document_turns_the_check_red_with_a_diff(void **state)
{
    (void)state;
    static const struct {
        const char *name, *document, *from, *to, *diff;
    } cases[] = {
        { "skript-orm", "docs/benchmarking.md", "585.103286 ms", "585.103287 ms", "585.103286 ms" },
        { "skript-orm", "docs/benchmarking.zh-CN.md", "9.960<!--", "9.961<!--", NULL },
        { "moongate", "docs/stress.md", "2,656", "2,657", "2,656" },
        { "bluetape4k", "docs/postgresql.md", "29162.279", "29162.278", "29162.279" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_copy(cases[i].name);
        if (!cases[i].diff) { /* an inline value */
            project_replace(&p, cases[i].document, "insert-many -->9.960", "insert-many -->9.961");
        } else {
            project_replace(&p, cases[i].document, cases[i].from, cases[i].to);
        }
        project_expect(&p, "generate --check", 1);
        assert_true(project_says(&p, cases[i].document));
        assert_true(project_says(&p, "@@"));
        if (cases[i].diff)
            assert_true(project_says(&p, cases[i].diff));
        project_expect(&p, "generate --quiet", 0);
        project_expect(&p, "generate --check", 0);
        project_remove(&p);
    }
}

static void a_changed_digit_in_a_result_turns_the_check_red(void **state)
{
    (void)state;
    static const struct {
        const char *name, *file, *from, *to;
    } cases[] = {
        { "skript-orm", "results/run-4/tick-report-SQLite/tick-results.json", "735828866",
          "735828867" },
        { "skript-orm", "results/jmh-report/results.json", "9.959945099793615",
          "9.959945099793616" },
        { "skript-orm", "results/run-4/tick-report-SQLite/environment.txt", "AMD EPYC 7763",
          "AMD EPYC 7764" },
        { "moongate", "results/persistence-stress/report.json", "2655.8271", "2655.8272" },
        { "bluetape4k", "reports/benchmarks/postgresJdbc/2026-06-27T22.14.05.123456/benchmark.json",
          "138.105", "138.106" },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        project p = project_copy(cases[i].name);
        project_replace(&p, cases[i].file, cases[i].from, cases[i].to);
        bd_buf before = project_fingerprint(&p);
        project_expect(&p, "generate --check", 1);
        bd_buf after = project_fingerprint(&p);
        assert_str(bd_buf_str(&after), bd_buf_text(&before));
        bd_buf_release(&before);
        bd_buf_release(&after);
        project_remove(&p);
    }
}

static void a_hand_edited_lock_turns_the_check_red_where_the_results_are(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_replace(&p, "benchdoc.lock", "735828866", "735828860");
    project_expect(&p, "generate --check", 1);
    assert_true(project_says(&p, "benchdoc.lock"));
    remove_results(&p, 0); /* and where they are not, the documents disagree with it */
    project_expect(&p, "generate --check", 1);
    assert_true(project_says(&p, "docs/benchmarking.md"));
    project_remove(&p);
}

static void generating_twice_changes_not_even_a_file_time(void **state)
{
    (void)state;
    project p = project_copy("moongate");
    struct stat before, after;
    project_expect(&p, "generate", 0);
    assert_int_equal(stat(project_path(&p, "docs/stress.md"), &before), 0);
    usleep(20000);
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "docs/stress.md: unchanged"));
    assert_int_equal(stat(project_path(&p, "docs/stress.md"), &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    project_remove(&p);
}

static void numbers_of_another_cpu_need_a_word(void **state)
{
    (void)state;
    project p = project_copy("bluetape4k");
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "cd '%s' && sed -i 's/^cpu=.*/cpu=AMD Ryzen 5 5600X 6-Core Processor/' "
                  "reports/benchmarks/*/*27T*/environment.txt && sed -i 's/138.105/238.105/' "
                  "reports/benchmarks/postgresJdbc/*27T*/benchmark.json",
                  p.directory);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    bd_buf before = project_fingerprint(&p);
    project_expect(&p, "generate --check", 1); /* and names the call that will not be refused */
    assert_true(project_says(&p, "`benchdoc generate --accept-machine` brings them back"));
    project_expect(&p, "generate", 3);
    assert_true(project_says(&p, "Apple M4 Pro"));
    assert_true(project_says(&p, "AMD Ryzen 5 5600X"));
    assert_true(project_says(&p, "--accept-machine"));
    bd_buf after = project_fingerprint(&p);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    project_expect(&p, "generate --accept-machine", 0);
    assert_true(project_says(&p, "CPU Apple M4 Pro → Ryzen 5 5600X"));
    project_expect(&p, "generate --check", 0);
    bd_buf_release(&command);
    bd_buf_release(&before);
    bd_buf_release(&after);
    project_remove(&p);
}

static void new_figures_of_the_same_machine_come_with_a_summary(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_replace(&p, "results/run-4/tick-report-SQLite/tick-results.json", "735828866",
                    "809411752");
    project_expect(&p, "generate --dry-run", 0);
    project_expect(&p, "generate --check", 1);
    project_expect(&p, "generate", 0);
    assert_true(project_says(&p, "docs/benchmarking.md: 1 of"));
    assert_true(project_says(&p, "largest +10.0 % (Write, total: 735.828866 ms →"));
    assert_true(project_says(&p, "809.411752 ms)"));
    project_expect(&p, "generate --check", 0);
    project_remove(&p);
}

static void only_one_document_is_refused_when_another_shows_the_same_results(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_replace(&p, "docs/benchmarking.md", "585.103286 ms", "585.103287 ms");
    project_expect(&p, "generate --only docs/benchmarking.zh-CN.md", 2);
    project_expect(&p, "generate --check --only docs/benchmarking.zh-CN.md", 0);
    project_expect(&p, "generate --only docs/benchmarking.md", 0);
    project_expect(&p, "generate --check", 0);
    project_expect(&p, "generate --only docs/nosuch.md", 2);
    project_remove(&p);
}

static void line_ends_byte_order_mark_and_links_of_a_document_stay(void **state)
{
    (void)state;
    project p = project_copy("moongate");
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command,
                  "cd '%s/docs' && sed -i 's/$/\\r/; 1s/^/\\xef\\xbb\\xbf/' stress.md && mkdir -p "
                  "elsewhere && "
                  "mv stress.md elsewhere/real.md && ln -s elsewhere/real.md stress.md",
                  p.directory);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    project_expect(&p, "generate --check", 0);
    project_replace(&p, "docs/elsewhere/real.md", "2,656", "2,650");
    project_expect(&p, "generate", 0);
    struct stat link;
    assert_int_equal(lstat(project_path(&p, "docs/stress.md"), &link), 0);
    assert_true(S_ISLNK(link.st_mode));
    bd_buf bytes = project_read(&p, "docs/elsewhere/real.md");
    assert_memory_equal(bytes.data, "\xef\xbb\xbf#", 4);
    for (size_t i = 0; i < bytes.len; i++)
        if (bytes.data[i] == '\n')
            assert_int_equal(bytes.data[i - 1], '\r');
    bd_buf_release(&bytes);
    bd_buf_release(&command);
    project_remove(&p);
}

static void a_document_that_cannot_be_written_leaves_everything_as_it_was(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    project_replace(&p, "results/run-4/tick-report-SQLite/tick-results.json", "735828866",
                    "735828867");
    bd_buf command = BD_BUF_INIT;
    bd_buf_printf(&command, "cd '%s' && rm benchdoc.lock && mkdir benchdoc.lock", p.directory);
    assert_int_equal(test_shell(bd_buf_text(&command), NULL, NULL), 0);
    bd_buf before = project_fingerprint(&p);
    assert_int_not_equal(project_run(&p, "generate"), 0);
    bd_buf after = project_fingerprint(&p);
    assert_str(bd_buf_str(&after), bd_buf_text(&before));
    bd_buf_release(&command);
    bd_buf_release(&before);
    bd_buf_release(&after);
    project_remove(&p);
}

static void regions_need_no_configuration(void **state)
{
    (void)state;
    project p = project_empty();
    bd_buf from = BD_BUF_INIT;
    bd_buf_printf(&from, "%s/bench-data/skript-orm/results/jmh-report/results.json",
                  test_source_dir());
    bd_buf bytes = test_read(bd_buf_text(&from));
    test_write(project_path(&p, "results.json"), bytes.data, bytes.len);
    test_write_text(project_path(&p, "README.md"),
                    "# x\n\n<!-- benchdoc:table file=results.json -->\n<!-- benchdoc:end -->\n\n"
                    "It took <!-- benchdoc:value jmh {score:0.00 ms} method=insertManyOf5000 -->?"
                    "<!-- benchdoc:end -->.\n");
    project_expect(&p, "generate README.md", 0);
    bd_buf made = project_read(&p, "README.md");
    assert_non_null(strstr(bd_buf_text(&made),
                           "It took <!-- benchdoc:value jmh {score:0.00 ms} "
                           "method=insertManyOf5000 -->9.96 ms<!-- benchdoc:end -->."));
    project_expect(&p, "generate --check README.md", 0);
    assert_int_equal(remove(project_path(&p, "results.json")), 0);
    project_expect(&p, "generate --check README.md", 0);
    bd_buf_release(&from);
    bd_buf_release(&bytes);
    bd_buf_release(&made);
    project_remove(&p);
}

static void documents_without_a_configuration_share_the_lock(void **state)
{
    (void)state;
    project p = project_copy("skript-orm");
    assert_int_equal(remove(project_path(&p, "benchdoc.yml")), 0);
    assert_int_equal(remove(project_path(&p, "benchdoc.lock")), 0);
    test_write_text(
        project_path(&p, "a.md"),
        "<!-- benchdoc:table file=results/jmh-report/results.json method=rowsPerStatement -->\n"
        "<!-- benchdoc:end -->\n");
    test_write_text(
        project_path(&p, "b.md"),
        "<!-- benchdoc:table file=results/jmh-report/results.json score.p50 -->\n"
        "<!-- benchdoc:end -->\n\n"
        "<!-- benchdoc:table file=results/run-4/tick-report-MySQL/tick-results.json -->\n"
        "<!-- benchdoc:end -->\n");
    project_expect(&p, "generate a.md", 0);
    project_expect(&p, "generate b.md", 0);
    project_expect(&p, "generate --check a.md", 0);
    project_expect(&p, "generate --check b.md", 0);
    project_expect(&p, "generate --check a.md b.md", 0);
    remove_results(&p, 0);
    project_expect(&p, "generate --check a.md", 0);
    project_expect(&p, "generate --check b.md", 0);
    project_remove(&p);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_stays_green_without_any_result),
        cmocka_unit_test(generate_without_results_refuses_and_shows_the_way),
        cmocka_unit_test(a_changed_digit_in_a_document_turns_the_check_red_with_a_diff),
        cmocka_unit_test(a_changed_digit_in_a_result_turns_the_check_red),
        cmocka_unit_test(a_hand_edited_lock_turns_the_check_red_where_the_results_are),
        cmocka_unit_test(generating_twice_changes_not_even_a_file_time),
        cmocka_unit_test(numbers_of_another_cpu_need_a_word),
        cmocka_unit_test(new_figures_of_the_same_machine_come_with_a_summary),
        cmocka_unit_test(only_one_document_is_refused_when_another_shows_the_same_results),
        cmocka_unit_test(line_ends_byte_order_mark_and_links_of_a_document_stay),
        cmocka_unit_test(a_document_that_cannot_be_written_leaves_everything_as_it_was),
        cmocka_unit_test(regions_need_no_configuration),
        cmocka_unit_test(documents_without_a_configuration_share_the_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
