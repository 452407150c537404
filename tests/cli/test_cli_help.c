/* What the program says about itself: help, formats, and the rows of its options. */
#include "tests/cli/cli_support.h"

#include <string.h>

static void help_answers_for_every_command_and_topic(void **state)
{
    (void)state;
    size_t count;
    const bd_cmd *const *commands = bd_commands(&count);
    desk d = desk_open();
    static const char *const topics[] = { "exit-codes", "queries", "templates", "delta" };
    for (size_t i = 0; i < count; i++) {
        desk_expect(&d, bd_arena_printf(&d.arena, "help %s", commands[i]->name), 0);
        desk_says(&d, bd_arena_printf(&d.arena, "Usage: benchdoc %s", commands[i]->name));
        bd_buf help = d.out;
        d.out = (bd_buf){ 0 };
        desk_expect(&d, bd_arena_printf(&d.arena, "%s --help", commands[i]->name), 0);
        assert_string_equal(bd_buf_text(&help), bd_buf_text(&d.out));
        bd_buf_release(&help);
    }
    for (size_t i = 0; i < BD_COUNT(topics); i++)
        desk_expect(&d, bd_arena_printf(&d.arena, "help %s", topics[i]), 0);
    desk_expect(&d, "--version", 0);
    assert_str(bd_buf_str(&d.out), "benchdoc " BD_VERSION_TEXT "\n");
    desk_close(&d);
}

static void formats_shows_an_example_that_is_read(void **state)
{
    (void)state;
    desk d = desk_open();
    desk_expect(&d, "formats --json", 0);
    test_write("formats.json", d.out.data, d.out.len);
    const char *custom = desk_shell(
        &d, "jq -r '.formats[] | select(.name == \"custom\") | .example' formats.json");
    test_write_text("custom.json", custom);
    desk_expect(&d, "table custom.json", 0);
    desk_close(&d);
}

static size_t uses_of(const bd_reference *about, const bd_cmd *command, const bd_opt *wanted)
{
    const struct {
        const bd_opt *rows;
        size_t count;
    } sets[] = { { about->global, about->global_count },
                 { command->options, command->option_count } };
    size_t uses = 0;
    for (size_t s = 0; s < BD_COUNT(sets); s++)
        for (size_t i = 0; i < sets[s].count; i++)
            uses += strcmp(sets[s].rows[i].name, wanted->name) == 0
                    || (wanted->letter && sets[s].rows[i].letter == wanted->letter);
    return uses;
}

static void no_option_means_two_things(void **state)
{
    (void)state;
    bd_reference about = bd_reference_of_program();
    for (size_t c = 0; c < about.command_count; c++)
        for (size_t i = 0; i < about.commands[c]->option_count; i++) {
            const bd_opt *opt = &about.commands[c]->options[i];
            if (uses_of(&about, about.commands[c], opt) != 1)
                fail_msg("%s --%s", about.commands[c]->name, opt->name);
            assert_int_equal(opt->value != NULL, opt->kind != BD_OPT_SWITCH);
            assert_non_null(opt->help);
        }
}

static void what_writes_has_a_dry_run_and_what_reports_has_json(void **state)
{
    (void)state;
    static const struct {
        const char *command, *option;
    } cases[] = { { "generate", "dry-run" }, { "ingest", "dry-run" }, { "init", "dry-run" },
                  { "record", "dry-run" },   { "generate", "json" },  { "why", "json" },
                  { "table", "json" },       { "fields", "json" },    { "formats", "json" },
                  { "ingest", "json" },      { "history", "json" },   { "record", "json" },
                  { "init", "json" },        { "store", "json" },     { "store", "dry-run" } };
    for (size_t i = 0; i < BD_COUNT(cases); i++) {
        const bd_cmd *command = bd_find_command(cases[i].command);
        bool there = false;
        assert_non_null(command);
        for (size_t o = 0; o < command->option_count; o++)
            there = there || strcmp(command->options[o].name, cases[i].option) == 0;
        if (!there)
            fail_msg("%s lacks --%s", cases[i].command, cases[i].option);
    }
}

static void the_manual_of_the_real_commands_is_set_without_a_warning(void **state)
{
    (void)state;
    if (test_shell("command -v groff", NULL, NULL) != 0)
        skip();
    bd_reference about = bd_reference_of_program();
    bd_buf manual = BD_BUF_INIT;
    desk d = desk_open();
    bd_reference_manual(&about, &manual);
    test_write("m", manual.data, manual.len);
    bd_buf warnings = BD_BUF_INIT, set = BD_BUF_INIT;
    const char *command = bd_arena_printf(
        &d.arena, "cd %s && { echo '.TH X 1'; cat m; } | groff -Kutf8 -ww -man -Tutf8 -P-cbou",
        d.directory);
    assert_int_equal(test_shell(command, &set, &warnings), 0);
    assert_str(bd_buf_str(&warnings), "");
    assert_non_null(strstr(bd_buf_text(&set), "benchdoc table"));
    bd_buf_release(&warnings);
    bd_buf_release(&set);
    bd_buf_release(&manual);
    desk_close(&d);
}

/* Runs `check` on every "  benchdoc …" line of every help text. */
static size_t each_example(desk *d, void (*check)(desk *d, bd_str line))
{
    bd_reference about = bd_reference_of_program();
    static const char *const topics[] = { "queries", "templates", "delta", "exit-codes" };
    size_t count = 0;
    for (size_t i = 0; i < about.command_count + BD_COUNT(topics); i++) {
        const char *name = i < about.command_count ? about.commands[i]->name
                                                   : topics[i - about.command_count];
        desk_expect(d, bd_arena_printf(&d->arena, "help %s", name), 0);
        bd_str rest = { bd_arena_text(&d->arena, bd_buf_str(&d->out)), d->out.len }, line;
        while (rest.len > 0 && bd_str_split(&rest, '\n', &line)) {
            if (!bd_str_starts(bd_str_trim(line), "benchdoc "))
                continue;
            check(d, bd_str_trim(line));
            count++;
        }
    }
    return count;
}

static void check_quoting(desk *d, bd_str line)
{
    bool quoted = false;
    (void)d;
    for (size_t i = 0; i < line.len; i++) {
        quoted = quoted != (line.ptr[i] == '\'');
        if (!quoted && (line.ptr[i] == '>' || line.ptr[i] == '<'))
            fail_msg("a shell would redirect: %.*s", (int)line.len, line.ptr);
    }
}

static void no_example_makes_the_shell_write_a_file(void **state)
{
    (void)state;
    desk d = desk_open();
    assert_true(each_example(&d, check_quoting) > 10);
    desk_close(&d);
}

static void try_why(desk *d, bd_str line)
{
    if (bd_str_starts(line, "benchdoc why "))
        desk_expect(d, bd_arena_text(&d->arena, bd_str_sub(line, strlen("benchdoc "), line.len)),
                    0);
}

static void the_examples_of_why_fit_the_data_that_comes_along(void **state)
{
    (void)state;
    desk d = desk_open();
    bd_buf from = BD_BUF_INIT;
    bd_buf_printf(&from, "%s/bench-data/skript-orm", test_source_dir());
    test_copy_tree(bd_buf_text(&from), ".");
    bd_buf_release(&from);
    each_example(&d, try_why);
    desk_close(&d);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_answers_for_every_command_and_topic),
        cmocka_unit_test(formats_shows_an_example_that_is_read),
        cmocka_unit_test(no_option_means_two_things),
        cmocka_unit_test(what_writes_has_a_dry_run_and_what_reports_has_json),
        cmocka_unit_test(the_manual_of_the_real_commands_is_set_without_a_warning),
        cmocka_unit_test(no_example_makes_the_shell_write_a_file),
        cmocka_unit_test(the_examples_of_why_fit_the_data_that_comes_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
