/* What `fields` offers to paste works when it is pasted, and says what it is about. */
#include "tests/cli/cli_support.h"

#include <dirent.h>
#include <string.h>

/* The lines of the last output from behind one that is `heading` on. Borrowed. */
static const char *below(desk *d, const char *heading)
{
    const char *text = bd_arena_text(&d->arena, bd_buf_str(&d->out));
    const char *at = strstr(text, heading);
    if (!at)
        fail_msg("lacks: %s\n%s", heading, text);
    return at + strlen(heading);
}

/* Every "  benchdoc …" line is a command line that ends well. */
static size_t run_lines(desk *d, const char *lines)
{
    bd_str rest = bd_str_of(lines), line;
    size_t count = 0;
    while (bd_str_split(&rest, '\n', &line) && bd_str_starts(line, "  benchdoc ")) {
        const char *words = bd_arena_text(&d->arena, bd_str_sub(line, 11, line.len));
        desk_expect(d, words, 0);
        count++;
    }
    return count;
}

static void paste(desk *d, const char *yaml, const char *table)
{
    test_write_text("benchdoc.yml",
                    bd_arena_printf(&d->arena, "version: 1\ndocuments: README.md\n%s", yaml));
    test_write_text("README.md", bd_arena_printf(&d->arena,
                                                 "# R\n\n<!-- benchdoc:table %s -->\n"
                                                 "<!-- benchdoc:end -->\n",
                                                 table));
    desk_expect(d, "generate", 0);
    desk_expect(d, "generate --check", 0);
}

static void try_file(const char *from, const char *name, const char *suite)
{
    desk d = desk_open();
    desk_shell(&d, bd_arena_printf(&d.arena, "cp '%s' '%s/%s'", from, d.directory, name));
    desk_expect(&d, bd_arena_printf(&d.arena, "fields '%s'", name), 0);
    const char *commands = below(&d, "\nTo paste\n");
    paste(&d, below(&d, "\nTo paste into benchdoc.yml\n\n"), suite);
    assert_true(run_lines(&d, commands) > 0);
    desk_close(&d);
}

static void try_folder(const char *folder, const char *suite)
{
    DIR *directory = opendir(folder);
    size_t tried = 0;
    assert_non_null(directory);
    for (struct dirent *e; (e = readdir(directory)) != NULL;) {
        bd_arena arena = BD_ARENA_INIT;
        if (bd_str_ends(bd_str_of(e->d_name), ".json")) {
            try_file(bd_arena_printf(&arena, "%s/%s", folder, e->d_name), e->d_name, suite);
            tried++;
        }
        bd_arena_release(&arena);
    }
    closedir(directory);
    assert_true(tried > 0);
}

static void what_fields_offers_for_every_real_jmh_file_works_when_pasted(void **state)
{
    (void)state;
    try_folder(test_shared("real/jmh"), "jmh");
}

static void what_fields_offers_for_every_real_custom_array_works_when_pasted(void **state)
{
    (void)state;
    try_folder(test_shared("real/custom"), "custom");
}

static const char two_modes[] =
    "[{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"thrpt\",\"threads\":1,"
    "\"primaryMetric\":{\"score\":1500.25,\"scoreError\":25.5,\"scoreUnit\":\"ops/s\","
    "\"rawData\":[[1500,1501]]},\"secondaryMetrics\":{}},\n"
    "{\"benchmark\":\"org.example.Reads.one\",\"mode\":\"avgt\",\"threads\":1,"
    "\"primaryMetric\":{\"score\":0.00066,\"scoreError\":0.00002,\"scoreUnit\":\"s/op\","
    "\"rawData\":[[0.00066,0.00066]]},\"secondaryMetrics\":{"
    "\"a.metric.with.a.long.name.of.words\":{\"score\":2.5,\"scoreError\":\"NaN\","
    "\"scoreUnit\":\"B/op\",\"rawData\":[[2,3]]}}}]\n";

static void each_unit_has_its_direction_and_modes_their_condition(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("r.json", two_modes);
    desk_expect(&d, "fields r.json", 0);
    desk_says(&d, "jmh: 1 run, 3 points\n");
    desk_says(&d, "ops/s  rate, bigger is better, timing\n");
    desk_says(&d, "s/op   time, smaller is better, timing\n");
    desk_says(&d, "\n  a.metric.with.a.long.name.of.words  B/op  ");
    desk_says(&d, "\n  score                               ops/s  ");
    desk_says(&d, "  benchdoc table r.json 'mode=thrpt'\n");
    desk_says(&d, "    from: jmh mode=thrpt\n");
    desk_tells(&d, "jmh: the CPU is not known; `benchdoc record -- COMMAND`");
    desk_expect(&d, "fields --json r.json", 0);
    test_write("f.json", d.out.data, d.out.len);
    assert_string_equal(
        desk_shell(&d, bd_arena_printf(
                           &d.arena,
                           "jq -c '[.suites[].metrics[] | select(.name==\"score\") | .units[] | "
                           "[.unit, .direction]]' %s/f.json",
                           d.directory)),
        "[[\"ops/s\",\"bigger is better\"],[\"s/op\",\"smaller is better\"]]");
    desk_close(&d);
}

static void names_that_a_shell_would_read_are_quoted(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("my results (1).json", two_modes);
    desk_expect(&d, "fields 'my results (1).json'", 0);
    desk_says(&d, "  benchdoc table 'my results (1).json' 'mode=thrpt'\n");
    desk_says(&d, "files: \"my results (1).json\"\n");
    paste(&d, below(&d, "\nTo paste into benchdoc.yml\n\n"), "jmh");
    desk_close(&d);
}

static void with_a_configuration_a_table_beside_its_own_is_offered(void **state)
{
    (void)state;
    desk d = desk_open();
    test_write_text("r.json", two_modes);
    test_write_text("benchdoc.yml", "version: 1\ninputs: { jmh: { files: r.json } }\n"
                                    "tables: { jmh: { from: jmh mode=avgt, per: [method], columns: "
                                    "{ a: \"{score}\" } } }\n");
    desk_expect(&d, "fields", 0);
    desk_says(&d, "\ntables:\n  jmh-2:\n    from: jmh mode=thrpt\n");
    if (strstr(bd_buf_text(&d.out), "\ninputs:"))
        fail_msg("its input is there already:\n%s", bd_buf_text(&d.out));
    desk_close(&d);
}

static void results_of_standard_input_name_no_file(void **state)
{
    (void)state;
    desk d = desk_open();
    d.input = BD_STR("[{\"name\":\"a\",\"unit\":\"ms\",\"value\":1.5}]");
    desk_expect(&d, "fields -", 0);
    desk_says(&d, "  benchdoc table FILE\n");
    desk_says(&d, "    files: results.json\n");
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fields_offers_for_every_real_jmh_file_works_when_pasted),
        cmocka_unit_test(what_fields_offers_for_every_real_custom_array_works_when_pasted),
        cmocka_unit_test(each_unit_has_its_direction_and_modes_their_condition),
        cmocka_unit_test(names_that_a_shell_would_read_are_quoted),
        cmocka_unit_test(with_a_configuration_a_table_beside_its_own_is_offered),
        cmocka_unit_test(results_of_standard_input_name_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
