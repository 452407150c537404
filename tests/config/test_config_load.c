/* What a good configuration becomes: the three complete ones of the design, and
 * each form of each key. */
#include "tests/support.h"

#include "core/config/config.h"

#include <stdio.h>
#include <string.h>

static bd_config *load_text(bd_str text)
{
    bd_diagnostics found = BD_DIAGNOSTICS_INIT;
    bd_config *config = NULL;
    bool ok = bd_config_parse(text, "site/benchdoc.yml", &config, &found);
    for (size_t i = 0; i < found.count; i++)
        print_error("%d:%d: %s (%s)\n", found.items[i].error.line, found.items[i].error.column,
                    found.items[i].error.message, found.items[i].error.hint);
    assert_true(ok);
    assert_int_equal(found.total, 0);
    assert_non_null(config);
    bd_diagnostics_release(&found);
    return config;
}

static bd_config *load(const char *text)
{
    return load_text(bd_str_of(text));
}

static bd_config *load_sketch(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "../config-sketch/%s.yml", name);
    bd_buf text = test_read(test_shared(path));
    bd_config *config = load_text(bd_buf_str(&text));
    bd_buf_release(&text);
    return config;
}

static const bd_column *column(const bd_config *config, const char *table, const char *title)
{
    const bd_table_config *t = bd_config_table(config, table);
    assert_non_null(t);
    for (size_t i = 0; i < t->column_count; i++)
        if (strcmp(t->columns[i].title.text, title) == 0)
            return &t->columns[i];
    fail_msg("no column %s", title);
    return NULL;
}

static void the_configuration_of_skript_orm_loads_whole(void **state)
{
    (void)state;
    bd_config *c = load_sketch("skript-orm");
    assert_string_equal(c->project.text, "skript-orm");
    assert_string_equal(c->file, "site/benchdoc.yml");
    assert_string_equal(c->directory, "site");
    assert_int_equal(c->languages.count, 2);
    assert_int_equal(c->document_count, 2);
    assert_string_equal(c->documents[1].path.text, "docs/benchmarking.zh-CN.md");
    assert_string_equal(c->documents[1].language.text, "zh");
    assert_int_equal(c->input_count, 5);
    const bd_input *tick = bd_config_input(c, "tick");
    assert_int_equal(tick->name_rule_count, 2);
    assert_false(tick->name_rules[0].ignore);
    assert_true(tick->name_rules[1].ignore);
    assert_string_equal(tick->name_rules[1].pattern.text, "* median");
    assert_string_equal(bd_entries_get(&bd_config_input(c, "pipeline")->rename, "kind").text,
                        "operation");
    assert_true(bd_config_input(c, "counts")->gate_never);
    assert_false(tick->gate_never);
    assert_int_equal(c->table_count, 9);
    const bd_column *result = column(c, "curve", "Result");
    assert_int_equal(result->rule_count, 2);
    assert_string_equal(result->rules[0].when.text, "operation=read rows>5000");
    assert_null(result->rules[0].has.text);
    assert_null(result->rules[1].when.text);
    assert_string_equal(result->rules[1].say.text, "Succeeded");
    assert_string_equal(column(c, "five-thousand-rows", "Write, total")->cell.text,
                        "{wall operation=write}");
    assert_string_equal(
        bd_entries_get(&bd_config_table(c, "plugin-or-sql")->missing_when, "backend=MongoDB").text,
        "Not applicable (no SQL)");
    assert_string_equal(bd_config_table(c, "statements")->missing.text, "—");
    const bd_value_config *factor = bd_config_value(c, "host-factor");
    assert_int_equal(factor->ratio.count, 2);
    assert_string_equal(factor->number.text, "0.00");
    assert_string_equal(bd_entries_get(&bd_config_value(c, "insert-amd")->says, "zh").text,
                        "{score:0.000} 毫秒");
    assert_string_equal(c->publish.branch.text, "gh-pages");
    assert_int_equal(c->publish.to.count, 3);
    assert_string_equal(bd_entries_get(&c->publish.expect, "backend").text,
                        "SQLite|MySQL|MariaDB|PostgreSQL|MongoDB");
    assert_string_equal(bd_entries_get(&c->gates[0].conditions, "grows at most").text, "1%");
    assert_string_equal(c->breaks[0].at.text, "6476c9b");
    assert_string_equal(bd_config_translate(c, "zh", " (repeated)"), "（重复）");
    bd_config_free(c);
}

static void the_configuration_of_moongate_loads_whole(void **state)
{
    (void)state;
    bd_config *c = load_sketch("moongate");
    assert_int_equal(c->document_count, 1);
    assert_string_equal(c->documents[0].path.text, "docs/stress.md");
    assert_null(c->documents[0].language.text);
    assert_string_equal(bd_entries_get(&c->inputs[0].environment, "memory").text, "30 GiB");
    const bd_column *pivot = column(c, "stress", "{operation} P50/P95/P99 (ms)");
    assert_string_equal(pivot->across.text, "operation=read|update|commit");
    assert_string_equal(pivot->cell.text, "{latency.p50} / {latency.p95} / {latency.p99}");
    assert_string_equal(bd_config_table(c, "stress")->number.text, "1,000");
    assert_int_equal(c->environment_show.count, 7);
    assert_string_equal(c->environment_show.items[4].key.text, ".NET");
    assert_string_equal(bd_entries_get(&c->gates[1].conditions, "errors").text, "0");
    bd_config_free(c);
}

static void the_configuration_of_bluetape4k_loads_whole(void **state)
{
    (void)state;
    bd_config *c = load_sketch("bluetape4k");
    assert_string_equal(c->inputs[0].newest.text, "timestamp");
    assert_int_equal(c->inputs[0].benchmark_rule_count, 1);
    assert_string_equal(c->number.text, "0.000");
    assert_string_equal(column(c, "seed", "avg ms")->cell.text, "{score in ms/op}");
    assert_string_equal(column(c, "end-to-end", "avg ms")->cell.text,
                        "{score in ms/op}"); /* an alias */
    for (size_t i = 0; i < c->table_count; i++)
        assert_int_equal(c->tables[i].one_machine, BD_ONE_MACHINE_TABLE); /* from the file */
    assert_string_equal(
        bd_entries_get(&bd_config_table(c, "representative")->titles, "database").text, "DB");
    assert_int_equal(c->page_count, 1);
    assert_string_equal(c->pages[0].file.text, "docs/{database:slug}.md");
    assert_null(c->pages[0].language.text);
    bd_config_free(c);
}

static void the_example_projects_load_without_a_remark(void **state)
{
    (void)state;
    static const char *const names[] = { "skript-orm", "moongate", "bluetape4k" };
    for (size_t i = 0; i < BD_COUNT(names); i++) {
        char path[2048];
        snprintf(path, sizeof path, "%s/bench-data/%s/benchdoc.yml", test_source_dir(), names[i]);
        bd_buf text = test_read(path);
        bd_config *c = load_text(bd_buf_str(&text));
        assert_true(c->table_count > 0 && c->document_count > 0);
        bd_config_free(c);
        bd_buf_release(&text);
    }
}

static void documents_are_a_path_a_list_or_a_map_to_languages(void **state)
{
    (void)state;
    static const struct {
        const char *yaml;
        size_t count;
        const char *last, *language;
    } cases[] = {
        { "version: 1\ndocuments: README.md\n", 1, "README.md", NULL },
        { "version: 1\ndocuments: [README.md, docs/a.md]\n", 2, "docs/a.md", NULL },
        { "version: 1\nlanguages: [de, fr]\ndocuments: { a.md: de, b.md: fr }\n", 2, "b.md", "fr" },
        { "version: 1\n", 0, NULL, NULL },
    };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        bd_config *c = load(cases[i].yaml);
        assert_int_equal(c->document_count, cases[i].count);
        if (cases[i].last)
            assert_string_equal(c->documents[c->document_count - 1].path.text, cases[i].last);
        if (cases[i].language)
            assert_string_equal(c->documents[c->document_count - 1].language.text,
                                cases[i].language);
        bd_config_free(c);
    }
}

static void every_key_of_an_input_arrives(void **state)
{
    (void)state;
    bd_config *c = load("version: 1\n"
                        "inputs:\n"
                        "  a:\n"
                        "    files: [\"x/{run:1|2}/a.json\", \"gh-pages:x/{run}/{cpu}/data.js\"]\n"
                        "    format: custom\n"
                        "    newest: run\n"
                        "    name: \"{op} {metric}\"\n"
                        "    benchmark: [ \"**.{a}\", { ignore: \"**\" } ]\n"
                        "    rename: { kind: op }\n"
                        "    dimensions: { version: environment.v }\n"
                        "    environment: { cpu: M1, cores: 8 }\n"
                        "    direction: bigger is better\n"
                        "    gate: never\n"
                        "    incomplete: allow\n");
    const bd_input *in = bd_config_input(c, "a");
    assert_non_null(in);
    assert_string_equal(in->name.text, "a");
    assert_int_equal(in->files.count, 2);
    assert_string_equal(in->files.items[1].text, "gh-pages:x/{run}/{cpu}/data.js");
    assert_string_equal(in->format.text, "custom");
    assert_string_equal(in->newest.text, "run");
    assert_int_equal(in->name_rule_count, 1);
    assert_string_equal(in->name_rules[0].pattern.text, "{op} {metric}");
    assert_int_equal(in->benchmark_rule_count, 2);
    assert_true(in->benchmark_rules[1].ignore);
    assert_string_equal(in->rename.items[0].value.text, "op");
    assert_string_equal(in->dimensions.items[0].key.text, "version");
    assert_string_equal(in->environment.items[1].value.text, "8");
    assert_string_equal(in->direction.text, "bigger");
    assert_true(in->gate_never);
    assert_true(in->allow_incomplete);
    bd_config_free(c);
}

static void a_table_may_be_nothing_but_a_query(void **state)
{
    (void)state;
    bd_config *c = load(
        "version: 1\ninputs: { jmh: { files: r.json } }\ntables: { t: { from: jmh } }\n");
    const bd_table_config *t = bd_config_table(c, "t");
    assert_string_equal(t->from.text, "jmh");
    assert_int_equal(t->column_count, 0);
    assert_int_equal(t->per.count, 0);
    assert_null(t->missing.text);
    assert_int_equal(t->one_machine, BD_ONE_MACHINE_ROW);
    bd_config_free(c);
}

static void what_a_table_says_of_machines_wins_over_the_file_wherever_it_stands(void **state)
{
    (void)state;
    bd_config *c = load("version: 1\ninputs: { j: { files: r.json } }\n"
                        "tables:\n"
                        "  a: { from: j }\n"
                        "  b: { from: j, one machine: row }\n"
                        "one machine: no\n");
    assert_int_equal(bd_config_table(c, "a")->one_machine, BD_ONE_MACHINE_NO);
    assert_int_equal(bd_config_table(c, "b")->one_machine, BD_ONE_MACHINE_ROW);
    bd_config_free(c);
}

static void scalars_stay_the_text_that_was_written(void **state)
{
    (void)state;
    bd_config *c = load(
        "version: 1\n"
        "order: { x: [no, 1.50, 0x10, 1e3, true, -, 2024-01-01, \"null\", '~', !!str 7] }\n"
        "labels: { x: { warm: \"\" } }\n");
    assert_string_equal(c->order.items[0].value.text, "no\x1f"
                                                      "1.50\x1f"
                                                      "0x10\x1f"
                                                      "1e3\x1f"
                                                      "true\x1f-\x1f"
                                                      "2024-01-01\x1f"
                                                      "null\x1f~\x1f"
                                                      "7");
    assert_string_equal(bd_config_label(c, BD_STR("x"), "warm"), "");
    bd_config_free(c);
}

static void texts_know_the_place_of_their_first_character(void **state)
{
    (void)state;
    bd_config *c = load("\xEF\xBB\xBFversion: 1\r\n"
                        "project: \"M\xC3\xB6\xC3\xB6n {a}\"\r\n"
                        "titles: { \xC3\xA4: plain, b: \"a\\tb\" }\r\n");
    assert_int_equal(c->project.line, 2);
    assert_int_equal(c->project.column, 11);
    assert_true(c->project.verbatim);
    assert_int_equal(bd_scalar_column(c->project, strlen("M\xC3\xB6\xC3\xB6n ")), 16);
    assert_int_equal(c->titles.items[0].key.column, 11);
    assert_int_equal(c->titles.items[0].value.line, 3);
    assert_int_equal(c->titles.items[0].value.column, 14);
    assert_false(c->titles.items[1].value.verbatim);
    assert_int_equal(bd_scalar_column(c->titles.items[1].value, 2),
                     c->titles.items[1].value.column);
    bd_config_free(c);
}

static void labels_orders_numbers_and_translations_are_found(void **state)
{
    (void)state;
    bd_config *c = load("version: 1\nlanguages: [en, zh]\n"
                        "labels: { driver: { Jdbc: JDBC } }\n"
                        "order: { backend: [SQLite, MySQL], one: b }\n"
                        "number: \"0.0\"\nnumbers: { time: \"0.00 ms\" }\n"
                        "translations: { zh: { Write: 写入 } }\n");
    assert_string_equal(bd_config_label(c, BD_STR("driver"), "Jdbc"), "JDBC");
    assert_string_equal(bd_config_label(c, BD_STR("driver"), "R2dbc"), "R2dbc");
    assert_string_equal(bd_config_label(c, BD_STR("other"), "Jdbc"), "Jdbc");
    assert_int_equal(bd_config_order(c, BD_STR("backend"), "SQLite"), 0);
    assert_int_equal(bd_config_order(c, BD_STR("backend"), "MySQL"), 1);
    assert_true(bd_config_order(c, BD_STR("backend"), "SQL") == SIZE_MAX);
    assert_int_equal(bd_config_order(c, BD_STR("one"), "b"), 0);
    assert_true(bd_config_order(c, BD_STR("none"), "") == SIZE_MAX);
    assert_string_equal(bd_config_number(c, BD_DIMENSION_TIME).text, "0.00 ms");
    assert_string_equal(bd_config_number(c, BD_DIMENSION_SIZE).text, "0.0");
    assert_string_equal(bd_config_number(c, BD_DIMENSION_UNKNOWN).text, "0.0");
    assert_string_equal(bd_config_translate(c, "en", "Write"), "Write");
    assert_string_equal(bd_config_translate(c, NULL, "Write"), "Write");
    assert_string_equal(bd_config_translate(c, "zh", "Write"), "写入");
    assert_null(bd_config_translate(c, "zh", "Read"));
    assert_null(bd_config_translate(c, "fr", "Write"));
    bd_config_free(c);
}

static void no_configuration_stands_for_the_defaults(void **state)
{
    (void)state;
    bd_config *c = bd_config_empty();
    assert_null(c->file);
    assert_string_equal(c->directory, ".");
    assert_int_equal(c->languages.count, 1);
    assert_string_equal(c->languages.items[0].text, "en");
    assert_string_equal(bd_config_translate(c, "en", "x"), "x");
    assert_string_equal(bd_config_label(c, BD_STR("a"), "b"), "b");
    assert_null(bd_config_number(c, BD_DIMENSION_TIME).text);
    assert_null(bd_config_input(c, "a"));
    assert_null(bd_config_table(c, "a"));
    assert_null(bd_config_value(c, "a"));
    bd_config_free(c);
    bd_config_free(NULL);
}

int main(void)
{
    test_fix_world();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_configuration_of_skript_orm_loads_whole),
        cmocka_unit_test(the_configuration_of_moongate_loads_whole),
        cmocka_unit_test(the_configuration_of_bluetape4k_loads_whole),
        cmocka_unit_test(the_example_projects_load_without_a_remark),
        cmocka_unit_test(documents_are_a_path_a_list_or_a_map_to_languages),
        cmocka_unit_test(every_key_of_an_input_arrives),
        cmocka_unit_test(a_table_may_be_nothing_but_a_query),
        cmocka_unit_test(what_a_table_says_of_machines_wins_over_the_file_wherever_it_stands),
        cmocka_unit_test(scalars_stay_the_text_that_was_written),
        cmocka_unit_test(texts_know_the_place_of_their_first_character),
        cmocka_unit_test(labels_orders_numbers_and_translations_are_found),
        cmocka_unit_test(no_configuration_stands_for_the_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
