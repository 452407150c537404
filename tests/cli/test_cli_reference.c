/* Completions and manual from rows: the scripts are run by their shells, the manual
 * is set by groff. */
#include "cli/reference.h"

#include "tests/support.h"

#include <stdlib.h>
#include <string.h>

static const bd_opt global_rows[] = {
    { "directory", 'C', BD_OPT_TEXT, 0, "DIR", "work there" },
    { "color", 0, BD_OPT_TEXT, 0, "auto|always|never", "when to colour" },
    { "quiet", 'q', BD_OPT_SWITCH, 0, NULL, "errors only" },
};
static const bd_opt table_rows[] = {
    { "output", 'o', BD_OPT_TEXT, 0, "FILE", "write it's text [there]: not here" },
    { "where", 0, BD_OPT_LIST, 0, "KEY=VALUE", "only these" },
};
static const bd_cmd table = {
    .name = "table",
    .summary = "print a table",
    .arguments = "FILE... [QUERY]",
    .help = "First paragraph\nof two lines.\n\n"
            "    benchdoc table a.json\n    benchdoc table -o b.md\n\n"
            ".starts with a dot\n'and this with a quote, back\\slash",
    .options = table_rows,
    .option_count = BD_COUNT(table_rows),
};
static const bd_cmd tables = { .name = "tables", .summary = "the user's tables" };
static const bd_cmd why = { .name = "why", .summary = "explain" };
static const bd_cmd *const commands[] = { &table, &tables, &why };
static const bd_reference about = {
    .commands = commands,
    .command_count = BD_COUNT(commands),
    .global = global_rows,
    .global_count = BD_COUNT(global_rows),
};

/* Writes the script into a directory of its own and runs `shell_command` there. */
static int run_with(const char *shell, const char *shell_command, bd_buf *out)
{
    bd_buf script = BD_BUF_INIT, path = BD_BUF_INIT, line = BD_BUF_INIT, diag = BD_BUF_INIT;
    char *dir = test_temp_dir();
    if (strcmp(shell, "manual") == 0)
        bd_reference_manual(&about, &script);
    else
        assert_true(bd_reference_completion(&about, shell, &script));
    bd_buf_printf(&path, "%s/script", dir);
    test_write(bd_buf_text(&path), bd_buf_text(&script), script.len);
    bd_buf_printf(&line, "cd '%s' && touch a.json && %s", dir, shell_command);
    int status = test_shell(bd_buf_text(&line), out, &diag);
    if (diag.len > 0) {
        print_error("%s\n", bd_buf_text(&diag));
        status = status == 0 ? 99 : status;
    }
    test_remove_tree(dir);
    free(dir);
    bd_buf_release(&script);
    bd_buf_release(&path);
    bd_buf_release(&line);
    bd_buf_release(&diag);
    return status;
}

static void bash_completes_what_is_being_typed(void **state)
{
    (void)state;
    static const struct {
        const char *words; /* typed so far; the last one is being completed */
        const char *completions;
    } rows[] = {
        { "benchdoc ''", "table tables why" },
        { "benchdoc ta", "table tables" },
        { "benchdoc -C dir w", "why" },
        { "benchdoc -q --color never w", "why" },
        { "benchdoc --col", "--color" },
        { "benchdoc --color a", "auto always" },
        { "benchdoc table --", "--directory --color --quiet --output --where" },
        { "benchdoc table -o --", "" }, /* a file comes now */
        { "benchdoc table --color n", "never" },
        { "benchdoc table -", "-C --directory --color -q --quiet -o --output --where" },
        { "benchdoc why --o", "" },
        { "benchdoc table a", "" }, /* files, which bash adds itself */
    };
    for (size_t i = 0; i < BD_COUNT(rows); i++) {
        bd_buf command = BD_BUF_INIT, out = BD_BUF_INIT;
        bd_buf_printf(
            &command,
            "bash -c '. ./script; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
            "_benchdoc; echo ${COMPREPLY[*]}'",
            strcmp(rows[i].words, "benchdoc ''") == 0 ? "benchdoc \"\"" : rows[i].words);
        assert_int_equal(run_with("bash", bd_buf_text(&command), &out), 0);
        assert_str(bd_str_trim(bd_buf_str(&out)), rows[i].completions);
        bd_buf_release(&command);
        bd_buf_release(&out);
    }
}

static void a_shell_that_is_here_accepts_its_script(void **state)
{
    (void)state;
    static const char *const shells[] = { "bash", "zsh", "fish" };
    size_t tried = 0;
    for (size_t i = 0; i < BD_COUNT(shells); i++) {
        bd_buf command = BD_BUF_INIT;
        bd_buf_printf(&command, "command -v %s", shells[i]);
        bool here = test_shell(bd_buf_text(&command), NULL, NULL) == 0;
        bd_buf_clear(&command);
        bd_buf_printf(&command, "%s -n script", shells[i]);
        if (here)
            assert_int_equal(run_with(shells[i], bd_buf_text(&command), NULL), 0);
        tried += here ? 1 : 0;
        bd_buf_release(&command);
    }
    assert_true(tried > 0);
    bd_buf none = BD_BUF_INIT;
    assert_false(bd_reference_completion(&about, "tcsh", &none));
}

static void expect_line(const char *shell, const char *line)
{
    bd_buf out = BD_BUF_INIT;
    assert_true(bd_reference_completion(&about, shell, &out));
    if (!strstr(bd_buf_text(&out), line))
        fail_msg("%s lacks: %s\n%s", shell, line, bd_buf_text(&out));
    bd_buf_release(&out);
}

static void zsh_and_fish_quote_what_they_would_read(void **state)
{
    (void)state;
    expect_line("zsh", "'(-o --output)'{-o,--output}'[write it'\\''s text \\[there\\]\\: not here]"
                       ":FILE:_files'");
    expect_line("zsh", "'*--where[only these]:KEY=VALUE:'");
    expect_line("zsh", "'--color[when to colour]:auto|always|never:(auto always never)'");
    expect_line("zsh", "'tables:the user'\\''s tables'");
    expect_line("fish", "complete -c benchdoc -f -n __fish_use_subcommand -a tables "
                        "-d 'the user'\\''s tables'");
    expect_line("fish", "complete -c benchdoc -n '__fish_seen_subcommand_from table' -s o -l output"
                        " -r -F -d 'write it'\\''s text [there]: not here'");
    expect_line("fish", "complete -c benchdoc -l color -x -a 'auto always never'");
}

static void the_manual_is_set_without_a_warning(void **state)
{
    (void)state;
    if (test_shell("command -v groff", NULL, NULL) != 0)
        skip();
    bd_buf out = BD_BUF_INIT;
    static const char command[] = "{ echo '.TH X 1'; cat script; } | groff -ww -man -Tutf8 -P-cbou";
    assert_int_equal(run_with("manual", command, &out), 0);
    static const char *const texts[] = {
        "benchdoc table [OPTION]... FILE... [QUERY]",
        "Print a table.",
        "First paragraph of two lines.",
        "           benchdoc table a.json\n           benchdoc table -o b.md\n",
        ".starts with a dot 'and this with a quote, back\\slash",
        "-o, --output=FILE",
        "only these (may be given several times)",
        "-C, --directory=DIR",
    };
    for (size_t i = 0; i < BD_COUNT(texts); i++)
        if (!strstr(bd_buf_text(&out), texts[i]))
            fail_msg("the manual lacks: %s\n%s", texts[i], bd_buf_text(&out));
    bd_buf_release(&out);
}

int main(void)
{
    test_fix_world();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(bash_completes_what_is_being_typed),
        cmocka_unit_test(a_shell_that_is_here_accepts_its_script),
        cmocka_unit_test(zsh_and_fish_quote_what_they_would_read),
        cmocka_unit_test(the_manual_is_set_without_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
